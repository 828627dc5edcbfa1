"""A player's turn: previewing, exchanging, undoing, viewing words and scores; ledger N4, D3, D4, D5, K17."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import errors
from engine.game import commands as cmd
from engine.game import events as ev
from engine.game.history import history
from engine.model.rules import Rules
from tests.support.games import CLASSIC, NO_UNDO, Table, check_invariants, variant_of, word_set
from tests.support.playground import Person
from tests.support.readable import buttons_of, text_of
from tests.support.running import DRAWS, EPHEMERAL, LETTERS, answer, ask, board, changed, gathered, scene, started
from tests.support.sentences import said
from tests.support.service import passes


def public(person: Person) -> list[str]:
    """The ids of all public messages in the channel."""
    return [message["id"] for message in person.visible() if not message["flags"] & EPHEMERAL]


def score_lines(told: str) -> dict[str, list[str]]:
    """The words of each line of a score board, by the name at its start; `>` marks the player on turn."""
    found = {}
    for line in told.splitlines():
        words = line.replace(",", " ").split()
        names = [word for word in words if word in ("Ada", "Bruno", "Robot1")]
        found |= {names[0]: words} if names else {}
    return found


# --- trying a move (N4) -----------------------------------------------------------------------------------------------


def test_N4_a_refused_word_leaves_all_as_it_is_and_the_turn_goes_on() -> None:
    """The player may try again and again; a valid word is scored and ends the turn."""
    table = Table(NO_UNDO, words=word_set("HELLO")).start("HELLOXY", "QUAZJVK")
    before = table.game
    for move, error in (
        ("8D OLLEH", errors.NotInLexicon),
        ("8D HELLOX", errors.NotInLexicon),
        ("1A HELLO", errors.StartNotCovered),
        ("8D HELLOZ", errors.TilesNotOnRack),
    ):
        with pytest.raises(error):
            table.play(move)
        assert table.game == before
    (played, *_) = table.play("8D HELLO")
    assert isinstance(played, ev.Played) and played.sheet.total == 24
    assert (table.scores, table.game.on_turn) == ([24, 0], 1)
    with pytest.raises(errors.NotYourTurn):
        table.do(cmd.Play("ada", "9D HELLO"))


async def test_N4_in_the_bot_a_move_is_shown_changed_cancelled_and_played(tmp_path: Path) -> None:
    """Only the player sees score, words and leave; nothing is public or final before Play is pressed."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        first = await started(ada, bruno)
        before, seen = await stage.state(ada.channel_id()), public(bruno)
        shown = await ask(ada, "/try move:8H AT", "4 points")
        assert "You keep C" in text_of(shown)
        assert {"Play", "Change", "Cancel"} <= set(buttons_of(shown))
        await ada.click(shown, "Change")
        await ada.submit({"move": "8H CAT"})
        await ada.wait(lambda: "60 points" in text_of(ada.now(shown) or {}), "the other move")
        other = await ask(ada, "/try move:8H TAC", said("verdicts.would_be_refused", 1, words="TAC"))
        assert "Play" not in buttons_of(other)
        await ada.click(other, "Cancel")
        await ada.wait_gone(other)
        assert await stage.state(ada.channel_id()) == before
        assert public(bruno) == seen
        await ada.click(shown, "Play")
        await board(bruno, "played 8H CAT for 60 points", after=first)


# --- exchanging (D3) --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("typed", "kept"), [("all", ""), ("HEL", "LOXY"), ("x", "HELLOY")])
def test_D3_the_hand_or_particular_tiles_are_discarded(typed: str, kept: str) -> None:
    """The named tiles return to the pool, as many are drawn, nothing is scored, and the turn ends."""
    table = Table(CLASSIC).start("HELLOXY", "QUAZJVK")
    (event, *_) = table.do(cmd.Exchange("ada", typed))
    assert isinstance(event, ev.Exchanged)
    gone = "".join(sorted(tile.letter or "?" for tile in event.returned))
    assert gone == "".join(sorted("HELLOXY" if typed == "all" else typed.upper()))
    left = list(table.letters(0))
    for letter in kept:
        left.remove(letter)
    assert len(left) == len(gone)
    assert (table.game.on_turn, table.scores) == (1, [0, 0])
    check_invariants(table)


