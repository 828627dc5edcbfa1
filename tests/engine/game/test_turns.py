"""Turns under void rules: playing, passing, exchanging, undoing."""

import pytest

from engine import errors
from engine.game import commands as cmd
from engine.game import events as ev
from engine.game.clock import Due, next_deadline
from engine.game.phases import Turn
from engine.model.rules import Rules
from tests.support.games import NO_UNDO, Table, check_invariants, word_set

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
        (cmd.Join(table.game.seats[0].player), errors.AlreadyStarted),
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
