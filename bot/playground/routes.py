"""The endpoints of the REST API: the application, channels, messages, scheduled events, interactions."""

from __future__ import annotations

from urllib.parse import unquote

from bot.playground import cast, commands, composer, interactions, scheduled, threads, world
from bot.playground.clock import instant
from bot.playground.errors import ApiError, Form, Json, refused, unknown
from bot.playground.interactions import PageInteraction
from bot.playground.rest import Call, Endpoint, RestAnswer, Service, channel_of, guild_of
from bot.playground.world import DM, THREADS, GatewayEvent, PostedMessage


def _me(service: Service, _: Call) -> RestAnswer:
    return world.own_user(service.world)


def _application(service: Service, _: Call) -> RestAnswer:
    return world.application(service.world)


def _gateway(service: Service, _: Call) -> RestAnswer:
    return {"url": service.gateway_url()}


def _gateway_bot(service: Service, _: Call) -> RestAnswer:
    limits = service.start_limits
    return {"url": service.gateway_url(), "shards": limits.shards, "session_start_limit": limits.described()}


def _scope(service: Service, call: Call) -> str | None:
    guild_id = call.path.get("guild_id")
    if guild_id is not None:
        service.world.guild(guild_id)
    return guild_id


def _list_commands(service: Service, call: Call) -> RestAnswer:
    return list(service.world.commands.get(_scope(service, call), []))


def _replace(service: Service, call: Call) -> RestAnswer:
    made = commands.register(service.world, _scope(service, call), call.body)
    service.world.emit(GatewayEvent("COMMANDS", {}, to_bot=False))
    return list(made)


def _command_endpoints(root: str) -> list[Endpoint]:
    return [
        Endpoint("GET", root, _list_commands),
        Endpoint("PUT", root, _replace),
    ]


APPLICATION = [
    Endpoint("GET", "/users/@me", _me),
    Endpoint("GET", "/oauth2/applications/@me", _application),
    Endpoint("GET", "/gateway", _gateway, private=False),
    Endpoint("GET", "/gateway/bot", _gateway_bot),
    *_command_endpoints("/applications/{application_id}/commands"),
    *_command_endpoints("/applications/{application_id}/guilds/{guild_id}/commands"),
]


def _get_channel(service: Service, call: Call) -> RestAnswer:
    return channel_of(service, call)


def _edit_channel(service: Service, call: Call) -> RestAnswer:
    channel = channel_of(service, call)
    if channel["type"] not in THREADS:
        raise refused(50024)
    if channel["owner_id"] != service.world.bot["id"] or "locked" in call.fields:
        service.world.need(channel, "manage_threads")
    threads.update(service.world, channel, call.fields)
    return channel


def _delete_channel(service: Service, call: Call) -> RestAnswer:
    channel = channel_of(service, call)
    if channel["type"] != DM:
        service.world.need(channel, "manage_threads" if channel["type"] in THREADS else "manage_channels")
        return service.world.remove_channel(channel["id"])
    return channel


def _thread(service: Service, call: Call) -> RestAnswer:
    channel = channel_of(service, call, "create_public_threads")
    return threads.create(service.world, channel, call.fields, service.world.bot["id"])


def _thread_below(service: Service, call: Call) -> RestAnswer:
    channel, post = channel_of(service, call, "create_public_threads"), _post(service, call)
    return threads.create(service.world, channel, call.fields, service.world.bot["id"], post)


def _open_direct(service: Service, call: Call) -> RestAnswer:
    person = service.world.people.get(str(call.fields.get("recipient_id")))
    if person is None:
        raise ApiError(400, 50033, "Invalid Recipient(s)")
    return service.world.direct_channel(person)


def _guild(service: Service, call: Call) -> RestAnswer:
    return world.guild_object(guild_of(service, call))


def _own_guilds(service: Service, call: Call) -> RestAnswer:
    """The bot's servers, in the order of their ids, with its permissions there."""
    bot, after, most = service.world.bot["id"], int(call.query.get("after", 0)), int(call.query.get("limit", 200))
    there = sorted((guild for guild in service.world.guilds.values() if guild.has_bot), key=lambda one: int(one.id))
    return [
        {
            "id": guild.id,
            "name": guild.name,
            "icon": None,
            "owner": guild.owner_id == bot,
            "permissions": str(cast.base(guild.roles_of(bot))),
            "features": [],
        }
        for guild in there
        if int(guild.id) > after
    ][:most]


