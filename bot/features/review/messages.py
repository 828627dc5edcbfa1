"""A review as messages: the overview with the chances to win, a page for each turn, and how far it has come."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from bot import render
from bot.features.review.reviews import Readers, Reviews
from bot.features.review.store import ReviewRow, ReviewState
from bot.features.review.text import (
    best_text,
    chart_alt,
    chart_title,
    failed_text,
    further_label,
    grade_text,
    index_text,
    marked_text,
    meaning_text,
    mistakes_text,
    plain_move_text,
    play_label,
    praise_text,
    progress_text,
    result_text,
    title_text,
    turn_lines,
    verdict_text,
    weights_text,
)
from bot.front.board.scenes import BOARD_ACCENT, END_ACCENT, colours_of, game_title, plain_cast, position_scene
from bot.front.board.scenes import rack_face as face_on_rack
from bot.front.components.buttons import Action
from bot.front.components.message import (
    MOST_ABOUT,
    MOST_ALT,
    MOST_OPTIONS,
    Block,
    Button,
    Image,
    Link,
    Menu,
    Message,
    Option,
    Row,
    Text,
    Tone,
)
from bot.front.components.payloads import OfGame, OfGamePage
from bot.front.interaction.hooks import AtTurn
from bot.front.posting.composers import Announcement, Composer
from bot.front.posting.game_links import GameLinks
from bot.front.sharing import share_button
from bot.model.deliveries import DeliveryKind
from bot.model.errors import describe
from bot.service.games import Games
from bot.service.ports import Clock
from bot.service.rights import Right
from bot.service.tasks import Loop
from bot.text import SeatNames, Texts, cast_of, escape
from bot.text.boards import board_alt
from bot.text.moves import alphabetical
from bot.text.names import shortened
from engine.game.events import Event, Played
from engine.game.state import Computer
from engine.game.views import TableView, table_view
from engine.model.board import Cell
from engine.play.generator.generator import ScoredPlay
from engine.review.turns import summarise
from engine.review.values import GameReview, Meaning, Mistake, MoveFigures, SeatReview, TurnReview

PAGE: Final = Action("review_page", OfGamePage, Right.REVIEWER)
TURNS: Final = Action("review_turns", OfGame, Right.REVIEWER)
SHARE: Final = Action("review_share", OfGamePage, Right.REVIEWER)


@dataclass(frozen=True, slots=True)
class OfConsent(OfGame):
    """Whether a player lets everyone see the review of a game."""

    agreed: bool


REVIEW: Final = Action("review", OfGame, Right.REVIEWER)
CONSENT: Final = Action("review_consent", OfConsent, Right.PLAYED)

WHOLE_GAME = 0
"""The number of the page before that of turn 1."""
FEWEST_POINTS = 2
"""Points that make a line of the chart."""
REVIEW_FILE, TURN_FILE = "review.png", "turn.png"
BEST_GRADE = 0
_GRADE_NUMBERS = {Mistake.SMALL: 1, Mistake.MEDIUM: 2, Mistake.LARGE: 3}


@dataclass(frozen=True, slots=True)
class Reader:
    """Who looks at a review: a person among its readers, or everyone in a channel (`readers` is None).

    `events` are those of the game, from which the menu of turns takes its moves.
    """

    person: str = ""
    readers: Readers | None = None
    can_share: bool = False
    events: Sequence[Event] = ()


def review_button(game: str, texts: Texts) -> Button:
    """Open the review of a finished game."""
    return Button(REVIEW.id(game), texts.gettext("Review"))


def progress_message(row: ReviewRow, view: TableView, texts: Texts) -> Message:
    """How far a review has come, or that it failed."""
    title = _title(view, texts)
    if row.state is ReviewState.FAILED:
        again = Button(REVIEW.id(row.game), texts.gettext("Try again"), Tone.PRIMARY)
        return Message((Text(f"{title}\n{failed_text(texts)}"), Row((again,))), accent=BOARD_ACCENT)
    told = progress_text(row.graded, row.turns, row.ahead, texts)
    look = Button(PAGE.id(row.game, WHOLE_GAME), texts.gettext("Show progress"))
    return Message((Text(f"{title}\n{told}"), Row((look,))), accent=BOARD_ACCENT)


def overview_message(
    game: str,
    view: TableView,
    turns: Sequence[TurnReview],
    texts: Texts,
    reader: Reader | None = None,
    events: Sequence[Event] = (),
) -> Message:
    """The whole game: its result, what everyone did well, then the mistakes, and the chart. `view` is its end.

    What everyone sees leaves the mistakes of computer players out; `events` are then those of the game.
    """
    computers = {number for number, seat in enumerate(view.seats) if isinstance(seat.player, Computer)}
    found = summarise(turns if reader else _ungraded(turns, computers))
    lines = [_title(view, texts), result_text(view, texts)]
    for seat in found.seats:
        if reader or seat.seat not in computers:
            lines += _seat_lines(seat, turns, reader.events if reader else events, view, texts)
    lines += [f"-# {line}" for line in (weights_text(texts), meaning_text(found.meaning, texts)) if line]
    blocks: list[Block] = [Text("\n".join(lines)), *_chart_image(view, found, texts)]
    if reader:
        blocks += [_turn_menu(game, turns, WHOLE_GAME, view, reader, texts), _overview_row(game, reader, texts)]
    return Message(tuple(blocks), accent=END_ACCENT)


def _ungraded(turns: Iterable[TurnReview], seats: Collection[int]) -> Sequence[TurnReview]:
    """The turns, those of some seats as if they had no grade."""
    return [replace(turn, mistake=None, phony=None) if turn.seat in seats else turn for turn in turns]


def _seat_lines(
    seat: SeatReview, turns: Iterable[TurnReview], events: Sequence[Event], view: TableView, texts: Texts
) -> tuple[str, ...]:
    """What a seat did well, and below it its mistakes."""
    name = cast_of(view).name(seat.seat)
    own = [turn for turn in turns if turn.seat == seat.seat and turn.played and turn.played.score > 0]
    best = [turn for turn in own if turn.is_best] if seat.best else [turn for turn in own if not turn.phony]
    find = max(best, key=lambda turn: turn.played.score if turn.played else 0, default=None)
    move = (find.number, escape(_made(find, events, view, texts))) if find else None
    told = praise_text(seat, move, texts)
    mistakes = index_text(seat, texts)
    if seat.index is not None or seat.phonies:
        mistakes += f" ({mistakes_text(seat, texts)})"
    return ("- " + texts.titled(name, told or mistakes), *((f"  - {mistakes}",) if told else ()))


def turn_review_message(
    game: str,
    view: TableView,
    turns: Sequence[TurnReview],
    number: int,
    texts: Texts,
    reader: Reader | None = None,
    offered: Iterable[AtTurn] = (),
) -> Message:
    """A turn: the board before the move, the rack, what was played, and the best moves with their figures.

    `view` is the table before the move, `offered` are buttons of others.
    """
    told = "\n".join((_title(view, texts), *turn_lines(turns, number, view, texts)))
    blocks: list[Block] = [Text(told), _turn_image(view, turns[number - 1], texts)]
    if reader:
        blocks += [
            _turn_menu(game, turns, number, view, reader, texts),
            *_turn_rows(game, turns, number, reader, texts, offered),
        ]
    return Message(tuple(blocks), accent=BOARD_ACCENT)


def _title(view: TableView, texts: Texts) -> str:
    return title_text(game_title(view, texts), texts)


# --- a turn -----------------------------------------------------------------------------------------------------------


def _turn_image(view: TableView, turn: TurnReview, texts: Texts) -> Image:
    """The board with the move played highlighted as new, and a frame around the best one."""
    laid = dict(turn.played.move.placement.tiles) if turn.played and isinstance(turn.played.move, ScoredPlay) else {}
    scene = position_scene(view, laid, texts, ring=_ring(turn.best, view))
    cast = plain_cast(view)
    seats = tuple(
        render.ScoreRow(
            cast.name(number),
            texts.number(seat.score),
            is_turn=number == turn.seat,
            is_computer=isinstance(seat.player, Computer),
            rack=_rack(turn, number, view),
        )
        for number, seat in enumerate(view.seats)
    )
    told = marked_text(bool(laid), scene.ring is not None, texts)
    scene = replace(scene, seats=seats, facts=(told,) if told else ())
    alt = shortened(f"{told} {board_alt(view, cast, texts, scored=False)}".strip(), MOST_ALT)
    return Image(scene, TURN_FILE, alt, still=True)


def _rack(turn: TurnReview, seat: int, view: TableView) -> tuple[render.TileFace, ...]:
    tiles = turn.rack if turn.rack is not None and seat == turn.seat else ()
    return tuple(map(face_on_rack, alphabetical(tiles, view.variant)))


def _ring(best: Sequence[MoveFigures], view: TableView) -> render.Span | None:
    """The span of the best move's word; None if it is not a play."""
    move = best[0].move if best else None
    if not isinstance(move, ScoredPlay):
        return None
    placement = move.placement
    run: Sequence[Cell] = placement.on(view.board).run(placement.cell, placement.direction)
    first, last = run[0], run[-1]
    return render.Span(first.column, first.row, last.column - first.column + 1, last.row - first.row + 1)


