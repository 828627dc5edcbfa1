"""The lexicons that games are judged by, read in threads so that nobody waits for a file."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from bot.service.errors import LexiconUnavailable
from bot.service.locks import Locks
from bot.service.ports import Judge
from bot.service.trouble import describe
from engine.errors import EngineError
from engine.game.state import LexiconRef, Setup
from engine.loading import cache, list_lexicons, load_lexicon
from engine.model.alphabet import Alphabet, Word
from engine.words.lexicon import Lexicon
from engine.words.wordlist import LexiconId

LOG = logging.getLogger(__name__)


class Dictionaries:
    """The project's own lexicons, each read once an alphabet. `load` reads one; tests give another."""

    def __init__(self, load: Callable[[str, Alphabet], Lexicon] = load_lexicon) -> None:
        self._load = load
        self._locks = Locks()
        self._lexicons: dict[tuple[str, Alphabet, str], Lexicon] = {}

    async def names(self) -> tuple[str, ...]:
        """The lexicons that a game can be opened with."""
        return tuple(info.name for info in await asyncio.to_thread(list_lexicons))

    async def pin(self, name: str, alphabet: Alphabet) -> LexiconRef:
        """What a new game remembers of a lexicon: its name and its content. Raises `LexiconUnavailable`."""
        if name not in await self.names():
            raise LexiconUnavailable(name)  # a path of this machine would be a lexicon to the command line only
        return LexiconRef(name, (await self._get(name, alphabet, "")).id)

    async def lexicon(self, setup: Setup) -> Lexicon:
        """The lexicon of a game. Raises `LexiconUnavailable`."""
        return await self._get(setup.lexicon.name, setup.variant.alphabet, setup.lexicon.digest)

    async def judge(self, setup: Setup) -> Judge:
        """The judge of a game's words. What cannot be read is told when the judge is asked, not before."""
        try:
            lexicon = await self.lexicon(setup)
        except LexiconUnavailable as error:
            name = error.name

            def unavailable(_: tuple[Word, ...]) -> tuple[bool, ...]:
                raise LexiconUnavailable(name)

            return unavailable
        return lambda words: tuple(lexicon.contains(word) for word in words)

    async def _get(self, name: str, alphabet: Alphabet, digest: str) -> Lexicon:
        """The lexicon of a name with a content, whatever its content where the digest is empty."""
        async with self._locks.hold(name):
            key = (name, alphabet, digest)
            if key not in self._lexicons:
                try:
                    self._lexicons[key] = await asyncio.to_thread(self._read, name, alphabet, digest)
                except (EngineError, OSError) as error:
                    LOG.error("the lexicon %s cannot be read: %s", name, describe(error))
                    raise LexiconUnavailable(name) from error
            return self._lexicons[key]

    def _read(self, name: str, alphabet: Alphabet, digest: str) -> Lexicon:
        lexicon = self._load(name, alphabet)
        if digest in ("", lexicon.id):
            return lexicon
        graph = cache.read_graph(digest)
        if graph is not None:
            return Lexicon(lexicon.name, alphabet, graph, LexiconId(digest))
        # A game outlives an edition of its word list; judged by the next edition it goes on, unjudged it would end.
        LOG.warning("the lexicon %s has changed; older games go on with the new edition", name)
        return lexicon
