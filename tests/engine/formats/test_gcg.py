"""GCG records: what is read, what is refused, and that reading gives back what was written."""

from __future__ import annotations

import contextlib
import string
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import BadData, TooLarge
from engine.formats import gcg
from engine.formats.gcg import GcgGame, GcgPlayer, MalformedGcg
from tests.support.malformed import GCGS, HEAD
from tests.support.records import CLUB, SPANISH_GAME


def read(text: str) -> GcgGame:
    return gcg.read(text.encode("latin-1"))


def event(line: str) -> gcg.GcgEvent:
    """The event on one line of player a."""
    (only,) = read(f"{HEAD}{line}\n").events
    return only


def test_facts_of_the_game_are_read() -> None:
    game = read(CLUB)
    assert game.players == (GcgPlayer("ann", "Ann Smith"), GcgPlayer("bob", "Bob O'Neill"))
    assert (game.title, game.description) == ("A club game", "Written down move by move")
    assert (game.authority, game.id, game.lexicon) == ("example.org", "17", "none")
    assert (game.game_type, game.board_layout, game.tile_distribution) == ("classic", "CrosswordGame", "english")
    assert game.incomplete is None
    assert len(game.events) == 31


def test_each_form_of_event_has_a_class_of_its_own() -> None:
    a = {"player": 0, "rack": "AB?", "score": 7, "total": 9}
    assert event(">a: AB? 8D B.a +7 9") == gcg.GcgPlay(**a, place="8D", tiles="B.a")
    assert event(">a: AB? d8 B.a +7 9") == gcg.GcgPlay(**a, place="D8", tiles="B.a")
    assert event(">a: AB? - +7 9") == gcg.GcgPass(**a)
    assert event(">a: AB? -AB +7 9") == gcg.GcgExchange(**a, tiles="AB", count=2)
    assert event(">a: AB? -A[CH]? +7 9") == gcg.GcgExchange(**a, tiles="A[CH]?", count=3)
    assert event(">a: AB? -3 +7 9") == gcg.GcgExchange(**a, count=3)
    assert event(">a: AB? (challenge) +7 9") == gcg.GcgChallengeBonus(**a)
    assert event(">a: AB? (XY) +7 9") == gcg.GcgRackGain(**a, tiles="XY")
    lost = a | {"score": -7}
    assert event(">a: AB? -- -7 9") == gcg.GcgWithdrawn(**lost)
    assert event(">a: AB? (AB?) -7 9") == gcg.GcgRackLoss(**lost, tiles="AB?")
    assert event(">a: AB? (time) -7 9") == gcg.GcgTimePenalty(**lost)


@pytest.mark.parametrize(
    ("line", "score"),
    [(">a:  (challenge) +5 5", 5), (">a: (XY) +8 8", 8), (">a: 8D AB +8 8", 8), (">a: - 0 0", 0), (">a:  -AB +0 0", 0)],
)
def test_a_rack_may_be_missing(line: str, score: int) -> None:
    assert (event(line).rack, event(line).score) == ("", score)


def test_signs_are_read_as_programs_write_them() -> None:
    assert event(">a: AB (time) +-10 -3").score == -10
    assert event(">a: AB (time) +-10 -3").total == -3
    assert isinstance(event(">a: ? (?) -0 3"), gcg.GcgRackLoss)
    assert isinstance(event(">a: (?) +0 3"), gcg.GcgRackGain)


@pytest.mark.parametrize("rest", ["", " and a note"])
def test_scores_are_read_up_to_the_largest_that_factors_make(rest: str) -> None:
    """An exported score can be read back."""
    largest = int("9" * 19)
    text = f"{HEAD}>a: AB 8H AB +{largest} {largest}{rest}\n>a: AB -- -{largest} -{largest}\n"
    game = gcg.read(text.encode())
    assert [(event.score, event.total) for event in game.events] == [(largest, largest), (-largest, -largest)]
    assert gcg.read(gcg.write(game)) == game


