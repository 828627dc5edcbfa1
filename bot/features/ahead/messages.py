"""Moves ahead as messages, and the button under a preview."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.features.ahead.ahead import is_slow
from bot.features.ahead.text import kept_text, listed_text, none_text, replaced_text, unchecked_text
from bot.features.ahead.values import AheadMove
from bot.front.components.custom_ids import Action
from bot.front.components.message import MOST_ABOUT, Button, Menu, Message, Option, Text, say
from bot.front.components.payloads import OfDraft, OfGame
from bot.service.rights import Right
from bot.text import Texts
from bot.text.names import shortened
from engine.game.views import SeatView

WHEN_MY_TURN: Final = Action("ahead", OfDraft, Right.AUTHOR)
REMOVE: Final = Action("ahead_remove", OfGame, Right.PLAYER)


def preview_button(draft: str, view: SeatView, texts: Texts) -> Button | None:
    """Keeps a tried move for the next turn, where there is time and it is not that turn yet."""
    table = view.table
    if table.on_turn in (None, view.seat) or not is_slow(table.rules):
        return None
    return Button(WHEN_MY_TURN.id(draft), texts.gettext("Play when it is my turn"))


def kept_message(move: str, answers: str, replaced: str, texts: Texts) -> Message:
    """What was kept, and the earlier move that it replaces, if that is another one."""
    instead = [replaced_text(replaced, texts)] if replaced not in ("", move) else []
    return say("\n".join((" ".join((kept_text(move, answers, texts), *instead)), unchecked_text(texts))))


def list_message(game: str, moves: Sequence[AheadMove], texts: Texts) -> Message:
    """All moves ahead of a person in a game, with a menu that removes them."""
    if not moves:
        return say(none_text(texts))
    options = tuple(
        Option(shortened(f"{one.answers} → {one.move}" if one.answers else one.move, MOST_ABOUT), one.id)
        for one in moves
    )
    menu = Menu(REMOVE.id(game), texts.gettext("Remove a move"), options)
    return Message((Text(listed_text(moves, texts)), menu))
