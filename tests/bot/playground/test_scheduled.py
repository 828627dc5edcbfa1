"""Scheduled events: planned, changed and dropped as Discord has it, and told to those who are in the server."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.playground import cast, permissions
from bot.playground.clock import PlaygroundClock
from bot.playground.server import Playground
from tests.support import discord_api
from tests.support.playground import Person, running
from tests.support.rawbot import RawBot

EVENTS = f"/guilds/{cast.GUILD_ID}/scheduled-events"


def body(clock: PlaygroundClock, begins: float = 3600, lasts: float = 3600, **other: Any) -> dict[str, Any]:
    """An event that begins in so many seconds."""
    start = datetime.fromtimestamp(clock.now(), UTC) + timedelta(seconds=begins)
    return {
        "name": "Autumn Open",
        "privacy_level": 2,
        "entity_type": 3,
        "entity_metadata": {"location": "https://discord.com/channels/1/2"},
        "scheduled_start_time": start.isoformat(),
        "scheduled_end_time": (start + timedelta(seconds=lasts)).isoformat(),
        **other,
    }


async def test_an_event_is_planned_changed_and_dropped_and_members_are_told(
    playground: Playground, raw: RawBot
) -> None:
    async with Person.at(playground, "Ada") as ada:
        made = (await raw.ask("POST", EVENTS, body(playground.clock))).body
        assert (made["creator_id"], made["status"], made["channel_id"]) == (cast.BOT_ID, 1, None)
        await ada.wait(lambda: [f for f in ada.frames if f.get("t") == "GUILD_SCHEDULED_EVENT_CREATE"])
        one = f"{EVENTS}/{made['id']}"
        later = body(playground.clock, begins=7200, description="Bring a friend.")
        assert (await raw.ask("PATCH", one, {"description": "?" * 1001})).mistake("description")
        assert (await raw.ask("PATCH", one, later)).body["description"] == "Bring a friend."
        assert (await raw.ask("GET", one)).body["scheduled_start_time"] == later["scheduled_start_time"]
        assert [each["id"] for each in (await raw.ask("GET", EVENTS)).body] == [made["id"]]
        assert (await raw.ask("DELETE", one)).status == 204
        assert (await raw.ask("DELETE", one)).body["code"] == 10070
        await ada.wait(lambda: [f for f in ada.frames if f.get("t") == "GUILD_SCHEDULED_EVENT_DELETE"])
    assert discord_api.errors_of(playground.recorder.requests) == []


async def test_an_event_begins_and_ends_by_itself(playground: Playground, raw: RawBot) -> None:
    made = (await raw.ask("POST", EVENTS, body(playground.clock))).body
    playground.clock.shift(3601)
    assert [one["status"] for one in (await raw.ask("GET", EVENTS)).body] == [2]
    past = {"scheduled_start_time": made["scheduled_start_time"]}
    assert (await raw.ask("PATCH", f"{EVENTS}/{made['id']}", past)).mistake("scheduled_start_time")
    assert (await raw.ask("PATCH", f"{EVENTS}/{made['id']}", {"name": "Open"})).status == 200
    playground.clock.shift(3600)
    assert (await raw.ask("GET", EVENTS)).body == []


@pytest.mark.parametrize(
    ("wrong", "place"),
    [
        ({"name": ""}, ("name",)),
        ({"privacy_level": 1}, ("privacy_level",)),
        ({"entity_type": 2}, ("entity_type",)),
        ({"entity_metadata": {"location": "x" * 101}}, ("entity_metadata", "location")),
        ({"entity_metadata": None}, ("entity_metadata", "location")),
        ({"scheduled_end_time": None}, ("scheduled_end_time",)),
        ({"begins": -60}, ("scheduled_start_time",)),
        ({"lasts": 0}, ("scheduled_end_time",)),
    ],
)
async def test_a_bad_event_is_refused(
    playground: Playground, raw: RawBot, wrong: dict[str, Any], place: tuple[str, ...]
) -> None:
    assert (await raw.ask("POST", EVENTS, body(playground.clock, **wrong))).mistake(*place)
    assert (await raw.ask("GET", EVENTS)).body == []


async def test_planning_needs_a_permission_and_has_an_end(playground: Playground, raw: RawBot) -> None:
    [own] = [role for role in playground.world.guilds[cast.GUILD_ID].roles if role["id"] == cast.BOT_ROLE]
    held, own["permissions"] = own["permissions"], str(permissions.EVERYONE)
    assert (await raw.ask("POST", EVENTS, body(playground.clock))).body["code"] == 50013
    own["permissions"] = held
    for _ in range(100):
        assert (await raw.ask("POST", EVENTS, body(playground.clock))).status == 200
    assert (await raw.ask("POST", EVENTS, body(playground.clock))).body["code"] == 30038


async def test_events_are_there_after_a_restart(tmp_path: Path) -> None:
    state = tmp_path / "chat.json"
    async with running(Playground(state_file=state)) as first, RawBot.of(first) as raw:
        made = (await raw.ask("POST", EVENTS, body(first.clock))).body
    async with running(Playground(state_file=state)) as second, Person.at(second, "Ada") as ada:
        [hello] = [frame for frame in ada.frames if frame["op"] == "hello"]
        assert [one["id"] for one in hello["events"]] == [made["id"]]
