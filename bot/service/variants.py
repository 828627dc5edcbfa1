"""Variants of a server: loaded by its moderators, checked, kept as the text that was sent."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict

from bot.service.errors import NoSuchVariant, TooManyVariants, VariantNameTaken
from bot.service.ports import ServerVariant
from bot.service.storage import VariantStore
from engine.errors import BadFile
from engine.formats.varianttoml import VariantFile
from engine.loading import list_variants, read_variant_file

MOST = 20
"""Variants of one server."""
_CACHED = 64

LOG = logging.getLogger(__name__)


class Variants:
    """The variants of all servers. Texts are read in threads, each once."""

    def __init__(self, store: VariantStore) -> None:
        self._store = store
        self._read: OrderedDict[str, VariantFile] = OrderedDict()

    async def all(self, server: int | None) -> tuple[VariantFile, ...]:
        """The variants of a server, by name; none where there is no server."""
        known = await self._store.all(server) if server is not None else ()
        files: list[VariantFile] = []
        for one in known:
            try:
                files.append(await self._parse(one.text, one.name))
            except BadFile as error:
                # It was good when it was loaded; a later version of the program asks for more.
                LOG.warning("a variant of the server %s cannot be read any more: %s", server, error)
        return tuple(files)

    async def find(self, server: int | None, name: str) -> VariantFile | None:
        """The variant of a server with a name, None when there is none."""
        return next((one for one in await self.all(server) if one.name == name), None)

    async def load(self, server: int, text: str, where: str, by: str, at: int) -> VariantFile:
        """Check the text of a variant and keep it, in the place of an older one of its name.

        Raises `BadFile` with all faults, `VariantNameTaken` and `TooManyVariants`; then nothing has changed.
        """
        file = await self._parse(text, where)
        if file.name in await asyncio.to_thread(list_variants):
            raise VariantNameTaken(file.name)
        if not await self._store.save(ServerVariant(server, file.name, text, by, at), MOST):
            raise TooManyVariants(MOST)
        return file

    async def remove(self, server: int, name: str) -> None:
        """Forget a variant; games that run with it go on. Raises `NoSuchVariant`."""
        if not await self._store.remove(server, name):
            raise NoSuchVariant(name, tuple(one.name for one in await self.all(server)))

    async def _parse(self, text: str, where: str) -> VariantFile:
        if text not in self._read:
            self._read[text] = await asyncio.to_thread(read_variant_file, text, where)
            while len(self._read) > _CACHED:
                self._read.popitem(last=False)
        self._read.move_to_end(text)
        return self._read[text]
