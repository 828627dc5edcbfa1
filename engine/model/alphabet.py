"""Letters of any length, in order, with the characters that people type for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.errors import BadData, UnknownLetter
from engine.limits import LONGEST_LETTER, MAX_FORMS, MAX_LETTERS

Word = tuple[str, ...]
"""A word as its letters, so that a letter of several characters stays one letter."""

RESERVED = frozenset("0123456789.?()[]/ \t\n")
"""Characters with a meaning of their own in move and file notation; no letter may hold one."""


@dataclass(frozen=True, slots=True)
class Alphabet:
    """The letters of a game in their order, each shown by its first form.

    `equivalents[i]` are further forms that stand for `letters[i]` when typed. When no letter is a
    lower-case one, lower case is understood too, and marks a blank in an otherwise upper-case word.

    Raises `BadData` when a form is empty, too long, reserved, or stands for two letters, or when there are too many
    letters or forms.
    """

    letters: tuple[str, ...]
    equivalents: tuple[tuple[str, ...], ...] = ()
    folds_case: bool = field(init=False)
    _forms: Mapping[str, str] = field(init=False, repr=False, compare=False, hash=False)
    _indexes: Mapping[str, int] = field(init=False, repr=False, compare=False, hash=False)
    _longest: int = field(init=False, repr=False, compare=False, hash=False)

    def __post_init__(self) -> None:
        if not 1 <= len(self.letters) <= MAX_LETTERS:
            raise BadData("alphabet", f"has {len(self.letters)} letters; 1 to {MAX_LETTERS} are possible")
        # The sharp s has no upper case of one character and is a letter of capitals too.
        folds = all(letter == letter.upper() or len(letter) < len(letter.upper()) for letter in self.letters)
        forms = self._collect_forms(folds)
        object.__setattr__(self, "folds_case", folds)
        object.__setattr__(self, "_forms", forms)
        object.__setattr__(self, "_indexes", {x: i for i, x in enumerate(self.letters, 1)})
        object.__setattr__(self, "_longest", max(map(len, forms)))

    def _collect_forms(self, folds: bool) -> dict[str, str]:
        forms: dict[str, str] = {}
        extra = self.equivalents or ((),) * len(self.letters)
        for letter, others in zip(self.letters, extra, strict=True):
            if len(others) >= MAX_FORMS:
                raise BadData("alphabet", f"has {len(others) + 1} forms of {letter!r}; {MAX_FORMS} are possible")
            for form in dict.fromkeys((letter, *others)):
                if not 0 < len(form) <= LONGEST_LETTER or RESERVED & set(form):
                    raise BadData("alphabet", f"{form!r} cannot stand for a letter")
                if forms.setdefault(form, letter) != letter:
                    raise BadData("alphabet", f"{form!r} stands for two letters")
        if folds:
            for form, letter in list(forms.items()):
                for other in (form.lower(), form.title()):
                    forms.setdefault(other, letter)
        return forms

    @property
    def forms(self) -> Mapping[str, str]:
        """Everything that stands for a letter when typed, and the letter."""
        return self._forms

    def __len__(self) -> int:
        return len(self.letters)

    def __contains__(self, letter: object) -> bool:
        return letter in self._indexes

    def index(self, letter: str) -> int:
        """The place of a displayed letter in the alphabet, from 1 (0 is kept for blanks). Raises `KeyError`."""
        return self._indexes[letter]

    def read(self, text: str, position: int = 0) -> tuple[str, int]:
        """The letter that the text holds at a position, and the position after it; the longest form wins.

        `[CH]` forces one letter of several characters and `[C]` one of one. Raises `UnknownLetter`.
        """
        if text[position : position + 1] == "[":
            end = text.find("]", position)
            letter = self._forms.get(text[position + 1 : end]) if end > 0 else None
            if letter is None:
                raise UnknownLetter(text, position)
            return letter, end + 1
        for length in range(self._longest, 0, -1):
            form = text[position : position + length]
            if len(form) == length and form in self._forms:
                return self._forms[form], position + length
        raise UnknownLetter(text, position)

    def small(self, letter: str) -> str | None:
        """How a letter is written that a blank stands for; None where case cannot tell it."""
        return letter.lower() if self.folds_case and letter.lower() != letter else None

    def split(self, text: str) -> Word:
        """The letters that a text spells, whatever their case.

        Raises `UnknownLetter` with the position of the first unknown character.
        """
        letters, position = [], 0
        while position < len(text):
            letter, position = self.read(text, position)
            letters.append(letter)
        return tuple(letters)

    def spell(self, word: Word) -> str:
        """The text of a word that reads back through `split`; brackets appear only where it would be read otherwise."""
        plain = "".join(word)
        try:
            if self.split(plain) == word:
                return plain
        except UnknownLetter:
            pass
        return "".join(f"[{letter}]" for letter in word)
