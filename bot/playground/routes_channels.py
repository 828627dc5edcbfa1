"""Endpoints of channels, threads, direct messages, members and servers."""

from __future__ import annotations

from bot.playground import threads, views
from bot.playground.errors import ApiError, refused
from bot.playground.rest import Answer, Call, Endpoint, Service, channel_of, guild_of
from bot.playground.world import DM, THREADS


def _get(service: Service, call: Call) -> Answer:
    return channel_of(service, call)


def _edit(service: Service, call: Call) -> Answer:
    channel = channel_of(service, call)
    if channel["type"] not in THREADS:
        raise refused(50024)
    if channel["owner_id"] != service.world.bot["id"] or "locked" in call.fields:
        service.world.need(channel, "manage_threads")
    threads.update(service.world, channel, call.fields)
    return channel


def _delete(service: Service, call: Call) -> Answer:
    channel = channel_of(service, call)
    if channel["type"] != DM:
        service.world.need(channel, "manage_threads" if channel["type"] in THREADS else "manage_channels")
        return service.world.remove_channel(channel["id"])
    return channel


def _thread(service: Service, call: Call) -> Answer:
    channel = channel_of(service, call, "create_public_threads")
    return threads.create(service.world, channel, call.fields, service.world.bot["id"])


def _open_direct(service: Service, call: Call) -> Answer:
    person = service.world.people.get(str(call.fields.get("recipient_id")))
    if person is None:
        raise ApiError(400, 50033, "Invalid Recipient(s)")
    return service.world.direct_channel(person)


def _guild(service: Service, call: Call) -> Answer:
    return views.guild_object(guild_of(service, call))


def _member(service: Service, call: Call) -> Answer:
    guild = guild_of(service, call)
    user_id = call.path["user_id"]
    return service.world.member(guild, service.world.bot["id"] if user_id == "@me" else user_id)


ENDPOINTS = [
    Endpoint("GET", "/channels/{channel_id}", _get),
    Endpoint("PATCH", "/channels/{channel_id}", _edit),
    Endpoint("DELETE", "/channels/{channel_id}", _delete),
    Endpoint("POST", "/channels/{channel_id}/threads", _thread),
    Endpoint("POST", "/users/@me/channels", _open_direct),
    Endpoint("GET", "/guilds/{guild_id}", _guild),
    Endpoint("GET", "/guilds/{guild_id}/members/{user_id}", _member),
]
