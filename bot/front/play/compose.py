"""Composing a move tile by tile, and comparing the moves tried for a turn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bot.front.board.racks import own_order
from bot.front.components.message import Message
from bot.front.interaction.dispatch import which_game
from bot.front.interaction.request import Request
from bot.front.look.actions import own_seat
from bot.front.play.compose_messages import (
    Around,
    ScoredMove,
    Tried,
    compose_message,
    framed,
    numbered_tiles,
    tries_message,
)
from bot.front.play.previews import hold, tried_moves
from bot.front.play.verdicts import unknown_words
from bot.model.errors import NothingToCompose
from bot.model.games import Draft
from bot.service.drafting.beginnings import place_of
from bot.service.drafting.composing import Composition, move_text, opening, read_composition, write_composition
from bot.service.drafting.spelling import spelt
from bot.text import Texts
from bot.text.composing import changed_note, kept_note
from bot.text.typed import typed_words
from engine.errors import EngineError, NoTilesPlayed
from engine.game.views import SeatView
from engine.model.board import Board
from engine.model.tiles import KnownRack
from engine.play.placement import Placement
from engine.play.scoring import score

Tap = Callable[[Composition, SeatView], Composition]
"""Returns a composition as a tap changes it. Raises the engine's refusals."""


async def begin(request: Request, game: str) -> Message:
    """Open the message for composing a move, or continue this turn's composition."""
    view = await _seat(request, game)
    turn = view.table.turn
    draft = await request.services.drafts.composing(game, request.person.id, turn)
    if draft is None:
        composed = write_composition(framed(_opening(view), view, request.texts))
        draft = await request.services.drafts.save(game, request.person.id, turn, "", request.cause.arrived, composed)
    return await _shown(request, draft, view)


async def tap(request: Request, draft_id: str, change: Tap) -> Message:
    """Change the composition and show it. A refused tap changes nothing."""
    draft = await request.services.drafts.load(draft_id, request.person.id)
    view = await _seat(request, draft.game)
    moved_on = draft.turn != view.table.turn

    def changed(before: Draft) -> Draft:
        one = _kept(before, view)
        after = framed(change(one, view), view, request.texts)
        text = _text(after, view)
        composed = write_composition(after)
        return replace(before, turn=view.table.turn, text=text, opened=request.cause.arrived, composed=composed)

    draft = await request.services.drafts.change(draft_id, request.person.id, changed)
    return await _shown(request, draft, view, moved_on=moved_on, held=await hold(request, draft, view))


async def switch_picture(request: Request, draft_id: str) -> Message:
    """Show the whole board, or only the part around the composition again; the choice is remembered."""
    draft = await request.services.drafts.load(draft_id, request.person.id)
    view = await _seat(request, draft.game)
    whole = not (await request.profile()).compose_whole
    await request.services.people.change_person(
        request.person.id, lambda profile: replace(profile, compose_whole=whole)
    )
    return await _shown(request, draft, view, whole=whole)


async def put_away(request: Request, draft_id: str) -> None:
    """Return all tiles to the rack and forget the move."""

    def emptied(before: Draft) -> Draft:
        return replace(before, text="", composed="", opened=request.cause.arrived)

    await request.services.drafts.change(draft_id, request.person.id, emptied)


async def keep(request: Request, draft_id: str) -> Message:
    """Keep the composed move as a try of its own, and compare it with the others if there are any."""
    draft = await request.services.drafts.load(draft_id, request.person.id)
    view = await _seat(request, draft.game)
    if draft.turn != view.table.turn:
        return await tap(request, draft_id, lambda one, _: one)
    if draft.text:
        await request.services.drafts.save(draft.game, draft.person, draft.turn, draft.text, request.cause.arrived)
    moves = tuple(await tried_moves(request, draft.game, view))
    if not draft.text or len(moves) > 1:
        return await tries(request, draft.game, composing=draft.id)
    return await _shown(request, draft, view, held=kept_note(request.texts))


async def tries(request: Request, game: str = "", *, composing: str = "") -> Message:
    """The moves tried for this turn, side by side."""
    game = game or await which_game(request)
    view = await _seat(request, game)
    moves = await tried_moves(request, game, view)
    found = [Tried(draft, await _made(request, game, view, placement)) for placement, draft in moves.items()]
    return tries_message(game, view, found, request.texts, composing=composing)


