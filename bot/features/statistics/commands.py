"""`/stats` and `/leaderboard`, with their pages and pictures, and what lobbies, boards and results show of ratings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from discord.app_commands import Choice
from discord.app_commands import locale_str as _

from bot.features.statistics.figures import MOST_GAMES_COUNTED, Figures, figures, head_to_head
from bot.features.statistics.text import (
    Standing,
    after_text,
    before_text,
    chart_titles,
    given_up_text,
    head_to_head_text,
    latest_text,
    marked_name,
    mean_text,
    no_leaderboard,
    notes,
    path_text,
    rated_text,
    rating_text,
    rung_title,
    share_texts,
    statistics_lines,
    unrated_text,
    whose_text,
)
from bot.features.statistics.text import leaderboard as leaderboard_text
from bot.front.board.scenes import BOARD_ACCENT
from bot.front.components.buttons import Action
from bot.front.components.message import (
    MOST_ABOUT,
    MOST_ALT,
    MOST_OPTIONS,
    Button,
    Image,
    Menu,
    Message,
    Option,
    Row,
    Text,
    say,
)
from bot.front.components.payloads import Nothing, Payload
from bot.front.interaction.choices import tongues
from bot.front.interaction.hooks import Front
from bot.front.interaction.pressing import Press, edits, with_press
from bot.front.interaction.request import Request
from bot.front.interaction.slash import CommandOption, menu_entry, slash
from bot.front.posting.composers import Announcement
from bot.model.deliveries import DeliveryKind
from bot.model.profiles import ShowRatings
from bot.model.ratings import ALL_SERVERS, Ladder, RatedPerson, Rung
from bot.render import Chart, ChartLine, StatsScene
from bot.service.known import why_unrated
from bot.service.ratings import Ratings, ladder_of
from bot.service.rights import Right
from bot.store.ratings import Results
from bot.text import Texts
from bot.text.names import shortened
from bot.text.settings import named_by
from engine.game.state import Person
from engine.model.tempo import Tempo


@dataclass(frozen=True, slots=True)
class OfLadder(Payload):
    """A page, counted from 0, of a ladder, as `key_of` names it; without a name, of the one with most results."""

    page: int
    ladder: str = ""


def key_of(ladder: Ladder) -> str:
    """A ladder of the server at hand, in one word."""
    return f"{ladder.language}-{ladder.tempo}"


LEADERS: Final = Action("leaders", OfLadder, Right.ANYONE)
LADDERS: Final = Action("ladders", Nothing, Right.ANYONE)

PLACES_ON_PAGE = 20
"""Places on one page of a leaderboard."""


def leaderboard_message(
    shown: Ladder, people: Sequence[RatedPerson], page: int, others: Sequence[Rung], texts: Texts, *, charted: bool
) -> Message:
    """A page of a ladder, with a menu of the server's ladders; if `charted`, the first page has a chart.

    `people` are those of the page, and one more if there are lower places.
    """
    first, on_page = page * PLACES_ON_PAGE, people[:PLACES_ON_PAGE]
    explained = "\n".join(notes(on_page, texts))
    chart = (ratings_image(people, texts),) if charted and not page else ()
    turns = []
    if page:
        turns.append(Button(LEADERS.id(page - 1, key_of(shown)), texts.gettext("Higher places")))
    if len(people) > PLACES_ON_PAGE:
        turns.append(Button(LEADERS.id(page + 1, key_of(shown)), texts.gettext("Lower places")))
    rows = (Row(tuple(turns)),) if turns else ()
    menu = (_menu(shown, others, texts),) if len(others) > 1 else ()
    return Message((Text(leaderboard_text(shown, on_page, first + 1, texts)), Text(explained), *chart, *menu, *rows))


def _menu(shown: Ladder, others: Sequence[Rung], texts: Texts) -> Menu:
    options = tuple(
        Option(
            shortened(rung_title(one, texts), MOST_ABOUT),
            key_of(one.ladder),
            chosen=one.ladder == shown,
        )
        for one in others[:MOST_OPTIONS]
    )
    return Menu(LADDERS.id(), texts.gettext("Choose language and tempo"), options)


STATS_FILE = "stats.png"
RATINGS_FILE = "ratings.png"
MOST_LINES = 6


def stats_image(name: str, found: Figures, rated: RatedPerson | None, texts: Texts) -> Image | None:
    """Games won, tied and lost, points game by game, and the course of the rating; None before the first game."""
    if not found.games:
        return None
    shares = share_texts(found, texts)
    told, charts = [", ".join(text for text, count in shares if count)], list[Chart]()
    if found.scores:
        told += [latest_text(found, texts), mean_text(found, texts)]
        charts.append(_chart("points", (ChartLine("", found.scores),), texts, mean_text(found, texts), is_bars=True))
    if rated:
        told.append(path_text(rated, texts))
        way = (ChartLine(rating_text(rated, texts), rated.path),)
        charts.append(_chart("rating", way, texts))
    scene = StatsScene(whose_text(name, texts), shares, tuple(charts))
    return Image(scene, STATS_FILE, shortened(texts.series(told), MOST_ALT))


def ratings_image(people: Sequence[RatedPerson], texts: Texts) -> Image:
    """The course of the best ratings, game by game."""
    shown = people[:MOST_LINES]
    lines = tuple(ChartLine(marked_name(one), one.path) for one in shown)
    scene = StatsScene("", (), (_chart("ratings", lines, texts),))
    told = [texts.titled(one.name, path_text(one, texts)) for one in shown]
    return Image(scene, RATINGS_FILE, shortened(texts.series(told), MOST_ALT))


def _chart(name: str, lines: tuple[ChartLine, ...], texts: Texts, mean: str = "", *, is_bars: bool = False) -> Chart:
    heading, axis = chart_titles(name, texts)
    return Chart(heading, lines, axis, mean, is_bars)


async def stats(request: Request, player: Person | None = None, versus: Person | None = None) -> Message:
    """A person's figures, by default the asker's own, or how two people have done against each other."""
    who = player or request.person
    if versus is None or versus.id == who.id:
        return await statistics(request, who)
    results = await request.services.standing.results.between(
        request.place.guild_id, who.id, versus.id, MOST_GAMES_COUNTED
    )
    return say(head_to_head_text((who.name, versus.name), head_to_head(results, who.id, versus.id), request.texts))


async def statistics(request: Request, person: Person) -> Message:
    """A person's figures, with their ratings."""
    if person.id == request.person.id:
        await _be_seen(request)
    found = figures(person.id, await request.services.standing.results.of_person(person.id, MOST_GAMES_COUNTED))
    standings = await _standings(request, person.id)
    won = await request.services.standing.results.honours.of_person(request.place.guild_id, person.id)
    told = say("\n".join(statistics_lines(person.name, found, standings, request.texts, won)))
    image = stats_image(person.name, found, standings[0][1] if standings else None, request.texts)
    if image is None or await _wants_text(request):
        return told
    return Message((*told.blocks, image), accent=BOARD_ACCENT)


