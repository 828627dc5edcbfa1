"""Broken word lists, saved games, records and keys: each is refused clearly, and nothing of it is used."""

from __future__ import annotations

import json
import lzma
import zlib
from pathlib import Path

import pytest

from bot.model.errors import KeyUnusable
from bot.service.rights import Member
from bot.service.saves import Saves
from bot.service.sealing import Sealer, key_of_file
from bot.settings import Settings, SettingsError
from engine.errors import BadData
from engine.formats import gamejson
from engine.loading import parse_word_list
from engine.model.alphabet import Alphabet
from tests.support.games import STANDARD, Table, variant_of
from tests.support.reading import READING

SWEDISH = Alphabet(tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZÅÄÖ"))

WORD_LISTS: dict[str, tuple[bytes, int]] = {
    "a blank line": (b"CAT\n\nDOG\n", 2),
    "a blank line at the end": (b"CAT\nDOG\n\n", 3),
    "a space": (b"CAT\nHOT DOG\n", 2),
    "a space after a word": (b"CAT \nDOG\n", 1),
    "a hyphen": (b"CAT\nDOG\nX-RAY\n", 3),
    "an apostrophe": (b"O'CLOCK\n", 1),
    "a full stop": (b"CAT.\n", 1),
    "a digit": (b"CAT\nB4\n", 2),
    "a blank tile": (b"C?T\n", 1),
    "one letter": (b"CAT\nA\n", 2),
    "too many letters": (b"CAT\n" + b"A" * 32 + b"\n", 2),
    "letters of another alphabet": ("CAT\nСОБАКА\n".encode(), 2),
    "an accent that English lacks": ("CAT\nCAFÉ\n".encode(), 2),
    "Latin-1": ("CAT\nCAFÉ\n".encode("latin-1"), 2),
    "UTF-16": ("CAT\n".encode("utf-16"), 1),
    "a comma-separated table": (b"CAT,feline\n", 1),
    "a tab": (b"CAT\tfeline\n", 1),
    "a zero byte": (b"CAT\0\n", 1),
    "a picture": (b"\x89PNG\r\n\x1a\n" + bytes(40), 1),
    "an empty bracket": (b"[]\n", 1),
    "an archive cut off": (lzma.compress(b"CAT\n" * 1000)[:-20], 0),
    "a damaged archive": (b"\xfd7zXZ\0" + b"nonsense" * 10, 0),
}


@pytest.mark.parametrize("name", WORD_LISTS)
def test_N21_a_broken_word_list_is_refused_by_its_line(name: str) -> None:
    """No word of it is used, and the first bad line is named."""
    data, line = WORD_LISTS[name]
    with pytest.raises(BadData) as refusal:
        parse_word_list(data, STANDARD.alphabet, "words.txt")
    assert (refusal.value.where, refusal.value.line) == ("words.txt", line)
    assert refusal.value.reason


def test_N21_letters_of_the_own_alphabet_are_taken() -> None:
    """One alphabet refuses a word that another accepts."""
    assert len(parse_word_list("ÅL\nöl\n".encode(), SWEDISH, "words.txt")) == 2


def _game() -> dict[str, object]:
    table = Table(variant=variant_of("CATSDOGHORNFARMNETTOE"), names=("ada", "bruno", "chloe"))
    table.start()
    while table.game.on_turn is not None:
        table.pass_()
    return dict(json.loads(gamejson.write(table.events)))


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
