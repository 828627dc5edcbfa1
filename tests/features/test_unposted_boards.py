"""Boards that cannot be posted are shown to whoever asks, and posted once the bot may write again."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.playground.world import Event
from tests.support.later import at_gate
from tests.support.playground import Person
from tests.support.readable import pictures_of, text_of
from tests.support.running import DRAWS, LETTERS, Scene, ask, board, gathered, started
from tests.support.sentences import said
from tests.support.service import eventually

NOTE = said("look.cannot_post_board")


@asynccontextmanager
async def muted(folder: Path, *names: str) -> AsyncIterator[tuple[Scene, Person, Person, dict[str, Any]]]:
    """A game between two people with closed direct messages, in a channel where the bot lacks permissions."""
    async with gathered(folder, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        for one in (ada, bruno):
            one.settings(dms_closed=True)
        first = await started(ada, bruno)
        told = said("board.cannot_send_direct")
        await ada.wait(lambda: sum(told in text_of(m) for m in ada.visible()) == 2, "both to be told")
        world = stage.playground.world
        world.deny_bot(world.channel(ada.channel_id()), *names)
        stage.playground.recorder.clear()
        yield stage, ada, bruno, first


async def lost(stage: Scene, person: Person, times: int = 1) -> None:
    """Wait until Discord has refused the board in the person's channel; in characters too, the second time."""
    path = f"/channels/{person.channel_id()}/messages$"

    def is_refused() -> bool:
        return sum(one.status == 403 for one in stage.playground.recorder.matching("POST", path)) >= times

    await eventually(is_refused)


@pytest.mark.parametrize("missing", [("send_messages",), *at_gate([(("send_messages", "view_channel"),)])])
async def test_the_answer_to_a_move_shows_the_board_where_it_cannot_be_posted(
    tmp_path: Path, missing: tuple[str, ...]
) -> None:
    """The receipt, and the status for the others; the board comes with the permission."""
    async with muted(tmp_path, *missing) as (stage, ada, bruno, first):
        told = await ask(ada, "/play move:8H CAT", NOTE)
        assert "8H CAT" in str(pictures_of(told)[0]["description"])
        await lost(stage, ada)
        status = await ask(bruno, "/game status", NOTE)
        assert pictures_of(status)
        assert len(pictures_of(await ask(bruno, "/board", NOTE))) == 1
        world = stage.playground.world
        world.deny_bot(world.channel(ada.channel_id()))
        posted = await board(ada, "8H CAT", after=first)
        assert not posted["flags"] & 64
        await ask(bruno, "/pass", "You passed")
        assert NOTE not in text_of(await ask(bruno, "/game status"))


@pytest.mark.gate
async def test_a_board_comes_with_the_next_request_if_no_event_told_of_the_permission(tmp_path: Path) -> None:
    """The permission came back while the bot was away; the end of a game is posted likewise."""
    async with muted(tmp_path, "send_messages") as (stage, ada, bruno, first):
        await ada.click(await ask(ada, "/game end"), "End for good")
        await lost(stage, ada, times=2)
        await ask(bruno, "/game status", NOTE)
        await stage.stop()
        world = stage.playground.world
        world.deny_bot(world.channel(ada.channel_id()))
        await stage.start()
        await ask(bruno, "/game status")
        await board(ada, "**Ada** resigned.", after=first)


@pytest.mark.gate
async def test_a_board_comes_when_a_role_of_the_bot_may_write_again(tmp_path: Path) -> None:
    """Not in this channel alone, but in the whole server."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        first = await started(ada, bruno)
        world = stage.playground.world
        guild = world.guild(world.channel(ada.channel_id())["guild_id"])
        before = [role["permissions"] for role in guild.roles]
        for role in guild.roles:
            role["permissions"] = str(int(role["permissions"]) & ~(1 << 11))
            world.emit(Event("GUILD_ROLE_UPDATE", {"guild_id": guild.id, "role": role}))
        await ask(ada, "/play move:8H CAT", NOTE)
        await lost(stage, ada)
        for role, held in zip(guild.roles, before, strict=True):
            role["permissions"] = held
            world.emit(Event("GUILD_ROLE_UPDATE", {"guild_id": guild.id, "role": role}))
        await board(ada, "8H CAT", after=first)
