"""Moves typed as plain messages: in a channel, in a direct message, or after a mention of the bot.

Only a whole message that parses completely, from a seated player, is a move; all other chat is ignored, unless it
mentions the bot. A message has no private answer. So a failure that has to do with somebody's tiles, and where a word
fits, go to a direct message, else to a short reply with a button that shows them.
"""

from __future__ import annotations

import logging
import re
from dataclasses import replace

import discord

from bot.front.board.buttons import rows
from bot.front.core.answering import log_unexpected, refusal_message
from bot.front.core.buttons import Actions
from bot.front.core.dispatch import distinct_titles, game_here, only_one, summary_title
from bot.front.core.gate import require
from bot.front.core.layout import layout
from bot.front.core.measuring import measured
from bot.front.core.message import Button, Message, Row, Text, Tone, say
from bot.front.core.offers import opening_rows
from bot.front.core.payloads import Long
from bot.front.core.posting import LOST, is_final, mentioning, reply
from bot.front.core.reactions import Reaction
from bot.front.core.request import Request, request_in, with_facts
from bot.front.core.sent import instant_of
from bot.front.core.services import Services
from bot.front.core.speech import texts_in
from bot.front.play import actions
from bot.front.play.messages import called_message
from bot.front.play.reading import Typed, TypedKind, read_typed, without_mention
from bot.limits import Limit
from bot.logs import about
from bot.model.errors import SeveralGames, TooManyAtOnce, TooOften, UnknownGame
from bot.model.games import GamePhase, GameSummary
from bot.model.measures import Asking
from bot.model.profiles import is_closed
from bot.service.rights import Right
from bot.text import Texts, cast_of, escape
from bot.text.names import in_code, shortened
from bot.text.refusals import public_refusal, refusal
from bot.text.status import example
from bot.text.typed import Said, TypedWords, typed_words
from engine.errors import (
    DrawFirst,
    EngineError,
    GameIsOver,
    GameIsPaused,
    MalformedText,
    NotConnected,
    NotStarted,
    NotYourTurn,
    OffTheBoard,
    RuleViolation,
    StartNotCovered,
)
from engine.game.events import Played, TurnLost
from engine.game.hotseat import acting_seat
from engine.game.state import GameState
from engine.game.views import table_view
from engine.model.board import Board
from engine.play.notation import PlayIntent, read_move
from engine.play.placement import check, fault_on

_log = logging.getLogger(__name__)

TYPED = Right.PLAYER
"""The right that a move typed as a message needs."""
LATEST_EDIT = 15 * 60_000
"""Milliseconds after which an edited message is no move any more."""
PUBLIC = (MalformedText, NotYourTurn, NotStarted, GameIsOver, GameIsPaused, DrawFirst)
"""Reasons for refusing a move that are no fact of somebody's tiles; those that the board alone gives are others."""


async def hear(message: discord.Message, services: Services) -> bool:
    """Do what a message asks for, if it is a move; returns False if it is chat between people.

    A word without a square remains chat, so that nobody learns from its absence elsewhere that it fits.
    """
    if message.author.bot or message.type not in (discord.MessageType.default, discord.MessageType.reply):
        return True
    typed = read_typed(without_mention(message.content))
    if typed is None:
        return False
    person, server = str(message.author.id), message.guild.id if message.guild else None
    if typed.kind is TypedKind.WORD and not await _has_turn(person, services):
        return False
    services.heard.keep(message.id, person, message.content)
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
        if typed.kind is TypedKind.WORD:
            return False
        await _turn_away(message, services, error)
    return True


async def hear_again(message: discord.Message, services: Services) -> None:
    """Do what a message asks for that has been edited into a move, if its former text has done nothing.

    Discord also tells of messages that have only been pinned, or whose links have been looked up.
    """
    if message.author.bot or message.edited_at is None or read_typed(without_mention(message.content)) is None:
        return
    if services.clock.now() - instant_of(message.id) > LATEST_EDIT:
        return
    before = services.heard.of(message.id)
    if before and before[1] == message.content:
        return
    if await services.games.changed_by(f"m{message.id}") is None:
        await hear(message, services)


async def _has_turn(person: str, services: Services) -> bool:
    return any(game.on_turn == person for game in await services.games.journal.of_person(person))


async def _turn_away(message: discord.Message, services: Services, error: TooOften | TooManyAtOnce) -> None:
    """Tell someone who types too much that this move was ignored, unless they were told a short while ago."""
    if not services.fair_use.tells(str(message.author.id)):
        return
    asked = request_in(message, services)
    texts = await texts_in(asked.place, asked.person.id, services.people)
    try:
        await _reply(message, say(refusal(error, texts)))
    except LOST as failure:
        _log.warning("An answer was lost: %s", type(failure).__name__)