def test_notes_belong_to_the_event_before_and_go_on_over_several_lines() -> None:
    game = read(CLUB)
    assert game.events[1].note == "a try"
    assert game.events[5].note == "SWARVING is good.\nIt stands.\n#1 on the list"
    assert read(f"{HEAD}#note before\n# 2\n#WAI hm\n>a: A - +0 0").opening_note == "before\n# 2\n#WAI hm"
    assert read(f"{HEAD}>a: A - +0 0\n#note one\n#note two").events[0].note == "one\ntwo"


@pytest.mark.parametrize(
    ("line", "act", "note"),
    [
        (">a: AB? 8D B.a +40 40 BE, ET", "8D B.a", "BE, ET"),
        (">a: AB? 8D B.a +40 40 BE,  12 13", "8D B.a", "BE, 12 13"),
        (">a: AB? 8D B.a +40 40 7", "8D B.a", "7"),
        (">a: AB? -3 +0 40 fishing", "-3", "fishing"),
        (">a: AB? -3 -0 40 fishing", "-3", "fishing"),
        (">a: AB? -- -40 -5 no such word +7 8 x", "--", "no such word +7 8 x"),
        (">a: (XY) +8 8 (out)", "(XY)", "(out)"),
    ],
)
def test_a_text_after_the_total_is_a_note(line: str, act: str, note: str) -> None:
    """Some programs write the other words or a remark there; the event itself reads as if the text were not there."""
    told = event(line)
    assert (gcg.move_text(told), told.note) == (act, note)
    plain = event(line[: line.index(note.split(maxsplit=1)[0], line.index(act) + len(act))].rstrip())
    assert plain == replace(told, note="")


def test_a_text_after_the_total_comes_before_the_lines_of_the_note() -> None:
    """The writer puts all of it in the note's lines; read again, it is the same game."""
    game = read(f"{HEAD}>a: AB? 8D B.a +40 40 BE, ET\n#note a bingo\nmissed\n>b: CD - +0 0\n")
    assert [one.note for one in game.events] == ["BE, ET\na bingo\nmissed", ""]
    again = gcg.read(gcg.write(game))
    assert [replace(one, line=0) for one in again.events] == [replace(one, line=0) for one in game.events]


def test_racks_at_the_end_and_the_mark_of_an_incomplete_game() -> None:
    game = read(f"{HEAD}>a: ABC 8G AB +8 8\n#rack1 CDE\n#rack2 XY?\n#incomplete CDE\n#rack1 CDEF")
    assert game.racks == ((0, "CDEF"), (1, "XY?"))
    assert game.incomplete == "CDE"
    assert read(HEAD + "#incomplete").incomplete == ""


def test_declared_tiles_and_unknown_facts_are_kept() -> None:
    game = read(f"#style fancy\n{HEAD}#tile [CH] [ch]\n#game-board one\n#- two\n")
    assert game.tile_forms == (("[CH]", "[ch]"),)
    assert game.pragmas == (gcg.GcgPragma("style", "fancy"), gcg.GcgPragma("game-board", "one\ntwo"))


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\n\n"])
def test_line_ends_of_any_kind(end: str) -> None:
    assert read(CLUB.replace("\n", end)) == read(CLUB)


