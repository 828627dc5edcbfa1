"""Whole games in which the bot's process is killed again and again: nothing is lost or duplicated."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.support import aftermath
from tests.support.crashing import AFTER_MARKED_DONE
from tests.support.crowd import ORDER, WORDS, between_people
from tests.support.keeping import Kill, Nursery, nursery
from tests.support.killing import (
    Stage,
    Step,
    attempt,
    by_preview,
    command,
    in_modal,
    play_through,
    press,
    press_more,
    stage,
)
from tests.support.later import at_gate, later
from tests.support.logged import errors_in
from tests.support.sentences import said


@dataclass(frozen=True)
class Game:
    """A game that goes the same way each time: the tiles in the order of drawing, and each person's steps."""

    order: str
    steps: tuple[Step, ...]
    moves: tuple[str, ...] = ()
    closed: tuple[str, ...] = ()


def void_game() -> Game:
    """Ada and Bruno, whose direct messages are closed; they use every way to play, and words are checked at once."""
    return Game(ORDER, between_people("Ada", "Bruno", 0.0), closed=("Bruno",))


def double_game() -> Game:
    """Ada, Bruno and a computer; a phony is challenged off, and the last play stands after the final pass."""
    return Game(
        "ACT SOD ENT GPI UKY AS BE",
        (
            Step("Ada", command("/game new variant:tiny preset:classic computer:3"), "Robot1"),
            Step("Ada", command("/game rules rule:challenge value:double"), said("rules.stay_unless_challenged")),
            Step("Bruno", press("Join"), ". Bruno"),
            Step("Ada", press("Start"), said("happenings.goes_first")),
            Step("Ada", by_preview("8G CAT"), "**Ada** played 8G CAT"),
            Step("Bruno", press_more("Accept"), "**Robot1** played J8 SOD"),
            Step("Bruno", command("/play move:10J DNE"), "**Bruno** played 10J DNE"),
            Step("Ada", press("Challenge"), "**Ada** challenged DNE"),
            Step("Ada", in_modal("10J DIG"), "**Ada** played 10J DIG"),
            Step("Bruno", press_more("Accept"), "**Robot1** passed"),
            Step("Bruno", in_modal("L10 GET"), "**Bruno** played L10 GET"),
            Step("Ada", command("/play move:12L TAPS"), "**Ada** played 12L TAPS"),
            Step("Bruno", press("Accept"), "wins with"),
        ),
        moves=("J8 SOD",),
    )


@dataclass(frozen=True)
class Outcome:
    """The outcome of a run: its events, its final state, and the text of the end card."""

    moves: list[dict[str, Any]]
    result: dict[str, Any]
    card: str


@pytest.fixture(scope="module")
def made_in() -> Iterator[Nursery]:
    """The source of all processes of the bot."""
    with nursery() as made:
        yield made


@pytest.fixture(scope="module")
def undisturbed() -> dict[str, Outcome]:
    """The outcome of each game when the bot is never killed."""
    return {}


async def play(made_in: Nursery, folder: Path, game: Game, plan: Sequence[Kill] = (), url: str = "") -> Outcome:
    """Play a game to its end card while the bot dies as planned; every message must have arrived once."""
    async with stage(made_in, folder, game.order, WORDS, game.moves, plan, url) as on:
        begin(on, game)
        await play_through(on, game.steps)
        outcome = await finish(on)
        assert on.keeper.deaths == list(plan), [kill for kill in plan if kill not in on.keeper.deaths]
        if any(kill.point == ACCEPTED and kill.away for kill in plan):
            assert on.playground.recorder.matching("GET", r"^/channels/\d+/messages$"), "nobody looked for a message"
        return outcome


def begin(on: Stage, game: Game) -> None:
    """Close the direct messages of the people who want that."""
    for person in (on.ada, on.bruno):
        person.settings(dms_closed=person.name in game.closed)


async def finish(on: Stage) -> Outcome:
    """Check the traces that a game left."""
    record = await aftermath.all_sent(on.keeper.job.database)
    world = on.playground.world
    aftermath.check(world, on.channel, record, (on.ada, on.bruno))
    assert errors_in(on.keeper.log) == []
    card = aftermath.end_card(world, on.channel, record)
    return Outcome(aftermath.moves_of(record), aftermath.result_of(record), card)


async def check_same(
    made_in: Nursery, folder: Path, game: Callable[[], Game], outcome: Outcome, undisturbed: dict[str, Outcome]
) -> None:
    """A run ended like one in which the bot never died."""
    if game.__name__ not in undisturbed:
        (folder / "undisturbed").mkdir()
        undisturbed[game.__name__] = await play(made_in, folder / "undisturbed", game())
    expected = undisturbed[game.__name__]
    assert [move["type"] for move in outcome.moves] == [move["type"] for move in expected.moves]
    assert outcome == expected


