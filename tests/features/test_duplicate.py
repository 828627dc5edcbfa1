"""Duplicate as a channel meets it: a lobby, secret answers, results, standings and reviews."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from bot.features.duplicate.values import DAY, USUAL
from bot.playground.limits import FILE, walk
from bot.text import texts_for
from bot.text.clocks import length_text
from engine.duplicate.record import FORMAT
from engine.formats import gcg
from tests.bot.front.test_typed import reactions
from tests.features.test_composing import tap
from tests.features.test_reaching_people import deny
from tests.support.duplicates import topper
from tests.support.pictures import buttons_of, pictures_of, text_of
from tests.support.playground import DM, Person
from tests.support.running import EPHEMERAL, WORDS, answer, ask, choose, gathered, shows, started
from tests.support.sentences import said
from tests.support.service import eventually

LETTERS = "CATSDOEGHORNFARMNETTOE"
NEW, DAILY = "/together new variant:tiny", "/manage together"


async def public(person: Person, text: str, after: dict[str, Any] | None = None) -> dict[str, Any]:
    """The newest message for everyone with a text."""
    return await person.wait_message(lambda m: not m["flags"] & EPHEMERAL and text in text_of(m), after=after)


def round_(number: int) -> str:
    return said("duplicate.the_round", number=number)


async def begun(ada: Person, *others: Person, options: str = "") -> dict[str, Any]:
    """The first round of a duplicate that Ada has opened, and these have joined."""
    await ask(ada, f"{NEW}{options}")
    lobby = await public(ada, said("duplicate.same_tiles"))
    for one in others:
        await one.click(lobby, "Join")
        await answer(one, said("duplicate.joined"))
    await ada.click(lobby, "Start")
    return await public(ada, round_(1), after=lobby)


async def stopped(person: Person, command: str = "/together stop") -> None:
    """Somebody ends the duplicate, and is asked first."""
    question = await ask(person, command)
    await person.click(question, "End the duplicate")
    await shows(person, question, said("duplicate.ended_now"))


async def submit(person: Person, message: dict[str, Any], move: str) -> dict[str, Any]:
    """The private answer to what somebody types into the form of a round."""
    await person.click(message, "Answer")
    await person.submit({"move": move})
    return await answer(person)


async def test_X17_a_channel_plays_from_the_lobby_to_the_end(tmp_path: Path) -> None:
    async with gathered(tmp_path, "CATSDOE", letters=LETTERS, topper=topper()) as (_, ada, bruno):
        await ask(ada, NEW)
        lobby = await public(ada, said("duplicate.same_tiles"))
        assert [one["description"] for one in pictures_of(lobby)] == ["Ada"]
        assert buttons_of(lobby) == ["Join", "Start", "Leave"]
        assert said("lobby.board") in text_of(lobby)
        await bruno.click(lobby, "Join")
        lobby = await shows(ada, lobby, said("duplicate.players_in", 2))
        assert [one["description"] for one in pictures_of(lobby)] == ["Ada; Bruno"]
        await ask(ada, NEW, said("duplicate.here_already"))
        await ada.click(lobby, "Start")
        first = await public(ada, round_(1), after=lobby)
        assert pictures_of(first) and "**A C D E O S T**" in text_of(first)
        await ask(ada, "/together standings", said("duplicate.nothing_played"))
        told = await submit(bruno, first, "8H dca")
        assert said("duplicate.phony", 1, words="**DCA**") in text_of(told)
        told = await submit(bruno, first, "8G CAT")
        assert said("duplicate.your_answer", 10, number=1, move="**8G CAT**") in text_of(told)
        told = await submit(bruno, first, "h7 dogs")
        await shows(ada, first, said("duplicate.answered_of", 2, answered=1))
        await bruno.click(first, "Answer")
        told = await ask(ada, "/play move:8E CATS", "**8E CATS**")
        assert said("duplicate.round_ends_now") in text_of(told)
        second = await public(ada, round_(2), after=first)
        assert pictures_of(second) and buttons_of(second) == ["Answer", "Compose", "Standings", "My rounds", "Leave"]
        assert "**Ada** 12, **Bruno** 8G CAT 10" in text_of(second)
        await ada.wait(lambda: not buttons_of(ada.now(first) or first), "the old buttons to go")
        await bruno.submit({"move": "8G CATS"})  # into the form of the round that is over
        await answer(bruno, said("duplicate.round_over"))
        standings = await ask(bruno, "/together standings")
        assert pictures_of(standings) and "83" in text_of(standings)
        await bruno.click(second, "My rounds")
        assert "**8G CAT**" in text_of(await answer(bruno, said("duplicate.your_rounds")))
        files = [
            one["file"] for one in walk((await ask(bruno, "/together export"))["components"]) if one["type"] == FILE
        ]
        record, data = [await bruno.download(file["url"]) for file in files]
        assert gcg.read(record).events[0].score == 12 and json.loads(data)["format"] == FORMAT
        await ask(bruno, "/together stop", said("duplicate.hosts_only"))
        await stopped(ada)
        end = await public(ada, said("duplicate.the_end"), after=second)
        assert said("duplicate.stopped") in text_of(end) and len(pictures_of(end)) == 2
        assert said("duplicate.won", names=f"<@{ada.id}>", points=12, top=12, percent="100.0%") in text_of(end)
        await ask(bruno, "/join", said("duplicate.none_here"))
        await ask(bruno, "/together review", said("duplicate.your_rounds"))


async def composing(person: Person, message: dict[str, Any]) -> dict[str, Any]:
    """The private message for composing an answer to a round."""
    await person.click(message, "Compose")
    return await answer(person, said("composing.no_tiles_placed"))


@pytest.mark.gate
async def test_X17_an_answer_is_composed_tile_by_tile_in_private(tmp_path: Path) -> None:
    """As in a game: points and words after each tap, a word typed, other tries kept; nobody else sees any of it."""
    async with gathered(tmp_path, "CATSDOE", letters=LETTERS, topper=topper()) as (stage, ada, bruno):
        first = await begun(ada, bruno)
        seen = len(ada.visible()), text_of(first)
        message = await composing(bruno, first)
        assert pictures_of(message) and "Answer" not in buttons_of(message)
        await tap(bruno, message, "C 3", "A 1", "D 2")
        shown = await shows(bruno, message, "8H CAD")
        assert said("verdicts.would_be_refused", 1, words="CAD") in text_of(shown) and "Answer" not in buttons_of(shown)
        await stage.restart()
        await tap(bruno, message, "Remove tile", "T 1")
        await shows(bruno, message, "**8H CAT**: 10 points")
        await tap(bruno, message, "Save", "S 1")
        await shows(bruno, message, "8H CATS")
        await tap(bruno, message, "Compare")
        labels = [one for one in buttons_of(bruno.now(message) or {}) if "CAT" in one]
        assert labels == ["Answer: 8H CATS", "Answer: 8H CAT"]
        await tap(bruno, message, "Compose", "Clear")
        await bruno.click(message, "Type the word")
        assert said("composing.form_tiles", tiles="A C D E O S T") in str(bruno.modal)
        await bruno.submit({"move": "dogs"})
        assert said("moves.tiles_not_on_rack", 1) in text_of(await answer(bruno))
        await bruno.click(message, "Type the word")
        await bruno.submit({"move": "cats"})
        await shows(bruno, message, "**8H CATS**: 12 points")
        assert (len(ada.visible()), text_of(ada.now(first) or {})) == seen
        await bruno.click(message, "Answer")
        await answer(bruno, said("duplicate.your_answer", 12, number=1, move="**8H CATS**"))
        await shows(ada, first, said("duplicate.answered_of", 2, answered=1))


@pytest.mark.soak
async def test_X17_what_was_composed_for_a_round_that_is_over_says_so(tmp_path: Path) -> None:
    """It goes on with the new tiles, and answers neither round by itself; a button of the old message opens nothing."""
    async with gathered(tmp_path, "CATSDOE", letters=LETTERS, topper=topper()) as (stage, ada, bruno):
        first = await begun(ada, bruno)
        message = await composing(bruno, first)
        await tap(bruno, message, "C 3", "A 1", "T 1")
        await shows(bruno, message, "8H CAT")
        stage.clock.push(USUAL / 1000 + 2)
        second = await public(ada, round_(2), after=first)
        await bruno.click(message, "Answer")
        await answer(bruno, said("duplicate.round_over"))
        await tap(bruno, message, "Whole board")
        await shows(bruno, message, said("duplicate.new_tiles"))
        await tap(bruno, message, "→")
        await shows(bruno, message, said("duplicate.new_tiles"))
        await tap(bruno, message, "←")
        assert said("duplicate.new_tiles") not in text_of(bruno.now(message) or {}) and second
        await stopped(ada)
        await bruno.click(message, "←")
        await answer(bruno, said("duplicate.none_here"))


@pytest.mark.gate
async def test_X17_commands_of_games_lead_to_the_duplicate_of_their_channel(tmp_path: Path) -> None:
    """Also where a game was played before; a running game comes first for everyone who plays in it."""
    letters = "ACCATSOD" + LETTERS
    async with gathered(tmp_path, "A", "C", "CAT", "SOD", letters=letters, rack_size=3, topper=topper()) as (
        stage,
        ada,
        bruno,
    ):
        await started(ada, bruno)
        await ask(ada, "/game scores", "Ada")
        await ada.click(await ask(ada, "/game end"), "End for good")
        stage.library.serve(LETTERS, 7)
        stage.luck.draws = ["CATSDOE"]
        first = await begun(ada, bruno)
        for command in ("/rack", "/game board"):
            shown = await ask(bruno, command, said("duplicate.not_answered"))
            assert pictures_of(shown) and "**A C D E O S T**" in text_of(shown)
            assert buttons_of(shown) == ["Answer", "Compose"]
        for command in ("/try move:8G CAT", "/hint", "/move pass", "/move exchange tiles:A", "/game resign"):
            await ask(bruno, command, said("duplicate.waiting"))
        await ask(bruno, "/game scores", said("duplicate.nothing_played"))
        await submit(bruno, first, "8G CAT")
        await submit(ada, first, "8G CATS")
        await public(ada, round_(2), after=first)
        assert "83" in text_of(await ask(bruno, "/game scores"))


async def test_X17_a_move_typed_where_everyone_reads_it_counts_for_nothing(tmp_path: Path) -> None:
    """The bot says so once in a while, and lets other chat pass; whoever speaks to the bot learns how to answer."""
    async with gathered(tmp_path, "CATSDOE", letters=LETTERS, topper=topper()) as (_, ada, bruno):
        first = await begun(ada, bruno)
        for text in ("lunch 12h", "nice rack", "b4 noon", "8h quiz"):
            await bruno.say(text)
        for text in ("@Tilewright hello", "@Tilewright help"):
            asked = await bruno.say(text)
            told = await bruno.wait_message(said("duplicate.waiting"), after=asked)
            assert "How it works" in buttons_of(told)
        assert said("duplicate.moves_are_secret") not in "".join(map(text_of, bruno.visible()))
        for text in ("8g cat", "8H CATS"):
            await bruno.say(text)
        told = await public(ada, said("duplicate.moves_are_secret"), after=first)
        await submit(ada, first, "8G CATS")
        await shows(ada, first, said("duplicate.answered_of", 2, answered=1))
        await ask(bruno, "/together answer", said("duplicate.not_answered"))
        assert [m for m in ada.visible() if said("duplicate.moves_are_secret") in text_of(m)] == [told]


async def test_X17_a_word_typed_where_everyone_reads_it_is_told_apart_from_chat(tmp_path: Path) -> None:
    """Once a round for each person, with the way to answer; nothing is deleted, and no answer is taken."""
    async with gathered(tmp_path, "CATSDOE", letters=LETTERS, topper=topper()) as (stage, ada, bruno):
        first = await begun(ada, bruno)
        secret = said("duplicate.moves_are_secret")
        for text in ("LOL", "hi", "quiz", "ok", "at", "8G"):
            await bruno.say(text)
        said_so = [await bruno.say(text) for text in ("COATS", "cats", "DOES")]
        told = await public(ada, secret, after=first)
        marked = next(one for one in said_so if one["id"] == told["message_reference"]["message_id"])
        await eventually(lambda: reactions(stage, marked) == ["❓"])
        await ada.say("toads")
        await public(ada, secret, after=told)
        await ask(bruno, "/together answer", said("duplicate.not_answered"))
        assert not any(reactions(stage, one) for one in said_so if one is not marked)
        for person in (ada, bruno):
            await submit(person, first, "8G CATS")
        second = await public(ada, round_(2), after=first)
        assert secret not in "".join(text_of(one) for one in ada.visible() if int(one["id"]) > int(second["id"]))
        await bruno.say("9G DOE")
        await public(ada, secret, after=second)


@pytest.mark.gate
async def test_X17_a_direct_message_for_a_game_or_a_duplicate_is_asked_about(tmp_path: Path) -> None:
    letters = "ACCATSOD" + "EEEEEEE"
    async with gathered(tmp_path, "A", "C", "CAT", "SOD", letters=letters, rack_size=3, topper=topper()) as (
        stage,
        ada,
        bruno,
    ):
        await started(ada, bruno)
        stage.library.serve(LETTERS, 7)
        stage.luck.draws = ["CATSDOE"]
        thread = text_of(await ask(ada, f"{NEW} thread:yes")).partition("<#")[2].partition(">")[0]
        lobby = await ada.wait_message(said("duplicate.same_tiles"), channel=thread)
        await ada.click(lobby, "Start")
        await ada.wait_message(round_(1), channel=thread)
        await ada.open_dm()
        await ada.say("8H CATS", channel=DM)
        asked = await ada.wait_message(said("duplicate.what_for"), channel=DM)
        assert buttons_of(asked)[-1] == round_(1) and len(buttons_of(asked)) == 2
        await ada.click(asked, round_(1))
        await ada.wait_message(said("duplicate.your_answer", 12, number=1, move="**8H CATS**"), channel=DM)
        await ada.say("8H AT", channel=DM)
        asked = await ada.wait_message(lambda m: said("duplicate.what_for") in text_of(m), channel=DM, after=asked)
        await ada.click(asked, buttons_of(asked)[0])
        await ada.wait_message("You played 8H AT", channel=DM)


@pytest.mark.gate
async def test_X17_answers_by_command_and_by_direct_message(tmp_path: Path) -> None:
    async with gathered(tmp_path, "CATSDOE", letters=LETTERS, topper=topper()) as (stage, ada, bruno):
        first = await begun(ada, bruno)
        await bruno.open_dm()
        await bruno.say("8H TO", channel=DM)
        await bruno.wait_message(said("duplicate.your_answer", number=1, move="**8H TO**"), channel=DM)
        told = await ask(bruno, "/together answer move:8G CATS")
        assert said("duplicate.replaces", move="**8H TO**") in text_of(told)
        await ask(bruno, "/together answer", "**8G CATS**")
        stage.clock.push(USUAL / 1000 + 2)
        second = await public(ada, round_(2), after=first)
        assert said("duplicate.found_by", names="**Bruno**") in text_of(second)
        assert "**Ada**" not in text_of(second)


@pytest.mark.soak
async def test_X17_an_answer_of_a_word_alone_is_asked_where_it_goes(tmp_path: Path) -> None:
    """As in the form of a game's move; where it fits in one place alone, it is kept at once."""
    async with gathered(tmp_path, "CATSDOE", letters=LETTERS, topper=topper()) as (_, ada, bruno):
        first = await begun(ada, bruno)
        offered = await submit(bruno, first, "cats")
        assert said("play.word_fits", 8, word="**CATS**") in text_of(offered)
        await bruno.select(offered, "8E cats")
        await shows(bruno, offered, said("duplicate.your_answer", 12, number=1, move="**8E CATS**"))
        assert said("play.not_fit_anywhere_board", word="**HORN**") in text_of(await submit(bruno, first, "HORN"))
        assert said("play.word_fits", word="**CAT**") in text_of(await ask(ada, "/together answer move:play cat"))


