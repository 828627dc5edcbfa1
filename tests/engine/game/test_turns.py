"""Turns under void rules, the worked example of an old manual, and how finished games turn out."""

from __future__ import annotations

import pytest

from engine import errors
from engine.game import commands as cmd
from engine.game import events as ev
from engine.game.clock import Due, next_deadline
from engine.game.history import history, results
from engine.game.phases import Turn
from engine.model.rules import FirstPlayer, Rules
from tests.support.games import CLASSIC, NO_UNDO, Table, check_invariants, variant_of, word_set

UNDO = Rules()


def test_a_play_scores_draws_and_passes_the_turn() -> None:
    """The tiles are on the board, the rack is full again, the other seat is on turn."""
    table = Table().start("HELLOAB", "QUXZJVK")
    table.play("8D HELLO")
    assert table.scores == [24, 0]
    assert len(table.game.seats[0].rack) == 7
    assert (table.game.on_turn, table.game.turn) == (1, 2)
    check_invariants(table)


def test_words_are_checked_under_void_rules() -> None:
    """A word that is not in the lexicon is refused by name and nothing changes."""
    table = Table(words=word_set("HELLO", "HA")).start("HELLOAB", "QUXZJVK")
    before = table.game
    with pytest.raises(errors.NotInLexicon) as caught:
        table.play("8G HOLE")
    assert caught.value.words == (tuple("HOLE"),)
    assert table.game == before
    table.play("8D HELLO")


def test_bad_input_changes_nothing() -> None:
    """A refused command leaves the state as it was."""
    table = Table().start("HELLOAB", "QUXZJVK")
    before = table.game
    for command, error in (
        (cmd.Play("bruno", "8H QUX"), errors.NotYourTurn),
        (cmd.Play("eve", "8H HELLO"), errors.NotSeated),
        (cmd.Play("ada", "8H JELLO"), errors.TilesNotOnRack),
        (cmd.Play("ada", "8H HELLO", turn=7), errors.StaleTurn),
        (cmd.Pass("ada", turn=2), errors.StaleTurn),
        (cmd.Exchange("ada", "QQ"), errors.TilesNotOnRack),
        (cmd.Exchange("ada", ""), errors.NothingToExchange),
        (cmd.Exchange("ada", "☺"), errors.UnknownLetter),
        (cmd.Join(table.game.seats[0].player), errors.AlreadySeated),
        (cmd.Start("ada"), errors.AlreadyStarted),
        (cmd.Undo("ada"), errors.RuleIsOff),
        (cmd.Challenge("ada"), errors.ChallengeIsOff),
        (cmd.CloseFinalPass(1), errors.StaleTurn),
        (cmd.CloseWindows(1), errors.StaleTurn),
        (cmd.End("bruno"), errors.OnlyHost),
        (cmd.RemoveSeat("bruno", 0), errors.OnlyHost),
        (cmd.RemoveSeat("ada", 9), errors.NoSuchSeat),
    ):
        with pytest.raises(error):
            table.do(command)
        assert table.game == before


def test_N5_exchange_puts_tiles_back_and_draws_others() -> None:
    """The exchanged tiles go to the pool, the same number comes back, and the turn scores nothing."""
    table = Table().start("HELLOAB", "QUXZJVK")
    events = table.do(cmd.Exchange("ada", "hel"))
    exchanged = events[-1]
    assert isinstance(exchanged, ev.Exchanged)
    assert len(exchanged.drawn) == 3
    assert table.game.scoreless == 1
    check_invariants(table)


def test_D3_exchange_all_and_blanks() -> None:
    """`all` means the whole rack, `?` a blank."""
    table = Table().start("HELLOA?", "QUXZJVK")
    table.do(cmd.Exchange("ada", "?"))
    table.pass_()
    table.do(cmd.Exchange("ada", "all"))
    assert len(table.game.seats[0].rack) == 7
    check_invariants(table)


