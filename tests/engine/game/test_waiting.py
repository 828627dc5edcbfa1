"""Rematches that wait for the previous players, and idle lobbies."""

from __future__ import annotations

import pytest

from engine import errors
from engine.formats import gamejson
from engine.game import commands as cmd
from engine.game import events as ev
from engine.game.clock import Due, next_deadline
from engine.game.codec import decode, encode
from engine.game.decide import decide
from engine.game.decision import Context
from engine.game.decisions.lobby import table_again
from engine.game.evolve import replay
from engine.game.phases import EndReason, Lobby, Over, Turn
from engine.game.state import LOBBY_PATIENCE, Computer, GameState, Person, Player, Setup
from engine.model.rules import Rules
from tests.support.games import NO_UNDO, REF, STANDARD, Table

ADA, BRUNO, CHLOE, EVE = (Person(name, name.title()) for name in ("ada", "bruno", "chloe", "eve"))
BEN, ROBOT = Person("bruno#2", "Ben"), Computer("computer-1", "Robot1", 3)


class Again(Table):
    """A lobby that the host opens for the players of an earlier game."""

    def __init__(self, host: Person, *table: Player, rules: Rules = NO_UNDO) -> None:
        super().__init__(rules, names=("nobody",))
        self.state, self.events = None, []
        self.do(cmd.Open(host, Setup(STANDARD, rules, REF), table=table))


def seated(table: Table) -> list[str]:
    """The ids of the seated players, in order."""
    return [seat.player.id for seat in table.game.seats]


def awaited(table: Table) -> list[str]:
    """The ids of the players that seats are kept for."""
    return [person.id for person in table.game.awaited]


def test_M10_places_are_kept_in_the_order_of_the_table_until_their_players_come() -> None:
    """Computer players sit at once, guests sit down with their member, in whatever order people come."""
    table = Again(BRUNO, ADA, BRUNO, ROBOT, CHLOE, BEN, rules=NO_UNDO.with_value("players", "6"))
    assert seated(table) == ["bruno", "computer-1", "bruno#2"]
    assert awaited(table) == ["ada", "chloe"]
    table.do(cmd.Join(CHLOE))
    assert seated(table) == ["bruno", "computer-1", "chloe", "bruno#2"]
    table.do(cmd.Join(Person("ada", "Ada L.")))
    assert seated(table) == ["ada", "bruno", "computer-1", "chloe", "bruno#2"]
    assert table.game.seats[0].player.name == "Ada L."
    assert not awaited(table)
    assert replay(decode(encode(event)) for event in table.events) == table.game


def test_M10_a_rematch_has_a_seat_for_everybody_of_the_table() -> None:
    """However many the rules allowed last; nobody at the table loses the seat to a lower number."""
    table = Again(ADA, ADA, BRUNO, ROBOT, CHLOE, rules=NO_UNDO.with_value("players", "3"))
    assert table.game.rules.players == 4
    with pytest.raises(errors.TooManySeated):
        table.do(cmd.SetRule("ada", "players", "3"))
    for person in (CHLOE, BRUNO):
        table.do(cmd.Join(person))
    assert seated(table) == ["ada", "bruno", "computer-1", "chloe"]


def test_M10_guests_come_and_decline_with_their_member() -> None:
    """Nobody can say yes for someone at another screen."""
    table = Again(ADA, ADA, BRUNO, BEN, CHLOE, rules=NO_UNDO.with_value("players", "4"))
    table.do(cmd.Join(BRUNO))
    assert seated(table) == ["ada", "bruno", "bruno#2"]
    other = Again(ADA, ADA, BRUNO, BEN, CHLOE)
    other.do(cmd.Leave("bruno"))
    assert awaited(other) == ["chloe"]
    assert seated(other) == ["ada"]
    other.do(cmd.Join(BRUNO))
    assert seated(other) == ["ada", "bruno"]


def test_M10_kept_seats_are_for_nobody_else_until_the_host_waits_no_longer() -> None:
    """Strangers, computers and further guests get no seat; only the host and moderators can release kept seats."""
    table = Again(ADA, ADA, BRUNO, CHLOE, rules=NO_UNDO.with_value("players", "3"))
    for command in (cmd.Join(EVE), cmd.AddComputer("ada", 3), cmd.AddGuest("ada", "Ann")):
        with pytest.raises(errors.SeatsKept) as caught:
            table.do(command)
        assert caught.value.names == ("Bruno", "Chloe")
    with pytest.raises(errors.OnlyHost):
        table.do(cmd.StopWaiting("eve"))
    table.do(cmd.Join(BRUNO))
    assert table.do(cmd.StopWaiting("eve", moderator=True))
    assert table.do(cmd.StopWaiting("ada")) == ()
    table.do(cmd.Join(EVE))
    with pytest.raises(errors.NoSeatFree):
        table.do(cmd.Join(CHLOE))
    assert seated(table) == ["ada", "bruno", "eve"]


def test_M10_a_start_waits_for_nobody() -> None:
    """A player who has not come by then is left out; kept seats can be released only in the lobby."""
    table = Again(ADA, ADA, BRUNO, CHLOE)
    table.do(cmd.Join(CHLOE))
    table.do(cmd.Start("ada"))
    assert isinstance(table.game.phase, Turn)
    assert not awaited(table)
    with pytest.raises(errors.AlreadyStarted):
        table.do(cmd.StopWaiting("ada"))


