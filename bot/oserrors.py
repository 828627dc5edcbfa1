"""What the system says of files and ports that cannot be used, as sentences that can be translated."""

from __future__ import annotations

import errno

from engine.errors import Sentence

_REASONS = {
    errno.ENOENT: Sentence("No such file or folder"),
    errno.EACCES: Sentence("Permission denied"),
    errno.EPERM: Sentence("Permission denied"),
    errno.EEXIST: Sentence("The file exists"),
    errno.ENOTDIR: Sentence("A part of the path is not a folder"),
    errno.EISDIR: Sentence("This is a folder, not a file"),
    errno.ENOSPC: Sentence("No space is left on the device"),
    errno.EROFS: Sentence("The file system is read-only"),
    errno.ENAMETOOLONG: Sentence("The name is too long"),
    errno.EADDRINUSE: Sentence("The address is already in use"),
    errno.EADDRNOTAVAIL: Sentence("This machine does not have that address"),
}


def reason_of(error: OSError) -> str:
    """Why the system refused; in its own words where it is none of the usual reasons."""
    return _REASONS.get(error.errno or 0) or error.strerror or str(error)
