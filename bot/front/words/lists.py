"""Word lists of a server or a person: made, changed, shown, deleted. Running games keep the words they have."""

from __future__ import annotations

import asyncio
import secrets
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

import discord

from bot.front.components.buttons import Action
from bot.front.components.message import FileAttachment, Message, Text, ask, say
from bot.front.components.payloads import OfList, Whose
from bot.front.interaction.answering import Show
from bot.front.interaction.choices import fetch
from bot.front.interaction.dispatch import game_here
from bot.front.interaction.request import Request
from bot.front.lobby.opening import find_lists, usual_words
from bot.front.words.lookups import RESET_WORDS, changes_message, list_page, lists_page, sent_message
from bot.model.errors import FileRefused, Forgotten, LettersFixed, NotOffered, NoWord, TooManyWords
from bot.model.profiles import Permission
from bot.model.words import (
    MARK,
    Edit,
    NamedList,
    PackedWords,
    SentWords,
    WordSample,
    pack,
    pack_text,
    person_owner,
    server_owner,
    split_names,
    upload_owner,
    variant_title,
)
from bot.service.rights import Right
from bot.service.secrecy import check_words
from bot.service.words.namedlists import ListChoice, NewList
from bot.text.games import changed_text, deleting, lists_text, made_text, own_line, own_lists_count
from bot.text.wordlists import (
    changes_text,
    comparing_text,
    edited_text,
    imported_text,
    reading_text,
    reset_text,
    resetting,
    sent_question,
    unfit_text,
    writing_text,
    written_text,
)
from engine.errors import BadData, Fault, Size, TooLarge, UnknownLetter
from engine.game.phases import Lobby, Over
from engine.game.state import Setup
from engine.limits import CHAT
from engine.loading import EMPTY
from engine.model.tiles import Alphabet
from engine.reading import character_at, pasted, unwrapped
from engine.words.lexicon import WordList
from engine.words.textlist import BadWord, read_words, write_words

MOST_OWN = 20_000
"""Words that a person's own list may hold."""


@dataclass(frozen=True, slots=True)
class ListToChange:
    """A list to be changed or shown: its owner, the name under which its words are stored, and its letters.

    `title` is the name of its dictionary, `variant` the one whose letters it was made with.
    """

    whose: Whose
    owner: str
    lexicon: str
    alphabet: Alphabet
    title: str
    variant: str = ""


async def shelved(request: Request, whose: str, lexicon: str, *, changes: bool, variant: str = "") -> ListToChange:
    """The list that the options choose.

    Without `whose`, it is the server's, or the person's own in direct messages and for changes that they may not make
    to the server's; a list that the server has made is always the server's. Its words are spelt in the letters that it
    was made with, those of any other list in the letters of `variant`, or else of the lexicon. A person's own words
    belong to the base of a list. Raises `NotOffered`, `LettersFixed` and `NotAllowed`.
    """
    if whose and whose not in tuple(Whose):
        raise NotOffered("list", whose, tuple(Whose))
    server = request.place.guild_id
    chosen, alphabet = await _chosen(request, lexicon, variant)
    servers = server is not None and (not changes or bool(lexicon and chosen.named) or await may_change(request))
    meant = Whose(whose or (Whose.SERVER if servers else Whose.MINE))
    if meant is Whose.MINE:
        return ListToChange(meant, person_owner(request.person.id), chosen.base, alphabet, chosen.base)
    if server is None:
        raise NotOffered("list", whose, (Whose.MINE,))
    if changes:
        await request.services.permissions.check(request.member, Permission.WORDS, server)
    variant = variant_title(chosen.named) if chosen.named else ""
    return ListToChange(meant, server_owner(server), chosen.key, alphabet, chosen.name, variant)


async def may_change(request: Request) -> bool:
    """Whether the server lets the asker change its words."""
    return await request.services.permissions.may(request.member, Permission.WORDS, request.place.guild_id)


