"""Records and positions of other programs: read, reviewed, stepped through and continued."""

from __future__ import annotations

import asyncio
import itertools
import json
from pathlib import Path
from typing import Any

import pytest

from bot.cli import inputs
from bot.features.review.store import ReviewStore
from bot.front.board.scenes import game_title
from bot.model.errors import RunningPosition
from bot.settings import SettingsError
from bot.text import texts_for
from engine.formats import gamejson, gcg
from engine.formats.replay import replay
from engine.game import commands as cmd
from engine.game.views import table_view
from engine.loading import load_variant, origins, resource_folder
from engine.review.values import ANALYSER_VERSION
from tests.support.command_line import CommandLine
from tests.support.finished import Grader
from tests.support.games import Table
from tests.support.later import at_gate
from tests.support.logged import faults
from tests.support.pictures import buttons_of, pictures_of, text_of
from tests.support.playground import Person
from tests.support.records import CLUB, OPEN
from tests.support.running import (
    EPHEMERAL,
    LETTERS,
    Scene,
    answer,
    ask,
    board,
    dealt,
    file_of,
    gathered,
    resigned,
    shows,
    started,
)
from tests.support.sentences import said

FILES = Path(__file__).parent / "elsewhere"
TINY: dict[str, Any] = {"letters": "CATSODEEE", "rack_size": 3, "people": ("Ada", "Bruno", "Chloe"), "grader": Grader()}
DRAWS = ("A", "C", "CAT", "SOD")
TOTAL = "mistake index"
MINE = "#player1 Ada Ada\n#player2 B Bert\n#lexicon english\n>Ada: CAT 8H CAT +5 5\n"


def elsewhere(name: str) -> tuple[str, bytes]:
    return f"{name}.gcg", (FILES / f"{name}.gcg").read_bytes()


async def reviewed(person: Person, file: tuple[str, str | bytes], options: str = "") -> dict[str, Any]:
    """The overview of the review of a record, once all its turns are graded."""
    return await shows(person, await sent(person, file, options), TOTAL)


async def sent(person: Person, file: tuple[str, str | bytes], options: str = "", command: str = "review game") -> Any:
    return await ask(person, f"/{command} {options}".strip(), file=file)


async def test_X20_a_record_is_graded_in_private_and_can_be_posted(tmp_path: Path) -> None:
    """With pages, by the names in it; nobody else sees it unless it is posted, and it counts in no statistics."""
    async with gathered(tmp_path, **TINY) as (_, ada, bruno, _chloe):
        shown = await reviewed(ada, elsewhere("names_in_utf_8"))
        assert "José García" in text_of(shown) and "Zoë Ångström" in text_of(shown)
        assert pictures_of(shown)
        await ada.click(shown, "First turn")
        await ada.wait(lambda: "Overview" in buttons_of(ada.now(shown) or shown), "the first turn")
        page = ada.now(shown) or shown
        public = len(bruno.visible())
        await ada.click(page, "Share")
        posted = await bruno.wait_message("Rack: **AEINRST**")
        assert len(bruno.visible()) == public + 1 and "Analyse from here" not in buttons_of(posted)
        assert "José" not in text_of(await ask(ada, "/stats"))
        last = ada.last()
        await ada.click(page, "Analyse from here")
        await answer(ada, "Analysis board", after=last)


@pytest.mark.gate
async def test_X20_what_a_record_lacks_is_told_with_what_to_do(tmp_path: Path) -> None:
    """Its language, its dictionary, its racks; another game's rules."""
    async with gathered(tmp_path, **TINY) as (_, ada, bruno, _chloe):
        assert said("records.no_language", language="**English**") in text_of(await sent(ada, elsewhere("ascii")))
        french = text_of(await sent(ada, elsewhere("french")))
        assert "FRA20" in french and said("records.no_language", language="**French**") not in french
        assert "wordsmog" in text_of(await sent(ada, elsewhere("wordsmog")))
        polish = "#player1 A A\n#player2 B B\n>A: STĘPIĆ 8H STĘPIĆ +40 40\n"
        assert said("records.no_language", language="**Polish**") in text_of(await sent(ada, ("polish.gcg", polish)))
        german = await sent(bruno, elsewhere("ascii"), "language:German")
        assert said("records.no_language", language="**German**") not in text_of(german)
        bare = elsewhere("ascii")[1].replace(b"AEINRST", b"")
        assert said("records.no_racks") in text_of(await sent(bruno, ("bare.gcg", bare)))
        assert said("records.some_racks", 1, all=3) in text_of(await sent(bruno, elsewhere("too_many_tiles")))


