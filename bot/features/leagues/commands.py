"""`/league` and `/manage league`, and the buttons of its messages: making, joining and directing leagues."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

from discord import app_commands
from discord.app_commands import locale_str as _

from bot.competitions.directing import (
    check_person,
    chosen_person,
    directed,
    found_here,
    here,
    known,
    read_scores,
    result_form,
    said,
)
from bot.competitions.text import both_lose_text, file_name, result_text, scores_label, take_out_label, void_text
from bot.competitions.values import short_name
from bot.features.leagues import messages, receipts, text
from bot.features.leagues.receipts import (
    DivisionsStand,
    FixtureUnknown,
    NoRoomInDivision,
    NoSeason,
    NoSeasonRuns,
    NotInLeague,
    TooFewMembers,
    YouAreNotInLeague,
)
from bot.features.leagues.seasons import Seasons
from bot.features.leagues.standings import table
from bot.features.leagues.store import LeagueStore
from bot.features.leagues.values import GATHERING, Fixture, FixtureSide, League, Terms
from bot.front.components.message import FileAttachment, Message, Text, ask
from bot.front.components.payloads import Long
from bot.front.interaction import choices
from bot.front.interaction.hooks import Front, Joinable
from bot.front.interaction.pressing import Press, answers, edits, leads_to_form, opens, with_press
from bot.front.interaction.request import Interaction, Request
from bot.front.interaction.slash import UNDER_MANAGE, CommandOption, group, slash
from bot.front.lobby.opening import GAME_OPTIONS, OpeningOptions, check_threads, setup_of
from bot.limits import Limit
from bot.service.ports import PermanentRefusal, TransientFailure
from bot.service.ratings import ladder_of
from bot.service.rights import Right
from bot.text.names import bold
from engine.game.state import Person
from engine.model.durations import DAY, Times, offer

PRESET = "correspondence"
SEASON = Times(offer("7d 14d 21d 28d"), DAY, 60 * DAY, DAY)
PAUSE = Times(offer("1d 2d 3d 7d"), DAY, 30 * DAY, DAY)
DivisionSize = app_commands.Range[int, 4, 20]
Movers = app_commands.Range[int, 0, 5]
TypedScore = app_commands.Range[int, -9999, 9999]
Number = app_commands.Range[int, 1, 9999]


async def new(
    request: Request,
    interaction: Interaction,
    name: str = "",
    days: choices.LengthOption = "14",
    pause: choices.LengthOption = "2",
    size: DivisionSize = 15,
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
    title, channel = short_name(name), request.place.channel_id
    game, begins = setup.variant.language, now + GATHERING
    lasts = choices.length("days", days, SEASON, request.texts, game)
    terms = Terms(lasts, choices.length("pause", pause, PAUSE, request.texts, game), size, promoted)
    maker, directs = request.person.id, director.id if director else None
    made = League(0, request.server(), channel, title, setup, maker, directs, terms, starts_at=begins)
    await _store(request).make(made, now)
    await _seasons(request).venue.tell_director(made, partial(text.name_text, made), now)
    return said(request, Seasons, receipts.made_text(made, request.texts))


async def join(request: Request, number: int) -> Message:
    """Join a league. Raises `NoLeague`, and as `LeagueStore.join`."""
    found = await known(request, Seasons, number)
    await _enter(request, found, request.person)
    return said(request, Seasons, receipts.joined_text(found, request.texts))


async def _enter(request: Request, one: League, person: Person, *, directed: bool = False) -> None:
    ladder = ladder_of(one.server, one.setup.variant.language, one.setup.rules)
    rating = (await request.services.standing.ratings.settled(ladder, (person.id,))).get(person.id, 0)
    await _store(request).join(one.number, person, rating, request.services.clock.now(), directed=directed)


async def rules(request: Request, number: int) -> Message:
    """The rules of a league in full. Raises `NoLeague`."""
    return messages.rules_message(await known(request, Seasons, number), request.texts)


async def legend(request: Request, number: int, division: int) -> Message:
    """What the numbers of a division's standings mean. Raises `NoLeague`."""
    return messages.legend_message(await known(request, Seasons, number), division, request.texts)


async def leave(request: Request, number: int) -> Message:
    """Leave a league. Raises `YouAreNotInLeague`."""
    try:
        await _store(request).leave(number, request.person.id, request.services.clock.now())
    except NotInLeague:
        raise YouAreNotInLeague from None
    return said(request, Seasons, receipts.left_text(request.texts))


