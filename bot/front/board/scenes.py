"""From views to scenes: what the pictures show, worded and labelled as the game wants.

A board is always drawn the same way round. The game's orientation changes only the labels, so that players can type
coordinates as the picture shows them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, assert_never

from bot import render
from bot.front.components.message import Image
from bot.service.games import Games
from bot.text import SeatNames, Texts, cast_of
from bot.text.boards import board_alt, premium_label
from bot.text.events import latest_moves
from bot.text.games import dictionary_facts, game_name
from bot.text.moves import alphabetical
from bot.text.names import with_level
from bot.text.scores import away_mark, changes_in_brief, standing_text
from bot.text.special_events import owner_text
from bot.text.spoken import part_said
from bot.text.status import pool_text, status, tiles_held, tiles_text
from engine.game import events as ev
from engine.game.phases import AwaitAnswer, Paused
from engine.game.state import Computer, LatestPlay, Person, Player, Setup
from engine.game.views import SeatView, TableView
from engine.model.board import Board, Cell, Direction, Layout, PlacedTile
from engine.model.tiles import Tile
from engine.play.placement import Placement
from engine.review.hints import ExchangeHint, Hint, LookAlong, LookForLength, PassHint, PlayHint

SQUARES = 64
"""For how many boards, each in a language, the squares are kept: wording them takes as long as the rest of a scene."""


def plain_cast(view: TableView) -> SeatNames:
    """The names of a table for pictures, alt texts and code blocks, which do not render markdown."""
    return cast_of(view, str)


def game_title(view: TableView, texts: Texts) -> str:
    """What a game is called; the players for whom a seat is kept count.

    A game from a file is called by its players even while it waits for them, unless somebody has named it.
    """
    players = (*(seat.player for seat in view.seats), *view.awaited)
    name, phase = view.setup.name, view.phase
    if isinstance(phase, Paused) and phase.all_agree and phase.named is not None:
        name = phase.named
    return game_name(name, (player.name for player in players), texts)


def position_scene(
    view: TableView,
    laid: Mapping[Cell, PlacedTile],
    texts: Texts,
    cursor: Cell | None = None,
    ring: render.Span | None = None,
) -> render.BoardScene:
    """The board alone with tiles that nobody has played yet; these are outlined instead of the latest play.

    Of a large board, the picture shows only the part around them.
    """
    own = (render.DrawnTile(cell.column, cell.row, face(placed), is_new=True) for cell, placed in laid.items())
    framed = (cursor.column, cursor.row) if cursor else None
    tiles = (*_lying(view.board, frozenset()), *own)
    return render.legible_part(_scene(view.setup, view.board.layout, texts, tiles, cursor=framed, ring=ring))


def hint_scene(view: SeatView, hint: Hint, texts: Texts) -> render.BoardScene | None:
    """The board with a ring around a hint's play or the line that it names; None if the hint names no place."""
    match hint:
        case PlayHint():
            placement = hint.play.placement
            laid = dict(placement.tiles)
            run = placement.on(view.table.board).run(placement.cell, placement.direction)
            return position_scene(view.table, laid, texts, ring=_span(run))
        case LookAlong():
            line = [cell for cell in view.table.board.layout.cells() if _shares(cell, hint)]
            return position_scene(view.table, {}, texts, ring=_span(line))
        case LookForLength() | ExchangeHint() | PassHint():
            return None
    assert_never(hint)


def _shares(cell: Cell, hint: LookAlong) -> bool:
    """Whether a cell is in the line that a hint names."""
    return cell.row == hint.cell.row if hint.direction is Direction.ACROSS else cell.column == hint.cell.column


def _span(cells: Sequence[Cell]) -> render.Span:
    """The span from the first to the last of a line's cells."""
    first, last = cells[0], cells[-1]
    return render.Span(first.column, first.row, last.column - first.column + 1, last.row - first.row + 1)


def colours_of(setup: Setup) -> tuple[tuple[str, str], ...]:
    """The colours that the variant changes; unknown ones are ignored."""
    return tuple((name, value) for name, value in setup.variant.colours if render.is_colour(name, value))


def board_scene(
    view: TableView, texts: Texts, since: Iterable[ev.Event] = (), cursor: Cell | None = None
) -> render.BoardScene:
    """The picture of a game; `since` are the events its score board shows, `cursor` is a square to frame.

    Of a large board it shows the part around the latest play, and says which.
    """
    scene = whole_scene(view, texts, since, cursor)
    part = render.legible_part(scene)
    if part is scene:
        return part
    return replace(part, facts=(*part.facts, part_said(part.column_labels, part.row_labels, texts, seen=True)))


