"""Mentions of the bot that are no moves."""

from __future__ import annotations

import logging
from dataclasses import replace

import discord

from bot.front.components.message import Message, Text, say
from bot.front.interaction.answering import log_unexpected
from bot.front.interaction.dispatch import game_here
from bot.front.interaction.elsewhere import shown_elsewhere
from bot.front.interaction.no_game import opening_rows
from bot.front.interaction.request import Request, request_in, with_facts
from bot.front.interaction.services import Services
from bot.front.play.replies import reply_to
from bot.front.posting.discord_errors import LOST
from bot.text import cast_of
from bot.text.typed_answers import guidance_text
from engine.game.hotseat import acting_seat
from engine.game.views import table_view

_log = logging.getLogger(__name__)


def mentions_bot(message: discord.Message) -> bool:
    """Whether the text of a message in a server mentions the bot or its role; a mere reply to the bot does not."""
    if message.guild is None or message.guild.me is None:
        return False
    role = message.guild.self_role
    names = (f"<@{message.guild.me.id}>", f"<@!{message.guild.me.id}>", *((f"<@&{role.id}>",) if role else ()))
    return any(name in message.content for name in names)


async def answer_mention(message: discord.Message, services: Services) -> None:
    """Tell someone who mentions the bot what it understands and where to find help, once in a while."""
    person = str(message.author.id)
    if message.author.bot or not mentions_bot(message) or not services.fair_use.tells(f"mention/{person}"):
        return
    try:
        request = await with_facts(request_in(message, services))
        await reply_to(message, await guidance(request))
    except LOST as failure:
        _log.warning("An answer was lost: %s", type(failure).__name__)
    except Exception as error:
        log_unexpected(error)


async def guidance(request: Request) -> Message:
    """What the bot understands here, and where to find help."""
    game = await game_here(request)
    state = await request.state(game) if game else None
    if state is None or not table_view(state).is_running:
        texts = await request.aloud()
        if told := await shown_elsewhere(replace(request, texts=texts), "", seated=True):
            return told
        rows = await opening_rows(replace(request, texts=texts))
        return Message((Text(guidance_text(None, texts)), *rows))
    texts, view = await request.aloud(state.variant.language), table_view(state)
    on_turn = view.on_turn is not None and view.on_turn == acting_seat(state, request.person.id)
    return say(guidance_text(cast_of(view), texts, on_turn=on_turn))
