"""The playground's initial cast: two servers with their channels, four people and the bot.

The ids are fixed, so that after a restart the bot's database still matches the people and channels.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.playground import permissions
from bot.playground.languages import DEFAULT
from bot.playground.shapes import Json

BOT_ID = "1190000000000000100"
GUILD_ID = "1190000000000000001"
MODERATOR_ROLE = "1190000000000000002"
BOT_ROLE = "1190000000000000003"
REGULAR_ROLE = "1190000000000000004"
HARBOUR_ID = "1190000000000000011"
HARBOUR_ROLE = "1190000000000000012"
JOINED = "2024-01-01T00:00:00+00:00"
NAMES = ("Ada", "Bruno", "Chloe", "Deniz")
CHANNELS = ("general", "games", "lounge")
HARBOUR_CHANNELS = ("quay", "lighthouse")
NO_THREADS = "lounge"


@dataclass(slots=True)
class PageUser:
    """A user of the page; ``dm_id`` is the channel with the bot.

    ``chosen`` is the language in their settings, ``found`` their browser's, which holds until they choose one. Both are
    Discord's locales.
    """

    user: Json
    dm_id: str
    chosen: str | None = None
    found: str = DEFAULT
    dms_closed: bool = False

    @property
    def locale(self) -> str:
        """The language that Discord's client would show them."""
        return self.chosen or self.found

    @property
    def settings(self) -> Json:
        """What the page's settings show."""
        return {"dms_closed": self.dms_closed, "locale": self.locale}

    @property
    def id(self) -> str:
        """The person's snowflake."""
        return str(self.user["id"])


@dataclass(slots=True)
class Guild:
    """A server: its members with their roles, and whether the bot is one of them.

    In a server without the bot, someone has installed the application for themselves.
    """

    id: str
    name: str
    owner_id: str
    roles: list[Json]
    members: dict[str, list[str]] = field(default_factory=dict)
    has_bot: bool = True
    locale: str = "en-US"

    def roles_of(self, user_id: str) -> list[Json]:
        """The roles of a member, the everyone role first."""
        own = self.members.get(user_id, [])
        return [role for role in self.roles if role["id"] == self.id or role["id"] in own]


def user(user_id: str, name: str, bot: bool = False) -> Json:
    """A user object."""
    return {
        "id": user_id,
        "username": name.lower(),
        "discriminator": "0",
        "global_name": name,
        "avatar": None,
        "bot": bot,
        "flags": 0,
        "public_flags": 0,
    }


def role(role_id: str, name: str, allowed: int, position: int, managed: bool = False) -> Json:
    """A role object."""
    return {
        "id": role_id,
        "name": name,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "icon": None,
        "unicode_emoji": None,
        "position": position,
        "permissions": str(allowed),
        "managed": managed,
        "mentionable": False,
        "flags": 0,
    }


def text_channel(channel_id: str, guild_id: str, name: str, position: int) -> Json:
    """A text channel object."""
    return {
        "id": channel_id,
        "type": 0,
        "guild_id": guild_id,
        "name": name,
        "position": position,
        "permission_overwrites": [],
        "topic": None,
        "nsfw": False,
        "parent_id": None,
        "last_message_id": None,
        "rate_limit_per_user": 0,
        "flags": 0,
    }


def bot_user() -> Json:
    """The bot's user object."""
    return user(BOT_ID, "Tilewright", bot=True)


def people() -> dict[str, PageUser]:
    """The four people, by id."""
    made = [
        PageUser(user(f"11900000000000002{number:02}", name), f"11900000000000004{number:02}")
        for number, name in enumerate(NAMES)
    ]
    return {person.id: person for person in made}


def guild(members: list[str]) -> Guild:
    """The server "Playground": the first of ``members`` owns and moderates it, the second is a regular member."""
    roles = [
        role(GUILD_ID, "@everyone", permissions.EVERYONE, 0),
        role(BOT_ROLE, "Tilewright", permissions.BOT, 1, managed=True),
        role(
            MODERATOR_ROLE,
            "Moderator",
            permissions.bits({"manage_guild", "manage_messages", "manage_channels"}),
            2,
        ),
        role(REGULAR_ROLE, "Regulars", 0, 3),
    ]
    held: dict[str, list[str]] = {member: [] for member in members}
    held[members[0]] = [MODERATOR_ROLE]
    held[members[1]] = [REGULAR_ROLE]
    held[BOT_ID] = [BOT_ROLE]
    return Guild(GUILD_ID, "Playground", members[0], roles, held)


def harbour(members: list[str]) -> Guild:
    """The server "Harbour", for playing across servers: the first of ``members`` owns it."""
    roles = [
        role(HARBOUR_ID, "@everyone", permissions.EVERYONE, 0),
        role(HARBOUR_ROLE, "Tilewright", permissions.BOT, 1, managed=True),
    ]
    held: dict[str, list[str]] = {member: [] for member in members}
    held[BOT_ID] = [HARBOUR_ROLE]
    return Guild(HARBOUR_ID, "Harbour", members[0], roles, held)


def channels() -> dict[str, Json]:
    """The text channels of both servers, by id. In one of them members cannot make threads."""
    made = [
        *(text_channel(f"11900000000000003{n:02}", GUILD_ID, name, n) for n, name in enumerate(CHANNELS)),
        *(text_channel(f"11900000000000005{n:02}", HARBOUR_ID, name, n) for n, name in enumerate(HARBOUR_CHANNELS)),
    ]
    by_name = {str(channel["name"]): channel for channel in made}
    by_name[NO_THREADS]["permission_overwrites"] = _without_threads()
    return {str(channel["id"]): channel for channel in made}


def _without_threads() -> list[Json]:
    """Overwrites that let the bot create threads, but only those people who have all permissions."""
    threads = str(permissions.bits({"create_public_threads", "create_private_threads"}))
    return [
        {"id": GUILD_ID, "type": 0, "allow": "0", "deny": threads},
        {"id": BOT_ROLE, "type": 0, "allow": threads, "deny": "0"},
    ]