async def test_X20_bad_files_are_refused_and_change_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Whatever is in them; an unknown board is named, and no fault of the program's is logged."""
    files: dict[str, str | bytes] = {
        "empty.gcg": b"",
        "picture.png": b"\x89PNG\r\n\x1a\n" + bytes(range(256)),
        "other.json": json.dumps({"format": "other"}),
        "deep.json": "{" + '"a":{' * 200,
        "play.gcg": "#player1 a A\n#player2 b B\n>a: CAT 8H CA3 +5 5\n",
        "tiles.gcg": "#player1 a A\n#player2 b B\n>a: QQQQ 8H QQQQ +5 5\n",
        "board.gcg": "#player1 a A\n#board-layout nosuchboard\n>a: AB 8G AB +8 8\n",
    }
    async with gathered(tmp_path, **TINY) as (stage, ada, _bruno, _chloe):
        for command, file in itertools.product(("review game", "review analysis", "game load"), files.items()):
            if command == "game load" and not file[0].endswith(".gcg"):
                continue  # read as a saved game
            told = text_of(await sent(ada, file, command=command))
            assert "I cannot" in told or said("reviews.nothing_to_review") in told, (command, file[0], told)
            assert ("nosuchboard" in told) is (file[0] == "board.gcg")
        assert not faults(caplog)
        assert stage.app and stage.app.core
        assert not await ReviewStore(stage.app.core.store.database).next_due(ANALYSER_VERSION)


COMMANDS = {"review game": "variant:tiny", "review analysis": "variant:tiny turn:{}"}


async def test_X20_a_record_of_a_game_that_runs_helps_none_of_its_players(tmp_path: Path) -> None:
    """Neither its position nor, where words are secret, anything; whoever does not play may look."""
    async with gathered(tmp_path, *DRAWS, **TINY) as (stage, ada, bruno, chloe):
        first = await dealt(stage, ada, bruno)
        running = await stage.naming(RunningPosition, ada.channel_id())
        for command, options in COMMANDS.items():
            assert running in text_of(await sent(ada, ("mine.gcg", MINE), options.format(1), command))
            assert running not in text_of(await sent(chloe, ("mine.gcg", MINE), options.format(1), command))
        await ada.command("/play move:8H CAT")
        await board(bruno, "8H CAT", after=first)
        more = f"{MINE}>B: DOS 9H DO +5 5\n"
        for command, options in COMMANDS.items():
            assert running in text_of(await sent(bruno, ("more.gcg", more), options.format(2), command))


async def test_X20_a_review_of_a_position_that_is_played_now_is_not_posted_by_its_players(tmp_path: Path) -> None:
    """Neither a turn nor the whole game, though its page has been open since before that game began."""
    async with gathered(tmp_path, *DRAWS, **TINY) as (stage, ada, bruno, _chloe):
        overview = await reviewed(ada, ("mine.gcg", MINE), "variant:tiny")
        await dealt(stage, ada, bruno)
        running, public = await stage.naming(RunningPosition, ada.channel_id()), len(bruno.visible())
        last = ada.last()
        await ada.click(overview, "Share")
        assert running in text_of(await answer(ada, "", after=last))
        assert len(bruno.visible()) == public


@pytest.mark.gate
async def test_X20_an_exported_game_is_graded_like_the_game_itself(tmp_path: Path) -> None:
    """JSON with every rack; the ids in it are nobody's."""
    async with gathered(tmp_path, *DRAWS, **TINY) as (_, ada, bruno, chloe):
        first = await started(ada, bruno)
        await resigned(ada, bruno, first)
        data = await file_of(ada, await ask(ada, "/game export format:JSON"))
        own = await reviewed(chloe, ("game.json", data))
        assert "**Ada**" in text_of(own)
        forged = data.decode().replace("player-2", str(bruno.id))
        assert TOTAL in text_of(await reviewed(chloe, ("game.json", forged)))


