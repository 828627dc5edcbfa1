"""Scenes for tests of pictures: boards of several kinds, with the bot's wording."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache

from bot.render import (
    AVATAR,
    BestPlay,
    BoardScene,
    DrawnTile,
    EndScene,
    Portrait,
    PosterScene,
    ScoreRow,
    SquareFace,
    StandingLine,
    TileFace,
)
from tests.support.sentences import said

_BY_POINTS = {1: "AEIOULNRST", 2: "DG", 3: "BCMP", 4: "FHVWY", 5: "K", 8: "JX", 10: "QZ"}
POINTS = {letter: points for points, letters in _BY_POINTS.items() for letter in letters}

_HALF = (
    "=  '   =   '  =",
    ' -   "   "   - ',
    "  -   ' '   -  ",
    "'  -   '   -  '",
    "    -     -    ",
    ' "   "   "   " ',
    "  '   ' '   '  ",
    "=  '   -   '  =",
)
_KEY = {
    "'": SquareFace("2L", letter_factor=2),
    '"': SquareFace("3L", letter_factor=3),
    "^": SquareFace("4L", letter_factor=4),
    "-": SquareFace("2W", word_factor=2),
    "=": SquareFace("3W", word_factor=3),
    "~": SquareFace("4W", word_factor=4),
    " ": SquareFace(),
    "#": SquareFace(is_blocked=True),
    "+": SquareFace("+5", points=5),
    "*": SquareFace("2L 3W", letter_factor=2, word_factor=3),
    "!": SquareFace("2W +9", word_factor=2, points=9),
    "n": SquareFace("−4", points=-4),
    "5": SquareFace("5W", word_factor=5),
    "8": SquareFace("8L", letter_factor=8),
}

LATE = """
.......J.......
.......OR.KITED
......BE.VEX...
.....PA.QI.....
...FLIT..ZOA...
..DOE....ER....
.WAX....UNDID..
..W.MONTHS.N...
..NEE..OMER.G..
...GNU.TE...L..
....TRASH...E..
.....GILD......
.YOUNG.........
..F....CReAM...
BE..PLAIN......
"""

OPENING = ["." * 15] * 7 + ["...HELLo......."] + ["." * 15] * 7


def squares(rows: tuple[str, ...]) -> tuple[SquareFace, ...]:
    """Squares from characters; the middle one of an odd board is the start."""
    listed = [_KEY[mark] for row in rows for mark in row]
    if len(listed) % 2:
        middle = len(listed) // 2
        old = listed[middle]
        listed[middle] = SquareFace(old.label, old.letter_factor, old.word_factor, old.points, is_start=True)
    return tuple(listed)


STANDARD = squares(_HALF + _HALF[-2::-1])


def tiles(rows: list[str], new: frozenset[tuple[int, int]] = frozenset()) -> tuple[DrawnTile, ...]:
    """Tiles from a diagram: capitals are tiles, lower case is blanks, `.` is empty; `new` are (column, row)."""
    return tuple(
        DrawnTile(
            x, y, TileFace(mark.upper(), "" if mark.islower() else str(POINTS[mark]), mark.islower()), (x, y) in new
        )
        for y, row in enumerate(rows)
        for x, mark in enumerate(row)
        if mark != "."
    )


def letters(count: int) -> tuple[str, ...]:
    """Column labels A to Z, AA, AB and so on."""
    return tuple((chr(64 + i // 26) if i >= 26 else "") + chr(65 + i % 26) for i in range(count))


def numbers(count: int) -> tuple[str, ...]:
    """Row labels 1, 2, 3 and so on."""
    return tuple(str(i + 1) for i in range(count))


def seats(count: int) -> tuple[ScoreRow, ...]:
    """People and computers with short, long and strange names."""
    names = (
        ("Alice", "312", "7 tiles", "HEDGES +24"),
        ("Maximiliane von Hohenstaufen-Wittgenstein", "298", "7 tiles", "exchanged 3"),
        ("🔥Чёрный Ворон🔥", "256", "6 tiles", "КВАРЦ +42"),
        ("Computer (level 6)", "1024", "7 tiles", "passed"),
        ("𝓛𝓾𝓷𝓪 ☾ 李小龙", "-12", "7 tiles", "QUIXOTRY +126 bingo"),
        ("Ñandú Ångström", "88", "5 tiles", ""),
        ("👩‍👩‍👧‍👦", "0", "7 tiles", "joined late"),
        ("W" * 32, "77", "3 tiles", "SH +6"),
        ("Zoë", "54", "7 tiles", "ZOA +31"),
    )
    return tuple(
        ScoreRow(name, score, tile_count, extra, is_turn=index == 1 % count, is_computer="Computer" in name)
        for index, (name, score, tile_count, extra) in enumerate(names[:count])
    )


def opening(players: int = 2) -> BoardScene:
    """A first play on the standard board."""
    new = frozenset((x, 7) for x in range(3, 8))
    return BoardScene(
        15,
        15,
        STANDARD,
        tiles(OPENING, new),
        letters(15),
        numbers(15),
        "Friendly game · English",
        "81 in the pool",
        "Maximiliane to play. Type 8H WORD or press Play.",
        seats(players),
        ("Turn 2", "invalid words are refused", "no clock"),
    )


def late(players: int = 4) -> BoardScene:
    """A crowded board with a latest play that runs down."""
    new = frozenset((10, y) for y in range(1, 3)) | {(9, 7), (8, 7), (7, 7)}
    return BoardScene(
        15,
        15,
        STANDARD,
        tiles(LATE.split(), new),
        letters(15),
        numbers(15),
        "Sunday league · round 4",
        "3 in the pool",
        "Maximiliane to play: 12:31 left on the clock",
        seats(players),
        ("Turn 31", "challenge: five points", "25 minutes each"),
    )


def rack(text: str = "QU?ÑYEA") -> BoardScene:
    """A late board with its reader's rack, which has a blank and an empty place."""
    shown = tuple(TileFace("", "", True) if c == "?" else TileFace(c, str(POINTS.get(c, 8))) for c in text)
    note = "Your turn · 45 in the pool"
    return replace(late(), title="", pool="", seats=(), facts=(), status=note, rack=(*shown, None))


