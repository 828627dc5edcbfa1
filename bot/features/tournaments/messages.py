"""The messages of tournaments."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from bot.features.tournaments import text
from bot.features.tournaments.standings import standings
from bot.features.tournaments.values import Board, State, Tournament
from bot.front.board.scenes import BOARD_ACCENT
from bot.front.components.custom_ids import Action
from bot.front.components.message import MOST_ALT, Block, Button, Image, Message, Row, Text, Tone
from bot.front.components.payloads import Payload
from bot.render import EndScene, Standing
from bot.service.rights import Right
from bot.text import Texts
from bot.text.names import shortened

MOST_CALLED = 100
"""People whom one message can mention."""
DRAWN_PLACES = 24
"""Places that the picture of standings shows; the files show all."""


@dataclass(frozen=True, slots=True)
class OfTournament(Payload):
    """A tournament, by its number."""

    number: int


@dataclass(frozen=True, slots=True)
class OfRound(Payload):
    """A round of a tournament that is over, so that the next one can begin."""

    number: int
    after: int


JOIN: Final = Action("tour_join", OfTournament, Right.ANYONE)
CHECK_IN: Final = Action("tour_check_in", OfTournament, Right.ANYONE)
LEAVE: Final = Action("tour_leave", OfTournament, Right.ANYONE)
START: Final = Action("tour_start", OfTournament, Right.ANYONE)
NEXT: Final = Action("tour_next", OfRound, Right.ANYONE)


def list_message(one: Tournament, texts: Texts) -> Message:
    """The tournament with its players."""
    blocks: list[Block] = [
        Text(text.heading(one, texts)),
        Text(text.about_text(one, texts)),
        Text(text.players_text(one, texts)),
        Text(text.state_text(one, texts)),
    ]
    leave = Button(LEAVE.id(one.number), texts.gettext("Leave"))
    if one.state is State.GATHERING:
        join = Button(JOIN.id(one.number), texts.gettext("Join"))
        first = (_check_in_button(one, texts), join) if one.called else (replace(join, tone=Tone.PRIMARY),)
        start = Button(START.id(one.number), texts.gettext("Start"), Tone.SUCCESS)
        blocks.append(Row((*first, *((start,) if one.plan.starts is None else ()), leave)))
    elif one.state is State.PLAYING:
        blocks.append(Row((leave,)))
    return Message(tuple(blocks), accent=BOARD_ACCENT)


def _check_in_button(one: Tournament, texts: Texts) -> Button:
    return Button(CHECK_IN.id(one.number), texts.gettext("Check in"), Tone.PRIMARY)


def check_in_message(one: Tournament, texts: Texts) -> Message:
    """Calls the players, who check in before the start."""
    people = tuple(entrant.person for entrant in one.active)[:MOST_CALLED]
    words = (Text(text.heading(one, texts)), Text(text.check_in_text(one, people, texts)))
    return Message((*words, Row((_check_in_button(one, texts),))), people, BOARD_ACCENT)


def postponed_message(one: Tournament, texts: Texts) -> Message:
    """That it does not start by itself."""
    people = (one.director or one.maker,)
    return Message((Text(text.heading(one, texts)), Text(text.postponed_text(people, texts))), people, BOARD_ACCENT)


def pairs_message(one: Tournament, number: int, texts: Texts, places: Mapping[int, int] | None = None) -> Message:
    """The pairs of a round; `places` are the threads of its boards that are open."""
    pairs = text.pairs_text(one, number, texts, places or {})
    return Message((Text(text.heading(one, texts)), Text(pairs)), accent=BOARD_ACCENT)


def drawn_message(one: Tournament, texts: Texts) -> Message:
    """Pairs that nobody else sees yet, for the director, with the button that begins their round."""
    told = (Text(text.pairs_text(one, one.drawn, texts, {})), Text(text.drawn_text(texts)))
    return Message((*told, Row((_next_button(one, texts),))))


def _next_button(one: Tournament, texts: Texts) -> Button:
    return Button(NEXT.id(one.number, one.begun), texts.gettext("Next round"), Tone.PRIMARY)


def called_message(one: Tournament, board: Board, texts: Texts) -> Message:
    """Calls the players of a board to its thread."""
    people = tuple(one.entrant(number).person for number in board.players)
    return Message((Text(text.called_text(one, board, texts)),), mentions=people)


def standings_message(one: Tournament, texts: Texts, *, goes_on: bool = True) -> Message:
    """The standings as a picture, with the words for those who want these."""
    rows = standings(one.entrants, one.counted)
    title, outcome = text.name_text(one.name, texts), text.standings_title(one, texts)
    places = tuple(
        Standing(
            f"{row.place}",
            row.entrant.name,
            text.score_text(row, texts),
            texts.signed(row.spread),
            is_winner=row.place == 1,
            seat=seat,
        )
        for seat, row in enumerate(rows[:DRAWN_PLACES])
    )
    alt = texts.series([outcome, *(f"{one.place} {one.name} {one.score} ({one.note})" for one in places)])
    words = f"**{outcome}**\n{text.standings_words(rows, texts)}"
    image = Image(EndScene(title, outcome, places), "standings.png", shortened(alt, MOST_ALT), words=words)
    blocks: list[Block] = [Text(text.heading(one, texts)), image, Text(text.spread_text(texts))]
    if goes_on:
        blocks.append(Text(text.next_text(one, texts)))
        if one.state is State.PLAYING and one.begun < one.plan.rounds:
            blocks.append(Row((_next_button(one, texts),)))
    return Message(tuple(blocks), accent=BOARD_ACCENT)
