"""From a wish to what happens: each command goes to the module of its topic."""

from __future__ import annotations

from typing import assert_never

from engine.errors import AlreadyStarted, NotStarted
from engine.game import (
    challenges,
    departures,
    drawing,
    helping,
    host_words,
    house,
    lobby,
    pausing,
    seating,
    tabletop,
    timeouts,
    trading,
    turns,
    waiting,
)
from engine.game import commands as cmd
from engine.game.context import Context
from engine.game.events import Event
from engine.game.hotseat import add_guest, for_seat
from engine.game.phases import Lobby
from engine.game.state import GameState


def decide(state: GameState | None, command: cmd.Command, context: Context) -> tuple[Event, ...]:
    """The events that a command leads to; the state itself stays as it is.

    `state` is None for `Open` only. Raises `RuleViolation` or `MalformedText` when the wish is not granted.
    """
    if state is not None:
        command = for_seat(state, command)
    if isinstance(command, cmd.Open):
        if state is not None:
            raise AlreadyStarted
        return lobby.open_lobby(command, context)
    if state is None:
        raise NotStarted
    return _decide(state, command, context)


def _decide(state: GameState, command: cmd.Command, context: Context) -> tuple[Event, ...]:
    match command:
        case cmd.Open():
            raise AlreadyStarted
        case cmd.AddGuest() if isinstance(state.phase, Lobby):
            return add_guest(state, command, context)
        case cmd.AddGuest():
            raise AlreadyStarted
        case cmd.Join() | cmd.AddComputer() | cmd.SetRule() | cmd.Start():
            return lobby.decide(state, command, context)
        case cmd.StopWaiting():
            return waiting.stop_waiting(state, command, context)
        case cmd.TendLobby():
            return waiting.tend(state, context)
        case cmd.Leave() | cmd.RemoveSeat() | cmd.Resign() | cmd.End():
            if isinstance(state.phase, Lobby):
                return lobby.leave(state, command, context)
            return departures.decide(state, command, context)
        case cmd.Play() | cmd.Pass() | cmd.Exchange():
            timeouts.check_in_time(state, command, context)
            return turns.decide(state, command, context)
        case cmd.Undo() | cmd.CloseWindows():
            if isinstance(command, cmd.Undo) and state.latest is not None:
                timeouts.check_undo_in_time(state, state.latest, context)
            return turns.decide(state, command, context)
        case cmd.OpenDraft() | cmd.Expire() | cmd.Remind() | cmd.Nudge() | cmd.KeepOpen() | cmd.LoseTime():
            return timeouts.decide(state, command, context)
        case cmd.Pause() | cmd.Resume() | cmd.Load():
            return pausing.decide(state, command, context)
        case cmd.Challenge() | cmd.Accept() | cmd.CloseFinalPass():
            return challenges.decide(state, command, context)
        case cmd.TakeHint() | cmd.Swap():
            return helping.decide(state, command, context)
        case cmd.Reject() | cmd.CloseAnswer():
            return house.decide(state, command, context)
        case cmd.AnswerWord():
            return host_words.answer(state, command, context)
        case cmd.TradeBlank() | cmd.ExchangeFour():
            return trading.decide(state, command, context)
        case cmd.TakeSeat() | cmd.OfferSeat() | cmd.AgreeToOffer():
            return seating.decide(state, command, context)
        case cmd.Draw() | cmd.FinishDraw():
            return drawing.decide(state, command, context)
        case cmd.TypeRack() | cmd.TypeLeft() | cmd.CloseTiles():
            return tabletop.decide(state, command, context)
        case _:
            assert_never(command)
