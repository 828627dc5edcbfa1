"""Named word lists of servers: made, found, renamed and deleted. Games keep the words they started with."""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import dataclass, replace

from bot.model.errors import NameTaken, NoSuchList, TooManyCombined
from bot.model.words import (
    AND,
    MARK,
    MOST_COMBINED,
    MOST_LISTS,
    NamedList,
    PackedWords,
    key_of,
    read_name,
    server_owner,
    split_names,
)
from bot.store.words import WordStore
from engine.loading import EMPTY, list_lexicons
from engine.model.tiles import Alphabet


@dataclass(frozen=True, slots=True)
class ListChoice:
    """A list that a game can use: one of the program's, or one that a server has made (`named`)."""

    base: str
    named: NamedList | None = None

    @property
    def key(self) -> str:
        """The name under which changes to the list are stored."""
        return self.named.id if self.named else self.base

    @property
    def name(self) -> str:
        """The name of the list."""
        return self.named.name if self.named else self.base


def joined(lists: tuple[ListChoice, ...]) -> str:
    """The name of the dictionary that combines these lists."""
    return AND.join(one.name for one in lists)


@dataclass(frozen=True, slots=True)
class NewList:
    """A list to be made: its name, what it copies (None: nothing), its letters and where these come from."""

    name: str
    copies: ListChoice | None
    alphabet: Alphabet
    variant: str
    language: str


class NamedLists:
    """The named lists of all servers."""

    def __init__(self, words: WordStore) -> None:
        self._words = words

    async def program(self) -> tuple[str, ...]:
        """The names of the program's lists, `empty` last."""
        return await asyncio.to_thread(_program_lists)

    async def all(self, server: int | None) -> tuple[NamedList, ...]:
        """The lists of a server, by name; none without a server."""
        return await self._words.lists.all(server) if server is not None else ()

    async def names(self, server: int | None) -> tuple[str, ...]:
        """The names of all lists that a game in a server can use."""
        return (*await self.program(), *(one.name for one in await self.all(server)))

    async def find(self, text: str, server: int | None) -> tuple[ListChoice, ...]:
        """The lists that a text names, joined by `+`. A server's own list hides one of the program's.

        Raises `NoSuchList` for the first unknown name, or none at all, and `TooManyCombined`.
        """
        program, own = await self.program(), await self.all(server)
        known = {name: ListChoice(name) for name in program}
        known |= {key_of(one.name): ListChoice(one.base, one) for one in own} | {
            one.id: ListChoice(one.base, one) for one in own
        }
        names = split_names(text)
        for name in names or (text,):
            if key_of(name) not in known:
                raise NoSuchList(name, (*program, *(one.name for one in own)))
        if len(names) > MOST_COMBINED:
            raise TooManyCombined(MOST_COMBINED)
        return tuple({known[key_of(name)].key: known[key_of(name)] for name in names}.values())

    async def make(self, server: int, making: NewList, by: str, at: int) -> NamedList:
        """Make a list, with the words that the copied one has now.

        Raises `BadListName`, `NameTaken` and `TooManyLists`.
        """
        name, copies = await self._checked(making.name), making.copies
        base = copies.base if copies else EMPTY
        words = await self._words.read(server_owner(server), copies.key) if copies else PackedWords()
        new = NamedList(
            MARK + secrets.token_hex(5), server, name, base, making.alphabet, making.variant, making.language
        )
        await self._words.lists.create(new, words, MOST_LISTS, by, at)
        return new

    async def rename(self, one: NamedList, name: str) -> NamedList:
        """Give a list another name. Raises `BadListName`, `NameTaken`, and `NoSuchList` if it is gone."""
        renamed = replace(one, name=await self._checked(name))
        if not await self._words.lists.rename(one, renamed.name):
            raise NoSuchList(one.name, await self.names(one.server))
        return renamed

    async def delete(self, one: NamedList) -> None:
        """Delete a list and its words. Raises `NoSuchList` if it is gone."""
        if not await self._words.lists.delete(one):
            raise NoSuchList(one.name, await self.names(one.server))

    async def _checked(self, text: str) -> str:
        """The name that a list can have. Raises `BadListName` and `NameTaken`."""
        name = read_name(text)
        taken = await self.program()
        if key_of(name) in taken:
            raise NameTaken(name)
        return name


def _program_lists() -> tuple[str, ...]:
    """The names of the program's lists, `empty` last. Reads files."""
    return (*(info.name for info in list_lexicons()), EMPTY)
