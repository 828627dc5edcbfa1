"""Tournaments with simulated games: the same with kills at any moment as without, and what directors do."""

from __future__ import annotations

import asyncio
import csv
import io
import json
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import AsyncMock, MagicMock, patch

import pytest

from bot.competitions.directing import OfCompetition
from bot.competitions.results import BYE, PairedResult, result_of
from bot.competitions.venue import ResultNotes
from bot.features.leagues.values import sides_of
from bot.features.tournaments import commands, text
from bot.features.tournaments.commands import CHECK_IN, FIRST_MOVE_GRACE
from bot.features.tournaments.directing import chosen_board
from bot.features.tournaments.messages import (
    SET_RESULT,
    How,
    OfTournamentGame,
    bracket_message,
    list_message,
    nil_message,
    pairs_message,
    panel_message,
    passing_message,
    ruling_question,
    standings_message,
)
from bot.features.tournaments.receipts import (
    BoardUnknown,
    ChannelHasTournament,
    EntryClosed,
    GatheringOver,
    HasPlayed,
    NobodyToReplace,
    NotEntered,
    NothingToReopen,
    NotPlaying,
    RoundHasBegun,
    RoundIsPlayed,
    TooManyTournaments,
    TournamentOver,
)
from bot.features.tournaments.rounds import (
    LEAST_CHECK_IN,
    LOOKS_EVERY,
    PAIRS_EVERY,
    WAITS,
    WAITS_LONG,
    Rounds,
    begin_next,
    draw_next,
)
from bot.features.tournaments.store import ENTRANTS, MOST_HERE, TournamentStore
from bot.features.tournaments.text import InLanguage, counted_text, directed_text, onward_text, state_text
from bot.features.tournaments.venue import DiscordTournamentVenue, absent
from bot.front.components.buttons import RequestedAction
from bot.front.components.message import Button, Menu, Message, Option, Row, Text, Tone
from bot.front.interaction.pressing import Press
from bot.model.deliveries import DeliveryKind, Target, TargetKind
from bot.model.errors import NoThreadsHere, NotOffered
from bot.model.games import Cause, Place
from bot.model.honours import HonourKind
from bot.pairing.bracket import Passing, can_reopen, has_room, is_tie_break, passing, vacancies
from bot.pairing.draws import draw, rounds_for, starts
from bot.pairing.files import export, file_name
from bot.pairing.pictures import bracket_image, part_of, parts
from bot.pairing.standings import TournamentStanding, standings, winners
from bot.pairing.standings import table as standing_rows
from bot.pairing.text import MOST_SHARING, board_title, format_title, game_title, pairs_text, standings_title
from bot.pairing.values import (
    FIXED,
    TOURNAMENT_KEPT_FOR,
    Entrant,
    Format,
    Leaving,
    Pairing,
    Ruling,
    State,
    Ties,
    Tournament,
    TournamentPlan,
)
from bot.render import BracketScene, CupScene, EndScene, LobbyScene, Portrait
from bot.service.games import Games
from bot.service.ports import PermanentRefusal
from bot.service.processes.shardshare import Outages
from bot.store.honours import Honours
from bot.store.opening import open_store
from bot.store.rows import adding, row_of
from bot.text import Texts, texts_for
from bot.text.games import game_name
from bot.text.honours import champions_text, honours_trophies
from bot.text.names import bold
from engine.errors import GameIsOver
from engine.game import events as ev
from engine.game.clock import may_be_away
from engine.game.evolve import replay
from engine.game.phases import EndReason, Over, Turn
from engine.game.state import GameState, Person, Standing
from engine.model.durations import MINUTE
from tests.support.catalogues import template
from tests.support.later import at_gate, later
from tests.support.posters import step
from tests.support.sentences import said
from tests.support.service import NO_UNDO, Killed, StillClock, process
from tests.support.service import setup as some_setup
from tests.tools.sentences import places

SERVER, CHANNEL = 5, 7
UNPLAYED: dict[str, Any] = {"game": None, "points": None, "forfeit": False, "correction": None, "ruling": None}


@dataclass
class Hall:
    """Games that end as the names of their players say, messages by what they tell; `dies` says when it kills."""

    games: dict[str, tuple[str, str]] = field(default_factory=dict)
    opened: list[str] = field(default_factory=list)
    messages: dict[str, Any] = field(default_factory=dict)
    dies: random.Random | None = None
    fails: list[Exception] = field(default_factory=list)
    held: bool = False
    late: int | None = None
    stuck: set[str] = field(default_factory=set)
    closed: set[str] = field(default_factory=set)
    lists: list[list[tuple[int, int] | None]] = field(default_factory=list)
    tied: float = 0
    left: set[str] = field(default_factory=set)
    asked: list[tuple[int, int]] = field(default_factory=list)
    tables: list[int] = field(default_factory=list)
    meanwhile: Callable[[str], Awaitable[object]] | None = None

    def _risk(self) -> None:
        if self.dies and self.dies.random() < 0.06:
            raise Killed
        if self.fails:
            raise self.fails.pop()

    async def open(self, tournament: Tournament, board: Pairing) -> str:
        self._risk()
        game = f"{tournament.number}-{board.round}-{board.board}"
        if game in self.closed:
            raise NoThreadsHere
        if game not in self.games:
            self.opened.append(game)
            names = [tournament.entrant(one).name for one in board.players]
            self.games[game] = (names[0], names[1] if len(names) > 1 else "Computer")
            if self.meanwhile:
                await self.meanwhile(game)
        self._risk()
        return game

    async def game_of(self, tournament: Tournament, board: Pairing) -> str | None:
        game = f"{tournament.number}-{board.round}-{board.board}"
        return game if game in self.games else None

    async def result(self, tournament: Tournament, board: Pairing) -> PairedResult | None:
        self._risk()
        if self.held:
            return None
        assert board.game is not None
        if board.game in self.stuck:
            return PairedResult(None)
        luck = random.Random("".join(self.games[board.game]) + str(board.round))
        if luck.random() < self.tied:
            return PairedResult((400, 400))
        return PairedResult((300 + luck.randrange(200), 300 + luck.randrange(200)))

    async def late_at(self, _: Tournament, __: Pairing) -> int | None:
        self._risk()
        return self.late

    async def move(self, _: Tournament, __: Pairing, game: str, lost: int) -> None:
        self._risk()
        self.messages[f"moved {game}"] = lost

    async def settle(self, _: Tournament, board: Pairing) -> None:
        self._risk()
        self.messages[f"settled {board.game}"] = (board.points, board.correction)

    async def gone(self, _: Tournament, people: Sequence[str]) -> frozenset[str]:
        return frozenset(people) & self.left

    async def tell_gone(self, _: Tournament, people: Sequence[str]) -> None:
        self._risk()
        self.messages[f"gone {' '.join(people)}"] = True

    async def forfeit(self, one: Tournament, board: Pairing, number: int) -> PairedResult | None:
        self._risk()
        self.messages[f"forfeit {board.game}"] = number
        return PairedResult((200, 300) if board.first == number else (300, 200))

    async def ask_entry(self, _: Tournament, person: Person) -> None:
        self.messages[f"entry {person.id}"] = True

    async def tell_answer(self, _: Tournament, message: int, words: InLanguage) -> None:
        self.messages[f"answered {message}"] = words

    async def tell_waiting(self, tournament: Tournament, boards: Sequence[Pairing]) -> int:
        self._risk()
        self.messages[f"waiting {tournament.begun}"] = [board.board for board in boards]
        return 6000

    async def tell_stalled(self, tournament: Tournament) -> int:
        self._risk()
        self.messages[f"stalled {tournament.begun}"] = True
        return 7000

    async def tell_left(self, _: Tournament, entrant: Entrant) -> None:
        self.messages[f"left {entrant.name}"] = True

    async def tell_entered(self, _: Tournament, person: Person, asked: int | None) -> None:
        self.messages[f"entered {person.id}"] = asked

    async def tell_in_person(self, _: int, person: str, words: Callable[[Texts], str], __: str) -> None:
        self.messages[f"in person {person}"] = words(texts_for("en"))

    async def ask_tie(self, _: Tournament, board: Pairing) -> None:
        self._risk()
        self.asked.append((board.round, board.board))

    async def show(self, tournament: Tournament) -> int:
        self._risk()
        self.messages["list"] = [one.name for one in tournament.active]
        self._risk()
        return 1000

    async def show_pairs(self, tournament: Tournament, number: int) -> int:
        self._risk()
        boards = tournament.round(number)
        self.lists.append([one.points for one in boards])
        pairs = [replace(one, **UNPLAYED) for one in boards if one.second]
        assert self.messages.setdefault(f"pairs {number}", pairs) == pairs or self.held or self.tied
        self._risk()
        return 3000

    async def call(self, tournament: Tournament) -> int:
        self._risk()
        self.messages["call"] = [one.name for one in tournament.active]
        self._risk()
        return 5000

    async def strip(self, _: Tournament, message: int) -> None:
        self._risk()
        self.messages[f"stripped {message}"] = True

    async def tell_postponed(self, tournament: Tournament) -> None:
        self._risk()
        self.messages["postponed"] = tournament.number
        self._risk()

    async def ratings(self, tournament: Tournament) -> dict[str, int]:
        self._risk()
        return {one.person: 1500 - one.number for one in tournament.entrants}

    async def show_standings(self, tournament: Tournament, number: int) -> int:
        self._risk()
        order = standings(tournament.entrants, tournament.after(number).boards)
        self.tables.append(number)
        self.messages[f"standings {number}"] = [(one.entrant.name, one.spread) for one in order]
        self._risk()
        return 4000


class NoGames:
    """The games that have been ended."""

    def __init__(self) -> None:
        self.ended = list[str]()

    async def submit(self, game: str, *_: object) -> None:
        self.ended.append(game)

    async def summary(self, _: str) -> object:
        return SimpleNamespace(place=Place(SERVER, 77, CHANNEL))


