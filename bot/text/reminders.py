"""Reminders of waiting games, in words."""

from __future__ import annotations

from typing import assert_never

from bot.text.cast import SeatNames
from bot.text.claims import claimable_text
from bot.text.clocks import turn_lines
from bot.text.games import game_in
from bot.text.names import escape
from bot.text.texts import Texts
from engine.game.clock import claimable_from, last_call
from engine.game.decisions.claims import settlements
from engine.game.events import Reminded
from engine.game.phases import Reminder
from engine.game.views import TableView


def reminder(event: Reminded, view: TableView, cast: SeatNames, title: str, place: str, texts: Texts) -> str:
    """A reminder for the player on turn, or a question to everyone whether to continue a quiet game.

    `title` and `place` name the game and its channel in Discord's markdown; the place may be empty.
    """
    facts = {"name": cast.name(event.seat), "game": game_in(title, place, texts)}
    until = "".join(f"\n{line}" for line in turn_lines(view, last_call(view), texts))
    match event.reason:
        case Reminder.HALF:
            return texts.gettext("{name}, it is your turn in {game}. Half your time has gone.", **facts) + until
        case Reminder.SOON:
            return texts.gettext("{name}, it is your turn in {game}. Your time is nearly up.", **facts) + until
        case Reminder.NUDGE:
            return (
                texts.gettext("{name}, {by} is waiting for your move in {game}.", by=_by(event, view, cast), **facts)
                + until
            )
        case Reminder.IDLE:
            asked = texts.gettext(
                "Nothing has happened in {game} for a while. It is {name}'s turn. Do you want to keep playing?",
                **facts,
            )
            at = claimable_from(view)
            waits = at is not None and any(settlements(view, seat.player.id) for seat in view.seats)
            return f"{asked}\n{claimable_text(at, event.at, texts)}" if at is not None and waits else asked
        case _:
            assert_never(event.reason)


def _by(event: Reminded, view: TableView, cast: SeatNames) -> str:
    seat = None if event.by is None else view.seat_of(event.by)
    return escape("?") if seat is None else cast.name(seat)
