"""Changing and showing the words of a server or a person (ledger N21, K6). Running games keep the words they have."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import discord

from bot.front.core.buttons import WHOSE, Action, Whose, button_id
from bot.front.core.dispatch import game_here
from bot.front.core.errors import NoServerHere, NotOffered, NoWord, Refused, TooLate
from bot.front.core.message import Button, Enclosed, Message, Row, Text, Tone, ask, say
from bot.front.core.receiving import fetch
from bot.front.core.request import Asked
from bot.front.lobby.opening import usual_words
from bot.front.words.lookups import refuse_players
from bot.service.errors import TooManyWords
from bot.service.rights import Permission
from bot.service.wordlists import Edit, PackedWords, pack, person_owner, server_owner, upload_owner
from bot.text import escape
from bot.text.wordlists import changes_text
from engine.errors import EngineError, Size, TooLarge, UnknownLetter
from engine.game.phases import Lobby, Over
from engine.game.state import Setup
from engine.limits import CHAT
from engine.loading import EMPTY
from engine.model.alphabet import Alphabet
from engine.words.textlist import BadWord, read_words, write_words

MOST_OWN = 20_000
"""Words that a person's own list may hold."""

Progress = Callable[[Message], Awaitable[None]]
"""Shows somebody who waits how far the work is."""


@dataclass(frozen=True, slots=True)
class Shelved:
    """A list that is to be changed or shown: whose, of which lexicon, in which letters."""

    whose: Whose
    owner: str
    lexicon: str
    alphabet: Alphabet


async def shelved(asked: Asked, whose: str, lexicon: str, *, changes: bool, variant: str = "") -> Shelved:
    """The list that options mean. Without `whose` it is the server's for those who may, else the own one.

    Its words are spelt in the letters of `variant`, or else of the lexicon.
    Raises `NotOffered`, `NoServerHere` and `NotAllowed`.
    """
    if whose and whose not in WHOSE:
        raise NotOffered("list", whose, tuple(WHOSE))
    server = asked.place.guild_id
    default = Whose.SERVER if server is not None and (not changes or await _may_change(asked)) else Whose.MINE
    meant = Whose(whose or default)
    if meant is Whose.SERVER and server is None:
        raise NoServerHere
    if meant is Whose.SERVER and changes:
        await asked.desk.permissions.check(asked.member, Permission.WORDS, server)
    name, alphabet = await _lexicon(asked, lexicon.strip().lower(), variant)
    owner = server_owner(server) if meant is Whose.SERVER and server is not None else person_owner(asked.person.id)
    return Shelved(meant, owner, name, alphabet)


async def _may_change(asked: Asked) -> bool:
    """Whether the server lets the asker change its words."""
    return await asked.desk.permissions.may(asked.member, Permission.WORDS, asked.place.guild_id)


async def _lexicon(asked: Asked, lexicon: str, variant: str) -> tuple[str, Alphabet]:
    """The lexicon named, else that of the game that runs here, else the usual one; with the letters of its words.

    Neither a lobby nor a game that is over says which letters are meant: they may be anybody's.
    """
    names = await asked.desk.dictionaries.names()
    if lexicon and lexicon not in names:
        raise NotOffered("lexicon", lexicon, names)
    infos = {info.name: info for info in await asyncio.to_thread(asked.desk.library.lexicons)}
    language = infos[lexicon].language if lexicon in infos and lexicon != EMPTY else ""
    if variant:
        chosen, usual = await usual_words(asked, variant, language)
        return lexicon or usual, chosen.alphabet
    setup = await _setup_here(asked)
    if setup and lexicon in ("", setup.lexicon.name):
        return setup.lexicon.name, setup.variant.alphabet
    if language:
        return lexicon, (await asked.desk.library.variant(language=language)).alphabet
    chosen, usual = await usual_words(asked)
    return lexicon or usual, (setup.variant if setup else chosen).alphabet


