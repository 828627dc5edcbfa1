"""If Discord breaks off a request, the person who asked is told, and the log does not report a fault."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.playground.faults import Cut, ServerError
from tests.support.logged import faults
from tests.support.running import ask, gathered
from tests.support.sentences import said


@pytest.mark.gate
async def test_a_thread_that_could_not_be_made(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The person can ask again, and then there is a thread."""
    async with gathered(tmp_path, letters="CATSODEEE", rack_size=3, people=("Ada",)) as (stage, ada):
        stage.playground.people.interactions.answer_seconds = 60.0
        for fault in (Cut(), ServerError()):
            stage.playground.faults.plan(fault, "POST", "/threads$")
            await ask(ada, "/game new variant:tiny thread:yes")
            stage.playground.faults.clear()
        await ask(ada, "/game new variant:tiny thread:yes", said("receipts.opened"))
    assert faults(caplog) == []
