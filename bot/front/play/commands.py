"""Moves as commands, buttons, menus and forms: under boards, previews, racks, questions and while composing."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import discord
from discord.app_commands import locale_str as _

from bot.front.components.buttons import Actions, unpacked
from bot.front.components.message import Message, say
from bot.front.components.payloads import Arrow
from bot.front.interaction import choices, dispatch
from bot.front.interaction.answering import log_unexpected
from bot.front.interaction.hooks import Front
from bot.front.interaction.playables import other_playable, playable_of, taken_elsewhere
from bot.front.interaction.pressing import InputForm, Press, answers, edits, opens, with_press
from bot.front.interaction.request import Request
from bot.front.interaction.slash import UNDER_GAME, UNDER_MOVE, CommandOption, group, slash
from bot.front.play import challenges, compose, exchanges, moves, previews, turns
from bot.front.play.compose_messages import AT, BEGIN, FIT, SPELL, TURN_PAGE
from bot.front.play.moves import ComposableTurn
from bot.front.play.reading import Typed, read_typed, without_mention
from bot.front.play.typed import WHICH_ELSE, answer_privately
from bot.model.errors import Forgotten, NotYours
from bot.model.games import GAME
from bot.service.rights import Right
from bot.text import Texts
from bot.text.status import example_word
from engine.model.board import Direction

_PLAYER = CommandOption(_("The player's name, or the number of the seat"), choices.seats)
_LETTERS = _("The letters, ? for a blank")


async def _try(request: Request, game: str, move: str = "") -> Message:
    """Show what a move would score, or all moves tried for this turn."""
    return await (previews.try_move(request, game, move) if move.strip() else compose.tries(request, game))


async def _exchange(request: Request, game: str, tiles: str = "", four: str = "") -> Message:
    """Exchange tiles, or the whole rack for its four of a kind; show a menu of the tiles if none are named."""
    if four:
        return await exchanges.exchange_four(request, game)
    return await (exchanges.exchange(request, game, tiles) if tiles.strip() else exchanges.begin(request, game))


_TABLETOP = group(
    "tabletop",
    _("Play with a real board and real tiles"),
    slash(
        turns.start_tabletop,
        _("Start: type in who drew what, or say who goes first"),
        Right.ARRANGER,
        name="start",
        options={
            "tiles": _("A tile for each player in order, such as A C ?; after a tie, a comma and the next round"),
            "player": CommandOption(_("Who goes first, by name or number"), choices.seats),
        },
    ),
    slash(
        turns.type_rack,
        _("Type in the tiles that you drew for a computer player"),
        Right.PLAYER,
        name="rack",
        options={"player": _PLAYER, "tiles": _LETTERS},
    ),
    slash(
        turns.type_left,
        _("Type in the tiles left on a player's rack at the end"),
        Right.PLAYER,
        name="left",
        options={"player": _PLAYER, "tiles": _LETTERS},
    ),
)


MOVE, TILES = "move", "tiles"
"""The names of the forms' fields."""


# --- forms ------------------------------------------------------------------------------------------------------------


def _play_form(texts: Texts) -> InputForm:
    """Asks for a move; a player who leaves it empty composes one tile by tile."""
    return InputForm(
        texts.gettext("Play a word"),
        texts.gettext("Your move"),
        _example(texts),
        MOVE,
        texts.gettext("A word is enough: I find where it fits. Leave this empty to compose."),
    )


def _change_form(texts: Texts) -> InputForm:
    """Asks for another move in place of the one shown."""
    return InputForm(texts.gettext("Try another move"), texts.gettext("Your move"), _example(texts), MOVE)


def _example(texts: Texts) -> str:
    return f"8H {example_word(texts)}"


def _spell_form(texts: Texts) -> InputForm:
    """Asks for the word of a composition, or the rest of it."""
    return InputForm(
        texts.gettext("Type the word"),
        texts.gettext("The word, or the rest of it"),
        example_word(texts),
        MOVE,
        texts.gettext("I place it where it fits."),
    )


