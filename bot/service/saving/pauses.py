"""Pausing and resuming games by name: names are unique among the paused games of a server."""

from __future__ import annotations

from bot.model.errors import NameTaken, NoSuchPause
from bot.model.games import Cause, GameSummary, Place
from bot.service.games import Applied, Games
from bot.service.saving.copies import end_rewound
from engine.game.commands import Pause, Resume

LONGEST_NAME = 60


async def pause(
    games: Games, game: str, by: str, cause: Cause, usual: str, name: str = "", *, moderator: bool = False
) -> Applied:
    """Pause a game under a name, by default what it is usually called, with a number if that is taken.

    Raises `NameTaken` if the given name belongs to another paused game of the server, and as `Games.submit`.
    """
    summary = await games.summary(game)
    taken = {_key(one.name) for one in await games.journal.paused(summary.place) if one.game != game}
    wanted = _clean(name)
    if wanted and _key(wanted) in taken:
        raise NameTaken(wanted)
    return await games.submit(game, Pause(by, wanted or _untaken(_clean(usual), taken), moderator), cause)


async def resume(
    games: Games, here: Place, by: str, cause: Cause, game: str = "", name: str = "", *, moderator: bool = False
) -> Applied:
    """Resume a paused game in this channel: the one with an id or a name, or else the one that `find` chooses.

    Where that resumes a copy from a file, the games that it undoes end. Raises `NoSuchPause`, `ChannelBusy`
    if another game runs in this channel, and as `Games.submit`.
    """
    chosen = game or (await find(games, here, name)).game
    home = (await games.summary(chosen)).place
    place = here if here.guild_id == home.guild_id else home
    applied = await games.submit(chosen, Resume(by, moderator), cause, place)
    await end_rewound(games, applied, cause)
    return applied


async def find(games: Games, here: Place, name: str = "") -> GameSummary:
    """The paused game with a name; without a name, that of this channel, else the only one of the server.

    Raises `NoSuchPause`.
    """
    paused = await games.journal.paused(here)
    if name:
        fitting = [one for one in paused if _key(one.name) == _key(name)]
    else:
        fitting = [one for one in paused if one.place.channel_id == here.channel_id] or list(paused)
    if len(fitting) != 1:
        raise NoSuchPause(_clean(name), tuple(one.name for one in paused))
    return fitting[0]


async def free_name(games: Games, place: Place, name: str, game: str) -> str:
    """A name that no other paused game of the place has: the given one, or one with a number appended."""
    taken = {_key(one.name) for one in await games.journal.paused(place) if one.game != game}
    return _untaken(name, taken)


def _untaken(own: str, taken: set[str]) -> str:
    names = (own, *(f"{own[: LONGEST_NAME - 4]} {number}" for number in range(2, len(taken) + 3)))
    return next(name for name in names if _key(name) not in taken)


def _clean(name: str) -> str:
    return " ".join(name.split())[:LONGEST_NAME]


def _key(name: str) -> str:
    return _clean(name).casefold()
