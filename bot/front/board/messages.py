"""The board after each turn, as everyone in a place sees it or one person asks for it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.front.board.buttons import board_buttons, rows
from bot.front.board.scenes import BOARD_ACCENT, board_image
from bot.front.components.message import MOST_TEXT, Block, Message, Text
from bot.text import SeatNames, Texts, cast_of, escape
from bot.text.clocks import clock_lines
from bot.text.events import happened
from bot.text.games import board_link
from bot.text.special_events import racks_text
from bot.text.status import also, counts_down, status, until
from engine.game.events import Event
from engine.game.phases import AwaitAnswer, FinalPass, Turn
from engine.game.state import Person
from engine.game.views import TableView

MOST_HAPPENED = MOST_TEXT // 2
"""Characters that a message keeps for what has happened."""


def board_message(
    game: str,
    view: TableView,
    since: Iterable[Event],
    texts: Texts,
    *,
    explained: bool = True,
    member: str | None = None,
    rack: str = "",
    moves: Sequence[Event] | None = None,
) -> Message:
    """The board after a turn: what has happened since the last board, whose turn it is, the picture and the buttons.

    `since` are the events after the last board posted; the picture shows the `moves` among them, or others if these
    were undone (`standing_moves`). The message mentions the person on turn; if it is `explained`, it also says how to
    make a move. `member` is the only reader of a private board, empty for someone who only watches, and `rack` says the
    reader's own tiles.
    """
    people = {seat: one for seat, one in awaited(view).items() if member is None or one.member == member}
    if counts_down(view):
        line = also(view, cast_of(view), texts)
    else:
        line = status(view, with_mentions(view, people), texts, explained=explained)
    own = (Text(escape(rack)),) if rack else ()
    shown = board_blocks(view, tuple(since), line, texts, moves)
    blocks = (*shown, *own, *rows(board_buttons(game, view, texts, member)))
    return Message(blocks, tuple(person.id for person in people.values()), BOARD_ACCENT)


def move_message(view: TableView, since: Iterable[Event], texts: Texts, board_url: str) -> Message:
    """A line that tells of moves and whose turn it is, where the board itself is edited; links to the board."""
    people = awaited(view)
    told = newest_that_fit(happened(tuple(since), cast_of(view), texts), MOST_HAPPENED)
    line = status(view, with_mentions(view, people), texts, explained=False)
    lines = "\n".join(filter(None, (told, f"{line} {board_link(board_url, texts)}")))
    return Message((Text(lines),), tuple(person.id for person in people.values()), BOARD_ACCENT)


def board_blocks(
    view: TableView, events: tuple[Event, ...], line: str, texts: Texts, moves: Sequence[Event] | None = None
) -> tuple[Block, ...]:
    """What has happened, a line on whose turn it is with the clocks, and the picture."""
    told = newest_that_fit(happened(events, cast_of(view), texts), MOST_HAPPENED)
    limit = until(view, cast_of(view), texts)
    if limit and line:
        limit = f"-# {limit}"
    line = "\n".join(filter(None, (line, *clock_lines(view, cast_of(view), texts), limit)))
    blocks: list[Block] = [Text(told)] if told else []
    racks = racks_text(view, cast_of(view), texts)
    blocks += [
        *([Text(line, now=True)] if line else []),
        *((Text(racks),) if racks else ()),
        board_image(view, texts, events if moves is None else moves),
    ]
    return tuple(blocks)


def private_board_message(view: TableView, texts: Texts) -> Message:
    """The board for someone who asks to see it.

    The newest board in the channel says whose turn it is, so this one only names what is awaited besides a move.
    """
    cast = cast_of(view)
    line = also(view, cast, texts) if isinstance(view.phase, Turn) else status(view, cast, texts, explained=False)
    return Message(board_blocks(view, (), line, texts), accent=BOARD_ACCENT)


def awaited(view: TableView) -> dict[int, Person]:
    """The people the game waits for, by seat, if they can be mentioned."""
    seats = view.phase.waiting if isinstance(view.phase, FinalPass | AwaitAnswer) else (view.on_turn,)
    players = {seat: view.seats[seat].player for seat in seats if seat is not None}
    return {seat: one for seat, one in players.items() if isinstance(one, Person) and one.id.isdecimal()}


def with_mentions(view: TableView, people: dict[int, Person]) -> SeatNames:
    """The cast, with mentions of some people, by seat, in place of their names."""
    return cast_of(view).with_names({seat: f"<@{person.id}>" for seat, person in people.items()})


def newest_that_fit(lines: Sequence[str], most: int) -> str:
    """The lines; if they exceed `most` characters, without the oldest."""
    kept: list[str] = []
    for line in reversed(lines):
        if sum(map(len, kept)) + len(kept) + len(line) > most:
            return "\n".join(["…", *reversed(kept)])
        kept.append(line)
    return "\n".join(reversed(kept))
