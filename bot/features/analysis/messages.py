"""Analysis boards as messages: the position, what led to it, the best moves, and what can be done."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from bot import render
from bot.features.analysis import AnalysisServices
from bot.features.analysis import boards as analysis
from bot.features.analysis.boards import found_move, position_of, written
from bot.features.analysis.store import AnalysisBoard, FoundMove, Step
from bot.features.analysis.text import (
    found_lines,
    made_text,
    means_text,
    over_text,
    place_text,
    plain_move,
    running_warning,
    seat_name,
    title_text,
    to_move_text,
    written_text,
)
from bot.front.board.scenes import BOARD_ACCENT, plain_cast, position_scene, rack_face
from bot.front.components.buttons import Action
from bot.front.components.message import (
    MOST_ABOUT,
    MOST_ALT,
    MOST_LABEL,
    Block,
    Button,
    Image,
    Menu,
    Message,
    Option,
    Row,
    Text,
    Tone,
    say,
)
from bot.front.components.payloads import OfGamePage, Payload
from bot.front.interaction.pressing import InputForm
from bot.front.interaction.request import Request
from bot.front.variants import variant_meant
from bot.service.listeners import AskedPosition
from bot.service.rights import Right
from bot.service.secrecy import check_analysis
from bot.text import Texts
from bot.text.boards import board_alt
from bot.text.moves import alphabetical
from bot.text.names import in_code, level_text, shortened
from bot.text.status import example_word, pool_text
from engine.analysis.positions import Move, TileCounts, count_tiles, view_at
from engine.formats.cgp import CgpPosition
from engine.game.state import Person, Setup
from engine.game.views import SeatSummary, TableView, table_view
from engine.model.board import STANDARD, Orientation
from engine.model.levels import NUMBERS
from engine.model.rules import Rules
from engine.model.tiles import Tiles
from engine.play.generator.generator import ScoredExchange, ScoredPlay
from engine.review.values import MoveFigures


@dataclass(frozen=True, slots=True)
class OfBoard(Payload):
    """An analysis board, by its id."""

    board: str


ANALYSE: Final = Action("analyse", OfGamePage, Right.REVIEWER)
BACK: Final = Action("analysis_back", OfBoard, Right.ANYONE)
FORWARD: Final = Action("analysis_forward", OfBoard, Right.ANYONE)
PLACE_MOVE: Final = Action("analysis_move", OfBoard, Right.ANYONE)
RACK: Final = Action("analysis_rack", OfBoard, Right.ANYONE)
DRAW: Final = Action("analysis_draw", OfBoard, Right.ANYONE)
BEST: Final = Action("analysis_best", OfBoard, Right.ANYONE)
SIMULATE: Final = Action("analysis_simulate", OfBoard, Right.ANYONE)
FOUND: Final = Action("analysis_found", OfBoard, Right.ANYONE)
COMPUTER: Final = Action("analysis_computer", OfBoard, Right.ANYONE)
TEXT: Final = Action("analysis_text", OfBoard, Right.ANYONE)
CLOSE: Final = Action("analysis_close", OfBoard, Right.ANYONE)
MORE: Final = Action("analysis_more", OfBoard, Right.ANYONE)
LESS: Final = Action("analysis_less", OfBoard, Right.ANYONE)

ANALYSIS_FILE = "analysis.png"
MOST_WRITTEN = 3900
"""Characters of a position that fit into a message."""


@dataclass(frozen=True, slots=True)
class ShownPosition:
    """A position to show: that of a step, and the tables of its seats before and after the move that led to it.

    `seats` are those of the picture, which keep their order; in the views, the player to move comes first.
    """

    step: Step
    position: CgpPosition
    view: TableView
    before: TableView
    made: Move | None
    seats: tuple[tuple[str, int, Tiles], ...]


def analyse_button(game: str, turn: int, texts: Texts) -> Button:
    """Open a board at a turn of a finished game."""
    return Button(ANALYSE.id(game, turn), texts.gettext("Analyse from here"))


def shown_at(board: AnalysisBoard, setup: Setup, texts: Texts) -> ShownPosition:
    """What is to be shown of a board. Raises `NoPosition` if the variant is not what it was."""
    step, position = board.step, position_of(board.step, setup.variant)
    view = _table(board, step, position, setup, texts)
    names = [seat_name(seat, board.names, texts) for seat in range(len(position.racks))]
    places = [(seat - step.seat) % len(names) for seat in range(len(names))]
    seats = tuple(
        (name, position.scores[place], position.racks[place]) for name, place in zip(names, places, strict=True)
    )
    if not step.made or not board.at:
        return ShownPosition(step, position, view, view, None, seats)
    earlier = board.moved(-1)
    before = _table(board, earlier.step, position_of(earlier.step, setup.variant), setup, texts)
    made = found_move(earlier, setup.variant, FoundMove(step.made, step.points, 0.0))
    return ShownPosition(step, position, view, before, made, seats)


def _table(board: AnalysisBoard, step: Step, position: CgpPosition, setup: Setup, texts: Texts) -> TableView:
    """The table of a position, with its seats named and tiles counted."""
    table, counts = view_at(position, setup).table, count_tiles(position, setup.variant)
    return replace(table, pool=counts.pool, seats=tuple(_seats(board, step, table, counts, texts)))


def _seats(
    board: AnalysisBoard, step: Step, table: TableView, counts: TileCounts, texts: Texts
) -> Iterator[SeatSummary]:
    for place, (seat, tiles) in enumerate(zip(table.seats, counts.racks, strict=True)):
        number = (step.seat + place) % len(table.seats)
        yield replace(seat, player=Person(f"seat-{number}", seat_name(number, board.names, texts)), tiles=tiles)


def analysis_message(
    board: AnalysisBoard, setup: Setup, texts: Texts, warnings: Iterable[str] = (), *, more: bool = False
) -> Message:
    """An analysis board at the position looked at, below warnings; with `more`, what is rarely done.

    The buttons take up two lines on a phone.
    """
    shown = shown_at(board, setup, texts)
    lines = [title_text(texts), *_lines(board, shown, texts)]
    lines += [f"-# {warning}" for warning in warnings]
    blocks: list[Block] = [Text("\n".join(lines)), _image(shown, texts)]
    if board.step.found and not board.step.is_over:
        blocks.append(Text("\n".join(_found_lines(board, shown, setup, texts))))
    rows = _more_rows(board, shown, texts) if more else _rows(board, shown, texts)
    return Message((*blocks, *rows, *_menus(board, shown, setup, texts)), accent=BOARD_ACCENT)


def waiting_message(board: str, told: str, texts: Texts) -> Message:
    """Stands in for a board while it is thought about; its button shows the board if that was cut short."""
    return Message((Text(told), Row((Button(LESS.id(board), texts.gettext("Back")),))), accent=BOARD_ACCENT)


def _lines(board: AnalysisBoard, shown: ShownPosition, texts: Texts) -> Iterator[str]:
    names = [name for name, _, _ in shown.seats]
    step = shown.step
    if shown.made:
        mover = names[(step.seat - 1) % len(names)]
        move = _figures(shown.made, step.points).move
        yield made_text(mover, move, step.points, step.phonies, shown.before, texts)
    if step.is_over:
        yield over_text([(name, score) for name, score, _ in shown.seats], texts)
    else:
        yield to_move_text(names[step.seat], shown.position.racks[0], shown.view, texts)
    if len(board.steps) > 1:
        yield place_text(board.at + 1, len(board.steps), texts)


def _image(shown: ShownPosition, texts: Texts) -> Image:
    """The board with the latest move outlined as new."""
    laid = dict(shown.made.placement.tiles) if shown.made and shown.made.placement else {}
    scene = position_scene(shown.before, laid, texts)
    seats = tuple(
        render.ScoreRow(
            name,
            texts.number(score),
            is_turn=seat == shown.step.seat and not shown.step.is_over,
            is_computer=None,
            rack=tuple(map(rack_face, alphabetical(rack, shown.view.variant))),
        )
        for seat, (name, score, rack) in enumerate(shown.seats)
    )
    scene = replace(scene, seats=seats, facts=(pool_text(shown.view, texts),))
    return Image(
        scene, ANALYSIS_FILE, shortened(board_alt(shown.view, plain_cast(shown.view), texts), MOST_ALT), still=True
    )


# --- the best moves ---------------------------------------------------------------------------------------------------


def _found_lines(board: AnalysisBoard, shown: ShownPosition, setup: Setup, texts: Texts) -> Iterator[str]:
    moves = [(one, found_move(board, setup.variant, one)) for one in board.step.found]
    figures = [replace(_figures(move, one.score), equity=one.equity, win=one.win, lead=one.lead) for one, move in moves]
    leaves = [_kept(shown.position.racks[0], move) for _, move in moves]
    yield from found_lines(figures, leaves, shown.view, texts)
    is_known = not count_tiles(shown.position, setup.variant).pool and len(shown.seats) == 2
    yield "-# " + means_text(board.step.found, is_known=is_known, texts=texts)


def _kept(rack: Tiles, move: Move) -> Tiles:
    return rack - move.used if rack.covers(move.used) else Tiles()


def _figures(move: Move, score: int) -> MoveFigures:
    """A move as reviews tell of it."""
    if move.placement:
        return MoveFigures(ScoredPlay(move.placement, score, 0.0, Tiles()), score, None, None, 0.0)
    return MoveFigures(
        ScoredExchange(move.tiles, score, 0.0, Tiles()) if len(move.tiles) else None, score, None, None, 0.0
    )


# --- buttons, menus and forms -----------------------------------------------------------------------------------------


def _rows(board: AnalysisBoard, shown: ShownPosition, texts: Texts) -> tuple[Row, ...]:
    """What is often done: first what the position waits for, then moves and steps. Only what is possible."""
    id_, over = board.id, board.step.is_over
    first = () if over else _ideas(id_, texts) if len(shown.position.racks[0]) else _racks(id_, texts)
    steps: tuple[Button, ...] = (
        () if over else (Button(PLACE_MOVE.id(id_), texts.gettext("Place a move"), Tone.PRIMARY),)
    )
    if board.at:
        steps += (Button(BACK.id(id_), texts.gettext("Step back")),)
    if board.at + 1 < len(board.steps):
        steps += (Button(FORWARD.id(id_), texts.gettext("Step forward")),)
    return tuple(Row(row) for row in ((*first, Button(MORE.id(id_), texts.gettext("More"))), steps) if row)


def _ideas(board: str, texts: Texts) -> tuple[Button, ...]:
    return (
        Button(BEST.id(board), texts.gettext("Best moves")),
        Button(SIMULATE.id(board), texts.gettext("Simulate")),
    )


def _racks(board: str, texts: Texts) -> tuple[Button, ...]:
    return (
        Button(RACK.id(board), texts.gettext("Set rack")),
        Button(DRAW.id(board), texts.gettext("Draw tiles")),
    )


def _more_rows(board: AnalysisBoard, shown: ShownPosition, texts: Texts) -> tuple[Row, ...]:
    id_ = board.id
    racks = _racks(id_, texts) if len(shown.position.racks[0]) and not board.step.is_over else ()
    rest = (
        Button(TEXT.id(id_), texts.gettext("Copy as text")),
        Button(CLOSE.id(id_), texts.gettext("Delete board")),
        Button(LESS.id(id_), texts.gettext("Back")),
    )
    return tuple(Row(row) for row in (racks, rest) if row)


def _menus(board: AnalysisBoard, shown: ShownPosition, setup: Setup, texts: Texts) -> Iterator[Menu]:
    id_ = board.id
    if board.step.is_over:
        return
    if board.step.found:
        yield Menu(
            FOUND.id(id_), texts.gettext("Place one of the best moves"), tuple(_options(board, shown, setup, texts))
        )
    levels = tuple(Option(shortened(level_text(one, texts), MOST_LABEL), str(one)) for one in NUMBERS)
    yield Menu(COMPUTER.id(id_), texts.gettext("Let a computer player move"), levels)


def _options(board: AnalysisBoard, shown: ShownPosition, setup: Setup, texts: Texts) -> Iterator[Option]:
    for place, one in enumerate(board.step.found):
        move = _figures(found_move(board, setup.variant, one), one.score).move
        yield Option(shortened(f"{place + 1}. {plain_move(move, shown.view, texts)}", MOST_ABOUT), str(place))


def written_message(board: AnalysisBoard, setup: Setup, texts: Texts) -> Message:
    """The position as CGP, to copy."""
    position = in_code(shortened(written(board, setup.variant), MOST_WRITTEN - 100))
    return say(written_text(position, texts))


def move_form(texts: Texts) -> InputForm:
    """Asks for a move."""
    return InputForm(texts.gettext("Place a move"), texts.gettext("The move"), f"8H {example_word(texts)}", "move")


def rack_form(texts: Texts) -> InputForm:
    """Asks for the tiles of the player to move."""
    return InputForm(
        texts.gettext("Set rack"),
        texts.pgettext("form", "Tiles"),
        "AEINRST, AEINRS?",
        "tiles",
        texts.gettext("? is a blank. Leave this empty if you do not know the tiles."),
    )


@dataclass(frozen=True, slots=True)
class OpenBoard:
    """A board with what it takes to play on it, the variant as the position looked at has it."""

    board: AnalysisBoard
    setup: Setup

    @property
    def position(self) -> CgpPosition:
        """The position looked at."""
        return position_of(self.board.step, self.setup.variant)


BoardChange = Callable[[OpenBoard], AnalysisBoard]
"""Makes a board what it is to be; takes a moment at most."""


async def opened_board(request: Request, board: str) -> OpenBoard:
    """A board of the person. Raises `UnknownBoard`, `RunningPosition` and `WordsAreSecret`."""
    found = await request.services.of(AnalysisServices).boards.board(request.person.id, board)
    opened = OpenBoard(found, await setup_of_board(request, found))
    request.known.table = lambda: shown_at(opened.board, opened.setup, request.texts).view
    await check_board(request, opened.setup, opened.position)
    return opened


async def changed_board(request: Request, opened: OpenBoard, change: BoardChange) -> OpenBoard:
    """The board as a change makes it, kept, unless its position is one that the person may not analyse."""
    after = change(opened)
    changed = replace(opened, board=after)
    # Games may have moved on while this request was thinking.
    await check_board(request, changed.setup, changed.position)
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


async def check_board(request: Request, setup: Setup, position: CgpPosition) -> None:
    """Raise `WordsAreSecret`, and `RunningPosition` for the position of a game that the person plays now."""
    asked = AskedPosition(setup, position.board, position.racks[0])
    await check_analysis(request.services.games, request.person.id, asked)
