"""What people are not told while they play, and hints, which are counted if they say something new."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from unittest import mock
from unittest.mock import AsyncMock

import pytest

from bot.engines.works import FindHint, FindMoves, WorkResult
from bot.model.errors import GameWaits, LettersClosed, RunningPosition, WordsAreSecret
from bot.model.games import Place
from bot.service import secrecy
from bot.service.deadlines import Computers
from bot.service.hints import Analyser, Hints
from bot.service.listeners import AskedLetters, AskedPosition
from bot.service.opening import new_game
from bot.service.sending.liveboards import CandidatesFeed
from engine.errors import NoHintLeft
from engine.game import commands as cmd
from engine.game.clock import next_deadline
from engine.game.state import HintKind, LexiconRef, Setup
from engine.game.views import SeatView, seat_view
from engine.model.board import Board, Cell, PlacedTile
from engine.model.rules import ChallengeRule, OnLeave, Rules
from engine.model.tiles import HiddenRack, KnownRack, Tile, Tiles, TileSet
from engine.play.notation import read_move
from engine.play.placement import resolve
from engine.review import hints
from tests.support.games import Table
from tests.support.service import (
    ADA,
    BRUNO,
    NO_UNDO,
    OF_PEOPLE,
    Process,
    StillClock,
    passes,
    process,
    setup,
    some_move,
)

SECRET = replace(NO_UNDO, challenge=ChallengeRule.SINGLE)
STRICT = replace(NO_UNDO, challenge=ChallengeRule.STRICT, tournament=True, hints=0)
HERE, THERE = Place(7, 70), Place(8, 80)


def at(board: Board, rack: Tiles, words: str = "english") -> AskedPosition:
    """A position in words that the program has, or that people have made."""
    made = setup()
    return AskedPosition(replace(made, lexicon=replace(made.lexicon, name=words)), board, rack)


def asked_by(person: str) -> AskedLetters:
    """Some letters that a person asks about in direct messages."""
    return AskedLetters(person, None, (), "en", AsyncMock())


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncIterator[Process]:
    async with process(tmp_path, StillClock()) as running:
        yield running


@pytest.mark.parametrize("rules", [SECRET, STRICT])
async def test_nothing_is_told_to_players_where_words_are_secret(bot: Process, rules: Rules) -> None:
    """Each refusal names the game; others, and its players after its end, are told everything."""
    game = await bot.new_game(rules)
    state, watcher = await bot.games.load(game), "999"
    for person in (ADA.id, BRUNO.id):
        with pytest.raises(WordsAreSecret) as refused:
            await secrecy.check_words(bot.games, person)
        assert [one.game for one in refused.value.games] == [game]
        with pytest.raises(WordsAreSecret):
            await secrecy.check_analysis(bot.games, person, at(Board.empty(state.variant.layout), Tiles()))
        with pytest.raises(LettersClosed):
            await secrecy.check_letters(bot.games, asked_by(person))
    await secrecy.check_words(bot.games, watcher)
    assert not await secrecy.tells_meanings(bot.games, watcher, state)
    await bot.do(game, cmd.Resign(ADA.id))
    await secrecy.check_letters(bot.games, asked_by(ADA.id))
    await secrecy.check_words(bot.games, ADA.id)
    assert await secrecy.tells_meanings(bot.games, ADA.id, await bot.games.load(game))


@pytest.mark.parametrize("command", [cmd.Leave(BRUNO.id), cmd.Pause(ADA.id, "later")])
async def test_who_can_come_back_still_plays(bot: Process, command: cmd.Command) -> None:
    game = await bot.new_game(replace(SECRET, on_leave=OnLeave.COMPUTER))
    await bot.do(game, command)
    with pytest.raises(WordsAreSecret):
        await secrecy.check_words(bot.games, BRUNO.id)


async def test_other_games_give_no_hint_and_judge_no_word(bot: Process) -> None:
    """Nor do they show what a computer player considers. A game's own hints are a matter of its rules."""
    secret = await bot.new_game(SECRET)
    other = await bot.new_game(NO_UNDO, THERE)
    state = await bot.games.load(other)
    with pytest.raises(WordsAreSecret):
        await secrecy.check_hint(bot.games, ADA.id, other, state)
    assert not await secrecy.judges_previews(bot.games, ADA.id, other, state)
    assert not await secrecy.shows_candidates(bot.games, other, state)
    await secrecy.check_hint(bot.games, ADA.id, secret, await bot.games.load(secret))
    await bot.do(secret, cmd.Resign(ADA.id))
    await secrecy.check_hint(bot.games, ADA.id, other, state)
    assert await secrecy.judges_previews(bot.games, ADA.id, other, state)
    assert await secrecy.shows_candidates(bot.games, other, state)


