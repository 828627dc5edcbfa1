"""Slash commands as rows: what does the work, its right and its options; and what a room offers to people."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, cast, get_type_hints

import discord
from discord import app_commands
from discord.app_commands import Choice, locale_str

from bot.front.components.message import Message
from bot.front.interaction.answering import answer, progress_of
from bot.front.interaction.dispatch import which_game
from bot.front.interaction.gate import Needs, SlashCommand
from bot.front.interaction.request import Interaction, Request, person_of
from bot.limits import Limit
from bot.service.rights import Right
from engine.game.state import Person

_Answer = Awaitable[Message | None]
_USERS = {Person: discord.User, Person | None: discord.User | None}
"""What Discord is asked for where the work wants a person."""


class CommandOption(NamedTuple):
    """An option: what it means, the values that are offered or can alone be chosen, and the further right it needs.

    `needs` may instead map a value to the only right that the command needs with it.
    """

    about: locale_str
    offers: Callable[..., Any] | None = None
    choices: Sequence[Choice[str]] = ()
    needs: Right | Mapping[str, Right] | None = None


def slash(
    work: Callable[..., _Answer],
    about: locale_str,
    *rights: Right,
    name: str = "",
    options: Mapping[str, locale_str | CommandOption] = {},
    finds_paused: bool = False,
    limit: Limit | None = None,
    instead: Callable[..., _Answer] | None = None,
) -> SlashCommand:
    """A command that answers with what `work` returns for a request; without a `name`, it is called like `work`.

    The `options` are parameters of `work`, in its order. Of its other parameters, `game` gets the game that the request
    is about, `show` shows a message while the work goes on, and `interaction` is Discord's. `rights` and `finds_paused`
    are those of `Needs`, and `instead` is that of `answer`. Each use counts towards the `limit`.
    """
    parameters = inspect.signature(work).parameters
    hints = get_type_hints(work, include_extras=True)
    people = [option for option in options if hints[option] in _USERS]

    async def callback(interaction: Interaction, **given: Any) -> None:
        given |= {option: person_of(given[option]) for option in people if given[option]}
        if "show" in parameters:
            given["show"] = progress_of(interaction)
        if "interaction" in parameters:
            given["interaction"] = interaction

        async def whole(request: Request) -> Message | None:
            if limit:
                await request.services.fair_use.spend(limit, request.person.id, request.place.guild_id)
            game = {"game": await which_game(request)} if "game" in parameters and "game" not in options else {}
            return await work(request, **game, **given)

        await answer(interaction, whole, instead=instead and _taking(instead, given))

    asker = inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=Interaction)
    taken = [
        one.replace(annotation=_USERS.get(hints[option], hints[option]))
        for option, one in parameters.items()
        if option in options
    ]
    callback.__signature__ = inspect.Signature([asker, *taken])  # type: ignore[attr-defined]
    callback.__module__ = _declaring_module()
    every = {option: one if isinstance(one, CommandOption) else CommandOption(one) for option, one in options.items()}
    app_commands.describe(**{option: one.about for option, one in every.items()})(callback)
    app_commands.autocomplete(**{option: one.offers for option, one in every.items() if one.offers})(callback)
    app_commands.choices(**{option: list(one.choices) for option, one in every.items() if one.choices})(callback)
    return app_commands.Command(
        name=name or work.__name__.rstrip("_"),
        description=about,
        callback=cast("Any", callback),
        extras={Needs: Needs(rights, dict(_rights_of(every)), finds_paused)},
    )


def _rights_of(options: Mapping[str, CommandOption]) -> Iterator[tuple[str, Right]]:
    for name, option in options.items():
        if isinstance(option.needs, Right):
            yield name, option.needs
        else:
            yield from ((f"{name}:{value}", right) for value, right in (option.needs or {}).items())


def menu_entry(work: Callable[..., _Answer], name: locale_str, *rights: Right) -> app_commands.ContextMenu:
    """An entry of the menu of a person or a message, which `work` takes after the request."""
    _, target, *_ = get_type_hints(work).values()

    async def callback(interaction: Interaction, of: Any) -> None:
        await answer(interaction, lambda request: work(request, person_of(of) if target is Person else of))

    callback.__annotations__["of"] = _USERS.get(target, target)
    callback.__module__ = _declaring_module()
    return app_commands.ContextMenu(name=name, callback=callback, extras={Needs: Needs(rights)})


@dataclass(frozen=True)
class CommandGroup:
    """A command with others below it, and perhaps groups of these. Rooms that use one name fill one group together.

    Discord offers a `managed` one to those alone who may manage the server, unless the server says otherwise there; it
    is never offered in direct messages, nor is one that is `only_in_servers`.
    """

    name: str
    about: locale_str
    rows: tuple[SlashCommand | CommandGroup, ...] = ()
    managed: bool = False
    only_in_servers: bool = False
    module: str = field(default="", compare=False)

    def __call__(self, *rows: SlashCommand | CommandGroup) -> CommandGroup:
        """The group with these below it, for a room that shares it with others."""
        return replace(self, rows=rows)

    def made(self) -> app_commands.Group:
        """The group for a tree of commands, with commands of its own: each is tied to the group that it is in."""
        in_servers = app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False)
        made = app_commands.Group(
            name=self.name,
            description=self.about,
            allowed_contexts=in_servers if self.managed or self.only_in_servers else None,
            default_permissions=discord.Permissions(manage_guild=True) if self.managed else None,
        )
        made.module = self.module
        for row in self.rows:
            made.add_command(row.made() if isinstance(row, CommandGroup) else copy(row))
        return made


AnyRow = SlashCommand | CommandGroup | app_commands.ContextMenu
"""What a room may offer: a command, a group of commands, or an entry of a menu."""


def group(
    name: str,
    about: locale_str,
    *rows: SlashCommand | CommandGroup,
    managed: bool = False,
    only_in_servers: bool = False,
) -> CommandGroup:
    """A group of commands."""
    return CommandGroup(name, about, rows, managed, only_in_servers, _declaring_module())


def _taking(work: Callable[..., _Answer], given: Mapping[str, Any]) -> Callable[[Request], _Answer]:
    """The work with those of the options that it takes."""
    wanted = {option: value for option, value in given.items() if option in inspect.signature(work).parameters}
    return lambda request: work(request, **wanted)


def _declaring_module() -> str:
    """The module in which the row stands, as discord.py finds that of a group; the catalogues name it."""
    frame = inspect.currentframe()
    for _ in range(2):
        frame = frame and frame.f_back
    assert frame
    return str(frame.f_globals["__name__"])


UNDER_GAME = group("game", locale_str("Open, view, pause and end games"))
UNDER_MOVE = group("move", locale_str("Everything you can do on your turn besides playing a word"))
UNDER_REVIEW = group("review", locale_str("Look back at games, and try out positions"))
UNDER_WORD = group("word", locale_str("Words: look them up, learn them, and change which ones count"))
UNDER_SETTINGS = group("settings", locale_str("Change how I behave here"))
UNDER_MANAGE = group("manage", locale_str("For moderators and directors"), managed=True)
"""Groups that several rooms fill."""
