"""The state of the stand-in, events about its changes, and its objects as the bot may see them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from bot.playground import cast
from bot.playground.cast import Guild, PageUser
from bot.playground.clock import PlaygroundClock, Snowflakes, timestamp
from bot.playground.errors import Json, refused, unknown
from bot.playground.media import Files

DM, TEXT, PUBLIC_THREAD = 1, 0, 11
THREADS = (PUBLIC_THREAD,)
EPHEMERAL, LOADING, COMPONENTS_V2 = 1 << 6, 1 << 7, 1 << 15


@dataclass(frozen=True, slots=True)
class GatewayEvent:
    """Something that happened; `viewer` is the only person who may see it, if set."""

    name: str
    data: Json
    channel_id: str | None = None
    viewer: str | None = None
    to_bot: bool = True


@dataclass(slots=True)
class PostedMessage:
    """One message, with the `body` that Discord shows.

    `uploads` are all its files, including those shown by components, which `body["attachments"]` omits. `viewer`
    is the only person who sees it, if set.
    """

    body: Json
    uploads: list[Json] = field(default_factory=list)
    viewer: str | None = None

    @property
    def id(self) -> str:
        """The message's snowflake."""
        return str(self.body["id"])

    @property
    def flags(self) -> int:
        """The message's flags."""
        return int(self.body["flags"])


@dataclass(frozen=True, slots=True)
class Nonce:
    """A nonce used with `enforce_nonce`: the message it created, and when."""

    channel_id: str
    message_id: str
    instant: float


