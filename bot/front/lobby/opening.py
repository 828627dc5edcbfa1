"""From the options of `/game new` to a game: variant, language, lexicon, rules, thread."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace

import discord
from discord import app_commands
from discord.app_commands import locale_str as _

from bot.front import variants
from bot.front.components.message import say
from bot.front.interaction import choices
from bot.front.interaction.answering import Show
from bot.front.interaction.request import Interaction, Request
from bot.front.interaction.slash import CommandOption
from bot.front.posting.threads import thread_of
from bot.front.settings import actions as settings
from bot.front.settings.actions import server_of
from bot.front.settings.preferences import DEFAULT_PRESET
from bot.model.errors import (
    BotNotHere,
    GamesNeedMyThreads,
    GamesNeedThreads,
    GamesNeedYourThreads,
    NoSuchList,
    NoThread,
    NoThreadsHere,
    NotInRange,
    NotOffered,
    OtherLanguage,
    RangeUpsideDown,
    ThreadNotYours,
    TilesDoNotFit,
)
from bot.model.games import Place
from bot.model.ratings import BASE, Ladder
from bot.model.words import AND, MARK, key_of
from bot.service.opening import check_quotas
from bot.service.words.namedlists import ListChoice, joined
from bot.text import Texts
from bot.text.lobby import combining, demonstration_name
from bot.text.settings import named_by
from engine.game.state import LexiconRef, Setup
from engine.model.board import STANDARD, Orientation
from engine.model.durations import SECOND
from engine.model.rules import PRESETS, preset_rules
from engine.model.variant import Variant


def check_thread(interaction: Interaction) -> None:
    """Raise `NoThreadsHere`, `ThreadNotYours` and `NoThread` if no thread can be created for the asker."""
    if not isinstance(interaction.channel, discord.TextChannel):
        raise NoThreadsHere
    if not interaction.permissions.create_public_threads:
        raise ThreadNotYours
    own = interaction.app_permissions
    if not (own.create_public_threads and own.send_messages_in_threads):
        raise NoThread


def check_threads(interaction: Interaction) -> None:
    """The same where every game is opened in a thread. Raises `GamesNeedThreads` and its kind."""
    try:
        check_thread(interaction)
    except NoThreadsHere:
        raise GamesNeedThreads from None
    except ThreadNotYours:
        raise GamesNeedYourThreads from None
    except NoThread:
        raise GamesNeedMyThreads from None


@asynccontextmanager
async def thread_in(interaction: Interaction, name: str) -> AsyncIterator[Place]:
    """A new thread of the channel for a game; removed again if the game is not opened.

    Raises as `check_thread`, and `TooManyThreads` and `NoThreadNow` if Discord refuses.
    """
    check_thread(interaction)
    assert isinstance(interaction.channel, discord.TextChannel)
    async with thread_of(interaction.channel, name) as place:
        yield place


RatingOption = app_commands.Range[int, 0, 9999]


def check_bounds(low: int | None, high: int | None) -> None:
    """Raise `RangeUpsideDown`."""
    if low is not None and high is not None and low > high:
        raise RangeUpsideDown


async def check_range(request: Request, ladder: Ladder, low: int | None, high: int | None) -> None:
    """Raise `NotInRange` if the asker's rating in a ladder is outside; one that is provisional counts as `BASE`."""
    if low is None and high is None:
        return
    person = request.person.id
    settled = (await request.services.standing.ratings.settled(ladder, (person,))).get(person)
    rating = BASE if settled is None else settled
    if (low is not None and rating < low) or (high is not None and rating > high):
        raise NotInRange(rating, low, high, settled is None)


LONGEST_GAME_NAME = 60
"""Seconds before each move of a game that people only watch."""
GAME_OPTIONS = {
    "preset": CommandOption(_("A set of rules"), choices.presets),
    "language": CommandOption(_("The language of tiles and words"), choices.languages),
    "variant": CommandOption(_("The board and tiles"), choices.variants),
    "lexicon": CommandOption(_("The dictionary; combine several with +"), choices.lexicons),
}
"""The options of commands that open games."""


