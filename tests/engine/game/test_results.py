"""How finished games turn out: places, bingos, best plays."""

from __future__ import annotations

from engine.game import commands as cmd
from engine.game.history import history
from engine.game.results import results
from tests.support.games import CLASSIC, NO_UNDO, Table, variant_of, word_set


def outcome(table: Table) -> list[tuple[int, int, int, int]]:
    """(place, score, bingos, best points) of each seat."""
    found = results(table.game, history(table.events))
    return [(one.place, one.score, one.bingos, one.best.points if one.best else 0) for one in found]


def test_places_follow_the_winners_and_the_scores() -> None:
    """The player who went out wins; each seat has its own best play and bingos."""
    table = Table(variant=variant_of("HELLOCDEFGHIAB")).start("HELLOAB", "CDEFGHI")
    table.play("8D HELLO")
    table.pass_()
    table.play("D7 AHB")
    assert [(place, best) for place, _, _, best in outcome(table)] == [(1, 24), (2, 0)]


def test_a_running_or_broken_off_game_has_no_result() -> None:
    """Statistics leave out a game that its host ended."""
    table = Table().start()
    assert outcome(table) == []
    table.do(cmd.End("999", moderator=True))
    assert outcome(table) == []


def test_who_left_comes_last_and_equals_share_a_place() -> None:
    """A player who leaves comes last; the winners of a tie are both first."""
    table = Table(NO_UNDO, names=("ada", "bruno", "carla"))
    table.start()
    table.do(cmd.Leave("ada"))
    while outcome(table) == []:
        table.do(cmd.Pass("bruno" if table.game.on_turn == 1 else "carla"))
    places = [place for place, _, _, _ in outcome(table)]
    assert places[0] == 3
    assert sorted(places[1:]) in ([1, 1], [1, 2])


def test_N13_a_bingo_is_counted_once_it_stands() -> None:
    """A play with the whole rack and its bonus counts; one withdrawn after a challenge does not."""
    table = Table(CLASSIC, words=word_set("AB")).start("HELLOXY", "EAZJVKQ")
    table.play("8D HELLOXY")
    table.do(cmd.Challenge("bruno"))
    table.do(cmd.Resign("ada"))
    assert [(place, bingos) for place, _, bingos, _ in outcome(table)] == [(2, 0), (1, 0)]
