"""Endpoints of channels, threads, direct messages, members and servers."""

from __future__ import annotations

from bot.playground import threads, views
from bot.playground.cast import Guild
from bot.playground.errors import ApiError, refused, unknown
from bot.playground.rest import Answer, Call, Endpoint, Service
from bot.playground.shapes import Json
from bot.playground.world import DM, THREADS, Event


def _channel(service: Service, call: Call, *needed: str) -> Json:
    channel = service.world.channel(call.path["channel_id"])
    service.world.need(channel, *needed)
    return channel


def _get(service: Service, call: Call) -> Answer:
    return _channel(service, call)


def _edit(service: Service, call: Call) -> Answer:
    channel = _channel(service, call)
    if channel["type"] in THREADS:
        if channel["owner_id"] != service.world.bot["id"] or "locked" in call.fields:
            service.world.need(channel, "manage_threads")
        threads.update(service.world, channel, call.fields)
        return channel
    if channel["type"] == DM:
        raise refused(50024)
    service.world.need(channel, "manage_channels")
    for key in ("name", "topic"):
        if key in call.fields:
            channel[key] = call.fields[key]
    service.world.emit(Event("CHANNEL_UPDATE", channel, channel["id"]))
    return channel


def _delete(service: Service, call: Call) -> Answer:
    channel = _channel(service, call)
    if channel["type"] != DM:
        service.world.need(channel, "manage_threads" if channel["type"] in THREADS else "manage_channels")
        return service.world.remove_channel(channel["id"])
    return channel


def _typing(service: Service, call: Call) -> Answer:
    channel = _channel(service, call, "send_messages")
    data: Json = {
        "channel_id": channel["id"],
        "user_id": service.world.bot["id"],
        "timestamp": int(service.world.clock.now()),
    }
    service.world.emit(Event("TYPING_START", data, channel["id"]))
    return None


def _thread(service: Service, call: Call) -> Answer:
    public = call.fields.get("type") == 11
    channel = _channel(service, call, "create_public_threads" if public else "create_private_threads")
    return threads.create(service.world, channel, call.fields, service.world.bot["id"])


def _thread_of(service: Service, call: Call) -> Answer:
    channel = _channel(service, call, "create_public_threads")
    start = service.world.post(channel["id"], call.path["message_id"])
    if start.viewer is not None:
        raise unknown("message")
    return threads.create(service.world, channel, call.fields, service.world.bot["id"], start)


def _join_thread(service: Service, call: Call) -> Answer:
    channel = _channel(service, call)
    if channel["type"] not in THREADS:
        raise refused(50024)
    user_id = call.path.get("user_id") or str(service.world.bot["id"])
    service.world.user(user_id)
    threads.refuse_locked(service.world, channel)
    people = service.world.thread_people.setdefault(channel["id"], set())
    if user_id not in people:
        people.add(user_id)
        channel["member_count"] += 1
        service.world.emit(Event("THREAD_UPDATE", channel, channel["id"]))
    return None


def _open_direct(service: Service, call: Call) -> Answer:
    person = service.world.people.get(str(call.fields.get("recipient_id")))
    if person is None:
        raise ApiError(400, 50033, "Invalid Recipient(s)")
    return service.world.direct_channel(person)


def _guild(service: Service, call: Call) -> Answer:
    return views.guild_object(_seen_guild(service, call))


def _seen_guild(service: Service, call: Call) -> Guild:
    guild = service.world.guild(call.path["guild_id"])
    if not guild.has_bot:
        raise refused(50001)
    return guild


def _guild_channels(service: Service, call: Call) -> Answer:
    return list(views.guild_create(service.world, _seen_guild(service, call))["channels"])


def _active_threads(service: Service, call: Call) -> Answer:
    return {"threads": views.guild_create(service.world, _seen_guild(service, call))["threads"], "members": []}


def _roles(service: Service, call: Call) -> Answer:
    return list(_seen_guild(service, call).roles)


def _members(service: Service, call: Call) -> Answer:
    guild = _seen_guild(service, call)
    after, limit = int(call.query.get("after", 0)), int(call.query.get("limit", 1))
    ids = sorted((member for member in guild.members if int(member) > after), key=int)
    return [service.world.member(guild, member) for member in ids[:limit]]


def _member(service: Service, call: Call) -> Answer:
    guild = _seen_guild(service, call)
    user_id = call.path["user_id"]
    return service.world.member(guild, service.world.bot["id"] if user_id == "@me" else user_id)


def _user(service: Service, call: Call) -> Answer:
    return service.world.user(call.path["user_id"])


ENDPOINTS = [
    Endpoint("GET", "/channels/{channel_id}", _get),
    Endpoint("PATCH", "/channels/{channel_id}", _edit),
    Endpoint("DELETE", "/channels/{channel_id}", _delete),
    Endpoint("POST", "/channels/{channel_id}/typing", _typing),
    Endpoint("POST", "/channels/{channel_id}/threads", _thread),
    Endpoint("POST", "/channels/{channel_id}/messages/{message_id}/threads", _thread_of),
    Endpoint("PUT", "/channels/{channel_id}/thread-members/@me", _join_thread),
    Endpoint("PUT", "/channels/{channel_id}/thread-members/{user_id}", _join_thread),
    Endpoint("POST", "/users/@me/channels", _open_direct),
    Endpoint("GET", "/users/{user_id}", _user),
    Endpoint("GET", "/guilds/{guild_id}", _guild),
    Endpoint("GET", "/guilds/{guild_id}/channels", _guild_channels),
    Endpoint("GET", "/guilds/{guild_id}/threads/active", _active_threads),
    Endpoint("GET", "/guilds/{guild_id}/roles", _roles),
    Endpoint("GET", "/guilds/{guild_id}/members", _members),
    Endpoint("GET", "/guilds/{guild_id}/members/{user_id}", _member),
]
