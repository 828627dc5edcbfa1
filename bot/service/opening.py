"""How a game begins: with computer players seated, as a demonstration, or again with the same players."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass

from bot.model.deliveries import Target
from engine.errors import RuleViolation
from engine.game.commands import Command, Open, Start
from engine.game.decide import decide
from engine.game.decision import Context
from engine.game.events import Event
from engine.game.evolve import replay
from engine.game.phases import Lobby
from engine.game.state import Player


@dataclass(frozen=True, slots=True)
class Table:
    """The players of an earlier game, in the order they are to sit, and where it was shown; both may be empty."""

    players: tuple[Player, ...] = ()
    shown: tuple[Target, ...] = ()


NOBODY = Table()


def opening(first: Open, commands: Iterable[Command], context: Context) -> tuple[Event, ...]:
    """The events that open a game; if nobody has to come to it, it begins at once.

    Raises as `decide`.
    """
    events = decide(None, first, context)
    for command in commands:
        state = replay(events)
        if isinstance(command, Start) and not isinstance(state.phase, Lobby):
            break  # its last seat was taken, and it has begun by itself
        events += decide(state, command, context)
    state = replay(events)
    if first.table and not state.awaited and not state.rules.tabletop:
        with suppress(RuleViolation):  # people must first arrange what the rules lack
            events += decide(state, Start(first.host.id), context)
    return events