def part_alt(scene: render.BoardScene, layout: Layout, texts: Texts) -> str:
    """Which part of a board a picture shows, for its alt text; empty if it is the whole board."""
    if (scene.width, scene.height) == layout.size:
        return ""
    return part_said(scene.column_labels, scene.row_labels, texts)


def board_image(view: TableView, texts: Texts, since: Iterable[ev.Event] = (), *, scored: bool = True) -> Image:
    """The picture of a game as in `board_scene`, with its alt text; `scored` as for `board_alt`."""
    scene = board_scene(view, texts, since)
    part = part_alt(scene, view.variant.layout, texts)
    return Image(scene, BOARD_FILE, board_alt(view, plain_cast(view), texts, part, scored=scored))


def whole_scene(
    view: TableView, texts: Texts, since: Iterable[ev.Event] = (), cursor: Cell | None = None
) -> render.BoardScene:
    """Like `board_scene`, but with the whole board, however small its squares become."""
    cast, events = plain_cast(view), tuple(since)
    return _scene(
        view.setup,
        view.board.layout,
        texts,
        _lying(view.shown, _latest_cells(view, events)),
        title=game_title(view, texts),
        pool=pool_text(view, texts),
        status=status(view, cast, texts, brief=True),
        seats=_seats(view, events, cast, texts),
        facts=dictionary_facts(view.setup.lexicon.name, texts, can_challenge=view.rules.phonies_stand),
        cursor=(cursor.column, cursor.row) if cursor else None,
    )


def empty_scene(setup: Setup, title: str, texts: Texts) -> render.BoardScene:
    """The picture of a whole board without tiles."""
    return _scene(setup, setup.variant.layout, texts, title=title)


def _scene(
    setup: Setup, layout: Layout, texts: Texts, tiles: Iterable[render.DrawnTile] = (), **around: Any
) -> render.BoardScene:
    """The whole board with some tiles, and what is `around` it."""
    cast = SeatNames(setup, ())
    return render.BoardScene(
        layout.width,
        layout.height,
        _squares(layout, texts),
        tuple(tiles),
        tuple(map(cast.column, range(layout.width))),
        tuple(map(cast.row, range(layout.height))),
        colours=colours_of(setup),
        **around,
    )


def _lying(board: Board, new: Collection[Cell]) -> Iterator[render.DrawnTile]:
    """The tiles on a board, some of which are `new`."""
    return (render.DrawnTile(cell.column, cell.row, face(placed), cell in new) for cell, placed in board.tiles())


@lru_cache(SQUARES)
def _squares(layout: Layout, texts: Texts) -> tuple[render.SquareFace, ...]:
    start = layout.start
    is_cell = start.row is not None and start.column is not None
    return tuple(
        render.SquareFace(
            premium_label(square, texts),
            square.letter,
            square.word,
            square.points,
            is_start=is_cell and start.admits(cell),
            is_blocked=square.blocked,
        )
        for cell, square in zip(layout.cells(), layout.squares, strict=True)
    )


def face(placed: PlacedTile) -> render.TileFace:
    """The face of a tile on a board."""
    points = placed.tile.points
    return render.TileFace(placed.letter, str(points) if points or not placed.is_blank else "", placed.is_blank)


def word_tiles(board: Board, placement: Placement, size: int) -> tuple[render.TileFace, ...]:
    """The faces of a play's word of so many tiles, on that board or a later one, where the word may be longer."""
    cell, faces = placement.cell, list[render.TileFace]()
    while len(faces) < size and (placed := board[cell]):
        faces.append(face(placed))
        cell = cell.step(placement.direction)
    return tuple(faces)


async def tiles_of_play(games: Games, game: str, word: str, points: int) -> tuple[render.TileFace, ...]:
    """The tiles of the play in a game that scored so many points with a word; none if the game has no such play."""
    for number, one in enumerate(await games.events(game), 1):
        if isinstance(one, ev.Played) and one.sheet.total == points:
            size = len(one.sheet.words[0].word)
            if "".join(one.sheet.words[0].word) == word:
                return word_tiles((await games.state_at(game, number)).board, one.placement, size)
    return ()


