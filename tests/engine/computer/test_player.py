"""What a computer player does on its turn, whatever its level."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.computer.candidates import Candidate
from engine.computer.player import choose
from engine.game.commands import Challenge, Exchange, Pass, Play
from engine.game.phases import FinalPass, Over
from engine.game.state import LexiconRef
from engine.game.views import SeatView, seat_view
from engine.model.levels import NUMBERS
from engine.model.rules import ExchangeRule
from engine.model.tiles import HiddenRack
from engine.play.generator.plays import ScoredPlay as Found
from engine.play.placement import Placement
from engine.play.scoring import score
from tests.support.computers import after, play_out, table, tools, view_of
from tests.support.games import CLASSIC, NO_UNDO, rack

CARE = "\n" * 7 + ".......CARE"


def placement(command: object) -> Placement:
    assert isinstance(command, Play) and isinstance(command.move, Placement)
    return command.move


def words(view: SeatView, command: object) -> list[str]:
    sheet = score(view.table.board, placement(command), view.table.variant)
    return ["".join(word.word) for word in sheet.words]


@pytest.mark.parametrize("level", NUMBERS)
def test_every_level_finishes_a_game_by_the_rules(level: int) -> None:
    """Every command is accepted, no tile is lost, and the game ends."""
    over = play_out(table().start(), (level, level)).game
    assert isinstance(over.phase, Over)


@pytest.mark.parametrize("names", [("ada",), ("ada", "bruno", "carla"), ("ada", "bruno", "carla", "dora")])
def test_any_number_of_seats(names: tuple[str, ...]) -> None:
    """Computers play alone and in games of three and four, with the classic challenge rules."""
    over = play_out(table(CLASSIC, names).start(), (7, 1, 4, 6)[: len(names)]).game
    assert isinstance(over.phase, Over)


@pytest.mark.parametrize("level", NUMBERS)
def test_same_view_gives_same_move(level: int) -> None:
    """Nothing but the view decides the move."""
    view = view_of(CARE, "AEINRST")
    assert choose(view, tools(), after(3), strength=level) == choose(view, tools(), after(3), strength=level)


@pytest.mark.parametrize("level", NUMBERS)
def test_hidden_tiles_do_not_change_the_move(level: int) -> None:
    """Two games that differ only in the pool and the other rack give the same view, and so the same move."""
    one, other = (table().start("AEINRST", hidden) for hidden in ("QZXJKVW", "AEIOULL"))
    first, second = (seat_view(each.game, 0) for each in (one, other))
    assert first == second
    assert one.game != other.game
    assert choose(first, tools(), after(3), strength=level) == choose(second, tools(), after(3), strength=level)


def test_other_games_bring_other_moves() -> None:
    """A weak player does not play every game the same way."""
    moves = {repr(choose(view_of(CARE, "AEINRST", opened=n), tools(), strength=1)) for n in range(20)}
    assert len(moves) > 3


def test_commands_carry_the_turn() -> None:
    """Each command carries the turn's number, so that a move for a turn that is over is refused as stale."""
    command = choose(view_of(CARE, "AEINRST", turn=9), tools(), strength=7)
    assert isinstance(command, Play) and command.turn == 9


@pytest.mark.parametrize("level", [5, 6, 7, 8])
def test_strong_levels_find_the_obvious_bingo(level: int) -> None:
    """RETINAS and its anagrams are worth far more than anything else."""
    view = view_of("", "AEINRST")
    assert len(placement(choose(view, tools(), after(3), strength=level)).tiles) == 7


@pytest.mark.parametrize("level", NUMBERS)
def test_no_pass_or_exchange_when_an_obvious_play_exists(level: int) -> None:
    """Even the weakest level finds one of the many everyday words, in every game."""
    for opened in range(12):
        view = view_of(CARE, "ADEHNST", opened=opened)
        assert isinstance(choose(view, tools(), after(3), strength=level), Play)


@pytest.mark.parametrize("level", NUMBERS)
def test_hopeless_rack_is_exchanged_or_passed(level: int) -> None:
    """With no play, the computer exchanges as far as the rules and the pool allow, otherwise it passes."""
    assert isinstance(choose(view_of("", "VVWWCCG"), tools(), after(3), strength=level), Exchange)
    assert isinstance(choose(view_of("", "VVWWCCG", pool=0), tools(), after(3), strength=level), Pass)
    full = replace(NO_UNDO, exchange_min_pool=ExchangeRule.RACK)
    assert isinstance(choose(view_of("", "VVWWCCG", pool=6, rules=full), tools(), after(3), strength=level), Pass)
    few = choose(view_of("", "VVWWCCG", pool=3), tools(), after(3), strength=level)
    assert isinstance(few, Exchange) and len(few.tiles) <= 3


