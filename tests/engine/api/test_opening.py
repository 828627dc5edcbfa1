"""What `import engine` offers: it is light, opens things by name and text, and what its values write is read again."""

from __future__ import annotations

import logging
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from html.parser import HTMLParser
from importlib import import_module
from pathlib import Path

import pytest

import engine
from engine import jit
from engine.api import resources
from engine.errors import BadData, GameIsOver, NothingToUndo, NotInLexicon, OffTheBoard, SquareTaken, TilesNotOnRack
from engine.formats import cgp
from engine.formats.tiletext import read_rack
from engine.loading import list_languages, load_variant
from engine.model.board import Board, Cell, Direction, PlacedTile
from engine.model.tiles import Tiles
from engine.model.variant import Variant
from engine.play.generator.kernels import search
from engine.play.placement import Placement
from tests.support.records import CLUB

NAMED = {
    f"{name}:{language}": load_variant(name, language)
    for name in ("standard", "super", "wild")
    for language in list_languages()
}
EVERYTHING = [pytest.param(variant, id=name) for name, variant in NAMED.items()]
QUICK = ("standard:es", "super:ru", "wild:de")
"""Letters of several characters, other letters than those of English, and accented ones."""
SOME = [
    pytest.param(variant, id=name, marks=[] if name in QUICK else pytest.mark.soak) for name, variant in NAMED.items()
]
MORDENTS = "15/15/15/15/15/15/15/1UREDINE7/15/15/15/15/15/15/15 EMNORST/ 0/68 0"
ENDING = (
    "13AE/9ZEL1AA/5D2FE2Q1V/3B1R1BEAUXITE/3AMA1U4G2/3MOW1N1V2O2/2C1R2K1O2N2/1UREDINE1T2G1D/2O1E2R1E4O/2t1NUR2R4P/"
    "2T1T4SHITTY/2I1SHE5W2/2N2IF5I2/2S2L1tIEPINS1/3JAILED3Y2 ACG/ALOOO 414/423 0"
)


# --- the import -------------------------------------------------------------------------------------------------------


def test_X31_the_import_loads_nothing() -> None:
    """Nothing of the engine besides its first file, and no library."""
    code = "import sys; before = set(sys.modules); import engine; print(sorted(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=240, check=True)
    loaded = eval(done.stdout)
    assert [name for name in loaded if name.startswith("engine")] == ["engine"]
    assert not {"numpy", "numba", "platformdirs", "cattrs"} & set(loaded)


def test_X31_every_name_is_where_a_type_checker_looks_for_it() -> None:
    """The names that are offered, those that are loaded late, and those that are imported for type checkers."""
    late = {name: home for home, names in engine._NAMES.items() for name in names}
    assert sorted(late) == engine.__all__ == sorted(engine.__all__)
    text = Path(engine.__file__).read_text(encoding="utf-8")
    for name, home in late.items():
        assert getattr(engine, name) is getattr(import_module(f"engine.{home}"), name)
        assert any(f"from engine.{home} import" in line and f" {name}" in line for line in text.splitlines())
    assert set(engine.__all__) <= set(dir(engine))
    with pytest.raises(AttributeError):
        _ = engine.open_sesame  # type: ignore[attr-defined]


