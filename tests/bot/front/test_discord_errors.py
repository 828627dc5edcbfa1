"""What Discord's refusals mean for deliveries."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from bot.front.posting.discord_errors import FAULTS, refusals
from bot.service.ports import PermanentRefusal, TransientFailure


def _refusal(status: int, code: int) -> discord.HTTPException:
    response: Any = SimpleNamespace(status=status, reason="")
    return discord.HTTPException(response, {"code": code, "message": ""})


@pytest.mark.parametrize(
    "code", [50001, 50007, 50013, 10003, 10008, 10013, 50009, 50083, 50278, 20026, 30046, 200000, 987654]
)
def test_final_refusals_keep_their_code(code: int) -> None:
    """A retry would change nothing; Discord adds codes, so a new one is final too."""
    with pytest.raises(PermanentRefusal) as caught, refusals():
        raise _refusal(403, code)
    assert caught.value.code == code


@pytest.mark.parametrize(
    "error",
    [
        _refusal(500, 0),
        _refusal(503, 0),
        _refusal(429, 0),
        _refusal(403, 40003),
        _refusal(403, 40004),
        aiohttp.ServerDisconnectedError(),
        ConnectionResetError(),
        TimeoutError(),
    ],
)
def test_everything_that_may_pass_is_tried_again(error: Exception) -> None:
    """Errors of the server and of the network."""
    with pytest.raises(TransientFailure), refusals():
        raise error


def test_rate_limit_tells_when_to_come_back() -> None:
    """The wait is passed on in milliseconds."""
    with pytest.raises(TransientFailure) as caught, refusals():
        raise discord.RateLimited(1.5)
    assert caught.value.retry_after == 1500


@pytest.mark.parametrize("error", [_refusal(400, code) for code in sorted(FAULTS)])
def test_faults_of_the_program_are_not_hidden(error: discord.HTTPException) -> None:
    """A body that Discord cannot read and a wrong token do not count as refusals."""
    with pytest.raises(discord.HTTPException), refusals():
        raise error
