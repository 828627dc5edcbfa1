"""Moves typed as plain messages, and the reactions to them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.front.interaction.request import MOST_ANSWERING
from bot.front.play.reading import Typed, TypedKind, read_typed, without_mention
from bot.front.posting.poster import CHANNELS, MOST_REACTIONS, Reaction, Reactions
from bot.settings import sqlite_url
from bot.text import texts_for
from bot.text.typed import is_chat
from tests.support import aftermath
from tests.support.pictures import buttons_of, text_of
from tests.support.playground import DM, Person
from tests.support.running import DRAWS, LETTERS, Scene, answer, ask, board, gathered, scene, started
from tests.support.sentences import said
from tests.support.service import eventually


@pytest.mark.parametrize(
    ("content", "meant"),
    [
        ("8H HELLO", Typed(TypedKind.PLAY, "8H HELLO")),
        (" h8 hello ", Typed(TypedKind.PLAY, "h8 hello")),
        ("8h across hello", Typed(TypedKind.PLAY, "8h across hello")),
        ("hello 8h", Typed(TypedKind.PLAY, "hello 8h")),
        ("Pass", Typed(TypedKind.PASS)),
        ("exchange a b", Typed(TypedKind.EXCHANGE, "a b")),
        ("hello there", None),
        ("I pass", None),
        ("exchange", None),
        ("CAT", Typed(TypedKind.WORD, "CAT")),
        ("play CAT", Typed(TypedKind.WORD, "CAT")),
        ("play chess", None),
        ("play 8H CAT", Typed(TypedKind.PLAY, "8H CAT")),
        ("/play move:8H CAT", Typed(TypedKind.PLAY, "8H CAT")),
        ("play 8H", Typed(TypedKind.PLAY, "play 8H")),
        ("play 8H across", Typed(TypedKind.PLAY, "play 8H across")),
        ("exchange: a, b", Typed(TypedKind.EXCHANGE, "a b")),
        ("8H", None),
        ("", None),
        ("8H " + "A" * 4000, None),
        ("see you at 8h tonight", None),
    ],
)
def test_only_what_has_the_form_of_a_move_is_one(content: str, meant: Typed | None) -> None:
    """The form distinguishes chat from moves before anything is looked up."""
    assert read_typed(content) == meant


@pytest.mark.parametrize(
    "text",
    [
        "`8H CAT`",
        "8H CAT\u200b",
        "play 8H CAT",
        "/play move:8H CAT",
        "joue 8H CAT",
        "8H: CAT",
        "||8H CAT||",
        "> 8H CAT",
        "\u2068８Ｈ ＣＡＴ\u2069",
        "<@123>: **8H** CAT",
        "<@123> play `8H CAT`",
    ],
)
def test_K12_moves_are_read_as_people_paste_them(text: str) -> None:
    """With marks, with a word for playing in any language, after a mention."""
    assert read_typed(without_mention(text)) == Typed(TypedKind.PLAY, "8H CAT")


def test_people_chat_with_words_that_are_no_move() -> None:
    """In their language, in that of the tiles, and in English."""
    german = texts_for("de")
    assert all(is_chat(word, german, "sv") for word in ("danke", "Tack", "help"))
    assert not any(is_chat(word, german, "en") for word in ("tack", "vote", "zany"))


def test_X28_the_mention_that_a_message_begins_with_is_left_out() -> None:
    """`@Tilewright 8H HELLO` is the move `8H HELLO`."""
    assert without_mention("<@!123> 8H HELLO") == "8H HELLO"
    assert without_mention("8H HELLO <@123>") == "8H HELLO <@123>"


async def test_K12_typed_move_is_played_and_chat_is_left_alone(tmp_path: Path) -> None:
    """A seated player's message that parses as a whole is answered with the board, anything else with silence."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3, people=("Ada", "Bruno", "Chloe")) as (
        _,
        ada,
        bruno,
        chloe,
    ):
        first = await started(ada, bruno)
        before = len(chloe.visible())
        for person, text in (
            (ada, "good luck to both"),
            (chloe, "8H AT"),
            (chloe, "pass"),
            (ada, "8H see you"),
            (ada, "exchange students and 4 others"),
        ):
            await person.say(text)
        await asyncio.sleep(0.4)
        assert len(chloe.visible()) == before + 5
        assert len(ada.dm()) == 1
        await ada.say("8h across at")
        shown = await board(bruno, "AT", after=first)
        assert "4 points" in text_of(shown)


