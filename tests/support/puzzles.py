"""Puzzles for tests: a finished game to take them from, and a finder that needs no simulation."""

from __future__ import annotations

import functools
import random
from collections.abc import Callable, Sequence
from dataclasses import replace

from bot.features.puzzles import PuzzleServices
from bot.features.puzzles.collection import Lines, PuzzleCollection
from bot.features.puzzles.gamestore import GamePuzzleStore
from bot.features.puzzles.puzzles import Puzzles, TriedPuzzle
from bot.features.puzzles.store import PuzzleStore
from bot.service.fairuse import FairUse
from bot.service.ports import Clock
from bot.store.repositories import Store
from engine.computer.player import choose
from engine.game.events import Event
from engine.game.phases import FinalPass, Turn
from engine.game.state import Setup
from engine.game.views import seat_view
from engine.loading import load_variant
from engine.loading.puzzles import load_puzzle_lines, puzzle_languages
from engine.puzzles import text
from engine.puzzles.values import Puzzle
from tests.support.computers import table, tools
from tests.support.running import Scene


@functools.cache
def finished() -> tuple[Event, ...]:
    """The events of a game of two, played to its end by a computer player's choices."""
    game = table().start()
    while isinstance(phase := game.game.phase, Turn | FinalPass):
        seat = phase.seat if isinstance(phase, Turn) else phase.waiting[0]
        game.do(choose(seat_view(game.game, seat), tools(), strength=6))
    return tuple(game.events)


class Finder:
    """Finds a puzzle of the program in every position; `halt` is called before each."""

    def __init__(self, halt: Callable[[int], object] = lambda _: None) -> None:
        self.halt = halt
        self.looked: list[int] = []

    def __call__(
        self, events: Sequence[Event], setup: Setup, number: int, should_stop: Callable[[], bool]
    ) -> Puzzle | None:
        """The puzzle in a position."""
        self.looked.append(number)
        self.halt(number)
        puzzle = text.read(load_puzzle_lines("en")[number], load_variant)
        return replace(puzzle, lexicon=f"of the game at {events[0].at}")


def collection_of(
    store: Store, lines: Lines = load_puzzle_lines, languages: Callable[[], tuple[str, ...]] = puzzle_languages
) -> PuzzleCollection:
    """The puzzles that there are, with these in the program's files."""
    return PuzzleCollection(GamePuzzleStore(store.database), store.people, lines, languages)


def giving(
    store: Store, clock: Clock, collection: PuzzleCollection | None = None, fair_use: FairUse | None = None
) -> Puzzles:
    """What gives people puzzles; chance always decides alike."""
    collection = collection or collection_of(store)
    return Puzzles(PuzzleStore(store.database), collection, clock, random.Random(1), fair_use)


def puzzles_of(stage: Scene) -> Puzzles:
    """The puzzles of a running bot."""
    assert stage.app and stage.app.core
    return stage.app.core.services.of(PuzzleServices).puzzles


async def latest_given(stage: Scene, person: str) -> TriedPuzzle:
    """The English puzzle that a person was given last."""
    puzzles = puzzles_of(stage)
    attempts = await puzzles._store.seen(person, "en")
    return await puzzles.tried(person, attempts[0].puzzle)


def right(tried: TriedPuzzle) -> str:
    """The answer to a puzzle, as people type it."""
    placement = tried.puzzle.answers[0].placement
    assert placement
    return text.move_text(tried.puzzle, placement)


def wrong(tried: TriedPuzzle) -> list[str]:
    """Plays that are known not to be the answer, as people type them."""
    return [text.move_text(tried.puzzle, one.placement) for one in tried.puzzle.others if one.placement]
