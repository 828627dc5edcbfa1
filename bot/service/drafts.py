"""Stored previews: what `/try` has shown can be played later by a button, also after a restart."""

from __future__ import annotations

import secrets

from bot.service.errors import UnknownDraft
from bot.service.games import ID_LENGTH, ID_LETTERS
from bot.service.ports import Draft
from bot.service.storage import DraftStore


class Drafts:
    """The previews that people have opened."""

    def __init__(self, store: DraftStore) -> None:
        self._store = store

    async def save(self, game: str, person: str, turn: int, text: str, opened: int) -> Draft:
        """Keep what a person typed for a turn of a game, and when the preview was opened."""
        name = "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))
        draft = Draft(name, game, person, turn, text, opened)
        await self._store.save(draft)
        return draft

    async def load(self, draft: str, person: str) -> Draft:
        """A person's draft. Raises `UnknownDraft`, also for somebody else's: what it holds tells of a rack."""
        found = await self._store.load(draft)
        if found is None or found.person != person:
            raise UnknownDraft(draft)
        return found
