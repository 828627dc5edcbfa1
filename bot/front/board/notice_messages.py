"""Messages besides boards: single events, offers of a seat, reminders, and that someone is out of reach."""

from __future__ import annotations

from bot.front.board.buttons import idle_buttons, rows
from bot.front.board.messages import awaited, with_mentions
from bot.front.board.scenes import BOARD_ACCENT, game_title
from bot.front.components.buttons import Actions
from bot.front.components.message import Button, Message, Text, Tone
from bot.text import Texts, bold, cast_of
from bot.text.events import happened, host_line
from bot.text.out_of_reach import channel_lost, no_messages
from bot.text.reminders import reminder
from bot.text.special_events import offer_line, special_line
from engine.game.events import Event, Reminded, SeatOffered
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


def unreachable_message(view: TableView, person: str, texts: Texts) -> Message:
    """Tells a person, in the channel, that direct messages do not reach them."""
    known = person.isdecimal()
    words = no_messages(f"<@{person}>" if known else "", bold(game_title(view, texts)), texts)
    return Message((Text(words),), (person,) if known else (), BOARD_ACCENT)


def channel_lost_message(game: str, view: TableView, texts: Texts) -> Message:
    """Tells the host and the person on turn that the bot can no longer post where the game is, and how to go on."""
    return Message((Text(channel_lost(bold(game_title(view, texts)), game, texts)),), accent=BOARD_ACCENT)
