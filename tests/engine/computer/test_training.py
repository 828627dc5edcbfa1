"""Learning leave values by self-play."""

from __future__ import annotations

import re

import numpy as np
import pytest

from engine.computer.leaves import estimate
from engine.computer.training import Trainer
from engine.errors import BadData
from engine.formats import klv
from engine.limits import COMMAND_LINE
from engine.loading import load_variant
from engine.loading.computers import learnt_file, load_leaves, make_generator, read_packed
from engine.play.generator.generator import Generator, leave_values
from tests.support.games import STANDARD, tiles, variant_of
from tests.support.sentences import said
from tests.support.words import english

PLAN = (4, 6)
LETTERS = "??AAAEEEEIIOONNRRTTSSLLDDCMPQVU"


@pytest.fixture(scope="module")
def generator() -> Generator:
    return make_generator(variant_of(LETTERS, 4), english())


def test_interrupted_work_ends_like_uninterrupted(generator: Generator) -> None:
    """Saving the state and resuming from it changes nothing in the result."""
    whole = Trainer.begin(generator, 5, PLAN)
    while not whole.is_done:
        whole.play(100)
    part = Trainer.begin(generator, 5, PLAN)
    while not part.is_done:
        part.play(3)
        resumed = Trainer.begin(generator, 5, PLAN)
        resumed.restore({name: array.copy() for name, array in part.state().items()})
        part = resumed
    assert np.array_equal(whole.values, part.values)
    assert np.abs(whole.values).sum() > 0


def test_progress_counts_games(generator: Generator) -> None:
    """Progress counts games by generation, with the points that seats scored."""
    trainer = Trainer.begin(generator, 5, PLAN)
    trainer.play(3)
    now = trainer.progress
    assert (now.generation, now.generations, now.games, now.planned) == (1, 2, 3, 4)
    assert now.samples > 0 and 20 < now.mean_score < 400
    trainer.play(100)
    assert trainer.progress.generation == 2


def test_state_of_another_variant_is_refused(generator: Generator) -> None:
    """Its numbers belong to other leaves."""
    other = Trainer.begin(make_generator(variant_of(LETTERS[:-2], 4), english()), 5, PLAN)
    with pytest.raises(ValueError, match="another variant"):
        Trainer.begin(generator, 5, PLAN).restore(other.state())


def test_racks_without_leave_values_are_refused() -> None:
    """Leaves of racks with more than twelve tiles are never looked up, and listing them would fill the memory."""
    large = make_generator(variant_of(LETTERS, 13), english())
    with pytest.raises(BadData, match=re.escape(said("computer.leave_values_learnt", size=13, most=12))):
        Trainer.begin(large, 5, PLAN)


def value(held: str, learnt: bool = True) -> float:
    """What keeping these tiles is worth in the standard game."""
    generator = make_generator(STANDARD, english())
    table = load_leaves(STANDARD) if learnt else estimate(STANDARD)
    position = generator.position(_empty(), tiles(held))
    return int(leave_values(position, table)[-1]) / 1000


def _empty():  # type: ignore[no-untyped-def]
    from engine.model.board import Board

    return Board.empty(STANDARD.layout)


@pytest.mark.soak
def test_shipped_values_are_sensible() -> None:
    """A blank is worth most and an S much; a lone Q, too many vowels and clumsy consonants cost."""
    assert 20 < value("?") < 35
    assert 6 < value("S") < 11
    assert value("Q") < -4
    assert value("QU") > value("Q") + 5
    assert value("UU") < value("U") < 0
    assert value("AEINST") > 20
    assert value("AEIOU") < -10


@pytest.mark.parametrize(
    ("code", "best", "worst"),
    [("fr", "SE", "QW"), ("de", "ET", "QJ"), ("es", "AS", "QY"), ("no", "EA", "W"), ("pl", "UA", "")],
)
def test_N11_shipped_values_of_other_languages_are_sensible(code: str, best: str, worst: str) -> None:
    """A blank is worth most; letters that go with many are worth points, and clumsy ones cost."""
    variant = load_variant("standard", code)
    path = learnt_file(variant)
    assert path is not None
    leaves = [(0,), *((variant.alphabet.index(letter),) for letter in best + worst)]
    blank, *values = klv.look_up(read_packed(path), len(variant.alphabet), leaves, path.name, COMMAND_LINE).values
    assert 20 < blank < 35
    assert all(2 < value < 10 for value in values[:2])
    assert all(value < -8 for value in values[2:])


@pytest.mark.soak
def test_estimate_prefers_blanks_and_balance() -> None:
    """The estimate for variants without a file needs no learning."""
    assert value("?", learnt=False) > value("S", learnt=False)
    assert value("AERT", learnt=False) > value("AEIO", learnt=False)
    assert value("ER", learnt=False) > value("RR", learnt=False)
