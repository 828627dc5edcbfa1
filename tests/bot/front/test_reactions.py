"""Reactions to typed moves: what they say, where they are left out, and that nothing waits for them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.front.posting.reactions import CHANNELS, MOST_REACTIONS, Reaction, Reactions
from tests.support.playground import DM
from tests.support.readable import text_of
from tests.support.running import DRAWS, LETTERS, Scene, answer, ask, board, gathered, started
from tests.support.sentences import said
from tests.support.service import eventually


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
        assert "tiles" in text_of(told)
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
