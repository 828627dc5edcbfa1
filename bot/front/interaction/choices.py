"""What options are given: values offered while someone types, which see no rack, and files, whole or not at all."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable

import aiohttp
import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.app_commands import locale_str as _

from bot.front.interaction.request import Interaction, services_of, texts_of
from bot.model.errors import FileLost, NoSuchLength, NotOffered
from bot.model.games import Place
from bot.model.words import AND, MOST_COMBINED, key_of
from bot.render import THEMES
from bot.text import Texts, display_names
from bot.text.clocks import length_text
from bot.text.games import finished_title
from bot.text.names import shortened
from bot.text.rules import rule_text, value_text
from bot.text.settings import named_by, offered_title
from bot.text.timezones import matching_zones, zone_title
from bot.text.typedtimes import time_in
from bot.text.variants import variant_brief
from engine.errors import Size, TooLarge
from engine.game.decisions.lobby import PRESET
from engine.loading import EMPTY
from engine.model.board import ORIENTATIONS
from engine.model.durations import Times
from engine.model.levels import NUMBERS
from engine.model.rules import PRESETS, TIMES, allowed_values, rule_names
from engine.model.variant import Variant

LevelOption = app_commands.Range[int, NUMBERS[0], NUMBERS[-1]]
"""How strong a computer player is."""
LengthOption = app_commands.Range[str, 0, 40]
"""A length of time."""
LEVEL_BOUNDS = f"{NUMBERS[0]} to {NUMBERS[-1]}"
"""For the English descriptions of commands; the catalogues hold these as they are then."""
ON, OFF = "on", "off"
SWITCH = [Choice(name=_("on"), value=ON), Choice(name=_("off"), value=OFF)]
YES = [Choice(name=_("yes"), value="yes")]
MOST_OFFERED = 25
LONGEST_OFFER = 100
MOST_SEARCHED = 100
"""How many of a person's latest games are searched for what is typed."""


def switched(typed: str) -> bool | None:
    """What was chosen of `SWITCH`, None for nothing. Raises `NotOffered`."""
    if typed not in ("", ON, OFF):
        raise NotOffered("switch", typed, (ON, OFF))
    return typed == ON if typed else None


def matching(typed: str, offered: Iterable[tuple[str, str]]) -> list[Choice[str]]:
    """The choices (title, value) that contain the typed text, those that begin with it first."""
    wanted = typed.strip().casefold()
    found = [(title, value) for title, value in offered if wanted in f"{value} {title}".casefold()]
    found.sort(key=lambda one: not one[1].casefold().startswith(wanted))
    return [Choice(name=shortened(title, LONGEST_OFFER), value=value) for title, value in found[:MOST_OFFERED]]


