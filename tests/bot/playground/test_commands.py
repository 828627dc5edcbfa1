"""Registering commands: Discord's refusals, and permission to use commands."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot.playground.server import Playground
from tests.support.playground import Person, Refused
from tests.support.rawbot import RawBot
from tests.support.sentences import said


def command(**fields: Any) -> dict[str, Any]:
    return {"name": "play", "description": "Plays", **fields}


def option(name: str = "move", **fields: Any) -> dict[str, Any]:
    return {"type": 3, "name": name, "description": "A move", **fields}


MANY = [option(f"o{n}", description="d" * 100) for n in range(8)]
LARGE = command(options=[option(f"s{n}", type=1, description="d" * 100, options=MANY) for n in range(10)])
CASES: list[tuple[dict[str, Any], list[str | int], str]] = [
    (command(name="n" * 33), ["name"], "BASE_TYPE_BAD_LENGTH"),
    (command(name="Play"), ["name"], "APPLICATION_COMMAND_INVALID_NAME"),
    (command(name="pl ay"), ["name"], "APPLICATION_COMMAND_INVALID_NAME"),
    (command(name_localizations={"de": "Spielen"}), ["name_localizations", "de"], "APPLICATION_COMMAND_INVALID_NAME"),
    (command(description=""), ["description"], "BASE_TYPE_BAD_LENGTH"),
    (command(description="d" * 101), ["description"], "BASE_TYPE_BAD_LENGTH"),
    (command(description_localizations={"de": "d" * 101}), ["description_localizations", "de"], "BASE_TYPE_BAD_LENGTH"),
    (command(options=[option(f"o{n}") for n in range(26)]), ["options"], "BASE_TYPE_MAX_LENGTH"),
    (command(options=[option(), option()]), ["options", 1, "name"], "APPLICATION_COMMAND_OPTIONS_NAME_INVALID"),
    (
        command(options=[option(), option("second", required=True)]),
        ["options", 1],
        "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
    ),
    (
        command(options=[option(choices=[{"name": f"{n}", "value": f"{n}"} for n in range(26)])]),
        ["options", 0, "choices"],
        "BASE_TYPE_MAX_LENGTH",
    ),
    (
        command(options=[option(choices=[{"name": "a", "value": "v" * 101}])]),
        ["options", 0, "choices", 0, "value"],
        "BASE_TYPE_BAD_LENGTH",
    ),
    (
        command(options=[option(choices=[{"name": "a", "value": "a"}], autocomplete=True)]),
        ["options", 0, "autocomplete"],
        "APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE",
    ),
    (
        command(options=[option("sub", type=1), option()]),
        ["options", 0, "type"],
        "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
    ),
    (
        LARGE,
        [],
        "APPLICATION_COMMAND_TOO_LARGE",
    ),
    (command(type=3), ["description"], "APPLICATION_COMMAND_DESCRIPTION_INVALID"),
]  # fmt: skip


@pytest.mark.parametrize(("body", "place", "code"), CASES)
async def test_bad_command(playground: Playground, raw: RawBot, body: Any, place: Any, code: str) -> None:
    path = f"/applications/{playground.world.bot['id']}/commands"
    good = {"name": "good", "description": "Good"}
    assert (await raw.ask("PUT", path, [good, body])).mistake(1, *place) == code
    assert (await raw.ask("GET", path)).body == [], "nothing was registered"


async def test_names_are_unique_and_limited(playground: Playground, raw: RawBot) -> None:
    path = f"/applications/{playground.world.bot['id']}/commands"
    assert (await raw.ask("PUT", path, [command(), command()])).mistake(1) == "APPLICATION_COMMANDS_DUPLICATE_NAME"
    many = [command(name=f"c{n}") for n in range(101)]
    assert (await raw.ask("PUT", path, many)).mistake() == "APPLICATION_COMMANDS_LIMIT_EXCEEDED"


async def test_command_keeps_its_id_and_is_listed(playground: Playground, raw: RawBot) -> None:
    path = f"/applications/{playground.world.bot['id']}/commands"
    [first] = (await raw.ask("PUT", path, [command()])).body
    [again] = (await raw.ask("PUT", path, [command(description="Better")])).body
    assert (again["id"], again["description"]) == (first["id"], "Better")
    assert again["version"] != first["version"]
    assert (await raw.ask("GET", path)).body == [again]


async def test_page_is_told_of_commands_and_holds_people_to_them(playground: Playground, raw: RawBot) -> None:
    path = f"/applications/{playground.world.bot['id']}/commands"
    async with Person.at(playground, "Bruno") as bruno, raw.listen():
        body = [
            command(options=[option(min_length=2, max_length=4)]),
            command(name="admin", default_member_permissions=str(1 << 5)),
            command(name="here", contexts=[0]),
            command(name="there", contexts=[0, 1], dm_permission=False),
        ]
        await raw.ask("PUT", path, body)
        await bruno.wait(lambda: len(bruno.commands) == 4, "commands")
        for line in ("/play move:x", "/play move:12345", "/admin"):
            with pytest.raises(Refused):
                await bruno.command(line)
        await bruno.open_dm()
        with pytest.raises(Refused, match=re.escape(said("playground.command_not_here"))):
            await bruno.command("/here", "@me")
        await bruno.command("/play move:1234", wait=False)
        assert (await raw.event("INTERACTION_CREATE"))["data"]["options"][0]["value"] == "1234"
        await bruno.command("/there", "@me", wait=False)


async def test_server_commands_belong_to_their_server(playground: Playground, raw: RawBot, general: str) -> None:
    home = playground.world.channel(general)["guild_id"]
    path = f"/applications/{playground.world.bot['id']}/guilds/{home}/commands"
    [made] = (await raw.ask("PUT", path, [command()])).body
    assert made["guild_id"] == home
    async with Person.at(playground, "Ada") as ada:
        await ada.open_dm()
        with pytest.raises(Refused, match="no such command"):
            await ada.command("/play", "@me")
