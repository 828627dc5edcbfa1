"""Slash commands as rows, like buttons: the function that does the work, what it needs, and what its options mean."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, cast, get_type_hints

import discord
from discord import app_commands
from discord.app_commands import Choice, locale_str

from bot.front.interaction.answering import answer
from bot.front.interaction.commands import SlashCommand, needs, only_in_servers
from bot.front.interaction.dispatch import in_game
from bot.front.interaction.request import Interaction, Request, Work, person_of
from bot.service.rights import Right
from engine.game.state import Person


class Offered(NamedTuple):
    """An option: what it means, and the values that are offered or can alone be chosen."""

    about: locale_str
    offers: Callable[..., Any] | None = None
    choices: Sequence[Choice[str]] = ()


def slash(
    work: Callable[..., Any],
    about: locale_str,
    *rights: Right,
    name: str = "",
    options: Mapping[str, Right] | None = None,
    of_game: bool = False,
    before: Callable[[Interaction, Mapping[str, Any]], None] | None = None,
    instead: Work | None = None,
    told: Mapping[str, locale_str | Offered] = {},
) -> SlashCommand:
    """A command that answers with what `work` returns for a request, with `of_game` and its game, and the options.

    The options are those parameters of `work` that are `told`. `options` and `rights` are those of `needs`, `instead`
    that of `answer`; `before` may refuse the interaction itself.
    """

    async def callback(interaction: Interaction, **given: Any) -> None:
        async def whole(request: Request, *game: str) -> Any:
            if before:
                before(interaction, given)
            return await work(request, *game, **{name: _meant(value) for name, value in given.items()})

        await answer(interaction, in_game(whole) if of_game else whole, instead=instead)

    hints = get_type_hints(work, include_extras=True)
    parameters = inspect.signature(work).parameters
    taken = [one.replace(annotation=_typed(hints[name])) for name, one in parameters.items() if name in told]
    asker = inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=Interaction)
    callback.__signature__ = inspect.Signature([asker, *taken])  # type: ignore[attr-defined]
    every = {option: one if isinstance(one, Offered) else Offered(one) for option, one in told.items()}
    app_commands.describe(**{option: one.about for option, one in every.items()})(callback)
    app_commands.autocomplete(**{option: one.offers for option, one in every.items() if one.offers})(callback)
    app_commands.choices(**{option: list(one.choices) for option, one in every.items() if one.choices})(callback)
    made: SlashCommand = app_commands.Command(
        name=name or work.__name__.rstrip("_"), description=about, callback=cast("Any", callback)
    )
    return needs(*rights, options=options)(made)


def _typed(hint: Any) -> Any:
    """What Discord is asked for: a user where the work wants a person."""
    return {Person: discord.User, Person | None: discord.User | None}.get(hint, hint)


def _meant(value: object) -> object:
    return person_of(value) if isinstance(value, discord.User | discord.Member) else value


def group(name: str, about: locale_str, *commands: SlashCommand) -> app_commands.Group:
    """A group of commands for servers."""
    made = app_commands.Group(name=name, description=about)
    for command in commands:
        made.add_command(command)
    return only_in_servers(made)
