"""Stores for the tests of races."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.support.races import Pair, pair


@pytest.fixture
async def both(shared: str) -> AsyncIterator[Pair]:
    """Two stores on one new PostgreSQL database."""
    async with pair(shared) as made:
        yield made
