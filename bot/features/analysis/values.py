"""Analysis boards: positions in which a person tries moves on their own."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.limits import DAY
from engine.game.state import LexiconRef

BOARD_KEPT_FOR = 7 * DAY
"""How long a board that nobody uses is kept, in milliseconds."""
MOST_BOARDS = 10
"""Boards that are kept for one person; a new one takes the place of the one not used for longest."""
MOST_STEPS = 60
"""Positions of one board."""
EXCHANGED = "-"
"""Comes before the tiles of an exchange in the text of a move; alone, it is a pass."""
MOST_FOUND = 10
"""Best moves that are kept with a position."""


@dataclass(frozen=True, slots=True)
class FoundMove:
    """One of the best moves: a play as CGP and GCG write it, `-` and the tiles exchanged, or `-` alone for a pass.

    `equity` is in points. `win` is the chance to win and `lead` the mean lead at the end, None unless they were
    estimated by `deals` random deals, or `proven` by search.
    """

    move: str
    score: int
    equity: float
    win: float | None = None
    lead: float | None = None
    deals: int = 0
    proven: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """A position, as CGP, the move that led to it, and the seat that moves next.

    `made` is written as `FoundMove.move`, empty at the beginning; `points` is its score, and `phonies` are words of it
    that the dictionary lacks. `found` holds the best moves, once someone asked for them. `is_over` says that the game
    ends here.
    """

    position: str
    seat: int = 0
    made: str = ""
    points: int = 0
    phonies: tuple[str, ...] = ()
    is_over: bool = False
    found: tuple[FoundMove, ...] = ()


@dataclass(frozen=True, slots=True)
class AnalysisBoard:
    """A person's board: positions, one after the other, of which that at `at` is looked at.

    The variant is that of `game`, or if it is empty the one of this name and language; `lexicon` and `coordinates` are
    as a game pins them. `names` are the names of the seats, empty for nobody in particular.
    """

    id: str
    person: str
    variant: str
    language: str
    lexicon: LexiconRef
    coordinates: str
    game: str
    names: tuple[str, ...]
    steps: tuple[Step, ...]
    at: int = 0
    used: int = 0

    @property
    def step(self) -> Step:
        """The position looked at."""
        return self.steps[self.at]

    def moved(self, by: int) -> AnalysisBoard:
        """The board some steps further, or back, as far as there are any."""
        return replace(self, at=min(max(self.at + by, 0), len(self.steps) - 1))

    def changed(self, step: Step) -> AnalysisBoard:
        """The board with the position looked at changed, which makes those after it void."""
        return replace(self, steps=(*self.steps[: self.at], step))

    def followed_by(self, step: Step) -> AnalysisBoard:
        """The board with a position after the one looked at; if that is there already, only looked at."""
        after = self.moved(1)
        if after.at > self.at and (after.step.made, after.step.seat) == (step.made, step.seat):
            return after
        return replace(self, steps=(*self.steps[: self.at + 1], step), at=self.at + 1)

    def with_found(self, found: tuple[FoundMove, ...]) -> AnalysisBoard:
        """The board with the best moves of the position looked at."""
        steps = list(self.steps)
        steps[self.at] = replace(self.step, found=found)
        return replace(self, steps=tuple(steps))
