"""Changing and showing the words of a server or a person. Running games keep the words they have."""

from __future__ import annotations

import asyncio
import secrets
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

import discord

from bot.front.core.buttons import Actions, declare
from bot.front.core.dispatch import game_here
from bot.front.core.message import Button, Enclosed, Message, Row, Text, Tone, ask, say
from bot.front.core.payloads import OfLexicon, OfUpload, Whose
from bot.front.core.receiving import fetch
from bot.front.core.request import Request
from bot.front.lobby.opening import ShowProgress, find_lists, usual_words
from bot.model.errors import Forgotten, LettersFixed, NotOffered, NoWord, TooManyWords
from bot.model.lists import NamedList, split_names, variant_title
from bot.model.profiles import Permission
from bot.model.words import Edit, PackedWords, SentWords, pack, person_owner, server_owner, upload_owner
from bot.service.namedlists import Chosen
from bot.service.rights import Right
from bot.service.secrecy import check_words
from bot.text import escape
from bot.text.lexicons import lexicon_title
from bot.text.names import shortened
from bot.text.wordlists import changes_text, unfit_text
from engine.errors import Size, TooLarge, UnknownLetter
from engine.game.phases import Lobby, Over
from engine.game.state import Setup
from engine.limits import CHAT
from engine.model.alphabet import Alphabet
from engine.pasted import character_at, pasted, unwrapped
from engine.words.textlist import BadWord, read_words, write_words


def _changer(about: OfUpload | OfLexicon) -> Right:
    return Right.WORDS if about.whose is Whose.SERVER else Right.ANYONE


REPLACE_WORDS: Final = declare("words_replace", OfUpload, _changer)
MERGE_WORDS: Final = declare("words_merge", OfUpload, _changer)
ASK_RESET_WORDS: Final = declare("words_reset_ask", OfLexicon, _changer)
RESET_WORDS: Final = declare("words_reset", OfLexicon, _changer)

MOST_OWN = 20_000
"""Words that a person's own list may hold."""
MOST_SENT = 16 << 20
"""Bytes of a file, perhaps packed; `CHAT` says how many words it may have."""


@dataclass(frozen=True, slots=True)
class Shelved:
    """A list to be changed or shown: its owner, the name under which its words are stored, and its letters.

    `title` is the name of its dictionary, `variant` the one whose letters it was made with.
    """

    whose: Whose
    owner: str
    lexicon: str
    alphabet: Alphabet
    title: str
    variant: str = ""


async def shelved(request: Request, whose: str, lexicon: str, *, changes: bool, variant: str = "") -> Shelved:
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
    servers = server is not None and (not changes or bool(lexicon and chosen.named) or await _may_change(request))
    meant = Whose(whose or (Whose.SERVER if servers else Whose.MINE))
    if meant is Whose.MINE:
        return Shelved(meant, person_owner(request.person.id), chosen.base, alphabet, chosen.base)
    if server is None:
        raise NotOffered("list", whose, (Whose.MINE,))
    if changes:
        await request.services.permissions.check(request.member, Permission.WORDS, server)
    variant = variant_title(chosen.named) if chosen.named else ""
    return Shelved(meant, server_owner(server), chosen.key, alphabet, chosen.name, variant)


async def _may_change(request: Request) -> bool:
    """Whether the server lets the asker change its words."""
    return await request.services.permissions.may(request.member, Permission.WORDS, request.place.guild_id)


async def _chosen(request: Request, lexicon: str, variant: str) -> tuple[Chosen, Alphabet]:
    """The named list, else the first one of the game running here, else the default; with the letters of its words.

    Lobbies and finished games do not decide the letters: they may be anyone's. Raises `NotOffered` and `LettersFixed`.
    """
    setup = await _setup_here(request)
    chosen = await _found(request, lexicon, setup, variant)
    if chosen.named:
        await check_letters(request, chosen.named, variant)
        return chosen, chosen.named.alphabet
    infos = {info.name: info for info in await asyncio.to_thread(request.services.library.lexicons)}
    language = infos[chosen.base].language if lexicon and chosen.base in infos else ""
    if variant:
        return chosen, (await usual_words(request, variant, language))[0].alphabet
    if setup and (not lexicon or chosen.name in split_names(setup.lexicon.name)):
        return chosen, setup.variant.alphabet
    if language:
        return chosen, (await request.services.library.variant(language=language)).alphabet
    return chosen, (setup.variant if setup else (await usual_words(request))[0]).alphabet


async def _found(request: Request, lexicon: str, setup: Setup | None, variant: str) -> Chosen:
    """The list of that name, else the first of a game, else the default for a variant."""
    if lexicon:
        return await one_list(request, lexicon)
    if setup and not variant:
        with suppress(NotOffered):
            return (await find_lists(request, setup.lexicon.name))[0]
    return (await find_lists(request, (await usual_words(request, variant))[1]))[0]