@dataclass
class Bench:
    """A store, a clock and a hall."""

    store: TournamentStore
    clock: StillClock
    hall: Hall = field(default_factory=Hall)

    def rounds(self, owner: str = "one") -> Rounds:
        """What a process does."""
        return Rounds(self.store, self.hall, cast("Games", NoGames()), self.clock, owner)

    async def make(self, plan: TournamentPlan, players: int, channel: int = CHANNEL) -> Tournament:
        """A tournament with players who have joined."""
        new = Tournament(0, SERVER, channel, "Cup", some_setup(), "1", None, plan, State.GATHERING)
        await self.store.make(new, self.clock.now())
        made = await self.here(channel)
        entrants = [Entrant(number, f"{number}", f"Player {number:02}") for number in range(1, players + 1)]
        if rows := [row_of(ENTRANTS, one, tournament=made.number) for one in entrants]:
            async with self.store._database.write() as connection:  # as if each had entered, which takes far longer
                await connection.execute(adding(ENTRANTS), rows)
        return await self.here(channel)

    async def start(self, plan: TournamentPlan, players: int) -> Tournament:
        """One that is played, with its first round begun."""
        made = await self.make(plan, players)
        ratings = {one.person: 1500 - one.number for one in made.entrants}
        await self.store.start(made.number, rounds_for(plan, players), ratings, self.clock.now())
        await begin_next(self.store, made.number, 0, self.clock.now())
        return await self.here()

    async def here(self, channel: int = CHANNEL) -> Tournament:
        """The channel's tournament."""
        found = await self.store.here(channel)
        assert found is not None
        return found

    async def steps(self, count: int = 3) -> Tournament:
        """Let a process look a few times."""
        for _ in range(count):
            await step(self.rounds())
            self.clock.advance(MINUTE)
        return await self.here()

    async def to_end(self) -> Tournament:
        """Let processes see to it, each until it dies, until it is over and told."""
        for number in range(2_000):
            try:
                await step(self.rounds(f"process {number}"))
                self.clock.advance(MINUTE)
            except Killed:
                self.clock.advance(Rounds.lease)
            found = await self.here()
            if found.state is State.OVER and found.told == found.begun and found.shown == found.version:
                return found
        raise AssertionError(f"still in round {found.begun}")


@pytest.fixture
async def bench(address: str) -> AsyncIterator[Bench]:
    """A bench on each kind of database."""
    store = await open_store(address)
    yield Bench(TournamentStore(store.database), StillClock())
    await store.close()


def table(one: Tournament) -> list[tuple[int, str, int, int]]:
    """The final standings."""
    order: tuple[TournamentStanding, ...] = standings(one.entrants, one.boards)
    return [(row.place, row.entrant.name, row.score, row.spread) for row in order]


async def test_X14_a_game_belongs_to_its_tournament_as_soon_as_its_players_can_see_it(bench: Bench) -> None:
    """Otherwise they could pause it before its board knows of it."""
    held: dict[str, bool] = {}
    rounds = bench.rounds()

    async def pause(game: str) -> None:
        held[game] = await rounds.may_hold(game)

    bench.hall.meanwhile = pause
    await bench.start(TournamentPlan(Format.ROUND_ROBIN, pause=MINUTE), 4)
    await step(rounds)
    assert len(held) == 2
    assert not any(held.values())
    assert await rounds.may_hold("another game")


@pytest.mark.parametrize(
    ("plan", "players", "rounds", "games"),
    [
        *at_gate([(TournamentPlan(Format.SWISS, 4, pause=MINUTE), 9, 4, 16)]),
        *later(
            [
                (TournamentPlan(Format.ROUND_ROBIN, pause=MINUTE), 5, 5, 10),
                (TournamentPlan(Format.KNOCKOUT, pause=MINUTE), 13, 4, 12),
                (TournamentPlan(Format.SWISS, 5, pause=MINUTE, level=3), 7, 5, 20),
            ]
        ),
        (TournamentPlan(Format.KNOCKOUT, pause=MINUTE, level=3), 6, 3, 5),
    ],
    ids=["swiss", "round robin", "knockout", "with a computer player", "free seeds"],
)
async def test_X14_kills_change_nothing(
    bench: Bench, plan: TournamentPlan, players: int, rounds: int, games: int
) -> None:
    """Every game is opened once, every round told once, and the standings are those without kills."""
    await bench.start(plan, players)
    bench.hall.dies = random.Random(5)
    ended = await bench.to_end()
    assert ended.begun == rounds
    assert len(bench.hall.opened) == len(set(bench.hall.opened)) == games
    told = {f"{kind} {number}" for kind in ("pairs", "standings") for number in range(1, rounds + 1)}
    assert set(bench.hall.messages) == told | {"list"}
    again = Hall()
    bench.hall, killed = again, bench.hall
    await bench.start(plan, players)
    calm = await bench.to_end()
    assert table(calm) == table(ended)
    assert {key: value for key, value in again.messages.items() if key.startswith("standings")} == {
        key: value for key, value in killed.messages.items() if key.startswith("standings")
    }
    assert table(calm)[0][2] >= table(calm)[-1][2]


async def test_X14_a_round_waits_for_its_games_and_for_the_director(bench: Bench) -> None:
    """Without a pause, the next round begins when the director says so, and only once."""
    bench.hall.held = True
    await bench.start(TournamentPlan(Format.SWISS, 3), 4)
    one = await bench.steps()
    assert (one.begun, len(one.sheets), one.told, len(bench.hall.opened)) == (1, 1, 0, 2)
    with pytest.raises(RoundIsPlayed):
        await begin_next(bench.store, one.number, 1, bench.clock.now())
    bench.hall.held = False
    await bench.store.note(
        one.number, at=bench.clock.now(), due=bench.clock.now()
    )  # as if the end of a game were noticed
    one = await bench.steps()
    assert (one.begun, one.told, one.next_at) == (1, 1, None)
    await begin_next(bench.store, one.number, 1, bench.clock.now())
    with pytest.raises(RoundIsPlayed):
        await begin_next(bench.store, one.number, 1, bench.clock.now())
    assert (await bench.steps()).told == 2


@pytest.mark.parametrize(
    ("grace", "late", "due"),
    [(FIRST_MOVE_GRACE, 7, 7), (FIRST_MOVE_GRACE, None, LOOKS_EVERY), (None, None, LOOKS_EVERY)],
)
async def test_X14_a_tournament_is_seen_to_when_a_first_move_is_too_late(
    bench: Bench, grace: int | None, late: int | None, due: int
) -> None:
    """And else now and then, in case somebody has left the server."""
    begun = bench.clock.now()
    bench.hall.held, bench.hall.late = True, late and begun + late
    await bench.start(TournamentPlan(Format.SWISS, 3, grace=grace), 4)
    for _ in range(3):
        await step(bench.rounds())
    assert await bench.store.next_due() == begun + due


async def test_X14_a_deleted_thread_is_heard_of_at_once(bench: Bench) -> None:
    """The pairs lead to the new one without anybody having to look."""
    bench.hall.held = True
    await bench.start(TournamentPlan(Format.SWISS, 3), 4)
    one = await bench.steps()
    rounds, (board, _) = bench.rounds(), one.boards
    shown = len(bench.hall.lists)
    await rounds.lost(str(board.game), Target(TargetKind.CHANNEL, 5))
    assert bench.hall.messages[f"moved {board.game}"] == 5 and rounds._woken.is_set()
    await step(rounds)
    assert len(bench.hall.lists) == shown + 1


async def test_X14_a_director_decides_games_without_a_result(bench: Bench) -> None:
    """And corrects others; the standings follow."""
    made = await bench.start(TournamentPlan(Format.SWISS, 1), 2)
    bench.hall.stuck = {f"{made.number}-1-1"}
    one = await bench.steps()
    (board,) = one.boards
    assert (one.state, board.stuck, board.points) == (State.PLAYING, True, None)
    now = bench.clock.now()
    with pytest.raises(BoardUnknown):
        await bench.store.correct(one.number, replace(board, round=2, points=(1, 0)), now)
    await bench.store.correct(one.number, replace(board, points=(300, 310), stuck=False), now)
    one = await bench.steps()
    assert one.state is State.OVER
    assert table(one)[0][1] == one.entrant(board.second or 0).name
    await bench.store.correct(one.number, replace(board, points=(310, 300), stuck=False), now)
    one = await bench.steps()
    assert one.state is State.OVER
    assert table(one)[0][1] == one.entrant(board.first).name


async def test_X14_only_the_end_has_a_crown(bench: Bench) -> None:
    """Whoever leads in between has not won."""
    await bench.start(TournamentPlan(Format.SWISS, 2), 4)
    one = await bench.steps()
    assert one.is_played and one.begun == 1
    (image,) = standings_message(one, texts_for("en")).images
    assert isinstance(image.scene, EndScene)
    assert len(image.scene.standings) == 4 and not any(line.is_winner for line in image.scene.standings)


async def test_X14_the_end_says_who_has_won(bench: Bench) -> None:
    """Those who share the first place together, a few of them by name; and no button begins a further round."""
    made = await bench.start(TournamentPlan(Format.SWISS, 1), 2)
    one = await bench.to_end()
    ((first, second), texts) = (one.entrants, texts_for("en"))
    drawn = replace(one.boards[0], points=(300, 300))
    winner = one.entrant(drawn.first)
    for board, people, key, fact, names in (
        (replace(drawn, points=(310, 300)), (winner.person,), "tournaments.won", "name", [winner.name]),
        (drawn, (first.person, second.person), "tournaments.shared", "names", [first.name, second.name]),
        (replace(drawn, points=None), (), "tournaments.over", "", []),
    ):
        ended = replace(one, boards=(board,))
        shown = standings_message(ended, texts)
        assert shown.mentions == people and not shown.buttons
        for told, named in (
            (shown.text, [f"<@{person}>" for person in people]),
            (state_text(ended, texts), [f"**{name}**" for name in names]),
        ):
            assert said(key, **({fact: texts.join(named)} if fact else {})) in told
    crowd = tuple(Entrant(number, f"{number}", "Ada" * 10) for number in range(1, 129))
    boards = tuple(Pairing(1, number, number, 129 - number, points=(0, 0)) for number in range(1, 65))
    shared = standings_message(replace(one, entrants=crowd, boards=boards), texts)
    assert len(shared.text) < 400 and len(shared.mentions) == MOST_SHARING
    with pytest.raises(TournamentOver):
        await begin_next(bench.store, made.number, 1, bench.clock.now())
    with pytest.raises(TournamentOver):
        await begin_next(bench.store, made.number, 0, bench.clock.now())
    with pytest.raises(TournamentOver):
        await draw_next(bench.store, one, bench.clock.now())


