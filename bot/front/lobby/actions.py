"""Opening, filling, starting and ending games."""

from __future__ import annotations

from bot.front.board.answers import (
    rule_message,
    rules_message,
)
from bot.front.core.buttons import Action
from bot.front.core.dispatch import do, table, told
from bot.front.core.errors import Refused
from bot.front.core.message import Message, ask
from bot.front.core.request import Asked
from bot.front.settings import actions as settings
from bot.service import rematches
from bot.service.ports import Place, Target, TargetKind
from bot.service.rights import Permission
from bot.text import bold, cast_of
from engine.errors import EngineError
from engine.game import commands as cmd
from engine.game.phases import Lobby
from engine.game.state import Setup
from engine.model.rules import OnLeave


async def open_game(asked: Asked, place: Place, setup: Setup, levels: tuple[int, ...] = ()) -> Message:
    """Open a lobby in a place and seat computer players of these levels. Raises what `check_may_open` raises.

    A thread takes over the settings of its channel.
    """
    await check_may_open(asked, levels)
    await settings.hand_on(asked, place)
    return told(asked, await asked.desk.games.open(place, asked.person, setup, asked.cause, levels))


async def demonstrate(asked: Asked, place: Place, setup: Setup, levels: tuple[int, ...]) -> Message:
    """Let computer players of these levels play among themselves; who asks looks on, as host (ledger N1).

    Raises `NotAllowed` by the server's rule.
    """
    await check_may_open(asked, levels)
    await settings.hand_on(asked, place)
    games = asked.desk.games
    return told(asked, await games.open(place, asked.person, setup, asked.cause, levels, demonstration=True))


async def check_may_open(asked: Asked, levels: tuple[int, ...] = ()) -> None:
    """Raises `NotAllowed` where the server does not let the asker open a game, or one with computer players."""
    await _check_opening(asked, asked.place.guild_id, levels)


async def _check_opening(asked: Asked, server: int | None, levels: tuple[int, ...]) -> None:
    for action in (Permission.OPEN, Permission.COMPUTERS) if levels else (Permission.OPEN,):
        await asked.desk.permissions.check(asked.member, action, server)


async def _check_again(asked: Asked, game: str, levels: tuple[int, ...]) -> None:
    """Raises `NotAllowed` by the rules of the server where a game was played."""
    await _check_opening(asked, (await asked.desk.games.summary(game)).place.guild_id, levels)


async def _check_computers(asked: Asked, game: str) -> None:
    """Raises `NotAllowed` by the rule of the server where the game lives."""
    server = (await asked.desk.games.summary(game)).place.guild_id
    await asked.desk.permissions.check(asked.member, Permission.COMPUTERS, server)


async def show_here(asked: Asked, game: str) -> None:
    """Show a game in this place from now on, if it lives elsewhere."""
    place = (await asked.desk.games.summary(game)).place
    if place.channel_id != asked.place.channel_id:
        here = Target(TargetKind.CHANNEL, asked.place.channel_id)
        await asked.desk.games.watch(game, here, asked.desk.clock.now())
        await asked.desk.chat_links.ask_others(game, asked.desk.clock.now())


async def leave(asked: Asked, game: str) -> Message:
    """Give the seat up."""
    return await do(asked, game, cmd.Leave(asked.person.id))


async def ask_leave(asked: Asked, game: str) -> Message:
    """Give the seat up: at once before the start, else after a question."""
    if isinstance((await asked.desk.games.load(game)).phase, Lobby):
        return await leave(asked, game)
    question = asked.texts.gettext("Do you want to leave this running game?")
    return ask(question, asked.texts.gettext("Leave"), Action.LEAVE_YES, game, asked.texts)


async def add_computer(asked: Asked, game: str, level: int) -> Message:
    """Seat a computer player. Raises `NotAllowed` by the server's rule."""
    await _check_computers(asked, game)
    return await do(asked, game, cmd.AddComputer(asked.person.id, level))


async def start(asked: Asked, game: str) -> Message:
    """Start the game."""
    return await do(asked, game, cmd.Start(asked.person.id))


async def ask_start(asked: Asked, game: str) -> Message:
    """Start the game: at once, or after a question where seats are kept for somebody who has not come."""
    state = await asked.desk.games.load(game)
    if not state.awaited or not state.may_arrange(asked.person.id):
        return await start(asked, game)
    question = asked.texts.ngettext(
        "{names} has not answered yet. Start anyway?",
        "{names} have not answered yet. Start anyway?",
        len(state.awaited),
        names=asked.texts.join(bold(one.name) for one in state.awaited),
    )
    return ask(question, asked.texts.gettext("Start now"), Action.START_YES, game, asked.texts)


async def stop_waiting(asked: Asked, game: str) -> Message:
    """Free the seats that are kept for those who played the game before."""
    return await do(asked, game, cmd.StopWaiting(asked.person.id, await asked.moderates(game)))


async def set_rule(asked: Asked, game: str, rule: str, value: str) -> Message:
    """Set a rule before the start. Raises `NotAllowed` for one that lets computer players in where those are not."""
    if (rule, value.strip().lower()) == ("on_leave", OnLeave.COMPUTER.value):
        await _check_computers(asked, game)
    return await do(asked, game, cmd.SetRule(asked.person.id, rule, value, await asked.moderates(game)))


async def ask_resign(asked: Asked, game: str) -> Message:
    """Ask whether a player really resigns."""
    question = asked.texts.gettext("Do you want to resign? You give your seat up for good.")
    return ask(question, asked.texts.gettext("Resign"), Action.RESIGN_YES, game, asked.texts)


async def resign(asked: Asked, game: str) -> Message:
    """Leave for good."""
    return await do(asked, game, cmd.Resign(asked.person.id))


async def end(asked: Asked, game: str) -> Message:
    """End the game for everybody."""
    return await do(asked, game, cmd.End(asked.person.id, await asked.moderates(game)))


async def rematch(asked: Asked, game: str) -> Message:
    """Play again with the same rules and players (ledger M10, C18): each who played is asked, and has a seat kept.

    Where nobody has to be asked, the game begins at once. After a demonstration, another one begins. Raises what
    `rematches.rematch` raises.
    """
    state = await asked.desk.games.load(game)
    if state.is_demonstration and state.seats:
        return await demonstrate(asked, asked.place, state.setup, rematches.computer_levels(state))
    levels = rematches.computer_levels(state)
    try:
        applied = await rematches.rematch(
            asked.desk.games, game, asked.person, asked.cause, lambda: _check_again(asked, game, levels)
        )
    except EngineError as error:
        raise Refused(error, None) from error
    await show_here(asked, applied.game)
    return told(asked, applied)


async def rematch_others(asked: Asked, game: str) -> Message:
    """Open a lobby for another game with the same rules and computer players, for anybody."""
    state = await asked.desk.games.load(game)
    return await open_game(asked, asked.place, state.setup, rematches.computer_levels(state))


async def rules(asked: Asked, game: str, rule: str = "", value: str = "", page: int = 0) -> Message:
    """All rules, one rule, or a rule set to a value."""
    view = await table(asked, game)
    if rule and value:
        return await set_rule(asked, game, rule.strip().lower(), value)
    if not rule:
        return rules_message(game, view.rules, asked.texts, page)
    try:
        return rule_message(view.rules, rule.strip().lower(), asked.texts)
    except EngineError as error:
        raise Refused(error, cast_of(view)) from error
