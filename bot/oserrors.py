"""What the system says: of files and ports that cannot be used, as sentences that can be translated; of memory."""

from __future__ import annotations

import errno

from engine.sentences import Sentence

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


_NO_MEMORY = ("cannot allocate memory", "failed to map segment", "can't start new thread")
"""What libraries are told when there is no memory for code or for a thread; they raise errors of their own then."""


def lacks_memory(error: BaseException | None) -> bool:
    """Whether an error, or what led to it, is that there is too little memory."""
    while error is not None:
        if isinstance(error, MemoryError) or any(sign in str(error).lower() for sign in _NO_MEMORY):
            return True
        error = error.__cause__ or error.__context__
    return False
