"""Threads: created, archived after inactivity, reopened by a message."""

from __future__ import annotations

from datetime import datetime

from bot.playground import errors
from bot.playground.clock import instant, timestamp
from bot.playground.errors import Form, Json, refused
from bot.playground.world import PUBLIC_THREAD, THREADS, GatewayEvent, PostedMessage, World

ARCHIVE_MINUTES = (60, 1440, 4320, 10080)


def check(form: Form, body: Json) -> None:
    """Record mistakes in a thread's name and archive duration."""
    errors.text(form, body, "name", 100, low=1, needed=True)
    if body.get("auto_archive_duration") is not None:
        errors.choice(form.at("auto_archive_duration"), body["auto_archive_duration"], ARCHIVE_MINUTES)


def create(world: World, parent: Json, body: Json, owner_id: str, below: PostedMessage | None = None) -> Json:
    """Create a thread in `parent`, or `below` one of its messages, whose id it shares; returns its channel object.

    Raises ApiError 50024 in a thread or DM, and 160004 below a message that has one.
    """
    if parent["type"] != 0:
        raise refused(50024)
    if below and below.id in world.channels:
        raise refused(160004)
    form = Form()
    check(form, body)
    form.check()
    thread = _thread(world, parent, body, owner_id, below.id if below else world.snowflakes.next())
    world.channels[thread["id"]] = thread
    world.emit(GatewayEvent("THREAD_CREATE", {**thread, "newly_created": True}, thread["id"]))
    return thread


def _thread(world: World, parent: Json, body: Json, owner_id: str, thread_id: str) -> Json:
    now = timestamp(world.clock.now())
    return {
        "id": thread_id,
        "type": PUBLIC_THREAD,
        "guild_id": parent["guild_id"],
        "parent_id": parent["id"],
        "owner_id": owner_id,
        "name": body["name"],
        "last_message_id": None,
        "rate_limit_per_user": body.get("rate_limit_per_user") or 0,
        "message_count": 0,
        "member_count": 1,
        "total_message_sent": 0,
        "flags": 0,
        "member": {"id": thread_id, "user_id": owner_id, "join_timestamp": now, "flags": 0},
        "thread_metadata": {
            "archived": False,
            "auto_archive_duration": body.get("auto_archive_duration") or 1440,
            "archive_timestamp": now,
            "create_timestamp": now,
            "locked": False,
            "invitable": True,
        },
    }


def update(world: World, thread: Json, body: Json) -> None:
    """Change a thread's name, archive duration, or archived or locked state."""
    form = Form()
    check(form, {"name": thread["name"], **body})
    form.check()
    metadata = thread["thread_metadata"]
    for key in ("name", "rate_limit_per_user"):
        if body.get(key) is not None:
            thread[key] = body[key]
    for key in ("archived", "locked", "auto_archive_duration", "invitable"):
        if body.get(key) is not None:
            metadata[key] = body[key]
    if body.get("archived") is not None:
        metadata["archive_timestamp"] = timestamp(world.clock.now())
    world.emit(GatewayEvent("THREAD_UPDATE", thread, thread["id"]))


def unarchive(world: World, thread: Json) -> None:
    """Reopen an archived thread, as a message in it does."""
    update(world, thread, {"archived": False})


def settle(world: World) -> None:
    """Archive the threads that have been inactive for longer than their duration."""
    for thread in [c for c in world.channels.values() if c["type"] in THREADS]:
        metadata = thread["thread_metadata"]
        last = datetime.fromisoformat(metadata["archive_timestamp"]).timestamp()
        if thread["last_message_id"] is not None:
            last = max(last, instant(thread["last_message_id"]))
        silent = world.clock.now() - last > metadata["auto_archive_duration"] * 60
        if silent and not metadata["archived"]:
            update(world, thread, {"archived": True})


def refuse_locked(world: World, channel: Json) -> None:
    """Raise 50083 for a thread that is archived and locked; reopen one that is only archived."""
    metadata = channel.get("thread_metadata")
    if metadata is None or not metadata["archived"]:
        return
    if metadata["locked"]:
        raise refused(50083)
    unarchive(world, channel)
