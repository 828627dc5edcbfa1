"""Endpoints of the application itself: the bot user, its gateway, its commands."""

from __future__ import annotations

from bot.playground import commands, views
from bot.playground.errors import unknown
from bot.playground.rest import Answer, Call, Endpoint, Service
from bot.playground.shapes import Json
from bot.playground.world import Event


def _me(service: Service, _: Call) -> Answer:
    return views.own_user(service.world)


def _application(service: Service, _: Call) -> Answer:
    return views.application(service.world)


def _gateway(service: Service, _: Call) -> Answer:
    return {"url": service.gateway_url()}


def _gateway_bot(service: Service, _: Call) -> Answer:
    limits = service.start_limits
    return {"url": service.gateway_url(), "shards": limits.shards, "session_start_limit": limits.described()}


def _guilds(service: Service, _: Call) -> Answer:
    return [views.guild_object(guild) for guild in service.world.guilds.values() if guild.has_bot]


def _scope(service: Service, call: Call) -> str | None:
    guild_id = call.path.get("guild_id")
    if guild_id is not None:
        service.world.guild(guild_id)
    return guild_id


def _list(service: Service, call: Call) -> Answer:
    return list(service.world.commands.get(_scope(service, call), []))


def _replace(service: Service, call: Call) -> Answer:
    made = commands.register(service.world, _scope(service, call), call.body)
    _tell(service)
    return list(made)


def _add(service: Service, call: Call) -> Answer:
    made = commands.put(service.world, _scope(service, call), call.fields)
    _tell(service)
    return made


def _one(service: Service, call: Call) -> Json:
    for command in service.world.commands.get(_scope(service, call), []):
        if command["id"] == call.path["command_id"]:
            return command
    raise unknown("command")


def _edit(service: Service, call: Call) -> Answer:
    made = commands.put(service.world, _scope(service, call), call.fields, _one(service, call))
    _tell(service)
    return made


def _delete(service: Service, call: Call) -> Answer:
    service.world.commands[_scope(service, call)].remove(_one(service, call))
    _tell(service)
    return None


def _tell(service: Service) -> None:
    service.world.emit(Event("COMMANDS", {}, to_bot=False))


def _command_endpoints(root: str) -> list[Endpoint]:
    return [
        Endpoint("GET", root, _list),
        Endpoint("PUT", root, _replace),
        Endpoint("POST", root, _add),
        Endpoint("GET", root + "/{command_id}", _one),
        Endpoint("PATCH", root + "/{command_id}", _edit),
        Endpoint("DELETE", root + "/{command_id}", _delete),
    ]


ENDPOINTS = [
    Endpoint("GET", "/users/@me", _me),
    Endpoint("GET", "/users/@me/guilds", _guilds),
    Endpoint("GET", "/oauth2/applications/@me", _application),
    Endpoint("GET", "/applications/@me", _application),
    Endpoint("GET", "/gateway", _gateway, private=False),
    Endpoint("GET", "/gateway/bot", _gateway_bot),
    *_command_endpoints("/applications/{application_id}/commands"),
    *_command_endpoints("/applications/{application_id}/guilds/{guild_id}/commands"),
]
