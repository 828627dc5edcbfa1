"""What whoever joins, leaves or directs a league is asked, told and refused."""

from __future__ import annotations

from collections.abc import Sequence

from bot.competitions.text import lines_text
from bot.features.leagues.text import name_text
from bot.features.leagues.values import LEAST_IN_DIVISION, League
from bot.model.errors import BotError
from bot.text.clocks import moment
from bot.text.names import bold, escape
from bot.text.refusals.facts import Wordings, says
from bot.text.texts import Texts


def made_text(one: League, texts: Texts) -> str:
    """For whoever has made a league: who directs it, and when it begins."""
    if one.director not in (None, one.maker):
        return texts.gettext(
            "The league is set up. Its message is in this channel. {director} directs it.",
            director=f"<@{one.director}>",
        )
    assert one.starts_at is not None
    return texts.gettext(
        "The league is set up, and you direct it with **Manage** below its message in this channel. The first season "
        "begins {moment}.",
        moment=moment(one.starts_at),
    )


def joined_text(one: League, texts: Texts) -> str:
    """For whoever has joined."""
    if one.starts_at is None:
        return texts.gettext("You will play in the league from next season.")
    return texts.gettext(
        "You have joined the league. The season begins {moment}, and I will mention you in the thread of each "
        "of your games.",
        moment=moment(one.starts_at),
    )


def left_text(texts: Texts) -> str:
    """For whoever has left."""
    return texts.gettext("You have left the league. Please finish the games that you have begun.")


def ending(one: League, texts: Texts) -> tuple[str, str]:
    """Asks whether a league should end after this season, and what says yes."""
    question = texts.gettext("End {name}? A season under way will be played out.", name=bold(name_text(one, texts)))
    return question, texts.gettext("End it")


def end_season_label(texts: Texts) -> str:
    """Ends the season."""
    return texts.gettext("End the season")


def ending_season(one: League, texts: Texts) -> str:
    """Asks whether the season that is played should end now, and says what becomes of its open games."""
    told = texts.gettext("End season {season} now?", season=one.season.number if one.season else 1)
    return " ".join((told, *_decided_lines(sum(game.is_open for game in one.fixtures), texts)))


def season_ending_text(texts: Texts) -> str:
    """For a director who has ended a season."""
    return texts.gettext("The season ends now. Its results appear in the channel in a moment.")


def removing(one: League, person: str, texts: Texts) -> str:
    """Asks whether to take out somebody with open games, and says what becomes of these and of the season."""
    ended = {game.number for game in one.open_games(person)}
    told = [texts.gettext("Take {name} out of the league?", name=bold(one.name_of(person)))]
    told += _decided_lines(len(ended), texts)
    if all(game.is_settled or game.number in ended for game in one.fixtures):
        told.append(texts.gettext("No other game is open, so the season ends at once."))
    return " ".join(told)


def _decided_lines(games: int, texts: Texts) -> list[str]:
    if not games:
        return []
    return [
        texts.ngettext(
            "{count} open game is decided at once, by the points on its board.",
            "{count} open games are decided at once, by the points on their boards.",
            games,
        )
    ]


def starting_text(texts: Texts) -> str:
    """For a director who begins a season."""
    return texts.gettext("The season begins now. I will mention the players in the threads of their games.")


def removed_text(name: str, texts: Texts) -> str:
    """For a director who has taken somebody out."""
    return texts.gettext(
        "{name} is no longer in the league and cannot rejoin. To enter {name} again, press **Manage**, then **Enter a "
        "player**.",
        name=bold(name),
    )


def added_text(name: str, texts: Texts) -> str:
    """For a director who has entered somebody."""
    return texts.gettext("{name} will play in the league from next season.", name=bold(name))


def division_label(division: int, texts: Texts) -> str:
    """A division of the next season."""
    return texts.gettext("Division {division}", division=division)


def moving_text(one: League, person: str, divisions: Sequence[Sequence[str]], texts: Texts) -> str:
    """Asks which division somebody is to play in, with who plays in each as things stand."""
    asked = texts.gettext("In which division will {name} play next season?", name=bold(one.name_of(person)))
    return "\n".join((asked, _divided(one, divisions, texts)))


def division_set_text(one: League, person: str, division: int, divisions: Sequence[Sequence[str]], texts: Texts) -> str:
    """For a director who has moved somebody to a division."""
    told = texts.gettext(
        "{name} will play next season in division {division}.", name=bold(one.name_of(person)), division=division
    )
    return "\n".join((told, _divided(one, divisions, texts)))


def _divided(one: League, divisions: Sequence[Sequence[str]], texts: Texts) -> str:
    return lines_text(
        texts.titled(
            bold(division_label(number, texts)), texts.series(escape(one.name_of(person)) for person in people)
        )
        for number, people in enumerate(divisions, 1)
    )


def ending_text(texts: Texts) -> str:
    """For a director who has ended a league."""
    return texts.gettext("The league ends: there will be no more seasons.")


def file_text(texts: Texts) -> str:
    """With a file."""
    return texts.gettext("Here are the standings as a file.")


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


class RemovedFromLeague(BotError):
    """The director has taken the person out of the league."""


class SeasonRuns(BotError):
    """A season is being played, so that none can begin."""


class DivisionsStand(BotError):
    """A season is being played, so that nobody changes divisions."""


class NoRoomInDivision(BotError):
    """A division is full, with `most` players, or the other one would be left to one person."""

    most: int


class NoSeason(BotError):
    """No season has been played, or none of that number or division."""


class TooFewMembers(BotError):
    """Nobody plays alone."""


class NoSeasonRuns(BotError):
    """No season is being played, so that none can end."""


class FixtureUnknown(BotError):
    """The two have no game in the season that is played."""


WORDINGS: Wordings = {
    NoLeague: says("There is no league in this channel. Moderators can set one up with `/manage league new`."),
    ChannelHasLeague: says(
        "This channel already has a league. Its director can end it: **Manage**, then **End the league**."
    ),
    TooManyLeagues: says(
        "This server already has {count} leagues. Please end one of them first.",
        count=lambda error, asked: asked.texts.number(error.most),
    ),
    LeagueFull: says(
        "This league is full: {count} people have joined.",
        count=lambda error, asked: asked.texts.number(error.most),
    ),
    LeagueOver: says("This league is over. Moderators can set up a new one with `/manage league new`."),
    NotInLeague: says("This person is not in the league."),
    YouAreNotInLeague: says("You are not in this league."),
    RemovedFromLeague: says("The director has taken you out of this league, so only the director can enter you again."),
    NoSeasonRuns: says("No season is under way, so there is none to end."),
    SeasonRuns: says("A season is under way. The next one begins after it."),
    DivisionsStand: says(
        "A season is under way, so divisions stay as they are. You can move players again before the next one."
    ),
    NoRoomInDivision: says(
        "That does not fit: a division has at least {least} and at most {most} players.",
        least=lambda _, asked: asked.texts.number(LEAST_IN_DIVISION),
        most=lambda error, asked: asked.texts.number(error.most),
    ),
    NoSeason: says("There is no such season. `/league seasons` shows those that have been played."),
    TooFewMembers: says("A league needs at least two people. Anyone can press **Join**."),
    FixtureUnknown: says("These two have no game against each other in this season."),
}
