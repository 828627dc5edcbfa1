"""The challenge rule ask_host: the host decides about words while the game goes on (ledger K15)."""

from dataclasses import replace

import pytest

from engine import errors
from engine.game import commands as cmd
from engine.game import events as ev
from engine.game.clock import next_deadline
from engine.game.decide import decide
from engine.game.decisions.unknown_words import MOST_OPEN
from engine.game.state import Computer, Setup, Verdict
from engine.game.views import seat_view, table_view
from engine.model.rules import Rules
from tests.support.games import REF, STANDARD, Table, check_invariants, word_set

ASK_HOST = Rules(undo=False).with_value("challenge", "ask_host")
WORDS = word_set("HELLO", "HE")


def table_of(names: tuple[str, ...] = ("ada", "bruno"), first: int = 1) -> Table:
    """A game with Ada as host, in which Bruno has HELLOXY and goes first."""
    racks = ("QUAZJVK", "HELLOXY", "AEIOUTT")
    return Table(ASK_HOST, names=names, words=WORDS).start(*racks[: len(names)], first=first)


def test_K15_the_host_is_asked_and_the_turn_goes_on() -> None:
    """Neither board nor racks nor turn change; the player may do something else."""
    table = table_of()
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
    table = table_of()
    table.play("8D XELLO")
    table.do(cmd.AnswerWord("ada", 0, True))
    assert table.game.asked[0].verdict is Verdict.ADDED
    table.play("8D XELLO")
    assert (table.game.on_turn, table.scores[1] > 0) == (0, True)
    with pytest.raises(errors.NoSuchQuestion):
        table.do(cmd.AnswerWord("ada", 0, False))


def test_K15_a_refused_word_is_not_asked_again() -> None:
    """The refusal applies for the whole game and to everyone."""
    table = table_of()
    table.play("8D XELLO")
    table.do(cmd.AnswerWord("ada", 0, False))
    with pytest.raises(errors.WordsRefused) as refused:
        table.play("8D XELLO")
    assert refused.value.words == (tuple("XELLO"),)
    assert "XELLO" not in str(refused.value).replace("', '", "")


def test_the_same_word_is_put_once_until_it_is_answered() -> None:
    """Asked again, it still waits; and nobody may have more than a few questions open."""
    table = table_of()
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
    table = table_of()
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
    table = table_of(("ada", "bruno", "chloe"))
    table.play("8D XELLO")
    table.do(cmd.Leave("bruno"))
    assert table.game.asked[0].verdict is Verdict.LAPSED
    with pytest.raises(errors.NoSuchQuestion):
        table.do(cmd.AnswerWord("ada", 0, True))
    table = table_of(("ada", "bruno", "chloe"))
    table.play("8D XELLO")
    table.do(cmd.Resign("ada"))
    assert table.game.asked[0].verdict is Verdict.LAPSED and table.game.host == "bruno"
    table.play("8D XELLO")
    assert table.game.asked[1].verdict is Verdict.OPEN
    table.do(cmd.AnswerWord("bruno", 1, True))
    assert table.game.asked[1].verdict is Verdict.ADDED


def test_only_who_asked_and_the_host_know_the_words() -> None:
    """Words that were not played give away part of a rack."""
    table = table_of(("ada", "bruno", "chloe"))
    before = table_view(table.game)
    table.play("8D XELLO")
    assert replace(table_view(table.game), sequence=before.sequence) == before
    assert [len(seat_view(table.game, seat).asked) for seat in range(3)] == [1, 1, 0]


def test_a_computer_cannot_be_the_host_of_such_a_game() -> None:
    """Nobody would answer the questions."""
    with pytest.raises(errors.HostIsComputer):
        decide(None, cmd.Open(Computer("computer-1", "Robot1", 3), Setup(STANDARD, ASK_HOST, REF)), Table().context())