@pytest.mark.gate
async def test_X20_an_analysis_board_steps_through_a_record(tmp_path: Path) -> None:
    """From its last position or a chosen turn; each step shows the move that led to it."""
    async with gathered(tmp_path, **TINY) as (_, ada, _bruno, _chloe):
        assert "8D NASTIER" in text_of(await sent(ada, elsewhere("utf_16"), command="review analysis"))
        shown = await sent(ada, ("club.gcg", CLUB), command="review analysis")
        assert "Position" in text_of(shown) and "Step back" in buttons_of(shown)
        await ada.click(shown, "Step back")
        await shows(ada, shown, "11M IO")
        second = await sent(ada, ("club.gcg", CLUB), "turn:2", "review analysis")
        assert "**Bob O'Neill** is to move" in text_of(second) and "8E PEND" in text_of(second)
        assert said("analysis.no_turn_game", number=99) in text_of(
            await sent(ada, ("club.gcg", CLUB), "turn:99", "review analysis")
        )


@pytest.mark.gate
async def test_X20_a_record_brings_a_board_that_nobody_here_has(tmp_path: Path) -> None:
    """The board of the game stays that of the record, whatever has become of the one of its name."""
    async with gathered(tmp_path, *DRAWS, **TINY) as (stage, ada, bruno, chloe):
        first = await started(ada, bruno)
        await resigned(ada, bruno, first)
        data = await file_of(ada, await ask(ada, "/game export"))
        assert b"tilewright-variant" in data
        for letters in ("CATSODEEE", "CATSODEEEE"):
            stage.library.serve(letters, 3)
            opened = await sent(chloe, ("game.gcg", data), command="review analysis")
            assert "8G CAT" in text_of(opened)
            for rack in ("DOS", "ACT"):
                await chloe.click(opened, "Step back")
                await shows(chloe, opened, f"Rack: **{rack}**")


UNFINISHED = "#player1 A Ada\n#player2 B Bert\n#lexicon english\n#rack2 SOD\n>A: CAT 8H CAT +5 5\n"


async def title(stage: Scene, person: Person) -> str:
    """What the game in a person's channel is called."""
    return game_title(table_view(await stage.state(person.channel_id())), texts_for("en"))


async def test_X20_a_record_is_continued_once_its_seats_are_taken(tmp_path: Path) -> None:
    """Whoever takes a seat, with its tiles, has agreed by it."""
    async with gathered(tmp_path, **TINY) as (stage, ada, bruno, chloe):
        record = UNFINISHED.replace("player1 A Ada", "player1 A Anna")
        await ask(ada, "/game load", said("receipts.loaded"), file=("open.gcg", record))
        waiting = await bruno.wait_message(said("status.free_seats", 2, names="**Anna** and **Bert**"))
        assert buttons_of(waiting) == ["Play as Anna", "Play as Bert"]
        await ask(chloe, "/game resume")
        await bruno.click(waiting, "Play as Bert")
        await shows(ada, waiting, said("status.free_seats", 1, names="**Anna**"))
        assert buttons_of(ada.now(waiting) or {}) == ["Play as Anna"]
        assert "8H CAT" not in text_of(ada.now(waiting) or {}).partition("Board of")[0]
        assert await title(stage, ada) == "Anna v Bruno"
        await bruno.click(waiting, "Play as Anna")
        await answer(bruno, said("seats.already_joined"))
        await ada.click(waiting, "Play as Anna")
        then = await board(bruno, after=waiting)
        public = [one for one in bruno.visible() if not one["flags"] & EPHEMERAL]
        assert [one["id"] for one in public] == [waiting["id"], then["id"]]
        assert await title(stage, ada) == "Ada v Bruno"
        state = await stage.state(ada.channel_id())
        assert [seat.player.id for seat in state.seats] == [ada.id, bruno.id]
        assert state.on_turn == 1 and state.seats[0].score == 10 and state.meddled
        assert [len(seat.rack) for seat in state.seats] == [7, 7]
        assert (await stage.rack(bruno, bruno.channel_id())).count("S") >= 1


async def test_X20_a_position_of_a_running_game_is_not_continued_by_its_players(tmp_path: Path) -> None:
    """Nor one on the way there: a computer player in a seat would find the next move. Others may go on with it."""
    record = UNFINISHED.replace("#rack2 SOD\n", "")
    async with gathered(tmp_path, *DRAWS, **TINY) as (stage, ada, bruno, chloe):
        first = await dealt(stage, ada, bruno)
        running = await stage.naming(RunningPosition, ada.channel_id())
        own = record.partition(">")[0] + "#rack1 CAT\n"
        assert running in text_of(await ask(ada, "/game load", file=("empty.gcg", own)))
        await ada.command("/play move:8H CAT")
        then = await board(bruno, after=first)
        assert running in text_of(await ask(bruno, "/game load", file=("open.gcg", record)))
        await bruno.command("/play move:8H CATS")
        await board(ada, "CATS", after=then)
        assert running in text_of(await ask(bruno, "/game load", file=("open.gcg", record)))
        assert running not in text_of(await ask(chloe, "/game load", file=("open.gcg", record)))


