"""The word lists that a server makes: new ones, their names, and deleting them. Running games keep their words."""

from __future__ import annotations

import asyncio
from typing import Final

from bot.front.components.custom_ids import Action
from bot.front.components.message import Message, ask, say
from bot.front.components.payloads import OfList
from bot.front.interaction.request import Request
from bot.front.lobby.opening import find_lists, usual_words
from bot.front.words.chosen_list import check_letters, one_list
from bot.model.errors import NotOffered
from bot.model.lists import NamedList
from bot.model.profiles import Permission
from bot.model.words import server_owner
from bot.service.rights import Right
from bot.service.words.namedlists import ListChoice, NewList
from bot.text.namedlists import changed_text, deleting, lists_text, made_text, own_line
from engine.loading import EMPTY

DELETE_LIST: Final = Action("list_delete", OfList, Right.WORDS)


async def new(request: Request, name: str, copy: str = "", variant: str = "", language: str = "") -> Message:
    """Make a list: empty, or with the words that another one has here now.

    Its letters are those of the copied list, else of the variant in the language. Raises `OnlyInServers`, `NotAllowed`,
    `NotOffered`, `LettersFixed`, `BadListName`, `NameTaken` and `TooManyLists`.
    """
    server = await _server(request)
    chosen = await one_list(request, copy) if copy else None
    making = await _making(request, name, chosen, variant, language)
    made = await request.services.words.dictionaries.lists.make(server, making, request.person.id, request.cause.at)
    return say(made_text(made, request.texts))


async def _making(request: Request, name: str, copies: ListChoice | None, variant: str, language: str) -> NewList:
    if copies and copies.named:
        await check_letters(request, copies.named, variant)
        return NewList(name, copies, copies.named.alphabet, copies.named.variant, copies.named.language)
    shelf = await asyncio.to_thread(request.services.words.library.lexicons)
    infos = {info.name: info.language for info in shelf}
    spoken = language or (infos.get(copies.base, "") if copies else "")
    letters = (await usual_words(request, variant, spoken, needs_words=False))[0]
    return NewList(name, copies, letters.alphabet, letters.name, letters.language)


async def rename(request: Request, name: str, new: str) -> Message:
    """Give a list another name. Raises as `new`."""
    await _server(request)
    before = await _own(request, name)
    after = await request.services.words.dictionaries.lists.rename(before, new)
    return say(changed_text(before, after, request.texts))


async def ask_delete(request: Request, name: str) -> Message:
    """Ask whether to delete a list. Raises as `new`."""
    await _server(request)
    one = await _own(request, name)
    return ask(*deleting(one.name, request.texts), DELETE_LIST.id(one.id), request.texts)


async def delete(request: Request, key: str) -> Message:
    """Delete a list. Raises `NoSuchList` if it is gone."""
    await _server(request)
    one = await _own(request, key)
    await request.services.words.dictionaries.lists.delete(one)
    return say(changed_text(one, None, request.texts))


async def show_all(request: Request) -> Message:
    """The dictionaries that games here can use, and how to combine them."""
    lists = request.services.words.dictionaries.lists
    own = [await _line(request, one) for one in await lists.all(request.place.guild_id)]
    return say(lists_text(await lists.program(), own, request.texts))


async def _line(request: Request, one: NamedList) -> str:
    added, removed, whole = await request.services.words.dictionaries.shown(server_owner(one.server), one.id)
    copied = one.base != EMPTY and not whole
    return own_line(one, added.count, removed.count, request.texts, copied=copied)


async def _server(request: Request) -> int:
    """The server whose lists the asker may change. Raises `OnlyInServers` and `NotAllowed`."""
    await request.services.permissions.check(request.member, Permission.WORDS, request.server())
    return request.server()


async def _own(request: Request, name: str) -> NamedList:
    """The server's own list with a name. Raises `NotOffered`."""
    [one, *others] = await find_lists(request, name)
    if one.named is None or others:
        own = await request.services.words.dictionaries.lists.all(request.place.guild_id)
        raise NotOffered("name", name, tuple(one.name for one in own))
    return one.named