@pytest.mark.parametrize("rules", [SECRET, NO_UNDO])
async def test_what_a_computer_player_considers_is_followed_unless_words_are_secret_elsewhere(
    bot: Process, rules: Rules
) -> None:
    followed: list[str] = []

    class Audience(CandidatesFeed):
        @asynccontextmanager
        async def follow(self, game: str, *_: object) -> AsyncIterator[None]:
            followed.append(game)
            yield

    game = await bot.new_game(replace(NO_UNDO, show_thinking=True), THERE, computer=True)
    state = (await bot.do(game, cmd.Pass(ADA.id))).state
    await bot.new_game(rules)
    deadline = next_deadline(state)
    assert deadline
    computers = Computers(bot.games, bot.engines(passes), bot.clock, Audience(AsyncMock()))
    assert await computers.move(game, deadline)
    assert followed == ([] if rules is SECRET else [game])


@pytest.mark.parametrize(
    ("secret_alone", "rules", "alone", "waits"),
    [
        (False, NO_UNDO, True, True),
        (False, SECRET, True, True),
        (False, NO_UNDO, False, False),
        (False, SECRET, False, False),
        (True, NO_UNDO, True, True),
        (True, SECRET, True, False),
    ],
)
async def test_games_without_other_people_wait(
    bot: Process, secret_alone: bool, rules: Rules, alone: bool, waits: bool
) -> None:
    """They neither start nor go on, but can be left; two games alone never wait for each other."""
    await bot.new_game(SECRET, HERE, computer=secret_alone)
    game = await bot.new_game(rules, THERE, computer=alone)
    state = await bot.games.load(game)
    for command in (cmd.Play(ADA.id, "8H CAT"), cmd.Pass(ADA.id), cmd.Exchange(ADA.id, "A"), cmd.Start(ADA.id)):
        if waits:
            with pytest.raises(GameWaits):
                await secrecy.check_company(bot.games, ADA.id, game, state, command)
        else:
            await secrecy.check_company(bot.games, ADA.id, game, state, command)
    await secrecy.check_company(bot.games, ADA.id, game, state, cmd.Resign(ADA.id))


async def test_a_guest_on_the_same_screen_is_nobody_else(bot: Process) -> None:
    await bot.new_game(SECRET, HERE)
    game = await bot.new_game(NO_UNDO, THERE, start=False, computer=True)
    applied = await bot.do(game, cmd.AddGuest(ADA.id, "Grandma"))
    with pytest.raises(GameWaits):
        await secrecy.check_company(bot.games, ADA.id, game, applied.state, cmd.Start(ADA.id))


async def test_the_position_of_a_running_game_is_not_analysed(bot: Process) -> None:
    """On an empty board, that is the person's own tiles; later, the board or those tiles.

    Other people may, and so may everyone once the game is over.
    """
    game = await bot.new_game()
    state = await bot.games.load(game)
    rack = state.seats[0].rack
    assert isinstance(rack, KnownRack)
    begun, played = state.board, (await bot.do(game, some_move(state))).state.board
    other = await bot.new_game(NO_UNDO, THERE)
    for board, tiles in ((begun, state.pool), (played, rack.tiles)):
        await secrecy.check_position(bot.games, ADA.id, at(board, tiles), but=game)
    with pytest.raises(RunningPosition) as refused:
        await secrecy.check_position(bot.games, ADA.id, at(played, Tiles()))
    assert [one.game for one in refused.value.games] == [game]
    cell = next(cell for cell, _ in played.tiles())
    await secrecy.check_position(bot.games, ADA.id, at(played.remove([cell]), Tiles()))
    await secrecy.check_position(bot.games, "999", at(played, Tiles()))
    fresh = (await bot.games.load(other)).seats[0].rack
    assert isinstance(fresh, KnownRack)
    with pytest.raises(RunningPosition):
        await secrecy.check_position(bot.games, ADA.id, at(begun, fresh.tiles))
    await secrecy.check_position(bot.games, ADA.id, at(begun, Tiles()))
    await bot.do(game, cmd.Resign(ADA.id))
    await secrecy.check_position(bot.games, ADA.id, at(played, Tiles()))


