"""Endpoints of messages: read, send, change, delete, react."""

from __future__ import annotations

from urllib.parse import unquote

from bot.playground import composer, permissions, threads, views
from bot.playground.errors import Form, refused, unknown
from bot.playground.rest import Answer, Call, Endpoint, Service, channel_of
from bot.playground.shapes import Json
from bot.playground.snowflake import instant
from bot.playground.world import DM, THREADS, Event, PostedMessage

OLD_SECONDS = 3600.0


def _post(service: Service, call: Call) -> PostedMessage:
    """The message of the path; ephemeral messages are only reachable through their webhook."""
    post = service.world.post(call.path["channel_id"], call.path["message_id"])
    if post.viewer is not None:
        raise unknown("message")
    return post


def _shown(service: Service, post: PostedMessage) -> Json:
    return views.for_bot(service.world, post.body, service.world.message_content)


def _list(service: Service, call: Call) -> Answer:
    channel = channel_of(service, call)
    held = service.world.permissions(service.world.bot["id"], channel)
    if not held & permissions.BITS["read_message_history"]:
        return []
    form = Form()
    limit = int(call.query.get("limit", 50))
    if not 1 <= limit <= 100:
        raise form.at("limit").fail("NUMBER_TYPE_MAX", "int value should be less than or equal to 100.")
    posts = [p for p in service.world.posts.get(channel["id"], {}).values() if p.viewer is None]
    newest = sorted(posts, key=lambda post: int(post.id), reverse=True)
    return [_shown(service, post) for post in newest[:limit]]


def _get(service: Service, call: Call) -> Answer:
    channel_of(service, call, "read_message_history")
    return _shown(service, _post(service, call))


def _send(service: Service, call: Call) -> Answer:
    world = service.world
    channel = world.channel(call.path["channel_id"])
    if channel["type"] == DM:
        if world.person(channel["recipients"][0]["id"]).dms_closed:
            raise refused(50007)
    else:
        world.need(channel, "send_messages_in_threads" if channel["type"] in THREADS else "send_messages")
        if call.uploads:
            world.need(channel, "attach_files")
        held = world.permissions(world.bot["id"], channel)
        if call.fields.get("message_reference") and not held & permissions.BITS["read_message_history"]:
            raise refused(160002)
    threads.refuse_locked(world, channel)
    body = {**call.fields, "flags": int(call.fields.get("flags") or 0) & composer.SETTABLE}
    draft = composer.NewMessage(channel["id"], world.bot, body, call.uploads)
    return composer.create(world, draft).body


def _edit(service: Service, call: Call) -> Answer:
    world = service.world
    channel = channel_of(service, call)
    post = _post(service, call)
    threads.refuse_locked(world, channel)
    if post.body["author"]["id"] != world.bot["id"]:
        raise refused(50005)
    if call.uploads:
        world.need(channel, "attach_files")
    if world.clock.now() - instant(post.id) > OLD_SECONDS:
        service.rates.spend_old_edit(channel["id"])
    return composer.change(world, post, call.fields, call.uploads).body


def _delete(service: Service, call: Call) -> Answer:
    world = service.world
    channel = channel_of(service, call)
    post = _post(service, call)
    threads.refuse_locked(world, channel)
    if post.body["author"]["id"] != world.bot["id"]:
        if channel["type"] == DM:
            raise refused(50003)
        world.need(channel, "manage_messages")
    world.remove_post(channel["id"], post.id)
    return None


def _emoji(call: Call) -> Json:
    name, _, emoji_id = unquote(call.path["emoji"]).partition(":")
    return {"id": emoji_id or None, "name": name}


def _react(service: Service, call: Call) -> Answer:
    channel = channel_of(service, call, "read_message_history", "add_reactions")
    _change_reaction(service, channel, _post(service, call), _emoji(call), add=True)
    return None


def _unreact(service: Service, call: Call) -> Answer:
    _change_reaction(service, channel_of(service, call), _post(service, call), _emoji(call), add=False)
    return None


def _change_reaction(service: Service, channel: Json, post: PostedMessage, emoji: Json, *, add: bool) -> None:
    """Add the bot's reaction to a message, or remove it; nobody else reacts here."""
    reactions: list[Json] = post.body.setdefault("reactions", [])
    own = next((one for one in reactions if one["emoji"] == emoji), None)
    if add == bool(own):
        return
    if own:
        reactions.remove(own)
    else:
        reactions.append({"emoji": emoji, "count": 1, "me": True, "me_burst": False, "burst_colors": [],
                          "count_details": {"burst": 0, "normal": 1}})  # fmt: skip
    data: Json = {
        "user_id": service.world.bot["id"],
        "channel_id": channel["id"],
        "message_id": post.id,
        "emoji": emoji,
        "burst": False,
        "type": 0,
    }
    if "guild_id" in channel:
        data["guild_id"] = channel["guild_id"]
    service.world.emit(Event("MESSAGE_REACTION_ADD" if add else "MESSAGE_REACTION_REMOVE", data, channel["id"]))


_ONE = "/channels/{channel_id}/messages/{message_id}"
ENDPOINTS = [
    Endpoint("GET", "/channels/{channel_id}/messages", _list),
    Endpoint("POST", "/channels/{channel_id}/messages", _send, "POST message"),
    Endpoint("GET", _ONE, _get),
    Endpoint("PATCH", _ONE, _edit, "PATCH message"),
    Endpoint("DELETE", _ONE, _delete, "DELETE message"),
    Endpoint("PUT", _ONE + "/reactions/{emoji}/@me", _react, "reaction"),
    Endpoint("DELETE", _ONE + "/reactions/{emoji}/@me", _unreact, "reaction"),
]