def _type_form(texts: Texts) -> InputForm:
    """Asks for the tiles of a real rack."""
    return InputForm(
        texts.gettext("Type in tiles"), texts.gettext("Tiles"), texts.gettext("The letters, ? for a blank"), TILES
    )


async def _play(request: Request, move: str, game: str, turn: int) -> Message:
    """Plays what was typed, or lets the player compose a move."""
    if not move.strip():
        return await compose.begin(request, game)
    return await moves.play(request, game, move, turn)


async def _label(request: Request, game: str, turn: int) -> str:  # noqa: ARG001
    """The player's tiles above the field for a move."""
    return await moves.tiles_label(request, game)


async def _label_of_draft(request: Request, draft_id: str, typed: str = "") -> str:  # noqa: ARG001
    """The player's tiles above the field for a word or another move."""
    draft = await request.services.play.drafts.load(draft_id, request.person.id)
    return await playable_of(request, draft.subject).label(request, draft.subject)


async def _change(request: Request, move: str, draft_id: str, typed: str) -> Message:  # noqa: ARG001
    """Show what was typed in place of the preview."""
    return await previews.change(request, draft_id, move)


async def _type_tiles(request: Request, tiles: str, game: str, seat: int) -> Message:
    """Give a seat the tiles that were typed."""
    return await turns.type_tiles(request, game, seat, tiles)


# --- moves that were typed as messages --------------------------------------------------------------------------------


async def _why(request: Request, press: Press, game: str, message: int) -> Message:
    """Tells the author of a typed move why it failed.

    If the reason has been forgotten, the move is tried again as a preview.
    """
    known = request.services.play.reasons.of(message)
    if known is None:
        return await previews.try_move(request, game, (await _typed_in(request, press, message)).text)
    person, error = known
    if person != request.person.id:
        raise NotYours
    return say(request.refusal(error))


async def _do_typed(request: Request, press: Press, game: str, message: int) -> Message:
    """Do what a direct message asked for, in the game that was chosen."""
    return await answer_privately(request, game, await _typed_in(request, press, message))


async def _do_typed_elsewhere(request: Request, press: Press, subject: str, message: int) -> Message:
    """Take a move of a direct message for what was chosen, which is no game."""
    typed = await _typed_in(request, press, message)
    return await other_playable(request, subject).take(request, subject, typed.text)


async def _typed_in(request: Request, press: Press, message: int) -> Typed:
    """What a message asked for. Raises `Forgotten` if it is gone, and `NotYours` if someone else wrote it."""
    assert press.message is not None
    try:
        found = await press.message.channel.fetch_message(message)
    except (discord.HTTPException, discord.RateLimited) as error:
        raise Forgotten from error
    if str(found.author.id) != request.person.id:
        raise NotYours
    asked = read_typed(without_mention(found.content))
    if asked is None:
        raise Forgotten
    return asked


# --- what a menu or a question decides --------------------------------------------------------------------------------


async def _carry_out(request: Request, press: Press, key: str) -> Message | None:
    """Carries out the request for the chosen game; a refusal also replaces the question."""
    try:
        return await dispatch.carry_out(request, key, press.value)
    except Exception as error:
        log_unexpected(error)
        return say(request.refusal(error))


async def _challenge_words(request: Request, press: Press, game: str, turn: int) -> Message:
    """Challenges the words chosen."""
    return await challenges.challenge_words(request, game, turn, press.values)


async def _place(request: Request, press: Press, game: str, turn: int) -> Message:
    """Plays the word where it was chosen."""
    return await moves.play(request, game, press.value, turn)


async def _try_place(request: Request, press: Press, game: str) -> Message:
    """Show what the word would score where it was chosen."""
    return await previews.try_move(request, game, press.value)


async def _pick(request: Request, game: str, seat: int, tile: int, *, count: int | None) -> Message:  # noqa: ARG001
    """Draws that many tiles, whichever was pressed; all that are due if None."""
    return await turns.pick(request, game, count, seat)


