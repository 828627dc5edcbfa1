"""The private message for composing a move tile by tile, and the one that compares the moves tried."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.front.board.buttons import rows
from bot.front.board.racks import kept_order
from bot.front.board.scenes import BOARD_ACCENT, part_alt, plain_cast, position_scene, rack_face
from bot.front.components.buttons import Action, Actions
from bot.front.components.message import (
    MOST_ABOUT,
    MOST_LABEL,
    MOST_OPTIONS,
    Block,
    Button,
    Image,
    Menu,
    Message,
    Option,
    Row,
    Text,
    Tone,
)
from bot.front.components.payloads import Arrow, OfDraft, OfSquare
from bot.render.board import composing_part, composing_span
from bot.render.scene import BoardScene, Span
from bot.service.composing import (
    Composition,
    MovePrefix,
    beginnings,
    line_beginnings,
    line_through,
    on_board,
    place_number,
)
from bot.service.rights import Right
from bot.text import Texts, bold
from bot.text.composing import (
    direction_label,
    laid_text,
    letters_label,
    line_letters,
    next_step,
    nothing_tried,
    place_label,
    place_question,
    tile_label,
    tries_heading,
    tries_table,
    try_label,
)
from bot.text.moves import alphabetical
from bot.text.names import shortened
from bot.text.receipts import preview
from engine.game.views import SeatView
from engine.model.board import Cell, Direction
from engine.model.tiles import KnownRack, Tile, Word
from engine.play.placement import Placement, ScoreSheet

BEGIN = Action("compose_begin", OfDraft, Right.AUTHOR)
AT = Action("compose_at", OfSquare, Right.AUTHOR)
FIT = Action("compose_fit", OfDraft, Right.AUTHOR)
SPELL = Action("compose_spell", OfDraft, Right.AUTHOR)

COMPOSE_FILE = "compose.png"
OPTIONS_ON_PAGE = MOST_OPTIONS - 2
"""Rows or columns in one menu if there are several pages, since two options turn the pages."""
MOST_TILE_BUTTONS = 12
"""Tiles of a rack that have a button each; more are in a menu, since a message holds only 40 components."""
MOST_LINES = 15
"""Rows, columns and squares of a line that have a button each; of a larger board, the places are in a menu."""
MOST_TILES_BESIDE_LINES = 9
"""Tiles of a rack for which a message still has room beside these buttons."""
TURN_PAGE = "page"
"""Prefix of the value of an option that turns a page."""
MOST_TRIES = 10


@dataclass(frozen=True, slots=True)
class ScoredMove:
    """The move that the tiles make, what it would score, and the words missing from the lexicon (None if secret)."""

    placement: Placement
    sheet: ScoreSheet
    unknown: tuple[Word, ...] | None = None

    def may_be_played(self, view: SeatView) -> bool:
        """Whether it is the seat's turn and the words would not be refused at once."""
        return view.table.on_turn == view.seat and (view.table.rules.asks_about_words or not self.unknown)


@dataclass(frozen=True, slots=True)
class TriedMove:
    """A move tried for this turn, by the id of its draft."""

    draft: str
    made: ScoredMove


def numbered_tiles(view: SeatView) -> tuple[Tile, ...]:
    """The tiles of a rack by the numbers that their buttons carry, whatever order the player shows them in."""
    assert isinstance(view.rack, KnownRack)
    return alphabetical(view.rack.tiles, view.table.variant)


@dataclass(frozen=True, slots=True)
class CompositionContext:
    """What a person sees beside a composition.

    `order` is the order of their rack, `whole` whether they want to see the whole board, `title` names the subject if
    the message should, `others` says whether they have tried another move this turn, and `play` labels the button that
    plays this one. `finds` says whether the tiles may be moved to where they fit, and `listed` whether places are told
    in words.
    """

    order: tuple[Tile, ...] = ()
    whole: bool = False
    title: str = ""
    others: bool = False
    play: str = ""
    finds: bool = False
    listed: bool = False


def framed(one: Composition, view: SeatView, texts: Texts) -> Composition:
    """A composition with the part of the board that its picture shows, which stays as long as it can."""
    scene = _scene(one, view, texts)
    span = composing_span(scene, _kept_part(one, scene, view))
    return replace(one, part=(span.column, span.row, span.columns, span.rows))


