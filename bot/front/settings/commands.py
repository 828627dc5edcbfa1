"""`/settings` for a person, a channel or a server, with the menus and switches of its panels."""

from __future__ import annotations

from functools import partial

from discord.app_commands import locale_str as _

from bot.front.components.message import Message
from bot.front.interaction import choices
from bot.front.interaction.choices import OFF, ON
from bot.front.interaction.hooks import Front
from bot.front.interaction.pressing import InputForm, Press, answers, edits, opens, returns, with_press
from bot.front.interaction.request import Request
from bot.front.interaction.slash import UNDER_SETTINGS, CommandOption, slash
from bot.front.settings import actions, messages
from bot.front.settings.preferences import Scope
from bot.limits import Limit, Per
from bot.model.profiles import Permission
from bot.service.rights import Right
from bot.text import Texts
from bot.text.settings import time_zone_label


async def _mine(request: Request) -> Message:
    """The person's own settings."""
    return await actions.panel(request, Scope.MINE)


async def _channel(request: Request, coordinates: str = "") -> Message:
    """The settings of the channel, after changing its coordinates if some were named."""
    if not coordinates:
        return await actions.panel(request, Scope.CHANNEL)
    return await actions.change(request, Scope.CHANNEL, "coordinates", coordinates)


async def _server(request: Request, time_zone: str = "") -> Message:
    """The settings of the server, after changing its time zone if one was named."""
    if time_zone:
        return await actions.choose_time_zone(request, time_zone)
    return await actions.panel(request, Scope.SERVER)


_SETTINGS = UNDER_SETTINGS(
    slash(_mine, _("Language, notifications, colours and more, for yourself"), Right.ANYONE, name="mine"),
    slash(
        _channel,
        _("See the settings of this channel, or change one"),
        Right.ANYONE,
        name="channel",
        options={
            "coordinates": CommandOption(
                _("How rows and columns are named in new games"), choices.coordinates, needs=Right.CHANNELS
            )
        },
    ),
    slash(
        _server,
        _("See the settings of this server, or change one"),
        Right.ANYONE,
        name="server",
        options={
            "time_zone": CommandOption(
                _("The time zone for daily and weekly posts; type a city"), choices.time_zones, needs=Right.MODERATOR
            )
        },
    ),
    slash(
        actions.themes,
        _("See the colours for pictures, or add your own to this server"),
        Right.ANYONE,
        options={
            "name": CommandOption(_("The theme to show"), choices.themes),
            "file": CommandOption(_("A TOML file with colours, for this server"), needs=Right.MODERATOR),
        },
    ),
)


async def _change(request: Request, press: Press, name: str, on: bool | None, *, scope: Scope) -> Message:
    """Change a setting to the choice in its menu, or to the state that its switch names."""
    value = press.value if press.values or on is None else (OFF, ON)[on]
    return await actions.change(request, scope, name, value)


async def _choose_page(request: Request, press: Press, *, scope: Scope) -> Message:
    """Open the page of the setting chosen."""
    return await actions.open_page(request, scope, press.value)


async def _switch_page(request: Request, press: Press, page: str, on: bool, *, sure: bool = False) -> Message:
    """Switch a setting with a page of its own."""
    return await actions.switch_page(request, press, page, on=on, sure=sure)


async def _choose_permission(request: Request, press: Press) -> Message:
    """Open the page of the permission chosen."""
    return await actions.permission_page(request, actions.read_permission(press.value))


async def _allow_role(request: Request, press: Press, permission: Permission) -> Message:
    """Give a permission to the role chosen."""
    return await actions.allow_role(request, permission, press.values)


async def _choose_limit(request: Request, press: Press) -> Message:
    """Open the page of the limit chosen."""
    return await actions.limit_page(request, actions.read_limit(press.value))


async def _set_limit(request: Request, press: Press, limit: Limit, per: Per) -> Message:
    """Apply the number chosen."""
    return await actions.set_limit(request, limit, per, press.value)


async def _show_theme(request: Request, press: Press) -> Message:
    """Show the theme chosen."""
    return await actions.show(request, press.value)


def _zone_form(texts: Texts) -> InputForm:
    """Asks for a time zone by its city."""
    return InputForm(
        time_zone_label(texts), texts.gettext("A city"), texts.pgettext("a city to type", "Berlin"), "zone"
    )


FRONT = Front(
    commands=(_SETTINGS,),
    buttons=(
        with_press(messages.SET_MINE, partial(_change, scope=Scope.MINE)),
        with_press(messages.SET_CHANNEL, partial(_change, scope=Scope.CHANNEL)),
        with_press(messages.SET_SERVER, partial(_change, scope=Scope.SERVER)),
        with_press(messages.CHOOSE_SERVER_PAGE, partial(_choose_page, scope=Scope.SERVER)),
        with_press(messages.CHOOSE_OWN_PAGE, partial(_choose_page, scope=Scope.MINE)),
        opens(
            messages.TIME_ZONE,
            _zone_form,
            lambda request, typed: actions.choose_time_zone(request, typed),
            in_place=True,
        ),
        with_press(messages.SWITCH_PAGE, _switch_page),
        with_press(messages.SWITCH_OFF, partial(_switch_page, sure=True)),
        returns(messages.MINE_BACK, partial(actions.back, scope=Scope.MINE)),
        with_press(messages.CHOOSE_PERMISSION, _choose_permission),
        returns(messages.PERMISSIONS_BACK, actions.back),
        edits(messages.ALLOW, lambda request, permission, who: actions.allow(request, permission, who)),
        with_press(messages.ALLOW_ROLE, _allow_role),
        with_press(messages.CHOOSE_LIMIT, _choose_limit),
        with_press(messages.SET_LIMIT, _set_limit),
        with_press(messages.SHOW_THEME, _show_theme),
        edits(messages.LIST_THEMES, actions.show_list),
        answers(messages.EXPORT_THEME, actions.export),
        edits(messages.DELETE_THEME, actions.delete),
    ),
)
