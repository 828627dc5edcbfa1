"""What a server lets everybody do, or a role, or its moderators only: actions, members, and the rule between them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bot.service.profiles import ServerProfile, WhoMay


class Action(StrEnum):
    """Something that a server allows to everybody or not. The value names the attribute of `ServerProfile`."""

    OPEN = "opens"
    COMPUTERS = "computers"
    WORDS = "words"
    VARIANTS = "variants"
    CHANNELS = "sets"


@dataclass(frozen=True, slots=True)
class Member:
    """Who asks for something: in which server (None: in a direct message), and what that person is there.

    `moderator` says whether they have the right Manage Server, `roles` are the ids of their roles.
    """

    server: int | None
    moderator: bool = False
    roles: frozenset[int] = frozenset()


def rule_of(profile: ServerProfile, action: Action) -> str:
    """Whom a server allows an action: a value of `WhoMay`, or the decimal id of a role."""
    rule: str = getattr(profile, action.value)
    return rule


def role_of(rule: str) -> int | None:
    """The role that a rule names; None for one of `WhoMay`."""
    return int(rule) if rule.isdecimal() else None


def rule_for_role(role: int, server: int) -> str:
    """The rule that names a role; that of everybody has the server's id (Discord's API reference, "Roles")."""
    return WhoMay.EVERYBODY.value if role == server else str(role)


def allows(rule: str, server: int, member: Member) -> bool:
    """Whether a rule of a server lets somebody do it. Elsewhere nobody is a moderator or has a role of it.

    A rule that this version does not know is read as moderators only.
    """
    if rule == WhoMay.EVERYBODY:
        return True
    return member.server == server and (member.moderator or role_of(rule) in member.roles)
