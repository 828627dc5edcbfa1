"""`/league`, and the buttons of its messages: making, joining and directing leagues."""

from __future__ import annotations

from discord import app_commands
from discord.app_commands import locale_str as _

from bot.competitions.opening import check_directs, check_person
from bot.competitions.text import both_lose_text, result_text, void_text
from bot.competitions.values import LONGEST_NAME
from bot.features.leagues import LeagueServices, messages, text
from bot.features.leagues.standings import table
from bot.features.leagues.store import LeagueStore
from bot.features.leagues.text import FixtureUnknown, NoLeague, NoSeason, NotInLeague, TooFewMembers, YouAreNotInLeague
from bot.features.leagues.values import GATHERING, FixtureSide, League, Terms
from bot.front.components.message import FileAttachment, Message, Text, say
from bot.front.interaction import choices
from bot.front.interaction.gate import only_in_servers
from bot.front.interaction.hooks import Front
from bot.front.interaction.pressing import answers, edits
from bot.front.interaction.request import Interaction, Request
from bot.front.interaction.slash import CommandOption, group, slash
from bot.front.lobby.opening import GAME_OPTIONS, OpeningOptions, check_threads, setup_of
from bot.limits import Limit
from bot.service.ratings import ladder_of
from bot.service.rights import Right
from engine.game.state import Person
from engine.model.durations import DAY, Times, offer

PRESET = "correspondence"
SEASON = Times(offer("7d 14d 21d 28d"), DAY, 60 * DAY, DAY)
PAUSE = Times(offer("1d 2d 3d 7d"), DAY, 30 * DAY, DAY)
Size = app_commands.Range[int, 4, 20]
Movers = app_commands.Range[int, 0, 5]
Score = app_commands.Range[int, -9999, 9999]
Number = app_commands.Range[int, 1, 9999]


async def new(
    request: Request,
    interaction: Interaction,
    name: str = "",
    days: choices.LengthOption = "14",
    pause: choices.LengthOption = "2",
    size: Size = 15,
    promoted: Movers | None = None,
    preset: str = "",
    language: str = "",
    variant: str = "",
    lexicon: str = "",
    director: Person | None = None,
) -> Message:
    """Make a league here.

    Raises `NoSuchLength`, what opening its games would, `ChannelHasLeague` and `TooManyLeagues`.
    """
    check_threads(interaction)
    options = OpeningOptions(preset or PRESET, language, variant, lexicon, thread=True)
    setup, now = await setup_of(options, request, opens=False), request.services.clock.now()
    title, channel = " ".join(name.split())[:LONGEST_NAME], request.place.channel_id
    game, begins = setup.variant.language, now + GATHERING
    lasts = choices.length("days", days, SEASON, request.texts, game)
    terms = Terms(lasts, choices.length("pause", pause, PAUSE, request.texts, game), size, promoted)
    maker, directs = request.person.id, director.id if director else None
    made = League(0, request.server(), channel, title, setup, maker, directs, terms, starts_at=begins)
    await _store(request).make(made, now)
    return _said(request, text.made_text(request.texts))


async def join(request: Request, number: int) -> Message:
    """Join a league. Raises `NoLeague`, and as `LeagueStore.join`."""
    found = await _known(request, number)
    await _enter(request, found, request.person)
    return _said(request, text.joined_text(found, request.texts))


async def _enter(request: Request, one: League, person: Person, *, directed: bool = False) -> None:
    ladder = ladder_of(one.server, one.setup.variant.language, one.setup.rules)
    rating = (await request.services.standing.ratings.settled(ladder, (person.id,))).get(person.id, 0)
    await _store(request).join(one.number, person, rating, request.services.clock.now(), directed=directed)


async def rules(request: Request, number: int) -> Message:
    """The rules of a league in full. Raises `NoLeague`."""
    return messages.rules_message(await _known(request, number), request.texts)


async def legend(request: Request, number: int, division: int) -> Message:
    """What the numbers of a division's standings mean. Raises `NoLeague`."""
    return messages.legend_message(await _known(request, number), division, request.texts)


