"""The messages of open challenges."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.features.seeks.text import accept_label, accepted_text, heading, posted_text, seek_line
from bot.features.seeks.values import Seek
from bot.front.board.scenes import BOARD_ACCENT
from bot.front.components.buttons import declare
from bot.front.components.message import Block, Button, Message, Row, Text, Tone
from bot.front.components.payloads import Payload
from bot.service.rights import Right
from bot.text import Texts


@dataclass(frozen=True, slots=True)
class OfSeek(Payload):
    """A challenge, by its number."""

    number: int


ACCEPT: Final = declare("seek_accept", OfSeek, Right.ANYONE)
WITHDRAW: Final = declare("seek_withdraw", OfSeek, Right.ANYONE)


def list_message(seeks: Sequence[Seek], server: int, texts: Texts) -> Message:
    """The challenges that are listed in a channel of a server, each with its button."""
    blocks: list[Block] = [Text(heading(texts))]
    for seek in seeks:
        accept = Button(ACCEPT.id(seek.number), accept_label(texts), Tone.PRIMARY)
        blocks += [Text(seek_line(seek, server, texts)), Row((accept,))]
    return Message(tuple(blocks), accent=BOARD_ACCENT)


def called_message(seek: Seek, opponent: str, texts: Texts) -> Message:
    """Calls whoever has posted a challenge to its game."""
    return Message((Text(accepted_text(seek.person, opponent, texts)),), mentions=(seek.person,))


def posted_message(seek: Seek, texts: Texts) -> Message:
    """Tells somebody that their challenge stands."""
    withdraw = Button(WITHDRAW.id(seek.number), texts.gettext("Withdraw"))
    return Message((Text(posted_text(seek, texts)), Row((withdraw,))))
