"""The messages of a game: the board after each turn, direct messages on a turn, and notices."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.front.board.buttons import board_buttons, claimed_buttons, idle_buttons, rows
from bot.front.board.scenes import (
    BOARD_ACCENT,
    board_image,
    game_title,
)
from bot.front.components.buttons import Actions
from bot.front.components.message import MOST_TEXT, Block, Button, Message, Text, Tone
from bot.text import SeatNames, Texts, bold, cast_of, escape
from bot.text.boards import counts_line
from bot.text.clocks import away_text, clock_lines
from bot.text.events import happened, host_line
from bot.text.games import board_link, game_in
from bot.text.reminders import channel_lost, claimed_text, how_to_go_on, no_messages, reminder
from bot.text.special_events import offer_line, racks_text, special_line
from bot.text.status import also, counts_down, how_to_move, status, turn_heading, until
from bot.text.variants import rack_alt
from engine.game.clock import answers_claim, last_time
from engine.game.commands import Settlement
from engine.game.decisions.timeouts import settlements
from engine.game.events import CameBack, Claimed, Event, Reminded, SeatOffered, WentAway
from engine.game.phases import AwaitAnswer, FinalPass, Reminder, Turn
from engine.game.state import Person
from engine.game.views import SeatView, TableView
from engine.model.tiles import Tile

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


def notice_message(view: TableView, event: Event, texts: Texts, host: Person | None = None) -> Message | None:
    """One event as a message of its own, and who has become `host` by it; None for an event with nothing to report."""
    lines = [*happened((event,), cast_of(view), texts), *([host_line(host, texts)] if host else [])]
    return Message((Text("\n".join(lines)),), accent=BOARD_ACCENT) if lines else None


def away_notice(view: TableView, event: WentAway | CameBack, texts: Texts) -> Message:
    """That somebody has gone away or come back, and who else is away."""
    cast = cast_of(view)
    others = [
        away_text(cast.name(n), one.away, texts) for n, one in enumerate(view.seats) if one.away and n != event.seat
    ]
    return Message((Text("\n".join((*happened((event,), cast, texts), *others))),), accent=BOARD_ACCENT)


def offer_message(game: str, view: TableView, event: SeatOffered, texts: Texts) -> Message:
    """Asks the holder of a seat to let someone else take it over, or asks that person."""
    agree = Button(Actions.GIVE_SEAT.id(game, view.sequence), texts.gettext("I agree"), Tone.PRIMARY)
    if event.to_heir:
        known, heir = event.player.id.isdecimal(), event.player
        words = offer_line(event, cast_of(view), texts, f"<@{heir.id}>" if known else bold(heir.name))
        return Message((Text(words), *rows((agree,))), (heir.id,) if known else (), BOARD_ACCENT)
    holder = view.seats[event.seat].player
    called = {event.seat: holder} if isinstance(holder, Person) and holder.id.isdecimal() else {}
    words = special_line(event, with_mentions(view, called), texts)
    return Message((Text(words), *rows((agree,))), tuple(one.id for one in called.values()), BOARD_ACCENT)


def reminder_message(game: str, view: TableView, event: Reminded, texts: Texts, place: str = "") -> Message:
    """A reminder for the player on turn, or the question to everyone whether to continue a quiet game."""
    seats = () if event.reason is Reminder.IDLE else (event.seat,)
    people = {seat: one for seat, one in awaited(view).items() if seat in seats}
    title = bold(game_title(view, texts))
    words = reminder(event, view, with_mentions(view, people), title, place, texts)
    answers = rows(idle_buttons(game, texts)) if event.reason is Reminder.IDLE else ()
    return Message((Text(words), *answers), tuple(one.id for one in people.values()), BOARD_ACCENT)


def claimed_message(game: str, view: TableView, event: Claimed, texts: Texts, place: str = "") -> Message:
    """Tells the player on turn that somebody no longer waits."""
    people = {seat: one for seat, one in awaited(view).items() if seat == event.seat}
    name = with_mentions(view, people).name(event.seat)
    decided = event.at + last_time(view.rules)
    words = claimed_text(name, _named(view, event.by), _where(view, place, texts), decided, texts)
    answers = rows(claimed_buttons(game, texts)) if answers_claim(view, event.at) else ()
    return Message((Text(words), *answers), tuple(one.id for one in people.values()), BOARD_ACCENT)


def settle_message(
    game: str, view: TableView, by: str, texts: Texts, place: str = "", *, gone: bool = False
) -> Message:
    """Asks somebody who has waited long enough how the game goes on; `gone` says that the player has left for good."""
    buttons = tuple(_settles(game, view.turn, way, texts) for way in settlements(view, by))
    name = cast_of(view).name(view.on_turn or 0)
    words = how_to_go_on(name, _where(view, place, texts), texts, gone=gone)
    return Message((Text(words), *rows(buttons)), accent=BOARD_ACCENT)


def _settles(game: str, turn: int, way: Settlement, texts: Texts) -> Button:
    match way:
        case Settlement.COMPUTER:
            return Button(Actions.SETTLE_COMPUTER.id(game, turn), texts.gettext("A computer plays on"), Tone.PRIMARY)
        case Settlement.WIN:
            return Button(Actions.SETTLE_WIN.id(game, turn), texts.gettext("The player loses"))
        case Settlement.END:
            return Button(Actions.SETTLE_END.id(game, turn), texts.gettext("Nobody wins"))


def _named(view: TableView, player: str) -> str:
    seat = view.seat_of(player)
    return "" if seat is None else cast_of(view).name(seat)


def _where(view: TableView, place: str, texts: Texts) -> str:
    return game_in(bold(game_title(view, texts)), place, texts)


def unreachable_message(view: TableView, person: str, texts: Texts) -> Message:
    """Tells a person, in the channel, that direct messages do not reach them."""
    known = person.isdecimal()
    words = no_messages(f"<@{person}>" if known else "", bold(game_title(view, texts)), texts)
    return Message((Text(words),), (person,) if known else (), BOARD_ACCENT)


def channel_lost_message(game: str, view: TableView, texts: Texts) -> Message:
    """Tells the host and the person on turn that the bot can no longer post where the game is, and how to go on."""
    return Message((Text(channel_lost(bold(game_title(view, texts)), game, texts)),), accent=BOARD_ACCENT)


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