async def _known(request: Request, number: int) -> League:
    """A league of this server. Raises `NoLeague`."""
    found = await _store(request).get(number)
    if found is None or found.server != request.server():
        raise NoLeague
    return found


async def join_here(request: Request) -> Message:
    """Join this channel's league."""
    return await join(request, (await _here(request)).number)


async def leave(request: Request, number: int) -> Message:
    """Leave a league. Raises `YouAreNotInLeague`."""
    try:
        await _store(request).leave(number, request.person.id, request.services.clock.now())
    except NotInLeague:
        raise YouAreNotInLeague from None
    return _said(request, text.left_text(request.texts))


async def leave_here(request: Request) -> Message:
    """Leave this channel's league."""
    return await leave(request, (await _here(request)).number)


async def standings(request: Request, division: Number | None = None, season: Number | None = None) -> Message:
    """The standings of a division, for one person alone: by default that of the person. Raises `NoSeason`."""
    one = await _here(request, season)
    own = next((spot.division for spot in one.spots if spot.person == request.person.id), 1)
    wanted = own if division is None else division
    if wanted not in one.divisions:
        raise NoSeason
    told = messages.standings_message(one, wanted, request.texts)
    return told.in_words() if (await request.profile()).text_board else told


async def seasons(request: Request) -> Message:
    """The seasons that are over."""
    one = await _here(request)
    return messages.seasons_message(one, await _store(request).winners(one.number), request.texts)


# --- directors ----------------------------------------------------------------------------------------------------


async def start(request: Request) -> Message:
    """Begin the next season now. Raises `TooFewMembers` and as `LeagueStore.hasten`."""
    one = await _directed(request)
    if len(one.joined) < 2:
        raise TooFewMembers
    await _store(request).hasten(one.number, request.services.clock.now())
    return _said(request, text.starting_text(request.texts))


async def result(request: Request, first: Person, points: Score, second: Person, against: Score) -> Message:
    """Set the points of a game of this season; 0:0 offers what may be meant. Raises `FixtureUnknown`."""
    one = await _directed(request)
    ids = (first.id, second.id)
    fixture = next((game for game in one.fixtures if (game.first, game.second) in (ids, ids[::-1])), None)
    if fixture is None:
        raise FixtureUnknown
    if not (points or against):
        return messages.nil_message(one, fixture, request.texts)
    seated = (points, against) if fixture.first == first.id else (against, points)
    known = fixture.sides or (FixtureSide(0), FixtureSide(0))
    own, other = (
        FixtureSide(made, side.bingos, side.best, side.missed) for made, side in zip(seated, known, strict=True)
    )
    await _store(request).correct(one, fixture, (own, other), request.services.clock.now())
    return _said(request, result_text((first.name, second.name), (points, against), request.texts))


async def rule(request: Request, number: int, season: int, fixture: int, lost: bool) -> Message:
    """Have both lose a game of this season, or have it count for neither. Raises `NoLeague` and `FixtureUnknown`."""
    one = await _store(request).get(number)
    if one is None:
        raise NoLeague
    check_directs(request, one)
    known = next((game for game in one.fixtures if game.number == fixture), None)
    if known is None or one.playing is None or one.playing.number != season:
        raise FixtureUnknown
    side = FixtureSide(0, lost=lost, absent=not lost)
    await _store(request).correct(one, known, (side, side), request.services.clock.now())
    names = (one.name_of(known.first), one.name_of(known.second))
    return _said(request, (both_lose_text if lost else void_text)(names, request.texts))


async def add(request: Request, player: Person) -> Message:
    """Enter somebody, also who was removed. Raises `NoSeatForBots`, `LeagueOver` and `LeagueFull`."""
    one = await _directed(request)
    await check_person(request, player)
    await _enter(request, one, player, directed=True)
    return _said(request, text.added_text(player.name, request.texts))


