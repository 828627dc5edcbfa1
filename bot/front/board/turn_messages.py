"""Direct messages to the person whose turn it is: the board, or a few sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.front.board.buttons import board_buttons, rows
from bot.front.board.messages import MOST_HAPPENED, board_blocks, newest_that_fit
from bot.front.board.scenes import BOARD_ACCENT, game_title
from bot.front.components.message import Block, Message, Text
from bot.text import SeatNames, Texts, cast_of, escape
from bot.text.boards import counts_line
from bot.text.clocks import clock_lines
from bot.text.events import happened
from bot.text.status import also, how_to_move, status, turn_heading
from bot.text.tiles import rack_alt
from engine.game.events import Event
from engine.game.state import Person
from engine.game.views import SeatView, TableView
from engine.model.tiles import Tile


def turn_message(
    game: str,
    view: TableView,
    since: Iterable[Event],
    texts: Texts,
    *,
    person: str = "",
    place: str = "",
    board_url: str = "",
    explained: bool = True,
    moves: Sequence[Event] | None = None,
) -> Message:
    """The board for the person whose turn it is, or who should hear of a challenge; `since` are the events to report.

    `person` is who reads it, the one on turn if empty; `place` is the game's channel in Discord's markdown, `board_url`
    the link to it or to its newest board; `explained` and `moves` as for `board_message`.
    """
    cast = cast_of(view)
    person = person or _member_on_turn(view)
    line = _what_to_do(view, cast, person, texts, explained=explained)
    head = Text(_turn_heading(view, person, place, board_url, texts))
    buttons = rows(board_buttons(game, view, texts, person))
    return Message((head, *board_blocks(view, tuple(since), line, texts, moves), *buttons), accent=BOARD_ACCENT)


def turn_in_words(
    game: str,
    view: SeatView,
    since: Iterable[Event],
    texts: Texts,
    *,
    tiles: Sequence[Tile] = (),
    place: str = "",
    board_url: str = "",
    explained: bool = True,
) -> Message:
    """A short message for someone who wants text only: what was played, whose turn it is, the rack, the scores.

    `tiles` is the rack in its player's order; it is left out where others see the screen. See `turn_message`.
    """
    table, cast, texts = view.table, cast_of(view.table), texts.for_ears
    player = table.seats[view.seat].player
    person = player.member if isinstance(player, Person) else ""
    parts = (
        newest_that_fit(happened(since, cast, texts), MOST_HAPPENED),
        _turn_heading(table, person, place, board_url, texts),
        _what_to_do(table, cast, person, texts, explained=explained),
        escape(rack_alt(view.rack, tiles, texts)) if tiles else "",
        counts_line(table, cast, texts),
        *clock_lines(table, cast, texts),
    )
    blocks: list[Block] = [Text("\n".join(filter(None, parts))), *rows(board_buttons(game, table, texts, person))]
    return Message(tuple(blocks), accent=BOARD_ACCENT)


def _what_to_do(view: TableView, cast: SeatNames, person: str, texts: Texts, *, explained: bool) -> str:
    """What the game waits for besides a move, and how a person who is new to it makes one."""
    if view.on_turn is None or view.seats[view.on_turn].due:
        return status(view, cast, texts, explained=False)
    how = how_to_move(view, cast, texts) if explained and view.on_turn in view.seats_of(person) else ""
    return " ".join(filter(None, (how, also(view, cast, texts))))


def _member_on_turn(view: TableView) -> str:
    player = view.seats[view.on_turn].player if view.on_turn is not None else None
    return player.member if isinstance(player, Person) else ""


def _turn_heading(view: TableView, person: str, place: str, board_url: str, texts: Texts) -> str:
    title = escape(game_title(view, texts))
    title = f"**[{title}]({board_url})**" if board_url else f"**{title}**"
    game = f"{title}, {place}" if place else title
    if view.on_turn is None:
        return game
    own = view.on_turn in view.seats_of(person)
    return turn_heading(game, "" if own else cast_of(view).name(view.on_turn), texts)
