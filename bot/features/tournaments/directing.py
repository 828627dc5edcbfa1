"""What directors do: rounds, results, and who plays. Each has a command, or what is behind **Manage**, or both."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

from discord import app_commands

from bot.competitions.directing import (
    OfCompetition,
    check_person,
    chosen_game,
    chosen_person,
    directed,
    read_scores,
    said,
)
from bot.competitions.results import BYE
from bot.competitions.text import both_lose_text, result_text, scores_label, take_out_label, void_text
from bot.features.tournaments import messages, receipts, text
from bot.features.tournaments.messages import How, OfTournamentGame
from bot.features.tournaments.receipts import BoardUnknown, NotEntered, PairsAreFixed
from bot.features.tournaments.rounds import Rounds, begin_next, draw_next
from bot.features.tournaments.rounds import start as start_now
from bot.features.tournaments.text import InLanguage
from bot.features.tournaments.venue import ratings_of
from bot.front.components.buttons import RequestedAction
from bot.front.components.message import FileAttachment, Message, Text, ask, say
from bot.front.components.payloads import Long
from bot.front.interaction.pressing import Press
from bot.front.interaction.request import Request
from bot.limits import Limit
from bot.model.errors import UnknownAction
from bot.pairing.bracket import is_settled, passing
from bot.pairing.files import FORMATS, file_name
from bot.pairing.files import export as written
from bot.pairing.text import name_text, passing_text, sides
from bot.pairing.values import FIXED, MOST_ROUNDS, Entrant, Leaving, Pairing, Ruling, State, Tournament
from bot.service.ports import PermanentRefusal, TransientFailure
from bot.text.names import bold
from engine.game.state import Person

LARGEST_SCORE = 9999
RoundCount = app_commands.Range[int, 1, MOST_ROUNDS]
TypedScore = app_commands.Range[int, -LARGEST_SCORE, LARGEST_SCORE]


def rounds_of(request: Request) -> Rounds:
    """What sees to tournaments, with their store and their venue."""
    return request.services.of(Rounds)


async def panel(request: Request, number: int) -> Message:
    """What the director can do. Raises `NoTournament`, and `NotDirector` for others."""
    return messages.panel_message(await directed(request, Rounds, number), request.texts)


# --- rounds -------------------------------------------------------------------------------------------------------


async def start(request: Request, wait: str = "", number: int | None = None) -> Message:
    """End the gathering; unless the director wants to `wait`, the first round begins. Raises as `begin`."""
    one = await directed(request, Rounds, number)
    store, now = rounds_of(request).store, request.services.clock.now()
    await start_now(store, one, await ratings_of(one, request.services.standing.ratings), now)
    return await (pair(request, number=one.number) if wait else begin(request, one.number, 0))


async def pair(
    request: Request, first: Person | None = None, second: Person | None = None, number: int | None = None
) -> Message:
    """Draw the pairs of the next round, or pair two in it; their opponents meet each other. Raises `NotPlaying`."""
    one = await directed(request, Rounds, number)
    if one.drawn == one.begun:
        await draw_next(rounds_of(request).store, await _present(request, one), request.services.clock.now())
        one = await directed(request, Rounds, one.number)
    if first and second:
        if one.plan.format in FIXED:
            raise PairsAreFixed
        await rounds_of(request).store.redraw(one.number, _swapped(one, first, second), request.services.clock.now())
    return messages.drawn_message(await directed(request, Rounds, one.number), request.texts)


async def pair_two(request: Request, pressed: Press, number: int) -> Message:
    """Pair two people in the next round. Raises as `pair`."""
    one = await directed(request, Rounds, number)
    if len(pressed.values) != 2:
        raise UnknownAction
    first, second = (_entrant(one, value).player for value in pressed.values)
    return await pair(request, first, second, number)


def _swapped(one: Tournament, first: Person, second: Person) -> list[Pairing]:
    """The boards of two players as they are once these two meet. Raises `NotEntered`."""
    a, b = _entrant(one, first.id).number, _entrant(one, second.id).number
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


async def begin(request: Request, number: int, after: int) -> Message:
    """Begin the round after one. Raises `NoTournament` and `NotDirector`, and as `begin_next`."""
    await _present(request, await directed(request, Rounds, number))
    await begin_next(rounds_of(request).store, number, after, request.services.clock.now())
    one = await directed(request, Rounds, number)
    games = sum(board.points is None for board in one.round(one.begun))
    return said(request, Rounds, receipts.begun_text(one, games, request.texts))


async def _present(request: Request, one: Tournament) -> Tournament:
    """A tournament without those who have left the server, if a round of it can be drawn now."""
    return await rounds_of(request).present(one) if is_settled(one) else one


async def undo(request: Request, number: int | None = None) -> Message:
    """Forget the pairs of a round that has not begun. Raises `RoundHasBegun`."""
    one = await directed(request, Rounds, number)
    cleared = await rounds_of(request).store.undo(one.number, request.services.clock.now())
    return said(request, Rounds, receipts.undone_text(cleared, request.texts))


async def ask_end(request: Request, number: int) -> Message:
    """Ask whether to end the tournament."""
    one = await directed(request, Rounds, number)
    return ask(*text.ending(one, request.texts), messages.END.id(number), request.texts)


async def end(request: Request, number: int | None = None) -> Message:
    """End the tournament. Raises `NotPlaying` if it is over."""
    one = await directed(request, Rounds, number)
    await rounds_of(request).store.end(one.number, request.services.clock.now())
    return said(request, Rounds, text.state_text(await directed(request, Rounds, one.number), request.texts))


async def reopen(request: Request, number: int) -> Message:
    """Let a tournament go on that was ended too early. Raises as `TournamentStore.reopen`."""
    one = await directed(request, Rounds, number)
    await rounds_of(request).store.reopen(one.number, request.services.clock.now())
    return said(request, Rounds, receipts.reopened_text(request.texts))


async def export(request: Request, format: str = "", number: int | None = None) -> Message:  # noqa: A002
    """The tournament as a file, or as those that most programs read. Raises `TooOften`."""
    one = await directed(request, Rounds, number)
    await request.services.fair_use.spend(Limit.FILES, request.person.id, one.server)
    kinds = (format,) if format else FORMATS[:2]
    files = [FileAttachment(file_name(one, kind), written(one, kind)) for kind in kinds]
    return Message((Text(receipts.file_text(request.texts)), *files))


# --- results ------------------------------------------------------------------------------------------------------


async def result(
    request: Request, number: RoundCount, first: Person, points: TypedScore, second: Person, against: TypedScore
) -> Message:
    """Set the points of two players in a round. Raises `NotEntered`, and as `TournamentStore.correct`.

    0:0 is no result, and offers what is meant. What would change a later round whose game has begun is asked first.
    """
    one = await directed(request, Rounds)
    a, b = _entrant(one, first.id).number, _entrant(one, second.id).number
    boards = [board for board in one.round(number) if {a, b} == set(board.players)]
    board = next((board for board in reversed(boards) if board.ruling is not Ruling.VOID), None)
    if board is None or a == b:
        raise BoardUnknown
    return await _set(request, one, board, (points, against) if board.first == a else (against, points))


async def results_of(request: Request, pressed: Press, number: int) -> Message:
    """The games of the person chosen. Raises `NotEntered`."""
    one = await directed(request, Rounds, number)
    player = _entrant(one, pressed.value).number
    played = [board for board in messages.games_to_set(one) if player in board.players]
    if not played:
        raise NotEntered
    return messages.games_message(one, played, request.texts)


def chosen_board(payload: OfCompetition, pressed: Press) -> RequestedAction:
    """The form for the result of the game chosen."""
    game = OfTournamentGame(payload.number, *chosen_game(pressed.value))
    return RequestedAction(messages.SET_RESULT, game)


async def set_typed(request: Request, typed: str, number: int, round: int, board: int) -> Message:  # noqa: A002
    """Set a board's points as somebody types them; without any, there are other results to choose from.

    Raises `BadScores` and `BoardUnknown`, and as `result`.
    """
    one = await directed(request, Rounds, number)
    known = _board(one, round, board)
    return await _set(request, one, known, read_scores(typed))


async def result_label(request: Request, number: int, round: int, board: int) -> str:  # noqa: A002
    """The players of a board, in the order of the points. Raises as `set_typed`."""
    one = await directed(request, Rounds, number)
    return scores_label(sides(one, _board(one, round, board), request.texts), request.texts)


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
    one = await directed(request, Rounds, number)
    known = _board(one, round, board)
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


def _board(one: Tournament, number: int, board: int) -> Pairing:
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
    await rounds_of(request).store.correct(one.number, board, request.services.clock.now(), follow=follows)
    names = sides(one, board, texts)
    assert board.points is not None
    if board.ruling is not None:
        told = (both_lose_text if board.ruling is Ruling.BOTH_LOSE else void_text)(names, texts)
    else:
        told = result_text(names, board.points, texts)
    lines = [texts.titled(bold(name_text(one.name, texts)), told), receipts.tie_set_text(one, board, texts)]
    lines += [passing_text(one, change, texts)] if change and follows else []
    if one.state is State.OVER and (await directed(request, Rounds, one.number)).state is State.PLAYING:
        lines.append(receipts.reopened_text(texts))
    return said(request, Rounds, "\n".join(filter(None, lines)))


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
    one = await directed(request, Rounds, number)
    known = _board(one, round, board)
    await rounds_of(request).store.break_tie(one.number, known, request.services.clock.now(), advances=advances or None)
    name = one.entrant(advances).name if advances else None
    return await _answered(request, pressed, one, partial(receipts.broken_text, name))


async def _answered(request: Request, pressed: Press, one: Tournament, words: InLanguage) -> Message:
    """Say to everyone, and to whoever has pressed, how a question to the director was answered."""
    if pressed.message:
        await rounds_of(request).venue.tell_answer(one, pressed.message.id, words)
    return said(request, Rounds, words(request.texts))


# --- who plays ----------------------------------------------------------------------------------------------------


async def let_in(request: Request, pressed: Press, number: int, person: int) -> Message:
    """Enter somebody who has asked. Raises `NotEntered` if they have left the server, else as `add`."""
    one = await directed(request, Rounds, number)
    player = await _member(request, one, str(person))
    await rounds_of(request).store.enter(number, player, request.services.clock.now())
    await _tell_entered(request, one, player, pressed.message.id if pressed.message else None)
    return said(request, Rounds, receipts.entered_text(player.name, request.texts))


async def _tell_entered(request: Request, one: Tournament, person: Person, asked: int | None = None) -> None:
    """Tell somebody who has been let in late; what the channel refuses does not put them out again."""
    with suppress(PermanentRefusal, TransientFailure):
        await rounds_of(request).venue.tell_entered(one, person, asked)


async def add(request: Request, player: Person, number: int | None = None) -> Message:
    """Enter somebody, who is told of it once it is played. Raises `NoSeatForBots`, and as `TournamentStore.enter`."""
    one = await directed(request, Rounds, number)
    await check_person(request, player)
    known = one.of(player.id)
    await rounds_of(request).store.enter(one.number, player, request.services.clock.now())
    if known and not known.dropped:
        return say(receipts.already_in_text(player.name, request.texts))
    if one.state is State.PLAYING:
        await _tell_entered(request, one, player)
    return said(request, Rounds, receipts.entered_text(player.name, request.texts))


async def add_chosen(request: Request, pressed: Press, number: int) -> Message:
    """Enter the person chosen. Raises as `add`."""
    one = await directed(request, Rounds, number)
    return await add(request, await _member(request, one, pressed.value), number)


async def substitute(request: Request, pressed: Press, number: int, entrant: int) -> Message:
    """Let the person chosen take the place of an entrant who has left a knockout.

    Raises `NoSeatForBots`, and as `TournamentStore.substitute`.
    """
    one = await directed(request, Rounds, number)
    player = await _member(request, one, pressed.value)
    await check_person(request, player)
    await rounds_of(request).store.substitute(number, player, entrant, request.services.clock.now())
    await _tell_entered(request, one, player)
    return said(request, Rounds, receipts.substituted_text(player.name, one.entrant(entrant).name, request.texts))


async def drop(request: Request, player: Person, number: int | None = None) -> Message:
    """Take somebody out, who loses a game under way. Raises as `TournamentStore.withdraw`."""
    one = await directed(request, Rounds, number)
    await rounds_of(request).store.withdraw(one.number, player.id, request.services.clock.now(), Leaving.REMOVED)
    return said(request, Rounds, receipts.dropped_text(player.name, request.texts))


async def drop_chosen(request: Request, pressed: Press, number: int) -> Message:
    """Take the person chosen out, after a question if they have an open game. Raises as `drop`."""
    one = await directed(request, Rounds, number)
    entrant = _entrant(one, pressed.value)
    if one.open_boards(entrant.number):
        question = receipts.dropping_question(one, entrant, request.texts)
        yes = messages.DROP_YES.id(number, Long(int(entrant.person)))
        return ask(question, take_out_label(request.texts), yes, request.texts)
    return await drop(request, entrant.player, number)


async def drop_now(request: Request, number: int, person: int) -> Message:
    """Take somebody out. Raises as `drop`."""
    one = await directed(request, Rounds, number)
    return await drop(request, _entrant(one, str(person)).player, number)


async def _member(request: Request, one: Tournament, person: str) -> Person:
    """Somebody of the server. Raises `NotEntered` for somebody who has left it."""
    found = await chosen_person(request, one, person)
    if found is None:
        raise NotEntered
    return found


def _entrant(one: Tournament, person: str) -> Entrant:
    found = one.of(person)
    if found is None:
        raise NotEntered
    return found