async def presets(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """The rule sets with short descriptions."""
    texts = await texts_of(interaction)
    return matching(typed, ((offered_title("preset", name, texts), name) for name in PRESETS))


async def languages(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """The languages that can be played, named in the person's own: with the empty dictionary, all that have tiles."""
    texts, library = await texts_of(interaction), services_of(interaction).words.library
    is_empty = named_by("lexicon", interaction.namespace.lexicon or "", (EMPTY,), texts) == EMPTY
    codes = library.tongues() if is_empty else library.languages()
    return matching(typed, ((offered_title("language", code, texts), code) for code in codes))


async def tongues(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """The languages that have tiles, named in the person's own."""
    texts, library = await texts_of(interaction), services_of(interaction).words.library
    return matching(typed, ((offered_title("language", code, texts), code) for code in library.tongues()))


async def variants(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """The boards and tile sets, including the server's own, one line each."""
    services, texts = services_of(interaction), await texts_of(interaction)
    offered = {name: await services.words.library.variant(name) for name in services.words.library.variants()}
    offered |= {file.name: file.any for file in await services.files.variants.all(interaction.guild_id)}
    return matching(typed, ((_variant(name, one, texts), name) for name, one in offered.items()))


def _variant(name: str, variant: Variant, texts: Texts) -> str:
    return texts.titled(offered_title("variant", name, texts), variant_brief(variant, texts))


async def themes(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """The themes that can be chosen here, including the server's own."""
    texts = await texts_of(interaction)
    own = await services_of(interaction).files.themes.names(interaction.guild_id)
    return matching(typed, ((offered_title("theme", name, texts), name) for name in (*THEMES, *own)))


async def own_variants(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """The variants that the server has loaded."""
    own = await services_of(interaction).files.variants.names(interaction.guild_id)
    return matching(typed, ((name, name) for name in own))


async def rack_orders(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """The ways to lay out a rack."""
    texts = await texts_of(interaction)
    return matching(typed, ((offered_title("order", one, texts), one) for one in ("sort", "shuffle", "vowels")))


async def coordinates(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """The ways to name rows and columns."""
    texts = await texts_of(interaction)
    return matching(typed, ((offered_title("coordinates", one.code, texts), one.code) for one in ORIENTATIONS))


async def lexicons(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """The dictionaries, only those of the chosen language if there is one."""
    texts, tongues = await texts_of(interaction), services_of(interaction).words.library.tongues()
    language = named_by("language", interaction.namespace.language or "", tongues, texts)
    return await _lexicons(interaction, typed, language)


async def own_lists(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """The dictionaries that the server has made."""
    own = await services_of(interaction).words.dictionaries.lists.all(interaction.guild_id)
    return matching(typed, ((one.name, one.name) for one in own))


async def single_lexicons(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """The dictionaries of all languages, one by one."""
    return matching(typed, await _titled(interaction, ""))


async def _lexicons(interaction: Interaction, typed: str, language: str) -> list[Choice[str]]:
    """The dictionaries, and once `+` is typed, how the combination can go on."""
    offered = await _titled(interaction, language)
    *before, last = typed.split(AND)
    known = {key_of(text): (title, name) for title, name in offered for text in (title, name)}
    chosen = [known[key_of(one)] for one in before if key_of(one) in known]
    if len(chosen) < len(before) or len(before) >= MOST_COMBINED:
        return []
    left = [one for one in offered if one not in chosen]
    found = matching(last, left)
    titles, names = [title for title, _ in chosen], [name for _, name in chosen]
    combined = [(f" {AND} ".join((*titles, one.name)), AND.join((*names, str(one.value)))) for one in found]
    return [Choice(name=shortened(title, LONGEST_OFFER), value=value) for title, value in combined]


async def _titled(interaction: Interaction, language: str) -> list[tuple[str, str]]:
    """The titles and names of the program's lists in a language (empty: in any), and of the server's own.

    Lists in the language of the person's Discord come first.
    """
    services, texts = services_of(interaction), await texts_of(interaction)
    own = [
        one
        for one in await services.words.dictionaries.lists.all(interaction.guild_id)
        if language in ("", one.language)
    ]
    infos = [info for info in services.words.library.lexicons() if language in ("", info.language)]
    infos.sort(key=lambda info: info.language != str(interaction.locale).partition("-")[0])
    nothing = offered_title("lexicon", EMPTY, texts)
    return [*((info.title, info.name) for info in infos), *((one.name, one.name) for one in own), (nothing, EMPTY)]


async def rules(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """The rules with what each is about."""
    texts = await texts_of(interaction)
    named = [(texts.titled(offered_title("rule", name, texts), rule_text(name, texts)), name) for name in rule_names()]
    every = (offered_title("rule", PRESET, texts), PRESET)
    return matching(typed, [every, *named])


async def time_zones(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """The time zones of cities and countries."""
    texts = await texts_of(interaction)
    found = await asyncio.to_thread(matching_zones, typed, texts)
    return [Choice(name=shortened(zone_title(one, texts), LONGEST_OFFER), value=one) for one in found[:MOST_OFFERED]]


async def values(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """The values of the chosen rule."""
    texts = await texts_of(interaction)
    rule = named_by("rule", interaction.namespace.rule or "", (PRESET, *rule_names()), texts)
    if rule == PRESET:
        return await presets(interaction, typed)
    if rule not in rule_names():
        return []
    offered = [(value_text(rule, value, texts), value) for value in allowed_values(rule)]
    return _with_typed(TIMES[rule], typed, offered, texts) if rule in TIMES else matching(typed, offered)


Offering = Callable[[Interaction, str], Awaitable[list[Choice[str]]]]


def lengths(times: Times) -> Offering:
    """Offers lengths of time, and any other one of them that is typed."""

    async def offer(interaction: Interaction, typed: str) -> list[Choice[str]]:
        texts = await texts_of(interaction)
        offered = [(length_text(time or 0, texts), value) for value, time in times.offered.items()]
        return _with_typed(times, typed, offered, texts)

    return offer


def _with_typed(times: Times, typed: str, offered: list[tuple[str, str]], texts: Texts) -> list[Choice[str]]:
    """What matches of the lengths offered, by what each means, after the typed one if it is none of them."""
    found = matching(typed, offered)
    try:
        time = time_in(times, typed, texts)
    except ValueError:
        return found
    own = Choice(name=length_text(time, texts), value=times.write(time))
    return [own, *(one for one in found if one.value != own.value)][:MOST_OFFERED]


def length(option: str, typed: str, times: Times, texts: Texts, game: str | None = None) -> int:
    """The length of time that somebody has typed for an option, in milliseconds.

    `game` is the language of a game's tiles. Raises `NoSuchLength`.
    """
    try:
        return time_in(times, typed, texts, game)
    except ValueError:
        raise NoSuchLength(option, typed, times) from None


async def paused(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """The paused games of this server."""
    place = Place(interaction.guild_id, interaction.channel_id or 0)
    found = await services_of(interaction).games.journal.paused(place)
    return matching(typed, ((one.name, one.name[:LONGEST_OFFER]) for one in found))


async def finished(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """The games that were finished in this channel, then the person's own elsewhere, newest first."""
    texts, results = await texts_of(interaction), services_of(interaction).standing.results
    here = await results.of_channel(interaction.channel_id or 0, MOST_SEARCHED)
    own = await results.of_person(str(interaction.user.id), MOST_SEARCHED)
    found = {one.game: finished_title(one, texts) for one in (*here, *own)}
    return matching(typed, ((title, game) for game, title in found.items()))


async def seats(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """The players of the game here, by seat number."""
    services = services_of(interaction)
    game = await services.games.in_channel(interaction.channel_id or 0)
    if game is None:
        return []
    summary = await services.games.summary(game)
    names = display_names((seat.name for seat in summary.seats), await texts_of(interaction))
    return matching(typed, ((f"{number}. {name}", str(number)) for number, name in enumerate(names, 1)))


async def topics(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """The topics of `/help`; if none is called like what is typed, the topic of a command that is or was."""
    texts, offered = await texts_of(interaction), services_of(interaction).hooks.topics
    found = matching(typed, ((offered.title(topic, texts), topic) for topic in offered.names()))
    about = None if found else offered.about(typed, texts)
    return found if about is None else [Choice(name=offered.title(about, texts), value=about)]


FETCH_SECONDS = 30
"""Seconds allowed for fetching a file."""
PIECE = 64 * 1024


async def fetch(file: discord.Attachment, most: int) -> bytes:
    """The bytes of an uploaded file. Raises `TooLarge` and `FileLost`.

    discord.py would read everything that arrives, whatever size was announced.
    """
    if file.size > most:
        raise TooLarge.beyond(file.filename, Size.BYTES, most)
    try:
        return await _read(file, most)
    except (aiohttp.ClientError, TimeoutError, OSError, ValueError) as error:
        raise FileLost from error


async def _read(file: discord.Attachment, most: int) -> bytes:
    data = bytearray()
    timeout = aiohttp.ClientTimeout(total=FETCH_SECONDS)
    async with (
        aiohttp.ClientSession(timeout=timeout, auto_decompress=False) as session,
        session.get(file.url, headers={"Accept-Encoding": "identity"}) as answer,
    ):
        answer.raise_for_status()
        async for piece in answer.content.iter_chunked(PIECE):
            data += piece
            if len(data) > most:
                raise TooLarge.beyond(file.filename, Size.BYTES, most)
    return bytes(data)
