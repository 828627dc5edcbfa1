"""Challenge rules: their windows, their costs, and the final pass."""

from __future__ import annotations

import pytest

from engine import errors
from engine.formats.gcg import GcgChallengeBonus, GcgPass
from engine.formats.journal import record
from engine.game import commands as cmd
from engine.game import events as ev
from engine.game.clock import Due, challenges_until, next_deadline
from engine.game.history import Mark, TurnKind, history
from engine.game.phases import EndReason, FinalPass, Over
from engine.game.state import Person
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
    table = Table(rules, variant, words=WORDS).start("HELLOXY", "QUAZJVK", first=1)
    table.pass_()
    return table


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


RULED_WORDS = word_set("HELLO", "HE", "LO", "QUA", "HELLOXY", "HEX")
RACKS = ("HELLOXY", "QUAZJVK", "AEIOUTT", "BCDFGMN")


def ruled_table(challenge: str, names: tuple[str, ...] = ("ada", "bruno"), *, undo: bool = False) -> Table:
    """A game whose first seat holds HELLOXY."""
    rules = Rules(undo=undo).with_value("challenge", challenge)
    return Table(rules, names=names, words=RULED_WORDS).start(*RACKS[: len(names)])


@pytest.mark.parametrize(("rule", "points"), [("five_point", 5), ("ten_point", 10)])
def test_a_failed_challenge_pays_the_player_for_each_word_challenged(rule: str, points: int) -> None:
    """It pays for the words named, or for all when none is named; the challenger keeps the turn and loses nothing."""
    table = ruled_table(rule)
    table.play("8D HELLO")
    assert [type(event) for event in table.do(cmd.Challenge("bruno", turn=1))] == [ev.Challenged, ev.ChallengeBonus]
    assert (table.scores, table.game.on_turn) == ([24 + points, 0], 1)
    table.pass_()
    table.play("D8 HEX")
    before = table.scores[0]
    table.do(cmd.Challenge("bruno", words=("hex",)))
    assert table.scores[0] == before + points
    check_invariants(table)


@pytest.mark.parametrize(("named", "words"), [((), 4), (("hq", "LA"), 2), (("qua",), 1), (("qua", "QUA"), 1)])
def test_words_are_challenged_singly_or_all(named: tuple[str, ...], words: int) -> None:
    """The bonus is five points for each different word named, or for all four of the play when none is named."""
    table = Table(CLASSIC.with_value("challenge", "five_point")).start(*RACKS[:2])
    table.play("8D HELLO")
    table.play("9D QUA")
    before = table.scores[1]
    table.do(cmd.Challenge("ada", words=named))
    assert table.scores[1] == before + 5 * words


@pytest.mark.parametrize("rule", ["five_point", "ten_point"])
def test_an_invalid_play_is_removed_without_a_bonus(rule: str) -> None:
    """The rule five_point removes an invalid play as the rule single does."""
    table = ruled_table(rule)
    table.play("8D XELLO")
    assert [type(event) for event in table.do(cmd.Challenge("bruno"))] == [ev.Challenged, ev.Withdrawn]
    assert (table.scores, table.game.on_turn) == ([0, 0], 1)


def test_the_bonus_comes_before_the_rack_adjustment() -> None:
    """After a failed challenge of the out-play: five points, then the end."""
    table = Table(CLASSIC.with_value("challenge", "five_point"), variant_of("HELLOXYQUAZJVK"), words=RULED_WORDS)
    table.start("HELLOXY", "QUAZJVK")
    table.play("8D HELLOXY")
    score = table.scores[0]
    assert isinstance(table.game.phase, FinalPass)
    events = table.do(cmd.Challenge("bruno"))
    assert [type(event) for event in events] == [ev.Challenged, ev.ChallengeBonus, ev.Ended]
    assert table.scores[0] == score + 5 + sum((10, 1, 1, 10, 8, 4, 5))
    check_invariants(table)


def test_the_bonus_is_in_the_word_list_and_in_the_record() -> None:
    """The bonus is `++` in the list and has its own line in the record."""
    table = ruled_table("five_point")
    table.play("8D HELLO")
    table.do(cmd.Challenge("bruno"))
    entries = history(table.events)
    assert [(entry.kind, entry.points, entry.total) for entry in entries] == [
        (TurnKind.PLAY, 24, 24),
        (TurnKind.BONUS, 5, 29),
    ]
    assert entries[1].lines[0].mark is Mark.BONUS
    noted = record(table.events, open_racks=False).events[1]
    assert isinstance(noted, GcgChallengeBonus)
    assert (noted.player, noted.score, noted.total) == (0, 5, 29)