@dataclass(frozen=True, slots=True)
class OpeningOptions:
    """What the person chose for a new game; empty means the default. `thread` opens it in a new thread."""

    preset: str = ""
    language: str = ""
    variant: str = ""
    lexicon: str = ""
    name: str = ""
    thread: bool = False
    demonstration: bool = False


async def setup_of(options: OpeningOptions, request: Request, show: Show | None = None, *, opens: bool = True) -> Setup:
    """The setup for these options, of a game that is to be opened or of one that is only looked at.

    Raises `NotOffered` for an unknown value, `NoDictionary`, `OtherLanguage`, `TooManyCombined`, `TilesDoNotFit`,
    `TooLarge` and `LexiconUnavailable`. Making a server's own words can take long and keeps them: if there is no room
    for the game, this raises as `new_game` before.
    """
    channel, server = await settings.settings_here(request), await server_of(request)
    preset = named_by("preset", options.preset, PRESETS, request.texts)
    preset = preset or _known(PRESETS, channel.preset, server.preset) or DEFAULT_PRESET
    if preset not in PRESETS:
        raise NotOffered("preset", preset, tuple(PRESETS))
    named = await find_lists(request, options.lexicon) if options.lexicon else ()
    spoken = "" if options.variant else next((one.named.language for one in named if one.named), "")
    language = options.language or spoken
    variant, usual = await usual_words(request, options.variant, language, needs_words=not named)
    chosen = named or await find_lists(request, usual)
    await _check_language(request, chosen, variant)
    if opens and (len(chosen) > 1 or chosen[0].named):
        await _check_place(options, request)
    if (
        show
        and len(chosen) > 1
        and await request.services.words.dictionaries.takes_long(chosen, request.place.guild_id)
    ):
        await show(say(combining(request.texts)))
    pinned = await _pin(request, chosen, variant)
    orientation = Orientation.of_code(channel.coordinates) or STANDARD
    rules = preset_rules(preset, variant.language)
    return Setup(variant, rules, pinned, orientation, name=" ".join(options.name.split())[:LONGEST_GAME_NAME])


async def _check_place(options: OpeningOptions, request: Request) -> None:
    """Raise as `new_game` if there is no room for a game of the asker here."""
    games, place = request.services.games, request.place
    if not options.thread:
        await games.check_free(place)
    await check_quotas(games, place, request.person.id, demonstration=options.demonstration)


async def _check_language(request: Request, chosen: tuple[ListChoice, ...], variant: Variant) -> None:
    """Raise `OtherLanguage` if a lexicon of the program is in another language than the tiles."""
    infos = {info.name: info.language for info in await asyncio.to_thread(request.services.words.library.lexicons)}
    for lexicon in (one.base for one in chosen if not one.named):
        language = infos.get(lexicon, variant.language)
        if language != variant.language:
            raise OtherLanguage(lexicon, language, variant.language)


async def _pin(request: Request, chosen: tuple[ListChoice, ...], variant: Variant) -> LexiconRef:
    """The dictionary that combines lists. Raises `TilesDoNotFit` and `LexiconUnavailable`."""
    server, host = request.place.guild_id, request.person.id
    try:
        return await request.services.words.dictionaries.pin(joined(chosen), variant.alphabet, server, host)
    except TilesDoNotFit as error:
        raise TilesDoNotFit(error.name, error.variant, error.letters, f"{variant.name} ({variant.language})") from error


async def usual_words(
    request: Request, variant: str = "", language: str = "", *, needs_words: bool = True
) -> tuple[Variant, str]:
    """A variant in a language, and the name or id of the list that new games here use with it, if there is one.

    If they are empty, the channel's settings decide, then the server's, then the language that the server has in
    Discord, or in direct messages the person. Unless it needs words, the language needs no lexicon. Raises `NotOffered`
    and `NoDictionary`.
    """
    library = request.services.words.library
    channel, server = await settings.settings_here(request), await server_of(request)
    shelf = await asyncio.to_thread(library.lexicons)
    lists = request.services.words.dictionaries.lists
    program, own = await lists.program(), await lists.all(request.place.guild_id)
    language_of = {one.name: one.language for one in shelf} | {one.id: one.language for one in own}
    # A channel's dictionary is nearer than the language of its server.
    settings_made = (channel.language, language_of.get(channel.lexicon or ""), server.locale)
    otherwise = (language_of.get(server.lexicon or ""), await _home(request))
    spoken = _known((info.language for info in shelf), *settings_made, *otherwise)
    usual = () if variant else (channel.variant, server.variant)
    chosen = await _usual_variant(request, usual, variant, language, spoken, needs_words)
    fitting = [info.name for info in shelf if info.language == chosen.language and info.name in program]
    fitting += [one.id for one in own if one.language == chosen.language and one.fits(chosen.alphabet)]
    return chosen, _known(fitting, channel.lexicon, server.lexicon) or await library.lexicon(chosen.language)