async def remove(request: Request, player: Person) -> Message:
    """Take somebody out of the league, also of the games under way, for good. Raises `NotInLeague`."""
    one = await _directed(request)
    await _store(request).remove(one.number, player.id, request.services.clock.now())
    return _said(request, text.removed_text(player.name, request.texts))


async def end(request: Request) -> Message:
    """End the league after the season that is played. Raises `LeagueOver`."""
    one = await _directed(request)
    await _store(request).end(one.number, request.services.clock.now())
    return _said(request, text.ending_text(request.texts))


async def export(request: Request, season: Number | None = None) -> Message:
    """The standings as a file. Raises `NoSeason` and `TooOften`."""
    one = await _here(request, season)
    if one.season is None:
        raise NoSeason
    await request.services.fair_use.spend(Limit.FILES, request.person.id, one.server)
    file = FileAttachment(f"league-{one.number}-{one.season.number}.csv", table(one))
    return Message((Text(text.file_text(request.texts)), file))


async def _here(request: Request, season: int | None = None) -> League:
    """The league of this channel, also in its threads. Raises `NoLeague`."""
    found = await _store(request).here(request.parent or request.place.channel_id)
    if found is None:
        raise NoLeague
    return found if season is None else await _store(request).in_season(found, season)


async def _directed(request: Request) -> League:
    """The same for whoever directs it. Raises `NotDirector` for others."""
    found = await _here(request)
    check_directs(request, found)
    return found


def _said(request: Request, told: str) -> Message:
    request.services.of(LeagueServices).seasons.wake()
    return say(told)


def _store(request: Request) -> LeagueStore:
    return request.services.of(LeagueServices).store


_NEW = slash(
    new,
    _("Set up a league in this channel; people join with a button"),
    Right.MODERATOR,
    options={
        **GAME_OPTIONS,
        "name": _("The league's name"),
        "days": CommandOption(_("How long a season lasts; without it, 14 days"), choices.lengths(SEASON)),
        "pause": CommandOption(_("Time between two seasons; without it, 2 days"), choices.lengths(PAUSE)),
        "size": _("People in a division; without it, 15"),
        "promoted": _("How many are promoted and relegated; without it, a sixth of a division"),
        "director": _("Someone who may direct it besides the moderators"),
    },
)
_STANDINGS = slash(
    standings,
    _("See the standings of a division"),
    Right.ANYONE,
    options={
        "division": _("The division; without it, yours"),
        "season": _("The season; without it, the newest"),
    },
)
_RESULT = slash(
    result,
    _("Set or correct the result of a game"),
    Right.ANYONE,
    options={
        "first": _("A player"),
        "points": _("The points of this player"),
        "second": _("The opponent"),
        "against": _("The points of the opponent"),
    },
)
_ADD = slash(
    add,
    _("Enter someone into the league, also someone who was taken out"),
    Right.ANYONE,
    options={"player": _("The player")},
)
_REMOVE = slash(
    remove,
    _("Take someone out of the league, and of the games under way"),
    Right.ANYONE,
    options={"player": _("The player")},
)
_EXPORT = slash(
    export,
    _("Get the standings of a season as a file"),
    Right.ANYONE,
    options={"season": _("The season; without it, the newest")},
)
_LEAGUE = group(
    "league",
    _("Leagues in this channel"),
    _NEW,
    slash(join_here, _("Join this channel's league from its next season on"), Right.ANYONE, name="join"),
    slash(leave_here, _("Leave this channel's league; games under way go on"), Right.ANYONE, name="leave"),
    slash(start, _("Begin the next season now"), Right.ANYONE),
    _STANDINGS,
    slash(seasons, _("See who won the earlier seasons"), Right.ANYONE),
    _RESULT,
    _ADD,
    _REMOVE,
    _EXPORT,
    slash(end, _("End the league after the season that is being played"), Right.ANYONE),
)

FRONT = Front(
    commands=(only_in_servers(_LEAGUE),),
    buttons=(
        answers(messages.JOIN, join),
        answers(messages.LEAVE, leave),
        answers(messages.RULES, rules),
        answers(messages.LEGEND, legend),
        edits(messages.RULING, rule),
    ),
)
