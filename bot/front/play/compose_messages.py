"""The private message for composing a move tile by tile, and the one that compares the moves tried."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.front.board.buttons import rows
from bot.front.board.scenes import BOARD_ACCENT, game_title, part_alt, plain_cast, position_scene
from bot.front.core.buttons import Actions
from bot.front.core.message import (
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
from bot.front.core.payloads import Arrow
from bot.render.board import COMPOSING, composing_part
from bot.service.composing import Composition, on_board
from bot.text import Texts, escape
from bot.text.columns import table
from bot.text.composing import column_letters, laid_text, next_step, row_letters, tile_label, try_line
from bot.text.moves import alphabetical, play_text
from bot.text.names import code, shortened
from bot.text.receipts import preview
from engine.game.views import SeatView
from engine.model.alphabet import Word
from engine.model.coordinates import Direction
from engine.model.tiles import KnownRack, Tile
from engine.play.placement import Placement
from engine.play.scoring import ScoreSheet

COMPOSE_FILE = "compose.png"
OPTIONS_ON_PAGE = MOST_OPTIONS - 2
"""Rows or columns in one menu if there are several pages, since two options turn the pages."""
MOST_TILE_BUTTONS = 12
"""Tiles of a rack that have a button each; more are in a menu, since a message holds only 40 components."""
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
class Tried:
    """A move tried for this turn, by the id of its draft."""

    draft: str
    made: ScoredMove


def rack_order(view: SeatView) -> tuple[Tile, ...]:
    """The tiles of a rack in the order of their buttons."""
    assert isinstance(view.rack, KnownRack)
    return alphabetical(view.rack.tiles, view.table.variant)


def compose_message(
    draft: str,
    view: SeatView,
    one: Composition,
    texts: Texts,
    *,
    made: ScoredMove | None,
    reason: str = "",
    note: str = "",
    whole: bool = False,
) -> Message:
    """The board around the tiles placed so far, or the `whole` board, and everything that can be tapped.

    `made` is the move that they make; `reason` says why they make none yet, `note` what else has happened.
    """
    laid = on_board(one, view.table.board)
    cast = plain_cast(view.table)
    step = next_step(one.held, one.letter, one.cursor, one.direction, cast, texts)
    title = f"**{escape(game_title(view.table, texts))}**"
    lines = [note, preview(view, made.placement, made.sheet, texts, made.unknown) if made else reason, step]
    scene = position_scene(view.table, laid, texts, one.cursor)
    shown = scene if whole else composing_part(scene)
    alt = " ".join(filter(None, (laid_text(laid, cast, texts), part_alt(shown, view.table.board.layout, texts))))
    image = Image(shown, COMPOSE_FILE, alt)
    choosing = _letter_menus(draft, view, texts) if one.needs_letter else _square_menus(draft, view, one, texts)
    # What changes with each tap goes between the picture and the buttons, where people look while tapping.
    told = Text("\n".join(line for line in lines if line))
    blocks: list[Block] = [Text(title), image, told, *_rack_rows(draft, view, one, texts)]
    acts = _acts(draft, view, one, made, texts, whole=whole)
    return Message((*blocks, *choosing, *acts), accent=BOARD_ACCENT)


def _rack_rows(draft: str, view: SeatView, one: Composition, texts: Texts) -> tuple[Block, ...]:
    """A button for each tile of the rack, or a menu for a large rack; the tile in hand is marked."""
    if len(rack_order(view)) > MOST_TILE_BUTTONS:
        return _rack_menu(draft, view, one, texts)
    buttons = []
    for number, (tile, is_held, is_lying) in enumerate(_places_of_tiles(view, one)):
        tone = Tone.PRIMARY if is_held else Tone.SECONDARY
        label = tile_label(tile, texts)
        buttons.append(Button(Actions.TILE.id(draft, number), label, tone, disabled=is_lying))
    return rows(buttons)


def _rack_menu(draft: str, view: SeatView, one: Composition, texts: Texts) -> tuple[Menu, ...]:
    """The tiles of a large rack that are not on the board."""
    options = tuple(
        Option(tile_label(tile, texts), str(number), chosen=is_held)
        for number, (tile, is_held, is_lying) in enumerate(_places_of_tiles(view, one))
        if not is_lying
    )
    return (Menu(Actions.TILES.id(draft), texts.gettext("Your tiles"), options),) if options else ()


def _places_of_tiles(view: SeatView, one: Composition) -> Iterator[tuple[Tile, bool, bool]]:
    """Each tile of the rack, whether it is in hand, and whether it is on the board."""
    lying = [placed.tile for _, placed in one.laid]
    held = [one.held] if one.held else []
    for tile in rack_order(view):
        is_lying, is_held = tile in lying, tile in held
        if is_lying:
            lying.remove(tile)
        elif is_held:
            held.remove(tile)
        yield tile, is_held and not is_lying, is_lying


def _letter_menus(draft: str, view: SeatView, texts: Texts) -> tuple[Menu, ...]:
    """The letters that a blank can be, in as many menus as they need, of about the same length."""
    letters = view.table.variant.alphabet.letters
    size = math.ceil(len(letters) / math.ceil(len(letters) / MOST_OPTIONS))
    parts = [letters[start : start + size] for start in range(0, len(letters), size)]
    return tuple(
        Menu(
            Actions.LETTER.id(draft, number),
            texts.gettext("{first} to {last}", first=part[0], last=part[-1]),
            tuple(Option(letter, letter) for letter in part),
        )
        for number, part in enumerate(parts)
    )


_SIGNS = {Arrow.LEFT: "←", Arrow.UP: "↑", Arrow.DOWN: "↓", Arrow.RIGHT: "→"}


def _square_menus(draft: str, view: SeatView, one: Composition, texts: Texts) -> tuple[Block, ...]:
    """Row, column, and the arrows that move the next square by one."""
    board, cast = view.table.board, plain_cast(view.table)
    row_options = [
        Option(texts.gettext("Row {row}", row=cast.row(n)), str(n), row_letters(board, n), n == one.row)
        for n in range(board.layout.height)
    ]
    column_options = [
        Option(texts.gettext("Column {column}", column=cast.column(n)), str(n), column_letters(board, n),
               n == one.column)
        for n in range(board.layout.width)
    ]  # fmt: skip
    across = one.direction is Direction.ACROSS
    turn = texts.gettext("Runs across") if across else texts.gettext("Runs down")
    steps = [Button(Actions.STEP.id(draft, arrow), sign) for arrow, sign in _SIGNS.items()]
    return (
        Menu(Actions.ROW.id(draft), texts.gettext("Row"), paged(row_options, one.rows, texts)),
        Menu(Actions.COLUMN.id(draft), texts.gettext("Column"), paged(column_options, one.columns, texts)),
        Row((*steps, Button(Actions.TURN.id(draft), turn))),
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
    draft: str, view: SeatView, one: Composition, made: ScoredMove | None, texts: Texts, *, whole: bool
) -> tuple[Row, ...]:
    """Play, remove one tile or all; compare, the other picture, cancel: two rows also on a phone.

    They stay in place while they can do nothing, so that a button never moves under a finger that taps quickly.
    """
    playable = made is not None and made.may_be_played(view)
    empty = not one.laid and not one.held
    picture = texts.gettext("Zoom in") if whole else texts.gettext("Whole board")
    switch = Button(Actions.ZOOM.id(draft), picture)
    return (
        Row(
            (
                Button(Actions.CONFIRM.id(draft), texts.gettext("Play"), Tone.SUCCESS, disabled=not playable),
                Button(Actions.BACK.id(draft), texts.gettext("Remove tile"), disabled=empty),
                Button(Actions.CLEAR.id(draft), texts.gettext("Remove all"), disabled=empty),
            )
        ),
        Row(
            (
                Button(Actions.KEEP_TRY.id(draft), texts.gettext("Compare"), disabled=made is None),
                *((switch,) if _is_partial(view) else ()),
                Button(Actions.PUT_AWAY.id(draft), texts.gettext("Cancel")),
            )
        ),
    )


def _is_partial(view: SeatView) -> bool:
    """Whether a part of the board can be smaller than the board."""
    return any(size > least for size, least in zip(view.table.variant.layout.size, COMPOSING, strict=True))


def tries_message(game: str, view: SeatView, tries: Sequence[Tried], texts: Texts, *, composing: str = "") -> Message:
    """The moves tried for this turn side by side, best first, each with a Play button.

    `composing` is the draft to continue.
    """
    shown = sorted(tries, key=lambda one: -one.made.sheet.total)[:MOST_TRIES]
    on = Button(Actions.COMPOSE_ON.id(composing) if composing else Actions.COMPOSE.id(game),
                texts.gettext("Compose"))  # fmt: skip
    close = Button(Actions.CANCEL.id(), texts.gettext("Close"))
    if not shown:
        nothing = texts.gettext("You have not tried a move this turn. Use `/try` or press **Compose**.")
        return Message((Text(nothing), Row((on, close))), accent=BOARD_ACCENT)
    cast = plain_cast(view.table)
    heads = (texts.gettext("Move"), texts.gettext("Points"), texts.gettext("You keep"))
    lines = [try_line(view, one.made.placement, one.made.sheet, bool(one.made.unknown), cast, texts) for one in shown]
    head = texts.gettext("Your tries in {game}", game=f"**{escape(game_title(view.table, texts))}**")
    blocks = (Text(head), Text(code(table([heads, *lines], right=(1,)))))
    return Message((*blocks, *rows(_plays(view, shown, texts)), Row((on, close))), accent=BOARD_ACCENT)


def _plays(view: SeatView, tries: Sequence[Tried], texts: Texts) -> tuple[Button, ...]:
    return tuple(
        Button(
            Actions.CONFIRM.id(one.draft),
            _play_label(view, one, texts),
            Tone.SUCCESS,
            disabled=not one.made.may_be_played(view),
        )
        for one in tries
    )


def _play_label(view: SeatView, one: Tried, texts: Texts) -> str:
    move = play_text(one.made.placement, one.made.sheet, view.table.setup)
    return shortened(texts.gettext("Play {move}", move=move), MOST_LABEL)
