"""`tilewright health`."""

from __future__ import annotations

import asyncio
import socket
from typing import Any

import pytest

from bot.model.figures import DatabaseCounts
from bot.monitoring.metrics import PrometheusMeasures
from bot.monitoring.server import Monitoring
from tests.support.scraping import ANY_PORT


@pytest.mark.parametrize(("well", "code"), [(True, 0), (False, 1)])
async def test_X11_health_ends_with_the_state_of_the_bot(
    cli: Any, monkeypatch: pytest.MonkeyPatch, well: bool, code: int
) -> None:
    """The address is given, or that of the setting."""

    async def alive() -> DatabaseCounts:
        if not well:
            raise OSError
        return DatabaseCounts({}, 0, None, {})

    monitoring = Monitoring(ANY_PORT, PrometheusMeasures({}), lambda: True, alive, alive, lambda: 0)
    await monitoring.start()
    try:
        where = f"127.0.0.1:{monitoring.address.port}"
        assert (await asyncio.to_thread(cli, "health", where)).exit_code == code
        monkeypatch.setenv("TILEWRIGHT_METRICS", f"0.0.0.0:{monitoring.address.port}")
        assert (await asyncio.to_thread(cli, "health")).exit_code == code
    finally:
        await monitoring.close()


def test_X11_nobody_there_is_no_health(cli: Any) -> None:
    """The exit code says so, and there is no traceback."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        result = cli("health", f"127.0.0.1:{free.getsockname()[1]}")
    assert result.exit_code == 1


@pytest.mark.parametrize("arguments", [("health",), ("health", "nonsense")])
def test_X11_without_an_address_there_is_one_clear_line(
    cli: Any, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    """As for all bad input."""
    monkeypatch.delenv("TILEWRIGHT_METRICS", raising=False)
    assert cli(*arguments).exit_code == 2
