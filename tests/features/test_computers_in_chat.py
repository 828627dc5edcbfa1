"""Computer players in the bot, by ledger code: demonstrations, live candidates, Play now, challenges, restarts."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.service.sending.fanout import UNDO_SHOWN
from bot.text import texts_for
from bot.text.names import level_name
from engine.computer.tools import Candidate, Report, ignore
from engine.errors import NobodySeated, NotSeated
from engine.game import commands as cmd
from engine.game.clock import Due, next_deadline
from engine.game.codec import decode, encode
from engine.game.evolve import replay
from engine.game.phases import EndReason, Over, Turn
from engine.game.state import LexiconRef, Person, Setup
from engine.game.views import SeatView, table_view
from engine.model.durations import SECOND
from engine.model.levels import NUMBERS
from engine.model.rules import Rules
from engine.model.tiles import KnownRack, Tiles
from engine.play.generator.generator import ScoredExchange, ScoredPlay
from engine.play.notation import read_move
from engine.play.placement import resolve, score
from tests.support.games import NO_UNDO, STANDARD, Table, check_invariants
from tests.support.later import at_gate
from tests.support.pictures import buttons_of, text_of
from tests.support.ruled import begun
from tests.support.running import EPHEMERAL, LETTERS, answer, ask, board, gathered, shows
from tests.support.sentences import said
from tests.support.service import ADA, StillClock, eventually, passes, process

ENGLISH = texts_for("en")


# --- levels -----------------------------------------------------------------------------------------------------------


def test_M1_levels_have_names() -> None:
    """Novice, casual, club, expert, two levels each."""
    names = [level_name(level, ENGLISH) for level in NUMBERS]
    assert names[:8] == ["novice", "novice", "casual", "casual", "club", "club", "expert", "expert"]


@pytest.mark.soak
async def test_M1_C1_N18_levels_have_names_in_the_bot(tmp_path: Path) -> None:
    """The lobby names the level of each computer player."""
    async with gathered(tmp_path, letters="CATSODEEECATSOD", rack_size=3, thinker=passes, people=("Ada",)) as (_, ada):
        await ask(ada, "/game new variant:tiny computer:1")
        await ask(ada, "/game seat computer level:8")
        lobby = await ada.wait_message("level 8, expert")
        assert "level 1, novice" in text_of(lobby)
        await ada.click(lobby, "Add computer")
        offered = buttons_of(await answer(ada, "How strong"))
        assert offered[::2] == ["1 · novice", "3 · casual", "5 · club", "7 · expert"]


# --- demonstrations ---------------------------------------------------------------------------------------------------


def demonstration(*levels: int, rules: Rules | None = None) -> Table:
    """A game between computers that Ada opened and watches."""
    table = Table(rules or Rules())
    table.state, table.events = None, []
    table.do(cmd.Open(Person("ada", "Ada"), Setup(STANDARD, rules or Rules(), LexiconRef("test", "0")), seated=False))
    for level in levels:
        table.do(cmd.AddComputer("ada", level))
    return table


def test_N1_a_demonstration_seats_computers_only() -> None:
    """Its host watches, starts it and may end it; each move follows after the pause set in the rules."""
    table = demonstration(3, 5, rules=Rules().with_value("demo_pace", "7"))
    with pytest.raises(NotSeated):
        table.do(cmd.Start("bruno"))
    table.do(cmd.Start("ada"))
    state = table.game
    assert state.is_demonstration and table_view(state).is_demonstration
    assert state.seat_of("ada") is None and len(state.seats) == 2
    deadline = next_deadline(state)
    assert deadline is not None and isinstance(state.phase, Turn)
    assert (deadline.due, deadline.at) == (Due.COMPUTER, state.phase.since + 7 * SECOND)
    assert replay(decode(encode(event)) for event in table.events) == state
    table.do(cmd.Pass("computer-1") if state.on_turn == 0 else cmd.Pass("computer-2"))
    check_invariants(table)
    table.do(cmd.End("999", moderator=True))
    assert isinstance(table.game.phase, Over)
    with pytest.raises(NobodySeated):
        demonstration().do(cmd.Start("ada"))


async def test_N1_demonstration_in_the_bot_plays_to_its_end(tmp_path: Path) -> None:
    """One board, edited for each move, in the game's own channel; the end card offers another demonstration."""
    async with gathered(tmp_path, letters="CATSDOGHORNFARMNETTOE", thinker=passes) as (stage, ada, bruno):
        await ask(ada, "/game demo level:7 level2:8 pace:1 variant:tiny", "The demonstration begins")
        first = await board(bruno, said("status.choosing_a_move"))
        assert buttons_of(first) == ["Stop", "More"]
        await ask(bruno, "/game new variant:tiny", said("games.channel_has_game"))
        await bruno.click(first, "Stop")
        await answer(bruno, "Only the host")
        await bruno.click(first, "More")
        assert "Resign" not in buttons_of(await answer(bruno, "More about"))
        await ada.click(first, "More")
        await answer(ada, "More about")
        while not isinstance((await stage.state(ada.channel_id())).phase, Over):
            stage.clock.push(1)
            await asyncio.sleep(0.05)
        card = await board(bruno, said("receipts.over").removesuffix("."), after=first)
        state = await stage.state(ada.channel_id())
        assert isinstance(state.phase, Over) and state.phase.reason is not EndReason.ENDED
        boards = [one for one in bruno.visible() if not one["flags"] & EPHEMERAL]
        assert [one["id"] for one in boards] == [first["id"], card["id"]]
        assert "points, 7 tiles" in text_of(bruno.now(first) or {}) != text_of(first)
        await bruno.click(card, "Rematch")
        await board(bruno, said("status.choosing_a_move"), after=card)
        assert (await stage.state(ada.channel_id())).host == bruno.id