def _bordered(rows: int, columns: int, marks: str) -> tuple[str, ...]:
    """A board with a mark at the crossings of row and column steps, for sizes without a usual layout."""
    return tuple(
        "".join(marks[(x * 3 + y * 5) % len(marks)] if (x + y) % 4 == 0 else " " for x in range(columns))
        for y in range(rows)
    )


def big() -> BoardScene:
    """A 21 x 21 board with quadruple squares and long words."""
    board = _bordered(21, 21, "'\"-=^~ ")
    words = ["." * 21] * 21
    words[10] = "...INTERNATIONALLY..."
    words[12] = "OVERENTHUSIASTICALLY."
    new = frozenset((x, 12) for x in range(20))
    return BoardScene(
        21,
        21,
        squares(board),
        tiles(words, new),
        letters(21),
        numbers(21),
        "Super board · English",
        "142 in the pool",
        "Alice to play",
        seats(3),
        ("Turn 9",),
    )


def small() -> BoardScene:
    """A 9 x 9 board with an outlined square."""
    board = _bordered(9, 9, "'-\"=")
    rows = ["........."] * 9
    rows[4] = "..QUIZ..."
    return BoardScene(
        9,
        9,
        squares(board),
        tiles(rows, frozenset({(2, 4), (3, 4)})),
        letters(9),
        numbers(9),
        "Tiny",
        "23 in the pool",
        "Zoë to play",
        seats(2),
        (),
        cursor=(6, 2),
    )