@pytest.mark.gate
async def test_X20_a_finished_record_is_not_continued(tmp_path: Path) -> None:
    """Nor one of our own that is over, whatever its file is called."""
    async with gathered(tmp_path, **TINY) as (_, ada, _bruno, _chloe):
        for name in ("club.gcg", "mine.gcg"):
            text = CLUB if name == "club.gcg" else MINE.replace("#player2 B Bert\n", "")
            assert "I cannot use" in text_of(await ask(ada, "/game load", file=(name, text)))


async def test_X20_a_record_whose_totals_differ_says_so_when_it_is_loaded(tmp_path: Path) -> None:
    """liwords #1201 (annotated games): `tilewright replay` names each difference, commands none."""
    record = (
        "#player1 Ada Ada\n#player2 Bruno Bruno\n#lexicon english\n"
        ">Ada: CATSDOE 8G CAT +35 35\n>Bruno: SO 9I SO +20 20\n"
    )
    async with gathered(tmp_path, letters=LETTERS, rack_size=3) as (_, ada, bruno):
        told = await ask(ada, "/game load", file=("game.gcg", record))
        await asyncio.sleep(1)
        shown = [text_of(told), *(text_of(one) for one in bruno.visible())]
        assert any("35" in one for one in shown)


run = CommandLine()


def data(*arguments: str | Path) -> Any:
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


# --- the command line -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "moves"),
    [
        ("names_in_utf_8", ["8D NASTIER", "7C GUILD"]),
        ("german_in_utf_8", ["8D GÄSTE"]),
        ("ascii", ["8D NASTIER"]),
        ("utf_16", ["8D NASTIER"]),
        ("same_short_name", ["8D BLAWN", "F8 (A)DZ"]),
        ("blank_as_dot", ["8D NaSTIER", "-."]),
        ("french", ["8D JOKES"]),
        ("wordsmog", ["8D TSERIAN"]),
    ],
)
def test_records_from_elsewhere_are_read(name: str, moves: list[str]) -> None:
    assert [turn["move"] for turn in data("replay", FILES / f"{name}.gcg")["turns"]] == moves


def test_names_are_never_garbled() -> None:
    shown = run("replay", FILES / "names_in_utf_8.gcg").stdout
    assert "José García 66, Zoë Ångström 22" in shown


@pytest.mark.gate
def test_the_tiles_are_those_of_the_language_of_the_lexicon() -> None:
    (turn,) = data("replay", FILES / "french.gcg")["turns"]
    assert (turn["score"], turn["recorded"]) == (58, 58)
    french = data("moves", f"{OPEN} AEINRST/ 0/0 0 ld french;")
    assert french["moves"] == data("moves", (FILES / "french.cgp").read_text())["moves"]
    assert french["moves"] != data("moves", f"{OPEN} AEINRST/ 0/0 0")["moves"]


def test_players_with_one_short_name_are_told_apart_by_their_turns() -> None:
    players = [turn["player"] for turn in data("replay", FILES / "same_short_name.gcg")["turns"]]
    assert len(set(players)) == 2
    assert "Ana 26, Ben 33" in run("replay", FILES / "same_short_name.gcg").stdout


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("too_many_on_racks", ("#rack1 ZZZZZZZ: ", "#rack2 QQQ: ")),
        ("too_many_tiles", ("9D ZX: ",)),
        ("wordsmog", ("'wordsmog'", "'NWL23'")),
        ("french", ("'FRA20'",)),
    ],
)
def test_text_and_json_tell_the_same_remarks(name: str, told: tuple[str, ...]) -> None:
    remarks = data("replay", FILES / f"{name}.gcg")["remarks"]
    assert all(any(text in one for one in remarks) for text in told)
    shown = " ".join(run("replay", FILES / f"{name}.gcg").stdout.split())
    assert all(one in shown for one in remarks)