async def test_X14_the_cup_is_posted_once_and_not_edited(bench: Bench) -> None:
    """The button below the standings before it is taken away, which is an edit."""
    await bench.start(TournamentPlan(Format.SWISS, 2, pause=MINUTE), 4)
    await bench.to_end()
    assert bench.hall.tables == [1, 1, 2]


async def test_X14_a_pair_is_named_once(bench: Bench) -> None:
    """While it plays, by its thread, which is called after the round and who plays, as the game is."""
    one = await bench.start(TournamentPlan(Format.SWISS, 1), 2)
    (board,), texts = one.boards, texts_for("en")
    names = [one.entrant(number).name for number in board.players]
    for points, told in ((None, "1. <#77>"), ((310, 300), f"1. **{names[0]}** – {names[1]} · 310:300")):
        shown = replace(one, boards=(replace(board, points=points),))
        assert told in pairs_text(shown, 1, texts, {1: 77}).splitlines()
    assert game_title(one, board, texts) == f"Cup · Round 1 · {names[0]} v {names[1]}"


async def test_X14_games_of_a_knockout_are_called_after_their_round(bench: Bench) -> None:
    """And fit the name of a thread: of a long name, the tournament's is cut. No message counts the rounds."""
    one = await bench.start(TournamentPlan(Format.KNOCKOUT), 4)
    texts, board = texts_for("en"), one.boards[0]
    last = replace(one, begun=2, boards=(replace(board, round=2),))
    long = tuple(replace(entrant, name="W" * 30) for entrant in one.entrants)
    assert game_title(one, board, texts).startswith("Cup · Semi-final · ")
    assert game_title(last, last.boards[0], texts).startswith("Cup · Final · ")
    assert "### Final" in pairs_text(last, 2, texts, {}).splitlines()
    assert "Round" not in state_text(last, texts) + standings_title(last, texts)
    title = game_title(replace(last, name="N" * 80, entrants=long), last.boards[0], texts)
    assert len(title) == 100 and title.endswith(f"… · Final · {game_name('', ['W' * 30] * 2, texts)}")


async def test_X14_once_check_in_is_open_one_is_asked_to_check_in(bench: Bench) -> None:
    """Its button stands out then, before that the one for joining."""
    one = await bench.make(TournamentPlan(Format.SWISS, starts=1, check_in=1), 2)
    for called, button in ((False, "Join"), (True, "Check in")):
        shown = list_message(replace(one, called=called), texts_for("en"))
        (row,) = (block for block in shown.blocks if isinstance(block, Row))
        buttons = [each for each in row.buttons if isinstance(each, Button)]
        assert [each.label for each in buttons if each.tone is Tone.PRIMARY] == [button]
        says = "\n".join(block.content for block in shown.blocks if isinstance(block, Text))
        assert (said("tournaments.check_in_open") in says) is called


async def test_X14_the_list_shows_the_faces_of_those_who_have_joined_until_it_begins(bench: Bench) -> None:
    """Whoever has not checked in yet is awaited; from then on, boards and tables show who plays."""
    one, texts = await bench.make(TournamentPlan(Format.SWISS, starts=1, check_in=1), 3), texts_for("en")
    here = replace(one, called=True, entrants=(replace(one.entrants[0], here=True), *one.entrants[1:]))
    (scene,) = (image.scene for image in list_message(here, texts).images)
    assert isinstance(scene, LobbyScene)
    assert [(seat.portrait and seat.portrait.person, seat.is_awaited) for seat in scene.seats] == [
        (entrant.person, not entrant.here) for entrant in here.active
    ]
    assert not list_message(replace(one, entrants=()), texts).images
    assert not list_message(replace(one, state=State.PLAYING), texts).images


async def test_X14_a_game_is_told_of_each_result_that_is_set_whenever_the_bot_dies(bench: Bench) -> None:
    """While it is played, and after the end; until it has been, its correction stands."""
    made = await bench.start(TournamentPlan(Format.SWISS, 1), 2)
    bench.hall.held = True
    (board,) = (await bench.steps()).boards
    told = []
    for points in ((300, 310), (310, 300)):
        await bench.store.correct(made.number, replace(board, points=points), bench.clock.now())
        bench.hall.fails = [Killed()]
        with pytest.raises(Killed):
            await step(bench.rounds())
        assert bench.hall.messages.get(f"settled {board.game}") == (told[-1] if told else None)
        bench.clock.advance(Rounds.lease)
        one = await bench.steps()
        assert (one.state, one.corrected, one.boards[0].game) == (State.OVER, (), board.game)
        told.append(bench.hall.messages[f"settled {board.game}"])
    assert [points for points, _ in told] == [(300, 310), (310, 300)]
    assert told[0] != told[1]


@pytest.mark.parametrize(
    ("ended", "points", "ruling", "told"),
    [
        (True, (310, 300), None, False),
        (False, (310, 300), None, True),
        (True, None, Ruling.VOID, True),
    ],
)
async def test_X14_a_result_that_is_set_is_told_once(
    ended: bool, points: tuple[int, int] | None, ruling: Ruling | None, told: bool
) -> None:
    """By the end of the game if it ends the game, also if that was tried before; else by a message."""
    one = cup_of(2)
    board = replace(one.boards[0], game="g", points=points, ruling=ruling, correction=3)
    submitted, posted = list[str](), list[str]()

    async def submit(_: str, __: object, cause: Cause) -> object:
        submitted.append(cause.id)
        if not ended:
            raise GameIsOver
        return SimpleNamespace(events=(1,))

    async def post(_: int, __: object, key: str) -> None:
        posted.append(key)

    games: Any = SimpleNamespace(submit=submit, summary=AsyncMock())
    poster: Any = SimpleNamespace(post=post, texts=AsyncMock(return_value=texts_for("en")))
    venue = DiscordTournamentVenue(games, MagicMock(), MagicMock(), poster, StillClock(), ratings=MagicMock())
    for _ in range(2):
        await venue.settle(replace(one, boards=(board,)), board)
    assert len(set(submitted)) == 1 and submitted[0].endswith("/settled/3")
    assert posted == submitted * told


@pytest.mark.parametrize(("by", "told"), [("", True), ("999", False)])
async def test_X14_the_end_of_a_game_tells_only_a_result_that_has_ended_it(by: str, told: bool) -> None:
    """Somebody else's end may be told late, when a message tells the result that was set since then."""
    one = cup_of(2)
    board = replace(one.boards[0], game="g", points=(310, 300))
    over = Over(EndReason.ENDED, (), (), 0, by)
    end: Any = SimpleNamespace(
        game="g",
        delivery=SimpleNamespace(kind=DeliveryKind.END),
        state=SimpleNamespace(phase=over),
        texts=texts_for("en"),
    )
    notes = ResultNotes(AsyncMock(return_value=replace(one, boards=(board,))), counted_text, directed_text)
    assert bool(await notes.note(end)) is told


async def test_X14_pairs_show_each_result_but_not_too_often(bench: Bench) -> None:
    """The last one of a round at once, also one that is corrected after the end; nothing else is edited."""
    bench.hall.held = True
    await bench.start(TournamentPlan(Format.SWISS, 1), 4)
    one = await bench.steps()
    first, second = one.boards
    lists: list[list[tuple[int, int] | None]] = [[None, None], [None, None]]
    assert bench.hall.lists == lists
    for board, points, pause, shown in (
        (first, (310, 300), 0, [[(310, 300), None]]),
        (first, (320, 300), 0, []),
        (first, (330, 300), PAIRS_EVERY, [[(330, 300), None]]),
        (second, (200, 210), 0, [[(330, 300), (200, 210)]]),
        (second, (200, 220), 0, [[(330, 300), (200, 220)]]),
    ):
        await bench.store.correct(one.number, replace(board, points=points), bench.clock.now())
        bench.clock.advance(pause)
        await step(bench.rounds())
        await step(bench.rounds())
        lists += shown
        assert bench.hall.lists == lists


async def test_X14_what_is_posted_of_earlier_rounds_follows_the_director(bench: Bench) -> None:
    """Their pairs, and all standings since; what the round that is played shows stays as it is."""
    await bench.start(TournamentPlan(Format.SWISS, 3), 4)
    one = await bench.steps()
    await begin_next(bench.store, one.number, 1, bench.clock.now())
    one = await bench.steps()
    bench.hall.held = True
    await begin_next(bench.store, one.number, 2, bench.clock.now())
    one = await bench.steps()
    before, lists = dict(bench.hall.messages), len(bench.hall.lists)
    board = one.round(1)[0]
    await bench.store.correct(one.number, replace(board, points=(9000, 0)), bench.clock.now())
    one = await bench.steps()
    assert bench.hall.lists[lists:] == [[(9000, 0), one.round(1)[1].points]]
    changed = {key for key, value in bench.hall.messages.items() if value != before.get(key)}
    assert changed == {"standings 1", "standings 2", f"settled {board.game}"}
    expected = [(row.entrant.name, row.spread) for row in standings(one.entrants, one.after(2).boards)]
    assert (one.told, bench.hall.messages["standings 2"]) == (2, expected)


async def test_X14_a_game_that_cannot_open_does_not_hold_up_the_others(bench: Bench) -> None:
    """Their results count; the director decides it, or it opens later."""
    made = await bench.start(TournamentPlan(Format.SWISS, 2), 6)
    bench.hall.closed = {f"{made.number}-1-2"}
    one = await bench.steps(4)
    assert [board.points is None for board in one.round(1)] == [False, True, False]
    assert (len(one.sheets), one.told) == (1, 0)
    bench.hall.closed.clear()
    bench.clock.advance(Rounds.lease)
    one = await bench.steps(4)
    assert (len(one.sheets), one.told, len(bench.hall.opened)) == (2, 1, 3)


