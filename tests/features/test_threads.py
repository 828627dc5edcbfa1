"""Threads that the bot opens for games: the way there, their names, and why there is none."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.playground.errors import ApiError
from bot.playground.faults import Refuse
from bot.playground.world import Event
from tests.support.playground import DM, Person
from tests.support.readable import text_of
from tests.support.running import DRAWS, LETTERS, Scene, ask, gathered
from tests.support.sentences import said

OPEN = "/game new variant:tiny thread:yes"


def thread_of(stage: Scene) -> dict[str, Any]:
    """The only thread."""
    (found,) = [one for one in stage.playground.world.channels.values() if one["type"] == 11]
    return found


async def begun(stage: Scene, ada: Person, bruno: Person) -> None:
    """Bruno joins in the thread, and Ada starts."""
    ada.place = bruno.place = thread_of(stage)["id"]
    await bruno.click(await bruno.wait_message("seats taken"), "Join")
    await ada.wait_message(f"**{bruno.name}**")
    await ask(ada, "/game start")
    await ada.wait_message("plays first")


async def test_the_answer_leads_to_the_thread_which_is_named_after_its_players(tmp_path: Path) -> None:
    """After the host at first, and after both once they play."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        told = await ask(ada, OPEN)
        thread = thread_of(stage)
        assert said("lobby.game_in_place", place=f"<#{thread['id']}>") in text_of(told)
        assert thread["name"] == "Ada's game"
        await begun(stage, ada, bruno)
        assert thread["name"] == "Ada v Bruno"


@pytest.mark.gate
async def test_a_thread_of_a_demonstration_is_led_to(tmp_path: Path) -> None:
    """Its name stays: the players are computers."""
    async with gathered(tmp_path, letters=LETTERS, rack_size=3) as (stage, ada, _bruno):
        told = await ask(ada, "/game demo variant:tiny level:1 level2:1 pace:60 thread:yes")
        assert f"<#{thread_of(stage)['id']}>" in text_of(told)


@pytest.mark.gate
async def test_a_thread_that_has_a_name_keeps_it(tmp_path: Path) -> None:
    """A moderator has renamed it; Discord's refusal of a new name would hold up nothing either."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        await ask(ada, OPEN)
        thread = thread_of(stage)
        thread["name"] = "Friday night"
        stage.playground.world.emit(Event("THREAD_UPDATE", thread, thread["id"]))
        await begun(stage, ada, bruno)
        assert thread["name"] == "Friday night"


@pytest.mark.gate
async def test_a_thread_whose_name_cannot_be_changed_still_shows_the_game(tmp_path: Path) -> None:
    """Discord allows few renamings."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        await ask(ada, OPEN)
        refusal = Refuse(ApiError(403, 50013, "Missing Permissions"))
        stage.playground.faults.plan(refusal, "PATCH", f"/channels/{thread_of(stage)['id']}$")
        await begun(stage, ada, bruno)


async def test_a_thread_that_discord_refuses_is_refused_with_the_reason(tmp_path: Path) -> None:
    """Only where a permission is missing is one asked for."""
    async with gathered(tmp_path, letters=LETTERS, rack_size=3) as (stage, ada, _bruno):
        for status, code, reason in (
            (400, 160006, "core.too_many_threads"),
            (400, 160007, "core.too_many_threads"),
            (403, 50024, "core.no_threads_here"),
            (403, 50013, "core.cannot_create_thread"),
            (400, 30013, "core.no_thread_now"),
        ):
            stage.playground.faults.plan(Refuse(ApiError(status, code, "No")), "POST", "/threads$")
            told = await ask(ada, OPEN, said(reason))
            assert ("permission" in text_of(told)) is (code == 50013)


@pytest.mark.gate
async def test_channels_without_threads_are_named_as_what_they_are(tmp_path: Path) -> None:
    """A direct message and a thread; a voice channel is neither."""
    async with gathered(tmp_path, letters=LETTERS, rack_size=3) as (stage, ada, _bruno):
        await ada.open_dm()
        await ask(ada, OPEN, said("core.no_threads_here"), channel=DM)
        await ask(ada, OPEN)
        ada.place = thread_of(stage)["id"]
        await ask(ada, OPEN, said("core.no_threads_here"))


@pytest.mark.gate
async def test_a_thread_of_an_announcement_channel_is_of_its_own_kind(tmp_path: Path) -> None:
    """Discord refuses the other kind there."""
    async with gathered(tmp_path, letters=LETTERS, rack_size=3) as (stage, ada, _bruno):
        world = stage.playground.world
        channel = world.channel(ada.channel_id())
        channel["type"] = 5
        world.emit(Event("CHANNEL_UPDATE", channel, channel["id"]))
        await ask(ada, OPEN)
        asked = stage.playground.recorder.matching("POST", "/threads$")
        assert [one.body["type"] for one in asked] == [10]
