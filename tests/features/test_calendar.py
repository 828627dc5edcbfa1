"""The calendar and the digest as a server sees them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.features.calendar.store import CalendarStore
from bot.playground import cast
from tests.support import discord_api
from tests.support.evening import press
from tests.support.pictures import buttons_of, pictures_of, text_of
from tests.support.playground import Person, Refused
from tests.support.running import DRAWS, EPHEMERAL, LETTERS, Scene, ask, dealt, gathered
from tests.support.running import board as board_of
from tests.support.sentences import said
from tests.support.service import eventually

THREE = ("Ada", "Bruno", "Chloe")
QUARTER = 15 * 60


async def events(stage: Scene, count: int) -> list[dict[str, Any]]:
    """The events of the server, once there are so many."""
    await eventually(lambda: len(stage.playground.world.scheduled) == count)
    return list(stage.playground.world.scheduled.values())


async def shown(person: Person, button: str) -> dict[str, Any]:
    """A public message with a button."""
    return await person.wait_message(lambda one: not one["flags"] & EPHEMERAL and button in buttons_of(one))


async def played_round(stage: Scene, ada: Person, bruno: Person, chloe: Person) -> dict[str, Any]:
    """A tournament whose first round is over, and whose next one begins in half an hour; its standings."""
    await ask(ada, "/tournament new name:Cup variant:tiny preset:rapid rounds:2 pause:30", said("tournaments.made"))
    lobby = await shown(ada, "Join")
    for player in (bruno, chloe):
        await player.click(lobby, "Join")
        await player.wait_message(said("tournaments.joined"))
    await ask(ada, "/manage tournament start", said("tournaments.round", number=1, rounds=2))
    place = await bruno.wait(lambda: next((key for key, one in bruno.channels.items() if one["type"] == 11), None))
    await bruno.wait_message(f"<@{bruno.id}>", channel=place)
    stage.clock.push(QUARTER + 60)
    return await shown(ada, "Next round")


async def looked(person: Person, label: str, expected: str) -> dict[str, Any]:
    """What a button below the list of games tells."""
    return await press(person, await ask(person, "/game list"), label, expected)


@pytest.mark.gate
async def test_a_round_of_a_tournament_is_an_event_until_it_begins(tmp_path: Path) -> None:
    """Everyone sees what is planned; moderators have it shown."""
    async with gathered(tmp_path, people=THREE) as (stage, ada, bruno, chloe):
        await looked(bruno, "Coming up", said("calendar.nothing"))
        told = await ask(ada, "/manage calendar switch:on", said("calendar.is_on"))
        assert said("calendar.needs_permission") not in text_of(told)
        standings = await played_round(stage, ada, bruno, chloe)
        (event,) = await events(stage, 1)
        assert event["name"] == f"Cup: {said('tournaments.round', number=2, rounds=2)}"
        place = f"https://discord.com/channels/{cast.GUILD_ID}/{ada.channel_id()}"
        assert event["entity_metadata"]["location"] == place
        await looked(bruno, "Coming up", said("tournaments.round", number=2, rounds=2))
        told = await looked(bruno, "This week", said("tournaments.standings_after", number=1, rounds=2))
        assert "Chloe 1 – 0" in text_of(told)
        await stage.restart()
        await ada.click(standings, "Next round")
        await events(stage, 0)
        assert discord_api.errors_of(stage.playground.recorder.requests) == []


@pytest.mark.gate
async def test_an_event_is_found_again_changed_and_not_made_anew(tmp_path: Path) -> None:
    """After a process died before it wrote an event's id down, after a change, and after somebody has deleted it."""
    async with gathered(tmp_path, people=THREE) as (stage, ada, bruno, chloe):
        await ask(ada, "/manage calendar switch:on", said("calendar.is_on"))
        await played_round(stage, ada, bruno, chloe)
        (event,) = await events(stage, 1)
        server, store = int(cast.GUILD_ID), CalendarStore(stage.app.core.store.database)

        async def is_kept() -> bool:
            return await store.events(server) == (shown,)

        await eventually(lambda: _has_id(store, server))
        (shown,) = await store.events(server)
        for name, other in (("lost", replace(shown, event=None)), ("changed", replace(shown, name="Old"))):
            if name == "changed":
                event["name"] = "Old"
            await store.keep(server, other)
            await ask(ada, "/manage calendar switch:on", said("calendar.is_on"))
            await eventually(is_kept)
            assert list(stage.playground.world.scheduled) == [str(shown.event)]
        assert event["name"] == shown.name
        stage.playground.world.scheduled.clear()
        await store.keep(server, replace(shown, name="Old"))
        await ask(ada, "/manage calendar switch:on", said("calendar.is_on"))
        await eventually(is_kept)
        assert not stage.playground.world.scheduled
        assert discord_api.errors_of(stage.playground.recorder.requests) == []


