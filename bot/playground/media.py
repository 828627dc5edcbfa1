"""Uploaded files: their bytes, their type, and an image's size from its header."""

from __future__ import annotations

import mimetypes
import re
import struct
import zlib
from dataclasses import dataclass, field

from bot.playground.errors import Json

UPLOAD_LIMIT = 10 * 1024 * 1024
# only the library's own table: with the machine's, the same file would have different types on different machines
_TYPES = mimetypes.MimeTypes()
INLINE = frozenset({"image/png", "image/gif", "image/webp", "image/jpeg"})


@dataclass(frozen=True, slots=True)
class Upload:
    """One file of a multipart request: the form field's `name`, the file's name and its bytes."""

    name: str
    filename: str
    data: bytes


@dataclass(slots=True)
class Files:
    """The bytes of attachments by the path of their address (`channel/attachment/filename`)."""

    address: str = ""
    stored: dict[str, bytes] = field(default_factory=dict)

    def add(self, channel_id: str, attachment_id: str, filename: str, data: bytes) -> Json:
        """Store a file and return its attachment object."""
        name = safe_name(filename)
        path = f"{channel_id}/{attachment_id}/{name}"
        self.stored[path] = data
        url = f"{self.address}/attachments/{path}"
        attachment: Json = {"id": attachment_id, "filename": name, "size": len(data), "url": url, "proxy_url": url}
        attachment["content_type"] = content_type(name, data)
        size = picture_size(data)
        if size is not None:
            attachment["width"], attachment["height"] = size
        return attachment

    def kind(self, path: str) -> str:
        """The media type of a stored file."""
        return content_type(path, self.stored[path])

    def drop(self, attachments: list[Json]) -> None:
        """Forget the bytes of attachments that are no longer shown."""
        for attachment in attachments:
            self.stored.pop(attachment["url"].partition("/attachments/")[2], None)


def safe_name(filename: str) -> str:
    """The name under which Discord stores a file: no folders, no white space, limited characters."""
    name = re.sub(r"[^A-Za-z0-9._-]", "_", filename.replace("\\", "/").rpartition("/")[2]).lstrip(".")
    return name or "unknown"


def content_type(filename: str, data: bytes) -> str:
    """The media type: of images by their first bytes, of other files by name."""
    if data[:8] == b"\x89PNG\r\n\x1a\n":
        return "image/png"
    if data[:6] in (b"GIF87a", b"GIF89a"):
        return "image/gif"
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "image/webp"
    guess = _TYPES.guess_type(filename)[0] or "application/octet-stream"
    return f"{guess}; charset=utf-8" if guess.startswith("text/") else guess


def picture_size(data: bytes) -> tuple[int, int] | None:
    """Width and height in pixels of a PNG, GIF or WebP image, None for anything else."""
    if data[:8] == b"\x89PNG\r\n\x1a\n" and len(data) >= 24:
        width, height = struct.unpack(">II", data[16:24])
        return width, height
    if data[:6] in (b"GIF87a", b"GIF89a") and len(data) >= 10:
        width, height = struct.unpack("<HH", data[6:10])
        return width, height
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP" and len(data) >= 30:
        return _webp_size(data)
    return None


def _webp_size(data: bytes) -> tuple[int, int] | None:
    # RFC 9649: the lossy, lossless and extended formats each store the size in a different place
    kind = data[12:16]
    if kind == b"VP8X":
        return 1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(data[27:30], "little")
    if kind == b"VP8L":
        packed = int.from_bytes(data[21:25], "little")
        return 1 + (packed & 0x3FFF), 1 + (packed >> 14 & 0x3FFF)
    if kind == b"VP8 ":
        width, height = struct.unpack("<HH", data[26:30])
        return width & 0x3FFF, height & 0x3FFF
    return None


def plain_png(size: int, colour: tuple[int, int, int]) -> bytes:
    """A square, single-colour PNG, `size` pixels wide, for default avatars."""
    return png(size, bytes(colour) * size * size)


def png(size: int, pixels: bytes) -> bytes:
    """A square PNG, `size` pixels wide, from the red, green and blue of its pixels, row by row."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    rows = b"".join(b"\0" + pixels[at : at + 3 * size] for at in range(0, len(pixels), 3 * size))
    header = struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