def transposed(board: Board) -> Board:
    """The tiles with rows and columns exchanged."""
    return Board.empty(board.layout).place({Cell(cell.column, cell.row): tile for cell, tile in board.tiles()})


async def test_a_position_is_told_however_it_is_written_down(bot: Process) -> None:
    """Transposed or moved, with tiles apart that touch no others, and with one's own tiles wherever they would go."""
    game = await bot.new_game()
    state = (await bot.do(game, some_move(await bot.games.load(game)))).state
    (rack,) = [state.seats[seat].rack for seat in state.seats_of(ADA.id)]
    assert isinstance(rack, KnownRack)
    board, tile = state.board, PlacedTile(state.variant.tile_set.kinds[-1], "Z")
    further = Board.empty(board.layout).place({Cell(cell.row + 2, cell.column): one for cell, one in board.tiles()})
    for told in (transposed(board), further, transposed(further), board.place({Cell(0, 0): tile, Cell(14, 3): tile})):
        for person in (ADA.id, BRUNO.id):
            with pytest.raises(RunningPosition):
                await secrecy.check_position(bot.games, person, at(told, Tiles()))
    elsewhere = Board.empty(board.layout).place({Cell(7, 7): tile, Cell(7, 8): tile, Cell(7, 9): tile})
    with pytest.raises(RunningPosition):
        await secrecy.check_position(bot.games, ADA.id, at(elsewhere, rack.tiles))
    await secrecy.check_position(bot.games, ADA.id, at(elsewhere, Tiles(rack.tiles.items[:3])))
    longer = board.place({Cell(7, column): tile for column in range(9, 14)})
    almost = Tiles.of((*rack.tiles.items[1:], tile.tile))
    with pytest.raises(RunningPosition):
        await secrecy.check_position(bot.games, ADA.id, at(longer, almost))
    await secrecy.check_position(bot.games, ADA.id, at(longer, Tiles(rack.tiles.items[:3])))
    await secrecy.check_position(bot.games, "999", at(transposed(board), rack.tiles))


async def test_letters_tell_nothing_in_words_that_people_have_made(bot: Process) -> None:
    """In another alphabet, another order of this one, or several letters as one, forwards or backwards.

    Before the first play, any rack is refused. In the program's own words other letters are another position, and
    other people are told everything, as everyone is once the game is over.
    """
    game = await bot.new_game()
    state = await bot.games.load(game)
    begun, (rack,) = state.board, [state.seats[seat].rack for seat in state.seats_of(ADA.id)]
    assert isinstance(rack, KnownRack)
    other = Tiles((state.variant.tile_set.tiles - rack.tiles).items[-7:])
    elsewhere = begun.place({Cell(0, column): PlacedTile(other.items[0], "Z") for column in range(6)})
    for board in (begun, elsewhere):
        for told in (renamed_rack(rack.tiles, "a"), other, Tiles(other.items[:5])):
            with pytest.raises(RunningPosition):
                await secrecy.check_position(bot.games, ADA.id, at(board, told, OF_PEOPLE))
            await secrecy.check_position(bot.games, "999", at(board, told, OF_PEOPLE))
        await secrecy.check_position(bot.games, ADA.id, at(board, renamed_rack(rack.tiles, "ა")))
        await secrecy.check_position(bot.games, ADA.id, at(board, Tiles(other.items[:4]), OF_PEOPLE))
    state = (await bot.do(game, some_move(state))).state
    assert len(list(state.board.tiles())) < 12
    for first in ("ა", "a", ""):
        tiles = {cell: renamed(one.tile, first) for cell, one in state.board.tiles()}
        placed = {cell: PlacedTile(one, one.letter) for cell, one in tiles.items()}
        for cells in (placed, {Cell(cell.row, 14 - cell.column): one for cell, one in placed.items()}):
            told_board = Board.empty(begun.layout).place(cells)
            with pytest.raises(RunningPosition):
                await secrecy.check_position(bot.games, BRUNO.id, at(told_board, other, OF_PEOPLE))
            await secrecy.check_position(bot.games, "999", at(told_board, other, OF_PEOPLE))
        if first:
            await secrecy.check_position(bot.games, BRUNO.id, at(told_board, Tiles()))
    with pytest.raises(RunningPosition):
        await secrecy.check_position(bot.games, ADA.id, at(begun, other, OF_PEOPLE))
    await secrecy.check_record(bot.games, ADA.id, [at(begun, other, OF_PEOPLE), at(elsewhere, other, OF_PEOPLE)])
    await bot.do(game, cmd.Resign(ADA.id))
    await secrecy.check_position(bot.games, ADA.id, at(begun, other, OF_PEOPLE))


