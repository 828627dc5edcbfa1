"""Refusals of what would help someone in a game that they play (`bot/service/secrecy.py`)."""

from __future__ import annotations

from collections.abc import Iterable

from bot.model import errors as bot
from bot.model.games import GameSummary
from bot.text.games import game_name
from bot.text.names import bold
from bot.text.refusals.facts import RefusalContext, Wordings, counts, says


def _names(games: Iterable[GameSummary], asked: RefusalContext) -> list[str]:
    titles = [game_name(one.name, (seat.name for seat in one.seats), asked.texts) for one in games]
    return [bold(title) for title in dict.fromkeys(titles)]


def _count(error: bot.WordsAreSecret | bot.GameWaits | bot.LettersClosed, asked: RefusalContext) -> int:
    return len(_names(error.games, asked))


def _games(error: bot.WordsAreSecret | bot.GameWaits | bot.LettersClosed, asked: RefusalContext) -> str:
    return asked.texts.join(_names(error.games, asked))


def _words(error: bot.WordsAreSecret, asked: RefusalContext) -> str:
    return (_own_words if error.games else _these_words)(error, asked)


_these_words = says("The words of this game are secret until it is over.")
_own_words = counts(
    "You are playing {games}, where words are secret. Until that game is over, I tell you nothing about words and "
    "help you in no other game.",
    "You are playing {games}, where words are secret. Until those games are over, I tell you nothing about words "
    "and help you in no other game.",
    _count,
    games=_games,
)

WORDINGS: Wordings = {
    bot.WordsAreSecret: _words,
    bot.GameWaits: counts(
        "You are playing {games}, where words are secret. Until that game is over, games in which nobody else plays "
        "have to wait.",
        "You are playing {games}, where words are secret. Until those games are over, games in which nobody else plays "
        "have to wait.",
        _count,
        games=_games,
    ),
    bot.LettersClosed: counts(
        "You are playing {games}, so I find no words for letters until that game is over.",
        "You are playing {games}, so I find no words for letters until those games are over.",
        _count,
        games=_games,
    ),
    bot.RunningPosition: says(
        "These are the board or your tiles in {game}, which you are playing, so I do not analyse them until that game "
        "is over.",
        game=lambda error, asked: _names(error.games, asked)[0],
    ),
}