async def test_X17_nobody_asks_the_bot_for_the_top_of_an_open_round(tmp_path: Path) -> None:
    async with gathered(tmp_path, "CATSDOE", letters=LETTERS, topper=topper()) as (_, ada, bruno):
        first = await begun(ada, bruno)
        await ask(bruno, "/review analysis variant:tiny rack:CATSDOE", said("duplicate.round_is_open"))
        await ask(bruno, "/review analysis variant:tiny rack:FARM", "Rack: **AFMR")
        assert first


async def test_X17_words_for_letters_wait_for_the_end_of_the_round(tmp_path: Path) -> None:
    """For whoever is in a duplicate, any letters, as in a game; for others in its server, its tiles."""
    people = ("Ada", "Bruno", "Chloe")
    async with gathered(
        tmp_path, "CATSDOE", letters=LETTERS, people=people, words=(*WORDS, "COAST"), topper=topper()
    ) as (_, ada, bruno, chloe):
        await begun(ada, bruno)
        await ask(bruno, "/word anagram letters:FARM", said("duplicate.no_words"))
        for letters in ("CAT", "CATSDOE?", "CATSDOER"):
            await ask(chloe, f"/word anagram letters:{letters}", said("duplicate.open_letters"))
        assert said("duplicate.left_out") not in text_of(await ask(chloe, "/word anagram letters:FARM", "FARM"))
        await ask(chloe, "/word anagram letters:CATSOXY", said("duplicate.left_out"))
        told = text_of(await ask(chloe, "/word anagram letters:COASTFM", "COASTFM"))
        assert "CATS" in told.split() and "COAST" not in told.split()
        await ask(bruno, "/leave", "You have left")
        await ask(bruno, "/word anagram letters:FARM", "FARM")


