"""What the words played in a game mean: the newest one, and the others from a menu."""

from __future__ import annotations

from bot.front.components.message import Message, say
from bot.front.interaction.request import Request
from bot.front.words.lookups import shelf_of
from bot.front.words.messages import meaning_message
from bot.model.errors import NoDefinitions
from bot.service.secrecy import check_words_of
from bot.service.words.definitions import has_definitions
from bot.text.definitions import definition_text
from bot.text.scores import no_words
from engine.game.history import played_words


async def meaning(request: Request, game: str, chosen: str = "") -> Message:
    """What a word played in a game means: the newest unless one is chosen.

    Raises `WordsAreSecret` and `NoDefinitions`.
    """
    state = await request.state(game)
    await check_words_of(request.services.games, request.person.id, state)
    if not has_definitions(state.variant.language):
        raise NoDefinitions
    words = {"".join(word): word for word in played_words(await request.services.games.events(game))}
    if not words:
        return say(no_words(request.texts))
    spelt = chosen if chosen in words else next(iter(words))
    shelf = await shelf_of(request, game)
    found = await request.services.words.definitions.define(spelt, shelf.language)
    text = definition_text(spelt, found, shelf.counts(words[spelt]), shelf.lexicon, request.texts)
    return meaning_message(game, text, words, spelt, request.texts)