async def test_X14_pairs_change_until_their_round_begins(bench: Bench) -> None:
    """Drawn, changed, forgotten, drawn anew when somebody comes or goes; then no more."""
    await bench.start(TournamentPlan(Format.SWISS, 4), 4)
    one, now = await bench.steps(), bench.clock.now()
    with pytest.raises(RoundHasBegun):
        await bench.store.undo(one.number, now)
    await draw_next(bench.store, one, now)
    with pytest.raises(RoundIsPlayed):
        await draw_next(bench.store, await bench.here(), now)
    drawn = (await bench.here()).round(2)
    swapped = [replace(drawn[0], second=drawn[1].second), replace(drawn[1], second=drawn[0].second)]
    await bench.store.redraw(one.number, swapped, now)
    assert (await bench.here()).round(2) == tuple(swapped)
    assert await bench.store.undo(one.number, now) == 2
    assert (await bench.here()).round(2) == ()
    await draw_next(bench.store, await bench.here(), now)
    await bench.store.withdraw(one.number, "3", now)
    assert (await bench.here()).drawn == 1
    with pytest.raises(NotEntered):
        await bench.store.withdraw(one.number, "3", now)
    await bench.store.enter(one.number, Person("9", "Zoe"), now)
    await begin_next(bench.store, one.number, 1, now)
    assert {n for board in (await bench.here()).round(2) for n in board.players} == {1, 2, 4, 5}
    with pytest.raises(RoundHasBegun):
        await bench.store.redraw(one.number, (await bench.here()).round(2), now)


async def test_X14_a_game_opened_just_before_a_kill_is_given_up_by_a_leaver(bench: Bench) -> None:
    """It does not go on for nobody."""
    one = await bench.start(TournamentPlan(Format.SWISS, 1), 2)
    with patch.object(bench.store, "opened", AsyncMock(side_effect=Killed)), suppress(Killed):
        await step(bench.rounds())
    assert bench.hall.opened and not (await bench.here()).boards[0].game
    await bench.store.withdraw(one.number, "2", bench.clock.now(), Leaving.REMOVED)
    bench.clock.advance(Rounds.lease)
    one = await bench.steps(1)
    assert bench.hall.messages[f"forfeit {bench.hall.opened[0]}"] == 2
    assert one.boards[0].game == bench.hall.opened[0] and one.boards[0].points


@pytest.mark.parametrize("format_", [Format.ROUND_ROBIN, Format.KNOCKOUT])
async def test_X14_anyone_can_enter_until_the_first_round_has_begun(bench: Bench, format_: Format) -> None:
    """Also where all pairs follow from those of the first round, which is drawn anew."""
    plan = TournamentPlan(format_)
    made, now = await bench.make(plan, 4), bench.clock.now()
    await bench.store.start(made.number, rounds_for(plan, 4), {}, now)
    await draw_next(bench.store, await bench.here(), now)
    assert has_room(await bench.here())
    await bench.store.enter(made.number, Person("9", "Zoe"), now)
    assert (await bench.here()).drawn == 0
    await begin_next(bench.store, made.number, 0, now)
    one = await bench.here()
    assert one.plan.rounds == rounds_for(plan, 5) and {n for board in one.round(1) for n in board.players} == {
        *range(1, 6)
    }
    assert not has_room(one)


async def test_X14_two_directors_at_once_leave_nobody_out(bench: Bench) -> None:
    """Each changes the pairs that both have read; the later change would seat one player twice."""
    await bench.start(TournamentPlan(Format.SWISS, 4), 6)
    one, now = await bench.steps(), bench.clock.now()
    await draw_next(bench.store, one, now)
    first, second, third = (await bench.here()).round(2)
    await bench.store.redraw(
        one.number, [replace(first, second=second.second), replace(second, second=first.second)], now
    )
    drawn = (await bench.here()).round(2)
    with pytest.raises(RoundIsPlayed):
        await bench.store.redraw(
            one.number, [replace(first, second=third.second), replace(third, second=first.second)], now
        )
    assert (await bench.here()).round(2) == drawn


async def test_X14_what_is_refused_changes_nothing(bench: Bench) -> None:
    """One tournament a channel, few a server, and nobody enters a knockout that has begun."""
    await bench.start(TournamentPlan(Format.KNOCKOUT), 4)
    before = await bench.here()
    with pytest.raises(ChannelHasTournament):
        await bench.make(TournamentPlan(Format.SWISS), 0)
    for channel in range(100, 99 + MOST_HERE):
        await bench.make(TournamentPlan(Format.SWISS), 0, channel)
    with pytest.raises(TooManyTournaments):
        await bench.make(TournamentPlan(Format.SWISS), 0, 99)
    with pytest.raises(EntryClosed):
        await bench.store.enter(before.number, Person("9", "Zoe"), bench.clock.now())
    with pytest.raises(GatheringOver):
        await bench.store.start(before.number, 2, {}, bench.clock.now())
    assert await bench.here() == before
    await bench.store.end(before.number, bench.clock.now())
    with pytest.raises(NotPlaying):
        await bench.store.end(before.number, bench.clock.now())
    await bench.make(TournamentPlan(Format.SWISS), 0)


async def test_X14_a_closed_channel_is_tried_for_hours_and_then_left(bench: Bench) -> None:
    """Whatever somebody changes wakes it again."""
    made = await bench.make(TournamentPlan(Format.SWISS), 0)
    bench.hall.fails = [PermanentRefusal(50001) for _ in range(Rounds.tries)]
    for _ in range(Rounds.tries):
        due = await bench.store.next_due()
        assert due is not None
        bench.clock.advance(max(0, due - bench.clock.now()))
        await step(bench.rounds())
    assert await bench.store.next_due() is None
    await bench.store.enter(made.number, Person("9", "Zoe"), bench.clock.now())
    await step(bench.rounds())
    assert bench.hall.messages["list"] == ["Zoe"]


@pytest.mark.parametrize("begun", [False, True])
async def test_X14_a_tournament_ends_with_its_channel(bench: Bench, begun: bool) -> None:
    """Nobody could end it there, and it would count against its server for ever; a lost thread ends nothing."""
    await (bench.start(TournamentPlan(Format.SWISS, 3), 4) if begun else bench.make(TournamentPlan(Format.SWISS), 4))
    bench.hall.fails = [PermanentRefusal(10003)]
    assert (await bench.steps(1)).state is not State.OVER
    bench.hall.fails = [PermanentRefusal(10003)] * 2
    assert (await bench.steps(1)).state is State.OVER
    assert not bench.hall.fails
    bench.clock.advance(TOURNAMENT_KEPT_FOR)
    await step(bench.rounds())
    assert await bench.store.next_due() is None
    assert await bench.store.here(CHANNEL) is None


@pytest.mark.parametrize("kills", [1, *at_gate([0]), *later([2, 3])])
async def test_X14_a_planned_start_pairs_who_has_checked_in(bench: Bench, kills: int) -> None:
    """The same with kills at any moment; whoever joins late is there, and whoever is not has left."""
    starts = bench.clock.now() + 2 * CHECK_IN
    made = await bench.make(TournamentPlan(Format.SWISS, 1, starts=starts, check_in=CHECK_IN), 4)
    (coming,) = await bench.rounds().coming_up(SERVER, texts_for("en"))
    assert (coming.begins, coming.channel) == (starts, CHANNEL)
    with pytest.raises(GatheringOver):
        await bench.store.check_in(made.number, "1", bench.clock.now())
    bench.hall.dies = random.Random(kills) if kills else None
    while not (await bench.here()).called:
        await look(bench)
    assert bench.clock.now() >= starts - CHECK_IN
    for person in "123":
        await bench.store.check_in(made.number, person, bench.clock.now())
    await bench.store.enter(made.number, Person("9", "Late"), bench.clock.now())
    with pytest.raises(NotEntered):
        await bench.store.check_in(made.number, "77", bench.clock.now())
    over = await bench.to_end()
    assert bench.clock.now() >= starts
    assert [one.name for one in over.active] == ["Player 01", "Player 02", "Player 03", "Late"]
    assert {number for board in over.boards for number in board.players} == {1, 2, 3, 5}


async def test_X14_a_planned_start_waits_for_the_director_where_too_few_have_come(bench: Bench) -> None:
    """Who has joined stays in."""
    starts = bench.clock.now() + CHECK_IN
    made = await bench.make(TournamentPlan(Format.SWISS, 1, starts=starts, check_in=CHECK_IN), 4)
    while "postponed" not in bench.hall.messages:
        await look(bench)
    await bench.steps()
    found = await bench.here()
    assert found.state is State.GATHERING
    assert found.plan.starts is None
    assert found.active == made.active


async def test_X14_players_can_check_in_if_the_bot_was_away_when_that_was_to_begin(bench: Bench) -> None:
    """The start waits for them for a while; a call that comes a little late delays nothing."""
    starts = bench.clock.now() + 2 * CHECK_IN
    made = await bench.make(TournamentPlan(Format.SWISS, 1, starts=starts, check_in=CHECK_IN), 4)
    bench.clock.advance(3 * CHECK_IN)
    called = bench.clock.now()
    one = await bench.steps(2)
    assert (one.called, one.state, one.plan.starts) == (True, State.GATHERING, called + LEAST_CHECK_IN)
    for person in "12":
        await bench.store.check_in(made.number, person, bench.clock.now())
    one = await bench.to_end()
    assert [entrant.person for entrant in one.active] == ["1", "2"]
    again = await bench.make(replace(one.plan, starts=bench.clock.now() + CHECK_IN), 2, CHANNEL + 1)
    bench.clock.advance(2 * MINUTE)
    await bench.steps(1)
    found = await bench.here(CHANNEL + 1)
    assert (found.called, found.plan.starts) == (True, again.plan.starts)


async def look(bench: Bench) -> None:
    """Let a process look once, until it dies."""
    try:
        await step(bench.rounds())
        bench.clock.advance(MINUTE)
    except Killed:
        bench.clock.advance(Rounds.lease)


async def test_X14_results_count_while_nothing_can_be_posted(bench: Bench) -> None:
    """A refusal by the channel does not keep games from being written down, or they would be looked at for ever."""
    made = await bench.start(TournamentPlan(Format.SWISS, 3), 4)
    bench.hall.held = True
    await bench.steps()
    await bench.store.enter(made.number, Person("9", "Late"), bench.clock.now())
    bench.hall.held = False

    async def show(_: Tournament) -> int:
        raise PermanentRefusal(50001)

    with patch.object(bench.hall, "show", show):
        assert (await bench.steps(1)).is_played