async def _setup_here(asked: Asked) -> Setup | None:
    """The setup of the game that people play here now."""
    here = await game_here(asked)
    state = await asked.desk.games.load(here) if here else None
    return None if state is None or isinstance(state.phase, Lobby | Over) else state.setup


# --- single words ---


async def add(asked: Asked, words: str, whose: str = "", lexicon: str = "", variant: str = "") -> Message:
    """Add words to the server's or the own list."""
    shelf = await shelved(asked, whose, lexicon, changes=True, variant=variant)
    spelt = _typed(words, shelf)

    await _edit(asked, shelf, Edit(pack(frozenset(spelt)), most=_most(shelf)))
    return say(_done(asked, shelf, spelt, added=True))


async def remove(asked: Asked, words: str, whose: str = "", lexicon: str = "", variant: str = "") -> Message:
    """Remove words: from the server's lexicon, or from the own list of added ones."""
    shelf = await shelved(asked, whose, lexicon, changes=True, variant=variant)
    spelt = _typed(words, shelf)

    await _edit(asked, shelf, Edit(removed=pack(frozenset(spelt)), marks=shelf.whose is Whose.SERVER))
    return say(_done(asked, shelf, spelt, added=False))


def _most(shelf: Shelved) -> int:
    """How many words a list may hold."""
    return MOST_OWN if shelf.whose is Whose.MINE else CHAT.words


def _refuse_many(shelf: Shelved, count: int) -> None:
    if count > _most(shelf):
        raise _too_many(shelf)


def _too_many(shelf: Shelved) -> Exception:
    if shelf.whose is Whose.MINE:
        return TooManyWords(MOST_OWN)
    return Refused(TooLarge.beyond(shelf.lexicon, Size.WORDS, CHAT.words), None)


def _typed(words: str, shelf: Shelved) -> tuple[str, ...]:
    """The words that somebody typed, separated by blanks or commas. Raises `Refused` with the first that is none."""
    try:
        keys = read_words("\n".join(words.replace(",", " ").split()), shelf.alphabet, shelf.lexicon)
    except BadWord as error:
        raise _no_word(error, shelf) from error
    except EngineError as error:
        raise Refused(error, None) from error
    return tuple(line.strip() for line in write_words(keys, shelf.alphabet))


def _no_word(error: BadWord, shelf: Shelved, file: str = "") -> NoWord:
    """What is wrong with a word: a letter that the list does not have, or how many it has."""
    try:
        count, strange = len(shelf.alphabet.split(error.word)), ""
    except UnknownLetter as unknown:
        count, strange = 0, error.word[unknown.position : unknown.position + 1]
    return NoWord(error.word, shelf.lexicon, count, strange, file, error.line)


def _done(asked: Asked, shelf: Shelved, words: tuple[str, ...], *, added: bool) -> str:
    """What was done, in the same words whether or not the list had them before: that would tell which words exist."""
    facts = {"words": asked.texts.join(f"**{escape(word)}**" for word in words[:50]), "lexicon": escape(shelf.lexicon)}
    match shelf.whose, added:
        case Whose.SERVER, True:
            return asked.texts.gettext(
                "In new games of this server with {lexicon} these words count: {words}.", **facts
            )
        case Whose.SERVER, False:
            return asked.texts.gettext(
                "In new games of this server with {lexicon} these words do not count: {words}.", **facts
            )
        case _, True:
            return asked.texts.gettext("In new games that you host with {lexicon} these words count: {words}.", **facts)
        case _:
            return asked.texts.gettext("Your own list for {lexicon} is without these words: {words}.", **facts)


async def _edit(asked: Asked, shelf: Shelved, edit: Edit) -> None:
    try:
        await asked.desk.dictionaries.edit(shelf.owner, shelf.lexicon, edit, asked.person.id, asked.desk.clock.now())
    except TooManyWords as error:
        raise _too_many(shelf) from error


async def _put(asked: Asked, owner: str, lexicon: str, words: PackedWords) -> None:
    await asked.desk.dictionaries.put(owner, lexicon, words, asked.person.id, asked.desk.clock.now())


# --- whole lists ---


