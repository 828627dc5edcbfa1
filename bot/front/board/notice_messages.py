"""Messages besides boards: single events, offers of a seat, reminders, and that someone is out of reach."""

from __future__ import annotations

from bot.front.board.buttons import idle_buttons, rows
from bot.front.board.messages import awaited, with_mentions
from bot.front.board.scenes import BOARD_ACCENT, game_title
from bot.front.components.buttons import Actions
from bot.front.components.message import Button, Message, Text, Tone
from bot.text import Texts, bold, cast_of
from bot.text.claims import claimed_text, how_to_go_on
from bot.text.events import happened, host_line
from bot.text.games import game_in
from bot.text.out_of_reach import channel_lost, no_messages
from bot.text.reminders import reminder
from bot.text.special_events import offer_line, special_line
from engine.game.clock import LAST_TIME
from engine.game.commands import Settlement
from engine.game.decisions.claims import settlements
from engine.game.events import Claimed, Event, Reminded, SeatOffered
from engine.game.phases import Reminder
from engine.game.state import Person
from engine.game.views import TableView


def notice_message(view: TableView, event: Event, texts: Texts, host: Person | None = None) -> Message | None:
    """One event as a message of its own, and who has become `host` by it; None for an event with nothing to report."""
    lines = [*happened((event,), cast_of(view), texts), *([host_line(host, texts)] if host else [])]
    return Message((Text("\n".join(lines)),), accent=BOARD_ACCENT) if lines else None


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


def claimed_message(view: TableView, event: Claimed, texts: Texts, place: str = "") -> Message:
    """Tells the player on turn that somebody no longer waits."""
    people = {seat: one for seat, one in awaited(view).items() if seat == event.seat}
    name = with_mentions(view, people).name(event.seat)
    words = claimed_text(name, _named(view, event.by), _where(view, place, texts), event.at + LAST_TIME, texts)
    return Message((Text(words),), tuple(one.id for one in people.values()), BOARD_ACCENT)


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
