"""What `import engine` refuses, and how: the facts are in `summary`, in words for whoever typed the text."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from dataclasses import fields

import pytest

import engine
from engine import errors as err
from engine.api.position import Position
from tests.engine.api.test_opening import ENDING, MORDENTS

EMPTY = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15"


@pytest.mark.parametrize(
    ("text", "reason", "facts"),
    [
        ("E5 MORXENTS", err.SquareTaken, ("8E", "D", "X")),
        ("1A M.", err.SquareEmpty, ("1B",)),
        ("7F TONSREM", err.NotInLexicon, ("TONSREM",)),
        ("7F QUEEN", err.TilesNotOnRack, ("Q", "U", "E")),
        ("-EZX", err.TilesNotOnRack, ("X", "Z")),
        ("7F M3N", err.UnknownLetter, ("3", "M3N")),
        ("MEN", err.MalformedMove, ("MEN", "8H HELLO")),
        ("-E5", err.UnknownLetter, ("5",)),
    ],
)
def test_X31_a_refusal_tells_its_facts(text: str, reason: type[engine.EngineError], facts: tuple[str, ...]) -> None:
    with pytest.raises(reason) as refused:
        engine.open_position(MORDENTS).move(text)
    words = re.findall(r"[\w.]+", refused.value.summary)
    assert set(" ".join(facts).split()) <= {word.rstrip(".") for word in words}, refused.value.summary


@pytest.mark.parametrize(("row", "column", "place"), [(7, 7, "8H"), (None, 7, "column H"), (7, None, "row 8")])
def test_a_start_is_named(row: int | None, column: int | None, place: str) -> None:
    assert place in err.StartNotCovered(row, column).summary


def test_no_summary_tells_of_fields_and_types() -> None:
    """A form has only facts of its class; without a form, the first sentence of the docstring is all."""
    kinds = [one for _, one in inspect.getmembers(err, inspect.isclass) if issubclass(one, err.EngineError)]
    assert len(kinds) > 80
    for kind in kinds:
        names = {one.name for one in fields(kind)}
        assert set(re.findall(r"{(\w+)}", kind.says)) <= {*names, "square", "strange"}
        if not kind.says and not issubclass(kind, err.BadData | err.SquareTaken):
            told = kind(*(None for _ in names)).summary
            assert told.endswith(".") and not re.search(r"0-based|tuple|\. ", told), kind


def test_tiles_are_named_alike_whatever_was_asked() -> None:
    """Their points are told only where tiles of a letter differ in them."""
    position = engine.open_position(MORDENTS)
    asked: tuple[Callable[[], object], ...] = (
        lambda: position.move("7F MENTOX"),
        lambda: position.move("-X"),
        lambda: position.with_rack("XX"),
    )
    for ask in asked:
        with pytest.raises(err.TilesNotOnRack) as refused:
            ask()
        assert refused.value.missing == ("X",)


@pytest.mark.parametrize(
    "ask", [Position.plays, Position.exchanges, Position.simulate, Position.solve, Position.choose, lambda p: p.rank(7)]
)
def test_what_needs_a_rack_refuses_to_go_without(ask: Callable[[Position], object]) -> None:
    with pytest.raises(err.BadData):
        ask(engine.open_position())
    assert ask(engine.open_position(ENDING)) is not None


def test_a_rack_holds_no_more_than_racks_do() -> None:
    with pytest.raises(err.BadData, match="8"):
        engine.open_position(rack="AEINRSTX")
    with pytest.raises(err.BadData, match="8"):
        engine.new_game().with_rack("AEINRSTX", seat=1)
    assert engine.open_position(rack="AEINRST").with_rack(None) == engine.open_position()


@pytest.mark.parametrize("text", [f"{EMPTY} AE5T/ 0/0 0", f"{EMPTY.replace('15', '5Ä9', 1)} / 0/0 0"])
def test_only_the_character_that_is_no_tile_is_blamed(text: str) -> None:
    with pytest.raises(err.BadData) as refused:
        engine.open_position(text)
    assert refused.value.reason.facts["text"] in ("'5'", "'Ä'")


@pytest.mark.parametrize("name", ["none", "klingon"])
def test_a_lexicon_that_is_not_used_is_told(name: str) -> None:
    position = engine.open_position(f"{MORDENTS} lex {name};")
    assert position.lexicon.name == "english"
    assert [one.facts["name"] for one in position.remarks] == [repr(name)]


def test_words_that_nobody_checks_need_no_remark() -> None:
    assert not engine.open_position(f"{MORDENTS} lex none;", lexicon="none").remarks


def test_a_rack_that_is_not_known_exchanges_named_tiles() -> None:
    game = engine.new_game("me", "they").with_rack("DEEINRU").play("8B UREDINE").play("-ABC")
    assert ">they: ABC -ABC +0 0" in str(game)
    with pytest.raises(err.TilesNotOnRack):
        engine.new_game().with_rack("DEEINRU").play("-ABC")
