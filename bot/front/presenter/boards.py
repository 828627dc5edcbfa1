"""Public messages of a game: the board after each turn, notices, and the card at the end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.front.ids import button_id
from bot.front.presenter.buttons import Action, board_buttons, end_buttons, idle_buttons, rows
from bot.front.presenter.endings import end_image
from bot.front.presenter.lobbies import closed_message
from bot.front.presenter.message import MOST_TEXT, Block, Button, Image, Message, Rule, Text, Tone
from bot.front.presenter.scenes import board_scene, game_title, plain_cast
from bot.text import Cast, Texts, cast_of, escape
from bot.text.boards import board_alt, counts_line
from bot.text.clocks import clock_lines
from bot.text.happenings import happened
from bot.text.levels import level_text
from bot.text.reminders import reminder
from bot.text.scores import highlights, reason_text, standings
from bot.text.specials import racks_text, special_line
from bot.text.status import getting_ready, outcome, status, until
from engine.game.events import Event, Reminded, SeatOffered, Started
from engine.game.history import history
from engine.game.phases import AwaitAnswer, EndReason, FinalPass, Over, Reminder
from engine.game.state import Computer, Person
from engine.game.views import TableView

BOARD_FILE = "board.png"
BOARD_ACCENT, END_ACCENT = 0x3577BD, 0xFFCB5C

_MOST_HAPPENED = MOST_TEXT // 2


def board_message(
    game: str, view: TableView, since: Iterable[Event], texts: Texts, *, waiting: bool = False
) -> Message:
    """The board after a turn: what has happened since the last board, whose turn it is, picture and buttons.

    `since` are the events after the last board that was posted. The person on turn is mentioned. `waiting` says that
    a computer player is on turn that must be made ready first.
    """
    events = tuple(since)
    people = _awaited(view)
    told = newest_that_fit(happened(events, cast_of(view), texts), _MOST_HAPPENED)
    named = _with_mentions(view, people)
    line = "\n".join((status(view, named, texts), *clock_lines(view, cast_of(view), texts)))
    blocks: list[Block] = [Text(told)] if told else []
    if limit := until(view, texts):
        line += f"\n-# {limit}"
    racks = racks_text(view, cast_of(view), texts)
    blocks += [
        Text(f"{line}\n{racks}" if racks else line),
        *([Text(f"-# {getting_ready(texts)}", passing=True)] if waiting else []),
        *([Text(f"-# {_strengths(view, texts)}")] if view.is_demonstration else []),
        Image(board_scene(view, texts, events), BOARD_FILE, board_alt(view, plain_cast(view), texts)),
        Text(f"-# {counts_line(view, cast_of(view), texts)}"),
        *rows(board_buttons(game, view, texts)),
    ]
    return Message(tuple(blocks), tuple(person.id for person in people.values()), BOARD_ACCENT)


def _strengths(view: TableView, texts: Texts) -> str:
    """How strong each computer player is."""
    cast, players = cast_of(view), [seat.player for seat in view.seats]
    return " · ".join(
        f"{cast.name(number)}: {level_text(player.level, texts)}"
        for number, player in enumerate(players)
        if isinstance(player, Computer)
    )


def _awaited(view: TableView) -> dict[int, Person]:
    """The people whom the game waits for, by seat, as far as they can be mentioned."""
    seats = view.phase.waiting if isinstance(view.phase, FinalPass | AwaitAnswer) else (view.on_turn,)
    players = {seat: view.seats[seat].player for seat in seats if seat is not None}
    return {seat: one for seat, one in players.items() if isinstance(one, Person) and one.id.isdecimal()}


def _with_mentions(view: TableView, people: dict[int, Person]) -> Cast:
    return cast_of(view).with_names({seat: f"<@{person.id}>" for seat, person in people.items()})


def newest_that_fit(lines: Sequence[str], most: int) -> str:
    """The lines, the oldest ones left out when they are more than `most` characters together."""
    kept: list[str] = []
    for line in reversed(lines):
        if sum(map(len, kept)) + len(kept) + len(line) > most:
            return "\n".join(["…", *reversed(kept)])
        kept.append(line)
    return "\n".join(reversed(kept))


def end_message(
    game: str, view: TableView, events: Iterable[Event], texts: Texts, since: Iterable[Event] = ()
) -> Message:
    """The card at the end: winners, reason, standings, highlights and the last board.

    `events` are all of the game, `since` those after the last board. A game that never began only says so.
    """
    told = tuple(events)
    assert isinstance(view.phase, Over)
    if not any(isinstance(event, Started) for event in told):
        return closed_message(game, view, texts, unused=view.phase.reason is EndReason.UNUSED)
    latest, cast = tuple(since), cast_of(view)
    happenings = newest_that_fit(happened(latest, cast, texts), _MOST_HAPPENED // 2)
    card = [
        f"## {escape(game_title(view, texts))}",
        f"{outcome(view, cast, texts)} {reason_text(view.phase.reason, texts)}",
        *standings(view, cast, texts),
    ]
    remarks = highlights(history(told), cast, texts)
    blocks: list[Block] = [Text(happenings), Rule()] if happenings else []
    blocks.append(Text("\n".join(card)))
    blocks += [Text("\n".join(remarks))] if remarks else []
    blocks.append(end_image(view, told, texts))
    blocks.append(Image(board_scene(view, texts, latest), BOARD_FILE, board_alt(view, plain_cast(view), texts)))
    return Message((*blocks, *rows(end_buttons(game, view, texts))), accent=END_ACCENT)


def notice_message(view: TableView, event: Event, texts: Texts) -> Message | None:
    """One event as a message of its own; None for an event with nothing to tell."""
    lines = happened((event,), cast_of(view), texts)
    return Message((Text("\n".join(lines)),), accent=BOARD_ACCENT) if lines else None


def offer_message(game: str, view: TableView, event: SeatOffered, texts: Texts) -> Message:
    """Asks whoever holds a seat to let somebody else play on in it; the button carries the number of the question."""
    holder = view.seats[event.seat].player
    called = {event.seat: holder} if isinstance(holder, Person) and holder.id.isdecimal() else {}
    words = special_line(event, _with_mentions(view, called), texts)
    agree = Button(button_id(Action.GIVE_SEAT, game, view.sequence), texts.gettext("I agree"), Tone.PRIMARY)
    return Message((Text(words), *rows((agree,))), tuple(one.id for one in called.values()), BOARD_ACCENT)


def reminder_message(game: str, view: TableView, event: Reminded, texts: Texts, place: str = "") -> Message:
    """A reminder for the player on turn, or the question to everybody whether a quiet game goes on."""
    seats = () if event.reason is Reminder.IDLE else (event.seat,)
    people = {seat: one for seat, one in _awaited(view).items() if seat in seats}
    title = f"**{escape(game_title(view, texts))}**"
    words = reminder(event, view, _with_mentions(view, people), title, place, texts)
    answers = rows(idle_buttons(game, texts)) if event.reason is Reminder.IDLE else ()
    return Message((Text(words), *answers), tuple(one.id for one in people.values()), BOARD_ACCENT)


def unreachable_message(view: TableView, person: str, texts: Texts) -> Message:
    """Tells the channel, and the person, that direct messages do not reach that person."""
    known = person.isdecimal()
    words = texts.gettext(
        "{name}, my direct messages do not reach you. For your tiles in {game}, press **Rack** under the board, or "
        "allow direct messages in this server's privacy settings.",
        name=f"<@{person}>" if known else texts.gettext("A player"),
        game=f"**{escape(game_title(view, texts))}**",
    )
    return Message((Text(words),), (person,) if known else (), BOARD_ACCENT)


def channel_lost_message(view: TableView, texts: Texts) -> Message:
    """Tells the host that the bot can no longer post where the game is."""
    return Message(
        (
            Text(
                texts.gettext(
                    "I can no longer post in the channel of {game}. Please let me see it and write there, or end the "
                    "game with `/game end`.",
                    game=f"**{escape(game_title(view, texts))}**",
                )
            ),
        ),
        accent=BOARD_ACCENT,
    )
