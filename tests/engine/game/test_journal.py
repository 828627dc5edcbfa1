"""The journal: events as data and back, its versions, the word list and the views made of it."""

import json
from dataclasses import fields, replace
from typing import get_args

import pytest

from engine import errors
from engine.game import codec
from engine.game import commands as cmd
from engine.game import events as ev
from engine.game.evolve import replay
from engine.game.history import Mark, TurnKind, history
from engine.game.phases import Adjustment, EndReason, Overtime
from engine.game.views import seat_view, table_view
from engine.model.tiles import Tile, Tiles
from tests.support.games import CLASSIC, STANDARD, Table, word_set


def a_long_game() -> Table:
    """A game with a play, a cross word, a bingo, an exchange, a phony and a pass."""
    table = Table(CLASSIC, words=word_set("HELLO", "HA", "EX", "AX", "RETINAS")).start("HELLOAX", "RETINAS")
    table.play("8D HELLO")
    table.pass_()
    table.play("9D AX")
    table.play("10E RETINAS")
    table.do(cmd.Challenge("ada", words=("RETINAS",)))
    table.do(cmd.Exchange("ada", "all"))
    return table


def test_events_survive_json() -> None:
    """A journal written as JSON replays to the same state."""
    table = a_long_game()
    texts = [json.dumps(codec.encode(event)) for event in table.events]
    assert replay(codec.decode(json.loads(text)) for text in texts) == table.game


STORED = {
    "Accepted": "at seat",
    "BlankTraded": "at seat cell tile blank",
    "CameBack": "at seat",
    "ChallengeBonus": "at seat points",
    "Challenged": "at seat by words valid",
    "DraftOpened": "at seat draft",
    "DrawOpened": "at seat count",
    "Ended": "at reason changes winners by",
    "Exchanged": "at seat returned drawn points hidden",
    "FinalPassOpened": "at waiting deadline",
    "FourExchanged": "at seat returned drawn",
    "GamePaused": "at by name usual",
    "GameResumed": "at by",
    "HiddenDrawn": "at seat count",
    "HintGiven": "at seat kind cost",
    "HostAnswered": "at word added",
    "HostAsked": "at seat words",
    "HostPassed": "at host",
    "HouseAnswered": "at seat accepts",
    "HouseAsked": "at seat placement sheet words waiting deadline",
    "HouseExpired": "at seats",
    "InvitationsEnded": "at players by",
    "Joined": "at player seat",
    "KeptOpen": "at seat",
    "Claimed": "at seat by",
    "ClaimDue": "at seat by",
    "Loaded": "at by save name rewinds",
    "LobbyQuiet": "at",
    "MemoryLacked": "at seat level",
    "Opened": "at host setup seated table patience",
    "Passed": "at seat points",
    "PauseAgreed": "at seat resumes",
    "Played": "at seat placement sheet",
    "RackDeclared": "at seat tiles",
    "RackRecorded": "at seat tiles hidden",
    "OvertimeCounted": "at seat minutes",
    "Reminded": "at seat reason by",
    "Renamed": "at seat name",
    "RulesChanged": "at rule value rules",
    "SeatFreed": "at seat by host",
    "SeatLeft": "at seat resigned by_time by",
    "SeatOffered": "at seat player by to_heir",
    "SeatTaken": "at seat player before by returned drawn",
    "StartDrawn": "at drawn",
    "Started": "at by first lexicon",
    "Swapped": "at seat other",
    "TakenOver": "at seat person computer how by",
    "TilesAwaited": "at waiting reason deadline",
    "TilesDrawn": "at seat tiles",
    "TimeGiven": "at seat giver time",
    "TimeLost": "at start end",
    "TurnExpired": "at seat",
    "TurnForfeited": "at seat",
    "TurnLost": "at seat words by placement sheet",
    "TurnSkipped": "at seat",
    "Undone": "at seat",
    "WentAway": "at seat until",
    "WindowsClosed": "at",
    "Withdrawn": "at seat",
}
"""The names and fields of events, as databases and saved games store them."""


def test_stored_names_outlive_renamed_classes() -> None:
    """A journal can be read for ever: stored names and fields change only deliberately."""
    now = {name: " ".join(field.name for field in fields(kind)) for name, kind in codec.CLASSES.items()}
    assert now == STORED
    assert set(codec.NAMES) == set(get_args(ev.Event))


def test_an_event_is_small() -> None:
    """Only the opening carries the variant; a play stays under a kilobyte."""
    table = a_long_game()
    sizes = [len(json.dumps(codec.encode(event))) for event in table.events]
    assert max(sizes[1:]) < 1000
    assert sizes[0] < 6000


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"type": "Nothing", "v": 1},
        {"type": "Passed", "v": 99, "at": 1, "seat": 0, "points": 0},
        {"type": "Passed", "v": 1, "at": "x", "seat": 0},
        {"type": "Passed", "v": 1, "at": 1, "seat": 0, "points": 0, "more": 1},
        {"type": "TilesDrawn", "v": 1, "at": 1, "seat": 0, "tiles": [["A"]]},
        {"type": "Passed", "v": "1"},
    ],
)
def test_damaged_events_are_refused(data: dict[str, object]) -> None:
    """Unknown, newer or broken data raise one typed error."""
    with pytest.raises(errors.BadData):
        codec.decode(data)


