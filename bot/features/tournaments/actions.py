"""Making, entering and directing tournaments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial

from discord import app_commands
from discord.app_commands import Choice

from bot.competitions.opening import check_directs, check_person, read_scores
from bot.competitions.progress import BYE
from bot.competitions.text import both_lose_text, directs_text, result_text, scores_label, void_text
from bot.competitions.values import LONGEST_NAME
from bot.features.tournaments import TournamentServices, messages, receipts, text
from bot.features.tournaments.bracket import bracket, has_room, is_settled, passing
from bot.features.tournaments.files import FORMATS, file_name
from bot.features.tournaments.files import export as written
from bot.features.tournaments.messages import How
from bot.features.tournaments.pictures import part_of, parts
from bot.features.tournaments.rounds import Rounds, begin_next, draw_next, ladder_of_games, ratings_of
from bot.features.tournaments.rounds import start as start_now
from bot.features.tournaments.store import TournamentStore, check_room
from bot.features.tournaments.text import InLanguage
from bot.features.tournaments.values import (
    CHECK_IN,
    FIRST_MOVE_GRACE,
    FIXED,
    GRACE,
    LARGEST_SCORE,
    LATEST_START,
    MOST_ROUNDS,
    PAUSE,
    BadStart,
    BoardUnknown,
    Entrant,
    Format,
    Leaving,
    NotEntered,
    NotMaker,
    NoTournament,
    NotPlaying,
    Pairing,
    PairsAreFixed,
    Ruling,
    State,
    TakenOut,
    Ties,
    Tournament,
    TournamentPlan,
    YouHaveNotEntered,
)
from bot.front.components.message import FileAttachment, Message, Text, ask, say
from bot.front.interaction import choices
from bot.front.interaction.hooks import Joinable
from bot.front.interaction.pressing import Press
from bot.front.interaction.request import Interaction, Request, name_of, person_of, texts_of
from bot.front.lobby.opening import OpeningOptions, RatingOption, check_bounds, check_range, check_threads, setup_of
from bot.limits import Limit
from bot.model.errors import NotOffered
from bot.service.ports import PermanentRefusal, TransientFailure
from bot.service.rights import moderates
from bot.text import Texts
from bot.text.names import bold
from bot.text.settings import named_by
from bot.text.typeddates import Reckoning, read_instant, region_of
from engine.game.clock import has_long_turns
from engine.game.state import Person, Setup
from engine.model.durations import Times
from engine.model.rules import Rules

FORMAT_NAMES = tuple(one.value for one in Format)
TIE_NAMES = tuple(one.value for one in Ties)
RoundCount = app_commands.Range[int, 1, MOST_ROUNDS]
TypedScore = app_commands.Range[int, -LARGEST_SCORE, LARGEST_SCORE]
HillRounds = app_commands.Range[int, 0, 3]


async def formats(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """The ways to make pairs."""
    texts = await texts_of(interaction)
    return choices.matching(typed, ((text.format_title(name, texts), name) for name in FORMAT_NAMES))


async def tie_rules(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """What can decide a tie in a knockout."""
    texts = await texts_of(interaction)
    return choices.matching(typed, ((text.ties_title(name, texts), name) for name in TIE_NAMES))


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
    kind = named_by("format", format, FORMAT_NAMES, request.texts) or Format.SWISS.value
    if kind not in FORMAT_NAMES:
        raise NotOffered("format", kind, tuple(text.format_title(one, request.texts) for one in FORMAT_NAMES))
    decides = named_by("ties", ties, TIE_NAMES, request.texts, text.ties_title) or Ties.GAME.value
    if decides not in TIE_NAMES:
        raise NotOffered("ties", decides, tuple(text.ties_title(one, request.texts) for one in TIE_NAMES))
    check_bounds(lowest, highest)
    setup = await setup_of(OpeningOptions(preset, language, variant, lexicon, thread=True), request, opens=False)

    def length(option: str, typed: str, times: Times) -> int | None:
        return choices.length(option, typed, times, request.texts, setup.variant.language) if typed else None

    check_in = length("checkin", checkin, GRACE)
    begins = await read_start(request, starts, setup.variant.language) if starts.strip() else None
    plan = TournamentPlan(
        Format(kind),
        rounds or 0,
        king_of_the_hill,
        length("grace", grace, GRACE) or None if grace else _grace(setup.rules),
        length("pause", pause, PAUSE),
        computer,
        begins,
        CHECK_IN if check_in is None else check_in,
        lowest,
        highest,
        Ties(decides),
        bool(absences),
    )
    title = " ".join(name.split())[:LONGEST_NAME]
    directs, channel = director.id if director else None, request.place.channel_id
    made = Tournament(0, request.server(), channel, title, setup, request.person.id, directs, plan, State.GATHERING)
    await _store(request).make(made, _now(request))
    if directs not in (None, request.person.id):
        words = partial(_directs, title, channel)
        await _rounds(request).tell_in_person(made.server, str(directs), words, f"directs/{channel}/{_now(request)}")
    return _said(request, receipts.made_text(made, request.texts, await request.aloud(setup.variant.language)))


def _directs(name: str, channel: int, texts: Texts) -> str:
    return directs_text(text.name_text(name, texts), channel, texts)


async def read_start(request: Request, typed: str, game: str) -> int:
    """The instant that somebody types; `game` is the language of the games. Raises `BadStart`."""
    now, region = _now(request), region_of((await request.profile()).locale, request.texts)
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
    if not moderates(request.member, server) and request.person.id not in await _store(request).makers(server):
        raise NotMaker


async def allow(request: Request, player: Person | None = None, switch: str = choices.ON) -> Message:
    """Choose who makes tournaments besides the moderators; they are told. Raises `TooManyMakers`."""
    server, may = request.server(), switch == choices.ON
    if player:
        known = await _store(request).makers(server)
        await _store(request).allow(server, player.id, may=may)
        if may and player.id not in known:
            words = partial(receipts.maker_text, await request.services.posting.server_name(server))
            await _rounds(request).tell_in_person(server, player.id, words, f"makers/{server}/{_now(request)}")
    return say(receipts.allowed_text(await _store(request).makers(server), request.texts))


def _grace(rules: Rules) -> int | None:
    return FIRST_MOVE_GRACE if rules.is_timed and not has_long_turns(rules) else None


# --- players ------------------------------------------------------------------------------------------------------


async def join(request: Request, number: int) -> Message:
    """Enter a tournament, or ask the director to be let in once it is played.

    Raises `NoTournament`, `TakenOut`, and as `TournamentStore.enter`. Whoever had left the server comes back alone, but
    no button must bring back whom the director has taken out.
    """
    found = await _known(request, number)
    known = found.of(request.person.id)
    leaving = known.leaving if known and known.dropped else None
    if leaving is Leaving.REMOVED:
        raise TakenOut
    check_room(found, known)
    await check_range(request, ladder_of_games(found), found.plan.low, found.plan.high)
    if found.state is State.PLAYING and known is not None and not known.dropped:
        return say(receipts.joined_text(found, request.texts))
    if found.state is State.PLAYING and leaving is not Leaving.GONE:
        await _rounds(request).ask_entry(found, request.person)
        return say(text.asked_text(request.texts))
    await _store(request).enter(number, request.person, _now(request))
    return _said(request, receipts.joined_text(found, request.texts))


async def let_in(request: Request, pressed: Press, number: int, person: int) -> Message:
    """Enter somebody who has asked. Raises `NotEntered` if they have left the server, else as `add`."""
    one = await directed(request, number)
    member = await request.services.posting.mailbox().member(one.server, person)
    if member is None:
        raise NotEntered
    await _store(request).enter(one.number, person_of(member), _now(request))
    await _tell_entered(request, one, person_of(member), pressed.message.id if pressed.message else None)
    return _said(request, receipts.entered_text(name_of(member), request.texts))


async def _tell_entered(request: Request, one: Tournament, person: Person, asked: int | None = None) -> None:
    """Tell somebody who has been let in late; what the channel refuses does not put them out again."""
    with suppress(PermanentRefusal, TransientFailure):
        await _rounds(request).tell_entered(one, person, asked)


async def _answered(request: Request, pressed: Press, one: Tournament, words: InLanguage) -> Message:
    """Say to everyone, and to whoever has pressed, how a question to the director was answered."""
    if pressed.message:
        await _rounds(request).tell_answer(one, pressed.message.id, words)
    return _said(request, words(request.texts))


async def leave(request: Request, number: int) -> Message:
    """Leave a tournament, after a question where that costs something. Raises as `leave_now`."""
    found = await _store(request).get(number)
    known = found.of(request.person.id) if found else None
    if found and known and not known.dropped and _plays_on(found, known):
        question = receipts.leaving_question(found, known, request.texts)
        return ask(question, receipts.leave_label(request.texts), messages.LEAVE_YES.id(number), request.texts)
    return await leave_now(request, number)


def _plays_on(one: Tournament, entrant: Entrant) -> bool:
    """Whether somebody has a game left to play in a tournament that is played, as far as is known."""
    if one.state is not State.PLAYING:
        return False
    if one.plan.format is not Format.KNOCKOUT or not one.begun:
        return True
    return not bracket(one.entrants, one.counted).is_out(entrant.number)


async def leave_now(request: Request, number: int) -> Message:
    """Leave a tournament; the director is told. Raises `YouHaveNotEntered`, else as `TournamentStore.withdraw`."""
    before = await _store(request).get(number)
    known = before.of(request.person.id) if before else None
    with _oneself():
        await _store(request).withdraw(number, request.person.id, _now(request))
    directs = before is not None and request.person.id == (before.director or before.maker)
    if before and known and _plays_on(before, known) and not directs:
        with suppress(PermanentRefusal, TransientFailure):
            await _rounds(request).tell_left(before, known)
    return _said(request, receipts.left_text(request.texts))


async def check_in(request: Request, number: int) -> Message:
    """Say that one is there. Raises `YouHaveNotEntered`, else as `TournamentStore.check_in`."""
    with _oneself():
        await _store(request).check_in(number, request.person.id, _now(request))
    return _said(request, receipts.here_text(request.texts))


@contextmanager
def _oneself() -> Iterator[None]:
    try:
        yield
    except NotEntered:
        raise YouHaveNotEntered from None


async def standings(request: Request) -> Message:
    """The standings of the tournament here, for one person alone."""
    one = await _here(request)
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
    return messages.rules_message(await _known(request, number), request.texts)


async def legend(request: Request) -> Message:
    """What the numbers of standings mean."""
    return say(text.spread_text(request.texts))


async def _known(request: Request, number: int) -> Tournament:
    """A tournament of this server. Raises `NoTournament`."""
    found = await _store(request).get(number)
    if found is None or found.server != request.server():
        raise NoTournament
    return found


async def _seen(request: Request, number: int) -> Tournament:
    """The same once it has begun."""
    found = await _known(request, number)
    if not found.begun:
        raise NoTournament
    return found


async def _shown(request: Request, told: Message) -> Message:
    return told.in_words() if (await request.profile()).text_board else told


# --- directors ----------------------------------------------------------------------------------------------------


async def start(request: Request, wait: str = "", number: int | None = None) -> Message:
    """End the gathering; unless the director wants to `wait`, the first round begins."""
    one = await _directed(request, number)
    await _end_gathering(request, one)
    if wait:
        await draw_next(_store(request), await _present(request, await directed(request, one.number)), _now(request))
        return await _drawn(request, one.number)
    await _present(request, await directed(request, one.number))
    await begin_next(_store(request), one.number, 0, _now(request))
    return await _begun(request, one.number)


async def start_pressed(request: Request, number: int) -> Message:
    """End the gathering of a tournament, and begin its first round. Raises as `begin`."""
    await _end_gathering(request, await directed(request, number))
    return await begin(request, number, 0)


async def _end_gathering(request: Request, one: Tournament) -> None:
    await start_now(_store(request), one, await ratings_of(one, request.services.standing.ratings), _now(request))


async def _begun(request: Request, number: int) -> Message:
    """That the newest round begins."""
    one = await directed(request, number)
    games = sum(board.points is None for board in one.round(one.begun))
    return _said(request, receipts.begun_text(one, games, request.texts))


async def pair(
    request: Request, first: Person | None = None, second: Person | None = None, of: int | None = None
) -> Message:
    """Draw the pairs of the next round, or pair two in it; their opponents meet each other."""
    one = await _directed(request, of)
    if one.drawn == one.begun:
        await draw_next(_store(request), await _present(request, one), _now(request))
        one = await _directed(request, one.number)
    if first and second:
        if one.plan.format in FIXED:
            raise PairsAreFixed
        await _store(request).redraw(one.number, _swapped(one, first, second), _now(request))
    return await _drawn(request, one.number)


def _swapped(one: Tournament, first: Person, second: Person) -> list[Pairing]:
    """The boards of two players as they are once these two meet. Raises `NotEntered`."""
    a, b = _entrant(one, first).number, _entrant(one, second).number
    boards = [board for board in one.round(one.drawn) if {a, b} & set(board.players)]
    if a == b or sum(n in (a, b) for board in boards for n in board.players) < 2:
        raise NotEntered
    if len(boards) == 1:
        return [replace(boards[0], first=a, second=b)]
    others = [next((n for n in board.players if n not in (a, b)), None) for board in boards]
    rest = sorted((n for n in others if n is not None), key=others.index)
    whole, left = sorted(boards, key=lambda board: board.second is None)
    met = replace(whole, first=a, second=b, points=None)
    return [met, replace(left, first=rest[0], second=rest[1] if len(rest) > 1 else None)]


async def _drawn(request: Request, of: int | None = None) -> Message:
    """The pairs that wait for their round, with the button that begins it."""
    one = await _directed(request, of)
    return messages.drawn_message(one, request.texts)


async def begin(request: Request, number: int, after: int) -> Message:
    """Begin the round after one. Raises `NoTournament` and `NotDirector`, and as `begin_next`."""
    await _present(request, await directed(request, number))
    await begin_next(_store(request), number, after, _now(request))
    return await _begun(request, number)


async def _present(request: Request, one: Tournament) -> Tournament:
    """A tournament without those who have left the server, if a round of it can be drawn now."""
    return await _rounds(request).present(one) if is_settled(one) else one


async def directed(request: Request, number: int) -> Tournament:
    """The tournament of a button, for whoever directs it. Raises `NoTournament`, and `NotDirector` for others."""
    found = await _store(request).get(number)
    if found is None:
        raise NoTournament
    check_directs(request, found)
    return found


async def result(
    request: Request, number: RoundCount, first: Person, points: TypedScore, second: Person, against: TypedScore
) -> Message:
    """Set the points of two players in a round. Raises `NotEntered`, and as `TournamentStore.correct`.

    0:0 is no result, and offers what is meant. What would change a later round whose game has begun is asked first.
    """
    one = await _directed(request)
    a, b = _entrant(one, first).number, _entrant(one, second).number
    boards = [board for board in one.round(number) if {a, b} == set(board.players)]
    board = next((board for board in reversed(boards) if board.ruling is not Ruling.VOID), None)
    if board is None or a == b:
        raise BoardUnknown
    return await _set(request, one, board, (points, against) if board.first == a else (against, points))


async def set_typed(request: Request, typed: str, number: int, round: int, board: int) -> Message:  # noqa: A002
    """Set a board's points as somebody types them; without any, there are other results to choose from.

    Raises `BadScores` and `BoardUnknown`, and as `result`.
    """
    one = await directed(request, number)
    known = board_of(one, round, board)
    return await _set(request, one, known, read_scores(typed) if typed.strip() else (0, 0))


async def result_label(request: Request, number: int, round: int, board: int) -> str:  # noqa: A002
    """The players of a board, in the order of the points. Raises as `set_typed`."""
    one = await directed(request, number)
    return scores_label(text.sides(one, board_of(one, round, board), request.texts), request.texts)


async def _set(request: Request, one: Tournament, board: Pairing, points: tuple[int, int]) -> Message:
    corrected = replace(board, points=points, ruling=None)
    if not any(points):
        return messages.nil_message(one, corrected, request.texts)
    return await _corrected(request, one, corrected)


async def settle(
    request: Request,
    number: int,
    round: int,  # noqa: A002
    board: int,
    first: int,
    second: int,
    how: How,
    sure: bool = False,
) -> Message:
    """Set a result that the director has been asked about; a ruling is asked about first. Raises as `result`."""
    one = await directed(request, number)
    known = board_of(one, round, board)
    if how in (How.BOTH_LOSE, How.VOID) and not sure:
        return messages.ruling_question(one, known, how, request.texts)
    match how:
        case How.BOTH_LOSE:
            ruled = replace(known, points=(-BYE, -BYE), ruling=Ruling.BOTH_LOSE)
        case How.VOID:
            ruled = replace(known, points=(0, 0), ruling=Ruling.VOID)
        case _:
            return await _corrected(request, one, replace(known, points=(first, second), ruling=None), how)
    return await _corrected(request, one, ruled, How.KEEP if how is How.VOID else None)


def board_of(one: Tournament, number: int, board: int) -> Pairing:
    """A board of a round. Raises `BoardUnknown`."""
    known = next((each for each in one.round(number) if each.board == board), None)
    if known is None:
        raise BoardUnknown
    return known


async def _corrected(request: Request, one: Tournament, board: Pairing, how: How | None = None) -> Message:
    """Set a result; without a word on `how`, one that changes what has begun is asked about."""
    texts, change = request.texts, passing(one, board)
    if change and how is None and (change.is_late or await _has_begun(request, change.off)):
        return messages.passing_message(one, board, change, texts)
    follows = change is not None and how is not How.KEEP and not change.is_late
    await _store(request).correct(one.number, board, _now(request), follow=follows)
    names = text.sides(one, board, texts)
    assert board.points is not None
    if board.ruling is not None:
        told = (both_lose_text if board.ruling is Ruling.BOTH_LOSE else void_text)(names, texts)
    else:
        told = result_text(names, board.points, texts)
    lines = [texts.titled(bold(text.name_text(one.name, texts)), told), receipts.tie_set_text(one, board, texts)]
    lines += [text.passing_text(one, change, texts)] if change and follows else []
    if one.state is State.OVER and (await directed(request, one.number)).state is State.PLAYING:
        lines.append(receipts.reopened_text(texts))
    return _said(request, "\n".join(filter(None, lines)))


async def _has_begun(request: Request, boards: Sequence[Pairing]) -> bool:
    """Whether somebody has made a move on one of these boards, or it is over."""
    for board in boards:
        if board.second is not None and board.points is not None:
            return True
        if board.game and (await request.state(board.game)).turn > 1:
            return True
    return False


async def break_tie(
    request: Request,
    pressed: Press,
    number: int,
    round: int,  # noqa: A002
    board: int,
    advances: int,
) -> Message:
    """Say who plays on after a tie, or that a further game decides. Raises as `TournamentStore.break_tie`."""
    one = await directed(request, number)
    known = board_of(one, round, board)
    await _store(request).break_tie(one.number, known, _now(request), advances=advances or None)
    name = one.entrant(advances).name if advances else None
    return await _answered(request, pressed, one, partial(receipts.broken_text, name))


async def add(request: Request, player: Person, of: int | None = None) -> Message:
    """Enter somebody, who is told of it once it is played. Raises `NoSeatForBots`, and as `TournamentStore.enter`."""
    one = await _directed(request, of)
    await check_person(request, player)
    known = one.of(player.id)
    await _store(request).enter(one.number, player, _now(request))
    if known and not known.dropped:
        return say(receipts.already_in_text(player.name, request.texts))
    if one.state is State.PLAYING:
        await _tell_entered(request, one, player)
    return _said(request, receipts.entered_text(player.name, request.texts))


async def substitute(request: Request, player: Person, number: int, out: int) -> Message:
    """Let somebody take the place of an entrant who has left a knockout.

    Raises `NoSeatForBots`, and as `TournamentStore.substitute`.
    """
    one = await directed(request, number)
    await check_person(request, player)
    await _store(request).substitute(number, player, out, _now(request))
    await _tell_entered(request, one, player)
    return _said(request, receipts.substituted_text(player.name, one.entrant(out).name, request.texts))


async def reopen(request: Request, number: int) -> Message:
    """Let a tournament go on that was ended too early. Raises as `TournamentStore.reopen`."""
    one = await directed(request, number)
    await _store(request).reopen(one.number, _now(request))
    return _said(request, receipts.reopened_text(request.texts))


async def drop(request: Request, player: Person, of: int | None = None) -> Message:
    """Take somebody out, who loses a game under way. Raises as `TournamentStore.withdraw`."""
    one = await _directed(request, of)
    await _store(request).withdraw(one.number, player.id, _now(request), Leaving.REMOVED)
    return _said(request, receipts.dropped_text(player.name, request.texts))


async def undo(request: Request, number: int | None = None) -> Message:
    """Forget the pairs of a round that has not begun. Raises `RoundHasBegun`."""
    one = await _directed(request, number)
    cleared = await _store(request).undo(one.number, _now(request))
    return _said(request, receipts.undone_text(cleared, request.texts))


async def end(request: Request, number: int | None = None) -> Message:
    """End the tournament. Raises `NotPlaying` if it is over."""
    one = await _directed(request, number)
    await _store(request).end(one.number, _now(request))
    return _said(request, text.state_text(await _directed(request, one.number), request.texts))


async def export(request: Request, format: str = "", number: int | None = None) -> Message:  # noqa: A002
    """The tournament as a file, or as those that most programs read. Raises `TooOften`."""
    one = await _directed(request, number)
    await request.services.fair_use.spend(Limit.FILES, request.person.id, one.server)
    kinds = (format,) if format else FORMATS[:2]
    files = [FileAttachment(file_name(one, kind), written(one, kind)) for kind in kinds]
    return Message((Text(receipts.file_text(request.texts)), *files))


def _entrant(one: Tournament, person: Person) -> Entrant:
    found = one.of(person.id)
    if found is None:
        raise NotEntered
    return found


async def joinables(request: Request) -> tuple[Joinable, ...]:
    """The tournament of the channel, if there is one."""
    if (one := await _found(request)) is None:
        return ()
    known = one.of(request.person.id)
    takes_part = one.state is not State.OVER and known is not None and not known.dropped
    is_open = not takes_part and one.state is not State.OVER and has_room(one, known)
    join_id, leave_id = messages.JOIN.id(one.number), messages.LEAVE.id(one.number)
    return (Joinable(text.name_text(one.name, request.texts), join_id, leave_id, is_open, takes_part),)


async def setup_here(request: Request) -> Setup | None:
    """The board and tiles of the tournament of this channel, until it is over."""
    found = await _found(request)
    return found.setup if found and found.state is not State.OVER else None


async def _here(request: Request) -> Tournament:
    """The tournament of this channel. Raises `NoTournament`."""
    found = await _found(request)
    if found is None:
        raise NoTournament
    return found


async def _found(request: Request) -> Tournament | None:
    """The tournament of this channel, also in its threads."""
    return await _store(request).here(request.parent or request.place.channel_id)


async def _directed(request: Request, number: int | None = None) -> Tournament:
    """The same, or that of a button, for whoever directs it. Raises `NotDirector` for others."""
    if number is not None:
        return await directed(request, number)
    found = await _here(request)
    check_directs(request, found)
    return found


def _said(request: Request, told: str) -> Message:
    _rounds(request).wake()
    return say(told)


def _rounds(request: Request) -> Rounds:
    return request.services.of(TournamentServices).rounds


def _store(request: Request) -> TournamentStore:
    return request.services.of(TournamentServices).store


def _now(request: Request) -> int:
    return request.services.clock.now()
