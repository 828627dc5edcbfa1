"""The playground's initial cast of servers, channels and people, with their languages and permissions."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from bot.playground.errors import Json
from bot.playground.faces import avatar_hash
from bot.text.texts import ENGLISH, catalogue_file, exported, nearest

LOCALES = (
    "bg", "cs", "da", "de", "el", "en-GB", "en-US", "es-419", "es-ES", "fi", "fr", "hi", "hr", "hu", "id", "it", "ja",
    "ko", "lt", "nl", "no", "pl", "pt-BR", "ro", "ru", "sv-SE", "th", "tr", "uk", "vi", "zh-CN", "zh-TW",
)  # fmt: skip
"""Discord's locales, from its reference."""

DEFAULT = "en-US"
_COUNTRIES = {"en": "en-US", "es": "es-ES", "nb": "no", "nn": "no", "zh": "zh-CN"}
"""The locale of a language of which Discord has several, or that Discord calls otherwise."""

_TRADITIONAL = ("zh-hant", "zh-hk", "zh-mo")
"""How tags of traditional Chinese begin."""

_SPANISH_OF_SPAIN = ("es", "es-es")
_PAGE = "bot/playground/"


def accepted(header: str | None) -> str:
    """The first of Discord's locales in a browser's `Accept-Language` header; US English if there is none."""
    wanted = (part.partition(";") for part in (header or "").split(","))
    ordered = sorted(((_quality(rest), tag.strip()) for tag, _, rest in wanted), key=lambda one: -one[0])
    found = (_discords(tag) for quality, tag in ordered if quality > 0)
    return next((locale for locale in found if locale is not None), DEFAULT)


def _quality(parameters: str) -> float:
    try:
        return float(parameters.partition("q=")[2] or 1)
    except ValueError:
        return 0.0


def _discords(tag: str) -> str | None:
    """Discord's locale for a language tag such as `de-AT`, or None."""
    tag = tag.lower()
    exact = next((locale for locale in LOCALES if locale.lower() == tag), None)
    if exact is not None:
        return exact
    language = tag.partition("-")[0]
    if language == "es" and tag not in _SPANISH_OF_SPAIN:
        return "es-419"
    if tag.startswith(_TRADITIONAL):
        return "zh-TW"
    usual = _COUNTRIES.get(language)
    return usual or next((locale for locale in LOCALES if locale.partition("-")[0] == language), None)


def files() -> dict[str, str]:
    """The address of the page's texts for each locale that has a catalogue. It changes whenever the catalogue does."""
    languages = {locale: nearest(locale) for locale in LOCALES}
    return {locale: _address(language) for locale, language in languages.items() if language not in (None, ENGLISH)}


def _address(language: str) -> str:
    return f"/page/texts/{language}.{_digest(catalogue_file(language))}.json"


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


def page_texts(name: str) -> bytes | None:
    """The texts of an address of `files`, as JSON; None if the catalogue has changed since or there is none."""
    language = name.partition(".")[0]
    known = {address.rpartition("/")[2] for address in files().values()}
    return _texts(language, name) if name in known else None


@lru_cache(maxsize=16)
def _texts(language: str, name: str) -> bytes:
    del name  # part of the key: it changes with the catalogue
    return json.dumps(exported(language, _PAGE), ensure_ascii=False).encode()


BITS = {
    "administrator": 1 << 3,
    "manage_channels": 1 << 4,
    "manage_guild": 1 << 5,
    "add_reactions": 1 << 6,
    "view_audit_log": 1 << 7,
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
                             "manage_threads", "manage_events", "create_events", "mention_everyone",
                             "view_audit_log"})  # fmt: skip
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
    """`field` after applying the channel's overwrites: everyone's, then the roles', then the member's."""
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
    """A user of the page; `dm_id` is the channel with the bot.

    `chosen` is the language in their settings, `found` their browser's, which holds until they choose one. Both are
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

    In a server without the bot, someone has installed the application for themselves. `bot_since` is when the bot came,
    and `inviter` who had it come.
    """

    id: str
    name: str
    owner_id: str
    roles: list[Json]
    members: dict[str, list[str]] = field(default_factory=dict)
    has_bot: bool = True
    locale: str = "en-US"
    system_channel: str | None = None
    bot_since: str = JOINED
    inviter: str | None = None

    def roles_of(self, user_id: str) -> list[Json]:
        """The roles of a member, the everyone role first."""
        own = self.members.get(user_id, [])
        return [role for role in self.roles if role["id"] == self.id or role["id"] in own]

    def held(self, user_id: str) -> int:
        """The permissions of a member in the whole server."""
        return ALL_PERMISSIONS if user_id == self.owner_id else base(self.roles_of(user_id))


def user(user_id: str, name: str, bot: bool = False, avatar: str | None = None) -> Json:
    """A user object."""
    return {
        "id": user_id,
        "username": name.lower(),
        "discriminator": "0",
        "global_name": name,
        "avatar": avatar,
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
    made = {f"11900000000000002{number:02}": name for number, name in enumerate(NAMES)}
    return {
        person: PageUser(user(person, name, avatar=avatar_hash(person, name)), f"11900000000000004{number:02}")
        for number, (person, name) in enumerate(made.items())
    }


def guild(members: list[str]) -> Guild:
    """The server "Playground": the first of `members` owns and moderates it, the second is a regular member."""
    roles = [
        role(GUILD_ID, "@everyone", EVERYONE, 0),
        role(BOT_ROLE, "Tilewright", BOT, 1, managed=True),
        role(
            MODERATOR_ROLE,
            "Moderator",
            bits({"manage_guild", "manage_messages", "manage_channels"}),
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
    """The server "Harbour", for playing across servers: the first of `members` owns it."""
    roles = [
        role(HARBOUR_ID, "@everyone", EVERYONE, 0),
        role(HARBOUR_ROLE, "Tilewright", BOT, 1, managed=True),
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
    """Overwrite that let the bot create threads, but only those people who have all permissions."""
    threads = str(bits({"create_public_threads", "create_private_threads"}))
    return [
        {"id": GUILD_ID, "type": 0, "allow": "0", "deny": threads},
        {"id": BOT_ROLE, "type": 0, "allow": threads, "deny": "0"},
    ]
