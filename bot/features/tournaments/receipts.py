"""What whoever enters, leaves or directs a tournament is asked, told and refused."""

from __future__ import annotations

from collections.abc import Sequence

from bot.competitions.text import cancel_question
from bot.features.tournaments.text import mentions
from bot.model.errors import BotError
from bot.pairing.bracket import Passing, is_tie_break
from bot.pairing.text import entrant_named, name_text, round_text, sides, ties_text
from bot.pairing.values import FIXED, Entrant, Format, Pairing, State, Ties, Tournament
from bot.text.clocks import length_text, moment
from bot.text.names import as_typed, bold
from bot.text.refusals.facts import Wordings, says
from bot.text.texts import Texts
from bot.text.timezones import zone_title
from bot.text.typedtimes import Reckoning, example_dates
from engine.model.durations import DAY, HOUR

LATEST_START = 60 * DAY


def ruling_question(one: Tournament, board: Pairing, texts: Texts, *, lost: bool) -> str:
    """Asks whether a director is to have both lose a game, or to have it count for neither, and what follows."""
    asked = cancel_question(sides(one, board, texts), texts, lost=lost)
    if one.plan.format is not Format.KNOCKOUT or not (lost or board.round == one.begun):
        return asked
    follows = texts.gettext("Neither of them goes through.") if lost else texts.gettext("They play another game.")
    return f"{asked} {follows}"


def leave_label(texts: Texts) -> str:
    """Leaves a tournament."""
    return texts.gettext("Leave")


def leaving_question(one: Tournament, entrant: Entrant, texts: Texts) -> str:
    """Asks whether somebody wants to leave a tournament that is played, and says what it costs."""
    told = [texts.gettext("Leave {name} now?", name=bold(name_text(one.name, texts)))]
    told += [
        texts.gettext("You lose your game against {opponent}.", opponent=bold(opponent))
        for opponent in _opponents(one, entrant, texts)
    ]
    told.append(_comeback_text(one, texts))
    return " ".join(told)


def _comeback_text(one: Tournament, texts: Texts) -> str:
    if one.plan.format is Format.KNOCKOUT:
        return texts.gettext("You will play no further games, and someone else may take your place.")
    return texts.gettext("You can come back only if the director lets you in.")


def dropping_question(one: Tournament, entrant: Entrant, texts: Texts) -> str:
    """Asks whether a director is to take out somebody who has an open game, which they lose."""
    name = bold(entrant.name)
    told = [texts.gettext("Take {name} out of the tournament?", name=name)]
    told += [
        texts.gettext("{name} loses the game against {opponent}.", name=name, opponent=bold(opponent))
        for opponent in _opponents(one, entrant, texts)
    ]
    return " ".join(told)


def _opponents(one: Tournament, entrant: Entrant, texts: Texts) -> list[str]:
    """The names of those with whom somebody has an open game."""
    return [
        name
        for board in one.open_boards(entrant.number)
        for number, name in zip((board.first, board.second), sides(one, board, texts), strict=True)
        if number != entrant.number
    ]


def made_text(one: Tournament, texts: Texts, aloud: Texts) -> str:
    """For whoever has made a tournament: who directs it, and how it starts by the button of a message for everyone."""
    if one.director not in (None, one.maker):
        return texts.gettext(
            "The tournament is set up. Its message is in this channel. {director} directs it.",
            director=f"<@{one.director}>",
        )
    if one.plan.starts is not None:
        return texts.gettext(
            "The tournament is set up, and you direct it. Its message is in this channel. It will start by itself."
        )
    return texts.gettext(
        "The tournament is set up, and you direct it. Once everyone has joined, press {start} below its "
        "message in this channel.",
        start=bold(aloud.gettext("Start")),
    )