async def test_comparing_where_tiles_lie_holds_nobody_up(bot: Process, monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes a while on a full board, for each game and each position of a record."""
    game, compared = await bot.new_game(), list[threading.Thread]()
    state = (await bot.do(game, some_move(await bot.games.load(game)))).state
    outlines = secrecy._may_be_position

    def compare(*facts: Any, **how: Any) -> bool:
        compared.append(threading.current_thread())
        return outlines(*facts, **how)

    monkeypatch.setattr(secrecy, "_may_be_position", compare)
    other = Tiles(state.variant.tile_set.tiles.items[-7:])
    with pytest.raises(RunningPosition):
        await secrecy.check_position(bot.games, ADA.id, at(Board.empty(state.board.layout), other, OF_PEOPLE))
    assert compared
    assert threading.main_thread() not in compared


async def test_letters_tell_nothing_for_a_game_in_words_that_people_have_made(bot: Process) -> None:
    """The game itself may be in made-up letters; then the program's own words could be those that they stand for."""
    game = (await new_game(bot.games, HERE, ADA, at_people(), bot.cause())).game
    for command in (cmd.Join(BRUNO), cmd.SetRule(ADA.id, "first_player", "host"), cmd.Start(ADA.id)):
        await bot.do(game, command)
    state = await bot.games.load(game)
    (rack,) = [state.seats[seat].rack for seat in state.seats_of(ADA.id)]
    assert isinstance(rack, KnownRack)
    with pytest.raises(RunningPosition):
        await secrecy.check_position(bot.games, ADA.id, at(state.board, renamed_rack(rack.tiles, "A")))


def at_people() -> Setup:
    """A setup in words of people's own."""
    return replace(setup(NO_UNDO), lexicon=LexiconRef(OF_PEOPLE, ""))


async def test_tiles_that_chance_has_dealt_give_hints_in_words_that_people_have_made(bot: Process) -> None:
    """Nobody can have put them for others, also from a set of people's own if it is a real one; typed tiles may be."""
    await bot.new_game()
    game = (await new_game(bot.games, THERE, ADA, at_people(), bot.cause())).game
    for command in (cmd.AddComputer(ADA.id, 1), cmd.Start(ADA.id)):
        await bot.do(game, command)
    state = await bot.games.load(game)
    await secrecy.check_hint(bot.games, ADA.id, game, state)
    await secrecy.check_computer(bot.games, game, state, 1)
    typed = replace(state, setup=replace(state.setup, rules=replace(state.rules, tabletop=True)))
    with pytest.raises(RunningPosition):
        await secrecy.check_computer(bot.games, game, typed, 1)
    kinds = state.variant.tile_set.tiles.items
    few = (*kinds[:7], *kinds[:7])
    for items, is_real in ((kinds[:-1], True), (few, False), (few * 10, False)):
        made = replace(state.variant, name="mine", tile_set=TileSet(Tiles.of(items)))
        assert await secrecy.is_dealt_by_chance(made) is is_real, items


def renamed(tile: Tile, first: str) -> Tile:
    """A tile with a letter of the alphabet that begins with one, in another order; else with the same as all."""
    other = chr(ord(first) + (ord(tile.letter or "A") - ord("A") + 7) % 26) if first else "X"
    return replace(tile, letter=tile.letter and other)


def renamed_rack(tiles: Tiles, first: str) -> Tiles:
    """The same of a rack."""
    return Tiles.of(renamed(tile, first) for tile in tiles)


async def test_before_the_first_play_all_tiles_but_one_tell_the_position(bot: Process) -> None:
    """A tile somewhere on the board makes no other one of it, nor do tiles left out; two others on the rack do."""
    game = await bot.new_game()
    state = await bot.games.load(game)
    (rack,) = [state.seats[seat].rack for seat in state.seats_of(ADA.id)]
    assert isinstance(rack, KnownRack)
    others = [one for one in state.variant.tile_set.tiles if one.letter and one not in rack.tiles.items][:2]
    one, two = (Tiles.of((*rack.tiles.items[count:], *others[:count])) for count in (1, 2))
    stray = state.board.place({Cell(0, 0): PlacedTile(others[0], others[0].letter)})
    for board in (state.board, stray):
        wild = Tiles.of((*rack.tiles.items[2:], *state.variant.tile_set.blanks * 2))
        for tiles in (rack.tiles, one, wild, Tiles(rack.tiles.items[2:]), Tiles(one.items[1:])):
            with pytest.raises(RunningPosition):
                await secrecy.check_position(bot.games, ADA.id, at(board, tiles))
        await secrecy.check_position(bot.games, ADA.id, at(board, two))


async def test_a_computer_player_with_typed_tiles_passes_in_the_position_of_a_running_game(bot: Process) -> None:
    """Whenever the tiles were typed, or are a set of people's own; where they were dealt, and for others, it moves."""
    game = await bot.new_game()
    state = await bot.games.load(game)
    (rack,) = [state.seats[seat].rack for seat in state.seats_of(ADA.id)]
    assert isinstance(rack, KnownRack)
    dealt = await bot.new_game(NO_UNDO, THERE, computer=True)
    table = await bot.games.load(dealt)
    made = replace(table.variant, tile_set=TileSet(rack.tiles + rack.tiles))
    for held, typed, variant, passes_now in (
        (rack.tiles, True, table.variant, True),
        (rack.tiles, False, made, True),
        (rack.tiles, False, table.variant, False),
        (Tiles(rack.tiles.items[:2]), True, table.variant, False),
    ):
        seats = (table.seats[0], replace(table.seats[1], rack=KnownRack(held)))
        rules = replace(table.rules, tabletop=typed)
        chosen = replace(table, seats=seats, setup=replace(table.setup, rules=rules, variant=variant))
        if passes_now:
            with pytest.raises(RunningPosition):
                await secrecy.check_computer(bot.games, dealt, chosen, 1)
        else:
            await secrecy.check_computer(bot.games, dealt, chosen, 1)


async def test_who_asks_the_engine_is_asked_before_and_after_it_thinks(bot: Process) -> None:
    """A game can come to a position while somebody has it thought about; other positions are answered."""
    game = await bot.new_game()
    state = await bot.games.load(game)
    move = some_move(state)
    assert isinstance(move.move, str)
    intent = read_move(move.move, state.variant, state.setup.orientation)
    placement = resolve(intent, state.board, state.seats[0].rack, state.variant)
    view = replace(seat_view(state, 0), rack=HiddenRack(7))
    work = FindMoves(replace(view, table=replace(view.table, board=placement.on(state.board))), ahead=False)

    class Thinking:
        moves = False

        async def do(self, _: object) -> WorkResult[str]:
            if self.moves:
                await bot.do(game, move)
            return WorkResult("the best move", 0.0)

    engines = Thinking()
    analyser = Analyser(bot.games, cast("Any", engines))
    assert await analyser.run(state.setup, ADA.id, None, work) == "the best move"
    engines.moves = True
    with pytest.raises(RunningPosition):
        await analyser.run(state.setup, ADA.id, None, work)
    engines.moves = False
    with pytest.raises(RunningPosition):
        await analyser.run(state.setup, ADA.id, None, work)
    assert await analyser.run(state.setup, ADA.id, None, work, game=game) == "the best move"


WORDS = ("AT", "AT", "TA", "TAT")
"""What the finder says to each number of a hint; it repeats the last."""


class Given:
    """A game whose hints are words from a list."""

    def __init__(self, hints: str = "9") -> None:
        rules = Rules(undo=False).with_value("hints", hints)
        self.table = Table(rules).start("CATINGS", "QUAZJVK")
        self.on_position: list[Any] = []
        self.hints = Hints(cast("Any", self), cast("Any", self))

    async def summary(self, _: str) -> Any:
        """As `Games.summary`."""
        return SimpleNamespace(place=Place(None, 7))

    async def is_for_families(self, place: Place) -> bool:
        """As `Games.is_for_families`."""
        return True

    async def load(self, _: str) -> Any:
        """As `Games.load`."""
        return self.table.game

    async def open_to(self, _: str) -> tuple[()]:
        """As `Games.open_to`: there is no other game."""
        return ()

    async def events(self, _: str) -> Any:
        """As `Games.events`."""
        return tuple(self.table.events)

    async def submit(self, _: str, command: cmd.Command, __: object) -> Any:
        """As `Games.submit`."""
        self.table.do(command)
        return SimpleNamespace(state=self.table.game)

    async def run(self, _: object, __: str, ___: object, work: FindHint, ____: float, _____: str) -> Any:
        """As `Analyser.run`."""
        with mock.patch.object(hints, "hint", self.find):
            return work.do(cast("Any", mock.MagicMock()))

    def find(self, _: SeatView, __: object, kind: HintKind, number: int, *___: object) -> str:
        """A word, by the kind and the number of earlier hints."""
        return f"{kind.value} {number}" if kind is HintKind.NUDGE else WORDS[min(number, len(WORDS) - 1)]

    async def take(self, kind: HintKind) -> tuple[Any, int]:
        """A hint, and how many are counted after it."""
        taken = await self.hints.take("g", "ada", kind, cast("Any", None))
        return taken.hint, self.table.game.seats[0].hints


async def test_N19_the_best_move_is_paid_for_once_in_a_position() -> None:
    """Also when no hint is left; on the next turn it is a new hint."""
    given = Given("1")
    assert [await given.take(HintKind.BEST) for _ in range(3)] == [("AT", 1)] * 3
    given.table.play("8H CAT")
    given.table.pass_()
    with pytest.raises(NoHintLeft):
        await given.take(HintKind.BEST)


async def test_N19_a_nudge_tells_two_things_and_then_repeats_the_second() -> None:
    """The third one is free."""
    given = Given()
    told = [await given.take(HintKind.NUDGE) for _ in range(3)]
    assert told == [("nudge 0", 1), ("nudge 1", 2), ("nudge 1", 2)]


async def test_N19_a_word_is_a_new_one_as_long_as_there_is_one() -> None:
    """One that was hinted before is passed over; once there is no other, it is free."""
    given = Given()
    told = [await given.take(HintKind.RANDOM) for _ in range(4)]
    assert told == [("AT", 1), ("TA", 2), ("TAT", 3), ("TAT", 3)]


async def test_N19_a_hint_of_another_kind_counts() -> None:
    """Only the same kind repeats itself."""
    given = Given()
    assert [(await given.take(kind))[1] for kind in (HintKind.BEST, HintKind.NUDGE, HintKind.BEST)] == [1, 2, 2]


async def test_a_repeated_hint_tells_how_many_are_left_after_one_that_was_given_meanwhile() -> None:
    """Whoever presses two kinds in turn while I think reads the number below the one that comes last."""
    given, cause = Given("3"), cast("Any", None)
    await given.take(HintKind.BEST)

    async def meanwhile(_: SeatView) -> None:
        await given.take(HintKind.NUDGE)

    hinted = await given.hints.take("g", "ada", HintKind.BEST, cause, thinking=meanwhile)
    assert (hinted.is_repeated, hinted.view.table.hints_left(hinted.view.seat)) == (True, 1)


async def test_who_asks_twice_at_once_pays_once() -> None:
    """The second request is decided before the first has paid, and its hint is found after: it is the same one."""
    given = Given("1")
    find, asked = given.run, list[object]()

    async def run(*about: Any) -> Any:
        asked.append(about)
        if len(asked) == 1:
            asked.append(await given.take(HintKind.BEST))
        return await find(*about)

    given.run = run  # type: ignore[method-assign]
    assert await given.take(HintKind.BEST) == asked[-1] == ("AT", 1)


async def test_two_requests_whose_hints_are_found_at_once_pay_once() -> None:
    """Neither has paid when the other's hint is found, and one hint is left."""
    given = Given("1")
    submit = given.submit

    async def slow(game: str, command: cmd.Command, cause: object) -> Any:
        await asyncio.sleep(0)
        return await submit(game, command, cause)

    given.submit = slow  # type: ignore[method-assign]
    told = await asyncio.gather(*(given.take(HintKind.BEST) for _ in range(2)))
    assert told == [("AT", 1)] * 2