async def send_list(
    asked: Asked,
    file: discord.Attachment,
    how: str,
    whose: str,
    lexicon: str,
    progress: Progress,
    variant: str = "",
) -> Message:
    """Read a word list that somebody sent, and ask whether it is to replace the words that there are.

    Raises what `shelved`, `fetch` and `Uploads.turn` raise, `TooManyWords`, and `Refused` with the number of the first
    bad line.
    """
    await refuse_players(asked)
    shelf = await shelved(asked, whose, lexicon, changes=True, variant=variant)
    async with asked.desk.uploads.turn(asked.person.id, asked.place.guild_id):
        await progress(say(asked.texts.gettext("Reading {name} …", name=escape(file.filename[:60]))))
        words, count = await _read(asked, file, shelf)
    await progress(
        say(asked.texts.ngettext("{count} word read; comparing …", "{count} words read; comparing …", count))
    )
    upload = secrets.token_hex(8)
    await _put(asked, upload_owner(upload, asked.person.id), shelf.lexicon, PackedWords(words, whole=True))
    if how == "merge":
        return await confirm(asked, upload, shelf.whose, merge=True)
    return await _question(asked, shelf, upload, count)


async def _read(asked: Asked, file: discord.Attachment, shelf: Shelved) -> tuple[bytes, int]:
    dictionaries = asked.desk.dictionaries
    data, _ = await asyncio.gather(fetch(file, CHAT.list_bytes), dictionaries.get_ready())
    try:
        return await dictionaries.read(data, shelf.alphabet, file.filename, _most(shelf))
    except TooLarge as error:
        raise TooManyWords(MOST_OWN) if error.limit == MOST_OWN else Refused(error, None) from error
    except BadWord as error:
        raise _no_word(error, shelf, file.filename) from error
    except EngineError as error:
        raise Refused(error, None) from error


async def _question(asked: Asked, shelf: Shelved, upload: str, count: int) -> Message:
    texts = asked.texts
    held = await _held(asked, shelf)
    if shelf.whose is Whose.SERVER:
        has = texts.ngettext(
            "The dictionary {lexicon} of this server holds {count} word.",
            "The dictionary {lexicon} of this server holds {count} words.",
            held,
            lexicon=escape(shelf.lexicon),
        )
    else:
        has = texts.ngettext(
            "Your own list for {lexicon} holds {count} word.",
            "Your own list for {lexicon} holds {count} words.",
            held,
            lexicon=escape(shelf.lexicon),
        )
    asks = texts.ngettext(
        "Your file has {count} word. Shall it replace what is there, or be added to it?",
        "Your file has {count} words. Shall they replace what is there, or be added to it?",
        count,
    )
    number = WHOSE.index(shelf.whose)
    buttons = (
        Button(button_id(Action.REPLACE_WORDS, upload, number), texts.gettext("Replace"), Tone.DANGER),
        Button(button_id(Action.MERGE_WORDS, upload, number), texts.gettext("Add"), Tone.PRIMARY),
        Button(button_id("cancel", upload), texts.gettext("Cancel")),
    )
    return Message((Text(f"{has}\n{asks}"), Row(buttons)))


async def _held(asked: Asked, shelf: Shelved) -> int:
    if shelf.whose is Whose.MINE:
        return (await asked.desk.dictionaries.shown(shelf.owner, shelf.lexicon))[0].count
    return len(await asked.desk.dictionaries.current(shelf.lexicon, shelf.alphabet, asked.place.guild_id))