async def _seat(request: Request, game: str) -> SeatView:
    """What the person's seat may know. Raises as `own_seat`, and `NothingToCompose` without a known rack or a turn."""
    view = own_seat(await request.state(game), request)
    if not isinstance(view.rack, KnownRack) or view.table.on_turn is None:
        raise NothingToCompose
    return view


def _kept(draft: Draft, view: SeatView) -> Composition:
    """A draft's composition, without what no longer fits the board and the rack; a new one if nothing is left."""
    assert isinstance(view.rack, KnownRack)
    one = read_composition(draft.composed).fitting(view.table.board, view.rack.tiles)
    return one if one.cursor or one.laid else _opening(view)


def _opening(view: SeatView) -> Composition:
    return opening(view.table.board, view.table.variant.rack_size)


def _text(one: Composition, view: SeatView) -> str:
    """The move that the tiles make, as text; empty if they make none yet."""
    board, setup = view.table.board, view.table.setup
    try:
        placement = one.placement(board)
    except EngineError:
        return ""
    place = setup.orientation.name(placement.cell, placement.direction, setup.variant.layout.size)
    return move_text(placement, board, setup.variant, place)


async def _shown(
    request: Request,
    draft: Draft,
    view: SeatView,
    *,
    moved_on: bool = False,
    held: str = "",
    whole: bool | None = None,
) -> Message:
    """The message of a composition; with the picture that the person has chosen, unless `whole` says which."""
    one = _kept(draft, view)
    made, reason = None, ""
    try:
        made = await _made(request, draft.game, view, one.placement(view.table.board))
    except NoTilesPlayed:
        pass
    except EngineError as error:
        reason = request.refusal(error)
    moves = await tried_moves(request, draft.game, view)
    around = Around(
        await own_order(request.services.people, draft.game, view),
        (await request.profile()).compose_whole if whole is None else whole,
        # In a channel, the message answers one of the game's own.
        titled=request.place.guild_id is None,
        others=any(name != draft.id and (made is None or move != made.placement) for move, name in moves.items()),
    )
    note = changed_note(request.texts) if moved_on else held
    return compose_message(draft.id, view, one, request.texts, made=made, reason=reason, note=note, around=around)


async def _made(request: Request, game: str, view: SeatView, placement: Placement) -> ScoredMove:
    sheet = score(view.table.board, placement, view.table.variant)
    return ScoredMove(placement, sheet, await unknown_words(request, game, sheet))


# --- what taps do -----------------------------------------------------------------------------------------------------


def take(number: int) -> Tap:
    """A tap that takes the tile with this number; a tile that is already on the board stays there."""

    def change(one: Composition, view: SeatView) -> Composition:
        tiles = numbered_tiles(view)
        if number >= len(tiles):
            return one
        tile = tiles[number]
        lying = sum(placed.tile == tile for _, placed in one.laid)
        free = lying < sum(other == tile for other in tiles)
        return one.take(tile, view.table.board) if free else one

    return change


def name(letter: str) -> Tap:
    """A tap on a letter for the blank in hand. One that the alphabet lacks changes nothing."""

    def change(one: Composition, view: SeatView) -> Composition:
        return one.name(letter, view.table.board) if letter in view.table.variant.alphabet.letters else one

    return change


def begin_at(number: int) -> Tap:
    """A choice of the place with this number."""

    def change(one: Composition, view: SeatView) -> Composition:
        board = view.table.board
        return one.begin(*place_of(number, board.layout), board)

    return change


def spell(text: str, texts: Texts) -> Tap:
    """A word, the rest of one or a whole move, as someone who reads `texts` types it."""

    def change(one: Composition, view: SeatView) -> Composition:
        assert isinstance(view.rack, KnownRack)
        typed = typed_words(texts, view.table.variant.language).in_english(text)
        return spelt(one, typed, view.table.board, view.rack, view.table.setup)

    return change


def on(change: Callable[[Composition, Board], Composition]) -> Tap:
    """A tap that only needs the board."""
    return lambda one, view: change(one, view.table.board)
