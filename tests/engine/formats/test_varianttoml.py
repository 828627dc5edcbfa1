"""Variants as TOML and as the files of cardwords: all faults are reported at once."""

from __future__ import annotations

import re

import pytest

from engine.errors import BadData, BadFile
from engine.formats import varianttoml
from engine.formats.cardwords import CardwordsGame, Source, read_game
from engine.formats.varianttoml.faults import TomlFaults
from engine.loading import list_variants, load_variant_file, read_variant_file
from engine.model.board import Square, StartCondition
from engine.model.tiles import Tile
from tests.support.random_variants import random_variant
from tests.support.records import parse_variant
from tests.support.sentences import said

GOOD = """\
name = "mine"
about = "A small one"
rack_size = 3
pass_points = -1
bonuses = { 3 = 10 }
exchange_points = { 1 = -1 }

[colours]
tile = "#ffeeaa"

[layout]
start = "2B"
rows = '''
..#.
5...
.'-.
'''

[layout.key]
5 = { points = 5, word = 2 }

[languages.en]
alphabet = "A/À B CH"
tiles = \"\"\"
?1/0 A3/1
B2/3 B1/-2 CH2/4
\"\"\"
"""

BROKEN = [
    ("not TOML", "rack_size = 3", "rack_size =", 3, said("formats.not_valid_toml")),
    ("unclosed text", "'''\n\n[layout.key]", "\n[layout.key]", 26, said("formats.not_valid_toml")),
    ("a key twice", "rack_size = 3", "rack_size = 3\nrack_size = 4", 4, said("formats.not_valid_toml")),
    ("no name", 'name = "mine"\n', "", 26, "'name' is missing"),
    ("a bad name", '"mine"', '"Mine!"', 1, said("formats.name_form")),
    ("a name that is a path", '"mine"', '"../mine"', 1, said("formats.name_form")),
    ("a name that is a number", '"mine"', "7", 1, "name must be text"),
    ("a long about", '"A small one"', f'"{"x" * 101}"', 2, said("formats.about_length")),
    ("an unknown key", "rack_size", "rack_sise", 3, "did you mean 'rack_size'?"),
    ("no rack size", "rack_size = 3\n", "", 26, "'rack_size' is missing"),
    ("an empty rack", "rack_size = 3", "rack_size = 0", 3, "rack_size must be 1 to 20, not 0"),
    ("a huge rack", "rack_size = 3", "rack_size = 21", 3, "rack_size must be 1 to 20, not 21"),
    ("half a rack", "rack_size = 3", "rack_size = 2.5", 3, said("formats.key_whole_number", key="rack_size")),
    ("a true rack", "rack_size = 3", "rack_size = true", 3, said("formats.key_whole_number", key="rack_size")),
    ("points of a pass as text", "pass_points = -1", 'pass_points = "-1"', 4,
     said("formats.key_whole_number", key="pass_points")),
    ("too many points of a pass", "pass_points = -1", "pass_points = 10000", 4, "pass_points must be -9999 to 9999"),
    ("a bonus for four of three", "{ 3 = 10 }", "{ 4 = 10 }", 5, said("formats.key_tiles", key="bonuses", most=3)),
    ("a bonus for none", "{ 3 = 10 }", "{ 0 = 10 }", 5, said("formats.key_tiles", key="bonuses", most=3)),
    ("a bonus for a word", "{ 3 = 10 }", "{ all = 10 }", 5, said("formats.key_tiles", key="bonuses", most=3)),
    ("a bonus of text", "{ 3 = 10 }", "{ 3 = 'x' }", 5, said("formats.key_whole_number", key="bonuses 3")),
    ("bonuses as a list", "{ 3 = 10 }", "[0, 1]", 5, said("formats.key_table", key="bonuses")),
    ("a bonus for -1 exchanged", "{ 1 = -1 }", '{ "-1" = -1 }', 6,
     said("formats.key_tiles", key="exchange_points", most=3)),
    ("an unknown colour", "tile =", "tyle =", 9, "did you mean 'tile'?"),
    ("a colour by name", '"#ffeeaa"', '"red"', 9, said("formats.colour_written_rrggbb")),
    ("no board", "[layout]\nstart", "[board]\nstart", 11, said("formats.key_not_known", key="'board'")),
    ("an unknown key of the board", 'start = "2B"', 'start = "2B"\nsize = 4', 13,
     said("formats.key_not_known", key="'size'")),
    ("no start", 'start = "2B"\n', "", 11, "'start' is missing"),
    ("a strange start", '"2B"', '"B2!"', 12, said("formats.start_not_square_like", value="'B2!'")),
    ("a start outside", '"2B"', '"9Z"', 12, said("formats.start_outside_board")),
    ("a start row outside", '"2B"', '"4"', 12, said("formats.start_outside_board")),
    ("a row 0", '"2B"', '"0"', 12, said("formats.start_outside_board")),
    ("a blocked start", '"2B"', '"1C"', 12, said("model.board_no_free_square")),
    ("a lonely start", "..#.\n5...", "##..\n5#..", 12, "no free square"),
    ("rows of different length", "5...", "5..", 15, said("formats.row_has_squares", row=2, count=3, width=4)),
    ("an empty row", "5...", "", 15, "row 2 has 0 squares"),
    ("an unknown sign", "5...", "5.x.", 15, said("formats.sign_not_in_key", value="'x'", row=2, column=3)),
    ("rows as a list", "rows = '''\n..#.\n5...\n.'-.\n'''", 'rows = ["..", ".."]', 13, "rows must be text"),
    ("too wide a board", "..#.", "." * 65, 13, said("formats.board_size", most=64)),
    ("too high a board", "..#.\n", "....\n" * 63, 13, said("formats.board_size", most=64)),
    ("a long sign", "5 = {", "55 = {", 20, said("formats.each_sign_key_one")),
    ("a square that is a number", "5 = { points = 5, word = 2 }", "5 = 5", 20, said("formats.square_written")),
    ("an unknown attribute", "word = 2", "wort = 2", 20, "did you mean 'word'?"),
    ("a factor of a hundred", "word = 2", "word = 100", 20, "word must be 0 to 99, not 100"),
    ("a negative factor", "word = 2", "letter = -1", 20, "letter must be 0 to 99, not -1"),
    ("too many points of a square", "points = 5", "points = 10000", 20, "points must be -9999 to 9999"),
    ("a blocked square with points", "word = 2", "blocked = true", 20, said("formats.blocked_square_takes")),
    ("a half blocked square", "word = 2", "blocked = 1", 20, said("formats.blocked_true_false")),
    ("no language", '[languages.en]\nalphabet = "A/À B CH"', '[other]\nalphabet = "A"', 27, "[languages] is missing"),
    ("a strange language", "[languages.en]", "[languages.english]", 22, said("formats.language_code")),
    ("an unknown key of a language", "alphabet =", "alfabet =", 23, "did you mean 'alphabet'?"),
    ("an alphabet of one letter twice", "B CH", "B B CH", 23, said("formats.stands_two_letters", form="'B'")),
    ("a form of two letters", "A/À B", "A/À B/À", 23, said("formats.stands_two_letters", form="'À'")),
    ("a digit as a letter", "B CH", "B 7 CH", 23, said("formats.cannot_stand_meaning")),
    ("a question mark as a letter", "B CH", "B ? CH", 23, said("formats.cannot_stand_meaning")),
    ("a missing form", "A/À", "A//À", 23, said("formats.form_letter_missing")),
    ("a letter like a novel", "B CH", f"B {'X' * 9} CH", 23, "at most 8 printed characters"),
    ("an empty alphabet", '"A/À B CH"', '""', 23, said("formats.alphabet_letters", most=60, count=0)),
    ("61 letters", '"A/À B CH"', f'"A B CH {" ".join(map(chr, range(0x4E00, 0x4E3A)))}"', 23, "not 61"),
    ("a tile without points", "B2/3", "B2", 26, said("formats.not_a_tile_kind", value="'B2'")),
    ("a tile of no letter", "B2/3", "2/3", 26, said("formats.not_a_tile_kind", value="'2/3'")),
    ("a tile of a strange letter", "B2/3", "D2/3", 26,
     said("formats.letter_not_alphabet", letter="'D'", value="'D2/3'")),
    ("no tiles of a kind", "B2/3", "B0/3", 26, said("formats.tiles_kind", most=999)),
    ("too many tiles of a kind", "B2/3", "B1000/3", 26, said("formats.tiles_kind", most=999)),
    ("too many tiles", "B2/3", "B999/3 B999/2 B999/1", 26, "more than 2000 tiles"),
    ("too many points", "B2/3", "B2/10000", 26, "points must be -9999 to 9999"),
    ("half a point", "B2/3", "B2/1.5", 26, said("formats.not_a_tile_kind")),
    ("too few tiles", "?1/0 A3/1\nB2/3 B1/-2 CH2/4", "A2/1", 24, said("model.variant_too_few_tiles")),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "line", "reason"), [one[1:] for one in BROKEN], ids=[one[0] for one in BROKEN])
