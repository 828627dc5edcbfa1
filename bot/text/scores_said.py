"""The scores and the list of words by ear: a sentence for each player, and one for each turn.

Names and words are not escaped, as in `bot.text.spoken`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.text.cast import SeatNames
from bot.text.moves import place_text, word_text
from bot.text.scores import described, entry_note, last_points, nothing_text
from bot.text.spoken import with_blanks
from bot.text.status import tiles_held, tiles_text
from bot.text.texts import Texts
from engine.game.history import Entry, Mark, WordLine
from engine.game.views import TableView


def scores_said(view: TableView, entries: Sequence[Entry], cast: SeatNames, texts: Texts) -> tuple[str, ...]:
    """The points and tiles of each seat, who is to move, and the points of everyone's last turn."""
    heard, last = texts.for_ears, last_points(entries)
    return tuple(_score_said(view, number, last.get(number), cast, heard) for number in range(len(view.seats)))


def _score_said(view: TableView, number: int, last: int | None, cast: SeatNames, texts: Texts) -> str:
    score = view.seats[number].score
    name = described(view, number, cast, texts)
    facts = {
        "name": texts.gettext("{name}, to move", name=name) if view.on_turn == number else name,
        "points": points_said(score, texts),
        "tiles": tiles_text(tiles_held(view, number), texts),
        "last": texts.number(last or 0),
    }
    if last is None:
        return texts.gettext("{name}: {points}, {tiles}.", **facts)
    if 0 < last <= score:
        return texts.gettext("{name}: {points}, {last} of them last turn, {tiles}.", **facts)
    return texts.gettext("{name}: {points}, {last} last turn, {tiles}.", **facts)


def points_said(count: int, texts: Texts) -> str:
    """A number of points."""
    return texts.ngettext("{count} point", "{count} points", count)


def turns_said(entries: Sequence[Entry], cast: SeatNames, texts: Texts, *, by_player: bool = False) -> tuple[str, ...]:
    """Every turn with its words, their points and the total, in order of play or player by player."""
    told = list(_turns_said(entries, cast, texts.for_ears))
    return tuple(line for _, line in (sorted(told, key=lambda one: one[0]) if by_player else told))


def _turns_said(entries: Sequence[Entry], cast: SeatNames, texts: Texts) -> Iterator[tuple[int, str]]:
    """The sentences of each entry, with its seat."""
    turns = 0
    for entry in entries:
        turns += entry.is_turn
        facts = {
            "number": turns,
            "name": cast.name(entry.seat),
            "what": _entry_said(entry, cast, texts),
            "total": texts.number(entry.total),
        }
        if entry.is_turn:
            yield entry.seat, texts.gettext("Turn {number}, {name}: {what}. Total {total}.", **facts)
        else:
            yield entry.seat, texts.gettext("{name}: {what}. Total {total}.", **facts)


def _entry_said(entry: Entry, cast: SeatNames, texts: Texts) -> str:
    first = entry.lines[0]
    if not first.word:
        points = (points_said(entry.points, texts),) if entry.points else ()
        return ", ".join((nothing_text(entry, texts), *points))
    place = place_text(entry.placement, cast.setup) if entry.placement else ""
    parts = (place, with_blanks(first.word, first.blanks, texts), entry_note(entry, texts))
    move = " ".join(filter(None, parts))
    if not entry.points and first.mark is Mark.NOTHING:
        return move
    facts = {"move": move, "points": points_said(entry.points, texts)}
    if len(entry.lines) == 1:
        return texts.gettext("{move}, {points}", **facts)
    parts_said = ", ".join(_part_said(line, texts) for line in entry.lines)
    return texts.gettext("{move}, {points}: {parts}", parts=parts_said, **facts)


def _part_said(line: WordLine, texts: Texts) -> str:
    """A part of a play's score: `OU 3`."""
    name = word_text(line.word)
    if line.mark is Mark.BONUS:
        name = texts.pgettext("turn", "bonus")
    elif line.mark is Mark.SQUARES:
        name = texts.pgettext("turn", "squares")
    return f"{name} {texts.number(line.points)}"
