"""The messages of tournaments, and the threads of their games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from bot.competitions.opening import CompetitionVenue, GameOpener
from bot.competitions.progress import PairedResult, result_of
from bot.competitions.text import LEGEND_LABEL, nil_text, ruling_label
from bot.features.tournaments import receipts, text
from bot.features.tournaments.bracket import Passing, contenders, has_room, is_tie_break, is_undecided
from bot.features.tournaments.pairing import winners
from bot.features.tournaments.pictures import bracket_image, cup_image, parts, portrait, standings_image
from bot.features.tournaments.rounds import absent, late_at, ratings_of, short
from bot.features.tournaments.text import InLanguage, directed_text, game_title, settled_game_text
from bot.features.tournaments.values import Entrant, Format, Of, Pairing, State, Tournament
from bot.front.board.scenes import BOARD_ACCENT, END_ACCENT
from bot.front.components.buttons import Action
from bot.front.components.message import MOST_IN_ROW, Block, Button, Message, Row, Text, Tone, ask
from bot.front.components.payloads import Long, Nothing, Payload, Signed
from bot.front.lobby.messages import gathering
from bot.front.posting.poster import Poster
from bot.model.games import Cause, Place
from bot.render import SeatFace
from bot.service.games import Games
from bot.service.ports import Clock, PermanentRefusal
from bot.service.ratings import Ratings
from bot.service.rights import Right
from bot.text import Texts
from bot.text.names import shortened
from engine.errors import EngineError
from engine.game.commands import Resign, Start
from engine.game.state import Person

MOST_CALLED = 100
"""People whom one message can mention."""


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
class OfBracket(Payload):
    """The bracket of a tournament as it is after the games of a round."""

    number: int
    round: int


@dataclass(frozen=True, slots=True)
class OfBracketPart(OfBracket):
    """A part of it, counted from 0."""

    part: int


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
    """A result of a board for a director to confirm, and how; a ruling counts once the director is `sure`."""

    number: int
    round: int
    board: int
    first: Signed
    second: Signed
    how: How
    sure: bool = False


JOIN: Final = Action("tour_join", OfTournament, Right.ANYONE)
CHECK_IN: Final = Action("tour_check_in", OfTournament, Right.ANYONE)
LEAVE: Final = Action("tour_leave", OfTournament, Right.ANYONE)
LEAVE_YES: Final = Action("tour_leave_yes", OfTournament, Right.ANYONE)
RULES: Final = Action("tour_rules", OfTournament, Right.ANYONE)
LEGEND: Final = Action("tour_legend", Nothing, Right.ANYONE)
START: Final = Action("tour_start", OfTournament, Right.ANYONE)
MANAGE: Final = Action("tour_manage", OfTournament, Right.ANYONE)
NEXT: Final = Action("tour_next", OfTournamentRound, Right.ANYONE)
BRACKET: Final = Action("tour_bracket", OfBracket, Right.ANYONE)
PART: Final = Action("tour_part", OfBracketPart, Right.ANYONE)
LET_IN: Final = Action("tour_let_in", OfEntry, Right.ANYONE)
TIE: Final = Action("tour_tie", OfTie, Right.ANYONE)
RESULT: Final = Action("tour_result", OfResult, Right.ANYONE)


def list_message(one: Tournament, texts: Texts) -> Message:
    """The tournament with its players."""
    blocks: list[Block] = [
        Text(text.heading(one, texts)),
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
    return Message((Text(text.heading(one, texts)), Text(text.about_text(one, texts))), accent=BOARD_ACCENT)


def _check_in_button(one: Tournament, texts: Texts) -> Button:
    return Button(CHECK_IN.id(one.number), texts.gettext("Check in"), Tone.PRIMARY)


def check_in_message(one: Tournament, texts: Texts) -> Message:
    """Call the players, who check in before the start."""
    people = tuple(entrant.person for entrant in one.active)[:MOST_CALLED]
    words = (Text(text.heading(one, texts)), Text(text.check_in_text(one, people, texts)))
    return Message((*words, Row((_check_in_button(one, texts),))), people, BOARD_ACCENT)


def postponed_message(one: Tournament, texts: Texts) -> Message:
    """That it does not start by itself."""
    people = (one.director or one.maker,)
    told = (Text(text.heading(one, texts)), Text(text.postponed_text(people, texts)))
    return Message((*told, Row((_manage_button(one, texts),))), people, BOARD_ACCENT)


def pairs_message(one: Tournament, number: int, texts: Texts, places: Mapping[int, int] | None = None) -> Message:
    """The pairs of a round; `places` are the threads of its boards that are open. The newest ones can be managed.

    A knockout has its bracket above them, or a button that shows it in parts where a phone could not show the whole.
    """
    blocks: list[Block] = [Text(text.heading(one, texts)), Text(text.pairs_text(one, number, texts, places or {}))]
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
    told = (Text(text.pairs_text(one, one.drawn, texts, {})), Text(receipts.drawn_text(one, texts)))
    return Message((*told, Row((next_button(one, texts), _manage_button(one, texts)))))


def next_button(one: Tournament, texts: Texts) -> Button:
    """Begins the next round, which may be the first one."""
    return Button(
        NEXT.id(one.number, one.begun),
        texts.gettext("Next round") if one.begun else texts.gettext("Begin the first round"),
        Tone.PRIMARY,
    )


def entry_message(one: Tournament, person: Person, texts: Texts) -> Message:
    """Asks the director whether somebody may still play."""
    let_in = Button(LET_IN.id(one.number, Long(int(person.id))), texts.gettext("Let in"), Tone.PRIMARY)
    told = Text(text.entry_text(one, person.name, texts))
    return Message((Text(text.heading(one, texts)), told, Row((let_in,))), (one.director or one.maker,), BOARD_ACCENT)


def answered_message(one: Tournament, words: InLanguage, texts: Texts) -> Message:
    """How a question to the director was answered, for all who have read it."""
    return Message((Text(text.heading(one, texts)), Text(words(texts))), accent=BOARD_ACCENT)


def entered_message(one: Tournament, person: Person, texts: Texts) -> Message:
    """Tells somebody that they play from the next round."""
    told = Text(text.let_in_text(person.id, texts))
    return Message((Text(text.heading(one, texts)), told), (person.id,), BOARD_ACCENT)


def directors_message(one: Tournament, told: str, texts: Texts) -> Message:
    """Tells the director something that may need what is behind **Manage**."""
    director = one.director or one.maker
    words = (Text(text.heading(one, texts)), Text(f"<@{director}> {told}"))
    return Message((*words, Row((_manage_button(one, texts),))), (director,), BOARD_ACCENT)


def waiting_message(one: Tournament, boards: Sequence[Pairing], texts: Texts) -> Message:
    """Tells the director for which games a round waits."""
    return directors_message(one, text.waiting_text(one, boards, texts), texts)


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
    title = Text(f"**{text.board_title(one, board, texts)}**")
    return Message((Text(text.heading(one, texts)), title, Text(nil_text(texts)), Row((lose, void))))


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
        return Message((Text(text.cup_text(one, texts)), cup_image(one, texts)), won[: text.MOST_SHARING], END_ACCENT)
    blocks: list[Block] = [standings_image(one, texts)]
    passed: tuple[str, ...] = ()
    if one.plan.format is Format.KNOCKOUT:
        passed = tuple(one.entrant(number).person for number in contenders(one))
        blocks = [Text(text.heading(one, texts)), Text(text.passed_text(one, texts))]
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
    return Message((Text(text.heading(one, texts)), image, *rows), accent=BOARD_ACCENT)


class DiscordTournamentVenue(CompetitionVenue[Tournament, Pairing]):
    """Implements `Venue` of `rounds`."""

    kind = "tournament"

    def __init__(self, games: Games, arranger: GameOpener, poster: Poster, clock: Clock, ratings: Ratings) -> None:
        super().__init__(games, arranger, poster, clock)
        self._ratings = ratings

    # --- games --------------------------------------------------------------------------------------------------------

    async def _open(self, one: Tournament, place: Pairing, request: str, texts: Texts) -> str:
        first, *others = (_person(one.entrant(number)) for number in place.players)
        opponent = others[0] if others else None
        levels = () if others or one.plan.level is None else (one.plan.level,)
        where, thread = Place(one.server, one.channel), self._thread(one, place, texts)
        rules = short(one.setup.rules) if is_tie_break(one, place) else one.setup.rules
        setup = replace(one.setup, name=game_title(one, place, texts), rules=rules)
        game = await self._arranger.open(where, thread, setup, request, first, opponent, levels)
        if opponent is None:
            now = self._clock.now()
            await self._games.submit(game, Start(first.id), Cause(f"{request}/start", now, now))
        return game

    def _thread(self, one: Tournament, place: Pairing, texts: Texts) -> str:
        return game_title(one, place, texts)

    def _call(self, one: Tournament, place: Pairing, texts: Texts) -> Message:
        return called_message(one, place, texts)

    def _request(self, one: Tournament, place: Pairing) -> str:
        return self._key(one, f"{place.round}/{place.board}")

    def _correction(self, one: Tournament, place: Pairing, texts: Texts) -> tuple[str | None, int | None, str, bool]:
        end_says = bool(directed_text(one, place, texts))
        return place.game, place.correction, settled_game_text(one, place, texts), end_says

    async def result(self, tournament: Tournament, board: Pairing) -> PairedResult | None:
        """How a board's game has ended; who does not come loses it on time."""
        assert board.game is not None
        state, now = await self._games.load(board.game), self._clock.now()
        if absent(state, now, tournament.plan.grace) is not None:
            await self._games.reached(board.game)  # nobody is late while the bot cannot be reached
            state, now = await self._games.load(board.game), self._clock.now()
        late = absent(state, now, tournament.plan.grace)
        player = None if late is None else state.seats[late].player
        if isinstance(player, Person):
            cause = Cause(self._request(tournament, board) + "/forfeit", now, now)
            lost = Resign(player.id, turn=state.turn, by_time=True)
            try:
                state = (await self._games.submit(board.game, lost, cause)).state
            except EngineError:  # a move came first
                return None
        return result_of(state)

    async def late_at(self, tournament: Tournament, board: Pairing) -> int | None:
        """When a board's game will be decided for want of a first move, unless that comes."""
        assert board.game is not None
        return late_at(await self._games.load(board.game), tournament.plan.grace)

    async def forfeit(self, tournament: Tournament, board: Pairing, number: int) -> PairedResult | None:
        """Have a player give up a board's game; one that cannot be given up now, such as a paused one, is ended."""
        assert board.game is not None
        now, request = self._clock.now(), self._request(tournament, board) + "/gone"
        state = await self._games.load(board.game)
        with suppress(EngineError):  # it is over, or stands still
            cause = Cause(request, now, now)
            state = (await self._games.submit(board.game, Resign(tournament.entrant(number).person), cause)).state
        if result_of(state) is None:
            await self._end(board.game, f"{request}/end")
        others = [tournament.entrant(other).person for other in board.players if other != number]
        told = text.walkover_text(tournament.entrant(number).name, await self._texts(tournament))
        await self._tell_players(tournament, board.game, told, f"{request}/told", others)
        return result_of(state)

    async def ratings(self, tournament: Tournament) -> Mapping[str, int]:
        """The ratings of the players by their ids."""
        return await ratings_of(tournament, self._ratings)

    # --- messages -----------------------------------------------------------------------------------------------------

    async def call(self, tournament: Tournament) -> int:
        """Ask the players to check in."""
        message = check_in_message(tournament, await self._texts(tournament))
        return await self._post(tournament, message, "call")

    async def strip(self, tournament: Tournament, message: int) -> None:
        """Take the buttons off a message, if it is still there."""
        with suppress(PermanentRefusal):
            await self._poster.strip(tournament.channel, message)

    async def ask_entry(self, tournament: Tournament, person: Person) -> None:
        """Ask the director whether somebody may still play."""
        message = entry_message(tournament, person, await self._texts(tournament))
        await self._post(tournament, message, f"entry/{tournament.begun}/{person.id}")

    async def tell_left(self, tournament: Tournament, entrant: Entrant) -> None:
        """Tell the director who has left the tournament."""
        texts = await self._texts(tournament)
        message = directors_message(tournament, text.gone_away_text(entrant.name, texts), texts)
        await self._post(tournament, message, f"left/{tournament.version}/{entrant.person}")

    async def tell_entered(self, tournament: Tournament, person: Person, asked: int | None) -> None:
        """Tell somebody that they play from the next round, in place of the question, the message `asked`."""
        key = self._key(tournament, f"entry/{tournament.begun}/{person.id}")
        question = asked or await self._poster.find(tournament.channel, key)
        if question is not None:
            await self._poster.remove(tournament.channel, question)
        message = entered_message(tournament, person, await self._texts(tournament))
        await self._post(tournament, message, f"entered/{tournament.version}/{person.id}")

    async def tell_stalled(self, tournament: Tournament) -> int:
        """Tell the director that a knockout cannot go on as it is."""
        texts = await self._texts(tournament)
        message = directors_message(tournament, text.stalled_text(tournament, texts), texts)
        return await self._post(tournament, message, f"stalled/{tournament.begun}")

    async def tell_answer(self, tournament: Tournament, message: int, words: InLanguage) -> None:
        """Say in place of a question to the director how it was answered."""
        told = answered_message(tournament, words, await self._texts(tournament))
        await self._poster.change(tournament.channel, message, told)

    async def tell_waiting(self, tournament: Tournament, boards: Sequence[Pairing]) -> int:
        """Tell the director for which games a round waits."""
        message = waiting_message(tournament, boards, await self._texts(tournament))
        return await self._post(tournament, message, f"waiting/{tournament.begun}")

    async def ask_tie(self, tournament: Tournament, board: Pairing) -> None:
        """Ask the director who plays on after a tie."""
        message = tie_message(tournament, board, await self._texts(tournament))
        await self._post(tournament, message, f"tie/{board.round}/{board.board}")

    async def tell_postponed(self, tournament: Tournament) -> None:
        """Say that too few players have come."""
        message = postponed_message(tournament, await self._texts(tournament))
        await self._post(tournament, message, f"postponed/{tournament.plan.starts}")

    async def show(self, tournament: Tournament) -> int:
        """Show a tournament with its players."""
        message = list_message(tournament, await self._texts(tournament))
        return await self._keep(tournament, tournament.message, message, "list")

    async def show_pairs(self, tournament: Tournament, number: int) -> int:
        """Show the pairs of a round as they are now."""
        places = {
            board.board: (await self._games.summary(board.game)).place.channel_id
            for board in tournament.round(number)
            if board.game
        }
        message = pairs_message(tournament, number, await self._texts(tournament), places)
        return await self._show_sheet(tournament, Of.PAIRS, number, message)

    async def show_standings(self, tournament: Tournament, number: int) -> int:
        """Show the standings after a round; what follows is told only while no further one has begun."""
        goes_on, texts = number == tournament.begun, await self._texts(tournament)
        message = standings_message(tournament.after(number), texts, goes_on=goes_on)
        return await self._show_sheet(tournament, Of.STANDINGS, number, message)

    async def _show_sheet(self, one: Tournament, of: Of, number: int, message: Message) -> int:
        known = one.sheet(of, number)
        return await self._keep(one, known.message if known else None, message, f"{of.value}/{number}")


def _person(entrant: Entrant) -> Person:
    return Person(entrant.person, entrant.name, by_ear=entrant.by_ear)