def test_N20_a_broken_variant_is_refused_with_its_line(old: str, new: str, line: int, reason: str) -> None:
    """The fault of each case is among those reported, and no other kind of error escapes."""
    assert old in GOOD
    with pytest.raises(BadFile) as caught:
        read_variant_file(GOOD.replace(old, new, 1), "mine.toml")
    told = [(fault.line, fault.reason) for fault in caught.value.faults if reason in fault.reason]
    assert told, caught.value.faults
    assert told[0][0] == line
    assert all(fault.where == "mine.toml" and fault.line for fault in caught.value.faults)


def test_all_faults_are_told_at_once_in_the_order_of_their_lines() -> None:
    """The faults run from the name to the last tile."""
    broken = GOOD.replace('"mine"', '"M"').replace("rack_size = 3", "rack_size = 99").replace("5...", "x...")
    broken = broken.replace("word = 2", "word = 222").replace("A/À B", "A/À A").replace("CH2/4", "CH/4")
    with pytest.raises(BadFile) as caught:
        read_variant_file(broken)
    assert [fault.line for fault in caught.value.faults] == [1, 3, 15, 20, 23, 26]
    assert (caught.value.line, caught.value.reason) == (1, caught.value.faults[0].reason)


def test_the_good_one_is_read() -> None:
    """Every part ends up where it belongs."""
    file = read_variant_file(GOOD)
    one = file.variant("en")
    assert (file.name, file.about, file.languages) == ("mine", "A small one", ("en",))
    assert (one.rack_size, one.pass_points, one.bonuses, one.exchange_points) == (3, -1, (0, 0, 0, 10), (0, -1, 0, 0))
    assert one.layout.start == StartCondition(1, 1)
    assert one.layout.squares[4] == Square(word=2, points=5)
    assert one.alphabet.split("àch") == ("A", "CH")
    assert len(one.tile_set) == 9
    assert read_variant_file(GOOD.replace("\n", "\r\n")) == file
    with pytest.raises(BadData, match="has them for en"):
        file.variant("fr")


