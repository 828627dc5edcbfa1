"""Typed messages: which have the form of a move, which only mention the bot, and how both are answered."""

from __future__ import annotations

import logging
import re
from contextlib import suppress
from dataclasses import dataclass, field, replace
from enum import Enum

import discord

from bot.front.components.buttons import Actions
from bot.front.components.layout import layout
from bot.front.components.message import Button, Message, Row, Text, Tone
from bot.front.components.payloads import Long
from bot.front.interaction.answering import log_unexpected
from bot.front.interaction.dispatch import game_here, opening_rows, own_games, summary_title
from bot.front.interaction.playables import shown_elsewhere
from bot.front.interaction.request import Request, Services, request_in, with_facts
from bot.front.posting.discord_errors import LOST, is_final
from bot.front.posting.mailbox import mentioning, reply
from bot.limits import Limit
from bot.model.deliveries import DeliveryKind, Post, Target, TargetKind
from bot.model.errors import TooOften
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


async def reply_to(message: discord.Message, answer: Message) -> discord.Message:
    """Answer a message in public. Raises what discord.py raises."""
    return await reply(message, answer, nonce_of("r", message))


async def reply_until_moved(
    message: discord.Message, request: Request, game: str, answer: Message, *, alone: bool = False
) -> None:
    """Answer what someone has typed for a game in public; the next board takes the answer away.

    One that stands `alone` takes earlier ones there away, too.
    """
    sent, here = await reply_to(message, answer), Target(TargetKind.CHANNEL, message.channel.id)
    sequence, posts = (await request.state(game)).sequence, request.services.posting.posts
    earlier = await posts.posts(game, here) if alone else ()
    await posts.keep(Post(sent.id, sent.channel.id, game, here, DeliveryKind.TYPED, sequence))
    for one in earlier:
        if one.kind is DeliveryKind.TYPED and one.message_id < sent.id:
            with suppress(*LOST):  # then it goes with the next board
                await request.services.posting.mailbox().remove(one, lambda: True)
                await posts.retire((one.message_id,))


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


async def answer_asker(message: discord.Message, services: Services) -> None:
    """Answer a message to the bot that asks for nothing it knows: a mention, or a direct message."""
    if message.author.bot or not (message.guild is None or mentions_bot(message)):
        return
    if services.play.offered.of(message.id):
        return
    person, server = str(message.author.id), message.guild.id if message.guild else None
    try:
        await services.fair_use.spend(Limit.MENTIONS, person, server)
        await reply_to(message, await guidance(await with_facts(request_in(message, services))))
    except TooOften:
        return
    except LOST as failure:
        LOG.warning("An answer was lost: %s", type(failure).__name__)
    except Exception as error:
        log_unexpected(error)


async def guidance(request: Request) -> Message:
    """What the person can do here now, as buttons, in that person's language as far as it is known."""
    game = await game_here(request)
    state = await request.state(game) if game else None
    if game is None or state is None or not table_view(state).is_running:
        return await _without_game(replace(request, texts=await _language(request)))
    texts, view = await _language(request, state.variant.language), table_view(state)
    if not view.seats_of(request.person.id):
        return Message((Text(guidance_text(None, texts, taken=True)), Row(_offered(request, texts))))
    on_turn = view.on_turn is not None and view.on_turn == acting_seat(state, request.person.id)
    told = Text(guidance_text(cast_of(view), texts, on_turn=on_turn))
    return Message((told, Row((rack_button(game, texts), *_offered(request, texts)))))


async def _without_game(request: Request) -> Message:
    """What the person can do where no game is being played, though something else may be."""
    texts, direct = request.texts, request.place.guild_id is None
    other = None if direct else await shown_elsewhere(request, "help", seated=True)
    told = other.blocks if other else (Text(guidance_text(None, texts)),)
    own = await own_games(request) if direct else ""
    opening = [button for row in await opening_rows(request) for button in row.buttons]
    row = Row((*opening, *_offered(request, texts)))
    return Message((*told, *((Text(own),) if own else ()), row))


def _offered(request: Request, texts: Texts) -> tuple[Button, ...]:
    """How it works, and what features offer anyone."""
    direct = request.place.guild_id is None
    return (_how(texts), *(offer(texts, direct) for offer in request.services.hooks.front.offers))


def rack_button(game: str, texts: Texts) -> Button:
    """The button that shows its presser their rack."""
    return Button(Actions.RACK.id(game), texts.gettext("Rack"), Tone.PRIMARY)


def _how(texts: Texts) -> Button:
    return Button(Actions.TOPIC.id(), texts.gettext("How it works"))


async def _language(request: Request, game: str | None = None) -> Texts:
    """The person's language; if Discord has not told it yet, the place's."""
    profile = await request.profile()
    return request.texts if profile.language or profile.locale else await request.aloud(game or request.home or None)
