"""The panels that switch milestones on and off, as messages."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from bot.features.milestones.text import switch_text
from bot.features.milestones.values import MilestoneKind
from bot.front.board.buttons import rows
from bot.front.board.scenes import BOARD_ACCENT
from bot.front.components.custom_ids import Action
from bot.front.components.message import Button, Message, Text, Tone
from bot.front.components.payloads import Payload
from bot.service.rights import Right
from bot.text import Texts


@dataclass(frozen=True, slots=True)
class OfKind(Payload):
    """A kind of milestones, to be switched on or off."""

    kind: MilestoneKind
    on: bool


MINE: Final = Action("milestones_mine", OfKind, Right.ANYONE)
SERVER: Final = Action("milestones_here", OfKind, Right.MODERATOR)


def panel(
    told: str, switch: Action[[MilestoneKind, bool], OfKind], off: Collection[MilestoneKind], texts: Texts
) -> Message:
    """What is said, and a button for each kind."""
    buttons = [
        Button(
            switch.id(kind, kind in off),
            switch_text(kind, off, texts),
            Tone.SECONDARY if kind in off else Tone.SUCCESS,
        )
        for kind in MilestoneKind
    ]
    return Message((Text(told), *rows(buttons)), accent=BOARD_ACCENT)
