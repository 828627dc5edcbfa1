"""The scoreboard, the word list with its marks, and the texts of the end card."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from bot.text.clocks import clock_text
from bot.text.moves import alphabetical, blanks_named, letters_text, marked_word, place_text, word_text
from bot.text.names import SeatNames, escape, in_code, with_level
from bot.text.special_events import owner_text
from bot.text.status import tiles_held
from bot.text.tables import table
from bot.text.texts import Texts
from engine.game.clock import stock_left
from engine.game.history import Entry, Mark, TurnKind, WordLine, best_play, bingo_counts
from engine.game.phases import Adjustment, EndReason, Over, Overtime, ScoreChange
from engine.game.state import Computer, Standing
from engine.game.views import TableView
from engine.model.tiles import Tiles
from engine.sentences import N_


def score_table(
    view: TableView, entries: Sequence[Entry], cast: SeatNames, texts: Texts, now: int | None = None
) -> str:
    """The scoreboard for a code block: turn, name, points, tiles, points of the last round.

    Clocks and time banks are as they are `now`, else as they were when the turn began. `cast` contains plain names.
    """
    last = last_points(entries)
    head = (
        "",
        texts.pgettext("column", "Player"),
        texts.pgettext("column", "Points"),
        texts.pgettext("column", "Last"),
        texts.pgettext("column", "Tiles"),
    )
    rows = [
        (
            ">" if view.on_turn == number else "",
            in_code(cast.name(number)),
            texts.number(seat.score),
            texts.number(last[number]) if number in last else "",
            texts.number(tiles_held(view, number)),
        )
        for number, seat in enumerate(view.seats)
    ]
    clocks = [stock_left(view, number, now) for number in range(len(view.seats))]
    if None in clocks:
        return table([head, *rows], right=(2, 3, 4), names=1)
    title = texts.pgettext("column", "Clock") if view.rules.time_bank is None else texts.pgettext("column", "Bank")
    timed = [(*row, clock_text(clock or 0)) for row, clock in zip(rows, clocks, strict=True)]
    return table([(*head, title), *timed], right=(2, 3, 4, 5), names=1)


def described(view: TableView, number: int, cast: SeatNames, texts: Texts) -> str:
    """A seat's name and further remarks."""
    name, player = cast.name(number), view.seats[number].player
    if isinstance(player, Computer):
        name += ", " + texts.gettext("computer level {level}", level=player.level)
    note = standing_text(view, number, texts) or owner_text(view.seats[number].owner, texts)
    return f"{name}, {note}" if note else name


def score_notes(view: TableView, cast: SeatNames, texts: Texts) -> tuple[str, ...]:
    """What the scoreboard has no room for: who is a computer player, who has left, and whose seat a computer plays."""
    levels = [
        with_level(cast.name(number), seat.player, texts)
        for number, seat in enumerate(view.seats)
        if isinstance(seat.player, Computer)
    ]
    notes = [texts.gettext("Computer players: {names}.", names=texts.join(levels))] if levels else []
    for number, seat in enumerate(view.seats):
        if note := standing_text(view, number, texts) or escape(owner_text(seat.owner, texts)):
            notes.append(texts.titled(cast.name(number), note))
    return tuple(f"-# {note}" for note in notes)


def standing_text(view: TableView, number: int, texts: Texts) -> str:
    """Whether a seat has left, resigned, been removed or lost on time, in words; empty if it is still playing."""
    seat = view.seats[number]
    match seat.standing:
        case Standing.IN_PLAY:
            return ""
        case Standing.LEFT if seat.barred:
            return texts.pgettext("player", "removed")
        case Standing.LEFT:
            return texts.pgettext("player", "left")
        case Standing.OUT_OF_TIME:
            return texts.gettext("out of time")
        case Standing.RESIGNED:
            return texts.pgettext("player", "resigned")


def away_mark(away: int | None, texts: Texts) -> str:
    """Whether the player of a seat is away, in a word; empty if not."""
    return "" if away is None else texts.pgettext("player", "away")


