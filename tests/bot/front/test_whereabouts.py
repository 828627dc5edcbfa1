"""Who is where: asked once in a while, and what holds while Discord cannot answer."""

from __future__ import annotations

from typing import Any, cast

import pytest

from bot.front.posting.members import FRESH, Whereabouts
from tests.support.service import StillClock

SERVER, CHANNEL, ADA = 7, 70, 1


class Asked:
    """Stands in for the mailbox: what Discord answers, and how often it was asked."""

    def __init__(self) -> None:
        self.answer: bool | Exception = True
        self.count = 0

    async def member(self, *_: int) -> object | None:
        return object() if self._told() else None

    async def sees(self, *_: int) -> bool:
        return self._told()

    def _told(self) -> bool:
        self.count += 1
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


@pytest.fixture
def asked() -> Asked:
    """What Discord is asked."""
    return Asked()


def of(asked: Asked, clock: StillClock) -> Whereabouts:
    """The whereabouts that this Discord tells."""
    return Whereabouts(lambda: cast("Any", asked), clock)


async def test_discord_is_asked_again_only_after_a_while(asked: Asked) -> None:
    """An answer holds until then, and someone who was there is remembered after they have gone."""
    known = of(asked, clock := StillClock())
    assert await known.is_in(SERVER, ADA)
    asked.answer = False
    clock.advance(FRESH - 1)
    assert await known.is_in(SERVER, ADA) and asked.count == 1
    clock.advance(1)
    assert not await known.is_in(SERVER, ADA)
    assert not await known.sees(SERVER, CHANNEL, ADA)
    assert known.has_been_in(SERVER, ADA) and asked.count == 2


async def test_while_discord_cannot_answer_nobody_is_gone_and_nobody_is_heard(asked: Asked) -> None:
    """Unless it has answered before; whoever is only assumed to be there does not count as having been there."""
    known = of(asked, clock := StillClock())
    asked.answer = OSError()
    assert await known.is_in(SERVER, ADA)
    assert not await known.sees(SERVER, CHANNEL, ADA)
    assert not known.has_been_in(SERVER, ADA)
    asked.answer = True
    assert await known.sees(SERVER, CHANNEL, ADA)
    asked.answer = OSError()
    clock.advance(FRESH)
    assert await known.sees(SERVER, CHANNEL, ADA)
