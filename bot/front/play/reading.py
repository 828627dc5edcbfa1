"""Typed messages: which have the form of a move, which only mention the bot, and how both are answered."""

from __future__ import annotations

import logging
import re
from dataclasses import dataclass, field, replace
from enum import Enum

import discord

from bot.front.components.buttons import Actions
from bot.front.components.layout import layout
from bot.front.components.message import Button, Message, Row, Text, say
from bot.front.components.payloads import Long
from bot.front.interaction.answering import log_unexpected
from bot.front.interaction.dispatch import game_here, opening_rows, summary_title
from bot.front.interaction.playables import shown_elsewhere
from bot.front.interaction.request import Request, Services, request_in, with_facts
from bot.front.posting.discord_errors import LOST, is_final
from bot.front.posting.mailbox import mentioning, reply
from bot.model.profiles import is_closed
from bot.service.rights import Right
from bot.text import Texts, cast_of
from bot.text.typed import TypedMeaning, TypedWords, every_typed_word, guidance_text, move_heading
from engine.game.hotseat import acting_seat
from engine.game.views import table_view
from engine.model.board import is_coordinate
from engine.play.notation import parts_of
from engine.reading import pasted

TYPED = Right.PLAYER
"""The right that a move typed as a message needs."""
LONGEST_MOVE = 200
"""Characters of the longest message that can be a move."""


class TypedKind(Enum):
    """What a typed message asks for."""

    PLAY = "play"
    WORD = "word"
    PASS = "pass"
    EXCHANGE = "exchange"


@dataclass(frozen=True, slots=True)
class Typed:
    """A message that has the form of a move; `text` is the move, the word without a square or the tiles.

    `word` says pass or exchange; `like_chat` that people also chat in this form, such as `lunch 12h` or `8h: lunch`.
    """

    kind: TypedKind
    text: str = ""
    word: str = field(default="", compare=False)
    like_chat: bool = field(default=False, compare=False)

    def is_in(self, words: TypedWords) -> bool:
        """Whether the message is in one of the languages of the words."""
        return self.kind not in _SAID or words.means(self.word, _SAID[self.kind])


_SAID = {TypedKind.PASS: TypedMeaning.PASS, TypedKind.EXCHANGE: TypedMeaning.EXCHANGE}

_MENTION = re.compile(r"\s*<@[!&]?\d+>[\s,:;]*")


def without_mention(content: str) -> str:
    """A message without a leading mention."""
    match = _MENTION.match(content)
    return content[match.end() :] if match else content


def read_typed(content: str) -> Typed | None:
    """What a message asks for in any language, judged by its form alone; None for chat."""
    text = pasted(content)
    if len(text) > LONGEST_MOVE:
        return None
    words, parts = every_typed_word(), parts_of(text)
    move = words.move_of(parts)
    if len(move) in (2, 3) and any(map(is_coordinate, move)):
        return Typed(TypedKind.PLAY, " ".join(move), like_chat=_is_like_chat(text, parts))
    if len(move) == 1 and (len(parts) == 1 or move[0] == move[0].upper()):
        return _read_alone(move[0], words)
    if parts and words.means(parts[0], TypedMeaning.EXCHANGE):
        return Typed(TypedKind.EXCHANGE, " ".join(parts[1:]), parts[0])
    return None


def _is_like_chat(text: str, parts: list[str]) -> bool:
    """Whether a move is in small letters with the word first, or with a mark between square and word."""
    return text == text.lower() and not (is_coordinate(parts[0]) and text.split() == parts)


def _read_alone(word: str, words: TypedWords) -> Typed | None:
    if words.means(word, TypedMeaning.PASS):
        return Typed(TypedKind.PASS, word=word)
    if len(word) < 2 or words.means(word, TypedMeaning.EXCHANGE) or any(map(str.isdecimal, word)):
        return None
    return Typed(TypedKind.WORD, word)


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


LOG = logging.getLogger(__name__)


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
        LOG.warning("An answer was lost: %s", type(failure).__name__)
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
