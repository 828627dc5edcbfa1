"""What Discord's refusals mean: whether they last, and whose fault they are."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus

import aiohttp
import discord

from bot.service.ports import PermanentRefusal, TransientFailure

UNKNOWN_MEMBER = 10007
UNKNOWN_MESSAGE = 10008
UNKNOWN_USER = 10013
INVALID_FORM = 50035
"""A field of the request is refused, such as a reply's reference to a message that is gone."""
CANNOT_REPLY = 160002
"""A reply shows the message it answers, so Discord requires *Read Message History*."""
UNNAMED = 0
"""The code of a refusal that names none: it may come from something between Discord and the bot."""
PASSES = frozenset({40003, 40004, 40006, 130000})
"""Refusals that hold for now only: direct messages opened too fast, sending or a feature disabled, overload."""
FAULTS = frozenset({UNNAMED, 40005, 50006, INVALID_FORM, 50045, 50109})
"""Refusals of what was sent, not of sending it: too large, empty or malformed. They are faults of the program."""

FORBIDDEN = 50013
"""A permission is missing; Discord does not say which."""

LOST: tuple[type[Exception], ...] = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError)
"""Errors that keep a message from reaching Discord: its refusals, too long a pause, and network errors."""


def is_passing_refusal(error: discord.HTTPException) -> bool:
    """Whether Discord may accept the same request later; a token that it refuses ends the bot elsewhere."""
    passing = (HTTPStatus.UNAUTHORIZED, HTTPStatus.TOO_MANY_REQUESTS)
    return error.status in passing or error.status >= 500 or error.code in PASSES


def is_final(error: discord.HTTPException) -> bool:
    """Whether Discord refuses a message for good, which retrying does not change, whatever its code.

    Discord adds codes (its API reference, "JSON error codes"), so those that are not known count too.
    """
    return error.code not in FAULTS and not is_passing_refusal(error)


@contextmanager
def refusals() -> Iterator[None]:
    """Turns errors of Discord and the network into `PermanentRefusal` and `TransientFailure`."""
    try:
        yield
    except discord.RateLimited as error:
        raise TransientFailure(round(error.retry_after * 1000)) from error
    except discord.HTTPException as error:
        if is_passing_refusal(error):
            raise TransientFailure from error
        if is_final(error):
            raise PermanentRefusal(error.code) from error
        raise
    except (aiohttp.ClientError, OSError, TimeoutError) as error:
        raise TransientFailure from error