def _scene(one: Composition, view: SeatView, texts: Texts, rack: Sequence[_Place] = ()) -> BoardScene:
    """The board with the tiles placed so far, the next square and its direction, and the rack below."""
    scene = position_scene(view.table, on_board(one, view.table.board), texts, one.cursor)
    heading = (1, 0) if one.direction is Direction.ACROSS else (0, 1)
    tiles = tuple(None if place.is_lying else rack_face(place.tile) for place in rack)
    return replace(scene, heading=heading, rack=tiles)


def _kept_part(one: Composition, scene: BoardScene, view: SeatView) -> Span | None:
    """The part shown before; None for a board so large that the scene is itself a part, which moves."""
    is_all = (scene.width, scene.height) == view.table.board.layout.size
    return Span(*one.part) if one.part and is_all else None


def compose_message(
    draft: str,
    view: SeatView,
    one: Composition,
    texts: Texts,
    *,
    made: ScoredMove | None,
    reason: str = "",
    note: str = "",
    around: CompositionContext = CompositionContext(),
) -> Message:
    """The board around the tiles placed so far, or the whole board, and everything that can be tapped.

    `made` is the move that they make; `reason` says why they make none yet, and `note` what else has happened.
    """
    cast = plain_cast(view.table)
    title = (Text(bold(around.title)),) if around.title else ()
    places = _places_of_tiles(view, one, around.order)
    scene = _scene(one, view, texts, places)
    part = composing_part(scene, _kept_part(one, scene, view))
    shown = scene if around.whole else part
    laid = laid_text(on_board(one, view.table.board), cast, texts)
    alt = " ".join(filter(None, (laid, part_alt(shown, view.table.board.layout, texts))))
    # What changes with each tap goes between the picture and the buttons, where people look while tapping.
    squares = _squares(view, one, around)
    step = (
        place_question(one.direction, texts, in_line=one.chosen, finds=around.finds)
        if squares
        else _step(view, one, texts)
    )
    told = Text(_told(view, made, note, reason, step, texts))
    tiles = _rack_rows(draft, places, texts)
    last = _last(draft, one, texts, around, is_partial=part is not scene)
    if squares:
        direction = _direction(draft, one, texts)
        choosing: tuple[Block, ...] = rows((*_place_buttons(draft, view, one, squares), direction))
    else:
        steps = _letter_menus(draft, view, texts) if one.needs_letter else (_steps(draft, one, texts),)
        choosing = (*steps, _acts(draft, view, one, made, texts, around))
    return Message((*title, Image(shown, COMPOSE_FILE, alt), told, *tiles, *choosing, last), accent=BOARD_ACCENT)


def _squares(view: SeatView, one: Composition, around: CompositionContext) -> Sequence[Cell]:
    """The squares that have a button each, before any tile is placed: one in each line, else those of the line chosen.

    None on an empty board, which has its start, nor where a message has no room for them.
    """
    board, rack_size = view.table.board, view.table.variant.rack_size
    if one.laid or one.held or around.listed or len(view.rack) > MOST_TILES_BESIDE_LINES:
        return ()
    if max(board.layout.size) > MOST_LINES:
        return ()
    if one.chosen and one.cursor:
        return line_beginnings(one.cursor, one.direction, board, rack_size)
    return [place.cell for place in beginnings(board, rack_size) if place.direction is one.direction]


def _place_buttons(draft: str, view: SeatView, one: Composition, squares: Sequence[Cell]) -> tuple[Button, ...]:
    """A button for each row or column in which a move can touch a tile, else for each square of the line chosen."""
    cast, layout = plain_cast(view.table), view.table.board.layout

    def label(cell: Cell) -> str:
        if one.chosen:
            return cast.square(cell.row, cell.column)
        return cast.row(cell.row) if one.direction is Direction.ACROSS else cast.column(cell.column)

    return tuple(
        Button(
            AT.id(draft, place_number(cell, one.direction, layout)),
            label(cell),
            Tone.PRIMARY if one.chosen and cell == one.cursor else Tone.SECONDARY,
        )
        for cell in squares
    )


def _step(view: SeatView, one: Composition, texts: Texts) -> str:
    """What the next tap does, while tiles are left."""
    goes_on = one.held or len(one.laid) < len(view.rack)
    cast = plain_cast(view.table)
    return next_step(one.held, one.letter, one.cursor, one.direction, cast, texts) if goes_on else ""


def _told(view: SeatView, made: ScoredMove | None, note: str, reason: str, step: str, texts: Texts) -> str:
    """The move in few lines, so that picture, tiles and buttons are on a phone's screen together; and the next step."""
    move = preview(view, made.placement, made.sheet, texts, made.unknown, brief=True) if made else reason
    return "\n".join(line for line in (note, move, step) if line)


