"""Two bots with one token, and Discord's time: what a bot notices by what Discord tells it."""

from __future__ import annotations

import logging
from dataclasses import replace
from pathlib import Path

import aiohttp
import pytest

from bot.service.processes.watchdog import SystemClock
from bot.settings import Settings, sqlite_url
from bot.store.meta import TWIN
from bot.store.rows import is_foreign
from bot.wiring.app import build
from bot.wiring.bot import Parts
from tests.support.engines import StandIns
from tests.support.pictures import text_of
from tests.support.playground import DM, running
from tests.support.running import TinyLibrary, ask, dictionary, gathered
from tests.support.sentences import said
from tests.support.service import eventually

OWN, OTHER = "0123456789ab", "ba9876543210"


def test_a_nonce_tells_whose_message_it_is() -> None:
    """Only those of deliveries do; other messages have nonces of other forms."""
    assert is_foreign(f"{OTHER}{7:013d}", OWN + "cdef")
    for nonce in (f"{OWN}{7:013d}", "", "p1190000000000000302", "l" + f"{OTHER}{7:013d}"[1:], "a" * 25):
        assert not is_foreign(nonce, OWN + "cdef"), nonce


async def test_a_bot_notices_another_one_with_its_token(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """By a message of its own account that it has not sent; its own messages say nothing. It warns once."""
    async with gathered(tmp_path, "CAT", "SOD", letters="CATSOD", rack_size=3) as (stage, ada, _bruno):
        assert stage.app and stage.app.core
        meta = stage.app.core.store.meta
        await ask(ada, "/game new variant:tiny")
        await ada.wait_message("seats taken")
        assert await meta.get(TWIN) is None
        address = f"{stage.playground.api}/channels/{ada.channel_id()}/messages"
        async with aiohttp.ClientSession(headers={"Authorization": f"Bot {stage.playground.token}"}) as twin:
            for number in (7, 8):
                await twin.post(address, json={"content": "a board", "nonce": f"{OTHER}{number:013d}"})
        await ada.wait_message("a board")

        async def is_noted() -> bool:
            return await meta.get(TWIN) is not None

        await eventually(is_noted)
        await ada.wait_message(said("reminders.twin"), channel=DM)
        for ahead in (-7200, -7300):
            await meta.note_clock("worker1", ahead)
            await stage.app.core.time.look()
        told = said("reminders.clock_behind", machine="**worker1**", time="2 hours")
        await ada.wait_message(told, channel=DM)
        assert len([one for one in ada.visible(DM) if said("reminders.clock_behind") in text_of(one)]) == 1
        assert len([one for one in caplog.records if "same token" in one.getMessage()]) == 1


@pytest.mark.parametrize("wrong", [-2, 365 * 24])
async def test_a_bot_on_a_machine_with_a_wrong_clock_lives_in_discords_time(
    tmp_path: Path, wrong: int, caplog: pytest.LogCaptureFixture
) -> None:
    """From its first sign of life on."""
    async with running() as playground:
        offset = wrong * 3600 * 10**9
        right = SystemClock()
        clock = SystemClock(lambda: right._wall() + offset)
        settings = Settings(
            tmp_path,
            sqlite_url(tmp_path / "games.db"),
            playground.token,
            playground.api,
            playground.gateway_url,
            playground.cdn,
        )
        parts = Parts(clock=clock, engines=StandIns(), dictionaries=dictionary(("CAT",)), library=TinyLibrary("CAT", 3))
        app = build(settings, replace(parts, pause=0.0))
        await app.start()
        try:
            assert app.core
            noted = await app.core.heartbeat.last() or right.now()
            assert abs(noted - right.now()) < 60_000 and abs(clock.now() - right.now()) < 60_000
        finally:
            await app.stop()
    assert [one for one in caplog.records if one.levelno == logging.WARNING and "Discord's" in one.getMessage()]
