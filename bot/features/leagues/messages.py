"""The messages of leagues, and the threads of their games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.competitions import directing
from bot.competitions.directing import OfCompetition, OfPerson
from bot.competitions.results import BYE, PairedResult
from bot.competitions.text import LEGEND_LABEL, cancel_question, ruling_label
from bot.competitions.venue import CompetitionVenue
from bot.features.leagues import receipts, text
from bot.features.leagues.standings import LeagueStanding, champions, divisions_for, standings, vanished
from bot.features.leagues.text import game_title
from bot.features.leagues.values import Fixture, FixtureSide, League, Season, StandingsMessage, sides_of
from bot.front.board.buttons import rows
from bot.front.board.scenes import BOARD_ACCENT, END_ACCENT
from bot.front.components.buttons import Action, RequestedAction
from bot.front.components.message import (
    MOST_ALT,
    MOST_OPTIONS,
    Block,
    Button,
    Image,
    Menu,
    Message,
    PersonMenu,
    Text,
    Tone,
    ask,
    say,
)
from bot.front.components.message import Row as Buttons
from bot.front.components.payloads import Long
from bot.front.interaction.pressing import Press
from bot.front.lobby.messages import gathering
from bot.render import CupLine, CupScene, EndScene, Portrait, SeatFace, StandingLine
from bot.service.rights import Right
from bot.text import Texts
from bot.text.names import shortened
from engine.game.phases import Over
from engine.game.state import Person


@dataclass(frozen=True, slots=True)
class OfGameOfSeason(OfCompetition):
    """A game of a season."""

    season: int
    fixture: int


@dataclass(frozen=True, slots=True)
class OfDivision(OfCompetition):
    """A division of a league's newest season."""

    division: int


@dataclass(frozen=True, slots=True)
class OfFixture(OfGameOfSeason):
    """A game of a season that both have lost, or that counts for neither once the director is `sure`."""

    lost: bool
    sure: bool = False


@dataclass(frozen=True, slots=True)
class OfPlacement(OfPerson):
    """Somebody in a league, and a division for them."""

    division: int


DRAWN_PLACES = 24
"""Places that the cup of a season shows."""

JOIN: Final = Action("league_join", OfCompetition, Right.ANYONE)
LEAVE: Final = Action("league_leave", OfCompetition, Right.ANYONE)
MANAGE: Final = Action("league_manage", OfCompetition, Right.ANYONE)
START: Final = Action("league_start", OfCompetition, Right.ANYONE)
RESULT_OF: Final = Action("league_result_of", OfCompetition, Right.ANYONE)
SET_RESULT: Final = Action("league_set_result", OfGameOfSeason, Right.ANYONE)
ADD: Final = Action("league_add", OfCompetition, Right.ANYONE)
REMOVE: Final = Action("league_remove", OfCompetition, Right.ANYONE)
REMOVE_YES: Final = Action("league_remove_yes", OfPerson, Right.ANYONE)
MOVE: Final = Action("league_move", OfCompetition, Right.ANYONE)
MOVE_TO: Final = Action("league_move_to", OfPlacement, Right.ANYONE)
FIXTURE: Final = Action("league_fixture", OfCompetition, Right.ANYONE)
FILE: Final = Action("league_file", OfCompetition, Right.ANYONE)
ASK_END_SEASON: Final = Action("league_season_ask", OfCompetition, Right.ANYONE)
END_SEASON: Final = Action("league_season_end", OfCompetition, Right.ANYONE)
ASK_END: Final = Action("league_end_ask", OfCompetition, Right.ANYONE)
END: Final = Action("league_end", OfCompetition, Right.ANYONE)
RULES: Final = Action("league_rules", OfCompetition, Right.ANYONE)
LEGEND: Final = Action("league_legend", OfDivision, Right.ANYONE)
RULING: Final = Action("league_ruling", OfFixture, Right.ANYONE)


def list_message(one: League, texts: Texts) -> Message:
    """The league with its members."""
    seats = [SeatFace(Portrait(member.name, member.person), member.name) for member in one.joined]
    blocks: list[Block] = [
        Text(text.heading(one, texts)),
        Text(text.brief_text(one, texts)),
        Text(text.members_text(one, texts)),
        *(() if one.over else gathering(seats, texts)),
        Text(text.state_text(one, texts)),
    ]
    if not one.over:
        leave = Button(LEAVE.id(one.number), texts.gettext("Leave"))
        rules = Button(RULES.id(one.number), texts.gettext("Rules"))
        manage = Button(MANAGE.id(one.number), texts.gettext("Manage"))
        blocks.append(Buttons((_join_button(one, texts), leave, rules, manage)))
    return Message(tuple(blocks), accent=BOARD_ACCENT)


