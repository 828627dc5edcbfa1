"""Games in compiled code compared with the same games played by players, and leave values learnt from them."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest

from engine.computer.kernels import games
from engine.computer.leaves import estimate
from engine.computer.player import choose
from engine.computer.selfplay import CompiledGame, Contestant, after, begin, context_of, is_covered, play_game
from engine.computer.tools import ComputerTools, Luck
from engine.computer.training import Trainer
from engine.errors import BadData
from engine.formats import klv
from engine.game.phases import EndReason, Over
from engine.game.state import GameState
from engine.game.views import seat_view
from engine.limits import COMMAND_LINE
from engine.loading import load_variant
from engine.loading.computers import learnt_file, load_leaves, load_tools, make_generator, read_packed
from engine.model.tiles import KnownRack, Tile, Tiles
from engine.model.variant import Variant
from engine.play.generator.encoding import encode_board, encode_rack, sort_slots
from engine.play.generator.generator import Generator, leave_values
from tests.support.engines import tools
from tests.support.games import STANDARD, tiles, variant_of
from tests.support.later import later
from tests.support.sentences import said
from tests.support.words import english


class SameTiles:
    """Draws for the rules from the same list of tiles as a compiled game that has not begun, by the same numbers."""

    def __init__(self, game: CompiledGame, variant: Variant) -> None:
        self.variant = variant
        self.random = game.game.random.copy()
        self.listed = list(self.variant.tile_set.tiles)

    def draw(self, pool: Tiles, count: int) -> Tiles:
        """The next tiles; those exchanged since the last draw are put at the end of the list, in the order of slots."""
        self.listed += sort_slots(pool - Tiles.of(self.listed), self.variant)
        drawn: list[Tile] = []
        for _ in range(count):
            at = games.pick(self.random, len(self.listed))
            self.listed[at], self.listed[-1] = self.listed[-1], self.listed[at]
            drawn.append(self.listed.pop())
        return Tiles.of(drawn)


def is_same(game: CompiledGame, state: GameState) -> bool:
    """Whether boards and racks agree."""
    variant = state.variant
    racks = [seat.rack.tiles for seat in state.seats if isinstance(seat.rack, KnownRack)]
    held = [sorted(row[:count]) for row, count in zip(game.game.racks, game.game.seats[:, games.HELD], strict=True)]
    return (
        encode_board(state.board, variant.alphabet).tolist() == game.game.board.tolist()
        and [sorted(encode_rack(rack, variant.alphabet)) for rack in racks] == held
    )


def check(
    with_tools: ComputerTools, levels: tuple[int, ...], number: int, monkeypatch: pytest.MonkeyPatch
) -> EndReason:
    """Plays a game both ways, with the same tiles and misjudgements, and compares them after each move; how it ended.

    Scores are compared without and then with the tiles left at the end.
    """
    players = tuple(map(Contestant, levels))
    assert is_covered(with_tools, players)
    game = CompiledGame.begin(with_tools, players, number)
    context, luck = (
        replace(context_of(with_tools, number), draw=SameTiles(game, with_tools.generator.variant).draw),
        game.minds.random.copy(),
    )
    monkeypatch.setattr(Luck, "bell", lambda *_: games.bell(luck))
    state, over = begin(with_tools, levels, context), game.play(0)
    while not over:
        assert is_same(game, state)
        assert [seat.score for seat in state.seats] == game.game.seats[:, games.POINTS].tolist()
        assert state.on_turn == game.game.facts[games.SEAT]
        state = after(state, choose(seat_view(state, state.on_turn), with_tools), context)
        over = game.play(1)
    assert is_same(game, state)
    assert isinstance(state.phase, Over)
    outcome = game.outcome((0.0,) * len(levels))
    assert outcome.scores == tuple(seat.score for seat in state.seats)
    assert outcome.winners == state.phase.winners
    return state.phase.reason


@pytest.mark.parametrize("levels", [(7, 7), (6, 7), (5, 6), (5, 5), (7, 6, 5), (7, 5, 6, 7), (6,)])
@pytest.mark.parametrize("number", [1, 2])
def test_same_moves_and_scores_as_by_the_rules(
    levels: tuple[int, ...], number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The two agree at every level that neither looks ahead nor overlooks words."""
    assert check(tools(), levels, number, monkeypatch) is EndReason.OUT


@pytest.mark.parametrize("name", ["quick", *later(["super", "wild"])])
def test_same_on_other_boards(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """They agree on larger and smaller boards and racks, and with blocked squares."""
    made = load_tools(load_variant(name, "en"), english())
    for levels in ((7, 6), (5, 7)):
        check(made, levels, 3, monkeypatch)


def test_same_where_nobody_goes_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """With tiles that soon fit nowhere, games end by passes once the pool is empty, or by turns without points."""
    reasons = set()
    for letters in ("VVVVVVVVVVVVVVVVVVVVAT", "AATTVVVVVVVV"):
        variant = variant_of(letters, 4)
        poor = replace(tools(), generator=make_generator(variant, english()), leaves=estimate(variant))
        reasons |= {check(poor, (7, 6), number, monkeypatch) for number in range(4)}
    assert {EndReason.ALL_PASSED, EndReason.SCORELESS} <= reasons


@pytest.mark.soak
def test_same_where_many_words_are_unwanted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both take the first play without an unwanted word."""
    unwanted = frozenset(key for key in tools().lexicon.base if len(key) == 5 or key[0] in (1, 5, 19))
    bothered = replace(tools(), unwanted=unwanted)
    for levels in ((7, 7), (6, 5)):
        check(bothered, levels, 4, monkeypatch)


def no_time() -> float:
    return 0.0


def test_others_play_by_the_rules() -> None:
    """Levels that overlook words or look ahead, and variants in which exchanges score, play by commands and events."""
    assert not is_covered(tools(), (Contestant(7), Contestant(4)))
    assert not is_covered(tools(), (Contestant(8), Contestant(7)))
    costly = load_tools(load_variant("cardwords", "en"), english())
    assert not is_covered(costly, (Contestant(7), Contestant(7)))
    assert play_game(tools(), (Contestant(7), Contestant(1)), 1, no_time).winners


def test_misjudgements_are_normal() -> None:
    """Their mean, spread and tails are those of the normal distribution."""
    random = CompiledGame.begin(tools(), (Contestant(6),), 1).minds.random
    drawn = sorted(games.bell(random) for _ in range(20_000))
    assert drawn[10_000] == pytest.approx(0, abs=0.03)
    assert drawn[16_827] == pytest.approx(1, abs=0.03)
    assert drawn[456] == pytest.approx(-2, abs=0.06)
    assert -6 < drawn[0] < -3 and 3 < drawn[-1] < 6


PLAN = (4, 6)
LETTERS = "??AAAEEEEIIOONNRRTTSSLLDDCMPQVU"


@pytest.fixture(scope="module")
def generator() -> Generator:
    return make_generator(variant_of(LETTERS, 4), english())


@pytest.mark.soak
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


@pytest.mark.soak
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
