"""`/stats` and `/leaderboard`, with their pages and pictures, and what lobbies, boards and results show of ratings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from discord.app_commands import Choice
from discord.app_commands import locale_str as _

from bot.features.statistics import messages
from bot.features.statistics.figures import (
    MOST_GAMES_COUNTED,
    MOST_IN_SERIES,
    PlayInGame,
    Sitter,
    figures,
    forms,
    head_to_head,
    series,
)
from bot.features.statistics.messages import (
    LADDERS,
    LEADERS,
    SHARE_LEADERS,
    SHARE_STATS,
    TileFaces,
    key_of,
    leaderboard_message,
    profile_message,
    versus_message,
)
from bot.features.statistics.profiletext import (
    RatingStanding,
    never_met,
    series_text,
)
from bot.features.statistics.text import (
    after_text,
    before_text,
    given_up_text,
    no_leaderboard,
    rated_text,
    unrated_text,
)
from bot.front.board.scenes import tiles_of_play
from bot.front.components.message import Message, say
from bot.front.components.payloads import Long
from bot.front.interaction.choices import tongues
from bot.front.interaction.dispatch import around_rows, opening_row
from bot.front.interaction.hooks import Front
from bot.front.interaction.pressing import Press, answers, edits, with_press
from bot.front.interaction.request import Request
from bot.front.interaction.slash import CommandOption, menu_entry, slash
from bot.front.occasions import Trophies
from bot.front.posting.composers import Announcement
from bot.front.sharing import share_card, share_rows
from bot.model.deliveries import DeliveryKind
from bot.model.errors import UnknownAction, UnknownGame
from bot.model.games import GameResult
from bot.model.honours import Trophy
from bot.model.profiles import ShowRatings
from bot.model.ratings import ALL_SERVERS, Rung
from bot.render import Portrait, TileFace
from bot.service.games import Games
from bot.service.known import why_unrated
from bot.service.ratings import Ratings, ladder_of
from bot.service.rights import Right
from bot.store.ratings import Results
from bot.text.honours import honours_trophies
from bot.text.settings import named_by
from engine.errors import BadData
from engine.game.state import Computer, Person, Player
from engine.model.tempo import Tempo

FORM_ON_PAGE = 5
"""How many of the latest games show the form of those in a leaderboard."""


@dataclass(frozen=True, slots=True)
class ProfileServices:
    """What the actions of statistics use: `trophies` returns what tells those of features."""

    trophies: Callable[[], Sequence[Trophies]]


async def stats(request: Request, player: Person | None = None, versus: Person | None = None) -> Message:
    """A person's profile, by default the asker's own, or how two people have done against each other."""
    who = player or request.person
    if versus is None or versus.id == who.id:
        return await statistics(request, who)
    shown = await _versus(request, who, versus)
    if shown is None:
        told = say(never_met((who.name, versus.name), request.texts))
        can_play = request.person.id in (who.id, versus.id) and request.place.guild_id is not None
        return replace(told, blocks=(*told.blocks, opening_row(request.texts, computers=False))) if can_play else told
    return replace(shown, blocks=(*shown.blocks, *share_rows(request, SHARE_STATS.id(_id(who), _id(versus)))))


async def _versus(request: Request, who: Person, versus: Person) -> Message | None:
    """How two people have done against each other; None if they have not met."""
    found = head_to_head(await _between(request, who.id, versus.id), who.id, versus.id)
    if not found.games:
        return None
    tiles = [await _tiles(request, side.best) for side in found.sides]
    pair = Portrait(who.name, who.id), Portrait(versus.name, versus.id)
    return versus_message(pair, found, tiles, request.texts)


async def _between(request: Request, one: str, other: str) -> Sequence[GameResult]:
    return await request.services.standing.results.between(request.place.guild_id, one, other, MOST_GAMES_COUNTED)


async def statistics(request: Request, person: Person) -> Message:
    """A person's profile: games, ratings and trophies."""
    is_own = person.id == request.person.id
    if is_own:
        await _be_seen(request)
    results = await request.services.standing.results.of_person(person.id, MOST_GAMES_COUNTED)
    shown = await _profile(request, person, results, is_own=is_own)
    shares = share_rows(request, SHARE_STATS.id(_id(person), Long(0))) if results else ()
    return replace(shown, blocks=(*shown.blocks, *shares, *(around_rows(request) if is_own else ())))


async def _profile(request: Request, person: Person, results: Sequence[GameResult], *, is_own: bool) -> Message:
    """A profile with these results, as its owner sees it or as others do."""
    found = figures(person.id, results)
    standings, trophies = await _standings(request, person.id, is_own=is_own), await _trophies(request, person.id)
    tiles = await _tiles(request, found.best)
    return profile_message(Portrait(person.name, person.id), found, standings, trophies, tiles, request.texts)


async def share_stats(request: Request, person: int, versus: int) -> Message | None:
    """Post a profile here as others see it, or how two people have done against each other.

    Raises `UnknownAction` for people without games, and as `share_card`.
    """
    ids = tuple(str(one) for one in (person, versus) if one)
    if not ids:
        raise UnknownAction
    if len(ids) > 1:
        results = await _between(request, *ids)
    else:
        results = await request.services.standing.results.of_person(ids[0], MOST_GAMES_COUNTED)
    names = {one.player: one.name for result in reversed(results) for one in result.players}
    if not results:
        raise UnknownAction
    people = [request.person if one == request.person.id else Person(one, names[one]) for one in ids]

    async def make(aloud: Request) -> Message:
        if len(people) == 1:
            return await _profile(aloud, people[0], results, is_own=False)
        shown = await _versus(aloud, *people)
        assert shown, "they have met"
        return shown

    return await share_card(request, f"stats/{person}/{versus}", make, ids)


