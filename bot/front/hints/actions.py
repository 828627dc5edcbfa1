"""Help against the computer: hints, and swapping places with it."""

from __future__ import annotations

from typing import Final

from bot.front.components.custom_ids import Action
from bot.front.components.message import Message, ask
from bot.front.components.payloads import OfTurn
from bot.front.hints.messages import hint_choice_message, hint_message, thinking_message
from bot.front.interaction.answering import Show
from bot.front.interaction.dispatch import do
from bot.front.interaction.request import Request
from bot.front.play.previews import hold
from bot.front.play.turns import check_turn
from bot.model.errors import NotOffered
from bot.service import secrecy
from bot.service.rights import Right
from bot.text.confirmations import swapping
from bot.text.hints import move_text
from engine.game import commands as cmd
from engine.game.decisions.trading import check_swap
from engine.game.decisions.turns import check_hint
from engine.game.state import HintKind
from engine.game.views import SeatView, seat_view
from engine.review.hints import PlayHint

SWAP_YES: Final = Action("swap_yes", OfTurn, Right.ON_TURN)

KINDS = tuple(kind.value for kind in HintKind)


async def ask_hint(request: Request, game: str, turn: int) -> Message:
    """Ask which kind of hint to give."""
    state = await request.state(game)
    seat = check_hint(state, cmd.TakeHint(request.person.id, HintKind.RANDOM, turn))
    await secrecy.check_hint(request.services.games, request.person.id, game, state)
    return hint_choice_message(game, seat_view(state, seat), request.texts)


async def hint(request: Request, show: Show, game: str, kind: str = "", turn: int | None = None) -> Message:
    """Give a hint of a kind; a random word by default. Meanwhile the answer says that I am thinking."""
    if kind and kind not in KINDS:
        raise NotOffered("kind", kind, KINDS)
    waiting: list[SeatView] = []

    async def thinking(view: SeatView) -> None:
        waiting.append(view)
        await show(thinking_message(game, view, request.texts))

    try:
        hinted = await request.services.play.hints.take(
            game, request.person.id, HintKind(kind or HintKind.RANDOM), request.cause, turn, thinking
        )
    except Exception:
        # What is refused is told apart; the kinds come back in its place.
        for view in waiting:
            await show(hint_choice_message(game, view, request.texts))
        raise
    draft = None
    if isinstance(hinted.hint, PlayHint):
        move, at = move_text(hinted.view, hinted.hint), request.cause.arrived
        draft = await request.services.play.drafts.save(game, request.person.id, hinted.view.table.turn, move, at)
        await hold(request, draft, hinted.view)
    pictured = not (await request.profile()).text_board
    return hint_message(game, hinted.view, hinted.hint, request.texts, draft.id if draft else None, pictured=pictured)


async def swap(request: Request, game: str, turn: int | None = None) -> Message:
    """Swap places with the computer player."""
    return await do(request, game, cmd.Swap(request.person.id, turn))


async def ask_swap(request: Request, game: str, turn: int | None = None) -> Message:
    """Ask whether the player really wants to swap places; `turn` is the one of the board."""
    state = await request.state(game)
    turn = state.turn if turn is None else turn
    await check_turn(request, game, turn)
    check_swap(state, cmd.Swap(request.person.id, turn))
    return ask(*swapping(request.texts), SWAP_YES.id(game, turn), request.texts)
