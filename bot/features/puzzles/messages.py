"""The messages of puzzles, with their pictures; once a day, the puzzle of the day in each server that wants one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import tzinfo
from typing import Final

from bot.features.puzzles.puzzles import DailyResult, Puzzles, SolverStanding, TriedPuzzle, counts
from bot.features.puzzles.refusals import NoPuzzleLeft, UnknownPuzzle
from bot.features.puzzles.store import DAY as DAY_LENGTH
from bot.features.puzzles.store import Attempt, Daily, DailyChannel, DailyPost, DailyPostStore, PuzzleStore, Vote
from bot.features.puzzles.text import (
    answer_alt,
    answer_lines,
    copied_text,
    day_offer_text,
    figures_label,
    giving_up_text,
    heading,
    here_label,
    late_text,
    left_text,
    no_day_text,
    origin_lines,
    player_names,
    private_text,
    rack_text,
    rating_text,
    result_lines,
    show_label,
    solved_note,
    solvers_text,
    streak_text,
    task_text,
    title_text,
    tries_lines,
)
from bot.front.board.scenes import BOARD_ACCENT, board_scene, plain_cast, position_scene
from bot.front.components.buttons import Action
from bot.front.components.message import MOST_ALT, Block, Button, Image, Message, Row, Text, Tone, say
from bot.front.components.payloads import Nothing, Payload
from bot.front.occasions import Streak, Streaks
from bot.front.posting.poster import Poster
from bot.front.sharing import Sharing, share_button
from bot.model.timezones import latest_same_time, next_same_time
from bot.render import Span
from bot.service.ports import Clock, PermanentRefusal
from bot.service.rights import Right
from bot.service.tasks import DueLoop
from bot.text import Texts
from bot.text.boards import board_alt
from bot.text.names import shortened
from bot.text.status import pool_text, tiles_text
from engine.formats.cgp import view_of
from engine.game.state import Person
from engine.game.views import SeatView
from engine.model.rules import Rules
from engine.puzzles.values import Puzzle
from engine.words.lexicon import Lexicon


@dataclass(frozen=True, slots=True)
class OfPuzzle(Payload):
    """A puzzle, by its key."""

    key: str


@dataclass(frozen=True, slots=True)
class OfVote(OfPuzzle):
    """What somebody thinks of a puzzle."""

    vote: Vote


@dataclass(frozen=True, slots=True)
class OfLanguage(Payload):
    """A language, by its code."""

    language: str


@dataclass(frozen=True, slots=True)
class OfDay(Payload):
    """A puzzle of the day, by its number."""

    number: int


ANSWER: Final = Action("puzzle_answer", OfPuzzle, Right.ANYONE)
PLACE: Final = Action("puzzle_place", OfPuzzle, Right.ANYONE)
FIGURES: Final = Action("puzzle_figures", OfPuzzle, Right.ANYONE)
GIVE_UP: Final = Action("puzzle_give_up", OfPuzzle, Right.ANYONE)
GIVE_UP_SURE: Final = Action("puzzle_give_up_sure", OfPuzzle, Right.ANYONE)
GO_ON: Final = Action("puzzle_go_on", OfPuzzle, Right.ANYONE)
COMPOSE: Final = Action("puzzle_compose", OfPuzzle, Right.ANYONE)
NEXT: Final = Action("puzzle_next", OfLanguage, Right.ANYONE)
VOTE: Final = Action("puzzle_vote", OfVote, Right.ANYONE)
TODAY: Final = Action("puzzle_today", Nothing, Right.ANYONE)
DAILY_HERE: Final = Action("puzzle_daily_here", Nothing, Right.MODERATOR)
DAY: Final = Action("puzzle_day", OfDay, Right.ANYONE)
SHARE: Final = Action("puzzle_share", OfDay, Right.ANYONE)

KIND = "puzzle"
"""The kind of the subject of an answer that is composed."""

PUZZLE_FILE = "puzzle.png"
MOST_PLACES = 20
"""Places of the board of solvers that are shown."""


def view_to_solve(puzzle: Puzzle, texts: Texts) -> SeatView:
    """The table and the rack as the solver sees them, with the tiles to play in the open."""
    seen = view_of(puzzle.position, puzzle.variant, Rules(), _named(puzzle))
    seats = [
        replace(seat, player=Person(f"seat-{number}", name))
        for number, (seat, name) in enumerate(zip(seen.table.seats, player_names(texts), strict=False))
    ]
    seats[0] = replace(seats[0], shown=puzzle.rack)
    return replace(seen, table=replace(seen.table, seats=tuple(seats)))


def subject_of(key: str) -> str:
    """A puzzle as the subject of answers that are composed."""
    return f"{KIND}-{key}"


def key_of(subject: str) -> str:
    """The key of the puzzle that is a subject."""
    return subject.removeprefix(f"{KIND}-")


def _named(puzzle: Puzzle) -> Lexicon:
    from engine.words.lexicon import WordList

    return Lexicon.of(puzzle.lexicon, puzzle.variant.alphabet, WordList.of(()))


def puzzle_image(puzzle: Puzzle, title: str, texts: Texts) -> Image:
    """The position to solve, with rack and scores, which the message tells; so they are not in the description."""
    view = view_to_solve(puzzle, texts).table
    scene = board_scene(view, texts)
    nobody = tuple(replace(seat, is_computer=None) for seat in scene.seats)
    scene = replace(scene, title=title, status="", seats=nobody)
    unseen = texts.titled(view.seats[1].player.name, tiles_text(view.seats[1].tiles, texts))
    board = board_alt(view, plain_cast(view), texts, scored=False)
    alt = f"{pool_text(view, texts)}. {unseen}. {board}"
    return Image(scene, PUZZLE_FILE, shortened(alt, MOST_ALT), still=True)


def answer_image(puzzle: Puzzle, texts: Texts) -> Image:
    """The best move on the board, with a ring around it."""
    view, placement = view_to_solve(puzzle, texts).table, puzzle.answers[0].placement
    assert placement
    run = placement.on(puzzle.board).run(placement.cell, placement.direction)
    first, last = run[0], run[-1]
    ring = Span(first.column, first.row, last.column - first.column + 1, last.row - first.row + 1)
    scene = position_scene(view, dict(placement.tiles), texts, ring=ring)
    return Image(scene, PUZZLE_FILE, answer_alt(texts), is_told=True, still=True)


def puzzle_message(
    tried: TriedPuzzle, texts: Texts, asked: tuple[Block, ...] = (), *, gives_up: bool = False
) -> Message:
    """A puzzle that is still open: the position, the tries so far, and how to answer, below what is `asked`.

    For someone who `gives_up`, the question whether they are sure stands in place of how to answer.
    """
    puzzle, key = tried.puzzle, tried.keyed.key
    title = title_text(texts, daily=tried.day is not None)
    buttons: tuple[Button, ...] = (
        Button(ANSWER.id(key), texts.gettext("Answer"), Tone.PRIMARY),
        Button(COMPOSE.id(key), texts.gettext("Compose"), Tone.PRIMARY),
        Button(GIVE_UP.id(key), show_label(texts)),
    )
    if gives_up:
        asked = (*asked, Text(giving_up_text(texts, daily=tried.day is not None)))
        buttons = (
            Button(GIVE_UP_SURE.id(key), show_label(texts), Tone.DANGER),
            Button(GO_ON.id(key), texts.gettext("Cancel")),
        )
    told = (
        heading(tried.day, texts),
        task_text(puzzle, texts),
        rack_text(puzzle, texts),
        *tries_lines(tried, texts),
        left_text(tried.attempt, texts),
        *origin_lines(tried, texts),
    )
    return Message(
        (Text("\n".join(told)), puzzle_image(puzzle, title, texts), *asked, Row(buttons)),
        accent=BOARD_ACCENT,
    )


def today_button(texts: Texts, direct: bool) -> Button:
    """A puzzle, for those who ask what there is to do; in direct messages, it is not a server's of the day."""
    return Button(TODAY.id(), title_text(texts, daily=not direct))


