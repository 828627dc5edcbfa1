"""What servers upload: their own boards and themes, checked, and read one at a time for each person and server."""

from __future__ import annotations

import asyncio
import json
import logging
import math
from collections import OrderedDict
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from functools import lru_cache

from bot.engines.reading import Output, Reading, Sandbox
from bot.model import theme
from bot.model.errors import (
    BotError,
    FileRefused,
    NameInFileTaken,
    NoSuchTheme,
    NoSuchVariant,
    ReadingBusy,
    ReadingFailed,
    TooManyThemes,
    TooManyVariants,
)
from bot.model.profiles import ServerFile, read_reference
from bot.model.theme import BUNDLED, Theme, ThemeFile
from bot.store.words import ServerFileStore
from engine.errors import BadData, BadFile
from engine.formats.varianttoml import VariantFile
from engine.game.codec import decode_variant
from engine.loading import list_variants

UPLOADS_AT_ONCE = 2
"""How many files are fetched and read at the same time."""
MOST_WAITING = 8
LONGEST_WAIT = 30.0
"""Seconds a file waits for others."""


class Uploads:
    """The files being fetched and read, and those waiting their turn."""

    def __init__(
        self, at_once: int = UPLOADS_AT_ONCE, most_waiting: int = MOST_WAITING, wait: float = LONGEST_WAIT
    ) -> None:
        self._slots = asyncio.Semaphore(at_once)
        self._most = at_once + most_waiting
        self._wait = wait
        self._owners: set[str] = set()
        self._under_way = 0

    @asynccontextmanager
    async def turn(self, person: str, server: int | None) -> AsyncIterator[None]:
        """Wait for a person's turn to have a file read, sent in a server or elsewhere.

        Raises `ReadingBusy`, and `FileRefused` for the faults that are found in the file.
        """
        owners = {f"person/{person}", *([] if server is None else [f"server/{server}"])}
        if self._owners & owners or self._under_way >= self._most:
            raise ReadingBusy(math.ceil(self._wait))
        self._owners |= owners
        self._under_way += 1
        try:
            await self._slot()
            try:
                yield
            except BadFile as error:
                raise FileRefused(error.where, error.faults) from error
            finally:
                self._slots.release()
        finally:
            self._owners -= owners
            self._under_way -= 1

    async def _slot(self) -> None:
        try:
            async with asyncio.timeout(self._wait):
                await self._slots.acquire()
        except TimeoutError as error:
            raise ReadingBusy(math.ceil(self._wait)) from error


MOST_THEMES = 10
"""How many themes a server can have: menus also offer the bundled ones, and have 25 options."""

LOG = logging.getLogger(__name__)


class Themes:
    """The themes of all servers. Another process reads each text that is sent."""

    def __init__(self, store: ServerFileStore, reading: Reading) -> None:
        self._store = store
        self._reading = reading

    async def all(self, server: int | None) -> tuple[ThemeFile, ...]:
        """The themes of a server, by name; none without a server."""
        files = [_kept(one) for one in (await self._store.all(server) if server is not None else ())]
        return tuple(file for file in files if file)

    async def names(self, server: int | None) -> tuple[str, ...]:
        """The names of the themes of a server."""
        return tuple(one.name for one in (await self._store.all(server) if server is not None else ()))

    async def find(self, server: int | None, name: str) -> tuple[ThemeFile, str]:
        """A theme that can be chosen in a server, and its text. Raises `NoSuchTheme`."""
        if name in BUNDLED:
            return theme.bundled(name), theme.bundled_text(name)
        one = await self._store.find(server, name) if server is not None else None
        file = _kept(one) if one else None
        if one is None or file is None:
            raise NoSuchTheme(name, (*BUNDLED, *await self.names(server)))
        return file, one.text

    async def own(self, references: Iterable[str | None]) -> dict[str, Theme]:
        """The themes of servers among these values of settings; without those that no longer exist."""
        meant = {one: place for one in references if one and (place := read_reference(one))}
        found = {one: await self._store.find(*place) for one, place in meant.items()}
        return {one: file.theme for one, kept in found.items() if kept and (file := _kept(kept))}

    async def load(self, server: int, text: str, where: str, by: str, at: int) -> ThemeFile:
        """Check the text of a theme and keep it, replacing an older one with its name.

        Raises `BadFile` with all faults, `NameInFileTaken`, `TooManyThemes` and as `Sandbox.run`; then nothing has
        changed.
        """
        output = await self._reading.sent.run("theme", text.encode("utf-8", "surrogatepass"), where=where)
        name = str(output.facts["name"])
        if name in BUNDLED:
            raise NameInFileTaken(name)
        if not await self._store.save(ServerFile(server, name, text, by, at), MOST_THEMES):
            raise TooManyThemes(MOST_THEMES)
        return _parse(text)

    async def remove(self, server: int, name: str) -> None:
        """Remove a theme; pictures in it go back to the default. Raises `NoSuchTheme`."""
        if not await self._store.remove(server, name):
            raise NoSuchTheme(name, (*BUNDLED, *await self.names(server)))

    async def get_ready(self) -> None:
        """Prepare to read a file that is on its way."""
        await self._reading.sent.warm()