def test_the_tiles_taken_back_are_compared_with_those_played(tmp_path: Path) -> None:
    head, file = "#player1 a A\n#player2 b B\n>a: AB 8G AB +8 8\n", tmp_path / "back.gcg"
    for rack, doubted in (("AB", False), ("", False), ("ABC", False), ("AC", True), ("A", True)):
        file.write_text(f"{head}>a: {rack} -- -8 0\n")
        assert ("remarks" in data("replay", file)) is doubted, rack


@pytest.mark.gate
def test_a_lexicon_that_is_not_here_is_told_with_what_is_used_instead(tmp_path: Path) -> None:
    position = f"{OPEN} AEINRST/ 0/0 0 lex NWL23;"
    (told,) = data("moves", position)["remarks"]
    assert "'NWL23'" in told and "english" in told
    assert run("moves", position).stderr == f"tilewright: {told}\n"
    assert "remarks" not in data("moves", position, "--lexicon", "english")
    drawn = run("render", f"{OPEN} / 0/0 0 lex something;", "-o", tmp_path / "board.png")
    assert "'something'" in drawn.stderr and "'en'" in drawn.stderr
    (graded,) = data("analyze", FILES / "french.gcg", "--seconds", "0.1")["remarks"]
    assert "'FRA20'" in graded and "french" in graded


@pytest.mark.parametrize("command", ["moves", "render"])
@pytest.mark.parametrize("names", ["bdn nosuchboard", "ld klingon", "ld english_super; bdn CrosswordGame"])
def test_a_board_or_tiles_that_are_not_known_are_refused(command: str, names: str, tmp_path: Path) -> None:
    output = ("-o", tmp_path / "board.png") if command == "render" else ()
    refused = run(command, f"{OPEN} AEINRST/ 0/0 0 {names};", *output)
    assert refused.exit_code == 2
    assert names.partition(";")[0].split()[1] in refused.stderr
    allowed = run(command, f"{OPEN} AEINRST/ 0/0 0 {names};", "--variant", "standard:en", *output)
    assert allowed.exit_code == 0


def test_a_position_of_a_board_that_is_not_known_is_refused() -> None:
    refused = run("moves", (FILES / "unknown_board.cgp").read_text())
    assert refused.exit_code == 2 and "nosuchboard" in refused.stderr


@pytest.mark.parametrize("command", ["replay", "analyze"])
def test_a_record_of_a_board_that_is_not_known_is_refused(command: str, tmp_path: Path) -> None:
    file = tmp_path / "board.gcg"
    file.write_text("#player1 a A\n#board-layout nosuchboard\n>a: AB 8G AB +8 8\n")
    assert "nosuchboard" in run(command, file).stderr
    assert run(command, file, "--variant", "standard").exit_code == 0


def test_a_batch_goes_on_after_a_bad_line() -> None:
    result = run("moves", "-", stdin=(FILES / "one_bad_line.txt").read_bytes())
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert result.exit_code == 2
    assert ["moves" in one for one in answers] == [True, False, False, True]
    assert [one["line"] for one in answers if "error" in one] == [2, 3]
    assert run("moves", "-", stdin=(FILES / "mark.txt").read_bytes()).exit_code == 0


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_our_own_games_and_variants_are_read_as_editors_save_them(tmp_path: Path, encoding: str) -> None:
    saved, board_file, words = tmp_path / "game.json", tmp_path / "board.toml", tmp_path / "words.txt"
    table = Table().start()
    table.do(cmd.Resign("ada"))
    saved.write_text(gamejson.write(table.events), encoding=encoding)
    assert data("replay", saved)["differences"] == 0
    bundled = resource_folder("data") / "variants" / "quick.toml"
    board_file.write_text(bundled.read_text(encoding="utf-8"), encoding=encoding)
    words.write_text("cat\n", encoding="utf-8-sig")
    rows = "/".join("9" * 9)
    assert data("moves", f"{rows} ACT/ 0/0 0", "--variant", board_file, "--lexicon", words)["moves"]


def test_settings_are_read_as_editors_save_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    inputs.SETTINGS_FILE.write_text('demo_token = "x"\n', encoding="utf-8-sig")
    with pytest.raises(SettingsError) as caught:
        inputs.read_settings()
    assert "demo_token" in str(caught.value) + caught.value.name


