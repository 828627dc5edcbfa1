"""From a command to its events: each family of commands goes to the module for its subject."""

from __future__ import annotations

from engine.errors import AlreadyStarted, NotStarted
from engine.game import commands as cmd
from engine.game.decision import Context, Decision
from engine.game.decisions import challenges, endings, lobby, seats, tabletop, timeouts, turns
from engine.game.events import Event
from engine.game.hotseat import for_seat
from engine.game.phases import Lobby
from engine.game.state import GameState


def decide(state: GameState | None, command: cmd.Command, context: Context) -> tuple[Event, ...]:
    """The events that a command leads to; the state itself does not change.

    `state` is None only for `Open`. Raises `RuleViolation` or `MalformedText` if the command is refused.
    """
    if state is None:
        if not isinstance(command, cmd.Open):
            raise NotStarted
        return lobby.open_lobby(command, context)
    command = for_seat(state, command)
    decision = Decision(state)
    for event in timeouts.before_acting(state, command, context):
        decision.add(event)
    return decision.events + _decide(decision.state, command, context)


def _decide(state: GameState, command: cmd.Command, context: Context) -> tuple[Event, ...]:
    if isinstance(command, cmd.Open):
        raise AlreadyStarted
    if isinstance(command, cmd.LobbyCommand):
        return lobby.decide(state, command, context)
    if isinstance(command, cmd.TurnCommand):
        timeouts.check_in_time(state, command, context)
        return turns.decide(state, command, context)
    if isinstance(command, cmd.TradeCommand):
        return turns.decide_trade(state, command, context)
    if isinstance(command, cmd.DrawCommand):
        return endings.decide(state, command, context)
    if isinstance(command, cmd.TableCommand):
        return tabletop.decide(state, command, context)
    if isinstance(command, cmd.ChallengeCommand):
        return challenges.decide(state, command, context)
    if isinstance(command, cmd.WordCommand):
        return challenges.decide_words(state, command, context)
    if isinstance(command, cmd.ClockCommand):
        return timeouts.decide(state, command, context)
    if isinstance(command, cmd.ClaimCommand):
        return timeouts.decide_claim(state, command, context)
    if isinstance(command, cmd.AbsenceCommand):
        return timeouts.decide_absence(state, command, context)
    if isinstance(command, cmd.PauseCommand):
        return timeouts.decide_pause(state, command, context)
    if isinstance(command, cmd.GoingCommand):
        return (lobby.leave if isinstance(state.phase, Lobby) else seats.leave)(state, command, context)
    return seats.hand_over(state, command, context)