async def _chosen(request: Request, lexicon: str, variant: str) -> tuple[ListChoice, Alphabet]:
    """The named list, else the first one of the game running here, else the default; with the letters of its words.

    Lobbies and finished games do not decide the letters: they may be anyone's. Raises `NotOffered` and `LettersFixed`.
    """
    setup = await _setup_here(request)
    chosen = await _found(request, lexicon, setup, variant)
    if chosen.named:
        await check_letters(request, chosen.named, variant)
        return chosen, chosen.named.alphabet
    infos = {info.name: info for info in await asyncio.to_thread(request.services.words.library.lexicons)}
    language = infos[chosen.base].language if lexicon and chosen.base in infos else ""
    if variant:
        return chosen, (await usual_words(request, variant, language))[0].alphabet
    if setup and (not lexicon or chosen.name in split_names(setup.lexicon.name)):
        return chosen, setup.variant.alphabet
    if language:
        return chosen, (await request.services.words.library.variant(language=language)).alphabet
    return chosen, (setup.variant if setup else (await usual_words(request))[0]).alphabet


async def _found(request: Request, lexicon: str, setup: Setup | None, variant: str) -> ListChoice:
    """The list of that name, else the first of a game, else the default for a variant."""
    if lexicon:
        return await one_list(request, lexicon)
    if setup and not variant:
        with suppress(NotOffered):
            return (await find_lists(request, setup.lexicon.name))[0]
    return (await find_lists(request, (await usual_words(request, variant))[1]))[0]


async def one_list(request: Request, name: str) -> ListChoice:
    """The list with a name; a combination is none. Raises `NotOffered`."""
    found = await find_lists(request, name)
    if len(found) > 1:
        raise NotOffered("lexicon", name, await request.services.words.dictionaries.names(request.place.guild_id))
    return found[0]


async def check_letters(request: Request, named: NamedList, variant: str) -> None:
    """Raise `LettersFixed` if a variant has other letters than a list, and `NotOffered` if there is none."""
    if not variant:
        return
    if (await usual_words(request, variant, named.language, needs_words=False))[0].alphabet != named.alphabet:
        raise LettersFixed(named.name, variant_title(named))


async def _setup_here(request: Request) -> Setup | None:
    """The setup of the game that people are playing here now."""
    here = await game_here(request)
    state = await request.state(here) if here else None
    return None if state is None or isinstance(state.phase, Lobby | Over) else state.setup


def most_words(shelf: ListToChange) -> int:
    """How many words a list may hold."""
    return MOST_OWN if shelf.whose is Whose.MINE else CHAT.words


def refuse_many(shelf: ListToChange, count: int) -> None:
    """Raise `TooManyWords` for more words than a list may hold."""
    if count > most_words(shelf):
        raise TooManyWords(most_words(shelf))


def no_word(error: BadWord, shelf: ListToChange, file: str = "") -> NoWord:
    """What is wrong with a word: a letter that the list does not have, or how many letters it has."""
    strange, meant = "", tuple[str, ...]()
    try:
        count = len(shelf.alphabet.split(error.word))
    except UnknownLetter as unknown:
        count, strange, meant = 0, character_at(unknown.text, unknown.position), unknown.meant
    return NoWord(error.word, shelf.title, count, strange, file, error.line, meant, shelf.variant)


async def edit_words(request: Request, shelf: ListToChange, edit: Edit) -> None:
    """Change a list. Raises as `refuse_many`."""
    now = request.services.clock.now()
    await request.services.words.dictionaries.edit(shelf.owner, shelf.lexicon, edit, request.person.id, now)


MOST_SENT = 16 << 20
"""Bytes of a file, perhaps packed; `CHAT` says how many words it may have."""


async def _put(request: Request, owner: str, lexicon: str, words: PackedWords) -> None:
    await request.services.words.dictionaries.put(
        owner, lexicon, words, request.person.id, request.services.clock.now()
    )


async def send_list(
    request: Request,
    show: Show,
    file: discord.Attachment,
    how: str = "",
    list: str = "",  # noqa: A002 - it is the option's name
    lexicon: str = "",
    variant: str = "",
) -> Message:
    """Read an uploaded word list, and ask whether it should replace the existing words.

    Lines that are no words are left out and shown. Raises as `shelved`, `fetch` and `Uploads.turn`, `TooManyWords`,
    and `NoWord` with the first bad line if there are many.
    """
    await check_words(request.services.games, request.person.id)
    shelf = await shelved(request, list, lexicon, changes=True, variant=variant)
    async with request.services.files.uploads.turn(request.person.id, request.place.guild_id):
        await show(say(reading_text(file.filename, request.texts)))
        sent = await _read(request, file, shelf)
    await show(say(comparing_text(sent.count, request.texts)))
    upload = secrets.token_hex(8)
    await _put(request, upload_owner(upload, request.person.id), shelf.lexicon, PackedWords(sent.words, whole=True))
    if how == "merge":
        told = await confirm(request, upload, shelf.whose, merge=True)
    else:
        held, is_server = await _held(request, shelf), shelf.whose is Whose.SERVER
        question = sent_question(held, sent.count, shelf.title, request.texts, is_server=is_server)
        told = sent_message(upload, shelf.whose, question, request.texts)
    unfit = unfit_text(sent, request.texts)
    return replace(told, blocks=(Text(unfit), *told.blocks)) if unfit else told