def last_points(entries: Iterable[Entry]) -> dict[int, int]:
    """The points of each seat's last turn."""
    last: dict[int, int] = {}
    for entry in entries:
        if entry.kind is TurnKind.BONUS:
            last[entry.seat] = last.get(entry.seat, 0) + entry.points
        elif entry.is_turn:
            last[entry.seat] = entry.points
    return last


# --- the word list ----------------------------------------------------------------------------------------------------


def word_list(entries: Sequence[Entry], cast: SeatNames, texts: Texts, *, by_player: bool = False) -> str:
    """Every turn with its words, points and marks, for a code block. `cast` contains plain names.

    Only turns are numbered, not the events between them. `by_player` groups the lines by player, with an empty line
    between players.
    """
    if not by_player:
        return table([row for _, row in _rows(entries, cast, texts)], right=_NUMBERS, names=1)
    rows = sorted(_rows(entries, cast, texts), key=lambda one: one[0])
    lines = table([row for _, row in rows], right=_NUMBERS, names=1).split("\n")
    gaps = [number > 0 and rows[number][0] != rows[number - 1][0] for number in range(len(rows))]
    return "\n".join(f"\n{line}" if gap else line for gap, line in zip(gaps, lines, strict=False))


def no_words(texts: Texts) -> str:
    """What there is in place of an empty word list."""
    return texts.gettext("No word has been played yet.")


def word_list_legend(entries: Sequence[Entry], texts: Texts) -> str:
    """What the numbers of a word list are, and those of its marks that occur, for below it."""
    marks = {line.mark for entry in entries for line in entry.lines}
    told = [texts.gettext("The numbers are points: for the line, then the player's total so far.")]
    told += [texts.gettext(text) for mark, text in _MARKS.items() if mark in marks]
    return "-# " + " · ".join(told)


_MARKS = {
    Mark.CROSS: N_("`+` another word that the move made"),
    Mark.SQUARES: N_("`*` points for squares"),
    Mark.BONUS: N_("`++` a bonus"),
    Mark.NOTHING: N_("`-` no word, such as a pass, or what a hint cost"),
}


_NUMBERS = (0, 3, 4)
"""The columns of the word list that hold numbers."""


def _rows(entries: Iterable[Entry], cast: SeatNames, texts: Texts) -> list[tuple[int, tuple[str, ...]]]:
    """The lines of the word list, each with its seat."""
    rows: list[tuple[int, tuple[str, ...]]] = []
    turns = 0
    for entry in entries:
        turns += entry.is_turn
        for index, line in enumerate(entry.lines):
            first = index == 0
            row = (
                f"{turns}." if first and entry.is_turn else "",
                in_code(cast.name(entry.seat)) if first else "",
                in_code(_line_text(entry, line, first, cast, texts)),
                texts.number(line.points),
                texts.number(entry.total) if index == len(entry.lines) - 1 else "",
            )
            rows.append((entry.seat, row))
    return rows


def _line_text(entry: Entry, line: WordLine, first: bool, cast: SeatNames, texts: Texts) -> str:
    mark = line.mark.value
    if line.word:
        place = place_text(entry.placement, cast.setup) if entry.placement and first else ""
        note = entry_note(entry, texts)
        word = marked_word(line.word, line.blanks, cast.setup.variant)
        blanks = _blanks(line, texts)
        return " ".join(part for part in (mark, place, word, blanks, note) if part)
    if entry.kind is TurnKind.BONUS:
        return mark + " " + texts.gettext("failed challenge")
    if line.mark is Mark.BONUS:
        return mark + " " + texts.pgettext("turn", "bonus")
    if line.mark is Mark.SQUARES:
        return mark + " " + texts.pgettext("turn", "squares")
    return f"{mark} {nothing_text(entry, texts)}"


def _blanks(line: WordLine, texts: Texts) -> str:
    """The letters of a word that are blanks, for people who hear the list; empty if there are none."""
    letters = blanks_named(line.word, line.blanks, texts)
    return texts.gettext("(blank: {letters})", letters=letters) if letters else ""


def entry_note(entry: Entry, texts: Texts) -> str:
    """A remark on an entry that is rejected, a trade or challenged off; empty for a play that counts."""
    if entry.kind is TurnKind.LOST:
        return texts.gettext("(rejected)")
    if entry.kind is TurnKind.TRADE:
        return texts.gettext("for a blank")
    return texts.gettext("(challenged off)") if entry.withdrawn else ""


