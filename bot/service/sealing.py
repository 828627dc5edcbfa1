"""Sealed files: only the installation's key can read or make their content.

A file is `TILEWRIGHT SAVE` and a line feed, the version as one byte, eight bytes that name the key, a nonce of twelve,
and the packed content under AES-256 in Galois/Counter mode, which authenticates everything before it too.
"""

from __future__ import annotations

import hashlib
import logging
import secrets
from collections.abc import Callable

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from bot.model.errors import KeyUnusable, SaveDamaged, SaveForeign, SaveNewer, SaveUnknown

LOG = logging.getLogger(__name__)
MAGIC = b"TILEWRIGHT SAVE\n"
VERSION = 1
LARGEST = 4_000_000
"""Bytes of the largest file that is read."""

_KEY_NAME, _NONCE, _TAG = 8, 12, 16
_HEADER = len(MAGIC) + 1 + _KEY_NAME + _NONCE


class Sealer:
    """Seals and opens files. `key` is called when it is first needed; it may raise `KeyUnusable`."""

    def __init__(self, key: Callable[[], bytes]) -> None:
        self._find = key
        self._key: bytes | None = None

    def seal(self, content: bytes) -> bytes:
        """The sealed file of packed content. Takes a moment. Raises `KeyUnusable`."""
        key = self._known()
        nonce = secrets.token_bytes(_NONCE)
        header = MAGIC + bytes((VERSION,)) + _name(key) + nonce
        return header + AESGCM(key).encrypt(nonce, content, header)

    def open(self, data: bytes) -> bytes:
        """The packed content of a file. Takes a moment.

        Raises `SaveUnknown` if it is not a sealed file, `SaveNewer` if it is from a later program, `SaveForeign` if it
        is from another installation, `SaveDamaged` if it was changed or is incomplete, and `KeyUnusable`.
        """
        if data[: len(MAGIC)] != MAGIC[: len(data)] or not data:
            raise SaveUnknown
        if len(data) < _HEADER + _TAG or len(data) > LARGEST:
            raise SaveDamaged
        key, header = self._known(), data[:_HEADER]
        if header[len(MAGIC)] != VERSION:
            raise SaveNewer
        if header[len(MAGIC) + 1 : -_NONCE] != _name(key):
            raise SaveForeign
        try:
            return AESGCM(key).decrypt(header[-_NONCE:], data[_HEADER:], header)
        except InvalidTag as error:
            raise SaveDamaged from error

    def _known(self) -> bytes:
        if self._key is None:
            try:
                self._key = self._find()
            except KeyUnusable as error:
                LOG.error("the key for saved games cannot be used: %s %s", error.where, error.reason)
                raise
        return self._key


def _name(key: bytes) -> bytes:
    return hashlib.sha256(b"name of " + key).digest()[:_KEY_NAME]
