"""What tournaments can refuse, and in which words."""

from __future__ import annotations

from bot.features.tournaments.values import LATEST_START
from bot.model.errors import BotError
from bot.text.clocks import length_text
from bot.text.names import as_typed, bold
from bot.text.refusals.facts import Wordings, says
from bot.text.timezones import zone_title
from bot.text.typeddates import Reckoning, example_dates
from engine.model.durations import DAY, HOUR


class NoTournament(BotError):
    """The channel has had no tournament."""


class ChannelHasTournament(BotError):
    """A channel has one tournament at a time."""


class TooManyTournaments(BotError):
    """A server has as many tournaments as there may be, `most`."""

    most: int


class TooManyEntrants(BotError):
    """A tournament has as many players as there may be, `most`."""

    most: int


class TooFewEntrants(BotError):
    """Nobody plays alone."""


class GatheringOver(BotError):
    """It is too late to enter or to leave."""


class TakenOut(BotError):
    """The director has taken the person out of the tournament."""


class NotEntered(BotError):
    """The person does not play in the tournament."""


class YouHaveNotEntered(BotError):
    """Whoever asks does not play in the tournament."""


class NotPlaying(BotError):
    """The tournament has not started, or is over."""


class TournamentOver(BotError):
    """No round begins any more."""


class RoundIsPlayed(BotError):
    """The next round cannot be drawn or begin: one is being played or has pairs, or all have been played."""


class RoundHasBegun(BotError):
    """No round has pairs that wait for their games, so there is nothing to change."""


class PairsAreFixed(BotError):
    """In this format, earlier rounds decide who meets whom."""


class NotMaker(BotError):
    """Only moderators, and whoever they allow it, make tournaments."""


class TooManyMakers(BotError):
    """As many people of a server make tournaments as there may be, `most`."""

    most: int


class BadStart(BotError):
    """No start can be read from what somebody typed, or it lies in the past or too far away."""

    typed: str
    reckoning: Reckoning


class BoardUnknown(BotError):
    """The two do not play each other in that round."""


WORDINGS: Wordings = {
    NoTournament: says("There is no tournament in this channel. Moderators can set one up with `/tournament new`."),
    ChannelHasTournament: says(
        "This channel already has a tournament. Its director ends it: **Manage**, then **End the tournament**."
    ),
    TooManyTournaments: says(
        "This server has {count} tournaments already. Please end one of them first.",
        count=lambda error, asked: asked.texts.number(error.most),
    ),
    TooManyEntrants: says(
        "This tournament is full: {count} players have joined.",
        count=lambda error, asked: asked.texts.number(error.most),
    ),
    TooFewEntrants: says("A tournament needs at least two players. Anyone can press **Join**."),
    GatheringOver: says("It is too late for this: the tournament has started, or it is over."),
    TakenOut: says("The director has taken you out of this tournament, so only the director can enter you again."),
    NotEntered: says("This player is not in the tournament."),
    YouHaveNotEntered: says("You are not in this tournament."),
    NotPlaying: says("The tournament is not being played: it has not started, or it is over."),
    TournamentOver: says("This tournament is over."),
    RoundIsPlayed: says("The next round cannot be drawn now. Please wait until all games of this round are over."),
    RoundHasBegun: says("There are no pairings to change: no round is about to begin."),
    PairsAreFixed: says("In this format, pairings cannot be set by hand."),
    NotMaker: says(
        "Only moderators, and people they choose with `/manage tournament allow`, can set up tournaments here."
    ),
    TooManyMakers: says(
        "{count} people can set up tournaments here already. Take someone out first: `/manage "
        "tournament allow switch:off`.",
        count=lambda error, asked: asked.texts.number(error.most),
    ),
    BadStart: says(
        "I do not understand {typed} as a start within the next {count} days. Type how long it is until then, "
        "such as {length}, or a date with its time, such as {tomorrow} or {date}. The time zone is {zone}; "
        "`/settings server` shows it.",
        typed=lambda error, _: bold(error.typed),
        count=lambda _, asked: asked.texts.number(LATEST_START // DAY),
        length=lambda _, asked: as_typed(length_text(2 * HOUR, asked.texts)),
        tomorrow=lambda error, asked: as_typed(example_dates(asked.texts, error.reckoning)[0]),
        date=lambda error, asked: as_typed(example_dates(asked.texts, error.reckoning)[1]),
        zone=lambda error, asked: zone_title(str(error.reckoning.zone), asked.texts),
    ),
    BoardUnknown: says("These two do not play each other in that round."),
}
