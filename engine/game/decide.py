"""From a command to what happens: each command goes to the module of its subject."""

from __future__ import annotations

from typing import assert_never

from engine.errors import AlreadyStarted, NotStarted
from engine.game import commands as cmd
from engine.game.decision import Context
from engine.game.decisions import (
    challenges,
    drawing,
    lobby,
    pauses,
    seats,
    tabletop,
    timeouts,
    trading,
    turns,
    unknown_words,
)
from engine.game.events import Event
from engine.game.hotseat import for_seat
from engine.game.phases import Lobby
from engine.game.state import GameState


def decide(state: GameState | None, command: cmd.Command, context: Context) -> tuple[Event, ...]:
    """The events that a command leads to; the state itself stays as it is.

    `state` is None for `Open` only. Raises `RuleViolation` or `MalformedText` when the command is refused.
    """
    if state is None:
        if not isinstance(command, cmd.Open):
            raise NotStarted
        return lobby.open_lobby(command, context)
    return _decide(state, for_seat(state, command), context)


def _decide(state: GameState, command: cmd.Command, context: Context) -> tuple[Event, ...]:
    match command:
        case cmd.Open():
            raise AlreadyStarted
        case (
            cmd.Join()
            | cmd.AddComputer()
            | cmd.AddGuest()
            | cmd.SetRule()
            | cmd.StopWaiting()
            | cmd.TendLobby()
            | cmd.Start()
        ):
            return lobby.decide(state, command, context)
        case cmd.Play() | cmd.Pass() | cmd.Exchange():
            timeouts.check_in_time(state, command, context)
            return turns.decide(state, command, context)
        case cmd.Undo() | cmd.CloseWindows() | cmd.TakeHint():
            if isinstance(command, cmd.Undo) and state.latest is not None:
                timeouts.check_undo_in_time(state, state.latest, context)
            return turns.decide(state, command, context)
        case cmd.Swap() | cmd.TradeBlank() | cmd.ExchangeFour():
            return trading.decide(state, command, context)
        case cmd.Draw() | cmd.FinishDraw():
            return drawing.decide(state, command, context)
        case cmd.TypeRack() | cmd.DeclareRack() | cmd.CloseTiles():
            return tabletop.decide(state, command, context)
        case cmd.Challenge() | cmd.Accept() | cmd.CloseFinalPass():
            return challenges.decide(state, command, context)
        case cmd.Reject() | cmd.CloseAnswer() | cmd.AnswerWord():
            return unknown_words.decide(state, command, context)
        case cmd.OpenDraft() | cmd.Expire() | cmd.Remind() | cmd.Nudge() | cmd.KeepOpen() | cmd.LoseTime():
            return timeouts.decide(state, command, context)
        case cmd.Pause() | cmd.Resume() | cmd.Load():
            return pauses.decide(state, command, context)
        case cmd.Leave() | cmd.RemoveSeat() | cmd.Resign() | cmd.End():
            return (lobby.leave if isinstance(state.phase, Lobby) else seats.leave)(state, command, context)
        case cmd.TakeSeat() | cmd.OfferSeat() | cmd.AgreeToOffer():
            return seats.hand_over(state, command, context)
        case _:
            assert_never(command)
