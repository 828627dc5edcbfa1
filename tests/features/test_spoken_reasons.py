"""Why a file, a position or a record is refused: in the language of whoever sent it, with nothing in English (N11)."""

from __future__ import annotations

import json
import lzma
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.service.rights import FairUse
from bot.text import Texts, texts_for
from engine.errors import BadData, BadFile
from engine.formats import cgp, gamejson, gcg
from engine.loading import load_variant, parse_word_list, read_variant_file
from engine.sentences import Sentence
from engine.words.graph import kwg
from tests.bot.text.test_refusals import BROKEN as NOT_TOML
from tests.bot.text.test_refusals import DEEP
from tests.engine.formats import test_varianttoml as cardwords
from tests.features.test_broken_files import RECORDS, WORD_LISTS
from tests.features.test_languages_of_people import WORD
from tests.support.games import STANDARD
from tests.support.malformed import CGPS, GCGS
from tests.support.pictures import text_of
from tests.support.playground import Person
from tests.support.pseudo import ONE, made_up, made_up_languages, outside
from tests.support.running import ask, gathered

__all__ = ["made_up", "made_up_languages"]


def _refused(read: Callable[[], object]) -> BadData:
    with pytest.raises(BadData) as refusal:
        read()
    return refusal.value


def _all() -> Iterator[BadData]:
    """What each reader says of each of its broken files."""
    english = load_variant("standard", "en")
    yield from (_refused(lambda text=text: gcg.read(text.encode())) for text, _, _ in GCGS)  # type: ignore[misc]
    yield from (_refused(lambda text=text: cgp.read(text, english)) for text, _ in CGPS)  # type: ignore[misc]
    for data, _ in WORD_LISTS.values():
        yield _refused(lambda data=data: parse_word_list(data, STANDARD.alphabet, "W.TXT"))  # type: ignore[misc]
    for record in RECORDS.values():
        text = record if isinstance(record, str) else json.dumps(record)
        yield _refused(lambda text=text: gamejson.read(text))  # type: ignore[misc]
    for text in (*NOT_TOML, DEEP):
        yield _refused(lambda text=text: read_variant_file(text, "V.TOML"))  # type: ignore[misc]
    for _, files, *_ in cardwords.BROKEN_CARDWORDS:
        yield _refused(lambda files=files: cardwords.read(**files))  # type: ignore[misc]
    for data in (b"", b"123", bytes(8) * 2, b"\xff" * 64):
        yield _refused(lambda data=data: kwg.decode(data, 26))  # type: ignore[misc]


def _reasons(error: BadData) -> Iterator[Sentence]:
    yield error.reason
    if isinstance(error, BadFile):
        yield from (fault.reason for fault in error.faults)


@pytest.fixture
def made_up_texts(made_up: Path) -> Texts:
    return texts_for(ONE.code, made_up)


def test_N11_every_reason_of_every_reader_is_in_the_catalogues(made_up_texts: Texts) -> None:
    """In a made-up language, nothing stands outside its marks, whatever is wrong with a file.

    Where there is no file, the reason begins with the name of what was read.
    """
    errors = list(_all())
    reasons = {reason for error in errors for reason in _reasons(error)}
    assert len(reasons) > 100
    assert [one for one in reasons if outside(made_up_texts.told(one), ONE).strip()] == []
    places = {error.where for error in errors if isinstance(error.where, Sentence)}
    assert places >= {"CGP position", "game record", "game file", "word graph"}
    assert [one for one in places if outside(made_up_texts.told(one), ONE)] == []


THEME = b"name = 'S'\ncolour = 1\n[board]\nplain = 'RED'\n"
UPLOADS: tuple[tuple[str, str, bytes], ...] = (
    ("/settings variants", "V.TOML", b"\xff"),
    ("/settings variants", "V.TOML", DEEP.encode()),
    *(("/settings variants", "V.TOML", text.encode()) for text in NOT_TOML),
    ("/settings themes", "T.TOML", b"\xff"),
    ("/settings themes", "T.TOML", b"a = = 1"),
    ("/settings themes", "T.TOML", THEME),
    ("/word import", "W.TXT", b"CAT\nC4T\n"),
    ("/word import", "W.TXT", b"C" * 40),
    ("/word import", "W.TXT", b"CAT\n\x81\n"),
    ("/word import", "W.TXT", lzma.compress(b"CAT\n" * 1000)[:-20]),
    ("/word import", "W.TXT", b"\xfd7zXZ\0" + b"9" * 80),
    ("/game load", "G.TXT", b"not mine"),
)
"""Files that people may send, one for each way in which it can be broken."""
POSITIONS = ("15/15", *(text for text, _ in CGPS if 0 < len(text) < 200 and "\n" not in text))


async def _sent(person: Person, line: str, name: str, data: bytes) -> dict[str, Any]:
    before = person.last() if person.visible() else None
    await person.command(line, files={"file": (name, data)})
    return dict(await person.wait_message(lambda m: bool(m["flags"] & 64) and ONE.left in text_of(m), after=before))


async def unlimited(*_: object) -> None:
    """Fair use that lets a person send as many files as she likes."""


@pytest.mark.gate
@pytest.mark.usefixtures("made_up_languages")
async def test_N11_broken_uploads_are_refused_without_a_word_of_english(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every kind of file, and positions; names of files and what they hold are quoted as they are."""
    monkeypatch.setattr(FairUse, "spend", unlimited)
    async with gathered(tmp_path, "A", "C", "CAT", "SOD", letters="CATSODEEE", rack_size=3) as (_, ada, _bruno):
        ada.settings(locale="sv-SE")
        told = [text_of(await _sent(ada, *upload)) for upload in UPLOADS]
        told += [text_of(await ask(ada, f"/review analysis position:{position}")) for position in POSITIONS[:4]]
        left = [text for text in told if WORD.search(outside(text, ONE))]
        assert left == []
        assert len(set(told)) > len(NOT_TOML)
