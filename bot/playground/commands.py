"""Application commands: storing the bot's registrations and refusing what Discord refuses.

Limits are from Discord's API reference, "Application Commands".
"""

from __future__ import annotations

import copy
import re
from typing import Any

from bot.playground import errors
from bot.playground.errors import Form, Json
from bot.playground.world import World

CHAT, USER, MESSAGE = 1, 2, 3
SUBCOMMAND, GROUP, STRING, INTEGER, WHO, ATTACHMENT = OPTION_KINDS = 1, 2, 3, 4, 6, 11
"""The kinds of options that this bot has, and the page can fill in."""
SUBCOMMANDS = (SUBCOMMAND, GROUP)
_checked: list[Any] = []
"""The list of commands last found to be right: a bot registers the same ones at each start."""
NAME = re.compile(r"^[-_'\w]{1,32}$", re.UNICODE)
OPTION_LIMIT, SIZE_LIMIT, CHAT_LIMIT = 25, 8000, 100


def register(world: World, guild_id: str | None, bodies: Any) -> list[Json]:
    """Replace all commands (of a server, or global ones) with `bodies`; a command of the same name keeps its id."""
    form = Form()
    if not isinstance(bodies, list):
        raise form.fail("LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
    if bodies not in _checked:
        check_all(form, bodies)
        form.check()
        _checked[:] = [copy.deepcopy(bodies)]
    before = {(c["name"], c["type"]): c for c in world.commands.get(guild_id, [])}
    made = [_kept(world, guild_id, body, before) for body in bodies]
    world.commands[guild_id] = made
    return made


def check_all(form: Form, bodies: list[Json]) -> None:
    """Record every mistake in a list of commands."""
    for index, body in enumerate(bodies):
        check(form.at(index), body)
    _check_together(form, bodies)


def _check_together(form: Form, bodies: list[Json]) -> None:
    names: set[tuple[Any, Any]] = set()
    for index, body in enumerate(bodies):
        key = (body.get("name"), body.get("type", CHAT))
        if key in names:
            form.at(index).add("APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
        names.add(key)
    for kind, limit in ((CHAT, CHAT_LIMIT), (USER, 15), (MESSAGE, 15)):
        if sum(1 for body in bodies if body.get("type", CHAT) == kind) > limit:
            form.add(
                "APPLICATION_COMMANDS_LIMIT_EXCEEDED", f"Maximum number of application commands reached ({limit})."
            )


def _kept(world: World, guild_id: str | None, body: Json, before: dict[tuple[str, int], Json]) -> Json:
    old = before.get((body["name"], body.get("type", CHAT)))
    command: Json = {
        "id": old["id"] if old else world.snowflakes.next(),
        "application_id": world.bot["id"],
        "version": world.snowflakes.next(),
        "type": body.get("type", CHAT),
        "name": body["name"],
        "name_localizations": body.get("name_localizations"),
        "description": body.get("description", ""),
        "description_localizations": body.get("description_localizations"),
        "options": body.get("options") or [],
        "default_member_permissions": body.get("default_member_permissions"),
        "dm_permission": body.get("dm_permission", True),
        "nsfw": body.get("nsfw", False),
        "integration_types": body.get("integration_types") or [0],
        "contexts": body.get("contexts"),
    }
    if guild_id is not None:
        command["guild_id"] = guild_id
    return command


def check(form: Form, body: Json) -> None:
    """Record every mistake in a command."""
    kind = body.get("type", CHAT)
    if not errors.choice(form.at("type"), kind, (CHAT, USER, MESSAGE)):
        return
    _names(form, body, strict=kind == CHAT)
    if kind == CHAT:
        _described(form, body)
        _options(form, body, depth=0)
        if size(body) > SIZE_LIMIT:
            form.add("APPLICATION_COMMAND_TOO_LARGE", f"Command exceeds maximum size ({SIZE_LIMIT})")
    elif body.get("description"):
        form.at("description").add(
            "APPLICATION_COMMAND_DESCRIPTION_INVALID", "Context menu commands cannot have description"
        )


def _names(form: Form, body: Json, strict: bool) -> None:
    errors.text(form, body, "name", 32, low=1, needed=True)
    for key, name in {"name": body.get("name"), **(body.get("name_localizations") or {})}.items():
        place = form.at("name") if key == "name" else form.at("name_localizations", key)
        if not isinstance(name, str):
            continue
        if key != "name":
            errors.length(place, len(name), 1, 32)
        if strict and (not NAME.match(name) or name != name.lower()):
            place.add("APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")


def _described(form: Form, body: Json) -> None:
    errors.text(form, body, "description", 100, low=1, needed=True)
    for locale, text in (body.get("description_localizations") or {}).items():
        errors.length(form.at("description_localizations", locale), len(text), 1, 100)


def _options(form: Form, body: Json, depth: int) -> None:
    options = errors.objects(form, body, "options", OPTION_LIMIT)
    seen: set[str] = set()
    optional = False
    for index, option in enumerate(options):
        place = form.at("options", index)
        if not errors.choice(place.at("type"), option.get("type"), OPTION_KINDS):
            continue
        _names(place, option, strict=True)
        _described(place, option)
        if option.get("name") in seen:
            place.at("name").add("APPLICATION_COMMAND_OPTIONS_NAME_INVALID", "Option name already exists")
        seen.add(str(option.get("name")))
        if option["type"] in SUBCOMMANDS:
            _nested(place, option, options, depth)
            continue
        if option.get("required") and optional:
            place.add(
                "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                "Required options must be placed before non-required options",
            )
        optional = optional or not option.get("required")
        _values(place, option)


def _nested(form: Form, option: Json, beside: list[Json], depth: int) -> None:
    deepest = 0 if option["type"] == GROUP else 1
    if depth > deepest or any(other.get("type") not in SUBCOMMANDS for other in beside):
        form.at("type").add(
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Sub-command and sub-command group option types are mutually "
            "exclusive to all other types",
        )  # fmt: skip
        return
    if option["type"] == GROUP and any(one.get("type") != SUBCOMMAND for one in option.get("options") or [{}]):
        form.at("options").add("APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "A sub-command group has sub-commands alone")
        return
    _options(form, option, depth=1 if option["type"] == GROUP else 2)


def _values(form: Form, option: Json) -> None:
    choices = errors.objects(form, option, "choices", 25)
    if choices and option.get("autocomplete"):
        form.at("autocomplete").add(
            "APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE", "Choices and autocomplete are mutually exclusive"
        )
    names: set[str] = set()
    for index, choice in enumerate(choices):
        place = form.at("choices", index)
        name = errors.text(place, choice, "name", 100, low=1, needed=True)
        if name in names:
            place.at("name").add("APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_EXISTS", "Option choice name already exists")
        names.add(name)
        if option["type"] == STRING:
            errors.text(place, choice, "value", 100, low=1, needed=True)
        elif isinstance(choice.get("value"), bool) or not isinstance(choice.get("value"), int | float):
            place.at("value").add("NUMBER_TYPE_COERCE", f'Value "{choice.get("value")}" is not a number.')
    if option["type"] == STRING:
        errors.number(form, option, "min_length", 0, 6000)
        errors.number(form, option, "max_length", 1, 6000)


def size(body: Json) -> int:
    """The number of characters in names, descriptions and choices, each in its longest language."""
    total = _longest(body, "name") + _longest(body, "description")
    for choice in body.get("choices") or []:
        total += _longest(choice, "name") + len(str(choice.get("value", "")))
    return total + sum(size(option) for option in body.get("options") or [])


def _longest(body: Json, key: str) -> int:
    texts = [body.get(key) or "", *(body.get(f"{key}_localizations") or {}).values()]
    return max(len(str(text)) for text in texts)
