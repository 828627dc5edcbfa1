"""The question whether to keep a game for later or to end it."""

from __future__ import annotations

from bot.front.components.buttons import Actions
from bot.front.components.message import Button, Message, Row, Text, Tone
from bot.text import Texts
from bot.text.confirmations import keep_or_end


def keep_message(keep: str, end: str, texts: Texts, *, resigns: bool) -> Message:
    """Asks whether to keep a game or to end it, which these custom ids do; `resigns` says that it counts so."""
    buttons = (
        Button(keep, texts.gettext("Keep for later"), Tone.PRIMARY),
        Button(end, texts.gettext("End for good"), Tone.DANGER),
        Button(Actions.CANCEL.id(), texts.gettext("Cancel")),
    )
    return Message((Text(keep_or_end(texts, resigns=resigns)), Row(buttons)))