def rules_message(one: League, texts: Texts) -> Message:
    """What a league is, and its games, in full, for one person."""
    return Message((Text(text.heading(one, texts)), Text(text.about_text(one, texts))), accent=BOARD_ACCENT)


def _join_button(one: League, texts: Texts) -> Button:
    return Button(JOIN.id(one.number), texts.gettext("Join"), Tone.PRIMARY)


def nil_message(one: League, fixture: Fixture, texts: Texts) -> Message:
    """Refuses 0:0 to a director, and offers what may be meant."""
    title = text.fixture_title(one, fixture)
    return directing.nil_message(text.heading(one, texts), title, _rulings(one, fixture, texts), texts)


def ruling_question(one: League, fixture: Fixture, texts: Texts, *, lost: bool) -> Message:
    """Asks a director whether both are to lose a game, or whether it is void."""
    asked = cancel_question((one.name_of(fixture.first), one.name_of(fixture.second)), texts, lost=lost)
    yes = ruling_label(texts, lost=lost)
    return ask(asked, yes, RULING.id(*_place(one, fixture), lost, True), texts)


def _rulings(one: League, fixture: Fixture, texts: Texts) -> tuple[Button, Button]:
    both_lose, void = (RULING.id(*_place(one, fixture), lost) for lost in (True, False))
    return directing.ruling_buttons(both_lose, void, texts)


def _place(one: League, fixture: Fixture) -> tuple[int, int, int]:
    return one.number, one.season.number if one.season else 0, fixture.number


def panel_message(one: League, texts: Texts) -> Message:
    """What a director can do with a league now."""
    number = one.number
    start = Button(START.id(number), texts.gettext("Begin the next season now"), Tone.PRIMARY)
    end = Button(ASK_END.id(number), texts.gettext("End the league"), Tone.DANGER)
    menus: list[Block] = []
    if one.playing and one.fixtures:
        menus.append(_games_menu(one, texts))
    if one.playing and len(one.fixtures) > MOST_OPTIONS:
        menus.append(PersonMenu(RESULT_OF.id(number), texts.gettext("Set a result: choose both players"), 2))
    menus += [] if one.over else [PersonMenu(ADD.id(number), texts.gettext("Enter a player"))]
    if one.playing or not one.over:
        menus.append(PersonMenu(REMOVE.id(number), texts.gettext("Take a player out")))
    if not (one.playing or one.over) and divisions_for(len(one.joined), one.terms) > 1:
        menus.append(PersonMenu(MOVE.id(number), texts.gettext("Move a player to another division")))
    told = (Text(text.heading(one, texts)), Text(text.state_text(one, texts)))
    end_season = Button(ASK_END_SEASON.id(number), texts.gettext("End the season"))
    file = Button(FILE.id(number), texts.gettext("Export"))
    buttons = [end_season] if one.playing else [] if one.over else [start]
    buttons += [file] if one.season else []
    buttons += [] if one.over else [end]
    return Message((*told, *rows(buttons), *menus), accent=BOARD_ACCENT)


def moving_message(one: League, person: str, divisions: Sequence[Sequence[str]], texts: Texts) -> Message:
    """Asks which division somebody is to play in next season."""
    buttons = [
        Button(MOVE_TO.id(one.number, Long(int(person)), number), receipts.division_label(number, texts))
        for number, people in enumerate(divisions, 1)
        if person not in people
    ]
    return Message((Text(receipts.moving_text(one, person, divisions, texts)), *rows(buttons)), accent=BOARD_ACCENT)


def _games_menu(one: League, texts: Texts) -> Menu:
    """Games of the season, those that are open first, each with the form for its result."""
    games = sorted(one.fixtures, key=lambda game: not game.is_open)
    season = one.season.number if one.season else 0
    titled = ((text.fixture_title(one, game), (season, game.number)) for game in games)
    return directing.games_menu(FIXTURE.id(one.number), titled, texts)


def chosen_fixture(payload: OfCompetition, pressed: Press) -> RequestedAction:
    """The form for the result of the game chosen."""
    return RequestedAction(SET_RESULT, OfGameOfSeason(payload.number, *directing.chosen_game(pressed.value)))


