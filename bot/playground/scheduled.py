"""A server's scheduled events: planned by the bot, for a place outside voice channels, from one instant to another.

Based on Discord's API reference, "Guild Scheduled Event".
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from bot.playground import cast, errors
from bot.playground.cast import Guild
from bot.playground.errors import Form, Json, refused
from bot.playground.world import GatewayEvent, World

EXTERNAL, GUILD_ONLY = 3, 2
SCHEDULED, ACTIVE, COMPLETED = 1, 2, 3
MOST_EVENTS = 100
"""Events of a server that are planned or under way."""


def need(world: World, guild: Guild, *names: str) -> None:
    """Raise 50013 unless the bot has one of the permissions in the whole server."""
    if not cast.base(guild.roles_of(world.bot["id"])) & cast.bits(names):
        raise refused(50013)


def of_guild(world: World, guild_ids: Iterable[str]) -> list[Json]:
    """The events of servers that are not over."""
    for event in world.scheduled.values():
        event["status"] = _status(event, world.clock.now())
    return [one for one in world.scheduled.values() if one["guild_id"] in guild_ids and one["status"] != COMPLETED]


def _status(event: Json, now: float) -> int:
    if now < _instant(event["scheduled_start_time"]):
        return SCHEDULED
    return ACTIVE if now < _instant(event["scheduled_end_time"]) else COMPLETED


def create(world: World, guild: Guild, body: Json) -> Json:
    """Plan an event. Raises ApiError 30038 for one too many, 50035 for a bad body."""
    if len(of_guild(world, {guild.id})) >= MOST_EVENTS:
        raise refused(30038)
    event = {
        "id": world.snowflakes.next(),
        "guild_id": guild.id,
        "description": None,
        "channel_id": None,
        "creator_id": world.bot["id"],
        "creator": world.bot,
        "image": None,
        "status": SCHEDULED,
        "entity_id": None,
        "recurrence_rule": None,
        "user_count": 0,
        "guild_scheduled_event_exceptions": [],
        **_checked(world, body, body),
    }
    world.scheduled[event["id"]] = event
    world.emit(GatewayEvent("GUILD_SCHEDULED_EVENT_CREATE", event))
    return event


def update(world: World, event: Json, body: Json) -> None:
    """Change an event. Raises ApiError 50035 for a bad body, also for another beginning of one that has begun."""
    event.update(_checked(world, {**event, **body}, body))
    world.emit(GatewayEvent("GUILD_SCHEDULED_EVENT_UPDATE", event))


def remove(world: World, event: Json) -> None:
    """Take an event off the list."""
    del world.scheduled[event["id"]]
    world.emit(GatewayEvent("GUILD_SCHEDULED_EVENT_DELETE", event))


_FIELDS = ("name", "description", "scheduled_start_time", "scheduled_end_time", "privacy_level", "entity_type",
           "entity_metadata")  # fmt: skip


def _checked(world: World, whole: Json, body: Json) -> Json:
    """The fields of a body, which is all right together with the rest of the `whole` event."""
    form = Form()
    errors.text(form, whole, "name", 100, low=1, needed=True)
    errors.text(form, whole, "description", 1000)
    errors.choice(form.at("privacy_level"), whole.get("privacy_level"), (GUILD_ONLY,))
    errors.choice(form.at("entity_type"), whole.get("entity_type"), (EXTERNAL,))
    errors.text(form.at("entity_metadata"), whole.get("entity_metadata") or {}, "location", 100, low=1, needed=True)
    for key in ("scheduled_start_time", "scheduled_end_time"):
        errors.text(form, whole, key, 100, low=1, needed=True)
    form.check()
    begins, ends = _instant(whole["scheduled_start_time"]), _instant(whole["scheduled_end_time"])
    if "scheduled_start_time" in body and begins <= world.clock.now():
        form.at("scheduled_start_time").add("GUILD_SCHEDULED_EVENT_SCHEDULE_PAST", "Cannot schedule event in the past")
    if ends <= begins:
        form.at("scheduled_end_time").add("BASE_TYPE_MIN", "The event must end after it begins.")
    form.check()
    return {key: body[key] for key in _FIELDS if key in body}


def _instant(text: str) -> float:
    return datetime.fromisoformat(text).timestamp()