async def joinables(request: Request) -> tuple[Joinable, ...]:
    """The league of the channel, if there is one."""
    if (one := await found_here(request, Seasons)) is None:
        return ()
    takes_part = any(member.person == request.person.id for member in one.joined)
    join_id, leave_id = messages.JOIN.id(one.number), messages.LEAVE.id(one.number)
    is_open = not (takes_part or one.over)
    return (Joinable(text.name_text(one, request.texts), join_id, leave_id, is_open, takes_part),)


async def standings(request: Request, division: Number | None = None, season: Number | None = None) -> Message:
    """The standings of a division, for one person alone: by default that of the person. Raises `NoSeason`."""
    one = await _of_season(request, season)
    own = next((spot.division for spot in one.spots if spot.person == request.person.id), 1)
    wanted = own if division is None else division
    if wanted not in one.divisions:
        raise NoSeason
    told = messages.standings_message(one, wanted, request.texts)
    return told.in_words() if (await request.profile()).text_board else told


async def seasons(request: Request) -> Message:
    """The seasons that are over."""
    one = await here(request, Seasons)
    return messages.seasons_message(one, await _store(request).winners(one.number), request.texts)


# --- directors ----------------------------------------------------------------------------------------------------


async def start(request: Request, number: int | None = None) -> Message:
    """Begin the next season now. Raises `TooFewMembers` and as `LeagueStore.hasten`."""
    one = await directed(request, Seasons, number)
    if len(one.joined) < 2:
        raise TooFewMembers
    await _store(request).hasten(one.number, request.services.clock.now())
    return said(request, Seasons, receipts.starting_text(request.texts))


async def result(request: Request, first: Person, points: TypedScore, second: Person, against: TypedScore) -> Message:
    """Set the points of a game of this season; 0:0 offers what may be meant. Raises `FixtureUnknown`."""
    one = await directed(request, Seasons)
    fixture = _fixture(one, (first.id, second.id))
    return await _set(request, one, fixture, (points, against) if fixture.first == first.id else (against, points))


def _fixture(one: League, people: Sequence[str]) -> Fixture:
    """The game of two people in this season. Raises `FixtureUnknown`."""
    ids = set(people)
    fixture = next((game for game in one.fixtures if {game.first, game.second} == ids), None)
    if fixture is None:
        raise FixtureUnknown
    return fixture


async def _set(request: Request, one: League, fixture: Fixture, seated: tuple[int, int]) -> Message:
    if not any(seated):
        return messages.nil_message(one, fixture, request.texts)
    known = fixture.sides or (FixtureSide(0), FixtureSide(0))
    own, other = (
        FixtureSide(made, side.bingos, side.best, side.missed) for made, side in zip(seated, known, strict=True)
    )
    await _store(request).correct(one, fixture, (own, other), request.services.clock.now())
    names = (one.name_of(fixture.first), one.name_of(fixture.second))
    told = result_text(names, seated, request.texts)
    return said(request, Seasons, request.texts.titled(bold(text.name_text(one, request.texts)), told))


async def rule(request: Request, number: int, season: int, fixture: int, lost: bool, sure: bool = False) -> Message:
    """Have both lose a game of this season, or have it count for neither, after a question.

    Raises `NoLeague` and `FixtureUnknown`.
    """
    one = await directed(request, Seasons, number)
    known = _numbered_fixture(one, season, fixture)
    if not sure:
        return messages.ruling_question(one, known, request.texts, lost=lost)
    side = FixtureSide(0, lost=lost, absent=not lost, void=not lost)
    await _store(request).correct(one, known, (side, side), request.services.clock.now())
    names = (one.name_of(known.first), one.name_of(known.second))
    return said(request, Seasons, (both_lose_text if lost else void_text)(names, request.texts))


def _numbered_fixture(one: League, season: int, fixture: int) -> Fixture:
    """A game of the season that is played. Raises `FixtureUnknown`."""
    known = next((game for game in one.fixtures if game.number == fixture), None)
    if known is None or one.playing is None or one.playing.number != season:
        raise FixtureUnknown
    return known


async def set_typed(request: Request, typed: str, number: int, season: int, fixture: int) -> Message:
    """Set a game's points as somebody types them; without any, there are other results to choose from.

    Raises `BadScores`, and as `rule`.
    """
    one = await directed(request, Seasons, number)
    known = _numbered_fixture(one, season, fixture)
    return await _set(request, one, known, read_scores(typed))


async def result_label(request: Request, number: int, season: int, fixture: int) -> str:
    """The players of a game, in the order of the points. Raises as `rule`."""
    one = await directed(request, Seasons, number)
    known = _numbered_fixture(one, season, fixture)
    return scores_label((one.name_of(known.first), one.name_of(known.second)), request.texts)


async def manage(request: Request, number: int) -> Message:
    """What a director can do. Raises `NoLeague`, and `NotDirector` for others."""
    return messages.panel_message(await directed(request, Seasons, number), request.texts)


