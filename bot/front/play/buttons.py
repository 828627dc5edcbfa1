"""The buttons and forms of moves: under boards, previews, racks and questions."""

from __future__ import annotations

from functools import partial

import discord

from bot.front.core import dispatch
from bot.front.core.answering import log_unexpected
from bot.front.core.buttons import Actions
from bot.front.core.errors import NotYours, TooLate, explain
from bot.front.core.message import Message, say
from bot.front.core.pressing import Binding, InputForm, Pressed, answers, edits, opens, with_press
from bot.front.core.request import Request
from bot.front.play import actions, compose, drawing, exchanging, typed
from bot.text import Texts

MOVE, TILES = "move", "tiles"
"""The fields of the forms."""


# --- forms ------------------------------------------------------------------------------------------------------------


def _play_form(texts: Texts) -> InputForm:
    """Asks for a move; an empty one means composing it tile by tile."""
    about = texts.gettext("Leave it empty to put the move together tile by tile.")
    return InputForm(texts.gettext("Play a word"), texts.gettext("Your move"), "8H HELLO", MOVE, about)


def _change_form(texts: Texts) -> InputForm:
    """Asks for another move in place of the one shown."""
    return InputForm(texts.gettext("Try another move"), texts.gettext("Your move"), "8H HELLO", MOVE)


def _exchange_form(texts: Texts) -> InputForm:
    """Asks for the tiles to exchange."""
    hint = texts.gettext("Letters, ? for a blank, or all")
    return InputForm(texts.gettext("Exchange tiles"), texts.gettext("Tiles to exchange"), hint, TILES)


def _type_form(texts: Texts) -> InputForm:
    """Asks for the tiles of a real rack."""
    hint = texts.gettext("The letters, ? for a blank")
    return InputForm(texts.gettext("Type in tiles"), texts.gettext("Tiles"), hint, TILES)


async def _play(request: Request, move: str, game: str, turn: int) -> Message:
    """Plays what was typed, or lets the player compose a move."""
    if not move.strip():
        return await compose.begin(request, game)
    return await actions.play(request, game, move, turn)


async def _change(request: Request, move: str, draft_id: str) -> Message:
    """Shows what was typed in place of the preview."""
    return await actions.change(request, draft_id, move)


async def _exchange(request: Request, tiles: str, game: str, turn: int) -> Message:
    """Exchanges the tiles that were typed."""
    return await exchanging.exchange(request, game, tiles, turn)


async def _type_tiles(request: Request, tiles: str, game: str, seat: int) -> Message:
    """Gives a seat the tiles that were typed."""
    return await drawing.type_tiles(request, game, seat, tiles)


# --- moves that were typed as messages --------------------------------------------------------------------------------


async def _why(request: Request, press: Pressed, game: str, message: int) -> Message:
    """Tells the author of a typed move why it failed.

    When the reason is forgotten, the move is tried again as a preview.
    """
    known = request.services.reasons.of(message)
    if known is None:
        return await actions.try_move(request, game, (await _typed_in(request, press, message)).text)
    person, error = known
    if person != request.person.id:
        raise NotYours
    return say(explain(error, request.texts))


async def _do_typed(request: Request, press: Pressed, game: str, message: int) -> Message:
    """Does what a direct message asked for, in the game that was chosen."""
    return await typed.answer_privately(request, game, await _typed_in(request, press, message))


async def _typed_in(request: Request, press: Pressed, message: int) -> typed.Typed:
    """What a message asked for. Raises `TooLate` when it is gone and `NotYours` for somebody else's."""
    assert press.message is not None
    try:
        found = await press.message.channel.fetch_message(message)
    except (discord.HTTPException, discord.RateLimited) as error:
        raise TooLate from error
    if str(found.author.id) != request.person.id:
        raise NotYours
    asked = typed.read_typed(typed.without_mention(found.content))
    if asked is None:
        raise TooLate
    return asked


# --- what a menu or a question decides --------------------------------------------------------------------------------


async def _carry_out(request: Request, press: Pressed, key: str) -> Message | None:
    """Carries out what was asked for, for the game that was chosen; a refusal too takes the place of the question."""
    try:
        return await dispatch.carry_out(request, key, press.value)
    except Exception as error:
        log_unexpected(error)
        return say(explain(error, request.texts))


async def _challenge_words(request: Request, press: Pressed, game: str, turn: int) -> Message:
    """Challenges the words chosen."""
    return await actions.challenge_words(request, game, turn, press.values)


async def _place(request: Request, press: Pressed, game: str, turn: int) -> Message:
    """Plays the word where it was chosen."""
    return await actions.play(request, game, press.value, turn)


async def _try_place(request: Request, press: Pressed, game: str) -> Message:
    """Shows what the word would score where it was chosen."""
    return await actions.try_move(request, game, press.value)


async def _pick(request: Request, game: str, seat: int, tile: int, *, count: int | None) -> Message:  # noqa: ARG001
    """Draws that many tiles, whichever was pressed; all that are due if None."""
    return await drawing.pick(request, game, count, seat)


async def _cancel(_: Request) -> None:
    """Takes the message away."""


BUTTONS: tuple[Binding, ...] = (
    opens(Actions.PLAY, _play_form, _play),
    answers(Actions.PASS, actions.ask_pass),
    edits(Actions.PASS_YES, actions.pass_turn),
    opens(Actions.EXCHANGE, _exchange_form, _exchange),
    edits(Actions.EXCHANGE_ALL, exchanging.exchange_all),
    edits(Actions.EXCHANGE_LETTERS, exchanging.exchange_letters),
    answers(Actions.FOUR, actions.exchange_four),
    answers(Actions.CHALLENGE, actions.ask_challenge),
    edits(Actions.CHALLENGE_YES, actions.challenge),
    with_press(Actions.CHALLENGE_WORDS, _challenge_words),
    answers(Actions.ACCEPT, actions.accept),
    answers(Actions.REJECT, actions.reject),
    answers(Actions.ASKED, actions.questions),
    edits(Actions.ADD_WORD, partial(actions.answer_word, add=True)),
    edits(Actions.REFUSE_WORD, partial(actions.answer_word, add=False)),
    answers(Actions.UNDO, actions.undo),
    answers(Actions.PLAY_NOW, actions.play_now),
    with_press(Actions.PLACE, _place),
    with_press(Actions.PLACE_TRY, _try_place),
    edits(Actions.CONFIRM, actions.confirm),
    opens(Actions.CHANGE, _change_form, _change, in_place=True),
    edits(Actions.CANCEL, _cancel),
    edits(Actions.PICK, partial(_pick, count=1)),
    edits(Actions.PICK_ALL, partial(_pick, count=None)),
    opens(Actions.TYPE, _type_form, _type_tiles),
    with_press(Actions.WHY, _why, in_place=False),
    with_press(Actions.WHICH_TYPED, _do_typed),
    with_press(Actions.WHICH_GAME, _carry_out),
)