@pytest.mark.parametrize(
    "text", ["", "x", "\x00", "[[[[", '"""', "a = " + "[" * 3000, "#" * 300_000, "name = 1e999999"]
)
def test_nonsense_is_refused(text: str) -> None:
    """No stack trace appears, however strange the input."""
    with pytest.raises(BadFile):
        read_variant_file(text)


def test_scores_that_would_be_too_large_are_refused() -> None:
    """The generator's integers have limits, which are checked when the file is read."""
    rows, key = "\n".join(["9" * 15] * 15), "9 = { word = 9, letter = 9 }"
    text = f"name = 'a'\nrack_size = 12\n[layout]\nstart = ''\nrows = '''\n{rows}\n'''\n[layout.key]\n{key}\n"
    with pytest.raises(BadFile, match=re.escape(said("model.variant_points_factors"))):
        read_variant_file(text + "[languages.en]\nalphabet = 'A B'\ntiles = 'A99/9999'")


def test_letters_and_tiles_of_another_variant_can_be_taken_over() -> None:
    """A file with only a board makes a variant; an unknown name is reported with its line."""
    board = "name = 'a'\nrack_size = 7\nlanguages = 'standard'\n[layout]\nstart = ''\nrows = '''\n....\n....\n'''\n"
    assert parse_variant(board, "en").tile_set == load_variant_file("standard").variant("en").tile_set
    with pytest.raises(BadFile) as caught:
        read_variant_file(board.replace("'standard'", "'nothing'"))
    assert (caught.value.line, said("loading.none_named") in caught.value.reason) == (3, True)
    with pytest.raises(BadFile):
        varianttoml.read(board)


@pytest.mark.parametrize("name", list_variants())
def test_what_is_written_reads_back(name: str) -> None:
    """This covers the variants that ship with the bot."""
    file = load_variant_file(name)
    assert read_variant_file(varianttoml.write(file)) == file


