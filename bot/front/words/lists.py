"""Whole word lists of a server or a person: sent, handed out, shown, reset. Running games keep the words they have."""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import replace
from typing import Final

import discord

from bot.front.components.buttons import Actions, declare
from bot.front.components.message import Button, Enclosed, Message, Row, Text, Tone, ask, say
from bot.front.components.payloads import OfLexicon, OfUpload, Whose
from bot.front.interaction.attachments import fetch
from bot.front.interaction.request import Request
from bot.front.lobby.opening import ShowProgress
from bot.front.words.shelves import Shelved, edit_words, may_change, most_words, no_word, refuse_many, shelved
from bot.model.errors import Forgotten, TooManyWords
from bot.model.words import Edit, PackedWords, SentWords, upload_owner
from bot.service.rights import Right
from bot.service.secrecy import check_words
from bot.text import escape
from bot.text.lexicons import lexicon_title
from bot.text.names import shortened
from bot.text.wordlists import changes_text, unfit_text
from engine.errors import Size, TooLarge
from engine.model.alphabet import Alphabet
from engine.words.textlist import BadWord, read_words, write_words


def _changer(about: OfUpload | OfLexicon) -> Right:
    return Right.WORDS if about.whose is Whose.SERVER else Right.ANYONE


REPLACE_WORDS: Final = declare("words_replace", OfUpload, _changer)
MERGE_WORDS: Final = declare("words_merge", OfUpload, _changer)
ASK_RESET_WORDS: Final = declare("words_reset_ask", OfLexicon, _changer)
RESET_WORDS: Final = declare("words_reset", OfLexicon, _changer)

MOST_SENT = 16 << 20
"""Bytes of a file, perhaps packed; `CHAT` says how many words it may have."""


async def _put(request: Request, owner: str, lexicon: str, words: PackedWords) -> None:
    await request.services.dictionaries.put(owner, lexicon, words, request.person.id, request.services.clock.now())


async def send_list(
    request: Request,
    file: discord.Attachment,
    how: str,
    whose: str,
    lexicon: str,
    progress: ShowProgress,
    variant: str = "",
) -> Message:
    """Read an uploaded word list, and ask whether it should replace the existing words.

    Lines that are no words are left out and shown. Raises as `shelved`, `fetch` and `Uploads.turn`, `TooManyWords`,
    and `NoWord` with the first bad line if there are many.
    """
    await check_words(request.services.games, request.person.id)
    shelf = await shelved(request, whose, lexicon, changes=True, variant=variant)
    async with request.services.uploads.turn(request.person.id, request.place.guild_id):
        await progress(say(request.texts.gettext("Reading {name} …", name=escape(shortened(file.filename, 60)))))
        sent = await _read(request, file, shelf)
    await progress(
        say(request.texts.ngettext("{count} word read; comparing …", "{count} words read; comparing …", sent.count))
    )
    upload = secrets.token_hex(8)
    await _put(request, upload_owner(upload, request.person.id), shelf.lexicon, PackedWords(sent.words, whole=True))
    if how == "merge":
        told = await confirm(request, upload, shelf.whose, merge=True)
    else:
        told = await _question(request, shelf, upload, sent.count)
    unfit = unfit_text(sent, request.texts)
    return replace(told, blocks=(Text(unfit), *told.blocks)) if unfit else told


async def _read(request: Request, file: discord.Attachment, shelf: Shelved) -> SentWords:
    dictionaries = request.services.dictionaries
    data, _ = await asyncio.gather(fetch(file, MOST_SENT), dictionaries.get_ready())
    try:
        return await dictionaries.read(data, shelf.alphabet, file.filename, most_words(shelf))
    except TooLarge as error:
        if error.what is not Size.WORDS:
            raise
        raise TooManyWords(error.limit) from error
    except BadWord as error:
        raise no_word(error, shelf, file.filename) from error


async def _question(request: Request, shelf: Shelved, upload: str, count: int) -> Message:
    texts = request.texts
    held = await _held(request, shelf)
    if shelf.whose is Whose.SERVER:
        has = texts.ngettext(
            "This server's {lexicon} dictionary has {count} word.",
            "This server's {lexicon} dictionary has {count} words.",
            held,
            lexicon=escape(lexicon_title(shelf.title, request.texts)),
        )
    else:
        has = texts.ngettext(
            "Your own {lexicon} list has {count} word.",
            "Your own {lexicon} list has {count} words.",
            held,
            lexicon=escape(lexicon_title(shelf.title, request.texts)),
        )
    asks = texts.ngettext(
        "Your file has {count} word. Should it replace the list or be added to it?",
        "Your file has {count} words. Should they replace the list or be added to it?",
        count,
    )
    buttons = (
        Button(REPLACE_WORDS.id(upload, shelf.whose), texts.gettext("Replace"), Tone.DANGER),
        Button(MERGE_WORDS.id(upload, shelf.whose), texts.gettext("Add"), Tone.PRIMARY),
        Button(Actions.CANCEL.id(), texts.gettext("Cancel")),
    )
    return Message((Text(f"{has}\n{asks}"), Row(buttons)))


