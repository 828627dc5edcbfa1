"""The word list of a game, every turn with its words, points and marks, and how it came out for each seat."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from engine.game import events as ev
from engine.game.phases import NO_RESULT, Adjustment, Over, Overtime, ScoreChange
from engine.game.state import GameState, Standing, has_played
from engine.model.board import Cell, Direction
from engine.model.tiles import Word
from engine.model.variant import Variant
from engine.play.placement import Placement, ScoreSheet


class Mark(Enum):
    """What a line of the word list means, by the mark before it.

    Cross words carry `+`, a bonus by itself `++`, points of squares `*`, and a turn that scored no word `-`.
    """

    WORD = ""
    CROSS = "+"
    BONUS = "++"
    SQUARES = "*"
    NOTHING = "-"


class TurnKind(Enum):
    """What a seat did with its turn."""

    PLAY = "play"
    PASS = "pass"
    EXCHANGE = "exchange"
    SKIPPED = "skipped"
    HINT = "hint"
    SWAP = "swap"
    TRADE = "trade"
    FOUR = "four"
    EXPIRED = "expired"
    OVERTIME = "overtime"
    LOST = "lost"
    INVALID = "invalid"
    BONUS = "bonus"
    LEFT = "left"
    ADJUSTMENT = "adjustment"


@dataclass(frozen=True, slots=True)
class WordLine:
    """One line of the list; `word` is empty if the mark says everything.

    `blanks` holds the places in the word, counted from 0, of letters that are blanks.
    """

    mark: Mark
    word: Word
    points: int
    blanks: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Entry:
    """One turn of a seat. `total` is the seat's score after it, and `tiles` is how many were exchanged.

    `withdrawn` marks a play that was challenged off: it stays in the list but scores nothing. A turn LOST to a phony
    has a placement only if everyone saw it.
    """

    seat: int
    at: int
    kind: TurnKind
    lines: tuple[WordLine, ...]
    points: int
    total: int
    placement: Placement | None = None
    tiles: int = 0
    withdrawn: bool = False

    @property
    def is_turn(self) -> bool:
        """Whether it ended a turn of the seat, as hints, trades, bonuses and adjustments do not."""
        return self.kind in _TURNS


_TURNS = (
    TurnKind.PLAY,
    TurnKind.PASS,
    TurnKind.EXCHANGE,
    TurnKind.SKIPPED,
    TurnKind.EXPIRED,
    TurnKind.LOST,
    TurnKind.INVALID,
)
_UNDONE = (TurnKind.PLAY, TurnKind.PASS, TurnKind.EXCHANGE)
"""Turns that can be undone."""


def lines_of(sheet: ScoreSheet) -> tuple[WordLine, ...]:
    """The lines of a play: its word, the cross words with `+`, square points with `*` and the bonus with `++`."""
    lines = [
        WordLine(Mark.CROSS if number else Mark.WORD, word.word, word.points) for number, word in enumerate(sheet.words)
    ]
    lines += [WordLine(Mark.SQUARES, (), sheet.cell_points)] if sheet.cell_points else []
    lines += [WordLine(Mark.BONUS, (), sheet.bonus)] if sheet.bonus else []
    return tuple(lines)


def history(events: Iterable[ev.Event]) -> tuple[Entry, ...]:
    """The word list of a journal, without undone moves."""
    entries: list[Entry] = []
    totals: dict[int, int] = {}
    board: dict[Cell, bool] = {}
    """The covered squares, and whether a blank is there."""
    for event in events:
        _lay(board, entries, event)
        if isinstance(event, ev.Undone):
            totals[event.seat] -= entries.pop(_latest(entries, event.seat)).points
        elif isinstance(event, ev.Withdrawn):
            _withdraw(entries, totals, event.seat)
        elif isinstance(event, ev.Swapped):
            entries += _swap(totals, event)
        else:
            for entry in _entries(event, board):
                totals[entry.seat] = totals.get(entry.seat, 0) + entry.points
                entries.append(replace(entry, total=totals[entry.seat]))
    return tuple(entries)


def _lay(board: dict[Cell, bool], entries: list[Entry], event: ev.Event) -> None:
    """Update the board for a play that an event places, withdraws or change, before the event is listed."""
    match event:
        case ev.Played(placement=placement):
            board.update((cell, placed.is_blank) for cell, placed in placement.tiles)
        case ev.BlankTraded(cell=cell):
            board[cell] = False
        case ev.Undone(seat=seat):
            _lift(board, entries[_latest(entries, seat)].placement)
        case ev.Withdrawn(seat=seat):
            _lift(board, entries[_latest_play(entries, seat)].placement)


def _lift(board: dict[Cell, bool], placement: Placement | None) -> None:
    for cell in placement.cells if placement else ():
        board.pop(cell, None)


def _with_blanks(lines: tuple[WordLine, ...], placement: Placement, board: Mapping[Cell, bool]) -> tuple[WordLine, ...]:
    """The lines of a play with the blanks in their words marked, including those already on the board."""
    laid = {**board, **{cell: placed.is_blank for cell, placed in placement.tiles}}
    runs = [_run(laid, placement.cell, placement.direction)]
    runs += [_run(laid, cell, placement.direction.other) for cell in placement.cells]
    long = iter([run for run in runs if len(run) > 1])
    return tuple(replace(line, blanks=_blanks(laid, next(long, ()))) if line.word else line for line in lines)


def _run(laid: Mapping[Cell, bool], cell: Cell, direction: Direction) -> tuple[Cell, ...]:
    """The unbroken line of covered squares through a covered one."""
    while (before := cell.step(direction, -1)) in laid:
        cell = before
    found = [cell]
    while (after := found[-1].step(direction)) in laid:
        found.append(after)
    return tuple(found)


def _blanks(laid: Mapping[Cell, bool], run: tuple[Cell, ...]) -> tuple[int, ...]:
    return tuple(number for number, cell in enumerate(run) if laid[cell])


def _latest_play(entries: list[Entry], seat: int) -> int:
    """The index of a seat's latest play."""
    return max(n for n, entry in enumerate(entries) if entry.kind is TurnKind.PLAY and entry.seat == seat)