# --- while it thinks --------------------------------------------------------------------------------------------------


def considered(view: SeatView) -> tuple[Candidate, ...]:
    """Two candidates for a seat that holds S, O and D: a play and an exchange."""
    table = view.table
    placement = resolve(
        read_move("H8 TO", table.variant, table.setup.orientation), table.board, view.rack, table.variant
    )
    points = score(table.board, placement, table.variant).total
    assert isinstance(view.rack, KnownRack)
    return (
        Candidate(ScoredPlay(placement, points, 9.5, Tiles()), 9.5, chance=0.614, lead=3.0, deals=40),
        Candidate(ScoredExchange(view.rack.tiles, 0, 1.0, Tiles()), 1.0, chance=0.2, lead=-8.0, deals=40),
    )


class Pondering:
    """A computer player that reports its candidates and thinks until told to move; then it plays the first."""

    def __init__(self) -> None:
        self.begun = threading.Event()

    def __call__(
        self, view: SeatView, should_stop: Callable[[], bool], report: Report = ignore, family: bool = True
    ) -> cmd.Command:
        """Thinks."""
        found = considered(view)
        report(found)
        self.begun.set()
        while not should_stop():
            threading.Event().wait(0.01)
        assert isinstance(found[0].move, ScoredPlay)
        return cmd.Play(view.table.seats[view.seat].player.id, found[0].move.placement, view.table.turn)


@pytest.mark.parametrize("shown", ["on", *at_gate(["off"])])
async def test_C6_M2_C10_candidates_in_the_board_until_the_computer_moves(tmp_path: Path, shown: str) -> None:
    """Words with points if the rules show them, but no exchanged tiles; players can end the thinking with Play now."""
    thinker = Pondering()
    async with gathered(tmp_path, "CAT", "SOD", letters=LETTERS, rack_size=3, thinker=thinker) as (stage, ada, bruno):
        first = await begun((ada,), f"show_thinking {shown}", options="variant:tiny computer:8")
        await ask(ada, "/play move:8F CAT")
        stage.clock.push(10)
        await eventually(thinker.begun.is_set)
        stage.clock.push(UNDO_SHOWN / 1000)
        second = await board(bruno, said("status.choosing_a_move"), after=first)
        if shown == "on":
            told = text_of(await shows(bruno, second, "is considering"))
            assert "1\\. H8 TO, 2 points · 61% chance to win" in told
            assert "exchanging 3 tiles" in told
            assert "Play now" in buttons_of(bruno.now(second) or {})
        await bruno.click(second, "Play now")
        await answer(bruno, said("seats.no_seat"))
        await ada.click(second, "Play now")
        third = await board(bruno, "H8 TO", after=second)
        await bruno.wait(lambda: not buttons_of(bruno.now(second) or {}), "the old board without buttons")
        seen = [text_of(one) for one in bruno.visible()]
        assert not any("considers" in text for text in seen)
        assert said("status.your_turn") in text_of(third)


