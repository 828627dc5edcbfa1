"""Nobody gets help in a running game by a detour: by leaving it for a while, or by another game or board."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.support.playground import Person
from tests.support.readable import buttons_of, text_of
from tests.support.running import answer, ask, board, gathered, started

OPTIONS: dict[str, Any] = {"letters": "CATSODEEE" * 4, "rack_size": 3}
DRAWS = ("A", "C", "CAT", "SOD")
CLOSED = ("/check word:cat", "/anagram letters:sod", "/define word:cat", "/study", "/analyze")


async def secretly(ada: Person, bruno: Person, leaving: str = "") -> None:
    """A game of the two in which words are secret."""
    await ask(ada, "/game new variant:tiny preset:classic name:Hush")
    if leaving:
        await ask(ada, f"/game rules rule:on_leave value:{leaving}", "is now")
    await ask(bruno, "/game join")
    await ask(ada, "/game start")
    await board(ada, "it is your turn")


async def asked(person: Person, line: str, channel: str) -> str:
    """The private answer to a command in a channel."""
    return text_of(await ask(person, line, channel=channel))


def elsewhere(person: Person) -> str:
    """Another channel."""
    return str(next(one["id"] for one in person.channels.values() if one["type"] == 0 and one["name"] != "general"))


@pytest.mark.parametrize("paused", [False, True])
async def test_who_can_come_back_still_plays(tmp_path: Path, paused: bool) -> None:
    """Each refusal names the game; afterwards the seat is taken back."""
    async with gathered(tmp_path, *DRAWS, **OPTIONS) as (_, ada, bruno):
        await secretly(ada, bruno, "computer")
        await bruno.click(await ask(bruno, "/game leave"), "Leave")
        await ada.wait_message("left")
        if paused:
            await ask(ada, "/game pause", "paused")
        for line in CLOSED:
            told = text_of(await ask(bruno, line))
            assert "You are playing a game" in told, line
            assert "**Hush**" in told, line
        if not paused:
            await ask(bruno, "/game join")


async def test_another_game_is_no_dictionary(tmp_path: Path) -> None:
    """Previews and lists of places judge no word there, and nobody plays alone with real tiles."""
    async with gathered(tmp_path, *DRAWS, "TAC", **OPTIONS) as (_, ada, bruno):
        await secretly(ada, bruno)
        other = elsewhere(ada)
        await asked(ada, "/game new variant:tiny", other)
        await asked(ada, "/game start", other)
        for word in ("CAT", "TAC"):
            told = await asked(ada, f"/try move:8G {word}", other)
            assert "they are secret in another game" in told, told
            assert "not in the dictionary" not in told
        assert "fits in" in await asked(ada, "/try move:TCA", other)
        await ada.click(await _message(ada, "/game end", other), "End for good")
        await ada.wait_message("The game is over", channel=other)
        await asked(ada, "/game new variant:tiny", other)
        await asked(ada, "/game rules rule:tabletop value:on", other)
        await asked(ada, "/game start", other)
        for word in ("CAT", "TAC"):
            told = await asked(ada, f"/play move:8G {word}", other)
            assert "you cannot play alone with real tiles" in told, told
            assert "**Hush**" in told
            assert "they are secret in another game" in await asked(ada, f"/try move:8G {word}", other)


async def _message(person: Person, line: str, channel: str) -> dict[str, Any]:
    last = person.last(channel)
    await person.command(line, channel)
    return await person.wait_message(lambda m: m["flags"] & 64, channel=channel, after=last)


async def test_no_moves_are_found_for_ones_own_rack(tmp_path: Path) -> None:
    """Neither on an empty board of another size, nor by a computer player at a real board."""
    async with gathered(tmp_path, *DRAWS, **OPTIONS) as (_, ada, bruno):
        await started(ada, bruno)
        await ask(ada, "/analyze variant:super")
        shown = await ask(ada, "/analyze rack:TCA", "Rack: **ACT**")
        for label in ("Best moves", "Simulate"):
            last = ada.last()
            await ada.click(ada.now(shown) or shown, label)
            await answer(ada, "These are your tiles in a game", after=last)
            await ada.wait(lambda: label in buttons_of(ada.now(shown) or shown), "the board again")  # noqa: B023
        other = elsewhere(ada)
        await asked(ada, "/game new variant:tiny computer:8", other)
        await asked(ada, "/game rules rule:tabletop value:on", other)
        await asked(ada, "/game start", other)
        told = await asked(ada, "/tabletop rack player:2 tiles:CAT", other)
        assert "These are your tiles in a game" in told, told


async def test_a_lobby_that_was_closed_decides_nothing(tmp_path: Path) -> None:
    """The dictionary of a game that never started is not that of the channel."""
    async with gathered(tmp_path, **OPTIONS) as (_, ada, _bruno):
        await ada.command("/game new language:german")
        await ada.wait_message("(Host)")
        await ada.click(await ask(ada, "/game end"), "End the game")
        await ada.wait_message("geschlossen")
        await ask(ada, "/check word:cat", "in the English dictionary")