@pytest.mark.parametrize(("typed", "error"), [("", errors.NothingToExchange), ("ZZ", errors.TilesNotOnRack)])
def test_D3_what_cannot_be_discarded_is_refused(typed: str, error: type[Exception]) -> None:
    """Neither nothing at all nor tiles that are not on the rack."""
    table = Table(CLASSIC).start("HELLOXY", "QUAZJVK")
    with pytest.raises(error):
        table.do(cmd.Exchange("ada", typed))
    assert (table.letters(0), table.game.on_turn) == ("EHLLOXY", 0)


# --- taking back (D4) -------------------------------------------------------------------------------------------------


def test_D4_the_last_move_is_taken_back_so_that_scores_can_be_compared() -> None:
    """Board, rack, score and turn are as before, any number of times; no tile was drawn in between."""
    table = Table(Rules()).start("HELLOAB", "QUXZJVK")
    before = table.game
    scores = []
    for move in ("8D HELLO", "8H HOB", "8E BALE"):
        table.play(move)
        scores.append(table.scores[0])
        table.do(cmd.Undo("ada"))
        assert (table.game.board, table.game.seats, table.game.pool) == (before.board, before.seats, before.pool)
        assert table.game.on_turn == 0
    assert scores == [24, 16, 12]
    assert not any(isinstance(event, ev.TilesDrawn) for event in table.events[-6:])
    assert history(table.events) == ()
    check_invariants(table)


def test_D4_undo_is_over_when_the_next_player_acts() -> None:
    """Other players cannot undo it, and nobody can if the rule is off."""
    table = Table(Rules()).start("HELLOAB", "QUXZJVK")
    table.play("8D HELLO")
    with pytest.raises(errors.NothingToUndo):
        table.do(cmd.Undo("bruno"))
    table.pass_()
    with pytest.raises(errors.NothingToUndo):
        table.do(cmd.Undo("ada"))
    strict = Table(NO_UNDO).start("HELLOAB", "QUXZJVK")
    strict.play("8D HELLO")
    with pytest.raises(errors.UndoIsOff):
        strict.do(cmd.Undo("ada"))


