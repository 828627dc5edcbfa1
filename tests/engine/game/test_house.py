"""The challenge rule house: people decide about words that the lexicon lacks (ledger C16)."""

import pytest

from engine import errors
from engine.formats.gcg import GcgPlay, GcgWithdrawn
from engine.formats.journal import record
from engine.game import commands as cmd
from engine.game import events as ev
from engine.game.clock import Due, next_deadline
from engine.game.history import TurnKind, history
from engine.game.phases import AwaitAnswer, EndReason, Over, Turn
from engine.game.views import table_view
from engine.model.rules import Rules
from tests.support.games import Table, check_invariants, variant_of, word_set

HOUSE = Rules(undo=False).with_value("challenge", "house")
WORDS = word_set("HELLO", "HE")
RACKS = ("HELLOXY", "QUAZJVK", "AEIOUTT", "BCDFGMN")


def table_of(names: tuple[str, ...] = ("ada", "bruno"), computers: int = 0, rules: Rules = HOUSE) -> Table:
    """A game whose first seat holds HELLOXY."""
    table = Table(rules, names=names, words=WORDS)
    for _ in range(computers):
        table.do(cmd.AddComputer("ada", 3))
    return table.start(*RACKS[: len(names) + computers])


def waiting(table: Table) -> tuple[int, ...]:
    """The seats that have not answered."""
    assert isinstance(table.game.phase, AwaitAnswer)
    return table.game.phase.waiting


def test_C16_known_words_stand_at_once() -> None:
    """Nobody is asked, and nothing can be challenged."""
    table = table_of()
    table.play("8D HELLO")
    assert (table.game.on_turn, table.scores) == (1, [24, 0])
    with pytest.raises(errors.ChallengeIsOff):
        table.do(cmd.Challenge("bruno"))


def test_C16_an_unknown_word_is_put_to_the_opponent_who_lets_it_stand() -> None:
    """The play is shown; the tiles stay on the rack until the play stands."""
    table = table_of()
    events = table.play("8D XELLO")
    assert [type(event) for event in events] == [ev.HouseAsked]
    assert waiting(table) == (1,)
    assert (table.game.board.is_empty, table.letters(0), table.scores) == (True, "EHLLOXY", [0, 0])
    assert len(list(table_view(table.game).shown.tiles())) == 5
    check_invariants(table)
    table.do(cmd.Accept("bruno", turn=table.game.turn))
    assert (table.game.on_turn, table.scores[0] > 0, len(table.letters(0))) == (1, True, 7)
    assert [entry.kind for entry in history(table.events)] == [TurnKind.PLAY]
    check_invariants(table)


def test_C16_a_rejected_play_loses_turn_and_score() -> None:
    """The list shows it with `-` 0 and the record as withdrawn."""
    table = table_of()
    table.play("8D XELLO")
    events = table.do(cmd.Reject("bruno", turn=table.game.turn))
    assert [type(event) for event in events] == [ev.HouseAnswered, ev.TurnLost]
    assert (table.game.on_turn, table.scores, table.letters(0)) == (1, [0, 0], "EHLLOXY")
    assert (table.game.scoreless, table.game.passes) == (1, 0)
    entry = history(table.events)[0]
    assert (entry.kind, entry.lines[0].word, entry.points) == (TurnKind.LOST, tuple("XELLO"), 0)
    noted = record(table.events, open_racks=False).events
    assert [type(one) for one in noted] == [GcgPlay, GcgWithdrawn]
    assert noted[-1].total == 0
    check_invariants(table)


def test_every_opponent_must_accept_and_one_rejects() -> None:
    """With three people one Accept does not decide, but one Reject does."""
    for answers, stands in ((("bruno", "chloe"), True), (("chloe", "-bruno"), False), (("-chloe",), False)):
        table = table_of(("ada", "bruno", "chloe"))
        table.play("8D XELLO")
        for answer in answers:
            assert isinstance(table.game.phase, AwaitAnswer)
            table.do(cmd.Reject(answer[1:]) if answer[0] == "-" else cmd.Accept(answer))
        assert isinstance(table.game.phase, Turn)
        assert table.game.board.is_empty is not stands
        assert table.game.on_turn == 1


def test_no_answer_in_time_accepts() -> None:
    """The play stands at the deadline, not before."""
    table = table_of()
    table.play("8D XELLO")
    deadline = next_deadline(table.game)
    assert deadline
    assert (deadline.due, deadline.at) == (Due.ANSWER, table.now + HOUSE.answer_time)
    with pytest.raises(errors.StaleTurn):
        table.do(cmd.CloseAnswer(deadline.turn))
    table.now = deadline.at
    events = table.do(cmd.CloseAnswer(deadline.turn), after=0)
    assert [type(event) for event in events] == [ev.HouseExpired, ev.Played, ev.TilesDrawn]
    with pytest.raises(errors.StaleTurn):
        table.do(cmd.CloseAnswer(deadline.turn))


