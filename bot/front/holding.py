"""Previews that were opened while there was time, so that they can be played a little late (ledger C3)."""

from __future__ import annotations

from dataclasses import replace

from bot.front.asking import Asked
from bot.service.ports import Draft
from bot.text.clocks import length_text, turn_end_text
from engine.errors import EngineError
from engine.game.clock import turn_ends
from engine.game.commands import OpenDraft
from engine.game.phases import Turn
from engine.game.views import SeatView


def held_name(draft: Draft) -> str:
    """What the game knows a preview by: another move in the same draft has another name."""
    return f"{draft.id}/{draft.opened}"


async def hold(asked: Asked, draft: Draft, view: SeatView) -> str:
    """Note that a preview of a move was opened in time; what that means, in words, empty where it means nothing."""
    if view.table.rules.turn_clock is None or view.table.on_turn != view.seat or not draft.text:
        return ""
    # The same click may have changed the game already, as a hint does.
    cause = replace(asked.cause, id=f"{asked.cause.id}/draft")
    command = OpenDraft(asked.person.id, draft.turn, held_name(draft))
    try:
        state = (await asked.desk.games.submit(draft.game, command, cause)).state
    except EngineError:
        return ""
    end, texts = turn_ends(state), asked.texts
    if end is None or not isinstance(state.phase, Turn) or state.phase.draft != command.draft:
        return ""
    return texts.gettext(
        "{end}. This move, and no other, can still be played for {grace} after that.",
        end=turn_end_text(end, texts),
        grace=length_text(state.rules.clock_grace, texts),
    )
