"""Records of other programs in the chat: reviewed, stepped through and continued; ledger X20."""

from __future__ import annotations

import asyncio
import itertools
import json
from pathlib import Path
from typing import Any

import pytest

from bot.features.review.store import ReviewStore
from bot.model.errors import RunningPosition
from engine.review.values import ANALYSER_VERSION
from tests.support.logged import faults
from tests.support.playground import Person
from tests.support.readable import buttons_of, pictures_of, text_of
from tests.support.records import CLUB
from tests.support.reviews import Grader
from tests.support.running import LETTERS, answer, ask, board, file_of, gathered, resigned, shows, started
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


async def sent(person: Person, file: tuple[str, str | bytes], options: str = "", command: str = "review") -> Any:
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
        await ada.click(page, "Post it here")
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
        for command, file in itertools.product(("review", "analyze", "game load"), files.items()):
            if command == "game load" and not file[0].endswith(".gcg"):
                continue  # read as a saved game
            told = text_of(await sent(ada, file, command=command))
            assert "I cannot" in told or said("reviews.nothing_to_review") in told, (command, file[0], told)
            assert ("nosuchboard" in told) is (file[0] == "board.gcg")
        assert not faults(caplog)
        assert stage.app and stage.app.core
        assert not await ReviewStore(stage.app.core.store.database).next_due(ANALYSER_VERSION)


COMMANDS = {"review": "variant:tiny", "analyze": "variant:tiny turn:{}"}


async def test_X20_a_record_of_a_game_that_runs_helps_none_of_its_players(tmp_path: Path) -> None:
    """Neither its position nor, where words are secret, anything; whoever does not play may look."""
    async with gathered(tmp_path, *DRAWS, **TINY) as (stage, ada, bruno, chloe):
        first = await started(ada, bruno)
        running = await stage.naming(RunningPosition, ada.channel_id())
        for command, options in COMMANDS.items():
            assert running in text_of(await sent(ada, ("mine.gcg", MINE), options.format(1), command))
            assert running not in text_of(await sent(chloe, ("mine.gcg", MINE), options.format(1), command))
        await ada.command("/play move:8H CAT")
        await board(bruno, "8H CAT", after=first)
        more = f"{MINE}>B: DOS 9H DO +5 5\n"
        for command, options in COMMANDS.items():
            assert running in text_of(await sent(bruno, ("more.gcg", more), options.format(2), command))


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


async def test_X20_an_analysis_board_steps_through_a_record(tmp_path: Path) -> None:
    """From its last position or a chosen turn; each step shows the move that led to it."""
    async with gathered(tmp_path, **TINY) as (_, ada, _bruno, _chloe):
        assert "8D NASTIER" in text_of(await sent(ada, elsewhere("utf_16"), command="analyze"))
        shown = await sent(ada, ("club.gcg", CLUB), command="analyze")
        assert "Position" in text_of(shown) and "Step back" in buttons_of(shown)
        await ada.click(shown, "Step back")
        await shows(ada, shown, "11M IO")
        second = await sent(ada, ("club.gcg", CLUB), "turn:2", "analyze")
        assert "**Bob O'Neill** is to move" in text_of(second) and "8E PEND" in text_of(second)
        assert said("analysis.no_turn_game", number=99) in text_of(
            await sent(ada, ("club.gcg", CLUB), "turn:99", "analyze")
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
            opened = await sent(chloe, ("game.gcg", data), command="analyze")
            assert "8G CAT" in text_of(opened)
            await chloe.click(opened, "Step back")
            await shows(chloe, opened, "Rack: **ACT**")


UNFINISHED = "#player1 A Ada\n#player2 B Bert\n#lexicon english\n#rack2 SOD\n>A: CAT 8H CAT +5 5\n"


async def test_X20_a_record_is_continued_once_its_seats_are_taken_and_all_agree(tmp_path: Path) -> None:
    """The seat with one's name is one's own; whoever joins gets the next one, with its tiles."""
    async with gathered(tmp_path, **TINY) as (stage, ada, bruno, chloe):
        await ask(ada, "/game load", said("receipts.loaded"), file=("open.gcg", UNFINISHED))
        waiting = await bruno.wait_message(said("status.free_seats", names="**Bert**"))
        assert buttons_of(waiting) == ["Join", "Resume"]
        await ask(chloe, "/game resume")
        await bruno.click(waiting, "Join")
        await answer(bruno)
        await ask(bruno, "/game resume", "The game resumes")
        await board(bruno, after=waiting)
        state = await stage.state(ada.channel_id())
        assert [seat.player.id for seat in state.seats] == [ada.id, bruno.id]
        assert state.on_turn == 1 and state.seats[0].score == 10 and state.meddled
        assert [len(seat.rack) for seat in state.seats] == [7, 7]
        assert (await stage.rack(bruno, bruno.channel_id())).count("S") >= 1


async def test_X20_a_position_of_a_running_game_is_not_continued_by_its_players(tmp_path: Path) -> None:
    """Nor one on the way there: a computer player in a seat would find the next move. Others may go on with it."""
    record = UNFINISHED.replace("#rack2 SOD\n", "")
    async with gathered(tmp_path, *DRAWS, **TINY) as (stage, ada, bruno, chloe):
        first = await started(ada, bruno)
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
    """liwords #1201 (annotated games): `tilewright replay` names each difference, `/game load` and `/review` none."""
    record = (
        "#player1 Ada Ada\n#player2 Bruno Bruno\n#lexicon english\n"
        ">Ada: CATSDOE 8G CAT +35 35\n>Bruno: SO 9I SO +20 20\n"
    )
    async with gathered(tmp_path, letters=LETTERS, rack_size=3) as (_, ada, bruno):
        told = await ask(ada, "/game load", file=("game.gcg", record))
        await asyncio.sleep(1)
        shown = [text_of(told), *(text_of(one) for one in bruno.visible())]
        assert any("35" in one for one in shown)
