"""Opening, filling, starting and ending games."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from bot.front.board.buttons import cancel_button, rows, shares_screen
from bot.front.board.racks import rack_message
from bot.front.components.buttons import Action
from bot.front.components.message import Block, Button, Image, Message, Row, Text, Tone, ask, say
from bot.front.components.payloads import OfGame, OfLevel, OfMeant, OfStrength
from bot.front.interaction.choices import LevelOption
from bot.front.interaction.dispatch import can_cancel, do, gone_from, submit, table, told
from bot.front.interaction.request import Request
from bot.front.lobby import messages
from bot.front.lobby.opening import OpeningOptions, check_membership, setup_of
from bot.front.settings import actions as settings
from bot.model.deliveries import Target, TargetKind
from bot.model.errors import ForfeitsInstead, UnknownAction
from bot.model.games import Place
from bot.model.profiles import Permission
from bot.service import opening as rematches
from bot.service.listeners import Applied
from bot.service.opening import check_quotas, new_game
from bot.service.rights import Right
from bot.service.secrecy import check_words
from bot.service.watching import watch_game
from bot.text import Texts, cast_of
from bot.text.lobby import language_note, left_lobby, level_question, way_to
from bot.text.names import level_name
from bot.text.questions import cancellable, leaving, resigning, starting
from bot.text.rules import RULE_GROUPS
from bot.text.settings import named_by, rule_value_named
from engine.errors import EngineError, NotSeated, StaleTurn
from engine.game import commands as cmd
from engine.game.decisions.lobby import PRESET
from engine.game.hotseat import acting_seat
from engine.game.phases import Lobby, Over
from engine.game.state import GameState, Setup
from engine.game.views import seat_view, table_view
from engine.model.levels import NUMBERS
from engine.model.rules import OnLeave, Rules, rule_names
from engine.model.tiles import KnownRack

NEWCOMERS_LEVEL = 3
"""The level of a computer player that someone plays in the first games: a casual player's."""

OPENING_PAUSES = (0.2,) * 5 + (0.5,) * 10
"""Seconds between the looks whether a computer player who begins has moved, so that the first rack shows its play."""

LEAVE_YES: Final = Action("leave_yes", OfMeant, Right.PLAYER)
START_YES: Final = Action("start_yes", OfGame, Right.ARRANGER)
RESIGN_YES: Final = Action("resign_yes", OfMeant, Right.PLAYER)
LEVEL: Final = Action("level", OfLevel, (Right.ARRANGER, Right.COMPUTERS))
PLAY_LEVEL: Final = Action("play_level", OfStrength, (Right.OPEN, Right.COMPUTERS))


async def open_game(request: Request, place: Place, setup: Setup, levels: tuple[int, ...] = ()) -> Message:
    """Open a lobby in a place and seat computer players of these levels. Raises as `check_may_open`.

    A thread takes over the settings of its channel.
    """
    await check_may_open(request, levels)
    await settings.hand_on(request, place)
    note = await _language_note(request, setup)
    message = told(request, await new_game(request.services.games, place, request.person, setup, request.cause, levels))
    return replace(message, blocks=(*message.blocks, *note))


async def _language_note(request: Request, setup: Setup) -> tuple[Text, ...]:
    """Before the first game of a server: which language was taken, and how to change it."""
    server = request.place.guild_id
    if server is None or not await request.services.games.journal.is_new_server(server):
        return ()
    return (Text(language_note(setup.variant.language, request.texts)),)


def with_way(request: Request, place: Place, message: Message) -> Message:
    """The answer to the one who opened a game, with the way to it if it is not here; in a thread of this channel, the
    answer has it anyway.
    """
    if request.place.channel_id in (place.channel_id, place.parent) and message.about:
        return message
    return replace(message, blocks=(*message.blocks, Text(way_to(place.channel_id, request.texts))))


async def open_usual(request: Request) -> Message:
    """Open a lobby here, as `/game new` does without options. Raises as `open_game`, `BotNotHere` and `setup_of`."""
    check_membership(request)
    await check_may_open(request)
    setup = await setup_of(OpeningOptions(), request)
    async with request.services.play.opening.hold(request.person.id):
        await check_quotas(request.services.games, request.place, request.person.id)
        return await open_game(request, request.place, setup)


async def ask_opponent(request: Request) -> Message:
    """Ask how strong the computer player should be, and name a weaker one to newcomers. Raises as `open_usual`."""
    check_membership(request)
    await check_may_open(request, (NEWCOMERS_LEVEL,))
    knows = await request.services.standing.results.knows_moves(request.person.id)
    usual = Rules().computer_level if knows else NEWCOMERS_LEVEL
    return _level_message(PLAY_LEVEL.id, request.texts, usual)