def test_compiling_is_told_where_code_is_not_kept(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    monkeypatch.setattr(jit, "is_enabled", lambda: True)
    monkeypatch.setattr(jit, "is_tuned", lambda: False)
    monkeypatch.setattr(jit, "cache_folder", lambda: tmp_path)
    monkeypatch.setattr(jit, "load", lambda *_: None)
    with caplog.at_level(logging.WARNING, "engine"):
        resources._ready(search.best_plays)
        assert "tilewright prepare" in caplog.text
        caplog.clear()
        (tmp_path / f"search.best_plays-{search.__name__}.py3.nbi").touch()
        resources._ready(search.best_plays)
        assert not caplog.records


# --- what values write is read again ----------------------------------------------------------------------------------


def scattered(variant: Variant, seed: int) -> tuple[Board, Tiles]:
    """A board with half of a set on its squares, blanks among them, and a rack."""
    chance, kinds = random.Random(seed), variant.tile_set.kinds
    rest = (variant.tile_set.tiles - Tiles.of(kinds)).items
    tiles = [*kinds, *chance.sample(rest, len(rest) // 2)]
    letters = variant.alphabet.letters
    cells = [cell for cell in variant.layout.cells() if not variant.layout[cell].blocked]
    placed = [PlacedTile(tile, tile.letter or chance.choice(letters)) for tile in tiles]
    board = Board.empty(variant.layout).place(dict(zip(chance.sample(cells, len(placed)), placed, strict=True)))
    left = (variant.tile_set.tiles - Tiles.of(tiles)).items
    return board, Tiles.of(chance.sample(left, variant.rack_size))


@pytest.mark.parametrize("variant", EVERYTHING)
def test_boards_racks_and_positions_are_read_again(variant: Variant) -> None:
    board, rack = scattered(variant, 7)
    assert cgp.read_board(str(board), variant) == board
    assert read_rack(str(rack), variant) == rack
    position = engine.open_position(str(board), rack, variant=variant, lexicon="none")
    assert position.board == board
    assert engine.open_position(str(position), lexicon="none") == position


@pytest.mark.parametrize("variant", SOME)
def test_plays_are_read_again_with_each_letter_and_each_blank(variant: Variant) -> None:
    """A play of a letter, a blank for the next one, a tile on the board between them, and at an end of the word."""
    empty = Board.empty(variant.layout)
    middle = Cell(variant.layout.height // 2 + 1, variant.layout.width // 2)
    letters = [tile.letter for tile in variant.tile_set.kinds if tile.letter]
    blank, through = variant.tile_set.blanks[0], variant.tile_set.of_letter(letters[0])[0]
    for direction in Direction:
        for lies in (0, 1, 2):
            cells = [middle.step(direction, n) for n in range(3)]
            board = empty.place({cells[lies]: PlacedTile(through, through.letter)})
            new = [cell for cell in cells if cell != cells[lies]]
            for letter, other in zip(letters[1:], letters, strict=False):
                tile = variant.tile_set.of_letter(letter)[0]
                for pair in ((PlacedTile(tile, letter), PlacedTile(blank, other)), (PlacedTile(blank, other),) * 2):
                    play = Placement(cells[0], direction, tuple(zip(new, pair, strict=True)))
                    rack = Tiles.of((tile, blank, blank))
                    position = engine.open_position(str(board), variant=variant, lexicon="none")
                    position = position.with_rack(rack)
                    found = position.move(str(play)).placement
                    assert found == play, str(play)


def test_X31_a_position_says_what_it_is_played_with() -> None:
    french = engine.open_position(rack="AEINRST", variant="super:fr")
    assert (french.variant.name, french.lexicon.name) == ("super", "french")
    again = engine.open_position(str(french))
    assert again == french and hash(again) == hash(french)
    assert engine.open_position(MORDENTS).lexicon.name == "english"
    with pytest.raises(BadData):
        engine.open_position("")
    with pytest.raises(BadData) as refused:
        engine.open_position(MORDENTS.replace("7/15", "6/15", 1))
    assert "14" in refused.value.summary
    told = engine.open_position(f"{MORDENTS} lex HOUSEWORDS;")
    assert "HOUSEWORDS" in told.remarks[0]


def test_a_position_with_another_bonus_keeps_it() -> None:
    position = engine.open_position(f"{MORDENTS} bb 10;")
    assert position.variant.bingo == 10
    again, usual = engine.open_position(str(position)), engine.open_position(MORDENTS)
    assert again.plays(1)[0].score == usual.plays(1)[0].score - 40


# --- positions --------------------------------------------------------------------------------------------------------


def test_plays_are_those_of_the_generator_by_equity_and_by_score() -> None:
    position = engine.open_position(MORDENTS)
    everything = position.plays()
    assert [str(one) for one in position.plays(5)] == [str(one) for one in everything[:5]]
    assert position.plays(1, by_score=True)[0].equity == max(one.score for one in everything)
    assert [one.equity for one in everything] == sorted((one.equity for one in everything), reverse=True)
    leave = everything[100].leave
    assert everything[100].equity == pytest.approx(everything[100].score + position.leave_value(leave))


def test_a_move_is_whatever_a_position_hands_out() -> None:
    position = engine.open_position(MORDENTS)
    best = position.plays(1)[0]
    move = position.move("E5 MOR(D)ENTS")
    assert move == position.move(best) == position.move(best.placement) == position.move(str(best))
    assert (move.score, "".join(move.words[0])) == (94, "MORDENTS")
    assert position.write(move) == "E5 MOR(D)ENTS"
    assert position.write("exch mn") == position.write("-NM") == "-MN"
    assert position.write(None) == position.write("pass") == "-"
    assert position.after(move).scores == (68, 94)
    assert position.after(None).zeros == 1


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("10K NOTERSM", OffTheBoard),
        ("E5 MORXENTS", SquareTaken),
        ("7F TONSREM", NotInLexicon),
        ("7F QUEEN", TilesNotOnRack),
    ],
)
def test_a_refused_move_says_why(text: str, reason: type[Exception]) -> None:
    position = engine.open_position(MORDENTS)
    with pytest.raises(engine.RuleViolation) as refused:
        position.move(text)
    assert isinstance(refused.value, reason)
    if reason is NotInLexicon:
        assert position.move(text, phony=True).score == 68


def test_an_endgame_is_solved_and_nothing_else() -> None:
    ending = engine.open_position(ENDING)
    assert not ending.is_over
    best = ending.solve(seconds=5)[0]
    assert best is not None and str(best) == "C3 CAG"
    assert ending.after(best).is_over
    with pytest.raises(BadData):
        engine.open_position(MORDENTS).solve()


def test_a_level_chooses() -> None:
    """A level without looking ahead takes no time, and its choice is the first of what it considers."""
    position = engine.open_position(MORDENTS)
    ranking = position.rank(7)
    assert position.choose(7) == position.move(ranking[0])
    assert len(str(ranking).splitlines()) == len(ranking)


def test_threads_share_a_position() -> None:
    position = engine.open_position(MORDENTS)
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: str(position.plays(3)), range(8)))
    assert len(set(found)) == 1