def _latest(entries: list[Entry], seat: int) -> int:
    """The index of a seat's latest turn of a kind that can be undone."""
    return max(n for n, entry in enumerate(entries) if entry.seat == seat and entry.kind in _UNDONE)


def _withdraw(entries: list[Entry], totals: dict[int, int], seat: int) -> None:
    number = _latest_play(entries, seat)
    play = entries[number]
    totals[seat] -= play.points
    nothing = (WordLine(Mark.NOTHING, play.lines[0].word, 0, play.lines[0].blanks),)
    entries[number] = replace(play, withdrawn=True, points=0, lines=nothing)
    for later in range(number, len(entries)):
        # Its player may have left since then.
        if entries[later].seat == seat:
            entries[later] = replace(entries[later], total=entries[later].total - play.points)


def _swap(totals: dict[int, int], event: ev.Swapped) -> tuple[Entry, ...]:
    """An entry for each of the two seats, with the points that it gained or lost by swapping scores."""
    seats = (event.seat, event.other)
    before = [totals.get(seat, 0) for seat in seats]
    totals[event.seat], totals[event.other] = before[1], before[0]
    change = before[1] - before[0]
    return tuple(
        Entry(seat, event.at, TurnKind.SWAP, (WordLine(Mark.NOTHING, (), points),), points, totals[seat])
        for seat, points in zip(seats, (change, -change), strict=True)
    )