def _latest_cells(view: TableView, events: Sequence[ev.Event]) -> frozenset[Cell]:
    """The squares of the latest play that is still on the board."""
    if isinstance(view.phase, AwaitAnswer):
        return frozenset(view.phase.placement.cells)
    placement = view.latest.placement if isinstance(view.latest, LatestPlay) else _last_standing(events)
    return frozenset(placement.cells) if placement else frozenset()


def standing_moves(since: Sequence[ev.Event], events: Sequence[ev.Event]) -> tuple[ev.Event, ...]:
    """The events whose moves a board shows: those since the last board, or if all of these were undone, the latest one.

    `events` are all events of the game.
    """
    if not any(isinstance(event, ev.Undone) for event in since):
        return tuple(since)
    kept: list[ev.Event] = []
    for event in events:
        if isinstance(event, ev.Undone):
            turns = [n for n, one in enumerate(kept) if isinstance(one, _MOVES) and one.seat == event.seat]
            kept.pop(turns[-1])
        else:
            kept.append(event)
    shown = tuple(event for event in kept if event in since)
    moves = [event for event in kept if isinstance(event, _MOVES)]
    return shown if any(isinstance(event, _MOVES) for event in shown) else tuple(moves[-1:])


_MOVES = (
    ev.Played,
    ev.Passed,
    ev.Exchanged,
    ev.TurnSkipped,
    ev.TurnExpired,
    ev.TurnLost,
)
"""Events that end a turn."""

_NOTHING_STANDS = (
    ev.Passed,
    ev.Exchanged,
    ev.TurnSkipped,
    ev.TurnExpired,
    ev.TurnLost,
    ev.Undone,
    ev.Withdrawn,
)
"""Events that leave no latest play to highlight."""


def _last_standing(events: Sequence[ev.Event]) -> Placement | None:
    standing: list[Placement | None] = [None]
    for event in events:
        if isinstance(event, ev.Played):
            standing.append(event.placement)
        elif isinstance(event, _NOTHING_STANDS):
            standing = [None]
    return standing[-1]


def _seats(view: TableView, events: Sequence[ev.Event], cast: SeatNames, texts: Texts) -> tuple[render.ScoreRow, ...]:
    moves = latest_moves(events, cast, texts)
    return tuple(
        render.ScoreRow(
            with_level(cast.name(number), seat.player, texts),
            texts.number(seat.score),
            *_details(view, number, moves.get(number, ""), texts),
            is_turn=view.on_turn == number or (isinstance(view.phase, AwaitAnswer) and number in view.phase.waiting),
            is_computer=isinstance(seat.player, Computer),
            rack=tuple(map(rack_face, alphabetical(seat.shown or (), view.variant))),
            portrait=portrait_of(seat.player, number),
        )
        for number, seat in enumerate(view.seats)
    )


def portrait_of(player: Player, number: int) -> render.Portrait:
    """The face of the player of a seat; a guest at somebody's screen has no avatar."""
    match player:
        case Computer(name=name, level=level):
            return render.Portrait(name, level=level, number=number)
        case Person():
            person = "" if player.is_guest else player.id
            return render.Portrait(player.name, person, number=number)


def _details(view: TableView, number: int, move: str, texts: Texts) -> tuple[str, str]:
    """A seat's tiles, and other short facts: its latest move, or at the end what changed its score."""
    seat, changes = view.seats[number], changes_in_brief(view, number, texts)
    standing = standing_text(view, number, texts)
    if changes:
        return "", " · ".join(filter(None, (standing, *changes)))
    told = standing or " · ".join(filter(None, (away_mark(seat.away, texts), owner_text(seat.owner, texts), move)))
    return tiles_text(tiles_held(view, number), texts), told


def rack_scene(view: SeatView, texts: Texts, tiles: Sequence[Tile], note: str = "") -> render.BoardScene:
    """The board with a seat's own tiles below it, in the order given, and a note below these: for that player alone."""
    table = view.table
    lying, rack = _lying(table.shown, _latest_cells(table, ())), tuple(map(rack_face, tiles))
    return render.legible_part(_scene(table.setup, table.board.layout, texts, lying, status=note, rack=rack))


def rack_face(tile: Tile) -> render.TileFace:
    """The face of a tile on a rack."""
    return render.TileFace(tile.letter, str(tile.points) if tile.points or not tile.is_blank else "", tile.is_blank)


BOARD_FILE = "board.png"


BOARD_ACCENT, END_ACCENT, LOBBY_ACCENT = 0x3577BD, 0xFFCB5C, 0x4F8A5B
