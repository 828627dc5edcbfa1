"""Interactions and commands: registrations, permission to use them, tokens, and second answers."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from typing import Any

import pytest

from bot.playground.interactions import ANSWER_SECONDS
from bot.playground.server import Playground
from tests.support.playground import Person, Refused, text_of
from tests.support.rawbot import RawBot
from tests.support.sentences import said

COMMANDS = [
    {"name": "play", "description": "Plays", "options": [
        {"type": 3, "name": "move", "description": "The move", "required": True, "autocomplete": True}]},
]  # fmt: skip
BUTTON = [{"type": 1, "components": [{"type": 2, "style": 1, "label": "Go", "custom_id": "go"}]}]
MODAL = {
    "custom_id": "m",
    "title": "Move",
    "components": [
        {"type": 18, "label": "Word", "component": {"type": 4, "custom_id": "w", "style": 1, "min_length": 2}}
    ],
}


@pytest.fixture
async def listening(playground: Playground, raw: RawBot) -> AsyncIterator[RawBot]:
    await raw.ask("PUT", f"/applications/{playground.world.bot['id']}/commands", COMMANDS)
    async with raw.listen():
        yield raw


@pytest.fixture
async def ada(playground: Playground, listening: RawBot) -> AsyncIterator[Person]:
    async with Person.at(playground, "Ada") as person:
        yield person


async def begin(raw: RawBot, person: Person, count: int = 1) -> dict[str, Any]:
    await person.command("/play move:8H HELLO", wait=False)
    return await raw.event("INTERACTION_CREATE", count)


async def test_answer_within_three_seconds(playground: Playground, listening: RawBot, ada: Person) -> None:
    playground.people.interactions.answer_seconds = ANSWER_SECONDS
    told = await begin(listening, ada)
    playground.clock.shift(2.5)
    assert (await listening.answer(told, 4, {"content": "x"})).status == 204
    late = await begin(listening, ada, 2)
    playground.clock.shift(3.1)
    reply = await listening.answer(late, 4, {"content": "x"})
    assert (reply.status, reply.code) == (404, 10062)
    assert (await listening.webhook("POST", late, body={"content": "x"})).code == 10015


async def test_wrong_token(listening: RawBot, ada: Person) -> None:
    told = await begin(listening, ada)
    assert (await listening.answer({**told, "token": "wrong"}, 5)).code == 10062
    assert (await listening.webhook("POST", {**told, "token": "wrong"}, body={"content": "x"})).code == 10015


@pytest.mark.parametrize("kind", [4, 5])
@pytest.mark.parametrize(("again", "data"), [(4, {"content": "x"}), (5, None), (9, MODAL)])
async def test_second_answer(listening: RawBot, ada: Person, kind: int, again: int, data: Any) -> None:
    told = await begin(listening, ada)
    assert (await listening.answer(told, kind, {"content": "x"})).status == 204
    reply = await listening.answer(told, again, data)
    assert (reply.status, reply.code) == (400, 40060), "a modal after a deferral is a second answer too"


async def test_token_lives_fifteen_minutes(playground: Playground, listening: RawBot, ada: Person) -> None:
    told = await begin(listening, ada)
    await listening.answer(told, 5, {"flags": 64})
    playground.clock.shift(15 * 60 - 5)
    assert (await listening.webhook("PATCH", told, "@original", {"content": "done"})).status == 200
    playground.clock.shift(5)
    for method in ("GET", "PATCH", "DELETE"):
        reply = await listening.webhook(method, told, "@original", {"content": "x"} if method == "PATCH" else None)
        assert (reply.status, reply.code) == (401, 50027)
    assert (await listening.webhook("POST", told, body={"content": "x"})).code == 50027


async def test_follow_up_needs_a_first_answer(listening: RawBot, ada: Person) -> None:
    told = await begin(listening, ada)
    reply = await listening.webhook("POST", told, body={"content": "x"})
    assert (reply.status, reply.code) == (404, 10015)


async def test_refused_answer_leaves_the_interaction_unanswered(listening: RawBot, ada: Person) -> None:
    told = await begin(listening, ada)
    assert (await listening.answer(told, 4, {"content": "x" * 2001})).mistake(
        "data", "content"
    ) == "BASE_TYPE_MAX_LENGTH"
    assert (await listening.answer(told, 9, {**MODAL, "title": ""})).mistake("data", "title") == "BASE_TYPE_BAD_LENGTH"
    assert (await listening.answer(told, 4, {"content": ""})).code == 50006
    assert (await listening.answer(told, 7, {"content": "x"})).mistake("type") == "BASE_TYPE_CHOICES"
    assert (await listening.answer(told, 8, {"choices": []})).mistake("type") == "BASE_TYPE_CHOICES"
    assert (await listening.answer(told, 4, {"content": "x"})).status == 204


async def test_callback_tells_of_its_message(listening: RawBot, ada: Person) -> None:
    told = await begin(listening, ada)
    answer = (await listening.answer(told, 5, {"flags": 64}, "?with_response=true")).body
    assert answer["interaction"]["response_message_loading"] is True
    assert answer["interaction"]["response_message_ephemeral"] is True
    original = (await listening.webhook("GET", told, "@original")).body
    assert (original["id"], original["flags"]) == (answer["interaction"]["response_message_id"], 64 | 128)


async def test_first_follow_up_takes_the_deferrals_place(listening: RawBot, ada: Person) -> None:
    told = await begin(listening, ada)
    await listening.answer(told, 5, {"flags": 64})
    original = (await listening.webhook("GET", told, "@original")).body
    first = (await listening.webhook("POST", told, body={"content": "one"})).body
    assert (first["id"], first["flags"]) == (original["id"], 64), "the deferral fixed that it is private"
    second = (await listening.webhook("POST", told, body={"content": "two"})).body
    assert (second["id"] != first["id"], second["flags"]) == (True, 0)
    assert (await listening.webhook("PATCH", told, second["id"], {"content": "three"})).body["content"] == "three"
    assert (await listening.webhook("DELETE", told, "@original")).status == 204
    assert (await listening.webhook("GET", told, "@original")).code == 10008


async def test_private_answers_are_out_of_the_channels_reach(listening: RawBot, ada: Person, general: str) -> None:
    told = await begin(listening, ada)
    await listening.answer(told, 4, {"content": "secret", "flags": 64})
    sent = await ada.wait_message("secret")
    path = f"/channels/{general}/messages/{sent['id']}"
    assert (await listening.ask("GET", path)).code == 10008
    assert (await listening.ask("PATCH", path, {"content": "x"})).code == 10008
    assert (await listening.ask("GET", f"/channels/{general}/messages")).body == []
    event = await listening.event("MESSAGE_CREATE")
    assert event["content"] == "secret"
    assert "guild_id" not in event


async def test_autocomplete(listening: RawBot, ada: Person) -> None:
    async def ask(count: int, choices: list[Any]) -> Any:
        frame = {"op": "autocomplete", "channel_id": ada.channel_id(), "data": ada.parse("/play move:8H")}
        frame["data"]["options"][0]["focused"] = True
        nonce = await ada.send(frame)
        told = await listening.event("INTERACTION_CREATE", count)
        assert told["data"]["options"][0]["focused"] is True
        return nonce, await listening.answer(told, 8, {"choices": choices})

    _, many = await ask(1, [{"name": f"{n}", "value": f"{n}"} for n in range(26)])
    assert many.mistake("data", "choices") == "BASE_TYPE_MAX_LENGTH"
    _, long = await ask(2, [{"name": "n" * 101, "value": "v"}])
    assert long.mistake("data", "choices", 0, "name") == "BASE_TYPE_BAD_LENGTH"
    nonce, good = await ask(3, [{"name": "8H", "value": "8H"}])
    assert good.status == 204
    assert await ada.wait(lambda: ada._of(nonce)) == [
        {"op": "autocomplete", "nonce": nonce, "choices": [{"name": "8H", "value": "8H"}]}
    ]
    told = await listening.event("INTERACTION_CREATE", 3)
    assert (await listening.answer(told, 4, {"content": "x"})).code == 40060


async def test_button_updates_its_message_and_opens_a_modal(listening: RawBot, ada: Person, general: str) -> None:
    await listening.send(general, content="board", components=BUTTON)
    board = await ada.wait_message("board")
    await ada.click(board, "Go", wait=False)
    told = await listening.event("INTERACTION_CREATE")
    assert told["message"]["id"] == board["id"]
    assert (told["data"]["custom_id"], told["data"]["component_type"]) == ("go", 2)
    assert (await listening.answer(told, 9, MODAL)).status == 204
    await ada.wait(lambda: ada.modals, "a modal")
    with pytest.raises(Refused):
        await ada.submit({"Word": "X"})
    await ada.submit({"Word": "HELLO"}, wait=False)
    told = await listening.event("INTERACTION_CREATE", 2)
    assert told["data"]["components"][0]["component"]["value"] == "HELLO"
    assert told["message"]["id"] == board["id"]
    assert (await listening.answer(told, 9, MODAL)).mistake("type") == "BASE_TYPE_CHOICES", "no modal after a modal"
    assert (await listening.answer(told, 7, {"content": "played", "components": []})).status == 204
    assert text_of(await ada.wait_message("played")) == "played"
    assert (await listening.webhook("GET", told, "@original")).body["id"] == board["id"]


async def test_answer_to_a_click_quotes_the_message_unless_that_was_private(listening: RawBot, ada: Person) -> None:
    told = await begin(listening, ada)
    await listening.answer(told, 4, {"content": "only you", "flags": 64, "components": BUTTON})
    private = await ada.wait_message("only you")
    for count, flags, quoted in ((2, 64, private["id"]), (3, 0, None)):
        await ada.click(private, "Go", wait=False)
        told = await listening.event("INTERACTION_CREATE", count)
        await listening.answer(told, 4, {"content": f"answer {count}", "flags": flags})
        answer = await ada.wait_message(f"answer {count}")
        assert answer.get("message_reference", {}).get("message_id") == quoted
        assert answer["interaction_metadata"]["interacted_message_id"] == private["id"]


async def test_people_cannot_use_what_is_gone_or_switched_off(listening: RawBot, ada: Person, general: str) -> None:
    off = [{"type": 1, "components": [{**BUTTON[0]["components"][0], "disabled": True}]}]  # type: ignore[index]
    sent = (await listening.send(general, content="board", components=off)).body
    board = await ada.wait_message("board")
    with pytest.raises(Refused, match="switched off"):
        await ada.click(board, "Go")
    await listening.ask("PATCH", f"/channels/{general}/messages/{sent['id']}", {"components": []})
    frame = {
        "op": "component",
        "channel_id": general,
        "message_id": sent["id"],
        "data": {"custom_id": "go", "component_type": 2},
    }
    with pytest.raises(Refused, match="gone"):
        await ada.interact(frame)
    await listening.ask("DELETE", f"/channels/{general}/messages/{sent['id']}")
    await ada.wait_gone(board)
    with pytest.raises(Refused, match="gone"):
        await ada.interact(frame)
    assert listening.count("INTERACTION_CREATE") == 0


async def test_modal_belongs_to_one_person(playground: Playground, listening: RawBot, ada: Person) -> None:
    told = await begin(listening, ada)
    await listening.answer(told, 9, MODAL)
    await ada.wait(lambda: ada.modals, "a modal")
    async with Person.at(playground, "Bruno") as bruno:
        assert bruno.modals == []
        with pytest.raises(Refused, match="no longer open"):
            await bruno.submit({"w": "HELLO"}, ada.modal)


def command(**fields: Any) -> dict[str, Any]:
    return {"name": "play", "description": "Plays", **fields}


def option(name: str = "move", **fields: Any) -> dict[str, Any]:
    return {"type": 3, "name": name, "description": "A move", **fields}


MANY = [option(f"o{n}", description="d" * 100) for n in range(8)]
SUB = option("one", type=1)
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
        command(options=[option("group", type=2, options=[option("inner", type=2, options=[SUB])])]),
        ["options", 0, "options"],
        "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
    ),
    (
        command(options=[option("sub", type=1, options=[SUB])]),
        ["options", 0, "options", 0, "type"],
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


async def test_a_command_may_be_in_a_group_of_a_command(playground: Playground, raw: RawBot) -> None:
    """Three words name it, for the bot and below its answer; a group alone is no command."""
    path = f"/applications/{playground.world.bot['id']}/commands"
    async with Person.at(playground, "Ada") as ada, raw.listen():
        group = option("team", type=2, options=[option("add", type=1, options=[option("who")])])
        assert (await raw.ask("PUT", path, [command(name="manage", options=[group])])).status == 200
        await ada.wait(lambda: ada.commands, "commands")
        await ada.command("/manage team add who:me", wait=False)
        asked = await raw.event("INTERACTION_CREATE")
        team = asked["data"]["options"][0]
        assert (team["type"], team["options"][0]["options"][0]["value"]) == (2, "me")
        with pytest.raises(AssertionError):
            await ada.command("/manage team")


async def test_server_commands_belong_to_their_server(playground: Playground, raw: RawBot, general: str) -> None:
    home = playground.world.channel(general)["guild_id"]
    path = f"/applications/{playground.world.bot['id']}/guilds/{home}/commands"
    [made] = (await raw.ask("PUT", path, [command()])).body
    assert made["guild_id"] == home
    async with Person.at(playground, "Ada") as ada:
        await ada.open_dm()
        with pytest.raises(Refused, match="no such command"):
            await ada.command("/play", "@me")
