"""Analysis boards, open: read, changed, kept and shown.

Every board is checked by `bot.service.secrecy` before it is shown, changed or thought about.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from bot.features.analysis import AnalysisServices
from bot.features.analysis import boards as analysis
from bot.features.analysis.boards import position_of
from bot.features.analysis.messages import analysis_message, shown_at
from bot.features.analysis.text import running_warning
from bot.features.analysis.values import AnalysisBoard
from bot.front.components.message import Message
from bot.front.interaction.request import Request
from bot.front.variants.actions import variant_meant
from bot.service.secrecy import check_analysis
from engine.analysis.positions import Move
from engine.formats.cgp import Position
from engine.game.state import Setup
from engine.game.views import table_view
from engine.model.coordinates import STANDARD, Orientation
from engine.model.rules import Rules


@dataclass(frozen=True, slots=True)
class OpenBoard:
    """A board with what it takes to play on it, the variant as the position looked at has it."""

    board: AnalysisBoard
    setup: Setup

    @property
    def position(self) -> Position:
        """The position looked at."""
        return position_of(self.board.step, self.setup.variant)


BoardChange = Callable[[OpenBoard], AnalysisBoard]
"""Makes a board what it is to be; takes a moment at most."""


async def opened_board(request: Request, board: str) -> OpenBoard:
    """A board of the person. Raises `UnknownBoard`, `RunningPosition` and `WordsAreSecret`."""
    found = await request.services.of(AnalysisServices).boards.board(request.person.id, board)
    opened = OpenBoard(found, await setup_of_board(request, found))
    request.known.table = lambda: shown_at(opened.board, opened.setup, request.texts).view
    await check_board(request, opened.position)
    return opened


async def changed_board(request: Request, opened: OpenBoard, change: BoardChange) -> OpenBoard:
    """The board as a change makes it, kept, unless its position is one that the person may not analyse."""
    after = change(opened)
    changed = replace(opened, board=after)
    # Games may have moved on while this request was thinking.
    await check_board(request, changed.position)
    if after == opened.board:
        return opened
    return replace(changed, board=await request.services.of(AnalysisServices).boards.keep(opened.board, after))


async def after_move(request: Request, opened: OpenBoard, move: Move, phonies: tuple[str, ...] = ()) -> OpenBoard:
    """The board after a move, kept; `phonies` are those of its words that are not in the dictionary."""
    return await changed_board(
        request, opened, lambda one: analysis.with_move(one.board, one.setup.variant, move, phonies)
    )


async def message_of(
    request: Request, opened: OpenBoard, remarks: tuple[str, ...] = (), *, more: bool = False
) -> Message:
    """The message that shows a board; with `more`, what is rarely done."""
    warnings = (*remarks, *await _warnings(request, opened.board.game))
    return analysis_message(opened.board, opened.setup, request.texts, warnings, more=more)


async def _warnings(request: Request, game: str) -> tuple[str, ...]:
    """What somebody must know who analyses a game that is still running."""
    if not game or not table_view(await request.state(game)).is_running:
        return ()
    return (running_warning(request.texts),)


async def setup_of_board(request: Request, board: AnalysisBoard) -> Setup:
    """The board's variant and dictionary. Raises `NotOffered` and `UnknownGame` if they are gone."""
    if board.game:
        variant = (await request.state(board.game)).variant
    else:
        variant = await variant_meant(request, board.variant, board.language, needs_words=False)
    orientation = Orientation.of_code(board.coordinates) or STANDARD
    variant = position_of(board.step, variant).rules_of(variant)
    return Setup(variant, Rules(), board.lexicon, orientation)


async def check_board(request: Request, position: Position) -> None:
    """Raises `WordsAreSecret`, and `RunningPosition` for the position of a game that the person plays now."""
    await check_analysis(request.services.games, request.person.id, position.board, position.racks[0])
