"""The settings of an installation, from the environment and an optional file `tilewright.toml`.

The environment takes precedence. Importing this module reads nothing.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import platformdirs

from bot.limits import LIMITS, Bounds, read_limits

APPLICATION = "tilewright"
SQLITE, POSTGRESQL = "sqlite+aiosqlite", "postgresql+asyncpg"
"""The supported databases with their drivers, as named in addresses."""
PORT = 8420
LOBBY_HOURS = 24
LONGEST_LOBBY = 24 * 90
LOG_LEVELS = ("debug", "info", "warning", "error")

KEYS: Mapping[str, str] = {
    "token": "DISCORD_TOKEN",
    "database_url": "TILEWRIGHT_DATABASE_URL",
    "api": "TILEWRIGHT_DISCORD_API",
    "gateway": "TILEWRIGHT_DISCORD_GATEWAY",
    "cdn": "TILEWRIGHT_DISCORD_CDN",
    "port": "TILEWRIGHT_PORT",
    "log": "TILEWRIGHT_LOG",
    "data": "TILEWRIGHT_DATA",
    "save_key": "TILEWRIGHT_SAVE_KEY",
    "lobby_hours": "TILEWRIGHT_LOBBY_HOURS",
    "limits": "TILEWRIGHT_LIMITS",
}
"""The settings by name in the file, with the environment variable of each."""


MOST_DIGITS = 9
"""The most digits that a number may have."""


@dataclass(eq=False)
class SettingsError(Exception):
    """An unusable setting. `name` is the variable or key in the file, `reason` what it should be."""

    name: str
    reason: str

    def __str__(self) -> str:
        return f"{self.name} {self.reason}"


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that can be configured.

    Without a `token` the playground runs. `api`, `gateway` and `cdn` are None for Discord's own addresses. `folder`
    holds the database and the key file. `save_key` signs saved games; None means the key file. The bot asks about an
    idle lobby after `lobby_hours` and closes it after as many again. `limits` are the fair-use limits.
    """

    folder: Path
    database_url: str
    token: str | None = field(default=None, repr=False)
    api: str | None = None
    gateway: str | None = None
    cdn: str | None = None
    port: int = PORT
    log: str = "info"
    save_key: str | None = field(default=None, repr=False)
    lobby_hours: int = LOBBY_HOURS
    limits: Bounds = field(default_factory=lambda: LIMITS)

    @staticmethod
    def from_environment(environ: Mapping[str, str], toml: str = "") -> Settings:
        """The settings from an environment and the text of a settings file. Raises `SettingsError`."""
        return _build(_values(environ, _read_file(toml)))


@dataclass(frozen=True, slots=True)
class _Value:
    """A setting's text and the name it was found under."""

    name: str
    text: str


def default_folder() -> Path:
    """The user's data folder for this application, by the system's convention."""
    return Path(platformdirs.user_data_dir(APPLICATION, appauthor=False))


def sqlite_url(path: Path) -> str:
    """The address of a database file."""
    return f"{SQLITE}:///{path}"


def _read_file(text: str) -> Mapping[str, Any]:
    try:
        return tomllib.loads(text)
    except ValueError as error:  # also for a number with too many digits
        raise SettingsError("tilewright.toml", f"is not valid TOML: {error}") from error
    except RecursionError as error:
        raise SettingsError("tilewright.toml", "is not valid TOML: it is nested too deeply") from error


def _values(environ: Mapping[str, str], file: Mapping[str, Any]) -> dict[str, _Value]:
    if strange := sorted(set(file) - set(KEYS)):
        raise SettingsError("tilewright.toml", f"has the unknown key {strange[0]!r}; known are {', '.join(KEYS)}")
    if unreadable := [key for key, value in file.items() if not isinstance(value, str) and type(value) is not int]:
        raise SettingsError(unreadable[0], "must be a text or a number")
    if endless := [key for key, value in file.items() if isinstance(value, int) and abs(value) >= 10**MOST_DIGITS]:
        raise SettingsError(endless[0], f"must be a number of up to {MOST_DIGITS} digits")
    values = {key: _Value(key, str(value)) for key, value in file.items()}
    given = {key: _Value(variable, environ.get(variable, "")) for key, variable in KEYS.items()}
    values |= {key: value for key, value in given.items() if value.text.strip()}
    return {key: value for key, value in values.items() if value.text.strip()}


