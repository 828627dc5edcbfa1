"""Pausing and resuming games by name, and which games are copies of one another, with the same racks."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator, Iterable

from bot.model.errors import KinRuns, NameTaken, NeverAgreed, NoSuchPause, StillRunning, UnknownGame
from bot.model.games import ID_LENGTH, ID_LETTERS, Cause, GameSummary, Place
from bot.service.games import Games
from bot.service.listeners import Applied
from engine.game import events as ev
from engine.game.commands import End, Pause, Resume
from engine.game.decisions.timeouts import never_agreed
from engine.game.phases import Over
from engine.game.state import GameState


def id_of(*parts: str) -> str:
    """The id of a copied game: the same for the same file and installation."""
    number = int.from_bytes(hashlib.sha256("/".join(parts).encode()).digest()[:16])
    letters: list[str] = []
    for _ in range(ID_LENGTH):
        number, place = divmod(number, len(ID_LETTERS))
        letters.append(ID_LETTERS[place])
    return "".join(letters)


async def check_racks(games: Games, game: str, state: GameState) -> None:
    """Raise unless everyone may see the racks of a game as far as the game itself is concerned.

    Raises `StillRunning` before its end; `NeverAgreed` for a game from a file to which its people never agreed; and
    `KinRuns` while another game that began as this one goes on, since the racks may be the same.
    """
    if not isinstance(state.phase, Over):
        raise StillRunning(game)
    events = await games.events(game)
    if never_agreed(events):
        raise NeverAgreed(game)
    async for _ in _running_kin(games, game, state, events):
        raise KinRuns(game)


async def shows_racks(games: Games, game: str) -> bool:
    """Whether `check_racks` lets the racks of a game be shown."""
    try:
        await check_racks(games, game, await games.load(game))
    except (StillRunning, NeverAgreed, KinRuns):
        return False
    return True


async def end_rewound(games: Games, applied: Applied, cause: Cause) -> None:
    """End the games that a copy undoes, now that everyone has agreed to play on from the copy.

    If that fails midway, nobody sees the racks of either game while the other goes on.
    """
    events = await games.events(applied.game)
    resumed = any(isinstance(event, ev.GameResumed) for event in applied.events)
    if not resumed or not _rewinds(events):
        return
    async for kin in _running_kin(games, applied.game, applied.state, events):
        # Nobody in particular ends it, since ending one's own game would count as resigning.
        await games.submit(kin, End("", moderator=True), Cause(f"{cause.id}/{kin}", cause.at, cause.arrived))


async def _running_kin(games: Games, game: str, state: GameState, events: tuple[ev.Event, ...]) -> AsyncIterator[str]:
    """The other games with the same beginning that are not over, without copies that nobody has agreed to play."""
    for one in await games.journal.opened_at(state.opened):
        if one.game == game:
            continue
        try:
            others = await games.events(one.game)
        except UnknownGame:
            continue
        if _opens_alike(others[0], events[0]) and not (never_agreed(others) and _rewinds(others)):
            yield one.game


def _opens_alike(one: ev.Event, other: ev.Event) -> bool:
    """Whether two games were opened as one: an exported record does not tell the ids of people."""
    assert isinstance(one, ev.Opened)
    assert isinstance(other, ev.Opened)
    return (one.at, one.setup, one.seated) == (other.at, other.setup, other.seated)


def _rewinds(events: Iterable[ev.Event]) -> bool:
    """Whether the latest file that a game was loaded from drops what was played after it was saved."""
    loaded = [event for event in events if isinstance(event, ev.Loaded)]
    return bool(loaded) and loaded[-1].rewinds


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
    return await games.submit(
        game, Pause(by, wanted or _untaken(_clean(usual), taken), moderator, usual=not wanted), cause
    )


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
