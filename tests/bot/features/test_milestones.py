"""Milestones: which ones a game has, and that each is told once."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.features.milestones.milestones import Milestones, candidates
from bot.features.milestones.store import GAMES, Milestone, MilestoneKind, MilestoneStore
from bot.features.milestones.text import milestones_text
from bot.playground.limits import BUTTON, walk
from bot.text import texts_for
from engine.game import commands as cmd
from engine.game.history import Entry, Mark, WordLine
from engine.game.history import TurnKind as Turn
from engine.game.phases import Over
from engine.game.state import GameState, Person
from engine.model.board import Cell, Direction, PlacedTile
from engine.model.rules import PRESETS
from engine.model.tiles import Tile
from engine.play.placement import Placement
from tests.support.evening import press
from tests.support.finished import SERVER, finish, played
from tests.support.pictures import pictures_of
from tests.support.running import ask, gathered, resigned, started
from tests.support.sentences import said
from tests.support.service import ADA, BRUNO, Process, StillClock, process

ENGLISH = texts_for("en")
SINGLE = PRESETS["classic"]


class Lexicons:
    """Dictionaries in which only CAT is a word."""

    async def lexicon(self, _: Any) -> Lexicons:
        """The lexicon of any game."""
        return self

    def contains(self, word: tuple[str, ...]) -> bool:
        """Whether a word counts."""
        return "".join(word) == "CAT"


def milestones(one: Process) -> Milestones:
    """The service on a process's database."""
    words: Any = Lexicons()
    return Milestones(MilestoneStore(one.store.database), one.store.results, one.games, words)


async def over(one: Process, winner: Person = ADA) -> tuple[str, GameState]:
    """A game that ended as the loser gave it up."""
    game = await one.new_game()
    await one.all_pass(game)
    loser = BRUNO if winner is ADA else ADA
    return game, (await one.do(game, cmd.Resign(loser.id))).state


def turn(seat: int, total: int, word: str = "CAT", points: int = 10, **more: Any) -> Entry:
    """A play of a seat after which it has a total."""
    line = WordLine(Mark.WORD, tuple(word), points)
    return Entry(seat, 0, Turn.PLAY, (line,), points, total, **more)


def kinds(state: GameState, *entries: Entry, judged: bool = True) -> dict[str, list[MilestoneKind]]:
    """The kinds of milestones that each player may have reached."""
    found: dict[str, list[MilestoneKind]] = {ADA.id: [], BRUNO.id: []}
    for one in candidates(
        "g", state, entries, (lambda words: tuple("".join(w) == "CAT" for w in words)) if judged else None
    ):
        found[one.person].append(one.kind)
    return found


def scored(state: GameState, *scores: int, winners: tuple[int, ...]) -> GameState:
    """The state with these final scores."""
    seats = tuple(replace(seat, score=score) for seat, score in zip(state.seats, scores, strict=True))
    assert isinstance(state.phase, Over)
    return replace(state, seats=seats, phase=replace(state.phase, winners=winners))


@pytest.fixture
async def ended(tmp_path: Path) -> GameState:
    """A game that Ada has won."""
    async with process(tmp_path, StillClock()) as one:
        return (await over(one))[1]


async def test_a_win_points_and_games_are_milestones(ended: GameState) -> None:
    """A tie is no win, and 399 points are not 400."""
    assert kinds(scored(ended, 400, 399, winners=(0,))) == {
        ADA.id: [MilestoneKind.WIN, MilestoneKind.POINTS, MilestoneKind.GAMES],
        BRUNO.id: [MilestoneKind.GAMES],
    }
    assert kinds(scored(ended, 300, 300, winners=(0, 1))) == {
        ADA.id: [MilestoneKind.GAMES],
        BRUNO.id: [MilestoneKind.GAMES],
    }


async def test_a_comeback_is_a_win_after_a_turn_that_left_one_far_behind(ended: GameState) -> None:
    """What an opponent scores in answer does not count before one has moved; nor does coming back without winning."""
    behind = (turn(1, 120), turn(0, 20), turn(1, 130), turn(0, 200))
    won = scored(ended, 200, 130, winners=(0,))
    assert MilestoneKind.COMEBACK in kinds(won, *behind)[ADA.id]
    assert MilestoneKind.COMEBACK not in kinds(scored(ended, 130, 130, winners=(0, 1)), *behind)[ADA.id]
    assert MilestoneKind.COMEBACK not in kinds(won, turn(1, 119), turn(0, 20), turn(1, 300), turn(0, 320))[ADA.id]


async def test_a_bingo_and_a_phony_count_only_if_they_stood(ended: GameState) -> None:
    """A withdrawn play is neither, and without a judge nobody knows a phony."""
    tiles = tuple((Cell(7, 7 + place), PlacedTile(Tile(letter, 1), letter)) for place, letter in enumerate("ABCDEFG"))
    placed = Placement(Cell(7, 7), Direction.ACROSS, tiles)
    bingo = turn(0, 80, "ABCDEFG", 80, placement=placed)
    assert kinds(ended, bingo)[ADA.id] == [
        MilestoneKind.WIN,
        MilestoneKind.BINGO,
        MilestoneKind.GAMES,
        MilestoneKind.PHONY,
    ]
    assert kinds(ended, bingo, judged=False)[ADA.id] == [MilestoneKind.WIN, MilestoneKind.BINGO, MilestoneKind.GAMES]
    assert kinds(ended, replace(bingo, withdrawn=True))[ADA.id] == [MilestoneKind.WIN, MilestoneKind.GAMES]
    assert kinds(ended, turn(0, 10))[ADA.id] == [MilestoneKind.WIN, MilestoneKind.GAMES]