async def test_X17_a_copy_of_a_dictionary_is_in_no_other_language(tmp_path: Path) -> None:
    """Whatever language its letters are said to be of; the French dictionary itself is in one."""
    people = ("Ada", "Bruno", "Chloe")
    async with gathered(tmp_path, "CATSDOE", letters=LETTERS, people=people, topper=topper()) as (_, ada, bruno, chloe):
        await begun(ada, bruno)
        await ask(ada, "/manage dictionary new name:ours copy:english language:fr")
        panel = await ask(ada, "/settings channel")
        await choose(ada, panel, "fr", said("settings.language_new_games"))
        await ask(chloe, "/word anagram letters:CATS", "CATS")
        menus = [one for one in walk((ada.now(panel) or {})["components"]) if one.get("placeholder") == "Dictionary"]
        ours = next(one["value"] for menu in menus for one in menu["options"] if "ours" in one["label"])
        await choose(ada, panel, ours, "Dictionary")
        await ask(chloe, "/word anagram letters:CATS", said("duplicate.open_letters"))


@pytest.mark.gate
async def test_X17_in_a_channel_with_a_game_its_players_play_the_game(tmp_path: Path) -> None:
    people = ("Ada", "Bruno", "Chloe")
    letters = "ACCATSOD" + "EEEEEEE"
    async with gathered(
        tmp_path, "A", "C", "CAT", "SOD", letters=letters, rack_size=3, people=people, topper=topper()
    ) as (stage, ada, bruno, chloe):
        await started(ada, bruno)
        stage.library.serve(LETTERS, 7)
        stage.luck.draws = ["CATSDOE"]
        first = await begun(chloe)
        await ask(ada, "/play move:8H AT", "You played")
        await ask(chloe, "/play move:8G CATS", said("duplicate.your_answer", number=1))
        await public(chloe, round_(2), after=first)


