"""Challenge rules single and double, their windows, the final pass (REFERENCE 1, ledger C17, M8)."""

import pytest

from engine import errors
from engine.game import commands as cmd
from engine.game import events as ev
from engine.game.clock import Due, challenges_until, next_deadline
from engine.game.phases import EndReason, FinalPass, Over
from engine.game.views import table_view
from engine.model.rules import Rules
from tests.support.games import CLASSIC, DOUBLE, Table, check_invariants, variant_of, word_set

WORDS = word_set("HELLO", "HE", "LO", "QUA")


def table_of(rules: Rules, names: tuple[str, ...] = ("ada", "bruno")) -> Table:
    """A game whose first seat holds HELLOXY."""
    racks = ("HELLOXY", "QUAZJVK", "AEIOUTT", "BCDFGMN")
    return Table(rules, names=names, words=WORDS).start(*racks[: len(names)])


def test_C17_an_invalid_play_is_removed() -> None:
    """The tiles return to the rack, the score is undone, the turn is scoreless, and the next seat stays on turn."""
    table = table_of(CLASSIC)
    pool = table.game.pool
    table.play("8D XELLO")
    drawn = len(table.letters(0))
    assert drawn == 7
    events = table.do(cmd.Challenge("bruno", turn=1))
    assert [type(event) for event in events] == [ev.Challenged, ev.Withdrawn]
    assert table.game.board.is_empty
    assert table.letters(0) == "EHLLOXY"
    assert table.scores == [0, 0]
    assert table.game.pool == pool
    assert (table.game.on_turn, table.game.scoreless) == (1, 1)
    check_invariants(table)


def test_single_a_failed_challenge_costs_nothing() -> None:
    """The challenger keeps the turn; the play cannot be challenged again."""
    table = table_of(CLASSIC)
    table.play("8D HELLO")
    table.do(cmd.Challenge("bruno", turn=1))
    assert table.game.on_turn == 1
    with pytest.raises(errors.NothingToChallenge):
        table.do(cmd.Challenge("bruno", turn=1))


def test_double_a_failed_challenge_costs_the_next_turn() -> None:
    """The challenger is on turn, so this turn is lost at once."""
    table = table_of(DOUBLE)
    table.play("8D HELLO")
    events = table.do(cmd.Challenge("bruno", turn=1))
    assert [type(event) for event in events] == [ev.Challenged, ev.TurnForfeited, ev.TurnSkipped]
    assert (table.game.on_turn, table.game.scoreless) == (0, 1)
    check_invariants(table)


def test_double_with_three_seats_the_turn_is_lost_when_it_comes() -> None:
    """A challenger who is not on turn loses their own next turn."""
    table = table_of(DOUBLE, ("ada", "bruno", "chloe"))
    table.play("8D HELLO")
    table.do(cmd.Challenge("chloe", turn=1))
    assert table.game.on_turn == 1
    events = table.pass_()
    assert [type(event) for event in events] == [ev.Passed, ev.TurnSkipped]
    assert table.game.on_turn == 0
    table.pass_()
    table.pass_()
    assert table.game.on_turn == 2


def test_any_opponent_challenges_until_the_next_seat_acts() -> None:
    """With three seats the opponent who is not on turn may challenge too; after the next move it is too late."""
    table = table_of(CLASSIC, ("ada", "bruno", "chloe"))
    table.play("8D XELLO")
    table.do(cmd.Challenge("chloe", turn=1))
    assert table.game.on_turn == 1
    table.play("8G QUA")
    table.pass_()
    with pytest.raises(errors.StaleTurn):
        table.do(cmd.Challenge("ada", turn=1))
    with pytest.raises(errors.NothingToChallenge):
        table.do(cmd.Challenge("ada"))


def test_named_words_are_judged_together() -> None:
    """Only the words named count; a word that the play did not form is refused."""
    table = table_of(CLASSIC)
    table.play("8D HELLO")
    table.pass_()
    table.play("D7 X(H)Y")
    with pytest.raises(errors.WordNotInPlay):
        table.do(cmd.Challenge("bruno", words=("HELLO",)))
    with pytest.raises(errors.WordNotInPlay):
        table.do(cmd.Challenge("bruno", words=("☺",)))
    events = table.do(cmd.Challenge("bruno", words=("xhy",)))
    assert isinstance(events[0], ev.Challenged)
    assert events[0].words == (tuple("XHY"),)
    assert table.board().split("\n")[7] == "...HELLO......."


