"""Games as files, by ledger code: sealed while they run, records when they are over."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bot.model.errors import SaveDamaged, SaveForeign, SaveNewer, SaveUnknown
from bot.service.saving.pauses import shows_racks
from bot.service.saving.seals import MAGIC, Sealer, key_of_file, key_of_text
from engine.errors import AgreedAlready, GameIsPaused, NotAgreed, NotPaused, NotSeated
from engine.formats import gamejson, gcg
from engine.game import commands as cmd
from engine.game import events as ev
from engine.game import state as st
from engine.game.codec import decode, encode
from engine.game.phases import Paused, Turn
from tests.support.games import Table, check_invariants
from tests.support.pictures import text_of
from tests.support.playground import Person
from tests.support.running import Scene, ask, board, file_of, gathered, started
from tests.support.sentences import said

DRAWS = ("A", "C", "CATSDOG", "HORNFAR")


async def _kept(ada: Person, bruno: Person) -> bytes:
    """The file of a game in which Ada has played CAT; the game goes on meanwhile."""
    await started(ada, bruno)
    await ask(ada, "/play move:8F CAT")
    await bruno.wait_message("played")
    saved = await file_of(ada, await ask(ada, "/game save", said("pause.saved_game")))
    await ask(ada, "/game resume", "The game resumes")
    return saved


async def _load(person: Person, data: bytes, expected: str, options: str = "", channel: str | None = None) -> None:
    """Load a file; the private answer must contain a text."""
    await ask(person, f"/game load {options}", expected, channel, ("game.tilewright", data))


async def test_N10_C5_C9_a_saved_game_rests_and_goes_on_once_everybody_agrees(tmp_path: Path) -> None:
    """Save, restart, load: same racks, same seats, same turn, and no clock has run."""
    async with gathered(tmp_path, *DRAWS) as (world, ada, bruno):
        await started(ada, bruno)
        await ask(ada, "/play move:8F CAT")
        await bruno.wait_message("played")
        racks = [await world.rack(one, ada.channel_id()) for one in (ada, bruno)]
        saved = await file_of(ada, await ask(ada, "/game save", said("pause.saved_game")))
        assert isinstance((await world.state(ada.channel_id())).phase, Paused)
        for text in (*racks, "CATSDOG", "HORNFAR", ada.id):
            assert text.encode() not in saved
        await ask(bruno, "/move pass", "paused")
        await world.restart()
        await _load(bruno, saved, said("receipts.loaded"))
        waiting = await ada.wait_message(said("status.resumes_once_everyone", names="**Ada**"))
        assert isinstance((await world.state(ada.channel_id())).phase, Paused)
        await ada.click(waiting, "Resume")
        await board(bruno, after=waiting)
        state = await world.state(ada.channel_id())
        assert state.on_turn == state.seat_of(bruno.id)
        assert [await world.rack(one, ada.channel_id()) for one in (ada, bruno)] == racks


async def test_N10_a_file_is_loaded_once_and_never_rewinds_unless_all_agree(tmp_path: Path) -> None:
    """Later moves stay unless all agree; a game that goes back says so."""
    async with gathered(tmp_path, *DRAWS) as (world, ada, bruno):
        await started(ada, bruno)
        saved = await file_of(ada, await ask(ada, "/game save"))
        await ask(ada, "/game resume", "The game resumes")
        await ask(ada, "/play move:8F CAT")
        await bruno.wait_message("played")
        await _load(ada, saved, said("files.game_continued"))
        await _load(ada, saved, said("games.channel_has_game"), "again:yes")
        await ask(ada, "/game pause name:old")
        first = await world.state(ada.channel_id())
        await _load(ada, saved, said("receipts.loaded"), "again:yes")
        told = await bruno.wait_message(said("happenings.loaded_older_file"))
        await bruno.click(told, "Resume")
        await board(ada, after=told)
        again = await world.state(ada.channel_id())
        assert again.board.is_empty and not first.board.is_empty
        assert any(isinstance(one, ev.Loaded) and one.rewinds for one in await _events(world, ada))


async def _events(world: Scene, person: Person) -> tuple[ev.Event, ...]:
    assert world.app and world.app.core
    game = await world.app.core.games.in_channel(int(person.channel_id()))
    assert game
    return await world.app.core.games.events(game)


@pytest.mark.gate
async def test_N10_a_game_goes_on_in_another_channel_and_by_another_person(tmp_path: Path) -> None:
    """The file can be passed on; only players of the game may load it."""
    async with gathered(tmp_path, *DRAWS, people=("Ada", "Bruno", "Chloe")) as (world, ada, bruno, chloe):
        await started(ada, bruno)
        saved = await file_of(ada, await ask(ada, "/game save"))
        await _load(chloe, saved, said("seats.no_seat"))
        await _load(bruno, saved, said("receipts.loaded"), channel="games")
        told = await ada.wait_message("press **Resume**", channel="games")
        await ada.click(told, "Resume")
        await ada.wait_message(said("status.your_turn"), channel="games", after=told)
        assert isinstance((await world.state(ada.channel_id("games"))).phase, Turn)


@pytest.mark.soak
async def test_N10_a_file_goes_on_wherever_the_bot_has_the_same_key(tmp_path: Path) -> None:
    """Another installation with the key accepts the game once; one with another key refuses it."""
    async with gathered(tmp_path / "one", *DRAWS) as (world, ada, bruno):
        await ask(ada, "/word add words:TAC")
        await started(ada, bruno)
        saved = await file_of(ada, await ask(ada, "/game save"))
        racks = [await world.rack(one, ada.channel_id()) for one in (ada, bruno)]
    (tmp_path / "two").mkdir()
    (tmp_path / "two" / "games.key").write_bytes((tmp_path / "one" / "games.key").read_bytes())
    async with gathered(tmp_path / "two") as (world, ada, bruno):
        await _load(ada, saved, said("receipts.loaded"))
        await _load(ada, saved, "agreed")
        told = await bruno.wait_message("press **Resume**")
        await bruno.click(told, "Resume")
        await board(ada, after=told)
        assert [await world.rack(one, ada.channel_id()) for one in (ada, bruno)] == racks
        assert said("scores.not_dictionary") not in text_of(await ask(ada, "/try move:8F TAC", "points"))
        await _load(ada, saved, said("files.game_continued"))
    async with gathered(tmp_path / "three") as (world, ada, _):
        await _load(ada, saved, said("files.saved_elsewhere"))


async def test_N10_nobody_may_save_alone_what_others_play(tmp_path: Path) -> None:
    """A player who is not the host can only agree; spectators get no file; a finished game has its record."""
    async with gathered(tmp_path, *DRAWS, people=("Ada", "Bruno", "Chloe")) as (_, ada, bruno, chloe):
        await started(ada, bruno)
        await ask(bruno, "/game save", "agreed")
        await ask(chloe, "/game save", "no seat")
        await ask(bruno, "/game export", said("core.record_after_end"))
        await ask(ada, "/game save", said("pause.saved_game"))
        await ask(bruno, "/game save", said("pause.saved_game"))


async def test_N10_finished_games_are_exported_as_gcg_and_json(tmp_path: Path) -> None:
    """Both can be read back; the JSON contains no account. Later, anyone in the channel can name the game, and its
    players anywhere.
    """
    async with gathered(tmp_path, *DRAWS) as (world, ada, bruno):
        await started(ada, bruno)
        await ask(ada, "/play move:8F CAT")
        first = await board(bruno, "played")
        await ask(bruno, "/move pass")
        await board(ada, "passed", after=first)
        await bruno.click(await ask(bruno, "/game resign"), "Resign")
        await ada.wait_message(said("status.won"))
        record = gcg.read(await file_of(ada, await ask(ada, "/game export", "record")))
        assert [player.name for player in record.players] == ["Ada", "Bruno"]
        data = await file_of(ada, await ask(ada, "/game export format:json", "record"))
        assert ada.id.encode() not in data and bruno.id.encode() not in data
        assert json.loads(data)["turns"][0]["move"] == "8F CAT"
        assert [type(one) for one in gamejson.read(data)] == [type(one) for one in await _events(world, ada)]
        await ask(bruno, "/game new variant:tiny")
        async with Person.at(world.playground, "Chloe") as chloe:
            (offered,) = await chloe.autocomplete("/game export game:", option="game")
            line = f"/game export format:json game:{offered['value']}"
            assert await file_of(chloe, await ask(chloe, line, said("pause.record"))) == data
            chloe.place = ada.place = "games"
            assert await chloe.autocomplete("/game export game:", option="game") == []
            await ask(chloe, line, said("games.no_such_code", code=offered["value"]))
            await ask(ada, line, said("pause.record"))


@pytest.mark.soak
async def test_N10_an_older_game_is_exported_by_its_name(tmp_path: Path) -> None:
    """Anyone in its channel can choose it, and its players anywhere; elsewhere, strangers cannot name it."""
    async with gathered(tmp_path, *DRAWS, "MNE", *DRAWS, "MNE") as (world, ada, bruno):
        for move in ("8F CAT", "8G CAT"):
            first = await started(ada, bruno)
            await ask(ada, f"/play move:{move}")
            first = await board(bruno, "played", after=first)
            await ask(bruno, "/move pass")
            first = await board(ada, after=first)
            await bruno.click(await ask(bruno, "/game resign"), "Resign")
            await ada.wait_message(said("status.won"), after=first)
        async with Person.at(world.playground, "Chloe") as chloe:
            for line in ("/game export", "/review game"):
                offered = await chloe.autocomplete(f"{line} game:", option="game")
                assert len(offered) == 2 and all("Ada" in one["name"] for one in offered)
            oldest = offered[-1]["value"]
            told = await ask(chloe, f"/game export game:{oldest} format:json", said("pause.record"))
            assert json.loads(await file_of(chloe, told))["turns"][0]["move"] == "8F CAT"
            chloe.place = ada.place = "games"
            assert await chloe.autocomplete("/game export game:", option="game") == []
            await ask(chloe, f"/game export game:{oldest}", said("games.no_such_code", code=oldest))
            await ask(ada, f"/game export game:{oldest}", said("pause.record"))


def test_N10_decided_by_the_engine() -> None:
    """Only a player can load, and only a paused game; each consent counts once; clocks stand still."""
    table = Table(names=("ada", "bruno", "cem"))
    with pytest.raises(NotPaused):
        table.start().do(cmd.Load("ada", "x", ""))
    since = table.game.phase.since  # type: ignore[union-attr]
    on_turn = table.game.on_turn
    table.do(cmd.Pause("ada", "tea"))
    with pytest.raises(NotSeated):
        table.do(cmd.Load("dora", "x", ""))
    table.do(cmd.Load("bruno", "x", "more tea"), after=1_000_000)
    assert table.game.setup.name == "more tea"
    for again in (cmd.Load("bruno", "x", ""), cmd.Resume("bruno")):
        with pytest.raises(AgreedAlready):
            table.do(again)
    with pytest.raises(GameIsPaused):
        table.pass_() if table.game.on_turn is not None else table.do(cmd.Pass("ada"))
    table.do(cmd.Resume("ada"))
    assert isinstance(table.game.phase, Paused)
    table.do(cmd.Resume("cem"))
    assert table.game.on_turn == on_turn
    assert table.game.phase.since > since + 1_000_000  # type: ignore[union-attr]
    check_invariants(table)
    assert [decode(encode(one)) for one in table.events] == table.events


def test_N8_N10_another_person_may_take_a_seat_of_a_game_from_a_file() -> None:
    """Once its player agrees, which counts for nobody else; the racks stay."""
    table = Table(names=("ada", "bruno", "cem"))
    table.start()
    racks = [table.letters(seat) for seat in range(3)]
    table.do(cmd.Pause("ada", "tea"))
    with pytest.raises(GameIsPaused):
        table.do(cmd.TakeSeat(st.Person("dora", "Dora"), 2, "ada"))
    table.do(cmd.Load("cem", "x", ""))
    with pytest.raises(NotAgreed):
        table.do(cmd.TakeSeat(st.Person("dora", "Dora"), 2, "dora"))
    with pytest.raises(NotAgreed):
        table.give(st.Person("dora", "Dora"), 2, "ada")
    table.do(cmd.OfferSeat(st.Person("dora", "Dora"), 2, "ada"))
    for yes in ("cem", "dora"):
        table.do(cmd.AgreeToOffer(yes, table.game.sequence))
    for yes in ("ada", "bruno"):
        table.do(cmd.Resume(yes))
    assert isinstance(table.game.phase, Paused)
    table.do(cmd.Resume("dora"))
    assert isinstance(table.game.phase, Turn)
    assert [table.letters(seat) for seat in range(3)] == racks
    check_invariants(table)


SEALER = Sealer(lambda: b"k" * 32)
SEALED = SEALER.seal(b"what is in a game")


@pytest.mark.parametrize(
    ("data", "refusal"),
    [
        (b"", SaveUnknown),
        (b"holiday photos", SaveUnknown),
        (b"PK\x03\x04", SaveUnknown),
        (MAGIC[:5], SaveDamaged),
        (MAGIC, SaveDamaged),
        (SEALED[:40], SaveDamaged),
        (SEALED[:-1], SaveDamaged),
        (SEALED + b"x", SaveDamaged),
        (SEALED[:60] + bytes((SEALED[60] ^ 128,)) + SEALED[61:], SaveDamaged),
        (MAGIC + b"2" + SEALED[len(MAGIC) + 1 :], SaveNewer),
        (MAGIC + b"0" + SEALED[len(MAGIC) + 1 :], SaveNewer),
        (Sealer(lambda: b"j" * 32).seal(b""), SaveForeign),
        (SEALED * 100_000, SaveDamaged),
    ],
    ids=lambda value: f"{len(value)} bytes" if isinstance(value, bytes) else value.__name__,
)
def test_N10_what_is_no_whole_file_of_this_key_is_refused(data: bytes, refusal: type[Exception]) -> None:
    """Tampered with, truncated, sealed with another key, or another kind of file."""
    assert SEALER.open(SEALED) == b"what is in a game"
    with pytest.raises(refusal):
        SEALER.open(data)


def test_N10_every_single_byte_of_a_file_counts() -> None:
    """If any byte is changed, the file is refused."""
    for place in range(len(SEALED)):
        changed = bytearray(SEALED)
        changed[place] ^= 1
        with pytest.raises((SaveUnknown, SaveDamaged, SaveForeign, SaveNewer)):
            SEALER.open(bytes(changed))


def test_N10_the_key_is_kept_for_the_owner_alone(tmp_path: Path) -> None:
    """Created once with mode 0600, then unchanged; a setting gives the same key on every machine."""
    file = tmp_path / "deep" / "games.key"
    assert key_of_file(file) == key_of_file(file)
    assert file.stat().st_mode & 0o777 == 0o600
    assert len(list(file.parent.iterdir())) == 1
    assert key_of_text("correct horse battery") == key_of_text(" correct horse battery ")
    assert len({key_of_text("correct horse battery"), key_of_text("correct horse batterz"), key_of_file(file)}) == 3
    assert key_of_text(file.read_text()) == key_of_file(file)


@pytest.mark.gate
async def test_N10_the_answer_to_a_bad_file_is_one_clear_sentence(tmp_path: Path) -> None:
    """In the chat; nothing changes."""
    async with gathered(tmp_path, *DRAWS) as (world, ada, bruno):
        await started(ada, bruno)
        saved = await file_of(ada, await ask(ada, "/game save"))
        before = await world.state(ada.channel_id())
        await _load(ada, b"holiday photos", said("files.not_a_saved_game"))
        await _load(ada, saved[:-5], said("files.file_changed"))
        await _load(ada, saved[:99] + b"!" + saved[100:], said("files.file_changed"))
        assert await world.state(ada.channel_id()) == before


async def test_N10_a_copy_that_nobody_agreed_to_shows_no_racks(tmp_path: Path) -> None:
    """Its host ends it at once while the game goes on: no review, record or analysis of it, and no puzzle from it."""
    async with gathered(tmp_path, *DRAWS) as (world, ada, bruno):
        await _load(ada, await _kept(ada, bruno), said("receipts.loaded"), "again:yes", "games")
        assert world.app and world.app.core
        copy = await world.app.core.games.in_channel(int(ada.channel_id("games")))
        await ada.click(await ask(ada, "/game end", channel="games"), "End the game")
        await ada.wait_message(said("receipts.over"), channel="games")
        for line in (
            f"/review game game:{copy}",
            "/game export",
            "/game export format:json",
            f"/review analysis game:{copy} turn:1",
        ):
            await ask(ada, line, said("rights.game_came_file"), "games")
        assert copy and not await shows_racks(world.app.core.games, copy)


@pytest.mark.gate
async def test_N10_going_back_ends_the_game_that_is_undone(tmp_path: Path) -> None:
    """Once all agree to the file, the other game is over; neither shows racks before both are."""
    async with gathered(tmp_path, *DRAWS) as (world, ada, bruno):
        await _load(ada, await _kept(ada, bruno), said("receipts.loaded"), "again:yes", "games")
        assert isinstance((await world.state(ada.channel_id())).phase, Turn)
        told = await bruno.wait_message(said("happenings.loaded_older_file"), channel="games")
        await bruno.click(told, "Resume")
        await ada.wait_message(said("receipts.over"))
        assert isinstance((await world.state(ada.channel_id("games"))).phase, Turn)
        assert world.app and world.app.core
        first = await world.app.core.games.in_channel(int(ada.channel_id()))
        for line in (f"/review game game:{first}", "/game export"):
            await ask(ada, line, said("rights.game_also_played_file"))
        await ada.click(await ask(ada, "/game end", channel="games"), "End for good")
        await ada.wait_message(said("receipts.over"), channel="games")
        await ask(ada, "/game export", said("pause.record"))