async def _standings(request: Request, person: str) -> list[Standing]:
    """Where someone stands in this server, and over all servers if they may be seen here: themselves, or rated here.

    What is the same over all servers, since all these games were played here, is not told twice.
    """
    ratings, server = request.services.standing.ratings, request.place.guild_id
    known = await ratings.of_person(person, server or ALL_SERVERS)
    here = {ladder[1:]: (ladder, one) for ladder, one in known if ladder.server != ALL_SERVERS}
    told = [(ladder, one, await ratings.place(ladder, one)) for ladder, one in here.values()]
    if not here and person != request.person.id:
        return told
    same = {kind: one.games for kind, (_, one) in here.items()}
    beyond = [each for each in known if each[0].server == ALL_SERVERS and same.get(each[0][1:]) != each[1].games]
    return [*told, *((ladder, one, 0) for ladder, one in beyond)]


async def find_leaderboard(request: Request, language: str = "", tempo: str = "") -> Message:
    """The leaderboard for a language and a tempo as people type them; each may be left open."""
    code = named_by("language", language, request.services.words.library.tongues(), request.texts)
    return await leaderboard(request, 0, f"{code}-{tempo}")


async def chosen(request: Request, pressed: Press) -> Message:
    """The leaderboard that was chosen in the menu."""
    return await leaderboard(request, 0, pressed.value)


