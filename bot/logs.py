"""The log: text or JSON lines, each with the game and the cause that it is about, and without secrets.

What an exception says can hold a rack, a person's text or a token, as can the state of a task that asyncio reports. So
the log never quotes an exception: it names its class and where it was raised (`bot.model.errors.describe`).
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any

from bot.model.errors import describe

NOISY = ("discord", "aiohttp", "aiosqlite", "asyncio", "PIL", "numba", "alembic", "sqlalchemy")
"""Libraries whose details are not logged: they hold racks from private messages."""

_game: ContextVar[str] = ContextVar("game", default="")
_cause: ContextVar[str] = ContextVar("cause", default="")
_TOKENS = re.compile(r"(/(?:interactions|webhooks)/\d+/)[\w.\-]+")


@contextmanager
def about(*, game: str = "", cause: str = "") -> Iterator[None]:
    """While this lasts, what the current task logs is about a game and a cause; an empty one stays as it was.

    Tasks and threads that it starts inherit both.
    """
    tokens = [(name, name.set(value)) for name, value in ((_game, game), (_cause, cause)) if value]
    try:
        yield
    finally:
        for name, token in tokens:
            name.reset(token)


def note_game(game: str) -> None:
    """From now on, what the current task logs is about a game that exists: never a code that someone typed."""
    _game.set(game)


class SafeFormatter(logging.Formatter):
    """Makes one line of text from each record. `token` is the bot's own, and never shown."""

    def __init__(self, token: str | None = None) -> None:
        super().__init__()
        self._token = token

    def format(self, record: logging.LogRecord) -> str:
        """The line, with the game and the cause at its end if there are any."""
        where = " ".join(f"{key}={value}" for key, value in _subject().items())
        parts = (self._time(record).strftime("%Y-%m-%d %H:%M:%S"), f"{record.levelname:<7}", f"{record.name}:")
        return " ".join(filter(None, (*parts, self.safe_message(record), where and f"[{where}]")))

    def safe_message(self, record: logging.LogRecord) -> str:
        """What a record says, without what an exception says and without tokens."""
        text = record.getMessage()
        if record.name.partition(".")[0] in NOISY:
            text = text.partition("\n")[0]  # the lines after it show the state of a task or of a request
        if record.exc_info and record.exc_info[1]:
            text = f"{text}: {describe(record.exc_info[1])}"
        if self._token:
            text = text.replace(self._token, "***")
        return _TOKENS.sub(r"\1***", text)

    def _time(self, record: logging.LogRecord) -> datetime:
        return datetime.fromtimestamp(record.created, UTC)


class JsonFormatter(SafeFormatter):
    """Makes one JSON object of each record: `time` (UTC), `level`, `logger`, `message`; `game` and `cause` if known."""

    def format(self, record: logging.LogRecord) -> str:
        """The object, on one line."""
        told: dict[str, Any] = {
            "time": self._time(record).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": self.safe_message(record),
        }
        return json.dumps(told | _subject(), ensure_ascii=False)


def start_logging(level: str, form: str = "text", token: str | None = None) -> None:
    """Log to standard error from now on; `form` is `text` or `json`."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonFormatter(token) if form == "json" else SafeFormatter(token))
    logging.basicConfig(level=level.upper(), handlers=[handler])
    for noisy in NOISY:
        logging.getLogger(noisy).setLevel(logging.WARNING)


def _subject() -> dict[str, str]:
    """The game and the cause of what happens now, as far as they are known."""
    return {key: value for key, value in (("game", _game.get()), ("cause", _cause.get())) if value}
