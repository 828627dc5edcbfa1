"""Endpoints of the application itself: the bot user, its gateway, its commands."""

from __future__ import annotations

from bot.playground import commands, views
from bot.playground.rest import Answer, Call, Endpoint, Service
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


def _scope(service: Service, call: Call) -> str | None:
    guild_id = call.path.get("guild_id")
    if guild_id is not None:
        service.world.guild(guild_id)
    return guild_id


def _list(service: Service, call: Call) -> Answer:
    return list(service.world.commands.get(_scope(service, call), []))


def _replace(service: Service, call: Call) -> Answer:
    made = commands.register(service.world, _scope(service, call), call.body)
    service.world.emit(Event("COMMANDS", {}, to_bot=False))
    return list(made)


def _command_endpoints(root: str) -> list[Endpoint]:
    return [
        Endpoint("GET", root, _list),
        Endpoint("PUT", root, _replace),
    ]


ENDPOINTS = [
    Endpoint("GET", "/users/@me", _me),
    Endpoint("GET", "/oauth2/applications/@me", _application),
    Endpoint("GET", "/gateway", _gateway, private=False),
    Endpoint("GET", "/gateway/bot", _gateway_bot),
    *_command_endpoints("/applications/{application_id}/commands"),
    *_command_endpoints("/applications/{application_id}/guilds/{guild_id}/commands"),
]
