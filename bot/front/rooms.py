"""All rooms: their commands, as a tree and as registered with Discord, and the bindings of buttons, menus and forms."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import discord
from discord import app_commands
from discord.app_commands import locale_str as _

from bot.front.analysis import commands as analysis
from bot.front.chat import commands as chat
from bot.front.core.commands import AnyCommand
from bot.front.core.pressing import registry
from bot.front.core.translator import CatalogueTranslator
from bot.front.help import commands as help_
from bot.front.hints import commands as hints
from bot.front.lobby import commands as lobby
from bot.front.look import commands as look
from bot.front.pause import commands as pause
from bot.front.play import commands as play
from bot.front.play.typed import TypedKind
from bot.front.puzzles import commands as puzzles
from bot.front.review import commands as review
from bot.front.seats import commands as seats
from bot.front.settings import commands as settings
from bot.front.statistics import commands as statistics
from bot.front.study import commands as study
from bot.front.variants import commands as variants
from bot.front.words import commands as words
from bot.model.measures import Asking
from bot.text.texts import ENGLISH, catalogue_file

C = TypeVar("C", bound=AnyCommand)

_FIRST = ("game", "play", "rack", "try", "exchange", "pass", "hint", "board", "challenge", "undo", "scores", "help")
_FIRST_OF_GAMES = ("new", "join", "start", "status", "list", "rules", "rematch", "resign", "leave", "pause", "resume")
"""The commands that people need first or most often; the rest follow room by room."""


def _ordered(commands: Iterable[C], first: tuple[str, ...]) -> tuple[C, ...]:
    """The commands, those with these names first."""
    places = {name: place for place, name in enumerate(first)}
    return tuple(sorted(commands, key=lambda one: places.get(one.name, len(places))))


def _game() -> app_commands.Group:
    """The group `/game`, whose subcommands come from several rooms."""
    group = app_commands.Group(name="game", description=_("Open, join, start and end games"))
    found = (command for room in (lobby, seats, look, pause, chat) for command in room.GAME)
    for command in _ordered(found, _FIRST_OF_GAMES):
        group.add_command(command)
    return group


_OF_ROOMS = (
    play,
    look,
    hints,
    help_,
    pause,
    seats,
    words,
    study,
    statistics,
    review,
    analysis,
    puzzles,
    settings,
    variants,
)
COMMANDS: tuple[AnyCommand, ...] = _ordered(
    (_game(), *(command for room in _OF_ROOMS for command in room.COMMANDS)), _FIRST
)
"""All commands, in the order in which a picker offers them to someone who has used none yet."""

_ROOMS = (
    analysis,
    chat,
    help_,
    hints,
    lobby,
    look,
    pause,
    play,
    puzzles,
    review,
    seats,
    settings,
    statistics,
    study,
    words,
)
REGISTRY = registry(*(room.BUTTONS for room in _ROOMS))
"""The binding of each action, by the action's name."""


_translated: dict[Path, list[dict[str, Any]]] = {}
"""The commands in all languages, by where the catalogues are."""


def measured_names() -> Mapping[Asking, frozenset[str]]:
    """Everything that people can ask for, by how they ask: the only names that metrics may have."""
    tree: app_commands.CommandTree[Any] = app_commands.CommandTree(discord.Client(intents=discord.Intents(guilds=True)))
    register(tree)
    commands = (one for one in tree.walk_commands() if not isinstance(one, app_commands.Group))
    actions = frozenset(REGISTRY)
    forms = frozenset(name for name, binding in REGISTRY.items() if binding.form)
    return {
        Asking.COMMAND: frozenset(one.qualified_name for one in commands),
        Asking.BUTTON: actions,
        Asking.FORM: forms,
        Asking.MESSAGE: frozenset(kind.value for kind in TypedKind),
    }


def register(tree: app_commands.CommandTree[Any]) -> None:
    """Adds every command to a tree."""
    for command in COMMANDS:
        tree.add_command(command)


async def described(translator: app_commands.Translator) -> list[dict[str, Any]]:
    """Every command as it is registered with Discord, in a translator's languages."""
    tree: app_commands.CommandTree[Any] = app_commands.CommandTree(discord.Client(intents=discord.Intents(guilds=True)))
    register(tree)
    return await _payload(tree, translator)


async def payload(tree: app_commands.CommandTree[Any], translator: app_commands.Translator) -> list[dict[str, Any]]:
    """The same for a client's tree: translated once, for each client of the process alike. Nobody may change it."""
    if not isinstance(translator, CatalogueTranslator):
        return await _payload(tree, translator)
    place = catalogue_file(ENGLISH, translator.folder)  # beside it are all the others
    if place not in _translated:
        _translated[place] = await _payload(tree, translator)
    return _translated[place]


async def _payload(tree: app_commands.CommandTree[Any], translator: app_commands.Translator) -> list[dict[str, Any]]:
    return [await one.get_translated_payload(tree, translator) for one in tree.get_commands()]
