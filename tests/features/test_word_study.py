"""Word study as a person meets it, by ledger code."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.features.study.sessions import Study
from bot.model.errors import WordsAreSecret
from tests.support.finished import Teacher
from tests.support.pictures import buttons_of, pictures_of, text_of
from tests.support.playground import DM, Person
from tests.support.running import ask, gathered, resigned, shows, started, text_only
from tests.support.sentences import said

DAYS = 24 * 3600.0


def asked(message: dict[str, Any]) -> str:
    """The line with the question."""
    return next(line for line in text_of(message).splitlines() if line.startswith("### "))


async def answered(person: Person, message: dict[str, Any], words: tuple[str, ...], number: int) -> dict[str, Any]:
    """Answer correctly whether something is a word; the message with the next question."""
    await person.click(message, "Yes" if asked(message).split("**")[1] in words else "No")
    return await shows(person, message, f"question {number + 1} of")


async def test_X9_a_drill_tells_what_was_right_and_what_words_mean(tmp_path: Path) -> None:
    """Every answer brings the verdict, the meaning and how common the word is, and the next question.

    There are no pictures, so nothing is lost with text only; a game in which unknown words are refused closes nothing.
    """
    async with gathered(tmp_path) as (world, ada, bruno):
        await started(ada, bruno)
        await text_only(ada)
        message = await ask(ada, "/word study drill:two", "question 1 of 20")
        for number in range(1, 7):
            assert not pictures_of(message)
            word = asked(message).split("**")[1]
            message = await answered(ada, message, world.words, number)
            verdict = f"**Right.** {word} is {'' if word in world.words else 'not '}a word."
            assert verdict in text_of(message)
            assert "### " in text_of(message)
        await ask(ada, "/word study lexicon:french", "the French dictionary")
        await ask(ada, "/word study lexicon:nonsense", "`lexicon:` cannot be **nonsense**")
        await ask(ada, "/word study drill:nonsense", "`drill:` cannot be **nonsense**")
        await ask(ada, "/help topic:Learning words", said("help.asks_about_words"))


@pytest.mark.soak
async def test_X9_hooks_are_typed_into_a_form(tmp_path: Path) -> None:
    """What was found, missed and wrong is told; something that is no word leaves the question asked before."""
    async with gathered(tmp_path) as (_, ada, _):
        message = await ask(ada, "/word study word:at", "in front of **AT**")
        assert buttons_of(message) == ["Answer", "Show the answer", "Stop"]
        await ask(ada, "/word study word:zzzz", said("core.word_unknown", word="ZZZZ"))
        await ada.click(message, "Answer")
        await ada.submit({"answer": "c r"})
        message = await shows(ada, message, said("study.letters_go_end_make", word="AT"))
        assert "Found: **CAT**" in text_of(message)
        assert "Not valid: R" in text_of(message)
        await ada.click(message, "Show the answer")
        message = await shows(ada, message, said("study.end_session"))
        assert "There is none." in text_of(message)
        assert "0 of 2 right." in text_of(message)
        assert said("study.days_study_row", count=1) in text_of(message)


@pytest.mark.gate
async def test_X9_a_question_waits_through_a_restart_and_in_direct_messages(tmp_path: Path) -> None:
    """Days later, after a restart and in another place, it goes on where it was."""
    async with gathered(tmp_path) as (world, ada, _):
        message = await answered(ada, await ask(ada, "/word study drill:two"), world.words, 1)
        question = asked(message)
        await world.restart()
        world.clock.push(5 * DAYS)
        home = await ask(ada, "/word study", "1 question is due.")
        await ada.click(home, "Continue")
        assert asked(await shows(ada, home, "question 2 of 20")) == question
        await ada.open_dm()
        last = ada.last(DM) if ada.visible(DM) else None
        await ada.command("/word study", DM)
        home = await ada.wait_message("Word study: the English dictionary", after=last, channel=DM)
        assert "Continue" in buttons_of(home)


async def test_X9_nobody_studies_who_plays_where_words_are_secret(tmp_path: Path) -> None:
    """The refusal names the game; a question asked before tells nothing either, and all is open again afterwards."""
    async with gathered(tmp_path, letters="CATSODEEE", rack_size=3, words=("CAT",)) as (stage, ada, bruno):
        before = await ask(ada, "/word study drill:two")
        drill = await ask(ada, "/word study word:cat", "in front of **CAT**")
        await started(ada, bruno, "variant:tiny preset:classic name:Secret")
        refused = await stage.naming(WordsAreSecret, ada.channel_id())
        for line in ("/word study", "/word study drill:two", "/word study word:cat"):
            assert text_of(await ask(ada, line)) == refused
        for message, button in ((drill, "Show the answer"), (drill, "Stop"), (before, "Choose a drill")):
            last = ada.last()
            await ada.click(message, button)
            assert text_of(await ada.wait_message("**Secret**", after=last)) == refused


async def test_X9_old_and_forged_buttons_do_no_harm(tmp_path: Path) -> None:
    """A question is answered once; someone else's number, or an older question, changes nothing."""
    async with gathered(tmp_path) as (world, ada, bruno):
        first = await ask(ada, "/word study drill:two")
        second = await ask(ada, "/word study drill:two")
        await ada.click(first, "Yes")
        assert "**" not in (text_of(await shows(ada, first, asked(second))).split("### ")[0])
        assert world.app
        assert world.app.core
        study = world.app.core.services.of(Study)
        session = await study.session(ada.id)
        assert session
        assert session.asked == 0
        assert await study.session(bruno.id) is None


