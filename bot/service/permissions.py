"""Who may do what in a server: asked before it is done, and decided by the server's moderators."""

from __future__ import annotations

from dataclasses import replace

from bot.service.errors import ModeratorsOnly, NotAllowed
from bot.service.people import People
from bot.service.profiles import ServerProfile
from bot.service.rights import Action, Member, allows, rule_of


class Permissions:
    """The permissions of all servers. In direct messages there are none to keep to."""

    def __init__(self, people: People) -> None:
        self._people = people

    async def may(self, member: Member, action: Action, server: int | None) -> bool:
        """Whether somebody may do something in a server."""
        return server is None or allows(rule_of(await self._people.server(server), action), server, member)

    async def check(self, member: Member, action: Action, server: int | None) -> None:
        """Raises `NotAllowed` where a server does not let somebody do something."""
        if server is not None and not await self.may(member, action, server):
            rule = rule_of(await self._people.server(server), action)
            raise NotAllowed(action, rule, member.server == server)

    async def allow(self, member: Member, action: Action, rule: str) -> None:
        """Let from now on those do something in a member's server whom a rule names. Raises `ModeratorsOnly`."""
        if member.server is None or not member.moderator:
            raise ModeratorsOnly

        def allowed(profile: ServerProfile) -> ServerProfile:
            return replace(profile, **{action.value: rule})  # type: ignore[arg-type]

        await self._people.change_server(member.server, allowed)