@pytest.mark.parametrize(
    "first", ["", *(f"#character-encoding {name}\n" for name in ("ISO-8859-1", "ASCII", "cp1252"))]
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1", "windows-1252", "utf-16"])
def test_the_bytes_tell_the_encoding_whatever_the_first_line_says(encoding: str, first: str) -> None:
    game = gcg.read(f"{first}#player1 jose José Ñandú\n>jose: AB - +0 0\n".encode(encoding))
    assert game.players[0].name == "José Ñandú"
    assert game.events[0].line == 2 + bool(first)


def test_names_beyond_latin_1_are_read_from_windows_files_and_from_utf_16() -> None:
    text = "#player1 z Žofie “Zo” Œuvre\n"
    assert gcg.read(text.encode("windows-1252")).players[0].name == "Žofie “Zo” Œuvre"
    for encoding in ("utf-16-le", "utf-16-be"):
        marked = ("\ufeff#character-encoding UTF-16\r\n" + text).encode(encoding)
        assert gcg.read(marked).players[0].name == "Žofie “Zo” Œuvre"


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (b"#player1 a A\n#title caf\x81\n", 2),
        ("#player1 a A\n".encode("utf-16-le"), 1),
        (b"\xff\xfe#\0a", 1),
        ("#player1 a José Ñandú\n#title caf".encode() + b"\xe9\n", 2),
        (b"\xef\xbb\xbf#player1 a A\n#title caf\xe9\n", 2),
    ],
)
def test_a_name_that_would_be_garbled_is_refused(data: bytes, line: int) -> None:
    with pytest.raises(MalformedGcg) as caught:
        gcg.read(data)
    assert caught.value.line == line


def test_lines_are_counted_as_an_editor_counts_them() -> None:
    game = gcg.read(SPANISH_GAME.encode())
    assert [one.line for one in game.events] == [7, 8, 9, 10, 11]
    assert read(CLUB.replace("\n", "\r\n")).events[0].line == 10


def test_short_names_are_understood_in_other_case() -> None:
    game = read("#player1 Al Al\n#player2 AL Allan\n#player3 bo Bo\n>al: A - +0 0\n>AL: B - +0 0\n>BO: B - +0 0\n")
    assert [one.player for one in game.events] == [0, 1, 2]


def test_players_with_one_short_name_are_told_apart() -> None:
    """By their totals, and where these are alike by whose turn it is; what follows a play is about it."""
    lines = [
        ("AB 8G AB +8 8", 0),
        ("CD -CD +0 0", 1),
        ("AB 7G AB +8 16", 0),
        ("AB -- -8 8", 0),
        ("CD 7G CD +8 8", 1),
        ("CD (challenge) +5 13", 1),
        ("AB 6G AB +5 13", 0),
        ("CD - +0 13", 1),
        ("AB - +0 13", 0),
        ("AB (AB) -4 9", 1),
    ]
    text = "#player1 x Ann\n#player2 x Bob\n" + "".join(f">x: {line}\n" for line, _ in lines)
    game = read(text)
    assert [one.player for one in game.events] == [player for _, player in lines]
    assert [player.nick for player in game.players] == ["x", "x_2"]
    assert gcg.read(gcg.write(game)) == game


def test_names_with_colons_and_names_that_begin_alike() -> None:
    game = read("#player1 al Al\n#player2 al:x Alx\n>al: A - +0 0\n>al:x: B - +0 0\n")
    assert [one.player for one in game.events] == [0, 1]


@pytest.mark.parametrize(("text", "line", "reason"), GCGS)
def test_a_malformed_record_is_refused_with_its_line(text: str, line: int, reason: str) -> None:
    with pytest.raises(MalformedGcg) as caught:
        read(text)
    assert caught.value.line == line
    assert reason in caught.value.reason
    assert "\n" not in caught.value.reason


def test_bytes_that_are_not_what_they_say_are_refused() -> None:
    with pytest.raises(MalformedGcg) as caught:
        gcg.read(b"#character-encoding UTF-8\n#player1 a A\n#title caf\xe9\n")
    assert caught.value.line == 3
    with pytest.raises(TooLarge):
        gcg.read(b"#player1 a A\n" + b"#note x\n" * 200_000)


@given(st.binary(max_size=200))
def test_whatever_the_bytes_nothing_else_is_raised(data: bytes) -> None:
    with pytest.raises(MalformedGcg):
        gcg.read(b"\x00" + data)


@given(st.text("#>ab: -()[]?.8D+0\n1notepylrack", max_size=60))
def test_whatever_follows_the_players_it_is_read_or_refused(text: str) -> None:
    with contextlib.suppress(MalformedGcg):
        game = read(HEAD + text)
        assert gcg.read(gcg.write(game)) == game


