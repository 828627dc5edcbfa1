"""What records and positions say that they were played with: everything we write is read as the same game."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import BadData, EngineError
from engine.formats import gcg, varianttoml
from engine.formats.replay import Replay, replay
from engine.formats.tiletext import Origin
from engine.formats.varianttoml import VariantFile
from engine.game import commands as cmd
from engine.game import events as ev
from engine.game.phases import Over
from engine.game.state import HintKind
from engine.limits import CHAT
from engine.loading import (
    list_languages,
    list_variants,
    load_language,
    load_variant,
    load_variant_file,
    origins,
    read_variant_file,
)
from engine.model.board import STANDARD, Cell, Direction
from engine.model.rules import Rules
from engine.model.tiles import KnownRack, Tile
from engine.model.variant import Variant
from tests.support.games import NO_UNDO, Table
from tests.support.later import later
from tests.support.random_variants import random_variant

BUNDLED = [(name, language) for name in list_variants() for language in load_variant_file(name).languages]
RULES = (
    Rules().with_value("trade_blanks", "on").with_value("hint_cost", "4").with_value("exchange_four", "on"),
    NO_UNDO.with_value("challenge", "five_point").with_value("end_adjustment", "american"),
    NO_UNDO.with_value("challenge", "double").with_value("hint_cost", "4").with_value("trade_blanks", "on"),
    NO_UNDO.with_value("challenge", "single").with_value("scoreless_end", "4"),
    NO_UNDO.with_value("challenge", "strict").with_value("end_adjustment", "american"),
)


class FewWords(frozenset[tuple[str, ...]]):
    """A dictionary that lacks some words of every length."""

    def __contains__(self, word: object) -> bool:
        return sum(map(ord, "".join(word))) % 3 != 0 if isinstance(word, tuple) else False


class Player:
    """Does anything that a game allows, by chance."""

    def __init__(self, variant: Variant, rules: Rules, seed: int) -> None:
        self.luck = random.Random(seed)
        self.table = Table(rules, variant, words=FewWords(), seed=seed).start()

    def play(self, turns: int) -> Table:
        """The game after that many attempts, ended by passes."""
        while turns and not isinstance(self.table.game.phase, Over):
            turns -= 1
            self._try(self._command())
        while not isinstance(self.table.game.phase, Over):
            self._try(cmd.Accept(self._other()))
            self._try(cmd.Pass(self._mover()))
        return self.table

    def _mover(self) -> str:
        seat = self.table.game.on_turn
        return self.table.game.seats[seat or 0].player.id

    def _other(self) -> str:
        return next(seat.player.id for seat in self.table.game.seats if seat.player.id != self._mover())

    def _try(self, command: cmd.Command) -> bool:
        try:
            self.table.do(command)
        except EngineError:
            return False
        return True

    def _command(self) -> cmd.Command:
        mover, other = self._mover(), self._other()
        blanks = [cell for cell, placed in self.table.game.board.tiles() if placed.is_blank]
        kind = self.luck.random()
        if not self._rack():
            return self.luck.choice((cmd.Challenge(other), cmd.Challenge(mover), cmd.Accept(mover), cmd.Accept(other)))
        if kind < 0.6:
            return cmd.Play(mover, self._move())
        if kind < 0.65 and blanks:
            return cmd.TradeBlank(mover, STANDARD.name(self.luck.choice(blanks), Direction.ACROSS, self._size))
        if kind < 0.75:
            return cmd.Challenge(self.luck.choice((mover, other)))
        rest = (
            cmd.Pass(mover),
            cmd.TakeHint(mover, HintKind.BEST),
            cmd.Undo(other),
            cmd.ExchangeFour(mover),
            cmd.Accept(other),
            cmd.Exchange(mover, "".join(map(self._typed, self.luck.sample(self._rack(), 1)))),
        )
        return self.luck.choice(rest)

    @property
    def _size(self) -> tuple[int, int]:
        return self.table.game.variant.layout.size

    def _rack(self) -> list[Tile]:
        rack = self.table.game.seats[self.table.game.on_turn or 0].rack
        assert isinstance(rack, KnownRack)
        return list(rack.tiles)

    def _typed(self, tile: Tile, letter: str = "") -> str:
        if tile.letter:
            return f"[{tile.letter}]({tile.points})"
        return f"?[{letter}]({tile.points})" if letter else "?"

    def _move(self) -> str:
        """A play through the tiles on the board, beginning near them or at the start."""
        game, layout = self.table.game, self.table.game.variant.layout
        near = [cell for cell, _ in game.board.tiles()] or [
            cell for cell in layout.cells() if layout.start.admits(cell)
        ]
        at, direction = self.luck.choice(near), self.luck.choice((Direction.ACROSS, Direction.DOWN))
        cell = Cell(at.row + self.luck.randint(-2, 1), at.column + self.luck.randint(-2, 1))
        rack, letters, word, first = self._rack(), game.variant.alphabet.letters, "", cell
        tiles = self.luck.sample(rack, self.luck.randint(1, min(len(rack), 4)))
        while cell in layout and (tiles or game.board[cell]):
            word += "." if game.board[cell] else self._typed(tiles.pop(), self.luck.choice(letters))
            cell = cell.step(direction, 1)
        return f"{STANDARD.name(first, direction, self._size)} {word}" if first in layout else ""


def read_back(table: Table) -> tuple[Variant, Replay]:
    """The game as it is read from the bytes of its record."""
    game = gcg.read(gcg.write(origins.record_of(table.events)))
    assert gcg.write(game) == gcg.write(origins.record_of(table.events))
    variant = origins.variant_of(game.origin)
    return variant, replay(game, variant)


def check(table: Table) -> None:
    """Asserts that the record of a game tells its variant, plays, scores and end."""
    variant, told = read_back(table)
    assert variant == table.game.variant
    assert [(turn.move, turn.remarks) for turn in told.turns if turn.remarks] == []
    assert told.differences == 0
    assert told.board == table.game.board
    assert list(told.totals) == table.scores


def with_rules() -> list[Any]:
    """Each variant in each language, under each of the rules: one of those now, in turns, the others later."""
    cases = [
        ((*one, rules), number % len(RULES) == rules)
        for number, one in enumerate(BUNDLED)
        for rules in range(len(RULES))
    ]
    return [case for case, is_now in cases if is_now] + later(case for case, is_now in cases if not is_now)


@pytest.mark.parametrize(("name", "language", "rules"), with_rules())
def test_records_of_our_variants_are_read_as_the_same_game(name: str, language: str, rules: int) -> None:
    check(Player(load_variant(name, language), RULES[rules], seed=rules).play(60))


@pytest.mark.parametrize("seed", [*range(6), *later(range(6, 30))])
def test_records_of_variants_that_servers_add_are_read_as_the_same_game(seed: int) -> None:
    made = replace(random_variant(seed), name=f"ours_{seed}")
    variant = read_variant_file(varianttoml.write(VariantFile(made.name, "", {"en": made}))).any
    if variant.max_seats > 1:
        check(Player(variant, RULES[seed % len(RULES)], seed).play(80))


def test_a_server_s_variant_with_the_name_of_one_of_ours_is_told_apart() -> None:
    own = replace(load_variant("quick"), bonuses=(0, 0, 0, 0, 0, 0, 99))
    assert origins.variant_of(origins.origin_of(own)) == own
    other = replace(load_variant("standard"), name="crosswordgame", rack_size=6, bonuses=(0,) * 7)
    assert origins.variant_of(origins.origin_of(other)) == other


@settings(max_examples=40)
@given(st.lists(st.text(max_size=40), min_size=2, max_size=4))
def test_written_short_names_are_seen_unique_and_one_word(names: list[str]) -> None:
    table = Table(names=("a", "b"))
    players = iter(names)
    events = [
        replace(one, player=replace(one.player, name=next(players, "x"))) if hasattr(one, "player") else one
        for one in table.start().events
    ]
    record = origins.record_of(events)
    again = gcg.read(gcg.write(record))
    assert again == record
    nicks = [player.nick for player in record.players]
    assert len(set(nicks)) == len(nicks)
    assert all(nick.isprintable() and nick and not set(nick) & set(": \t") for nick in nicks)


@pytest.mark.parametrize(
    "name", ["a" + "\u0301" * 40, "\u0344" * 40, "\u200b", ":", " ", "a" * 300, "\ufeff", "#x", ">y"]
)
def test_odd_names_are_written_so_that_they_are_read(name: str) -> None:
    table = Table(names=("ada", "bruno")).start()
    opened, joined, *others = table.events
    assert isinstance(opened, ev.Opened) and isinstance(joined, ev.Joined)
    odd = replace(joined.player, name=name)
    setup = replace(opened.setup, name=name, lexicon=replace(opened.setup.lexicon, name=name))
    record = origins.record_of([replace(opened, setup=setup), replace(joined, player=odd), *others])
    assert gcg.read(gcg.write(record)).events == record.events


@pytest.mark.parametrize(
    ("lexicon", "language"),
    [("NWL23", "en"), ("nwl2018", "en"), ("NSWL20", "en"), ("TWL06", "en"), ("OSPD6", "en"), ("CSW21", "en"),
     ("Collins Scrabble Words 2019", "en"), ("FRA20", "fr"), ("ODS8", "fr"), ("FISE2", "es"), ("FILE2017", "es"),
     ("RD29", "de"), ("SUPER", "de"), ("DISC2", "ca"), ("OSPS49", "pl"), ("NSF23", "no"), ("SAOL", "sv"),
     ("SWL", "nl"), ("french", "fr"), ("Polish", "pl"), ("", ""), ("mine", ""), ("RDX", ""), ("2019", "")],
)  # fmt: skip
def test_names_of_lexicons_tell_the_language(lexicon: str, language: str) -> None:
    assert origins.lexicon_language(lexicon) == language


@pytest.mark.parametrize(
    ("plays", "language"),
    [("STĘPIĆ", "pl"), ("SŁOŃCE xĘ", ""), ("СЛОВО", "ru"), ("ÜBER", "de"), ("GÅRDEN wÄ", "sv"), ("ÆØ", "no"),
     ("NIÑO", "es"), ("PLAÇA", "ca"), ("ÅR", ""), ("HÄST", ""), ("HELLO", ""), ("QĘ", ""), ("", "")],
)  # fmt: skip
def test_the_letters_of_a_record_tell_its_language_if_only_one_has_them(plays: str, language: str) -> None:
    """What it names goes before; of several languages, those with tiles for the letters count."""
    events = "".join(f">A: {word.upper()} 8A {word} +1 1\n" for word in plays.split())
    origin = gcg.read(f"#character-encoding UTF-8\n#player1 A A\n#player2 B B\n{events}".encode(), CHAT).origin
    assert origins.language_of(origin) == language
    assert origins.named_language(origin) == ""
    assert origins.language_of(replace(origin, lexicon="FRA20")) == "fr"


@pytest.mark.parametrize(
    ("origin", "board", "language"),
    [
        (Origin(), "standard", "en"),
        (Origin(board="CrosswordGame", tiles="english", lexicon="FRA20"), "standard", "en"),
        (Origin(lexicon="FRA20"), "standard", "fr"),
        (Origin(board="SuperCrosswordGame", tiles="catalan_super", game_type="classic_super"), "super", "ca"),
        (Origin(tiles="english_super"), "super", "en"),
        (Origin(game_type="classic_super"), "super", "en"),
        (Origin(game_type="quick"), "quick", "en"),
        (Origin(board="quick", tiles="de"), "quick", "de"),
        (Origin(board="wild", tiles="Polish"), "wild", "pl"),
    ],
)
def test_names_of_boards_and_tiles_are_understood(origin: Origin, board: str, language: str) -> None:
    assert origins.variant_of(origin) == load_variant(board, language)
    assert not origins.is_other_game(origin)


@pytest.mark.parametrize(
    "origin",
    [
        Origin(board="nosuchboard"),
        Origin(tiles="klingon"),
        Origin(tiles="english_nosuch"),
        Origin(board="CrosswordGame", tiles="english_super"),
        Origin(board="quick", tiles="english_super"),
        Origin(variant="nonsense"),
    ],
)
def test_boards_and_tiles_that_are_not_known_are_refused(origin: Origin) -> None:
    with pytest.raises(BadData):
        origins.variant_of(origin)


@pytest.mark.parametrize("kind", ["wordsmog", "wordsmog_super", "something"])
def test_other_kinds_of_game_are_told_apart(kind: str) -> None:
    assert origins.is_other_game(Origin(game_type=kind))


def test_no_language_s_lists_begin_like_those_of_another() -> None:
    lists = [one for code in list_languages() for one in load_language(code).lists]
    assert len(set(lists)) == len(lists)
