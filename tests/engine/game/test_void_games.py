"""Games that end before they count: nobody has won them, and a player can call them off."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine import errors
from engine.game import commands as cmd
from engine.game import events as ev
from engine.game.history import history, results
from engine.game.phases import EndReason, Over
from engine.game.state import Standing
from engine.model.rules import PRESETS, Rules
from tests.support.games import CLASSIC, NO_UNDO, Table, check_invariants, variant_of, word_set

RACKS = ("HELLOAB", "QUXZJVK", "AEIOUTT")
THREE = ("ada", "bruno", "chloe")
SLEEPY = NO_UNDO.with_value("turn_clock", "10s")


def begun(rules: Rules = NO_UNDO, names: tuple[str, ...] = ("ada", "bruno")) -> Table:
    """A game in which Ada is to move first."""
    return Table(rules, names=names).start(*RACKS[: len(names)])


def with_computer(first: int = 0) -> Table:
    """Ada's game with a computer player."""
    table = Table(names=("ada",))
    table.do(cmd.AddComputer("ada", 3))
    return table.start(*RACKS[:2], first=first)


def outcome(table: Table) -> tuple[EndReason, tuple[int, ...], dict[int, int]]:
    """Why a game ended, who won it, and the place of each seat that has a result."""
    assert isinstance(table.game.phase, Over)
    check_invariants(table)
    phase = table.game.phase
    return phase.reason, phase.winners, {one.seat: one.place for one in results(table.game, history(table.events))}


VOID = (EndReason.VOID, (), {})


def sleep(table: Table, turns: int) -> None:
    """Let so many turns run out."""
    for _ in range(turns):
        table.now += 60_000
        table.do(cmd.Expire(table.game.turn))


def resign(table: Table) -> None:
    """Ada gives the game up."""
    table.do(cmd.Resign("ada"))


def leave(table: Table) -> None:
    """Bruno leaves."""
    table.do(cmd.Leave("bruno"))


def remove(table: Table) -> None:
    """Ada, the host, removes Bruno."""
    table.do(cmd.RemoveSeat("ada", 1))


ENDS = (resign, leave, remove)


@pytest.mark.parametrize("moves", [0, 1, 2])
@pytest.mark.parametrize("end", ENDS)
def test_X25_a_game_of_two_counts_once_both_have_moved(end: Callable[[Table], None], moves: int) -> None:
    """However it ends: until then nobody has won it, and it has no result."""
    table = begun()
    for _ in range(moves):
        table.pass_()
    end(table)
    reason, winners, places = outcome(table)
    assert (reason, winners, places) == VOID if moves < 2 else len(winners) == len(places) - 1 == 1


def test_turns_that_run_out_are_no_moves() -> None:
    """Two sleepers have played no game, nor has one whose opponent sleeps, and the tiles drawn decide nothing."""
    both = begun(SLEEPY)
    sleep(both, 6)
    assert outcome(both) == VOID
    one = begun(SLEEPY)
    one.play("8D HELLO")
    scores = one.scores
    sleep(one, 6)
    assert outcome(one) == VOID
    assert one.scores == scores


def test_X25_overtime_before_the_first_move_is_no_win() -> None:
    """The other was to move next."""
    table = begun(PRESETS["club"])
    table.now += 36 * 60_000
    table.do(cmd.Expire(table.game.turn))
    assert outcome(table) == VOID


def test_a_move_that_is_undone_was_none() -> None:
    """Until it is made again."""
    table = begun(Rules())
    table.pass_()
    table.pass_()
    table.do(cmd.Undo("bruno"))
    assert not table.game.counts
    table.pass_()
    assert table.game.counts