def nothing_text(entry: Entry, texts: Texts) -> str:
    """What happened in an entry without words."""
    match entry.kind:
        case TurnKind.PASS:
            return texts.pgettext("turn", "pass")
        case TurnKind.EXCHANGE:
            return texts.ngettext("exchange of {count}", "exchange of {count}", entry.tiles)
        case TurnKind.SKIPPED:
            return texts.gettext("turn missed")
        case TurnKind.EXPIRED:
            return texts.gettext("out of time")
        case TurnKind.OVERTIME:
            return texts.pgettext("turn", "overtime")
        case TurnKind.LOST:
            return texts.gettext("not in the dictionary")
        case TurnKind.INVALID:
            return texts.gettext("invalid play")
        case TurnKind.BONUS:
            return texts.gettext("failed challenge")
        case TurnKind.LEFT:
            return texts.pgettext("turn", "left the game")
        case TurnKind.HINT:
            return texts.pgettext("turn", "hint")
        case TurnKind.SWAP:
            return texts.pgettext("turn", "swap")
        case TurnKind.TRADE:
            return texts.gettext("for a blank")
        case TurnKind.FOUR:
            return texts.ngettext("four of a kind: {count}", "four of a kind: {count}", entry.tiles)
        case TurnKind.ADJUSTMENT:
            return texts.gettext("tiles left")
        case TurnKind.PLAY:
            return texts.pgettext("turn", "play")


# --- the end ----------------------------------------------------------------------------------------------------------

_REASONS = {
    EndReason.OUT: N_("All tiles were played."),
    EndReason.ALL_PASSED: N_("The pool was empty and everyone passed."),
    EndReason.SCORELESS: N_("There were too many scoreless turns in a row."),
    EndReason.CHALLENGE: N_("The challenge decided the game."),
    EndReason.ENDED: N_("The game was ended early."),
    EndReason.TIME: N_("Time ran out."),
    EndReason.UNUSED: N_("It was never started."),
}


def reason_text(view: TableView, cast: SeatNames, texts: Texts) -> str:
    """Why a finished game ended, and who had gone if too few were left; of a void one, only who has cancelled it."""
    assert isinstance(view.phase, Over)
    if view.is_void:
        by = view.seat_of(view.phase.by) if view.phase.by else None
        return "" if by is None else texts.gettext("{name} cancelled the game.", name=cast.name(by))
    reason = view.phase.reason
    gone = [number for number, seat in enumerate(view.seats) if seat.standing is not Standing.IN_PLAY]
    if reason is EndReason.LEFT and gone:
        return _gone_text(view, gone, cast, texts)
    return texts.gettext(_REASONS.get(reason, _REASONS[EndReason.ENDED]))


def _gone_text(view: TableView, gone: Sequence[int], cast: SeatNames, texts: Texts) -> str:
    names = texts.join(cast.list(gone))
    if all(view.seats[number].standing is Standing.RESIGNED for number in gone):
        return texts.ngettext("{names} resigned.", "{names} resigned.", len(gone), names=names)
    if all(view.seats[number].barred for number in gone):
        return texts.ngettext(
            "{names} was removed from the game.", "{names} were removed from the game.", len(gone), names=names
        )
    return texts.ngettext("{names} left the game.", "{names} left the game.", len(gone), names=names)


def standings(view: TableView, cast: SeatNames, texts: Texts, style: Callable[[str], str] = escape) -> tuple[str, ...]:
    """The seats by final score, best first, with the effect of the tiles left; ties share a place.

    A game that nobody has won has no places. `style` makes letters and places safe for where they are shown.
    """
    return tuple(
        f"{style(f'{place}.' if place else '–')} {_standing(view, seat, notes, cast, texts)}"
        for seat, place, notes in final_places(view, cast, texts, style)
    )


