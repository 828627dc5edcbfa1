"""The bot's requests to Discord match Discord's own description of its API."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.discord_api import AVAILABLE, errors_of
from tests.support.playground import DM
from tests.support.running import answer, ask, board, gathered, press_more, started
from tests.support.service import passes


@pytest.mark.skipif(not AVAILABLE, reason="Discord's description of its API is not at hand")
async def test_every_request_body_is_valid(tmp_path: Path) -> None:
    """Commands, answers, modals, boards, racks, edits and deletions over a whole small game."""
    draws = ("A", "D", "C", "CAT", "REN", "SOD", "E")
    async with gathered(tmp_path, *draws, letters="CATSODRENE", rack_size=3, thinker=passes) as (stage, ada, bruno):
        first = await started(ada, bruno, "variant:tiny preset:classic computer:2 name:Friday")
        for line in (
            "/rack",
            "/board",
            "/board style:text",
            "/scores",
            "/words",
            "/game rules",
            "/help",
            "/try move:8G CAT",
        ):
            await ask(ada, line)
        await ask(ada, "/play move:cat")
        await ada.click(first, "Play")
        await ada.submit({"move": "8G CAT"})
        second = await board(bruno, "CAT", after=first)
        await press_more(bruno, second, "Accept")
        third = await board(bruno, after=second)
        await press_more(bruno, third, "Compose")
        await bruno.say("J8 SOD")
        await bruno.wait_message("Your tiles", channel=DM)
        end = await board(ada, "J8", after=third)
        await ada.click(end, "More")
        await answer(ada, "More about")
        await ada.autocomplete("/game new preset:cl")
        await ask(ada, "/game end")
        recorded = list(stage.playground.recorder.requests)
        assert len(recorded) > 40
        assert {"POST", "PUT", "PATCH", "DELETE"} <= {request.method for request in recorded}
        assert errors_of(recorded) == []


async def test_every_message_says_whom_it_may_notify(tmp_path: Path) -> None:
    """`allowed_mentions` is explicit in every message; only the person on turn is ever notified."""
    async with gathered(tmp_path, "A", "C", "CAT", "SOD", letters="CATSODEEE", rack_size=3) as (stage, ada, bruno):
        await ask(ada, "/game new variant:tiny name:@everyone <@1190000000000000203>")
        await bruno.click(await bruno.wait_message("1 of"), "Join")
        await ada.wait_message("**Bruno**")
        await ask(ada, "/game start")
        await board(ada)
        await ada.say("8H DOG")
        await ada.wait_message("tiles", channel=DM)
        sent = stage.playground.recorder.bodies("POST|PATCH", r"/messages")
        bodies = [body for body in sent if isinstance(body, dict) and "components" in body]
        assert bodies
        for body in bodies:
            allowed = body["allowed_mentions"]
            assert allowed["parse"] == []
            assert set(allowed.get("users", [])) <= {int(ada.id), ada.id}
            assert not allowed.get("replied_user")