def fixture_message(one: League, fixture: Fixture, texts: Texts) -> Message:
    """A game whose result is to be set."""
    button = Button(SET_RESULT.id(*_place(one, fixture)), texts.gettext("Set the result"), Tone.PRIMARY)
    title = Text(f"### {text.fixture_title(one, fixture)}")
    return Message((title, Buttons((button, *_rulings(one, fixture, texts)))), accent=BOARD_ACCENT)


def called_message(one: League, fixture: Fixture, texts: Texts) -> Message:
    """Call the players of a game to its thread."""
    return Message((Text(text.called_text(one, fixture, texts)),), mentions=(fixture.first, fixture.second))


def reminder_message(one: League, texts: Texts) -> Message:
    """Reminds of games that are not over."""
    return Message((Text(text.heading(one, texts)), Text(text.reminder_text(one, texts))), accent=BOARD_ACCENT)


def standings_message(one: League, division: int, texts: Texts) -> Message:
    """The standings of a division as a picture, with the words for those who want these."""
    spots, fixtures = one.division(division)
    rows = standings(spots, fixtures, settled=not one.playing)
    told, legend = text.progress_text(fixtures, texts), Button(LEGEND.id(one.number, division), LEGEND_LABEL)
    return Message((_picture(one, division, rows, texts), Text(told), Buttons((legend,))), accent=BOARD_ACCENT)


def legend_message(one: League, division: int, texts: Texts) -> Message:
    """What the numbers of a division's standings mean, and who moves."""
    return say(text.legend_text(one, division, len(one.division(division)[0]), texts))


def _picture(one: League, division: int, rows: Sequence[LeagueStanding], texts: Texts) -> Image:
    title, outcome = text.name_text(one, texts), text.division_title(one, division, texts)
    places = tuple(
        StandingLine(
            f"{row.place}",
            one.name_of(row.person),
            text.points_text(row, texts),
            text.note_text(row, texts),
            is_winner=not one.playing and row.place == 1 and row.games > 0,
            seat=seat,
            portrait=_portrait(one, row.person),
        )
        for seat, row in enumerate(rows)
    )
    alt = texts.series([title, outcome, *(f"{row.place} {row.name} {row.score}" for row in places)])
    words = f"{text.heading(one, texts)}\n**{outcome}**\n{text.standings_words(one, rows, texts)}"
    return Image(EndScene(title, outcome, places), "standings.png", shortened(alt, MOST_ALT), words=words)


def results_message(one: League, texts: Texts) -> Message:
    """How a season came out, with the cup of the first division, who is not in the next one, and when it begins."""
    divisions = {number: standings(*one.division(number), settled=True) for number in one.divisions}
    parts = [text.results_text(one, number, rows, texts) for number, rows in divisions.items()]
    won = [row.person for rows in divisions.values() for row in champions(rows)]
    blocks: list[Block] = [cup_image(one, divisions[1], texts) if 1 in divisions else Text(text.heading(one, texts))]
    blocks.append(Text("\n\n".join(parts)))
    blocks += [Text(text.vanished_text(gone, texts))] if (gone := _taken_out(one)) and not one.over else []
    blocks.append(Text(text.state_text(one, texts)))
    leave = Button(LEAVE.id(one.number), texts.gettext("Leave"))
    blocks += [] if one.over else [Buttons((_join_button(one, texts), leave))]
    return Message(tuple(blocks), tuple(won), END_ACCENT)


def over_message(one: League, won: Sequence[tuple[Season, tuple[str, ...]]], texts: Texts) -> Message:
    """That a league is over, and who won its seasons."""
    told = (Text(text.heading(one, texts)), Text(text.state_text(one, texts)), Text(text.seasons_text(one, won, texts)))
    return Message(told if won else told[:2], accent=END_ACCENT)


def _taken_out(one: League) -> list[str]:
    """The names of those who are not in the next season, since they have not made a move."""
    stay = {member.person for member in one.joined}
    people = [spot.person for spot in one.spots if spot.person not in stay]
    return [one.name_of(person) for person in people if vanished(person, one.fixtures)]


def cup_image(one: League, rows: Sequence[LeagueStanding], texts: Texts) -> Image:
    """Who has won the first division of a season, and its table."""
    first = champions(rows)
    lines = tuple(
        CupLine(
            f"{row.place}",
            _portrait(one, row.person),
            texts.number(row.points),
            text.record_text(row, texts),
            is_winner=row in first,
        )
        for row in rows[:DRAWN_PLACES]
    )
    won = tuple(_portrait(one, row.person) for row in first)
    name = text.name_text(one, texts)
    alt = texts.series([name, *(line.words for line in lines)])
    words = f"{text.heading(one, texts)}\n{text.standings_words(one, rows, texts)}"
    scene = CupScene(name, text.cup_about(one, texts), won, None, lines)
    return Image(scene, "cup.png", shortened(alt, MOST_ALT), words=words)


