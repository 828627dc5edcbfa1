"""`/tournament` and `/manage tournament`, the buttons of its messages, and what directors find behind **Manage**."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from discord.app_commands import Choice
from discord.app_commands import locale_str as _

from bot.competitions.text import take_out_label
from bot.features.tournaments import actions, messages, receipts, text
from bot.features.tournaments.bracket import bracket, can_reopen, is_settled, vacancies
from bot.features.tournaments.files import FORMATS
from bot.features.tournaments.messages import OfTournament
from bot.features.tournaments.values import (
    FIXED,
    GRACE,
    PAUSE,
    Entrant,
    Format,
    NotEntered,
    Pairing,
    Ruling,
    State,
    Tournament,
)
from bot.front.board.buttons import rows
from bot.front.board.scenes import BOARD_ACCENT
from bot.front.components.buttons import Action, RequestedAction
from bot.front.components.message import (
    MOST_ABOUT,
    MOST_OPTIONS,
    Block,
    Button,
    Menu,
    Message,
    Option,
    PersonMenu,
    Text,
    Tone,
    ask,
)
from bot.front.components.payloads import Long, Payload
from bot.front.interaction import choices
from bot.front.interaction.hooks import Front
from bot.front.interaction.pressing import InputForm, Press, answers, edits, leads_to_form, opens, with_press
from bot.front.interaction.request import Request, person_of
from bot.front.interaction.slash import UNDER_MANAGE, CommandOption, group, slash
from bot.front.lobby.opening import GAME_OPTIONS
from bot.model.errors import UnknownAction
from bot.service.rights import Right
from bot.text import Texts
from bot.text.names import shortened
from engine.game.state import Person

_NEW = slash(
    actions.new,
    _("Set up a tournament in this channel; people join with a button"),
    Right.ANYONE,
    options={
        "name": _("The tournament's name"),
        "format": CommandOption(_("How rounds are paired; by default, Swiss"), actions.formats),
        "rounds": _("The number of rounds; by default, as many as suit the number of players"),
        "starts": _("When it starts: in 2 hours, tomorrow 18:00, or a date and time in the server's time zone"),
        **GAME_OPTIONS,
        "director": _("Someone to direct it, besides the moderators"),
        "grace": CommandOption(
            _("Time to make the first move, or the game is lost; 0 for no limit"), choices.lengths(GRACE)
        ),
        "pause": CommandOption(
            _("Time between rounds; by default, the director begins each round"), choices.lengths(PAUSE)
        ),
        "computer": _(
            f"Level of the computer player that fills in when someone has no opponent, {choices.LEVEL_BOUNDS}"
        ),
        "checkin": CommandOption(
            _("How long before the start check-in opens; 30 minutes by default, 0 for no check-in"),
            choices.lengths(GRACE),
        ),
        "lowest": _("The lowest rating that players can have"),
        "highest": _("The highest rating that players can have"),
        "ties": CommandOption(_("What decides a tie in a knockout; by default, a tie-break game"), actions.tie_rules),
        "absences": CommandOption(
            _("Players can agree to pause and can be away; by default, only moderators can pause"), choices=choices.YES
        ),
        "king_of_the_hill": _("How many final rounds pair first with second, third with fourth, and so on"),
    },
)
_ALLOW = slash(
    actions.allow,
    _("Choose who can set up tournaments besides the moderators"),
    Right.MODERATOR,
    options={
        "player": _("The person"),
        "switch": CommandOption(_("Whether this person can set up tournaments"), choices=choices.SWITCH),
    },
)
_START = slash(
    actions.start,
    _("Start the tournament and its first round"),
    Right.ANYONE,
    options={"wait": CommandOption(_("Look at the pairings of the first round before it begins"), choices=choices.YES)},
)
_PAIR = slash(
    actions.pair,
    _("Draw the pairings of the next round, or pair two players in it by hand"),
    Right.ANYONE,
    options={"first": _("A player"), "second": _("The opponent")},
)
_RESULT = slash(
    actions.result,
    _("Set or correct the result of a game"),
    Right.ANYONE,
    options={
        "number": _("The number of the round"),
        "first": _("A player"),
        "points": _("The points of this player"),
        "second": _("The opponent"),
        "against": _("The points of the opponent"),
    },
)
_ADD = slash(actions.add, _("Enter a player into the tournament"), Right.ANYONE, options={"player": _("The player")})
_DROP = slash(
    actions.drop,
    _("Take a player out of the tournament; a game under way is lost"),
    Right.ANYONE,
    options={"player": _("The player")},
)
_EXPORT = slash(
    actions.export,
    _("Get the tournament as a file"),
    Right.ANYONE,
    options={
        "format": CommandOption(
            _("The file format: tsh, csv or json"), choices=[Choice(name=one, value=one) for one in FORMATS]
        )
    },
)

_TOURNAMENT = group(
    "tournament",
    _("Tournaments in this channel"),
    _NEW,
    slash(actions.standings, _("See the standings of this channel's tournament"), Right.ANYONE),
    only_in_servers=True,
)
_DIRECTED = group(
    "tournament",
    _("Direct the tournament of this channel"),
    _ALLOW,
    _START,
    _PAIR,
    _RESULT,
    _ADD,
    _DROP,
    slash(actions.undo, _("Clear the pairings of a round that has not begun"), Right.ANYONE, name="undo-round"),
    _EXPORT,
    slash(actions.end, _("End the tournament; games under way go on"), Right.ANYONE),
)


@dataclass(frozen=True, slots=True)
class OfTournamentGame(Payload):
    """A board of a round of a tournament."""

    number: int
    round: int
    board: int


@dataclass(frozen=True, slots=True)
class OfEntrant(Payload):
    """An entrant of a tournament, whose place somebody else is to take."""

    number: int
    entrant: int


PAIRS: Final = Action("tour_pairs", OfTournament, Right.ANYONE)
PAIR_TWO: Final = Action("tour_pair_two", OfTournament, Right.ANYONE)
UNDO: Final = Action("tour_undo", OfTournament, Right.ANYONE)
ENTER: Final = Action("tour_enter", OfTournament, Right.ANYONE)
DROP: Final = Action("tour_drop", OfTournament, Right.ANYONE)
DROP_YES: Final = Action("tour_drop_yes", messages.OfEntry, Right.ANYONE)
SUBSTITUTE: Final = Action("tour_substitute", OfEntrant, Right.ANYONE)
REOPEN: Final = Action("tour_reopen", OfTournament, Right.ANYONE)
RESULTS_OF: Final = Action("tour_results_of", OfTournament, Right.ANYONE)
BOARD: Final = Action("tour_board", OfTournament, Right.ANYONE)
SET_RESULT: Final = Action("tour_set_result", OfTournamentGame, Right.ANYONE)
FILE: Final = Action("tour_file", OfTournament, Right.ANYONE)
ASK_END: Final = Action("tour_end_ask", OfTournament, Right.ANYONE)
END: Final = Action("tour_end", OfTournament, Right.ANYONE)

SCORES = "scores"
"""The name of the form's field."""
MOST_VACANCIES = 4
"""How many of those who have left can be replaced from one message."""