# --- the chart --------------------------------------------------------------------------------------------------------


def _chart_image(view: TableView, found: GameReview, texts: Texts) -> tuple[Image, ...]:
    """The chart; none where there is no line to draw."""
    cast = plain_cast(view)
    lines = chance_lines(found, len(view.seats))
    if all(len(line) < FEWEST_POINTS for line in lines):
        return ()
    scene = render.ReviewScene(
        game_title(view, texts),
        chart_title(texts),
        tuple(render.ChanceLine(cast.name(seat), points) for seat, points in enumerate(lines)),
        _marks(found, lines),
        max((turn.number for turn in found.turns), default=0),
        (best_text(texts), *(grade_text(one, texts) for one in _GRADE_NUMBERS)),
        colours_of(view.setup),
    )
    return (Image(scene, REVIEW_FILE, shortened(chart_alt(found.turns, cast, texts), MOST_ALT)),)


def chance_lines(found: GameReview, seats: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """For each seat, its chance to win in percent after the turns for which it is known.

    With two seats, a chance of one is known to be the rest of the other's.
    """
    lines: list[list[tuple[int, int]]] = [[] for _ in range(seats)]
    if found.meaning is Meaning.ALONE:
        return tuple(tuple(line) for line in lines)
    for turn in found.turns:
        if turn.played is None or turn.played.win is None:
            continue
        chance = round(100 * turn.played.win)
        lines[turn.seat].append((turn.number, chance))
        if seats == 2:
            lines[1 - turn.seat].append((turn.number, 100 - chance))
    return tuple(tuple(line) for line in lines)


def _marks(found: GameReview, lines: Sequence[Sequence[tuple[int, int]]]) -> tuple[render.ChanceMark, ...]:
    known = [dict(line) for line in lines]
    return tuple(
        render.ChanceMark(turn.seat, turn.number, known[turn.seat][turn.number], grade)
        for turn in found.turns
        if turn.number in known[turn.seat] and (grade := _grade_of(turn)) is not None
    )


def _grade_of(turn: TurnReview) -> int | None:
    """The mark of a turn in the chart; None if it has none."""
    return BEST_GRADE if turn.is_best else _GRADE_NUMBERS.get(turn.mistake) if turn.mistake else None


# --- buttons and menus ------------------------------------------------------------------------------------------------


def _turn_menu(
    game: str, turns: Sequence[TurnReview], chosen: int, view: TableView, reader: Reader, texts: Texts
) -> Menu:
    """A menu of turns, among them the one looked at; in a long game, with ways to those before and after."""
    first, end = _window(len(turns), max(chosen, 1))
    cast = cast_of(view, str)
    options = [_option(turn, chosen, _made(turn, reader.events, view, texts), cast, texts) for turn in turns[first:end]]
    if first:
        options.insert(0, _further(*_window(len(turns), first), texts))
    if end < len(turns):
        options.append(_further(*_window(len(turns), end + 1), texts))
    return Menu(TURNS.id(game), texts.gettext("Choose a turn"), tuple(options))


def _window(turns: int, near: int) -> tuple[int, int]:
    """The places of the turns that a menu has beside turn `near`, from 0: all that fit, with two ways to others."""
    if turns <= MOST_OPTIONS:
        return 0, turns
    size = MOST_OPTIONS - 2
    first = (near - 1) // size * size
    return first, min(first + size, turns)


def _further(first: int, end: int, texts: Texts) -> Option:
    return Option(further_label(first + 1, end, texts), str(first + 1))


def _made(turn: TurnReview, events: Sequence[Event], view: TableView, texts: Texts) -> str:
    """The move of a turn with its points; a play as everyone has seen it, with its place and whole word."""
    event = events[turn.after - 1] if turn.after <= len(events) else None
    if isinstance(event, Played):
        return play_label(event, 0 if turn.phony and not turn.phony.stood else event.sheet.total, view, texts)
    return plain_move_text(turn.played, texts) if turn.played else ""


def _option(turn: TurnReview, chosen: int, move: str, cast: SeatNames, texts: Texts) -> Option:
    label = f"{turn.number}. {cast.name(turn.seat)}{f' · {move}' if move else ''}"
    about = verdict_text(turn, texts)
    return Option(shortened(label, MOST_ABOUT), str(turn.number), shortened(about, MOST_ABOUT), turn.number == chosen)


def _overview_row(game: str, reader: Reader, texts: Texts) -> Row:
    buttons = [Button(PAGE.id(game, 1), texts.gettext("First turn"), Tone.PRIMARY)]
    if reader.can_share:
        buttons.append(share_button(SHARE.id(game, WHOLE_GAME), texts))
    readers = reader.readers
    if readers and reader.person in readers.players and not readers.is_public:
        agreed = reader.person in readers.agreed
        buttons.append(
            Button(
                CONSENT.id(game, not agreed),
                texts.gettext("Make it private") if agreed else texts.gettext("Let everyone open it"),
            )
        )
    return Row(tuple(buttons))


def _turn_rows(
    game: str, turns: Sequence[TurnReview], number: int, reader: Reader, texts: Texts, offered: Iterable[AtTurn]
) -> tuple[Row, Row]:
    """Where to go from a turn, and what to do with it: each fits in one line on a phone."""
    going = [Button(PAGE.id(game, WHOLE_GAME), texts.gettext("Overview"))]
    if number > 1:
        going.append(Button(PAGE.id(game, number - 1), texts.pgettext("turn", "Previous")))
    if number < len(turns):
        going.append(Button(PAGE.id(game, number + 1), texts.pgettext("turn", "Next"), Tone.PRIMARY))
    doing = [share_button(SHARE.id(game, number), texts)] if reader.can_share else []
    doing += [make(game, number, texts) for make in offered]
    return Row(tuple(going)), Row(tuple(doing))


def review_composers(reviews: Reviews, games: Games, links: GameLinks) -> Mapping[DeliveryKind, Composer]:
    """The composers of this room."""
    return {DeliveryKind.REVIEW: Composer(partial(_shared, reviews, games, links))}


async def _shared(reviews: Reviews, games: Games, links: GameLinks, told: Announcement) -> Message | None:
    """A shared page of a review, with the way to the game; None if the review is being made anew."""
    page = await _page(reviews, games, told)
    url = await links.shown_in_server_of(told.delivery.target.id, told.context.game)
    if page is None or url is None:
        return page
    return replace(page, blocks=(*page.blocks, Row((Link(url, told.texts.gettext("Go to the board")),))))


async def _page(reviews: Reviews, games: Games, told: Announcement) -> Message | None:
    turns, number = await reviews.turns(told.game), int(told.delivery.about)
    if not turns or number > len(turns):
        return None
    if number == WHOLE_GAME:
        return overview_message(told.game, told.view, turns, told.texts, events=told.events)
    before = await games.state_at(told.game, turns[number - 1].before)
    return turn_review_message(told.game, table_view(before), turns, number, told.texts)


LOG = logging.getLogger(__name__)
MOST_FOLLOWED = 100
FOLLOW_GAP = 3_000
"""Milliseconds between two looks."""
LONGEST_FOLLOWED = 13 * 60_000
"""Discord lets a bot change an answer for 15 minutes."""

Glance = Callable[[], Awaitable[bool]]
"""Looks at a review and shows what has changed; True once there is nothing more to wait for."""


class Followers(Loop):
    """The tasks that look after messages about reviews, by the id of the person who sees the message."""

    def __init__(self, clock: Clock) -> None:
        super().__init__()
        self._clock = clock
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._has_ended = False

    async def run(self) -> None:
        """Let people look until the bot ends."""
        try:
            await asyncio.Event().wait()
        finally:
            await self.stop()

    def follow(self, person: str, look: Glance) -> None:
        """Look now and then for a person, in place of what was looked at before."""
        self.leave(person)
        if self._has_ended or len(self._tasks) >= MOST_FOLLOWED:
            return
        task = asyncio.create_task(self._look(look), name="a follower of a review")
        self._tasks[person] = task
        task.add_done_callback(lambda ended: self._forget(person, ended))

    def leave(self, person: str) -> None:
        """Stop looking for a person."""
        if task := self._tasks.pop(person, None):
            task.cancel()

    async def stop(self) -> None:
        """Stop looking for everyone, also for those who ask until the connection is closed."""
        self._has_ended = True
        tasks = tuple(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _look(self, look: Glance) -> None:
        end, never = self._clock.now() + LONGEST_FOLLOWED, asyncio.Event()
        while self._clock.now() < end:
            await self._clock.wait(never, self._clock.now() + FOLLOW_GAP)
            if await look():
                return

    def _forget(self, person: str, task: asyncio.Task[None]) -> None:
        if self._tasks.get(person) is task:
            del self._tasks[person]
        if not task.cancelled() and (error := task.exception()):
            LOG.error("%s failed: %s", task.get_name(), describe(error))