async def confirm(asked: Asked, upload: str, whose: Whose, *, merge: bool) -> Message:
    """Take a list that was sent, in place of the words that there are or beside them. Raises `TooLate`."""
    await refuse_players(asked)
    dictionaries, waiting = asked.desk.dictionaries, upload_owner(upload, asked.person.id)
    names = await dictionaries.owned(waiting)
    if not names:
        raise TooLate
    shelf = await shelved(asked, whose, names[0], changes=True)
    sent = (await dictionaries.packed(waiting, shelf.lexicon)).added
    if merge:
        await _edit(asked, shelf, Edit(sent, most=_most(shelf)))
    else:
        _refuse_many(shelf, (await dictionaries.shown(waiting, shelf.lexicon))[0].count)
        await _put(asked, shelf.owner, shelf.lexicon, PackedWords(sent, whole=whose is Whose.SERVER))
    await dictionaries.forget(waiting, shelf.lexicon)
    held = await _held(asked, shelf)
    return say(
        asked.texts.ngettext(
            "Done: the list holds {count} word now. It counts in games that start from now on.",
            "Done: the list holds {count} words now. They count in games that start from now on.",
            held,
        )
    )


async def export(asked: Asked, whose: str, lexicon: str, progress: Progress, variant: str = "") -> Message:
    """The words as a file: all of the server's dictionary, or the own list."""
    await refuse_players(asked)
    shelf = await shelved(asked, whose, lexicon, changes=False, variant=variant)
    if shelf.whose is Whose.SERVER:
        held = await asked.desk.dictionaries.current(shelf.lexicon, shelf.alphabet, asked.place.guild_id)
        count = len(held)
        await progress(say(asked.texts.ngettext("Writing {count} word …", "Writing {count} words …", count)))
        data = await asyncio.to_thread(lambda: "".join(write_words(held.word_list(), shelf.alphabet)).encode())
    else:
        own = (await asked.desk.dictionaries.changes(shelf.owner, shelf.lexicon)).added
        data = await asyncio.to_thread(_as_text, own, shelf.alphabet)
    name = f"{shelf.lexicon}.txt" if shelf.whose is Whose.SERVER else f"{shelf.lexicon}-mine.txt"
    count = data.count(b"\n")
    if not count:
        return say(asked.texts.gettext("There is no word in this list."))
    told = asked.texts.ngettext("{count} word, one on a line.", "{count} words, one on a line.", count)
    return Message((Text(told), Enclosed(name, data)))


def _as_text(words: frozenset[str], alphabet: Alphabet) -> bytes:
    return "".join(write_words(read_words("\n".join(words), alphabet, strict=False), alphabet)).encode()


async def show(asked: Asked, whose: str = "", lexicon: str = "") -> Message:
    """What the server has changed about a dictionary, or the own words."""
    await refuse_players(asked)
    shelf = await shelved(asked, whose, lexicon, changes=False)
    added, removed, whole = await asked.desk.dictionaries.shown(shelf.owner, shelf.lexicon)
    facts = {"lexicon": escape(shelf.lexicon)}
    if shelf.whose is Whose.SERVER:
        heading = asked.texts.gettext("### The dictionary {lexicon} of this server", **facts)
    else:
        heading = asked.texts.gettext("### Your own words for {lexicon}", **facts)
    text = Text(f"{heading}\n{changes_text(added, removed, whole, asked.texts)}")
    if not (added.count or removed.count or whole) or (shelf.whose is Whose.SERVER and not await _may_change(asked)):
        return Message((text,))
    label = asked.texts.gettext("Undo all changes")
    reset = Button(button_id(Action.ASK_RESET_WORDS, shelf.lexicon, WHOSE.index(shelf.whose)), label, Tone.DANGER)
    return Message((text, Row((reset,))))


async def ask_reset(asked: Asked, lexicon: str, whose: Whose) -> Message:
    """Ask whether all changes are to be undone."""
    await shelved(asked, whose, lexicon, changes=True)
    question = asked.texts.gettext("Shall everything that was added and removed be undone?")
    number = WHOSE.index(whose)
    return ask(question, asked.texts.gettext("Undo all changes"), Action.RESET_WORDS, lexicon, asked.texts, number)


async def reset(asked: Asked, lexicon: str, whose: Whose) -> Message:
    """Undo all changes of a list."""
    shelf = await shelved(asked, whose, lexicon, changes=True)
    await _put(asked, shelf.owner, shelf.lexicon, PackedWords())
    return say(asked.texts.gettext("Done: everything that was added and removed is undone."))
