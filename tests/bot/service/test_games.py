"""Games: every command goes through one place and is applied once; and games from records."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from unittest.mock import Mock

import pytest

from bot.model.changes import Change
from bot.model.errors import ChannelBusy, KinRuns, LostRace, TooBusy, UnknownGame, WordsAreSecret
from bot.model.games import NOWHERE, Cause, GamePhase, Place
from bot.model.profiles import Notify
from bot.service import known
from bot.service.games import Games
from bot.service.opening import new_game
from bot.service.saving.pauses import check_racks
from bot.service.saving.records import Records, SentRecord, check_told
from engine.errors import BadData, MalformedText, NotYourTurn, TooLarge
from engine.formats import gamejson
from engine.game import commands as cmd
from engine.game import events as ev
from engine.game.evolve import replay
from engine.game.phases import EndReason, Over, Turn
from engine.game.state import Person, Setup
from engine.loading.origins import variant_of
from engine.model.rules import preset_rules
from tests.support.records import CLUB, READING
from tests.support.service import (
    ADA,
    BRUNO,
    HOME,
    NO_UNDO,
    REF,
    START,
    Process,
    StillClock,
    Words,
    process,
    setup,
    some_move,
)


async def test_a_game_is_played_and_read_back_by_the_next_process(tmp_path: Path) -> None:
    """State, events and summary survive a restart exactly."""
    clock = StillClock()
    async with process(tmp_path, clock) as one:
        game = await one.new_game()
        applied = await one.do(game, some_move(await one.games.load(game)))
        assert [type(event) for event in applied.events] == [ev.Played, ev.TilesDrawn]
        events = await one.games.events(game)
    async with process(tmp_path, clock) as two:
        assert await two.games.events(game) == events
        assert await two.games.load(game) == applied.state == replay(events)
        summary = await two.games.summary(game)
        assert (summary.phase, summary.on_turn, summary.name) == (GamePhase.TURN, BRUNO.id, "Friday")
        assert [seat.score for seat in summary.seats] == [seat.score for seat in applied.state.seats]
        assert summary.seats[0].score > 0
        assert await two.games.in_channel(HOME.channel_id) == game
        assert [one.game for one in await two.games.journal.of_person(BRUNO.id)] == [game]


async def test_earlier_states_can_be_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A delivery shows the game as it was after its event. Only for one of long ago is the game replayed."""
    async with process(tmp_path, StillClock()) as bot:
        game = await bot.new_game()
        before = await bot.games.load(game)
        replayed = Mock(side_effect=replay)
        monkeypatch.setattr(known, "replay", replayed)
        monkeypatch.setattr(known, "BEFORE", 2)
        for move in (some_move(before), cmd.Pass(BRUNO.id), cmd.Pass(ADA.id)):
            await bot.do(game, move)
        events = await bot.games.events(game)
        assert await bot.games.state_at(game, before.sequence) == before and replayed.call_count == 1
        for number in range(len(events) - known.BEFORE, len(events) + 1):
            assert await bot.games.state_at(game, number) == replay(events[:number])
        assert await bot.games.state_at(game, 10_000) == await bot.games.load(game) and replayed.call_count == 1


async def test_a_refused_command_changes_nothing(tmp_path: Path) -> None:
    """Neither a refusal by the rules nor an unreadable text leaves a trace, and the cause is not used up."""
    async with process(tmp_path, StillClock()) as bot:
        game = await bot.new_game()
        events = await bot.games.events(game)
        with pytest.raises(NotYourTurn):
            await bot.games.submit(game, cmd.Pass(BRUNO.id), bot.cause("again"))
        with pytest.raises(MalformedText):
            await bot.do(game, cmd.Play(ADA.id, "what?"))
        assert await bot.games.events(game) == events
        applied = await bot.games.submit(game, cmd.Pass(ADA.id), bot.cause("again"))
        assert not applied.repeated


async def test_unknown_games_are_named(tmp_path: Path) -> None:
    """Any request about a game that does not exist raises the same error."""
    async with process(tmp_path, StillClock()) as bot:
        for ask in (bot.games.load("none"), bot.do("none", cmd.Start(ADA.id)), bot.games.summary("none")):
            with pytest.raises(UnknownGame) as refusal:
                await ask
            assert refusal.value.game == "none"
        assert await bot.games.in_channel(1) is None


