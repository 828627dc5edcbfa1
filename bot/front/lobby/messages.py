"""Messages about lobbies: who may take a seat, who is asked to play again, and whether a quiet one stays open."""

from __future__ import annotations

from bot.front.board.buttons import lobby_buttons, rows
from bot.front.board.scenes import LOBBY_ACCENT, game_title
from bot.front.components.buttons import Actions
from bot.front.components.message import Block, Button, Link, Message, Rule, Text, Tone
from bot.service.words.dictionaries import Changers
from bot.text import Texts, bold, cast_of
from bot.text.lexicons import UNCHANGED
from bot.text.lobby import code_line, invitation, lobby_lines, quiet_question, terms
from bot.text.rules import summary
from bot.text.status import max_seats, status
from engine.game.clock import lobby_due
from engine.game.state import Person
from engine.game.views import TableView


def lobby_message(game: str, view: TableView, texts: Texts, changers: Changers = UNCHANGED) -> Message:
    """The lobby: who is seated, who is awaited, the rules in brief, what is missing, and how to join.

    `changers` says who has changed the dictionary.
    """
    is_free = len(view.seats) < max_seats(view)
    blocks: tuple[Block, ...] = (
        Text("\n".join(lobby_lines(view, game_title(view, texts), texts))),
        Rule(),
        Text(terms(view.setup, texts, changers)),
        Text(status(view, cast_of(view), texts)),
        *((Text(code_line(game, texts)),) if is_free else ()),
        *rows(lobby_buttons(game, view, texts)),
    )
    called = tuple(person.id for person in view.awaited if person.id.isdecimal())
    return Message(blocks, called, accent=LOBBY_ACCENT)


def invitation_message(game: str, view: TableView, texts: Texts, board_url: str, server: str = "") -> Message:
    """Asks someone in private whether to play again; `server` is the name of the game's server."""
    words = invitation(_host_name(view), bold(game_title(view, texts)), server, texts)
    buttons = (
        Button(Actions.JOIN.id(game), texts.gettext("Join"), Tone.PRIMARY),
        Button(Actions.LEAVE.id(game), texts.gettext("No, thank you")),
        Link(board_url, texts.gettext("Go to the lobby")),
    )
    rules = "\n".join(summary(view.rules, view.variant.language, texts))
    return Message((Text(words), Text(rules), *rows(buttons)), accent=LOBBY_ACCENT)


def _host_name(view: TableView) -> str:
    seat = view.seat_of(view.host)
    return bold(view.seats[seat].player.name if seat is not None else "?")


def quiet_lobby_message(game: str, view: TableView, texts: Texts) -> Message:
    """Asks whether to keep an untouched lobby open, and mentions the host."""
    due = lobby_due(view)
    assert due is not None
    seat = view.seat_of(view.host)
    host = view.seats[seat].player if seat is not None else None
    called = (host.id,) if isinstance(host, Person) and host.id.isdecimal() else ()
    name = f"<@{called[0]}>" if called else _host_name(view)
    words = quiet_question(name, bold(game_title(view, texts)), due, texts)
    buttons = (
        Button(Actions.KEEP.id(game), texts.gettext("Keep it open"), Tone.PRIMARY),
        Button(Actions.END.id(game), texts.gettext("Close it")),
    )
    return Message((Text(words), *rows(buttons)), called, LOBBY_ACCENT)