def joined_text(one: Tournament, texts: Texts) -> str:
    """For whoever has entered; also that they have to check in later."""
    told = texts.gettext("You have joined the tournament. I will mention you in the thread of each of your games.")
    if one.state is not State.GATHERING or one.called or one.plan.checks_in_from is None:
        return told
    check_in = texts.gettext(
        "Check-in opens {moment}. To play, press **Check in** then.", moment=moment(one.plan.checks_in_from)
    )
    return f"{told} {check_in}"


def left_text(texts: Texts) -> str:
    """For whoever has left."""
    return texts.gettext("You have left the tournament.")


def here_text(texts: Texts) -> str:
    """For whoever has checked in."""
    return texts.gettext("You have checked in. I will mention you in the thread of your first game.")


def begun_text(one: Tournament, games: int, texts: Texts) -> str:
    """For a director who has begun a round."""
    told = round_text(one, one.begun, texts)
    count = texts.ngettext(
        "{count} game is opening in a thread of this channel. I will mention its players there.",
        "{count} games are opening in threads of this channel. I will mention their players there.",
        games,
    )
    return texts.titled(told, count)


def entered_text(name: str, texts: Texts) -> str:
    """For a director who has entered somebody."""
    return texts.gettext("{name} has joined the tournament.", name=bold(name))


def substituted_text(into: str, out: str, texts: Texts) -> str:
    """For a director who has let somebody take the place of somebody else."""
    return texts.gettext("{into} plays on in place of {out}.", into=bold(into), out=bold(out))


def reopened_text(texts: Texts) -> str:
    """For a director who has reopened a tournament."""
    return texts.gettext("The tournament goes on.")


def maker_text(server: str, texts: Texts) -> str:
    """Tells somebody in a direct message that they can make tournaments."""
    return texts.gettext(
        "You can now set up tournaments in {server}: use `/tournament new` in a channel there. You direct those that "
        "you set up, with **Manage** below their message.",
        server=bold(server),
    )


def tie_set_text(one: Tournament, board: Pairing, texts: Texts) -> str:
    """For a director who has set a tie in a knockout: what decides it."""
    if one.plan.format is not Format.KNOCKOUT or one.state is not State.PLAYING or not board.is_tied:
        return ""
    if one.plan.ties is Ties.GAME and not is_tie_break(one, board):
        return broken_text(None, texts)
    return ties_text(Ties.SEED, texts) if one.plan.ties is not Ties.DIRECTOR else ties_text(one.plan.ties, texts)


def already_in_text(name: str, texts: Texts) -> str:
    """For a director who enters somebody who plays already."""
    return texts.gettext("{name} already plays in the tournament.", name=bold(name))


def broken_text(name: str | None, texts: Texts) -> str:
    """For a director who has decided a tie: who plays on, or that a game decides."""
    if name is None:
        return texts.gettext("A tie-break game decides. It opens in a thread of its own.")
    return texts.gettext("{name} goes through.", name=bold(name))


def passing_question(one: Tournament, change: Passing, texts: Texts) -> str:
    """Asks a director whether a correction is to change a round whose game has begun, or that is over."""
    told = texts.gettext(
        "Place in round {number}: {out} so far, {into} with this result.",
        number=change.round,
        into=entrant_named(one, change.into) or texts.pgettext("who plays on", "nobody"),
        out=entrant_named(one, change.out) or texts.pgettext("who plays on", "nobody"),
    )
    if change.is_late:
        return told + " " + texts.gettext("Later rounds have already been played, and stay as they are.")
    return told + " " + texts.gettext("That game has begun. Should it stay as it is, or be replayed?")


def dropped_text(name: str, texts: Texts) -> str:
    """For a director who has taken somebody out."""
    return texts.gettext("{name} is no longer in the tournament.", name=bold(name))


def undone_text(number: int, texts: Texts) -> str:
    """For a director who has forgotten pairs."""
    return texts.gettext("The pairings of round {number} are cleared.", number=number)


def file_text(texts: Texts) -> str:
    """With one file or two."""
    return texts.gettext(
        "Here is the tournament. The program TSH reads `.t` files, and spreadsheet programs read `.csv` files."
    )