def test_older_versions_are_brought_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """An upcaster turns the data of one version into those of the next."""
    seats_from_one, with_points = lambda d: d | {"seat": d["seat"] + 1}, lambda d: d | {"points": 5}
    monkeypatch.setattr(codec, "UPCASTERS", {"Passed": (seats_from_one, with_points)})
    assert codec.decode({"type": "Passed", "v": 1, "at": 7, "seat": 0}) == ev.Passed(7, 1, 5)
    assert codec.decode({"type": "Passed", "v": 2, "at": 7, "seat": 0}) == ev.Passed(7, 0, 5)
    assert codec.encode(ev.Passed(7, 0, 5))["v"] == 3
    with pytest.raises(errors.BadData, match="version 4"):
        codec.decode({"type": "Passed", "v": 4, "at": 7, "seat": 0})


def test_an_end_of_version_1_keeps_what_changed_its_scores() -> None:
    """It told tiles left and overtime in a field each."""
    data = {"type": "Ended", "v": 1, "at": 7, "reason": "out", "winners": [1], "by": None}
    data |= {"adjustments": [{"seat": 0, "points": -4, "left": [["A", 1, 4]]}, {"seat": 1, "points": 4, "left": None}]}
    changes = (Adjustment(0, -4, Tiles.of([Tile("A", 1)] * 4)), Adjustment(1, 4, None), Overtime(0, -10, 9000))
    ended = ev.Ended(7, EndReason.OUT, changes, (1,))
    assert codec.decode(data | {"overtime": [{"seat": 0, "points": -10, "over": 9000}]}) == ended
    assert codec.decode(codec.encode(ended)) == ended


def test_journals_must_begin_with_the_opening() -> None:
    """Anything else is damage."""
    with pytest.raises(errors.BadData):
        replay([])
    with pytest.raises(errors.BadData):
        replay([ev.Passed(1, 0)])
    table = a_long_game()
    with pytest.raises(errors.BadData):
        replay([table.events[0], table.events[0]])


def test_N12_word_list_marks_cross_words_bingos_and_passes() -> None:
    """A word, `+` for cross words, `++` for the bonus, `-` for nothing."""
    entries = history(a_long_game().events)
    assert [entry.kind for entry in entries] == [
        TurnKind.PLAY,
        TurnKind.PASS,
        TurnKind.PLAY,
        TurnKind.PLAY,
        TurnKind.EXCHANGE,
    ]
    marks = [[(line.mark, "".join(line.word)) for line in entry.lines] for entry in entries]
    assert marks[0] == [(Mark.WORD, "HELLO")]
    assert marks[1] == [(Mark.NOTHING, "")]
    assert marks[2] == [(Mark.WORD, "AX"), (Mark.CROSS, "HA"), (Mark.CROSS, "EX")]
    assert marks[3][0] == (Mark.WORD, "RETINAS")
    assert marks[3][-1] == (Mark.BONUS, "")
    assert entries[3].lines[-1].points == 50
    assert [entry.total for entry in entries if entry.seat == 0] == [24, 24 + entries[2].points, entries[4].total]


def test_a_withdrawn_play_stays_in_the_list_with_nothing() -> None:
    """It scores 0 and is marked."""
    table = Table(CLASSIC, words=word_set()).start("HELLOAX", "RETINAS")
    table.play("8D HELLO")
    table.do(cmd.Challenge("bruno"))
    (entry,) = history(table.events)
    assert (entry.withdrawn, entry.points, entry.total) == (True, 0, 0)
    assert entry.lines[0].mark is Mark.NOTHING


def test_a_play_is_withdrawn_from_somebody_who_has_left_since() -> None:
    """The totals in the list are the scores, even after the line that reports the departure."""
    table = Table(CLASSIC, names=("ada", "bruno", "chloe"), words=word_set())
    table.start("HELLOAX", "RETINAS", "DEFGIOU")
    table.play("8D HELLO")
    table.do(cmd.Leave("ada"))
    table.do(cmd.Challenge("bruno"))
    entries = history(table.events)
    assert [entry.kind for entry in entries] == [TurnKind.PLAY, TurnKind.LEFT]
    assert [entry.total for entry in entries] == [0, 0] == [0, table.scores[0]]


def test_what_was_undone_is_not_in_the_list() -> None:
    """Undo removes the entry."""
    from engine.model.rules import Rules

    table = Table(Rules()).start("HELLOAB", "RETINAS")
    table.play("8D HELLO")
    table.do(cmd.Undo("ada"))
    assert history(table.events) == ()


def test_K16_unseen_is_what_lies_neither_on_the_board_nor_on_the_own_rack() -> None:
    """Unseen tiles are the pool and the other racks together."""
    table = a_long_game()
    view = seat_view(table.game, 0)
    assert len(view.unseen) == len(table.game.pool) + len(table.game.seats[1].rack)
    assert len(STANDARD.tile_set) == 100


def test_views_hide_the_tiles_just_drawn() -> None:
    """The state records the replacement tiles of a play; no view does."""
    table = Table(CLASSIC).start("HELLOAX", "RETINAS")
    table.play("8D HELLO")
    assert table.game.latest is not None
    view = table_view(table.game)
    assert view.challengeable is not None
    assert view.challengeable.drawn is None
    assert replace(table.game.latest, drawn=None) == view.challengeable  # type: ignore[call-arg]