async def test_X14_a_change_while_a_process_is_at_work_is_shown_next(bench: Bench) -> None:
    """The lease does not hide it."""
    made = await bench.make(TournamentPlan(Format.SWISS), 1)
    now = bench.clock.now()
    (claimed,) = await bench.store.claim("one", now, now + Rounds.lease, 4)
    await bench.store.enter(made.number, Person("9", "Zoe"), now)
    await bench.store.note(made.number, message=1, shown=claimed.version)
    await bench.store.later(claimed, "one", None)
    await step(bench.rounds("two"))
    assert bench.hall.messages["list"] == ["Player 01", "Zoe"]


# --- how games end ------------------------------------------------------------------------------------------------


def ended(reason: EndReason, winners: tuple[int, ...], scores: tuple[int, int], turn: int = 20) -> GameState:
    """A game of two that is over."""
    state = replay((ev.Opened(0, Person("1", "Ada"), some_setup()), ev.Joined(0, Person("2", "Bruno"))))
    seats = tuple(replace(seat, score=score) for seat, score in zip(state.seats, scores, strict=True))
    return replace(state, seats=seats, phase=Over(reason, (), winners, 0), turn=turn)


@pytest.mark.parametrize(
    ("state", "result"),
    [
        (ended(EndReason.OUT, (1,), (300, 320)), PairedResult((300, 320))),
        (ended(EndReason.OUT, (0, 1), (300, 300)), PairedResult((300, 300))),
        (ended(EndReason.LEFT, (0,), (320, 300)), PairedResult((320, 300))),
        (ended(EndReason.LEFT, (1,), (320, 300)), PairedResult((0, BYE), forfeit=True, played=True)),
        (ended(EndReason.TIME, (0,), (200, 300)), PairedResult((BYE, 0), forfeit=True, played=True)),
        (ended(EndReason.ENDED, (), (320, 300)), PairedResult(None)),
        (ended(EndReason.UNUSED, (), (0, 0), 1), PairedResult(None)),
    ],
)
def test_X14_the_winner_of_a_game_wins_it(state: GameState, result: PairedResult) -> None:
    """Also with fewer points, when the other gave up or ran out of time; one ended from outside has no result."""
    assert result_of(state) == result


@pytest.mark.parametrize(
    ("moves", "gone", "points"),
    [
        ((0, 0), (Standing.RESIGNED, Standing.IN_PLAY), (0, BYE)),
        ((1, 0), (Standing.IN_PLAY, Standing.LEFT), (BYE, 0)),
        ((1, 0), (Standing.RESIGNED, Standing.IN_PLAY), (0, BYE)),
        ((0, 1), (Standing.IN_PLAY, Standing.IN_PLAY), (0, BYE)),
        ((0, 0), (Standing.IN_PLAY, Standing.IN_PLAY), (-BYE, -BYE)),
    ],
)
def test_X14_a_void_game_is_lost_by_who_gave_it_up_or_else_by_who_never_moved(
    moves: tuple[int, int], gone: tuple[Standing, Standing], points: tuple[int, int]
) -> None:
    """Two who never moved both lose it, in a tournament as in a league."""
    state = ended(EndReason.VOID, (), (0, 0), 2)
    seats = zip(state.seats, moves, gone, strict=True)
    state = replace(state, seats=tuple(replace(seat, moves=count, standing=how) for seat, count, how in seats))
    result = result_of(state)
    assert result == PairedResult(points, forfeit=True)
    assert result.both_lose is (points == (-BYE, -BYE))
    sides = sides_of(state, ())
    assert sides
    assert [side.absent for side in sides] == [one < BYE for one in points]


def test_X14_a_game_called_off_before_it_was_known_as_one_of_a_competition_is_lost() -> None:
    """In that moment its players can still do so."""
    state = ended(EndReason.VOID, (), (0, 0), 1)
    assert isinstance(state.phase, Over)
    assert result_of(replace(state, phase=replace(state.phase, by="2"))) == PairedResult((BYE, 0), forfeit=True)


def test_X14_who_makes_no_first_move_in_time_is_absent() -> None:
    """Each of both, on their own first turn; later, the game's clock sees to it."""
    running = replace(ended(EndReason.OUT, (), (0, 0), 1), phase=Turn(0, 1_000))
    assert result_of(running) is None
    assert absent(running, 1_000 + FIRST_MOVE_GRACE - 1, FIRST_MOVE_GRACE) is None
    assert absent(running, 1_000 + FIRST_MOVE_GRACE, FIRST_MOVE_GRACE) == 0
    assert absent(running, 1_000 + FIRST_MOVE_GRACE, None) is None
    assert absent(replace(running, turn=2, phase=Turn(1, 1_000)), 1_000 + FIRST_MOVE_GRACE, FIRST_MOVE_GRACE) == 1
    assert absent(replace(running, turn=3), 1_000 + FIRST_MOVE_GRACE, FIRST_MOVE_GRACE) is None


# --- files --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game_clock", [2 * FIRST_MOVE_GRACE, None])
async def test_X14_nobody_is_late_for_a_first_move_while_the_bot_cannot_be_reached(
    tmp_path: Path, game_clock: int | None
) -> None:
    """That time is given back before it is decided, also without clocks; what was too late before is too late."""
    clock = StillClock()
    async with process(tmp_path, clock) as bot:
        outages, game = Outages(bot.games, clock), await bot.new_game(replace(NO_UNDO, game_clock=game_clock))
        venue = DiscordTournamentVenue(bot.games, MagicMock(), MagicMock(), MagicMock(), clock, ratings=MagicMock())
        plan = TournamentPlan(Format.SWISS, 1, grace=FIRST_MOVE_GRACE)
        one: Any = SimpleNamespace(number=1, plan=plan)
        outages.begin()
        clock.advance(FIRST_MOVE_GRACE)
        deciding = asyncio.create_task(venue.result(one, Pairing(1, 1, 1, 2, game)))
        await asyncio.sleep(0)
        outages.end()
        assert await deciding is None
        assert isinstance((await bot.games.load(game)).phase, Turn)
        clock.advance(FIRST_MOVE_GRACE)
        decided = await venue.result(one, Pairing(1, 1, 1, 2, game))
        assert decided and decided.forfeit


def test_X14_files_hold_players_opponents_and_scores() -> None:
    """Whatever people are called, each has one line, one row, and no formula."""
    names = ("Ada", "=HYPERLINK(1)", 'Eve;7 "x",\n')
    entrants = tuple(Entrant(n, f"{n}", name, rating=1500 + n) for n, name in enumerate(names, 1))
    boards = (
        Pairing(1, 1, 2, 1, "g", (310, 300)),
        Pairing(1, 2, 3, None, points=(BYE, 0)),
        Pairing(2, 1, 3, 1, "h", (250, 280)),
        Pairing(2, 2, 2, None, points=(BYE, 0)),
    )
    plan = TournamentPlan(Format.SWISS, 2)
    one = Tournament(1, 5, 7, "Cup", some_setup(), "1", None, plan, State.OVER, 2, 2, entrants=entrants, boards=boards)
    lines = export(one, "tsh").decode().splitlines()
    assert [line.partition(",")[2].split() for line in lines] == [
        ["1501", "2", "3;", "300", "280;", "p12", "2", "2"],
        ["1502", "1", "0;", "310", "50;", "p12", "1", "0"],
        ["1503", "0", "1;", "50", "250;", "p12", "0", "1"],
    ]
    assert not any(set(line.partition(",")[0]) & set(";,0123456789") for line in lines)
    rows = list(csv.reader(io.StringIO(export(one, "csv").decode())))
    assert [row[1] for row in rows[1:]] == ["'=HYPERLINK(1)", "Ada", names[2]]
    assert rows[1][3:6] == ["2.0", "0.0", "60"]
    told = json.loads(export(one, "json"))
    assert [player["place"] for player in told["players"]] == [1, 2, 3]
    assert told["boards"][0] == {
        "round": 1, "board": 1, "first": "=HYPERLINK(1)", "second": "Ada", "game": "g", "points": [310, 300],
        "forfeit": False,
    }  # fmt: skip


async def test_X14_a_check_in_counts_until_the_planned_start(bench: Bench) -> None:
    """Also one that came after a process had read the tournament to start it."""
    starts = bench.clock.now() + 2 * CHECK_IN
    made = await bench.make(TournamentPlan(Format.SWISS, 1, starts=starts, check_in=CHECK_IN), 3)
    while not (await bench.here()).called:
        await look(bench)
    bench.clock.advance(starts - bench.clock.now())
    rounds = bench.rounds()
    (claimed,) = await rounds.claimed()
    for person in "12":
        await bench.store.check_in(made.number, person, bench.clock.now())
    await rounds.see_to(claimed)
    started = await bench.here()
    assert started.state is State.PLAYING
    assert [one.name for one in started.active] == ["Player 01", "Player 02"]


# --- knockouts ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "de"])
def test_X14_a_format_is_typed_by_its_value_or_as_it_is_shown(language: str) -> None:
    """In the language of whoever types it, without its explanation or with it; nothing typed is the usual one."""
    texts = texts_for(language)
    for one in Format:
        title = format_title(one.value, texts)
        for typed in (one.value, one.value.upper(), title, title.partition(":")[0]):
            assert commands.named_value("format", typed, Format.SWISS, format_title, texts) is one
    assert commands.named_value("format", " ", Format.HILL, format_title, texts) is Format.HILL
    with pytest.raises(NotOffered):
        commands.named_value("format", "chess", Format.SWISS, format_title, texts)


async def knockout(bench: Bench, players: int, ties: Ties = Ties.GAME) -> Tournament:
    """One whose games wait for the director."""
    bench.hall.held = True
    await bench.start(TournamentPlan(Format.KNOCKOUT, pause=MINUTE, ties=ties), players)
    return await bench.steps()


def board_of(one: Tournament, number: int, *players: int) -> Pairing:
    """The newest board of some players in a round."""
    return [board for board in one.round(number) if set(board.players) == set(players)][-1]


async def won(bench: Bench, board: Pairing, winner: int | None = None, *, follow: bool = False) -> Tournament:
    """Set a result; without a winner, it is a tie."""
    points = (400, 400) if winner is None else (400, 300) if board.first == winner else (300, 400)
    one = await bench.here()
    await bench.store.correct(one.number, replace(board, points=points), bench.clock.now(), follow=follow)
    return await bench.steps(6)


