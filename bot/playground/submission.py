"""A person's use of components: clicks, selections and modals, checked against what the bot sent."""

from __future__ import annotations

from typing import Any

from bot.playground import component_limits as kinds
from bot.playground.cast import Person
from bot.playground.errors import ApiError
from bot.playground.invocation import Rejected, Resolved
from bot.playground.shapes import Json
from bot.playground.world import World
from engine.errors import N_


def component_data(world: World, person: Person, channel: Json, components: list[Json], given: Json) -> Json:
    """The interaction data for a click or selection on one of a message's ``components``. Raises Rejected."""
    component = next((c for c in kinds.walk(components) if c.get("custom_id") == given.get("custom_id")), None)
    if component is None:
        raise Rejected(N_("This button or menu is gone."))
    if component.get("disabled"):
        raise Rejected(N_("This button or menu is switched off."))
    made: Json = {"id": component["id"], "custom_id": component["custom_id"], "component_type": component["type"]}
    if component["type"] in kinds.SELECTS:
        made["values"] = _chosen(component, given.get("values"))
        made |= _resolved(world, person, channel, component["type"], made["values"])
    return made


def modal_data(world: World, person: Person, channel: Json, modal: Json, given: Json) -> Json:
    """The interaction data for a modal that ``person`` submits. Raises Rejected if a field is invalid."""
    entries = {entry["custom_id"]: entry for entry in kinds.walk(given.get("components") or []) if "custom_id" in entry}
    found: Json = {}
    parts = [_part(world, person, channel, part, entries, found) for part in modal["components"]]
    made: Json = {"custom_id": modal["custom_id"], "components": parts}
    if found:
        made["resolved"] = found
    return made


def _part(world: World, person: Person, channel: Json, part: Json, entries: dict[str, Json], found: Json) -> Json:
    made: Json = {"type": part["type"], "id": part["id"]}
    if part["type"] == kinds.LABEL:
        made["component"] = _field(part["component"], part["label"], entries)
        fields = [made["component"]]
    elif part["type"] == kinds.ROW:
        made["components"] = [_field(inner, inner.get("label", ""), entries) for inner in part["components"]]
        fields = made["components"]
    else:
        fields = []
    for field in fields:
        resolved = _resolved(world, person, channel, field["type"], field.get("values") or [])
        for group, things in resolved.get("resolved", {}).items():
            found.setdefault(group, {}).update(things)
    return made


def _field(component: Json, label: str, entries: dict[str, Json]) -> Json:
    made: Json = {"type": component["type"], "id": component["id"], "custom_id": component["custom_id"]}
    entry = entries.get(component["custom_id"], {})
    if component["type"] == kinds.INPUT:
        made["value"] = _typed(component, label, entry.get("value"))
    elif component["type"] == kinds.CHECKBOX:
        made["value"] = bool(entry.get("value"))
    elif component["type"] == kinds.RADIO:
        chosen = _chosen(component, [entry["value"]] if entry.get("value") else [])
        made["value"] = chosen[0] if chosen else None
    else:
        made["values"] = _chosen(component, entry.get("values"))
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
    required = component.get("required", True)
    low = component.get("min_values", 1) if required else 0
    high = component.get(
        "max_values", len(component.get("options", [])) if component["type"] == kinds.CHECKBOXES else 1
    )
    if not low <= len(chosen) <= high or len(set(chosen)) != len(chosen):
        raise Rejected(N_("Choose between {low} and {high}."), {"low": low, "high": high})
    options = component.get("options")
    if options is not None and not set(chosen) <= {option["value"] for option in options}:
        raise Rejected(N_("This cannot be chosen, or can no longer be chosen."))
    return chosen


def _resolved(world: World, person: Person, channel: Json, kind: int, values: list[str]) -> Json:
    resolved = Resolved(world, person, channel)
    for value in values:
        try:
            if kind == kinds.CHANNELS:
                resolved.place(value, None)
            elif kind == kinds.ROLES or (kind == kinds.MENTIONABLES and value not in world.people):
                resolved.role(value)
            elif kind in (kinds.USERS, kinds.MENTIONABLES):
                resolved.user(value)
            elif kind == kinds.UPLOAD:
                resolved.attachment(value)
        except ApiError as error:
            raise Rejected(error.message) from error
    return {"resolved": resolved.found} if resolved.found else {}