def without_day(puzzle: Message, texts: Texts) -> Message:
    """A puzzle where there is none of the day, with the way to get one."""
    return replace(puzzle, blocks=(Text(no_day_text(texts)), *puzzle.blocks))


def day_offer_message(language: str, texts: Texts) -> Message:
    """That there is no puzzle of the day, for those who may have one posted; or any puzzle in a language."""
    buttons = (
        Button(DAILY_HERE.id(), here_label(texts), Tone.PRIMARY),
        Button(NEXT.id(language), title_text(texts, daily=False)),
    )
    return Message((Text(day_offer_text(texts)), Row(buttons)))


def answer_message(
    tried: TriedPuzzle,
    rating: int,
    streak: int,
    results: Sequence[DailyResult],
    texts: Texts,
    sharing: Sharing = Sharing.CLOSED,
) -> Message:
    """A finished puzzle: the answer, ratings, and how everyone did if it is one of the day.

    `sharing` is what the person can do with a result that there is to share.
    """
    puzzle, key = tried.puzzle, tried.keyed.key
    blocks: list[Block] = [
        Text("\n".join((heading(tried.day, texts), *answer_lines(tried, texts)))),
        answer_image(puzzle, texts),
        Text("\n".join((rating_text(rating, texts), *origin_lines(tried, texts)))),
    ]
    if tried.day:
        streak_told = streak_text(streak, texts) if streak else ""
        told = (
            streak_told,
            "\n".join(result_lines(results, texts)),
            _by_hand(tried.attempt, tried.day, sharing, texts),
        )
        blocks += [Text(one) for one in told if one]
    buttons = [
        Button(NEXT.id(tried.attempt.language), texts.gettext("Next puzzle"), Tone.PRIMARY),
        Button(FIGURES.id(key), figures_label(texts)),
    ]
    if tried.day and counts(tried.attempt, tried.day) and sharing is Sharing.OPEN:
        buttons.insert(0, share_button(SHARE.id(tried.day.number), texts))
    if tried.attempt.vote is None:
        buttons.append(Button(VOTE.id(key, Vote.GOOD), texts.gettext("Good puzzle")))
        buttons.append(Button(VOTE.id(key, Vote.DULL), texts.gettext("Dull puzzle")))
    return Message((*blocks, Row(tuple(buttons))), accent=BOARD_ACCENT)


