"""Letters of any length, in order, with the characters people type for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.errors import BadData, UnknownLetter
from engine.limits import LONGEST_LETTER, MAX_FORMS, MAX_LETTERS

Word = tuple[str, ...]
"""A word as a tuple of letters, so that a multi-character letter stays one letter."""

RESERVED = frozenset("0123456789.?()[]/ \t\n")
"""Characters with a special meaning in move and file notation; letters must not contain them."""


@dataclass(frozen=True, slots=True)
class Alphabet:
    """The letters of a game in their order, each shown by its first form.

    `equivalents[i]` are other typed forms of `letters[i]`. If no letter is lower case, lower case is accepted too, and
    marks a blank in an otherwise upper-case word.

    Raises `BadData` if a form is empty, too long, reserved, or stands for two letters, or if there are too many letters
    or forms.
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
        # The sharp s has no one-character upper case and also appears among capitals.
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
        """Every typed form of a letter, mapped to the letter."""
        return self._forms

    def __len__(self) -> int:
        return len(self.letters)

    def __contains__(self, letter: object) -> bool:
        return letter in self._indexes

    def index(self, letter: str) -> int:
        """The position of a displayed letter in the alphabet, from 1 (0 is reserved for blanks). Raises `KeyError`."""
        return self._indexes[letter]

    def read(self, text: str, position: int = 0) -> tuple[str, int]:
        """The letter at a position in the text, and the position after it; the longest form wins.

        `[CH]` forces a multi-character letter and `[C]` a single-character one. Raises `UnknownLetter`.
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
        """The form of a letter that marks a blank standing for it; None if case cannot tell."""
        return letter.lower() if self.folds_case and letter.lower() != letter else None

    def split(self, text: str) -> Word:
        """The letters that a text spells, ignoring case.

        Raises `UnknownLetter` with the position of the first unknown character.
        """
        letters, position = [], 0
        while position < len(text):
            letter, position = self.read(text, position)
            letters.append(letter)
        return tuple(letters)

    def spell(self, word: Word) -> str:
        """The text of a word, which `split` reads back; brackets appear only where it would be read differently."""
        plain = "".join(word)
        try:
            if self.split(plain) == word:
                return plain
        except UnknownLetter:
            pass
        return "".join(f"[{letter}]" for letter in word)