async def test_X17_a_secret_answer_changes_nothing_that_others_see(tmp_path: Path) -> None:
    """Two evenings that differ in one answer look the same, word for word, until the round ends."""
    seen: list[list[str]] = []
    for move in ("8G CAT", "8G CATS"):
        folder = tmp_path / move.split()[1]
        folder.mkdir()
        async with gathered(folder, "CATSDOE", letters=LETTERS, topper=topper()) as (stage, ada, bruno):
            first = await begun(ada, bruno)
            await submit(bruno, first, move)
            await shows(ada, first, said("duplicate.answered_of", 2, answered=1))
            shown = [text_of(m) for m in ada.visible() if not m["flags"] & EPHEMERAL]
            seen.append([text.partition("<t:")[0] for text in shown])
            stage.clock.push(USUAL / 1000 + 2)
            second = await public(ada, round_(2), after=first)
            seen.append([text_of(second).partition("<t:")[0]])
    assert seen[0] == seen[2] and seen[1] != seen[3]


@pytest.mark.gate
async def test_X17_a_duplicate_in_a_thread_and_in_channels_that_lack_permissions(tmp_path: Path) -> None:
    """Where pictures cannot be sent, everything is said in words; where nothing can, the bot says so at once."""
    async with gathered(tmp_path, "CATSDOE", letters=LETTERS, topper=topper()) as (stage, ada, _):
        deny(stage, ada, "send_messages")
        await ask(ada, NEW, said("duplicate.cannot_post"))
        deny(stage, ada, "attach_files")
        first = await begun(ada)
        assert not pictures_of(first) and "**A C D E O S T**" in text_of(first)
        deny(stage, ada)
        told = await ask(ada, f"{NEW} thread:yes")
        thread = text_of(told).partition("<#")[2].partition(">")[0]
        lobby = await ada.wait_message(said("duplicate.same_tiles"), channel=thread)
        assert buttons_of(lobby) and thread != ada.channel_id()


