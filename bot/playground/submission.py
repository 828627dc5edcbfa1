"""A person's use of components: clicks, selections and modals, checked against what the bot sent."""

from __future__ import annotations

from typing import Any

from bot.playground import component_limits as kinds
from bot.playground.cast import PageUser
from bot.playground.invocation import Rejected, Resolved
from bot.playground.shapes import Json
from bot.playground.world import World
from engine.sentences import N_


def component_data(world: World, person: PageUser, channel: Json, components: list[Json], given: Json) -> Json:
    """The interaction data for a click or selection on one of a message's ``components``. Raises Rejected."""
    component = next((c for c in kinds.walk(components) if c.get("custom_id") == given.get("custom_id")), None)
    if component is None:
        raise Rejected(N_("This button or menu is gone."))
    if component.get("disabled"):
        raise Rejected(N_("This button or menu is switched off."))
    made: Json = {"id": component["id"], "custom_id": component["custom_id"], "component_type": component["type"]}
    if component["type"] in kinds.SELECTS:
        made["values"] = _chosen(component, given.get("values"))
        if component["type"] == kinds.ROLES:
            made |= _resolved(world, person, channel, made["values"])
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


def _resolved(world: World, person: PageUser, channel: Json, roles: list[str]) -> Json:
    resolved = Resolved(world, person, channel)
    for role in roles:
        resolved.role(role)
    return {"resolved": resolved.found} if resolved.found else {}
