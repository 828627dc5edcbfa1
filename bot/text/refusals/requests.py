"""Refusals of requests themselves: buttons out of date, values that an option does not have, names that are taken."""

from __future__ import annotations

from bot.model import errors as bot
from bot.text.names import bold, shortened
from bot.text.option_titles import name_of, offered_title, option_name
from bot.text.refusals.facts import MOST_QUOTED, RefusalContext, Wordings, quote, says

MOST_OFFERED = 25
"""How many values of an option are listed: as many as Discord lists."""


def _not_offered(error: bot.NotOffered, asked: RefusalContext) -> str:
    """What is offered, a line each where commas would be ambiguous."""
    texts = asked.texts
    names = [bold(name_of(offered_title(error.option, one, texts))) for one in error.offered[:MOST_OFFERED]]
    facts = {"option": option_name(error.option, texts), "value": bold(shortened(error.value, MOST_QUOTED))}
    if any("," in name for name in names):
        told = texts.gettext("`{option}:` cannot be {value}. You can choose:", **facts)
        return "\n".join((told, *(f"- {name}" for name in names)))
    return texts.gettext(
        "`{option}:` cannot be {value}. You can choose {offered}.", offered=texts.either(names), **facts
    )


WORDINGS: Wordings = {
    bot.UnknownAction: says("This button is out of date. Use `/board` for a new one."),
    bot.Forgotten: says("I no longer know what this is about. Please use the command again, or type your move again."),
    bot.NotYours: says("This button is for the person who wrote the message."),
    bot.NotOffered: _not_offered,
    bot.NameTaken: says("The name {name} is taken. Please choose another one.", name=quote("name")),
    bot.SeveralGames: says("You are in several games. Do this in the channel of the one you mean."),
    bot.StillPreparing: says("I am still getting ready to think. Please try again in a few minutes."),
    bot.EngineFailed: says("I could not finish thinking about this. Please try again."),
}
