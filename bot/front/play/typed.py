"""Moves typed as plain messages: in a channel, in a direct message, or after a mention of the bot.

Only a whole message that parses completely, from a seated player, is a move; all other chat is ignored. A message has
no private answer, so failures go to a direct message, else to a short reply with a button that shows the reason.
"""

from __future__ import annotations

import logging
import re
from dataclasses import dataclass, field, replace
from enum import Enum

import discord

from bot.front.board.buttons import rows
from bot.front.core.answering import log_unexpected, refusal_message
from bot.front.core.buttons import Actions
from bot.front.core.dispatch import distinct_titles, game_here, only_one, summary_title
from bot.front.core.errors import SeveralGames, explain
from bot.front.core.gate import require
from bot.front.core.layout import layout
from bot.front.core.measuring import measured
from bot.front.core.message import Button, Message, Row, Text, Tone, say
from bot.front.core.offers import opening_rows
from bot.front.core.payloads import Long
from bot.front.core.posting import LOST, is_final, mentioning, reply
from bot.front.core.reactions import Reaction
from bot.front.core.request import Request, request_in, with_facts
from bot.front.core.services import Services
from bot.front.core.speech import texts_in
from bot.front.play import actions
from bot.front.play.messages import called_message
from bot.limits import Limit
from bot.logs import about
from bot.model.errors import TooManyAtOnce, TooOften, UnknownGame
from bot.model.games import GamePhase, GameSummary
from bot.model.measures import Asking
from bot.model.profiles import is_closed
from bot.service.rights import Right
from bot.text import Texts, escape
from bot.text.names import in_code, shortened
from bot.text.refusals import public_refusal
from bot.text.typed import Said, TypedWords, every_typed_word, typed_words
from engine.errors import MalformedText, NotConnected, OffTheBoard, RuleViolation, StartNotCovered
from engine.game.events import Played, TurnLost
from engine.game.hotseat import acting_seat
from engine.game.state import GameState
from engine.game.views import table_view
from engine.model.board import Board
from engine.model.coordinates import is_coordinate
from engine.play.notation import PlayIntent, read_move
from engine.play.placement import check

_log = logging.getLogger(__name__)

TYPED = Right.PLAYER
"""The right that a move typed as a message needs."""
LONGEST_MOVE = 200
"""Characters of the longest message that can be a move."""


class TypedKind(Enum):
    """What a typed message asks for."""

    PLAY = "play"
    PASS = "pass"
    EXCHANGE = "exchange"


@dataclass(frozen=True, slots=True)
class Typed:
    """A message that has the form of a move; `text` is the move or the tiles, `word` says pass or exchange."""

    kind: TypedKind
    text: str = ""
    word: str = field(default="", compare=False)

    def is_in(self, words: TypedWords) -> bool:
        """Whether the message is in one of the languages of the words."""
        return self.kind is TypedKind.PLAY or words.means(self.word, _SAID[self.kind])


_SAID = {TypedKind.PASS: Said.PASS, TypedKind.EXCHANGE: Said.EXCHANGE}

_MENTION = re.compile(r"\s*<@!?\d+>\s*")


def without_mention(content: str) -> str:
    """A message without a leading mention."""
    match = _MENTION.match(content)
    return content[match.end() :] if match else content


def read_typed(content: str) -> Typed | None:
    """What a message asks for in any language, judged by its form alone; None for chat."""
    text = content.strip()
    tokens = text.split()
    if len(text) > LONGEST_MOVE or not tokens:
        return None
    if len(tokens) in (2, 3) and any(map(is_coordinate, tokens)):
        return Typed(TypedKind.PLAY, text)
    words, first = every_typed_word(), tokens[0]
    if len(tokens) == 1:
        return Typed(TypedKind.PASS, word=first) if words.means(first, Said.PASS) else None
    if words.means(first, Said.EXCHANGE):
        return Typed(TypedKind.EXCHANGE, text[len(first) :].strip(), first)
    return None


async def hear(message: discord.Message, services: Services) -> bool:
    """Do what a message asks for, if it is a move; returns False if it is chat between people."""
    if message.author.bot or message.type not in (discord.MessageType.default, discord.MessageType.reply):
        return True
    typed = read_typed(without_mention(message.content))
    if typed is None:
        return False
    person, server = str(message.author.id), message.guild.id if message.guild else None
    try:
        await services.fair_use.spend(Limit.REQUESTS, person, server)
        with (
            about(cause=f"m{message.id}"),
            measured(services.measures, Asking.MESSAGE, typed.kind.value),
            services.in_flight.answering(person) as earlier_requests,
        ):
            await earlier_requests()
            return await _answer(message, services, typed)
    except (TooOften, TooManyAtOnce) as error:
        await _turn_away(message, services, error)
    return True


