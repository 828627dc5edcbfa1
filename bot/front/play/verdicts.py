"""Which words count in a game, as far as a person may learn it before a move."""

from __future__ import annotations

from bot.front.interaction.request import Request
from bot.service.ports import Judge
from bot.service.secrecy import judges_previews
from engine.game.decisions.unknown_words import words_added
from engine.game.state import GameState
from engine.model.alphabet import Word
from engine.play.scoring import ScoreSheet


async def _judge(request: Request, state: GameState) -> Judge:
    """The judge of a game's words: its dictionary, and the words its host has added."""
    judge, added = await request.services.words.dictionaries.judge(state.setup), words_added(state)

    def counts(words: tuple[Word, ...]) -> tuple[bool, ...]:
        return tuple(known or word in added for word, known in zip(words, judge(words), strict=True))

    return counts


async def known_judge(request: Request, game: str, state: GameState) -> Judge | None:
    """The judge of a game's words; None if a preview must not reveal which words count."""
    reveals = await judges_previews(request.services.games, request.person.id, game, state)
    return await _judge(request, state) if reveals else None


async def unknown_words(request: Request, game: str, sheet: ScoreSheet) -> tuple[Word, ...] | None:
    """The words that are neither in the dictionary nor added by the host; None if a preview must not reveal them."""
    state = await request.state(game)
    judge = await known_judge(request, game, state)
    if judge is None:
        return None
    words = tuple(dict.fromkeys(scored.word for scored in sheet.words))
    return tuple(word for word, known in zip(words, judge(words), strict=True) if not known)
