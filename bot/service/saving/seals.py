"""Sealed files: only the installation's key can read or make their content.

A file is a first line, `TILEWRIGHT SAVE 1` and a name of the key, and a Fernet token (https://github.com/fernet/spec)
in bytes instead of its usual base64.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import logging
import os
import secrets
from collections.abc import Callable
from pathlib import Path

from cryptography.fernet import Fernet, InvalidToken
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

from bot.model.errors import KeyUnusable, SaveDamaged, SaveForeign, SaveNewer, SaveUnknown
from bot.system import make_file, make_folder
from engine.sentences import Sentence

LENGTH = 32

_SALT = b"tilewright saved games 1"
_MOST = 1000


def key_of_text(text: str) -> bytes:
    """The key from a setting: 32 bytes as base64, or any other secret, which takes about a tenth of a second."""
    secret = text.strip()
    if (key := _decoded(secret)) is not None:
        return key
    return Scrypt(_SALT, LENGTH, 2**15, 8, 1).derive(secret.encode())


def key_file(folder: Path, database: Path | None) -> Path:
    """The file of an installation's key: next to an SQLite database and named after it, else in the data folder."""
    return database.with_suffix(".key") if database else folder / "tilewright.key"


def find_key(setting: str | None, file: Path) -> bytes:
    """The key from the setting, else from the file, which is created if missing. Raises `KeyUnusable`."""
    return key_of_text(setting) if setting else key_of_file(file)


def read_key_file(path: Path) -> bytes | None:
    """The key in a file; None if there is no file. Raises `KeyUnusable`."""
    try:
        with path.open("rb") as file:
            text = file.read(_MOST)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise KeyUnusable(path.name, Sentence("cannot be read")) from error
    try:
        key = _decoded(text.decode("ascii").strip())
    except UnicodeDecodeError:
        key = None
    if key is None:
        raise KeyUnusable(path.name, Sentence("does not hold a key"))
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
        raise KeyUnusable(path.name, Sentence("cannot be written")) from error
    return key_of_file(path)


def _place(part: Path, path: Path) -> None:
    """Give a new key file its name, unless another process has created one meanwhile."""
    try:
        os.link(part, path)  # unlike a rename, a link never replaces another file
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


LOG = logging.getLogger(__name__)
MAGIC = b"TILEWRIGHT SAVE "
VERSION = b"1"
MOST_SEALED_BYTES = 4_000_000
"""The most bytes of a file that is read."""


class Sealer:
    """Seals and opens files. `key` is called when it is first needed; it may raise `KeyUnusable`."""

    def __init__(self, key: Callable[[], bytes]) -> None:
        self._find = key
        self._key: bytes | None = None

    def seal(self, content: bytes) -> bytes:
        """The sealed file of packed content. Takes a moment. Raises `KeyUnusable`."""
        key = self._known()
        return _first_line(key) + base64.urlsafe_b64decode(_fernet(key).encrypt(content))

    def open(self, data: bytes) -> bytes:
        """The packed content of a file. Takes a moment.

        Raises `SaveUnknown` if it is not a sealed file, `SaveNewer` if it is from a later program, `SaveForeign` if it
        is from another installation, `SaveDamaged` if it was changed or is incomplete, and `KeyUnusable`.
        """
        if data[: len(MAGIC)] != MAGIC[: len(data)] or not data:
            raise SaveUnknown
        line, end, token = data[: MOST_SEALED_BYTES + 1].partition(b"\n")
        version, _, name = line.removeprefix(MAGIC).partition(b" ")
        if not end or not name or len(data) > MOST_SEALED_BYTES:
            raise SaveDamaged
        if version != VERSION:
            raise SaveNewer
        key = self._known()
        if name != _name(key):
            raise SaveForeign
        try:
            return _fernet(key).decrypt(base64.urlsafe_b64encode(token))
        except InvalidToken as error:
            raise SaveDamaged from error

    def _known(self) -> bytes:
        if self._key is None:
            try:
                self._key = self._find()
            except KeyUnusable as error:
                LOG.error("the key for saved games cannot be used: %s %s", error.where, error.reason)
                raise
        return self._key


def _fernet(key: bytes) -> Fernet:
    return Fernet(base64.urlsafe_b64encode(key))


def _first_line(key: bytes) -> bytes:
    return MAGIC + VERSION + b" " + _name(key) + b"\n"


def _name(key: bytes) -> bytes:
    return hashlib.sha256(b"name of " + key).hexdigest()[:16].encode()
