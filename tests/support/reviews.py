"""Reviews for tests: finished games, and a grader that needs no words and always says the same."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from bot.features.review.reviewer import Reviewer
from bot.features.review.store import ReviewStore
from engine.game import commands as cmd
from engine.game.events import Event
from engine.game.phases import Over
from engine.game.state import Setup
from engine.model.coordinates import STANDARD
from engine.model.tiles import KnownRack, Tiles
from engine.play.generator.plays import ScoredPlay
from engine.play.notation import read_move
from engine.play.placement import resolve
from engine.review.turns import PlacedTiles, moments
from engine.review.values import GameStage, Mistake, MoveFigures, PhonyEffect, TurnReview
from tests.support.service import ADA, BRUNO, Process

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