async def test_C4_a_computer_under_a_clock_plays_what_it_has_found(tmp_path: Path) -> None:
    """It begins to think with its turn nearly over: it is told to move, and nobody has to press anything."""
    clock, told = StillClock(), threading.Event()

    def think(
        view: SeatView, should_stop: Callable[[], bool], report: Report = ignore, family: bool = True
    ) -> cmd.Command:
        while not should_stop():
            threading.Event().wait(0.01)
        told.set()
        return passes(view, should_stop)

    async with process(tmp_path, clock) as bot:
        game = await bot.new_game(NO_UNDO.with_value("turn_clock", "10s"), computer=True)
        await bot.do(game, cmd.Pass(ADA.id))
        clock.advance(10 * SECOND)
        bot.run_deadlines(think)

        async def moved() -> bool:
            return (await bot.games.load(game)).on_turn == 0

        await eventually(moved)
        assert told.is_set()


# --- challenges -------------------------------------------------------------------------------------------------------


@pytest.mark.gate
async def test_M9_a_computer_challenges_a_phony_in_the_bot(tmp_path: Path) -> None:
    """Level 8 notices every phony; everyone is told, and the tiles return."""
    async with gathered(tmp_path, "CAT", "SOD", letters=LETTERS, rack_size=3, people=("Ada",)) as (stage, ada):
        await begun((ada,), options="variant:tiny preset:classic computer:8")
        await ask(ada, "/play move:8F TCA")
        stage.clock.push(3)
        await ada.wait_message(said("happenings.challenge_succeeded", 1, challenger="**Robot1**", words="TCA"))
        state = await stage.state(ada.channel_id())
        assert state.seats[0].score == 0 and sorted(await stage.rack(ada, ada.channel_id())) == list("ACT")


@pytest.mark.gate
async def test_M9_a_computer_waits_while_people_may_challenge(tmp_path: Path) -> None:
    """It moves once the others accept the play."""
    draws, letters = ("CAT", "SOD", "TOE"), "CATSODTOENG"
    async with gathered(tmp_path, *draws, letters=letters, rack_size=3, thinker=passes) as (stage, ada, bruno):
        first = await begun((ada, bruno), options="variant:tiny preset:classic computer:8")
        await ask(ada, "/play move:8F CAT")
        second = await board(bruno, "CAT", after=first)
        stage.clock.push(15)
        await asyncio.sleep(0.5)
        assert (await stage.state(ada.channel_id())).on_turn == 1
        await bruno.click(second, "Accept")
        await board(bruno, "Robot1", after=second)
        state = await stage.state(ada.channel_id())
        assert state.on_turn == 2
        assert state.seats[0].score > 0


# --- new machines and restarts ----------------------------------------------------------------------------------------


@pytest.mark.soak
async def test_C4_on_a_new_machine_nobody_notices_that_the_engine_is_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hint and the computer player's move come at once, and no message mentions the compiling."""
    monkeypatch.setenv("TILEWRIGHT_JIT", "off")
    async with gathered(tmp_path, "CAT", "SOD", letters=LETTERS, rack_size=3, people=("Ada",)) as (stage, ada):
        first = await begun((ada,), options="variant:tiny computer:8")
        await ask(ada, "/hint kind:best", "CAT")
        await ask(ada, "/play move:8F CAT")
        stage.clock.push(13)
        assert await board(ada, after=first)
        assert not any("ready" in text_of(message) for message in ada.visible())
        assert stage.app and stage.app.core and [one.mode for one in stage.app.core.engines._processes] == ["off"]
