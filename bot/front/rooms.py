"""The rooms of the front together: their commands, as a tree and as registered with Discord, and their bindings."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

import discord
from discord import app_commands

from bot.front.help.commands import FRONT as HELP
from bot.front.hints import FRONT as HINTS
from bot.front.interaction.hooks import Front, FrontHooks
from bot.front.interaction.pressing import registry
from bot.front.interaction.slash import AnyRow, CommandGroup
from bot.front.joining import FRONT as JOINING
from bot.front.lobby.commands import FRONT as LOBBY
from bot.front.look.commands import FRONT as LOOK
from bot.front.pause import FRONT as PAUSE
from bot.front.play.commands import FRONT as PLAY
from bot.front.play.reading import TypedKind
from bot.front.seats import FRONT as SEATS
from bot.front.settings.commands import FRONT as SETTINGS
from bot.front.speech import CatalogueTranslator
from bot.front.variants import FRONT as VARIANTS
from bot.front.words.commands import FRONT as WORDS
from bot.model.joined import joined
from bot.model.measures import Asking
from bot.text.help import Topics
from bot.text.refusals.facts import Wordings
from bot.text.texts import ENGLISH, catalogue_file

R = TypeVar("R", bound=AnyRow)

_FIRST = (
    *("play", "rack", "try", "hint", "move", "game", "join", "leave", "puzzle", "together", "open", "help"),
    *("tournament", "league", "review", "stats", "leaderboard", "word", "settings", "manage"),
)
_FIRST_BELOW = {
    "game": ("new", "start", "board", "status", "list", "rules", "rematch", "resign", "pause", "resume", "scores"),
    "move": ("pass", "exchange", "challenge", "undo"),
    "word": ("check", "define", "hooks", "anagram", "study", "played"),
}
"""The commands that people need first or most often; the rest follow room by room."""

OF_THE_GAME = (
    LOBBY,
    JOINING,
    PLAY,
    LOOK,
    HINTS,
    HELP,
    PAUSE,
    SEATS,
    WORDS,
    SETTINGS,
    VARIANTS,
)
"""The rooms that every bot has; features add theirs."""


@dataclass(frozen=True)
class Registered:
    """Commands as they are registered with Discord, which nobody may change."""

    commands: list[dict[str, Any]]

    @cached_property
    def digest(self) -> str:
        """What tells them apart from any others."""
        return hashlib.sha256(json.dumps(self.commands, sort_keys=True).encode()).hexdigest()


def _ordered(rows: Iterable[R], first: tuple[str, ...]) -> Iterator[R]:
    """The rows, those with these names first."""
    places = {name: place for place, name in enumerate(first)}
    yield from sorted(rows, key=lambda one: places.get(one.name, len(places)))


def _filled(rows: Iterable[AnyRow]) -> tuple[AnyRow, ...]:
    """The rows, with one group for all of the same name. Raises ValueError if these say different things."""
    found = dict[str, AnyRow]()
    for row in rows:
        known = found.setdefault(row.name, row)
        if known is row or isinstance(row, app_commands.ContextMenu):
            continue
        if not (isinstance(known, CommandGroup) and isinstance(row, CommandGroup)) or known() != row():
            raise ValueError(f"Two rooms have different commands /{row.name}.")
        found[row.name] = known(*known.rows, *row.rows)
    return tuple(
        row(*_ordered(row.rows, _FIRST_BELOW[row.name]))
        if isinstance(row, CommandGroup) and row.name in _FIRST_BELOW
        else row
        for row in found.values()
    )


class Rooms:
    """The rooms together. `rows` are their commands, in the order in which a picker offers them who has seen no use.

    `registry` has the binding of each action, by the action's name, and `hooks` what they add to each other. `topics`
    are those of `/help`, `wordings` the words for refusals of features.
    """

    def __init__(self, *rooms: Front, topics: Topics, wordings: Wordings) -> None:
        front = joined(*rooms)
        self.rows = tuple(_ordered(_filled(front.commands), _FIRST))
        self._made = tuple(row.made() if isinstance(row, CommandGroup) else row for row in self.rows)
        self.registry = registry(front.buttons)
        self.hooks = FrontHooks(
            front=front, buttons=self.registry, commands=self._described(), topics=topics, wordings=wordings
        )
        self._translated = dict[Path, Registered]()

    def _described(self) -> tuple[tuple[str, str], ...]:
        single = (one for one in self._tree().walk_commands() if not isinstance(one, app_commands.Group))
        return tuple((one.qualified_name, one.description) for one in single)

    def measured_names(self) -> Mapping[Asking, frozenset[str]]:
        """Everything that people can ask for, by how they ask: the only names that metrics may have."""
        forms = frozenset(name for name, binding in self.registry.items() if binding.form)
        return {
            Asking.COMMAND: frozenset(name for name, _ in self.hooks.commands),
            Asking.BUTTON: frozenset(self.registry),
            Asking.FORM: forms,
            Asking.MESSAGE: frozenset(kind.value for kind in TypedKind),
        }

    def register(self, tree: app_commands.CommandTree[Any]) -> None:
        """Add every command to a tree. All trees have the same ones, which keep nothing of what is asked."""
        for one in self._made:
            tree.add_command(one)

    def _tree(self) -> app_commands.CommandTree[Any]:
        tree = app_commands.CommandTree(discord.Client(intents=discord.Intents(guilds=True)))
        self.register(tree)
        return tree

    async def described(self, translator: app_commands.Translator) -> list[dict[str, Any]]:
        """Every command as it is registered with Discord, in a translator's languages."""
        return await _payload(self._tree(), translator)

    async def registered(self, tree: app_commands.CommandTree[Any], translator: app_commands.Translator) -> Registered:
        """The same for a client's tree: translated once, for each client of the process alike."""
        if not isinstance(translator, CatalogueTranslator):
            return Registered(await _payload(tree, translator))
        place = catalogue_file(ENGLISH, translator.folder)  # beside it are all the others
        if place not in self._translated:
            self._translated[place] = Registered(await _payload(tree, translator))
        return self._translated[place]


async def _payload(tree: app_commands.CommandTree[Any], translator: app_commands.Translator) -> list[dict[str, Any]]:
    return [await one.get_translated_payload(tree, translator) for one in tree.get_commands()]