async def _cancel(_: Request) -> None:
    """Remove the message."""


# --- exchanging -------------------------------------------------------------------------------------------------------


async def _tick(request: Request, press: Press, game: str, turn: int, ticks: int) -> Message:
    """Ticks the tiles chosen in the menu."""
    return await exchanges.tick(request, game, turn, ticks, press.numbers())


async def _exchange_count(request: Request, press: Press, game: str, turn: int) -> Message:
    """Exchanges the chosen number of real tiles."""
    return await exchanges.exchange_count(request, game, turn, press.number())


# --- composing --------------------------------------------------------------------------------------------------------


_STEPS = {
    Arrow.LEFT: (Direction.ACROSS, -1),
    Arrow.UP: (Direction.DOWN, -1),
    Arrow.DOWN: (Direction.DOWN, 1),
    Arrow.RIGHT: (Direction.ACROSS, 1),
}


async def _compose(request: Request, game: str) -> Message:
    """Open the message for composing a move."""
    return await compose.begin(request, game)


async def _tries(request: Request, game: str) -> Message:
    """Compare the moves tried."""
    return await compose.tries(request, game)


async def _tile(request: Request, draft_id: str, tile: int) -> Message:
    """Take a tile of the rack."""
    return await compose.tap(request, draft_id, compose.take(tile))


async def _tile_of_menu(request: Request, press: Press, draft_id: str) -> Message:
    """Take a tile of a large rack."""
    return await compose.tap(request, draft_id, compose.take(press.number()))


async def _letter(request: Request, press: Press, draft_id: str, part: int) -> Message:  # noqa: ARG001
    """Says which letter the blank is."""
    return await compose.tap(request, draft_id, compose.name(press.value))


async def _begin(request: Request, press: Press, draft_id: str) -> Message:
    """Chooses where the word goes, or turns the page of the menu."""
    number = press.number(TURN_PAGE)
    if press.value.startswith(TURN_PAGE):
        return await compose.tap(request, draft_id, lambda one, _: replace(one, page=number))
    return await compose.tap(request, draft_id, compose.begin_at(number))


async def _at(request: Request, draft_id: str, place: int) -> Message:
    """Chooses the row or column of the word, or the square of its first tile."""
    return await compose.tap(request, draft_id, compose.begin_at(place))


async def _spell(request: Request, word: str, draft_id: str) -> Message:
    """Places the tiles of a word that was typed."""
    return await compose.spell(request, draft_id, word)


async def _step(request: Request, draft_id: str, arrow: Arrow) -> Message:
    """Move the next square by one."""
    way, by = _STEPS[arrow]
    return await compose.tap(request, draft_id, compose.on(lambda one, board: one.step(way, by, board)))


