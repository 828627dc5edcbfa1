"""A whole evening of several games, in which every feature of the bot is used at least once."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path

import pytest
from babel import Locale

from bot.playground.component_limits import walk
from bot.playground.recorder import Recorded
from bot.playground.shapes import Json
from engine.loading import list_languages
from tests.support import evening_acts as acts
from tests.support.discord_api import errors_of
from tests.support.evening import Evening, Guest, choose, evening, registered
from tests.support.logged import faults
from tests.support.pseudo import AMERICAN, OVERSEAS, english, is_cut, made_up, made_up_languages, outside
from tests.support.readable import text_of
from tests.support.running import EPHEMERAL, ask

__all__ = ["made_up", "made_up_languages"]

WORD = re.compile(r"[A-Z]?[a-z]{3,}")
LANGUAGES = "|".join(Locale("en").languages[code] for code in list_languages())
KEPT = re.compile(
    r"https?://\S+|^\d\. [a-z].*|^(?:[\d?A-Za-z]+/){14}.*|good (?:evening|luck)|Sand and sea|American English|"
    rf"\b(?:{LANGUAGES}|Bruno|Chloe|Deniz|Robot\d|Evening|Friday|Animals|Playground|Harbour|seaside|tiny|Cup|Liga|"
    r"cardwords)\b"
)
"""What people, files and CLDR have named or written, definitions, addresses, and CGP: the same in all languages."""
NAMED = re.compile(rf"\*\*{OVERSEAS.left}[^{OVERSEAS.right}]*{OVERSEAS.right}\*\*")
"""A button that everyone sees, as a text for one person names it."""
DMS_CLOSED = 50007
"""Discord's code for a person who accepts no direct messages."""

NOT_USED: dict[str, str] = {
    "compose_tiles": "only racks of more than 12 tiles need a menu: tests/features/test_large_games.py",
    "meaning_of": "only several words have a menu of them: tests/features/test_meaning_and_links.py",
    "which_else": "only who plays a duplicate and a game is asked what a move is for: tests/features/test_duplicate.py",
    "puzzle_place": "only where a word without a square goes is asked: tests/features/test_puzzles.py",
    "duplicate_place": "only where a word without a square goes is asked: tests/features/test_duplicate.py",
    "tour_start": "this director looks at the pairs before they begin: tests/features/test_tournaments.py",
    "exchange_count": "only real tiles are exchanged by their number: tests/features/test_tabletop.py",
}
"""Actions that nobody uses in this evening, and why."""


@pytest.mark.soak
@pytest.mark.usefixtures("made_up_languages")
async def test_N11_an_evening_uses_everything_there_is_in_two_long_languages(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two people, two computer players, a spectator and a player from another server; no error, no bad request.

    Everyone's Discord has one language and the servers another, both as long as the longest translation.
    """
    heard = listen(monkeypatch)
    with caplog.at_level(logging.ERROR):
        async with evening(tmp_path) as one:
            await speak(one)
            heard.clear()
            for act in acts.ACTS:
                await act(one)
            there_is = registered(one.ada.commands)
            recorded = list(one.stage.playground.recorder.requests)
    used = one.diary
    assert (there_is.commands - used.commands, there_is.menus - used.menus) == (set(), set())
    assert (there_is.actions - used.actions - set(NOT_USED), there_is.modals - used.modals) == (set(), set())
    assert used.commands <= there_is.commands and used.actions <= there_is.actions
    assert not set(NOT_USED) & used.actions
    assert faults(caplog) == []
    assert len(recorded) < 5000, "the recorder has forgotten the first requests"
    assert [f"{one.method} {one.path}: {one.status}" for one in recorded if not _well(one)] == []
    assert errors_of(recorded) == []
    wrong = sorted({line for private, text in heard for line in foreign(text, private=private)})
    assert not wrong, "\n".join(wrong)
    cut = sorted({text for _, text in heard if is_cut(text)})
    assert not cut, "\n".join(cut)


Heard = list[tuple[bool, str]]
"""Texts that people were shown, and whether only they were."""


def listen(monkeypatch: pytest.MonkeyPatch) -> Heard:
    """Keep what everyone is shown from now on, and let people read it in plain English."""
    heard, take = Heard(), Guest._take

    def hear(guest: Guest, frame: Json) -> None:
        heard.extend(texts_in(guest, frame))
        take(guest, english(frame))

    monkeypatch.setattr(Guest, "_take", hear)
    return heard


def texts_in(guest: Guest, frame: Json) -> Iterator[tuple[bool, str]]:
    """The bot's texts in a frame of a person's page."""
    match frame["op"]:
        case "modal":
            yield True, frame["title"]
            for part in walk(frame["components"]):
                yield from ((True, str(part[key])) for key in ("label", "description", "placeholder") if part.get(key))
        case "autocomplete":
            yield from ((True, one["name"]) for one in frame["choices"])
        case "event" if frame["t"] in ("MESSAGE_CREATE", "MESSAGE_UPDATE") and frame["d"]["author"].get("bot"):
            data = frame["d"]
            private = bool(data["flags"] & EPHEMERAL) or data["channel_id"] == guest.known.dm_id
            yield from ((private, line) for line in text_of(data).splitlines())


def foreign(text: str, *, private: bool) -> Iterator[str]:
    """A text, if part of it is in the wrong language or in none."""
    own, other = (AMERICAN, OVERSEAS) if private else (OVERSEAS, AMERICAN)
    told = NAMED.sub("", text) if private else text
    if other.left in told or WORD.search(KEPT.sub("", outside(told, own))):
        yield f"{'private' if private else 'public'}: {text}"


async def speak(one: Evening) -> None:
    """Both servers choose a language for what everyone sees."""
    for moderator in (one.ada, one.chloe):
        panel = await ask(moderator, "/settings server")
        await choose(moderator, panel, OVERSEAS.code, which="Language", expected="Server settings")


def _well(one: Recorded) -> bool:
    """Whether the stand-in accepted a request, or refused it through no fault of the bot.

    Ada closes her direct messages for a while, a message to delete may be gone already, and a person that the bot asks
    about may not be in a server.
    """
    if one.status == HTTPStatus.FORBIDDEN:
        return bool(one.answer and one.answer.get("code") == DMS_CLOSED)
    return one.status < HTTPStatus.BAD_REQUEST or (
        one.status == HTTPStatus.NOT_FOUND and (one.method == "DELETE" or "/members/" in one.path)
    )