@pytest.mark.parametrize("seed", range(40))
def test_random_variants_read_back(seed: int) -> None:
    """They have boards with many kinds of squares, odd letters and points."""
    one = random_variant(seed)
    file = varianttoml.VariantFile(one.name, "", {"en": one})
    assert read_variant_file(varianttoml.write(file)) == file


def test_lines_of_keys_are_found_in_any_layout() -> None:
    """Quoted and dotted keys, nested tables, strings over several lines, lists, comments that look like keys."""
    text = 'a.b = 1 # c = 2\n\n"d e" = """\nf = 1\n"""\ng = [\n 1, # h = 3\n 2]\n[ t . "u v" ]\ni = \'\'\'j = 1\'\'\'\n'
    lines = TomlFaults("", text).lines
    assert [lines.of("a", "b"), lines.of("d e"), lines.of("g"), lines.of("t", "u v", "i")] == [1, 3, 6, 10]
    assert [lines.inside("d e"), lines.inside("t", "u v", "i")] == [4, 10]
    assert [lines.of("f"), lines.of("c"), lines.of("h"), lines.of("j"), lines.of("t", "u v", "k")] == [0, 0, 0, 0, 9]


CHARSET = "4\nAa\nBb\nEeé\nK\n"
CARDS = """\
14
[A 6] [A 6] [A 6] [A 7]
[B 2] [B 2] [B 9]
[E 1] [E 0] [E -1][K 19]
[  0] [  -2] [  -1]
"""
TABLE = """\
18*10
(0,9)
(3 ,4) W 2 C 5;
(0 ,0) B;
( 1,2 ) L 3
;
(18,10)
"""
BONUS = "-2:-3\n-1:-1\n0:-5\n1:0\n2:7\n"
WORDS = "ab\nBAKE\n\nbék\n"


def read(
    charset: str = CHARSET, cards: str = CARDS, table: str = TABLE, bonus: str = BONUS, words: str = WORDS
) -> CardwordsGame:
    """The game in these files."""
    files = (Source("charset", charset), Source("cards", cards), Source("table", table), Source("bonus", bonus))
    return read_game("mine", "en", files, [Source("words", words)], [Source("removed", "ab\n")])


def test_K5_to_K9_the_files_of_a_game_make_a_variant() -> None:
    """Letters with all their forms, cards with points, the table with several attributes, the bonus."""
    game = read()
    one = game.file.variant("en")
    assert one.alphabet.split("aébE") == ("A", "E", "B", "E")
    assert [kind.points for kind in one.tile_set.of_letter("E")] == [-1, 0, 1]
    assert one.tile_set.blanks == (Tile("", -2), Tile("", -1), Tile("", 0))
    assert (len(one.tile_set), one.layout.size, one.layout.start) == (14, (18, 10), StartCondition(0, 9))
    assert one.layout.squares[4 * 18 + 3] == Square(word=2, points=5)
    assert one.layout.squares[2 * 18 + 1] == Square(letter=3)
    assert one.layout.squares[0].blocked
    assert (one.rack_size, one.bonuses, one.exchange_points, one.pass_points) == (2, (0, 0, 7), (0, -1, -3), -5)
    assert game.words == {tuple("BAKE"), tuple("BEK")}


def test_K5_a_charset_may_keep_small_letters_apart() -> None:
    """Then case is not folded, and a is a different letter from A."""
    game = read(charset="5\nA\na\nBb\nEeé\nK\n", words="aA\n")
    assert not game.file.any.alphabet.folds_case
    assert game.words == {("a", "A")}


@pytest.mark.parametrize(
    ("start", "meant"),
    [("(-1,3)", StartCondition(None, 3)), ("(4,99)", StartCondition(4)), ("(18,-1)", StartCondition())],
)
def test_K8_a_start_outside_the_table_is_no_condition(start: str, meant: StartCondition) -> None:
    """The first pair is always the start, even where it looks like the end of the table."""
    assert read(table=TABLE.replace("(0,9)", start)).file.any.layout.start == meant


