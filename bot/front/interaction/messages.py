"""The buttons that open a game, or another one like the last."""

from __future__ import annotations

from bot.front.components.buttons import Actions
from bot.front.components.message import Button, Row, Tone
from bot.text import Texts


def opening_row(texts: Texts, *, computers: bool = True) -> Row:
    """Play the computer, if computer players are allowed, and Start a game."""
    alone = Button(Actions.PLAY_COMPUTER.id(), texts.gettext("Play the computer"), Tone.PRIMARY)
    return Row((*((alone,) if computers else ()), Button(Actions.OPEN.id(), texts.gettext("Start a game"))))


def again_row(again: str, texts: Texts) -> Row:
    """Play again, which has this custom id, and New game."""
    return Row(
        (
            Button(again, texts.gettext("Play again"), Tone.PRIMARY),
            Button(Actions.OPEN.id(), texts.gettext("New game")),
        )
    )
