"""Analysis boards: opened, looked at, moved on and deleted. Only their own person sees them."""

from __future__ import annotations

import asyncio

import discord
from discord import app_commands

from bot.features.analysis import AnalysisServices
from bot.features.analysis import boards as analysis
from bot.features.analysis.messages import written_message
from bot.features.analysis.openboards import (
    BoardChange,
    OpenBoard,
    after_move,
    changed_board,
    check_board,
    message_of,
    opened_board,
    setup_of_board,
)
from bot.features.analysis.positions import AnalysisOptions, chosen_position
from bot.features.analysis.values import AnalysisBoard
from bot.front.components.message import Message
from bot.front.interaction.pressing import Press
from bot.front.interaction.request import Request
from bot.model.errors import UnknownAction
from bot.text import Texts
from bot.text.moves import word_text
from bot.text.typed import TypedMeaning, typed_words
from engine.analysis.positions import Move

Turn = app_commands.Range[int, 1, 10_000]


async def analyze(
    request: Request,
    position: str = "",
    move: str = "",
    rack: str = "",
    game: str = "",
    turn: Turn | None = None,
    language: str = "",
    variant: str = "",
    file: discord.Attachment | None = None,
) -> Message:
    """A new board, or the latest one, with the rack and the move that were typed.

    Raises `NotOffered`, `NoPosition`, `RunningPosition`, `WordsAreSecret`, and what rack and move are refused for.
    """
    options = AnalysisOptions(position, move, rack, game, turn, language, variant, file)
    remarks: tuple[str, ...] = ()
    latest = None if options.opens else await request.services.of(AnalysisServices).boards.latest(request.person.id)
    if latest is None:
        start = await chosen_position(request, options)
        remarks, setup = start.remarks, start.setup
        await check_board(request, analysis.position_of(start.steps[start.at], setup.variant))
        latest = await request.services.of(AnalysisServices).boards.open(
            request.person.id, setup, start.steps, start.at, start.game, start.names
        )
    opened = OpenBoard(latest, await setup_of_board(request, latest))
    if options.rack.strip():
        opened = await changed_board(request, opened, lambda one: _with_rack(one, options.rack))
    if options.move.strip():
        opened = await _moved(request, opened, options.move)
    await check_board(request, opened.position)
    return await message_of(request, opened, remarks)


async def open_turn(request: Request, game: str, page: int) -> Message:
    """A new board at a turn of a finished game, whose right was checked."""
    return await analyze(request, game=game, turn=page)


# --- looking ----------------------------------------------------------------------------------------------------------


async def back(request: Request, board: str) -> Message:
    """One position back."""
    return await _change(request, board, lambda one: one.board.moved(-1))


async def forward(request: Request, board: str) -> Message:
    """One position on."""
    return await _change(request, board, lambda one: one.board.moved(1))


async def more(request: Request, board: str) -> Message:
    """The board with what is rarely done."""
    return await message_of(request, await opened_board(request, board), more=True)


async def less(request: Request, board: str) -> Message:
    """The board with what is often done."""
    return await message_of(request, await opened_board(request, board))


async def as_text(request: Request, board: str) -> Message:
    """The position as CGP."""
    opened = await opened_board(request, board)
    return written_message(opened.board, opened.setup, request.texts)


async def close(request: Request, board: str) -> None:
    """Delete a board and its message."""
    await request.services.of(AnalysisServices).boards.remove(request.person.id, board)


# --- changing ---------------------------------------------------------------------------------------------------------


async def set_rack(request: Request, tiles: str, board: str) -> Message:
    """Set the rack of the player to move."""
    return await _change(request, board, lambda one: _with_rack(one, tiles))


async def draw(request: Request, board: str) -> Message:
    """Fill up the rack of the player to move by chance."""
    boards = request.services.of(AnalysisServices).boards
    return await _change(request, board, lambda one: boards.filled(one.board, one.setup.variant))


async def place(request: Request, move: str, board: str) -> Message:
    """Make a typed move for the player to move."""
    return await message_of(request, await _moved(request, await opened_board(request, board), move))


async def place_found(request: Request, pressed: Press, board: str) -> Message:
    """Make the best move that was chosen from the menu."""
    opened, number = await opened_board(request, board), pressed.number()
    if number >= len(opened.board.step.found):
        raise UnknownAction
    move = analysis.found_move(opened.board, opened.setup.variant, opened.board.step.found[number])
    return await message_of(request, await after_move(request, opened, move))


async def _change(request: Request, board: str, change: BoardChange) -> Message:
    return await message_of(request, await changed_board(request, await opened_board(request, board), change))


def _with_rack(opened: OpenBoard, tiles: str) -> AnalysisBoard:
    return analysis.with_rack(opened.board, opened.setup.variant, tiles)


async def _moved(request: Request, opened: OpenBoard, typed: str) -> OpenBoard:
    """The board after a typed move, kept."""
    phonies: tuple[str, ...] = ()
    move = _read(opened, typed, request.texts)
    if move.words:
        judge = await request.services.words.dictionaries.judge(opened.setup)
        verdicts = await asyncio.to_thread(judge, move.words)
        phonies = tuple(word_text(word) for word, stands in zip(move.words, verdicts, strict=True) if not stands)
    return await after_move(request, opened, move, phonies)


def _read(opened: OpenBoard, typed: str, texts: Texts) -> Move:
    """The move that someone typed, in their language or that of the tiles."""
    words, first, rest = typed_words(texts, opened.setup.variant.language), *typed.strip().partition(" ")[::2]
    if words.means(first, TypedMeaning.PASS) and not rest.strip():
        analysis.check_running(opened.board)
        return Move()
    if words.means(first, TypedMeaning.EXCHANGE) and rest.strip():
        return analysis.typed_exchange(opened.board, opened.setup, rest.strip())
    return analysis.typed_play(opened.board, opened.setup, words.in_english(typed))
