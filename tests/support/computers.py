"""Computer players for tests: the project's tools, and games that they play under full checks."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass, replace

from engine.computer.player import choose
from engine.computer.tools import ComputerTools
from engine.game.phases import FinalPass, Turn
from engine.game.views import SeatView, seat_view
from engine.loading.computers import load_tools
from engine.model.alphabet import Word
from engine.model.rules import Rules
from engine.words.lexicon import Lexicon
from tests.support import diagram
from tests.support.games import NO_UNDO, STANDARD, Table, check_invariants, rack
from tests.support.words import english


@functools.cache
def tools() -> ComputerTools:
    """The tools of computer players for the standard English game."""
    return load_tools(STANDARD, english())


@dataclass(frozen=True)
class WordsOf:
    """The words of a lexicon, as a judge."""

    lexicon: Lexicon

    def __contains__(self, word: Word) -> bool:
        return self.lexicon.contains(word)


def table(rules: Rules = NO_UNDO, names: tuple[str, ...] = ("ada", "bruno"), seed: int = 1) -> Table:
    """A lobby whose words are judged by the English lexicon."""
    opened = Table(rules, names=names, seed=seed)
    opened.words = WordsOf(english())  # type: ignore[assignment]
    return opened


def view_of(board: str, held: str, pool: int = 50, rules: Rules = NO_UNDO, turn: int = 1, opened: int = 7) -> SeatView:
    """The view of seat 0, on turn, of a board drawn as a diagram."""
    game = table(rules).start().game
    view = seat_view(game, 0)
    seats = view.table.seats
    drawn = replace(
        view.table,
        board=diagram.read(board, STANDARD),
        pool=pool,
        turn=turn,
        opened=opened,
        phase=Turn(0, 0),
        seats=(replace(seats[0], tiles=len(held)), seats[1]),
        latest=None,
    )
    return SeatView(drawn, 0, rack(held))


def play_out(opened: Table, levels: tuple[int, ...]) -> Table:
    """Plays a started game to its end, each seat at its level, checking after each turn that no tile was lost."""
    while isinstance(opened.game.phase, Turn | FinalPass):
        phase = opened.game.phase
        seat = phase.seat if isinstance(phase, Turn) else phase.waiting[0]
        opened.do(choose(seat_view(opened.game, seat), tools(), after(2), strength=levels[seat]))
        check_invariants(opened)
    return opened


def after(count: int) -> Callable[[], bool]:
    """Tells a player to stop when it asks for the nth time, so that no test depends on a clock."""
    asked = iter(range(count))
    return lambda: next(asked, None) is None