def _kept(one: ServerFile) -> ThemeFile | None:
    try:
        return _parse(one.text)
    except BadData as error:
        # The text was valid when it was loaded, but a later version of the program requires more.
        LOG.warning("a theme of the server %s cannot be read any more: %s", one.server, error)
        return None


@lru_cache(maxsize=64)
def _parse(text: str) -> ThemeFile:
    """A theme from a text that another process has accepted before."""
    return theme.read(text)


MOST_VARIANTS = 20
"""How many variants a server can have."""
_CACHED = 64


class Variants:
    """The variants of all servers. Another process reads each text, and only once."""

    def __init__(self, store: ServerFileStore, reading: Reading) -> None:
        self._store = store
        self._reading = reading
        self._read: OrderedDict[str, VariantFile] = OrderedDict()

    async def all(self, server: int | None) -> tuple[VariantFile, ...]:
        """The variants of a server, by name; none without a server."""
        files = [await self._parse_kept(one) for one in await self._all(server)]
        return tuple(file for file in files if file)

    async def names(self, server: int | None) -> tuple[str, ...]:
        """The names of the variants of a server."""
        return tuple(one.name for one in await self._all(server))

    async def text(self, server: int | None, name: str) -> str | None:
        """The file of a server's variant, as it was sent; None if there is none."""
        return next((one.text for one in await self._all(server) if one.name == name), None)

    async def find(self, server: int | None, name: str) -> VariantFile | None:
        """A server's variant with a name; None if there is none."""
        found = next((one for one in await self._all(server) if one.name == name), None)
        return await self._parse_kept(found) if found else None

    async def _all(self, server: int | None) -> tuple[ServerFile, ...]:
        return await self._store.all(server) if server is not None else ()

    async def _parse_kept(self, one: ServerFile) -> VariantFile | None:
        try:
            return await self._parse(one.text, one.name, self._reading.kept)
        except (BadData, BotError) as error:
            # The text was valid when it was loaded, but a later version of the program requires more.
            LOG.warning("a variant of the server %s cannot be read any more: %s", one.server, error)
            return None

    async def load(self, server: int, text: str, where: str, by: str, at: int) -> VariantFile:
        """Check the text of a variant and keep it, replacing an older one with its name.

        Raises `BadFile` with all faults, `NameInFileTaken`, `TooManyVariants` and as `Sandbox.run`; then nothing has
        changed.
        """
        file = await self._parse(text, where, self._reading.sent)
        if file.name in await asyncio.to_thread(list_variants):
            raise NameInFileTaken(file.name)
        if not await self._store.save(ServerFile(server, file.name, text, by, at), MOST_VARIANTS):
            raise TooManyVariants(MOST_VARIANTS)
        return file

    async def remove(self, server: int, name: str) -> None:
        """Remove a variant; games that use it continue. Raises `NoSuchVariant`."""
        if not await self._store.remove(server, name):
            raise NoSuchVariant(name, await self.names(server))

    async def get_ready(self) -> None:
        """Prepare to read a file that is on its way."""
        await self._reading.sent.warm()

    async def _parse(self, text: str, where: str, reading: Sandbox) -> VariantFile:
        if text not in self._read:
            output = await reading.run("variant", text.encode("utf-8", "surrogatepass"), where=where)
            self._read[text] = await asyncio.to_thread(_taken_over, output)
            while len(self._read) > _CACHED:
                self._read.popitem(last=False)
        self._read.move_to_end(text)
        return self._read[text]


def _taken_over(output: Output) -> VariantFile:
    """The variant from the data that the job returns. Raises `ReadingFailed`."""
    try:
        tongues = {str(language): decode_variant(one) for language, one in json.loads(output.data).items()}
        return VariantFile(str(output.facts["name"]), str(output.facts["about"]), tongues)
    except (BadData, LookupError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise ReadingFailed from error
