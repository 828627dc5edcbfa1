"""Puzzles in words: what to do, how the tries went, and why the answer is the best move."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from bot.features.puzzles.puzzles import DailyResult, SolverStanding, TriedPuzzle, points, read
from bot.features.puzzles.store import PUZZLE_TRIES, Attempt, Daily
from bot.model.honours import Trophy, TrophyMark
from bot.text.help import HelpContext, HelpTopic
from bot.text.moves import alphabetical, letters_text
from bot.text.names import bold, escape
from bot.text.texts import Texts
from engine.formats.tiletext import write_rack
from engine.puzzles.values import Puzzle, SimulatedMove, Tag, move_text
from engine.sentences import NP_

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
_KINDS_OF_BINGO = {Tag.ONLY_BINGO, Tag.BLANK_BINGO, Tag.LONG_BINGO}
SOLVED, WRONG, UNUSED = "🟩", "🟥", "⬜"
"""The signs of a grid that shows how someone did and nothing else."""


def title_text(texts: Texts, *, daily: bool) -> str:
    """What a puzzle is called."""
    return texts.gettext("Puzzle of the day") if daily else texts.pgettext("heading", "Puzzle")


def answer_label(texts: Texts) -> str:
    """The button that sends what is composed."""
    return texts.gettext("Answer")


def show_label(texts: Texts) -> str:
    """The button that gives a puzzle up."""
    return texts.gettext("Show the answer")


def giving_up_text(texts: Texts, *, daily: bool) -> str:
    """Before someone gives a puzzle up."""
    if daily:
        return texts.gettext("Do you want to see the answer? The puzzle of the day then counts as not solved.")
    return texts.gettext("Do you want to see the answer? That ends this puzzle.")


def heading(day: Daily | None, texts: Texts) -> str:
    """The heading of a puzzle, with its number if it is one of the day."""
    title = title_text(texts, daily=day is not None)
    return f"### {title} {day.number}" if day else f"### {title}"


def player_names(texts: Texts) -> tuple[str, str]:
    """The names of the solver and of the other player."""
    return texts.pgettext("in a puzzle", "You"), texts.pgettext("in a puzzle", "Opponent")


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
    """The tiles to play with, as letters with spaces between them, which nobody reads aloud as a word."""
    return letters_text(alphabetical(puzzle.rack, puzzle.variant), puzzle.variant)


def tries_lines(tried: TriedPuzzle, texts: Texts) -> Iterator[str]:
    """What each wrong try scored."""
    for move in tried.attempt.moves:
        placement = read(tried.puzzle, move)
        if tried.puzzle.is_answer(placement):
            continue
        yield texts.ngettext(
            "{move} scores {count} point, but another move is better.",
            "{move} scores {count} points, but another move is better.",
            points(tried.puzzle, placement),
            move=_bold(move),
        )


def _next_best(tried: TriedPuzzle) -> SimulatedMove | None:
    """The best of the other moves; None if it was tried, since that try is told anyway."""
    attempted = [tried.puzzle.known(read(tried.puzzle, move)) for move in tried.attempt.moves]
    second = next(iter(tried.puzzle.others), None)
    return None if second in attempted else second


def _cost(move: SimulatedMove, puzzle: Puzzle, texts: Texts) -> str:
    best = puzzle.answers[0]
    return texts.gettext(
        "Its chance to win is {chance} percentage points lower, and its lead {points} points lower.",
        chance=texts.decimal(100 * max(best.chance - move.chance, 0.0)),
        points=texts.decimal(max(best.lead - move.lead, 0.0)),
    )


def left_text(attempt: Attempt, texts: Texts) -> str:
    """How many tries are left."""
    return texts.ngettext("{count} try left.", "{count} tries left.", PUZZLE_TRIES - len(attempt.moves))


def unused_text(texts: Texts) -> str:
    """That an answer which could not be played has used no try."""
    return texts.gettext("You have not used a try.")


def origin_lines(tried: TriedPuzzle, texts: Texts) -> Iterator[str]:
    """Where a puzzle comes from, if it does not come with the program."""
    if tried.keyed.server is not None:
        yield "-# " + texts.gettext("From a game that was played in this server.")


def answer_lines(tried: TriedPuzzle, texts: Texts) -> Iterator[str]:
    """Whether it was solved, the best move, and the next one, in plain words."""
    puzzle = tried.puzzle
    if tried.attempt.solved:
        yield texts.gettext("**Solved** on try {number}.", number=len(tried.attempt.moves))
    else:
        yield texts.gettext("**Not solved.**")
    for best in puzzle.answers:
        yield texts.ngettext(
            "The best move is {move} for {count} point.",
            "The best move is {move} for {count} points.",
            best.score,
            move=_bold(_written(best, puzzle)),
        )
    written = [_written(best, puzzle) for best in puzzle.answers]
    if second := _next_best(tried):
        written.append(_written(second, puzzle))
        yield texts.ngettext(
            "The next best is {move} for {count} point.",
            "The next best is {move} for {count} points.",
            second.score,
            move=_bold(written[-1]),
        )
    yield from tries_lines(tried, texts)
    if any("(" in move for move in (*written, *tried.attempt.moves)):
        yield "-# " + texts.gettext("Letters in parentheses are already on the board.")


def figures_label(texts: Texts) -> str:
    """The button that shows the figures of an answer."""
    return texts.pgettext("of a puzzle", "Figures")


def figures_lines(tried: TriedPuzzle, texts: Texts) -> Iterator[str]:
    """How much better the best move is than the next one and than what was tried, and what kind of move it is."""
    puzzle = tried.puzzle
    for best in puzzle.answers:
        yield texts.gettext(
            "In {deals} simulations, {move} wins {chance} of the games.",
            move=_bold(_written(best, puzzle)),
            deals=texts.number(puzzle.deals),
            chance=texts.percent(best.chance, 1),
        )
    attempted = [puzzle.known(read(puzzle, move)) for move in tried.attempt.moves]
    others = [*puzzle.others[:1], *(one for one in attempted if one and one not in puzzle.answers)]
    for number, one in enumerate(others):
        if one not in others[:number]:
            yield texts.titled(_bold(_written(one, puzzle)), _cost(one, puzzle, texts))
    yield tags_text(puzzle, texts)


def answer_alt(texts: Texts) -> str:
    """What the picture of an answer shows, which the message tells."""
    return texts.gettext("The best move on the board.")


def tags_text(puzzle: Puzzle, texts: Texts) -> str:
    """The tags of a puzzle; that it is a bingo goes without saying beside what kind of bingo it is."""
    said = puzzle.tags - ({Tag.BINGO} if puzzle.tags & _KINDS_OF_BINGO else set())
    tags = " · ".join(texts.pgettext(*_TAGS[tag]) for tag in Tag if tag in said)
    return texts.gettext("Tags: {tags}", tags=tags)


def rating_text(rating: int, texts: Texts) -> str:
    """A person's rating."""
    return texts.gettext("Your puzzle rating is {rating}.", rating=texts.number(rating))