async def test_one_game_a_channel(tmp_path: Path) -> None:
    """A second game is refused until the first is over, also when both are opened at the same time."""
    async with process(tmp_path, StillClock()) as bot:
        opened = await asyncio.gather(
            *(new_game(bot.games, HOME, ADA, setup(), bot.cause()) for _ in range(3)), return_exceptions=True
        )
        busy = [one for one in opened if isinstance(one, ChannelBusy)]
        (game,) = {one.game for one in opened if not isinstance(one, BaseException)}
        assert [one.game for one in busy] == [game, game]
        assert (await new_game(bot.games, Place(7, 71), ADA, setup(), bot.cause())).game != game
        await bot.do(game, cmd.End("999", moderator=True))
        assert (await new_game(bot.games, HOME, ADA, setup(), bot.cause())).game != game


async def test_a_cause_that_comes_twice_is_applied_once(tmp_path: Path) -> None:
    """The second answer is the same as the first, in the same process and in the next one."""
    clock = StillClock()
    async with process(tmp_path, clock) as one:
        opened = await new_game(one.games, HOME, ADA, setup(), one.cause("open"))
        again = await new_game(one.games, HOME, ADA, setup(), one.cause("open"))
        assert (again.game, again.state, again.repeated) == (opened.game, opened.state, True)
        game = opened.game
        await one.do(game, cmd.Join(BRUNO))
        await one.do(game, cmd.SetRule(ADA.id, "first_player", "host"))
        await one.do(game, cmd.Start(ADA.id))
        move = some_move(await one.games.load(game))
        first = await one.games.submit(game, move, one.cause("move"))
        await one.do(game, cmd.Pass(BRUNO.id))
        second = await one.games.submit(game, move, one.cause("move"))
        assert second.repeated
        assert (second.state, second.events) == (first.state, first.events)
    async with process(tmp_path, clock) as two:
        third = await two.games.submit(game, move, two.cause("move"))
        assert (third.state, third.events, third.repeated) == (first.state, first.events, True)
        assert (await two.games.load(game)).sequence == first.state.sequence + 1


async def test_many_commands_from_two_processes_are_all_decided_in_turn(address: str) -> None:
    """After a lost race the command is decided again on the new state: nothing is lost or applied twice."""
    clock = StillClock()
    async with process(address, clock, alone=False) as one, process(address, clock, alone=False) as two:
        game = await one.new_game(start=False)
        values = [str(number) for number in range(2, 14)]
        await asyncio.gather(
            *(
                bot.do(game, cmd.SetRule(ADA.id, "players", value))
                for value, bot in zip(values, [one, two] * 6, strict=True)
            )
        )
        events = await one.games.events(game)
        set_to = [event.value for event in events if isinstance(event, ev.RulesChanged) and event.rule == "players"]
        assert sorted(set_to) == sorted(values)
        assert await two.games.events(game) == events


async def test_a_race_that_never_ends_is_given_up(tmp_path: Path) -> None:
    """A person who loses every race is asked to try again, and nothing is applied."""
    async with process(tmp_path, StillClock()) as bot:
        game = await bot.new_game()

        async def lose(change: Change) -> None:
            raise LostRace

        bot.store.journal.commit = lose  # type: ignore[method-assign]
        with pytest.raises(TooBusy):
            await bot.do(game, cmd.Pass(ADA.id))
        assert (await bot.games.load(game)).on_turn == 0


@pytest.mark.parametrize(
    ("at", "arrived", "latest", "counts"),
    [
        (START - 200, START, 0, START - 200),
        (START - 9_000, START, 0, START - 5_000),
        (START + 700, START, 0, START),
        (START - 200, START, START - 100, START - 100),
        (START - 200, START, START + 900, START + 900),
    ],
)
def test_the_instant_of_a_command_is_bounded(at: int, arrived: int, latest: int, counts: int) -> None:
    """The snowflake's instant counts, within five seconds of arrival and never before the latest event."""
    assert Cause("c", at, arrived).instant(latest) == counts