def _member(service: Service, call: Call) -> RestAnswer:
    guild = guild_of(service, call)
    user_id = call.path["user_id"]
    return service.world.member(guild, service.world.bot["id"] if user_id == "@me" else user_id)


BOT_ADD = 28
"""The action of the audit log that tells of a new bot (Discord's API reference, "Audit Log Events")."""


def _audit_log(service: Service, call: Call) -> RestAnswer:
    guild, bot = guild_of(service, call), service.world.bot["id"]
    if not cast.base(guild.roles_of(bot)) & cast.BITS["view_audit_log"]:
        raise refused(50013)
    entries: list[Json] = []
    if guild.inviter:
        entries.append({"id": guild.id, "user_id": guild.inviter, "target_id": bot, "action_type": BOT_ADD})
    none = ("application_commands", "auto_moderation_rules", "guild_scheduled_events", "integrations", "webhooks")
    users = [service.world.bot, *(service.world.user(entry["user_id"]) for entry in entries)]
    return {"audit_log_entries": entries, "users": users, "threads": [], **{name: [] for name in none}}


CHANNELS = [
    Endpoint("GET", "/channels/{channel_id}", _get_channel),
    Endpoint("PATCH", "/channels/{channel_id}", _edit_channel),
    Endpoint("DELETE", "/channels/{channel_id}", _delete_channel),
    Endpoint("POST", "/channels/{channel_id}/threads", _thread),
    Endpoint("POST", "/channels/{channel_id}/messages/{message_id}/threads", _thread_below),
    Endpoint("POST", "/users/@me/channels", _open_direct),
    Endpoint("GET", "/guilds/{guild_id}", _guild),
    Endpoint("GET", "/guilds/{guild_id}/members/{user_id}", _member),
    Endpoint("GET", "/guilds/{guild_id}/audit-logs", _audit_log),
    Endpoint("GET", "/users/@me/guilds", _own_guilds),
]


OLD_SECONDS = 3600.0


def _post(service: Service, call: Call) -> PostedMessage:
    """The message of the path; ephemeral messages are only reachable through their webhook."""
    post = service.world.post(call.path["channel_id"], call.path["message_id"])
    if post.viewer is not None:
        raise unknown("message")
    return post


def _shown(service: Service, post: PostedMessage) -> Json:
    return world.for_bot(service.world, post.body, service.world.message_content)


def _list_messages(service: Service, call: Call) -> RestAnswer:
    channel = channel_of(service, call)
    held = service.world.permissions(service.world.bot["id"], channel)
    if not held & cast.BITS["read_message_history"]:
        return []
    form = Form()
    limit = int(call.query.get("limit", 50))
    if not 1 <= limit <= 100:
        raise form.at("limit").fail("NUMBER_TYPE_MAX", "int value should be less than or equal to 100.")
    posts = [p for p in service.world.posts.get(channel["id"], {}).values() if p.viewer is None]
    newest = sorted(posts, key=lambda post: int(post.id), reverse=True)
    return [_shown(service, post) for post in newest[:limit]]


def _get_message(service: Service, call: Call) -> RestAnswer:
    channel_of(service, call, "read_message_history")
    return _shown(service, _post(service, call))


def _send(service: Service, call: Call) -> RestAnswer:
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
        if call.fields.get("message_reference") and not held & cast.BITS["read_message_history"]:
            raise refused(160002)
    threads.refuse_locked(world, channel)
    body = {**call.fields, "flags": int(call.fields.get("flags") or 0) & composer.SETTABLE}
    draft = composer.NewMessage(channel["id"], world.bot, body, call.uploads)
    return composer.create(world, draft).body


def _edit_message(service: Service, call: Call) -> RestAnswer:
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


def _delete_message(service: Service, call: Call) -> RestAnswer:
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


def _react(service: Service, call: Call) -> RestAnswer:
    channel = channel_of(service, call, "read_message_history", "add_reactions")
    _change_reaction(service, channel, _post(service, call), _emoji(call), add=True)
    return None