def _by_hand(attempt: Attempt, day: Daily, sharing: Sharing, texts: Texts) -> str:
    """What is left of a result where it is not shared by a button."""
    if not counts(attempt, day):
        return late_text(texts)
    return copied_text(attempt, day, texts) if sharing is Sharing.CLOSED else ""


def day_message(day: Daily, puzzle: Puzzle, texts: Texts) -> Message:
    """The puzzle of the day, for everyone in its channel."""
    told = (heading(day, texts), task_text(puzzle, texts), rack_text(puzzle, texts), private_text(texts))
    return Message(
        (
            Text("\n".join(told)),
            puzzle_image(puzzle, title_text(texts, daily=True), texts),
            Row((Button(DAY.id(day.number), texts.gettext("Solve"), Tone.PRIMARY),)),
        ),
        accent=BOARD_ACCENT,
        silent=True,
    )


def solvers_message(places: Sequence[SolverStanding], texts: Texts) -> Message:
    """The board of a server's solvers."""
    told = solvers_text(places[:MOST_PLACES], texts)
    return Message((Text(told),), accent=BOARD_ACCENT) if places else say(told)


MOST_REFUSED_DAYS = 3
"""Days of refusals after which a server's puzzle of the day ends: its channel is gone, or closed to the bot."""


class DailyPuzzles(DueLoop[DailyChannel]):
    """Sleeps until a puzzle of the day is due, and posts it. `zone` finds a server's time zone."""

    name = "the puzzle of the day"
    lease = 300_000
    at_once = 4
    tries = 30
    """About five hours of an outage."""

    def __init__(
        self,
        puzzles: Puzzles,
        store: PuzzleStore,
        poster: Poster,
        clock: Clock,
        owner: str,
        zone: Callable[[int], Awaitable[tzinfo]],
    ) -> None:
        super().__init__(store, clock, owner)
        self._zone = zone
        self._puzzles = puzzles
        self._store = store
        self._poster = poster

    async def go_on(self, one: DailyChannel) -> None:
        """Post a server's puzzle, unless it has none left."""
        zone, since = await self._zone(one.server), one.due if one.since is None else one.since
        at = max(one.due, latest_same_time(since, zone, self._clock.now()))
        # Half a day at least, as another time zone may have been chosen meanwhile.
        ends = next_same_time(since, zone, at + DAY_LENGTH // 2)
        try:
            day = await self._puzzles.next_day(one, at, ends)
            message = await self._post(one.channel, day) if day.message is None else day.message
        except (NoPuzzleLeft, UnknownPuzzle):
            await self.give_up(one)
        else:
            await self._store.end_day(day, one.channel, message, self._owner, since)

    async def _post(self, channel: int, day: Daily) -> int:
        keyed = await self._puzzles.of(day.puzzle, day.language)
        texts = await self._poster.texts(channel, day.server, day.language)
        return await self._poster.post(channel, day_message(day, keyed.puzzle, texts), f"puzzle/{day.number}")

    async def refused(self, one: DailyChannel, _: PermanentRefusal) -> None:
        """Try again in a day, or end it."""
        if one.attempts + 1 >= MOST_REFUSED_DAYS:
            await self.give_up(one)
        else:
            await self.later(one, self._clock.now() + DAY_LENGTH)

    async def give_up(self, one: DailyChannel) -> None:
        """End a server's puzzle of the day."""
        await self._store.stop(one.server)


class SolvedCounts(DueLoop[DailyPost]):
    """Lets the post of a puzzle of the day say how many have solved it, and tells the streaks of those who have.

    `streaks` returns who tells of them, once all features are made.
    """

    name = "who has solved the puzzle of the day"
    tries = 8

    def __init__(
        self,
        puzzles: Puzzles,
        store: PuzzleStore,
        posts: DailyPostStore,
        poster: Poster,
        clock: Clock,
        owner: str,
        streaks: Callable[[], Streaks | None],
    ) -> None:
        super().__init__(posts, clock, owner)
        self._puzzles = puzzles
        self._store = store
        self._posts = posts
        self._poster = poster
        self._streaks = streaks

    async def go_on(self, one: DailyPost) -> None:
        """Count, tell of streaks, and edit the post if it is still there."""
        await self._posts.taken(one, self._owner)
        day = await self._store.day(one.number)
        assert day
        results = [result for result in await self._puzzles.results(day) if result.solved]
        if tell := self._streaks():
            lengths = await self._puzzles.streaks(day)
            found = [Streak(result.person, result.name, lengths.get(result.person, 0)) for result in results]
            await tell(one.server, one.channel, found)
        if one.message is not None and results:
            texts = await self._poster.texts(one.channel, one.server, day.language)
            note = solved_note(len(results), sum(result.tries == 1 for result in results), texts)
            await self._poster.note(one.channel, one.message, note)
        await self._posts.told(one, self._owner, self._clock.now(), one.message)

    async def refused(self, one: DailyPost, _: PermanentRefusal) -> None:
        """The post is gone, or closed to the bot: it is edited no more."""
        await self._posts.told(one, self._owner, self._clock.now(), None)

    async def give_up(self, one: DailyPost) -> None:
        """Leave the post as it is until somebody else solves its puzzle."""
        await self._posts.told(one, self._owner, self._clock.now(), one.message)
