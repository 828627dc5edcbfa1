"""Who may do what, in the panel of a server: a table with a menu of actions, and a page for each action."""

from __future__ import annotations

from bot.front.ids import button_id
from bot.front.presenter.boards import BOARD_ACCENT
from bot.front.presenter.message import Block, Button, Menu, Message, Option, RoleMenu, Row, Text, Tone
from bot.service.profiles import ServerProfile, WhoMay
from bot.service.rights import Action, role_of, rule_of
from bot.text import Texts
from bot.text.permissions import about_action, action_title, rule_text

CHOOSE, BACK = "may_choose", "may_back"
"""Actions of the menu in the panel, and of the way back to it."""
ALLOW, ALLOW_ROLE = "may_allow", "may_role"
"""Actions of the buttons, whose turn is the number of a value in `WHO`, and of the menu of roles."""
WHO = tuple(WhoMay)


def permission_blocks(profile: ServerProfile, texts: Texts, *, locked: bool) -> tuple[Block, ...]:
    """The table of a server, and the menu that leads to each action."""
    lines = [f"- {action_title(one, texts)}: {rule_text(rule_of(profile, one), texts)}" for one in Action]
    heading = texts.gettext("**Who may do what**")
    options = tuple(Option(action_title(one, texts), one.value, about_action(one, texts)) for one in Action)
    menu = Menu(button_id(CHOOSE), texts.gettext("Change who may do what"), options, disabled=locked)
    return (Text("\n".join((heading, *lines))), menu)


def permission_message(action: Action, profile: ServerProfile, texts: Texts) -> Message:
    """Whom to allow one action: everybody, moderators only, or a role beside them."""
    rule, title = rule_of(profile, action), action_title(action, texts)
    now = texts.gettext("Now: {who}.", who=rule_text(rule, texts))
    role = role_of(rule)
    labels = {WhoMay.EVERYBODY: texts.gettext("Everybody"), WhoMay.MODERATORS: texts.gettext("Moderators only")}
    buttons = tuple(
        Button(button_id(ALLOW, action.value, number), labels[who], Tone.SUCCESS if rule == who else Tone.SECONDARY)
        for number, who in enumerate(WHO)
    )
    roles = RoleMenu(
        button_id(ALLOW_ROLE, action.value), texts.gettext("Or members with a role"), () if role is None else (role,)
    )
    back = Button(button_id(BACK), texts.gettext("Back"))
    text = Text(f"### {title}\n{about_action(action, texts)}\n{now}")
    return Message((text, Row(buttons), roles, Row((back,))), accent=BOARD_ACCENT)