def test_strong_players_keep_good_tiles() -> None:
    """With no play, the computer exchanges neither its blank nor its S."""
    command = choose(view_of("", "VVWWCCS"), tools(), strength=7)
    assert isinstance(command, Exchange) and "S" not in {tile.letter for tile in command.tiles}


def test_going_out_wins_over_a_few_points_more() -> None:
    """With the pool empty, going out is worth more than a slightly higher score."""
    view = view_of(CARE, "S", pool=0)
    assert words(view, choose(view, tools(), strength=7)) == ["CARES"]


def test_unwanted_words_are_never_played() -> None:
    """Computers do not play a word on the list of unwanted words, although it is valid."""
    view = view_of("", "AAEINST")
    best = choose(view, tools(), strength=7)
    key = tools().lexicon.key(tuple(words(view, best)[0]))
    bothered = replace(tools(), unwanted=frozenset({key}))
    assert words(view, choose(view, bothered, strength=7)) != words(view, best)


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_weak_players_play_no_coarse_word(level: int) -> None:
    """Whatever they would play else; strong ones play it, unless the server is for families."""
    view = view_of("", "AAEINST")
    known = choose(view, tools(), strength=level)
    coarse = frozenset(tools().lexicon.key(tuple(word)) for word in words(view, known))
    assert words(view, choose(view, replace(tools(), coarse=coarse), strength=level)) != words(view, known)


def test_strong_players_play_coarse_words_unless_they_are_mild() -> None:
    """The dictionary is the same for both."""
    view = view_of("", "AAEINST")
    best = words(view, choose(view, tools(), strength=7))
    rude = replace(tools(), coarse=frozenset({tools().lexicon.key(tuple(best[0]))}))
    assert words(view, choose(view, rude, strength=7)) == best
    assert words(view, choose(view, rude.mild(), strength=7)) != best
    assert rude.mild().lexicon.contains(tuple(best[0]))


def test_candidates_are_reported() -> None:
    """Spectators see the moves that the computer is considering."""
    seen: list[Candidate] = []
    command = choose(view_of(CARE, "AEINRST"), tools(), report=seen.extend, strength=7)
    assert isinstance(seen[-1].move, Found) and seen[-1].move.placement == placement(command)


def test_nothing_to_do_is_an_error() -> None:
    """Asked out of turn or about a hidden rack."""
    view = view_of(CARE, "AEINRST")
    with pytest.raises(ValueError, match="not the turn"):
        choose(replace(view, seat=1, rack=rack("ABCDEFG")), tools())
    with pytest.raises(ValueError, match="hidden"):
        choose(replace(view, rack=HiddenRack(7)), tools())


def test_last_play_is_let_stand_or_challenged() -> None:
    """After an out-play, the strongest level passes on a good play and challenges a phony."""
    for last, expected in (("8L S", Pass), ("8L Q", Challenge)):
        opened = table(CLASSIC)
        opened.start("AEINRST", "ABCDEFG")
        state = opened.game
        board = view_of(CARE, "A").table.board
        tiles = rack(last[-1])
        opened.state = replace(
            state, board=board, pool=type(state.pool)(), seats=(replace(state.seats[0], rack=tiles), state.seats[1])
        )
        opened.play(last)
        assert isinstance(opened.game.phase, FinalPass)
        command = choose(seat_view(opened.game, 1), tools(), strength=8)
        assert isinstance(command, expected)
        opened.do(command)


def test_lexicon_of_the_game_is_what_counts() -> None:
    """A word that a server removed is not played; a word that it added is."""
    from engine.loading.computers import load_tools

    lexicon = tools().lexicon.without_words([tuple("CARES")]).with_words([tuple("CAREZ")])
    changed = load_tools(tools().generator.variant, lexicon)
    assert changed is load_tools(tools().generator.variant, lexicon)
    last = view_of(CARE, "S", pool=0)
    assert "CARES" not in words(last, choose(last, changed, strength=7))
    added = view_of(CARE, "Z", pool=0)
    assert words(added, choose(added, changed, strength=7)) == ["CAREZ"]
    assert LexiconRef("x", lexicon.id) != LexiconRef("x", tools().lexicon.id)