def _unreact(service: Service, call: Call) -> RestAnswer:
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
    service.world.emit(GatewayEvent("MESSAGE_REACTION_ADD" if add else "MESSAGE_REACTION_REMOVE", data, channel["id"]))


_ONE_MESSAGE = "/channels/{channel_id}/messages/{message_id}"
MESSAGES = [
    Endpoint("GET", "/channels/{channel_id}/messages", _list_messages),
    Endpoint("POST", "/channels/{channel_id}/messages", _send, "POST message"),
    Endpoint("GET", _ONE_MESSAGE, _get_message),
    Endpoint("PATCH", _ONE_MESSAGE, _edit_message, "PATCH message"),
    Endpoint("DELETE", _ONE_MESSAGE, _delete_message, "DELETE message"),
    Endpoint("PUT", _ONE_MESSAGE + "/reactions/{emoji}/@me", _react, "reaction"),
    Endpoint("DELETE", _ONE_MESSAGE + "/reactions/{emoji}/@me", _unreact, "reaction"),
]


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


def _list_events(service: Service, call: Call) -> RestAnswer:
    return list(scheduled.of_guild(service.world, {guild_of(service, call).id}))


def _create(service: Service, call: Call) -> RestAnswer:
    guild = guild_of(service, call)
    scheduled.need(service.world, guild, "create_events")
    return scheduled.create(service.world, guild, call.fields)


def _change(service: Service, call: Call) -> RestAnswer:
    event = _own_event(service, call)
    scheduled.update(service.world, event, call.fields)
    return event


def _delete_event(service: Service, call: Call) -> RestAnswer:
    scheduled.remove(service.world, _own_event(service, call))
    return None


_ONE_EVENT = "/guilds/{guild_id}/scheduled-events/{event_id}"
EVENTS = [
    Endpoint("GET", "/guilds/{guild_id}/scheduled-events", _list_events),
    Endpoint("POST", "/guilds/{guild_id}/scheduled-events", _create),
    Endpoint("GET", _ONE_EVENT, _event),
    Endpoint("PATCH", _ONE_EVENT, _change),
    Endpoint("DELETE", _ONE_EVENT, _delete_event),
]


def _callback(service: Service, call: Call) -> RestAnswer:
    given = call.path["interaction_id"], call.path["token"]
    answer = interactions.first(service.interactions, *given, call.fields, call.uploads)
    wanted = call.query.get("with_response", "").lower() in ("1", "true")
    return answer if wanted else None


def _interaction(service: Service, call: Call) -> PageInteraction:
    if call.path["application_id"] != service.world.bot["id"]:
        raise unknown("webhook")
    return service.interactions.answered(call.path["token"])


def _follow_up(service: Service, call: Call) -> RestAnswer:
    interaction = _interaction(service, call)
    return interactions.follow_up(service.interactions, interaction, call.fields, call.uploads).body


def _get_answer(service: Service, call: Call) -> RestAnswer:
    interaction = _interaction(service, call)
    return interactions.message(service.interactions, interaction, call.path["message_id"]).body


def _edit_answer(service: Service, call: Call) -> RestAnswer:
    interaction = _interaction(service, call)
    post = interactions.message(service.interactions, interaction, call.path["message_id"])
    return composer.change(service.world, post, call.fields, call.uploads).body


def _delete_answer(service: Service, call: Call) -> RestAnswer:
    interaction = _interaction(service, call)
    post = interactions.message(service.interactions, interaction, call.path["message_id"])
    service.world.remove_post(interaction.channel_id, post.id)
    return None


_ROOT = "/webhooks/{application_id}/{token}"
ANSWERS = [
    Endpoint("POST", "/interactions/{interaction_id}/{token}/callback", _callback, bucket="", private=False),
    Endpoint("POST", _ROOT, _follow_up, private=False),
    Endpoint("GET", _ROOT + "/messages/{message_id}", _get_answer, private=False),
    Endpoint("PATCH", _ROOT + "/messages/{message_id}", _edit_answer, private=False),
    Endpoint("DELETE", _ROOT + "/messages/{message_id}", _delete_answer, private=False),
]
