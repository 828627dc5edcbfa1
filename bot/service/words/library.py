"""What new games can use: the variants, languages and lexicons that come with the program."""

from __future__ import annotations

import asyncio

from bot.model.errors import NoDictionary, NotOffered
from bot.model.lists import key_of
from engine.errors import BadData
from engine.loading import LexiconInfo, list_languages, list_lexicons, list_variants, load_variant
from engine.model.variant import Variant

DEFAULT_VARIANT = "standard"
DEFAULT_LANGUAGE = "en"


class Library:
    """The program's own variants and lexicons. Files are read in threads."""

    def variants(self) -> tuple[str, ...]:
        """The names of the variants."""
        return list_variants()

    def lexicons(self) -> tuple[LexiconInfo, ...]:
        """What is known of each lexicon."""
        return list_lexicons()

    def own_titles(self) -> dict[str, str]:
        """The name of each lexicon by its title in its own language, as `key_of` compares them."""
        return {key_of(info.title): info.name for info in self.lexicons()}

    def languages(self) -> tuple[str, ...]:
        """The languages that have a lexicon."""
        return tuple(sorted({info.language for info in self.lexicons()}))

    def tongues(self) -> tuple[str, ...]:
        """The languages that have tiles, with or without a lexicon."""
        return list_languages()

    def load(self, name: str, language: str) -> Variant:
        """A variant in a language. Raises `BadData`."""
        return load_variant(name, language)

    async def variant(
        self, name: str = DEFAULT_VARIANT, language: str = DEFAULT_LANGUAGE, *, needs_words: bool = True
    ) -> Variant:
        """A variant in a language, which has a lexicon if the variant needs words.

        Raises `NotOffered`, listing what exists, for an unknown name, and `NoDictionary`.
        """
        return await asyncio.to_thread(self._variant, name, language, needs_words)

    async def lexicon(self, language: str) -> str:
        """The name of the lexicon that games in a language use by default; empty if there is none."""
        infos = await asyncio.to_thread(self.lexicons)
        return next((info.name for info in infos if info.language == language), "")

    def _variant(self, name: str, language: str, needs_words: bool) -> Variant:
        if name not in self.variants():
            raise NotOffered("variant", name, self.variants())
        if language not in self.languages() and needs_words:
            if language in self.tongues():
                raise NoDictionary(language, self.languages())
            raise NotOffered("language", language, self.languages())
        try:
            return self.load(name, language)
        except BadData as error:
            raise NotOffered("language", language, self._languages_of(name)) from error

    def _languages_of(self, variant: str) -> tuple[str, ...]:
        return tuple(language for language in self.languages() if self._has(variant, language))

    def _has(self, variant: str, language: str) -> bool:
        try:
            self.load(variant, language)
        except BadData:
            return False
        return True