def test_a_play_challenged_off_a_challenge_and_a_lost_turn_are_moves() -> None:
    """Each of them was a decision."""
    challenged = Table(CLASSIC, words=word_set()).start(*RACKS[:2])
    challenged.play("8D HELLO")
    challenged.do(cmd.Challenge("bruno"))
    assert [seat.moves for seat in challenged.game.seats] == [1, 1]
    strict = Table(PRESETS["tournament"], words=word_set()).start(*RACKS[:2])
    strict.play("8D HELLO")
    assert strict.game.seats[0].moves == 1


def test_a_game_that_is_out_with_its_first_play_is_void() -> None:
    """The other had no turn."""
    table = Table(NO_UNDO, variant_of("HELLOXYQUAZJVK")).start("HELLOXY", "QUAZJVK")
    table.play("8D HELLOXY")
    assert outcome(table) == VOID


def test_of_several_players_those_who_have_moved_have_a_result() -> None:
    """Two of them are enough; whoever has never moved has not played, and wins nothing by waiting."""
    void = begun(names=THREE)
    void.pass_()
    void.do(cmd.Leave("bruno"))
    void.do(cmd.Leave("chloe"))
    assert outcome(void) == VOID
    played = begun(SLEEPY, THREE)
    played.pass_()
    played.pass_()
    sleep(played, 7)
    reason, winners, places = outcome(played)
    assert reason is EndReason.SCORELESS
    assert 2 not in winners
    assert set(places) == {0, 1}


def test_against_a_computer_a_game_counts_once_the_person_has_moved() -> None:
    """The computer would have moved in any case."""
    void = with_computer(first=1)
    void.do(cmd.Pass("computer-1"))
    void.do(cmd.Resign("ada"))
    assert outcome(void) == VOID
    lost = with_computer()
    lost.pass_()
    lost.do(cmd.Resign("ada"))
    assert outcome(lost) == (EndReason.LEFT, (1,), {0: 2, 1: 1})


@pytest.mark.parametrize("who", ["ada", "bruno"])
@pytest.mark.parametrize("moves", [0, 1])
def test_each_of_two_can_call_off_a_game_that_does_not_count_yet(who: str, moves: int) -> None:
    """Nobody has resigned then, and the event says who did it."""
    table = begun()
    for _ in range(moves):
        table.pass_()
    assert table.do(cmd.Cancel(who)) == (ev.Ended(table.now, EndReason.VOID, (), (), who),)
    assert outcome(table) == VOID
    assert all(seat.in_play for seat in table.game.seats)


def test_nobody_calls_off_what_counts_or_what_others_play_on() -> None:
    """Nor a lobby, a game that is over, or one of strangers."""
    played = begun()
    played.pass_()
    played.pass_()
    with pytest.raises(errors.NotCancellable):
        played.do(cmd.Cancel("ada"))
    with pytest.raises(errors.NotCancellable):
        begun(names=THREE).do(cmd.Cancel("ada"))
    with pytest.raises(errors.NotCancellable):
        begun().do(cmd.Cancel("eve"))
    with pytest.raises(errors.NotStarted):
        Table().do(cmd.Cancel("ada"))
    over = begun()
    over.do(cmd.Cancel("ada"))
    with pytest.raises(errors.GameIsOver):
        over.do(cmd.Cancel("ada"))


def test_a_game_with_computers_alone_can_be_called_off() -> None:
    """It goes on for nobody, however many they are."""
    table = Table(names=("ada",))
    for _ in range(2):
        table.do(cmd.AddComputer("ada", 3))
    table.start(*RACKS)
    table.do(cmd.Cancel("ada"))
    assert outcome(table) == VOID


def test_whoever_has_not_come_is_out_of_time_and_has_not_resigned() -> None:
    """A director takes them out, whichever clock the game has."""
    table = begun()
    table.do(cmd.Resign("ada", turn=table.game.turn, by_time=True))
    assert table.game.seats[0].standing is Standing.OUT_OF_TIME
    assert outcome(table) == VOID
    given_up = begun()
    given_up.do(cmd.Resign("ada"))
    assert given_up.game.seats[0].standing is Standing.RESIGNED
