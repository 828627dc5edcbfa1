"""What the words played mean, by a press behind More; and names instead of addresses wherever a message leads on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.front.look import actions as look
from bot.model.errors import WordsAreSecret
from bot.text import texts_for
from bot.text.refusals import refusal
from tests.support.playground import DM, Person
from tests.support.readable import buttons_of, text_of
from tests.support.running import DRAWS, LETTERS, answer, ask, board, gathered, press_more, started
from tests.support.sentences import said

PEOPLE = ("Ada", "Bruno", "Chloe")


async def more(person: Person, shown: dict[str, Any]) -> dict[str, Any]:
    """The answer to More."""
    last = person.last()
    await person.click(shown, "More")
    return await answer(person, "More about", after=last)


@pytest.mark.gate
async def test_the_meaning_of_what_was_played_is_a_press_away(tmp_path: Path) -> None:
    """The newest word first, for watchers too; the others are in a menu. Nothing to look up before the first word."""
    async with gathered(tmp_path, *DRAWS, people=PEOPLE, letters=LETTERS, rack_size=3) as (_, ada, bruno, chloe):
        first = await started(ada, bruno)
        assert {"Meaning", "Words so far"}.isdisjoint(buttons_of(await more(ada, first)))
        await ask(ada, "/play move:8H AT", "You played 8H AT")
        second = await board(bruno, "AT", after=first)
        await ask(bruno, "/play move:I8 TO", "You played I8 TO")
        third = await board(chloe, "I8 TO", after=second)
        await press_more(chloe, third, "Meaning")
        told = await answer(chloe, "### TO")
        assert "dictionary" in text_of(told)
        await chloe.select(told, "AT")
        await chloe.wait(lambda: "### AT" in text_of(chloe.now(told) or {}), "the meaning of another word")
        assert not [m for m in ada.visible() if "###" in text_of(m)]


async def test_nobody_learns_whether_a_word_that_can_be_challenged_exists(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The button is missing for players and watchers, and pressing it all the same reveals nothing."""

    async def always(*_: object) -> bool:
        return True

    async with gathered(tmp_path, *DRAWS, people=PEOPLE, letters=LETTERS, rack_size=3) as (stage, ada, bruno, chloe):
        first = await started(ada, bruno, "variant:tiny preset:classic")
        await ask(ada, "/play move:8H TAC", "You played 8H TAC")
        second = await board(bruno, "TAC", after=first)
        for person in (bruno, chloe):
            assert "Meaning" not in buttons_of(await more(person, second))
        monkeypatch.setattr(look, "tells_meanings", always)
        playing = await stage.naming(WordsAreSecret, ada.channel_id())
        for person, refused in ((bruno, playing), (chloe, refusal(WordsAreSecret(), texts_for("en")))):
            await press_more(person, second, "Meaning")
            assert text_of(await answer(person, refused)) == refused


@pytest.mark.gate
async def test_where_there_is_no_game_yours_are_named(tmp_path: Path) -> None:
    """As links, to whoever plays them alone; in a direct message, too. A wrong code is answered in the same way."""
    async with gathered(tmp_path, *DRAWS, people=PEOPLE, letters=LETTERS, rack_size=3) as (_, ada, bruno, chloe):
        first = await started(ada, bruno)
        for person in (ada, chloe):
            person.place = "games"
        link = f"- [Ada v Bruno](https://discord.com/channels/{first['guild_id']}/{first['channel_id']}/"
        for line, missing in (
            ("/rack", said("games.no_game")),
            ("/play move:8H CAT", said("games.no_game")),
            ("/game join code:nonsense", said("games.no_such_code", code="nonsense")),
        ):
            told = text_of(await ask(ada, line, missing))
            assert "Your games:" in told and link in told and "**your turn**" in told, line
        assert "Your games" not in text_of(await ask(chloe, "/rack", said("games.no_game")))
        await ask(bruno, "/game status", f"**[Ada v Bruno]({link.partition('(')[2]}")
        await chloe.open_dm()
        await chloe.say("8H CAT", channel=DM)
        assert "Your games" not in text_of(await chloe.wait_message(said("games.no_game"), channel=DM))


@pytest.mark.gate
async def test_no_message_has_a_naked_address(tmp_path: Path) -> None:
    """Addresses are links with a name, or buttons."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        first = await started(ada, bruno)
        for line in ("/rack", "/game status", "/game list", "/help", "/board"):
            await ask(ada, line)
        await ask(ada, "/play move:8H AT", "You played 8H AT")
        await board(bruno, "AT", after=first)
        sent = [body for body in stage.playground.recorder.bodies("POST|PATCH", "") if isinstance(body, dict)]
        said = [content for body in sent for content in contents(body)]
        assert any("](https://discord.com/channels/" in one for one in said)
        assert not [one for one in said if re.search(r"(?<!\]\()https?://", one)]


def contents(part: Any) -> Iterator[str]:
    """Every text in a request's body."""
    for key, value in part.items() if isinstance(part, dict) else enumerate(part):
        if key == "content" and isinstance(value, str):
            yield value
        elif isinstance(value, dict | list):
            yield from contents(value)
