"""Moves typed in the channel of a server, which everyone reads."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import replace

import discord

from bot.front.components.message import Message, Text, say
from bot.front.interaction.answering import log_unexpected
from bot.front.interaction.dispatch import game_here, opening_rows
from bot.front.interaction.gate import require
from bot.front.interaction.playables import open_elsewhere, other_playable, shown_elsewhere
from bot.front.interaction.request import Request
from bot.front.play import moves, previews, turns
from bot.front.play.challenges import called_message, elsewhere_message
from bot.front.play.reading import (
    TYPED,
    Typed,
    TypedKind,
    mentions_bot,
    naming_move,
    reply_to,
    reply_until_moved,
    tell_privately,
    texts_of_all,
    with_button,
    without_mention,
)
from bot.front.posting.poster import Reaction
from bot.model.errors import BotError, SeveralGames, UnknownGame
from bot.text.refusals import public_refusal, refusal
from bot.text.typed import TypedMeaning, TypedWords, confirm_text, is_chat, typed_words, why_label
from engine.errors import (
    AnswerAwaited,
    DrawFirst,
    EngineError,
    GameIsOver,
    GameIsPaused,
    MalformedText,
    NotConnected,
    NotStarted,
    NotYourTurn,
    OffTheBoard,
    OnlyChallengeOrPass,
    RuleViolation,
    StartNotCovered,
)
from engine.game.events import Played, TurnLost
from engine.game.hotseat import acting_seat
from engine.game.state import GameState
from engine.game.views import SeatView, table_view
from engine.model.board import Board, is_coordinate
from engine.play.notation import PlayIntent, read_move
from engine.play.placement import check, fault_on, resolve

ANSWER_FIRST = (OnlyChallengeOrPass, AnswerAwaited)
"""Reasons for refusing every move until somebody has pressed a button."""

PUBLIC = (MalformedText, NotYourTurn, NotStarted, GameIsOver, GameIsPaused, DrawFirst, *ANSWER_FIRST)
"""Reasons for refusing a move that are no fact of somebody's tiles; those that the board alone gives are others."""


async def hear_publicly(message: discord.Message, request: Request, typed: Typed) -> bool:
    """Do what a message in a channel asks for; returns False if it is chat there."""
    if typed.kind is TypedKind.PLAY and not typed.like_chat and await is_elsewhere(message, request, typed):
        return True
    game = await _game_meant(message, request, typed)
    if game is None:
        told = typed.is_in(typed_words(request.texts, "")) and await _offer_game(message, request, typed)
        return told or not mentions_bot(message)
    state = await request.state(game)
    words = typed_words(request.texts, state.variant.language)
    if not typed.is_in(words) or not _is_meant(state, request, typed, words):
        return False
    await require(request, TYPED, game)
    if typed.kind is TypedKind.PLAY:
        await _play_publicly(message, request, game, typed.text)
    else:
        texts, passes = await request.aloud(state.variant.language), typed.kind is TypedKind.PASS
        await reply_until_moved(message, request, game, elsewhere_message(game, state.turn, texts, passes=passes))
    return True


async def _game_meant(message: discord.Message, request: Request, typed: Typed) -> str | None:
    """The game here; for what can hardly be chat, also the only one of its author in the threads of the channel."""
    with suppress(SeveralGames):
        if typed.kind is TypedKind.PLAY and _is_addressed(message, typed):
            return await game_here(request, below=True)
    return await game_here(request)


def _is_addressed(message: discord.Message, typed: Typed) -> bool:
    """Whether a move is for the bot without doubt: after a mention, or just as help writes it."""
    plain = typed.text == typed.text.upper() and _PLAIN_MOVE.fullmatch(typed.text)
    return bool(plain) or message.content != without_mention(message.content)


async def is_elsewhere(message: discord.Message, request: Request, typed: Typed) -> bool:
    """Whether a message is a move for something else than a game; everyone can read it, so it is not taken.

    Its author is told so once a turn; words without a square are chat then.
    """
    if await shown_elsewhere(request, "", seated=True) is None or not (turn := await _turn_elsewhere(request, typed)):
        return False
    told, known = f"{request.person.id}/{turn}", request.services.play.warned
    is_new = known.of(told) is None
    if typed.kind is TypedKind.WORD and not is_new:
        return False
    request.services.posting.reactions.add(message, Reaction.REFUSED)
    shown = await shown_elsewhere(replace(request, texts=await request.aloud()), "", seated=True) if is_new else None
    if shown:
        known.keep(told, request.person.id, turn)
        await reply_to(message, shown)
    return True


