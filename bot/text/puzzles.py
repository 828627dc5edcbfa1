"""Puzzles in words: what to do, how the tries went, and why the answer is the best move."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from bot.model.puzzles import TRIES, Attempt
from bot.service.puzzles import Place, Result, TriedPuzzle, counts, points, read
from bot.text.columns import table
from bot.text.names import escape, in_code
from bot.text.texts import NP_, Texts
from engine.formats.tiletext import write_rack
from engine.puzzles.text import move_text
from engine.puzzles.values import Move, Puzzle, Tag

_TAGS = {
    Tag.EQUITY: NP_("tag of a puzzle", "clearly best"),
    Tag.POINTS: NP_("tag of a puzzle", "most points"),
    Tag.BINGO: NP_("tag of a puzzle", "bingo"),
    Tag.ONLY_BINGO: NP_("tag of a puzzle", "the only bingo"),
    Tag.BLANK_BINGO: NP_("tag of a puzzle", "bingo with a blank"),
    Tag.LONG_BINGO: NP_("tag of a puzzle", "long bingo"),
    Tag.NON_BINGO: NP_("tag of a puzzle", "no bingo"),
    Tag.POWER_TILE: NP_("tag of a puzzle", "power tile"),
    Tag.COMMON_WORDS: NP_("tag of a puzzle", "common words"),
}
SOLVED, WRONG, UNUSED = "🟩", "🟥", "⬜"
"""The signs of a grid that shows how someone did and nothing else."""


def task_text(puzzle: Puzzle, texts: Texts) -> str:
    """What there is to do."""
    own, other = puzzle.position.scores[:2]
    return texts.gettext(
        "Find the best move. You have {own} points, your opponent has {other}.",
        own=texts.number(own),
        other=texts.number(other),
    )


def rack_text(puzzle: Puzzle, texts: Texts) -> str:
    """The tiles to play with."""
    return texts.gettext("Your tiles: {tiles}", tiles=f"**{escape(rack_letters(puzzle))}**")


def rack_letters(puzzle: Puzzle) -> str:
    """The tiles to play with, as letters."""
    return write_rack(puzzle.rack, puzzle.variant)


def tries_lines(tried: TriedPuzzle, texts: Texts) -> Iterator[str]:
    """What each wrong try scored and, once the answer may be known, what it would have cost."""
    for move in tried.attempt.moves:
        placement = read(tried.puzzle, move)
        if tried.puzzle.is_answer(placement):
            continue
        told = texts.ngettext(
            "{move} scores {count} point, but another move is better.",
            "{move} scores {count} points, but another move is better.",
            points(tried.puzzle, placement),
            move=_bold(move),
        )
        known = tried.puzzle.known(placement)
        yield told if tried.attempt.is_open or not known else f"{told} {_cost(known, tried.puzzle, texts)}"


def _cost(move: Move, puzzle: Puzzle, texts: Texts) -> str:
    best = puzzle.answers[0]
    return texts.gettext(
        "Its chance to win is lower by {chance}, its lead by {points} points.",
        chance=texts.percent(max(best.chance - move.chance, 0.0), 1),
        points=texts.decimal(max(best.lead - move.lead, 0.0)),
    )


def left_text(attempt: Attempt, texts: Texts) -> str:
    """How many tries are left."""
    return texts.ngettext("{count} try left.", "{count} tries left.", TRIES - len(attempt.moves))


def origin_lines(tried: TriedPuzzle, texts: Texts) -> Iterator[str]:
    """Where a puzzle comes from, if it does not come with the program."""
    if tried.keyed.server is not None:
        yield "-# " + texts.gettext("From a game that was played in this server.")


def answer_lines(tried: TriedPuzzle, texts: Texts) -> Iterator[str]:
    """Whether it was solved, the answer, and why: the figures of the best move and of the next one."""
    puzzle = tried.puzzle
    if tried.attempt.solved:
        yield texts.gettext("**Solved** on try {number}.", number=len(tried.attempt.moves))
    else:
        yield texts.gettext("**Not solved.**")
    for best in puzzle.answers:
        yield texts.ngettext(
            "The best move is {move} for {count} point. Played on {deals} times, it wins {chance} of the games.",
            "The best move is {move} for {count} points. Played on {deals} times, it wins {chance} of the games.",
            best.score,
            move=_bold(_written(best, puzzle)),
            deals=texts.number(puzzle.deals),
            chance=texts.percent(best.chance, 1),
        )
    if puzzle.others:
        second = puzzle.others[0]
        told = texts.gettext("The next best is {move}.", move=_bold(_written(second, puzzle)))
        yield f"{told} {_cost(second, puzzle, texts)}"
    yield from tries_lines(tried, texts)


def tags_text(puzzle: Puzzle, texts: Texts) -> str:
    """The tags of a puzzle."""
    tags = texts.join(texts.pgettext(*_TAGS[tag]) for tag in Tag if tag in puzzle.tags)
    return texts.gettext("Tags: {tags}.", tags=tags)


def rating_text(rating: int, texts: Texts) -> str:
    """A person's rating."""
    return texts.gettext("Your puzzle rating is {rating}.", rating=texts.number(rating))


