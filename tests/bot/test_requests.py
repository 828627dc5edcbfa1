"""How many requests that Discord limits a move takes: counted over a game of two people, who think for a while."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

from bot.front.connection.pace import UNCOUNTED
from tests.load.games import WORDS
from tests.support.playground import DM
from tests.support.running import answer, board, gathered, started

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
        assert made.total() <= MOST * len(MOVES), made


def _kind(method: str, path: str) -> str:
    return f"{method} {re.sub('/[0-9]+', '/ID', path)}"