@pytest.mark.gate
async def test_X17_X30_usual_times_are_offered_and_any_can_be_typed(tmp_path: Path) -> None:
    async with gathered(tmp_path) as (_, ada, _bruno):
        offered = await ada.autocomplete("/together new time:", "time")
        assert [one["value"] for one in offered][:3] == ["3m", "30s", "1m"]
        assert offered[0]["name"] == length_text(USUAL, texts_for("en"))
        for typed in ("77", "1 min 17 s", "1:17"):
            found = await ada.autocomplete(f"/together new time:{typed}", "time")
            assert [one["value"] for one in found][:1] == ["1m17s"], typed
        await ask(ada, "/together new time:2 days", said("offers.no_such_length", option="time"))
        told = text_of(await ask(ada, "/together new variant:tiny time:1 hour"))
        assert told and "1 hour" in text_of(await ada.wait_message(said("duplicate.same_tiles")))


@pytest.mark.soak
async def test_X17_a_restart_goes_on_where_it_stopped(tmp_path: Path) -> None:
    """Buttons still work, and the time of the round goes on."""
    async with gathered(tmp_path, "CATSDOE", letters=LETTERS, topper=topper()) as (stage, ada, bruno):
        first = await begun(ada, bruno)
        await submit(bruno, first, "8G CATS")
        await stage.restart()
        await submit(ada, first, "8G CAT")
        second = await public(ada, round_(2), after=first)
        assert said("duplicate.found_by", names="**Bruno**") in text_of(second)
        await stage.stop()
        stage.clock.push(USUAL / 1000 + 2)
        await stage.start()
        await public(ada, round_(3), after=second)


