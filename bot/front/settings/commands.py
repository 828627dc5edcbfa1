"""`/settings` for a person, a channel or a server, with the menus and switches of its panels."""

from __future__ import annotations

from functools import partial

import discord
from discord import app_commands
from discord.app_commands import locale_str as _

from bot.front.components.message import Message
from bot.front.interaction import choices
from bot.front.interaction.answering import answer, counted
from bot.front.interaction.choices import OFF, ON
from bot.front.interaction.commands import needs
from bot.front.interaction.hooks import Front
from bot.front.interaction.pressing import Pressed, answers, edits, with_press
from bot.front.interaction.request import Interaction, Request
from bot.front.settings import actions, messages, theme_messages, themes
from bot.front.settings.preferences import Scope
from bot.limits import Limit, Per
from bot.model.profiles import Permission
from bot.service.rights import Right


class SettingsCommands(app_commands.Group):
    """The group `/settings`."""

    def __init__(self) -> None:
        super().__init__(name="settings", description=_("Change how I behave here"))

    @needs(Right.ANYONE)
    @app_commands.command(description=_("Language, notifications, colours and more, for yourself"))
    async def mine(self, interaction: Interaction) -> None:
        """Shows the person's own settings."""
        await answer(interaction, lambda request: actions.panel(request, Scope.MINE))

    @needs(Right.ANYONE, options={"coordinates": Right.CHANNELS})
    @app_commands.command(description=_("See the settings of this channel, or change one"))
    @app_commands.describe(coordinates=_("How rows and columns are named in new games"))
    @app_commands.autocomplete(coordinates=choices.coordinates)
    async def channel(self, interaction: Interaction, coordinates: str = "") -> None:
        """Shows the settings of the channel, after changing its coordinates if some were named."""

        async def work(request: Request) -> Message:
            if not coordinates:
                return await actions.panel(request, Scope.CHANNEL)
            return await actions.change(request, Scope.CHANNEL, "coordinates", coordinates)

        await answer(interaction, work)

    @needs(Right.ANYONE)
    @app_commands.command(description=_("See the settings of this server, or change one"))
    async def server(self, interaction: Interaction) -> None:
        """Shows the settings of the server."""
        await answer(interaction, lambda request: actions.panel(request, Scope.SERVER))

    @needs(Right.ANYONE, options={"file": Right.MODERATOR})
    @app_commands.command(description=_("See the colours for pictures, or add your own to this server"))
    @app_commands.describe(name=_("The theme to show"), file=_("A TOML file with colours, for this server"))
    @app_commands.autocomplete(name=choices.themes)
    async def themes(self, interaction: Interaction, name: str = "", file: discord.Attachment | None = None) -> None:
        """Lists the themes, shows one, or loads one."""
        if file is not None:
            sent = file
            await answer(interaction, counted(Limit.IMPORTS, lambda request: themes.load(request, sent)))
        elif name:
            await answer(interaction, lambda request: themes.show(request, name))
        else:
            await answer(interaction, themes.show_list)


async def _change(request: Request, press: Pressed, name: str, on: bool | None, *, scope: Scope) -> Message:
    """Changes a setting to the choice in its menu, or to the state that its switch names."""
    value = press.value if press.values or on is None else (OFF, ON)[on]
    return await actions.change(request, scope, name, value)


async def _choose_permission(request: Request, press: Pressed) -> Message:
    """Opens the page of the permission chosen."""
    return await actions.permission_page(request, actions.read_permission(press.value))


async def _allow_role(request: Request, press: Pressed, permission: Permission) -> Message:
    """Gives a permission to the role chosen."""
    return await actions.allow_role(request, permission, press.values)


async def _choose_limit(request: Request, press: Pressed) -> Message:
    """Opens the page of the limit chosen."""
    return await actions.limit_page(request, actions.read_limit(press.value))


async def _set_limit(request: Request, press: Pressed, limit: Limit, per: Per) -> Message:
    """Applies the number chosen."""
    return await actions.set_limit(request, limit, per, press.value)


async def _show_theme(request: Request, press: Pressed) -> Message:
    """Shows the theme chosen."""
    return await themes.show(request, press.value)


FRONT = Front(
    commands=(SettingsCommands(),),
    buttons=(
        with_press(messages.SET_MINE, partial(_change, scope=Scope.MINE)),
        with_press(messages.SET_CHANNEL, partial(_change, scope=Scope.CHANNEL)),
        with_press(messages.SET_SERVER, partial(_change, scope=Scope.SERVER)),
        with_press(messages.CHOOSE_PERMISSION, _choose_permission),
        edits(messages.PERMISSIONS_BACK, actions.back),
        edits(messages.ALLOW, lambda request, permission, who: actions.allow(request, permission, who)),
        with_press(messages.ALLOW_ROLE, _allow_role),
        with_press(messages.CHOOSE_LIMIT, _choose_limit),
        with_press(messages.SET_LIMIT, _set_limit),
        with_press(theme_messages.SHOW_THEME, _show_theme),
        edits(theme_messages.LIST_THEMES, themes.show_list),
        answers(theme_messages.EXPORT_THEME, themes.export),
        edits(theme_messages.DELETE_THEME, themes.delete),
    ),
)
