"""The messages of tournaments, and what their buttons are about."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from bot.competitions import directing
from bot.competitions.directing import OfCompetition, OfPerson, games_menu
from bot.competitions.text import LEGEND_LABEL, ruling_label
from bot.features.tournaments import receipts, text
from bot.front.board.buttons import rows
from bot.front.board.scenes import BOARD_ACCENT, END_ACCENT
from bot.front.components.buttons import Action
from bot.front.components.message import (
    MOST_IN_ROW,
    MOST_OPTIONS,
    Block,
    Button,
    Menu,
    Message,
    PersonMenu,
    Row,
    Text,
    Tone,
    ask,
)
from bot.front.components.payloads import Long, Nothing, Signed
from bot.front.lobby.messages import gathering
from bot.pairing.bracket import Passing, bracket, can_reopen, contenders, has_room, is_settled, is_undecided, vacancies
from bot.pairing.pictures import bracket_image, cup_image, parts, portrait, standings_image
from bot.pairing.standings import winners
from bot.pairing.text import MOST_SHARING, board_title, cup_text, heading, kept_text, pairs_text, passed_text
from bot.pairing.values import FIXED, Format, Pairing, Ruling, State, Tournament
from bot.render import SeatFace
from bot.service.rights import Right
from bot.text import Texts
from bot.text.names import shortened

MOST_CALLED = 100
"""People whom one message can mention."""


class How(StrEnum):
    """What is to become of a result: both lose, it is void, it changes nothing else, or whoever it lets pass plays."""

    BOTH_LOSE = "both-lose"
    VOID = "void"
    KEEP = "keep"
    ANEW = "anew"


@dataclass(frozen=True, slots=True)
class OfTournamentRound(OfCompetition):
    """A round of a tournament that is over, so that the next one can begin."""

    after: int


@dataclass(frozen=True, slots=True)
class OfBracket(OfCompetition):
    """The bracket of a tournament as it is after the games of a round."""

    round: int


@dataclass(frozen=True, slots=True)
class OfBracketPart(OfBracket):
    """A part of it, counted from 0."""

    part: int


@dataclass(frozen=True, slots=True)
class OfTournamentGame(OfCompetition):
    """A board of a round of a tournament."""

    round: int
    board: int


@dataclass(frozen=True, slots=True)
class OfTie(OfTournamentGame):
    """A board of a knockout whose game was tied, and which player advances; 0 for a tie-break game."""

    advances: int


@dataclass(frozen=True, slots=True)
class OfResult(OfTournamentGame):
    """A result of a board for a director to confirm, and how; a ruling counts once the director is `sure`."""

    first: Signed
    second: Signed
    how: How
    sure: bool = False


@dataclass(frozen=True, slots=True)
class OfEntrant(OfCompetition):
    """An entrant of a tournament, whose place somebody else is to take."""

    entrant: int


JOIN: Final = Action("tour_join", OfCompetition, Right.ANYONE)
CHECK_IN: Final = Action("tour_check_in", OfCompetition, Right.ANYONE)
LEAVE: Final = Action("tour_leave", OfCompetition, Right.ANYONE)
LEAVE_YES: Final = Action("tour_leave_yes", OfCompetition, Right.ANYONE)
RULES: Final = Action("tour_rules", OfCompetition, Right.ANYONE)
LEGEND: Final = Action("tour_legend", Nothing, Right.ANYONE)
START: Final = Action("tour_start", OfCompetition, Right.ANYONE)
MANAGE: Final = Action("tour_manage", OfCompetition, Right.ANYONE)
NEXT: Final = Action("tour_next", OfTournamentRound, Right.ANYONE)
BRACKET: Final = Action("tour_bracket", OfBracket, Right.ANYONE)
PART: Final = Action("tour_part", OfBracketPart, Right.ANYONE)
LET_IN: Final = Action("tour_let_in", OfPerson, Right.ANYONE)
TIE: Final = Action("tour_tie", OfTie, Right.ANYONE)
RESULT: Final = Action("tour_result", OfResult, Right.ANYONE)
PAIRS: Final = Action("tour_pairs", OfCompetition, Right.ANYONE)
PAIR_TWO: Final = Action("tour_pair_two", OfCompetition, Right.ANYONE)
UNDO: Final = Action("tour_undo", OfCompetition, Right.ANYONE)
ENTER: Final = Action("tour_enter", OfCompetition, Right.ANYONE)
DROP: Final = Action("tour_drop", OfCompetition, Right.ANYONE)
DROP_YES: Final = Action("tour_drop_yes", OfPerson, Right.ANYONE)
SUBSTITUTE: Final = Action("tour_substitute", OfEntrant, Right.ANYONE)
REOPEN: Final = Action("tour_reopen", OfCompetition, Right.ANYONE)
RESULTS_OF: Final = Action("tour_results_of", OfCompetition, Right.ANYONE)
BOARD: Final = Action("tour_board", OfCompetition, Right.ANYONE)
SET_RESULT: Final = Action("tour_set_result", OfTournamentGame, Right.ANYONE)
FILE: Final = Action("tour_file", OfCompetition, Right.ANYONE)
ASK_END: Final = Action("tour_end_ask", OfCompetition, Right.ANYONE)
END: Final = Action("tour_end", OfCompetition, Right.ANYONE)

MOST_VACANCIES = 4
"""How many of those who have left can be replaced from one message."""


def list_message(one: Tournament, texts: Texts) -> Message:
    """The tournament with its players."""
    blocks: list[Block] = [
        Text(heading(one, texts)),
        Text(text.brief_text(one, texts)),
        Text(text.players_text(one, texts)),
        *(gathering(_seats(one), texts) if one.state is State.GATHERING else ()),
        Text(text.state_text(one, texts)),
    ]
    leave = Button(LEAVE.id(one.number), texts.gettext("Leave"))
    rules = Button(RULES.id(one.number), texts.gettext("Rules"))
    if one.state is State.GATHERING:
        join = Button(JOIN.id(one.number), texts.gettext("Join"))
        first = (_check_in_button(one, texts), join) if one.called else (replace(join, tone=Tone.PRIMARY),)
        start = Button(START.id(one.number), texts.gettext("Start"), Tone.SUCCESS)
        blocks.append(
            Row((*first, *((start,) if one.plan.starts is None else ()), leave, rules, _manage_button(one, texts)))
        )
    elif one.state is State.PLAYING:
        late = (Button(JOIN.id(one.number), texts.gettext("Join")),) if has_room(one) else ()
        blocks.append(Row((*late, leave, rules, _manage_button(one, texts))))
    else:
        blocks.append(Row((_manage_button(one, texts),)))
    return Message(tuple(blocks), accent=BOARD_ACCENT)


def _seats(one: Tournament) -> list[SeatFace]:
    """The players; whoever has yet to check in is awaited."""
    return [
        SeatFace(portrait(entrant), entrant.name, is_awaited=one.called and not entrant.here) for entrant in one.active
    ]


def _manage_button(one: Tournament, texts: Texts) -> Button:
    return Button(MANAGE.id(one.number), texts.gettext("Manage"))


def rules_message(one: Tournament, texts: Texts) -> Message:
    """The format and the games in full, for one person."""
    return Message((Text(heading(one, texts)), Text(text.about_text(one, texts))), accent=BOARD_ACCENT)


def _check_in_button(one: Tournament, texts: Texts) -> Button:
    return Button(CHECK_IN.id(one.number), texts.gettext("Check in"), Tone.PRIMARY)


def check_in_message(one: Tournament, texts: Texts) -> Message:
    """Call the players, who check in before the start."""
    people = tuple(entrant.person for entrant in one.active)[:MOST_CALLED]
    words = (Text(heading(one, texts)), Text(text.check_in_text(one, people, texts)))
    return Message((*words, Row((_check_in_button(one, texts),))), people, BOARD_ACCENT)


def pairs_message(one: Tournament, number: int, texts: Texts, places: Mapping[int, int] | None = None) -> Message:
    """The pairs of a round; `places` are the threads of its boards that are open. The newest ones can be managed.

    A knockout has its bracket above them, or a button that shows it in parts where a phone could not show the whole.
    """
    blocks: list[Block] = [Text(heading(one, texts)), Text(pairs_text(one, number, texts, places or {}))]
    buttons: list[Button] = []
    if one.plan.format is Format.KNOCKOUT and parts(one, number) == 1:
        blocks.insert(1, bracket_image(one, number, texts, beside=number))
    elif one.plan.format is Format.KNOCKOUT:
        buttons.append(Button(BRACKET.id(one.number, number), texts.gettext("Bracket")))
    if number == one.begun:
        buttons.append(_manage_button(one, texts))
    blocks += [Row(tuple(buttons))] if buttons else []
    return Message(tuple(blocks), accent=BOARD_ACCENT)


def drawn_message(one: Tournament, texts: Texts) -> Message:
    """Pairs that nobody else sees yet, for the director, with the button that begins their round."""
    told = (Text(pairs_text(one, one.drawn, texts, {})), Text(receipts.drawn_text(one, texts)))
    return Message((*told, Row((next_button(one, texts), _manage_button(one, texts)))))


def next_button(one: Tournament, texts: Texts) -> Button:
    """Begins the next round, which may be the first one."""
    return Button(
        NEXT.id(one.number, one.begun),
        texts.gettext("Next round") if one.begun else texts.gettext("Begin the first round"),
        Tone.PRIMARY,
    )


def directors_message(one: Tournament, told: str, texts: Texts, *buttons: Button) -> Message:
    """Tells or asks the director something, with the buttons that answer it, or else with **Manage**."""
    words = (Text(heading(one, texts)), Text(f"<@{one.directed_by}> {told}"))
    return Message((*words, Row(buttons or (_manage_button(one, texts),))), (one.directed_by,), BOARD_ACCENT)


def let_in_button(one: Tournament, person: str, texts: Texts) -> Button:
    """Lets in somebody who is late."""
    return Button(LET_IN.id(one.number, Long(int(person))), texts.gettext("Let in"), Tone.PRIMARY)


def tie_buttons(one: Tournament, board: Pairing, texts: Texts) -> tuple[Button, ...]:
    """Say who plays on after a tie."""
    place = (one.number, board.round, board.board)
    players = (Button(TIE.id(*place, number), shortened(one.entrant(number).name, 40)) for number in board.players)
    return (*players, Button(TIE.id(*place, 0), texts.gettext("Tie-break game"), Tone.PRIMARY))


def nil_message(one: Tournament, board: Pairing, texts: Texts) -> Message:
    """Refuses 0:0 to a director, and offers what may be meant."""
    both_lose, void = (_result_id(one, board, how) for how in (How.BOTH_LOSE, How.VOID))
    rulings = directing.ruling_buttons(both_lose, void, texts)
    return directing.nil_message(heading(one, texts), board_title(one, board, texts), rulings, texts)


def ruling_question(one: Tournament, board: Pairing, how: How, texts: Texts) -> Message:
    """Asks a director whether both are to lose a game, or whether it is void."""
    lost = how is How.BOTH_LOSE
    yes = ruling_label(texts, lost=lost)
    return ask(
        receipts.ruling_question(one, board, texts, lost=lost), yes, _result_id(one, board, how, sure=True), texts
    )


def passing_message(one: Tournament, board: Pairing, change: Passing, texts: Texts) -> Message:
    """Asks a director about a result because of which somebody else would have played on."""
    keep = Button(_result_id(one, board, How.KEEP), texts.gettext("Leave the next round as it is"))
    anew = Button(_result_id(one, board, How.ANEW), texts.gettext("Replay the next game"), Tone.DANGER)
    told = Text(receipts.passing_question(one, change, texts))
    return Message((told, Row((keep,) if change.is_late else (keep, anew))))


def _result_id(one: Tournament, board: Pairing, how: How, *, sure: bool = False) -> str:
    first, second = map(Signed, board.points or (0, 0))
    return RESULT.id(one.number, board.round, board.board, first, second, how, sure)


def called_message(one: Tournament, board: Pairing, texts: Texts) -> Message:
    """Call the players of a board to its thread."""
    people = tuple(one.entrant(number).person for number in board.players)
    return Message((Text(text.called_text(one, board, texts)),), mentions=people)


def standings_message(one: Tournament, texts: Texts, *, goes_on: bool = True) -> Message:
    """Where everyone stands after a round, or who plays on in a knockout; at the end, the cup."""
    if one.state is State.OVER or (one.begun >= one.plan.rounds and one.is_played and not is_undecided(one)):
        won = tuple(row.entrant.person for row in winners(one))
        return Message((Text(cup_text(one, texts)), cup_image(one, texts)), won[:MOST_SHARING], END_ACCENT)
    blocks: list[Block] = [standings_image(one, texts)]
    passed: tuple[str, ...] = ()
    if one.plan.format is Format.KNOCKOUT:
        passed = tuple(one.entrant(number).person for number in contenders(one))
        blocks = [Text(heading(one, texts)), Text(passed_text(one, texts))]
    buttons: list[Button] = []
    if goes_on:
        blocks.append(Text(text.next_text(one, texts)))
        if one.state is State.PLAYING and one.begun < one.plan.rounds:
            buttons += [next_button(one, texts), _manage_button(one, texts)]
    if one.plan.format is not Format.KNOCKOUT:
        buttons.append(Button(LEGEND.id(), LEGEND_LABEL))
    blocks += [Row(tuple(buttons))] if buttons else []
    return Message(tuple(blocks), passed, BOARD_ACCENT)


def bracket_message(one: Tournament, number: int, part: int, texts: Texts) -> Message:
    """A part of the bracket for one person, with buttons for the others."""
    count = parts(one, number)
    others = [
        Button(PART.id(one.number, number, each), text.part_label(each + 1, texts), disabled=each == part)
        for each in range(count if count > 1 else 0)
    ]
    rows = [Row(tuple(others[at : at + MOST_IN_ROW])) for at in range(0, len(others), MOST_IN_ROW)]
    image = bracket_image(one, number, texts, part)
    return Message((Text(heading(one, texts)), image, *rows), accent=BOARD_ACCENT)


def panel_message(one: Tournament, texts: Texts) -> Message:
    """What a director can do with a tournament now; setting a result comes first."""
    number, is_drawn, goes_on = one.number, one.drawn > one.begun, one.state is not State.OVER
    is_between = one.state is State.PLAYING and is_settled(one) and one.begun < one.plan.rounds
    buttons, menus = [Button(FILE.id(number), texts.gettext("Export"))], list[Block]()
    if goes_on:
        start = Button(START.id(number), texts.gettext("Start"), Tone.SUCCESS)
        undo = Button(UNDO.id(number), texts.gettext("Clear the next pairings"))
        buttons = [
            *((start,) if one.state is State.GATHERING else ()),
            *((next_button(one, texts),) if is_between else ()),
            *((Button(PAIRS.id(number), texts.gettext("Next pairings")),) if is_between else ()),
            *((undo,) if is_drawn else ()),
            *buttons,
            Button(ASK_END.id(number), texts.gettext("End the tournament"), Tone.DANGER),
        ]
        is_open = one.plan.format not in FIXED or not one.drawn
        menus += [PersonMenu(ENTER.id(number), texts.gettext("Enter a player"))] if is_open else []
        menus.append(PersonMenu(DROP.id(number), texts.gettext("Take a player out")))
        menus += [
            PersonMenu(SUBSTITUTE.id(number, out), text.place_label(one, out, texts))
            for out in vacancies(one)[:MOST_VACANCIES]
        ]
        if one.plan.format not in FIXED and one.state is not State.GATHERING:
            menus.append(PersonMenu(PAIR_TWO.id(number), texts.gettext("Pair two players in the next round"), 2))
    elif can_reopen(one):
        buttons = [Button(REOPEN.id(number), texts.gettext("Reopen the tournament"), Tone.PRIMARY), *buttons]
    games = games_to_set(one)
    if len(games) > MOST_OPTIONS:
        menus.insert(0, PersonMenu(RESULTS_OF.id(number), texts.gettext("Set a result: choose one of the players")))
    if games:
        menus.insert(0, _games_menu(one, games, texts))
    told = " ".join(filter(None, (text.state_text(one, texts), kept_text(one, texts))))
    return Message((Text(heading(one, texts)), Text(told), *rows(buttons), *menus), accent=BOARD_ACCENT)


def games_message(one: Tournament, boards: list[Pairing], texts: Texts) -> Message:
    """The games of a player, of which one is to be chosen."""
    return Message((Text(heading(one, texts)), _games_menu(one, boards, texts)), accent=BOARD_ACCENT)


def _games_menu(one: Tournament, boards: Iterable[Pairing], texts: Texts) -> Menu:
    """The first of some games, each with the form for its result."""
    titled = ((board_title(one, board, texts), (board.round, board.board)) for board in boards)
    return games_menu(BOARD.id(one.number), titled, texts)


def games_to_set(one: Tournament) -> list[Pairing]:
    """The games whose results can be set, those that are open first, then the newest.

    A void game of a knockout is none of them once another one is played instead.
    """
    games = [board for board in one.counted if board.second is not None or one.plan.plays_byes]
    if one.plan.format is Format.KNOCKOUT:
        found = bracket(one.entrants, one.counted)
        games = [board for board in games if board.ruling is not Ruling.VOID or not found.pair(found.slot(board))]
    return sorted(games, key=lambda board: (not board.is_open, -board.round, board.board))
