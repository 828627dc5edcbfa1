"""Deciding in the panel of a server who may do what there."""

from __future__ import annotations

from bot.front.asking import Asked
from bot.front.preferences import Scope
from bot.front.presenter.message import Message
from bot.front.presenter.permissions import permission_message
from bot.front.refusals import UnknownAction
from bot.front.settings import panel, server_of
from bot.service.rights import Action, rule_for_role


def read_action(name: str) -> Action:
    """The action of a name. Raises `UnknownAction`."""
    if name not in tuple(Action):
        raise UnknownAction
    return Action(name)


async def page(asked: Asked, action: Action) -> Message:
    """The page of an action."""
    return permission_message(action, await server_of(asked), asked.texts)


async def allow(asked: Asked, action: Action, rule: str) -> Message:
    """Let those do something whom a rule names, and show it. Raises `ModeratorsOnly`."""
    await asked.desk.permissions.allow(asked.member, action, rule)
    return await page(asked, action)


async def allow_role(asked: Asked, action: Action, chosen: tuple[str, ...]) -> Message:
    """Let members with a role do something; the page as it is where none was chosen. Raises `ModeratorsOnly`."""
    if not chosen or asked.place.guild_id is None:
        return await page(asked, action)
    return await allow(asked, action, rule_for_role(int(chosen[0]), asked.place.guild_id))


async def back(asked: Asked) -> Message:
    """The panel of the server."""
    return await panel(asked, Scope.SERVER)
