"""Help is shown whole in every language, with the real catalogues."""

from __future__ import annotations

import pytest
from discord import app_commands

from bot import features
from bot.front.components.message import MOST_TEXT, Menu, Text
from bot.front.help.messages import help_message
from bot.front.speech.command_names import command_name, description
from bot.text import languages, texts_for
from bot.text.help import COMMANDS as COMMANDS_TOPIC
from bot.text.help import MORE_COMMANDS
from bot.text.variants import setup_for
from bot.wiring.rooms import ROOMS
from engine.loading import load_variant

TOPICS = features.topics()

SETUP = setup_for(load_variant("standard", "en"))
NAMES = [
    (leaf.qualified_name, leaf.description)
    for top in ROOMS.commands
    if not isinstance(top, app_commands.ContextMenu)
    for leaf in (top.walk_commands() if isinstance(top, app_commands.Group) else (top,))
    if isinstance(leaf, app_commands.Command)
]


def shown(topic: str, language: str) -> str:
    """The text of a topic as its message shows it."""
    texts = texts_for(language)
    commands = [(command_name(name, texts), description(about, texts)) for name, about in NAMES]
    message = help_message(topic, TOPICS, texts, SETUP, commands, pictures=False)
    written = [block.content for block in message.blocks if isinstance(block, Text)]
    assert sum(map(len, written)) <= MOST_TEXT
    return "\n".join(written)


@pytest.mark.parametrize("language", languages())
def test_help_lists_every_command_below_its_group(language: str) -> None:
    """From the first, `/game new`, to the last, on two pages of which neither is short."""
    texts, pages = (
        texts_for(language),
        [shown(topic, language).split("\n") for topic in (COMMANDS_TOPIC, MORE_COMMANDS)],
    )
    assert min(map(len, pages)) > 20
    group, listed = "", []
    for line in (line for page in pages for line in page[1:]):
        name = line.split("`")[1]
        if line.startswith("**"):
            group = name.removeprefix("/")
        else:
            listed.append(name.removeprefix("/") if name.startswith("/") else f"{group} {name}")
    assert listed == [command_name(name, texts) for name, _ in NAMES]


@pytest.mark.parametrize("language", languages())
def test_help_leaves_no_line_out(language: str) -> None:
    """A text that is too long would begin with an ellipsis."""
    assert not [topic for topic in TOPICS.names() if shown(topic, language).split("\n")[1] == "…"]


def test_the_menus_offer_every_topic() -> None:
    """One menu holds 25, so more topics need another."""
    message = help_message("overview", TOPICS, texts_for("en"), SETUP, pictures=False)
    menus = [block for block in message.blocks if isinstance(block, Menu)]
    assert [option.value for menu in menus for option in menu.options] == list(TOPICS.names())
    assert len({menu.custom_id for menu in menus}) == len({menu.hint for menu in menus}) == len(menus)