def _id(person: Person) -> Long:
    return Long(int(person.id))


async def _trophies(request: Request, person: str) -> list[Trophy]:
    """What a person has won in this server, and what features add."""
    server = request.place.guild_id
    if server is None:
        return []
    won = await request.services.standing.results.honours.of_person(server, person)
    features = request.services.of(ProfileServices).trophies()
    added = [one for told in features for one in await told(server, person, request.texts)]
    return [*honours_trophies(won, request.texts), *added]


async def _tiles(request: Request, best: PlayInGame | None) -> TileFaces:
    """The tiles of a play; its letters alone if the game cannot be read any more."""
    if best is None:
        return ()
    try:
        found = await tiles_of_play(request.services.games, best.game, best.word, best.points)
    except (UnknownGame, BadData):
        found = ()
    return found or tuple(map(TileFace, best.word))


async def _standings(request: Request, person: str, *, is_own: bool) -> list[RatingStanding]:
    """Where someone stands in this server, and over all servers if that is for its owner, or if they are rated here.

    What is the same over all servers, since all these games were played here, is not told twice.
    """
    ratings, server = request.services.standing.ratings, request.place.guild_id
    known = await ratings.of_person(person, server or ALL_SERVERS)
    here = {ladder[1:]: (ladder, one) for ladder, one in known if ladder.server != ALL_SERVERS}
    told = [(ladder, one, await ratings.place(ladder, one)) for ladder, one in here.values()]
    if not here and not is_own:
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
    server = request.place.guild_id
    await _be_seen(request)
    rungs = () if server is None else await request.services.standing.ratings.rungs(server)
    rung = _rung(rungs, ladder)
    if rung is None:
        return say(no_leaderboard(request.texts, in_server=server is not None, chosen=bool(rungs)))
    page = _clamped(page, rung)
    told = await _leaders(request, rungs, rung, page, request.person.id)
    shares = share_rows(request, SHARE_LEADERS.id(page, key_of(rung.ladder)))
    return replace(told, blocks=(*told.blocks, *shares, *around_rows(request)))


async def share_leaders(request: Request, page: int, ladder: str) -> Message | None:
    """Post a page of a leaderboard here. Raises `UnknownAction` if it is gone, and as `share_card`."""
    rungs = await request.services.standing.ratings.rungs(request.server())
    rung = _rung(rungs, ladder)
    if rung is None:
        raise UnknownAction
    page = _clamped(page, rung)

    async def make(aloud: Request) -> Message:
        return await _leaders(aloud, rungs, rung, page, "")

    return await share_card(request, f"leaders/{key_of(rung.ladder)}/{page}", make)


def _rung(rungs: Sequence[Rung], ladder: str) -> Rung | None:
    """The first that fits what is named of a language and a tempo."""
    language, _, tempo = ladder.rpartition("-")
    return next((one for one in rungs if _fits(one, language, tempo)), None)


def _clamped(page: int, rung: Rung) -> int:
    return min(max(page, 0), (rung.people - 1) // messages.PLACES_ON_PAGE)


async def _leaders(request: Request, rungs: Sequence[Rung], rung: Rung, page: int, reader: str) -> Message:
    ratings, texts = request.services.standing.ratings, request.texts
    size = messages.PLACES_ON_PAGE
    people = await ratings.best(rung.ladder, page * size, size + 1)
    there = [one.player for one in people[:size]]
    played = await request.services.standing.results.latest_in(rung.ladder, there, FORM_ON_PAGE)
    shown = forms(played, there, FORM_ON_PAGE)
    return leaderboard_message(rung.ladder, people, shown, page, rungs, reader, texts)


async def _be_seen(request: Request) -> None:
    """Someone who asks in a server has not left it, or is back."""
    if request.place.guild_id is not None:
        await request.services.standing.ratings.come_back(request.place.guild_id, request.person.id)


def _fits(rung: Rung, language: str, tempo: str) -> bool:
    return language in ("", rung.ladder.language) and tempo in ("", rung.ladder.tempo)


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


@dataclass(frozen=True, slots=True)
class SeriesNotes:
    """Tells how the games stand that the same players have finished one after the other."""

    games: Games
    results: Results

    async def note(self, told: Announcement) -> str:
        """The score of the series below the end of a game, from the second one on, and in the lobby of a rematch."""
        state = told.state
        if told.delivery.kind is DeliveryKind.END:
            result = await self.results.of_game(told.game)
            if result is None or await self.games.is_contest(told.game):
                return ""
            return await self._told(told, {(one.player, one.level) for one in result.players}, result.ended, least=2)
        if told.delivery.kind is DeliveryKind.LOBBY and told.view.is_rematch:
            players = (*(seat.player for seat in state.seats), *state.awaited)
            return await self._told(told, set(map(_sitter, players)), told.events[-1].at, least=1)
        return ""

    async def _told(self, told: Announcement, sitters: set[Sitter], now: int, least: int) -> str:
        person = next((one for one, level in sitters if level is None), None)
        if person is None:
            return ""
        played = await self.results.of_person(person, MOST_IN_SERIES)
        server = told.context.game.summary.place.guild_id
        found = series([one for one in played if one.server == server], sitters, now)
        return series_text(found, told.texts) if found and found.games >= least else ""


def _sitter(player: Player) -> Sitter:
    return player.id, player.level if isinstance(player, Computer) else None


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
    buttons=(
        edits(LEADERS, leaderboard),
        with_press(LADDERS, chosen),
        answers(SHARE_STATS, share_stats),
        answers(SHARE_LEADERS, share_leaders),
    ),
)
