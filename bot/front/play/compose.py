"""Composing a move tile by tile, and comparing the moves tried for a turn."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import islice
from operator import itemgetter

from bot.front.components.message import Message
from bot.front.interaction.dispatch import which_game
from bot.front.interaction.playables import playable_of
from bot.front.interaction.request import Request
from bot.front.play.compose_messages import (
    CompositionContext,
    ScoredMove,
    TriedMove,
    compose_message,
    framed,
    numbered_tiles,
    tries_message,
)
from bot.front.play.previews import tried_moves
from bot.model.games import Draft
from bot.service.composing import (
    Composition,
    fits_of,
    move_text,
    moved_to,
    opening,
    place_of,
    read_composition,
    spelt,
    write_composition,
)
from bot.service.ports import Judge
from bot.text import Texts
from bot.text.composing import kept_note, no_other_place
from bot.text.typed import typed_words
from engine.errors import EngineError, NoTilesPlayed, Refusal, RuleViolation
from engine.game.state import LatestPlay
from engine.game.views import SeatView
from engine.model.board import Board
from engine.model.tiles import KnownRack, Tiles
from engine.play.notation import read_word
from engine.play.placement import Placement, places, score

Tap = Callable[[Composition, SeatView], Composition]
"""Returns a composition as a tap changes it. Raises the engine's refusals."""


async def begin(request: Request, subject: str) -> Message:
    """Open the message for composing a move, or continue this turn's composition; the subject may be a game."""
    playable = playable_of(request, subject)
    view = await playable.view(request, subject)
    turn = view.table.turn
    draft = await request.services.play.drafts.composing(subject, request.person.id, turn)
    if draft is None:
        arrived, composed = request.cause.arrived, write_composition(framed(_opening(view), view, request.texts))
        draft = await request.services.play.drafts.save(subject, request.person.id, turn, "", arrived, composed)
    return await _shown(request, draft, view, held=playable.waiting(view, request.texts))


async def tap(request: Request, draft_id: str, change: Tap) -> Message:
    """Change the composition and show it. A refused tap changes nothing.

    Once several tiles are placed that make no valid move there, they go where they make the best one, unless the player
    has chosen a place, or should find it without help.
    """
    draft, view = await _found(request, draft_id)
    moved_on = draft.turn != view.table.turn
    judge = await playable_of(request, draft.subject).finder(request, draft.subject, view)
    one = _kept(draft, view)
    fits = await asyncio.to_thread(fits_after_tap, one, change(one, view), view, judge) if judge else ()

    def changed(before: Draft) -> Draft:
        one = change(_kept(before, view), view)
        best = fits[0] if fits and fits[0].used == Tiles.of(placed.tile for _, placed in one.laid) else None
        after = framed(moved_to(one, best, view.table.board) if best else one, view, request.texts)
        text = _text(after, view)
        composed = write_composition(after)
        return replace(before, turn=view.table.turn, text=text, opened=request.cause.arrived, composed=composed)

    draft = await request.services.play.drafts.change(draft_id, request.person.id, changed)
    held = await playable_of(request, draft.subject).hold(request, draft, view)
    return await _shown(request, draft, view, moved_on=moved_on, held=held)


def fits_after_tap(before: Composition, after: Composition, view: SeatView, judge: Judge) -> Sequence[Placement]:
    """Where the tiles fit, the most points first, if a tap has added one and they make no valid move where they are.

    A single tile stays, since the next one belongs beside it. Where a line has ended, tiles that make no valid move yet
    go to another one, so that the tile in hand finds its square.
    """
    if after.chosen or after.needs_letter or len(after.tiles) <= max(1, len(before.tiles)):
        return ()
    fits = _fits(after, view, judge)
    if not fits and after.held:
        return tuple(islice(fits_of(after.tiles, view.table.board), 1))
    return () if _number_in(fits, after) is not None else fits


def next_fit(one: Composition, view: SeatView, judge: Judge) -> Placement | None:
    """The next place where the tiles fit, and after the last one the first; None if there is no other."""
    fits = _fits(one, view, judge)
    at = _number_in(fits, one)
    following = fits if at is None else (*fits[at + 1 :], *fits[:at])
    return next(iter(following), None)


