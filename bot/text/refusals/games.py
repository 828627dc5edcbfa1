"""Refusals about games and their rules: which game, its phase, its rules."""

from __future__ import annotations

from bot.model import errors as bot
from bot.text.names import bold, escape
from bot.text.option_titles import name_of
from bot.text.refusals.facts import RefusalContext, Wordings, fact, quote, quoted, rule, says
from bot.text.rules import contradiction_text, preset_text, rule_title, value_text
from engine import errors as err
from engine.game.decisions.lobby import PRESET
from engine.model.levels import NUMBERS
from engine.model.rules import allowed_values


def _shortened(values: tuple[str, ...]) -> tuple[str, ...]:
    """The values, with a long run of numbers replaced by its ends."""
    numbers = [value for value in values if value.isdigit()]
    if len(numbers) < 6:
        return values
    others = tuple(value for value in values if not value.isdigit())
    low, high = min(numbers, key=int), max(numbers, key=int)
    if low == "0":
        others, low = (*others, "0"), min((n for n in numbers if n != "0"), key=int)
    return (*others, f"{low}–{high}")


def _allowed(error: err.RuleValueRefused, asked: RefusalContext) -> str:
    return asked.texts.either(escape(_value(error.rule, one, asked)) for one in _shortened(error.allowed))


def _value(rule: str, value: str, asked: RefusalContext) -> str:
    """A value as the option shows it; a run of numbers as it is."""
    if rule == PRESET:
        return name_of(preset_text(value, asked.texts))
    return f"“{value_text(rule, value, asked.texts)}”" if value in allowed_values(rule) else value


def _rules_contradict(error: err.RulesContradict, asked: RefusalContext) -> str:
    told = asked.texts.gettext(
        "The rules {rule} and {other} do not go together like that. Change {other} first.",
        rule=bold(rule_title(error.rule, asked.texts)),
        other=bold(rule_title(error.other, asked.texts)),
    )
    return f"{told} {contradiction_text(error.rule, error.other, asked.texts)}".strip()


def _unknown_game(error: bot.UnknownGame, asked: RefusalContext) -> str:
    if error.game:
        return asked.texts.gettext("There is no game with the code {code}. Please check it.", code=quoted(error.game))
    return asked.texts.gettext("There is no game here. Open one with `/game new`.")


WORDINGS: Wordings = {
    err.EngineError: says("That is not possible."),
    err.RuleViolation: says("The rules of this game do not allow that."),
    bot.BotError: says("That did not work. Nothing has changed; please try again."),
    bot.UnknownGame: _unknown_game,
    bot.ChannelBusy: says(
        "There is already a game in this channel. Finish it first, or open yours in a thread or another channel."
    ),
    bot.NotOfThatGame: says(
        "Only the players of that game can ask for a rematch. Press **Rematch, other players** to open a "
        "game of your own with these rules."
    ),
    bot.RematchBegan: says("The rematch has already started. Use `/game list` to find it."),
    bot.NothingFinished: says("I do not know of any finished game of yours. Play one to the end, then ask again."),
    bot.NotOver: says(
        "A record shows every rack, so you can have it only when the game is over. To keep an unfinished game, "
        "use `/game save`."
    ),
    bot.GcgForTwo: says("GCG is for games with two players. Use `format: json`, which works for any game."),
    err.AlreadyStarted: says("That is possible only before the game starts."),
    err.NotStarted: says("The game has not started yet. Any player can start it with `/game start`."),
    err.GameIsOver: says("This game is over. Open another one with `/game new`."),
    err.NoSuchLevel: says(
        "Computer players have levels {lowest} to {highest}, not {level}.",
        lowest=lambda *_: NUMBERS[0],
        highest=lambda *_: NUMBERS[-1],
        level=fact("level"),
    ),
    err.NoSuchRule: says("There is no rule called {rule}. Use `/game rules` to see them all.", rule=quote("rule")),
    err.RuleValueRefused: says(
        "The rule {rule} cannot be {value}. It can be {allowed}.",
        rule=rule("rule"),
        value=quote("value"),
        allowed=_allowed,
    ),
    err.RulesContradict: _rules_contradict,
    err.RuleIsOff: says(
        "The rule {rule} does not allow that in this game. The host can change it with `/game rules` before a game "
        "starts.",
        rule=rule("rule"),
    ),
    err.HostIsComputer: says(
        "In this game the host decides which words count, so the host must be a person. Choose another challenge rule."
    ),
}
