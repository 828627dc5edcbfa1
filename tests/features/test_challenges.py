"""Challenges and words that the dictionary lacks, by ledger code: through the game's rules and through the bot."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.model.words import WordChanges, person_owner
from bot.service.games import Games
from bot.service.listeners import Applied
from engine.game import commands as cmd
from engine.game.phases import AwaitAnswer, Over
from engine.game.state import Verdict
from engine.model.rules import Rules
from tests.support.games import Table, word_set
from tests.support.pictures import buttons_of, text_of
from tests.support.playground import DM, Person
from tests.support.ruled import begun
from tests.support.running import Scene, answer, ask, board, gathered
from tests.support.sentences import said
from tests.support.service import passes

LETTERS = "CATSODEEEEEE"


async def own_words(stage: Scene, person: Person) -> WordChanges:
    """What a person's own list changes about the dictionary of the game in their channel."""
    assert stage.app and stage.app.core
    name = (await stage.state(person.channel_id())).setup.lexicon.name
    return await stage.app.core.services.words.dictionaries.changes(person_owner(person.id), name)


@asynccontextmanager
async def two(tmp_path: Path, challenge: str, *draws: str) -> AsyncIterator[tuple[Scene, Person, Person]]:
    """Ada, who hosts and plays first with CAT, and Bruno with SOD, in a game with a challenge rule."""
    async with gathered(tmp_path, "CAT", "SOD", *draws, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        await begun((ada, bruno), f"challenge {challenge}", options="variant:tiny preset:classic")
        yield stage, ada, bruno


async def typed_twice(person: Person, reason: str) -> None:
    """A move that is typed while a play waits for an answer is refused with the reason, for all; only once."""
    await person.say("8H DOS")
    first = await person.wait_message(reason)
    mine = await person.say("8H SOD")
    later = await person.wait_message(reason, after=mine)
    await person.wait_gone(first)
    assert "Why?" not in buttons_of(later) and person.now(later)


async def test_M8_in_the_bot_a_move_typed_after_the_last_tile_is_told_to_accept_or_challenge(tmp_path: Path) -> None:
    async with gathered(tmp_path, "CAT", "SOD", letters="CATSOD", rack_size=3) as (_, ada, bruno):
        await begun((ada, bruno), "challenge single", options="variant:tiny preset:classic")
        await ask(ada, "/play move:8H CAT", "You played")
        played = await board(bruno, "CAT")
        assert {"Accept", "Challenge"} <= set(buttons_of(played))
        await typed_twice(bruno, said("challenges.last_tiles"))
        await bruno.click(played, "Accept")
        await board(ada, said("status.won"), after=played)


async def test_C17_in_the_bot_a_challenge_takes_the_word_off(tmp_path: Path) -> None:
    """By the board's button."""
    async with two(tmp_path, "single") as (stage, ada, bruno):
        await ask(ada, "/play move:8H TAC", "You played")
        played = await board(bruno, "TAC")
        await bruno.click(played, "Challenge")
        await board(bruno, after=played)
        told = await answer(bruno, "Your challenge succeeded.")
        assert "TAC" not in text_of(told), "the public line says which word it was"
        assert sorted(await stage.rack(ada, ada.channel_id())) == sorted("CAT")


async def test_C16_in_the_bot_the_opponent_accepts_or_rejects(tmp_path: Path) -> None:
    """The board shows the play and who decides; rejecting it costs the turn, accepting or silence lets it stand."""
    async with two(tmp_path, "house") as (stage, ada, bruno):
        await ask(ada, "/try move:8H TAC", said("verdicts.others_will_judge", 1))
        await ask(ada, "/play move:8H TAC", said("receipts.others_judge"))
        asked = await board(bruno, said("status.judge_word", 1, words="TAC"))
        assert {"Accept", "Reject"} <= set(buttons_of(asked))
        assert "Play" not in buttons_of(asked)
        await typed_twice(bruno, said("challenges.answer_first"))
        await ada.click(asked, "Reject")
        await answer(ada, "your own play")
        await bruno.click(asked, "Reject")
        rejected = {"judge": "**Bruno**", "play": "8H TAC", "words": "TAC", "name": "**Ada**"}
        lost = await board(bruno, said("happenings.rejected_takes_tiles", 1, **rejected), after=asked)
        assert (await stage.state(ada.channel_id())).board.is_empty
        await ask(bruno, "/play move:8H DOS")
        again = await board(ada, said("status.judge_word", 1, words="DOS"), after=lost)
        await ada.click(again, "Accept")
        await board(bruno, "accepted the play", after=again)
        assert (await stage.state(ada.channel_id())).seats[1].score > 0
        await ask(ada, "/word played", "8H TAC (rejected)")
        await ask(ada, "/play move:7H AT")
        last = await board(bruno, said("status.judge_word", 1, words="AD"), after=again)
        stage.clock.push(200)
        await board(bruno, said("happenings.nobody_rejected_play"), after=last)


@pytest.mark.soak
async def test_C16_in_the_bot_with_a_computer_opposite_the_player_is_asked(tmp_path: Path) -> None:
    """Are you sure? Keeping the play scores, withdrawing it costs the turn."""
    draws, people = ("CAT", "SOD", "EEE"), ("Ada",)
    async with gathered(tmp_path, *draws, letters=LETTERS, rack_size=3, people=people, thinker=passes) as (stage, ada):
        await ask(ada, "/game new variant:tiny preset:classic computer:3")
        for rule in ("challenge value:house", "first_player value:host"):
            await ask(ada, f"/game rules rule:{rule}", "is now")
        await ask(ada, "/game start")
        first = await board(ada)
        for line, label, told in (
            ("/play move:8H TAC", "Keep it", "You played"),
            ("/play move:I8 AEE", "Give it up", said("receipts.gave_up_play")),
        ):
            await ada.click(await ask(ada, line, "Are you sure?"), label)
            await answer(ada, told)
            assert (await stage.state(ada.channel_id())).seats[0].score == 60
            first = await board(ada, after=first)


@pytest.mark.soak
async def test_M8_in_the_bot_words_are_chosen_singly(tmp_path: Path) -> None:
    """A menu picks some of several words; the player gains five points for each valid one."""
    async with two(tmp_path, "five_point", "EEE", "EE") as (stage, ada, bruno):
        await ask(ada, "/play move:8H CAT", "You played")
        first = await board(bruno, "CAT")
        await bruno.command("/play move:9H SO")
        second = await board(ada, "SO", after=first)
        await ada.click(second, "Challenge")
        question = await answer(ada, said("rules.if_words_dictionary"))
        before = (await stage.state(ada.channel_id())).seats[1].score
        await ada.select(question, "SO")
        await ada.wait(lambda: "Your challenge failed" in text_of(ada.now(question) or {}), "the verdict")
        assert (await stage.state(ada.channel_id())).seats[1].score == before + 5


@pytest.mark.soak
async def test_M8_in_the_bot_a_challenge_that_costs_nothing_is_of_all_words_at_once(tmp_path: Path) -> None:
    """There is nothing to weigh, so nobody is asked which of the words."""
    async with two(tmp_path, "single", "EEE", "EE") as (stage, ada, bruno):
        await ask(ada, "/play move:8H CAT", "You played")
        first = await board(bruno, "CAT")
        await bruno.command("/play move:9H OD")
        second = await board(ada, "OD", after=first)
        await ada.click(second, "Challenge")
        await answer(ada, "Your challenge succeeded.")
        assert sorted(await stage.rack(bruno, bruno.channel_id())) == sorted("SOD")


@pytest.mark.gate
async def test_M8_in_the_bot_a_challenge_that_decides_the_game_is_asked_about(tmp_path: Path) -> None:
    """Under the rule triple, a single press does not lose the game."""
    async with two(tmp_path, "triple") as (stage, ada, bruno):
        await ask(ada, "/play move:8H CAT", "You played")
        played = await board(bruno, "CAT")
        await bruno.click(played, "Challenge")
        question = await answer(bruno, "decides the game")
        assert not isinstance((await stage.state(ada.channel_id())).phase, Over)
        await bruno.click(question, "Challenge")
        await board(ada, "**Ada** wins", after=played)


@pytest.mark.gate
async def test_M8_in_the_bot_a_computer_says_until_when_it_waits_for_a_challenge(tmp_path: Path) -> None:
    """By a time that everyone's client counts down; once the only person asked has accepted, it moves at once."""
    draws = ("A", "C", "D", "CAT", "SOD", "EEE")
    async with gathered(tmp_path, *draws, letters=LETTERS, rack_size=3, thinker=passes) as (_, ada, bruno):
        await ada.command("/game new variant:tiny preset:classic computer:1")
        lobby = await bruno.wait_message("seats taken")
        await bruno.click(lobby, "Join")
        await ada.wait_message(". Bruno")
        await ada.command("/game start")
        await board(ada, after=lobby)
        await ask(ada, "/play move:8H TAC", "You played")
        shown = await board(bruno, "presses **Accept**", after=lobby)
        waits = said("status.moves_after_challenges", name="**Robot1**", moment="MOMENT").split("MOMENT")
        assert all(part in text_of(shown) for part in waits) and "<t:" in text_of(shown)
        assert said("status.choosing_a_move", name="**Robot1**") not in text_of(shown)
        assert said("status.waits_for_challenge") in text_of(await ask(ada, "/game status"))
        assert "Accept" in buttons_of(shown) and len(buttons_of(shown)) == 5
        await bruno.click(shown, "Accept")
        await board(ada, "**Robot1** passed", after=shown)


async def test_K15_in_the_bot_the_host_adds_a_word_by_direct_message(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The turn continues; the player who asked is notified and plays the word.

    It is in the host's list before it counts in the game, so that no kill between the two leaves it out there.
    """
    async with two(tmp_path, "ask_host") as (stage, ada, bruno):
        submit, listed = Games.submit, list[frozenset[str]]()

        async def noted(games: Games, game: str, command: cmd.Command, *args: Any, **options: Any) -> Applied:
            if isinstance(command, cmd.AnswerWord):
                listed.append((await own_words(stage, ada)).added)
            return await submit(games, game, command, *args, **options)

        monkeypatch.setattr(Games, "submit", noted)
        await ask(ada, "/move pass", "passed")
        await board(bruno)
        await ask(bruno, "/try move:8H DOS", said("verdicts.host_will_judge", 1))
        await ask(bruno, "/play move:8H DOS", said("receipts.host_judges", 1))
        assert (await stage.state(ada.channel_id())).on_turn == 1
        question = await ada.wait_message(said("questions.like_play"), channel=DM)
        await ada.click(question, "Add DOS")
        await bruno.wait_message(said("questions.counts_game", word="**DOS**"), channel=DM)
        assert listed == [frozenset({"DOS"})]
        await ask(bruno, "/play move:8H DOS", "You played")
        assert stage.app and stage.app.core
        setup = (await stage.state(ada.channel_id())).setup
        dictionaries, name, alphabet = (
            stage.app.core.services.words.dictionaries,
            setup.lexicon.name,
            setup.variant.alphabet,
        )
        assert (await dictionaries.current(name, alphabet, None, ada.id)).contains(tuple("DOS"))
        assert not (await dictionaries.current(name, alphabet, None, bruno.id)).contains(tuple("DOS"))
        assert not any("DOS" in text_of(m) and "You" not in text_of(m) for m in ada.visible()[:-2])


@pytest.mark.gate
async def test_K15_in_the_bot_a_word_that_counts_is_in_the_hosts_list_whenever_the_bot_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It dies right after the game has its answer; before that, the host is asked as ever, and adds the word again."""
    async with two(tmp_path, "ask_host") as (stage, ada, _bruno):
        question = await ask(ada, "/play move:8H TAC", said("questions.like_play", word="TAC"))
        submit = Games.submit

        async def dies(games: Games, game: str, command: cmd.Command, *args: Any, **options: Any) -> Applied:
            if isinstance(command, cmd.AnswerWord) and deaths.pop():
                await submit(games, game, command, *args, **options)
            raise OSError

        monkeypatch.setattr(Games, "submit", dies)
        deaths = [True, False]
        for verdict in (Verdict.OPEN, Verdict.ADDED):
            await ada.click(question, "Add TAC")
            state = await stage.restart() and await stage.state(ada.channel_id())
            assert state.asked[0].verdict is verdict
            assert (await own_words(stage, ada)).added == frozenset({"TAC"})


@pytest.mark.gate
async def test_K15_in_the_bot_only_the_host_decides_and_a_refused_word_stays_out(tmp_path: Path) -> None:
    """Nobody else sees or can press the buttons; a second attempt is refused at once."""
    async with two(tmp_path, "ask_host") as (stage, ada, bruno):
        own = await ask(ada, "/play move:8H TAC", said("questions.like_play", word="TAC"))
        await ada.click(own, "Refuse TAC")
        await ada.wait(lambda: "does not count" in text_of(ada.now(own) or {}), "the answer")
        await ask(ada, "/play move:8H TAC", said("challenges.host_refused_game"))
        assert "TAC" not in "".join(map(text_of, bruno.visible()))
        state = await stage.state(ada.channel_id())
        assert (state.on_turn, state.asked[0].verdict) == (0, Verdict.REFUSED)


@pytest.mark.gate
async def test_K15_in_the_bot_a_host_with_closed_dms_is_called_in_the_channel(tmp_path: Path) -> None:
    """Without naming a word in public; the button shows the questions only to the host.

    The word was typed, and no board follows a question, so the player who asked gets a direct message.
    """
    async with two(tmp_path, "ask_host") as (stage, ada, bruno):
        ada.settings(dms_closed=True)
        await ask(ada, "/move pass", "passed")
        await board(bruno)
        await bruno.say("8H DOS")
        await bruno.wait_message(said("receipts.host_judges", 1), channel=DM)
        call = await ada.wait_message(said("play.question_undelivered"))
        assert "DOS" not in text_of(call)
        await ada.click(call, "Words in question")
        shown = await answer(ada, said("questions.like_play"))
        await ada.click(shown, "Add DOS")
        await bruno.wait_message(said("questions.counts_game"), channel=DM)
        state = await stage.state(ada.channel_id())
        assert state.asked[0].verdict is Verdict.ADDED


async def test_K15_in_the_bot_the_channel_hears_that_the_host_is_asked_and_not_about_what(tmp_path: Path) -> None:
    """Nobody wonders why the game waits; a host who asks about a word of their own decides at once."""
    async with two(tmp_path, "ask_host") as (_, ada, bruno):
        first = ada.last()
        await ask(ada, "/play move:8H TAC", said("questions.like_play", word="TAC"))
        await ask(ada, "/move pass", "passed")
        before = await board(bruno)
        await ask(bruno, "/play move:8H DOS", said("receipts.host_judges", 1))
        told = await ada.wait_message(said("happenings.host_asked", 1, name="**Bruno**"), after=before)
        assert "DOS" not in text_of(told)
        assert said("happenings.host_asked", 1, name="**Ada**") not in "".join(map(text_of, ada.visible()))
        await ask(bruno, "/move pass", "passed")
        later = await board(ada, "**Bruno** passed", after=first)
        assert said("happenings.host_asked", 1) not in text_of(later)


async def test_strict_previews_tell_and_cost_nothing(tmp_path: Path) -> None:
    """A preview is free; playing the same move loses the turn, and nobody learns which word it was."""
    async with two(tmp_path, "strict") as (stage, ada, bruno):
        tried = await ask(ada, "/try move:8H TAC", said("verdicts.would_cost_turn", 1))
        assert "Play" not in buttons_of(tried)
        await ask(ada, "/play move:8H TAC", said("receipts.invalid_play", 1))
        await board(bruno, "lost the turn")
        assert "TAC" not in "".join(map(text_of, bruno.visible()))
        state = await stage.state(ada.channel_id())
        assert (state.on_turn, state.board.is_empty) == (1, True)


def test_the_question_waits_through_a_pause_and_lost_time() -> None:
    """A deadline that nobody could meet is postponed."""
    rules = Rules(undo=False).with_value("challenge", "house")
    table = Table(rules, words=word_set("HELLO")).start("HELLOXY", "QUAZJVK")
    table.play("8D XELLO")
    phase = table.game.phase
    assert isinstance(phase, AwaitAnswer)
    table.do(cmd.Pause("ada"))
    table.do(cmd.Resume("ada"), after=60_000)
    later = table.game.phase
    assert isinstance(later, AwaitAnswer)
    assert later.deadline == phase.deadline + 60_000
