"""Files that must be refused, each with what the refusal must say."""

from __future__ import annotations

from tests.support.records import OPEN

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
    (HEAD + ">a AB 8H AB +8 8", 3, "must name its player"),
    (HEAD + ">a:", 3, "ends with"),
    (HEAD + ">a: AB", 3, "ends with"),
    (HEAD + ">a: AB 8H AB +8", 3, "'AB' is not a score"),
    (HEAD + ">a: AB 8H AB 8 x", 3, "'x' is not a score"),
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
    (HEAD + ">a: AB - +0 0\n#note x\n> quoted", 5, "must name its player"),
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
    (row("Ä14"), "row 1: 'Ä14' is not a tile"),
    (row("[CH]14"), "row 1: '[CH]14' is not a tile"),
    (row("[A14"), "row 1: '[A14' is not a tile"),
    (row("A(3)14"), "row 1: 'A(3)14' is not a tile"),
    (row("?14"), "row 1: '?14' is not a tile"),
    (row(".14"), "row 1: '.14' is not a tile"),
    (f"{OPEN} AB1/ 0/0 0", "rack 1: '1' is not a tile"),
    (f"{OPEN} A/b! 0/0 0", "rack 2: '!' is not a tile"),
    (f"{OPEN} ABCDEFGH/ 0/0 0", "rack 1 has 8 tiles"),
    (f"{OPEN} QQ/ 0/0 0", "holds 2 Q tiles; the set has 1"),
    (f"{OPEN} ??/? 0/0 0", "holds 3 blanks; the set has 2"),
    (row("Q14").replace(" / ", " /Q "), "holds 2 Q tiles; the set has 1"),
    (f"{OPEN} / 0 0", "as many scores (1) as racks (2)"),
    (f"{OPEN} A 0/0 0", "as many scores (2) as racks (1)"),
    (f"{OPEN} / 0/x 0", "'x' is not a score"),
    (f"{OPEN} / 0/ 0", "'' is not a score"),
    (f"{OPEN} / 0/{'9' * 20} 0", f"'{'9' * 20}' is not a score"),
    (f"{OPEN} / 0/0 -1", "'-1' is not a number of scoreless turns"),
    (f"{OPEN} / 0/0 ½", "is not a number of scoreless turns"),
    (f"{OPEN} / 0/0 0 ;", "'' is not an opcode"),
    (f"{OPEN} / 0/0 0 lex a;; gid b;", "'' is not an opcode"),
    (f"{OPEN} / 0/0 0 7up yes;", "'7up yes' is not an opcode"),
    (f"{OPEN} / 0/0 0 bb many;", "the opcode bb needs a number, not 'many'"),
    (f"{OPEN} / 0/0 0 tmr 1/;", "the opcode tmr needs a number"),
    (f"{OPEN} {'/' * 80} 0/0 0", "has 81 racks"),
]
"""Positions of the standard game and a part of the reason."""