@pytest.mark.gate
async def test_X17_a_daily_duplicate_is_for_moderators_to_switch(tmp_path: Path) -> None:
    async with gathered(tmp_path, letters=LETTERS, topper=topper(("AC", "CA", "CAT"))) as (stage, ada, bruno):
        await ask(bruno, "/together daily", said("duplicate.no_daily"))
        await ask(ada, f"{DAILY} switch:on", said("duplicate.daily_is_in", channel=f"<#{ada.channel_id()}>"))
        first = await public(ada, said("duplicate.daily_round", number=1))
        await stopped(ada, f"{DAILY} switch:off")
        await public(ada, said("duplicate.the_end"), after=first)
        assert stage.clock.now() % DAY


async def test_X17_a_daily_duplicate_moves_where_a_moderator_is(tmp_path: Path) -> None:
    """With its open round, and what was answered; the post that is left behind offers nothing any more."""
    people = {"Ada": "general", "Bruno": "games"}
    async with gathered(tmp_path, letters=LETTERS, people=people, topper=topper()) as (_, ada, bruno):
        await ask(ada, f"{DAILY} switch:on")
        first = await public(ada, said("duplicate.daily_round", number=1))
        await submit(ada, first, "8G CAT")
        page = await ask(ada, DAILY, channel="games")
        await ada.click(page, "Move it here")
        await ada.wait_message(said("duplicate.daily_is_in", channel=f"<#{bruno.channel_id()}>"), channel="games")
        await public(bruno, said("duplicate.daily_round", number=1))
        await ada.wait(lambda: not buttons_of(ada.now(first) or first), "a post without buttons")
        assert "8G cAt" in text_of(await ask(ada, "/together answer", channel="games"))
        await ask(ada, f"{DAILY} switch:on language:fr", said("duplicate.daily_elsewhere"))


