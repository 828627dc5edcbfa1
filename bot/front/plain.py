"""Short private messages: a text, or a question with a button to confirm it."""

from __future__ import annotations

from bot.front.ids import button_id
from bot.front.presenter.message import Button, Message, Row, Text, Tone
from bot.text import Texts


def say(text: str) -> Message:
    """A message of one text."""
    return Message((Text(text),))


def ask(text: str, yes: str, action: str, game: str, texts: Texts, turn: int = 0) -> Message:
    """A question whose button does the action, beside one that takes the question away."""
    buttons = (
        Button(button_id(action, game, turn), yes, Tone.DANGER),
        Button(button_id("cancel", game, turn), texts.gettext("Cancel")),
    )
    return Message((Text(text), Row(buttons)))