async def result_of(request: Request, pressed: Press, number: int) -> Message:
    """The game of the two people chosen. Raises `FixtureUnknown`."""
    one = await directed(request, Seasons, number)
    return messages.fixture_message(one, _fixture(one, pressed.values), request.texts)


async def remove_chosen(request: Request, pressed: Press, number: int) -> Message:
    """Take the person chosen out, after a question if they have open games. Raises as `remove`."""
    one = await directed(request, Seasons, number)
    return await remove(request, _member(one, pressed.value), number)


async def remove_now(request: Request, number: int, person: int) -> Message:
    """Take somebody out. Raises as `remove`."""
    one = await directed(request, Seasons, number)
    return await _removed(request, one, _member(one, str(person)))


def _member(one: League, person: str) -> Person:
    known = next((member for member in one.members if member.person == person), None)
    if known is None:
        raise NotInLeague
    return Person(known.person, known.name)


async def ask_end_season(request: Request, number: int) -> Message:
    """Ask whether to end the season that is played. Raises `NoSeasonRuns`."""
    one, texts = await directed(request, Seasons, number), request.texts
    if not one.playing:
        raise NoSeasonRuns
    question = receipts.ending_season(one, texts)
    return ask(question, receipts.end_season_label(texts), messages.END_SEASON.id(number), texts)


async def end_season(request: Request, number: int) -> Message:
    """End the season that is played: the points on the board decide its open games. Raises `NoSeasonRuns`."""
    one = await directed(request, Seasons, number)
    await _store(request).end_season(one.number, request.services.clock.now())
    return said(request, Seasons, receipts.season_ending_text(request.texts))


async def file(request: Request, number: int) -> Message:
    """The standings of the newest season as a file, for a director. Raises as `export`."""
    return await _exported(request, await directed(request, Seasons, number))


async def ask_end(request: Request, number: int) -> Message:
    """Ask whether to end the league."""
    one, texts = await directed(request, Seasons, number), request.texts
    return ask(*receipts.ending(one, texts), messages.END.id(number), texts)


async def add(request: Request, player: Person, number: int | None = None) -> Message:
    """Enter somebody, also who was removed. Raises `NoSeatForBots`, `LeagueOver` and `LeagueFull`."""
    one = await directed(request, Seasons, number)
    await check_person(request, player)
    await _enter(request, one, player, directed=True)
    return said(request, Seasons, receipts.added_text(player.name, request.texts))


async def add_chosen(request: Request, pressed: Press, number: int) -> Message:
    """Enter the person chosen. Raises as `add`."""
    one = await directed(request, Seasons, number)
    person = await chosen_person(request, one, pressed.value)
    if person is None:
        raise NotInLeague
    return await add(request, person, number)


async def remove(request: Request, player: Person, number: int | None = None) -> Message:
    """Take somebody out of the league, also of the games under way, for good; open games are asked about first.

    Raises `NotInLeague`.
    """
    one = await directed(request, Seasons, number)
    if one.open_games(player.id):
        question = receipts.removing(one, player.id, request.texts)
        yes = messages.REMOVE_YES.id(one.number, Long(int(player.id)))
        return ask(question, take_out_label(request.texts), yes, request.texts)
    return await _removed(request, one, player)


async def _removed(request: Request, one: League, player: Person) -> Message:
    await _store(request).remove(one.number, player.id, request.services.clock.now())
    return said(request, Seasons, receipts.removed_text(player.name, request.texts))


async def move_chosen(request: Request, pressed: Press, number: int) -> Message:
    """Ask in which division the person chosen is to play. Raises as `_movable`."""
    one = await directed(request, Seasons, number)
    person = _movable(one, pressed.value)
    return messages.moving_message(one, person, await _store(request).next_divisions(one), request.texts)


async def move_to(request: Request, number: int, person: int, division: int) -> Message:
    """Have somebody play the next season in a division. Raises `NoRoomInDivision` and as `_movable`."""
    one, store = await directed(request, Seasons, number), _store(request)
    who = _movable(one, str(person))
    members = (replace(each, division=division) if each.person == who else each for each in one.members)
    divisions = await store.next_divisions(replace(one, members=tuple(members)))
    if not any(who in people for people in divisions[division - 1 : division]):
        raise NoRoomInDivision(one.terms.most)
    await store.move(one.number, who, division, request.services.clock.now())
    return said(request, Seasons, receipts.division_set_text(one, who, division, divisions, request.texts))


def _movable(one: League, person: str) -> str:
    """Somebody who can be moved to another division now. Raises `DivisionsStand` and `NotInLeague`."""
    if one.playing:
        raise DivisionsStand
    if person not in {member.person for member in one.joined}:
        raise NotInLeague
    return person


