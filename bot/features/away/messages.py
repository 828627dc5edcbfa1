"""The answer to `/away`."""

from __future__ import annotations

from typing import Final

from bot.features.away.text import away_told
from bot.features.away.values import Away
from bot.front.board.buttons import rows
from bot.front.components.custom_ids import Action
from bot.front.components.message import Button, Message, Text
from bot.front.components.payloads import Nothing
from bot.service.rights import Right
from bot.text import Texts

BACK: Final = Action("away_back", Nothing, Right.ANYONE)


def away_message(away: Away, texts: Texts) -> Message:
    """Whether someone is away or will be, with a button to come back."""
    buttons = (Button(BACK.id(), texts.gettext("I am back")),) if away.absence else ()
    return Message((Text(away_told(away, texts)), *rows(buttons)))
