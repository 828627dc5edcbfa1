"""Variants of a server: loaded by its moderators, checked, and kept as the text that was sent."""

from __future__ import annotations

import asyncio
import json
import logging
from collections import OrderedDict

from bot.engines.reading import Output, Reading, Sandbox
from bot.model.errors import BotError, NameInFileTaken, NoSuchVariant, ReadingFailed, TooManyVariants
from bot.model.profiles import ServerFile
from bot.store.serverfiles import ServerFileStore
from engine.errors import BadData
from engine.formats.varianttoml import VariantFile
from engine.game.codec import decode_variant
from engine.loading import list_variants

MOST_VARIANTS = 20
"""How many variants a server can have."""
_CACHED = 64

LOG = logging.getLogger(__name__)


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