async def test_X14_a_tie_in_a_knockout_is_broken_by_a_further_game_and_then_by_the_seeds(bench: Bench) -> None:
    """The round waits for it; who began before does not begin now."""
    one = await knockout(bench, 4)
    tied = board_of(one, 1, 1, 4)
    await won(bench, board_of(one, 1, 2, 3), 3)
    one = await won(bench, tied)
    again = board_of(one, 1, 1, 4)
    assert (again.board, again.players, is_tie_break(one, again)) == (3, tied.players[::-1], True)
    assert (one.begun, one.told, again.game is not None) == (1, 0, True)
    one = await won(bench, again)
    assert (one.begun, len(one.round(1))) == (2, 3)
    assert board_of(one, 2, 1, 3).game
    one = await won(bench, board_of(one, 2, 1, 3))
    one = await won(bench, board_of(one, 2, 1, 3), 3)
    assert one.state is State.OVER
    assert [row.entrant.number for row in winners(one)] == [3]


async def test_X14_whoever_wins_a_game_of_a_knockout_reads_what_comes_next(bench: Bench) -> None:
    """Before the game has been counted: against whom, or which two it may be. Then all who play on are mentioned."""
    one, texts = await knockout(bench, 4), texts_for("en")
    names = [bold(entrant.name) for entrant in one.entrants]
    upper, lower = board_of(one, 1, 1, 4), board_of(one, 1, 2, 3)
    assert upper.game and lower.game
    wins = PairedResult((400, 300) if upper.first == 1 else (300, 400))
    either = {"name": names[0], "first": bold(one.entrant(lower.first).name), "round": "Final"}
    assert onward_text(one, upper.game, wins, texts) == said(
        "tournaments.next_is_either", second=bold(one.entrant(lower.players[1]).name), **either
    )
    assert onward_text(one, upper.game, PairedResult((400, 400)), texts) == ""
    one = await won(bench, lower, 3)
    met = said("tournaments.next_is", name=names[0], opponent=names[2], round="Final")
    assert onward_text(one, upper.game, wins, texts) == met
    one = await won(bench, upper, 1)
    assert standings_message(one.after(1), texts).mentions == ("1", "3")
    last = board_of(one, 2, 1, 3)
    assert last.game and onward_text(one, last.game, PairedResult((400, 300)), texts) == ""


async def test_X14_a_director_decides_ties_where_that_is_the_rule(bench: Bench) -> None:
    """They are asked once for each, the round waits, and a tie-break game can still be chosen."""
    one = await knockout(bench, 4, Ties.DIRECTOR)
    await won(bench, board_of(one, 1, 2, 3), 2)
    one = await won(bench, board_of(one, 1, 1, 4))
    tied = board_of(one, 1, 1, 4)
    assert (tied.stuck, one.told, bench.hall.asked) == (True, 0, [(1, tied.board)])
    with pytest.raises(RoundIsPlayed):
        await draw_next(bench.store, one, bench.clock.now())
    for wrong in (replace(tied, board=2), tied):
        with pytest.raises(BoardUnknown):
            await bench.store.break_tie(one.number, wrong, bench.clock.now(), advances=2)
    await bench.store.break_tie(one.number, tied, bench.clock.now())
    one = await won(bench, board_of(await bench.steps(), 1, 1, 4))
    assert bench.hall.asked == [(1, 1), (1, 3)]
    await bench.store.break_tie(one.number, board_of(one, 1, 1, 4), bench.clock.now(), advances=4)
    one = await bench.steps(6)
    assert board_of(one, 2, 2, 4).game


def drawn_of(one: Tournament, number: int, part: int = 0) -> list[list[list[str]]]:
    """The bracket of a round: for each round that it shows, the pairs by what their sides say; a pair nobody plays is
    empty, and a star is beside whoever has won.
    """
    scene = bracket_image(one, number, texts_for("en"), part).scene
    assert isinstance(scene, BracketScene)
    return [
        [
            []
            if pair is None
            else [f"{side.name} {side.earlier} {side.score}{'*' * side.is_winner}".strip() for side in pair]
            for pair in pairs
        ]
        for pairs in scene.rounds
    ]


async def test_X14_X24_a_bracket_shows_what_was_played_and_who_may_come(bench: Bench) -> None:
    """A bye is no pair; who has passed stands in the next round, or both who still may; a tie is open until its
    game is over.
    """
    one = await knockout(bench, 5)
    names = [entrant.name for entrant in one.entrants]
    final = [["", f"{names[1]} or {names[2]}"]]
    first = [[], [f"{names[3]}", f"{names[4]}"], [], []]
    may = f"{names[3]} or {names[4]}"
    assert drawn_of(one, 1) == [first, [[names[0], may], [names[1], names[2]]], final]
    one = await won(bench, board_of(one, 1, 4, 5))
    assert drawn_of(one, 1)[:2] == [
        [[], [f"{names[3]} 400", f"{names[4]} 400"], [], []],
        [[names[0], may], [names[1], names[2]]],
    ]
    one = await won(bench, board_of(one, 1, 4, 5), 5)
    played, then, _ = drawn_of(one, 1)
    assert played == [[], [f"{names[3]} 400 300", f"{names[4]} 400 400*"], [], []]
    assert then == [[names[0], names[4]], [names[1], names[2]]]
    final = [[f"{names[0]} or {names[4]}", final[0][1]]]
    one = await won(bench, board_of(one, 2, 1, 5), 5)
    image = bracket_image(one, 2, texts_for("en"))
    assert f"{names[4]} – {names[1]} or {names[2]}" in image.alt
    assert names[3] in image.words and f"{names[0]} 300" in image.words
    heard = pairs_message(one, 2, texts_for("en")).in_words().text
    assert names[3] in heard and [line for line in heard.splitlines() if names[0] in line and "300" in line] == [
        line for line in heard.splitlines() if "400:300" in line or "300:400" in line
    ]
    assert drawn_of(one, 1) == [played, then, final]


def cup_of(players: int) -> Tournament:
    """A knockout of which no game is over."""
    entrants = tuple(
        Entrant(number, str(number), f"P{number}", rating=2000 - number) for number in range(1, players + 1)
    )
    plan = TournamentPlan(Format.KNOCKOUT, rounds_for(TournamentPlan(Format.KNOCKOUT), players))
    pairs = draw(plan, entrants, (), 1)
    boards = tuple(
        Pairing(1, board, first, second, points=(BYE, 0) if second is None else None)
        for board, (first, second) in enumerate(pairs, 1)
    )
    one = Tournament(1, SERVER, CHANNEL, "Cup", some_setup(), "1", None, plan, State.PLAYING)
    return replace(one, drawn=1, begun=1, entrants=entrants, boards=boards)


@pytest.mark.parametrize(("players", "count"), [(2, 1), (16, 1), (17, 2), (64, 4), (128, 8)])
def test_X14_a_bracket_is_in_parts_where_a_phone_could_not_show_it(players: int, count: int) -> None:
    """Up to 16 players in one picture, below the heading; else a button shows one's own part, from which one gets to
    the others. Everyone is in one of them.
    """
    one, texts = cup_of(players), texts_for("en")
    assert parts(one, 1) == count
    shown = pairs_message(one, 1, texts)
    assert (len(shown.images), len(shown.buttons)) == ((1, 1) if count == 1 else (0, 2))
    found = [{side for pairs in drawn_of(one, 1, part)[:2] for pair in pairs for side in pair} for part in range(count)]
    for entrant in one.entrants:
        assert [number for number, names in enumerate(found) if entrant.name in names] == [
            part_of(one, 1, entrant.person)
        ]
    part = bracket_message(one, 1, count - 1, texts)
    assert [button.label for button in part.buttons if isinstance(button, Button) and not button.disabled] == [
        text.part_label(each, texts) for each in range(1, count)
    ]


async def test_X14_in_a_large_knockout_everyone_asks_for_their_own_part_of_the_bracket(bench: Bench) -> None:
    """By the button below the pairs, and by `/tournament standings`; another button shows the part that it names."""
    await bench.start(TournamentPlan(Format.KNOCKOUT, 5), 20)
    one, texts = await bench.here(), texts_for("en")
    assert parts(one, 1) == 2
    found = set[int]()
    for entrant in one.entrants[::6]:
        request: Any = MagicMock(texts=texts, place=Place(SERVER, CHANNEL), profile=AsyncMock())
        request.parent, request.person.id, request.server.return_value = None, entrant.person, SERVER
        request.services.of.return_value.store = bench.store
        own = part_of(one, 1, entrant.person)
        found.add(own)
        for shown in (await commands.show_bracket(request, one.number, 1), await commands.standings(request)):
            assert shown == bracket_message(one, 1, own, texts).in_words()
            assert entrant.name in shown.text
        other = await commands.show_part(request, one.number, 1, 1 - own)
        assert other == bracket_message(one, 1, 1 - own, texts).in_words()
    assert found == {0, 1}


def test_X14_a_bracket_in_parts_is_whole_again_once_16_are_left() -> None:
    """Then it shows the last four rounds."""
    one = cup_of(32)
    begun = replace(one, boards=tuple(replace(board, points=(400, 300)) for board in one.boards))
    pairs = draw(one.plan, one.entrants, begun.boards, 2)
    boards = begun.boards + tuple(Pairing(2, board, *pair) for board, pair in enumerate(pairs, 1))
    begun = replace(begun, drawn=2, begun=2, boards=boards)
    assert (parts(begun, 1), parts(begun, 2)) == (2, 1)
    assert len(drawn_of(begun, 2)[0]) == 8


async def test_X14_the_cup_shows_the_winner_the_final_and_the_table(bench: Bench) -> None:
    """In the picture and in its words; the winner is mentioned in the message, and nowhere else."""
    one = await knockout(bench, 4)
    await won(bench, board_of(one, 1, 1, 4), 4)
    one = await won(bench, board_of(one, 1, 2, 3), 2)
    over = await won(bench, board_of(one, 2, 2, 4), 4)
    shown = standings_message(over, texts_for("en"))
    (image,) = shown.images
    scene, (winner, second) = image.scene, (over.entrant(4), over.entrant(2))
    assert isinstance(scene, CupScene) and scene.final
    assert (scene.winners, shown.mentions) == ((Portrait(winner.name, winner.person),), (winner.person,))
    assert {(side.name, side.score, side.is_winner) for side in scene.final[1]} == {
        (winner.name, "400", True),
        (second.name, "300", False),
    }
    assert [(line.portrait.name, line.is_winner) for line in scene.table[:2]] == [
        (winner.name, True),
        (second.name, False),
    ]
    for told in (image.alt, image.words):
        assert all(entrant.name in told for entrant in over.entrants) and "400" in told
    assert f"<@{winner.person}>" not in list_message(replace(over, director="99"), texts_for("en")).text


