"""What features have in channels, such as tournaments and digests: it ends with its channel, at once."""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol


class Tenant(Protocol):
    """What a feature has in channels."""

    async def occupied(self) -> Collection[tuple[int, int]]:
        """The servers and channels in which it has something that is not over."""

    async def vacate(self, channel: int) -> None:
        """End what it has in a channel that has been deleted."""


class Tenants:
    """All of them."""

    def __init__(self) -> None:
        self._all: list[Tenant] = []

    def append(self, tenant: Tenant) -> None:
        """Have one end what it has in deleted channels."""
        self._all.append(tenant)

    async def occupied(self) -> frozenset[tuple[int, int]]:
        """The servers and channels in which anything is."""
        return frozenset([place for tenant in self._all for place in await tenant.occupied()])

    async def vacate(self, channel: int) -> None:
        """End everything in a channel that has been deleted."""
        for tenant in self._all:
            await tenant.vacate(channel)