def _written(move: Move, puzzle: Puzzle) -> str:
    if move.placement is None:
        return f"-{write_rack(move.exchanged, puzzle.variant)}"
    return move_text(puzzle, move.placement)


def _bold(move: str) -> str:
    return f"**{escape(move)}**"


# --- the puzzle of the day --------------------------------------------------------------------------------------------


def grid(attempt: Attempt) -> str:
    """How someone did, without a word of the answer."""
    wrong = len(attempt.moves) - attempt.solved
    return WRONG * wrong + SOLVED * attempt.solved + UNUSED * (TRIES - len(attempt.moves))


def shared_text(tried: TriedPuzzle, texts: Texts) -> str:
    """What a person can copy into the channel, or why the result does not count for the puzzle of the day."""
    if tried.day and not counts(tried.attempt, tried.day):
        return texts.gettext("This result does not count here: it is not from the day of this puzzle.")
    name = texts.gettext("Puzzle of the day")
    number = tried.day.number if tried.day else 0
    return texts.gettext("To share, copy this:") + f"\n```\n{name} {number} ||{grid(tried.attempt)}||\n```"


def result_lines(results: Sequence[Result], texts: Texts) -> Iterator[str]:
    """How everyone did, one line each below a heading; nothing if nobody has finished."""
    if results:
        yield texts.gettext("How everyone did:")
    for one in results[:MOST_RESULTS]:
        signs = WRONG * (one.tries - one.solved) + (SOLVED if one.solved else UNUSED * (TRIES - one.tries))
        yield f"{signs} {escape(one.name)}"


MOST_RESULTS = 20
"""Results of a day that are listed."""


def streak_text(days: int, texts: Texts) -> str:
    """How many puzzles of the day in a row someone has solved."""
    return texts.ngettext(
        "You have solved {count} puzzle of the day in a row.",
        "You have solved {count} puzzles of the day in a row.",
        days,
    )


def board_table(places: Iterable[Place], texts: Texts) -> str:
    """The solvers of a server, as a table."""
    heading = (
        "",
        texts.pgettext("column", "player"),
        texts.pgettext("column of a table of solvers", "solved"),
        texts.pgettext("column of a table of solvers", "in a row"),
        texts.pgettext("column of a table of solvers", "longest"),
        texts.pgettext("column of a table of solvers", "rating"),
    )
    rows = [
        (f"{number}.", in_code(one.name), str(one.solved), str(one.streak), str(one.longest), str(one.rating))
        for number, one in enumerate(places, 1)
    ]
    return table([heading, *rows], right=(2, 3, 4, 5))