@pytest.mark.gate
def test_a_graded_record_and_its_positions_are_read_as_the_same_game(tmp_path: Path) -> None:
    file, graded = tmp_path / "quick.gcg", tmp_path / "graded.gcg"
    file.write_text("#player1 Ada Ada\n#player2 Bruno Bruno\n>Ada: ACDOST 5E CAT +10 10\n")
    arguments = ("analyze", file, "--seconds", "0.1", "--variant", "quick:de", "--gcg", graded)
    assert run(*arguments).exit_code == 0
    told = data("replay", graded)
    assert told["turns"][0]["score"] == replay(gcg.read(file.read_bytes()), load_variant("quick", "de")).totals[0]
    (turn,) = data("analyze", graded, "--seconds", "0.1")["turns"]
    assert data("moves", turn["cgp"])["moves"]


# --- the bot ----------------------------------------------------------------------------------------------------------


async def exported(person: Person) -> gcg.GcgGame:
    """The record that the bot hands out."""
    return gcg.read(await file_of(person, await ask(person, "/game export")))


@pytest.mark.parametrize(("variant", "move"), [("tiny", "8F CAT"), *at_gate([("quick", "5E CAT")])])
async def test_N10_an_exported_record_is_read_as_the_same_game(tmp_path: Path, variant: str, move: str) -> None:
    """On a board of the program, and on one that no other program can know."""
    draws = ("A", "C", "CATSOD", "EEINRT") if variant == "quick" else ("A", "C", "CAT", "SOD")
    async with gathered(tmp_path, *draws, letters="CATSODEEE", rack_size=3) as (stage, ada, bruno):
        first = await started(ada, bruno, f"variant:{variant}")
        await ada.command(f"/play move:{move}")
        await board(bruno, "CAT", after=first)
        await bruno.click(await ask(bruno, "/game resign"), "Resign")
        await ada.wait_message(said("status.won"))
        played, record = await stage.state(ada.channel_id()), await exported(ada)
    found = origins.variant_of(record.origin)
    told = replay(record, found)
    assert found == played.variant
    assert (told.differences, told.board) == (0, played.board)
    assert list(told.totals) == [seat.score for seat in played.seats]


@pytest.mark.gate
async def test_X7_a_position_may_name_a_dictionary_of_the_server(tmp_path: Path) -> None:
    """Also while a game is played in the channel; what is copied as text names it again."""
    options: dict[str, Any] = {"letters": "CATSODEEE", "rack_size": 3, "people": ("Ada", "Bruno", "Chloe")}
    async with gathered(tmp_path, "A", "C", "CAT", "SOD", **options) as (_, ada, bruno, chloe):
        await ask(ada, "/manage dictionary new name:My Animals variant:standard", "**My Animals** is ready")
        await started(ada, bruno)
        shown = await ask(chloe, f"/review analysis position:{OPEN} CATS/ 0/0 0 lex my animals;", "Rack: **ACST**")
        assert "English" not in text_of(shown)
        assert "lex My Animals;" in await copied(chloe, shown)


async def copied(person: Person, shown: dict[str, Any]) -> str:
    """The text of an analysis board."""
    last = person.last()
    await person.click(shown, "More")
    await person.wait(lambda: "Copy" in str(person.now(shown)), "the rest")
    await person.click(person.now(shown) or shown, "Copy as text")
    return text_of(await answer(person, "bdn", after=last))


@pytest.mark.gate
async def test_X7_a_position_says_what_it_was_played_with(tmp_path: Path) -> None:
    """The dictionary decides the tiles; what is not here is told, and an unknown board or set is refused."""
    async with gathered(tmp_path) as (_, ada, _bruno):
        for lexicon in ("french", "FRA20"):
            shown = await ask(ada, f"/review analysis position:{OPEN} KW/ 0/0 0 lex {lexicon};", "Rack: **KW**")
            assert ("FRA20" in text_of(shown)) is (lexicon == "FRA20")
            assert "ld fr" in await copied(ada, shown)
        assert "nosuchlist" in text_of(await ask(ada, f"/review analysis position:{OPEN} / 0/0 0 -lex nosuchlist;"))
        assert "wordsmog" in text_of(
            await ask(ada, f"/review analysis position:{OPEN} / 0/0 0 var wordsmog;", "Analysis")
        )
        for names in ("bdn nosuchboard", "ld klingon", "ld english_nosuch"):
            refused = text_of(await ask(ada, f"/review analysis position:{OPEN} / 0/0 0 {names};"))
            assert "Analysis board" not in refused and names.split()[1].replace("_", r"\_") in refused
