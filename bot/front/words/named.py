"""The word lists that a server makes: new ones, their names, and deleting them. Running games keep their words."""

from __future__ import annotations

import asyncio
from typing import Final

from bot.front.components.buttons import declare
from bot.front.components.message import Message, ask, say
from bot.front.components.payloads import OfList
from bot.front.interaction.request import Request
from bot.front.lobby.opening import find_lists, usual_words
from bot.front.words.shelves import check_letters, one_list
from bot.model.errors import NotOffered, OnlyInServers
from bot.model.lists import NamedList, variant_title
from bot.model.profiles import Permission
from bot.model.words import server_owner
from bot.service.rights import Right
from bot.service.words.namedlists import Chosen, Making
from bot.text import bold, escape
from bot.text.lexicons import lexicon_title
from bot.text.variants import letters_title
from engine.loading import EMPTY

DELETE_LIST: Final = declare("list_delete", OfList, Right.WORDS)


async def make(request: Request, name: str, copies: str = "", variant: str = "", language: str = "") -> Message:
    """Make a list: empty, or with the words that another one has here now.

    Its letters are those of the copied list, else of the variant in the language. Raises `OnlyInServers`, `NotAllowed`,
    `NotOffered`, `LettersFixed`, `BadListName`, `NameTaken` and `TooManyLists`.
    """
    server = await _server(request)
    chosen = await one_list(request, copies) if copies else None
    making = await _making(request, name, chosen, variant, language)
    made = await request.services.dictionaries.lists.make(server, making, request.person.id, request.cause.at)
    return say(
        request.texts.gettext(
            "The dictionary {name} is ready, with the letters of {variant}. Add words with `/dictionary add "
            "lexicon:{id}`, and use it in a game with `/game new lexicon:{id}`.",
            name=bold(made.name),
            variant=escape(letters_title(variant_title(made), request.texts)),
            id=made.name,
        )
    )


async def _making(request: Request, name: str, copies: Chosen | None, variant: str, language: str) -> Making:
    if copies and copies.named:
        await check_letters(request, copies.named, variant)
        return Making(name, copies, copies.named.alphabet, copies.named.variant, copies.named.language)
    shelf = await asyncio.to_thread(request.services.library.lexicons)
    infos = {info.name: info.language for info in shelf}
    spoken = language or (infos.get(copies.base, "") if copies else "")
    letters = (await usual_words(request, variant, spoken, needs_words=False))[0]
    return Making(name, copies, letters.alphabet, letters.name, letters.language)


async def rename(request: Request, name: str, new: str) -> Message:
    """Give a list another name. Raises as `make`."""
    await _server(request)
    before = await _own(request, name)
    after = await request.services.dictionaries.lists.rename(before, new)
    return say(request.texts.gettext("{old} is now called {name}.", old=bold(before.name), name=bold(after.name)))


async def ask_delete(request: Request, name: str) -> Message:
    """Ask whether to delete a list. Raises as `make`."""
    await _server(request)
    one = await _own(request, name)
    question = request.texts.gettext(
        "Delete the dictionary {name} with its words? Games that use it keep their words. Where it is the "
        "default, new games use the usual dictionary again.",
        name=bold(one.name),
    )
    return ask(question, request.texts.gettext("Delete it"), DELETE_LIST.id(one.id), request.texts)


async def delete(request: Request, key: str) -> Message:
    """Delete a list. Raises `NoSuchList` if it is gone."""
    await _server(request)
    one = await _own(request, key)
    await request.services.dictionaries.lists.delete(one)
    return say(request.texts.gettext("I have deleted the dictionary {name}.", name=bold(one.name)))


async def show_all(request: Request) -> Message:
    """The dictionaries that games here can use, and how to combine them."""
    lists, texts = request.services.dictionaries.lists, request.texts
    lines = [f"- {bold(lexicon_title(name, texts))}" for name in await lists.program()]
    lines += [await _line(request, one) for one in await lists.all(request.place.guild_id)]
    heading = texts.gettext("### Dictionaries")
    how = texts.gettext("A game can combine several: `/game new lexicon:english+…`")
    return say("\n".join((heading, *lines, f"-# {how}")))


async def _line(request: Request, one: NamedList) -> str:
    added, removed, whole = await request.services.dictionaries.shown(server_owner(one.server), one.id)
    texts = request.texts
    facts = [letters_title(variant_title(one), texts)]
    copied = one.base != EMPTY and not whole
    if copied:
        facts.append(texts.gettext("all words of {lexicon}", lexicon=lexicon_title(one.base, texts)))
    if added.count or not copied:
        facts.append(texts.ngettext("{count} word of its own", "{count} words of its own", added.count))
    if removed.count:
        facts.append(texts.ngettext("without {count} word", "without {count} words", removed.count))
    return "- " + texts.titled(bold(one.name), escape(", ".join(facts)))


async def _server(request: Request) -> int:
    """The server whose lists the asker may change. Raises `OnlyInServers` and `NotAllowed`."""
    if request.place.guild_id is None:
        raise OnlyInServers
    await request.services.permissions.check(request.member, Permission.WORDS, request.place.guild_id)
    return request.place.guild_id


async def _own(request: Request, name: str) -> NamedList:
    """The server's own list with a name. Raises `NotOffered`."""
    [one, *others] = await find_lists(request, name)
    if one.named is None or others:
        own = await request.services.dictionaries.lists.all(request.place.guild_id)
        raise NotOffered("name", name, tuple(one.name for one in own))
    return one.named