async def end(request: Request, number: int | None = None) -> Message:
    """End the league after the season that is played; if none is, everyone is told. Raises `LeagueOver`."""
    one = await directed(request, Seasons, number)
    await _store(request).end(one.number, request.services.clock.now())
    if not one.playing:
        with suppress(PermanentRefusal, TransientFailure):
            await _tell_over(request, one.number)
    return said(request, Seasons, receipts.ending_text(request.texts))


async def _tell_over(request: Request, number: int) -> None:
    seasons_ = _seasons(request)
    await seasons_.venue.tell_over(await known(request, Seasons, number), await seasons_.store.winners(number))


async def export(request: Request, season: Number | None = None) -> Message:
    """The standings as a file. Raises `NoSeason` and `TooOften`."""
    return await _exported(request, await _of_season(request, season))


async def _exported(request: Request, one: League) -> Message:
    if one.season is None:
        raise NoSeason
    await request.services.fair_use.spend(Limit.FILES, request.person.id, one.server)
    file = FileAttachment(file_name(one.name, f"league-{one.number}", f"-{one.season.number}.csv"), table(one))
    return Message((Text(receipts.file_text(request.texts)), file))


async def _of_season(request: Request, season: int | None) -> League:
    """The league of this channel with an earlier season."""
    found = await here(request, Seasons)
    return found if season is None else await _store(request).in_season(found, season)


def _seasons(request: Request) -> Seasons:
    return request.services.of(Seasons)


def _store(request: Request) -> LeagueStore:
    return _seasons(request).store


_NEW = slash(
    new,
    _("Set up a league in this channel; people join with a button"),
    Right.MODERATOR,
    options={
        **GAME_OPTIONS,
        "name": _("The league's name"),
        "days": CommandOption(_("How long a season lasts; by default, 14 days"), choices.lengths(SEASON)),
        "pause": CommandOption(_("Time between two seasons; by default, 2 days"), choices.lengths(PAUSE)),
        "size": _("People in a division; by default, 15"),
        "promoted": _("How many are promoted and relegated; by default, a sixth of a division"),
        "director": _("Someone to direct it, besides the moderators"),
    },
)
_STANDINGS = slash(
    standings,
    _("See the standings of a division"),
    Right.ANYONE,
    options={
        "division": _("The division; by default, yours"),
        "season": _("The season; by default, the newest"),
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
    _("Enter someone into the league, even after they were taken out"),
    Right.ANYONE,
    options={"player": _("The player")},
)
_REMOVE = slash(
    remove,
    _("Take someone out of the league, and out of the games under way"),
    Right.ANYONE,
    options={"player": _("The player")},
)
_EXPORT = slash(
    export,
    _("Get the standings of a season as a file"),
    Right.ANYONE,
    options={"season": _("The season; by default, the newest")},
)
_LEAGUE = group(
    "league",
    _("Leagues in this channel"),
    _STANDINGS,
    slash(seasons, _("See who won the earlier seasons"), Right.ANYONE),
    _EXPORT,
    only_in_servers=True,
)
_DIRECTED = group(
    "league",
    _("Set up and direct the league of this channel"),
    _NEW,
    slash(start, _("Begin the next season now"), Right.ANYONE),
    _RESULT,
    _ADD,
    _REMOVE,
    slash(end, _("End the league after the season under way"), Right.ANYONE),
)

FRONT = Front(
    commands=(_LEAGUE, UNDER_MANAGE(_DIRECTED)),
    joinables=(joinables,),
    buttons=(
        answers(messages.JOIN, join),
        answers(messages.LEAVE, leave),
        answers(messages.RULES, rules),
        answers(messages.LEGEND, legend),
        edits(messages.RULING, rule),
        leads_to_form(messages.FIXTURE, messages.chosen_fixture),
        edits(messages.REMOVE_YES, remove_now),
        answers(messages.FILE, file),
        answers(messages.ASK_END_SEASON, ask_end_season),
        edits(messages.END_SEASON, end_season),
        answers(messages.MANAGE, manage),
        answers(messages.START, start),
        with_press(messages.RESULT_OF, result_of, in_place=False),
        opens(messages.SET_RESULT, result_form, set_typed, labelled=result_label),
        with_press(messages.ADD, add_chosen, in_place=False),
        with_press(messages.REMOVE, remove_chosen, in_place=False),
        with_press(messages.MOVE, move_chosen, in_place=False),
        edits(messages.MOVE_TO, move_to),
        answers(messages.ASK_END, ask_end),
        edits(messages.END, end),
    ),
)
