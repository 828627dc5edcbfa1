"""What is wrong with a text that is not TOML, as sentences that can be translated: the library's are in English."""

from __future__ import annotations

import re

from engine.sentences import Sentence

_REASONS = (
    (r"Expected '='", Sentence("an = is missing after a key")),
    (r"Expected '\]", Sentence("a ] is missing after the name of a table")),
    (r"Expected newline", Sentence("something follows that does not belong to the value")),
    (r"Unterminated|Expected \"?'", Sentence("a quotation mark is missing at the end of some text")),
    (r"Unclosed", Sentence("a bracket is never closed")),
    (r"Cannot|Duplicate", Sentence("a key or table is given twice")),
    (r"Illegal|Found invalid", Sentence("a character is not allowed here")),
    (r"Unescaped|Escaped|Invalid hex", Sentence("a \\ in text must be doubled")),
    (r"Invalid (value|date)", Sentence("a value cannot be read; text needs quotation marks")),
)
"""By how the library's messages begin."""
_OTHER = Sentence("this line cannot be read")


def reason_of(message: str) -> Sentence:
    """The reason that a message of the standard library's reader gives."""
    return next((reason for begin, reason in _REASONS if re.match(begin, message)), _OTHER)
