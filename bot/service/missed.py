"""The words that people missed in their games: a hook between who finds them and who has them learnt."""

from __future__ import annotations

from typing import Protocol

from engine.review.missed import MissedWord


class MissedWords(Protocol):
    """Knows the words that people could have played in their finished games, and the phonies that they played."""

    async def of(self, person: str, language: str, most: int) -> tuple[MissedWord, ...]:
        """The words to learn from a person's games in a language, the most useful first, at most so many."""
