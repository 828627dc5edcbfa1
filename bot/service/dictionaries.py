"""The lexicons that judge games, read and changed in threads so that nobody waits for them."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace

from bot.model.errors import LexiconUnavailable, describe
from bot.model.words import Edit, PackedWords, Shown, WordChanges, pack, person_owner, server_owner
from bot.service import lexicons
from bot.service.lexicons import Made
from bot.service.locks import Locks
from bot.service.ports import Judge
from bot.service.sandbox import Reading
from bot.store.words import WordStore
from engine.errors import EngineError
from engine.game.state import LexiconRef, Setup
from engine.loading import EMPTY, cache, list_lexicons, load_lexicon
from engine.model.alphabet import Alphabet, Word
from engine.words.lexicon import Lexicon
from engine.words.wordlist import LexiconId

LOG = logging.getLogger(__name__)
KEPT = 64
"""How many lexicons stay in memory; lexicons made from the same list share it."""
KEPT_CURRENT = 8
"""How many more stay in memory with the present changes of servers and people."""


@dataclass(frozen=True, slots=True)
class Changers:
    """Who changes a lexicon for a game: its server, its host, both or neither."""

    server: bool = False
    host: bool = False


class Dictionaries:
    """The project's own lexicons and what servers and people change about them.

    `reading` reads uploads and works on long lists. `load` reads one of the project's own lexicons; tests replace it.
    """

    def __init__(
        self, words: WordStore, reading: Reading, load: Callable[[str, Alphabet], Lexicon] = load_lexicon
    ) -> None:
        self._words = words
        self._reading = reading
        self._load = load
        self._locks = Locks()
        self._bases: dict[tuple[str, Alphabet], Lexicon] = {}
        self._made: OrderedDict[tuple[str, Alphabet, tuple[PackedWords, ...]], Made] = OrderedDict()
        self._lexicons: OrderedDict[tuple[str, Alphabet, str], Lexicon] = OrderedDict()

    async def names(self) -> tuple[str, ...]:
        """The lexicons that a game can be opened with."""
        return (*(info.name for info in await asyncio.to_thread(list_lexicons)), EMPTY)

    async def pin(
        self, name: str, alphabet: Alphabet, server: int | None = None, host: str | None = None
    ) -> LexiconRef:
        """A reference to a lexicon with the present changes of a server and a host, for a game to keep.

        The content stays available, whatever they change later. Raises `LexiconUnavailable`.
        """
        made = await self._current(name, alphabet, server, host)
        digest = made.lexicon.id
        if digest != (await self._base(name, alphabet)).id:
            await self._words.keep_edition(name, digest, made.changes)
        return LexiconRef(name, digest)

    async def pin_again(self, setup: Setup, server: int | None, host: str) -> LexiconRef:
        """Like `pin`, for a game that starts now; if the lexicon is unreadable, the one it was opened with."""
        try:
            return await self.pin(setup.lexicon.name, setup.variant.alphabet, server, host)
        except LexiconUnavailable:
            return setup.lexicon

    async def changers(self, name: str, server: int | None, host: str) -> Changers:
        """Whether a server and a host change a lexicon for a game of theirs that starts now."""
        owners = (None if server is None else server_owner(server), person_owner(host))
        packed = [await self._words.read(owner, name) if owner else PackedWords() for owner in owners]
        return Changers(*(not one.is_nothing for one in packed))

    async def current(
        self, name: str, alphabet: Alphabet, server: int | None = None, host: str | None = None
    ) -> Lexicon:
        """A lexicon with the present changes of a server and a person. Raises `LexiconUnavailable`."""
        return (await self._current(name, alphabet, server, host)).lexicon

    async def lexicon(self, setup: Setup) -> Lexicon:
        """The lexicon of a game. Raises `LexiconUnavailable`."""
        name, alphabet, digest = setup.lexicon.name, setup.variant.alphabet, setup.lexicon.digest
        base = await self._base(name, alphabet)
        if digest in ("", base.id):
            return base
        async with self._locks.hold(f"{name} {digest}"):
            known = self._known(name, alphabet, digest)
            if known is None:
                packed = await self._words.edition(name, digest)
                made = await lexicons.make(base, (packed,), self._reading.kept) if packed else Made(base, PackedWords())
                known = await asyncio.to_thread(_edition, made.lexicon, digest)
                self._keep(known, digest)
            return known

    async def edition(self, lexicon: LexiconRef) -> PackedWords | None:
        """The changes that turn the project's list into a game's lexicon; None if it is that list."""
        return await self._words.edition(lexicon.name, lexicon.digest)

    async def keep_edition(self, lexicon: LexiconRef, words: PackedWords) -> None:
        """Keep the changes that make a lexicon, for a game that comes from elsewhere."""
        await self._words.keep_edition(lexicon.name, lexicon.digest, words)

    async def judge(self, setup: Setup) -> Judge:
        """The judge of a game's words. Unreadable lexicons raise when the judge is asked, not before."""
        try:
            lexicon = await self.lexicon(setup)
        except LexiconUnavailable as error:
            name = error.name

            def unavailable(_: tuple[Word, ...]) -> tuple[bool, ...]:
                raise LexiconUnavailable(name)

            return unavailable
        return lambda words: tuple(lexicon.contains(word) for word in words)

    # --- lists ---

    async def changes(self, owner: str, name: str) -> WordChanges:
        """An owner's (`bot.model.words`) changes to a lexicon."""
        return await asyncio.to_thread((await self._words.read(owner, name)).unpack)

    async def shown(self, owner: str, name: str) -> tuple[Shown, Shown, bool]:
        """The words that an owner has added and removed, as an answer shows them, and whether they are a whole list."""
        packed = await self._words.read(owner, name)
        added, removed = await asyncio.to_thread(lambda: (Shown.of(packed.added), Shown.of(packed.removed)))
        return added, removed, packed.whole

    async def read(self, data: bytes, alphabet: Alphabet, where: str, most: int) -> tuple[bytes, int]:
        """The words of an uploaded file, packed, and their number.

        Raises `BadWord`, `BadData`, `TooLarge` for more than `most`, and as `Sandbox.run`.
        """
        options = {"where": where, "most": most, **lexicons.alphabet_options(alphabet)}
        output = await self._reading.sent.run("word_list", data, **options)
        return output.data, int(output.facts["count"])

    async def get_ready(self) -> None:
        """Prepare to read a file that is on its way."""
        await self._reading.sent.warm()

    async def edit(self, owner: str, name: str, edit: Edit, by: str, at: int) -> None:
        """Edit an owner's changes to a lexicon; concurrent edits by others are kept.

        Games that have started keep their words. Raises `TooManyWords`, and for long lists as `Sandbox.run`.
        """
        while True:
            before = await self._words.read(owner, name)
            after = await lexicons.edited(before, edit, self._reading.kept)
            if after == before or await self._words.write(owner, name, after, by, at):
                return

    async def put(self, owner: str, name: str, words: PackedWords, by: str, at: int) -> None:
        """Replace an owner's changes to a lexicon."""
        while True:
            before = await self._words.read(owner, name)
            after = replace(words, revision=before.revision)
            if after == before or await self._words.write(owner, name, after, by, at):
                return

    async def packed(self, owner: str, name: str) -> PackedWords:
        """An owner's changes to a lexicon, as they are stored."""
        return await self._words.read(owner, name)

    async def owned(self, owner: str) -> tuple[str, ...]:
        """The lexicons that an owner has changed."""
        return await self._words.owned(owner)

    async def forget(self, owner: str, name: str) -> None:
        """Remove an owner's changes to a lexicon."""
        await self._words.forget(owner, name)

    async def add_personal_word(self, person: str, name: str, word: Word, alphabet: Alphabet, at: int) -> None:
        """Add a word to a person's own list, which counts in the games that they host."""
        added = pack(frozenset({alphabet.spell(word)}))
        await self.edit(person_owner(person), name, Edit(added), person, at)

    async def _current(self, name: str, alphabet: Alphabet, server: int | None, host: str | None) -> Made:
        if name not in await self.names():
            raise LexiconUnavailable(name)  # only the command line accepts a path on this machine as a lexicon
        base = await self._base(name, alphabet)
        owners = [server_owner(server)] if server is not None else []
        owners += [person_owner(host)] if host is not None else []
        changes = tuple([await self._words.read(owner, name) for owner in owners])
        made = await self._make(base, tuple(replace(one, revision=0) for one in changes if not one.is_nothing))
        self._keep(made.lexicon, made.lexicon.id)
        return made

    async def _make(self, base: Lexicon, changes: tuple[PackedWords, ...]) -> Made:
        """A lexicon with changes; the latest lexicons are kept, since many games begin with the same words."""
        key = (base.name, base.alphabet, changes)
        async with self._locks.hold(f"{base.name} {hash(changes)}"):
            made = self._made.pop(key, None) or await lexicons.make(base, changes, self._reading.kept)
            self._made[key] = made
            while len(self._made) > KEPT_CURRENT:
                self._made.popitem(last=False)
            return made

    async def _base(self, name: str, alphabet: Alphabet) -> Lexicon:
        """One of the project's own lexicons."""
        async with self._locks.hold(name):
            key = (name, alphabet)
            if key not in self._bases:
                try:
                    self._bases[key] = await asyncio.to_thread(self._load, name, alphabet)
                except (EngineError, OSError) as error:
                    LOG.error("the lexicon %s cannot be read: %s", name, describe(error))
                    raise LexiconUnavailable(name) from error
            return self._bases[key]

    def _known(self, name: str, alphabet: Alphabet, digest: str) -> Lexicon | None:
        found = self._lexicons.get((name, alphabet, digest))
        if found is not None:
            self._lexicons.move_to_end((name, alphabet, digest))
        return found

    def _keep(self, lexicon: Lexicon, digest: str) -> None:
        self._lexicons[lexicon.name, lexicon.alphabet, digest] = lexicon
        while len(self._lexicons) > KEPT:
            self._lexicons.popitem(last=False)


def _edition(made: Lexicon, digest: str) -> Lexicon:
    if made.id == digest:
        return made
    graph = cache.read_graph(digest)
    if graph is not None:
        return Lexicon(made.name, made.alphabet, graph, LexiconId(digest))
    # A game outlives an edition of its word list: the next edition lets it continue, while no judge would end it.
    LOG.warning("the lexicon %s has changed; older games go on with the new edition", made.name)
    return made