async def test_D4_undo_in_the_bot(tmp_path: Path) -> None:
    """By the button under the board and by the command; once the opponent has moved, it is refused."""
    async with gathered(tmp_path, *DRAWS, "EE", letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        first = await started(ada, bruno)
        await ask(ada, "/play move:8H AT", said("receipts.can_undo"))
        second = await board(bruno, "played 8H AT", after=first)
        await bruno.click(second, "Undo")
        await answer(bruno, "Nothing to undo")
        await ada.click(second, "Undo")
        await changed(ada, second, said("happenings.undid_last_move"))
        state = await stage.state(ada.channel_id())
        assert (tuple(state.board.tiles()), [seat.score for seat in state.seats]) == ((), [0, 0])
        assert sorted(await stage.rack(ada, ada.channel_id())) == list("ACT")
        await ask(ada, "/play move:8H CAT", "You played")
        await board(bruno, "CAT", after=second)
        await ask(ada, "/undo", "undid")
        await ask(ada, "/play move:8H AT", "You played")
        await ask(bruno, "/pass", "You passed")
        await ask(ada, "/undo", "Nothing to undo")
        assert (await stage.state(ada.channel_id())).seats[0].score == 4


# --- words and scores (D5, K17) ---------------------------------------------------------------------------------------


def test_D5_the_last_words_and_their_points() -> None:
    """Each play in order with all its words, its player, and the player's total after it."""
    table = Table(NO_UNDO).start("HELLOAB", "QUXZJVK")
    table.play("8D HELLO")
    table.pass_()
    table.play("9F AB")
    told = [(entry.seat, ["".join(line.word) for line in entry.lines], entry.total) for entry in history(table.events)]
    assert told[0] == (0, ["HELLO"], 24)
    assert told[1] == (1, [""], 0)
    assert told[2][1] == ["AB", "LA", "LB"]
    assert [line.mark.value for line in history(table.events)[2].lines] == ["", "+", "+"]
    assert told[2][2] == table.scores[0] == 24 + sum(line.points for line in history(table.events)[2].lines)


async def test_D5_words_in_the_bot(tmp_path: Path) -> None:
    """`/words` and the button under More list the plays with points and players; at first there are none."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (_, ada, bruno):
        first = await started(ada, bruno)
        await ask(bruno, "/words", said("board.no_words_yet"))
        await ask(ada, "/play move:8H AT", "You played")
        await ask(bruno, "/play move:I8 TO", "You played")
        await board(ada, "I8 TO", after=first)
        lines = [line.split() for line in text_of(await ask(ada, "/words", "I8 TO")).splitlines()]
        assert ["1.", "Ada", "8H", "AT", "4", "4"] in lines
        assert ["2.", "Bruno", "I8", "TO", "3", "3"] in lines
        await ada.click(await board(ada, "I8 TO"), "More")
        await ada.click(await answer(ada, "More about"), "Words so far")
        await answer(ada, "I8 TO")


async def test_K17_the_score_board_in_the_bot(tmp_path: Path) -> None:
    """Whose turn it is, points, tiles, points of the latest round, and which players are computers."""
    async with (
        scene(
            tmp_path, "A", "C", "D", "CAT", "SOD", "EET", letters="CATSODEEETTT", rack_size=3, thinker=passes
        ) as stage,
        Person.at(stage.playground, "Ada") as ada,
        Person.at(stage.playground, "Bruno") as bruno,
    ):
        await ask(ada, "/game new variant:tiny computer:6")
        await bruno.click(await bruno.wait_message("seats taken"), "Join")
        await answer(bruno, said("receipts.joined"))
        await ask(ada, "/game start")
        await board(ada)
        told = text_of(await ask(bruno, "/scores", "Tiles"))
        assert "Computer players: **Robot1** (level 6)." in told
        before = score_lines(told)
        assert before["Ada"] == [">", "Ada", "0", "3"]
        assert before["Robot1"] == ["Robot1", "0", "3"]
        await ask(ada, "/play move:8H AT", "You played")
        after = score_lines(text_of(await ask(bruno, "/scores", "Tiles")))
        assert after["Ada"] == ["Ada", "4", "4", "3"]
        assert [name for name, line in after.items() if line[0] == ">"] == ["Robot1"]


def test_K17_the_score_board_follows_the_game() -> None:
    """Totals, points of each player's latest turn, tiles, and the mark for the player on turn; also after the end."""
    from bot.text import texts_for
    from bot.text.cast import cast_of
    from bot.text.scores import score_table
    from engine.game.views import table_view

    table = Table(NO_UNDO, variant_of("HELLOXYQUAZJVK")).start("HELLOXY", "QUAZJVK")

    def shown() -> dict[str, list[str]]:
        view = table_view(table.game)
        return score_lines(score_table(view, history(table.events), cast_of(view, str), texts_for("en")))

    table.play("8D HELLO")
    assert shown() == {"Ada": ["Ada", "24", "24", "2"], "Bruno": [">", "Bruno", "0", "7"]}
    table.pass_()
    assert shown() == {"Ada": [">", "Ada", "24", "24", "2"], "Bruno": ["Bruno", "0", "0", "7"]}
    table.play("9G XY")
    assert shown()["Ada"][1:3] == [str(table.scores[0]), str(history(table.events)[2].points)]