async def _answer(message: discord.Message, services: Services, typed: Typed) -> bool:
    """Do what a message asks for; returns False if its words mean that only in a language that is not used here."""
    try:
        request = await with_facts(request_in(message, services))
        if typed.kind is TypedKind.WORD:
            return await _hear_word(message, request, typed.text)
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
    if not typed.is_in(words) or not _is_meant(state, request, typed, words):
        return False
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
        await _reply(message, Message((Text(refusal(UnknownGame(""), public)), *rows)))


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
    return not (typed.like_chat and _is_far_from_all(intent, view.board))


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
    """Play a move typed in a channel: the new board is the answer; a refusal is told there too, but in private why.

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
            refused = Reaction.REFUSED if message.edited_at else None
            request.services.reactions.add(message, Reaction.PLAYED, instead=refused)
        elif not await _tell_privately(message, request, told.message):
            await _call_host(message, request, game)
    except Exception as error:
        log_unexpected(error)
        request.services.reactions.add(message, Reaction.REFUSED)
        if told_to_all := await _public_reason(request, game, text, error):
            await _reply(message, told_to_all)
            return
        await _hint(message, request, game, error)
        await _tell_privately(message, request, await _named(request, game, text, say(request.refusal(error))))


async def _public_reason(request: Request, game: str, text: str, error: Exception) -> Message | None:
    """Why a move was refused, for everyone who has read it; None if that would tell of somebody's tiles."""
    texts = await _public_texts(request, game)
    if isinstance(error, PUBLIC):
        return say(request.refusal(error, texts))
    state = await request.state(game)
    move = (await actions.words_for(request, game)).in_english(text)
    try:
        fault = fault_on(state.board, read_move(move, state.variant, state.setup.orientation))
    except MalformedText:
        return None
    return say(request.refusal(fault, texts)) if fault else None


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
    await _reply(message, _with_button(say(public_refusal(texts)), texts.gettext("Why?"), message, game))


def _with_button(answer: Message, label: str, message: discord.Message, game: str) -> Message:
    """A public reply whose button shows the author of a move in private what has become of it."""
    return replace(answer, blocks=(*answer.blocks, Row((Button(Actions.WHY.id(game, Long(message.id)), label),))))


async def _reply(message: discord.Message, answer: Message) -> None:
    await reply(message, answer, _nonce("r", message))


def _nonce(kind: str, message: discord.Message) -> str:
    """The nonce of an answer: another one for each text that a message has had. Discord takes 25 characters."""
    edited = f"e{int(message.edited_at.timestamp()) % 1000}" if message.edited_at else ""
    return f"{kind}{message.id}{edited}"


async def _tell_privately(message: discord.Message, request: Request, answer: Message) -> bool:
    """Send a direct message; returns whether it got through."""
    profile = await request.profile()
    if is_closed(profile, request.services.clock.now()):
        return False
    try:
        await message.author.send(view=layout(answer), nonce=_nonce("d", message), allowed_mentions=mentioning(answer))
    except LOST as error:
        if isinstance(error, discord.HTTPException) and is_final(error):
            await request.services.people.dm_refused(request.person.id, request.services.clock.now())
        return False
    return True


# --- a word without a square ---------------------------------------------------------------------------------------


async def _hear_word(message: discord.Message, request: Request, word: str) -> bool:
    """Show the player on turn in private where a word fits; one that fits nowhere is chat.

    Everyone sees the same whether it fits or not: nothing, or after a mention a button that shows its places.
    """
    game = await _game_on_turn(message, request)
    if game is None:
        return False
    await require(request, TYPED, game)
    if mentions_bot(message):
        texts = await _public_texts(request, game)
        await _reply(message, _with_button(await _guidance(request), texts.gettext("Where?"), message, game))
        return True
    try:
        places = await actions.find_places(request, game, word)
    except EngineError:
        return False
    if places.found:
        answer = await _named(request, game, word, await actions.offer(request, game, places))
        await _tell_privately(message, request, answer)
    return False


async def _game_on_turn(message: discord.Message, request: Request) -> str | None:
    """The game that a word is for, if it is the person's turn there."""
    try:
        game = await (game_here(request) if message.guild else _meant_game(message, request))
    except (SeveralGames, UnknownGame):
        return None
    if game is None:
        return None
    state = await request.state(game)
    seat = acting_seat(state, request.person.id)
    return game if seat is not None and table_view(state).on_turn == seat else None


# --- a mention that is no move -------------------------------------------------------------------------------------


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
        await _reply(message, await _guidance(request))
    except LOST as failure:
        _log.warning("An answer was lost: %s", type(failure).__name__)
    except Exception as error:
        log_unexpected(error)


async def _guidance(request: Request) -> Message:
    game = await game_here(request)
    state = await request.state(game) if game else None
    if state is None or not table_view(state).is_running:
        texts = await request.aloud()
        rows = await opening_rows(replace(request, texts=texts))
        return Message((Text(texts.gettext("Use `/help` to see what I can do.")), *rows))
    texts, view = await request.aloud(state.variant.language), table_view(state)
    move = f"`{example(cast_of(view), texts)}`"
    if view.on_turn is not None and view.on_turn == acting_seat(state, request.person.id):
        told = texts.gettext(
            "It is your turn: press **Play** under the board, or type a move, like {move}. `/help` explains the rest.",
            move=move,
        )
    else:
        told = texts.gettext("I understand moves, like {move}. `/help` explains the rest.", move=move)
    return say(told)


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
    await message.channel.send(view=layout(answer), nonce=_nonce("p", message), allowed_mentions=mentioning(answer))


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
        case TypedKind.PLAY | TypedKind.WORD:
            return await actions.play(request, game, typed.text)