def _rack_rows(draft: str, places: Sequence[_Place], texts: Texts) -> tuple[Block, ...]:
    """A button for each tile of the rack, or a menu for a large rack; the tile in hand is marked. Then typing."""
    spell = Button(SPELL.id(draft), texts.gettext("Type the word"))
    if len(places) > MOST_TILE_BUTTONS:
        return (*_rack_menu(draft, places, texts), Row((spell,)))
    buttons = []
    for place in places:
        tone = Tone.PRIMARY if place.is_held else Tone.SECONDARY
        label = tile_label(place.tile, texts)
        buttons.append(Button(Actions.TILE.id(draft, place.number), label, tone, disabled=place.is_lying))
    return rows((*buttons, spell))


def _rack_menu(draft: str, places: Sequence[_Place], texts: Texts) -> tuple[Menu, ...]:
    """The tiles of a large rack that are not on the board."""
    options = tuple(
        Option(tile_label(place.tile, texts), str(place.number), chosen=place.is_held)
        for place in places
        if not place.is_lying
    )
    return (Menu(Actions.TILES.id(draft), texts.gettext("Your tiles"), options),) if options else ()


@dataclass(frozen=True, slots=True)
class _Place:
    """A tile of the rack by its number, whether it is in hand, and whether it is on the board."""

    number: int
    tile: Tile
    is_held: bool
    is_lying: bool


def _places_of_tiles(view: SeatView, one: Composition, order: Sequence[Tile]) -> tuple[_Place, ...]:
    """The tiles of the rack in the player's own order."""
    lying = [placed.tile for _, placed in one.laid]
    held = [one.held] if one.held else []
    numbers = list(enumerate(numbered_tiles(view)))
    places = []
    for tile in kept_order((tile for _, tile in numbers), order, view.table.variant):
        number = next(number for number, other in numbers if other == tile)
        numbers.remove((number, tile))
        is_lying, is_held = tile in lying, tile in held
        if is_lying:
            lying.remove(tile)
        elif is_held:
            held.remove(tile)
        places.append(_Place(number, tile, is_held and not is_lying, is_lying))
    return tuple(places)


def _letter_menus(draft: str, view: SeatView, texts: Texts) -> tuple[Menu, ...]:
    """The letters that a blank can be, in as many menus as they need, of about the same length."""
    letters = view.table.variant.alphabet.letters
    size = math.ceil(len(letters) / math.ceil(len(letters) / MOST_OPTIONS))
    parts = [letters[start : start + size] for start in range(0, len(letters), size)]
    return tuple(
        Menu(
            Actions.LETTER.id(draft, number),
            letters_label(part, texts),
            tuple(Option(letter, letter) for letter in part),
        )
        for number, part in enumerate(parts)
    )


_SIGNS = {Arrow.LEFT: "←", Arrow.UP: "↑", Arrow.DOWN: "↓", Arrow.RIGHT: "→"}


def _steps(draft: str, one: Composition, texts: Texts) -> Row:
    """Arrows that move the next square, and its direction."""
    steps = [Button(Actions.STEP.id(draft, arrow), sign) for arrow, sign in _SIGNS.items()]
    return Row((*steps, _direction(draft, one, texts)))


def _direction(draft: str, one: Composition, texts: Texts) -> Button:
    return Button(Actions.TURN.id(draft), direction_label(one.direction, texts))


def _begin_menu(draft: str, view: SeatView, one: Composition, texts: Texts) -> Menu | None:
    """The places where a move can touch the tiles on the board, those with the most room on the first page."""
    board, rack_size = view.table.board, view.table.variant.rack_size
    found = beginnings(board, rack_size)
    roomy = sorted(found, key=lambda place: -place.ways)[:OPTIONS_ON_PAGE]
    ordered = found if len(found) <= MOST_OPTIONS else sorted(found, key=lambda place: place not in roomy)
    options = [_begin_option(place, view, texts) for place in ordered]
    if not options:
        return None
    return Menu(BEGIN.id(draft), texts.gettext("Where does your word go?"), paged(options, one.page, texts))


def _begin_option(place: MovePrefix, view: SeatView, texts: Texts) -> Option:
    board, cast = view.table.board, plain_cast(view.table)
    label = place_label(place, cast, texts)
    line = line_through(place.cell, place.direction, board.layout)
    return Option(
        label,
        str(place_number(place.cell, place.direction, board.layout)),
        shortened(line_letters(board, line), MOST_ABOUT),
    )