async def _read(request: Request, file: discord.Attachment, shelf: ListToChange) -> SentWords:
    dictionaries = request.services.words.dictionaries
    data, _ = await asyncio.gather(fetch(file, MOST_SENT), dictionaries.get_ready())
    try:
        return await dictionaries.read(data, shelf.alphabet, file.filename, most_words(shelf))
    except TooLarge as error:
        if error.what is not Size.WORDS:
            raise
        raise TooManyWords(error.limit) from error
    except BadWord as error:
        raise no_word(error, shelf, file.filename) from error
    except BadData as error:
        raise FileRefused(file.filename, (Fault(file.filename, error.line, error.reason),)) from error


async def _held(request: Request, shelf: ListToChange) -> int:
    if shelf.whose is Whose.MINE:
        return (await request.services.words.dictionaries.shown(shelf.owner, shelf.lexicon))[0].count
    return len(await request.services.words.dictionaries.current(shelf.lexicon, shelf.alphabet, request.place.guild_id))


async def confirm(request: Request, upload: str, whose: Whose, *, merge: bool) -> Message:
    """Use an uploaded list, in place of the existing words or in addition to them. Raises `Forgotten`."""
    await check_words(request.services.games, request.person.id)
    dictionaries, waiting = request.services.words.dictionaries, upload_owner(upload, request.person.id)
    names = await dictionaries.owned(waiting)
    if not names:
        raise Forgotten
    shelf = await shelved(request, whose, names[0], changes=True)
    sent = (await dictionaries.packed(waiting, shelf.lexicon)).added
    if merge:
        await edit_words(request, shelf, Edit(sent, most=most_words(shelf)))
    else:
        refuse_many(shelf, (await dictionaries.shown(waiting, shelf.lexicon))[0].count)
        await _put(request, shelf.owner, shelf.lexicon, PackedWords(sent, whole=whose is Whose.SERVER))
    await dictionaries.forget(waiting, shelf.lexicon)
    return say(imported_text(await _held(request, shelf), request.texts))


async def export(
    request: Request,
    show: Show,
    list: str = "",  # noqa: A002 - it is the option's name
    lexicon: str = "",
    variant: str = "",
) -> Message:
    """The words as a file: all of the server's dictionary, or the person's own list."""
    await check_words(request.services.games, request.person.id)
    shelf = await shelved(request, list, lexicon, changes=False, variant=variant)
    if shelf.whose is Whose.SERVER:
        held = await request.services.words.dictionaries.current(shelf.lexicon, shelf.alphabet, request.place.guild_id)
        await show(say(writing_text(len(held), request.texts)))
        data = await asyncio.to_thread(lambda: "".join(write_words(held.word_list(), shelf.alphabet)).encode())
    else:
        own = (await request.services.words.dictionaries.changes(shelf.owner, shelf.lexicon)).added
        data = await asyncio.to_thread(_as_text, own, shelf.alphabet)
    name = f"{shelf.title}.txt" if shelf.whose is Whose.SERVER else f"{shelf.title}-mine.txt"
    count = data.count(b"\n")
    told = say(written_text(count, request.texts))
    return replace(told, blocks=(*told.blocks, FileAttachment(name, data))) if count else told


def _as_text(words: frozenset[str], alphabet: Alphabet) -> bytes:
    return "".join(write_words(read_words("\n".join(words), alphabet, strict=False), alphabet)).encode()