def test_values_that_no_line_can_hold_are_refused() -> None:
    with pytest.raises(BadData):
        GcgPlayer("two words")
    with pytest.raises(BadData):
        GcgGame((GcgPlayer("a"), GcgPlayer("a")))
    with pytest.raises(BadData):
        GcgGame((GcgPlayer("a"),), title="two\nlines")
    with pytest.raises(BadData):
        gcg.GcgPass(player=0, note="one\rtwo")


def test_a_record_is_written_as_it_was_read() -> None:
    game = read(CLUB)
    assert gcg.read(gcg.write(game)) == game
    lines = gcg.write(game).decode("ascii").splitlines()
    assert [line for line in lines if line[0] == ">"] == [line for line in CLUB.splitlines() if line[:1] == ">"]


def test_texts_beyond_ascii_are_written_in_utf_8_and_say_so() -> None:
    game = gcg.read(SPANISH_GAME.encode())
    assert gcg.write(game).decode().splitlines()[0] == "#character-encoding UTF-8"
    assert gcg.read(gcg.write(game)) == game


# --- round trips of made-up records -----------------------------------------------------------------------------------

LINE = st.text(string.ascii_letters + string.digits + " #>-.:[]é", max_size=12).map(str.strip)
WORD = st.text(string.ascii_letters + string.digits + ":#é", min_size=1, max_size=6)
NOTE = st.tuples(LINE, st.lists(st.text("ab #>-é ", max_size=5), max_size=2)).map(lambda p: "\n".join([p[0], *p[1]]))
RACK = st.lists(st.sampled_from(["A", "B", "?", "[CH]", "E(0)", "Ñ"]), max_size=4).map("".join)
TILES = st.lists(st.sampled_from(["A", "b", ".", "[ch]", "(L)", "?E"]), min_size=1, max_size=5).map("".join)
POINTS = st.integers(-999, 999)


@st.composite
def an_event(draw: st.DrawFn) -> gcg.GcgEvent:
    """Any event of two players that a line can hold."""
    common = {"player": draw(st.integers(0, 1)), "rack": draw(RACK), "total": draw(POINTS), "note": draw(NOTE)}
    points, tiles = draw(POINTS), draw(RACK)
    kinds = [
        lambda: gcg.GcgPlay(**common, score=points, place=draw(st.sampled_from(["8D", "O15"])), tiles=draw(TILES)),
        lambda: gcg.GcgWithdrawn(**common, score=points),
        lambda: gcg.GcgPass(**common, score=points),
        lambda: gcg.GcgExchange(**common, score=points, count=draw(st.integers(1, 12))),
        lambda: gcg.GcgExchange(**common, score=points, tiles="A" + tiles, count=1 + _count(tiles)),
        lambda: gcg.GcgChallengeBonus(**common, score=points),
        lambda: gcg.GcgRackGain(**common | {"rack": ""}, score=abs(points), tiles=tiles),
        lambda: gcg.GcgRackLoss(**common, score=-abs(points), tiles=tiles),
        lambda: gcg.GcgTimePenalty(**common, score=points),
    ]
    return draw(st.sampled_from(kinds))()


def _count(tiles: str) -> int:
    return sum(tiles.count(one) for one in ("A", "B", "?", "[", "E", "Ñ"))


RECORDS = st.builds(
    GcgGame,
    players=st.lists(st.builds(GcgPlayer, WORD, LINE), min_size=2, max_size=3, unique_by=lambda one: one.nick).map(
        tuple
    ),
    events=st.lists(an_event(), max_size=4).map(tuple),
    title=LINE,
    authority=WORD,
    id=WORD,
    lexicon=LINE,
    game_type=LINE,
    tile_forms=st.lists(st.tuples(WORD, WORD), max_size=2).map(tuple),
    incomplete=st.none() | RACK,
    racks=RACK.map(lambda rack: ((1, rack),)),
    opening_note=NOTE,
)


@given(RECORDS)
def test_writing_and_reading_agree(game: GcgGame) -> None:
    assert gcg.read(gcg.write(game)) == game