@pytest.mark.gate
async def test_chat_that_names_an_hour_is_no_move(tmp_path: Path) -> None:
    """A small word before a square that is far from every tile stays chat; in capitals it is a move."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (_, ada, bruno):
        first = await started(ada, bruno)
        await ada.say("lunch 12h")
        await ada.say("at 8h")
        shown = await board(bruno, "AT", after=first)
        await bruno.say("brb 10m")
        await bruno.say("12h: lunch")
        typed = await bruno.say("BRB 10M")
        told = await bruno.wait_message(said("moves.tiles_not_connected"), after=typed)
        assert told["message_reference"]["message_id"] == typed["id"]
        assert sum(said("moves.tiles_not_connected") in text_of(one) for one in bruno.visible()) == 1
        assert shown["id"] == (await board(bruno, "AT", after=first))["id"]


@pytest.mark.gate
async def test_typed_pass_and_exchange_in_a_channel_need_a_private_way(tmp_path: Path) -> None:
    """`pass` asks for a press; `exchange` with letters points to the command and reveals no tiles."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (_, ada, bruno):
        first = await started(ada, bruno)
        await ada.say("exchange ct")
        refused = await bruno.wait_message("/move exchange", after=first)
        assert "CT" not in text_of(refused).upper().replace("ACT", "")
        await ada.say("pass")
        asked = await bruno.wait_message("press the button", after=first)
        await bruno.click(asked, "Pass")
        await answer(bruno, "turn")
        await ada.click(asked, "Pass")
        await board(bruno, "passed", after=first)


async def test_errors_of_typed_moves_are_explained_in_private(tmp_path: Path) -> None:
    """An error that has to do with tiles is told where the move was typed, with a button, and by direct message why."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (_, ada, bruno):
        await started(ada, bruno)
        for person in (ada, bruno):
            await person.wait_message("Your tiles", channel=DM)
        public, before = len(bruno.visible()), ada.dm()[-1]
        await ada.say("8H DOG")
        told = await ada.wait_message(said("moves.tiles_not_on_rack", 2), channel=DM, after=before)
        await ada.say("8H TAC")
        await ada.wait_message(said("moves.not_dictionary", 1, words="TAC"), channel=DM, after=told)
        shown = bruno.visible()[public:]
        assert len(shown) == 4 and sum("Why?" in buttons_of(one) for one in shown) == 2


@pytest.mark.gate
async def test_with_closed_dms_the_reason_is_behind_a_button(tmp_path: Path) -> None:
    """The short reply reveals nothing about the rack; Why? answers only the author of the move."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        ada.settings(dms_closed=True)
        first = await started(ada, bruno)
        replies = []
        for move in ("8H DOG", "8H TAC"):
            mine = await ada.say(move)
            replies.append(await bruno.wait_message(lambda m: "Why?" in buttons_of(m), after=mine))
        assert {text_of(one) for one in replies} == {text_of(replies[0])}
        assert said("refusals.move_not_possible") in text_of(replies[0])
        await bruno.click(replies[0], "Why?")
        await answer(bruno, said("core.button_of_another"))
        await ada.click(replies[0], "Why?")
        await answer(ada, said("moves.tiles_not_on_rack", 2))
        await stage.restart()
        await ada.click(replies[1], "Why?")
        await answer(ada, said("verdicts.would_be_refused", 1))
        assert first