async def test_nothing_counts_against_guests_or_where_a_moderator_sent_somebody_away(ended: GameState) -> None:
    """Nobody could collect milestones alone."""
    guest = Person("101#2", "Guest")
    alone = replace(ended, seats=(ended.seats[0], replace(ended.seats[1], player=guest)))
    assert list(candidates("g", alone, (), None)) == []
    assert list(candidates("g", replace(ended, meddled=True), (), None)) == []


async def test_each_is_told_once_by_one_game(address: str) -> None:
    """Telling an end again tells the same; the next game tells only what is new, also after a restart."""
    clock = StillClock()
    async with process(address, clock) as one:
        first, state = await over(one)
        events = await one.games.events(first)
        told = await milestones(one).of_game(first, 7, state, events)
        assert [(each.person, each.kind) for each in told] == [(ADA.id, MilestoneKind.WIN)]
    async with process(address, clock) as two:
        assert await milestones(two).of_game(first, 7, state, events) == told
        again, state = await over(two)
        assert await milestones(two).of_game(again, 7, state, await two.games.events(again)) == ()
        other, state = await over(two, BRUNO)
        (news,) = await milestones(two).of_game(other, 7, state, await two.games.events(other))
        assert (news.person, news.kind, news.game) == (BRUNO.id, MilestoneKind.WIN, other)


async def test_what_was_reached_before_there_were_milestones_is_none(address: str) -> None:
    """The results of earlier games say so; the hundredth game counts them too."""
    async with process(address, StillClock()) as one:
        await finish(one.store, [played(n, (ADA.id, 1), (BRUNO.id, 2)) for n in range(GAMES - 1)])
        game, state = await over(one)
        found = await milestones(one).of_game(game, SERVER, state, await one.games.events(game))
        assert [(each.kind, each.amount) for each in found] == [(MilestoneKind.GAMES, GAMES)] * 2
        before = await MilestoneStore(one.store.database).before(SERVER, ADA.id, game)
        assert (before.games, before.won, before.bingo, before.points) == (GAMES - 1, True, True, False)
        assert not (await MilestoneStore(one.store.database).before(SERVER, BRUNO.id, game)).won


async def test_people_and_servers_switch_kinds_off(address: str) -> None:
    """What was not told is not reached either; a later game may tell it, if it is the first still."""
    async with process(address, StillClock()) as one:
        store = MilestoneStore(one.store.database)
        for owner in (ADA.id, "7"):
            await store.switch(owner, MilestoneKind.WIN, on=False)
            game, state = await over(one)
            assert await milestones(one).of_game(game, 7, state, await one.games.events(game)) == ()
            await store.switch(owner, MilestoneKind.WIN, on=True)
        game, state = await over(one)
        assert await milestones(one).of_game(game, 7, state, await one.games.events(game)) == ()
        assert await store.switched_off((ADA.id, "7")) == frozenset()


async def test_a_phony_is_told_only_where_words_are_secret_to_none_of_the_players(tmp_path: Path) -> None:
    """While one of them plays elsewhere under such rules, it could help there."""
    async with process(tmp_path, StillClock()) as one:
        game = await one.new_game(SINGLE)
        state = (await one.do(game, cmd.Resign(BRUNO.id))).state
        assert await milestones(one)._judge(state, [ADA.id, BRUNO.id])
        assert (
            await milestones(one)._judge(replace(state, setup=replace(state.setup, rules=PRESETS["friendly"])), [])
            is None
        )
        await one.new_game(SINGLE)
        assert await milestones(one)._judge(state, [ADA.id, BRUNO.id]) is None


def test_each_kind_is_a_story() -> None:
    """One line each, with the name in bold."""
    found = [Milestone("1", "Ada", kind, "g", "QUARTZY", 128) for kind in MilestoneKind]
    lines = milestones_text(found, ENGLISH).splitlines()
    assert len(lines) == len(MilestoneKind)
    assert all(line.startswith("**Ada** ") for line in lines)
    assert said("milestones.first_bingo", 128, name="**Ada**", word="QUARTZY") in lines


async def test_they_are_in_the_card_at_the_end_and_in_the_panel(tmp_path: Path) -> None:
    """As people see them, who also switch them off."""
    async with gathered(tmp_path, "A", "C", "CAT", "SOD", letters="CATSODEEE", rack_size=3) as (_, ada, bruno):
        await resigned(ada, bruno, await started(ada, bruno))
        end = await ada.wait_message(said("milestones.first_win", name="Ada"))
        assert said("milestones.first_win", name="Ada") in pictures_of(end)[-1]["description"]
        panel = await press(ada, await ask(ada, "/stats"), "Milestones", said("milestones.own_win"))
        (button,) = [one for one in walk(panel["components"]) if one["type"] == BUTTON and "First win" in one["label"]]
        on = said("milestones.announce_on", title="First win")
        assert button["label"] == on, "an announcement, which the milestone is not"
        await ada.click(panel, on)
        await ada.wait_message(said("milestones.announce_off", title="First win"))
        assert said("milestones.none_yet") in str(
            await press(bruno, await ask(bruno, "/stats"), "Milestones", said("milestones.none_yet"))
        )