def test_nobody_challenges_the_own_play_or_from_outside() -> None:
    """A challenge by the player of the play or by a stranger is refused."""
    table = table_of(CLASSIC)
    table.play("8D HELLO")
    with pytest.raises(errors.OwnPlay):
        table.do(cmd.Challenge("ada"))
    with pytest.raises(errors.NotSeated):
        table.do(cmd.Challenge("eve"))
    with pytest.raises(errors.OwnPlay):
        table.do(cmd.Accept("ada"))


def test_a_challenge_of_another_turn_is_stale() -> None:
    """A challenge names the play that it challenges."""
    table = table_of(CLASSIC)
    table.play("8D HELLO")
    with pytest.raises(errors.StaleTurn):
        table.do(cmd.Challenge("bruno", turn=9))


def test_a_computer_waits_for_the_challenge_window_or_for_all_people() -> None:
    """It waits for twenty seconds, or until every human opponent has accepted."""
    table = Table(CLASSIC, names=("ada", "bruno"))
    table.do(cmd.AddComputer("ada", 3))
    table.start("HELLOXY", "QUAZJVK", "AEIOUTT", first=1)
    table.play("8G QUA")
    deadline = next_deadline(table.game)
    assert deadline
    assert (deadline.at, deadline.due, deadline.seat) == (table.now + 20_000, Due.COMPUTER, 2)
    assert challenges_until(table_view(table.game)) == challenges_until(table.game) == deadline.at
    played = table.now
    table.do(cmd.Accept("ada", turn=1))
    assert challenges_until(table.game) is None
    assert table.do(cmd.Accept("ada", turn=1)) == ()
    deadline = next_deadline(table.game)
    assert deadline
    assert deadline.at == played + 1000


def final_position(rules: Rules) -> Table:
    """A position one play from the end: the pool is empty and Ada can go out."""
    variant = variant_of("HELLOXYQUAZJVK")
    return Table(rules, variant, words=WORDS).start("HELLOXY", "QUAZJVK")


def test_out_play_opens_the_final_pass_and_a_pass_ends_the_game() -> None:
    """The opponents may still challenge; a pass lets the play stand and ends the game with adjustments."""
    table = final_position(CLASSIC)
    table.play("8D HELLOXY")
    assert isinstance(table.game.phase, FinalPass)
    with pytest.raises(errors.OnlyChallengeOrPass):
        table.do(cmd.Play("bruno", "D7 Q(H)UA"))
    table.do(cmd.Pass("bruno"))
    over = table.game.phase
    assert isinstance(over, Over)
    assert (over.reason, over.winners) == (EndReason.OUT, (0,))
    left = sum((10, 1, 1, 10, 8, 4, 5))
    assert [one.points for one in over.changes] == [left, -left]
    check_invariants(table)


def test_a_successful_challenge_undoes_the_end() -> None:
    """The tiles come back and the game goes on with the next seat."""
    table = final_position(CLASSIC)
    table.play("8D HELLOXY")
    table.do(cmd.Challenge("bruno"))
    assert (table.game.on_turn, table.letters(0)) == (1, "EHLLOXY")
    check_invariants(table)


def test_a_failed_challenge_of_the_out_play_ends_the_game() -> None:
    """The first challenge decides; there is no second one."""
    table = Table(DOUBLE, variant_of("HELLOXYQUAZJVK"), words=word_set("HELLOXY")).start("HELLOXY", "QUAZJVK")
    table.play("8D HELLOXY")
    table.do(cmd.Challenge("bruno"))
    assert isinstance(table.game.phase, Over)


def test_silence_counts_as_a_pass() -> None:
    """The deadline of the final pass ends the game, and nothing earlier does."""
    table = final_position(CLASSIC)
    table.play("8D HELLOXY")
    deadline = next_deadline(table.game)
    assert deadline
    assert deadline.due is Due.FINAL_PASS
    with pytest.raises(errors.StaleTurn):
        table.do(cmd.CloseFinalPass(deadline.turn))
    table.now = deadline.at
    table.do(cmd.CloseFinalPass(deadline.turn))
    assert isinstance(table.game.phase, Over)