async def _turn_away(message: discord.Message, services: Services, error: TooOften | TooManyAtOnce) -> None:
    """Tell someone who types too much that this move was ignored, unless they were told a short while ago."""
    if not services.fair_use.tells(str(message.author.id)):
        return
    asked = request_in(message, services)
    texts = await texts_in(asked.place, asked.person.id, services.people)
    try:
        await _reply(message, say(explain(error, texts)))
    except LOST as failure:
        _log.warning("An answer was lost: %s", type(failure).__name__)


async def _answer(message: discord.Message, services: Services, typed: Typed) -> bool:
    """Do what a message asks for; returns False if its words mean that only in a language that is not used here."""
    try:
        request = await with_facts(request_in(message, services))
        if message.guild is not None:
            return await _hear_publicly(message, request, typed)
        if not await _is_understood(message, request, typed):
            return False
        await _hear_privately(message, request, typed)
    except Exception as error:
        log_unexpected(error)
    return True


# --- in a channel --------------------------------------------------------------------------------------------------


async def _hear_publicly(message: discord.Message, request: Request, typed: Typed) -> bool:
    game = await game_here(request)
    if game is None:
        if typed.is_in(typed_words(request.texts, "")):
            await _offer_game(message, request, typed)
        return True
    state = await request.state(game)
    words = typed_words(request.texts, state.variant.language)
    if not typed.is_in(words):
        return False
    if not _is_meant(state, request, typed, words):
        return True
    await require(request, TYPED, game)
    if typed.kind is TypedKind.PLAY:
        await _play_publicly(message, request, game, typed.text)
    else:
        await _reply(message, _elsewhere(typed.kind, game, state, await request.aloud(state.variant.language)))
    return True


def _elsewhere(kind: TypedKind, game: str, state: GameState, texts: Texts) -> Message:
    """What to do instead of typing where everyone can read it, or where it may be chat."""
    if kind is TypedKind.PASS:
        button = Button(Actions.PASS_YES.id(game, state.turn), texts.gettext("Pass"), Tone.DANGER)
        return Message((Text(texts.gettext("To pass your turn, press the button.")), Row((button,))))
    return say(
        texts.gettext(
            "Everyone can read this channel. To exchange tiles, use `/exchange`, or press **More** under the board."
        )
    )


_PLAIN_MOVE = re.compile(r"(?:1[0-5]|[1-9])[A-O] [^\W\d_]{2,}|[A-O](?:1[0-5]|[1-9]) [^\W\d_]{2,}")
"""A move on the usual board, as help writes it."""


async def _offer_game(message: discord.Message, request: Request, typed: Typed) -> None:
    """Answer a move in a channel that never had a game, if it can hardly be chat; once in a while in each channel."""
    addressed = message.content != without_mention(message.content)
    plain = typed.text == typed.text.upper() and _PLAIN_MOVE.fullmatch(typed.text)
    if not (addressed or plain):
        return
    public = await request.aloud()
    rows = await opening_rows(replace(request, texts=public))
    if rows and request.services.fair_use.tells(f"no game/{request.place.channel_id}"):
        await _reply(message, Message((Text(explain(UnknownGame(""), public)), *rows)))


def _is_meant(state: GameState, request: Request, typed: Typed, words: TypedWords) -> bool:
    """Whether someone seated in a running game typed something that reads as a move in it."""
    view = table_view(state)
    seat = acting_seat(state, request.person.id)
    if seat is None or not state.seats[seat].in_play or not view.is_running:
        return False
    if typed.kind is TypedKind.PASS:
        return True
    try:
        if typed.kind is TypedKind.EXCHANGE:
            letters = "".join(typed.text.split()).replace("?", "")
            return words.means(letters, Said.ALL) or len(view.variant.alphabet.split(letters)) <= view.variant.rack_size
        intent = read_move(words.in_english(typed.text), view.variant, view.setup.orientation)
    except MalformedText:
        return False
    return not (_may_be_chat(typed.text) and _is_far_from_all(intent, view.board))


def _may_be_chat(text: str) -> bool:
    """Whether a move is written as people chat: in small letters, the word first, such as `lunch 12h`."""
    return text == text.lower() and not is_coordinate(text.split(maxsplit=1)[0])


def _is_far_from_all(intent: PlayIntent, board: Board) -> bool:
    """Whether a move would touch no tile or miss the start: the board alone decides, so racks stay secret."""
    cells = [intent.cell.step(intent.direction, number) for number in range(len(intent.letters))]
    try:
        check(dict.fromkeys(cell for cell in cells if board.at(cell) is None), board, intent.direction)
    except (NotConnected, StartNotCovered, OffTheBoard):
        return True
    except RuleViolation:
        return False
    return False