def _entries(event: ev.Event, board: Mapping[Cell, bool]) -> tuple[Entry, ...]:
    nothing = (WordLine(Mark.NOTHING, (), 0),)
    match event:
        case ev.Played(at=at, seat=seat, placement=placement, sheet=sheet):
            lines = _with_blanks(lines_of(sheet), placement, board)
            return (Entry(seat, at, TurnKind.PLAY, lines, sheet.total, 0, placement),)
        case ev.Passed(at=at, seat=seat, points=points):
            return (Entry(seat, at, TurnKind.PASS, (WordLine(Mark.NOTHING, (), points),), points, 0),)
        case ev.Exchanged(at=at, seat=seat, points=points):
            lines = (WordLine(Mark.NOTHING, (), points),)
            return (Entry(seat, at, TurnKind.EXCHANGE, lines, points, 0, tiles=event.count),)
        case ev.TurnSkipped(at=at, seat=seat):
            return (Entry(seat, at, TurnKind.SKIPPED, nothing, 0, 0),)
        case ev.HintGiven(at=at, seat=seat, cost=cost):
            return (Entry(seat, at, TurnKind.HINT, (WordLine(Mark.NOTHING, (), -cost),), -cost, 0),)
        case ev.BlankTraded(at=at, seat=seat, tile=tile):
            return (Entry(seat, at, TurnKind.TRADE, (WordLine(Mark.NOTHING, (tile.letter,), 0),), 0, 0),)
        case ev.FourExchanged(at=at, seat=seat, returned=returned):
            return (Entry(seat, at, TurnKind.FOUR, nothing, 0, 0, tiles=len(returned)),)
        case ev.TurnExpired(at=at, seat=seat):
            return (Entry(seat, at, TurnKind.EXPIRED, nothing, 0, 0),)
        case ev.TurnLost(at=at, seat=seat, words=()):
            return (Entry(seat, at, TurnKind.INVALID, nothing, 0, 0),)
        case ev.TurnLost(at=at, seat=seat, placement=placement, sheet=sheet):
            lines = (WordLine(Mark.NOTHING, sheet.words[0].word if sheet else (), 0),)
            shown = _with_blanks(lines, placement, board) if placement else lines
            return (Entry(seat, at, TurnKind.LOST, shown, 0, 0, placement),)
        case ev.ChallengeBonus(at=at, seat=seat, points=points):
            return (Entry(seat, at, TurnKind.BONUS, (WordLine(Mark.BONUS, (), points),), points, 0),)
        case ev.SeatLeft(at=at, seat=seat):
            return (Entry(seat, at, TurnKind.LEFT, nothing, 0, 0),)
        case ev.Ended():
            return tuple(
                Entry(one.seat, event.at, _kind(one), (WordLine(Mark.NOTHING, (), one.points),), one.points, 0)
                for one in event.changes
                if one.points
            )
        case _:
            return ()


def _kind(change: ScoreChange) -> TurnKind:
    match change:
        case Adjustment():
            return TurnKind.ADJUSTMENT
        case Overtime():
            return TurnKind.OVERTIME


def played_words(events: Iterable[ev.Event]) -> tuple[Word, ...]:
    """The words of the plays that stand, each once, the newest play first and its main word before the others."""
    plays = [entry for entry in history(events) if entry.kind is TurnKind.PLAY and not entry.withdrawn]
    return tuple(dict.fromkeys(line.word for play in reversed(plays) for line in play.lines if line.word))


@dataclass(frozen=True, slots=True)
class SeatResult:
    """The result of a seat. `place` counts from 1 and is shared in a tie; `best` is its highest-scoring play."""

    seat: int
    score: int
    place: int
    bingos: int
    best: Entry | None


def results(state: GameState, entries: Sequence[Entry]) -> tuple[SeatResult, ...]:
    """The result of each seat that has played, in seat order; empty for a game that is not over or has no result.

    Winners are placed first, then the seats that stayed, by score, then those that left, by score.
    """
    phase = state.phase
    if not isinstance(phase, Over) or phase.reason in NO_RESULT:
        return ()
    ranks = {
        number: (number in phase.winners, seat.standing is Standing.IN_PLAY, seat.score)
        for number, seat in enumerate(state.seats)
        if has_played(seat)
    }
    bingos = bingo_counts(entries, state.variant)
    return tuple(
        SeatResult(
            number,
            state.seats[number].score,
            1 + sum(other > rank for other in ranks.values()),
            bingos.get(number, 0),
            best_play(entry for entry in entries if entry.seat == number),
        )
        for number, rank in ranks.items()
    )


def best_play(entries: Iterable[Entry]) -> Entry | None:
    """The highest-scoring play, the earliest in a tie; None if no play scored."""
    plays = [entry for entry in entries if entry.kind is TurnKind.PLAY and entry.points > 0]
    return max(plays, key=lambda entry: entry.points, default=None)


def bingo_counts(entries: Iterable[Entry], variant: Variant) -> dict[int, int]:
    """The number of bingos by seat, for the seats that have one; a play that was challenged off does not count."""
    counts: dict[int, int] = {}
    for entry in entries:
        if entry.placement and not entry.withdrawn and is_bingo(entry.placement, variant):
            counts[entry.seat] = counts.get(entry.seat, 0) + 1
    return counts


def is_bingo(placement: Placement, variant: Variant) -> bool:
    """Whether a play used a full rack, in a variant that awards a bonus for that."""
    return len(placement.tiles) >= variant.rack_size and variant.bingo != 0
