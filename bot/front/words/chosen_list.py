"""Which list of words a person means, and what it may hold."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass

from bot.front.components.payloads import Whose
from bot.front.interaction.dispatch import game_here
from bot.front.interaction.request import Request
from bot.front.lobby.opening import find_lists, usual_words
from bot.model.errors import LettersFixed, NotOffered, NoWord, TooManyWords
from bot.model.lists import NamedList, split_names, variant_title
from bot.model.profiles import Permission
from bot.model.words import Edit, person_owner, server_owner
from bot.service.words.namedlists import ListChoice
from engine.errors import UnknownLetter
from engine.game.phases import Lobby, Over
from engine.game.state import Setup
from engine.limits import CHAT
from engine.model.alphabet import Alphabet
from engine.pasted import character_at
from engine.words.textlist import BadWord

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


def most_words(shelf: ListToChange) -> int:
    """How many words a list may hold."""
    return MOST_OWN if shelf.whose is Whose.MINE else CHAT.words


def refuse_many(shelf: ListToChange, count: int) -> None:
    """Raises `TooManyWords` for more words than a list may hold."""
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
