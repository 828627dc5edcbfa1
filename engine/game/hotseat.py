"""Hot seat: several people on one screen. A member types for guests who have seats of their own.

A guest is a `Person` whose id is the member's with a number after it, `<member>#2`. The member types every command, and
the game decides which seat it is for.
"""

from __future__ import annotations

from dataclasses import replace

from engine.game import commands as cmd
from engine.game.phases import FinalPass
from engine.game.state import GameState, LatestPlay, member_seats

_ON_TURN = (cmd.OpenDraft, cmd.Play, cmd.Pass, cmd.Exchange, cmd.TradeBlank, cmd.ExchangeFour, cmd.TakeHint, cmd.Swap)
_GOING = (cmd.Leave, cmd.Resign)
_ANSWERS = (cmd.Challenge, cmd.Accept)
_OWN_MOVE = (cmd.Undo, cmd.CloseWindows)


def acting_seat(state: GameState, member: str) -> int | None:
    """The seat that a member acts for: one on turn or with an answer due, else the member's own, else a guest's."""
    held = state.seats_of(member)
    playing = [seat for seat in held if state.seats[seat].in_play]
    if state.on_turn in playing:
        return state.on_turn
    if isinstance(state.phase, FinalPass):
        playing = [seat for seat in playing if seat in state.phase.waiting] or playing
    return next(iter([*playing, *held]), None)


def plays_against_people(state: GameState, member: str, gone: frozenset[str] = frozenset()) -> bool:
    """Whether a member plays, and other people who are not `gone` play against the member and the member's guests."""
    return member in (people := member_seats(state)) and len(people.keys() - gone) > 1


def for_seat(state: GameState, command: cmd.Command) -> cmd.Command:
    """The command, given by the seat that a member with guests means; commands from others are unchanged."""
    by = getattr(command, "by", None)
    if not isinstance(by, str) or len(state.seats_of(by)) < 2:
        return command
    seat = _meant(state, command, by)
    if seat is None or not isinstance(command, (*_ON_TURN, *_GOING, *_ANSWERS, *_OWN_MOVE)):
        return command
    return replace(command, by=state.seats[seat].player.id)


def _meant(state: GameState, command: cmd.Command, member: str) -> int | None:
    held, latest = state.seats_of(member), state.latest
    if isinstance(command, _GOING) and command.seat in held:
        return command.seat
    if isinstance(command, _OWN_MOVE) and latest and latest.seat in held:
        return latest.seat
    if isinstance(command, _ANSWERS) and isinstance(latest, LatestPlay):
        return _answering(state, held, latest)
    return acting_seat(state, member)


def _answering(state: GameState, held: tuple[int, ...], play: LatestPlay) -> int | None:
    """The member's seat that answers a play: one that did not make the play, if possible the one on turn."""
    others = [seat for seat in held if seat != play.seat and state.seats[seat].in_play and seat not in play.accepted]
    if state.on_turn in others:
        return state.on_turn
    return next(iter(others), held[0])
