"""Words that players type alone in their game in place of a command."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.text import texts_for
from bot.text.texts import languages
from bot.text.typed import (
    COMMAND_WORDS,
    TypedCommand,
    every_typed_word,
    may_be_command,
    normal_word,
    typed_command,
    words_of,
)
from tests.features.test_challenges import two
from tests.support.pictures import buttons_of, text_of
from tests.support.playground import DM
from tests.support.ruled import opened
from tests.support.running import DRAWS, LETTERS, answer, ask, board, gathered, started
from tests.support.sentences import said


@pytest.mark.parametrize(
    ("word", "own", "game", "command"),
    [
        ("undo", "en", "en", TypedCommand.UNDO),
        ("Undo", "de", "fr", TypedCommand.UNDO),
        ("rückgängig", "de", "en", TypedCommand.UNDO),
        ("Chevalet", "en", "fr", TypedCommand.RACK),
        ("подсказка", "ru", "en", TypedCommand.HINT),
        ("scores", "en", "en", TypedCommand.SCORES),
        ("tips", "sv", "en", TypedCommand.HINT),
        ("aide", "en", "en", None),
        ("HINT", "en", "en", None),
        ("hints", "en", "en", None),
        ("terug", "nl", "nl", None),
    ],
)
def test_a_word_asks_in_ones_own_language_that_of_the_tiles_and_english(
    word: str, own: str, game: str, command: TypedCommand | None
) -> None:
    """In capitals it is a word to play."""
    assert typed_command(word, texts_for(own), game) is command


@pytest.mark.parametrize("language", languages())
def test_every_command_has_words_that_mean_nothing_else(language: str) -> None:
    """In every language they are no part of a move, and each asks for one thing only."""
    moves = every_typed_word()
    for command in TypedCommand:
        words = words_of(COMMAND_WORDS[command], texts_for(language))
        assert words
        for word in words:
            assert may_be_command(word) and typed_command(word, texts_for(language), language) is command
            assert normal_word(word) not in moves.meanings


async def test_what_is_secret_is_behind_a_button_and_others_may_chat(tmp_path: Path) -> None:
    """Nobody is answered who does not sit in the game, and a hint only on one's turn; the next board tidies up."""
    people = ("Ada", "Bruno", "Chloe")
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3, people=people) as (_, ada, bruno, chloe):
        first = await started(ada, bruno)
        chat = (chloe, "rack"), (chloe, "help"), (bruno, "hint"), (bruno, "hint?"), (ada, "challenge")
        said_only = {(await person.say(text))["id"] for person, text in chat}
        answers = []
        for person, text, button in ((bruno, "Rack", "Rack"), (ada, "hint", "Hint")):
            asked = await person.say(text)
            told = await chloe.wait_message(said("play.only_you_see"), after=asked)
            assert told["message_reference"]["message_id"] == asked["id"] and buttons_of(told) == [button]
            await person.click(told, button)
            answers.append(told)
        assert said("hints.kind_hint_you_like") in text_of(await answer(ada))
        assert "`D O S`" in text_of(await answer(bruno))
        asked = await bruno.say("score")
        scores = await chloe.wait_message("Bruno", after=asked)
        assert "Ada" in text_of(scores) and "```" in text_of(scores)
        asked = await bruno.say("help")
        helped = await chloe.wait_message(said("play.moves_and_help"), after=asked)
        replies = [one["message_reference"]["message_id"] for one in chloe.visible() if one.get("message_reference")]
        assert len(replies) == 4 and not said_only & set(replies)
        await ada.say("8H AT")
        await board(bruno, "AT", after=first)
        for one in (*answers, scores, helped):
            await chloe.wait_gone(one)


async def test_undo_is_typed_as_it_is_pressed(tmp_path: Path) -> None:
    """By the one whose move it was; others read that they have none to undo."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        first = await started(ada, bruno)
        asked = await ada.say("undo")
        await ada.wait_message("Nothing to undo", after=asked)
        await ada.say("8H AT")
        second = await board(bruno, "AT", after=first)
        asked = await bruno.say("undo")
        await bruno.wait_message("Nothing to undo", after=asked)
        await ada.say("Undo")
        await ada.wait(lambda: said("happenings.undid_last_move") in text_of(ada.now(second) or second), "the undo")
        assert sorted(await stage.rack(ada, ada.channel_id())) == list("ACT")


async def test_undo_in_a_direct_message_is_for_the_game_of_the_latest_move(tmp_path: Path) -> None:
    """Though it is the person's turn in another game alone."""
    async with gathered(tmp_path, *DRAWS, *DRAWS, letters=LETTERS, rack_size=3) as (_, ada, bruno):
        await started(ada, bruno)
        for person in (ada, bruno):
            person.place = "games"
        first = await started(ada, bruno)
        await ask(ada, "/play move:8H AT", "You played")
        second = await board(bruno, "AT", after=first)
        await ada.say("undo", DM)
        await ada.wait(lambda: said("happenings.undid_last_move") in text_of(ada.now(second) or second), "the undo")


async def test_in_a_direct_message_they_are_answered_there(tmp_path: Path) -> None:
    """About the person's only game."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (_, ada, bruno):
        await started(ada, bruno)
        for text, told in (("rack", "A 1, C 3, T 1"), ("scores", "```"), ("hint", said("play.only_you_see"))):
            asked = await ada.say(text, DM)
            await ada.wait_message(told, channel=DM, after=asked)
        asked = await ada.say("help", DM)
        told = await ada.wait_message(said("play.mention_elsewhere"), channel=DM, after=asked)
        assert "How it works" in buttons_of(told) and "Ada v Bruno" in text_of(told)
        asked = await ada.say("undo", DM)
        await ada.wait_message("Nothing to undo", channel=DM, after=asked)


async def test_a_guest_at_the_same_screen_challenges_as_anyone_does(tmp_path: Path) -> None:
    """By the word, whose button asks first if the game depends on it, since nobody else can type for the guest."""
    async with gathered(tmp_path, "CAT", "SOD", letters="CATSODEEERNTA", rack_size=3, people=("Ada",)) as (_, ada):
        lobby = await opened((ada,), "undo off", "challenge triple")
        await ask(ada, "/game seat guest name:Ben", "Ben joined")
        await ada.click(lobby, "Start")
        await board(ada, said("happenings.goes_first"))
        await ask(ada, "/play move:8H TAC", "You played")
        await board(ada, "TAC")
        asked = await ada.say("challenge")
        told = await ada.wait_message(said("play.to_challenge", play="8H TAC"), after=asked)
        await ada.click(told, "Challenge")
        question = await ada.wait_message(lambda m: "Cancel" in buttons_of(m), after=told)
        await ada.click(question, "Challenge")
        await ada.wait_message(said("happenings.challenge_succeeded", 1, name="**Ada**"), after=told)


async def test_challenge_is_typed_for_its_button(tmp_path: Path) -> None:
    """It may cost something, so nobody challenges by chatting; with nothing to challenge it is chat."""
    async with two(tmp_path, "single") as (stage, ada, bruno):
        await ask(ada, "/play move:8H TAC", "You played")
        played = await board(bruno, "TAC")
        await ada.say("challenge")
        asked = await bruno.say("challenge")
        told = await bruno.wait_message(said("play.to_challenge", play="8H TAC"), after=asked)
        assert sum(said("play.to_challenge") in text_of(one) for one in bruno.visible()) == 1
        await bruno.click(told, "Challenge")
        await ada.wait_message(said("happenings.challenge_succeeded", 1, name="**Ada**"), after=played)
        assert sorted(await stage.rack(ada, ada.channel_id())) == sorted("CAT")