async def changed(request: Request, list: str = "", lexicon: str = "") -> Message:  # noqa: A002 - it is the option's name
    """What the server has changed about a dictionary, or the person's own words."""
    await check_words(request.services.games, request.person.id)
    shelf = await shelved(request, list, lexicon, changes=False)
    added, removed, whole = await request.services.words.dictionaries.shown(shelf.owner, shelf.lexicon)
    is_server = shelf.whose is Whose.SERVER
    is_changed = bool(added.count or removed.count or whole)
    if is_changed and is_server and not whole and not shelf.lexicon.startswith(MARK):
        added, removed = await _differing(request, shelf)
    told = changes_text(shelf.title, added, removed, whole, request.texts, is_server=is_server)
    if not is_changed or (is_server and not await may_change(request)):
        return say(told)
    return changes_message(shelf.lexicon, shelf.whose, told, request.texts)


async def _differing(request: Request, shelf: ListToChange) -> tuple[WordSample, WordSample]:
    """The words that the server has added to a list of the program, and taken out of it, without those that it had
    or lacked anyway: these are kept in case another edition changes that, but make no difference."""
    dictionaries = request.services.words.dictionaries
    base = await dictionaries.current(shelf.lexicon, shelf.alphabet)
    kept = await dictionaries.changes(shelf.owner, shelf.lexicon)

    def differing(words: frozenset[str], *, held: bool) -> WordSample:
        if not words:
            return WordSample()
        keys = read_words("\n".join(words), shelf.alphabet, strict=False).keys
        differs = WordList(keys[base.contains_each(keys) == held])
        return WordSample.of(pack_text("".join(write_words(differs, shelf.alphabet)).rstrip("\n")))

    return await asyncio.to_thread(lambda: (differing(kept.added, held=False), differing(kept.removed, held=True)))


async def ask_reset(request: Request, lexicon: str, whose: Whose) -> Message:
    """Ask whether to undo all changes."""
    await shelved(request, whose, lexicon, changes=True)
    return ask(*resetting(request.texts), RESET_WORDS.id(lexicon, whose), request.texts)


async def reset(request: Request, lexicon: str, whose: Whose) -> Message:
    """Undo all changes of a list."""
    shelf = await shelved(request, whose, lexicon, changes=True)
    await _put(request, shelf.owner, shelf.lexicon, PackedWords())
    return say(reset_text(request.texts))


async def add(
    request: Request,
    words: str,
    list: str = "",  # noqa: A002 - it is the option's name
    lexicon: str = "",
    variant: str = "",
) -> Message:
    """Add words to the server's list or the person's own."""
    shelf = await shelved(request, list, lexicon, changes=True, variant=variant)
    spelt = _typed(words, shelf)

    await edit_words(request, shelf, Edit(pack(frozenset(spelt)), most=most_words(shelf)))
    return say(edited_text(spelt, shelf.title, request.texts, is_server=shelf.whose is Whose.SERVER, added=True))


async def remove(
    request: Request,
    words: str,
    list: str = "",  # noqa: A002 - it is the option's name
    lexicon: str = "",
    variant: str = "",
) -> Message:
    """Remove words: from the server's lexicon, or from the person's own list of added ones."""
    shelf = await shelved(request, list, lexicon, changes=True, variant=variant)
    spelt = _typed(words, shelf)

    await edit_words(request, shelf, Edit(removed=pack(frozenset(spelt)), marks=shelf.whose is Whose.SERVER))
    return say(edited_text(spelt, shelf.title, request.texts, is_server=shelf.whose is Whose.SERVER, added=False))


def _typed(words: str, shelf: ListToChange) -> tuple[str, ...]:
    """The typed words, separated by spaces or commas. Raises `NoWord` for the first bad one, and as `read_words`."""
    try:
        lines = "\n".join(map(unwrapped, pasted(words).replace(",", " ").split()))
        keys = read_words(lines, shelf.alphabet, shelf.title)
    except BadWord as error:
        raise no_word(error, shelf) from error
    return tuple("".join(write_words(keys, shelf.alphabet)).split())


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


async def manage(request: Request) -> Message:
    """The server's own dictionaries, to be made, renamed and deleted. Raises `OnlyInServers` and `NotAllowed`."""
    own = await request.services.words.dictionaries.lists.all(await _server(request))
    return lists_page((await show_all(request)).text, {one.id: one.name for one in own}, request.texts)


async def choose(request: Request, key: str) -> Message:
    """One of them. Raises `NotOffered` if it is gone."""
    one = await _own(request, key)
    return list_page(one.id, one.name, request.texts)


async def state(request: Request) -> str:
    """How many dictionaries of its own the server has, in words."""
    own = await request.services.words.dictionaries.lists.all(request.place.guild_id)
    return own_lists_count(len(own), request.texts)


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