def _fits(one: Composition, view: SeatView, judge: Judge) -> Sequence[Placement]:
    """Where the tiles of a composition make a valid move in their order, the most points first."""
    board, variant = view.table.board, view.table.variant
    scored = [(score(board, found, variant), found) for found in fits_of(one.tiles, board)]
    valid = [(sheet.total, found) for sheet, found in scored if all(judge(tuple(one.word for one in sheet.words)))]
    return [found for _, found in sorted(valid, key=itemgetter(0), reverse=True)]


def _number_in(fits: Sequence[Placement], one: Composition) -> int | None:
    """Which of the fits is where the tiles are."""
    cells = tuple(sorted(cell for cell, _ in one.laid))
    return next((number for number, found in enumerate(fits) if found.cells == cells), None)


async def fit(request: Request, draft_id: str) -> Message:
    """Move the tiles to the next place where they make a valid move."""
    draft, view = await _found(request, draft_id)
    judge = await playable_of(request, draft.subject).finder(request, draft.subject, view)
    one = _kept(draft, view)
    found = await asyncio.to_thread(next_fit, one, view, judge) if judge and one.tiles else None
    if found is None:
        return await _shown(request, draft, view, held=no_other_place(request.texts))
    return await tap(request, draft_id, lambda one, view: replace(moved_to(one, found, view.table.board), chosen=False))


async def switch_picture(request: Request, draft_id: str) -> Message:
    """Show the whole board, or only the part around the composition again; the choice is remembered."""
    draft, view = await _found(request, draft_id)
    whole = not (await request.profile()).compose_whole
    await request.services.people.change_person(
        request.person.id, lambda profile: replace(profile, compose_whole=whole)
    )
    return await _shown(request, draft, view, moved_on=draft.turn != view.table.turn, whole=whole)


async def put_away(request: Request, draft_id: str) -> None:
    """Return all tiles to the rack and forget the move."""

    def emptied(before: Draft) -> Draft:
        return replace(before, text="", composed="", opened=request.cause.arrived)

    await request.services.play.drafts.change(draft_id, request.person.id, emptied)


async def keep(request: Request, draft_id: str) -> Message:
    """Keep the composed move as a try of its own, and compare it with the others if there are any."""
    draft, view = await _found(request, draft_id)
    if draft.turn != view.table.turn:
        return await tap(request, draft_id, lambda one, _: one)
    if draft.text:
        await request.services.play.drafts.save(
            draft.subject, draft.person, draft.turn, draft.text, request.cause.arrived
        )
    moves = tuple(await tried_moves(request, draft.subject, view))
    if not draft.text or len(moves) > 1:
        return await tries(request, draft.subject, composing=draft.id)
    return await _shown(request, draft, view, held=kept_note(request.texts))


async def tries(request: Request, subject: str = "", *, composing: str = "") -> Message:
    """The moves tried for this turn, side by side."""
    subject = subject or await which_game(request)
    playable = playable_of(request, subject)
    view = await playable.view(request, subject)
    moves = await tried_moves(request, subject, view)
    found = [TriedMove(draft, await _made(request, subject, view, placement)) for placement, draft in moves.items()]
    title, play = playable.title(view, request.texts), playable.play_label(request.texts)
    return tries_message(subject, view, found, request.texts, title=title, play=play, composing=composing)


async def _found(request: Request, draft_id: str) -> tuple[Draft, SeatView]:
    """A draft of the person's, and what it is composed on now. Raises as `Playable.view`."""
    draft = await request.services.play.drafts.load(draft_id, request.person.id)
    return draft, await playable_of(request, draft.subject).view(request, draft.subject)


def _kept(draft: Draft, view: SeatView) -> Composition:
    """A draft's composition, without what no longer fits the board and the rack; a new one if nothing is left."""
    assert isinstance(view.rack, KnownRack)
    one = read_composition(draft.composed).fitting(view.table.board, view.rack.tiles)
    return one if one.cursor or one.laid else _opening(view)


