"""Private messages about hints: the choice of a kind, and what a hint tells."""

from __future__ import annotations

from bot.front.board.buttons import hint_buttons, rows
from bot.front.board.scenes import BOARD_ACCENT
from bot.front.core.buttons import Actions
from bot.front.core.message import Button, Message, Text, Tone
from bot.text import Texts
from bot.text.hints import hint_text, left_text
from engine.computer.hints import Hint
from engine.game.views import SeatView


def hint_choice_message(game: str, view: SeatView, texts: Texts) -> Message:
    """Asks which kind of hint to give, and says how many are left and what one costs."""
    question = texts.gettext("What shall I tell you?")
    text = Text(f"{question}\n-# {left_text(view, texts)}")
    return Message((text, *rows(hint_buttons(game, view.table, texts))), accent=BOARD_ACCENT)


def hint_message(game: str, view: SeatView, hint: Hint | None, texts: Texts, draft: str | None = None) -> Message:
    """A hint, and how many are left. `draft` is the hint's move as a stored preview, which a button plays."""
    lines = [hint_text(view, hint, texts)]
    buttons: list[Button] = []
    if draft is not None:
        label = texts.gettext("Play it")
        buttons.append(Button(Actions.CONFIRM.id(draft), label, Tone.SUCCESS))
    if hint is not None:
        lines.append(f"-# {left_text(view, texts)}")
        if view.table.hints_left(view.seat) != 0:
            buttons += hint_buttons(game, view.table, texts)
    return Message((Text("\n".join(lines)), *rows(buttons)), accent=BOARD_ACCENT)
