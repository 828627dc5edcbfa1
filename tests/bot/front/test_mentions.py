"""Whom the bot's messages may notify."""

from __future__ import annotations

from pathlib import Path

from tests.support.playground import DM
from tests.support.running import ask, board, gathered


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
