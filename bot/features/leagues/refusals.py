"""What leagues can refuse, and in which words."""

from __future__ import annotations

from bot.model.errors import BotError
from bot.text.refusals.facts import Wordings, says


class NoLeague(BotError):
    """The channel has had no league."""


class ChannelHasLeague(BotError):
    """A channel has one league at a time."""


class TooManyLeagues(BotError):
    """A server has as many leagues as there may be, `most`."""

    most: int


class LeagueFull(BotError):
    """A league has as many members as there may be, `most`."""

    most: int


class LeagueOver(BotError):
    """The league has ended."""


class NotInLeague(BotError):
    """The person is not in the league."""


class YouAreNotInLeague(BotError):
    """Whoever asks is not in the league."""


class SeasonRuns(BotError):
    """A season is being played, so that none can begin."""


class NoSeason(BotError):
    """No season has been played, or none of that number or division."""


class TooFewMembers(BotError):
    """Nobody plays alone."""


class FixtureUnknown(BotError):
    """The two have no game in the season that is played."""


WORDINGS: Wordings = {
    NoLeague: says("There is no league in this channel. Moderators make one with `/league new`."),
    ChannelHasLeague: says("This channel has a league already. `/league end` ends it."),
    TooManyLeagues: says(
        "This server has {count} leagues already. Please end one of them first.",
        count=lambda error, asked: asked.texts.number(error.most),
    ),
    LeagueFull: says(
        "This league is full: {count} people are in.",
        count=lambda error, asked: asked.texts.number(error.most),
    ),
    LeagueOver: says("This league is over. Moderators make a new one with `/league new`."),
    NotInLeague: says("This person is not in the league."),
    YouAreNotInLeague: says("You are not in this league."),
    SeasonRuns: says("A season is being played. The next one begins after it."),
    NoSeason: says("There is no such season. `/league seasons` shows those that have been played."),
    TooFewMembers: says("A league needs two people or more. They press **Join**."),
    FixtureUnknown: says("These two have no game against each other in this season."),
}