def panel_message(one: Tournament, texts: Texts) -> Message:
    """What a director can do with a tournament now; setting a result comes first."""
    number, is_drawn, goes_on = one.number, one.drawn > one.begun, one.state is not State.OVER
    is_between = one.state is State.PLAYING and is_settled(one) and one.begun < one.plan.rounds
    buttons, menus = [Button(FILE.id(number), texts.gettext("Export"))], list[Block]()
    if goes_on:
        start = Button(messages.START.id(number), texts.gettext("Start"), Tone.SUCCESS)
        undo = Button(UNDO.id(number), texts.gettext("Clear the next pairings"))
        buttons = [
            *((start,) if one.state is State.GATHERING else ()),
            *((messages.next_button(one, texts),) if is_between else ()),
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
    games = _games(one)
    if len(games) > MOST_OPTIONS:
        menus.insert(0, PersonMenu(RESULTS_OF.id(number), texts.gettext("Set a result: choose one of the players")))
    if games:
        menus.insert(0, _games_menu(one, games, texts))
    told = " ".join(filter(None, (text.state_text(one, texts), text.kept_text(one, texts))))
    return Message((Text(text.heading(one, texts)), Text(told), *rows(buttons), *menus), accent=BOARD_ACCENT)


def games_message(one: Tournament, boards: list[Pairing], texts: Texts) -> Message:
    """The games of a player, of which one is to be chosen."""
    return Message((Text(text.heading(one, texts)), _games_menu(one, boards, texts)), accent=BOARD_ACCENT)


def _games_menu(one: Tournament, boards: list[Pairing], texts: Texts) -> Menu:
    """The first of some games, each with the form for its result."""
    options = tuple(
        Option(shortened(text.board_title(one, board, texts), MOST_ABOUT), f"{board.round}-{board.board}")
        for board in boards[:MOST_OPTIONS]
    )
    return Menu(BOARD.id(one.number), texts.gettext("Set the result of a game"), options)


def result_form(texts: Texts) -> InputForm:
    """Asks for the points of both, whose names are its label."""
    return InputForm(
        texts.gettext("Set the result"),
        texts.gettext("The points of both, in this order"),
        "410 380",
        SCORES,
        texts.gettext("Leave it empty if the game has no result."),
    )


async def panel(request: Request, number: int) -> Message:
    """What the director can do. Raises `NoTournament`, and `NotDirector` for others."""
    return panel_message(await actions.directed(request, number), request.texts)


async def pairs(request: Request, number: int) -> Message:
    """Draw the pairings of the next round for the director to look at. Raises `NotPlaying` before the start."""
    return await actions.pair(request, of=number)


async def enter(request: Request, pressed: Press, number: int) -> Message:
    """Enter the person chosen. Raises as `actions.add`."""
    one = await actions.directed(request, number)
    return await actions.add(request, await _member(request, one, pressed.value), number)


async def drop(request: Request, pressed: Press, number: int) -> Message:
    """Take the person chosen out, after a question if they have an open game. Raises as `actions.drop`."""
    one = await actions.directed(request, number)
    entrant = _entrant(one, pressed.value)
    if any(board.is_open and entrant.number in board.players for board in one.round(one.begun)):
        question = receipts.dropping_question(one, entrant, request.texts)
        yes = DROP_YES.id(number, Long(int(entrant.person)))
        return ask(question, take_out_label(request.texts), yes, request.texts)
    return await actions.drop(request, _person(entrant), number)


async def pair_two(request: Request, pressed: Press, number: int) -> Message:
    """Pair two people in the next round. Raises as `actions.pair`."""
    one = await actions.directed(request, number)
    if len(pressed.values) != 2:
        raise UnknownAction
    first, second = (_person(_entrant(one, value)) for value in pressed.values)
    return await actions.pair(request, first, second, number)


async def results_of(request: Request, pressed: Press, number: int) -> Message:
    """The games of the person chosen. Raises `NotEntered`."""
    one = await actions.directed(request, number)
    player = _entrant(one, pressed.value).number
    played = [board for board in _games(one) if player in board.players]
    if not played:
        raise NotEntered
    return games_message(one, played, request.texts)


def _games(one: Tournament) -> list[Pairing]:
    """The games whose results can be set, those that are open first, then the newest.

    A void game of a knockout is none of them once another one is played instead.
    """
    games = [board for board in one.counted if board.second is not None or one.plan.plays_byes]
    if one.plan.format is Format.KNOCKOUT:
        found = bracket(one.entrants, one.counted)
        games = [board for board in games if board.ruling is not Ruling.VOID or not found.pair(found.slot(board))]
    return sorted(games, key=lambda board: (not board.is_open, -board.round, board.board))


def chosen_board(payload: OfTournament, pressed: Press) -> RequestedAction:
    """The form for the result of the game chosen."""
    at, _, place = pressed.value.partition("-")
    if not (at.isdecimal() and place.isdecimal()):
        raise UnknownAction
    return RequestedAction(SET_RESULT, OfTournamentGame(payload.number, int(at), int(place)))


async def substitute(request: Request, pressed: Press, number: int, entrant: int) -> Message:
    """Let the person chosen take the place of somebody. Raises as `actions.substitute`."""
    one = await actions.directed(request, number)
    return await actions.substitute(request, await _member(request, one, pressed.value), number, entrant)


async def drop_now(request: Request, number: int, person: int) -> Message:
    """Take somebody out. Raises as `actions.drop`."""
    one = await actions.directed(request, number)
    return await actions.drop(request, _person(_entrant(one, str(person))), number)


async def ask_end(request: Request, number: int) -> Message:
    """Ask whether to end the tournament."""
    one = await actions.directed(request, number)
    return ask(*text.ending(one, request.texts), END.id(number), request.texts)


async def file(request: Request, number: int) -> Message:
    """The tournament as a file."""
    return await actions.export(request, number=number)


async def _member(request: Request, one: Tournament, person: str) -> Person:
    """Somebody of the server. Raises `NotEntered` for somebody who has left it."""
    if not person.isdecimal():
        raise UnknownAction
    member = await request.services.posting.mailbox().member(one.server, int(person))
    if member is None:
        raise NotEntered
    return person_of(member)


def _entrant(one: Tournament, person: str) -> Entrant:
    found = one.of(person)
    if found is None:
        raise NotEntered
    return found


def _person(entrant: Entrant) -> Person:
    return Person(entrant.person, entrant.name)


_MANAGED = (
    answers(messages.MANAGE, panel),
    answers(PAIRS, pairs),
    with_press(PAIR_TWO, pair_two, in_place=False),
    answers(UNDO, actions.undo),
    with_press(ENTER, enter, in_place=False),
    with_press(DROP, drop, in_place=False),
    edits(DROP_YES, drop_now),
    with_press(SUBSTITUTE, substitute, in_place=False),
    answers(REOPEN, actions.reopen),
    with_press(RESULTS_OF, results_of, in_place=False),
    leads_to_form(BOARD, chosen_board),
    opens(SET_RESULT, result_form, actions.set_typed, labelled=actions.result_label),
    answers(FILE, file),
    answers(ASK_END, ask_end),
    edits(END, actions.end),
)

FRONT = Front(
    commands=(_TOURNAMENT, UNDER_MANAGE(_DIRECTED)),
    buttons=(
        answers(messages.JOIN, actions.join),
        answers(messages.CHECK_IN, actions.check_in),
        answers(messages.LEAVE, actions.leave),
        edits(messages.LEAVE_YES, actions.leave_now),
        answers(messages.RULES, actions.rules),
        answers(messages.LEGEND, actions.legend),
        answers(messages.START, actions.start_pressed),
        answers(messages.NEXT, actions.begin),
        answers(messages.BRACKET, actions.show_bracket),
        edits(messages.PART, actions.show_part),
        edits(messages.RESULT, actions.settle),
        with_press(messages.LET_IN, actions.let_in, in_place=False),
        with_press(messages.TIE, actions.break_tie, in_place=False),
        *_MANAGED,
    ),
    plays_here=(actions.setup_here,),
    joinables=(actions.joinables,),
)