def final_places(
    view: TableView, cast: SeatNames, texts: Texts, style: Callable[[str], str] = escape
) -> tuple[tuple[int, int, tuple[str, ...]], ...]:
    """Each seat with its place and remarks, best first; `style` makes letters safe for where they are shown.

    The place is 0 in a game that nobody has won.
    """
    assert isinstance(view.phase, Over)
    winners = view.phase.winners

    def rack(left: Tiles, points: str) -> str:
        tiles = style(letters_text(alphabetical(left, cast.setup.variant), cast.setup.variant))
        return texts.gettext("{points} for {tiles} left", points=points, tiles=tiles)

    order = sorted(range(len(view.seats)), key=lambda n: (n not in winners, -view.seats[n].score))
    found: list[tuple[int, int, tuple[str, ...]]] = []
    place = 0
    for index, number in enumerate(order):
        shared = index > 0 and _rank(view, order[index - 1], winners) == _rank(view, number, winners)
        place = place if shared else index + 1
        note = standing_text(view, number, texts)
        found.append(
            (
                number,
                place if winners else 0,
                (*([note] if note else []), *_changes(view.phase, number, texts, rack)),
            )
        )
    return tuple(found)


def _rank(view: TableView, seat: int, winners: tuple[int, ...]) -> tuple[bool, int]:
    return seat in winners, view.seats[seat].score


def _standing(view: TableView, number: int, notes: Sequence[str], cast: SeatNames, texts: Texts) -> str:
    score = view.seats[number].score
    line = texts.ngettext("{name}: {count} point", "{name}: {count} points", score, name=cast.name(number))
    return f"{line} ({', '.join(notes)})" if notes else line


def changes_in_brief(view: TableView, number: int, texts: Texts) -> tuple[str, ...]:
    """What changed a seat's score at the end, each in a word or two; empty before it."""

    def rack(left: Tiles, points: str) -> str:
        return texts.ngettext(
            "{points} for {count} tile left", "{points} for {count} tiles left", len(left), points=points
        )

    return _changes(view.phase, number, texts, rack) if isinstance(view.phase, Over) else ()


def _changes(phase: Over, number: int, texts: Texts, rack: Callable[[Tiles, str], str]) -> tuple[str, ...]:
    """What changed a seat's score at the end; `rack` words the points lost for tiles that are known."""
    return tuple(_change_text(one, texts, rack) for one in phase.changes if one.seat == number and one.points)


def _change_text(change: ScoreChange, texts: Texts, rack: Callable[[Tiles, str], str]) -> str:
    points = texts.signed(change.points)
    match change:
        case Overtime(over=over):
            return texts.gettext("{points} for {time} of overtime", points=points, time=clock_text(over))
        case Adjustment() if change.points > 0:
            return texts.gettext("{points} for the others' tiles", points=points)
        case Adjustment(left=left):
            return rack(left, points) if left else texts.gettext("{points} for tiles left", points=points)


def highlights(
    entries: Sequence[Entry], cast: SeatNames, texts: Texts, style: Callable[[str], str] = escape
) -> tuple[str, ...]:
    """The best play of the game, and the number of bingos of each player; empty if nobody scored."""
    best = best_play(entries)
    if best is None or best.placement is None:
        return ()
    lines = [
        texts.ngettext(
            "Best play: {name} with {place} {word} for {count} point.",
            "Best play: {name} with {place} {word} for {count} points.",
            best.points,
            name=cast.name(best.seat),
            place=place_text(best.placement, cast.setup),
            word=style(word_text(best.lines[0].word)),
        )
    ]
    bingos = sorted(bingo_counts(entries, cast.setup.variant).items())
    if bingos:
        counted = (
            texts.ngettext("{name} {count}", "{name} {count}", count, name=cast.name(seat)) for seat, count in bingos
        )
        lines.append(texts.gettext("Bingos: {counts}.", counts=texts.join(counted)))
    return tuple(lines)


def longest_play(entries: Iterable[Entry]) -> Entry | None:
    """The play with the longest main word, the highest-scoring of several, without withdrawn plays; None if none."""
    plays = [entry for entry in entries if entry.kind is TurnKind.PLAY and not entry.withdrawn and entry.lines[0].word]
    return max(plays, key=lambda entry: (len(entry.lines[0].word), entry.points), default=None)