async def test_X17_X29_a_result_of_the_daily_duplicate_is_shared_once(tmp_path: Path) -> None:
    """Its place and its share of the best move, but no word; nothing is to be shared by those who did not answer."""
    async with gathered(tmp_path, letters=LETTERS, topper=topper(("AC", "CA", "CAT"))) as (stage, ada, bruno):
        await ask(ada, f"{DAILY} switch:on")
        first = await public(ada, said("duplicate.daily_round", number=1))
        await submit(bruno, first, "8G CAT")
        stage.clock.push(DAY / 1000 + 2)
        second = await public(ada, said("duplicate.daily_round", number=2), after=first)
        await ada.click(second, "My rounds")
        assert "Share" not in buttons_of(await answer(ada, said("duplicate.your_rounds")))
        await bruno.click(second, "My rounds")
        rounds = await answer(bruno, said("duplicate.your_rounds"))
        round_one = said("duplicate.daily_round", number=1)
        result = said("duplicate.place", round=round_one, place=1, count=1)
        assert result in text_of(rounds)
        for _ in range(2):
            await bruno.click(rounds, "Share")
        line = await ada.wait_message(f"**Bruno** · {result}", after=second)
        assert "%" in text_of(line) and "CAT" not in text_of(line)
        await bruno.wait(lambda: not buttons_of(bruno.now(rounds) or rounds), "that it is shared")
        await bruno.click(second, "My rounds")
        assert not buttons_of(await answer(bruno, said("duplicate.your_rounds"), after=rounds))
        assert sum(result in text_of(one) for one in ada.visible()) == 1


@pytest.mark.gate
async def test_X17_a_bot_that_was_off_for_days_keeps_the_hour_of_the_daily_duplicate(tmp_path: Path) -> None:
    """Not that of the restart."""
    async with gathered(tmp_path, letters=LETTERS, topper=topper()) as (stage, ada, bruno):
        await ask(ada, f"{DAILY} switch:on")

        async def ends(number: int) -> int:
            title, found = said("duplicate.daily_round", number=number), re.compile(r"<t:(\d+)")
            shown = await bruno.wait_message(lambda one: title in text_of(one) and found.search(text_of(one)))
            return int(found.findall(text_of(bruno.now(shown) or shown))[-1]) * 1000

        first = await ends(1)
        await stage.stop()
        stage.clock.push(1.5 * DAY / 1000)
        await stage.start()
        assert 0 <= (await ends(2) - first) % DAY < 2000


async def test_X17_forged_buttons_and_places_are_refused(tmp_path: Path) -> None:
    people = {"Ada": "general", "Bruno": "general"}
    async with gathered(tmp_path, "CATSDOE", letters=LETTERS, people=people, topper=topper()) as (_, ada, bruno):
        await ask(bruno, "/together answer move:8H CAT", said("duplicate.none_here"))
        first = await begun(ada)
        await bruno.open_dm()
        await ask(bruno, NEW, said("core.only_in_server"), channel=DM)
        await ask(bruno, "/together standings", said("duplicate.none_here"), channel=DM)
        for move in ("", "x" * 200, "8H \u202eTAC", "`8H` **CAT** @everyone", "1A CAT", "8H CATSDOEEE"):
            told = await ask(bruno, f"/together answer move:{move}")
            assert said("duplicate.your_answer", number=1) not in text_of(told)
        told = await submit(bruno, first, "8G CATS")
        assert said("duplicate.your_answer", number=1) in text_of(told)