class World:
    """The whole state. Listeners receive each event in order, as it happens."""

    def __init__(self, clock: PlaygroundClock) -> None:
        self.clock = clock
        self.snowflakes = Snowflakes(clock)
        self.files = Files()
        self.bot = cast.bot_user()
        self.people: dict[str, PageUser] = cast.people()
        everybody = list(self.people)
        servers = (cast.guild(everybody), cast.harbour(everybody[2:]))
        self.guilds: dict[str, Guild] = {server.id: server for server in servers}
        self.channels: dict[str, Json] = cast.channels()
        self.posts: dict[str, dict[str, PostedMessage]] = {}
        self.commands: dict[str | None, list[Json]] = {None: []}
        self.nonces: dict[str, Nonce] = {}
        self.pending: dict[str, Json] = {}
        self.scheduled: dict[str, Json] = {}
        self.message_content = True
        self._listeners: list[Callable[[GatewayEvent], None]] = []

    def listen(self, listener: Callable[[GatewayEvent], None]) -> None:
        """Call `listener` for every event."""
        self._listeners.append(listener)

    def emit(self, event: GatewayEvent) -> None:
        """Notify all listeners."""
        for listener in self._listeners:
            listener(event)

    # --- look-ups ---

    def channel(self, channel_id: str) -> Json:
        """The channel object; raises 10003 if there is none."""
        channel = self.channels.get(channel_id)
        if channel is None:
            raise unknown("channel")
        return channel

    def guild(self, guild_id: str) -> Guild:
        """The server; raises 10004 if there is none."""
        guild = self.guilds.get(guild_id)
        if guild is None:
            raise unknown("guild")
        return guild

    def guild_of(self, channel: Json) -> Guild | None:
        """The server of a channel, None for a direct message."""
        return self.guilds[channel["guild_id"]] if "guild_id" in channel else None

    def person(self, user_id: str) -> PageUser:
        """The person; raises 10013 if there is none."""
        person = self.people.get(user_id)
        if person is None:
            raise unknown("user")
        return person

    def named(self, name: str) -> PageUser:
        """The person with this display name, ignoring case; LookupError if there is none."""
        for person in self.people.values():
            if person.user["global_name"].lower() == name.lower():
                return person
        raise LookupError(name)

    def channel_named(self, name: str) -> Json:
        """The first channel or thread with this name (without #); LookupError if there is none."""
        for channel in self.channels.values():
            if channel.get("name") == name.removeprefix("#"):
                return channel
        raise LookupError(name)

    def post(self, channel_id: str, message_id: str) -> PostedMessage:
        """A message of a channel, even an ephemeral one; raises 10008 if there is none."""
        post = self.posts.get(channel_id, {}).get(message_id)
        if post is None:
            raise unknown("message")
        return post

    def user(self, user_id: str) -> Json:
        """The user object of a person or the bot; raises 10013 if there is none."""
        return self.bot if user_id == self.bot["id"] else self.person(user_id).user

    def member(self, guild: Guild, user_id: str) -> Json:
        """The member object, with its user; raises 10007 if the user is not a member."""
        if user_id not in guild.members or (user_id == self.bot["id"] and not guild.has_bot):
            raise unknown("member")
        return {
            "user": self.user(user_id),
            "nick": None,
            "avatar": None,
            "roles": list(guild.members[user_id]),
            "joined_at": guild.bot_since if user_id == self.bot["id"] else cast.JOINED,
            "premium_since": None,
            "communication_disabled_until": None,
            "deaf": False,
            "mute": False,
            "pending": False,
            "flags": 0,
        }

    # --- visibility and permissions ---

    def audience(self, channel: Json) -> set[str]:
        """The ids of the people who see a channel."""
        if channel["type"] == DM:
            return {user["id"] for user in channel["recipients"]}
        members = self.guilds[channel["guild_id"]].members
        view = cast.BITS["view_channel"]
        return {person for person in self.people if person in members and self.permissions(person, channel) & view}

    def permissions(self, user_id: str, channel: Json) -> int:
        """A user's permissions in a channel, as a bit field; 0 if the user is not in the server."""
        guild = self.guild_of(channel)
        if guild is None:
            return cast.DIRECT
        if user_id not in guild.members or (user_id == self.bot["id"] and not guild.has_bot):
            return 0
        held = guild.held(user_id)
        if user_id == guild.owner_id:
            return held
        place = self.channels.get(channel["parent_id"], channel) if channel["type"] in THREADS else channel
        return cast.in_channel(held, place.get("permission_overwrites", []), guild.id, guild.members[user_id], user_id)

    def need(self, channel: Json, *names: str) -> None:
        """Raise 50001 if the bot cannot see the channel, 50013 if it lacks one of `names`."""
        held = self.permissions(self.bot["id"], channel)
        if not held & cast.BITS["view_channel"]:
            raise refused(50001)
        for name in names:
            if not held & cast.BITS[name]:
                raise refused(50013)

    def deny_bot(self, channel: Json, *names: str) -> None:
        """Deny the bot permissions (named as in `permissions.BITS`) in a channel; without names, restore all."""
        self.deny(channel, str(self.bot["id"]), *names)

    def deny(self, channel: Json, user_id: str, *names: str) -> None:
        """The same for any member."""
        others = [o for o in channel["permission_overwrites"] if o["id"] != user_id]
        if names:
            others.append({"id": user_id, "type": 1, "allow": "0", "deny": str(cast.bits(names))})
        channel["permission_overwrites"] = others
        self.emit(GatewayEvent("CHANNEL_UPDATE", channel, channel["id"]))

    # --- creating and deleting ---

    def direct_channel(self, person: PageUser) -> Json:
        """The channel between a person and the bot, opened if necessary."""
        channel = self.channels.get(person.dm_id)
        if channel is None:
            channel = {
                "id": person.dm_id,
                "type": DM,
                "last_message_id": None,
                "flags": 0,
                "recipients": [person.user],
            }
            self.channels[person.dm_id] = channel
            # since version 8 of the API, bots are not notified of direct channels
            self.emit(GatewayEvent("CHANNEL_CREATE", channel, channel["id"], to_bot=False))
        return channel

    def add_guild(self, name: str, channel_names: Iterable[str], members: Iterable[str], has_bot: bool = True) -> Guild:
        """Add a server with its channels; `members` are ids, the first of which owns it."""
        guild_id = self.snowflakes.next()
        people = list(members)
        held: dict[str, list[str]] = {person: [] for person in people}
        role_id = self.snowflakes.next()
        held[self.bot["id"]] = [role_id]
        roles = [
            cast.role(guild_id, "@everyone", cast.EVERYONE, 0),
            cast.role(role_id, "Tilewright", cast.BOT, 1, managed=True),
        ]
        guild = Guild(guild_id, name, people[0], roles, held, has_bot)
        self.guilds[guild_id] = guild
        for position, channel_name in enumerate(channel_names):
            channel = cast.text_channel(self.snowflakes.next(), guild_id, channel_name, position)
            self.channels[channel["id"]] = channel
        self.emit(GatewayEvent("GUILD_CREATE", {"id": guild_id}, to_bot=has_bot))
        return guild

    def invite_bot(self, guild: Guild, inviter: str) -> None:
        """Have somebody bring the bot into a server."""
        guild.has_bot, guild.inviter, guild.bot_since = True, inviter, timestamp(self.clock.now())
        self.emit(GatewayEvent("GUILD_CREATE", {"id": guild.id}))

    def remove_bot(self, guild: Guild) -> None:
        """Have the bot leave a server, as somebody removes it."""
        self.emit(GatewayEvent("GUILD_DELETE", {"id": guild.id, "unavailable": False}))
        guild.has_bot = False

    def remove_channel(self, channel_id: str) -> Json:
        """Delete a channel or thread with all its messages and threads."""
        channel = self.channel(channel_id)
        for other in [c for c in self.channels.values() if c.get("parent_id") == channel_id]:
            self.remove_channel(other["id"])
        name = "THREAD_DELETE" if channel["type"] in THREADS else "CHANNEL_DELETE"
        self.emit(GatewayEvent(name, channel, channel_id))
        for post in self.posts.pop(channel_id, {}).values():
            self.files.drop(post.uploads)
        del self.channels[channel_id]
        return channel

    def remove_post(self, channel_id: str, message_id: str) -> None:
        """Delete a message and its files."""
        post = self.post(channel_id, message_id)
        del self.posts[channel_id][message_id]
        self.files.drop(post.uploads)
        channel = self.channel(channel_id)
        data: Json = {"id": message_id, "channel_id": channel_id}
        if "guild_id" in channel and post.viewer is None:
            data["guild_id"] = channel["guild_id"]
        self.emit(GatewayEvent("MESSAGE_DELETE", data, channel_id, post.viewer))

    def add_post(self, post: PostedMessage) -> None:
        """Add a new message to its channel and notify everyone who sees it."""
        channel = self.channel(post.body["channel_id"])
        self.posts.setdefault(channel["id"], {})[post.id] = post
        if post.viewer is None:
            channel["last_message_id"] = post.id
            if channel["type"] in THREADS:
                channel["message_count"] += 1
                channel["total_message_sent"] += 1
        self.emit(GatewayEvent("MESSAGE_CREATE", self.news_of(post), channel["id"], post.viewer))

    def change_post(self, post: PostedMessage) -> None:
        """Notify everyone who sees a message that it has changed."""
        self.emit(GatewayEvent("MESSAGE_UPDATE", self.news_of(post), post.body["channel_id"], post.viewer))

    def news_of(self, post: PostedMessage) -> Json:
        """A message as a gateway event has it: with server and member, unless it is ephemeral."""
        guild = self.guild_of(self.channel(post.body["channel_id"]))
        if guild is None or post.viewer is not None:
            return post.body
        news = {**post.body, "guild_id": guild.id}
        author = post.body["author"]["id"]
        if author in guild.members:
            member = self.member(guild, author)
            del member["user"]
            news["member"] = member
        return news