async def test_moves_typed_in_a_direct_message(tmp_path: Path) -> None:
    """A direct message goes to the game of the message it replies to, else to the only game where it is their turn."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (_, ada, bruno):
        first = await started(ada, bruno)
        await ada.wait_message("Your tiles", channel=DM)
        await ada.say("8H DOG", channel=DM)
        await ada.wait_message(said("moves.tiles_not_on_rack", 2), channel=DM)
        await ada.say("8H AT", channel=DM)
        await ada.wait_message("You played 8H AT", channel=DM)
        await board(bruno, "AT", after=first)
        rack = await bruno.wait_message("Your tiles", channel=DM)
        await bruno.say("exchange s", channel=DM, reply_to=rack)
        await bruno.wait_message("You exchanged S", channel=DM)


async def test_X28_without_message_content_mentions_and_direct_messages_work(tmp_path: Path) -> None:
    """The bot starts without the intent, says so in `/help`, and reads messages that mention it."""
    async with scene(tmp_path, *DRAWS, letters=LETTERS, rack_size=3, start=False) as stage:
        stage.playground.world.message_content = False
        await stage.start()
        async with Person.at(stage.playground, "Ada") as ada, Person.at(stage.playground, "Bruno") as bruno:
            first = await started(ada, bruno)
            await ada.command("/help")
            await answer(ada, said("help.cannot_read_servers"))
            await ada.say("8H AT")
            await ada.say("@Tilewright 8H CAT")
            await board(bruno, "CAT", after=first)


async def test_a_typed_move_that_is_left_out_is_told_once(tmp_path: Path) -> None:
    """A player with too many requests under way is told that the move was ignored, but not for each further one."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        await started(ada, bruno)
        assert stage.app and stage.app.core
        busy, end = stage.app.core.services.answering.in_flight, asyncio.Event()

        async def go_on() -> None:
            with busy.answering(ada.id):
                await end.wait()

        under_way = [asyncio.create_task(go_on()) for _ in range(MOST_ANSWERING)]
        await asyncio.sleep(0)
        typed = [await ada.say(move) for move in ("8H CAT", "8H ACT")]
        replies = [await ada.wait_message(said("fair_use.too_much_at_once"), after=typed[0])]
        end.set()
        await asyncio.gather(*under_way)
        played = await ada.say("8H CAT")
        await board(bruno, "CAT", after=played)
        replies = [message for message in ada.visible() if said("fair_use.too_much_at_once") in text_of(message)]
        assert len(replies) == 1
        assert replies[0]["message_reference"]["message_id"] == typed[0]["id"]


def reactions(stage: Scene, message: dict[str, Any]) -> list[str]:
    """The reactions that a message has now."""
    post = stage.playground.world.post(message["channel_id"], message["id"])
    return [one["emoji"]["name"] for one in post.body.get("reactions", [])]


async def test_a_typed_move_gets_a_tick_or_a_question_mark(tmp_path: Path) -> None:
    """The reason for a refusal is private and names the move and the game; chat gets nothing."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        first = await started(ada, bruno)
        await ada.wait_message("Your tiles", channel=DM)
        seen = ada.dm()[-1]
        chat, refused = await ada.say("good luck"), await ada.say("8H DOG")
        told = await ada.wait_message("Your move `8H DOG` in **Ada v Bruno**:", channel=DM, after=seen)
        assert said("moves.tiles_not_on_rack", 2) in text_of(told)
        await eventually(lambda: reactions(stage, refused) == ["❓"])
        played = await ada.say("8H AT")
        await board(bruno, "played 8H AT", after=first)
        await eventually(lambda: reactions(stage, played) == ["✅"])
        assert reactions(stage, chat) == []


@pytest.mark.gate
async def test_a_word_that_costs_the_turn_gets_a_question_mark(tmp_path: Path) -> None:
    """The move was typed well, but did not stand."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        await ask(ada, "/game new variant:tiny")
        await bruno.click(await bruno.wait_message("seats taken"), "Join")
        await answer(bruno, said("receipts.joined"))
        await ask(ada, "/game rules rule:challenge value:strict", "is now")
        await ask(ada, "/game start")
        first = await board(ada)
        lost = await ada.say("8H TCA")
        await board(bruno, "lost the turn", after=first)
        await eventually(lambda: reactions(stage, lost) == ["❓"])


