"""The key of an installation, which seals saved games: from the settings, else from a file of its own."""

from __future__ import annotations

import base64
import binascii
import os
import secrets
from pathlib import Path

from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

from bot.model.errors import KeyUnusable
from bot.private import make_file, make_folder

LENGTH = 32
SHORTEST = 16
"""Characters of the shortest secret that can become a key."""

_SALT = b"tilewright saved games 1"
_MOST = 1000


def key_of_text(text: str) -> bytes:
    """The key for a setting: 32 bytes as base64, else any secret of 16 characters or more.

    Raises `KeyUnusable` for a shorter one. Takes about a tenth of a second for a secret.
    """
    secret = text.strip()
    if (key := _decoded(secret)) is not None:
        return key
    if len(secret) < SHORTEST:
        raise KeyUnusable("TILEWRIGHT_SAVE_KEY", f"has fewer than {SHORTEST} characters")
    return Scrypt(_SALT, LENGTH, 2**15, 8, 1).derive(secret.encode())


def key_file(folder: Path, database: Path | None) -> Path:
    """The file of an installation's key: next to an SQLite database and named after it, else in the data folder."""
    return database.with_suffix(".key") if database else folder / "tilewright.key"


def find_key(setting: str | None, file: Path) -> bytes:
    """The key of the setting, else of the file, which is created if there is none. Raises `KeyUnusable`."""
    return key_of_text(setting) if setting else key_of_file(file)


def read_key_file(path: Path) -> bytes | None:
    """The key in a file; None if there is no file. Raises `KeyUnusable`."""
    try:
        with path.open("rb") as file:
            text = file.read(_MOST)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise KeyUnusable(path.name, error.strerror or "cannot be read") from error
    try:
        key = _decoded(text.decode("ascii").strip())
    except UnicodeDecodeError:
        key = None
    if key is None:
        raise KeyUnusable(path.name, "does not hold a key")
    return key


def key_of_file(path: Path) -> bytes:
    """The key in a file; if there is none, a new one that only the owner can read. Raises `KeyUnusable`."""
    known = read_key_file(path)
    if known is not None:
        return known
    new = base64.urlsafe_b64encode(secrets.token_bytes(LENGTH)) + b"\n"
    part = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        make_folder(path.parent)
        make_file(part)
        with part.open("r+b") as file:
            file.write(new)
            file.flush()
            os.fsync(file.fileno())
        _place(part, path)
    except OSError as error:
        raise KeyUnusable(path.name, error.strerror or "cannot be written") from error
    return key_of_file(path)


def _place(part: Path, path: Path) -> None:
    """Give a new key file its name, unless another process has created one meanwhile."""
    try:
        os.link(part, path)  # unlike a rename, it never replaces another file
    except FileExistsError:
        pass
    except OSError:
        part.replace(path)  # a file system without links
    part.unlink(missing_ok=True)


def _decoded(text: str) -> bytes | None:
    try:
        key = base64.b64decode(text.replace("-", "+").replace("_", "/"), validate=True)
    except (binascii.Error, ValueError):
        return None
    return key if len(key) == LENGTH else None
