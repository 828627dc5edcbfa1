"""A started playground, and a bot that uses it through plain requests."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.playground.server import Playground
from tests.support.playground import running
from tests.support.rawbot import RawBot

GENERAL = "1190000000000000300"


@pytest.fixture
async def playground() -> AsyncIterator[Playground]:
    async with running() as playground:
        yield playground


@pytest.fixture
async def raw(playground: Playground) -> AsyncIterator[RawBot]:
    async with RawBot.of(playground) as bot:
        yield bot


@pytest.fixture
def general() -> str:
    """The id of #general."""
    return GENERAL
