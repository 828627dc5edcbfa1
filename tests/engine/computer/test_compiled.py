"""Games in compiled code compared with the same games played by commands and events."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.computer.compiled import CompiledGame, is_covered
from engine.computer.contests import Contestant
from engine.computer.kernels import games
from engine.computer.leaves import estimate
from engine.computer.luck import Luck
from engine.computer.player import choose
from engine.computer.selfplay import after, begin, context_of, play_game
from engine.computer.tools import ComputerTools
from engine.game.phases import EndReason, Over
from engine.game.state import GameState
from engine.game.views import seat_view
from engine.loading import load_variant
from engine.loading.computers import load_tools, make_generator
from engine.model.tiles import KnownRack, Tile, Tiles
from engine.model.variant import Variant
from engine.play.generator.encoding import encode_board, encode_rack
from engine.play.generator.generator import sort_slots
from tests.support.computers import tools
from tests.support.games import variant_of
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


@pytest.mark.parametrize("name", ["super", "quick", "wild"])
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