def _written(move: SimulatedMove, puzzle: Puzzle) -> str:
    if move.placement is None:
        return f"-{write_rack(move.exchanged, puzzle.variant)}"
    return move_text(puzzle, move.placement)


def _bold(move: str) -> str:
    return f"**{escape(move)}**"


# --- the puzzle of the day --------------------------------------------------------------------------------------------


def grid(attempt: Attempt) -> str:
    """How someone did, without a word of the answer."""
    return _signs(len(attempt.moves), solved=attempt.solved)


def _signs(tries: int, *, solved: bool) -> str:
    """A sign for each try that there is, so that the grids of all people are equally wide.

    Someone who gave up looks like someone who failed three times.
    """
    return WRONG * (tries - 1) + SOLVED + UNUSED * (PUZZLE_TRIES - tries) if solved else WRONG * PUZZLE_TRIES


def late_text(texts: Texts) -> str:
    """Why a result does not count for the puzzle of the day."""
    return texts.gettext("This result does not count here: you did not finish it on the day of the puzzle.")


def copied_text(attempt: Attempt, day: Daily, texts: Texts) -> str:
    """What a person can copy into a channel."""
    told = f"{title_text(texts, daily=True)} {day.number} ||{grid(attempt)}||"
    return texts.gettext("To share, copy this:") + f"\n```\n{told}\n```"


def line_text(attempt: Attempt, day: Daily, streak: int, texts: Texts) -> str:
    """What a person shares: the puzzle, how they did, and their streak if it is one."""
    told = [f"{title_text(texts, daily=True)} {day.number}", grid(attempt)]
    if streak > 1:
        told.append(texts.ngettext("{count}-day streak", "{count}-day streak", streak))
    return " · ".join(told)


def solved_note(solved: int, first: int, texts: Texts) -> str:
    """How many have solved the puzzle of the day, at least one, and how many of them on the first try."""
    if not first:
        return texts.ngettext("{count} person has solved it.", "{count} people have solved it.", solved)
    if first == solved:
        return texts.ngettext(
            "{count} person has solved it, on the first try.",
            "{count} people have solved it, all on the first try.",
            solved,
        )
    return texts.ngettext(
        "{count} person has solved it, {first} on the first try.",
        "{count} people have solved it, {first} on the first try.",
        solved,
        first=texts.number(first),
    )


def result_lines(results: Sequence[DailyResult], texts: Texts) -> Iterator[str]:
    """How everyone did, one line each below a heading; nothing if nobody has finished."""
    if results:
        yield texts.gettext("How everyone did:")
    for one in results[:MOST_RESULTS]:
        yield f"{_signs(one.tries, solved=one.solved)} {escape(one.name)}"


MOST_RESULTS = 20
"""Results of a day that are listed."""


def streak_text(days: int, texts: Texts) -> str:
    """How many puzzles of the day in a row someone has solved; it reads well of one, too."""
    return texts.gettext("Puzzles of the day solved in a row: {count}", count=texts.number(days))


