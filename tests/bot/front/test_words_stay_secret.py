"""Where phonies may stand, no request before a play reveals whether a word is in the dictionary.

The same requests are made twice, with a dictionary that has every possible word and with one that has none of them; all
answers must be the same, letter by letter and pixel by pixel.
"""

from __future__ import annotations

import hashlib
import json
import re
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from tests.support.later import later
from tests.support.playground import DM, Person
from tests.support.readable import buttons_of, pictures_of, text_of
from tests.support.running import DRAWS, LETTERS, answer, ask, board, gathered
from tests.support.sentences import said

ALL_VALID = tuple("".join(word) for size in (2, 3) for word in permutations("CATSODE", size))
NONE_VALID = ("ZZZ",)
ASKED = (
    "/try move:8G CAT",
    "/try move:8G TAC",
    "/try move:8H AT",
    "/try move:act",
    "/try move:tca",
    "/try",
    "/check word:cat",
    "/check word:cat, qqq tac",
    "/hooks word:cat",
    "/hooks word:tca",
    "/check word:qqq",
    "/anagram letters:cat",
    "/define word:cat",
    "/study",
    "/study drill:two",
    "/study word:cat",
    "/analyze",
    "/rack",
    "/board",
    "/board style:text",
    "/board square:H8",
    "/scores",
    "/words",
    "/tiles unseen",
    "/game status",
    "/game rules",
)
_IDS = re.compile(r"tw:([a-z_]+)[a-z0-9:~-]*")
_SNOWFLAKE = re.compile(r"\b\d{17,20}\b")
_OWN = ("content", "label", "custom_id", "disabled", "style", "placeholder", "options", "description", "accent_color")


async def seen(person: Person, message: dict[str, Any]) -> str:
    """Everything that a message shows, without the numbers that differ between runs."""
    parts = [text_of(message), str(buttons_of(message, disabled=True)), json.dumps(_shape(message["components"]))]
    pictures = [await person.download(picture["url"]) for picture in pictures_of(message)]
    hashes = [hashlib.sha256(data).hexdigest() for data in pictures]
    return "\n".join([_SNOWFLAKE.sub("#", "\n".join(parts)), *hashes])


def _shape(component: Any) -> Any:
    match component:
        case list():
            return [_shape(one) for one in component]
        case dict():
            kept = {key: _shape(value) for key, value in component.items() if key in _OWN}
            inside = _shape(component.get("components", []))
            return {"type": component.get("type"), **kept, "inside": inside}
        case str():
            return _IDS.sub(r"\1", component)
        case _:
            return component


async def told(folder: Path, challenge: str, words: tuple[str, ...]) -> list[str]:
    """Everything shown to two players before the first play."""
    async with gathered(folder, *DRAWS, letters=LETTERS, rack_size=3, words=words) as (_, ada, bruno):
        await ask(ada, "/game new variant:tiny preset:classic name:Words")
        await ask(ada, f"/game rules rule:challenge value:{challenge}", "is now")
        await ask(bruno, "/game join")
        await ask(ada, "/game start")
        first = await board(ada)
        shown = [await seen(ada, first)]
        for line in ASKED:
            shown.append(await seen(ada, await ask(ada, line)))
            shown.append(await seen(bruno, await ask(bruno, line)))
        shown += await composed(ada)
        shown.append(await seen(ada, await ada.wait_message("Your tiles", channel=DM)))
        await ada.command("/play move:8G TAC")
        shown.append(await seen(bruno, await board(bruno, "TAC", after=first)))
        return shown


async def composed(ada: Person) -> list[str]:
    """The content of the composing message, tile by tile."""
    rack = await ask(ada, "/rack")
    await ada.click(rack, "Compose")
    message = await answer(ada, said("composing.next_tile"))
    states = [await seen(ada, message)]
    for tile in ("A 1", "C 3"):
        before = ada.now(message)
        await ada.click(message, tile)
        await ada.wait(lambda before=before: ada.now(message) != before, tile)  # type: ignore[misc]
        states.append(await seen(ada, ada.now(message) or {}))
    return states


@pytest.mark.parametrize(
    "challenge",
    ["double", *later(("single", "five_point", "ten_point", "triple"))],
)
async def test_nothing_before_a_play_tells_which_words_there_are(tmp_path: Path, challenge: str) -> None:
    """Every answer is the same with all words and with none."""
    good = await told(tmp_path / "all", challenge, ALL_VALID)
    bad = await told(tmp_path / "none", challenge, NONE_VALID)
    assert len(good) == len(bad) > 40
    for number, (one, other) in enumerate(zip(good, bad, strict=True)):
        assert one == other, number


async def test_the_comparison_sees_what_void_rules_tell(tmp_path: Path) -> None:
    """If unknown words are refused at once, the same requests do differ, so the comparison works."""
    shown = []
    for name, words in (("all", ALL_VALID), ("none", NONE_VALID)):
        async with gathered(tmp_path / name, "CAT", letters=LETTERS, rack_size=3, words=words, people=("Ada",)) as (
            _,
            ada,
        ):
            await ask(ada, "/game new variant:tiny")
            await ask(ada, "/game start")
            await board(ada)
            shown.append(await seen(ada, await ask(ada, "/try move:8G TAC")))
    assert shown[0] != shown[1]