async def play_computer(request: Request, level: LevelOption) -> Message:
    """Begin a game here against a computer player. Raises as `open_usual`."""
    check_membership(request)
    await check_may_open(request, (level,))
    setup = await setup_of(OpeningOptions(), request)
    async with request.services.play.opening.hold(request.person.id):
        await check_quotas(request.services.games, request.place, request.person.id)
        await settings.hand_on(request, request.place)
        note = await _language_note(request, setup)
        games = request.services.games
        applied = await new_game(games, request.place, request.person, setup, request.cause, (level,), begins=True)
    message = await _begun(request, applied)
    return replace(message, blocks=(*message.blocks, *note))


async def demonstrate(request: Request, place: Place, setup: Setup, levels: tuple[int, ...]) -> Message:
    """Let computer players of these levels play each other; the asker watches, as host.

    Raises `NotAllowed` if the server does not permit it, and `WordsAreSecret`: its players show what they consider.
    """
    await check_may_open(request, levels)
    games = request.services.games
    await check_words(games, request.person.id)
    await settings.hand_on(request, place)
    return told(request, await new_game(games, place, request.person, setup, request.cause, levels, demonstration=True))


async def check_may_open(request: Request, levels: tuple[int, ...] = ()) -> None:
    """Raise `NotAllowed` if the server does not let the asker open a game, or one with computer players."""
    await _check_opening(request, request.place.guild_id, levels)


async def _check_opening(request: Request, server: int | None, levels: tuple[int, ...]) -> None:
    for action in (Permission.OPEN, Permission.COMPUTERS) if levels else (Permission.OPEN,):
        await request.services.permissions.check(request.member, action, server)


async def _check_again(request: Request, game: str, levels: tuple[int, ...]) -> None:
    """Raise `NotAllowed` if the server where a game was played does not permit another one."""
    await _check_opening(request, (await request.summary(game)).place.guild_id, levels)


async def _check_computers(request: Request, game: str) -> None:
    """Raise `NotAllowed` if the server where the game lives does not let the asker add computer players."""
    server = (await request.summary(game)).place.guild_id
    await request.services.permissions.check(request.member, Permission.COMPUTERS, server)


async def show_here(request: Request, game: str) -> None:
    """Show a game in this place from now on, if it lives elsewhere; the channel of its thread hears of its end."""
    place = (await request.summary(game)).place
    if request.place.channel_id not in (place.channel_id, place.parent):
        here = Target(TargetKind.CHANNEL, request.place.channel_id)
        await watch_game(request.services.games, game, here, request.services.clock.now())


async def leave(request: Request, game: str, turn: int | None = None, seat: int | None = None) -> Message:
    """Give up the seat, or the one of a guest at the same screen."""
    await _check_meant(request, game, turn, seat)
    return await do(request, game, cmd.Leave(request.person.id, seat, turn))


async def ask_leave(request: Request, game: str) -> Message:
    """Give up the seat: at once before the game starts, else after a question."""
    state = await request.state(game)
    if isinstance(state.phase, Lobby):
        applied = await submit(request, game, cmd.Leave(request.person.id))
        if not state.seats_of(request.person.id):
            return told(request, applied)
        closed = isinstance(applied.state.phase, Over)
        return replace(say(left_lobby(request.texts, closed=closed)), about=game)
    turn, seat = _meant(state, request.person.id)
    name = "" if seat is None else cast_of(table_view(state)).name(seat)
    return ask(*leaving(name, request.texts), LEAVE_YES.id(game, turn, seat), request.texts)


def _meant(state: GameState, member: str) -> tuple[int | None, int | None]:
    """The turn and the seat that a member with guests means now; None for both if only one seat can be meant.

    Raises `NotSeated` for someone without a seat, who is not to be asked.
    """
    if not state.seats_of(member):
        raise NotSeated
    playing = [seat for seat in state.seats_of(member) if state.seats[seat].in_play]
    return (state.turn, acting_seat(state, member)) if len(playing) > 1 else (None, None)


def _check_current(state: GameState, turn: int | None) -> None:
    """Raise `StaleTurn` if the board has changed since a turn that was shown."""
    if turn is not None and turn != state.turn:
        raise StaleTurn(turn, state.turn)


async def _check_meant(request: Request, game: str, turn: int | None, seat: int | None) -> None:
    """Raise `StaleTurn` if the board has changed since a question, or now has several seats that could be meant."""
    state = await request.state(game)
    _check_current(state, turn)
    if seat is None and not isinstance(state.phase, Lobby) and _meant(state, request.person.id)[1] is not None:
        _check_current(state, -1)


