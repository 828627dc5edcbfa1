"""Games on arrays compared with the same games played by commands and events."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from engine.computer.contests import Contestant, Outcome
from engine.computer.flatgames import is_flat, play_flat
from engine.computer.kernels.luck import draw_bells
from engine.computer.luck import Luck
from engine.computer.selfplay import play_by_rules, play_game
from engine.computer.tools import Tools
from engine.loading import load_variant
from engine.loading.computers import load_tools
from engine.play.generator.kernels.racks import VALUE_BITS
from tests.support.computers import tools
from tests.support.words import english


def no_time() -> float:
    return 0.0


def both(with_tools: Tools, levels: tuple[int, ...], number: int) -> tuple[Outcome, Outcome]:
    """A game on arrays and by the rules."""
    players = tuple(map(Contestant, levels))
    assert is_flat(with_tools, players)
    return play_flat(with_tools, players, number, no_time), play_by_rules(with_tools, players, number, no_time)


@pytest.mark.parametrize("levels", [(7, 7), (6, 7), (5, 6), (5, 5), (7, 6, 5), (7, 5, 6, 7), (6,)])
@pytest.mark.parametrize("number", [1, 2])
def test_same_moves_and_scores_as_by_the_rules(levels: tuple[int, ...], number: int) -> None:
    """The two agree for the same seed, at every level that neither looks ahead nor overlooks words."""
    flat, full = both(tools(), levels, number)
    assert flat == full


@pytest.mark.parametrize("name", ["super", "quick", "wild"])
def test_same_on_other_boards(name: str) -> None:
    """They agree on larger and smaller boards and racks, and with blocked squares."""
    made = load_tools(load_variant(name, "en"), english())
    for levels in ((7, 6), (5, 7)):
        flat, full = both(made, levels, 3)
        assert flat == full


@pytest.mark.soak
def test_same_where_many_words_are_unwanted() -> None:
    """Both take the first play without an unwanted word, from the same plays."""
    unwanted = frozenset(key for key in tools().lexicon.base if len(key) == 5 or key[0] in (1, 5, 19))
    bothered = replace(tools(), unwanted=unwanted)
    for levels in ((7, 7), (6, 5)):
        flat, full = both(bothered, levels, 4)
        assert flat == full
        assert flat.scores != both(tools(), levels, 4)[0].scores


def test_same_where_exchanges_are_equally_good() -> None:
    """Without learnt leaves every exchange has the same value: the fewest tiles go back, the first in tile order."""
    nothing = replace(tools(), leaves=replace(tools().leaves, entries=np.zeros_like(tools().leaves.entries)))
    flat, full = both(nothing, (7, 7), 5)
    assert flat == full


def test_same_where_too_few_plays_reach_the_guess() -> None:
    """Leaves that are all worth 50 points make the first guess of what plays reach too high: all are looked for."""
    entries = tools().leaves.entries
    worth = np.where(entries != 0, (entries >> VALUE_BITS << VALUE_BITS) | 50_000, 0)
    spoilt = replace(tools(), leaves=replace(tools().leaves, entries=worth))
    flat, full = both(spoilt, (6, 6), 6)
    assert flat == full


def test_others_play_by_the_rules() -> None:
    """Levels that overlook words or look ahead, and variants in which exchanges score, play by commands and events."""
    assert not is_flat(tools(), (Contestant(7), Contestant(4)))
    assert not is_flat(tools(), (Contestant(8), Contestant(7)))
    costly = load_tools(load_variant("cardwords", "en"), english())
    assert not is_flat(costly, (Contestant(7), Contestant(7)))
    assert play_game(tools(), (Contestant(7), Contestant(1)), 1, no_time).winners


def test_noise_is_drawn_bit_by_bit_as_luck_draws_it() -> None:
    """The draws agree for keys of every length, and far out in both tails of the distribution."""
    source = random.Random(2)
    luck = Luck(source.randbytes(16))
    keys = [
        (source.getrandbits(bits), source.getrandbits(source.randint(0, 47)))
        for bits in range(1, 60)
        for _ in range(40)
    ]
    plays = np.array([(0, key, other, 0) for key, other in keys], np.int64)
    drawn = draw_bells(plays, np.frombuffer(luck.seed, "<i8").astype(np.int64))
    assert drawn.tolist() == [luck.bell("value", *pair) for pair in keys]
    assert max(drawn) > 2.5
    assert min(drawn) < -2.5