def test_exchange_needs_tiles_in_the_pool() -> None:
    """The rule decides: as many tiles as a full rack has, or only as many as are exchanged."""
    from tests.support.games import variant_of

    few = variant_of("AAAAEEEEIIIIOOOOUUU")  # 19 tiles: 5 left after two racks
    loose = Table(NO_UNDO, few).start("AAAAEEE", "EIIIIOO")
    with pytest.raises(errors.PoolTooSmall):
        loose.do(cmd.Exchange("ada", "all"))
    loose.do(cmd.Exchange("ada", "AA"))
    strict = Table(NO_UNDO.with_value("exchange_min_pool", "rack"), few).start("AAAAEEE", "EIIIIOO")
    with pytest.raises(errors.PoolTooSmall) as caught:
        strict.do(cmd.Exchange("ada", "A"))
    assert (caught.value.pool, caught.value.needed) == (5, 7)


def test_D4_undo_gives_the_turn_back_and_shows_no_new_tile() -> None:
    """Replacement tiles are drawn only when the window closes."""
    table = Table(UNDO).start("HELLOAB", "QUXZJVK")
    before = table.game
    table.play("8D HELLO")
    assert table.letters(0) == "AB"
    table.do(cmd.Undo("ada", turn=1))
    game = table.game
    assert (game.board, game.pool, game.seats, game.scoreless) == (
        before.board,
        before.pool,
        before.seats,
        before.scoreless,
    )
    assert isinstance(game.phase, Turn)
    assert (game.on_turn, game.turn) == (0, 3)
    check_invariants(table)


def test_D4_the_window_closes_with_the_next_move() -> None:
    """When the other seat acts, the tiles are drawn first and undo is over."""
    table = Table(UNDO).start("HELLOAB", "QUXZJVK")
    table.play("8D HELLO")
    events = table.pass_()
    assert [type(event) for event in events] == [ev.TilesDrawn, ev.Passed]
    with pytest.raises(errors.NothingToUndo):
        table.do(cmd.Undo("ada"))
    table.do(cmd.Undo("bruno"))
    assert table.game.on_turn == 1
    check_invariants(table)


def test_D4_the_window_closes_by_the_clock_or_by_the_mover() -> None:
    """The deadline names the move; after it nothing can be undone. The player may close the window early."""
    table = Table(UNDO).start("HELLOAB", "QUXZJVK")
    table.play("8D HELLO")
    deadline = next_deadline(table.game)
    assert deadline
    assert (deadline.at, deadline.due, deadline.turn) == (table.now + 10_000, Due.WINDOWS, 1)
    with pytest.raises(errors.NothingToUndo):
        table.do(cmd.CloseWindows(1, by="bruno"))
    table.do(cmd.CloseWindows(deadline.turn))
    assert len(table.letters(0)) == 7
    with pytest.raises(errors.NothingToUndo):
        table.do(cmd.Undo("ada"))
    with pytest.raises(errors.StaleTurn):
        table.do(cmd.CloseWindows(1))
    left = next_deadline(table.game)
    assert left
    assert left.due is Due.REMINDER
    check_invariants(table)


def test_D4_a_pass_can_be_undone_too() -> None:
    """The count of scoreless turns is undone with it."""
    table = Table(UNDO).start("HELLOAB", "QUXZJVK")
    table.pass_()
    assert table.game.scoreless == 1
    table.do(cmd.Undo("ada"))
    assert (table.game.scoreless, table.game.passes, table.game.on_turn) == (0, 0, 0)


def test_D7_a_blank_keeps_its_letter() -> None:
    """The board remembers what the blank stands for."""
    table = Table().start("HELLOA?", "QUXZJVK")
    table.play("8D HELLOa")
    assert table.board().split("\n")[7] == "...HELLOa......"


def test_nobody_waits_for_a_computer_to_take_its_move_back() -> None:
    """A computer's tiles are drawn at once, and the next computer may move at once."""
    table = Table(UNDO, names=("ada",))
    table.do(cmd.AddComputer("ada", 3))
    table.do(cmd.AddComputer("ada", 3))
    table.start("HELLOAB", "QUXZJVK", "AEIOUTT", first=1)
    events = table.play("8G QUXZ")
    assert [type(event) for event in events] == [ev.Played, ev.TilesDrawn]
    deadline = next_deadline(table.game)
    assert deadline
    assert (deadline.due, deadline.at, deadline.seat) == (Due.COMPUTER, table.now, 2)
    assert [type(event) for event in table.pass_()] == [ev.Passed, ev.WindowsClosed]
    check_invariants(table)


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
    while not table.game.seats[0].moves:
        table.pass_()
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
