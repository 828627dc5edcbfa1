"""Games that began as one: a game and the copies of it that came from its files, which hold the same racks.

What shows the racks of a finished game asks `check_racks` first: reviews, analyses, records, puzzles and missed words.
"""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator, Iterable

from bot.model.errors import KinRuns, NeverAgreed, StillRunning, UnknownGame
from bot.model.games import Cause
from bot.service.games import ID_LENGTH, ID_LETTERS, Applied, Games
from engine.game import events as ev
from engine.game.commands import End
from engine.game.decisions.pauses import never_agreed
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
    """Raises unless everyone may see the racks of a game as far as the game itself is concerned.

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
