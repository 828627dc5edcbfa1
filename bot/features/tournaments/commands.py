"""`/tournament` and `/manage tournament`: setting up, entering and looking at tournaments, and every button."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from enum import Enum
from functools import partial
from typing import TypeVar

from discord import app_commands
from discord.app_commands import Choice
from discord.app_commands import locale_str as _

from bot.competitions.directing import found_here, here, known, result_form, said
from bot.competitions.values import short_name
from bot.features.tournaments import directing, messages, receipts, text
from bot.features.tournaments.directing import RoundCount, rounds_of
from bot.features.tournaments.receipts import (
    LATEST_START,
    BadStart,
    NotEntered,
    NotMaker,
    NoTournament,
    NotPlaying,
    TakenOut,
    YouHaveNotEntered,
)
from bot.features.tournaments.rounds import Rounds
from bot.features.tournaments.store import check_room
from bot.features.tournaments.venue import ladder_of_games
from bot.front.components.message import Message, ask, say
from bot.front.interaction import choices
from bot.front.interaction.hooks import Front, Joinable
from bot.front.interaction.pressing import answers, edits, leads_to_form, opens, with_press
from bot.front.interaction.request import Interaction, Request, texts_of
from bot.front.interaction.slash import UNDER_MANAGE, CommandOption, group, slash
from bot.front.lobby.opening import (
    GAME_OPTIONS,
    OpeningOptions,
    RatingOption,
    check_bounds,
    check_range,
    check_threads,
    setup_of,
)
from bot.model.errors import NotOffered
from bot.pairing.bracket import has_room, plays_on
from bot.pairing.files import FORMATS
from bot.pairing.pictures import part_of, parts
from bot.pairing.text import format_title, name_text, spread_text, ties_title
from bot.pairing.values import Format, Leaving, State, Ties, Tournament, TournamentPlan
from bot.service.ports import PermanentRefusal, TransientFailure
from bot.service.rights import Right, moderates
from bot.text import Texts
from bot.text.settings import named_by
from bot.text.typedtimes import Reckoning, read_instant, region_of
from engine.game.clock import has_long_turns
from engine.game.state import Person, Setup
from engine.model.durations import DAY, MINUTE, Times, offer
from engine.model.rules import Rules

FIRST_MOVE_GRACE = 15 * MINUTE
"""How long players have for their first move where turns are short."""
CHECK_IN = 30 * MINUTE
"""How long before a planned start players check in, unless the moderator chooses otherwise."""
PAUSE = Times(offer("5m 10m 15m 30m 1h 12h 1d"), MINUTE, DAY, MINUTE)
GRACE = Times({"0": 0, **offer("5m 10m 15m 30m 1h 12h 1d")}, 0, DAY, MINUTE)
"""What can be chosen for `TournamentPlan`; a number counts in minutes."""

HillRounds = app_commands.Range[int, 0, 3]


async def formats(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """The ways to make pairs."""
    texts = await texts_of(interaction)
    return choices.matching(typed, ((format_title(one.value, texts), one.value) for one in Format))


async def tie_rules(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """What can decide a tie in a knockout."""
    texts = await texts_of(interaction)
    return choices.matching(typed, ((ties_title(one.value, texts), one.value) for one in Ties))


async def new(
    request: Request,
    interaction: Interaction,
    name: str = "",
    format: str = "",  # noqa: A002 - it is the option's name
    rounds: RoundCount | None = None,
    preset: str = "",
    language: str = "",
    variant: str = "",
    lexicon: str = "",
    director: Person | None = None,
    grace: choices.LengthOption = "",
    pause: choices.LengthOption = "",
    king_of_the_hill: HillRounds = 0,
    computer: choices.LevelOption | None = None,
    starts: choices.LengthOption = "",
    checkin: choices.LengthOption = "",
    lowest: RatingOption | None = None,
    highest: RatingOption | None = None,
    ties: str = "",
    absences: str = "",
) -> Message:
    """Make a tournament here.

    Raises `NoSuchLength`, what opening its games would, and what it refuses.
    """
    await _check_makes(request)
    check_threads(interaction)
    kind = named_value("format", format, Format.SWISS, format_title, request.texts)
    decides = named_value("ties", ties, Ties.GAME, ties_title, request.texts)
    check_bounds(lowest, highest)
    setup = await setup_of(OpeningOptions(preset, language, variant, lexicon, thread=True), request, opens=False)

    def length(option: str, typed: str, times: Times) -> int | None:
        return choices.length(option, typed, times, request.texts, setup.variant.language) if typed else None

    check_in = length("checkin", checkin, GRACE)
    begins = await read_start(request, starts, setup.variant.language) if starts.strip() else None
    plan = TournamentPlan(
        kind,
        rounds or 0,
        king_of_the_hill,
        length("grace", grace, GRACE) or None if grace else _grace(setup.rules),
        length("pause", pause, PAUSE),
        computer,
        begins,
        CHECK_IN if check_in is None else check_in,
        lowest,
        highest,
        decides,
        bool(absences),
    )
    title = short_name(name)
    directs, channel = director.id if director else None, request.place.channel_id
    made = Tournament(0, request.server(), channel, title, setup, request.person.id, directs, plan, State.GATHERING)
    await rounds_of(request).store.make(made, request.services.clock.now())
    await rounds_of(request).venue.tell_director(made, partial(name_text, made.name), request.services.clock.now())
    return said(request, Rounds, receipts.made_text(made, request.texts, await request.aloud(setup.variant.language)))


V = TypeVar("V", bound=Enum)


def named_value(option: str, typed: str, usual: V, title: Callable[[str, Texts], str], texts: Texts) -> V:
    """The value that somebody types by its name or title. Raises `NotOffered`."""
    offered = [one.value for one in type(usual)]
    named = named_by(option, typed, offered, texts, title) or usual.value
    if named not in offered:
        raise NotOffered(option, named, tuple(title(one, texts) for one in offered))
    return type(usual)(named)


async def read_start(request: Request, typed: str, game: str) -> int:
    """The instant that somebody types; `game` is the language of the games. Raises `BadStart`."""
    now, region = request.services.clock.now(), region_of((await request.profile()).locale, request.texts)
    reckoning = Reckoning(now, await request.services.people.zone(request.server()), region)
    try:
        starts = read_instant(typed, request.texts, game, reckoning)
    except (ValueError, OverflowError):
        raise BadStart(typed, reckoning) from None
    if not now < starts <= now + LATEST_START:
        raise BadStart(typed, reckoning)
    return starts


async def _check_makes(request: Request) -> None:
    server = request.server()
    if not moderates(request.member, server) and request.person.id not in await rounds_of(request).store.makers(server):
        raise NotMaker


async def allow(request: Request, player: Person | None = None, switch: str = choices.ON) -> Message:
    """Choose who makes tournaments besides the moderators; they are told. Raises `TooManyMakers`."""
    server, may = request.server(), switch == choices.ON
    if player:
        known = await rounds_of(request).store.makers(server)
        await rounds_of(request).store.allow(server, player.id, may=may)
        if may and player.id not in known:
            words = partial(receipts.maker_text, await request.services.posting.server_name(server))
            await rounds_of(request).venue.tell_in_person(
                server, player.id, words, f"makers/{server}/{request.services.clock.now()}"
            )
    return say(receipts.allowed_text(await rounds_of(request).store.makers(server), request.texts))


def _grace(rules: Rules) -> int | None:
    return FIRST_MOVE_GRACE if rules.is_timed and not has_long_turns(rules) else None


# --- players ------------------------------------------------------------------------------------------------------


async def join(request: Request, number: int) -> Message:
    """Enter a tournament, or ask the director to be let in once it is played.

    Raises `NoTournament`, `TakenOut`, and as `TournamentStore.enter`. Whoever had left the server comes back alone, but
    no button must bring back whom the director has taken out.
    """
    found = await known(request, Rounds, number)
    entry = found.of(request.person.id)
    leaving = entry.leaving if entry and entry.dropped else None
    if leaving is Leaving.REMOVED:
        raise TakenOut
    check_room(found, entry)
    await check_range(request, ladder_of_games(found), found.plan.low, found.plan.high)
    if found.state is State.PLAYING and entry is not None and not entry.dropped:
        return say(receipts.joined_text(found, request.texts))
    if found.state is State.PLAYING and leaving is not Leaving.GONE:
        await rounds_of(request).venue.ask_entry(found, request.person)
        return say(text.asked_text(request.texts))
    await rounds_of(request).store.enter(number, request.person, request.services.clock.now())
    return said(request, Rounds, receipts.joined_text(found, request.texts))


async def leave(request: Request, number: int) -> Message:
    """Leave a tournament, after a question where that costs something. Raises as `leave_now`."""
    found = await rounds_of(request).store.get(number)
    known = found.of(request.person.id) if found else None
    if found and known and not known.dropped and plays_on(found, known):
        question = receipts.leaving_question(found, known, request.texts)
        return ask(question, receipts.leave_label(request.texts), messages.LEAVE_YES.id(number), request.texts)
    return await leave_now(request, number)


async def leave_now(request: Request, number: int) -> Message:
    """Leave a tournament; the director is told. Raises `YouHaveNotEntered`, else as `TournamentStore.withdraw`."""
    before = await rounds_of(request).store.get(number)
    known = before.of(request.person.id) if before else None
    with _oneself():
        await rounds_of(request).store.withdraw(number, request.person.id, request.services.clock.now())
    directs = before is not None and request.person.id == before.directed_by
    if before and known and plays_on(before, known) and not directs:
        with suppress(PermanentRefusal, TransientFailure):
            await rounds_of(request).venue.tell_left(before, known)
    return said(request, Rounds, receipts.left_text(request.texts))


async def check_in(request: Request, number: int) -> Message:
    """Say that one is there. Raises `YouHaveNotEntered`, else as `TournamentStore.check_in`."""
    with _oneself():
        await rounds_of(request).store.check_in(number, request.person.id, request.services.clock.now())
    return said(request, Rounds, receipts.here_text(request.texts))


@contextmanager
def _oneself() -> Iterator[None]:
    try:
        yield
    except NotEntered:
        raise YouHaveNotEntered from None


async def standings(request: Request) -> Message:
    """The standings of the tournament here, for one person alone."""
    one = await here(request, Rounds)
    if not one.begun:
        raise NotPlaying
    if one.plan.format is Format.KNOCKOUT and one.state is State.PLAYING:
        return await show_bracket(request, one.number, one.begun)
    return await _shown(request, messages.standings_message(one, request.texts, goes_on=False))


async def show_bracket(request: Request, number: int, round: int) -> Message:  # noqa: A002
    """The part of a bracket in which one is oneself. Raises `NoTournament`."""
    one = await _seen(request, number)
    return await show_part(request, number, round, part_of(one, round, request.person.id))


async def show_part(request: Request, number: int, round: int, part: int) -> Message:  # noqa: A002
    """A part of a bracket. Raises `NoTournament`."""
    one = await _seen(request, number)
    shown = max(1, min(round, one.begun))
    return await _shown(request, messages.bracket_message(one, shown, part % parts(one, shown), request.texts))


async def rules(request: Request, number: int) -> Message:
    """The rules of a tournament in full. Raises `NoTournament`."""
    return messages.rules_message(await known(request, Rounds, number), request.texts)


async def legend(request: Request) -> Message:
    """What the numbers of standings mean."""
    return say(spread_text(request.texts))


async def _seen(request: Request, number: int) -> Tournament:
    """The same once it has begun."""
    found = await known(request, Rounds, number)
    if not found.begun:
        raise NoTournament
    return found


async def _shown(request: Request, told: Message) -> Message:
    return told.in_words() if (await request.profile()).text_board else told


async def joinables(request: Request) -> tuple[Joinable, ...]:
    """The tournament of the channel, if there is one."""
    if (one := await found_here(request, Rounds)) is None:
        return ()
    known = one.of(request.person.id)
    takes_part = one.state is not State.OVER and known is not None and not known.dropped
    is_open = not takes_part and one.state is not State.OVER and has_room(one, known)
    join_id, leave_id = messages.JOIN.id(one.number), messages.LEAVE.id(one.number)
    return (Joinable(name_text(one.name, request.texts), join_id, leave_id, is_open, takes_part),)


async def setup_here(request: Request) -> Setup | None:
    """The board and tiles of the tournament of this channel, until it is over."""
    found = await found_here(request, Rounds)
    return found.setup if found and found.state is not State.OVER else None


# --- commands and buttons -----------------------------------------------------------------------------------------

_NEW = slash(
    new,
    _("Set up a tournament in this channel; people join with a button"),
    Right.ANYONE,
    options={
        "name": _("The tournament's name"),
        "format": CommandOption(_("How rounds are paired; by default, Swiss"), formats),
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
        "ties": CommandOption(_("What decides a tie in a knockout; by default, a tie-break game"), tie_rules),
        "absences": CommandOption(
            _("Players can agree to pause and can be away; by default, only moderators can pause"), choices=choices.YES
        ),
        "king_of_the_hill": _("How many final rounds pair first with second, third with fourth, and so on"),
    },
)
_ALLOW = slash(
    allow,
    _("Choose who can set up tournaments besides the moderators"),
    Right.MODERATOR,
    options={
        "player": _("The person"),
        "switch": CommandOption(_("Whether this person can set up tournaments"), choices=choices.SWITCH),
    },
)
_START = slash(
    directing.start,
    _("Start the tournament and its first round"),
    Right.ANYONE,
    options={"wait": CommandOption(_("Look at the pairings of the first round before it begins"), choices=choices.YES)},
)
_PAIR = slash(
    directing.pair,
    _("Draw the pairings of the next round, or pair two players in it by hand"),
    Right.ANYONE,
    options={"first": _("A player"), "second": _("The opponent")},
)
_RESULT = slash(
    directing.result,
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
_ADD = slash(directing.add, _("Enter a player into the tournament"), Right.ANYONE, options={"player": _("The player")})
_DROP = slash(
    directing.drop,
    _("Take a player out of the tournament; a game under way is lost"),
    Right.ANYONE,
    options={"player": _("The player")},
)
_EXPORT = slash(
    directing.export,
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
    slash(standings, _("See the standings of this channel's tournament"), Right.ANYONE),
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
    slash(directing.undo, _("Clear the pairings of a round that has not begun"), Right.ANYONE, name="undo-round"),
    _EXPORT,
    slash(directing.end, _("End the tournament; games under way go on"), Right.ANYONE),
)

_MANAGED = (
    answers(messages.MANAGE, directing.panel),
    answers(messages.START, directing.start),
    answers(messages.NEXT, directing.begin),
    answers(messages.PAIRS, directing.pair),
    with_press(messages.PAIR_TWO, directing.pair_two, in_place=False),
    answers(messages.UNDO, directing.undo),
    with_press(messages.ENTER, directing.add_chosen, in_place=False),
    with_press(messages.LET_IN, directing.let_in, in_place=False),
    with_press(messages.DROP, directing.drop_chosen, in_place=False),
    edits(messages.DROP_YES, directing.drop_now),
    with_press(messages.SUBSTITUTE, directing.substitute, in_place=False),
    answers(messages.REOPEN, directing.reopen),
    with_press(messages.RESULTS_OF, directing.results_of, in_place=False),
    leads_to_form(messages.BOARD, directing.chosen_board),
    opens(messages.SET_RESULT, result_form, directing.set_typed, labelled=directing.result_label),
    edits(messages.RESULT, directing.settle),
    with_press(messages.TIE, directing.break_tie, in_place=False),
    answers(messages.FILE, directing.export),
    answers(messages.ASK_END, directing.ask_end),
    edits(messages.END, directing.end),
)

FRONT = Front(
    commands=(_TOURNAMENT, UNDER_MANAGE(_DIRECTED)),
    buttons=(
        answers(messages.JOIN, join),
        answers(messages.CHECK_IN, check_in),
        answers(messages.LEAVE, leave),
        edits(messages.LEAVE_YES, leave_now),
        answers(messages.RULES, rules),
        answers(messages.LEGEND, legend),
        answers(messages.BRACKET, show_bracket),
        edits(messages.PART, show_part),
        *_MANAGED,
    ),
    plays_here=(setup_here,),
    joinables=(joinables,),
)
