"""The challenge rules by which people or the host decide about words that the lexicon lacks."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import errors
from engine.formats.gcg import GcgPlay, GcgWithdrawn
from engine.formats.journal import record
from engine.game import commands as cmd
from engine.game import events as ev
from engine.game.clock import Due, next_deadline
from engine.game.decide import decide
from engine.game.decisions.challenges import MOST_OPEN
from engine.game.history import TurnKind, history
from engine.game.phases import AwaitAnswer, EndReason, Over, Turn
from engine.game.state import Computer, Setup, Verdict
from engine.game.views import seat_view, table_view
from engine.model.rules import Rules
from tests.support.games import REF, STANDARD, Table, check_invariants, variant_of, word_set

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
    assert (over.reason, over.winners) == (EndReason.VOID, ())


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
    table = Table(HOUSE, variant_of("HELLOXYQUAZJVK"), words=WORDS).start("HELLOXY", "QUAZJVK", first=1)
    table.pass_()
    table.play("8D HELLOXY")
    assert isinstance(table.game.phase, AwaitAnswer)
    table.do(cmd.Accept("bruno"))
    over = table.game.phase
    assert isinstance(over, Over)
    assert (over.reason, over.winners) == (EndReason.OUT, (0,))
    check_invariants(table)


ASK_HOST = Rules(undo=False).with_value("challenge", "ask_host")


def hosted_table(names: tuple[str, ...] = ("ada", "bruno"), first: int = 1) -> Table:
    """A game with Ada as host, in which Bruno has HELLOXY and goes first."""
    racks = ("QUAZJVK", "HELLOXY", "AEIOUTT")
    return Table(ASK_HOST, names=names, words=WORDS).start(*racks[: len(names)], first=first)


def test_K15_the_host_is_asked_and_the_turn_goes_on() -> None:
    """Neither board nor racks nor turn change; the player may do something else."""
    table = hosted_table()
    before = table.game
    events = table.play("8D XELLO")
    assert events == (ev.HostAsked(table.now, 1, (tuple("XELLO"),)),)
    assert (table.game.turn, table.game.phase, table.game.seats) == (before.turn, before.phase, before.seats)
    assert next_deadline(table.game) == next_deadline(before)
    table.play("8D HELLO")
    assert table.game.on_turn == 0
    check_invariants(table)


def test_K15_an_added_word_counts_in_this_game_for_everybody() -> None:
    """After Add the player plays the word again, and others may play it too."""
    table = hosted_table()
    table.play("8D XELLO")
    table.do(cmd.AnswerWord("ada", 0, True))
    assert table.game.asked[0].verdict is Verdict.ADDED
    table.play("8D XELLO")
    assert (table.game.on_turn, table.scores[1] > 0) == (0, True)
    with pytest.raises(errors.NoSuchQuestion):
        table.do(cmd.AnswerWord("ada", 0, False))


def test_K15_a_refused_word_is_not_asked_again() -> None:
    """The refusal applies for the whole game and to everyone."""
    table = hosted_table()
    table.play("8D XELLO")
    table.do(cmd.AnswerWord("ada", 0, False))
    with pytest.raises(errors.WordsRefused) as refused:
        table.play("8D XELLO")
    assert refused.value.words == (tuple("XELLO"),)
    assert "XELLO" not in str(refused.value).replace("', '", "")


def test_the_same_word_is_put_once_until_it_is_answered() -> None:
    """Asked again, it still waits; and nobody may have more than a few questions open."""
    table = hosted_table()
    table.play("8D XELLO")
    with pytest.raises(errors.WordsAwaited):
        table.play("8E XELLO")
    for move in ("8D OLLEH", "8G LEHO", "8H HOL", "8H YEH"):
        table.play(move)
    assert sum(one.verdict is Verdict.OPEN for one in table.game.asked) == MOST_OPEN
    with pytest.raises(errors.TooManyQuestions):
        table.play("8H HEX")
    table.do(cmd.AnswerWord("ada", 2, False))
    table.play("8H HEX")


def test_one_answer_settles_the_word_for_all_who_asked() -> None:
    """Two players asked about the same word."""
    table = Table(ASK_HOST, names=("ada", "bruno", "chloe"), words=WORDS).start(
        "QUAZJVK", "HELLOXY", "EYIOUTT", first=1
    )
    table.play("8H YE")
    table.pass_()
    table.play("8H YE")
    table.do(cmd.AnswerWord("ada", 1, True))
    assert [one.verdict for one in table.game.asked] == [Verdict.ADDED, Verdict.ADDED]


def test_only_the_host_answers() -> None:
    """The host answers only questions that were asked."""
    table = hosted_table()
    table.play("8D XELLO")
    for command, refusal in (
        (cmd.AnswerWord("bruno", 0, True), errors.OnlyHostDecides),
        (cmd.AnswerWord("ada", 1, True), errors.NoSuchQuestion),
        (cmd.AnswerWord("ada", -1, True), errors.NoSuchQuestion),
    ):
        with pytest.raises(refusal):
            table.do(command)


def test_the_host_may_ask_the_host() -> None:
    """A host who plays decides about their own words as well."""
    table = Table(ASK_HOST, words=WORDS).start("HELLOXY", "QUAZJVK")
    table.play("8D XELLO")
    table.do(cmd.AnswerWord("ada", 0, True))
    table.play("8D XELLO")
    assert table.game.on_turn == 1


def test_questions_lapse_with_who_asked_and_with_the_host() -> None:
    """They lapse when nobody waits for the answer any more; then the next host is asked."""
    table = hosted_table(("ada", "bruno", "chloe"))
    table.play("8D XELLO")
    table.do(cmd.Leave("bruno"))
    assert table.game.asked[0].verdict is Verdict.LAPSED
    with pytest.raises(errors.NoSuchQuestion):
        table.do(cmd.AnswerWord("ada", 0, True))
    table = hosted_table(("ada", "bruno", "chloe"))
    table.play("8D XELLO")
    table.do(cmd.Resign("ada"))
    assert table.game.asked[0].verdict is Verdict.LAPSED and table.game.host == "bruno"
    table.play("8D XELLO")
    assert table.game.asked[1].verdict is Verdict.OPEN
    table.do(cmd.AnswerWord("bruno", 1, True))
    assert table.game.asked[1].verdict is Verdict.ADDED


def test_only_who_asked_and_the_host_know_the_words() -> None:
    """Words that were not played give away part of a rack."""
    table = hosted_table(("ada", "bruno", "chloe"))
    before = table_view(table.game)
    table.play("8D XELLO")
    assert replace(table_view(table.game), sequence=before.sequence) == before
    assert [len(seat_view(table.game, seat).asked) for seat in range(3)] == [1, 1, 0]


def test_a_computer_cannot_be_the_host_of_such_a_game() -> None:
    """Nobody would answer the questions."""
    with pytest.raises(errors.HostIsComputer):
        decide(None, cmd.Open(Computer("computer-1", "Robot1", 3), Setup(STANDARD, ASK_HOST, REF)), Table().context())
