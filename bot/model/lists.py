"""Named word lists of a server, and the names by which a game's dictionary says which lists it combines."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.model.errors import BadListName
from engine.model.alphabet import Alphabet
from engine.pasted import is_unseen

LONGEST_NAME = 24
"""Characters of a list's name."""
MOST_LISTS = 20
"""How many named lists a server can have."""
MOST_COMBINED = 4
"""How many lists a game's dictionary can combine; with the longest names, Discord can still offer the combination."""
LONGEST_NAMES = 128
"""Characters of the names of combined lists."""
AND = "+"
"""Stands between the names of combined lists, so no name contains it."""
MARK = "list-"
"""What the ids of named lists begin with; no list of the program does."""

_JOINERS = frozenset(" -'’")


@dataclass(frozen=True, slots=True)
class NamedList:
    """A word list that a server has made. The server's changes to `base` are stored under its id.

    `base` is one of the program's lists, or `empty`. Words are spelt in `alphabet`: the letters that `variant` had in
    `language` when the list was made.
    """

    id: str
    server: int
    name: str
    base: str
    alphabet: Alphabet
    variant: str
    language: str

    def fits(self, alphabet: Alphabet) -> bool:
        """Whether a game with these letters can spell every word that the list may hold."""
        return set(self.alphabet.letters) <= set(alphabet.letters)


def alphabet_data(alphabet: Alphabet) -> dict[str, Any]:
    """An alphabet as data that JSON can hold."""
    return {
        "letters": alphabet.letters,
        "equivalents": alphabet.equivalents,
        "folds": alphabet.folds,
        "meant": alphabet.meant,
        "drops_accents": alphabet.drops_accents,
    }


def alphabet_of(data: Mapping[str, Any]) -> Alphabet:
    """The alphabet from such data."""
    return Alphabet(
        tuple(data["letters"]),
        tuple(map(tuple, data["equivalents"])),
        tuple((sign, letters) for sign, letters in data["folds"]),
        tuple((sign, tuple(others)) for sign, others in data["meant"]),
        data["drops_accents"],
    )


def variant_title(one: NamedList) -> str:
    """The variant whose letters a list has, as its name and language."""
    return f"{one.variant} ({one.language})"


def read_name(text: str) -> str:
    """The name for a list that someone has typed. Raises `BadListName`.

    Letters and digits of any script, single spaces, hyphens and apostrophes: nothing that Discord would format, and
    nothing that cannot be seen.
    """
    name = " ".join(unicodedata.normalize("NFC", text).split())
    # One character can stand for up to 18 others, among them signs, and names are compared by these.
    plain = unicodedata.normalize("NFKC", name)
    known = all(char in _JOINERS or (char.isalnum() and not is_unseen(char)) for char in name + plain)
    if not 0 < max(len(name), len(plain)) <= LONGEST_NAME or not known or not any(map(str.isalnum, name)):
        raise BadListName(text, LONGEST_NAME)
    if key_of(name).startswith(MARK):
        raise BadListName(text, LONGEST_NAME)
    return name


def key_of(name: str) -> str:
    """What names that differ only in case or in compatible characters have in common."""
    return unicodedata.normalize("NFKC", " ".join(name.split())).casefold()


def split_names(text: str) -> tuple[str, ...]:
    """The names in a combination, each once."""
    found: dict[str, str] = {}
    for name in filter(None, (" ".join(one.split()) for one in text.split(AND))):
        found.setdefault(key_of(name), name)
    return tuple(found.values())