async def _has_id(store: CalendarStore, server: int) -> bool:
    return [one.event is not None for one in await store.events(server)] == [True]


@pytest.mark.gate
async def test_without_the_permission_only_the_moderator_is_told(tmp_path: Path) -> None:
    """The next time it is switched on, it is there."""
    async with gathered(tmp_path, people=THREE) as (stage, ada, bruno, chloe):
        (own,) = [one for one in stage.playground.world.guilds[cast.GUILD_ID].roles if one["id"] == cast.BOT_ROLE]
        held, own["permissions"] = own["permissions"], str(cast.EVERYONE)
        await ask(ada, "/manage calendar switch:on", said("calendar.needs_permission"))
        await played_round(stage, ada, bruno, chloe)
        requests = stage.playground.recorder.requests
        await eventually(lambda: any(one.path.endswith("scheduled-events") for one in requests))
        own["permissions"] = held
        await ask(ada, "/manage calendar switch:on", said("calendar.is_on"))
        await events(stage, 1)
        await ask(ada, "/manage calendar switch:off", said("calendar.is_off"))
        await events(stage, 0)


async def test_only_moderators_switch_the_calendar(tmp_path: Path) -> None:
    """Discord offers it to nobody else."""
    async with gathered(tmp_path) as (stage, _, bruno):
        with pytest.raises(Refused):
            await ask(bruno, "/manage calendar switch:on")
        assert not stage.playground.world.scheduled


WEEK = 7 * 24 * 3600


async def played(stage: Scene, ada: Person, bruno: Person) -> None:
    """A game in which Ada plays CAT and Bruno resigns."""
    await dealt(stage, ada, bruno)
    await ask(ada, "/play move:8H CAT")
    shown = await board_of(bruno)
    await ask(bruno, "/move pass")
    await board_of(ada, after=shown)
    await bruno.click(await ask(bruno, "/game resign"), "Resign")
    await board_of(ada, "wins")


async def test_the_digest_tells_of_games_and_is_posted_once_a_week(tmp_path: Path) -> None:
    """Anyone may look at it; moderators have it posted, also after a restart."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        await looked(bruno, "This week", said("digest.nothing"))
        await ask(ada, "/manage digest switch:on language:German", said("digest.is_on"))
        await played(stage, ada, bruno)
        stage.clock.push(1)
        told = await looked(bruno, "This week", "CAT")
        assert len(pictures_of(told)) == 1
        assert f"<#{ada.channel_id()}>" in text_of(told)
        await bruno.click(told, "Share")
        shared = await ada.wait_message(said("sharing.shared_by", name="**Bruno**"))
        assert f"<#{ada.channel_id()}>" not in text_of(shared) and not buttons_of(shared)
        await stage.restart()
        stage.clock.push(WEEK + 60)
        posted = await bruno.wait_message(lambda one: not one["flags"] & EPHEMERAL and "Bester Zug" in text_of(one))
        assert len(pictures_of(posted)) == 1
        await ask(ada, "/manage digest switch:off", said("digest.is_off"))


@pytest.mark.gate
async def test_a_digest_is_refused_where_the_bot_may_not_write(tmp_path: Path) -> None:
    """And in a language that the bot does not speak."""
    async with gathered(tmp_path) as (stage, ada, _):
        await ask(ada, "/manage digest switch:on language:xx", "German")
        world = stage.playground.world
        world.deny_bot(world.channel_named("general"), "send_messages")
        await ask(ada, "/manage digest switch:on", said("digest.no_writing"))
