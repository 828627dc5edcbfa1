"""Whoever directs a competition: which one it is, who may, and the results that they set by hand."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

from bot.competitions.progress import CompetitionLoop
from bot.competitions.text import nil_text, ruling_label
from bot.competitions.values import Competition
from bot.front.components.message import MOST_ABOUT, MOST_OPTIONS, Button, Menu, Message, Option, Row, Text, say
from bot.front.components.payloads import Long, Payload
from bot.front.interaction.pressing import InputForm
from bot.front.interaction.request import Request, person_of
from bot.model.errors import BadScores, NoSeatForBots, NotDirector, UnknownAction
from bot.service.rights import moderates
from bot.text import Texts
from bot.text.names import shortened
from engine.game.state import Person

C = TypeVar("C", bound=Competition)
Kind = type[CompetitionLoop[C, Any, Any]]
"""What sees to the competitions of a kind, which the request has among its services."""


@dataclass(frozen=True, slots=True)
class OfCompetition(Payload):
    """A competition, by its number among those of its kind."""

    number: int


@dataclass(frozen=True, slots=True)
class OfPerson(OfCompetition):
    """Somebody in it, or who wants to be."""

    person: Long


async def found_here(request: Request, kind: Kind[C]) -> C | None:
    """The competition of this channel, also in its threads."""
    found: C | None = await request.services.of(kind).store.here(request.parent or request.place.channel_id)
    return found


async def here(request: Request, kind: Kind[C]) -> C:
    """The same. Raises `unknown` of the kind if there is none."""
    found = await found_here(request, kind)
    if found is None:
        raise kind.unknown
    return found


async def known(request: Request, kind: Kind[C], number: int) -> C:
    """A competition of this server, by its number. Raises `unknown` of the kind."""
    found: C | None = await request.services.of(kind).store.get(number)
    if found is None or found.server != request.server():
        raise kind.unknown
    return found


async def directed(request: Request, kind: Kind[C], number: int | None = None) -> C:
    """The competition of this channel or of a button, for whoever directs it. Raises `unknown` and `NotDirector`.

    That is the director, by default the one who has made it, and the moderators.
    """
    one = await (here(request, kind) if number is None else known(request, kind, number))
    if request.person.id != one.directed_by and not moderates(request.member, one.server):
        raise NotDirector
    return one


def said(request: Request, kind: Kind[C], told: str) -> Message:
    """Tell somebody what they have changed, which is seen to at once."""
    request.services.of(kind).wake()
    return say(told)


async def check_person(request: Request, person: Person) -> None:
    """Raise `NoSeatForBots` for a bot, which would never move."""
    member = await request.services.posting.mailbox().member(request.server(), int(person.id))
    if member and member.bot:
        raise NoSeatForBots(person.name)


async def chosen_person(request: Request, one: Competition, person: str) -> Person | None:
    """Somebody chosen from a menu; None if they have left the server."""
    if not person.isdecimal():
        raise UnknownAction
    member = await request.services.posting.mailbox().member(one.server, int(person))
    return None if member is None else person_of(member)


# --- results ----------------------------------------------------------------------------------------------------------

SCORES = "scores"
"""The name of the form's field."""
_SCORES = re.compile(r"(-?[0-9]{1,4})[^0-9-]+(-?[0-9]{1,4})")


def read_scores(typed: str) -> tuple[int, int]:
    """The points of two players as a director types them, 0:0 for nothing. Raises `BadScores`."""
    found = _SCORES.fullmatch(typed.strip() or "0:0")
    if found is None:
        raise BadScores(typed)
    return int(found[1]), int(found[2])


def result_form(texts: Texts) -> InputForm:
    """Asks for the points of both, whose names are its label."""
    return InputForm(
        texts.gettext("Set the result"),
        texts.gettext("The points of both, in this order"),
        "410 380",
        SCORES,
        texts.gettext("Leave it empty if the game has no result."),
    )


def games_menu(custom_id: str, games: Iterable[tuple[str, tuple[int, int]]], texts: Texts) -> Menu:
    """The first of some games, by titles and two numbers each, with the form for its result."""
    options = [Option(shortened(title, MOST_ABOUT), f"{part}-{number}") for title, (part, number) in games]
    return Menu(custom_id, texts.gettext("Set the result of a game"), tuple(options[:MOST_OPTIONS]))


def chosen_game(value: str) -> tuple[int, int]:
    """The two numbers of a game chosen from such a menu."""
    part, _, number = value.partition("-")
    if not (part.isdecimal() and number.isdecimal()):
        raise UnknownAction
    return int(part), int(number)


def ruling_buttons(both_lose: str, void: str, texts: Texts) -> tuple[Button, Button]:
    """What else may become of a game, by custom ids: both lose, or it is void."""
    return Button(both_lose, ruling_label(texts, lost=True)), Button(void, ruling_label(texts, lost=False))


def nil_message(heading: str, title: str, rulings: tuple[Button, Button], texts: Texts) -> Message:
    """Refuses 0:0 to a director, and offers what may be meant."""
    return Message((Text(heading), Text(f"**{title}**"), Text(nil_text(texts)), Row(rulings)))
