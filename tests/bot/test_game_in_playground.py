"""Whole games of two people over the playground's sockets, and how many requests that Discord limits a move takes."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from bot.front.connection.sessions import UNCOUNTED
from tests.load.games import WORDS
from tests.support.pictures import buttons_of, pictures_of, text_of
from tests.support.playground import DM, Person
from tests.support.running import answer, board, gathered, press_more, scene, shows, started
from tests.support.sentences import said
from tests.support.service import passes

TINY = ("A", "C", "CAT", "SOD", "E")
"""The draws for the start (Ada's A wins), the racks, and the tile that Ada draws after her first play."""


async def test_whole_void_game_from_lobby_to_end_card(tmp_path: Path) -> None:
    """Two people play a game to its end with commands and buttons, with an undo on the way (ledger D4, N14)."""
    async with gathered(tmp_path, *TINY, letters="CATSODE", rack_size=3, words=("CAT", "CATS", "SOD", "AT")) as (
        _,
        ada,
        bruno,
    ):
        first = await started(ada, bruno)
        assert buttons_of(first) == ["Rack", "Play", "Compose", "Hint", "More"]
        assert "`A C T`" in text_of(await ada.wait_message("Your tiles", channel=DM))
        await ada.command("/play move:8H AT")
        assert "You played 8H AT" in text_of(await answer(ada, "You played"))
        second = await board(bruno, "AT", after=first)
        assert "Undo" in buttons_of(second)
        await ada.click(second, "Undo")
        await shows(bruno, second, said("happenings.undid_last_move"))
        await ada.command("/play move:8G CAT")
        fourth = await board(bruno, "CAT", after=second)
        await bruno.click(fourth, "Play")
        await bruno.submit({"move": "J8 SOD"})
        end = await board(ada, "wins", after=fourth)
        assert "Rematch" in buttons_of(end)
        assert pictures_of(end)
        await ada.wait(lambda: not buttons_of(ada.now(first) or first), "the old board without buttons")
        assert pictures_of(ada.now(first) or first)


@pytest.mark.gate
async def test_double_game_with_a_phony_a_wrong_challenge_a_computer_and_the_final_pass(tmp_path: Path) -> None:
    """A phony is challenged off, a wrong challenge costs a turn, a computer plays too, and the last play stands."""
    draws = ("A", "D", "C", "CAT", "REN", "SOD", "EG", "EG")
    async with (
        scene(
            tmp_path, *draws, letters="CATSODRENEG", rack_size=3, words=("SOD", "CAT", "CATS"), thinker=passes
        ) as stage,
        Person.at(stage.playground, "Ada") as ada,
        Person.at(stage.playground, "Bruno") as bruno,
    ):
        await ada.command("/game new variant:tiny preset:classic computer:3")
        await ada.wait_message("Robot1")
        await bruno.command("/join")
        await ada.wait_message(". Bruno")
        await ada.command("/game rules rule:challenge value:double")
        await answer(ada, said("rules.stay_unless_challenged"))
        await ada.command("/game start")
        first = await board(ada)

        await ada.command("/play move:8G TAC")
        phony = await board(bruno, "TAC", after=first)
        await bruno.click(phony, "Challenge")
        off = await board(bruno, after=phony)
        assert sorted(await stage.rack(ada, ada.channel_id())) == sorted("CAT")

        await bruno.command("/play move:8G SOD")
        played = await board(ada, "SOD", after=off)
        await ada.click(played, "Challenge")
        await answer(ada, said("receipts.miss_next_turn"))
        back = await board(bruno, after=played)

        await press_more(bruno, back, "Pass")
        await bruno.click(await answer(bruno, said("play.want_to_pass")), "Pass")
        again = await board(ada, after=back)
        await ada.command("/play move:G5 CATS")
        final = await board(bruno, "CATS", after=again)
        assert "Accept" in buttons_of(final)
        await bruno.click(final, "Accept")
        end = await board(ada, "wins", after=final)
        assert "Rematch" in buttons_of(end)


DRAWS, LETTERS = ("A", "C", "CAT", "SOD", "ENT", "AGE", "OS", "RK"), "ACTSODENTAGEOSRK"
MOVES = ("8G CAT", "J8 SOD", "10J DEN", "L10 NAG", "12L GOT")
THINKING = 20
"""Seconds from one move to the next, so that each can no longer be undone by then."""
MOST = 3.0


async def test_a_move_takes_few_requests_that_discord_limits(tmp_path: Path) -> None:
    """The board that calls the next player, the rack edited in place, and the old board without its buttons."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, words=WORDS, rack_size=3) as (stage, ada, bruno):
        for person in (ada, bruno):
            await person.open_dm()
            await person.command("/help")
        shown = await started(ada, bruno, "variant:tiny")
        racks = {one.name: await one.wait_message("Your tiles", channel=DM) for one in (ada, bruno)}
        requests = stage.playground.recorder.requests
        requests.clear()
        for number, move in enumerate(MOVES):
            person, other = (ada, bruno) if number % 2 == 0 else (bruno, ada)
            await person.command(f"/play move:{move}")
            await answer(person, "You played")
            shown = await board(other, move, after=shown)
            stage.clock.push(THINKING)
            racks[person.name] = await person.wait_message("Your tiles", channel=DM, after=racks[person.name])
        made = Counter(_kind(one.method, one.path) for one in requests if not one.path.startswith(UNCOUNTED))
        praise = {kind for kind in made if "/reactions/" in kind}
        assert sum(made.pop(kind) for kind in praise) <= 2, "one for each of the two bingos"
        assert made.total() <= MOST * len(MOVES), made


def _kind(method: str, path: str) -> str:
    return f"{method} {re.sub('/[0-9]+', '/ID', path)}"