async def test_X14_a_correction_changes_who_plays_on_if_it_is_to(bench: Bench) -> None:
    """The game that was to be is called off and told so, and another one opens; without that, the pairs stay."""
    one = await knockout(bench, 4)
    await won(bench, board_of(one, 1, 2, 3), 2)
    one = await won(bench, board_of(one, 1, 1, 4), 1)
    off, first = board_of(one, 2, 1, 2), board_of(one, 1, 1, 4)
    points = (300, 400) if first.first == 1 else (400, 300)
    change = passing(one, replace(first, points=points))
    assert change and (change.out, change.into, set(change.pair), change.is_late) == (1, 4, {2, 4}, False)
    one = await won(bench, first, 4)
    assert one.round(2) == (off,)
    one = await won(bench, first, 4, follow=True)
    called_off, now = one.round(2)
    assert (called_off.ruling, set(now.players), now.game) == (Ruling.VOID, {2, 4}, f"{one.number}-2-2")
    assert bench.hall.messages[f"settled {off.game}"][0] == (0, 0)
    one = await won(bench, now, 4)
    assert [row.entrant.number for row in winners(one)] == [4]
    assert [row.place for row in standing_rows(one)] == [1, 2, 3, 3]


async def test_X14_both_can_lose_and_a_void_game_of_a_knockout_is_played_again(bench: Bench) -> None:
    """Nobody plays on from a game that both have lost, so that their opponent has a bye."""
    one = await knockout(bench, 4)
    first = board_of(one, 1, 1, 4)
    void = replace(first, points=(0, 0), ruling=Ruling.VOID)
    await bench.store.correct(one.number, void, bench.clock.now())
    one = await bench.steps()
    again = board_of(one, 1, 1, 4)
    assert (again.board, again.ruling, is_tie_break(one, again)) == (3, None, False)
    lost = replace(again, points=(-BYE, -BYE), ruling=Ruling.BOTH_LOSE)
    await bench.store.correct(one.number, lost, bench.clock.now())
    one = await won(bench, board_of(one, 1, 2, 3), 3)
    assert [row.entrant.number for row in winners(one)] == [3]
    assert (one.state, one.begun) == (State.OVER, 1)


async def test_X14_a_cup_that_nobody_can_win_stays_open_to_its_director(bench: Bench) -> None:
    """Who is told so once; with another result it goes on, to a final that is played."""
    one = await knockout(bench, 4)
    for first, second in ((1, 4), (2, 3)):
        lost = replace(board_of(one, 1, first, second), points=(-BYE, -BYE), ruling=Ruling.BOTH_LOSE)
        await bench.store.correct(one.number, lost, bench.clock.now())
    one = await bench.steps(6)
    assert (one.state, bench.hall.messages["stalled 1"], winners(one)) == (State.PLAYING, True, ())
    assert text.stalled_text(one, texts_for("en")).startswith(said("tournaments.nobody_won"))
    for first, second in ((1, 4), (2, 3)):
        board = board_of(one, 1, first, second)
        points = (400, 300) if board.first == first else (300, 400)
        await bench.store.correct(one.number, replace(board, points=points, ruling=None), bench.clock.now())
    one = await won(bench, board_of(await bench.steps(6), 2, 1, 2), 2)
    assert (one.state, [row.entrant.number for row in winners(one)]) == (State.OVER, [2])


async def test_X14_a_substitute_takes_the_place_of_whoever_has_left_a_knockout(bench: Bench) -> None:
    """Before the next game, and never somebody who has played; without one, the director ends it."""
    one = await knockout(bench, 4)
    await won(bench, board_of(one, 1, 1, 4), 1)
    number, now = one.number, bench.clock.now()
    with pytest.raises(NobodyToReplace):
        await bench.store.substitute(number, Person("9", "Zoe"), 1, now)
    await bench.store.withdraw(number, one.entrant(1).person, now)
    assert vacancies(await bench.here()) == [1]
    with pytest.raises(HasPlayed):
        await bench.store.substitute(number, Person(one.entrant(4).person, "Back"), 1, now)
    await bench.store.substitute(number, Person("9", "Zoe"), 1, now)
    one = await bench.here()
    (new,) = [entrant for entrant in one.entrants if entrant.instead == 1]
    assert (vacancies(one), has_room(one, one.entrant(1)), has_room(one, new)) == ([], False, True)
    one = await won(bench, board_of(one, 1, 2, 3), 3)
    one = await bench.steps(6)
    (pair,) = drawn_of(one, 1)[1]
    assert pair == ["Zoe", one.entrant(3).name]
    one = await won(bench, board_of(one, 2, new.number, 3), new.number)
    places = [(row.place, row.entrant.number) for row in standing_rows(one)]
    assert places == [(1, new.number), (2, 1), (2, 3), (4, 2), (4, 4)]
    assert (one.state, [row.entrant.name for row in winners(one)]) == (State.OVER, ["Zoe"])


async def test_X14_a_cup_waits_for_a_substitute_before_somebody_wins_it_without_a_final(bench: Bench) -> None:
    """As long as the pause between rounds, if there is one; then the finalist who is left has won."""
    one = await knockout(bench, 4)
    await won(bench, board_of(one, 1, 1, 4), 1)
    await bench.store.withdraw(one.number, one.entrant(1).person, bench.clock.now())
    await won(bench, board_of(one, 1, 2, 3), 3)
    assert "stalled 1" in bench.hall.messages
    one = await bench.steps(8)
    assert (one.state, [row.entrant.number for row in winners(one)]) == (State.OVER, [3])


async def test_X14_a_tournament_that_was_ended_too_early_can_be_reopened(bench: Bench) -> None:
    """Its round is told once more, with what begins the next one; one that is decided cannot."""
    await bench.start(TournamentPlan(Format.SWISS, 2), 4)
    one = await bench.steps()
    await bench.store.end(one.number, bench.clock.now())
    one = await bench.steps()
    assert can_reopen(one)
    await bench.store.reopen(one.number, bench.clock.now())
    one = await bench.steps()
    assert (one.state, one.told, one.begun) == (State.PLAYING, 1, 1)
    await begin_next(bench.store, one.number, 1, bench.clock.now())
    one = await bench.steps()
    assert one.state is State.OVER
    with pytest.raises(NothingToReopen):
        await bench.store.reopen(one.number, bench.clock.now())


async def test_X14_whoever_has_left_cannot_win_and_whoever_is_knocked_out_cannot_enter(bench: Bench) -> None:
    """However good their games were; the next best wins."""
    await bench.start(TournamentPlan(Format.SWISS, 1), 4)
    one = await bench.steps()
    first, *others = standing_rows(one)
    out = tuple(replace(each, dropped=each.number == first.entrant.number) for each in one.entrants)
    assert winners(replace(one, entrants=out))[0].entrant.number == others[0].entrant.number
    await bench.store.forget(one.number)
    one = await knockout(bench, 4)
    await won(bench, board_of(one, 1, 1, 4), 1)
    with pytest.raises(EntryClosed):
        await bench.store.enter(one.number, Person(one.entrant(4).person, "Again"), bench.clock.now())


async def test_X14_a_game_against_the_computer_that_fills_in_can_be_ruled(bench: Bench) -> None:
    """It ends, and is told, as any other."""
    bench.hall.held = True
    await bench.start(TournamentPlan(Format.SWISS, 1, level=3), 3)
    one = await bench.steps()
    bye = one.round(1)[-1]
    assert (bye.second, bye.game is not None) == (None, True)
    label = board_title(one, bye, texts_for("en"))
    assert [option.label for option in games_in(panel_message(one, texts_for("en")))][-1] == label
    await bench.store.correct(one.number, replace(bye, points=(300, 310)), bench.clock.now())
    await bench.steps()
    assert f"settled {bye.game}" in bench.hall.messages


def games_in(panel: Message) -> tuple[Option, ...]:
    """The games whose results can be set from a panel."""
    return next(block.options for block in panel.blocks if isinstance(block, Menu))


@pytest.mark.parametrize("points", [(-9999, 9999), (300, -20), (-BYE, -BYE), (0, 0)])
def test_X14_any_result_can_be_corrected(points: tuple[int, int]) -> None:
    """Also below 0, as after both have lost; what is open comes first, and a result takes 4 presses."""
    one, texts = cup_of(4), texts_for("en")
    board = replace(one.boards[0], points=points)
    one = replace(one, boards=(board, *one.boards[1:]))
    for how in (How.BOTH_LOSE, How.VOID):
        assert ruling_question(one, board, how, texts).buttons
    assert nil_message(one, board, texts).buttons
    change = Passing(2, 1, 4, (), (4, 2), False)
    assert passing_message(one, board, change, texts).buttons
    assert [option.value for option in games_in(panel_message(one, texts))] == ["1-2", "1-1"]
    asked = chosen_board(OfCompetition(1), Press(("1-2",)))
    assert asked == RequestedAction(SET_RESULT, OfTournamentGame(1, 1, 2))


def test_X14_nobody_starts_a_round_by_looking_at_it() -> None:
    """Before the start there are no pairings, and no round 0."""
    texts = texts_for("en")
    one = replace(cup_of(4), state=State.GATHERING, begun=0, drawn=0, boards=())
    assert texts.gettext("Next pairings") not in labels_of(panel_message(one, texts))
    waiting = replace(one, state=State.PLAYING)
    assert state_text(waiting, texts) == said("tournaments.not_begun")
    assert said("tournaments.begin_first") in labels_of(panel_message(waiting, texts))


def labels_of(message: Message) -> list[str]:
    """The labels of its buttons."""
    return [button.label for button in message.buttons]