def allowed_text(people: Sequence[str], texts: Texts) -> str:
    """For a moderator: who makes tournaments here."""
    if not people:
        return texts.gettext(
            "Only moderators can set up tournaments here. To let someone else do so, use `/manage tournament allow "
            "player:`."
        )
    return texts.gettext(
        "Besides moderators, these people can also set up tournaments here: {people}", people=mentions(people)
    )


def drawn_text(one: Tournament, texts: Texts) -> str:
    """For a director who looks at pairs that are not public yet."""
    if one.plan.format in FIXED:
        return texts.gettext("Only you see these pairings. In this format, they cannot be set by hand.")
    return texts.gettext(
        "Only you see these pairings. Press **Manage** to pair two players by hand, or to clear the pairings and draw "
        "again."
    )


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


class EntryClosed(BotError):
    """Nobody new can play since the pairs follow from the first ones, or the person has been knocked out."""


class NobodyToReplace(BotError):
    """Nobody whose place somebody else could take has left a knockout."""


class HasPlayed(BotError):
    """The person has played in this knockout, or still does, so they cannot take the place of someone else."""


class NothingToReopen(BotError):
    """A tournament that is over has been decided, so that nothing would be left to play."""


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
        "This channel already has a tournament. Its director can end it: **Manage**, then **End the tournament**."
    ),
    TooManyTournaments: says(
        "This server already has {count} tournaments. Please end one of them first.",
        count=lambda error, asked: asked.texts.number(error.most),
    ),
    TooManyEntrants: says(
        "This tournament is full: {count} players have joined.",
        count=lambda error, asked: asked.texts.number(error.most),
    ),
    TooFewEntrants: says("A tournament needs at least two players. Anyone can press **Join**."),
    GatheringOver: says("It is too late for this: the tournament has started, or it is over."),
    EntryClosed: says(
        "In this format, nobody can join once the first round has begun. In a knockout, the director can let someone "
        "take the place of a player who has left: **Manage**."
    ),
    NobodyToReplace: says("Since the last round, nobody who can be replaced has left this knockout."),
    HasPlayed: says("This person has already played in this knockout. Please choose someone who has not."),
    NothingToReopen: says("This tournament cannot be reopened: there is nothing left to play."),
    TakenOut: says("The director has taken you out of this tournament, so only the director can enter you again."),
    NotEntered: says("This player is not in the tournament."),
    YouHaveNotEntered: says("You are not in this tournament."),
    NotPlaying: says("The tournament is not under way: it has not started, or it is over."),
    TournamentOver: says("This tournament is over."),
    RoundIsPlayed: says("The next round cannot be drawn now. Please wait until all games of this round are over."),
    RoundHasBegun: says("There are no pairings to change: no round is about to begin."),
    PairsAreFixed: says("In this format, pairings cannot be set by hand."),
    NotMaker: says(
        "Only moderators, and people they choose with `/manage tournament allow`, can set up tournaments here."
    ),
    TooManyMakers: says(
        "{count} people can already set up tournaments here. Take someone out first: `/manage tournament allow "
        "switch:off`.",
        count=lambda error, asked: asked.texts.number(error.most),
    ),
    BadStart: says(
        "{typed} is not a start time within the next {count} days. Type how long until then, such as {length}, or a "
        "date and time, such as {tomorrow} or {date}. The time zone is {zone}; `/settings server` shows it.",
        typed=lambda error, _: bold(error.typed),
        count=lambda _, asked: asked.texts.number(LATEST_START // DAY),
        length=lambda _, asked: as_typed(length_text(2 * HOUR, asked.texts)),
        tomorrow=lambda error, asked: as_typed(example_dates(asked.texts, error.reckoning)[0]),
        date=lambda error, asked: as_typed(example_dates(asked.texts, error.reckoning)[1]),
        zone=lambda error, asked: zone_title(str(error.reckoning.zone), asked.texts),
    ),
    BoardUnknown: says("These two do not play each other in that round."),
}
