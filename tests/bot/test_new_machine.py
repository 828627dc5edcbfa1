"""The program that measures the bot's memory (`tests.support.new_machine`) says what it measures."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.support import new_machine


class Compiling(Exception):
    """A compiler that has finished."""


async def test_the_start_is_weighed_before_everything_is_compiled(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The figure leaves out the memory that compiling takes."""
    said: list[str] = []

    async def nothing() -> None:
        pass

    def finish() -> None:
        raise Compiling

    app = SimpleNamespace(
        start=nothing, stop=nothing, playground=object(), core=SimpleNamespace(compiler=SimpleNamespace(finish=finish))
    )
    monkeypatch.setattr(new_machine, "_boundless", lambda _folder: app)
    monkeypatch.setattr(new_machine, "_say_weight", said.append)
    with pytest.raises(Compiling):
        await new_machine.weigh_bot(tmp_path)
    assert said == ["started"]
