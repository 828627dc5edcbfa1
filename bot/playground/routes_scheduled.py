"""Endpoints of a server's scheduled events."""

from __future__ import annotations

from bot.playground import scheduled
from bot.playground.errors import unknown
from bot.playground.rest import Answer, Call, Endpoint, Service, guild_of
from bot.playground.shapes import Json


def _event(service: Service, call: Call) -> Json:
    found = scheduled.of_guild(service.world, {guild_of(service, call).id})
    event = next((one for one in found if one["id"] == call.path["event_id"]), None)
    if event is None:
        raise unknown("event")
    return event


def _own_event(service: Service, call: Call) -> Json:
    event = _event(service, call)
    scheduled.need(service.world, guild_of(service, call), "create_events", "manage_events")
    return event


def _list(service: Service, call: Call) -> Answer:
    return list(scheduled.of_guild(service.world, {guild_of(service, call).id}))


def _create(service: Service, call: Call) -> Answer:
    guild = guild_of(service, call)
    scheduled.need(service.world, guild, "create_events")
    return scheduled.create(service.world, guild, call.fields)


def _change(service: Service, call: Call) -> Answer:
    event = _own_event(service, call)
    scheduled.update(service.world, event, call.fields)
    return event


def _delete(service: Service, call: Call) -> Answer:
    scheduled.remove(service.world, _own_event(service, call))
    return None


_ONE = "/guilds/{guild_id}/scheduled-events/{event_id}"
ENDPOINTS = [
    Endpoint("GET", "/guilds/{guild_id}/scheduled-events", _list),
    Endpoint("POST", "/guilds/{guild_id}/scheduled-events", _create),
    Endpoint("GET", _ONE, _event),
    Endpoint("PATCH", _ONE, _change),
    Endpoint("DELETE", _ONE, _delete),
]