async def _turn_elsewhere(request: Request, typed: Typed) -> str:
    """What a message is for that is more than chat, with its turn: a move in capitals, or one that could be played.

    Empty for chat.
    """
    parts = [part for part in typed.text.split() if not is_coordinate(part)]
    is_certain = typed.kind is TypedKind.PLAY and all(part == part.upper() for part in parts)
    for subject in await open_elsewhere(request):
        try:
            view = await other_playable(request, subject).view(request, subject)
            if is_certain or await _fits(request, view, typed):
                return f"{subject}/{view.table.turn}"
        except (BotError, EngineError):
            if is_certain:
                return subject
    return ""


async def _fits(request: Request, view: SeatView, typed: Typed) -> bool:
    """Whether a move could be played, and a word without a square somewhere, whatever words that would make.

    Raises what a move can be refused for.
    """
    table = view.table
    if typed.kind is TypedKind.WORD:
        may = is_no_chat(typed.text, request, table.variant.language)
        return may and bool((await previews.fits_for(view, typed.text, None)).found)
    english = typed_words(request.texts, table.variant.language).in_english(typed.text)
    resolve(read_move(english, table.variant, table.setup.orientation), table.board, view.rack, table.variant)
    return True


SHORTEST_IN_SMALL = 3
"""Letters of the shortest word in small letters that is taken for a move; people chat with shorter ones."""


def is_no_chat(word: str, request: Request, language: str) -> bool:
    """Whether a word can be a move: it is in capitals, as moves are written, or long, and nothing that people chat."""
    return word == word.upper() or not (len(word) < SHORTEST_IN_SMALL or is_chat(word, request.texts, language))


_PLAIN_MOVE = re.compile(r"(?:1[0-5]|[1-9])[A-O] [^\W\d_]{2,}|[A-O](?:1[0-5]|[1-9]) [^\W\d_]{2,}")
"""A move on the usual board, as help writes it."""


async def _offer_game(message: discord.Message, request: Request, typed: Typed) -> bool:
    """Answer a move in a channel that never had a game, if it can hardly be chat; once in a while in each channel.

    Returns whether it is answered.
    """
    if not _is_addressed(message, typed):
        return False
    public = await request.aloud()
    rows = await opening_rows(replace(request, texts=public))
    if not rows or not request.services.fair_use.tells(f"no game/{request.place.channel_id}"):
        return False
    await reply_to(message, Message((Text(refusal(UnknownGame(""), public)), *rows)))
    return True


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
            return (
                words.means(letters, TypedMeaning.ALL)
                or len(view.variant.alphabet.split(letters)) <= view.variant.rack_size
            )
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
            shown = await previews.try_move(request, game, text)
            if not await tell_privately(message, request, shown):
                public = await texts_of_all(request, game)
                await reply_until_moved(message, request, game, say(confirm_text(public)))
            return
        told = await moves.play_move(request, game, text)
        lost = told.first(TurnLost)
        if lost is not None:
            request.services.posting.reactions.add(message, Reaction.REFUSED)
            if not lost.words:
                await tell_privately(message, request, await naming_move(request, game, text, told.message))
        elif told.first(Played) is not None:
            refused = Reaction.REFUSED if message.edited_at else None
            request.services.posting.reactions.add(message, Reaction.PLAYED, instead=refused)
        elif not await tell_privately(message, request, told.message):
            await _call_host(message, request, game)
    except Exception as error:
        log_unexpected(error)
        request.services.posting.reactions.add(message, Reaction.REFUSED)
        if told_to_all := await _public_reason(request, game, text, error):
            await reply_until_moved(message, request, game, told_to_all, alone=isinstance(error, ANSWER_FIRST))
            return
        await _hint(message, request, game, error)
        reason = say(request.refusal(error))
        await tell_privately(message, request, await naming_move(request, game, text, reason))


async def _public_reason(request: Request, game: str, text: str, error: Exception) -> Message | None:
    """Why a move was refused, for everyone who has read it; None if that would tell of somebody's tiles."""
    texts = await texts_of_all(request, game)
    if isinstance(error, PUBLIC):
        return say(request.refusal(error, texts))
    state = await request.state(game)
    move = (await turns.words_for(request, game)).in_english(text)
    try:
        fault = fault_on(state.board, read_move(move, state.variant, state.setup.orientation))
    except MalformedText:
        return None
    return say(request.refusal(fault, texts)) if fault else None


async def _call_host(message: discord.Message, request: Request, game: str) -> None:
    """Call a host who typed an unknown word; of everyone else's, a notice tells the channel."""
    if request.person.id == (await request.state(game)).host:
        await reply_to(message, called_message(game, request.person.id, await texts_of_all(request, game)))


async def _hint(message: discord.Message, request: Request, game: str, error: Exception) -> None:
    """Reply in public, with a button that tells the author of the move why it failed."""
    request.services.play.reasons.keep(message.id, request.person.id, error)
    texts = await texts_of_all(request, game)
    told = with_button(say(public_refusal(texts)), why_label(texts, refused=True), message, game)
    await reply_until_moved(message, request, game, told)
