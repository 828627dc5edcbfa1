"""Analysis boards: opened, moved on, thought about and deleted. Only their own person sees them.

Every board is checked by `bot.service.secrecy` before it is shown, changed or thought about.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from bot.engines.works import Answer, FindMoves, Work
from bot.front.analysis.messages import analysis_message, shown_at, waiting_message, written_message
from bot.front.core.answering import Show
from bot.front.core.finished import latest_finished
from bot.front.core.gate import require
from bot.front.core.message import Message
from bot.front.core.pressing import Pressed
from bot.front.core.request import Request
from bot.front.lobby.opening import OpeningOptions, setup_of
from bot.front.variants.actions import names as variant_names
from bot.front.variants.actions import variant_meant
from bot.model.analysis import AnalysisBoard
from bot.model.errors import (
    NoPosition,
    NoSuchList,
    NoSuchTurn,
    NotOffered,
    OtherLanguage,
    TilesDoNotFit,
    TooManyCombined,
    UnknownAction,
)
from bot.service import analysis
from bot.service.analysis import position_of
from bot.service.rights import Right
from bot.service.secrecy import check_analysis
from bot.text import Texts
from bot.text.cast import seat_names
from bot.text.lexicons import lexicon_title
from bot.text.moves import word_text
from bot.text.names import bold, shortened
from bot.text.typed import Said, typed_words
from engine.analysis.positions import Move
from engine.analysis.thinking import view_at
from engine.errors import BadData
from engine.formats import cgp
from engine.formats.cgp import Position
from engine.game.state import GameState, Setup
from engine.game.views import TableView, seat_view, table_view
from engine.loading import origins
from engine.model.board import Board
from engine.model.coordinates import STANDARD, Orientation
from engine.model.levels import NUMBERS
from engine.model.rules import Rules
from engine.model.tiles import Tiles
from engine.review.turns import moments

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class AnalysisOptions:
    """What someone typed after `/analyze`; empty means that they left it out."""

    position: str = ""
    move: str = ""
    rack: str = ""
    game: str = ""
    turn: int | None = None
    language: str = ""
    variant: str = ""

    @property
    def opens(self) -> bool:
        """Whether a new board is wanted, and not a change of the latest one."""
        return bool(self.position or self.game or self.turn or self.language or self.variant) or not (
            self.move or self.rack
        )


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


# --- opening ----------------------------------------------------------------------------------------------------------


async def analyse(request: Request, options: AnalysisOptions) -> Message:
    """A new board, or the latest one, with the rack and the move that were typed.

    Raises `NotOffered`, `NoPosition`, `RunningPosition`, `WordsAreSecret`, and what rack and move are refused for.
    """
    remarks: tuple[str, ...] = ()
    latest = None if options.opens else await request.services.analysis.latest(request.person.id)
    if latest is None:
        setup, position, game, names, remarks = await _chosen(request, options)
        await _check(request, position)
        latest = await request.services.analysis.open(request.person.id, setup, position, game, names)
    opened = OpenBoard(latest, await _setup(request, latest))
    if options.rack.strip():
        opened = await _changed(request, opened, lambda one: _with_rack(one, options.rack))
    if options.move.strip():
        opened = await _moved(request, opened, options.move)
    await _check(request, opened.position)
    return await _message(request, opened, remarks)


async def open_turn(request: Request, game: str, page: int) -> Message:
    """A new board at a turn of a finished game, whose right was checked."""
    return await analyse(request, AnalysisOptions(game=game, turn=page))


_Beginning = tuple[Setup, Position, str, tuple[str, ...], tuple[str, ...]]
"""The setup, the position, the game that the variant is from, the names of the seats, and remarks on the position."""


async def _chosen(request: Request, options: AnalysisOptions) -> _Beginning:
    if options.position.strip():
        return await _of_text(request, options)
    if options.game.strip() or options.turn is not None:
        return await _of_turn(request, options.game.strip().lower() or await latest_finished(request), options.turn)
    if not (options.language or options.variant):
        for one in await request.known.shown_in(request.place.channel_id):
            state = await request.state(one.game)
            if state.rules.tabletop and table_view(state).is_running:
                return _of_table(one.game, state)
    chosen = OpeningOptions(language=options.language, variant=options.variant)
    setup = await setup_of(chosen, request, opens=False)
    return setup, Position(Board.empty(setup.variant.layout)), "", (), ()


async def _of_text(request: Request, options: AnalysisOptions) -> _Beginning:
    """A typed position, with the board, tiles and dictionary that it names unless others were chosen.

    Raises `NoPosition`.
    """
    known = await variant_names(request)
    try:
        origin = cgp.read_origin(options.position)
        board = options.variant or origins.board_of(origin, known)
        language = options.language or await asyncio.to_thread(origins.language_of, origin)
        setup, missing = await _listed(request, OpeningOptions(language=language, variant=board), origin.lexicon)
        if not (options.variant or options.language):
            await asyncio.to_thread(origins.check_tiles, origin, setup.variant)
    except BadData as error:
        raise NoPosition(error.reason) from error
    other = _other_game(origin.game_type, request.texts) if origins.is_other_game(origin) else ()
    return setup, analysis.read_position(options.position, setup.variant), "", (), (*other, *missing)


def _other_game(name: str, texts: Texts) -> tuple[str, ...]:
    told = texts.gettext(
        "This position is from another game, {name}, whose rules may differ.", name=bold(shortened(name, 60))
    )
    return (told,)


async def _listed(request: Request, options: OpeningOptions, lexicon: str) -> tuple[Setup, tuple[str, ...]]:
    """The setup with a dictionary, else with the one that games here use, which is told then."""
    if lexicon:
        with suppress(NotOffered, OtherLanguage, TilesDoNotFit, TooManyCombined, NoSuchList):
            return await setup_of(replace(options, lexicon=lexicon), request, opens=False), ()
    setup = await setup_of(options, request, opens=False)
    told = request.texts.gettext(
        "I do not have the dictionary {name} for these tiles, so I use {used}.",
        name=bold(shortened(lexicon, 60)),
        used=bold(lexicon_title(setup.lexicon.name, request.texts)),
    )
    return setup, (told,) if lexicon else ()


async def _of_turn(request: Request, game: str, turn: int | None) -> _Beginning:
    """A turn of a finished game, with the rack of its player. Raises as `Permissions.require`, and `NoSuchTurn`."""
    await require(request, Right.REVIEWER, game)
    found = await asyncio.to_thread(moments, await request.services.games.events(game))
    number = len(found) if turn is None else turn
    if not 1 <= number <= len(found):
        raise NoSuchTurn(number, len(found))
    view = found[number - 1].view
    return view.table.setup, cgp.position_of(view), game, _names(view.table, view.seat), ()


def _of_table(game: str, state: GameState) -> _Beginning:
    """A running game with a real board, without any rack."""
    seat = state.on_turn or 0
    position = cgp.position_of(seat_view(state, seat))
    hidden = replace(position, racks=tuple(Tiles() for _ in position.racks))
    return state.setup, hidden, game, _names(table_view(state), seat), ()


def _names(view: TableView, first: int) -> tuple[str, ...]:
    """The names at a table, beginning with the player to move."""
    names = seat_names(view)
    return (*names[first:], *names[:first])


# --- looking ----------------------------------------------------------------------------------------------------------


async def back(request: Request, board: str) -> Message:
    """One position back."""
    return await _change(request, board, lambda one: one.board.moved(-1))


async def forward(request: Request, board: str) -> Message:
    """One position on."""
    return await _change(request, board, lambda one: one.board.moved(1))


async def more(request: Request, board: str) -> Message:
    """The board with what is rarely done."""
    return await _message(request, await _opened(request, board), more=True)


async def less(request: Request, board: str) -> Message:
    """The board with what is often done."""
    return await _message(request, await _opened(request, board))


async def as_text(request: Request, board: str) -> Message:
    """The position as CGP."""
    opened = await _opened(request, board)
    return written_message(opened.board, opened.setup, request.texts)


async def close(request: Request, board: str) -> None:
    """Delete a board and its message."""
    await request.services.analysis.remove(request.person.id, board)


# --- changing ---------------------------------------------------------------------------------------------------------


async def set_rack(request: Request, tiles: str, board: str) -> Message:
    """Set the rack of the player to move."""
    return await _change(request, board, lambda one: _with_rack(one, tiles))


async def draw(request: Request, board: str) -> Message:
    """Fill up the rack of the player to move by chance."""
    boards = request.services.analysis
    return await _change(request, board, lambda one: boards.filled(one.board, one.setup.variant))


async def place(request: Request, move: str, board: str) -> Message:
    """Make a typed move for the player to move."""
    return await _message(request, await _moved(request, await _opened(request, board), move))


async def place_found(request: Request, pressed: Pressed, board: str) -> Message:
    """Make the best move that was chosen from the menu."""
    opened, number = await _opened(request, board), pressed.number()
    if number >= len(opened.board.step.found):
        raise UnknownAction
    return await _message(request, await _place_found(request, opened, number))


def _with_rack(opened: OpenBoard, tiles: str) -> AnalysisBoard:
    return analysis.with_rack(opened.board, opened.setup.variant, tiles)


async def _moved(request: Request, opened: OpenBoard, typed: str) -> OpenBoard:
    """The board after a typed move, kept."""
    phonies: tuple[str, ...] = ()
    move = _read(opened, typed, request.texts)
    if move.words:
        judge = await request.services.dictionaries.judge(opened.setup)
        verdicts = await asyncio.to_thread(judge, move.words)
        phonies = tuple(word_text(word) for word, stands in zip(move.words, verdicts, strict=True) if not stands)
    return await _after(request, opened, move, phonies)


def _read(opened: OpenBoard, typed: str, texts: Texts) -> Move:
    """The move that someone typed, in their language or that of the tiles."""
    words, first, rest = typed_words(texts, opened.setup.variant.language), *typed.strip().partition(" ")[::2]
    if words.means(first, Said.PASS) and not rest.strip():
        analysis.check_running(opened.board)
        return Move()
    if words.means(first, Said.EXCHANGE) and rest.strip():
        return analysis.typed_exchange(opened.board, opened.setup, rest.strip())
    return analysis.typed_play(opened.board, opened.setup, words.in_english(typed))


async def _place_found(request: Request, opened: OpenBoard, number: int) -> OpenBoard:
    board, variant = opened.board, opened.setup.variant
    return await _after(request, opened, analysis.found_move(board, variant, board.step.found[number]))


async def _after(request: Request, opened: OpenBoard, move: Move, phonies: tuple[str, ...] = ()) -> OpenBoard:
    return await _changed(request, opened, lambda one: analysis.with_move(one.board, one.setup.variant, move, phonies))


# --- thinking ---------------------------------------------------------------------------------------------------------


async def best(request: Request, show: Show, board: str) -> Message:
    """Find the best moves by points and leave; near the end, by searching the rest of the game."""
    return await _searched(request, show, board, ahead=False)


async def simulate(request: Request, show: Show, board: str) -> Message:
    """Find the best moves by playing on with random deals of the tiles that are not seen."""
    return await _searched(request, show, board, ahead=True)


async def _searched(request: Request, show: Show, board: str, *, ahead: bool) -> Message:
    """The board with the best moves; meanwhile it says that it is looking for them."""
    opened = await _opened(request, board)
    analysis.check_rack(opened.board, opened.setup.variant)
    told = request.texts.gettext("I am looking for the best moves. This can take a few seconds.")
    return await _meanwhile(request, show, board, told, _thought(request, opened, ahead=ahead))


async def computer(request: Request, pressed: Pressed, show: Show, board: str) -> Message:
    """Let a computer player of a level move, after filling up its rack; then the next player's is filled up too."""
    opened, level, boards = await _opened(request, board), pressed.number(), request.services.analysis
    if level not in NUMBERS:
        raise UnknownAction
    opened = await _changed(request, opened, lambda one: boards.filled(one.board, one.setup.variant))
    analysis.check_rack(opened.board, opened.setup.variant)
    told = request.texts.gettext("The computer player is choosing a move. This can take a few seconds.")
    return await _meanwhile(request, show, board, told, _answered(request, opened, level))


