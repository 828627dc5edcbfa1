"""Refusals of what would help someone in a game that they play (`bot/service/secrecy.py`)."""

from __future__ import annotations

from collections.abc import Iterable

from bot.model import errors as service
from bot.model.games import GameSummary
from bot.text.games import game_name
from bot.text.names import bold
from bot.text.refusals.facts import Asked, Wordings


def _names(games: Iterable[GameSummary], asked: Asked) -> list[str]:
    titles = [game_name(one.name, (seat.name for seat in one.seats), asked.texts) for one in games]
    return [bold(title) for title in dict.fromkeys(titles)]


def _words(error: service.WordsAreSecret, asked: Asked) -> str:
    if not error.games:
        return asked.texts.gettext("The words of this game are secret until it is over.")
    names = _names(error.games, asked)
    return asked.texts.ngettext(
        "You are playing {games}, where words are secret. Until that game is over, I tell you nothing about words and "
        "help you in no other game.",
        "You are playing {games}, where words are secret. Until those games are over, I tell you nothing about words "
        "and help you in no other game.",
        len(names),
        games=asked.texts.join(names),
    )


def _waits(error: service.GameWaits, asked: Asked) -> str:
    names = _names(error.games, asked)
    return asked.texts.ngettext(
        "You are playing {games}, where words are secret. Until that game is over, games in which nobody else plays "
        "have to wait.",
        "You are playing {games}, where words are secret. Until those games are over, games in which nobody else plays "
        "have to wait.",
        len(names),
        games=asked.texts.join(names),
    )


def _letters(error: service.LettersClosed, asked: Asked) -> str:
    names = _names(error.games, asked)
    return asked.texts.ngettext(
        "You are playing {games}, so I find no words for letters until that game is over.",
        "You are playing {games}, so I find no words for letters until those games are over.",
        len(names),
        games=asked.texts.join(names),
    )


def _position(error: service.RunningPosition, asked: Asked) -> str:
    return asked.texts.gettext(
        "This is the position of {game}, which you are playing, so I do not analyse it until that game is over.",
        game=_names(error.games, asked)[0],
    )


WORDINGS: Wordings = {
    service.WordsAreSecret: _words,
    service.GameWaits: _waits,
    service.LettersClosed: _letters,
    service.RunningPosition: _position,
}
