"""Finished games for tests, with reviews and puzzles."""

from __future__ import annotations

import functools
import os
import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from bot.features.puzzles import PuzzleServices
from bot.features.puzzles.gamestore import GamePuzzleStore
from bot.features.puzzles.puzzles import Puzzles, TriedPuzzle
from bot.features.puzzles.search import PuzzleCollection, ReadLines
from bot.features.puzzles.store import PuzzleStore
from bot.features.review.reviews import Reviewer
from bot.features.review.store import ReviewStore
from bot.model.changes import Change
from bot.model.games import Cause, GamePhase, GameResult, GameSummary, Place, PlayerResult
from bot.service.ports import Clock
from bot.service.rights import FairUse
from bot.store.repositories import Store
from engine.computer.player import choose
from engine.game import commands as cmd
from engine.game.codec import encode
from engine.game.events import Event
from engine.game.phases import FinalPass, Over, Turn
from engine.game.state import Setup
from engine.game.views import seat_view
from engine.loading import load_variant
from engine.loading.bundled import load_puzzle_lines, puzzle_languages
from engine.model.board import STANDARD
from engine.model.tiles import KnownRack, Tiles
from engine.play.generator.generator import ScoredPlay
from engine.play.notation import read_move
from engine.play.placement import resolve
from engine.puzzles import values
from engine.puzzles.values import Puzzle
from engine.review.turns import PlacedTiles, moments
from engine.review.values import GameStage, Mistake, MoveFigures, PhonyEffect, TurnReview
from tests.support.engines import table, tools
from tests.support.running import Scene
from tests.support.service import ADA, BRUNO, Process

SERVER = 7


def played(
    number: int,
    *places: tuple[str, int],
    rated: bool = True,
    server: int | None = SERVER,
    language: str = "en",
    tempo: str = "rapid",
    ended: int | None = None,
) -> GameResult:
    """A game with these players in these places; a player such as `computer-3` is a computer of that level."""
    players = tuple(
        PlayerResult(
            who, who.title(), int(who[-1]) if who.startswith("computer") else None, place, 300 - place, 1, 50, "X"
        )
        for who, place in places
    )
    return GameResult(f"g{number}", server, number if ended is None else ended, rated, players, language, tempo)


async def finish(store: Store, results: Iterable[GameResult], *events: Event) -> None:
    """Write results down as the journal does at the end of a game, with events of it if they matter."""
    data = tuple(encode(event) for event in events) or ({"n": 1},)
    for result in results:
        place = Place(result.server, 1000 + int(result.game[1:]))
        summary = GameSummary(result.game, place, "", "1", GamePhase.OVER, 1, None, 1, 0, result.ended, ())
        cause = Cause(f"end/{result.game}", 0, 0)
        await store.journal.commit(Change(cause, 1, data, summary, (), None, result))


MISTAKES = tuple(Mistake)


def graded(events: Sequence[Event], number: int) -> TurnReview:
    """A review of a turn that depends on the game and the turn alone."""
    moment = moments(events)[number - 1]
    decision, rack = moment.decision, moment.view.rack
    mistake = MISTAKES[(number + sum(seat.score for seat in moment.view.table.seats)) % len(MISTAKES)]
    best = MoveFigures(None, 0, 0.5 + number / 100, 1.5, 2.5)
    return TurnReview(
        number,
        decision.seat,
        decision.before,
        decision.after,
        GameStage.of_pool(moment.view.table.pool),
        rack.tiles if isinstance(rack, KnownRack) else None,
        replace(best, win=0.5),
        (best,),
        mistake,
        number / 100,
    )


class Grader:
    """Grades by `graded`, and notes each turn in a file (`note`) if there is one; `wait` is called in the thread."""

    def __init__(self, note: Path | None = None, wait: Callable[[], object] = lambda: None) -> None:
        self.note = note
        self.wait = wait
        self.turns: list[int] = []

    def __call__(
        self, events: Sequence[Event], setup: Setup, number: int, should_stop: Callable[[], bool]
    ) -> TurnReview:
        """The grade of a turn."""
        self.turns.append(number)
        self.wait()
        if self.note:
            with self.note.open("a") as file:
                file.write(f"{os.getpid()} {setup.name} {events[0].at} {number}\n")
        return graded(events, number)


@dataclass
class Teacher:
    """A grader to whom each play is a mistake and might have a phony: `move` was the best, then the one made."""

    move: str

    def __call__(
        self, events: Sequence[Event], setup: Setup, number: int, should_stop: Callable[[], bool]
    ) -> TurnReview:
        """The grade of a turn."""
        turn, moment = graded(events, number), moments(events)[number - 1]
        if not isinstance(moment.act, PlacedTiles):
            return replace(turn, mistake=Mistake.NONE, best=())
        assert turn.rack
        best = resolve(
            read_move(self.move, setup.variant, STANDARD), moment.view.table.board, KnownRack(turn.rack), setup.variant
        )
        plays = [ScoredPlay(one, 5, 5.0, Tiles()) for one in (best, moment.act.placement, best)]
        figures = tuple(MoveFigures(one, 5, 0.5, 1.0, 5.0) for one in plays)
        effect = PhonyEffect(stood=True, win=None, points=None)
        return replace(turn, mistake=Mistake.LARGE, best=figures, played=figures[1], phony=effect)


async def finished_game(run: Process, turns: int = 5) -> str:
    """A game between Ada and Bruno in which both exchange a tile until the host ends it."""
    game = await run.new_game()
    for _ in range(turns):
        state = await run.games.load(game)
        assert state.on_turn is not None
        rack = state.seats[state.on_turn].rack
        assert isinstance(rack, KnownRack)
        letter = next(tile.letter for tile in rack.tiles if not tile.is_blank)
        await run.do(game, cmd.Exchange((ADA, BRUNO)[state.on_turn].id, letter, state.turn))
    await run.do(game, cmd.End("999", moderator=True))
    assert isinstance((await run.games.load(game)).phase, Over)
    return game


def reviewing(run: Process, grader: Grader, owner: str = "me") -> Reviewer:
    """The loop that makes reviews in a process."""
    return Reviewer(run.games, ReviewStore(run.store.database), run.engines(grader=grader), run.clock, owner)


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
        puzzle = values.read(load_puzzle_lines("en")[number], load_variant)
        return replace(puzzle, lexicon=f"of the game at {events[0].at}")


def collection_of(
    store: Store, lines: ReadLines = load_puzzle_lines, languages: Callable[[], tuple[str, ...]] = puzzle_languages
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
    return values.move_text(tried.puzzle, placement)


def wrong(tried: TriedPuzzle) -> list[str]:
    """Plays that are known not to be the answer, as people type them."""
    return [values.move_text(tried.puzzle, one.placement) for one in tried.puzzle.others if one.placement]