async def test_events_carry_the_instant_of_their_cause(tmp_path: Path) -> None:
    """This is so even when the next command was made before the latest event."""
    clock = StillClock()
    async with process(tmp_path, clock) as bot:
        game = await bot.new_game()
        cause = Cause("late", START + 3_000, START + 4_000)
        assert (await bot.games.submit(game, cmd.Pass(ADA.id), cause)).events[0].at == START + 3_000
        cause = Cause("early", START + 1_000, START + 4_500)
        assert (await bot.games.submit(game, cmd.Pass(BRUNO.id), cause)).events[0].at == START + 3_000


async def test_listeners_hear_of_changes_after_they_are_committed(tmp_path: Path) -> None:
    """They hear of neither refusals nor repetitions."""
    async with process(tmp_path, StillClock()) as bot:
        game = await bot.new_game()
        heard: list[int] = []
        bot.heard.append(lambda applied: heard.append(applied.state.sequence))
        first = await bot.games.submit(game, cmd.Pass(ADA.id), bot.cause("c"))
        await bot.games.submit(game, cmd.Pass(ADA.id), bot.cause("c"))
        with pytest.raises(NotYourTurn):
            await bot.do(game, cmd.Pass(ADA.id))
        assert heard == [first.state.sequence]


async def test_a_whole_game_ends(tmp_path: Path) -> None:
    """After passes to the end, the summary follows and the channel is free."""
    async with process(tmp_path, StillClock()) as bot:
        game = await bot.new_game()
        state = await bot.games.load(game)
        while isinstance(state.phase, Turn):
            state = (await bot.do(game, cmd.Pass(state.seats[state.phase.seat].player.id))).state
        assert isinstance(state.phase, Over)
        assert (await bot.games.summary(game)).phase is GamePhase.OVER
        assert await bot.games.journal.of_person(ADA.id) == ()
        assert await bot.games.in_channel(HOME.channel_id) == game


@pytest.mark.parametrize(("text_board", "kinds"), [(True, {"rack", "turn"}), (False, {"rack"})])
async def test_who_reads_text_only_is_called_again_when_the_rack_changes(
    tmp_path: Path, text_board: bool, kinds: set[str]
) -> None:
    """The player draws the first rack by hand after the turn has begun; others get a rack."""
    async with process(tmp_path, StillClock()) as bot:
        await bot.store.people.change_person(
            ADA.id, lambda one: replace(one, text_board=text_board, notify=Notify.DIRECT)
        )
        bot.games = Games(bot.store.journal, Words(), random.Random(1), bot.store.people)
        game = await bot.new_game(NO_UNDO.with_value("draw_tiles", "manual"))
        drawn = (await bot.do(game, cmd.Draw(ADA.id, None))).state.sequence
        async with bot.store.outbox._database.read() as connection:
            rows = await connection.exec_driver_sql(
                f"SELECT kind FROM deliveries WHERE upto = {drawn} AND target_id = {ADA.id}"
            )
            assert {row.kind for row in rows} == kinds


ELSEWHERE = Path(__file__).parents[2] / "features" / "elsewhere"


@pytest.fixture
async def run(address: str) -> AsyncIterator[Process]:
    async with process(address, StillClock()) as made:
        yield made


@pytest.fixture
def records(run: Process) -> Records:
    return Records(run.games, READING)


async def kept(run: Process, records: Records, data: bytes, person: Person = ADA) -> str:
    sent = await records.read(data)
    events, _ = await records.tell(sent, person, setup() if sent.origin else None, run.clock.now())
    return await records.keep(events, person.id, sent, run.cause())


async def test_X20_a_record_is_kept_once_for_each_person(run: Process, records: Records) -> None:
    """Its seats are those of guests of whoever sent it; there are no results, messages, deadlines or running games."""
    game = await kept(run, records, CLUB.encode())
    assert await kept(run, records, CLUB.encode()) == game
    assert await kept(run, records, CLUB.encode(), BRUNO) != game
    summary = await run.games.summary(game)
    assert (summary.place, summary.phase) == (NOWHERE, GamePhase.OVER)
    assert [seat.player for seat in summary.seats] == ["101#1", "101#2"]
    assert not await run.store.results.of_person("101#1", 5)
    assert not await run.games.open_to(ADA.id)
    run.run_deliveries()
    assert not run.discord.messages
    mine = await kept(run, records, CLUB.replace("Ann Smith", "ada").encode())
    assert [seat.player for seat in (await run.games.summary(mine)).seats] == [ADA.id, "101#2"]


