"""Moves shown in private before they are played. A preview opened in time can be played a little late."""

from __future__ import annotations

from dataclasses import replace

from bot.front.board.answers import preview_message
from bot.front.components.buttons import Actions
from bot.front.components.message import Message, Text
from bot.front.interaction.request import Request
from bot.front.play.place_messages import places_blocks
from bot.front.play.places import Fits, find_places, word_alone
from bot.front.play.turns import acting_view, words_for
from bot.front.play.verdicts import unknown_words
from bot.model.games import Draft
from bot.text.clocks import late_text
from engine.errors import EngineError
from engine.game.clock import turn_ends
from engine.game.commands import OpenDraft
from engine.game.phases import Turn
from engine.game.views import SeatView
from engine.play.notation import read_move
from engine.play.placement import Placement, resolve
from engine.play.scoring import ScoreSheet, score


def held_name(draft: Draft) -> str:
    """The name by which the game knows a preview: another move in the same draft has another name."""
    return f"{draft.id}/{draft.opened}"


async def hold(request: Request, draft: Draft, view: SeatView) -> str:
    """Record that a preview of a move was opened in time; returns a sentence on what that permits, or an empty text."""
    if view.table.rules.turn_clock is None or view.table.on_turn != view.seat or not draft.text:
        return ""
    # The same interaction may already have changed the game, as a hint does, so this change needs its own id.
    cause = replace(request.cause, id=f"{request.cause.id}/draft")
    command = OpenDraft(request.person.id, draft.turn, held_name(draft))
    try:
        state = (await request.services.games.submit(draft.subject, command, cause)).state
    except EngineError:
        return ""
    end = turn_ends(state)
    if end is None or not isinstance(state.phase, Turn) or state.phase.draft != command.draft:
        return ""
    return late_text(end, state.rules.clock_grace, request.texts)


async def try_move(request: Request, game: str, move: str) -> Message:
    """Show privately what a move would score, and keep it so that a button can play it."""
    words = await words_for(request, game)
    if word := word_alone(move, words):
        return await offer(request, game, await find_places(request, game, word), tries=True)
    state = await request.state(game)
    typed, move = move.strip(), words.in_english(move)
    view = acting_view(state, request)
    placement, sheet = _understood(view, move)
    draft = await request.services.play.drafts.save(game, request.person.id, state.turn, move, request.cause.arrived)
    unknown = await unknown_words(request, game, sheet)
    several = len(await tried_moves(request, game, view)) > 1
    compared = game if several else ""
    shown = preview_message(
        draft.id,
        view,
        placement,
        sheet,
        request.texts,
        unknown=unknown,
        game=compared,
        typed=typed,
        offers=request.services.hooks.front.at_preview,
    )
    held = await hold(request, draft, view)
    return replace(shown, blocks=(shown.blocks[0], Text(held), *shown.blocks[1:])) if held else shown


async def change(request: Request, draft_id: str, move: str) -> Message:
    """Show another move in place of a preview."""
    draft = await request.services.play.drafts.load(draft_id, request.person.id)
    return await try_move(request, draft.subject, move)


async def offer(request: Request, game: str, places: Fits, *, tries: bool = False) -> Message:
    """A menu of the places where a word fits; a preview if there is just one."""
    if places.only:
        return await try_move(request, game, places.only)
    custom_id = Actions.PLACE_TRY.id(game) if tries else Actions.PLACE.id(game, places.view.table.turn)
    return Message(places_blocks(custom_id, places, request.texts, listed=request.person.by_ear))


async def tried_moves(request: Request, subject: str, view: SeatView) -> dict[Placement, str]:
    """The moves that the person has tried for this turn and that still fit, latest first, with their drafts' ids."""
    found: dict[Placement, str] = {}
    for draft in await request.services.play.drafts.tries(subject, request.person.id, view.table.turn):
        try:
            placement, _ = _understood(view, draft.text)
        except EngineError:
            continue
        found.setdefault(placement, draft.id)
    return found


def _understood(view: SeatView, move: str) -> tuple[Placement, ScoreSheet]:
    setup = view.table.setup
    intent = read_move(move, setup.variant, setup.orientation)
    placement = resolve(intent, view.table.board, view.playable, setup.variant)
    return placement, score(view.table.board, placement, setup.variant)
