"""The lexicons that judge games, read and changed in threads so that nobody waits for them."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace

from bot.engines.reading import Reading
from bot.model.errors import LexiconUnavailable, NoSuchList, ReadingFailed, TilesDoNotFit, TooManyCombined, describe
from bot.model.words import (
    AND,
    MARK,
    UPLOADS,
    Edit,
    Edition,
    PackedWords,
    SentWords,
    WordChanges,
    WordSample,
    alphabet_data,
    pack,
    person_owner,
    server_owner,
    split_names,
    variant_title,
)
from bot.service.ports import Judge
from bot.service.tasks import KeyedLocks
from bot.service.words import lexicons
from bot.service.words.lexicons import ChangedLexicon, ListPart
from bot.service.words.namedlists import ListChoice, NamedLists, joined
from bot.store.words import WordStore
from engine.errors import EngineError, Size, TooLarge
from engine.game.state import LexiconRef, Setup
from engine.limits import CHAT
from engine.loading import EMPTY, cache, list_lexicons, load_lexicon
from engine.model.tiles import Alphabet, Word
from engine.words.lexicon import Lexicon, LexiconId, WordList, union

LOG = logging.getLogger(__name__)
LEXICONS_IN_MEMORY = 64
"""How many lexicons stay in memory; lexicons made from the same list share it."""
KEPT_BYTES = 256 << 20
"""The memory that their lists may take, each counted once: about eight of the longest."""
KEPT_CURRENT = 8
"""How many more stay in memory with the present changes of servers and people."""

FEW_BYTES = 1024
"""About 250 words, packed: what people add to a language rather than a language of their own."""


@dataclass(frozen=True, slots=True)
class Changers:
    """Who changes a lexicon for a game: its server, its host, both or neither."""

    server: bool = False
    host: bool = False


@dataclass(frozen=True, slots=True)
class Recipe:
    """What a lexicon is made from: lists with what their server has changed about them, and the host's own words.

    A word counts if a list has it, unless the server has removed it from one of the project's lists.
    """

    alphabet: Alphabet
    parts: tuple[tuple[ListChoice, PackedWords], ...]
    host: tuple[PackedWords, ...]

    @property
    def name(self) -> str:
        """The name of the lexicon."""
        return joined(tuple(one for one, _ in self.parts))

    @property
    def late(self) -> tuple[PackedWords, ...]:
        """The server's changes that apply to all lists together."""
        return tuple(changes for one, changes in self.parts if len(self.parts) == 1 or not _replaces(one, changes))


def _replaces(one: ListChoice, changes: PackedWords) -> bool:
    """Whether changes make a list of its own, which others can join."""
    return one.named is not None or changes.whole


