"""Messages about lobbies: seats, invitations, whether a quiet one stays open, and the rules with their menus."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Final

from bot.front.board.answers import pages
from bot.front.board.buttons import lobby_buttons, rows
from bot.front.board.scenes import BOARD_ACCENT, LOBBY_ACCENT, game_title, portrait_of
from bot.front.components.buttons import Action, Actions
from bot.front.components.message import (
    MOST_ABOUT,
    MOST_ALT,
    MOST_OPTIONS,
    MOST_TEXT,
    Block,
    Button,
    Image,
    Link,
    Menu,
    Message,
    Option,
    Rule,
    Text,
    Tone,
)
from bot.front.components.payloads import OfGame, OfGamePage, OfRule
from bot.front.posting.composers import Announcement, Composer
from bot.front.posting.discord_errors import refusals
from bot.front.posting.game_links import GameLinks
from bot.front.posting.mailbox import Mailbox
from bot.model.deliveries import DeliveryKind
from bot.model.profiles import Notify
from bot.render import LobbyScene, SeatFace
from bot.service.games import Games
from bot.service.rights import Right
from bot.service.words.dictionaries import Changers, Dictionaries
from bot.text import Texts, bold, cast_of, escape
from bot.text.games import UNCHANGED
from bot.text.lobby import (
    code_line,
    free_text,
    invitation,
    lobby_lines,
    quiet_question,
    seat_lines,
    seat_note,
    terms,
    way_to,
)
from bot.text.names import shortened
from bot.text.rules import (
    RULE_GROUPS,
    differences,
    differing_rules,
    group_title,
    grouped_rules,
    preset_text,
    rule_line,
    rule_lines,
    rule_title,
    rules_heading,
    summary,
    value_text,
)
from bot.text.status import max_seats, status
from engine.game.clock import lobby_due
from engine.game.decisions.lobby import PRESET
from engine.game.phases import Lobby
from engine.game.state import Person
from engine.game.views import TableView, table_view
from engine.model.rules import PRESETS, TIMES, Rules, allowed_values, idle_rules


def lobby_message(
    game: str, view: TableView, texts: Texts, changers: Changers = UNCHANGED, *, private: bool = False
) -> Message:
    """The lobby: who is seated, who is awaited, the rules in brief and what is missing; in `private`, how to join.

    `changers` says who has changed the dictionary.
    """
    blocks: tuple[Block, ...] = (
        Text("\n".join(lobby_lines(view, game_title(view, texts), texts))),
        *((lobby_image(view, texts),) if view.seats or view.awaited else ()),
        Rule(),
        Text(terms(view.setup, texts, changers)),
        Text(status(view, cast_of(view), texts)),
        *((Text(code_line(game, texts)),) if private and len(view.seats) < max_seats(view) else ()),
        *rows(lobby_buttons(game, view, texts)),
    )
    called = tuple(person.id for person in view.awaited if person.id.isdecimal())
    return Message(blocks, called, accent=LOBBY_ACCENT)


LOBBY_FILE = "lobby.png"
DRAWN_SEATS, DRAWN_FREE = 10, 4
"""Seats that the picture shows, the last one with how many there are besides; free ones fill it up to a row."""


def lobby_image(view: TableView, texts: Texts) -> Image:
    """Who sits in the lobby, who is awaited, and what is free."""
    cast = cast_of(view, str)
    seated = [
        SeatFace(portrait_of(seat.player, number), cast.name(number), seat_note(view, number, texts))
        for number, seat in enumerate(view.seats)
    ]
    awaited = [
        SeatFace(portrait_of(one, number), one.name, is_awaited=True)
        for number, one in enumerate(view.awaited, len(seated))
    ]
    taken = [*seated, *awaited]
    free = max(0, min(max_seats(view), DRAWN_FREE) - len(taken))
    scene = _scene([*taken, *[SeatFace(None, free_text(texts))] * free], texts)
    alt = texts.series(seat_lines(view, cast, texts)) or texts.series(one.name for one in awaited)
    words = "\n".join(line.replace(".", "\\.", 1) for line in seat_lines(view, cast_of(view), texts))
    return Image(scene, LOBBY_FILE, shortened(alt, MOST_ALT), words=words, is_told=not words)


def _scene(seats: Sequence[SeatFace], texts: Texts) -> LobbyScene:
    if len(seats) <= DRAWN_SEATS:
        return LobbyScene(tuple(seats))
    shown = tuple(seats[: DRAWN_SEATS - 1])
    return LobbyScene(shown, texts.signed(len(seats) - len(shown)))


def gathering(seats: Sequence[SeatFace], texts: Texts) -> tuple[Image, ...]:
    """The faces of those who take part in more than a game, whose names the text beside has; none of nobody."""
    if not seats:
        return ()
    alt = texts.series(one.name for one in seats)
    return (Image(_scene(seats, texts), LOBBY_FILE, shortened(alt, MOST_ALT), is_told=True, still=True),)


def begun_message(view: TableView, thread: int, texts: Texts) -> Message:
    """The lobby of a game that has begun in a thread: who plays, and where."""
    title = escape(game_title(view, texts))
    return Message((Text(f"### {title}\n{way_to(thread, texts)}"),), accent=LOBBY_ACCENT)


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


RULES_PAGE: Final = Action("rules_page", OfGamePage, Right.ANYONE)
CHOOSE_SUBJECT: Final = Action("rules_about", OfGame, Right.DIRECTOR)
CHOOSE_RULE: Final = Action("rules_which", OfGame, Right.DIRECTOR)
SET_RULE: Final = Action("rules_set", OfRule, Right.DIRECTOR)

_ROOM = MOST_TEXT - 400
"""Characters for a page of rules; the rest is for headings and notes."""


def rules_message(
    game: str, view: TableView, texts: Texts, page: int = 0, *, may_change: bool = False, note: str = ""
) -> Message:
    """Page 0: the preset and what differs from it. Later pages: all rules. `note` says what has just changed."""
    title = rules_heading(escape(game_title(view, texts)), texts)
    body, buttons = _differences(game, view, texts) if page <= 0 else _all(game, view, texts, page)
    menus = (_subjects(game, texts),) if may_change else ()
    is_free = isinstance(view.phase, Lobby) and len(view.seats) < max_seats(view)
    code = code_line(game, texts) if is_free and page <= 0 else ""
    return _message(f"### {title}", note, body, code, blocks=(*menus, *rows(buttons)))


def _message(*contents: str, blocks: Sequence[Block]) -> Message:
    return Message((Text("\n".join(filter(None, contents))), *blocks), accent=BOARD_ACCENT)


def _differences(game: str, view: TableView, texts: Texts) -> tuple[str, tuple[Button, ...]]:
    lines = differences(view.rules, view.variant.language, texts)
    return "\n".join(lines), (Button(RULES_PAGE.id(game, 1), texts.gettext("All rules")),)


def _all(game: str, view: TableView, texts: Texts, page: int) -> tuple[str, tuple[Button, ...]]:
    idle = idle_rules(view.rules, people_play=any(isinstance(seat.player, Person) for seat in view.seats))
    every = [rule for group in RULE_GROUPS.values() for rule in group if rule not in idle]
    parts = pages(grouped_rules(view.rules, every, texts), _ROOM)
    page = min(page, len(parts))
    earlier = Button(RULES_PAGE.id(game, page - 1), texts.gettext("Earlier"))
    more = Button(RULES_PAGE.id(game, page + 1), texts.gettext("More"))
    buttons = (
        *((earlier,) if page > 1 else ()),
        *((more,) if page < len(parts) else ()),
        Button(RULES_PAGE.id(game, 0), texts.gettext("Only what is different")),
    )
    return parts[page - 1], buttons


def _subjects(game: str, texts: Texts) -> Menu:
    """The menu that leads to the rules of each subject, and to the presets."""
    options = [Option(texts.gettext("All rules at once"), PRESET, texts.gettext("A preset, such as classic or blitz"))]
    for group, members in RULE_GROUPS.items():
        about = ", ".join(rule_title(rule, texts) for rule in members)
        options.append(Option(group_title(group, texts), group, shortened(about, MOST_ABOUT)))
    return Menu(CHOOSE_SUBJECT.id(game), texts.gettext("Change a rule"), tuple(options))


def subject_message(game: str, rules: Rules, group: str, texts: Texts, *, note: str = "") -> Message:
    """The rules of a subject, and the menu that leads to each. Raises `KeyError` for an unknown subject.

    Those that change nothing as the others are can be chosen, but are not told.
    """
    members, idle = RULE_GROUPS[group], idle_rules(rules)
    options = tuple(
        Option(rule_title(rule, texts), rule, shortened(value_text(rule, rules.value_text(rule), texts), MOST_ABOUT))
        for rule in members
    )
    menu = Menu(CHOOSE_RULE.id(game), texts.gettext("Which rule?"), options)
    lines = [f"- {rule_line(rule, rules, texts)}" for rule in members if rule not in idle]
    return _message(f"### {group_title(group, texts)}", note, *lines, blocks=(menu, *_back(game, texts)))


def rule_message(
    game: str, rules: Rules, rule: str, texts: Texts, *, may_change: bool = False, note: str = ""
) -> Message:
    """One rule: what it is about, its value, and its possible values. Raises `NoSuchRule`.

    Those who `may_change` it get a menu of values: all of them, or the named ones and round numbers. `note` says why it
    has not changed.
    """
    others = may_change and (rule in TIMES or len(allowed_values(rule)) > MOST_OPTIONS)
    told = rule_lines(rule, rules, texts, others=others)
    menus = (_values(game, rules, rule, texts), *_back(game, texts)) if may_change else ()
    return _message(f"### {rule_title(rule, texts)}", note, *told, blocks=menus)


def presets_message(game: str, view: TableView, texts: Texts) -> Message:
    """The presets, and a menu that sets all rules as in one of them."""
    nearest, changed = differing_rules(view.rules, view.variant.language)
    options = tuple(
        Option(shortened(preset_text(name, texts), MOST_ABOUT), name, chosen=name == nearest and not changed)
        for name in PRESETS
    )
    menu = Menu(SET_RULE.id(game, PRESET), texts.gettext("New value"), options)
    lines = [f"- {preset_text(name, texts)}" for name in PRESETS]
    return _message(f"### {rule_title(PRESET, texts)}", *lines, blocks=(menu, *_back(game, texts)))


def _back(game: str, texts: Texts) -> tuple[Block, ...]:
    return rows((Button(RULES_PAGE.id(game, 0), texts.gettext("Back")),))


def _values(game: str, rules: Rules, rule: str, texts: Texts) -> Menu:
    now = rules.value_text(rule)
    options = tuple(
        Option(shortened(value_text(rule, value, texts), MOST_ABOUT), value, chosen=value == now)
        for value in offered_values(rule, now)
    )
    return Menu(SET_RULE.id(game, written_rule(rule)), texts.gettext("New value"), options)


_ROUND = (*range(9), 10, 12, 15, 20, 25, 30, 40, 50, 60, 75, 99, 100)


def offered_values(rule: str, now: str) -> tuple[str, ...]:
    """Up to 25 values of a rule: all, or those with a name, round numbers and the current one. Raises `NoSuchRule`."""
    allowed = allowed_values(rule)
    named = [value for value in allowed if not value.isdecimal()]
    if len(allowed) > MOST_OPTIONS:
        allowed = (*named, *(value for value in allowed if value.isdecimal() and int(value) in _ROUND))
    if now in allowed:
        return allowed[:MOST_OPTIONS]
    return (*allowed[: MOST_OPTIONS - 1], now)


def written_rule(rule: str) -> str:
    """A rule's id as a custom id can carry it."""
    return rule.replace("_", "-")


