"""Messages about lobbies: who may take a seat, who is asked to play again, and whether a quiet one stays open."""

from __future__ import annotations

from bot.front.board.buttons import lobby_buttons, rows
from bot.front.board.scenes import LOBBY_ACCENT, game_title
from bot.front.components.buttons import Actions
from bot.front.components.message import Block, Button, Link, Message, Rule, Text, Tone
from bot.service.words.dictionaries import Changers
from bot.text import Texts, bold, cast_of, escape
from bot.text.clocks import moment
from bot.text.levels import level_text
from bot.text.lexicons import lexicon_title
from bot.text.rules import summary
from bot.text.status import max_seats, status
from bot.text.variants import variant_brief, variant_title
from engine.game.clock import lobby_due
from engine.game.state import Computer, Person
from engine.game.views import TableView

NOBODY = Changers()


def lobby_message(game: str, view: TableView, texts: Texts, changers: Changers = NOBODY) -> Message:
    """The lobby: who is seated, who is awaited, the rules in brief, what is missing, and how to join.

    `changers` says who has changed the dictionary.
    """
    blocks: tuple[Block, ...] = (
        Text("\n".join((*_heading(view, texts), *_seat_lines(view, texts), *_kept(view, texts)))),
        Rule(),
        Text(_rules_text(view, changers, texts)),
        Text(status(view, cast_of(view), texts)),
        *_code_blocks(game, view, texts),
        *rows(lobby_buttons(game, view, texts)),
    )
    called = tuple(person.id for person in view.awaited if person.id.isdecimal())
    return Message(blocks, called, accent=LOBBY_ACCENT)


def _code_blocks(game: str, view: TableView, texts: Texts) -> tuple[Block, ...]:
    """How to join from elsewhere, while a seat is free."""
    if len(view.seats) >= max_seats(view):
        return ()
    return (Text("-# " + texts.gettext("To join from elsewhere: `/game join code:{code}`", code=game)),)


def _heading(view: TableView, texts: Texts) -> list[str]:
    title = f"## {escape(game_title(view, texts))}"
    return [title, "-# " + texts.pgettext("kind of game", "Rematch")] if view.is_rematch else [title]


def _seat_lines(view: TableView, texts: Texts) -> list[str]:
    cast = cast_of(view)
    seats = texts.ngettext(
        "{taken} of {count} seat taken", "{taken} of {count} seats taken", max_seats(view), taken=len(view.seats)
    )
    lines = [seats]
    for number, seat in enumerate(view.seats):
        line = f"{number + 1}\\. {cast.name(number)}"
        if isinstance(seat.player, Computer):
            line += " " + texts.gettext("(computer, {level})", level=level_text(seat.player.level, texts))
        elif seat.player.id == view.host:
            line += " " + texts.gettext("(host)")
        elif seat.player.is_guest:
            member = view.seats_of(seat.player.member)[0]
            line += " " + texts.gettext("(at {name}'s screen)", name=cast.name(member))
        lines.append(line)
    return lines


def _kept(view: TableView, texts: Texts) -> list[str]:
    """A line for each person for whom a seat is kept, with a mention if possible."""
    names = [f"<@{one.id}>" if one.id.isdecimal() else bold(one.name) for one in view.awaited]
    return [texts.gettext("· waiting for {name}", name=name) for name in names]


def _rules_text(view: TableView, changers: Changers, texts: Texts) -> str:
    lines = [*summary(view.rules, view.variant.language, texts), _dictionary(view, changers, texts)]
    name, facts = variant_title(view.variant.name, texts), variant_brief(view.variant, texts)
    lines.append(texts.gettext("Board: {name}, {facts}", name=escape(name), facts=facts))
    return "\n".join(lines)


def _dictionary(view: TableView, changers: Changers, texts: Texts) -> str:
    """The dictionary, and who has changed it."""
    name = escape(lexicon_title(view.setup.lexicon.name, texts))
    match changers:
        case Changers(server=True, host=True):
            return texts.gettext("Dictionary: {name}, as this server and the host have changed it", name=name)
        case Changers(server=True):
            return texts.gettext("Dictionary: {name}, as this server has changed it", name=name)
        case Changers(host=True):
            return texts.gettext("Dictionary: {name}, with the host's own words", name=name)
        case _:
            return texts.gettext("Dictionary: {name}", name=name)


def invitation_message(game: str, view: TableView, texts: Texts, board_url: str, server: str = "") -> Message:
    """Asks someone in private whether to play again; `server` is the name of the game's server."""
    facts = {"name": _host_name(view), "game": f"**{escape(game_title(view, texts))}**"}
    words = texts.gettext("{name} would like a rematch of {game} with you. I have kept you a seat.", **facts)
    if server:
        words = texts.gettext(
            "{name} would like a rematch of {game} with you in {server}. I have kept you a seat.",
            server=escape(server),
            **facts,
        )
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
    words = texts.gettext(
        "{name}, nothing has happened in the lobby of {game} for a while. Keep it open? If nobody answers, "
        "it closes {moment}.",
        name=f"<@{called[0]}>" if called else _host_name(view),
        game=f"**{escape(game_title(view, texts))}**",
        moment=moment(due),
    )
    buttons = (
        Button(Actions.KEEP.id(game), texts.gettext("Keep it open"), Tone.PRIMARY),
        Button(Actions.END.id(game), texts.gettext("Close it")),
    )
    return Message((Text(words), *rows(buttons)), called, LOBBY_ACCENT)
