"""Themes of a server: loaded by its moderators, checked, and kept as the text that was sent."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from functools import lru_cache

from bot.engines.reading import Reading
from bot.model import themefile
from bot.model.errors import NameInFileTaken, NoSuchTheme, TooManyThemes
from bot.model.profiles import ServerFile, read_reference
from bot.model.theme import Theme
from bot.model.themefile import BUNDLED, ThemeFile
from bot.store.serverfiles import ServerFileStore
from engine.errors import BadData

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
            return themefile.bundled(name), themefile.bundled_text(name)
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
    return themefile.read(text)