async def _home(request: Request) -> str:
    """The language of the server, or in direct messages the person's, while no setting has another one."""
    if request.place.guild_id is not None:
        return request.home
    profile = await request.profile()
    return (profile.language or profile.locale or "").partition("-")[0]


async def find_lists(request: Request, text: str) -> tuple[ListChoice, ...]:
    """The word lists that a text names, joined by `+`, by their names or by the titles of the program's.

    Raises `NotOffered`, `TooManyCombined`, and `NoSuchList` if a button is about a list that is gone.
    """
    lists, server = request.services.words.dictionaries.lists, request.place.guild_id
    with suppress(NoSuchList):
        return await lists.find(text, server)
    try:
        return await lists.find(await _list_names(request, text), server)
    except NoSuchList as error:
        if error.name.startswith(MARK):
            raise
        raise NotOffered("lexicon", error.name, error.known) from error


async def _list_names(request: Request, text: str) -> str:
    """The names of the lists that someone has typed, where they typed titles."""
    offered = await request.services.words.dictionaries.names(request.place.guild_id)
    titles = await asyncio.to_thread(request.services.words.library.own_titles)
    named = (named_by("lexicon", one, offered, request.texts) for one in text.split(AND))
    known = {key_of(name) for name in offered}
    return AND.join(one if key_of(one) in known else titles.get(key_of(one), one) for one in named)


async def _usual_variant(
    request: Request, usual: Iterable[str | None], variant: str, language: str, spoken: str, needs_words: bool
) -> Variant:
    """The first suitable variant of the usual ones, else `variant`; empty means the program's default.

    A usual variant is not suitable if it is gone or has no tiles for the requested language. A variant without tiles
    for the language spoken here keeps its own. Raises `NotOffered`.
    """
    for name in filter(None, usual):
        with suppress(NotOffered):
            return await _in_language(request, name, language, spoken, needs_words)
    return await _in_language(request, variant, language, spoken, needs_words)


async def _in_language(request: Request, variant: str, language: str, spoken: str, needs_words: bool) -> Variant:
    """A variant in the requested language, else in the one spoken here if it has tiles for it. Raises `NotOffered`."""
    if spoken and not language:
        with suppress(NotOffered):
            return await variants.variant_meant(request, variant, spoken)
    return await variants.variant_meant(request, variant, language, needs_words=needs_words)


def for_demonstration(setup: Setup, pace: int, texts: Texts) -> Setup:
    """A setup for computers only: they wait `pace` milliseconds before each move, and everyone sees what they consider.

    `texts` are those of the place.
    """
    rules = replace(setup.rules, tournament=False, show_thinking=True, demo_pace=pace // SECOND * SECOND)
    return replace(setup, rules=rules, name=demonstration_name(texts))


def _known(names: Iterable[str], *wanted: str | None) -> str:
    """The first of the wanted names that exists; empty if there is none."""
    known = frozenset(names)
    return next((name for name in wanted if name in known and name), "")


@asynccontextmanager
async def place_in(
    interaction: Interaction, request: Request, thread: str, *, demonstration: bool = False
) -> AsyncIterator[Place]:
    """Where to open a game: here, or in a new thread of that name. A person opens one game at a time.

    Raises as `thread_in`, and `TooManyGames` and `TooOften` before a thread is created.
    """
    services, person = request.services, request.person.id
    async with services.play.opening.hold(person):
        await check_quotas(services.games, request.place, person, demonstration=demonstration)
        if thread:
            async with thread_in(interaction, thread) as place:
                yield place
        else:
            yield request.place


def check_membership(request: Request) -> None:
    """Raise `BotNotHere` if the bot may only answer privately."""
    if not request.in_server:
        raise BotNotHere
