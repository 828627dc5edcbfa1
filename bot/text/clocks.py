"""Clocks in words: time left, the deadline of a turn, and durations.

Instants are written as Discord timestamps, which every client keeps up to date; a code block shows a clock as it was
when the turn began.
"""

from __future__ import annotations

from bot.text.names import SeatNames
from bot.text.texts import Texts
from engine.game.clock import (
    bank_left,
    bank_now,
    bank_starts,
    clock_now,
    flag_falls,
    minutes_over,
    runs_out,
    time_left,
    turn_ends,
)
from engine.game.phases import FinalPass, Over
from engine.game.state import Computer
from engine.game.views import TableView
from engine.model.durations import DAY, HOUR, MINUTE, SECOND


def moment(instant: int) -> str:
    """An instant as Discord shows it relative to now: `in 5 minutes`."""
    return f"<t:{-(-instant // SECOND)}:R>"


def time_of_day(instant: int) -> str:
    """An instant as Discord shows it with its seconds, in the reader's time zone: `20:14:05`."""
    return f"<t:{instant // SECOND}:T>"


def date_and_time(instant: int) -> str:
    """An instant as Discord shows it with its date, in the reader's time zone: `26 November 2026 20:14`."""
    return f"<t:{instant // SECOND}:f>"


def clock_text(time: int) -> str:
    """A clock as text: `24:10`, `1:05:00`, with a minus sign in overtime."""
    seconds = abs(time) // SECOND
    hours, minutes = divmod(seconds // 60, 60)
    sign = "−" if time < 0 and seconds else ""
    return f"{sign}{hours}:{minutes:02}:{seconds % 60:02}" if hours else f"{sign}{minutes}:{seconds % 60:02}"


def length_text(time: int, texts: Texts) -> str:
    """A duration in words: `3 days`, `1 minute and 30 seconds`."""
    days, rest = divmod(time, DAY)
    hours, rest = divmod(rest, HOUR)
    minutes, rest = divmod(rest, MINUTE)
    seconds = rest // SECOND
    parts = [
        (days, texts.ngettext("{count} day", "{count} days", days)),
        (hours, texts.ngettext("{count} hour", "{count} hours", hours)),
        (minutes, texts.ngettext("{count} minute", "{count} minutes", minutes)),
        (seconds, texts.ngettext("{count} second", "{count} seconds", seconds)),
    ]
    return texts.join(text for count, text in parts if count) or parts[-1][1]


def clock_lines(view: TableView, cast: SeatNames, texts: Texts, now: int | None = None) -> tuple[str, ...]:
    """One line for each fact about the clocks: when this turn is lost, everyone's time left, and who is away.

    There are none without clocks. Clocks and time banks are as they are `now`, else as they were when the turn began;
    overtime is then as it was told last.

    `cast` contains display names. The timestamps in the lines work only in messages.
    """
    lines = turn_lines(view, turn_ends(view), texts)
    if isinstance(view.phase, FinalPass):
        lines.append(texts.gettext("End of the game if nobody answers: {moment}", moment=moment(view.phase.deadline)))
    if view.rules.game_clock is not None and not isinstance(view.phase, Over):
        clocks = " · ".join(_clock_of(view, seat, cast, texts, now) for seat in range(len(view.seats)))
        lines.append(texts.gettext("Clocks: {clocks}", clocks=clocks))
    if view.rules.time_bank is not None and not isinstance(view.phase, Over):
        banks = " · ".join(_bank_of(view, seat, cast, texts, now) for seat in _with_banks(view))
        lines.append(texts.gettext("Time banks: {banks}", banks=banks))
    if not isinstance(view.phase, Over):
        lines += [_back_text(cast.name(n), seat.away, texts) for n, seat in enumerate(view.seats) if seat.away]
    return tuple(lines)


def away_text(name: str, until: int, texts: Texts) -> str:
    """That a player is away, and what it means for the clock."""
    return texts.gettext(
        "{name} is away until {date}. Until then, this clock stands still.", name=name, date=date_and_time(until)
    )


def _back_text(name: str, until: int, texts: Texts) -> str:
    return texts.gettext("Away: {name}, back {moment}", name=name, moment=moment(until))


def _with_banks(view: TableView) -> list[int]:
    """The seats that need their time bank: people still playing."""
    return [n for n, seat in enumerate(view.seats) if seat.in_play and not isinstance(seat.player, Computer)]


def _bank_of(view: TableView, seat: int, cast: SeatNames, texts: Texts, now: int | None) -> str:
    left = bank_left(view, seat) if now is None else bank_now(view, seat, now)
    return texts.gettext("{name} {time}", name=cast.name(seat), time=clock_text(left or 0))


def turn_lines(view: TableView, end: int | None, texts: Texts) -> list[str]:
    """When the current turn begins to use the time bank, and when it is lost; none without a turn clock."""
    start = bank_starts(view)
    starts = [texts.gettext("Start of the time bank: {moment}", moment=moment(start))] if start is not None else []
    return [] if end is None else [*starts, turn_end_text(end, texts)]


def turn_end_text(end: int, texts: Texts) -> str:
    """When the current turn is lost, in words that suit both sides of that instant."""
    return texts.gettext("End of this turn: {moment}", moment=moment(end))


def late_text(end: int, grace: int, texts: Texts) -> str:
    """How long a move that was previewed in time can still be played."""
    return texts.gettext(
        "{end}. For {grace} after that, you can still play this move, but no other.",
        end=turn_end_text(end, texts),
        grace=length_text(grace, texts),
    )


def _clock_of(view: TableView, seat: int, cast: SeatNames, texts: Texts, now: int | None) -> str:
    left, end = time_left(view, seat) if now is None else clock_now(view, seat, now), runs_out(view)
    assert left is not None
    over = minutes_over(view, seat, now)
    facts = {"name": cast.name(seat), "time": clock_text(left)}
    runs = view.on_turn == seat and not isinstance(view.seats[seat].player, Computer)
    if not over:
        if not runs or end is None or left < 0:
            return texts.gettext("{name} {time}", **facts)
        return texts.gettext("{name} {time} (runs out: {moment})", moment=moment(end), **facts)
    lost = over * view.rules.overtime_penalty
    cost = texts.ngettext("{points} point", "{points} points", lost, points=texts.signed(-lost))
    flag = flag_falls(view) if runs else None
    if flag is not None:
        return texts.gettext(
            "{name} {time} (overtime so far: {points}; game lost: {moment})", points=cost, moment=moment(flag), **facts
        )
    return texts.gettext("{name} {time} (overtime so far: {points})", points=cost, **facts)
