"""Whole word lists of a server or a person: sent, handed out, shown, reset. Running games keep the words they have."""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import replace

import discord

from bot.front.components.message import FileAttachment, Message, Text, ask, say
from bot.front.components.payloads import Whose
from bot.front.interaction.answering import Show
from bot.front.interaction.attachments import fetch
from bot.front.interaction.request import Request
from bot.front.words.chosen_list import ListToChange, edit_words, may_change, most_words, no_word, refuse_many, shelved
from bot.front.words.messages import RESET_WORDS, changes_message, sent_message
from bot.model.errors import FileRefused, Forgotten, TooManyWords
from bot.model.words import Edit, PackedWords, SentWords, upload_owner
from bot.service.secrecy import check_words
from bot.text.wordlists import (
    changes_text,
    comparing_text,
    imported_text,
    reading_text,
    reset_text,
    resetting,
    sent_question,
    unfit_text,
    writing_text,
    written_text,
)
from engine.errors import BadData, Fault, Size, TooLarge
from engine.model.alphabet import Alphabet
from engine.words.textlist import BadWord, read_words, write_words

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
    told = changes_text(shelf.title, added, removed, whole, request.texts, is_server=is_server)
    if not (added.count or removed.count or whole) or (is_server and not await may_change(request)):
        return say(told)
    return changes_message(shelf.lexicon, shelf.whose, told, request.texts)


async def ask_reset(request: Request, lexicon: str, whose: Whose) -> Message:
    """Ask whether to undo all changes."""
    await shelved(request, whose, lexicon, changes=True)
    return ask(*resetting(request.texts), RESET_WORDS.id(lexicon, whose), request.texts)


async def reset(request: Request, lexicon: str, whose: Whose) -> Message:
    """Undo all changes of a list."""
    shelf = await shelved(request, whose, lexicon, changes=True)
    await _put(request, shelf.owner, shelf.lexicon, PackedWords())
    return say(reset_text(request.texts))
