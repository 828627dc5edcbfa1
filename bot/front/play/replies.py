"""Answers to moves that are typed as messages: a reply that everyone reads, or a direct message."""

from __future__ import annotations

from dataclasses import replace

import discord

from bot.front.components.buttons import Actions
from bot.front.components.layout import layout
from bot.front.components.message import Button, Message, Row, Text
from bot.front.components.payloads import Long
from bot.front.interaction.dispatch import summary_title
from bot.front.interaction.request import Request
from bot.front.posting.discord_errors import LOST, is_final
from bot.front.posting.mailbox import mentioning, reply
from bot.model.profiles import is_closed
from bot.text import Texts
from bot.text.typed_answers import move_heading


async def texts_of_all(request: Request, game: str) -> Texts:
    """The texts for everyone who sees a game's channel."""
    return await request.aloud((await request.state(game)).variant.language)


async def reply_to(message: discord.Message, answer: Message) -> None:
    """Answer a message in public. Raises what discord.py raises."""
    await reply(message, answer, nonce_of("r", message))


def nonce_of(kind: str, message: discord.Message) -> str:
    """The nonce of an answer: another one for each text that a message has had. Discord takes 25 characters."""
    edited = f"e{int(message.edited_at.timestamp()) % 1000}" if message.edited_at else ""
    return f"{kind}{message.id}{edited}"


def with_button(answer: Message, label: str, message: discord.Message, game: str) -> Message:
    """A public reply whose button shows the author of a move in private what has become of it."""
    return replace(answer, blocks=(*answer.blocks, Row((Button(Actions.WHY.id(game, Long(message.id)), label),))))


async def naming_move(request: Request, game: str, text: str, answer: Message) -> Message:
    """A private answer that names the move and the game first, since it appears far from both."""
    heading = move_heading(text, summary_title(await request.summary(game), request), request.texts)
    return replace(answer, blocks=(Text(heading), *answer.blocks))


async def tell_privately(message: discord.Message, request: Request, answer: Message) -> bool:
    """Send a direct message; returns whether it got through."""
    profile = await request.profile()
    if is_closed(profile, request.services.clock.now()):
        return False
    try:
        await message.author.send(
            view=layout(answer), nonce=nonce_of("d", message), allowed_mentions=mentioning(answer)
        )
    except LOST as error:
        if isinstance(error, discord.HTTPException) and is_final(error):
            await request.services.people.dm_refused(request.person.id, request.services.clock.now())
        return False
    return True
