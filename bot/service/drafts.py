"""Stored previews: a button can later play a move shown by `/try` or composed tile by tile, even after a restart."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import replace

from bot.model.errors import UnknownDraft
from bot.model.games import ID_LENGTH, ID_LETTERS, Draft
from bot.store.people import DraftStore

MOST_LOOKED_AT = 50
"""How many of a person's latest drafts for a subject are searched for those of a turn."""


class Drafts:
    """The previews that people have opened."""

    def __init__(self, store: DraftStore) -> None:
        self._store = store

    async def save(self, subject: str, person: str, turn: int, text: str, opened: int, composed: str = "") -> Draft:
        """Keep what a person typed or composed for a turn of a subject, and when the preview was opened."""
        name = "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))
        draft = Draft(name, subject, person, turn, text, opened, composed)
        await self._store.save(draft)
        return draft

    async def load(self, draft: str, person: str) -> Draft:
        """A person's draft. Raises `UnknownDraft`, even for someone else's: what it holds reveals a rack."""
        found = await self._store.load(draft)
        if found is None or found.person != person:
            raise UnknownDraft(draft)
        return found

    async def change(self, draft: str, person: str, change: Callable[[Draft], Draft]) -> Draft:
        """Change a person's draft; concurrent changes all count. Raises as `load` and `change`.

        `opened` stays unless the draft comes to mean another move.
        """
        await self.load(draft, person)

        def changed(before: Draft) -> Draft:
            after = change(before)
            same = (after.text, after.turn) == (before.text, before.turn)
            return replace(after, opened=before.opened) if same else after

        found = await self._store.change(draft, changed)
        if found is None:
            raise UnknownDraft(draft)
        return found

    async def composing(self, subject: str, person: str, turn: int) -> Draft | None:
        """The draft that a person was last composing for a turn."""
        found = await self._store.of_person(subject, person, MOST_LOOKED_AT)
        return next((draft for draft in found if draft.turn == turn and draft.composed), None)

    async def tries(self, subject: str, person: str, turn: int) -> tuple[Draft, ...]:
        """The moves that a person has tried for a turn, latest first, each once."""
        found = await self._store.of_person(subject, person, MOST_LOOKED_AT)
        moves: dict[str, Draft] = {}
        for draft in found:
            if draft.turn == turn and draft.text:
                moves.setdefault(draft.text, draft)
        return tuple(moves.values())
