"""Refusals about fair use: too much at once, or too much for now."""

from __future__ import annotations

from bot.model import errors as bot
from bot.text.limits import too_many_games, too_often
from bot.text.refusals.facts import Wordings, says

WORDINGS: Wordings = {
    bot.TooManyGames: lambda error, asked: too_many_games(error, asked.texts),
    bot.TooOften: lambda error, asked: too_often(error, asked.texts),
    bot.TooBusy: says("Several people did something at the same moment. Please try again."),
    bot.TooManyAtOnce: says(
        "That is more than I can do at once. Nothing has changed. Please wait for my answers, then try again."
    ),
}