async def _play_publicly(message: discord.Message, request: Request, game: str, text: str) -> None:
    """Play a move typed in a channel: the new board is the answer, but a refusal is sent in private.

    A reaction says at once which it is, where the bot may react.
    """
    try:
        if (await request.profile()).confirm_moves:
            shown = await actions.try_move(request, game, text)
            if not await _tell_privately(message, request, shown):
                public = await _public_texts(request, game)
                await _reply(message, say(public.gettext("Use `/play`, so that you can confirm your move.")))
            return
        told = await actions.play_move(request, game, text)
        lost = told.first(TurnLost)
        if lost is not None:
            request.services.reactions.add(message, Reaction.REFUSED)
            if not lost.words:
                await _tell_privately(message, request, await _named(request, game, text, told.message))
        elif told.first(Played) is not None:
            request.services.reactions.add(message, Reaction.PLAYED)
        elif not await _tell_privately(message, request, told.message):
            await _call_host(message, request, game)
    except Exception as error:
        log_unexpected(error)
        request.services.reactions.add(message, Reaction.REFUSED)
        reason = await _named(request, game, text, say(explain(error, request.texts)))
        if not await _tell_privately(message, request, reason):
            await _hint(message, request, game, error)


async def _named(request: Request, game: str, text: str, answer: Message) -> Message:
    """A private answer that names the move and the game first, since it appears far from both."""
    title = escape(summary_title(await request.summary(game), request))
    facts = {"move": f"`{in_code(text)}`", "game": f"**{title}**"}
    heading = request.texts.gettext("Your move {move} in {game}:", **facts)
    return replace(answer, blocks=(Text(heading), *answer.blocks))


async def _call_host(message: discord.Message, request: Request, game: str) -> None:
    """Call a host who typed an unknown word; of everyone else's, a notice tells the channel."""
    if request.person.id == (await request.state(game)).host:
        await _reply(message, called_message(game, request.person.id, await _public_texts(request, game)))


async def _public_texts(request: Request, game: str) -> Texts:
    return await request.aloud((await request.state(game)).variant.language)


async def _hint(message: discord.Message, request: Request, game: str, error: Exception) -> None:
    """Reply in public, with a button that tells the author of the move why it failed."""
    request.services.reasons.keep(message.id, request.person.id, error)
    texts = await _public_texts(request, game)
    button = Button(Actions.WHY.id(game, Long(message.id)), texts.gettext("Why?"))
    await _reply(message, Message((Text(public_refusal(texts)), Row((button,)))))


async def _reply(message: discord.Message, answer: Message) -> None:
    await reply(message, answer, f"r{message.id}")


async def _tell_privately(message: discord.Message, request: Request, answer: Message) -> bool:
    """Send a direct message; returns whether it got through."""
    profile = await request.profile()
    if is_closed(profile, request.services.clock.now()):
        return False
    try:
        await message.author.send(view=layout(answer), nonce=f"d{message.id}", allowed_mentions=mentioning(answer))
    except LOST as error:
        if isinstance(error, discord.HTTPException) and is_final(error):
            await request.services.people.dm_refused(request.person.id, request.services.clock.now())
        return False
    return True


# --- in a direct message -------------------------------------------------------------------------------------------


async def _hear_privately(message: discord.Message, request: Request, typed: Typed) -> None:
    await request.services.people.dm_works(await request.profile(), message.channel.id)
    try:
        answer = await answer_privately(request, await _meant_game(message, request), typed)
    except SeveralGames:
        answer = await _which(message, request)
    except Exception as error:
        log_unexpected(error)
        answer = await refusal_message(request, error)
    await message.channel.send(view=layout(answer), nonce=f"p{message.id}", allowed_mentions=mentioning(answer))


async def _is_understood(message: discord.Message, request: Request, typed: Typed) -> bool:
    """Whether the words of a direct message are in its author's language, English, or that of the game it is about."""
    if typed.is_in(typed_words(request.texts, "")):
        return True
    try:
        state = await request.state(await _meant_game(message, request))
    except (SeveralGames, UnknownGame):
        return False
    return typed.is_in(typed_words(request.texts, state.variant.language))


async def _meant_game(message: discord.Message, request: Request) -> str:
    """The game of the message that this one replies to, else the only one where it is the person's turn."""
    reference = message.reference.message_id if message.reference else None
    if reference and (game := await request.services.posts.game_of(reference)):
        return game
    return only_one(await _running(request), request).game


async def _running(request: Request) -> tuple[GameSummary, ...]:
    own = await request.services.games.journal.of_person(request.person.id)
    return tuple(game for game in own if game.phase not in (GamePhase.LOBBY, GamePhase.PAUSED))


async def _which(message: discord.Message, request: Request) -> Message:
    """Ask which game a message is for."""
    games = (await _running(request))[:25]
    buttons = [
        Button(Actions.WHICH_TYPED.id(one.game, Long(message.id)), shortened(title, 80))
        for title, one in zip(distinct_titles(games, request), games, strict=True)
    ]
    return Message((Text(request.texts.gettext("Which game do you mean?")), *rows(buttons)))


async def answer_privately(request: Request, game: str, typed: Typed) -> Message:
    """Do what a direct message asks for."""
    await require(request, TYPED, game)
    match typed.kind:
        case TypedKind.PASS:
            return await actions.pass_turn(request, game)
        case TypedKind.EXCHANGE:
            return await actions.exchange(request, game, typed.text)
        case TypedKind.PLAY:
            return await actions.play(request, game, typed.text)