BROKEN_CARDWORDS = [
    ("an empty charset", {"charset": ""}, "charset", 1, said("formats.empty_charset")),
    ("no number of letters", {"charset": "Aa\nBb\nEeé\nK\n"}, "charset", 1, said("formats.not_number_of_letters")),
    ("too few letters", {"charset": CHARSET.replace("4", "5", 1)}, "charset", 1,
     said("formats.letters_announced", found=4)),
    ("a letter with white space", {"charset": CHARSET.replace("Bb", "B b")}, "charset", 3, "white space"),
    ("a digit in the charset", {"charset": CHARSET.replace("K", "K1")}, "charset", 5,
     said("formats.cannot_stand_letter")),
    ("a dot in the charset", {"charset": CHARSET.replace("K", "K.")}, "charset", 5,
     said("formats.cannot_stand_letter")),
    ("a bracket in the charset", {"charset": CHARSET.replace("K", "K(")}, "charset", 5,
     said("formats.cannot_stand_letter")),
    ("a letter twice", {"charset": CHARSET.replace("K", "Kb")}, "charset", 5,
     said("formats.already_stands_letter", line=3)),
    ("too many letters", {"charset": "61\n" + "\n".join(map(chr, range(0x4E00, 0x4E3D)))}, "charset", 1, "not 61"),
    ("an empty set", {"cards": " \n"}, "cards", 1, said("formats.empty_set")),
    ("no number of cards", {"cards": CARDS.replace("14\n", "", 1)}, "cards", 1, said("formats.not_number_of_cards")),
    ("too few cards", {"cards": CARDS.replace("14", "15", 1)}, "cards", 1, "cards that follow: 14"),
    ("a card with two spaces", {"cards": CARDS.replace("[A 7]", "[A  7]")}, "cards", 2, said("formats.not_a_card")),
    ("a card without points", {"cards": CARDS.replace("[A 7]", "[A ]")}, "cards", 2, said("formats.not_a_card")),
    ("a card without an end", {"cards": CARDS.replace("[A 7]", "[A 7")}, "cards", 2, said("formats.not_a_card")),
    ("a card of two letters", {"cards": CARDS.replace("[A 7]", "[AB 7]")}, "cards", 2, said("formats.not_a_card")),
    ("half a point", {"cards": CARDS.replace("[A 7]", "[A 7.5]")}, "cards", 2, said("formats.not_a_card")),
    ("a strange letter", {"cards": CARDS.replace("[A 7]", "[Z 7]")}, "cards", 2, "'Z' in '[Z 7]' is not in"),
    ("a played wildcard", {"cards": CARDS.replace("[  -2]", "[ E-2]")}, "cards", 5,
     said("formats.wildcard_been_played")),
    ("too many points", {"cards": CARDS.replace("[A 7]", "[A 99999]")}, "cards", 2, "points must be -9999 to 9999"),
    ("something between cards", {"cards": CARDS.replace("[B 9]", "x [B 9]")}, "cards", 3,
     said("formats.not_a_card", text="'x'")),
    ("no size", {"table": "(0,0)\n"}, "table", 1, said("formats.table_begins_size")),
    ("a size of nothing", {"table": TABLE.replace("18*10", "0*10")}, "table", 1, said("formats.board_size", most=64)),
    ("a size too large", {"table": TABLE.replace("18*10", "65*10")}, "table", 1, said("formats.board_size", most=64)),
    ("no start", {"table": "18*10\nfoo"}, "table", 2, said("formats.start_column")),
    ("a blocked start", {"table": TABLE.replace("(0,9)", "(0,0)")}, "table", 2, said("model.board_no_free_square")),
    ("no end", {"table": TABLE.replace("(18,10)\n", "")}, "table", 6, said("formats.end_table")),
    ("no semicolon", {"table": TABLE.replace("B;", "B")}, "table", 4, "a ; is missing"),
    ("an unknown attribute", {"table": TABLE.replace("B;", "X;")}, "table", 4,
     said("formats.not_attribute_square", text="'X'")),
    ("a small attribute", {"table": TABLE.replace("B;", "b;")}, "table", 4,
     said("formats.not_attribute_square", text="'b'")),
    ("no attribute", {"table": TABLE.replace("B;", ";")}, "table", 4, said("formats.square_no_attribute")),
    ("no number", {"table": TABLE.replace("C 5", "C")}, "table", 3, said("formats.number_must_follow", name="C")),
    ("a factor of a hundred", {"table": TABLE.replace("W 2", "W 100")}, "table", 3, "W must be 0 to 99, not 100"),
    ("a negative factor", {"table": TABLE.replace("W 2", "W -2")}, "table", 3, "W must be 0 to 99, not -2"),
    ("a factor twice", {"table": TABLE.replace("C 5", "W 3")}, "table", 3, "W is given twice"),
    ("a square twice", {"table": TABLE.replace("(0 ,0)", "(3,4)")}, "table", 4, said("formats.square_been_described")),
    ("a negative square", {"table": TABLE.replace("(0 ,0)", "(-1,0)")}, "table", 4,
     said("formats.square_outside_table")),
    ("text between squares", {"table": TABLE.replace("(0 ,0) B;", "foo; (0,0) B;")}, "table", 4,
     said("formats.not_a_square")),
    ("half a pair", {"table": TABLE.replace("(0 ,0) B;", "(0) B;")}, "table", 4, said("formats.not_a_square")),
    ("an empty bonus file", {"bonus": "\n"}, "bonus", 1, said("formats.empty_bonus")),
    ("no pair", {"bonus": BONUS.replace("0:-5", "0 -5")}, "bonus", 3, said("formats.not_a_pair")),
    ("a word as points", {"bonus": BONUS.replace("0:-5", "0:x")}, "bonus", 3, said("formats.not_a_pair")),
    ("a gap", {"bonus": BONUS.replace("1:0\n", "")}, "bonus", 4,
     said("formats.expected_here", wanted="1:", found="2:")),
    ("the wrong order", {"bonus": "-1:0\n1:0\n0:0\n"}, "bonus", 2,
     said("formats.expected_here", wanted="0:", found="1:")),
    ("no end of the bonus", {"bonus": BONUS.replace("2:7\n", "")}, "bonus", 4,
     said("formats.last_line", last="2:")),
    ("a bonus that begins with 1", {"bonus": "1:2\n2:3\n"}, "bonus", 1, said("formats.hands_of_cards")),
    ("a hand too large", {"bonus": "\n".join(f"{n}:0" for n in range(-21, 22))}, "bonus", 1, "1 to 20"),
    ("a bonus too large", {"bonus": BONUS.replace("2:7", "2:77777")}, "bonus", 5, "points must be -9999 to 9999"),
    ("a hand larger than the set", {"cards": "1\n[A 1]\n"}, "cards", 1, said("model.variant_too_few_tiles")),
    ("a word of one letter", {"words": WORDS.replace("ab", "a")}, "words", 1, said("formats.word_letters", most=31)),
    ("a strange word", {"words": WORDS.replace("BAKE", "BAKED")}, "words", 2,
     said("formats.not_charset", character="'D'", text="'BAKED'")),
    ("two words", {"words": WORDS.replace("BAKE", "BA KE")}, "words", 2,
     said("formats.not_charset", character="' '", text="'BA KE'")),
]  # fmt: skip


