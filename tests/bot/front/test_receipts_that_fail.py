"""A fault in wording a receipt never says that the command failed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.front.interaction import dispatch
from tests.support.running import ask, board, gathered


async def test_what_is_done_is_never_called_undone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The game starts, and its receipt is short if wording it fails."""

    def broken(*_: Any) -> str:
        raise ZeroDivisionError

    async with gathered(tmp_path, letters="CATSODEEE", rack_size=3, people=("Ada",)) as (_, ada):
        await ask(ada, "/game new variant:tiny")
        monkeypatch.setattr(dispatch, "receipt", broken)
        await ask(ada, "/game start", "Done.")
        await board(ada)