LEAST_STREAK = 3
"""Puzzles of the day in a row that are a trophy."""


def streak_trophy(days: int, longest: int, texts: Texts) -> Trophy:
    """A person's streaks, the present one and the longest, as a trophy."""
    if days == longest:
        shown = texts.gettext("Puzzle streak: {count}", count=texts.number(days))
        return Trophy(TrophyMark.FLAME, shown, streak_text(days, texts))
    facts = {"streak": texts.number(days), "longest": texts.number(longest)}
    shown = texts.gettext("Puzzle streak: {streak}, best {longest}", **facts)
    said = texts.gettext("Puzzles of the day solved in a row: {streak}, at best {longest}", **facts)
    return Trophy(TrophyMark.FLAME, shown, said)


def solved_trophy(solved: int, texts: Texts) -> Trophy:
    """How many puzzles a person has solved, as a trophy."""
    told = texts.ngettext("{count} puzzle solved", "{count} puzzles solved", solved)
    return Trophy(TrophyMark.STAR, told, told)


def private_text(texts: Texts) -> str:
    """How everyone answers the puzzle of the day."""
    return texts.gettext(
        "Press **Solve** to answer in private. Unless you share your result, only people who have also answered can "
        "see it."
    )


def day_title(texts: Texts) -> str:
    """What the puzzle of the day is called."""
    return texts.gettext("Puzzle of the day")


def about_day_text(texts: Texts) -> str:
    """What its switch does."""
    return texts.gettext("A puzzle every day, which everyone here solves on their own.")


def no_day_text(texts: Texts) -> str:
    """How to get a puzzle of the day where there is none."""
    return texts.gettext(
        "There is no puzzle of the day here yet. A moderator can have one posted every day: `/manage puzzle switch:on`."
    )


def day_offer_text(texts: Texts) -> str:
    """That there is no puzzle of the day, for those who may have one posted."""
    return texts.gettext("There is no puzzle of the day here yet. You can have one posted in this channel every day.")


def here_label(texts: Texts) -> str:
    """The label of the button that has the puzzle of the day posted where it is pressed."""
    return texts.gettext("Post one here every day")


def switched_text(texts: Texts, *, on: bool) -> str:
    """Whether puzzles of the day are posted from now on."""
    if on:
        return texts.gettext("From now on, I will post a puzzle in this channel every day at this hour.")
    return texts.gettext("I no longer post a puzzle of the day in this server.")


def solvers_text(places: Sequence[SolverStanding], texts: Texts) -> str:
    """The solvers of a server below a heading, or that there are none."""
    if not places:
        return texts.gettext("Nobody has solved a puzzle of the day here yet.")
    title = texts.gettext("Solvers of the puzzle of the day")
    return "\n".join((f"### {title}", *_solver_lines(places, texts)))


def _solver_lines(places: Iterable[SolverStanding], texts: Texts) -> Iterator[str]:
    """The solvers of a server, one line each: a table would be cut off on a phone."""
    for number, one in enumerate(places, 1):
        told = texts.gettext(
            "solved {solved}, current streak {streak}, longest streak {longest}, rating {rating}",
            solved=texts.number(one.solved),
            streak=texts.number(one.streak),
            longest=texts.number(one.longest),
            rating=texts.number(one.rating),
        )
        yield f"{number}. " + texts.titled(f"**{escape(one.name)}**", told)


MOST_IN_DIGEST = 3
"""Solvers of a week who are named."""


def week_text(solved: Sequence[tuple[str, int]], texts: Texts) -> str:
    """Who has solved the most puzzles of the day in a week; empty if nobody has solved any."""
    told = [f"{bold(name)} ({texts.number(count)})" for name, count in solved[:MOST_IN_DIGEST]]
    return texts.titled(texts.gettext("Puzzles of the day solved"), texts.series(told)) if told else ""


def _help(helped: HelpContext) -> str:
    texts = helped.texts
    return "\n".join(
        (
            texts.gettext("`/puzzle solve` gives you a position near your rating. Only you see it."),
            texts.gettext("Press **Answer** and type a move. A move that is not possible costs no try."),
            texts.gettext("One move is clearly best: I have simulated it many times, and will tell you why."),
            texts.gettext(
                "If you solve a puzzle on the first try, your rating rises. You never get the same puzzle twice."
            ),
            texts.gettext(
                "A moderator can have me post a puzzle every day: `/manage puzzle switch:on`. Others see how you did "
                "once they have answered."
            ),
            texts.gettext(
                "Below your result of the puzzle of the day, {share} posts it in the channel, without the answer.",
                share=bold(texts.gettext("Share")),
            ),
            texts.gettext("If many people press **Dull puzzle**, nobody gets that puzzle any more."),
            texts.gettext(
                "If everyone who played switches on **Puzzles from my games** in `/settings mine`, a finished game can "
                "become puzzles for the others in its server."
            ),
        )
    )


TOPIC = HelpTopic(lambda texts: texts.pgettext("help topic", "Puzzles"), _help, commands=("puzzle",))