FRONT = Front(
    commands=(
        slash(
            moves.play,
            _("Play a word: its first square, then the word, as in 8H HELLO"),
            Right.ON_TURN,
            instead=taken_elsewhere,
            options={"move": _("Where and what: 8H HELLO is across, H8 HELLO is down")},
        ),
        slash(
            _try,
            _("See privately what a move would score"),
            Right.PLAYER,
            name="try",
            options={"move": _("Where and what, such as 8H HELLO; leave this out to compare what you have tried")},
        ),
        UNDER_MOVE(
            slash(turns.pass_turn, _("Give up your turn without playing"), Right.PLAYER, name="pass"),
            slash(
                _exchange,
                _("Exchange tiles instead of playing"),
                Right.ON_TURN,
                name="exchange",
                options={
                    "tiles": _("The letters to exchange, ? for a blank, or all; leave this out to tick them"),
                    "four": CommandOption(
                        _("Exchange your whole rack if you have four tiles of one letter, and keep your turn"),
                        choices=choices.YES,
                    ),
                },
            ),
            slash(
                exchanges.trade,
                _("Swap a tile from your rack for a blank on the board that stands for it"),
                Right.ON_TURN,
                options={"square": _("The square of the blank, such as H8")},
            ),
            slash(
                challenges.challenge,
                _("Challenge the latest play"),
                Right.PLAYER,
                options={"words": _("Only these words of the play; leave this out to challenge them all")},
            ),
            slash(turns.undo, _("Undo your last move"), Right.PLAYER),
            slash(
                turns.draw,
                _("Draw your tiles by hand"),
                Right.PLAYER,
                options={"count": _("How many to draw at once; leave this out to pick them")},
            ),
        ),
        UNDER_GAME(_TABLETOP),
    ),
    buttons=(
        opens(Actions.PLAY, _play_form, _play, labelled=_label),
        answers(Actions.PASS, turns.ask_pass),
        edits(Actions.PASS_YES, turns.pass_turn),
        answers(Actions.EXCHANGE, exchanges.begin),
        with_press(exchanges.TICK, _tick),
        edits(exchanges.TICK_ALL, exchanges.tick_all),
        edits(exchanges.EXCHANGE_TICKED, exchanges.exchange_ticked),
        with_press(exchanges.EXCHANGE_COUNT, _exchange_count),
        edits(Actions.EXCHANGE_ALL, exchanges.exchange_all),
        answers(Actions.FOUR, exchanges.exchange_four),
        answers(Actions.CHALLENGE, challenges.ask_challenge),
        edits(Actions.CHALLENGE_YES, challenges.challenge),
        with_press(Actions.CHALLENGE_WORDS, _challenge_words),
        answers(Actions.ACCEPT, challenges.accept),
        answers(Actions.REJECT, challenges.reject),
        answers(Actions.ASKED, challenges.show_questions),
        edits(Actions.ADD_WORD, partial(challenges.answer_word, add=True)),
        edits(Actions.REFUSE_WORD, partial(challenges.answer_word, add=False)),
        answers(Actions.UNDO, turns.undo),
        answers(Actions.PLAY_NOW, turns.play_now),
        with_press(Actions.PLACE, _place),
        with_press(Actions.PLACE_TRY, _try_place),
        edits(Actions.CONFIRM, moves.confirm),
        opens(
            Actions.CHANGE,
            _change_form,
            _change,
            in_place=True,
            filled=lambda payload: unpacked(payload.typed),
            labelled=_label_of_draft,
        ),
        edits(Actions.CANCEL, _cancel),
        edits(Actions.PICK, partial(_pick, count=1)),
        edits(Actions.PICK_ALL, partial(_pick, count=None)),
        opens(Actions.TYPE, _type_form, _type_tiles),
        with_press(Actions.WHY, _why, in_place=False),
        with_press(Actions.WHICH_TYPED, _do_typed),
        with_press(WHICH_ELSE, _do_typed_elsewhere),
        with_press(Actions.WHICH_GAME, _carry_out),
        answers(Actions.COMPOSE, _compose),
        answers(Actions.TRIES, _tries),
        edits(Actions.COMPOSE_ON, partial(compose.tap, change=lambda one, _: one)),
        edits(Actions.TILE, _tile),
        with_press(Actions.TILES, _tile_of_menu),
        with_press(Actions.LETTER, _letter),
        with_press(BEGIN, _begin),
        edits(AT, _at),
        edits(FIT, compose.fit),
        opens(SPELL, _spell_form, _spell, in_place=True, labelled=_label_of_draft),
        edits(Actions.STEP, _step),
        edits(Actions.TURN, partial(compose.tap, change=compose.on(lambda one, board: one.turned(board)))),
        edits(Actions.BACK, partial(compose.tap, change=lambda one, _: one.back())),
        edits(Actions.CLEAR, partial(compose.tap, change=lambda one, _: one.cleared())),
        edits(Actions.ZOOM, compose.switch_picture),
        edits(Actions.KEEP_TRY, compose.keep),
        edits(Actions.PUT_AWAY, compose.put_away),
    ),
    playables={GAME: ComposableTurn()},
)
