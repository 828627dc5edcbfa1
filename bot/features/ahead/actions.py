"""Moves ahead: said, looked at, removed."""

from __future__ import annotations

from bot.features.ahead.ahead import Ahead, check_seat
from bot.features.ahead.messages import kept_message, list_message
from bot.features.ahead.text import listed_text
from bot.front.components.message import Message
from bot.front.interaction.pressing import Press
from bot.front.interaction.request import Request
from bot.front.play.turns import words_for


async def ahead(request: Request, game: str, move: str = "", after: str = "") -> Message:
    """Keep a move for the next turn, or show those that are kept. Raises as `Ahead.say`."""
    if not move.strip():
        check_seat(await request.state(game), request.person.id)
        return await _list(request, game)
    return await _keep(request, game, move, after)


async def keep_tried(request: Request, draft_id: str) -> Message:
    """Keep the move of a preview for the next turn."""
    draft = await request.services.play.drafts.load(draft_id, request.person.id)
    return await _keep(request, draft.subject, draft.text, "")


async def remove(request: Request, pressed: Press, game: str) -> Message:
    """Forget the move that was chosen in the menu."""
    await request.services.of(Ahead).remove(game, request.person.id, pressed.value)
    return await _list(request, game)


async def note(request: Request, game: str) -> str:
    """What is kept for a person's next turn, for below their rack; empty if nothing is."""
    return listed_text(await request.services.of(Ahead).waiting(game, request.person.id), request.texts)


async def _keep(request: Request, game: str, move: str, answers: str) -> Message:
    words, state = await words_for(request, game), await request.state(game)
    move, answers = words.in_english(move), words.in_english(answers)
    replaced = await request.services.of(Ahead).say(game, state, request.person.id, move, answers)
    return kept_message(move, answers, replaced, request.texts)


async def _list(request: Request, game: str) -> Message:
    moves = await request.services.of(Ahead).waiting(game, request.person.id)
    return list_message(game, moves, request.texts)
