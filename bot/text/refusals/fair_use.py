"""Refusals about fair use: too much at once, or too much for now."""

from __future__ import annotations

from bot.model import errors as service
from bot.text.limits import too_many_games, too_often
from bot.text.refusals.facts import Wordings, says

WORDINGS: Wordings = {
    service.TooManyGames: lambda error, asked: too_many_games(error, asked.texts),
    service.TooOften: lambda error, asked: too_often(error, asked.texts),
    service.TooBusy: says("Several people did something at the same moment. Please try again."),
    service.TooManyAtOnce: says(
        "That is more than I can do at once. Nothing has changed. Please wait for my answers, then try again."
    ),
}
