"""Messages besides boards: single events, offers of a seat, reminders, and that someone is out of reach."""

from __future__ import annotations

from bot.front.board.buttons import idle_buttons, rows
from bot.front.board.messages import awaited, with_mentions
from bot.front.board.scenes import BOARD_ACCENT, game_title
from bot.front.components.buttons import Actions
from bot.front.components.message import Button, Message, Text, Tone
from bot.text import Texts, cast_of, escape
from bot.text.events import happened
from bot.text.names import bold
from bot.text.reminders import reminder
from bot.text.special_events import offer_line, special_line
from engine.game.events import Event, Reminded, SeatOffered
from engine.game.phases import Reminder
from engine.game.state import Person
from engine.game.views import TableView


def notice_message(view: TableView, event: Event, texts: Texts, host: Person | None = None) -> Message | None:
    """One event as a message of its own, and who has become `host` by it; None for an event with nothing to report."""
    lines = [*happened((event,), cast_of(view), texts)]
    if host:
        lines.append(texts.gettext("{name} is now the host.", name=bold(host.name)))
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
    title = f"**{escape(game_title(view, texts))}**"
    words = reminder(event, view, with_mentions(view, people), title, place, texts)
    answers = rows(idle_buttons(game, texts)) if event.reason is Reminder.IDLE else ()
    return Message((Text(words), *answers), tuple(one.id for one in people.values()), BOARD_ACCENT)


def unreachable_message(view: TableView, person: str, texts: Texts) -> Message:
    """Tells a person, in the channel, that direct messages do not reach them."""
    known = person.isdecimal()
    words = texts.gettext(
        "{name}, I cannot send you direct messages. For your tiles in {game}, press **Rack** under the "
        "board, or allow direct messages in this server's privacy settings.",
        name=f"<@{person}>" if known else texts.gettext("A player"),
        game=f"**{escape(game_title(view, texts))}**",
    )
    return Message((Text(words),), (person,) if known else (), BOARD_ACCENT)


def channel_lost_message(game: str, view: TableView, texts: Texts) -> Message:
    """Tells the host and the person on turn that the bot can no longer post where the game is, and how to go on."""
    return Message(
        (
            Text(
                texts.gettext(
                    "I can no longer post in the channel of {game}. To see the game elsewhere and play on, use "
                    "`/game watch code:{code}` here or in another channel.",
                    game=f"**{escape(game_title(view, texts))}**",
                    code=game,
                )
            ),
        ),
        accent=BOARD_ACCENT,
    )
