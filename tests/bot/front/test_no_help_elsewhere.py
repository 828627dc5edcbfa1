"""Nobody gets help in a game that they play, by whatever door: every door is tried, and the detours that were found."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.model.errors import GameWaits, LettersClosed, RunningPosition, WordsAreSecret
from bot.text import texts_for
from bot.text.refusals import refusal
from bot.text.verdicts import verdict
from engine.game.views import seat_view
from tests.support.crashing import Mover
from tests.support.engines import told_at_once
from tests.support.playground import Person
from tests.support.readable import buttons_of, text_of
from tests.support.running import ask, gathered
from tests.support.sentences import said

OPTIONS: dict[str, Any] = {"letters": "CATSODEEE" * 4, "rack_size": 3, "hinter": told_at_once}
TWO = ("A", "C", "CAT", "SOD")
"""The draws for the start, and the racks of two players."""
CLOSED = (
    "/check word:cat",
    "/define word:cat",
    "/hooks word:cat",
    "/dictionary list",
    "/dictionary export",
    "/study",
    "/study drill:two",
    "/study word:cat",
    "/analyze",
    "/analyze position:15/15/15/15/15/15/15/6CAT6/15/15/15/15/15/15/15 ODE/ 0/0 0",
    "/hint",
    "/hint kind:best",
)
"""What tells of words, or helps in another game."""
DEMONSTRATION = "/game demo"


def channel(person: Person, name: str) -> str:
    return str(next(one["id"] for one in person.channels.values() if one["name"] == name))


async def asked(person: Person, line: str, where: str) -> str:
    """The private answer to a command in a channel."""
    return text_of(await ask(person, line, channel=where))


async def together(ada: Person, bruno: Person, options: str, where: str = "general") -> str:
    """A game of the two, with Ada on turn; returns its channel."""
    place = channel(ada, where)
    await ask(ada, f"/game new variant:tiny {options}", channel=place)
    await ask(bruno, "/game join", channel=place)
    await ask(ada, "/game start", channel=place)
    return place


async def alone(person: Person, *rules: str) -> str:
    """A lobby of one person in another channel."""
    place = channel(person, "lounge")
    await ask(person, "/game new variant:tiny", channel=place)
    for rule in rules:
        await ask(person, f"/game rules {rule}", channel=place)
    return place


@pytest.mark.parametrize("preset", ["classic", "friendly"])
async def test_every_door_is_closed_to_players_where_words_are_secret(tmp_path: Path, preset: str) -> None:
    """And open to those of other games. The other game here is in another language, whose words are other ones."""
    async with gathered(tmp_path, *TWO, "A", "C", "SOD", "CAT", **OPTIONS) as (stage, ada, bruno):
        stage.library.speak("fr")
        other = await together(ada, bruno, "", "games")
        stage.library.speak("en")
        here = await together(ada, bruno, f"preset:{preset} name:Hush")
        closed, is_secret = await stage.naming(WordsAreSecret, here), preset == "classic"
        assert await asked(ada, "/anagram letters:sod", other) == await stage.naming(LettersClosed, here, other)
        for line in CLOSED:
            assert (await asked(ada, line, other) == closed) is is_secret, line
        if is_secret:
            assert await asked(ada, DEMONSTRATION, channel(ada, "lounge")) == closed
        for line in ("/try move:8G {}", "/try move:{}", "/play move:{}"):
            told = [(await asked(ada, line.format(word), other)).replace(word, "") for word in ("TAC", "CAT", "TCA")]
            assert (told[1] == told[2]) is is_secret, told
        rack = await ask(ada, "/rack", channel=other)
        last = ada.last(other)
        await ada.click(rack, "Compose")
        message = await ada.wait_message(lambda one: "A 1" in buttons_of(one), channel=other, after=last)
        for tile in ("A 1", "C 3"):
            before = ada.now(message)
            await ada.click(message, tile)
            shown = await ada.wait(lambda before=before: (now := ada.now(message)) != before and now, tile)
        view = seat_view(await stage.state(other), 0)
        assert (verdict(view, [("A", "C")], texts_for("en")) in text_of(shown)) is not is_secret


async def test_nobody_plays_alone_with_real_tiles_either(tmp_path: Path) -> None:
    """They can be any, so each play would be a question about a word."""
    async with gathered(tmp_path, *TWO, **OPTIONS) as (stage, ada, bruno):
        lobby = await alone(ada, "rule:tabletop value:on")
        here = await together(ada, bruno, "preset:classic")
        waits = await stage.naming(GameWaits, here)
        assert await asked(ada, "/game start", lobby) == waits


async def test_a_game_alone_waits_when_words_become_secret(tmp_path: Path) -> None:
    """No play is judged until the other game is over; then it goes on. Games with other people go on anyway."""
    async with gathered(tmp_path, "CAT", *TWO, **OPTIONS) as (stage, ada, bruno):
        lonely = await alone(ada)
        await asked(ada, "/game start", lonely)
        here = await together(ada, bruno, "preset:classic")
        waits = await stage.naming(GameWaits, here)
        for line in ("/play move:8G CAT", "/play move:8G TAC", "/pass", "/exchange tiles:C"):
            assert await asked(ada, line, lonely) == waits, line
        assert await asked(ada, "/play move:8G CAT", here) != waits
        await ada.click(await ask(ada, "/game resign", channel=here), "Resign")
        await ada.wait_message("resigned", channel=here)
        assert await asked(ada, "/play move:8G CAT", lonely) != waits
        assert not (await stage.state(lonely)).board.is_empty


async def test_no_best_move_is_found_by_the_same_position_in_another_game(tmp_path: Path) -> None:
    """A board and a rack that were prepared with the tiles of the real game."""
    async with gathered(tmp_path, "CAT", "SOD", *TWO, **OPTIONS) as (stage, ada, bruno):
        copy = await alone(bruno, "rule:undo value:off")
        await asked(bruno, "/game start", copy)
        await asked(bruno, "/play move:8G CAT", copy)
        here = await together(ada, bruno, "")
        await asked(bruno, "/hint kind:best", copy)
        await asked(ada, "/play move:8G CAT", here)
        refused = await stage.naming(RunningPosition, here)
        for line in ("/hint kind:best", "/hint kind:nudge"):
            assert await asked(bruno, line, copy) == refused
        assert await asked(bruno, "/hint kind:best", here) != refused


async def test_no_move_is_found_for_a_real_board_that_is_the_one_of_another_game(tmp_path: Path) -> None:
    async with gathered(tmp_path, *TWO, **OPTIONS) as (stage, ada, bruno):
        here = await together(ada, bruno, "")
        place = await alone(ada, "rule:tabletop value:on")
        await ask(ada, "/seat computer level:8", channel=place)
        await asked(ada, "/game start", place)
        refused = await stage.naming(RunningPosition, here)
        assert await asked(ada, "/tabletop rack player:2 tiles:CAT", place) == refused


TURNED = "/analyze position:15/15/15/15/15/15/7C7/7A7/7T7/15/15/15/15/15/15 DOS/ 0/0 0 variant:tiny"
"""What 8G CAT leads to, with rows and columns exchanged."""


async def test_no_move_is_found_for_a_running_game_whose_board_is_written_otherwise(tmp_path: Path) -> None:
    """The first line would be the very move, mirrored. Who does not play it may look, and later everyone."""
    async with gathered(tmp_path, *TWO, people=("Ada", "Bruno", "Chloe"), **OPTIONS) as (stage, ada, bruno, chloe):
        here = await together(ada, bruno, "")
        await asked(ada, "/play move:8G CAT", here)
        refused = await stage.naming(RunningPosition, here)
        there = channel(bruno, "games")
        stray = TURNED.replace("position:15/", "position:14E/")
        for line in (TURNED, stray, TURNED.replace("7C7/7A7", "10C4/10A4").replace("7T7", "10T4")):
            assert await asked(bruno, line, there) == refused, line
            assert await asked(chloe, line, there) != refused, line
        await bruno.click(await ask(bruno, "/game resign", channel=here), "Resign")
        await bruno.wait_message("resigned", channel=here)
        assert await asked(bruno, TURNED, there) != refused


async def test_a_computer_player_moves_in_no_position_of_another_game_that_was_led_up_to(tmp_path: Path) -> None:
    """Its tiles were typed while the board was empty."""
    async with gathered(tmp_path, *TWO, thinker=Mover(("9G DOS",)), **OPTIONS) as (stage, ada, bruno):
        place = await alone(bruno, "rule:tabletop value:on", "rule:undo value:off")
        await ask(bruno, "/seat computer level:8", channel=place)
        await ask(bruno, "/tabletop start player:Bruno", channel=place)
        await ask(bruno, "/tabletop rack player:Robot1 tiles:SOD", "holds", channel=place)
        here = await together(ada, bruno, "")
        await asked(ada, "/play move:8G CAT", here)
        await asked(bruno, "/play move:8G CAT", place)
        await bruno.wait_message("**Robot1** passed", channel=place)
        assert (await stage.state(place)).seats[1].score == 0


async def test_a_phony_costs_the_turn_beside_a_game_in_which_words_are_secret(tmp_path: Path) -> None:
    """It would be a question about a word that costs nothing. The answer says why; later, it costs nothing again."""
    async with gathered(tmp_path, *TWO, "A", "C", "SOD", "CAT", **OPTIONS) as (stage, ada, bruno):
        other = await together(ada, bruno, "", "games")
        assert said("moves.not_dictionary", 1) in await asked(ada, "/play move:8G TCA", other)
        assert (await stage.state(other)).on_turn == 0
        here = await together(ada, bruno, "preset:classic")
        warned = await asked(ada, "/try move:8G TCA", other)
        assert said("verdicts.secret_elsewhere") in warned
        lost = await asked(ada, "/play move:8G TCA", other)
        assert said("receipts.costs_elsewhere") in lost
        assert (await stage.state(other)).on_turn == 1
        await ada.click(await ask(ada, "/game resign", channel=here), "Resign")
        await ada.wait_message("resigned", channel=here)
        await asked(bruno, "/play move:8G DSO", other)
        assert (await stage.state(other)).on_turn == 1


async def test_watchers_learn_nothing_about_the_words_of_a_game_in_its_channel(tmp_path: Path) -> None:
    """They could tell the players. Elsewhere they may ask, and in its lobby and after its end here too."""
    people = ("Ada", "Bruno", "Chloe")
    async with gathered(tmp_path, *TWO, people=people, **OPTIONS) as (_, ada, bruno, chloe):
        there = channel(chloe, "games")
        lines = [f"/{one}" for one in ("check word:cat", "hooks word:cat", "define word:cat", "anagram letters:cat")]
        secret = refusal(WordsAreSecret(), texts_for("en"))
        await ask(ada, "/game new variant:tiny preset:classic")
        assert await asked(chloe, lines[0], channel(chloe, "general")) != secret
        await ask(bruno, "/game join")
        await ask(ada, "/game start")
        here = channel(chloe, "general")
        for line in lines:
            assert await asked(chloe, line, here) == secret, line
            assert await asked(chloe, line, there) != secret, line
        await ada.click(await ask(ada, "/game resign"), "Resign")
        await ada.wait_message("resigned")
        for line in lines:
            assert await asked(chloe, line, here) != secret, line


async def test_a_lobby_that_was_closed_decides_nothing(tmp_path: Path) -> None:
    """The dictionary of a game that never started is not that of the channel."""
    async with gathered(tmp_path, **OPTIONS) as (_, ada, _bruno):
        await ada.command("/game new language:german")
        await ada.wait_message("(Host)")
        await ada.click(await ask(ada, "/game end"), "End the game")
        await ada.wait_message("geschlossen")
        await ask(ada, "/check word:cat", "in the English dictionary")
