"""The fair-use limits in a server's panel: a menu of them, and a page for each."""

from __future__ import annotations

from collections.abc import Mapping

from bot.front.board.scenes import BOARD_ACCENT
from bot.front.core.buttons import Actions
from bot.front.core.message import MOST_OPTIONS, Block, Button, Menu, Message, Option, Row, Text
from bot.limits import Bound, Bounds, Limit, Per, limit_name, scopes_of
from bot.text import Texts
from bot.text.limits import about_limit, limit_title, scope_text

_STEPS = (1, 2, 3, 5, 7)


def limit_blocks(texts: Texts, *, locked: bool) -> tuple[Block, ...]:
    """The menu that leads to each limit."""
    options = tuple(Option(limit_title(one, texts), one.value, about_limit(one, texts)[:100]) for one in Limit)
    return (Menu(Actions.CHOOSE_LIMIT.id(), texts.gettext("Change the limits"), options, disabled=locked),)


def limit_message(limit: Limit, numbers: Mapping[str, int], bounds: Bounds, texts: Texts) -> Message:
    """How much of something is allowed here, with a menu for each number."""
    heading = f"### {limit_title(limit, texts)}\n{about_limit(limit, texts)}"
    menus = tuple(_menu(limit, per, numbers, bounds, texts) for per in scopes_of(limit))
    back = Button(Actions.PERMISSIONS_BACK.id(), texts.gettext("Back"))
    return Message((Text(heading), *menus, Row((back,))), accent=BOARD_ACCENT)


def _menu(limit: Limit, per: Per, numbers: Mapping[str, int], bounds: Bounds, texts: Texts) -> Menu:
    name, scope = limit_name(limit, per), scope_text(per, texts)
    now, usual = numbers[name], bounds[name].usual
    options = tuple(
        Option(
            texts.gettext("{scope}: {number}", scope=scope, number=texts.number(number)),
            str(number),
            texts.gettext("the usual number") if number == usual else "",
            chosen=number == now,
        )
        for number in offered(bounds[name], now)
    )
    return Menu(Actions.SET_LIMIT.id(limit, per), scope, options)


def offered(bound: Bound, now: int) -> tuple[int, ...]:
    """The numbers that moderators can choose from: the bounds, the default, the current one, and round ones between."""
    fixed = {bound.least, bound.usual, bound.most, now}
    round_ones = [step * 10**power for power in range(7) for step in _STEPS]
    between = [number for number in round_ones if bound.least < number < bound.most and number not in fixed]
    return tuple(sorted({*fixed, *between[-(MOST_OPTIONS - len(fixed)) :]}))