async def one_list(request: Request, name: str) -> Chosen:
    """The list with a name; a combination is none. Raises `NotOffered`."""
    found = await find_lists(request, name)
    if len(found) > 1:
        raise NotOffered("lexicon", name, await request.services.dictionaries.names(request.place.guild_id))
    return found[0]


async def check_letters(request: Request, named: NamedList, variant: str) -> None:
    """Raises `LettersFixed` if a variant has other letters than a list, and `NotOffered` if there is none."""
    if not variant:
        return
    if (await usual_words(request, variant, named.language, needs_words=False))[0].alphabet != named.alphabet:
        raise LettersFixed(named.name, variant_title(named))


async def _setup_here(request: Request) -> Setup | None:
    """The setup of the game that people are playing here now."""
    here = await game_here(request)
    state = await request.state(here) if here else None
    return None if state is None or isinstance(state.phase, Lobby | Over) else state.setup


# --- single words ---


async def add(request: Request, words: str, whose: str = "", lexicon: str = "", variant: str = "") -> Message:
    """Add words to the server's list or the person's own."""
    shelf = await shelved(request, whose, lexicon, changes=True, variant=variant)
    spelt = _typed(words, shelf)

    await _edit(request, shelf, Edit(pack(frozenset(spelt)), most=_most(shelf)))
    return say(_done(request, shelf, spelt, added=True))


async def remove(request: Request, words: str, whose: str = "", lexicon: str = "", variant: str = "") -> Message:
    """Remove words: from the server's lexicon, or from the person's own list of added ones."""
    shelf = await shelved(request, whose, lexicon, changes=True, variant=variant)
    spelt = _typed(words, shelf)

    await _edit(request, shelf, Edit(removed=pack(frozenset(spelt)), marks=shelf.whose is Whose.SERVER))
    return say(_done(request, shelf, spelt, added=False))


def _most(shelf: Shelved) -> int:
    """How many words a list may hold."""
    return MOST_OWN if shelf.whose is Whose.MINE else CHAT.words


def _refuse_many(shelf: Shelved, count: int) -> None:
    if count > _most(shelf):
        raise TooManyWords(_most(shelf))


def _typed(words: str, shelf: Shelved) -> tuple[str, ...]:
    """The typed words, separated by spaces or commas. Raises `NoWord` for the first bad one, and as `read_words`."""
    try:
        lines = "\n".join(map(unwrapped, pasted(words).replace(",", " ").split()))
        keys = read_words(lines, shelf.alphabet, shelf.title)
    except BadWord as error:
        raise _no_word(error, shelf) from error
    return tuple("".join(write_words(keys, shelf.alphabet)).split())


def _no_word(error: BadWord, shelf: Shelved, file: str = "") -> NoWord:
    """What is wrong with a word: a letter that the list does not have, or how many letters it has."""
    strange, meant = "", tuple[str, ...]()
    try:
        count = len(shelf.alphabet.split(error.word))
    except UnknownLetter as unknown:
        count, strange, meant = 0, character_at(unknown.text, unknown.position), unknown.meant
    return NoWord(error.word, shelf.title, count, strange, file, error.line, meant, shelf.variant)


def _done(request: Request, shelf: Shelved, words: tuple[str, ...], *, added: bool) -> str:
    """What was done, worded alike whether or not the list already had the words, so as not to reveal which exist."""
    facts = {
        "words": request.texts.join(f"**{escape(word)}**" for word in words[:50]),
        "lexicon": escape(lexicon_title(shelf.title, request.texts)),
    }
    match shelf.whose, added:
        case Whose.SERVER, True:
            return request.texts.gettext(
                "In new games in this server with the {lexicon} dictionary, these words count: {words}.", **facts
            )
        case Whose.SERVER, False:
            return request.texts.gettext(
                "In new games in this server with the {lexicon} dictionary, these words do not count: {words}.", **facts
            )
        case _, True:
            return request.texts.gettext(
                "In new games that you host with the {lexicon} dictionary, these words count: {words}.", **facts
            )
        case _:
            return request.texts.gettext("Your own {lexicon} list no longer has these words: {words}.", **facts)


async def _edit(request: Request, shelf: Shelved, edit: Edit) -> None:
    await request.services.dictionaries.edit(
        shelf.owner, shelf.lexicon, edit, request.person.id, request.services.clock.now()
    )


async def _put(request: Request, owner: str, lexicon: str, words: PackedWords) -> None:
    await request.services.dictionaries.put(owner, lexicon, words, request.person.id, request.services.clock.now())


# --- whole lists ---


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
        return await dictionaries.read(data, shelf.alphabet, file.filename, _most(shelf))
    except TooLarge as error:
        if error.what is not Size.WORDS:
            raise
        raise TooManyWords(error.limit) from error
    except BadWord as error:
        raise _no_word(error, shelf, file.filename) from error


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
        await _edit(request, shelf, Edit(sent, most=_most(shelf)))
    else:
        _refuse_many(shelf, (await dictionaries.shown(waiting, shelf.lexicon))[0].count)
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
    if not (added.count or removed.count or whole) or (shelf.whose is Whose.SERVER and not await _may_change(request)):
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