@pytest.mark.parametrize(
    ("files", "where", "line", "reason"),
    [one[1:] for one in BROKEN_CARDWORDS],
    ids=[one[0] for one in BROKEN_CARDWORDS],
)
def test_a_broken_file_is_refused_with_its_name_and_line(
    files: dict[str, str], where: str, line: int, reason: str
) -> None:
    """Each case has one fault; the only error raised is the typed one."""
    with pytest.raises(BadFile) as caught:
        read(**files)
    told = [(fault.where, fault.line) for fault in caught.value.faults if reason in fault.reason]
    assert (where, line) in told, caught.value.faults


def test_faults_of_all_files_are_told_at_once() -> None:
    """Each is named with its file and line, file by file."""
    with pytest.raises(BadFile) as caught:
        read(CHARSET.replace("4", "9"), CARDS.replace("14", "3"), TABLE.replace("B;", "X;"), "x", "q")
    assert [(f.where, f.line) for f in caught.value.faults] == [
        ("charset", 1),
        ("cards", 1),
        ("table", 4),
        ("bonus", 1),
    ]


@pytest.mark.parametrize("text", ["", "\x00\xff", "(" * 500, "[" * 500, "9" * 5000, ";" * 500, "1*1(0,0)(1,1)"])
def test_nonsense_in_any_file_is_refused(text: str) -> None:
    """No stack trace appears, however strange the input."""
    for name in ("charset", "cards", "table", "bonus"):
        with pytest.raises(BadFile):
            read(**{name: text})
