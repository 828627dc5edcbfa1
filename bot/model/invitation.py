"""What the bot asks for when it is invited into a server: the permissions, and the link that asks for them."""

from __future__ import annotations

from urllib.parse import urlencode

PERMISSIONS = {
    "View Channels": 1 << 10,
    "Send Messages": 1 << 11,
    "Send Messages in Threads": 1 << 38,
    "Create Public Threads": 1 << 35,
    "Attach Files": 1 << 15,
    "Embed Links": 1 << 14,
    "Read Message History": 1 << 16,
    "Add Reactions": 1 << 6,
    "Create Events": 1 << 44,
}
"""Their bits by the names that Discord's settings have in English (its API reference, "Permissions")."""
_ADMINISTRATOR = 1 << 3
_PAGE = "https://discord.com/oauth2/authorize"


def invitation(application: int | str) -> str:
    """The link with which an application's bot is invited, with its commands and permissions."""
    asked = {"client_id": application, "scope": "bot applications.commands", "permissions": sum(PERMISSIONS.values())}
    return f"{_PAGE}?{urlencode(asked).replace('+', '%20')}"


def lacking(held: int) -> tuple[str, ...]:
    """The names of the permissions that someone with these lacks of those that the bot asks for."""
    return () if held & _ADMINISTRATOR else tuple(name for name, bit in PERMISSIONS.items() if not held & bit)
