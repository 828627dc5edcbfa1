"""Refusals about fair use: too much at once, or too much for now."""

from __future__ import annotations

from bot.model import errors as service
from bot.text.limits import too_many_games, too_often
from bot.text.refusals.facts import Asked, Wordings, says


def _too_many_games(error: service.TooManyGames, asked: Asked) -> str:
    return too_many_games(error, asked.texts)


def _too_often(error: service.TooOften, asked: Asked) -> str:
    return too_often(error, asked.texts)


WORDINGS: Wordings = {
    service.TooManyGames: _too_many_games,
    service.TooOften: _too_often,
    service.TooBusy: says("Several people did something at the same moment. Please try again."),
    service.TooManyAtOnce: says(
        "That is more than I can do at once. Nothing has changed. Please wait for my answers, then try again."
    ),
}