class Dictionaries:
    """The project's own lexicons and what servers and people change about them.

    `reading` reads uploads and works on long lists. `load` reads one of the project's own lexicons; tests replace it.
    """

    def __init__(
        self, words: WordStore, reading: Reading, load: Callable[[str, Alphabet], Lexicon] = load_lexicon
    ) -> None:
        self.lists = NamedLists(words)
        self._words = words
        self._reading = reading
        self._load = load
        self._locks = KeyedLocks()
        self._bases: dict[tuple[str, Alphabet], Lexicon] = {}
        self._made: OrderedDict[Recipe, ChangedLexicon] = OrderedDict()
        self._of_people: dict[tuple[str, str], bool] = {}
        self._lexicons: OrderedDict[tuple[str, Alphabet, str], Lexicon] = OrderedDict()

    async def names(self, server: int | None = None) -> tuple[str, ...]:
        """The lists that a game can be opened with, those of a server last."""
        return await self.lists.names(server)

    async def pin(
        self, name: str, alphabet: Alphabet, server: int | None = None, host: str | None = None
    ) -> LexiconRef:
        """A reference to a lexicon with the present changes of a server and a host, for a game to keep.

        `name` may combine several lists. The content stays available, whatever they change later. Raises as `current`,
        and `TilesDoNotFit` for a list with letters that the alphabet lacks.
        """
        chosen = await self._chosen(name, server)
        check_fits(chosen, alphabet)
        made = await self._made_of(chosen, alphabet, server, host)
        digest = made.lexicon.id
        if len(chosen) > 1 or chosen[0].named or digest != (await self._base(chosen[0].base, alphabet)).id:
            await self._words.keep_edition(made.lexicon.name, digest, Edition(made.changes, AND.join(made.bases)))
        return LexiconRef(made.lexicon.name, digest)

    async def takes_long(self, chosen: tuple[ListChoice, ...], server: int | None) -> bool:
        """Whether so much has been changed about lists that a lexicon of them may take seconds."""
        sizes = [(await self._of_server(server, one)).size for one in chosen]
        return sum(sizes) >= lexicons.LARGE

    async def pin_again(self, setup: Setup, server: int | None, host: str) -> LexiconRef:
        """Like `pin`, for a game that starts now; if that is no longer possible, the lexicon it was opened with."""
        try:
            return await self.pin(setup.lexicon.name, setup.variant.alphabet, server, host)
        except (LexiconUnavailable, TilesDoNotFit, TooLarge):
            return setup.lexicon

    async def changers(self, name: str, server: int | None, host: str) -> Changers:
        """Whether a server and a host change a lexicon for a game of theirs that starts now.

        What a server has put on a list that it has made is the list itself, no change.
        """
        try:
            chosen = await self._chosen(name, server)
        except LexiconUnavailable:
            return Changers()
        server_changes = [await self._of_server(server, one) for one in chosen if not one.named]
        host_changes = await self._of_host(host, chosen)
        return Changers(any(not one.is_nothing for one in server_changes), bool(host_changes))

    async def current(
        self, name: str, alphabet: Alphabet, server: int | None = None, host: str | None = None
    ) -> Lexicon:
        """A lexicon with the present changes of a server and a person.

        Raises `LexiconUnavailable`, and `TooLarge` for lists with too many words together.
        """
        chosen = await self._chosen(name, server)
        return (await self._made_of(chosen, alphabet, server, host)).lexicon

    async def language(self, lexicon: Lexicon) -> str:
        """The language of one of the project's lexicons; empty for others, whose words may be those of any."""
        named = (one.language for one in await asyncio.to_thread(list_lexicons) if one.name == lexicon.name)
        language = next(named, "")
        return language if language and lexicon.id == (await self._base(lexicon.name, lexicon.alphabet)).id else ""

    async def lexicon(self, setup: Setup) -> Lexicon:
        """The lexicon of a game. Raises `LexiconUnavailable`."""
        name, alphabet, digest = setup.lexicon.name, setup.variant.alphabet, setup.lexicon.digest
        known = self._known(name, alphabet, digest)
        if known is not None:
            return known
        if (name, alphabet) in self._bases or name in await self.lists.program():
            base = await self._base(name, alphabet)
            if digest in ("", base.id):
                return base
        async with self._locks.hold(f"{name} {digest}"):
            known = self._known(name, alphabet, digest)
            if known is None:
                made = await self._remade(setup.lexicon, alphabet)
                known = await asyncio.to_thread(_edition, made, digest)
                self._keep(known, digest)
            return known

    async def _remade(self, ref: LexiconRef, alphabet: Alphabet) -> Lexicon:
        """The lexicon that a game names, made from what was kept for it. Raises `LexiconUnavailable`."""
        edition = await self._words.edition(ref.name, ref.digest)
        if edition and edition.words.size >= lexicons.LARGE:
            # After a restart, a graph that a computer player needed saves making the words again.
            graph = await asyncio.to_thread(cache.read_graph, ref.digest)
            if graph is not None:
                return Lexicon(ref.name, alphabet, graph, LexiconId(ref.digest))
        bases = split_names(edition.bases if edition else ref.name)
        base = await self._union(ref.name, bases, alphabet)
        if edition is None:
            return base
        return (await lexicons.make(base, (edition.words,), self._reading.kept, bases)).lexicon

    async def edition(self, lexicon: LexiconRef) -> Edition | None:
        """What turns the project's lists into a game's lexicon; None if it is one of these lists."""
        return await self._words.edition(lexicon.name, lexicon.digest)

    async def is_of_people(self, lexicon: LexiconRef) -> bool:
        """Whether people have put so much into a lexicon that its words can be those of a made-up language."""
        key = lexicon.name, lexicon.digest
        now = (one.changes for one in self._made.values() if (one.lexicon.name, one.lexicon.id) == key)
        if changes := next(now, None):
            return len(changes.added) > FEW_BYTES
        known = self._of_people.get(key)
        if known is None:
            edition = await self._words.edition(*key)
            if edition is None:
                return False
            while len(self._of_people) >= LEXICONS_IN_MEMORY:
                del self._of_people[next(iter(self._of_people))]
            known = self._of_people[key] = len(edition.words.added) > FEW_BYTES
        return known

    async def keep_edition(self, lexicon: LexiconRef, edition: Edition) -> None:
        """Keep what makes a lexicon, for a game that comes from elsewhere."""
        await self._words.keep_edition(lexicon.name, lexicon.digest, edition)

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

    async def shown(self, owner: str, name: str) -> tuple[WordSample, WordSample, bool]:
        """The words that an owner has added and removed, as an answer shows them, and whether they are a whole list."""
        packed = await self._words.read(owner, name)
        added, removed = await asyncio.to_thread(lambda: (WordSample.of(packed.added), WordSample.of(packed.removed)))
        return added, removed, packed.whole

    async def read(self, data: bytes, alphabet: Alphabet, where: str, most: int) -> SentWords:
        """The words of an uploaded file.

        Raises `BadWord`, `BadData`, `TooLarge` for more than `most`, and as `Sandbox.run`.
        """
        options = {"where": where, "most": most, **alphabet_data(alphabet)}
        output = await self._reading.sent.run("word_list", data, **options)
        try:
            first = tuple((int(line), str(text)) for line, text in output.facts["first"])
            return SentWords(output.data, int(output.facts["count"]), int(output.facts["unfit"]), first)
        except (LookupError, TypeError, ValueError) as error:
            raise ReadingFailed from error

    async def get_ready(self) -> None:
        """Prepare to read a file that is on its way."""
        await self._reading.sent.warm()

    async def edit(self, owner: str, name: str, edit: Edit, by: str, at: int) -> None:
        """Edit an owner's changes to a lexicon; concurrent edits by others are kept.

        Games that have started keep their words. Raises `TooManyWords`, `NoSuchList` for a named list that is gone, and
        for long lists as `Sandbox.run`.
        """
        while True:
            before = await self._before(owner, name)
            after = await lexicons.edited(before, edit, self._reading.kept)
            if after == before or await self._words.write(owner, name, after, by, at):
                return

    async def put(self, owner: str, name: str, words: PackedWords, by: str, at: int) -> None:
        """Replace an owner's changes to a lexicon. Raises `NoSuchList` for a named list that is gone."""
        while True:
            before = await self._before(owner, name)
            after = replace(words, revision=before.revision)
            if after == before or await self._words.write(owner, name, after, by, at):
                return

    async def _before(self, owner: str, name: str) -> PackedWords:
        """The changes to replace. Those of a named list exist as long as the list, so none can outlive it."""
        before = await self._words.read(owner, name)
        if name.startswith(MARK) and not owner.startswith(UPLOADS) and not before.revision:
            raise NoSuchList(name, await self.lists.program())
        return before

    async def packed(self, owner: str, name: str) -> PackedWords:
        """An owner's changes to a lexicon, as they are stored."""
        return await self._words.read(owner, name)

    async def owned(self, owner: str) -> tuple[str, ...]:
        """The lexicons that an owner has changed."""
        return await self._words.owned(owner)

    async def forget(self, owner: str, name: str) -> None:
        """Remove an owner's changes to a lexicon."""
        await self._words.forget(owner, name)

    async def add_personal_word(
        self, person: str, setup: Setup, word: Word, at: int, server: int | None = None
    ) -> None:
        """Add a word to a person's own list, which counts in the games that they host.

        It is the list for the base of the game's first list, or for no base if that is gone.
        """
        try:
            base = (await self._chosen(setup.lexicon.name, server))[0].base
        except LexiconUnavailable:
            base = EMPTY
        added = pack(frozenset({setup.variant.alphabet.spell(word)}))
        await self.edit(person_owner(person), base, Edit(added), person, at)

    async def _chosen(self, name: str, server: int | None) -> tuple[ListChoice, ...]:
        """The lists that a name combines. Raises `LexiconUnavailable`.

        Only the command line accepts a path on this machine as a list.
        """
        try:
            return await self.lists.find(name, server)
        except (NoSuchList, TooManyCombined) as error:
            raise LexiconUnavailable(name) from error

    async def _of_server(self, server: int | None, one: ListChoice) -> PackedWords:
        """What a server has changed about a list."""
        if server is None:
            return PackedWords()
        return replace(await self._words.read(server_owner(server), one.key), revision=0)

    async def _of_host(self, host: str | None, chosen: tuple[ListChoice, ...]) -> tuple[PackedWords, ...]:
        """A person's own words for the bases of lists."""
        if host is None:
            return ()
        owner, bases = person_owner(host), dict.fromkeys(one.base for one in chosen)
        read = [replace(await self._words.read(owner, base), revision=0) for base in bases]
        return tuple(one for one in read if not one.is_nothing)

    async def _made_of(
        self, chosen: tuple[ListChoice, ...], alphabet: Alphabet, server: int | None, host: str | None
    ) -> ChangedLexicon:
        """The lexicon that combines lists; the latest are kept, since many games begin with the same words."""
        parts = tuple([(one, await self._of_server(server, one)) for one in chosen])
        recipe = Recipe(alphabet, parts, await self._of_host(host, chosen))
        async with self._locks.hold(f"{recipe.name} {hash(recipe)}"):
            made = self._made.pop(recipe, None) or await self._make(recipe)
            self._made[recipe] = made
            while len(self._made) > KEPT_CURRENT:
                self._made.popitem(last=False)
        self._keep(made.lexicon, made.lexicon.id)
        return made

    async def _make(self, recipe: Recipe) -> ChangedLexicon:
        united, bases = await self._united(recipe)
        base = await self._union(recipe.name, bases, recipe.alphabet)
        changes = [one for one in (*united, *recipe.late, *recipe.host) if not one.is_nothing]
        return replace(await lexicons.make(base, changes, self._reading.kept, bases), bases=bases)

    async def _united(self, recipe: Recipe) -> tuple[tuple[PackedWords, ...], tuple[str, ...]]:
        """The changes that unite lists, and the project's lists that they change. Raises `TooLarge`."""
        if len(recipe.parts) == 1:
            return (), (recipe.parts[0][0].base,)
        parts = [
            ListPart(await self._base(one.base, recipe.alphabet), changes if _replaces(one, changes) else PackedWords())
            for one, changes in recipe.parts
        ]
        # Together, they may be no longer than one list may be: the process that unites them has no room for more.
        if await asyncio.to_thread(lexicons.count, [part.changes for part in parts]) > CHAT.words:
            raise TooLarge.beyond(recipe.name, Size.WORDS, CHAT.words)
        bases = {part.base.name for part in parts if not part.changes.whole} - {EMPTY}
        return (await lexicons.unite(parts, self._reading.kept),), tuple(sorted(bases)) or (EMPTY,)

    async def _union(self, name: str, bases: tuple[str, ...], alphabet: Alphabet) -> Lexicon:
        """The lexicon of all words of the project's lists, under a name."""
        found = [await self._base(one, alphabet) for one in bases]
        return found[0] if bases == (name,) else await asyncio.to_thread(union, name, found)

    async def _base(self, name: str, alphabet: Alphabet) -> Lexicon:
        """One of the project's own lexicons. Raises `LexiconUnavailable`."""
        async with self._locks.hold(name):
            key = (name, alphabet)
            if key not in self._bases:
                if name not in await self.lists.program():
                    raise LexiconUnavailable(name)
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
        while len(self._lexicons) > LEXICONS_IN_MEMORY or (len(self._lexicons) > 1 and self._held() > KEPT_BYTES):
            self._lexicons.popitem(last=False)

    def _held(self) -> int:
        """The bytes of memory that the lists of the kept lexicons take; graphs are files."""
        lists = {id(one.base): one.base for one in self._lexicons.values()}
        return sum(one.keys.nbytes for one in lists.values() if isinstance(one, WordList))


def check_fits(chosen: tuple[ListChoice, ...], alphabet: Alphabet) -> None:
    """Raise `TilesDoNotFit` for a server's own list with letters that a game's alphabet lacks."""
    for named in (one.named for one in chosen if one.named):
        if not named.fits(alphabet):
            missing = tuple(letter for letter in named.alphabet.letters if letter not in alphabet)
            raise TilesDoNotFit(named.name, variant_title(named), missing)


def _edition(made: Lexicon, digest: str) -> Lexicon:
    if made.id == digest:
        return made
    graph = cache.read_graph(digest)
    if graph is not None:
        return Lexicon(made.name, made.alphabet, graph, LexiconId(digest))
    # A game outlives an edition of its word list: the next edition lets it continue, while no judge would end it.
    LOG.warning("the lexicon %s has changed; older games go on with the new edition", made.name)
    return made
