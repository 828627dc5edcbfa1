"""Broken files, and files that are far too costly to read: each is refused."""

from __future__ import annotations

import asyncio
import gzip
import io
import json
import lzma
import zipfile
import zlib
from functools import cache, partial
from pathlib import Path

import psutil
import pytest

import bot.wiring.bot
from bot.engines.reading import JobLimits, Sandbox
from bot.model.errors import KeyUnusable
from bot.playground.media import Files
from bot.service.rights import Member
from bot.service.saving.saves import Saves
from bot.service.saving.seals import Sealer, key_of_file
from bot.settings import Settings, SettingsError
from engine.errors import BadData
from engine.formats import gamejson
from engine.loading import load_language, parse_word_list
from engine.model.tiles import Alphabet
from engine.words.textlist import MOST_SHOWN, write_words
from tests.support.games import STANDARD, Table, variant_of
from tests.support.later import at_gate
from tests.support.logged import faults
from tests.support.pictures import text_of
from tests.support.records import READING
from tests.support.running import Scene, ask, gathered
from tests.support.sentences import said
from tests.support.service import eventually
from tests.support.slow_jobs import SLOW

SWEDISH = Alphabet(tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZÅÄÖ"))


def zipped(**files: bytes) -> bytes:
    """A ZIP file."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as target:
        for name, data in files.items():
            target.writestr(name, data)
    return packed.getvalue()


WORD_LISTS: dict[str, tuple[bytes, int]] = {
    "a space": (b"CAT\nHOT DOG\n", 2),
    "a hyphen": (b"CAT\nX-RAY\n", 2),
    "an apostrophe": (b"O'CLOCK\n", 1),
    "a full stop": (b"CAT.\n", 1),
    "a digit": (b"CAT\nB4\n", 2),
    "a blank tile": (b"C?T\n", 1),
    "one letter": (b"CAT\nA\n", 2),
    "too many letters": (b"CAT\n" + b"A" * 32 + b"\n", 2),
    "letters of another alphabet": ("CAT\nСОБАКА\n".encode(), 2),
    "an accent that English lacks": ("CAT\nCAFÉ\n".encode(), 2),
    "Latin-1": ("CAT\nCAFÉ\n".encode("latin-1"), 2),
    "UTF-16 without its mark": ("CAT\n".encode("utf-16-le"), 1),
    "a zero byte": (b"CAT\0\n", 1),
    "a picture": (b"\x89PNG\r\n\x1a\n" + bytes(40), 3),
    "an empty bracket": (b"[]\n", 1),
    "an archive cut off": (lzma.compress(b"CAT\n" * 1000)[:-20], 0),
    "a damaged archive": (b"\xfd7zXZ\0" + b"nonsense" * 10, 0),
    "a gzip file cut off": (gzip.compress(b"CAT\n" * 1000)[:-20], 0),
    "a damaged ZIP file": (zipped(words=b"CAT\n")[:40], 0),
    "a ZIP file of two lists": (zipped(one=b"CAT\n", other=b"DOG\n"), 0),
    "another encoding": ("KOT\nłódź\nżółw\n".encode("cp852"), 2),
    "a dictionary of Hunspell": (b"3\ncat/S\ndog/S\nthe\n", 0),
    "the rules of Hunspell": (b"SET UTF-8\nSFX S Y 1\nSFX S 0 s .\n", 0),
    "a ZIP file with a dictionary of Hunspell": (zipped(**{"en.dic": b"1\ncat/S\n", "en.aff": b"SET UTF-8\n"}), 0),
    "mostly something else": (b"CAT\n" * 90 + b"C4T\n" * 11, 91),
}

CAT_AND_DOG: dict[str, tuple[bytes, tuple[int, ...]]] = {
    "plain": (b"CAT\nDOG\n", ()),
    "blank lines": (b"\nCAT\n\nDOG\n\n", ()),
    "lines of Windows": (b"\xef\xbb\xbfCAT\r\nDOG\r\n", ()),
    "lines of an old Macintosh": (b"CAT\rDOG", ()),
    "spaces around": (b" CAT \nDOG\t\n", ()),
    "UTF-16": ("CAT\nDOG\n".encode("utf-16"), ()),
    "comments": (b"# Cats\nCAT\n// Dogs\nDOG\n", ()),
    "a title": (b"The words of our club\n\nCAT\nDOG\n", (1,)),
    "a few lines of something else": (b"CAT\nC4T\nDOG\nX-RAY\nDOG\n", (2, 4)),
    "tabs": (b"CAT\ta feline\nDOG\ta canine, tame\n", ()),
    "tabs below a title": (b"Word list\nCAT\ta feline\nDOG\ta canine\n", (1,)),
    "commas": (b"CAT,feline\nDOG,canine\n", ()),
    "quoted commas": (b'"CAT","feline"\n"DOG","canine"\n', ()),
    "semicolons": (b"CAT; feline\nDOG; canine\n", ()),
    "spaces": (b"cat a feline\ndog a canine\n", ()),
    "gzip": (gzip.compress(b"CAT\n") + gzip.compress(b"DOG\n"), ()),
    "xz": (lzma.compress(b"CAT\nDOG\n"), ()),
    "ZIP": (zipped(**{"list/": b"", "list/words.txt": b"CAT\nDOG\n", "__MACOSX/list/._words.txt": b"\0"}), ()),
}
"""Lists of the same two words as people have them, with the numbers of the lines that do not fit."""


@pytest.mark.parametrize("name", WORD_LISTS)
def test_N21_a_broken_word_list_is_refused_by_its_line(name: str) -> None:
    """No word of it is used, and the first bad line is named."""
    data, line = WORD_LISTS[name]
    with pytest.raises(BadData) as refusal:
        parse_word_list(data, STANDARD.alphabet, "words.txt")
    assert (refusal.value.where, refusal.value.line) == ("words.txt", line)
    assert refusal.value.reason


@pytest.mark.parametrize("name", CAT_AND_DOG)
def test_N21_word_lists_are_read_as_people_have_them(name: str) -> None:
    """Columns, encodings, packing and lines that are no words do not matter; these lines are counted and named."""
    data, unfit = CAT_AND_DOG[name]
    found = parse_word_list(data, STANDARD.alphabet, "words.txt")
    assert "".join(write_words(found.words, STANDARD.alphabet)) == "CAT\nDOG\n"
    assert (found.unfit, tuple(one.line for one in found.faults)) == (len(unfit), unfit)


def test_N21_no_more_than_ten_lines_that_do_not_fit_are_named() -> None:
    """All are counted."""
    found = parse_word_list(b"CAT\n" * 200 + b"C4T\n" * 15, STANDARD.alphabet, "words.txt")
    assert (found.unfit, len(found.faults)) == (15, MOST_SHOWN)


def test_N21_letters_of_the_own_alphabet_are_taken() -> None:
    """One alphabet refuses a word that another accepts, whatever the encoding."""
    for encoding in ("utf-8", "latin-1", "utf-16"):
        assert len(parse_word_list("ÅL\nöl\n".encode(encoding), SWEDISH, "words.txt").words) == 2


TONGUES = {
    "pl": ("RĘKA KOŃ JAŹŃ ŻÓŁW PIĘĆ", ("windows-1250", "iso8859-2")),
    "ru": ("СОБАКА ЕЛЬ СЛОВАРЬ ПОБЕДА СНЕГ", ("windows-1251", "koi8-r", "iso8859-5", "cp866")),
    "de": ("ÜBER ÖL ÄRGER", ("windows-1252", "windows-1250")),
    "fr": ("ÉTÉ CŒUR GARÇON", ("windows-1252", "iso8859-15")),
    "es": ("NIÑO CAFÉ", ("windows-1252",)),
}


@pytest.mark.parametrize(("language", "encoding"), [(one, each) for one in TONGUES for each in TONGUES[one][1]])
@pytest.mark.parametrize("small", [True, False])
def test_N21_X30_an_old_encoding_is_recognised_by_the_letters_of_the_language(
    language: str, encoding: str, small: bool
) -> None:
    """The words are those of the same list in UTF-8, in capitals or not."""
    alphabet = load_language(language).alphabet
    words = "\n".join(TONGUES[language][0].split()) + "\n"
    data = words.lower() if small else words
    found = [parse_word_list(data.encode(one), alphabet, "words.txt") for one in ("utf-8", encoding)]
    texts = ["".join(write_words(one.words, alphabet)) for one in found]
    assert texts[0] == texts[1] and not found[1].unfit
    assert len(found[1].words) == len(words.split())


@pytest.mark.parametrize(
    ("language", "text", "encoding"),
    [("ru", "ДОМ\nКОТ\nЛЕС\n", "koi8-r"), ("pl", "KOT\nŻÓŁW\nŁÓDŹ\n", "cp852")],
)
def test_N21_X30_an_encoding_that_is_not_clear_is_refused(language: str, text: str, encoding: str) -> None:
    """Too few letters to tell, or an encoding that gives none: the person learns to save it as UTF-8."""
    with pytest.raises(BadData) as refusal:
        parse_word_list(text.encode(encoding), load_language(language).alphabet, "words.txt")
    assert said("files.unclear_encoding") == str(refusal.value.reason)


@pytest.mark.parametrize(
    ("language", "line", "letter"),
    [("pl", "rêka", "ê"), ("fr", "český", "č"), ("es", "façon", "ç"), ("de", "lõug", "õ")],
)
def test_N21_an_accent_that_the_language_lacks_makes_no_word(language: str, line: str, letter: str) -> None:
    """Only the accents with which the language is written are left out, as in CAFÉ; the line is named."""
    found = parse_word_list(f"salon\nola\n{line}\n".encode(), load_language(language).alphabet, "words.txt")
    assert (len(found.words), found.unfit) == (2, 1)
    assert letter in str(found.faults[0].reason)


@cache
def _written() -> str:
    table = Table(variant=variant_of("CATSDOGHORNFARMNETTOE"), names=("ada", "bruno", "chloe"))
    table.start()
    while table.game.on_turn is not None:
        table.pass_()
    return gamejson.write(table.events)


def _game() -> dict[str, object]:
    return dict(json.loads(_written()))


def _without_event(number: int) -> dict[str, object]:
    game = _game()
    events = game["events"]
    assert isinstance(events, list)
    return game | {"events": events[:number] + events[number + 1 :]}


def _with_event(number: int, **changes: object) -> dict[str, object]:
    game = _game()
    events = game["events"]
    assert isinstance(events, list)
    events[number] = events[number] | changes
    return game | {"events": events}


RECORDS: dict[str, object] = {
    "nothing": "",
    "no JSON": "{",
    "deep nesting": "[" * 100_000,
    "a list": "[]",
    "another format": {"format": "chess", "version": 1},
    "no version": _game() | {"version": None},
    "a later version": _game() | {"version": 2},
    "a version that is none": _game() | {"version": True},
    "no events": _game() | {"events": []},
    "events that are none": _game() | {"events": "many"},
    "an event that is none": _game() | {"events": [7]},
    "an unknown event": _with_event(5, type="Cheated"),
    "an event of a later version": _with_event(5, v=99),
    "an event with a strange field": _with_event(5, luck=7),
    "no opening": _without_event(0),
    "a player too few": _without_event(1),
    "no end": _without_event(-1) | {"events": _game()["events"][:-1]},  # type: ignore[index]
    "tiles from nowhere": _with_event(7, tiles=[["Q", 10, 7]]),
    "a seat that there is not": _with_event(7, seat=9),
    "another winner": _game() | {"players": []},
    "another score": _game() | {"turns": []},
}


@pytest.mark.parametrize("name", RECORDS)
def test_N10_a_broken_record_is_refused(name: str) -> None:
    """With a reason, whatever is wrong with it."""
    data = RECORDS[name]
    with pytest.raises(BadData) as refusal:
        gamejson.read(data if isinstance(data, str) else json.dumps(data))
    assert refusal.value.reason
    assert gamejson.read(json.dumps(_game()))


SAVES: dict[str, object] = {
    "another kind": {"kind": "letter"},
    "no game": {"kind": "game", "installation": "a"},
    "no events": {"kind": "game", "installation": "a", "game": "b", "events": []},
    "a running game": {"kind": "game", "installation": "a", "game": "b", "events": _game()["events"]},
    "events that are none": {"kind": "game", "installation": "a", "game": "b", "events": [None]},
}


@pytest.mark.parametrize("name", SAVES)
async def test_N10_a_sealed_file_that_holds_no_paused_game_is_refused(name: str) -> None:
    """Even though it is sealed with the right key."""
    from bot.model.errors import SaveDamaged
    from bot.model.games import Cause, Place

    sealer = Sealer(lambda: b"k" * 32)
    saves = Saves(None, None, sealer, "here", READING)  # type: ignore[arg-type]  # a bad file never comes so far
    content = SAVES[name]
    assert isinstance(content, dict)
    with pytest.raises(SaveDamaged):
        await saves.load(
            sealer.seal(zlib.compress(json.dumps(content).encode())),
            Member(None, person="1"),
            Place(None, 1),
            Cause("x", 1, 1),
        )


KEYS = {
    "empty": b"",
    "too short": b"c2hvcnQ=",
    "not base64": b"!" * 44,
    "binary": bytes(range(200, 232)),
    "long": b"A" * 999,
}


@pytest.mark.parametrize("name", KEYS)
def test_N10_a_broken_key_is_refused_and_kept(name: str, tmp_path: Path) -> None:
    """A new key never replaces it: the games that it has sealed would be lost."""
    file = tmp_path / "games.key"
    file.write_bytes(KEYS[name])
    with pytest.raises(KeyUnusable):
        key_of_file(file)
    assert file.read_bytes() == KEYS[name]


def test_N10_a_key_that_is_too_short_or_cannot_be_kept_is_refused(tmp_path: Path) -> None:
    """A setting of only a few letters, as soon as the bot starts, or a folder at the file's path."""
    with pytest.raises(SettingsError):
        Settings.from_environment({"TILEWRIGHT_SAVE_KEY": "fifteen letters"})
    assert Settings.from_environment({"TILEWRIGHT_SAVE_KEY": "sixteen letters."}).save_key
    (tmp_path / "folder.key").mkdir()
    with pytest.raises(KeyUnusable):
        key_of_file(tmp_path / "folder.key")


MEGABYTE = 1024 * 1024
SMALL = JobLimits(memory=96 * MEGABYTE, cpu=1, wall=120.0, result=MEGABYTE)
IMPORT = "/word import list:mine"
TOO_MUCH = ("too large", "takes too long", "I cannot use", said("files.own_list_full", most=4_000_000))


def slow(_: str) -> Sandbox:
    """A process whose jobs can take for ever."""
    return Sandbox("tests.support.slow_jobs", JobLimits(cpu=1, wall=120.0))


@pytest.mark.soak
async def test_X3_a_file_that_is_never_read_to_its_end_holds_up_nobody(tmp_path: Path) -> None:
    """Neither players nor people looking words up wait; a second file from the same server is asked to come later."""
    async with gathered(tmp_path, sandbox=slow) as (world, ada, bruno):
        for line, name in ((IMPORT, "words.txt"), ("/settings variants", "mine.toml")):
            reading = asyncio.create_task(ask(ada, line, file=(name, SLOW)))
            await eventually(lambda: bool(_uploads(world)))
            assert "Yes" in text_of(await ask(bruno, "/word check word:CAT"))
            assert not reading.done()
            await ask(bruno, IMPORT, said("files.am_reading_another", 30), file=("words.txt", "TAC"))
            assert said("files.file_too_slow") in text_of(await reading)
        await ask(ada, IMPORT, "has 1 word", file=("words.txt", "TAC"))
        await ask(ada, "/settings variants", "standard")


def _uploads(world: Scene) -> set[str]:
    """The servers or people whose files are being read."""
    assert world.app and world.app.core
    return world.app.core.services.files.uploads._owners


LETTERS, WORDS, BRACKETS = b"A" * 8, b"AA\nAB\nAC", b"[" * 8
"""What is repeated millions of times: one letter, short words, and brackets that nothing closes."""


@pytest.mark.parametrize("inside", [LETTERS, *at_gate([WORDS, BRACKETS])])
async def test_X3_a_small_file_that_is_large_inside_is_refused(tmp_path: Path, inside: bytes) -> None:
    """It costs the bot neither memory nor time; a good list is accepted afterwards, and nothing else was stored."""
    async with gathered(tmp_path, sandbox=partial(Sandbox, limits=SMALL)) as (_, ada, _bruno):
        data = lzma.compress(inside * 4 * MEGABYTE, preset=0)
        told = text_of(await ask(ada, "/word import", file=("words.txt", data)))
        assert any(refusal in told for refusal in TOO_MUCH), told
        await ask(ada, "/word changes", said("wordlists.nothing_added_removed"))
        await ask(ada, "/word import", "has 2 words", file=("words.txt", "TAC\nGOD\n"))


async def test_X3_a_file_that_is_refused_rightly_is_no_error_of_the_bot(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Operators look at errors; what is wrong with the file is told to whoever sent it."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as target:
        target.writestr("one.txt", "CAT\n")
        target.writestr("other.txt", "DOG\n")
    async with gathered(tmp_path) as (_, ada, _bruno):
        for data in (packed.getvalue(), packed.getvalue()[:-40], lzma.compress(b"CAT\n")[:-9]):
            told = text_of(await ask(ada, "/word import", file=("words.zip", data)))
            assert "words.zip" in told and "I cannot use" in told
    assert faults(caplog) == []


async def test_X3_a_file_of_another_size_than_announced_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The size is checked while the file downloads, whatever size was announced."""
    async with gathered(tmp_path) as (_, ada, _bruno):
        add = Files.add
        monkeypatch.setattr(Files, "add", lambda *given: {**add(*given), "size": 5})
        await ask(
            ada, "/settings variants", said("core.file_too_large", limit=256 * 1024), file=("mine.toml", b"#" * 300_000)
        )


async def test_X3_the_first_file_does_not_wait_for_a_process_to_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process is ready soon after the bot has connected, reads the file, and ends with the bot."""
    monkeypatch.setattr(bot.wiring.bot, "STAND_BY_SECONDS", 0.0)
    async with gathered(tmp_path, sandbox=Sandbox) as (world, ada, _bruno):
        assert world.app and world.app.core
        sent, kept = world.app.core.sandboxes
        await eventually(lambda: sent.pid is not None)
        ready = sent.pid
        await ask(ada, IMPORT, "has 1 word", file=("words.txt", "TAC"))
        assert (sent.pid, kept.pid) == (ready, None)
    assert ready and not psutil.pid_exists(ready)
