"""From the options of `/game new` to a game: variant, language, lexicon, rules, thread."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, replace

import discord

from bot.front import channels, variants
from bot.front.asking import Asked, Interaction
from bot.front.refusals import BotNotHere, NoThread, NotOffered
from bot.front.settings import server_of
from bot.service.ports import Place
from bot.text import texts_for
from engine.game.state import Setup
from engine.model.coordinates import STANDARD, Orientation
from engine.model.durations import SECOND
from engine.model.rules import PRESETS, preset_rules

DEFAULT_PRESET = "friendly"
LONGEST_NAME = 60
DEMO_PACE = 4
"""Seconds before each move of a game that people only watch."""


@dataclass(frozen=True, slots=True)
class Options:
    """What somebody chose for a new game; empty means the default."""

    preset: str = ""
    language: str = ""
    variant: str = ""
    lexicon: str = ""
    name: str = ""


async def setup_of(options: Options, asked: Asked) -> Setup:
    """The setup that options mean. Raises `NotOffered` for a value that there is not, and `LexiconUnavailable`."""
    library, dictionaries = asked.desk.library, asked.desk.dictionaries
    channel, server = await channels.settings_here(asked), await server_of(asked)
    preset = options.preset or _known(PRESETS, channel.preset, server.preset) or DEFAULT_PRESET
    if preset not in PRESETS:
        raise NotOffered("preset", preset, tuple(PRESETS))
    shelf = await asyncio.to_thread(library.lexicons)
    spoken = _known((info.language for info in shelf), server.locale) if not options.variant else ""
    variant = await variants.choose(asked, options.variant, options.language or spoken)
    names = await dictionaries.names()
    fitting = [info.name for info in shelf if info.language == variant.language and info.name in names]
    usual = _known(fitting, channel.lexicon, server.lexicon) or await library.lexicon(variant.language)
    lexicon = options.lexicon or usual
    if lexicon not in names:
        raise NotOffered("lexicon", lexicon, names)
    pinned = await dictionaries.pin(lexicon, variant.alphabet, asked.place.guild_id, asked.person.id)
    orientation = Orientation.of_code(channel.coordinates) or STANDARD
    rules = preset_rules(preset, variant.language)
    return Setup(variant, rules, pinned, orientation, name=" ".join(options.name.split())[:LONGEST_NAME])


def for_demonstration(setup: Setup, pace: int) -> Setup:
    """A setup for computers only: a pause of some seconds before each move, and everybody sees what they consider."""
    rules = replace(setup.rules, tournament=False, show_thinking=True, demo_pace=pace * SECOND)
    return replace(setup, rules=rules, name=texts_for(setup.variant.language).gettext("Demonstration"))


def _known(names: Iterable[str], *wanted: str | None) -> str:
    """The first of the wanted names that there is; empty where there is none."""
    known = frozenset(names)
    return next((name for name in wanted if name in known and name), "")


async def thread_in(interaction: Interaction, name: str) -> Place:
    """A new thread of the channel, for a game of its own. Raises `NoThread`."""
    channel = interaction.channel
    if not isinstance(channel, discord.TextChannel):
        raise NoThread
    try:
        thread = await channel.create_thread(name=name[:100], type=discord.ChannelType.public_thread)
    except discord.HTTPException as error:
        raise NoThread from error
    return Place(interaction.guild_id, thread.id)


def check_membership(interaction: Interaction) -> None:
    """Raises `BotNotHere` where the bot may only answer privately."""
    if interaction.guild_id is not None and not interaction.is_guild_integration():
        raise BotNotHere
