"""Reviews for tests: finished games, and a grader that needs no words and always says the same."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from bot.service.reviewing import Reviewing
from engine.game import commands as cmd
from engine.game.events import Event
from engine.game.phases import Over
from engine.game.state import Setup
from engine.model.coordinates import STANDARD
from engine.model.tiles import KnownRack, Tiles
from engine.play.generator.plays import Exchange, Play
from engine.play.notation import read_move
from engine.play.placement import resolve
from engine.play.scoring import score
from engine.review.turns import Act, Moment, Placed, Traded, moments
from engine.review.values import Figures, Mistake, Move, Phase, PhonyEffect, Reason, TurnReview
from tests.support.service import ADA, BRUNO, Process

MISTAKES = tuple(Mistake)


def graded(events: Sequence[Event], number: int) -> TurnReview:
    """A review of a turn that depends on the game and the turn alone."""
    moment = moments(events)[number - 1]
    decision, rack = moment.decision, moment.view.rack
    mistake = MISTAKES[(number + sum(seat.score for seat in moment.view.table.seats)) % len(MISTAKES)]
    best = Figures(None, 0, 0.5 + number / 100, 1.5, 2.5)
    return TurnReview(
        number,
        decision.seat,
        decision.before,
        decision.after,
        Phase.of_pool(moment.view.table.pool),
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
        if not isinstance(moment.act, Placed):
            return replace(turn, mistake=Mistake.NONE, best=())
        assert turn.rack
        best = resolve(
            read_move(self.move, setup.variant, STANDARD), moment.view.table.board, KnownRack(turn.rack), setup.variant
        )
        plays = [Play(one, 5, 5.0, Tiles()) for one in (best, moment.act.placement, best)]
        figures = tuple(Figures(one, 5, 0.5, 1.0, 5.0) for one in plays)
        effect = PhonyEffect(stood=True, win=None, points=None)
        return replace(turn, mistake=Mistake.LARGE, best=figures, played=figures[1], phony=effect)


@dataclass(frozen=True)
class Lesson:
    """What is to be said of a turn: the best plays with their chance to win in %, that of the move made, and why."""

    best: tuple[tuple[str, float], ...]
    played: float
    mistake: Mistake = Mistake.NONE
    reason: Reason | None = None
    phony: PhonyEffect | None = None


@dataclass
class Coach:
    """A grader that says of each turn what its lesson does; other turns are graded as by `graded`.

    `wait` is called in the thread before each turn.
    """

    lessons: Mapping[int, Lesson]
    wait: Callable[[], object] = lambda: None

    def __call__(
        self, events: Sequence[Event], setup: Setup, number: int, should_stop: Callable[[], bool]
    ) -> TurnReview:
        """The grade of a turn."""
        self.wait()
        turn, lesson, moment = graded(events, number), self.lessons.get(number), moments(events)[number - 1]
        if lesson is None:
            return turn
        best = tuple(_figures(_play(move, moment, setup), chance) for move, chance in lesson.best)
        played = _figures(_made(moment.act), lesson.played)
        if moment.withdrawn:
            played = replace(played, score=0)
        lost = max(lesson.best[0][1] - lesson.played, 0.0) / 100
        return replace(
            turn,
            best=best,
            played=played,
            mistake=lesson.mistake,
            lost_win=lost,
            reason=lesson.reason,
            phony=lesson.phony,
        )


def _figures(move: Move, percent: float) -> Figures:
    """A move with a chance to win, and a lead to match."""
    points = move.score if move else 0
    return Figures(move, points, percent / 100, 1.6 * (percent - 50), float(points))


def _play(move: str, moment: Moment, setup: Setup) -> Play:
    rack, board = moment.view.rack, moment.view.table.board
    placement = resolve(read_move(move, setup.variant, STANDARD), board, rack, setup.variant)
    return Play(placement, score(board, placement, setup.variant).total, 0.0, Tiles())


def _made(act: Act) -> Move:
    match act:
        case Placed(placement=placement, sheet=sheet):
            return Play(placement, sheet.total, 0.0, Tiles())
        case Traded(tiles=tiles):
            return Exchange(tiles, 0, 0.0, Tiles())
        case _:
            return None


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


def reviewing(run: Process, grader: Grader, owner: str = "me") -> Reviewing:
    """The loop that makes reviews in a process."""
    return Reviewing(run.games, run.store.reviews, grader, run.clock, owner)
