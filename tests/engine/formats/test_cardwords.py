"""The files of cardwords: files as in the manual are read, broken ones are refused with file and line."""

from __future__ import annotations

import pytest

from engine.errors import BadFile
from engine.formats.cardwords import CardwordsGame, Source, read_game
from engine.model.layout import Square, StartCondition
from engine.model.tiles import Tile
from tests.support.sentences import said

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


BROKEN = [
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
    ("files", "where", "line", "reason"), [one[1:] for one in BROKEN], ids=[one[0] for one in BROKEN]
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
