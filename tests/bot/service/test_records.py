"""Games from records: kept once, told to nobody, counted nowhere, and closed while the game itself goes on."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.model.errors import KinRuns, WordsAreSecret
from bot.model.games import NOWHERE, GamePhase
from bot.service.saving.copies import check_racks
from bot.service.saving.records import Records, SentRecord, check_told
from engine.errors import BadData, TooLarge
from engine.formats import gamejson
from engine.game import commands as cmd
from engine.game import events as ev
from engine.game.evolve import replay
from engine.game.phases import EndReason
from engine.game.state import Person, Setup
from engine.loading.origins import variant_of
from engine.model.rules import preset_rules
from tests.support.reading import READING
from tests.support.records import CLUB
from tests.support.service import ADA, BRUNO, REF, Process, StillClock, process, setup

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