async def _meanwhile(
    request: Request, show: Show, board: str, told: str, thinking: Coroutine[Any, Any, OpenBoard]
) -> Message:
    """The board after some thinking; until then, a sentence stands in for it."""
    try:
        await show(waiting_message(board, told, request.texts))
        return await _message(request, await thinking)
    except Exception:
        # What is refused is told apart; the board comes back, unless it may not be shown any more.
        await show(await less(replace(request, snapshot=None), board))
        raise
    finally:
        thinking.close()


async def _answered(request: Request, opened: OpenBoard, level: int) -> OpenBoard:
    """The board after the move of a computer player of a level, kept."""
    boards = request.services.analysis
    view = view_at(position_of(opened.board.step, opened.setup.variant), opened.setup)
    command = await _think(request, opened, Answer(view, level))
    move = analysis.commanded(command, opened.board, opened.setup.variant)
    opened = await _after(request, opened, move)
    if not opened.board.step.is_over:
        opened = await _changed(request, opened, lambda one: boards.filled(one.board, one.setup.variant))
    return opened


async def _thought(request: Request, opened: OpenBoard, *, ahead: bool) -> OpenBoard:
    """The board with the best moves, kept."""
    variant = opened.setup.variant
    analysis.check_rack(opened.board, variant)
    view = view_at(position_of(opened.board.step, variant), opened.setup)
    found = await _think(request, opened, FindMoves(view, ahead))
    return await _changed(request, opened, lambda one: analysis.with_best(one.board, variant, found))


