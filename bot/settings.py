"""The settings of an installation, from the environment and an optional file `tilewright.toml`.

The environment takes precedence. Importing this module reads nothing.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import platformdirs

from bot.limits import LIMITS, Bounds, LimitsRefused, read_limits
from engine.sentences import Sentence

APPLICATION = "tilewright"
FILE = "tilewright.toml"
"""The settings file, in the folder where the process starts."""
SQLITE, POSTGRESQL = "sqlite+aiosqlite", "postgresql+asyncpg"
"""The supported databases with their drivers, as named in addresses."""
PORT = 8420
LOBBY_HOURS = 24
LONGEST_LOBBY = 24 * 90
THINK = ("auto", "always")
LOG_LEVELS = ("debug", "info", "warning", "error")
LOG_FORMATS = ("text", "json")

KEYS: Mapping[str, str] = {
    "token": "DISCORD_TOKEN",
    "database_url": "TILEWRIGHT_DATABASE_URL",
    "api": "TILEWRIGHT_DISCORD_API",
    "gateway": "TILEWRIGHT_DISCORD_GATEWAY",
    "cdn": "TILEWRIGHT_DISCORD_CDN",
    "port": "TILEWRIGHT_PORT",
    "log": "TILEWRIGHT_LOG",
    "log_format": "TILEWRIGHT_LOG_FORMAT",
    "metrics": "TILEWRIGHT_METRICS",
    "data": "TILEWRIGHT_DATA",
    "save_key": "TILEWRIGHT_SAVE_KEY",
    "lobby_hours": "TILEWRIGHT_LOBBY_HOURS",
    "limits": "TILEWRIGHT_LIMITS",
    "shards": "TILEWRIGHT_SHARDS",
    "think": "TILEWRIGHT_THINK",
    "engines": "TILEWRIGHT_ENGINES",
}
"""The settings by name in the file, with the environment variable of each."""


SHORTEST_KEY = 16
"""Characters of the shortest secret that can become a key."""
MOST_DIGITS = 9
"""The most digits that a number may have."""
MOST_SHARDS = 100_000
MOST_ENGINES = 16
_SHARDS = re.compile(r"([0-9]{1,6})(?:-([0-9]{1,6}))?/([0-9]{1,6})")


@dataclass(eq=False)
class SettingsError(Exception):
    """An unusable setting. `name` is the variable or key in the file, `reason` says after it what it should be."""

    name: str
    reason: str

    def __str__(self) -> str:
        return f"{self.name} {self.reason}"


@dataclass(frozen=True, slots=True)
class ShardRange:
    """Shards chosen by hand: those from `first` to `last`, of `count` in all."""

    first: int
    last: int
    count: int

    @property
    def shards(self) -> frozenset[int]:
        """Their numbers."""
        return frozenset(range(self.first, self.last + 1))

    @property
    def is_all(self) -> bool:
        """Whether they are all there are."""
        return len(self.shards) == self.count


@dataclass(frozen=True, slots=True)
class Address:
    """Where to listen, exactly as given; an IPv6 address is without its brackets."""

    host: str
    port: int


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that can be configured.

    Without a `token` the playground runs. `api`, `gateway` and `cdn` are None for Discord's own addresses. `folder`
    holds the database and the key file. `save_key` signs saved games; None means the key file. The bot asks about an
    idle lobby after `lobby_hours` and closes it after as many again. `limits` are the fair-use limits. `shards` are
    this process's share of the servers; None lets the processes share as many as Discord recommends.
    `metrics` is where health and metrics are served; None means nowhere.
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
    log_format: str = "text"
    metrics: Address | None = None
    think: str = THINK[0]
    shards: ShardRange | None = None
    engines: int = 1

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
        raise SettingsError(FILE, Sentence("is not valid TOML: {error}", error=error)) from error
    except RecursionError as error:
        raise SettingsError(FILE, Sentence("is not valid TOML: it is nested too deeply")) from error


def _values(environ: Mapping[str, str], file: Mapping[str, Any]) -> dict[str, _Value]:
    if strange := sorted(set(file) - set(KEYS)):
        unknown = Sentence("has the unknown key {key}; use {known}", key=repr(strange[0]), known=", ".join(KEYS))
        raise SettingsError(FILE, unknown)
    if unreadable := [key for key, value in file.items() if not isinstance(value, str) and type(value) is not int]:
        raise SettingsError(unreadable[0], Sentence("must be text or a number"))
    if endless := [key for key, value in file.items() if isinstance(value, int) and abs(value) >= 10**MOST_DIGITS]:
        raise SettingsError(endless[0], Sentence("must be a number of up to {most} digits", most=MOST_DIGITS))
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
        _choice(values.get("log"), LOG_LEVELS, "info"),
        _save_key(values.get("save_key")),
        _lobby_hours(values.get("lobby_hours")),
        _limits(values.get("limits")),
        _choice(values.get("log_format"), LOG_FORMATS),
        _metrics(values.get("metrics")),
        _choice(values.get("think"), THINK),
        _shards(values.get("shards")),
        _engines(values.get("engines")),
    )


def _folder(value: _Value) -> Path:
    text = _printable(value)
    try:
        return Path(text).expanduser()
    except RuntimeError as error:
        raise SettingsError(value.name, Sentence("names the home of a user that this machine does not know")) from error


def _printable(value: _Value) -> str:
    """The text, stripped. Raises `SettingsError` for invisible characters such as a line feed."""
    text = value.text.strip()
    if not text.isprintable():
        raise SettingsError(value.name, Sentence("must be one line without control characters"))
    return text


def _number(value: _Value, low: int, high: int, wrong: Sentence) -> int:
    text = value.text.strip()
    if not text.isascii() or not text.isdigit() or len(text) > MOST_DIGITS or not low <= int(text) <= high:
        raise SettingsError(value.name, wrong)
    return int(text)


def _database(value: _Value) -> str:
    url = _printable(value)
    if url.partition("://")[0] not in (SQLITE, POSTGRESQL):
        schemes = {"first": f"{SQLITE}:///", "second": f"{POSTGRESQL}://"}
        raise SettingsError(value.name, Sentence("must begin with {first} or {second}", **schemes))
    if url.startswith(POSTGRESQL):
        _check_server(value, url)
    if url.startswith("sqlite") and url.partition(":///")[2].partition("?")[0] in ("", ":memory:"):
        example = f"{SQLITE}:////var/lib/tilewright/games.db"
        raise SettingsError(value.name, Sentence("must name a file, such as {example}", example=example))
    return url


def _check_server(value: _Value, url: str) -> None:
    """Raise `SettingsError` for an invalid server address, without quoting it: it may contain a password."""
    try:
        parts = urlsplit(url)
        known = parts.hostname is not None and (parts.port is None or parts.port > 0)
    except ValueError as error:
        raise SettingsError(value.name, Sentence("is not an address: its host or its port cannot be read")) from error
    if not known and not (url.startswith(POSTGRESQL) and parts.port is None):
        raise SettingsError(value.name, Sentence("is not an address: it names no host, or the port 0"))


def _token(value: _Value | None) -> str | None:
    if value is None:
        return None
    token = value.text.strip().removeprefix("Bot ").strip()
    if any(letter.isspace() or not letter.isprintable() for letter in token):
        raise SettingsError(value.name, Sentence("must be one word without spaces"))
    return token


def _save_key(value: _Value | None) -> str | None:
    if value and len(value.text.strip()) < SHORTEST_KEY:
        raise SettingsError(value.name, Sentence("has fewer than {least} characters", least=SHORTEST_KEY))
    return value.text if value else None


def _address(value: _Value | None, schemes: tuple[str, str]) -> str | None:
    if value is None:
        return None
    url = _printable(value)
    if url.partition("://")[0].lower() not in schemes:
        first, second = (f"{scheme}://" for scheme in schemes)
        wrong = Sentence("must be an address that begins with {first} or {second}", first=first, second=second)
        raise SettingsError(value.name, wrong)
    _check_server(value, url)
    return url.rstrip("/")


def _port(value: _Value | None) -> int:
    if value is None:
        return PORT
    return _number(value, 0, 65535, Sentence("must be a port number from 0 (any free one) to 65535"))


def _lobby_hours(value: _Value | None) -> int:
    if value is None:
        return LOBBY_HOURS
    wrong = Sentence("must be a number of hours from 1 to {most}", most=LONGEST_LOBBY)
    return _number(value, 1, LONGEST_LOBBY, wrong)


def _limits(value: _Value | None) -> Bounds:
    try:
        return read_limits(value.text if value else "")
    except LimitsRefused as error:
        raise SettingsError(value.name if value else "limits", error.reason) from error


def _shards(value: _Value | None) -> ShardRange | None:
    if value is None or value.text.strip().lower() == "auto":
        return None
    parts = _SHARDS.fullmatch(value.text.strip())
    first, last, count = (int(part) for part in (parts[1], parts[2] or parts[1], parts[3])) if parts else (0, 0, 0)
    if not first <= last < count <= MOST_SHARDS:
        wrong = Sentence(
            "must be auto, or shards and their number in all, such as 0-3/16, with at most {most} in all",
            most=MOST_SHARDS,
        )
        raise SettingsError(value.name, wrong)
    return ShardRange(first, last, count)


def _engines(value: _Value | None) -> int:
    if value is None:
        return min(max(1, (os.cpu_count() or 1) // 2), MOST_ENGINES)
    return _number(
        value, 1, MOST_ENGINES, Sentence("must be a number of processes from 1 to {most}", most=MOST_ENGINES)
    )


def _choice(value: _Value | None, choices: tuple[str, ...], default: str = "") -> str:
    if value is None:
        return default or choices[0]
    chosen = value.text.strip().lower()
    if chosen not in choices:
        raise SettingsError(value.name, Sentence("must be one of {choices}", choices=", ".join(choices)))
    return chosen


def _metrics(value: _Value | None) -> Address | None:
    return None if value is None else read_address(value.name, _printable(value))


def read_address(name: str, text: str) -> Address:
    """The address that a text such as 127.0.0.1:9100 or [::1]:9100 means. Raises `SettingsError`, which says `name`."""
    host, colon, port = text.strip().rpartition(":")
    bare = host[1:-1] if host.startswith("[") and host.endswith("]") else host
    if not colon or not bare or bare.strip() != bare or (":" in host and bare == host) or "/" in bare:
        raise SettingsError(name, Sentence("must be HOST:PORT, such as {example}", example="127.0.0.1:9100"))
    wrong = Sentence("must be HOST:PORT with a port number from 1 to 65535")
    return Address(bare, _number(_Value(name, port), 1, 65535, wrong))