async def add_computer(request: Request, game: str, level: LevelOption) -> Message:
    """Seat a computer player. Raises `NotAllowed` if the server does not permit it."""
    await _check_computers(request, game)
    return await do(request, game, cmd.AddComputer(request.person.id, level))


async def ask_level(request: Request, game: str) -> Message:
    """Ask how strong the computer player should be that takes a seat."""
    return _level_message(lambda level: LEVEL.id(game, level), request.texts)


def _level_message(chosen: Callable[[int], str], texts: Texts, usual: int | None = None) -> Message:
    """The levels of computer players as buttons, the `usual` one first to be seen."""
    buttons = [
        Button(
            chosen(level), f"{level} · {level_name(level, texts)}", Tone.PRIMARY if level == usual else Tone.SECONDARY
        )
        for level in NUMBERS
    ]
    return Message((Text(level_question(texts)), *rows(buttons)))


async def start(request: Request, game: str) -> Message:
    """Start the game and show those who do so their tiles at once, unless guests see their screen."""
    return await _begun(request, await submit(request, game, cmd.Start(request.person.id)))


async def _begun(request: Request, applied: Applied) -> Message:
    """What was done, and the first rack if the game has begun: below the board, where one looks for it."""
    rack = _first_rack(request, applied.game, applied.state)
    done = told(request, applied).blocks

    async def anew() -> Message:
        """The rack as it is below the play of a computer player who begins."""
        return Message(
            (*done, *_first_rack(request, applied.game, await _opened(request, applied))), about=applied.game
        )

    place = (await request.summary(applied.game)).place
    if not rack or place.parent == request.place.channel_id:  # the board is in the thread, and newer there
        return Message((*done, *(one for one in rack if not isinstance(one, Image))), about=applied.game)
    return Message((*done, *rack), below=applied.game, about=applied.game, anew=anew)


async def _opened(request: Request, applied: Applied) -> GameState:
    """The game once a computer player who begins has moved, or has thought for long."""
    state = applied.state
    for pause in OPENING_PAUSES:
        state = await request.services.games.load(applied.game)
        if state.on_turn is None or state.seats[state.on_turn].is_human or state.turn > applied.state.turn:
            break
        await asyncio.sleep(pause)
    return state


def _first_rack(request: Request, game: str, state: GameState) -> tuple[Block, ...]:
    """The rack of someone in a game that has just begun; none if others see the same screen."""
    seat = state.seat_of(request.person.id)
    if seat is None or isinstance(state.phase, Lobby) or shares_screen(table_view(state), seat):
        return ()
    view = seat_view(state, seat)
    return rack_message(game, view, request.texts).blocks if isinstance(view.rack, KnownRack) else ()


async def ask_start(request: Request, game: str) -> Message:
    """Start the game: at once, or after a question if seats are kept for people who have not joined yet."""
    state = await request.state(game)
    if not state.awaited or not state.may_arrange(request.person.id):
        return await start(request, game)
    awaited = [one.name for one in state.awaited]
    return ask(*starting(awaited, request.texts), START_YES.id(game), request.texts)


async def stop_waiting(request: Request, game: str) -> Message:
    """Free the seats that are kept for the players of the previous game."""
    return await do(request, game, cmd.StopWaiting(request.person.id, await request.moderates(game)))


async def set_rule(request: Request, game: str, rule: str, value: str) -> Message:
    """Set a rule before the start. Raises `NotAllowed` if it admits computer players where they are not allowed."""
    if (rule, value.strip().lower()) == ("on_leave", OnLeave.COMPUTER.value):
        await _check_computers(request, game)
    return await do(request, game, cmd.SetRule(request.person.id, rule, value, await request.moderates(game)))


async def ask_resign(request: Request, game: str, turn: int | None = None, seat: int | None = None) -> Message:
    """Ask whether the player really wants to resign, and who, if several people share the screen."""
    state, name = await request.state(game), ""
    _check_current(state, turn)
    meant = _meant(state, request.person.id)
    if meant[1] is not None:
        meant = (state.turn, meant[1] if seat is None else seat)
        name = cast_of(table_view(state)).name(meant[1] or 0)
    asked = ask(*resigning(name, request.texts), RESIGN_YES.id(game, *meant), request.texts)
    return with_cancelling(asked, game, request.texts) if await can_cancel(request, game) else asked