def _portrait(one: League, person: str) -> Portrait:
    return Portrait(one.name_of(person), person)


def seasons_message(one: League, won: Sequence[tuple[Season, tuple[str, ...]]], texts: Texts) -> Message:
    """The seasons that are over."""
    return Message((Text(text.heading(one, texts)), Text(text.seasons_text(one, won, texts))), accent=BOARD_ACCENT)


class DiscordLeagueVenue(CompetitionVenue[League, Fixture]):
    """Where leagues take place."""

    kind = "league"

    async def _open(self, one: League, place: Fixture, request: str, texts: Texts) -> str:  # noqa: ARG002
        first, second = _person(one, place.first), _person(one, place.second)
        setup = replace(one.setup, name=game_title(one, place))
        return await self._open_game(one, setup, request, first, second, free=True)

    def _thread(self, one: League, place: Fixture, texts: Texts) -> str:  # noqa: ARG002
        return game_title(one, place)

    def _call(self, one: League, place: Fixture, texts: Texts) -> Message:
        return called_message(one, place, texts)

    def _request(self, one: League, place: Fixture) -> str:
        return self._key(one, f"{_season(one)}/{place.number}")

    def _correction(self, one: League, place: Fixture, texts: Texts) -> tuple[str | None, int | None, str, bool]:
        # Once the players have been told, nothing tells such a result from that of a game, so its end could not.
        return place.game, place.correction, text.directed_text(one, place, texts), False

    async def sides(self, league: League, fixture: Fixture, *, at_end: bool) -> tuple[FixtureSide, FixtureSide] | None:
        """What both did in a game that is over, or that the season's end ends."""
        assert fixture.game is not None
        state = await self._games.load(fixture.game)
        if not isinstance(state.phase, Over):
            await self._end(fixture.game, f"{self._request(league, fixture)}/end")
            state = await self._games.load(fixture.game)
        found = sides_of(state, await self._games.events(fixture.game), at_end=at_end)
        if at_end and found:
            await self._tell_end(league, replace(fixture, sides=found), found)
        return found

    async def _tell_end(self, one: League, fixture: Fixture, sides: tuple[FixtureSide, FixtureSide]) -> None:
        """Say in its thread how a game counts that is not played on, unless that is for nobody."""
        first, second = sides
        if fixture.game is None or not fixture.is_played:
            return
        points = (first.points, second.points)
        if first.absent or second.absent:
            points = (0, BYE) if first.absent else (BYE, 0)
        names = (one.name_of(fixture.first), one.name_of(fixture.second))
        told = text.counted_text(names, PairedResult(points), await self._texts(one))
        await self._tell_players(one, fixture.game, told, f"{self._request(one, fixture)}/end/told")

    # --- messages -----------------------------------------------------------------------------------------------------

    async def show(self, league: League) -> int:
        """Show a league with its members."""
        return await self._keep(league, league.message, list_message(league, await self._texts(league)), "list")

    async def show_standings(self, league: League, sheet: StandingsMessage) -> int:
        """Show the standings of a division."""
        message = standings_message(league, sheet.division, await self._texts(league))
        return await self._keep(league, sheet.message, message, f"{_season(league)}/standings/{sheet.division}")

    async def remind(self, league: League) -> None:
        """Post a reminder, if any game is not over."""
        if any(fixture.sides is None for fixture in league.fixtures):
            message = reminder_message(league, await self._texts(league))
            await self._post(league, message, f"{_season(league)}/reminder")

    async def tell(self, league: League) -> None:
        """Post how a season came out."""
        message = results_message(league, await self._texts(league))
        await self._post(league, message, f"{_season(league)}/results")

    async def tell_over(self, league: League, won: Sequence[tuple[Season, tuple[str, ...]]]) -> None:
        """Say that a league is over between two seasons, also where its last season was told."""
        texts = await self._texts(league)
        if league.season is not None:
            key = self._key(league, f"{_season(league)}/results")
            told = await self._poster.find(league.channel, key)
            if told is not None:
                await self._poster.change(league.channel, told, results_message(league, texts))
        await self._post(league, over_message(league, won, texts), "over")


def _season(league: League) -> int:
    assert league.season is not None
    return league.season.number


def _person(league: League, person: str) -> Person:
    member = next(one for one in league.members if one.person == person)
    return Person(member.person, member.name, by_ear=member.by_ear)