def paged(options: Sequence[Option], page: int, texts: Texts) -> tuple[Option, ...]:
    """The options of one page, with options that turn to its neighbours if not all of them fit."""
    if len(options) <= MOST_OPTIONS:
        return tuple(options)
    last = (len(options) - 1) // OPTIONS_ON_PAGE
    page = min(max(page, 0), last)
    shown = list(options[page * OPTIONS_ON_PAGE : (page + 1) * OPTIONS_ON_PAGE])
    if page > 0:
        shown.insert(0, Option(texts.gettext("Earlier…"), f"{TURN_PAGE}{page - 1}"))
    if page < last:
        shown.append(Option(texts.gettext("More…"), f"{TURN_PAGE}{page + 1}"))
    return tuple(shown)


def _acts(
    draft: str, view: SeatView, one: Composition, made: ScoredMove | None, texts: Texts, around: CompositionContext
) -> Row | Menu:
    """Play, remove one tile or all, and keep the move; compare it if there is another.

    Until a tile is placed, none of these does anything, so that the places to begin take up their line: no button ever
    moves under a finger that taps quickly.
    """
    playable = made is not None and made.may_be_played(view)
    empty = not one.laid and not one.held
    if empty and (menu := _begin_menu(draft, view, one, texts)):
        return menu
    return Row(
        (
            Button(Actions.CONFIRM.id(draft), around.play, Tone.SUCCESS, disabled=not playable),
            Button(Actions.BACK.id(draft), texts.gettext("Remove tile"), disabled=empty),
            Button(Actions.CLEAR.id(draft), texts.pgettext("all tiles", "Clear"), disabled=empty),
            Button(
                Actions.KEEP_TRY.id(draft),
                texts.gettext("Compare") if around.others else texts.pgettext("a tried move", "Save"),
                disabled=made is None,
            ),
        )
    )


def _last(draft: str, one: Composition, texts: Texts, around: CompositionContext, *, is_partial: bool) -> Row:
    """Where else the tiles fit, the other picture, unless the part is the whole board, and Cancel."""
    fit = Button(FIT.id(draft), texts.gettext("Another place"))
    zoom = Button(Actions.ZOOM.id(draft), texts.gettext("Zoom in") if around.whole else texts.gettext("Whole board"))
    moves = around.finds and one.tiles
    cancel = Button(Actions.PUT_AWAY.id(draft), texts.gettext("Cancel"))
    return Row((*((fit,) if moves else ()), *((zoom,) if is_partial else ()), cancel))


def tries_message(
    game: str, view: SeatView, tries: Sequence[TriedMove], texts: Texts, *, title: str, play: str, composing: str = ""
) -> Message:
    """The moves tried for this turn side by side, best first, each with a button that plays it, labelled `play`.

    `title` is what they are for, and `composing` the draft to continue.
    """
    shown = sorted(tries, key=lambda one: -one.made.sheet.total)[:MOST_TRIES]
    on = Button(Actions.COMPOSE_ON.id(composing) if composing else Actions.COMPOSE.id(game),
                texts.gettext("Compose"))  # fmt: skip
    close = Button(Actions.CANCEL.id(), texts.gettext("Close"))
    if not shown:
        return Message((Text(nothing_tried(plain_cast(view.table), texts)), Row((on, close))), accent=BOARD_ACCENT)
    cast = plain_cast(view.table)
    made = ((one.made.placement, one.made.sheet, bool(one.made.unknown)) for one in shown)
    head = tries_heading(title, texts)
    blocks = (Text(head), Text(tries_table(view, made, cast, texts)))
    return Message((*blocks, *rows(_plays(view, shown, play, texts)), Row((on, close))), accent=BOARD_ACCENT)


def _plays(view: SeatView, tries: Sequence[TriedMove], play: str, texts: Texts) -> tuple[Button, ...]:
    return tuple(
        Button(
            Actions.CONFIRM.id(one.draft),
            _play_label(view, one, play, texts),
            Tone.SUCCESS,
            disabled=not one.made.may_be_played(view),
        )
        for one in tries
    )


def _play_label(view: SeatView, one: TriedMove, play: str, texts: Texts) -> str:
    label = try_label(play, one.made.placement, one.made.sheet, plain_cast(view.table), texts)
    return shortened(label, MOST_LABEL)