CONTENT_FLAGS = 1 << 18 | 1 << 19
"""Application flags: the message-content intent is switched on for the application."""

COMMAND_FLAG = 1 << 23


def application(world: World) -> Json:
    """The application object of the bot."""
    return {
        "id": world.bot["id"],
        "name": world.bot["global_name"],
        "description": "",
        "icon": None,
        "bot_public": True,
        "bot_require_code_grant": False,
        "owner": next(iter(world.people.values())).user,
        "verify_key": "0" * 64,
        "flags": COMMAND_FLAG | (CONTENT_FLAGS if world.message_content else 0),
        "team": None,
        "integration_types_config": {"0": {}, "1": {}},
        "bot": world.bot,
    }


def own_user(world: World) -> Json:
    """The bot's user object as the bot sees it."""
    return {**world.bot, "verified": True, "mfa_enabled": False, "email": None, "locale": "en-US"}


def ready(world: World, session_id: str, resume_url: str, shard: tuple[int, int], guilds: Iterable[Guild]) -> Json:
    """The first event of a session."""
    return {
        "v": 10,
        "user": own_user(world),
        "guilds": [{"id": guild.id, "unavailable": True} for guild in guilds],
        "session_id": session_id,
        "resume_gateway_url": resume_url,
        "shard": list(shard),
        "application": {"id": world.bot["id"], "flags": application(world)["flags"]},
    }


def guild_object(guild: Guild) -> Json:
    """A guild object as in REST."""
    return {
        "id": guild.id,
        "name": guild.name,
        "icon": None,
        "splash": None,
        "discovery_splash": None,
        "banner": None,
        "description": None,
        "owner_id": guild.owner_id,
        "afk_channel_id": None,
        "afk_timeout": 300,
        "system_channel_id": guild.system_channel,
        "system_channel_flags": 0,
        "rules_channel_id": None,
        "public_updates_channel_id": None,
        "safety_alerts_channel_id": None,
        "verification_level": 0,
        "default_message_notifications": 0,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "nsfw_level": 0,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "premium_progress_bar_enabled": False,
        "preferred_locale": guild.locale,
        "vanity_url_code": None,
        "roles": guild.roles,
        "emojis": [],
        "stickers": [],
        "features": [],
        "approximate_member_count": len(guild.members),
    }


def guild_create(world: World, guild: Guild, everybody: bool = False) -> Json:
    """A guild with its channels, threads and members; without the members intent, the only member is the bot."""
    own = [channel for channel in world.channels.values() if channel.get("guild_id") == guild.id]
    members = list(guild.members) if everybody else [world.bot["id"]]
    return {
        **guild_object(guild),
        "joined_at": cast.JOINED,
        "large": False,
        "unavailable": False,
        "member_count": len(guild.members),
        "members": [world.member(guild, member) for member in members],
        "channels": [channel for channel in own if channel["type"] not in THREADS],
        "threads": [c for c in own if c["type"] in THREADS and not c["thread_metadata"]["archived"]],
        "voice_states": [],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def for_bot(world: World, message: Json, content_intent: bool) -> Json:
    """A message as the bot may read it: without text if the message-content intent is missing.

    Text remains readable in direct messages, the bot's own messages and messages that mention it.
    """
    own = message["author"]["id"] == world.bot["id"]
    mentioned = any(user["id"] == world.bot["id"] for user in message["mentions"])
    direct = "guild_id" not in world.channels.get(message["channel_id"], {})
    if content_intent or own or mentioned or direct:
        return message
    return {**message, "content": "", "embeds": [], "attachments": [], "components": []}


def interaction_channel(world: World, channel: Json, person_id: str) -> Json:
    """A channel as included in an interaction: with the person's permissions."""
    return {**channel, "permissions": str(world.permissions(person_id, channel))}