async def test_without_the_permission_nothing_is_tried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The move is played as before, and Discord is not asked for what it would refuse."""
    asked = []
    monkeypatch.setattr(discord.Message, "add_reaction", lambda *_: asked.append(1))
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        first = await started(ada, bruno)
        world = stage.playground.world
        world.deny_bot(world.channel(ada.channel_id()), "add_reactions")
        await ada.say("8H DOG")
        await ada.wait_message("Your move `8H DOG`", channel=DM)
        world.deny_bot(world.channel(ada.channel_id()), "read_message_history")
        await ada.say("8H AT")
        await board(bruno, "played 8H AT", after=first)
        assert asked == []


# --- the queue --------------------------------------------------------------------------------------------------------


class _Message:
    """A message in a channel of its own or shared, whose reactions wait for the test."""

    def __init__(self, channel: int, gate: asyncio.Event, done: Callable[[str], None]) -> None:
        held = discord.Permissions(add_reactions=True, read_message_history=True)
        self.guild = SimpleNamespace(me=object())
        self.channel = SimpleNamespace(id=channel, permissions_for=lambda _: held)
        self._gate, self._done = gate, done

    async def add_reaction(self, emoji: str) -> None:
        await self._gate.wait()
        self._done(emoji)


def message(channel: int, gate: asyncio.Event, done: list[str]) -> discord.Message:
    """A message as the reactions need it."""
    return cast("discord.Message", _Message(channel, gate, done.append))


async def test_reactions_that_wait_too_long_are_dropped() -> None:
    """At most a few wait in a channel, and a few channels at a time; afterwards there is room again."""
    gate, done, queue = asyncio.Event(), list[str](), Reactions()
    added = [queue.add(message(1, gate, done), Reaction.PLAYED) for _ in range(MOST_REACTIONS + 3)]
    assert added == [True] * MOST_REACTIONS + [False] * 3
    others = [queue.add(message(2 + n, gate, done), Reaction.REFUSED) for n in range(CHANNELS)]
    assert others == [True] * (CHANNELS - 1) + [False]
    assert done == []
    gate.set()
    await eventually(lambda: len(done) == MOST_REACTIONS + CHANNELS - 1)
    await eventually(lambda: queue.add(message(99, gate, done), Reaction.PLAYED))
    await eventually(lambda: len(done) == MOST_REACTIONS + CHANNELS)


async def test_a_refused_reaction_loses_those_that_wait_after_it_only() -> None:
    """Discord may ask for a pause or refuse; the next reaction tries again."""
    gate, done, queue = asyncio.Event(), list[str](), Reactions()
    bad = message(1, gate, done)
    bad.add_reaction = _refuse  # type: ignore[assignment]
    assert queue.add(bad, Reaction.PLAYED)
    gate.set()
    await eventually(lambda: not queue._waiting)
    assert queue.add(message(1, gate, done), Reaction.PLAYED)
    await eventually(lambda: done == ["✅"])


async def _refuse(_: object) -> None:
    raise discord.RateLimited(60)


async def test_what_waits_is_dropped_when_the_bot_stops() -> None:
    """No task outlives the connection."""
    queue = Reactions()
    queue.add(message(1, asyncio.Event(), []), Reaction.PLAYED)
    await asyncio.sleep(0)
    queue.close()
    await eventually(lambda: not queue._tasks)


async def test_what_a_typed_move_is_told_is_noted_until_the_next_board(tmp_path: Path) -> None:
    """It counts as no message of the game, whose course it tells nobody, and is gone with the note of it."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        first = await started(ada, bruno)
        early = await bruno.say("8H SOD")
        refused = await ada.wait_message(said("moves.not_your_turn", name="**Ada**"), after=early)
        await ada.say("8H CAT")
        await board(bruno, after=first)
        database = sqlite_url(tmp_path / "games.db")
        record = await aftermath.all_sent(database)
        assert [one["message_id"] for one in record.posts if one["kind"] == "typed"] == [int(refused["id"])]
        aftermath.check_messages(stage.playground.world, ada.channel_id(), record)
