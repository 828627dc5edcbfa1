"""`/help` and the menu of its topics, with pictures of the board in use."""

from __future__ import annotations

from discord.app_commands import locale_str as _

from bot.front.components.buttons import Actions
from bot.front.components.message import Message
from bot.front.help.messages import help_message
from bot.front.interaction.choices import topics
from bot.front.interaction.dispatch import game_here, opening_rows, table
from bot.front.interaction.hooks import Front
from bot.front.interaction.pressing import Press, with_press
from bot.front.interaction.request import Request
from bot.front.interaction.slash import UNDER_MANAGE, CommandOption, slash
from bot.front.speech import command_name, description
from bot.model.errors import NotOffered
from bot.model.games import GamePhase
from bot.service.rights import Right
from bot.text import Texts
from bot.text.help import Topics, unread_note
from bot.text.settings import named_by
from bot.text.variants import setup_for
from engine.game.state import Setup
from engine.loading import list_languages

OVERVIEW = "overview"


async def guide(request: Request, topic: str = "") -> Message:
    """Help on a topic, for the game here if there is one, with pictures unless the person prefers text."""
    hooks = request.services.hooks
    wanted = _topic(topic or OVERVIEW, hooks.topics, request.texts)
    setup = await _setup_here(request)
    reads_text = (await request.profile()).text_board
    texts = request.texts
    commands = [
        (command_name(name, texts), description(about, texts))
        for name, about in hooks.commands
        if request.manages or not name.startswith(f"{UNDER_MANAGE.name} ")
    ]
    return help_message(
        wanted,
        hooks.topics,
        texts,
        setup,
        commands,
        pictures=not reads_text,
        note="" if request.services.posting.reads_chat else unread_note(request.texts),
        rows=await opening_rows(request) if wanted == OVERVIEW else (),
        aloud=await request.aloud(setup.variant.language),
    )


async def chosen(request: Request, press: Press, menu: int) -> Message:  # noqa: ARG001 - menus are alike
    """Help on the topic that was chosen in a menu; without one, as under a button, what help there is."""
    return await guide(request, "".join(press.values[:1]))


async def _setup_here(request: Request) -> Setup:
    """What is played here: an open game, else what features have running, else the latest game, else the usual."""
    here = await game_here(request)
    if here is None or (await request.summary(here)).phase is GamePhase.OVER:
        for find in request.services.hooks.front.plays_here:
            if found := await find(request):
                return found
    return (await table(request, here)).setup if here else await _usual(request)


async def _usual(request: Request) -> Setup:
    """The standard game with tiles of the person's language, if there are any."""
    language = request.texts.locale.language
    library = request.services.words.library
    return setup_for(await (library.variant(language=language) if language in list_languages() else library.variant()))


def _topic(typed: str, topics: Topics, texts: Texts) -> str:
    """The topic with a name or a title, or about a command by a name that it has or had. Raises `NotOffered`."""
    meant = named_by("topic", typed, topics.names(), texts, topics.title)
    if meant not in topics.names():
        meant = topics.about(typed, texts) or meant
    if meant not in topics.names():
        raise NotOffered("topic", meant, tuple(topics.title(one, texts) for one in topics.names()))
    return meant


FRONT = Front(
    commands=(
        slash(
            guide,
            _("How to play, and what I can do"),
            Right.ANYONE,
            name="help",
            options={"topic": CommandOption(_("What you want to know about"), topics)},
        ),
    ),
    buttons=(with_press(Actions.TOPIC, chosen),),
)