@pytest.mark.soak
async def test_X9_words_missed_in_a_reviewed_game_are_studied(tmp_path: Path) -> None:
    """Once the review is there; the better word is asked about, and nobody else is asked."""
    options: dict[str, Any] = {"letters": "CATSODEEE", "rack_size": 3, "grader": Teacher("8G ACT")}
    async with gathered(tmp_path, "A", "C", "CAT", "SOD", words=("CAT", "ACT"), **options) as (_, ada, bruno):
        await resigned(ada, bruno, await started(ada, bruno))
        await ask(ada, "/word study drill:missed", said("study.find_words_when_review"))
        overview = await ask(ada, "/review game")
        await shows(ada, overview, "mistake index")
        message = await ask(ada, "/word study drill:missed", "Words you missed")
        assert asked(message) == "### Is **ACT** a word?"
        await ada.click(message, "Yes")
        assert "1 of 1 right." in text_of(await shows(ada, message, said("study.end_session")))
        await ask(bruno, "/word study drill:missed", said("study.find_words_when_review"))


@pytest.mark.soak
async def test_X9_a_server_dictionary_is_studied_in_its_server(tmp_path: Path) -> None:
    """Elsewhere it is not known."""
    async with gathered(tmp_path) as (_, ada, _):
        await ask(ada, "/manage dictionary new name:Animals variant:tiny")
        await ask(ada, "/word add words:tac dog ta lexicon:animals")
        await ask(ada, "/word study drill:anagrams lexicon:animals", said("study.nothing_study_drill"))
        await ask(ada, "/word study lexicon:animals", "the Animals dictionary")
        message = await ask(ada, "/word study word:ta lexicon:animals", "in front of **TA**")
        await ada.click(message, "Show the answer")
        message = await shows(ada, message, said("study.letters_go_end_make", word="TA"))
        await ada.click(message, "Show the answer")
        assert "Missed: **TAC**" in text_of(await shows(ada, message, said("study.end_session")))


async def test_X9_a_person_can_have_all_of_it_forgotten(tmp_path: Path) -> None:
    """After a question, everything is gone."""
    async with gathered(tmp_path) as (world, ada, _):
        await answered(ada, await ask(ada, "/word study drill:two"), world.words, 1)
        home = await ask(ada, "/word study", "You have studied 1 question so far.")
        last = ada.last()
        await ada.click(home, "Forget everything")
        question = await ada.wait_message(said("study.forget_all"), after=last)
        await ada.click(question, "Forget everything")
        await shows(ada, question, "I have forgotten")
        await ask(ada, "/word study", said("study.ask_about_words"))


async def test_X9_a_button_pressed_twice_keeps_what_came_of_the_answer(tmp_path: Path) -> None:
    """The second press, which is about a question that is over, must not wipe the verdict away."""
    async with gathered(tmp_path) as (_, ada, _bruno):
        message = await ask(ada, "/word study drill:two", "question 1 of 20")
        await ada.click(message, "Yes", wait=False)
        await ada.click(message, "Yes")
        await shows(ada, message, "question 2 of 20")
        await ask(ada, "/word study", "Word study")  # begins once both presses have been answered
        told = text_of(ada.now(message) or {})
        assert "is a word." in told or said("study.right_not_word") in told


@pytest.mark.gate
async def test_X9_a_drill_is_left_and_an_empty_one_offers_no_more_of_it(tmp_path: Path) -> None:
    """A newcomer learns what study is; one who stops at once is not told that nothing was left."""
    async with gathered(tmp_path) as (_, ada, _bruno):
        await ask(ada, "/word study", said("study.ask_about_words"))
        message = await ask(ada, "/word study drill:two", "question 1 of 20")
        await ada.click(message, "Stop")
        ended = await shows(ada, message, said("study.end_session"))
        assert "nothing to study" not in text_of(ended)
        assert buttons_of(await ask(ada, "/word study drill:due", said("study.nothing_study_drill"))) == [
            "Choose a drill"
        ]


@pytest.mark.gate
async def test_X9_an_answer_without_any_right_word_is_wrong(tmp_path: Path) -> None:
    """It is not nearly right; and where there is no answer, nothing is listed as not among them."""
    async with gathered(tmp_path) as (_, ada, _bruno):
        message = await ask(ada, "/word study word:at", "in front of")
        await ada.click(message, "Answer")
        await ada.submit({"answer": "z"})
        told = await shows(ada, message, "question 2 of")
        assert said("study.wrong_answer") in text_of(told)
        assert "Not valid: Z" in text_of(told)
        other = await ask(ada, "/word study word:dogs", "in front of")
        await ada.click(other, "Answer")
        await ada.submit({"answer": "z"})
        none = await shows(ada, other, said("study.wrong_none"))
        assert "Not valid" not in text_of(none)
