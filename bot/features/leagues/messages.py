"""The messages of leagues, and the threads of their games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.competitions.opening import CompetitionVenue
from bot.competitions.progress import BYE, PairedResult
from bot.competitions.text import LEGEND_LABEL, nil_text
from bot.features.leagues import text
from bot.features.leagues.seasons import sides_of
from bot.features.leagues.standings import LeagueStanding, champions, standings, vanished
from bot.features.leagues.text import game_title
from bot.features.leagues.values import Fixture, FixtureSide, League, Season, StandingsMessage
from bot.front.board.buttons import rows
from bot.front.board.scenes import BOARD_ACCENT, END_ACCENT
from bot.front.components.buttons import Action
from bot.front.components.message import MOST_ALT, Block, Button, Image, Message, PersonMenu, Text, Tone, say
from bot.front.components.message import Row as Buttons
from bot.front.components.payloads import Payload
from bot.front.interaction.pressing import InputForm
from bot.front.lobby.messages import gathering
from bot.model.games import Place
from bot.render import CupLine, CupScene, EndScene, Portrait, SeatFace, StandingLine
from bot.service.rights import Right
from bot.text import Texts
from bot.text.names import shortened
from engine.game.phases import Over
from engine.game.state import Person


@dataclass(frozen=True, slots=True)
class OfLeague(Payload):
    """A league, by its number."""

    number: int


@dataclass(frozen=True, slots=True)
class OfGameOfSeason(Payload):
    """A game of a season."""

    number: int
    season: int
    fixture: int


@dataclass(frozen=True, slots=True)
class OfDivision(Payload):
    """A division of a league's newest season."""

    number: int
    division: int


@dataclass(frozen=True, slots=True)
class OfFixture(Payload):
    """A game of a season that both have lost, or that counts for neither."""

    number: int
    season: int
    fixture: int
    lost: bool


DRAWN_PLACES = 24
"""Places that the cup of a season shows."""

JOIN: Final = Action("league_join", OfLeague, Right.ANYONE)
LEAVE: Final = Action("league_leave", OfLeague, Right.ANYONE)
MANAGE: Final = Action("league_manage", OfLeague, Right.ANYONE)
START: Final = Action("league_start", OfLeague, Right.ANYONE)
RESULT_OF: Final = Action("league_result_of", OfLeague, Right.ANYONE)
SET_RESULT: Final = Action("league_set_result", OfGameOfSeason, Right.ANYONE)
ADD: Final = Action("league_add", OfLeague, Right.ANYONE)
REMOVE: Final = Action("league_remove", OfLeague, Right.ANYONE)
ASK_END: Final = Action("league_end_ask", OfLeague, Right.ANYONE)
END: Final = Action("league_end", OfLeague, Right.ANYONE)
RULES: Final = Action("league_rules", OfLeague, Right.ANYONE)
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
    return Message((Text(nil_text(texts)), Buttons(_rulings(one, fixture, texts))))


def _rulings(one: League, fixture: Fixture, texts: Texts) -> tuple[Button, ...]:
    lose = Button(RULING.id(*_place(one, fixture), True), texts.gettext("Both lose"))
    void = Button(RULING.id(*_place(one, fixture), False), texts.gettext("The game is void"))
    return (lose, void)


def _place(one: League, fixture: Fixture) -> tuple[int, int, int]:
    return one.number, one.season.number if one.season else 0, fixture.number


def panel_message(one: League, texts: Texts) -> Message:
    """What a director can do with a league now."""
    number = one.number
    start = Button(START.id(number), texts.gettext("Begin the next season now"), Tone.PRIMARY)
    end = Button(ASK_END.id(number), texts.gettext("End the league"), Tone.DANGER)
    menus: tuple[PersonMenu, ...] = (
        PersonMenu(ADD.id(number), texts.gettext("Enter a player")),
        PersonMenu(REMOVE.id(number), texts.gettext("Take a player out")),
    )
    if one.playing:
        result = PersonMenu(RESULT_OF.id(number), texts.gettext("Set a result: choose both players"), 2)
        menus = (result, *menus)
    told = (Text(text.heading(one, texts)), Text(text.state_text(one, texts)))
    buttons = ((end,) if one.playing else (start, end)) if not one.over else ()
    return Message((*told, *rows(list(buttons)), *(() if one.over else menus)), accent=BOARD_ACCENT)


def fixture_message(one: League, fixture: Fixture, texts: Texts) -> Message:
    """A game whose result is to be set."""
    button = Button(SET_RESULT.id(*_place(one, fixture)), texts.gettext("Set the result"), Tone.PRIMARY)
    title = Text(f"### {text.fixture_title(one, fixture)}")
    return Message((title, Buttons((button, *_rulings(one, fixture, texts)))), accent=BOARD_ACCENT)


SCORES = "scores"
"""The name of the form's field."""


def result_form(texts: Texts) -> InputForm:
    """Asks for the points of both."""
    return InputForm(
        texts.gettext("Set the result"), texts.gettext("The points of both, in this order"), "410 380", SCORES
    )


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
    blocks += [] if one.over else [Buttons((_join_button(one, texts),))]
    return Message(tuple(blocks), tuple(won), END_ACCENT)


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
    """Implements `Venue` of `seasons`."""

    kind = "league"

    async def _open(self, one: League, place: Fixture, request: str, texts: Texts) -> str:
        where, thread = Place(one.server, one.channel), self._thread(one, place, texts)
        first, second = _person(one, place.first), _person(one, place.second)
        setup = replace(one.setup, name=game_title(one, place))
        return await self._arranger.open(where, thread, setup, request, first, second, free=True)

    def _thread(self, one: League, place: Fixture, texts: Texts) -> str:  # noqa: ARG002
        return game_title(one, place)

    def _call(self, one: League, place: Fixture, texts: Texts) -> Message:
        return called_message(one, place, texts)

    def _request(self, one: League, place: Fixture) -> str:
        return self._key(one, f"{_season(one)}/{place.number}")

    def _correction(self, one: League, place: Fixture, texts: Texts) -> tuple[str | None, int | None, str, bool]:
        # The end knows of the correction only until the players have been told of it.
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


def _season(league: League) -> int:
    assert league.season is not None
    return league.season.number


def _person(league: League, person: str) -> Person:
    member = next(one for one in league.members if one.person == person)
    return Person(member.person, member.name, by_ear=member.by_ear)
