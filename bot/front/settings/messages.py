"""The settings panels and the themes of pictures: menus and switches in one private message, with what they change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from bot.front.board.buttons import rows
from bot.front.board.scenes import BOARD_ACCENT
from bot.front.components.buttons import Action
from bot.front.components.message import (
    MOST_ABOUT,
    MOST_OPTIONS,
    Block,
    Button,
    Image,
    Menu,
    Message,
    Option,
    RoleMenu,
    Row,
    Text,
    Tone,
)
from bot.front.components.payloads import Nothing, OfGrant, OfLimit, OfPermission, OfSetting, OfSettingPage, OfTheme
from bot.front.interaction.choices import ON
from bot.front.settings.preferences import DEFAULT, Preference, Profile, Scope
from bot.limits import Bound, Bounds, Limit, Per, limit_name, scopes_of
from bot.model.profiles import ChannelProfile, Permission, PersonProfile, ServerProfile, WhoMay
from bot.model.theme import BUNDLED, ThemeFile
from bot.render import BoardScene, DrawnTile, ScoreRow, SquareFace, Style, TileFace
from bot.service.rights import Right, role_of, rule_of
from bot.text import Texts, escape
from bot.text.names import shortened
from bot.text.permissions import (
    about_action,
    about_limit,
    about_rule,
    action_title,
    kept_text,
    limit_title,
    rules_text,
    scope_text,
)
from bot.text.settings import (
    about_settings,
    default_text,
    page_lines,
    page_text,
    panel_title,
    sample_alt,
    sample_status,
    setting_title,
    setting_value,
    switch_text,
    theme_about,
    theme_title,
    themes_text,
    time_zone_label,
    time_zone_text,
)
from engine.model.board import STANDARD, Orientation

SET_MINE: Final = Action("set_mine", OfSetting, Right.ANYONE)
SET_CHANNEL: Final = Action("set_channel", OfSetting, Right.CHANNELS)
SET_SERVER: Final = Action("set_server", OfSetting, Right.MODERATOR)
CHOOSE_SERVER_PAGE: Final = Action("server_page", Nothing, Right.ANYONE)
CHOOSE_OWN_PAGE: Final = Action("own_page", Nothing, Right.ANYONE)
SWITCH_PAGE: Final = Action("page_switch", OfSettingPage, Right.MODERATOR)
TIME_ZONE: Final = Action("server_zone", Nothing, Right.MODERATOR)
SWITCH_OFF: Final = Action("page_off", OfSettingPage, Right.MODERATOR)
MINE_BACK: Final = Action("mine_back", Nothing, Right.ANYONE)
CHOOSE_PERMISSION: Final = Action("may_choose", Nothing, Right.MODERATOR)
PERMISSIONS_BACK: Final = Action("may_back", Nothing, Right.ANYONE)
ALLOW: Final = Action("may_allow", OfGrant, Right.MODERATOR)
ALLOW_ROLE: Final = Action("may_role", OfPermission, Right.MODERATOR)
CHOOSE_LIMIT: Final = Action("limit_choose", Nothing, Right.MODERATOR)
SET_LIMIT: Final = Action("limit_set", OfLimit, Right.MODERATOR)

SAMPLE_FILE = "sample.png"
_SIDE = 15
_LEFT, _TOP, _WIDTH, _HEIGHT = 5, 6, 7, 3


_ACTIONS = {Scope.MINE: SET_MINE, Scope.CHANNEL: SET_CHANNEL, Scope.SERVER: SET_SERVER}


def action_of(scope: Scope) -> Action[[str, bool | None], OfSetting]:
    """The action of the menus and switches of a panel."""
    return _ACTIONS[scope]


def settings_message(
    scope: Scope,
    preferences: Sequence[Preference],
    profile: Profile,
    texts: Texts,
    style: Style,
    *,
    keepers: str = "",
    pages: Sequence[PageState] = (),
    defaults: Mapping[str, str] = MappingProxyType({}),
    told: str = "",
) -> Message:
    """A panel; `told` is what has been changed, and `defaults` say what the default of a setting is.

    What the settings do comes last: on a phone, it would hide them.

    If the person may only look, `keepers` is the server's rule for who may change the settings.
    """
    heading, locked = f"### {panel_title(scope, texts)}", bool(keepers)
    note = kept_text(keepers, texts) if locked else ""
    about = about_settings(tuple(one.name for one in preferences), texts, of_server=scope is Scope.SERVER)
    blocks: list[Block] = [Text(told)] if told else []
    blocks.append(Text("\n".join(line for line in (heading, note) if line)))
    switches = [_switch(scope, one, profile, texts, locked) for one in preferences if one.is_switch]
    if isinstance(profile, ServerProfile):
        switches.append(Button(TIME_ZONE.id(), time_zone_label(texts), disabled=locked))
    blocks += rows(switches)
    blocks += [_menu(scope, one, profile, texts, locked, defaults) for one in preferences if not one.is_switch]
    shows = isinstance(profile, ChannelProfile) or (isinstance(profile, PersonProfile) and not profile.text_board)
    if shows and not isinstance(profile, ServerProfile):
        blocks.append(_sample(profile, style, texts))
    blocks += page_blocks(scope, pages, texts) if pages else ()
    if isinstance(profile, ServerProfile):
        blocks += permission_blocks(profile, texts, locked=locked)
        blocks += limit_blocks(texts, locked=locked)
        about = "\n".join((about, f"-# {time_zone_text(profile.time_zone, texts)}"))
    speed = None if isinstance(profile, ServerProfile) else profile.animation
    return Message((*blocks, Text(about)), accent=BOARD_ACCENT).moving(speed)


def _menu(
    scope: Scope, one: Preference, profile: Profile, texts: Texts, locked: bool, defaults: Mapping[str, str]
) -> Menu:
    def value_text(value: str) -> str:
        if value == DEFAULT and one.name in defaults:
            return default_text(defaults[one.name], texts)
        return setting_value(one.name, value, texts)

    title, now = setting_title(one.name, texts), one.read(profile)
    options = tuple(
        Option(
            shortened(texts.titled(title, value_text(value)), MOST_ABOUT),
            value,
            chosen=value == now,
        )
        for value in one.values
    )
    return Menu(action_of(scope).id(one.name, None), title, options, disabled=locked)


def _switch(scope: Scope, one: Preference, profile: Profile, texts: Texts, locked: bool) -> Button:
    """A button that shows the present state and switches it."""
    on = one.read(profile) == ON
    tone = Tone.SUCCESS if on else Tone.SECONDARY
    return Button(action_of(scope).id(one.name, not on), switch_text(one.name, on, texts), tone, disabled=locked)


def _sample(profile: PersonProfile | ChannelProfile, style: Style, texts: Texts) -> Image:
    """Part of a board drawn with the person's or the channel's settings."""
    orientation = Orientation.of_code(profile.coordinates) if isinstance(profile, ChannelProfile) else STANDARD
    return Image(sample_scene(orientation or STANDARD), SAMPLE_FILE, sample_alt(texts), style=style, is_told=True)


def sample_scene(named: Orientation = STANDARD, more: Mapping[int, SquareFace] | None = None) -> BoardScene:
    """A few squares with premiums, `more` of them by their place, old and new tiles and a blank."""
    letters = (("W", "4"), ("O", "1"), ("R", "1"), ("D", "2"))
    tiles = [DrawnTile(1 + place, 1, TileFace(*face), is_new=True) for place, face in enumerate(letters)]
    tiles.append(DrawnTile(5, 1, TileFace("S", "", is_blank=True), is_new=True))
    tiles += [DrawnTile(2, row, TileFace(letter, "1")) for row, letter in ((0, "T"), (2, "E"))]
    squares = {0: _DOUBLE_LETTER, 6: _TRIPLE_WORD, 7: _TRIPLE_LETTER, 18: _DOUBLE_WORD, **(more or {})}
    return BoardScene(
        _WIDTH,
        _HEIGHT,
        tuple(squares.get(place, SquareFace()) for place in range(_WIDTH * _HEIGHT)),
        tuple(tiles),
        tuple(named.column_label(_LEFT + column, _SIDE) for column in range(_WIDTH)),
        tuple(named.row_label(_TOP + row, _SIDE) for row in range(_HEIGHT)),
    )


_DOUBLE_LETTER, _TRIPLE_LETTER = SquareFace("2L", letter_factor=2), SquareFace("3L", letter_factor=3)
_DOUBLE_WORD, _TRIPLE_WORD = SquareFace("2W", word_factor=2), SquareFace("3W", word_factor=3)


@dataclass(frozen=True, slots=True)
class PageState:
    """A setting with a page of its own: what it is called and does, and how it is set; off if that is empty."""

    name: str
    title: str
    about: str
    state: str


def page_blocks(scope: Scope, pages: Sequence[PageState], texts: Texts) -> tuple[Block, ...]:
    """How these settings are set, and the menu that leads to the page of each."""
    options = tuple(Option(one.title, one.name, shortened(one.about, MOST_ABOUT)) for one in pages)
    action = CHOOSE_OWN_PAGE if scope is Scope.MINE else CHOOSE_SERVER_PAGE
    menu = Menu(action.id(), texts.gettext("See or change one of these"), options)
    return (Text(page_lines([(one.title, one.state) for one in pages], texts)), menu)


@dataclass(frozen=True, slots=True)
class SwitchLabels:
    """Where a setting is to be switched on: `everywhere` in the server, or in a channel; and whether it `is_here`."""

    everywhere: bool
    is_here: bool


def page_message(
    one: PageState, switch: SwitchLabels, texts: Texts, told: str = "", *, more: Sequence[str] = (), may_change: bool
) -> Message:
    """The page of a setting that moderators switch on in a place, or off; `told` is what came of that.

    `more` is what they have to know about it.
    """
    here = Button(
        SWITCH_PAGE.id(one.name, True),
        texts.gettext("Switch on")
        if switch.everywhere
        else (texts.gettext("Move it here") if one.state else texts.gettext("Switch on here")),
        Tone.SECONDARY if one.state else Tone.SUCCESS,
    )
    off = Button(SWITCH_PAGE.id(one.name, False), texts.gettext("Switch off"))
    news = (Text(told),) if told else ()
    words = Text("\n".join((page_text(one.title, one.about, one.state, texts), *more)))
    switches = (*(() if switch.is_here else (here,)), *((off,) if one.state else ())) if may_change else ()
    return Message((*news, words, Row((*switches, back_button(Scope.SERVER, texts)))), accent=BOARD_ACCENT)


def question_message(name: str, question: str, texts: Texts) -> Message:
    """Asks before a setting is switched off by which something would be lost."""
    off = Button(SWITCH_OFF.id(name, False), texts.gettext("Switch off"), Tone.DANGER)
    return Message((Text(question), Row((off, back_button(Scope.SERVER, texts)))), accent=BOARD_ACCENT)


def back_button(scope: Scope, texts: Texts) -> Button:
    """Back to a panel."""
    action = MINE_BACK if scope is Scope.MINE else PERMISSIONS_BACK
    return Button(action.id(), texts.gettext("Back"))


def permission_blocks(profile: ServerProfile, texts: Texts, *, locked: bool) -> tuple[Block, ...]:
    """The permissions of a server, and the menu that leads to each."""
    rules = {one: rule_of(profile, one) for one in Permission}
    options = tuple(Option(action_title(one, texts), one.value, about_action(one, texts)) for one in Permission)
    menu = Menu(CHOOSE_PERMISSION.id(), texts.gettext("Change who may do what"), options, disabled=locked)
    return (Text(rules_text(rules, texts)), menu)


def permission_message(permission: Permission, profile: ServerProfile, texts: Texts) -> Message:
    """Who may do one thing: everyone, moderators only, or also a role."""
    rule = rule_of(profile, permission)
    role = role_of(rule)
    buttons = tuple(
        Button(
            ALLOW.id(permission, who),
            texts.gettext("Everyone") if who is WhoMay.EVERYBODY else texts.gettext("Moderators only"),
            Tone.SUCCESS if rule == who else Tone.SECONDARY,
        )
        for who in WhoMay
        if (permission, who) != (Permission.MODERATE, WhoMay.EVERYBODY)
    )
    roles = RoleMenu(
        ALLOW_ROLE.id(permission),
        texts.gettext("Also members with a role"),
        () if role is None else (role,),
    )
    back = back_button(Scope.SERVER, texts)
    text = Text(about_rule(permission, rule, texts))
    return Message((text, Row(buttons), roles, Row((back,))), accent=BOARD_ACCENT)


_STEPS = (1, 2, 3, 5, 7)


def limit_blocks(texts: Texts, *, locked: bool) -> tuple[Block, ...]:
    """The menu that leads to each limit."""
    options = tuple(
        Option(limit_title(one, texts), one.value, shortened(about_limit(one, texts), MOST_ABOUT)) for one in Limit
    )
    return (Menu(CHOOSE_LIMIT.id(), texts.gettext("Change the limits"), options, disabled=locked),)


def limit_message(limit: Limit, numbers: Mapping[str, int], bounds: Bounds, texts: Texts) -> Message:
    """How much of something is allowed here, with a menu for each number."""
    heading = f"### {limit_title(limit, texts)}\n{about_limit(limit, texts)}"
    menus = tuple(_limit_menu(limit, per, numbers, bounds, texts) for per in scopes_of(limit))
    back = back_button(Scope.SERVER, texts)
    return Message((Text(heading), *menus, Row((back,))), accent=BOARD_ACCENT)


def _limit_menu(limit: Limit, per: Per, numbers: Mapping[str, int], bounds: Bounds, texts: Texts) -> Menu:
    name, scope = limit_name(limit, per), scope_text(per, texts)
    now, usual = numbers[name], bounds[name].usual
    options = tuple(
        Option(
            texts.titled(scope, texts.number(number)),
            str(number),
            texts.gettext("the default") if number == usual else "",
            chosen=number == now,
        )
        for number in offered(bounds[name], now)
    )
    return Menu(SET_LIMIT.id(limit, per), scope, options)


def offered(bound: Bound, now: int) -> tuple[int, ...]:
    """The numbers that moderators can choose from: the bounds, the default, the current one, and round ones between."""
    fixed = {bound.least, bound.usual, bound.most, now}
    round_ones = [step * 10**power for power in range(7) for step in _STEPS]
    between = [number for number in round_ones if bound.least < number < bound.most and number not in fixed]
    return tuple(sorted({*fixed, *between[-(MOST_OPTIONS - len(fixed)) :]}))


SHOW_THEME: Final = Action("theme_show", Nothing, Right.ANYONE)
LIST_THEMES: Final = Action("theme_list", Nothing, Right.ANYONE)
EXPORT_THEME: Final = Action("theme_export", OfTheme, Right.ANYONE)
DELETE_THEME: Final = Action("theme_delete", OfTheme, Right.MODERATOR)

_MORE = {
    1: SquareFace("3L", letter_factor=3),
    3: SquareFace("4L", letter_factor=4),
    5: SquareFace("4W", word_factor=4),
    13: SquareFace("+5", points=5),
    15: SquareFace(is_start=True),
    17: SquareFace("3W", word_factor=3),
    19: SquareFace("5L", letter_factor=5),
    20: SquareFace("5W", word_factor=5),
}


def list_message(files: Sequence[ThemeFile], texts: Texts) -> Message:
    """All themes, with a menu that shows one."""
    named = [(theme_title(file.name, texts), theme_about(file.name, file.about, texts)) for file in files]
    options = tuple(Option(title, file.name, about) for file, (title, about) in zip(files, named, strict=True))
    menu = Menu(SHOW_THEME.id(), texts.gettext("Show a theme"), options)
    return Message((Text(themes_text(named, texts)), menu), accent=BOARD_ACCENT)


def theme_message(file: ThemeFile, texts: Texts, *, may_delete: bool) -> Message:
    """A theme's picture, and what can be done with it."""
    title, about = theme_title(file.name, texts), theme_about(file.name, file.about, texts)
    seats = (ScoreRow("Ada", "42", is_turn=True), ScoreRow("Bruno", "37"))
    scene = replace(sample_scene(more=_MORE), status=sample_status(texts), seats=seats)
    image = Image(scene, SAMPLE_FILE, sample_alt(texts, title), style=Style(file.theme), is_told=True)
    buttons = [Button(EXPORT_THEME.id(file.name), texts.gettext("Export"))]
    if file.name not in BUNDLED and may_delete:
        buttons.append(Button(DELETE_THEME.id(file.name), texts.gettext("Delete"), Tone.DANGER))
    buttons.append(Button(LIST_THEMES.id(), texts.gettext("All themes")))
    heading = "\n".join((f"### {escape(title)}", *([escape(about)] if about else [])))
    return Message((Text(heading), image, Row(tuple(buttons))), accent=BOARD_ACCENT)