def _opening(view: SeatView) -> Composition:
    latest = view.table.latest
    cells = latest.placement.cells if isinstance(latest, LatestPlay) else ()
    return opening(view.table.board, view.table.variant.rack_size, cells)


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
    one, playable = _kept(draft, view), playable_of(request, draft.subject)
    made, reason = None, ""
    try:
        made = await _made(request, draft.subject, view, one.placement(view.table.board))
    except NoTilesPlayed:
        pass
    except Refusal as error:
        reason = request.refusal(error)
    moves = await tried_moves(request, draft.subject, view)
    around = CompositionContext(
        await playable.order(request, draft.subject, view),
        (await request.profile()).compose_whole if whole is None else whole,
        # In a channel, the message answers one of the subject's own.
        title=playable.title(view, request.texts) if request.place.guild_id is None else "",
        others=any(name != draft.id and (made is None or move != made.placement) for move, name in moves.items()),
        play=playable.play_label(request.texts),
        finds=await playable.finder(request, draft.subject, view) is not None,
        listed=request.person.by_ear,
    )
    note = playable.moved_on(request.texts) if moved_on else held
    return compose_message(draft.id, view, one, request.texts, made=made, reason=reason, note=note, around=around)


async def _made(request: Request, subject: str, view: SeatView, placement: Placement) -> ScoredMove:
    sheet = score(view.table.board, placement, view.table.variant)
    unknown = await playable_of(request, subject).unknown(request, subject, view, placement, sheet)
    return ScoredMove(placement, sheet, unknown)


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


async def spell(request: Request, draft_id: str, text: str) -> Message:
    """Place a word, the rest of one or a whole move that was typed; nothing changes if nothing was."""
    if not text.strip():
        return await tap(request, draft_id, lambda one, _: one)
    draft, view = await _found(request, draft_id)
    judge = await playable_of(request, draft.subject).finder(request, draft.subject, view)
    return await tap(request, draft_id, spelling(text, request.texts, judge))


def spelling(text: str, texts: Texts, judge: Judge | None = None) -> Tap:
    """A word, the rest of one or a whole move, as someone who reads `texts` types it.

    A word that cannot go in the line goes where it makes the most points, as far as `judge` tells what is valid; so
    does one that makes no valid move there, unless the player has chosen the place.
    """

    def change(one: Composition, view: SeatView) -> Composition:
        assert isinstance(view.rack, KnownRack)
        typed = typed_words(texts, view.table.variant.language).in_english(text)
        try:
            there = spelt(one, typed, view.table.board, view.rack, view.table.setup)
        except RuleViolation:
            if (elsewhere := _elsewhere(one, typed, view, judge)) is None:
                raise
            return elsewhere
        if one.chosen or one.laid or judge is None or _is_valid(there, view, judge):
            return there
        return _elsewhere(one, typed, view, judge) or there

    return change


def _elsewhere(one: Composition, word: str, view: SeatView, judge: Judge | None) -> Composition | None:
    """The composition with a whole word at its best place; None if it has none, or for more than a word."""
    if len(word.split()) > 1:
        return None
    board, variant = view.table.board, view.table.variant
    scored = [
        (score(board, found, variant), found) for found in places(read_word(word, variant), board, view.rack, variant)
    ]
    if judge:
        scored = [(sheet, found) for sheet, found in scored if all(judge(tuple(one.word for one in sheet.words)))]
    if not scored:
        return None
    _, best = max(scored, key=lambda fit: fit[0].total)
    return replace(moved_to(one, best, board), chosen=True)


def _is_valid(one: Composition, view: SeatView, judge: Judge) -> bool:
    board = view.table.board
    try:
        sheet = score(board, one.placement(board), view.table.variant)
    except EngineError:
        return False
    return all(judge(tuple(scored.word for scored in sheet.words)))


def on(change: Callable[[Composition, Board], Composition]) -> Tap:
    """A tap that only needs the board."""
    return lambda one, view: change(one, view.table.board)