async def _held(request: Request, shelf: Shelved) -> int:
    if shelf.whose is Whose.MINE:
        return (await request.services.dictionaries.shown(shelf.owner, shelf.lexicon))[0].count
    return len(await request.services.dictionaries.current(shelf.lexicon, shelf.alphabet, request.place.guild_id))


async def confirm(request: Request, upload: str, whose: Whose, *, merge: bool) -> Message:
    """Use an uploaded list, in place of the existing words or in addition to them. Raises `Forgotten`."""
    await check_words(request.services.games, request.person.id)
    dictionaries, waiting = request.services.dictionaries, upload_owner(upload, request.person.id)
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
    held = await _held(request, shelf)
    return say(
        request.texts.ngettext(
            "Done. The list now has {count} word. It counts in new games.",
            "Done. The list now has {count} words. They count in new games.",
            held,
        )
    )


async def export(request: Request, whose: str, lexicon: str, progress: ShowProgress, variant: str = "") -> Message:
    """The words as a file: all of the server's dictionary, or the person's own list."""
    await check_words(request.services.games, request.person.id)
    shelf = await shelved(request, whose, lexicon, changes=False, variant=variant)
    if shelf.whose is Whose.SERVER:
        held = await request.services.dictionaries.current(shelf.lexicon, shelf.alphabet, request.place.guild_id)
        count = len(held)
        await progress(say(request.texts.ngettext("Writing {count} word …", "Writing {count} words …", count)))
        data = await asyncio.to_thread(lambda: "".join(write_words(held.word_list(), shelf.alphabet)).encode())
    else:
        own = (await request.services.dictionaries.changes(shelf.owner, shelf.lexicon)).added
        data = await asyncio.to_thread(_as_text, own, shelf.alphabet)
    name = f"{shelf.title}.txt" if shelf.whose is Whose.SERVER else f"{shelf.title}-mine.txt"
    count = data.count(b"\n")
    if not count:
        return say(request.texts.gettext("This list is empty."))
    told = request.texts.ngettext("{count} word, one per line.", "{count} words, one per line.", count)
    return Message((Text(told), Enclosed(name, data)))


def _as_text(words: frozenset[str], alphabet: Alphabet) -> bytes:
    return "".join(write_words(read_words("\n".join(words), alphabet, strict=False), alphabet)).encode()


async def show(request: Request, whose: str = "", lexicon: str = "") -> Message:
    """What the server has changed about a dictionary, or the person's own words."""
    await check_words(request.services.games, request.person.id)
    shelf = await shelved(request, whose, lexicon, changes=False)
    added, removed, whole = await request.services.dictionaries.shown(shelf.owner, shelf.lexicon)
    facts = {"lexicon": escape(lexicon_title(shelf.title, request.texts))}
    if shelf.whose is Whose.SERVER:
        heading = request.texts.gettext("### This server's {lexicon} dictionary", **facts)
    else:
        heading = request.texts.gettext("### Your own words for {lexicon}", **facts)
    text = Text(f"{heading}\n{changes_text(added, removed, whole, request.texts)}")
    if not (added.count or removed.count or whole) or (shelf.whose is Whose.SERVER and not await may_change(request)):
        return Message((text,))
    label = request.texts.gettext("Undo all changes")
    reset = Button(ASK_RESET_WORDS.id(shelf.lexicon, shelf.whose), label, Tone.DANGER)
    return Message((text, Row((reset,))))


async def ask_reset(request: Request, lexicon: str, whose: Whose) -> Message:
    """Ask whether to undo all changes."""
    await shelved(request, whose, lexicon, changes=True)
    question = request.texts.gettext("Do you want to undo everything that was added and removed?")
    return ask(question, request.texts.gettext("Undo all changes"), RESET_WORDS.id(lexicon, whose), request.texts)


async def reset(request: Request, lexicon: str, whose: Whose) -> Message:
    """Undo all changes of a list."""
    shelf = await shelved(request, whose, lexicon, changes=True)
    await _put(request, shelf.owner, shelf.lexicon, PackedWords())
    return say(request.texts.gettext("Done. Everything that was added and removed has been undone."))