def test_M10_under_the_rule_host_the_next_one_begins() -> None:
    """The earlier order of play says who; without an earlier game it is the host, as always."""
    rules = NO_UNDO.with_value("first_player", "host")
    table = Again(BRUNO, CHLOE, ADA, BRUNO, rules=rules)
    table.do(cmd.Join(CHLOE))
    table.do(cmd.Start("bruno"))
    assert table.on_turn == "chloe"


def test_M10_the_table_again_is_rotated_and_holds_those_whose_seats_they_were() -> None:
    """The player after the last starter comes first; players who were removed are not asked, all others are."""
    rules = Rules(undo=False).with_value("on_leave", "computer").with_value("players", "6")
    table = Table(rules, names=("ada", "bruno", "chloe", "deniz"))
    table.do(cmd.AddComputer("ada", 3))
    table.do(cmd.SetRule("ada", "first_player", "host"))
    table.do(cmd.Start("ada"))
    table.do(cmd.Leave("bruno"))
    table.do(cmd.Resign("chloe"))
    again = table_again(table.game, table.events)
    assert [one.id for one in again] == ["bruno", "chloe", "deniz", "computer-1", "ada"]
    table.do(cmd.RemoveSeat("ada", 3))
    kept = [one.id for one in table_again(table.game, table.events)]
    assert kept[:2] == ["bruno", "chloe"] and kept[3:] == ["computer-1", "ada"]
    assert kept[2].startswith("computer-") and "deniz" not in kept


def test_M10_who_changed_seats_is_asked_once() -> None:
    """Bruno left his seat to a computer player and took the seat that Chloe had left."""
    rules = Rules(undo=False).with_value("on_leave", "computer")
    table = Table(rules, names=("ada", "bruno", "chloe"))
    table.do(cmd.Start("ada"))
    table.do(cmd.Leave("bruno"))
    table.do(cmd.Leave("chloe"))
    table.give(BRUNO, 2, "ada")
    again = [one.id for one in table_again(table.game, table.events)]
    assert sorted(again) == ["ada", "bruno"]


def test_M10_what_never_began_has_no_table() -> None:
    """Nobody has played, so there is nobody to ask."""
    table = Table()
    assert table_again(table.game, table.events) == ()


# --- idle lobbies ----------------------------------------------------------------------------------------------------


def due(state: GameState) -> int:
    """When the lobby is next due."""
    deadline = next_deadline(state)
    assert deadline is not None and deadline.due is Due.LOBBY
    return deadline.at


def tend(table: Table, at: int) -> tuple[ev.Event, ...]:
    """A clock tick at an instant."""
    return table.do(cmd.TendLobby(), after=at - table.now)


def test_a_lobby_is_asked_about_and_closed_once_nobody_has_answered() -> None:
    """The question and the closing each come after the lobby's patience."""
    table = Table()
    first = due(table.game)
    assert first == table.now + LOBBY_PATIENCE
    with pytest.raises(errors.StaleTurn):
        tend(table, first - 1)
    assert tend(table, first) == (ev.LobbyQuiet(first),)
    assert due(table.game) == first + LOBBY_PATIENCE
    [ended] = tend(table, due(table.game))
    assert isinstance(ended, ev.Ended) and ended.reason is EndReason.UNUSED
    assert isinstance(table.game.phase, Over)
    assert next_deadline(table.game) is None


@pytest.mark.parametrize(
    "touch",
    [
        cmd.Join(EVE),
        cmd.AddComputer("ada", 1),
        cmd.SetRule("ada", "hints", "5"),
        cmd.Leave("bruno"),
        cmd.KeepOpen("bruno"),
    ],
)
def test_whoever_touches_a_lobby_keeps_it_open(touch: cmd.Command) -> None:
    """The time starts anew, and so does the question."""
    table = Table()
    tend(table, due(table.game))
    table.do(touch)
    assert table.game.phase == Lobby(table.now)
    assert due(table.game) == table.now + LOBBY_PATIENCE


def test_keeping_open_is_for_who_is_seated_and_asked() -> None:
    """Before the question nothing changes, and a stranger has no say."""
    table = Table()
    assert table.do(cmd.KeepOpen("ada")) == ()
    tend(table, due(table.game))
    with pytest.raises(errors.NotSeated):
        table.do(cmd.KeepOpen("eve"))


def test_time_in_which_nobody_could_answer_does_not_count() -> None:
    """The deadline moves by as much; before the question no deadline moves."""
    table = Table()
    assert table.do(cmd.LoseTime(table.now, table.now + 500)) == ()
    tend(table, due(table.game))
    closes, start = due(table.game), table.now
    table.do(cmd.LoseTime(start, start + 5_000), after=5_000)
    assert due(table.game) == closes + 5_000


def test_a_lobby_has_the_patience_it_was_opened_with() -> None:
    """For example an hour."""
    setup = Setup(STANDARD, NO_UNDO, REF)
    context = Context(7, lambda pool, count: pool, lambda words: (), lambda count: 0)
    events = decide(None, cmd.Open(ADA, setup, patience=3_600_000), context)
    assert due(replay(events)) == 7 + 3_600_000


def test_a_record_names_nobody_who_was_asked_to_play_again_by_their_id() -> None:
    """It names neither those who came, nor those who did not, nor their guests."""
    people = [Person(f"11900000000000002{number}", name) for number, name in ((10, "Ada"), (11, "Bruno"))]
    guest = Person(f"{people[1].id}#2", "Ben")
    table = Again(people[0], *people, guest)
    table.do(cmd.Start(people[0].id))
    table.do(cmd.End("999", moderator=True))
    assert "11900000000" not in gamejson.write(table.events)