# --- notebooks --------------------------------------------------------------------------------------------------------


class Shown(HTMLParser):
    """The cells of a table."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.cells, self.open = list[str](), list[str]()
        self.feed(text)
        assert not self.open

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.open.append(tag)
        self.cells += [""] * (tag == "td")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open[-1] == "td":
            self.cells[-1] += data


def test_a_notebook_shows_boards_and_tables() -> None:
    position = engine.open_position(MORDENTS)
    shown = Shown(position._repr_html_()).cells
    assert len(shown) == 225
    assert shown[7 * 15 : 8 * 15] == ["3W", *"UREDINE", "", "", "", "2L", "", "", "3W"]
    plays = position.plays()
    assert Shown(plays._repr_html_()).cells[:4] == ["E5 MOR(D)ENTS", "94", "94.0", ""]
    assert f"{len(plays)} plays" in plays._repr_html_()
    assert len(repr(plays)) < 400
    assert Shown(position.rank(7)._repr_html_()).cells[:2] == ["E5 MOR(D)ENTS", "94"]


# --- games ------------------------------------------------------------------------------------------------------------


def test_X31_a_game_is_played_to_its_end_and_undone() -> None:
    """Each undo gives the game before with its rack; the record has no fault, ends as rules say, and is read again."""
    game = engine.new_game("Ada", "Bob Smith")
    past: list[engine.Game] = []
    while not game.is_over:
        past.append(game.draw(seed=len(past)))
        best = past[-1].position.plays(1)
        game = past[-1].play(best[0] if len(best) else None)
    assert not game.replay.differences
    assert not [one for turn in game.replay.turns for one in turn.remarks]
    assert engine.open_game(str(game).encode()).record == game.record
    assert len(game.positions) == len(past)
    with pytest.raises(GameIsOver):
        game.play(None)
    for before in reversed(past):
        game = game.undo()
        assert game.record.events == before.record.events
        assert (game.position.rack, game.scores) == (before.position.rack, before.scores)
    with pytest.raises(NothingToUndo):
        game.undo()


def test_players_may_have_any_names() -> None:
    game = engine.new_game("Ann: a", "Ann_a", " ").play("8D HELLO").play("-")
    assert game.players[0] == "Ann: a"
    assert engine.open_game(str(game).encode()).record == game.record


def test_opponents_need_no_known_rack() -> None:
    game = engine.new_game().with_rack("DEEINRU").play("8B UREDINE").play("E5 MORDENTS")
    assert game.scores == (68, 94)
    assert game.position.scores == (68, 94)
    assert not len(game.position.rack)
    assert game.play("-").position.zeros == 1


def test_a_record_is_opened_at_any_turn(tmp_path: Path) -> None:
    path = tmp_path / "club.gcg"
    path.write_text(CLUB, encoding="utf-8")
    game = engine.open_game(path)
    assert game.players[0] == "Ann Smith"
    assert [str(one.rack) for one in game.positions[:1]] and game.positions[0].board.is_empty
    noted = game.with_notes({1: "well played"})
    assert noted.record.events[game.places[0]].note.endswith("well played")
    assert str(noted) != str(game)


# --- words ------------------------------------------------------------------------------------------------------------


def test_words_are_checked_hooked_and_found(tmp_path: Path) -> None:
    (tmp_path / "few.txt").write_text("AT\nBAT\nBATS\nCHAT\nEAT\nTEA\n")
    few = engine.open_lexicon(tmp_path / "few.txt")
    assert "bat" in few and "BAR" not in few and "É" not in few and ("A", "T") in few and 7 not in few
    assert (few.hooks("AT").front, few.hooks("BAT").back) == (("B", "E"), ("S",))
    assert few.anagrams("TEA") == ("EAT", "TEA")
    assert few.anagrams("AT??", shortest=4) == ("BATS", "CHAT")
    assert few.matching("?AT") == ("BAT", "EAT")
    assert few.matching("*AT") == ("AT", "BAT", "CHAT", "EAT")
    assert few.matching("*A*") == tuple(map("".join, few))
    assert few.matching("B*?S") == ("BATS",)
    english = engine.open_lexicon("english")
    assert few.words_not_in(english) == ()
    assert few.words_not_in(few.without_words([("A", "T")])) == ("AT",)
    (tmp_path / "palabras.txt").write_text("CHE\nECHE\n")
    spanish = engine.open_lexicon(tmp_path / "palabras.txt", "standard:es")
    assert "CHE" in spanish and "CHE" in spanish.anagrams("CHE?", shortest=2)
    with pytest.raises(BadData):
        few.words_not_in(spanish)


def test_lines_that_are_left_out_are_told(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "odd.txt").write_text("AT\nB4T\nBAT\nCAT\nEAT\nFAT\nHAT\nMAT\nOAT\nPAT\nRAT\nSAT\nTAT\nVAT\nWAT\n")
    with caplog.at_level(logging.WARNING, "engine"):
        assert len(engine.open_lexicon(tmp_path / "odd.txt")) == 14
    assert "line 2" in caplog.text


# --- games of computer players ----------------------------------------------------------------------------------------


def test_processes_can_share_the_games_of_a_contest() -> None:
    whole = [one.scores for one in engine.play_games((7, 5), 4)]
    parts = [one.scores for first in (0, 2) for one in engine.play_games((7, 5), 2, first=first)]
    assert whole == parts
