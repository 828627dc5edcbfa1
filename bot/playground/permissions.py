"""Permissions in the stand-in, with Discord's bit field and order of overwrites.

Source: Discord's API reference, "Permissions".
"""

from __future__ import annotations

from collections.abc import Iterable

from bot.playground.shapes import Json

BITS = {
    "administrator": 1 << 3,
    "manage_channels": 1 << 4,
    "manage_guild": 1 << 5,
    "add_reactions": 1 << 6,
    "view_channel": 1 << 10,
    "send_messages": 1 << 11,
    "manage_messages": 1 << 13,
    "embed_links": 1 << 14,
    "attach_files": 1 << 15,
    "read_message_history": 1 << 16,
    "mention_everyone": 1 << 17,
    "use_external_emojis": 1 << 18,
    "manage_roles": 1 << 28,
    "use_application_commands": 1 << 31,
    "manage_events": 1 << 33,
    "manage_threads": 1 << 34,
    "create_public_threads": 1 << 35,
    "create_private_threads": 1 << 36,
    "send_messages_in_threads": 1 << 38,
    "create_events": 1 << 44,
    "use_external_apps": 1 << 50,
}

ALL_PERMISSIONS = (1 << 53) - 1


def bits(names: Iterable[str]) -> int:
    """The bit field of permissions named in BITS."""
    field = 0
    for name in names:
        field |= BITS[name]
    return field


EVERYONE = bits(set(BITS) - {"administrator", "manage_channels", "manage_guild", "manage_messages", "manage_roles",
                             "manage_threads", "manage_events", "create_events", "mention_everyone"})  # fmt: skip
BOT = EVERYONE | bits({"manage_threads", "manage_messages", "create_events"})
DIRECT = bits({"view_channel", "send_messages", "embed_links", "attach_files", "read_message_history", "add_reactions",
               "use_external_emojis", "use_application_commands"})  # fmt: skip


def base(roles: Iterable[Json]) -> int:
    """The permissions of a member with these roles (including the everyone role) in the whole server."""
    field = 0
    for role in roles:
        field |= int(role["permissions"])
    return ALL_PERMISSIONS if field & BITS["administrator"] else field


def in_channel(field: int, overwrites: Iterable[Json], guild_id: str, role_ids: Iterable[str], member_id: str) -> int:
    """``field`` after applying the channel's overwrites: everyone's, then the roles', then the member's."""
    if field & BITS["administrator"]:
        return ALL_PERMISSIONS
    by_id = {overwrite["id"]: overwrite for overwrite in overwrites}
    roles = [by_id[role] for role in role_ids if role in by_id]
    for group in (
        [by_id[guild_id]] if guild_id in by_id else [],
        roles,
        [by_id[member_id]] if member_id in by_id else [],
    ):
        deny = allow = 0
        for overwrite in group:
            deny |= int(overwrite["deny"])
            allow |= int(overwrite["allow"])
        field = field & ~deny | allow
    return field
