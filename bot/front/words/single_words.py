"""Words added to a list, or removed from it."""

from __future__ import annotations

from bot.front.components.message import Message, say
from bot.front.components.payloads import Whose
from bot.front.interaction.request import Request
from bot.front.words.chosen_list import ListToChange, edit_words, most_words, no_word, shelved
from bot.model.words import Edit, pack
from bot.text.wordlists import edited_text
from engine.pasted import pasted, unwrapped
from engine.words.textlist import BadWord, read_words, write_words


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