async def test_nobody_overtakes_an_action_that_is_repeated() -> None:
    """Its first effect appears while it is under way; a pass that arrived after the next move would count again."""
    done: list[str] = []

    async def act() -> None:
        await asyncio.sleep(0.01)
        done.append("answered")

    async def at_once(*_: object) -> None:
        return None

    keeper = SimpleNamespace(died=asyncio.Event())
    seen: Any = SimpleNamespace(keeper=keeper, ada=SimpleNamespace(wait=at_once), sees=lambda _: True)
    assert await attempt(seen, act(), "passed")
    assert done == ["answered"]


# --- at each named point ------------------------------------------------------------------------------------------

TEN_MINUTES = 600.0
BEFORE, AFTER, ACCEPTED, UNMARKED = "before_commit", "after_commit", "after_discord_accepted", "before_marked_done"
POINTS = (BEFORE, AFTER, ACCEPTED, UNMARKED)
VOID_PLAN = (
    *(Kill(point, "lobby") for point in POINTS),
    *(Kill(BEFORE, kind) for kind in ("board", "rack")),
    Kill(AFTER, "rack"),
    *(Kill(point, "unreachable") for point in POINTS),
    *(Kill(point, "board") for point in (AFTER, ACCEPTED, UNMARKED)),
    *(Kill(point, "rack") for point in (ACCEPTED, UNMARKED)),
    *(Kill(point, "end") for point in (*POINTS, AFTER_MARKED_DONE)),
)
"""Each point for each kind of delivery, in the order in which a game with closed direct messages reaches them."""
DOUBLE_PLAN = (
    *(Kill(point, "lobby") for point in POINTS),
    *(Kill(BEFORE, kind) for kind in ("board", "rack")),
    *(Kill(point, "board") for point in (AFTER, ACCEPTED, UNMARKED)),
    *(Kill(point, "rack") for point in (AFTER, ACCEPTED, UNMARKED)),
    *(Kill(point, "notice") for point in POINTS),
    *(Kill(point, "end") for point in (*POINTS, AFTER_MARKED_DONE)),
)
"""The same points for a game in which a play is challenged."""


def with_pauses(plan: Sequence[Kill], *points: str) -> tuple[Kill, ...]:
    """A plan in which ten minutes pass after each death at these points."""
    return tuple(replace(kill, away=TEN_MINUTES if kill.point in points else 0.0) for kill in plan)


@pytest.mark.soak
@pytest.mark.parametrize("points", [(AFTER, UNMARKED), (BEFORE, ACCEPTED)])
async def test_void_game_killed_at_each_point(
    made_in: Nursery, tmp_path: Path, undisturbed: dict[str, Outcome], points: tuple[str, str]
) -> None:
    """The kinds of delivery are lobby, board, rack, closed door and end; after half of the deaths, ten minutes pass."""
    outcome = await play(made_in, tmp_path, void_game(), with_pauses(VOID_PLAN, *points))
    await check_same(made_in, tmp_path, void_game, outcome, undisturbed)


@pytest.mark.soak
@pytest.mark.parametrize("points", [(BEFORE, ACCEPTED), (AFTER, UNMARKED)])
async def test_double_game_killed_at_each_point(
    made_in: Nursery, tmp_path: Path, undisturbed: dict[str, Outcome], points: tuple[str, str]
) -> None:
    """The kinds of delivery are lobby, board, rack, notice and end; after half of the deaths, ten minutes pass."""
    outcome = await play(made_in, tmp_path, double_game(), with_pauses(DOUBLE_PLAN, *points))
    await check_same(made_in, tmp_path, double_game, outcome, undisturbed)


POSTGRESQL_PLAN = (
    *(Kill(point, "board") for point in POINTS),
    Kill(ACCEPTED, "end", away=TEN_MINUTES),
)


TWICE = (Kill(AFTER, "board"), Kill(ACCEPTED, "end", away=TEN_MINUTES))


@pytest.mark.parametrize("plan", [*at_gate([(TWICE,)]), *later([(POSTGRESQL_PLAN,)])], ids=len)
async def test_void_game_killed_on_postgresql(
    made_in: Nursery, tmp_path: Path, shared: str, undisturbed: dict[str, Outcome], plan: Sequence[Kill]
) -> None:
    """A database on a server is as safe as a file, and the next process goes on at once."""
    outcome = await play(made_in, tmp_path, void_game(), plan, shared)
    await check_same(made_in, tmp_path, void_game, outcome, undisturbed)