@pytest.mark.parametrize(
    ("name", "players", "board"),
    [
        ("utf_16", ["Ana", "Ben"], "NASTIER"),
        ("same_short_name", ["Ana", "Ben"], "BLAWNDZ"),
        ("blank_as_dot", ["Ana", "Ben"], "NaSTIER"),
        ("german_in_utf_8", ["A", "B"], "GÄSTE"),
        ("names_in_utf_8", ["José García", "Zoë Ångström"], "NASTIERGUILD"),
    ],
)
async def test_X20_records_are_read_as_other_programs_write_them(
    records: Records, name: str, players: list[str], board: str
) -> None:
    """In any usual encoding, with the tiles of the language that they name."""
    sent = await records.read((ELSEWHERE / f"{name}.gcg").read_bytes())
    assert sent.origin
    played_with = Setup(variant_of(sent.origin), preset_rules("classic", "en"), REF)
    events, _ = await records.tell(sent, ADA, played_with, 0)
    state = replay(events)
    assert [seat.player.name for seat in state.seats] == players
    placed = [one.letter.lower() if one.is_blank else one.letter for _, one in state.board.tiles()]
    assert sorted(placed) == sorted(board)


async def test_X20_the_record_of_a_game_that_runs_shows_no_rack(run: Process, records: Records) -> None:
    """However it came to be a record: with other ids, and with an end that the game has not come to."""
    game = await run.new_game()
    events = await run.games.events(game)
    data = gamejson.write((*events, ev.Ended(run.clock.now(), EndReason.ENDED, (), ())))
    told = await kept(run, records, data.encode(), Person("103", "Chloe"))
    state = await run.games.load(told)
    with pytest.raises(KinRuns):
        await check_racks(run.games, told, state)
    await run.do(game, cmd.Resign(BRUNO.id))
    await check_racks(run.games, told, state)


async def test_X20_nobody_else_sits_in_a_record(run: Process, records: Records) -> None:
    """A changed file names other people: whoever they are, they are guests of whoever sent it."""
    game = await run.new_game()
    await run.do(game, cmd.Resign(BRUNO.id))
    data = gamejson.write(await run.games.events(game))
    for forged in ("123456789012345678", "7"):
        told = await kept(run, records, data.replace("player-2", forged).encode(), Person("103", "Chloe"))
        assert {seat.player for seat in (await run.games.summary(told)).seats} == {"103#1", "103#2"}
    with pytest.raises(BadData):
        await records.tell(SentRecord(data.replace("Resign", "Resin").encode()[:-9], None), ADA, None, 0)


async def test_X20_where_words_are_secret_a_record_tells_its_sender_nothing(run: Process, records: Records) -> None:
    """The record may be made up for the tiles that they hold."""
    told = await kept(run, records, CLUB.encode())
    await check_told(run.games, ADA.id, told)
    await run.new_game(preset_rules("tournament", "en"))
    with pytest.raises(WordsAreSecret):
        await check_told(run.games, ADA.id, told)


async def test_X20_a_record_of_endless_turns_is_refused(run: Process, records: Records) -> None:
    """Each turn would be graded; many players do not make it larger than any game."""
    endless = "#player1 a A\n#player2 b B\n" + ">a: ABCDEFG - +0 0\n>b: ABCDEFG - +0 0\n" * 200
    crowd = "".join(f"#player{number} p{number} P\n" for number in range(1, 61))
    crowded = crowd + "".join(f">p{number}: AB - +0 0\n" for number in range(1, 61)) * 6
    for text in (endless, crowded):
        sent = await records.read(text.encode())
        with pytest.raises(TooLarge):
            await records.tell(sent, ADA, setup(), 0)
