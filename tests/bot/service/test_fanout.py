"""Which messages follow from each event."""

from __future__ import annotations

from bot.model.deliveries import DeliveryKind, NewDelivery
from bot.service.sending.fanout import COMPUTER_PAUSE, board_event, fan_out
from engine.game import commands as cmd
from engine.game.events import Event
from engine.game.state import Person
from engine.model.rules import Rules
from engine.model.tiles import KnownRack
from tests.support.games import CLASSIC, NO_UNDO, Table, variant_of


def after(table: Table, command: cmd.Command) -> tuple[NewDelivery, ...]:
    """The deliveries of a command."""
    before = table.game
    events = table.do(command)
    return fan_out(before, events, table.game)


def told(deliveries: tuple[NewDelivery, ...]) -> list[str]:
    """The kinds of delivery, with the person for those that go to one person."""
    return [f"{d.kind.value} {d.target.id}" if d.target else d.kind.value for d in deliveries]


def a_table(rules: Rules = NO_UNDO) -> Table:
    """Two people in a lobby."""
    return Table(rules, names=("1", "2"))


def test_the_lobby_is_shown_as_it_changes() -> None:
    """The lobby changes as players join and leave, computers come and rules change; the opening itself is shown too."""
    table = a_table()
    opening: tuple[Event, ...] = tuple(table.events[:1])
    assert told(fan_out(None, opening, table.game)) == ["lobby"]
    assert told(after(table, cmd.Join(Person("3", "Cleo")))) == ["lobby"]
    assert told(after(table, cmd.AddComputer("1", 3))) == ["lobby"]
    assert told(after(table, cmd.SetRule("1", "undo", "off"))) == ["lobby"]
    assert told(after(table, cmd.Leave("2"))) == ["lobby"]
    assert told(after(table, cmd.End("999", moderator=True))) == ["end"]


def test_the_start_shows_the_board_and_deals_everybody_a_rack() -> None:
    """One board, and one rack for each player, all up to the last event."""
    table = a_table()
    deliveries = after(table, cmd.Start("1"))
    assert told(deliveries) == ["board", "rack 1", "rack 2"]
    assert {delivery.upto for delivery in deliveries} == {table.game.sequence}


def test_after_a_turn_only_the_mover_gets_a_rack() -> None:
    """The player gets a rack only when it has changed."""
    table = a_table().start("ABCDEFG", "HIJKLMN")
    assert told(after(table, cmd.Play("1", "8H BAD"))) == ["board", "rack 1"]
    assert told(after(table, cmd.Exchange("2", "HI"))) == ["board", "rack 2"]
    assert told(after(table, cmd.Pass("1"))) == ["board"]


def test_d4_while_a_play_may_be_undone_no_rack_is_sent() -> None:
    """The replacement tiles come when the window closes, on a board without undo."""
    table = Table(Rules(), names=("1", "2")).start("ABCDEFG", "HIJKLMN")
    assert told(after(table, cmd.Play("1", "8H BAD"))) == ["board"]
    assert told(after(table, cmd.Undo("1"))) == ["board"]
    assert told(after(table, cmd.Play("1", "8H BADE"))) == ["board"]
    table.now += 20_000
    assert told(after(table, cmd.CloseWindows(table.game.latest.turn if table.game.latest else 0))) == [
        "board",
        "rack 1",
    ]


def test_C6_what_a_computer_considers_waits_for_the_board_without_undo() -> None:
    """The report comes with the board that follows the closed window, not with the one that still counts down."""
    table = Table(Rules(), names=("1",))
    table.do(cmd.AddComputer("1", 1))
    table.start("ABCDEFG", "HIJKLMN")
    after(table, cmd.Play("1", "8H BAD"))
    assert board_event(table.events, table.game) == table.game.sequence
    table.now += 20_000
    assert told(after(table, cmd.CloseWindows(table.game.latest.turn if table.game.latest else 0)))[0] == "board"
    assert board_event(table.events, table.game) == table.game.sequence


def test_a_challenge_is_told_on_its_own() -> None:
    """The notice names the challenge's own event; a withdrawn play changes the rack back."""
    table = Table(CLASSIC, names=("1", "2"), words=frozenset()).start("ABCDEFG", "HIJKLMN")
    assert told(after(table, cmd.Play("1", "8H BAD"))) == ["board", "rack 1"]
    turn = table.game.turn - 1
    deliveries = after(table, cmd.Challenge("2", turn))
    assert told(deliveries) == ["notice", "board", "rack 1"]
    assert deliveries[0].upto == table.game.sequence - 1
    assert deliveries[1].upto == table.game.sequence


def test_accepting_a_play_is_no_news() -> None:
    """Nothing visible changes, so nothing is sent."""
    table = Table(CLASSIC, names=("1", "2", "3")).start("ABCDEFG", "HIJKLMN", "OPQRSTU")
    after(table, cmd.Play("1", "8H BAD"))
    assert after(table, cmd.Accept("3", table.game.turn - 1)) == ()


def test_who_leaves_is_told_and_the_end_shows_the_end() -> None:
    """There is a notice about leaving, the end instead of a board, and no racks once the game is over."""
    table = Table(NO_UNDO, names=("1", "2", "3")).start("ABCDEFG", "HIJKLMN", "OPQRSTU")
    assert told(after(table, cmd.Leave("2"))) == ["notice", "board"]
    assert told(after(table, cmd.Resign("3"))) == ["notice", "end"]
    table = Table(NO_UNDO, variant_of("ABAD", 2), ("1", "2")).start("AB", "AD")
    assert told(after(table, cmd.Play("1", "8H AB"))) == ["end"]


def test_a_board_waits_for_a_computer_that_may_act_at_once() -> None:
    """One message shows both moves; new tiles do not wait."""
    table = Table(NO_UNDO, names=("1",))
    table.do(cmd.AddComputer("1", 1))
    table.start("ABCDEFG", "HIJKLMN")
    board, rack = after(table, cmd.Play("1", "8H BAD"))
    assert (board.kind, board.due) == (DeliveryKind.BOARD, table.now + COMPUTER_PAUSE)
    assert (rack.kind, rack.due) == (DeliveryKind.RACK, table.now)
    (board,) = after(table, cmd.Pass("computer-1"))
    assert board.due == table.now


def test_a_rack_follows_the_opening_of_a_computer_player() -> None:
    """Its picture shows the board, on which there is a play now; later plays send no rack that is the same."""
    table = Table(NO_UNDO, names=("1",))
    table.do(cmd.AddComputer("1", 1))
    table.start("ABCDEFG", "HIJKLMN", first=1)
    assert told(after(table, cmd.Play("computer-1", "8H HIM"))) == ["board", "rack 1"]
    table.do(cmd.Pass("1"))
    assert told(after(table, cmd.Play("computer-1", "8K N"))) == ["board"]


def test_no_delivery_can_hold_a_rack() -> None:
    """A delivery says who may see something; the content stays in the journal."""
    table = a_table()
    deliveries = after(table, cmd.Start("1"))
    rack = table.game.seats[0].rack
    assert isinstance(rack, KnownRack)
    assert all(not isinstance(value, KnownRack) for d in deliveries for value in (d.kind, d.target, d.about, d.upto))
    assert {delivery.about for delivery in deliveries} == {""}