def _build(values: Mapping[str, _Value]) -> Settings:
    folder = _folder(values["data"]) if "data" in values else default_folder()
    database = sqlite_url(folder / "tilewright.db")
    return Settings(
        folder,
        _database(values["database_url"]) if "database_url" in values else database,
        _token(values.get("token")),
        _address(values.get("api"), ("http", "https")),
        _address(values.get("gateway"), ("ws", "wss")),
        _address(values.get("cdn"), ("http", "https")),
        _port(values.get("port")),
        _log(values.get("log")),
        values["save_key"].text if "save_key" in values else None,
        _lobby_hours(values.get("lobby_hours")),
        _limits(values.get("limits")),
    )


def _folder(value: _Value) -> Path:
    text = _printable(value)
    try:
        return Path(text).expanduser()
    except RuntimeError as error:
        raise SettingsError(value.name, "names the home of a user that this machine does not know") from error


def _printable(value: _Value) -> str:
    """The text, stripped. Raises `SettingsError` for invisible characters such as a line feed."""
    text = value.text.strip()
    if not text.isprintable():
        raise SettingsError(value.name, "must be one line without control characters")
    return text


def _number(value: _Value, low: int, high: int, kind: str) -> int:
    text = value.text.strip()
    if not text.isascii() or not text.isdigit() or len(text) > MOST_DIGITS or not low <= int(text) <= high:
        raise SettingsError(value.name, f"must be {kind}")
    return int(text)


def _database(value: _Value) -> str:
    url = _printable(value)
    if url.partition("://")[0] not in (SQLITE, POSTGRESQL):
        raise SettingsError(value.name, f"must begin with {SQLITE}:/// or {POSTGRESQL}://")
    if url.startswith(POSTGRESQL):
        _check_server(value, url)
    if url.startswith("sqlite") and url.partition(":///")[2].partition("?")[0] in ("", ":memory:"):
        raise SettingsError(value.name, "must name a file, such as sqlite+aiosqlite:////var/lib/tilewright/games.db")
    return url


def _check_server(value: _Value, url: str) -> None:
    """Raises `SettingsError` for an invalid server address, without quoting it: it may contain a password."""
    try:
        parts = urlsplit(url)
        known = parts.hostname is not None and (parts.port is None or parts.port > 0)
    except ValueError as error:
        raise SettingsError(value.name, "is not an address: its host or its port cannot be read") from error
    if not known and not (url.startswith(POSTGRESQL) and parts.port is None):
        raise SettingsError(value.name, "is not an address: it names no host, or the port 0")


def _token(value: _Value | None) -> str | None:
    if value is None:
        return None
    token = value.text.strip().removeprefix("Bot ").strip()
    if any(letter.isspace() or not letter.isprintable() for letter in token):
        raise SettingsError(value.name, "must be one word without spaces")
    return token


def _address(value: _Value | None, schemes: tuple[str, ...]) -> str | None:
    if value is None:
        return None
    url = _printable(value)
    if url.partition("://")[0].lower() not in schemes:
        raise SettingsError(value.name, f"must be an address that begins with {':// or '.join(schemes)}://")
    _check_server(value, url)
    return url.rstrip("/")


def _port(value: _Value | None) -> int:
    if value is None:
        return PORT
    return _number(value, 0, 65535, "a port number from 0 (any free one) to 65535")


def _lobby_hours(value: _Value | None) -> int:
    if value is None:
        return LOBBY_HOURS
    return _number(value, 1, LONGEST_LOBBY, f"a number of hours from 1 to {LONGEST_LOBBY}")


def _limits(value: _Value | None) -> Bounds:
    try:
        return read_limits(value.text if value else "")
    except ValueError as error:
        raise SettingsError(value.name if value else "limits", str(error)) from error


def _log(value: _Value | None) -> str:
    if value is None:
        return "info"
    level = value.text.strip().lower()
    if level not in LOG_LEVELS:
        raise SettingsError(value.name, f"must be one of {', '.join(LOG_LEVELS)}")
    return level