@pytest.mark.parametrize(("move", "winner"), [("8D HELLO", 0), ("8D XELLO", 1)])
def test_triple_decides_the_game(move: str, winner: int) -> None:
    """The loser of a challenge loses the game; scores stand, and no rack is adjusted."""
    table = ruled_table("triple")
    table.play(move)
    scores = table.scores
    table.do(cmd.Challenge("bruno"))
    over = table.game.phase
    assert isinstance(over, Over)
    assert (over.reason, over.winners, over.changes) == (EndReason.CHALLENGE, (winner,), ())
    assert table.scores == (scores if winner == 0 else [0, 0])
    check_invariants(table)


def test_triple_decides_the_final_pass_too() -> None:
    """The loser of the challenge loses the game, whatever the scores."""
    rules = CLASSIC.with_value("challenge", "triple")
    table = Table(rules, variant_of("HELLOXYQUAZJVK"), words=word_set("HE")).start("HELLOXY", "QUAZJVK")
    table.play("8D HELLOXY")
    table.do(cmd.Challenge("bruno"))
    over = table.game.phase
    assert isinstance(over, Over)
    assert (over.reason, over.winners) == (EndReason.CHALLENGE, (1,))


def test_triple_is_for_two() -> None:
    """Nobody else can take a seat; with three seated the rule is refused, and one player alone cannot start."""
    triple = CLASSIC.with_value("challenge", "triple")
    table = Table(triple, names=("ada",))
    with pytest.raises(errors.WrongNumberOfSeats) as alone:
        table.start()
    assert (alone.value.rule, alone.value.value, alone.value.needed, alone.value.seats) == ("challenge", "triple", 2, 1)
    table.do(cmd.Join(Person("bruno", "Bruno")))
    with pytest.raises(errors.NoSeatFree):
        table.do(cmd.AddComputer("ada", 3))
    three = Table(CLASSIC, names=("ada", "bruno", "chloe"))
    with pytest.raises(errors.WrongNumberOfSeats):
        three.do(cmd.SetRule("ada", "challenge", "triple"))
    with pytest.raises(errors.RulesContradict):
        triple.with_value("players", "1")


@pytest.mark.parametrize("undo", [False, True])
def test_strict_an_invalid_play_loses_the_turn(undo: bool) -> None:
    """Nothing is drawn, placed or scored; the turn is scoreless and marked `-` 0."""
    table = ruled_table("strict", undo=undo)
    rack, pool = table.game.seats[0].rack, table.game.pool
    events = table.play("8D XELLO")
    assert events == (ev.TurnLost(table.now, 0, (tuple("XELLO"),)),)
    assert (table.game.seats[0].rack, table.game.pool, table.game.board.is_empty) == (rack, pool, True)
    assert (table.game.on_turn, table.game.scoreless, table.game.passes) == (1, 1, 0)
    entry = history(table.events)[0]
    assert (entry.kind, entry.lines[0].mark, entry.lines[0].word, entry.points) == (TurnKind.LOST, Mark.NOTHING, (), 0)
    assert isinstance(record(table.events, open_racks=False).events[0], GcgPass)
    with pytest.raises((errors.NothingToUndo, errors.RuleIsOff)):
        table.do(cmd.Undo("ada"))
    check_invariants(table)


def test_strict_what_cannot_be_laid_is_refused_and_costs_nothing() -> None:
    """Only invalid words lose a turn, and valid words cannot be challenged."""
    table = ruled_table("strict")
    for move, refusal in (("1A HELLO", errors.StartNotCovered), ("8H QUA", errors.TilesNotOnRack)):
        with pytest.raises(refusal):
            table.play(move)
    table.play("8D HELLO")
    with pytest.raises(errors.ChallengeIsOff):
        table.do(cmd.Challenge("bruno"))


def test_strict_turns_lost_in_a_row_end_the_game() -> None:
    """Six scoreless turns of two players, in any mix."""
    table = ruled_table("strict")
    for move in ("8D XELLO", "8G ZUA", "8H LOX", "8G ZAJ"):
        table.play(move)
    table.pass_()
    assert not isinstance(table.game.phase, Over)
    table.play("8G QUAZ")
    over = table.game.phase
    assert isinstance(over, Over)
    assert over.reason is EndReason.SCORELESS


def test_strict_with_the_last_tiles_the_game_ends_at_once() -> None:
    """No final pass follows, since there is nothing to challenge."""
    rules = Rules(undo=False).with_value("challenge", "strict")
    table = Table(rules, variant_of("HELLOXYQUAZJVK"), words=RULED_WORDS).start("HELLOXY", "QUAZJVK")
    table.play("8D HELLOXY")
    assert isinstance(table.game.phase, Over)
