"""A person's use of a command or of components, checked against what the bot registered or sent."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from bot.playground import cast
from bot.playground import limits as kinds
from bot.playground.cast import PageUser
from bot.playground.commands import ATTACHMENT, CHAT, INTEGER, STRING, SUBCOMMANDS, USER, WHO
from bot.playground.errors import ApiError, Json
from bot.playground.world import DM, World
from bot.text import Texts
from engine.sentences import N_


@dataclass(eq=False)
class Rejected(Exception):
    """A person's action is not possible; `message` tells them why, with its `facts` as in `Texts.gettext`."""

    message: str
    facts: dict[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.message.format_map(self.facts)

    def told(self, texts: Texts) -> str:
        """The reason in the person's language."""
        return texts.gettext(self.message, **self.facts)


@dataclass(slots=True)
class Resolved:
    """Collects the objects an interaction's values refer to (users, roles, channels, files), as Discord adds them."""

    world: World
    person: PageUser
    channel: Json
    found: dict[str, Json] = field(default_factory=dict)

    def user(self, user_id: str) -> None:
        """Add a user, and in a server the member."""
        try:
            self.found.setdefault("users", {})[user_id] = self.world.user(user_id)
        except ApiError:
            raise Rejected(N_("There is nobody with this id.")) from None
        guild = self.world.guild_of(self.channel)
        if guild is not None and user_id in guild.members:
            member = self.world.member(guild, user_id)
            del member["user"]
            member["permissions"] = str(self.world.permissions(user_id, self.channel))
            self.found.setdefault("members", {})[user_id] = member

    def role(self, role_id: str) -> None:
        """Add a role of this server."""
        guild = self.world.guild_of(self.channel)
        roles = {role["id"]: role for role in guild.roles} if guild else {}
        if role_id not in roles:
            raise Rejected(N_("There is no such role here."))
        self.found.setdefault("roles", {})[role_id] = roles[role_id]

    def attachment(self, attachment_id: str) -> None:
        """Add a file that the person has already uploaded."""
        pending = self.world.pending.get(attachment_id)
        if pending is None:
            raise Rejected(N_("The file is not there; upload it first."))
        self.found.setdefault("attachments", {})[attachment_id] = pending


def find(world: World, channel: Json, data: Json) -> Json:
    """The registered command that `data` refers to, by id or by name and type."""
    known = [*world.commands.get(channel.get("guild_id"), []), *world.commands[None]]
    kind = data.get("type", CHAT)
    for command in known:
        if data.get("id") == command["id"] or (data.get("name") == command["name"] and kind == command["type"]):
            return command
    raise Rejected(N_("There is no such command."))


def usable(world: World, command: Json, person: PageUser, channel: Json) -> bool:
    """Whether a person may use a command in a channel, given its contexts and required permissions."""
    direct = channel["type"] == DM
    contexts = command["contexts"]
    if contexts is None:
        contexts = [0] if command["dm_permission"] is False else [0, 1]
    if int(direct) not in contexts:
        return False
    needed = command["default_member_permissions"]
    if direct or needed is None:
        return True
    held = world.permissions(person.id, channel)
    needs = int(needed) or cast.BITS["administrator"]
    return held & needs == needs


def complete(world: World, person: PageUser, channel: Json, data: Json, asking: bool = False) -> Json:
    """The interaction data for the bot from the page's; `asking` means autocomplete, where options may be missing.

    Raises Rejected, with a message for the person.
    """
    command = find(world, channel, data)
    if not usable(world, command, person, channel):
        raise Rejected(N_("This command cannot be used here."))
    made: Json = {"id": command["id"], "name": command["name"], "type": command["type"]}
    if command.get("guild_id"):
        made["guild_id"] = command["guild_id"]
    resolved = Resolved(world, person, channel)
    if command["type"] == CHAT:
        made["options"] = _options(command["options"], data.get("options") or [], resolved, asking)
    else:
        made["target_id"] = str(data.get("target_id"))
        _target(command, made["target_id"], resolved)
    if resolved.found:
        made["resolved"] = resolved.found
    return made


def _target(command: Json, target_id: str, resolved: Resolved) -> None:
    if command["type"] == USER:
        resolved.user(target_id)
        return
    post = resolved.world.posts.get(resolved.channel["id"], {}).get(target_id)
    if post is None:
        raise Rejected(N_("This message is gone."))
    resolved.found["messages"] = {target_id: post.body}


def _options(known: list[Json], given: list[Json], resolved: Resolved, asking: bool) -> list[Json]:
    by_name = {option["name"]: option for option in known}
    if any(option["type"] in SUBCOMMANDS for option in known):
        chosen = by_name.get(given[0].get("name", "")) if given else None
        if chosen is None:
            raise Rejected(N_("A sub-command is missing."))
        inside = _options(chosen.get("options", []), given[0].get("options") or [], resolved, asking)
        return [{"name": chosen["name"], "type": chosen["type"], "options": inside}]
    made = []
    for entry in given:
        option = by_name.get(entry.get("name", ""))
        if option is None:
            raise Rejected(N_("There is no option “{option}”."), {"option": entry.get("name")})
        made.append(_option(option, entry, resolved, asking))
    there = {entry["name"] for entry in made}
    missing = [name for name, option in by_name.items() if option.get("required") and name not in there]
    if missing and not asking:
        raise Rejected(N_("The option “{option}” is required."), {"option": missing[0]})
    return made


def _option(option: Json, entry: Json, resolved: Resolved, asking: bool) -> Json:
    made: Json = {"name": option["name"], "type": option["type"], "value": entry.get("value")}
    if asking and entry.get("focused"):
        return {**made, "value": str(entry.get("value", "")), "focused": True}
    made["value"] = _value(option, entry.get("value"))
    kind, value = option["type"], made["value"]
    if not asking and kind == ATTACHMENT:
        resolved.attachment(value)
    elif not asking and kind == WHO:
        resolved.user(value)
    return made


def _value(option: Json, value: Any) -> Any:
    name, kind, size = option["name"], option["type"], value
    if not isinstance(value, int if kind == INTEGER else str) or isinstance(value, bool):
        raise Rejected(N_("The value of “{option}” is of the wrong kind."), {"option": name})
    choices = option.get("choices")
    if choices and value not in [choice["value"] for choice in choices]:
        raise Rejected(N_("The value of “{option}” must be one of the choices."), {"option": name})
    if kind == INTEGER:
        low, high = option.get("min_value"), option.get("max_value")
    elif kind == STRING:
        low, high, size = option.get("min_length"), option.get("max_length", 6000), len(str(value))
    else:
        return value
    if (low is not None and size < low) or (high is not None and size > high):
        raise _out_of_range(name, low, high)
    return value


def _out_of_range(name: str, low: object, high: object) -> Rejected:
    if high is None:
        return Rejected(N_("The value of “{option}” must be at least {low}."), {"option": name, "low": low})
    if low is None:
        return Rejected(N_("The value of “{option}” must be at most {high}."), {"option": name, "high": high})
    facts = {"option": name, "low": low, "high": high}
    return Rejected(N_("The value of “{option}” must be between {low} and {high}."), facts)


def component_data(world: World, person: PageUser, channel: Json, components: list[Json], given: Json) -> Json:
    """The interaction data for a click or selection on one of a message's `components`. Raises Rejected."""
    component = next((c for c in kinds.walk(components) if c.get("custom_id") == given.get("custom_id")), None)
    if component is None:
        raise Rejected(N_("This button or menu is gone."))
    if component.get("disabled"):
        raise Rejected(N_("This button or menu is switched off."))
    made: Json = {"id": component["id"], "custom_id": component["custom_id"], "component_type": component["type"]}
    if component["type"] in kinds.SELECTS:
        made["values"] = _chosen(component, given.get("values"))
        if component["type"] in (kinds.USERS, kinds.ROLES):
            made |= _resolved(world, person, channel, component["type"], made["values"])
    return made


def modal_data(modal: Json, given: Json) -> Json:
    """The interaction data for a submitted modal. Raises Rejected if a field is invalid."""
    entries = {entry["custom_id"]: entry for entry in kinds.walk(given.get("components") or []) if "custom_id" in entry}
    return {"custom_id": modal["custom_id"], "components": [_part(part, entries) for part in modal["components"]]}


def _part(part: Json, entries: dict[str, Json]) -> Json:
    made: Json = {"type": part["type"], "id": part["id"]}
    if part["type"] == kinds.LABEL:
        field = part["component"]
        value = _typed(field, part["label"], entries.get(field["custom_id"], {}).get("value"))
        made["component"] = {**{key: field[key] for key in ("type", "id", "custom_id")}, "value": value}
    return made


def _typed(component: Json, label: str, value: Any) -> str:
    text = "" if value is None else str(value)
    low, high = component.get("min_length") or 0, component.get("max_length") or 4000
    if not text and component.get("required", True):
        raise Rejected(N_("“{field}” is required."), {"field": label})
    if text and not low <= len(text) <= high:
        facts = {"field": label, "low": low, "high": high}
        raise Rejected(N_("“{field}” must have between {low} and {high} characters."), facts)
    return text


def _chosen(component: Json, values: Any) -> list[str]:
    chosen = [str(value) for value in values or []]
    low, high = component.get("min_values", 1), component.get("max_values", 1)
    if not low <= len(chosen) <= high or len(set(chosen)) != len(chosen):
        raise Rejected(N_("Choose between {low} and {high}."), {"low": low, "high": high})
    options = component.get("options")
    if options is not None and not set(chosen) <= {option["value"] for option in options}:
        raise Rejected(N_("This cannot be chosen, or can no longer be chosen."))
    return chosen


def _resolved(world: World, person: PageUser, channel: Json, kind: int, ids: list[str]) -> Json:
    resolved = Resolved(world, person, channel)
    for one in ids:
        resolved.role(one) if kind == kinds.ROLES else resolved.user(one)
    return {"resolved": resolved.found} if resolved.found else {}