async def leaderboard(request: Request, page: int = 0, ladder: str = "") -> Message:
    """A page of the leaderboard with most results that fits a language and a tempo, if they are named."""
    ratings, server, texts = request.services.standing.ratings, request.place.guild_id, request.texts
    await _be_seen(request)
    rungs = () if server is None else await ratings.rungs(server)
    language, _, tempo = ladder.rpartition("-")
    rung = next((one for one in rungs if _fits(one, language, tempo)), None)
    if rung is None:
        return say(no_leaderboard(texts, in_server=server is not None, chosen=bool(rungs)))
    size = PLACES_ON_PAGE
    page = min(max(page, 0), (rung.people - 1) // size)
    people = await ratings.best(rung.ladder, page * size, size + 1)
    charted = not await _wants_text(request)
    return leaderboard_message(rung.ladder, people, page, rungs, texts, charted=charted)


async def _be_seen(request: Request) -> None:
    """Whoever asks in a server has not left it, or is back."""
    if request.place.guild_id is not None:
        await request.services.standing.ratings.come_back(request.place.guild_id, request.person.id)


def _fits(rung: Rung, language: str, tempo: str) -> bool:
    return language in ("", rung.ladder.language) and tempo in ("", rung.ladder.tempo)


async def _wants_text(request: Request) -> bool:
    return (await request.profile()).text_board


@dataclass(frozen=True, slots=True)
class RatingNotes:
    """Tells the ratings before a game, and what it has done to them."""

    ratings: Ratings
    results: Results

    async def note(self, told: Announcement) -> str:
        """The ratings that a message shows, if they are wanted; the end also says whether the game is rated."""
        if told.delivery.kind is DeliveryKind.END:
            lost = [seat.credited.name for seat in told.state.seats if seat.departed and seat.departed.for_good]
            return "\n".join(filter(None, (await self._after(told), given_up_text(lost, told.texts))))
        return await self._before(told) if told.state.turn <= 1 and _are_wanted(told) else ""

    async def _before(self, told: Announcement) -> str:
        people = [seat.player for seat in told.state.seats if isinstance(seat.player, Person)]
        ladder = ladder_of(_server(told), told.state.variant.language, told.state.rules)
        known = await self.ratings.of_people(ladder, [person.id for person in people])
        return before_text(ladder, [(one.name, known[one.id]) for one in people if one.id in known], told.texts)

    async def _after(self, told: Announcement) -> str:
        players = [seat.credited for seat in told.state.seats]
        if told.state.turn <= 1 or sum(isinstance(player, Person) for player in players) < 2:
            return ""
        if unrated := why_unrated(told.state):
            return unrated_text(unrated, told.texts)
        if not _are_wanted(told):
            return rated_text(told.texts)
        ladder = ladder_of(_server(told), told.state.variant.language, told.state.rules)
        known = await self.ratings.of_people(ladder, [player.id for player in players])
        result = await self.results.of_game(told.game)
        return after_text(ladder, result, known, told.texts) if result else ""


def _are_wanted(told: Announcement) -> bool:
    server = told.context.server
    if server is None or server.show_ratings == ShowRatings.NEVER:
        return False
    return server.show_ratings == ShowRatings.ALWAYS or told.state.rules.is_timed


def _server(told: Announcement) -> int:
    server = told.context.server
    assert server is not None, "games without a server show no ratings"
    return server.id


_TEMPOS = [
    Choice(name=_("blitz"), value=Tempo.BLITZ.value),
    Choice(name=_("rapid"), value=Tempo.RAPID.value),
    Choice(name=_("slow"), value=Tempo.CORRESPONDENCE.value),
    Choice(name=_("duplicate"), value=Tempo.DUPLICATE.value),
]

FRONT = Front(
    commands=(
        slash(
            stats,
            _("See someone's statistics"),
            Right.ANYONE,
            options={
                "player": _("Whose; by default, your own"),
                "versus": _("A second player, to compare with"),
            },
        ),
        slash(
            find_leaderboard,
            _("See who plays best in this server"),
            Right.ANYONE,
            name="leaderboard",
            options={
                "language": CommandOption(_("The language of the games"), tongues),
                "tempo": CommandOption(_("How fast the games are"), choices=_TEMPOS),
            },
        ),
        menu_entry(statistics, _("Game statistics"), Right.ANYONE),
    ),
    buttons=(edits(LEADERS, leaderboard), with_press(LADDERS, chosen)),
)
