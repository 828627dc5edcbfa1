"""The rooms of the front together: their commands, as a tree and as registered with Discord, and their bindings."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

import discord
from discord import app_commands
from discord.app_commands import locale_str as _

from bot.front.board.buttons import OFFERED_AT_END, OFFERED_AT_PREVIEW, OFFERED_AT_TURN
from bot.front.help.actions import PLAYED_HERE
from bot.front.help.commands import ROOM as HELP
from bot.front.hints.commands import ROOM as HINTS
from bot.front.interaction.commands import AnyCommand
from bot.front.interaction.playables import PLAYABLES
from bot.front.interaction.pressing import registry
from bot.front.interaction.room import FrontRoom
from bot.front.lobby.commands import ROOM as LOBBY
from bot.front.look.actions import NOTES_AT_RACK
from bot.front.look.commands import ROOM as LOOK
from bot.front.pause.commands import ROOM as PAUSE
from bot.front.play.commands import ROOM as PLAY
from bot.front.play.reading import TypedKind
from bot.front.seats.commands import ROOM as SEATS
from bot.front.settings.commands import ROOM as SETTINGS
from bot.front.speech.command_names import CatalogueTranslator
from bot.front.variants.commands import ROOM as VARIANTS
from bot.front.words.commands import ROOM as WORDS
from bot.model.measures import Asking
from bot.text.texts import ENGLISH, catalogue_file

C = TypeVar("C", bound=AnyCommand)

_FIRST = ("game", "play", "rack", "try", "exchange", "pass", "hint", "board", "challenge", "undo", "scores", "help")
_FIRST_OF_GAMES = ("new", "join", "start", "status", "list", "rules", "rematch", "resign", "leave", "pause", "resume")
"""The commands that people need first or most often; the rest follow room by room."""

OF_THE_GAME = (
    LOBBY,
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


def _ordered(commands: Iterable[C], first: tuple[str, ...]) -> tuple[C, ...]:
    """The commands, those with these names first."""
    places = {name: place for place, name in enumerate(first)}
    return tuple(sorted(commands, key=lambda one: places.get(one.name, len(places))))


class Rooms:
    """The rooms together. `commands` are in the order in which a picker offers them to someone who has used none yet.

    `registry` has the binding of each action, by the action's name; `hears` are told of messages.
    """

    def __init__(self, *rooms: FrontRoom) -> None:
        group = app_commands.Group(name="game", description=_("Open, join, start and end games"))
        for command in _ordered((command for room in rooms for command in room.game), _FIRST_OF_GAMES):
            group.add_command(command)
        self.commands = _ordered((group, *(command for room in rooms for command in room.commands)), _FIRST)
        self.registry = registry(*(room.buttons for room in rooms))
        self.hears = tuple(hears for room in rooms for hears in room.hears)
        OFFERED_AT_END[:] = [make for room in rooms for make in room.at_end]
        OFFERED_AT_TURN[:] = [make for room in rooms for make in room.at_turn]
        OFFERED_AT_PREVIEW[:] = [make for room in rooms for make in room.at_preview]
        PLAYABLES.clear()
        PLAYABLES.update({kind: playable for room in rooms for kind, playable in room.playables.items()})
        PLAYED_HERE[:] = [find for room in rooms for find in room.plays_here]
        NOTES_AT_RACK[:] = [note for room in rooms for note in room.at_rack]
        self._translated = dict[Path, Registered]()

    def measured_names(self) -> Mapping[Asking, frozenset[str]]:
        """Everything that people can ask for, by how they ask: the only names that metrics may have."""
        commands = (one for one in self._tree().walk_commands() if not isinstance(one, app_commands.Group))
        forms = frozenset(name for name, binding in self.registry.items() if binding.form)
        return {
            Asking.COMMAND: frozenset(one.qualified_name for one in commands),
            Asking.BUTTON: frozenset(self.registry),
            Asking.FORM: forms,
            Asking.MESSAGE: frozenset(kind.value for kind in TypedKind),
        }

    def register(self, tree: app_commands.CommandTree[Any]) -> None:
        """Adds every command to a tree."""
        for command in self.commands:
            tree.add_command(command)

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