def test_C16_with_computers_opposite_the_player_decides() -> None:
    """Are you sure? Yes lets the play stand; No gives up turn and score. Computer players are not asked."""
    for sure in (True, False):
        table = table_of(("ada",), computers=1)
        table.play("8D XELLO")
        assert waiting(table) == (0,)
        with pytest.raises(errors.AnswerAwaited):
            table.do(cmd.Pass("ada"))
        with pytest.raises(errors.AnswerAwaited):
            table.do(cmd.Challenge("ada"))
        table.do(cmd.Accept("ada") if sure else cmd.Reject("ada"))
        assert table.game.board.is_empty is not sure
        assert table.game.on_turn == 1


def test_computers_beside_people_are_not_asked() -> None:
    """Only human opponents answer."""
    table = table_of(computers=1)
    table.play("8D XELLO")
    assert waiting(table) == (1,)


def test_only_who_is_asked_answers_and_nothing_else_goes_on() -> None:
    """The player, a stranger and an opponent who has answered are refused; meanwhile nobody moves."""
    table = table_of(("ada", "bruno", "chloe"))
    table.play("8D XELLO")
    turn = table.game.turn
    for command, refusal in (
        (cmd.Accept("ada"), errors.OwnPlay),
        (cmd.Reject("ada"), errors.OwnPlay),
        (cmd.Reject("eve"), errors.NotSeated),
        (cmd.Reject("bruno", turn - 1), errors.StaleTurn),
        (cmd.Play("bruno", "8G QUA"), errors.AnswerAwaited),
        (cmd.Exchange("ada", "X"), errors.AnswerAwaited),
        (cmd.Undo("ada"), errors.RuleIsOff),
    ):
        with pytest.raises(refusal):
            table.do(command)
    table.do(cmd.Accept("bruno", turn))
    with pytest.raises(errors.NotAsked):
        table.do(cmd.Reject("bruno", turn))
    table.do(cmd.Accept("chloe", turn))
    with pytest.raises(errors.NotAsked):
        table.do(cmd.Reject("chloe"))


def test_a_pass_accepts_and_a_challenge_rejects() -> None:
    """Both commands answer too, for people who type instead of pressing buttons."""
    table = table_of()
    table.play("8D XELLO")
    table.do(cmd.Pass("bruno"))
    assert not table.game.board.is_empty
    table = table_of()
    table.play("8D XELLO")
    table.do(cmd.Challenge("bruno"))
    assert table.game.board.is_empty


def test_who_leaves_while_an_answer_is_awaited() -> None:
    """An opponent who leaves gives no answer; when the player leaves, the play is withdrawn."""
    table = table_of(("ada", "bruno", "chloe", "deniz"))
    table.play("8D XELLO")
    table.do(cmd.Leave("chloe"))
    assert waiting(table) == (1, 3)
    table.do(cmd.RemoveSeat("ada", 1))
    table.do(cmd.Accept("deniz"))
    assert not table.game.board.is_empty
    assert table.game.on_turn == 3
    check_invariants(table)
    table = table_of(("ada", "bruno", "chloe"))
    table.play("8D XELLO")
    table.do(cmd.Resign("ada"))
    assert (table.game.on_turn, table.game.board.is_empty) == (1, True)
    check_invariants(table)
    table = table_of(("ada", "bruno"), computers=1)
    table.play("8D XELLO")
    table.do(cmd.Leave("bruno"))
    assert (table.game.on_turn, table.game.board.is_empty) == (2, False)


def test_with_two_seats_leaving_ends_the_game() -> None:
    """A waiting play changes nothing about that."""
    table = table_of()
    table.play("8D XELLO")
    table.do(cmd.Leave("bruno"))
    over = table.game.phase
    assert isinstance(over, Over)
    assert (over.reason, over.winners) == (EndReason.LEFT, (0,))


def test_with_undo_what_others_accepted_is_not_taken_back() -> None:
    """Other plays can be undone; for this one the tiles are drawn at once."""
    table = table_of(rules=Rules().with_value("challenge", "house"))
    table.play("8D XELLO")
    table.do(cmd.Accept("bruno"))
    assert len(table.letters(0)) == 7
    with pytest.raises(errors.NothingToUndo):
        table.do(cmd.Undo("ada"))
    table = table_of(rules=Rules().with_value("challenge", "house"))
    table.play("8D HELLO")
    table.do(cmd.Undo("ada"))
    assert table.game.board.is_empty


def test_the_play_before_cannot_be_undone_any_more() -> None:
    """Asking about a play closes the undo window of the play before."""
    table = table_of(rules=Rules().with_value("challenge", "house"))
    table.play("8D HELLO")
    table.play("8C Q(HELLO)")
    with pytest.raises(errors.NothingToUndo):
        table.do(cmd.Undo("ada"))
    assert len(table.letters(0)) == 7


def test_the_last_play_ends_the_game_once_it_stands() -> None:
    """There is no final pass, since everyone was asked."""
    table = Table(HOUSE, variant_of("HELLOXYQUAZJVK"), words=WORDS).start("HELLOXY", "QUAZJVK")
    table.play("8D HELLOXY")
    assert isinstance(table.game.phase, AwaitAnswer)
    table.do(cmd.Accept("bruno"))
    over = table.game.phase
    assert isinstance(over, Over)
    assert (over.reason, over.winners) == (EndReason.OUT, (0,))
    check_invariants(table)
