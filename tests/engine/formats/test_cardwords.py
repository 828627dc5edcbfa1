"""The files of cardwords: files as in the manual are read, broken ones are refused with file and line."""

from __future__ import annotations

import pytest

from engine.errors import BadFile
from engine.formats.cardwords import Game, Source, read_game
from engine.model.layout import Square, Start
from engine.model.tiles import Tile

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
) -> Game:
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
    assert (len(one.tile_set), one.layout.size, one.layout.start) == (14, (18, 10), Start(0, 9))
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


@pytest.mark.parametrize(("start", "meant"), [("(-1,3)", Start(None, 3)), ("(4,99)", Start(4)), ("(18,-1)", Start())])
def test_K8_a_start_outside_the_table_is_no_condition(start: str, meant: Start) -> None:
    """The first pair is always the start, even where it looks like the end of the table."""
    assert read(table=TABLE.replace("(0,9)", start)).file.any.layout.start == meant


BROKEN = [
    ("an empty charset", {"charset": ""}, "charset", 1, "the file is empty"),
    ("no number of letters", {"charset": "Aa\nBb\nEeé\nK\n"}, "charset", 1, "is not the number of letters"),
    ("too few letters", {"charset": CHARSET.replace("4", "5", 1)}, "charset", 1, "lines of letters that follow: 4"),
    ("a letter with white space", {"charset": CHARSET.replace("Bb", "B b")}, "charset", 3, "white space"),
    ("a digit in the charset", {"charset": CHARSET.replace("K", "K1")}, "charset", 5, "has a meaning in moves"),
    ("a dot in the charset", {"charset": CHARSET.replace("K", "K.")}, "charset", 5, "has a meaning in moves"),
    ("a bracket in the charset", {"charset": CHARSET.replace("K", "K(")}, "charset", 5, "has a meaning in moves"),
    ("a letter twice", {"charset": CHARSET.replace("K", "Kb")}, "charset", 5, "stands for the letter on line 3"),
    ("too many letters", {"charset": "61\n" + "\n".join(map(chr, range(0x4E00, 0x4E3D)))}, "charset", 1, "not 61"),
    ("an empty set", {"cards": " \n"}, "cards", 1, "the file is empty"),
    ("no number of cards", {"cards": CARDS.replace("14\n", "", 1)}, "cards", 1, "is not the number of cards"),
    ("too few cards", {"cards": CARDS.replace("14", "15", 1)}, "cards", 1, "cards that follow: 14"),
    ("a card with two spaces", {"cards": CARDS.replace("[A 7]", "[A  7]")}, "cards", 2, "is not a card of the form"),
    ("a card without points", {"cards": CARDS.replace("[A 7]", "[A ]")}, "cards", 2, "is not a card of the form"),
    ("a card without an end", {"cards": CARDS.replace("[A 7]", "[A 7")}, "cards", 2, "is not a card of the form"),
    ("a card of two letters", {"cards": CARDS.replace("[A 7]", "[AB 7]")}, "cards", 2, "is not a card of the form"),
    ("half a point", {"cards": CARDS.replace("[A 7]", "[A 7.5]")}, "cards", 2, "is not a card of the form"),
    ("a strange letter", {"cards": CARDS.replace("[A 7]", "[Z 7]")}, "cards", 2, "'Z' in '[Z 7]' is not in"),
    ("a played wildcard", {"cards": CARDS.replace("[  -2]", "[ E-2]")}, "cards", 5, "a wildcard that has been played"),
    ("too many points", {"cards": CARDS.replace("[A 7]", "[A 99999]")}, "cards", 2, "points must be -9999 to 9999"),
    ("something between cards", {"cards": CARDS.replace("[B 9]", "x [B 9]")}, "cards", 3, "'x' is not a card"),
    ("no size", {"table": "(0,0)\n"}, "table", 1, "the table begins with its size"),
    ("a size of nothing", {"table": TABLE.replace("18*10", "0*10")}, "table", 1, "each side must be 1 to 64"),
    ("a size too large", {"table": TABLE.replace("18*10", "65*10")}, "table", 1, "each side must be 1 to 64"),
    ("no start", {"table": "18*10\nfoo"}, "table", 2, "the start (column, row) is missing"),
    ("a blocked start", {"table": TABLE.replace("(0,9)", "(0,0)")}, "table", 2, "has no free square"),
    ("no end", {"table": TABLE.replace("(18,10)\n", "")}, "table", 6, "the end of the table"),
    ("no semicolon", {"table": TABLE.replace("B;", "B")}, "table", 4, "a ; is missing"),
    ("an unknown attribute", {"table": TABLE.replace("B;", "X;")}, "table", 4, "'X' is not an attribute"),
    ("a small attribute", {"table": TABLE.replace("B;", "b;")}, "table", 4, "'b' is not an attribute"),
    ("no attribute", {"table": TABLE.replace("B;", ";")}, "table", 4, "the square has no attribute"),
    ("no number", {"table": TABLE.replace("C 5", "C")}, "table", 3, "a number must follow C"),
    ("a factor of a hundred", {"table": TABLE.replace("W 2", "W 100")}, "table", 3, "W must be 0 to 99, not 100"),
    ("a negative factor", {"table": TABLE.replace("W 2", "W -2")}, "table", 3, "W must be 0 to 99, not -2"),
    ("a factor twice", {"table": TABLE.replace("C 5", "W 3")}, "table", 3, "W is given twice"),
    ("a square twice", {"table": TABLE.replace("(0 ,0)", "(3,4)")}, "table", 4, "has been described already"),
    ("a negative square", {"table": TABLE.replace("(0 ,0)", "(-1,0)")}, "table", 4, "is outside the table"),
    ("text between squares", {"table": TABLE.replace("(0 ,0) B;", "foo; (0,0) B;")}, "table", 4, "is not a square"),
    ("half a pair", {"table": TABLE.replace("(0 ,0) B;", "(0) B;")}, "table", 4, "is not a square"),
    ("an empty bonus file", {"bonus": "\n"}, "bonus", 1, "the file is empty"),
    ("no pair", {"bonus": BONUS.replace("0:-5", "0 -5")}, "bonus", 3, "is not a pair of numbers"),
    ("a word as points", {"bonus": BONUS.replace("0:-5", "0:x")}, "bonus", 3, "is not a pair of numbers"),
    ("a gap", {"bonus": BONUS.replace("1:0\n", "")}, "bonus", 4, "1: is expected here, not 2:"),
    ("the wrong order", {"bonus": "-1:0\n1:0\n0:0\n"}, "bonus", 2, "0: is expected here, not 1:"),
    ("no end of the bonus", {"bonus": BONUS.replace("2:7\n", "")}, "bonus", 4, "the file must end with 2:"),
    ("a bonus that begins with 1", {"bonus": "1:2\n2:3\n"}, "bonus", 1, "the file begins with -N"),
    ("a hand too large", {"bonus": "\n".join(f"{n}:0" for n in range(-21, 22))}, "bonus", 1, "1 to 20"),
    ("a bonus too large", {"bonus": BONUS.replace("2:7", "2:77777")}, "bonus", 5, "points must be -9999 to 9999"),
    ("a hand larger than the set", {"cards": "1\n[A 1]\n"}, "cards", 1, "too few tiles for one rack"),
    ("a word of one letter", {"words": WORDS.replace("ab", "a")}, "words", 1, "a word has 2 to 31 letters"),
    ("a strange word", {"words": WORDS.replace("BAKE", "BAKED")}, "words", 2, "'D' in 'BAKED' is not in the charset"),
    ("two words", {"words": WORDS.replace("BAKE", "BA KE")}, "words", 2, "' ' in 'BA KE' is not in the charset"),
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
