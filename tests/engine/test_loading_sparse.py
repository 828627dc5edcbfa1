"""Tools for one position: computer players act with them exactly as with the tools for all positions."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.computer.player import choose
from engine.game.state import HintKind
from engine.loading import load_variant
from engine.loading.computers import load_tools
from engine.loading.sparse import load_sparse_tools
from engine.model.levels import NUMBERS, SearchPart
from engine.play.scoring import score
from engine.review.hints import hint
from engine.words.lexicon import Lexicon
from engine.words.wordlist import WordList
from tests.support import diagram
from tests.support.computers import tools, view_of
from tests.support.games import rack
from tests.support.later import at_gate, later
from tests.support.words import english

CARE = "\n" * 7 + ".......CARE"
CROSSED = "\n" * 5 + "..........Q\n..........U\n.......CARE\n.......A.I.\n.......T.Z\n"
TWO_BLANKS = pytest.param(CROSSED, "AB??TER", marks=pytest.mark.soak)
POSITIONS = (("", "AEINRST"), ("", "QVVWXZU"), (CARE, "DEGILN?"), (CROSSED, "EJKOSTY"), TWO_BLANKS)


def english_list() -> Lexicon:
    """The English words as a list, which is all that a new machine has, without a graph."""
    words = english()
    return replace(words, base=words.word_list() if isinstance(words.base, WordList) else WordList.of(words.base))


@pytest.fixture(scope="module")
def words() -> Lexicon:
    return english_list()


@pytest.mark.parametrize(("board", "held"), [POSITIONS[2], TWO_BLANKS, *later([*POSITIONS[:2], POSITIONS[3]])])
def test_every_level_makes_the_same_move_but_for_looking_ahead(words: Lexicon, board: str, held: str) -> None:
    """The boards are empty, open and crowded, the racks with and without blanks."""
    view = view_of(board, held)
    sparse, full = load_sparse_tools(view, words), tools()
    assert len(sparse.generator.arrays[1]) < len(full.generator.arrays[1])
    for level in NUMBERS:
        moves = [choose(view, one, strength=level, without=frozenset(SearchPart)) for one in (sparse, full)]
        assert moves[0] == moves[1], level


@pytest.mark.parametrize(("board", "held"), POSITIONS)
def test_hints_are_the_same(words: Lexicon, board: str, held: str) -> None:
    """Nudges, any word and the best play, also when a player asks again."""
    view = view_of(board, held)
    sparse = load_sparse_tools(view, words)
    for kind in HintKind:
        for number in range(3):
            assert hint(view, sparse, kind, number) == hint(view, tools(), kind, number)


def test_the_end_of_a_game(words: Lexicon) -> None:
    """With the pool empty all plays are weighed, and leaves are worth nothing."""
    view = view_of(CROSSED, "EOST", pool=0)
    for level in (1, 5, 7, 8):
        moves = [
            choose(view, one, strength=level, without=frozenset(SearchPart))
            for one in (load_sparse_tools(view, words), tools())
        ]
        assert moves[0] == moves[1], level


@pytest.mark.soak
def test_words_of_a_server_count_too(words: Lexicon) -> None:
    """A word that was added is played, a word that was removed is not."""
    changed = words.with_words([tuple("QVZXJ")]).without_words([tuple("CARED")])
    view = view_of(CARE, "QVZXJDA")
    full = load_tools(view.table.variant, changed)
    for level in (5, 7):
        assert choose(view, load_sparse_tools(view, changed), strength=level) == choose(view, full, strength=level)
    held = rack("QVZXJDA").tiles
    found = load_sparse_tools(view, changed).generator.all(view.table.board, held)
    assert found.records.tolist() == full.generator.all(view.table.board, held).records.tolist()
    words_found = {
        "".join(word.word)
        for play in found
        for word in score(view.table.board, play.placement, view.table.variant).words
    }
    assert "QVZXJ" in words_found and "CARED" not in words_found


@pytest.mark.parametrize("name", [*at_gate(["wild"]), *later(["super"])])
def test_other_boards_and_leaves_that_nobody_has_learnt(words: Lexicon, name: str) -> None:
    """Racks and boards of other sizes, and estimated leaves."""
    variant = load_variant(name, "en")
    view = view_of("", "AEINRS?")
    table = replace(view.table, setup=replace(view.table.setup, variant=variant), board=diagram.read("", variant))
    view = replace(view, table=table)
    full = load_tools(variant, english())
    for level in (2, 6, 7):
        assert choose(view, load_sparse_tools(view, words), strength=level) == choose(view, full, strength=level)
