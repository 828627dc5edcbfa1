"""How a game begins its life: with computer players seated, as a demonstration, or again with those who played."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass

from bot.service.ports import Target
from engine.errors import RuleViolation
from engine.game.commands import Command, Open, Start
from engine.game.decide import decide
from engine.game.decision import Context
from engine.game.events import Event
from engine.game.evolve import replay
from engine.game.state import Player


@dataclass(frozen=True, slots=True)
class Table:
    """Who played a game before, in the order in which they are to sit, and where it was shown; both may be empty."""

    players: tuple[Player, ...] = ()
    shown: tuple[Target, ...] = ()


NOBODY = Table()


def opening(first: Open, commands: Iterable[Command], context: Context) -> tuple[Event, ...]:
    """The events with which a game is opened; one to which nobody has to come begins at once.

    Raises what `decide` raises.
    """
    events = decide(None, first, context)
    for command in commands:
        events += decide(replay(events), command, context)
    state = replay(events)
    if first.table and not state.awaited and not state.rules.tabletop:
        with suppress(RuleViolation):  # then people arrange first what the rules lack
            events += decide(state, Start(first.host.id), context)
    return events
