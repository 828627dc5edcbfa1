"""Files that must be refused, each with what the refusal must say, and damaged files of the cache."""

from __future__ import annotations

from tests.support.records import OPEN
from tests.support.sentences import said

FIRST, SECOND = 8, 12
"""Where the header has the two numbers that say how long the file is."""


def damaged(good: bytes, damage: str) -> bytes:
    """The bytes of a file after a damage: one changed, some missing or added, or a wrong header or number."""
    return {
        "byte": good[:-2] + bytes([good[-2] ^ 1]) + good[-1:],
        "short": good[:-4],
        "long": good + b"\0\0\0\0",
        "header": b"X" + good[1:],
        "empty": b"",
        "first": _changed(good, FIRST),
        "second": _changed(good, SECOND),
    }[damage]


def _changed(good: bytes, at: int) -> bytes:
    return good[:at] + bytes([good[at] ^ 1]) + good[at + 1 :]


HEAD = "#player1 a Ann\n#player2 b Bob\n"

GCGS = [
    ("", 1, "players"),
    ("hello", 1, "neither"),
    ("#title x", 1, "players"),
    ("#player2 b Bob", 1, "players"),
    ("#player1", 1, "short name"),
    ("#player0 a A", 1, "player 0"),
    ("#player1 a A\n#player1 b B", 2, "player 1"),
    (">a: AB 8H AB +8 8", 1, "players"),
    (HEAD + "#character-encoding UTF-8", 3, "first line"),
    ("#character-encoding KOI8-R\n" + HEAD, 1, "KOI8-R"),
    (HEAD + ">a: AB - +0 0\n#player3 c Cy", 4, "after"),
    (HEAD + ">c: AB 8H AB +8 8", 3, "no player 'c'"),
    (HEAD + ">a AB 8H AB +8 8", 3, said("formats.event_name_player")),
    (HEAD + ">a:", 3, "ends with"),
    (HEAD + ">a: AB", 3, "ends with"),
    (HEAD + ">a: AB 8H AB +8", 3, said("formats.not_a_score", text="'AB'")),
    (HEAD + ">a: AB 8H AB 8 x", 3, said("formats.not_a_score", text="'x'")),
    (HEAD + ">a: AB 8H AB ++8 8", 3, "not a score"),
    (HEAD + f">a: AB 8H AB +{'9' * 20} 8", 3, "not a score"),
    (HEAD + ">a: AB 88 AB +8 8", 3, "not an event"),
    (HEAD + ">a: AB H AB +8 8", 3, "not an event"),
    (HEAD + ">a: AB 8H A1B +8 8", 3, "not a word"),
    (HEAD + ">a: AB 8H A[B +8 8", 3, "not a word"),
    (HEAD + ">a: AB 8H A(B +8 8", 3, "not a word"),
    (HEAD + ">a: A1 8H AB +8 8", 3, "not a rack"),
    (HEAD + ">a: AB XY AB +8 8", 3, "not an event"),
    (HEAD + ">a: AB CD 8H AB +8 8", 3, "not an event"),
    (HEAD + ">a: AB -0 +0 0", 3, "exchanged"),
    (HEAD + ">a: AB -A/ +0 0", 3, "exchanged"),
    (HEAD + ">a: AB (A1) +8 8", 3, "not a rack"),
    (HEAD + ">a: AB (AB +8 8", 3, "not an event"),
    (HEAD + ">a: AB --- -8 8", 3, "exchanged"),
    (HEAD + "#rack1 A-B", 3, "not a rack"),
    (HEAD + "#rack3 AB", 3, "no player 3"),
    (HEAD + "#incomplete 12", 3, "not a rack"),
    (HEAD + "#tile [CH]", 3, "two forms"),
    (HEAD + "#- more", 3, "neither"),
    (HEAD + ">a: AB - +0 0\nnonsense", 4, "neither"),
    (HEAD + ">a: AB - +0 0\n#note x\n> quoted", 5, said("formats.event_name_player")),
]
"""Game records with the number of the faulty line and a part of the reason."""


def row(text: str) -> str:
    """A position with this first row."""
    return f"{OPEN.replace('15', text, 1)} / 0/0 0"


CGPS = [
    ("", "needs the board"),
    ("15/15", "needs the board"),
    (f"{OPEN} / 0/0", "needs the board"),
    ("15/15 / 0/0 0", "has 2 rows"),
    (f"{OPEN}/15 / 0/0 0", "has 16 rows"),
    (row("14"), "row 1 has 14 squares"),
    (row("16"), "row 1 has 16 squares"),
    (row("A15"), "row 1 has 16 squares"),
    (row("99" * 500), "row 1 has 99 squares"),
    (row("0A14"), "run of 0 squares"),
    (row(""), "row 1 has 0 squares"),
    (row("Ä14"), said("formats.row_not_a_tile", row=1, text="'Ä'")),
    (row("[CH]14"), said("formats.row_not_a_tile", row=1, text="'[CH]'")),
    (row("[A14"), said("formats.row_not_a_tile", row=1, text="'['")),
    (row("A(3)14"), said("formats.row_not_a_tile", row=1, text="'A(3)'")),
    (row("?14"), said("formats.row_not_a_tile", row=1, text="'?1'")),
    (row(".14"), said("formats.row_not_a_tile", row=1, text="'.'")),
    (f"{OPEN} AB1/ 0/0 0", said("formats.rack_not_a_tile", number=1, text="'1'")),
    (f"{OPEN} A/b! 0/0 0", said("formats.rack_not_a_tile", number=2, text="'!'")),
    (f"{OPEN} ABCDEFGH/ 0/0 0", "rack 1 has 8 tiles"),
    (f"{OPEN} QQ/ 0/0 0", said("formats.holds_letter_tiles", count=2, letter="Q", stock=1)),
    (f"{OPEN} ??/? 0/0 0", said("formats.holds_blanks", count=3, stock=2)),
    (row("Q14").replace(" / ", " /Q "), said("formats.holds_letter_tiles", count=2, letter="Q", stock=1)),
    (f"{OPEN} / 0 0", "as many scores (1) as racks (2)"),
    (f"{OPEN} A 0/0 0", "as many scores (2) as racks (1)"),
    (f"{OPEN} / 0/x 0", said("formats.not_a_score", text="'x'")),
    (f"{OPEN} / 0/ 0", said("formats.not_a_score", text="''")),
    (f"{OPEN} / 0/{'9' * 20} 0", said("formats.not_a_score", text=f"'{'9' * 20}'")),
    (f"{OPEN} / 0/0 -1", said("formats.not_number_scoreless", text="'-1'")),
    (f"{OPEN} / 0/0 ½", said("formats.not_number_scoreless")),
    (f"{OPEN} / 0/0 0 ;", said("formats.not_an_opcode", text="''")),
    (f"{OPEN} / 0/0 0 lex a;; gid b;", said("formats.not_an_opcode", text="''")),
    (f"{OPEN} / 0/0 0 7up yes;", said("formats.not_an_opcode", text="'7up yes'")),
    (f"{OPEN} / 0/0 0 bb many;", said("formats.opcode_needs_number", code="bb", text="'many'")),
    (f"{OPEN} / 0/0 0 tmr 1/;", "the opcode tmr needs a number"),
    (f"{OPEN} {'/' * 80} 0/0 0", "has 81 racks"),
]
"""Positions of the standard game and a part of the reason."""
