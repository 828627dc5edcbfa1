"""The messages of tournaments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from bot.features.tournaments import text
from bot.features.tournaments.bracket import Passing
from bot.features.tournaments.standings import leaders, table
from bot.features.tournaments.values import Pairing, State, Tournament
from bot.front.board.scenes import BOARD_ACCENT
from bot.front.components.custom_ids import Action
from bot.front.components.message import MOST_ALT, Block, Button, Image, Message, Row, Text, Tone
from bot.front.components.payloads import Long, Payload
from bot.render import EndScene, StandingLine
from bot.service.rights import Right
from bot.text import Texts
from bot.text.competitions import nil_text
from bot.text.names import shortened
from engine.game.state import Person

MOST_CALLED = 100
"""People whom one message can mention."""
DRAWN_PLACES = 24
"""Places that the picture of standings shows; the files show all."""


class How(StrEnum):
    """What is to become of a result: both lose, it is void, it changes nothing else, or whoever it lets pass plays."""

    BOTH_LOSE = "both-lose"
    VOID = "void"
    KEEP = "keep"
    ANEW = "anew"


@dataclass(frozen=True, slots=True)
class OfTournament(Payload):
    """A tournament, by its number."""

    number: int


@dataclass(frozen=True, slots=True)
class OfTournamentRound(Payload):
    """A round of a tournament that is over, so that the next one can begin."""

    number: int
    after: int


@dataclass(frozen=True, slots=True)
class OfEntry(Payload):
    """Somebody who wants to enter a tournament that is played."""

    number: int
    person: Long


@dataclass(frozen=True, slots=True)
class OfTie(Payload):
    """A board of a knockout whose game was tied, and which player advances; 0 for a tie-break game."""

    number: int
    round: int
    board: int
    advances: int


@dataclass(frozen=True, slots=True)
class OfResult(Payload):
    """A result of a board for a director to confirm, and how."""

    number: int
    round: int
    board: int
    first: int
    second: int
    how: How


JOIN: Final = Action("tour_join", OfTournament, Right.ANYONE)
CHECK_IN: Final = Action("tour_check_in", OfTournament, Right.ANYONE)
LEAVE: Final = Action("tour_leave", OfTournament, Right.ANYONE)
START: Final = Action("tour_start", OfTournament, Right.ANYONE)
NEXT: Final = Action("tour_next", OfTournamentRound, Right.ANYONE)
LET_IN: Final = Action("tour_let_in", OfEntry, Right.ANYONE)
TIE: Final = Action("tour_tie", OfTie, Right.ANYONE)
RESULT: Final = Action("tour_result", OfResult, Right.ANYONE)


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
        late = (Button(JOIN.id(one.number), texts.gettext("Join")),) if one.has_room() else ()
        blocks.append(Row((*late, leave)))
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


def entry_message(one: Tournament, person: Person, texts: Texts) -> Message:
    """Asks the director whether somebody may still play."""
    let_in = Button(LET_IN.id(one.number, Long(int(person.id))), texts.gettext("Let in"), Tone.PRIMARY)
    told = Text(text.entry_text(one, person.name, texts))
    return Message((Text(text.heading(one, texts)), told, Row((let_in,))), (one.director or one.maker,), BOARD_ACCENT)


def waiting_message(one: Tournament, boards: Sequence[Pairing], texts: Texts) -> Message:
    """Tells the director for which games a round waits."""
    told = (Text(text.heading(one, texts)), Text(text.waiting_text(one, boards, texts)))
    return Message(told, (one.director or one.maker,), BOARD_ACCENT)


def tie_message(one: Tournament, board: Pairing, texts: Texts) -> Message:
    """Asks the director who plays on after a tie."""
    assert board.second is not None
    place = (one.number, board.round, board.board)
    players = [Button(TIE.id(*place, number), shortened(one.entrant(number).name, 40)) for number in board.players]
    again = Button(TIE.id(*place, 0), texts.gettext("Tie-break game"), Tone.PRIMARY)
    words = (Text(text.heading(one, texts)), Text(text.tie_text(one, board, texts)))
    return Message((*words, Row((*players, again))), (one.director or one.maker,), BOARD_ACCENT)


def nil_message(one: Tournament, board: Pairing, texts: Texts) -> Message:
    """Refuses 0:0 to a director, and offers what may be meant."""
    lose = Button(_result_id(one, board, How.BOTH_LOSE), texts.gettext("Both lose"))
    void = Button(_result_id(one, board, How.VOID), texts.gettext("The game is void"))
    return Message((Text(nil_text(texts)), Row((lose, void))))


def passing_message(one: Tournament, board: Pairing, change: Passing, texts: Texts) -> Message:
    """Asks a director about a result because of which somebody else would have played on."""
    keep = Button(_result_id(one, board, How.KEEP), texts.gettext("Leave the next round as it is"))
    anew = Button(_result_id(one, board, How.ANEW), texts.gettext("Play the next game anew"), Tone.DANGER)
    told = Text(text.passing_question(one, change, texts))
    return Message((told, Row((keep,) if change.is_late else (keep, anew))))


def _result_id(one: Tournament, board: Pairing, how: How) -> str:
    first, second = board.points or (0, 0)
    return RESULT.id(one.number, board.round, board.board, first, second, how)


def called_message(one: Tournament, board: Pairing, texts: Texts) -> Message:
    """Calls the players of a board to its thread."""
    people = tuple(one.entrant(number).person for number in board.players)
    return Message((Text(text.called_text(one, board, texts)),), mentions=people)


def standings_message(one: Tournament, texts: Texts, *, goes_on: bool = True) -> Message:
    """The standings as a picture, with the words for those who want these."""
    rows, first = table(one), {row.entrant.number for row in leaders(one)}
    title, outcome = text.name_text(one.name, texts), text.standings_title(one, texts)
    places = tuple(
        StandingLine(
            f"{row.place}",
            row.entrant.name,
            text.score_text(row, texts),
            texts.signed(row.spread),
            is_winner=row.entrant.number in first,
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
