"""The worked example of an old manual, with the four scores that it prints."""

from __future__ import annotations

from engine.game import events as ev
from engine.model.rules import FirstPlayer, Rules
from tests.support.games import Table, check_invariants

MOVES = (("8F HORN", 14), ("H6 FARM", 9), ("10F PASTE", 25), ("9H MOB", 16))


def test_C19_horn_14_farm_9_paste_25_mob_16() -> None:
    """HORN with its R on the centre, FARM down through the R, PASTE with FARMS, MOB with NOT and BE.

    Two people play them in turn with a real board, so that any rack is possible.
    """
    table = Table(Rules(tabletop=True, undo=False, first_player=FirstPlayer.HOST)).start()
    for move, points in MOVES:
        (played,) = [event for event in table.play(move) if isinstance(event, ev.Played)]
        assert (move, played.sheet.total) == (move, points)
    assert table.scores == [14 + 25, 9 + 16]
    words = [word.word for event in table.events if isinstance(event, ev.Played) for word in event.sheet.words]
    assert list(map("".join, words)) == ["HORN", "FARM", "PASTE", "FARMS", "MOB", "NOT", "BE"]
    check_invariants(table)
