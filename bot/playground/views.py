"""The gateway and REST objects as the bot may see them."""

from __future__ import annotations

from collections.abc import Iterable

from bot.playground import cast
from bot.playground.cast import Guild
from bot.playground.shapes import Json
from bot.playground.world import THREADS, World

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
        "system_channel_id": None,
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
