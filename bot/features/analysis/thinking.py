"""Thinking about analysis boards: the best moves, and moves of a computer player."""

from __future__ import annotations

from collections.abc import Coroutine
from dataclasses import replace
from typing import Any, TypeVar

from bot.engines.works import ComputerMove, FindMoves, Viewing
from bot.features.analysis import AnalysisServices
from bot.features.analysis import boards as analysis
from bot.features.analysis.boards import position_of
from bot.features.analysis.messages import waiting_message
from bot.features.analysis.openboards import OpenBoard, after_move, changed_board, message_of, opened_board
from bot.features.analysis.text import thinking_text
from bot.front.components.message import Message
from bot.front.interaction.answering import Show
from bot.front.interaction.pressing import Press
from bot.front.interaction.request import Request
from bot.model.errors import UnknownAction
from engine.analysis.thinking import view_at
from engine.model.levels import NUMBERS

T = TypeVar("T")


async def best(request: Request, show: Show, board: str) -> Message:
    """Find the best moves by points and leave; near the end, by searching the rest of the game."""
    return await _searched(request, show, board, ahead=False)


async def simulate(request: Request, show: Show, board: str) -> Message:
    """Find the best moves by playing on with random deals of the tiles that are not seen."""
    return await _searched(request, show, board, ahead=True)


async def _searched(request: Request, show: Show, board: str, *, ahead: bool) -> Message:
    """The board with the best moves; meanwhile it says that it is looking for them."""
    opened = await opened_board(request, board)
    analysis.check_rack(opened.board, opened.setup.variant)
    return await _meanwhile(
        request, show, board, thinking_text(request.texts, computer=False), _thought(request, opened, ahead=ahead)
    )


async def computer(request: Request, pressed: Press, show: Show, board: str) -> Message:
    """Let a computer player of a level move, after filling up its rack; then the next player's is filled up too."""
    opened, level, boards = (
        await opened_board(request, board),
        pressed.number(),
        request.services.of(AnalysisServices).boards,
    )
    if level not in NUMBERS:
        raise UnknownAction
    opened = await changed_board(request, opened, lambda one: boards.filled(one.board, one.setup.variant))
    analysis.check_rack(opened.board, opened.setup.variant)
    return await _meanwhile(
        request, show, board, thinking_text(request.texts, computer=True), _answered(request, opened, level)
    )


async def _meanwhile(
    request: Request, show: Show, board: str, told: str, thinking: Coroutine[Any, Any, OpenBoard]
) -> Message:
    """The board after some thinking; until then, a sentence stands in for it."""
    try:
        await show(waiting_message(board, told, request.texts))
        return await message_of(request, await thinking)
    except Exception:
        # What is refused is told apart; the board comes back, unless it may not be shown any more.
        again = replace(request, snapshot=None)
        await show(await message_of(again, await opened_board(again, board)))
        raise
    finally:
        thinking.close()


async def _answered(request: Request, opened: OpenBoard, level: int) -> OpenBoard:
    """The board after the move of a computer player of a level, kept."""
    boards = request.services.of(AnalysisServices).boards
    view = view_at(position_of(opened.board.step, opened.setup.variant), opened.setup)
    command = await _think(request, opened, ComputerMove(view, level))
    move = analysis.commanded(command, opened.board, opened.setup.variant)
    opened = await after_move(request, opened, move)
    if not opened.board.step.is_over:
        opened = await changed_board(request, opened, lambda one: boards.filled(one.board, one.setup.variant))
    return opened


async def _thought(request: Request, opened: OpenBoard, *, ahead: bool) -> OpenBoard:
    """The board with the best moves, kept."""
    variant = opened.setup.variant
    analysis.check_rack(opened.board, variant)
    view = view_at(position_of(opened.board.step, variant), opened.setup)
    found = await _think(request, opened, FindMoves(view, ahead))
    return await changed_board(request, opened, lambda one: analysis.with_best(one.board, variant, found))


async def _think(request: Request, opened: OpenBoard, work: Viewing[T]) -> T:
    person, server = request.person.id, request.place.guild_id
    return await request.services.of(AnalysisServices).analyser.run(opened.setup, person, server, work)