async def test_X14_a_game_that_was_played_and_then_given_up_is_no_bye(bench: Bench) -> None:
    """The file names the opponents, and whoever began has begun."""
    await bench.start(TournamentPlan(Format.SWISS, 1), 2)
    one = await bench.here()
    (board,) = one.boards
    await bench.store.decided(one, board, PairedResult((BYE, 0), forfeit=True, played=True))
    one = await bench.here()
    assert [line.partition(",")[2].split()[1] for line in export(one, "tsh").decode().splitlines()] == ["2;", "1;"]
    assert file_name(replace(one, name="Club cup 🏆"), "tsh") == "Club-cup.t"


def test_directors_are_sent_to_no_command_that_they_are_not_shown() -> None:
    """Discord shows `/manage` to moderators alone: who reads of it learns that, unless they are using it."""
    for message, files in places(template()).items():
        if any(file.startswith(("bot/features/tournaments", "bot/features/leagues")) for file in files):
            told = [form for form in message.forms if "`/manage" in form and "switch:off" not in form]
            assert all("oderator" in form for form in told), told


async def test_X14_rulings_count_as_what_they_are_in_the_standings_and_files(bench: Bench) -> None:
    """Both lose by 50; what is void counts for neither, and neither has begun there."""
    one = await bench.start(TournamentPlan(Format.SWISS, 1), 4)
    first, second = one.boards
    for board, ruling, points in ((first, Ruling.BOTH_LOSE, (-BYE, -BYE)), (second, Ruling.VOID, (0, 0))):
        await bench.store.correct(one.number, replace(board, points=points, ruling=ruling), bench.clock.now())
    one = await bench.steps()
    assert one.state is State.OVER
    assert not starts(one.boards)
    found = {row.entrant.number: (row.score, row.lost, row.spread) for row in standing_rows(one)}
    assert {found[number] for number in first.players} == {(0, 2, -BYE)}
    assert {found[number] for number in second.players} == {(0, 0, 0)}
    lines = export(one, "tsh").decode().splitlines()
    ends = {n: line.partition(",")[2].split()[1:] for n, line in enumerate(lines, 1)}
    assert {tuple(ends[number]) for number in first.players} == {("0;", "-50;", "p12", "0")}
    assert {tuple(ends[number]) for number in second.players} == {("0;", "0;", "p12", "0")}


async def test_X14_who_has_won_is_kept_also_by_a_result_that_the_director_set(bench: Bench) -> None:
    """Until a correction makes it somebody else; a tournament that is thrown away was won all the same."""
    one = await knockout(bench, 2)
    honours = Honours(bench.store._database)
    one = await won(bench, one.round(1)[0], 2)
    (first,) = await honours.within(SERVER, 0, bench.clock.now())
    assert (first.contest, first.person, first.name, first.title) == (HonourKind.TOURNAMENT, "2", "Player 02", "Cup")
    await won(bench, one.round(1)[0], 1)
    (second,) = await honours.within(SERVER, 0, bench.clock.now())
    assert (second.person, second.at, await honours.of_person(SERVER, "2")) == ("1", first.at, ())
    bench.clock.advance(TOURNAMENT_KEPT_FOR)
    await step(bench.rounds())
    assert await honours.of_person(SERVER, "1") == (second,)
    (trophy,) = honours_trophies([second], texts_for("en"))
    assert "Cup" in trophy.said
    assert "Cup" in champions_text([second], texts_for("en"))


async def test_X14_a_game_is_known_that_is_noted_between_two_looks(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise its players could pause it in that moment."""
    one = await knockout(bench, 2)
    game = one.round(1)[0].game
    assert game

    async def not_yet(_: str) -> None:
        """The first look."""

    monkeypatch.setattr(bench.store, "of_game", not_yet)
    assert not await bench.rounds().may_hold(game)


async def test_X14_the_director_is_told_once_of_a_round_that_waits(bench: Bench) -> None:
    """After an hour, or two days where turns take as long; of those games that are not over."""
    bench.hall.held = True
    one = await bench.start(TournamentPlan(Format.SWISS, 1), 4)
    wait = WAITS_LONG if may_be_away(one.setup.rules) else WAITS
    rounds = bench.rounds()
    await step(rounds)
    await bench.store.correct(one.number, replace(one.round(1)[0], points=(400, 300)), bench.clock.now())
    for pause, told in ((wait - MINUTE, None), (MINUTE, [2]), (wait, [2])):
        bench.clock.advance(pause)
        await step(rounds)
        assert bench.hall.messages.pop("waiting 1", None) == (told if pause == MINUTE else None)
    assert not await rounds.may_hold(f"{one.number}-1-2")
    assert await rounds.may_hold("another game")


# --- whoever is not there any more --------------------------------------------------------------------------------


async def test_X14_open_games_of_whoever_has_left_the_server_are_decided_at_once(bench: Bench) -> None:
    """They give up; the director is told, they are in no further round, and back once they join again."""
    bench.hall.held = True
    await bench.start(TournamentPlan(Format.SWISS, 3), 4)
    one = await bench.steps(2)
    bench.hall.left = {"2"}
    bench.clock.advance(LOOKS_EVERY)
    one = await bench.steps(2)
    (board,) = (each for each in one.round(1) if 2 in each.players)
    assert bench.hall.messages[f"forfeit {board.game}"] == 2
    assert board.points == ((200, 300) if board.first == 2 else (300, 200))
    assert "gone 2" in bench.hall.messages
    assert [entrant.number for entrant in one.active] == [1, 3, 4]
    bench.hall.held = False
    await bench.store.note(one.number, at=bench.clock.now(), due=bench.clock.now())  # the last game is over
    await bench.steps(2)
    await begin_next(bench.store, one.number, 1, bench.clock.now())
    assert {n for each in (await bench.here()).round(2) for n in each.players} == {1, 3, 4}
    bench.hall.left = set()
    await bench.store.enter(one.number, Person("2", "Player 02"), bench.clock.now())
    await bench.steps(2)
    await begin_next(bench.store, one.number, 2, bench.clock.now())
    assert {n for each in (await bench.here()).round(3) for n in each.players} == {1, 2, 3, 4}


async def test_X14_nobody_is_paired_who_has_left_since_the_last_game(bench: Bench) -> None:
    """Looked for before each round, also the first one of a planned start; two who have both left have both lost."""
    starts_at = bench.clock.now() + MINUTE
    await bench.make(TournamentPlan(Format.SWISS, 3, starts=starts_at, pause=MINUTE), 5)
    bench.hall.left = {"1"}
    bench.hall.held = True
    while not (await bench.here()).begun:
        await look(bench)
    one = await bench.steps(2)
    assert {n for each in one.round(1) for n in each.players} == {2, 3, 4, 5}
    bench.hall.left |= {one.entrant(n).person for n in one.round(1)[0].players}
    bench.clock.advance(LOOKS_EVERY)
    one = await bench.steps(2)
    assert one.round(1)[0].ruling is Ruling.BOTH_LOSE
    bench.hall.held = False
    one = await bench.to_end()
    assert {n for each in one.round(2) for n in each.players} == set(one.round(1)[1].players)


async def test_X14_whoever_leaves_or_is_removed_loses_the_open_game(bench: Bench) -> None:
    """Also where all pairs are known from the beginning; and they can be entered again if they were among these."""
    bench.hall.held = True
    await bench.start(TournamentPlan(Format.ROUND_ROBIN), 4)
    one, now = await bench.steps(2), bench.clock.now()
    removed, left = (board.first for board in one.round(1))
    await bench.store.withdraw(one.number, one.entrant(left).person, now)
    await bench.store.withdraw(one.number, one.entrant(removed).person, now, Leaving.REMOVED)
    one = await bench.steps(2)
    assert [board.points is not None for board in one.round(1)] == [True, True]
    await bench.store.enter(one.number, Person(one.entrant(removed).person, "Again"), now)
    assert len((await bench.here()).active) == 3
    with pytest.raises(EntryClosed):
        await bench.store.enter(one.number, Person("77", "New"), now)


@pytest.mark.parametrize("format_", Format)
@pytest.mark.parametrize("seed", [2, *later([0, 1, 3])])
async def test_X14_in_any_tournament_nobody_who_is_gone_is_paired_and_the_last_game_decides(
    bench: Bench, format_: Format, seed: int
) -> None:
    """Random ties, corrections, withdrawals, late entries and kills; whoever is paired was there when it was drawn."""
    luck = random.Random(f"{format_}{seed}")
    ties = luck.choice((Ties.GAME, Ties.SEED))
    made = await bench.start(TournamentPlan(format_, pause=MINUTE, ties=ties), 5 + luck.randrange(4))
    bench.hall.dies, bench.hall.tied = luck, 0.25
    gone, rounds = dict[int, int](), 0
    for number in range(2_000):
        try:
            await step(bench.rounds(f"process {number}"))
            bench.clock.advance(MINUTE)
        except Killed:
            bench.clock.advance(Rounds.lease)
        one, now = await bench.here(), bench.clock.now()
        if one.state is State.OVER and one.told == one.begun and one.shown == one.version:
            break
        if one.begun > rounds:
            rounds = one.begun
            there = {n for board in one.round(rounds) for n in board.players}
            assert not {n for n, since in gone.items() if since < rounds} & there
        if luck.random() < 0.03 and len(one.active) > 3:
            entrant = luck.choice(one.active)
            bench.hall.left.add(entrant.person)
        gone |= {entrant.number: rounds for entrant in one.entrants if entrant.leaving and entrant.number not in gone}
        if luck.random() < 0.03 and format_ not in FIXED and rounds and has_room(one):
            await bench.store.enter(made.number, Person(f"{100 + number}", f"Late {number}"), now)
        done = [board for board in one.counted if board.points and board.second and not board.ruling]
        if luck.random() < 0.05 and done:
            board = luck.choice(done)
            await bench.store.correct(one.number, replace(board, points=luck.choice(((300, 400), (400, 300)))), now)
    else:
        raise AssertionError(f"still in round {one.begun}")
    if format_ is Format.KNOCKOUT and one.begun == one.plan.rounds:
        final = [board for board in one.round(one.begun) if board.ruling is None][-1]
        expected = final.winner or (min(final.players) if final.is_tied else None)
        assert [row.entrant.number for row in winners(one)] == ([expected] if expected else [])
