"""Help by topic, with pictures of the board in use."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.front.components.message import Message
from bot.front.help.messages import help_message
from bot.front.interaction.dispatch import game_here, table
from bot.front.interaction.no_game import opening_rows
from bot.front.interaction.pressing import Pressed
from bot.front.interaction.request import Request
from bot.front.speech.command_names import command_name, description
from bot.model.errors import NotOffered
from bot.model.games import GamePhase
from bot.text import Texts
from bot.text.help import topics, unread_note
from bot.text.option_titles import named_by
from bot.text.variants import setup_for
from engine.game.state import Setup
from engine.loading import list_languages

OVERVIEW = "overview"
PLAYED_HERE: list[Callable[[Request], Awaitable[Setup | None]]] = []
"""What finds the board and tiles of what is played in a place besides games; features add theirs."""


async def guide(request: Request, topic: str = "") -> Message:
    """Help on a topic, for the game here if there is one, with pictures unless the person prefers text."""
    wanted = _topic(topic or OVERVIEW, request.texts)
    setup = await _setup_here(request)
    reads_text = (await request.profile()).text_board
    texts = request.texts
    commands = [(command_name(name, texts), description(about, texts)) for name, about in request.services.commands()]
    return help_message(
        wanted,
        texts,
        setup,
        commands,
        pictures=not reads_text,
        note="" if request.services.reads_chat else unread_note(request.texts),
        rows=await opening_rows(request) if wanted == OVERVIEW else (),
        aloud=await request.aloud(setup.variant.language),
    )


async def chosen(request: Request, press: Pressed, menu: int) -> Message:  # noqa: ARG001 - menus are alike
    """Help on the topic that was chosen in a menu."""
    return await guide(request, "".join(press.values[:1]))


async def _setup_here(request: Request) -> Setup:
    """What is played here: an open game, else what features have running, else the latest game, else the usual."""
    here = await game_here(request)
    if here is None or (await request.summary(here)).phase is GamePhase.OVER:
        for find in PLAYED_HERE:
            if found := await find(request):
                return found
    return (await table(request, here)).setup if here else await _usual(request)


async def _usual(request: Request) -> Setup:
    """The standard game with tiles of the person's language, if there are any."""
    language = request.texts.locale.language
    library = request.services.library
    return setup_for(await (library.variant(language=language) if language in list_languages() else library.variant()))


def _topic(typed: str, texts: Texts) -> str:
    """The topic with a name or a title. Raises `NotOffered`."""
    meant = named_by("topic", typed, topics(), texts)
    if meant not in topics():
        raise NotOffered("topic", meant, topics())
    return meant