async def _think(request: Request, opened: OpenBoard, work: Work[T]) -> T:
    person, server = request.person.id, request.place.guild_id
    return await request.services.analyser.run(opened.setup, person, server, work)


# --- boards -----------------------------------------------------------------------------------------------------------


async def _change(request: Request, board: str, change: BoardChange) -> Message:
    return await _message(request, await _changed(request, await _opened(request, board), change))


async def _opened(request: Request, board: str) -> OpenBoard:
    """A board of the person. Raises `UnknownBoard`, `RunningPosition` and `WordsAreSecret`."""
    found = await request.services.analysis.board(request.person.id, board)
    opened = OpenBoard(found, await _setup(request, found))
    request.known.table = lambda: shown_at(opened.board, opened.setup, request.texts).view
    await _check(request, opened.position)
    return opened


async def _changed(request: Request, opened: OpenBoard, change: BoardChange) -> OpenBoard:
    """The board as a change makes it, kept, unless its position is one that the person may not analyse."""
    after = change(opened)
    changed = replace(opened, board=after)
    # Games may have moved on while this request was thinking.
    await _check(request, changed.position)
    if after == opened.board:
        return opened
    return replace(changed, board=await request.services.analysis.keep(opened.board, after))


async def _message(
    request: Request, opened: OpenBoard, remarks: tuple[str, ...] = (), *, more: bool = False
) -> Message:
    warnings = (*remarks, *await _warnings(request, opened.board.game))
    return analysis_message(opened.board, opened.setup, request.texts, warnings, more=more)


async def _warnings(request: Request, game: str) -> tuple[str, ...]:
    """What somebody must know who analyses a game that is still running."""
    if not game or not table_view(await request.state(game)).is_running:
        return ()
    told = request.texts.gettext(
        "This game is still running. Its players cannot analyse it, so please do not tell them what you find."
    )
    return (told,)


async def _setup(request: Request, board: AnalysisBoard) -> Setup:
    """The board's variant and dictionary. Raises `NotOffered` and `UnknownGame` if they are gone."""
    if board.game:
        variant = (await request.state(board.game)).variant
    else:
        variant = await variant_meant(request, board.variant, board.language, needs_words=False)
    orientation = Orientation.of_code(board.coordinates) or STANDARD
    variant = position_of(board.step, variant).rules_of(variant)
    return Setup(variant, Rules(), board.lexicon, orientation)


async def _check(request: Request, position: Position) -> None:
    """Raises `WordsAreSecret`, and `RunningPosition` for the position of a game that the person plays now."""
    await check_analysis(request.services.games, request.person.id, position.board, position.racks[0])
