"""What one person alone sees is in that person's language, what everyone sees in the channel's: ledger N11."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.playground import DM, Person
from tests.support.pseudo import ONE, OTHER, Tongue, made_up, made_up_languages, outside
from tests.support.readable import pictures_of, text_of
from tests.support.running import EPHEMERAL, ask, gathered

__all__ = ["made_up", "made_up_languages"]

Json = dict[str, Any]

LETTERS = "CATSODEEENNNRRRTTTOOGG"
DRAWS = ("A", "C", "CAT", "SOD", "EEE")
LINES = (
    "/rack",
    "/board",
    "/board style:text",
    "/board square:H8",
    "/board premiums:yes",
    "/scores",
    "/words",
    "/tiles values",
    "/tiles distribution",
    "/tiles unseen",
    "/tiles all",
    "/game status",
    "/game list",
    "/game rules",
    "/check word:cat",
    "/anagram letters:cat",
    "/hooks word:cat",
    "/stats",
    "/leaderboard",
    "/dictionary list",
    "/variant list",
    "/variant show name:standard",
    "/settings mine",
    "/settings server",
    "/settings themes",
    "/game chat",
    "/hint kind:best",
    "/try move:8G cat",
    "/play move:8G XYZ",
    "/play move:nonsense here now",
    "/exchange tiles:Q",
    "/challenge",
    "/undo",
    "/swap",
    "/trade square:H8",
)
"""What Ada asks during the game; refusals are private sentences too."""

KEPT = re.compile(r"https?://\S+|\b(?:Ada|Bruno|tiny|cardwords|svenska|Nederlands|English)\b")
"""Names, which are the same in all languages, and addresses."""
WORD = re.compile(r"[a-zà-ÿ]{3,}")


def seen_by(person: Person) -> Iterator[tuple[bool, str]]:
    """Every text of the bot that a person has ever been shown, and whether nobody else sees it."""
    for frame in person.frames:
        if frame["op"] == "modal":
            yield True, "\n".join([frame["title"], *(one["label"] for one in frame["components"] if "label" in one)])
        data = frame.get("d", {})
        if frame.get("t") in ("MESSAGE_CREATE", "MESSAGE_UPDATE") and data["author"].get("bot"):
            yield bool(data["flags"] & EPHEMERAL) or data["channel_id"] == person.known.dm_id, text_of(data)


def faults_in(text: str, own: Tongue, foreign: Tongue) -> list[str]:
    """The lines of a text that are not in its language."""
    rest = KEPT.sub("", outside(text, own)).splitlines()
    return [line for line in rest if foreign.left in line or WORD.search(line)]


async def game_of_two(ada: Person, bruno: Person) -> None:
    """Open a game, join it and start it, in a channel of the other language."""
    await ada.command("/game new variant:tiny")
    lobby = await bruno.wait_message(lambda m: not m["flags"] & EPHEMERAL and OTHER.say("Join") in text_of(m))
    await bruno.click(lobby, OTHER.say("Join"))
    await ada.wait_message(lambda m: not m["flags"] & EPHEMERAL and "**Bruno**" in text_of(m))
    await ada.click(lobby, OTHER.say("Start"))
    await ada.wait_message(lambda m: not m["flags"] & EPHEMERAL and bool(pictures_of(m)), after=lobby)
    await ada.wait_message(lambda m: bool(pictures_of(m)), channel=DM)


@pytest.mark.gate
@pytest.mark.usefixtures("made_up_languages")
async def test_N11_private_texts_are_in_the_person_s_language_and_public_ones_in_the_channel_s(tmp_path: Path) -> None:
    """Ada's language is that of her Discord, Bruno has chosen it over his; the channel has another."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (_, ada, bruno):
        ada.settings(locale="sv-SE")
        bruno.settings(locale="en-GB")
        panel = await ask(bruno, "/settings mine")
        await bruno.select(panel, ONE.code, which="Language")
        await bruno.wait(lambda: ONE.say("Your settings") in text_of(bruno.now(panel) or {}), "the other language")
        for person in (ada, bruno):
            person.frames.clear()
        panel = await ask(ada, "/settings channel")
        await ada.select(panel, OTHER.code, which=ONE.say("Language of messages"))
        await game_of_two(ada, bruno)
        for line in LINES:
            await ask(ada, line)
        found = {
            (private, line)
            for person in (ada, bruno)
            for private, text in list(seen_by(person))
            for line in faults_in(text, *((ONE, OTHER) if private else (OTHER, ONE)))
        }
        assert not found, "\n".join(f"{private} {line}" for private, line in sorted(found))
