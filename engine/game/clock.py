"""When the next thing is due in a game, as arithmetic on instants (milliseconds since 1970); nobody's clock is read."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from engine.game.state import FinalPass, GameState, LatestPlay, Turn


class Due(Enum):
    """What a deadline asks for."""

    WINDOWS = "windows"  # the window to undo the latest move closes
    FINAL_PASS = "final pass"  # nobody challenged the last play in time
    COMPUTER = "computer"  # a computer player is to act


@dataclass(frozen=True, slots=True)
class Deadline:
    """Something due at an instant. `turn` is what the command made of it must carry; `seat` is the computer's."""

    at: int
    due: Due
    turn: int
    seat: int | None = None


def next_deadline(state: GameState) -> Deadline | None:
    """The first thing that will be due in a state if nobody acts; None when it waits for people only."""
    match state.phase:
        case FinalPass(waiting=waiting, deadline=deadline):
            computer = next((seat for seat in waiting if not state.seats[seat].is_human), None)
            if computer is None:
                return Deadline(deadline, Due.FINAL_PASS, state.turn)
            return Deadline(state.latest.at if state.latest else 0, Due.COMPUTER, state.turn, computer)
        case Turn(seat=seat, since=since):
            latest = state.latest
            if state.rules.undo and latest and latest.open:
                return Deadline(latest.at + state.rules.undo_window, Due.WINDOWS, latest.turn)
            if state.seats[seat].is_human:
                return None
            if state.is_demonstration:
                since += state.rules.demo_pace
            return Deadline(_challenges_over(state, since), Due.COMPUTER, state.turn, seat)
        case _:
            return None


def _challenges_over(state: GameState, since: int) -> int:
    """The instant from which a computer may act: behind the challenge window, unless all people accepted the play."""
    play = state.latest
    if not state.rules.phonies_stand or not isinstance(play, LatestPlay) or not play.open:
        return since
    people = [n for n in state.in_play if state.seats[n].is_human and n != play.seat and n not in play.accepted]
    return max(since, play.at + state.rules.challenge_window) if people else since
