"""The puzzles that there are: those that come with the program, and those from the games of a server."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from bot.features.puzzles.gamestore import GamePuzzleStore
from bot.features.puzzles.refusals import UnknownPuzzle
from bot.service.tasks import STAND_BY_SECONDS, Loop
from bot.store.people import PeopleStore
from engine.loading import load_variant
from engine.loading.puzzles import load_puzzle_lines, puzzle_languages
from engine.puzzles import text
from engine.puzzles.values import Puzzle


@dataclass(frozen=True, slots=True)
class KeyedPuzzle:
    """A puzzle; `key` identifies it by its content.

    `server` is where the game was played that it comes from; None for one that comes with the program.
    """

    key: str
    puzzle: Puzzle
    server: int | None = None


@dataclass(frozen=True, slots=True)
class PuzzleEntry:
    """A puzzle that is not read yet: its line, and its difficulty in per cent."""

    line: str
    difficulty: int


Lines = Callable[[str], Sequence[str]]
"""The lines of a language's puzzles."""


class PuzzleCollection(Loop):
    """The puzzles by their keys. The file of a language is read when the language is first asked for, if not before."""

    def __init__(
        self,
        own: GamePuzzleStore,
        people: PeopleStore,
        lines: Lines = load_puzzle_lines,
        languages: Callable[[], tuple[str, ...]] = puzzle_languages,
    ) -> None:
        super().__init__()
        self._own = own
        self._people = people
        self._lines = lines
        self.languages = languages
        self._known: dict[str, Mapping[str, PuzzleEntry]] = {}

    async def run(self) -> None:
        """Read all files a while after the start."""
        await asyncio.sleep(STAND_BY_SECONDS)
        await self.prepare()

    async def prepare(self) -> None:
        """Read all files, one at a time, so that nobody waits for them later."""
        for language in self.languages():
            await self._read(language)

    async def common(self, language: str) -> Mapping[str, int]:
        """The difficulties of the puzzles that come with the program, by key."""
        return {key: one.difficulty for key, one in (await self._read(language)).items()}

    async def from_games(self, server: int | None, language: str, person: str) -> Mapping[str, int]:
        """The difficulties of the puzzles from a server's games that a person has not played in, by key.

        There are none while the server's settings do not allow it.
        """
        if server is None or not (await self._people.server(server)).game_puzzles:
            return {}
        return await self._own.offered(server, language, person)

    async def of(self, key: str, language: str) -> KeyedPuzzle:
        """The puzzle with a key. Raises `UnknownPuzzle`, also for one that was withdrawn."""
        if listed := (await self._read(language)).get(key):
            return KeyedPuzzle(key, await asyncio.to_thread(text.read, listed.line, load_variant))
        found = await self._own.find(key)
        if found is None or found.language != language:
            raise UnknownPuzzle
        return KeyedPuzzle(key, await asyncio.to_thread(text.read, found.line, load_variant), found.server)

    async def _read(self, language: str) -> Mapping[str, PuzzleEntry]:
        if language not in self._known:
            self._known[language] = await asyncio.to_thread(self._listed, language)
        return self._known[language]

    def _listed(self, language: str) -> dict[str, PuzzleEntry]:
        return {key_of(line): PuzzleEntry(line, text.difficulty(line)) for line in self._lines(language)}


def key_of(line: str) -> str:
    """The key of a puzzle, from its line."""
    return hashlib.sha256(line.encode()).hexdigest()[:16]
