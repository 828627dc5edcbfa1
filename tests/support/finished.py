"""Finished games in a store, without having been played."""

from __future__ import annotations

from collections.abc import Iterable

from bot.model.changes import Change
from bot.model.games import Cause, GamePhase, GameResult, GameSummary, Place, PlayerResult
from bot.store.repositories import Store
from engine.game.codec import encode
from engine.game.events import Event

SERVER = 7


def played(
    number: int,
    *places: tuple[str, int],
    rated: bool = True,
    server: int | None = SERVER,
    language: str = "en",
    tempo: str = "rapid",
) -> GameResult:
    """A game with these players in these places; a player such as `computer-3` is a computer of that level."""
    players = tuple(
        PlayerResult(
            who, who.title(), int(who[-1]) if who.startswith("computer") else None, place, 300 - place, 1, 50, "X"
        )
        for who, place in places
    )
    return GameResult(f"g{number}", server, number, rated, players, language, tempo)


async def finish(store: Store, results: Iterable[GameResult], *events: Event) -> None:
    """Write results down as the journal does at the end of a game, with events of it if they matter."""
    data = tuple(encode(event) for event in events) or ({"n": 1},)
    for result in results:
        place = Place(result.server, 1000 + int(result.game[1:]))
        summary = GameSummary(result.game, place, "", "1", GamePhase.OVER, 1, None, 1, 0, result.ended, ())
        cause = Cause(f"end/{result.game}", 0, 0)
        await store.journal.commit(Change(cause, 1, data, summary, (), None, result))
