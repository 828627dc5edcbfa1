"""Messages about hints: which kind to give, and the hint itself."""

from __future__ import annotations

from bot.front.board.buttons import hint_buttons, rows
from bot.front.board.scenes import BOARD_ACCENT, hint_scene, part_alt
from bot.front.components.buttons import Actions
from bot.front.components.message import Button, Image, Message, Text, Tone
from bot.render import BoardScene
from bot.text import Texts
from bot.text.hints import hint_alt, hint_question, hint_text, left_text, thinking_text
from engine.game.views import SeatView
from engine.review.hints import Hint

HINT_FILE = "hint.png"


def hint_choice_message(game: str, view: SeatView, texts: Texts) -> Message:
    """Asks which kind of hint to give, and says how many are left and what one costs."""
    buttons = rows(hint_buttons(game, view.table, texts))
    return Message((Text(hint_question(view, texts)), *buttons), accent=BOARD_ACCENT)


def thinking_message(game: str, view: SeatView, texts: Texts) -> Message:
    """Stands in for a hint while it is looked for; its buttons ask again if that was cut short."""
    return Message((Text(thinking_text(texts)), *rows(hint_buttons(game, view.table, texts))), accent=BOARD_ACCENT)


def _picture(scene: BoardScene, view: SeatView, texts: Texts) -> Image:
    """The board with a hint on it."""
    alt = hint_alt(part_alt(scene, view.table.board.layout, texts), texts)
    return Image(scene, HINT_FILE, alt, is_told=True)


def hint_message(
    game: str,
    view: SeatView,
    hint: Hint | None,
    texts: Texts,
    draft: str | None = None,
    *,
    pictured: bool = True,
) -> Message:
    """A hint in words and on the board, and how many are left.

    `draft` is the id of a stored preview of the hint's move, which a button plays. Readers of text boards get no
    picture.
    """
    scene = hint_scene(view, hint, texts) if hint is not None and pictured else None
    image = (_picture(scene, view, texts),) if scene else ()
    lines = [hint_text(view, hint, texts)]
    buttons: list[Button] = []
    if draft is not None:
        buttons.append(Button(Actions.CONFIRM.id(draft), texts.gettext("Play it"), Tone.SUCCESS))
    if hint is not None:
        lines.append(f"-# {left_text(view, texts)}")
        if view.table.hints_left(view.seat) != 0:
            buttons += hint_buttons(game, view.table, texts)
    return Message((Text("\n".join(lines)), *image, *rows(buttons)), accent=BOARD_ACCENT)