def wide() -> BoardScene:
    """A 19 x 10 board with blocked squares, cell points, joined premiums, digraphs, Cyrillic and odd points."""
    board = (
        "#  '   +   n   '  #",
        "   *     -     *   ",
        "  !   #     #   !  ",
        "'    5   +   5    '",
        "   -    # #    -   ",
        "   -    # #    -   ",
        "'    8   n   8    '",
        "  !   #     #   !  ",
        "   *     -     *   ",
        "#  '   +   n   '  #",
    )
    faces = [
        ("CH", "5"), ("Ñ", "8"), ("LL", "8"), ("QU", "10"), ("Å", "-9"), ("Щ", "10"), ("Ж", "5"), ("W", "99"),
        ("Q", "-99"), ("Й", "4"), ("Ö", "8"), ("RR", "-10"), ("M", "0"), ("DZS", "6"), ("L·L", "10"), ("I", "1"),
    ]  # fmt: skip
    placed = [DrawnTile(1 + i, 3, TileFace(a, p), i % 5 == 0) for i, (a, p) in enumerate(faces)]
    placed += [DrawnTile(1 + i, 6, TileFace(a, "-2", True), i % 2 == 0) for i, (a, p) in enumerate(faces)]
    return BoardScene(
        19,
        10,
        squares(board),
        tuple(placed),
        letters(19),
        numbers(10)[::-1],
        "Кириллица и диграфы",
        "В мешке 45",
        "Ходит Чёрный Ворон",
        seats(6),
        ("Ход 3",),
    )


def end(players: int = 4, turns: int = 13) -> EndScene:
    """The end card of a game with this many players, and turns for each."""
    names = [seat.name for seat in seats(players)]
    gains = [
        [(7 * turn + 13 * place) % 29 + 6 * (turn == place + 4) * 8 for turn in range(turns)] for place in range(9)
    ]
    totals = [tuple(sum(gain[:count]) for count in range(turns + 1)) for gain in gains[:players]]
    ranked = sorted(zip(names, totals, strict=True), key=lambda one: -one[1][-1])
    standings = tuple(
        StandingLine(
            str(place + 1),
            name,
            str(total[-1] - (place == 1)),
            "-1 for E left" if place == 1 else said("scores.others_tiles", points="+1") if place == 0 else "",
            (*total, total[-1] - 1) if place == 1 else total,
            is_winner=place == 0,
            is_computer="Computer" in name,
            seat=names.index(name),
        )
        for place, (name, total) in enumerate(ranked)
    )
    return EndScene(
        "Sunday league · round 4",
        said("status.won_with_points", int(standings[0].score), name=standings[0].name),
        standings,
        said("board.points_after_each"),
        "turns",
    )


@cache
def avatar(number: int) -> bytes:
    """Pixels of an avatar: a colour that gets brighter from corner to corner, as photos do."""
    steps = range(AVATAR)
    return bytes((97 * number + 2 * (x if channel else y) + 31 * channel) % 256
                 for y in steps for x in steps for channel in range(3))  # fmt: skip


Avatar = Callable[[int], bytes]


def portraits(scene: EndScene | PosterScene | BoardScene, avatars: Avatar | None = avatar) -> tuple[Portrait, ...]:
    """A face for each player of a scene: every second one with an avatar, or only initials and computer players."""
    rows = scene.seats if isinstance(scene, BoardScene) else scene.standings
    return tuple(
        Portrait(
            row.name,
            level=6 if row.is_computer else 0,
            number=number,
            pixels=avatars(number) if avatars and number % 2 == 0 else b"",
        )
        for number, row in enumerate(rows)
    )


def with_faces(scene: BoardScene, avatars: Avatar | None = avatar) -> BoardScene:
    """The same board with faces on its score board."""
    faces = portraits(scene, avatars)
    return replace(scene, seats=tuple(replace(row, portrait=one) for row, one in zip(scene.seats, faces, strict=True)))


def poster(players: int = 2, avatars: Avatar | None = avatar) -> PosterScene:
    """The card at the end of the game that `end` tells of."""
    card = end(players)
    faces = portraits(card, avatars)
    letters = (("B", "3"), ("E", "1"), ("G", "2"), ("A", ""), ("L", "1"), ("L", "1"), ("S", "1"))
    return PosterScene(
        card.title,
        tuple(replace(line, portrait=one) for line, one in zip(card.standings, faces, strict=True)),
        said("endcard.comeback", name="Alice", behind="41", turn="4", word="BEGALLS", points="69"),
        BestPlay("Best play", tuple(TileFace(*one, is_blank=not one[1]) for one in letters), "L5 · 69 points · Alice"),
        ("Longest word: 4A AEGIRITE, 20 points · Alice", "Bingos: Alice 2, Zoë 1"),
        ("Alice: First bingo · 400 points", "Zoë: First win"),
        card.chart,
        card.turns,
        (0, 5),
    )