def with_cancelling(asked: Message, game: str, texts: Texts) -> Message:
    """A question whether to give a game up, with the offer to call it off instead."""
    question, *rest = asked.blocks
    assert isinstance(question, Text)
    offered = Text(f"{question.content}\n{cancellable(texts)}")
    return replace(asked, blocks=(offered, *rest, Row((cancel_button(game, texts),))))


async def cancel(request: Request, game: str) -> Message:
    """Call off a game that does not count yet. Raises `ForfeitsInstead` in a competition."""
    if await request.services.games.is_contest(game):
        raise ForfeitsInstead
    return await do(request, game, cmd.Cancel(request.person.id))


async def resign(request: Request, game: str, turn: int | None = None, seat: int | None = None) -> Message:
    """Resign from the game, for oneself or for a guest at the same screen."""
    await _check_meant(request, game, turn, seat)
    return await do(request, game, cmd.Resign(request.person.id, seat, turn))


async def end(request: Request, game: str) -> Message:
    """End the game for everyone."""
    moderator, gone = await request.moderates(game), await gone_from(request, game)
    return await do(request, game, cmd.End(request.person.id, moderator, gone=gone))


async def end_by_resigning(request: Request, game: str) -> Message:
    """End the game for oneself, against other people: it counts as resigning."""
    return await do(request, game, cmd.End(request.person.id, await request.moderates(game), resigns=True))


async def rematch(request: Request, game: str) -> Message:
    """Play again with the same rules and players: each of them is asked, and a seat is kept for each.

    If nobody has to be asked, the game begins at once. A demonstration is followed by another one. Raises as
    `rematches.rematch`.
    """
    state = await request.state(game)
    if state.is_demonstration and state.seats:
        return await demonstrate(request, request.place, state.setup, rematches.computer_levels(state))
    levels = rematches.computer_levels(state)
    applied = await rematches.rematch(
        request.services.games, game, request.person, request.cause, lambda: _check_again(request, game, levels)
    )
    await show_here(request, applied.game)
    return await _begun(request, applied)


async def rematch_others(request: Request, game: str) -> Message:
    """Open a lobby for another game with the same rules and computer players, for anyone."""
    state = await request.state(game)
    return await open_game(request, request.place, state.setup, rematches.computer_levels(state))


async def rules(request: Request, game: str, rule: str = "", value: str = "", page: int = 0) -> Message:
    """What differs from the preset or all rules, one rule, or a rule set to a value."""
    view, rule = await table(request, game), named_by("rule", rule, (PRESET, *rule_names()), request.texts).lower()
    if rule and value:
        named = rule_value_named(rule, value, request.texts, view.variant.language)
        return await set_rule(request, game, rule, named)
    may_change = await _may_change(request, game)
    if not rule:
        return messages.rules_message(game, view, request.texts, page, may_change=may_change)
    if rule == PRESET:
        return messages.rules_message(game, view, request.texts, may_change=may_change)
    return messages.rule_message(game, view.rules, rule, request.texts, may_change=may_change)


async def _may_change(request: Request, game: str) -> bool:
    """Whether the person can change rules now."""
    state = await request.state(game)
    if not isinstance(state.phase, Lobby):
        return False
    return state.directs(request.person.id, moderator=await request.moderates(game))


async def choose_subject(request: Request, game: str, subject: str) -> Message:
    """Show the rules of a subject, or the presets, to change one. Raises `UnknownAction` for an unknown subject."""
    view = await table(request, game)
    if not await _may_change(request, game):
        return await rules(request, game)
    if subject == PRESET:
        return messages.presets_message(game, view, request.texts)
    if subject not in RULE_GROUPS:
        raise UnknownAction
    return messages.subject_message(game, view.rules, subject, request.texts)


async def change_rule(request: Request, game: str, rule: str, value: str) -> Message:
    """Set a rule that was chosen in a menu, and show the rules of its subject again. Raises as `set_rule`.

    A value that does not go with another rule is not left chosen in the menu: the rule is shown as it is, and why.
    """
    try:
        note = (await set_rule(request, game, rule, value)).text
    except EngineError as error:
        view = await table(request, game)
        if rule == PRESET or not await _may_change(request, game):
            raise
        return messages.rule_message(
            game, view.rules, rule, request.texts, may_change=True, note=request.refusal(error)
        )
    view, subject = await table(request, game), messages.subject_of(rule)
    if not subject or not await _may_change(request, game):
        may_change = await _may_change(request, game)
        return messages.rules_message(game, view, request.texts, may_change=may_change, note=note)
    return messages.subject_message(game, view.rules, subject, request.texts, note=note)