def read_rule(written: str) -> str:
    """The rule's id that `written_rule` wrote."""
    return written.replace("-", "_")


def subject_of(rule: str) -> str:
    """The subject that a rule belongs to; empty for an unknown rule and for all rules at once."""
    return next((group for group, members in RULE_GROUPS.items() if rule in members), "")


def lobby_composers(
    games: Games, dictionaries: Dictionaries, mailbox: Callable[[], Mailbox], links: GameLinks
) -> Mapping[DeliveryKind, Composer]:
    """The composers of this room. `mailbox` returns the mailbox of the client that is connected now."""
    return {
        DeliveryKind.LOBBY: Composer(partial(_lobby, dictionaries), lambda _: True),
        DeliveryKind.INVITE: Composer(partial(_invitation, games, mailbox, links)),
    }


async def _lobby(dictionaries: Dictionaries, told: Announcement) -> Message | None:
    """The lobby; in the channel of the thread in which the game has begun, where it is."""
    view, server = told.view, told.context.game.summary.place.guild_id
    if told.has_begun:
        return begun_message(view, told.context.game.summary.place.channel_id, told.texts) if told.posts else None
    changers = await dictionaries.changers(view.setup.lexicon.name, server, view.host)
    return await told.calling(lobby_message(told.game, view, told.texts, changers, private=server is None))


async def _invitation(
    games: Games, mailbox: Callable[[], Mailbox], links: GameLinks, told: Announcement
) -> Message | None:
    """An invitation for someone who is still awaited and would not see the lobby in its channel."""
    summary, person = told.context.game.summary, told.delivery.target.id
    state = await games.load(told.game, summary)
    if not any(one.id == str(person) for one in state.awaited):
        return None
    place = summary.place
    if told.context.people[str(person)].notify != Notify.DIRECT:
        with refusals(), suppress(LookupError):
            if place.guild_id is not None and await mailbox().member(place.guild_id, person):
                return None
    link = (await links.to(told.game, str(person), told.context.game))["board_url"]
    server = await mailbox().server_name(place.guild_id)
    return invitation_message(told.game, table_view(state), told.texts, link, server)
