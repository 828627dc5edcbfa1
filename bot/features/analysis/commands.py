"""`/review analysis`, and the buttons, menus and forms of analysis boards. Only their own person sees them."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from dataclasses import replace
from typing import Any, TypeVar

import discord
from discord import app_commands
from discord.app_commands import locale_str as _

from bot.engines.works import ComputerMove, FindMoves, Viewing
from bot.features.analysis import AnalysisServices, messages
from bot.features.analysis import boards as analysis
from bot.features.analysis.boards import position_of
from bot.features.analysis.messages import (
    BoardChange,
    OpenBoard,
    after_move,
    changed_board,
    check_board,
    message_of,
    opened_board,
    setup_of_board,
    waiting_message,
    written_message,
)
from bot.features.analysis.positions import AnalysisOptions, chosen_position
from bot.features.analysis.store import AnalysisBoard
from bot.features.analysis.text import thinking_text
from bot.front.components.message import Message
from bot.front.interaction import choices
from bot.front.interaction.answering import Show
from bot.front.interaction.hooks import Front
from bot.front.interaction.pressing import Press, answers, edits, opens, reports, with_press
from bot.front.interaction.request import Request
from bot.front.interaction.slash import UNDER_REVIEW, CommandOption, slash
from bot.model.errors import UnknownAction
from bot.service.rights import Right
from bot.text import Texts
from bot.text.moves import word_text
from bot.text.typed import TypedMeaning, typed_words
from engine.analysis.positions import Move, view_at
from engine.model.levels import NUMBERS

TypedTurn = app_commands.Range[int, 1, 10_000]


async def analyze(
    request: Request,
    position: str = "",
    move: str = "",
    rack: str = "",
    game: str = "",
    turn: TypedTurn | None = None,
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
        await check_board(request, setup, analysis.position_of(start.steps[start.at], setup.variant))
        latest = await request.services.of(AnalysisServices).boards.open(
            request.person.id, setup, start.steps, start.at, start.game, start.names
        )
    opened = OpenBoard(latest, await setup_of_board(request, latest))
    if options.rack.strip():
        opened = await changed_board(request, opened, lambda one: _with_rack(one, options.rack))
    if options.move.strip():
        opened = await _moved(request, opened, options.move)
    await check_board(request, opened.setup, opened.position)
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


FRONT = Front(
    commands=(
        UNDER_REVIEW(
            slash(
                analyze,
                _("Try moves on a board of your own, in private, and see the best ones"),
                Right.ANYONE,
                name="analysis",
                options={
                    "position": _(
                        "A position as CGP; by default, that of a game with a real board here, or an empty board"
                    ),
                    "move": _("A move on your latest board, such as 8H HELLO"),
                    "rack": _("The tiles of the player to move, such as AEINRS?"),
                    "game": CommandOption(_("A finished game to start from"), choices.finished),
                    "turn": _("Which turn of that game; by default, the last one"),
                    "language": CommandOption(_("The language of the tiles"), choices.tongues),
                    "variant": CommandOption(_("The board and tiles"), choices.variants),
                    "file": _("A game record to step through (GCG, or JSON from /game export)"),
                },
            ),
        ),
    ),
    buttons=(
        answers(messages.ANALYSE, open_turn),
        edits(messages.BACK, back),
        edits(messages.FORWARD, forward),
        opens(messages.PLACE_MOVE, messages.move_form, place, in_place=True),
        opens(messages.RACK, messages.rack_form, set_rack, in_place=True),
        edits(messages.DRAW, draw),
        reports(messages.BEST, best),
        reports(messages.SIMULATE, simulate),
        with_press(messages.FOUND, place_found),
        reports(messages.COMPUTER, computer, reads_press=True),
        edits(messages.MORE, more),
        edits(messages.LESS, less),
        answers(messages.TEXT, as_text),
        edits(messages.CLOSE, close),
    ),
    at_turn=(messages.analyse_button,),
)
