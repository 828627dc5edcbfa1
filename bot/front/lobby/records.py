"""Game records that people send, read with the board, tiles and dictionary that they name, or that someone chose."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass, replace

import discord

from bot.front.interaction.choices import fetch
from bot.front.interaction.request import Request
from bot.front.lobby.opening import OpeningOptions, setup_of
from bot.front.variants import names as variant_names
from bot.model.errors import FileRefused, NoSuchList, NotOffered, OtherLanguage, TilesDoNotFit, TooManyCombined
from bot.service.saving.records import SentRecord
from bot.text.games import differing_text, no_language_text, other_game_text, other_words_warning
from engine.errors import BadData, Fault, TooLarge
from engine.formats.tiletext import Origin
from engine.game.events import Event
from engine.game.state import Setup
from engine.limits import CHAT
from engine.loading import origins
from engine.model.rules import Rules
from engine.model.variant import Variant
from engine.sentences import Sentence

Attachment = discord.Attachment
"""A file as someone sends it with a command."""


@dataclass(frozen=True, slots=True)
class RecordOptions:
    """How a record is read; empty means what the record names. Without `rules`, those that new games have here."""

    language: str = ""
    variant: str = ""
    rules: Rules | None = None
    over: bool = True


@dataclass(frozen=True, slots=True)
class RetoldRecord:
    """A record told again as events, and remarks on what it lacks."""

    sent: SentRecord
    events: tuple[Event, ...]
    remarks: tuple[str, ...] = ()


async def told_again(request: Request, file: Attachment, options: RecordOptions) -> RetoldRecord:
    """What someone sent, as the events of a game.

    Raises as `fetch`, `Uploads.turn`, `Sandbox.run` and `setup_of`, and `FileRefused`.
    """
    try:
        return await _told_again(request, file, options)
    except TooLarge:
        raise
    except BadData as error:
        raise FileRefused(file.filename, (Fault(file.filename, error.line, error.reason),)) from error


async def _told_again(request: Request, file: Attachment, options: RecordOptions) -> RetoldRecord:
    records, person = request.services.files.records, request.person
    async with request.services.files.uploads.turn(person.id, request.place.guild_id):
        most = max(CHAT.record_bytes, CHAT.game_bytes)
        data, _ = await asyncio.gather(fetch(file, most), records.get_ready())
        sent = await records.read(data)
        setup, remarks = await _setup(request, sent, options)
        events, differs = await records.tell(sent, person, setup, request.cause.arrived, over=options.over)
    moves = [(one.move, one.recorded, one.counted) for one in differs]
    wrong = (differing_text(moves, request.texts),) if moves else ()
    return RetoldRecord(sent, events, (*remarks, *wrong))


async def _setup(request: Request, sent: SentRecord, options: RecordOptions) -> tuple[Setup | None, tuple[str, ...]]:
    """What a GCG is read with, and remarks; None for a game of ours, which says all."""
    origin, texts = sent.origin, request.texts
    if origin is None:
        return None, ()
    if sent.variant and not (options.language or options.variant):
        setup, missing = await _setup_with(request, sent.variant, origin.lexicon)
    else:
        setup, missing = await setup_meant(request, origin, options.language, options.variant)
    remarks = [other_game_text(origin.game_type, texts)] if origins.is_other_game(origin) else []
    chosen = options.language or options.variant or sent.variant
    if not (chosen or await asyncio.to_thread(origins.named_language, origin)):
        remarks.append(no_language_text(setup.variant.language, texts))
    return replace(setup, rules=options.rules or setup.rules), (*remarks, *missing)


async def setup_meant(request: Request, origin: Origin, language: str, variant: str) -> tuple[Setup, tuple[str, ...]]:
    """The setup that a record or position names unless another one was chosen, and which dictionary it lacks.

    Raises `BadData` for an unknown board or tiles, and as `setup_of`.
    """
    board = variant or origins.board_of(origin, await variant_names(request))
    tongue = language or await asyncio.to_thread(origins.language_of, origin)
    setup, missing = await _listed(request, OpeningOptions(language=tongue, variant=board), origin.lexicon)
    if not (variant or language):
        await asyncio.to_thread(origins.check_tiles, origin, setup.variant)
    return setup, missing


async def _setup_with(request: Request, own: Variant, lexicon: str) -> tuple[Setup, tuple[str, ...]]:
    """The setup with the variant that a record brings. Raises `BadData` if no dictionary here fits its tiles."""
    known = own.name if own.name in await variant_names(request) else ""
    setup, missing = await _listed(request, OpeningOptions(language=own.language, variant=known), lexicon)
    if setup.variant.alphabet != own.alphabet:
        unknown = Sentence("the set {name} is not known; choose a variant", name=repr(own.name))
        raise BadData(Sentence("tile set"), unknown)
    return replace(setup, variant=own), missing


async def _listed(request: Request, options: OpeningOptions, lexicon: str) -> tuple[Setup, tuple[str, ...]]:
    """The setup with a dictionary, else with the one that games here use, which is told then."""
    if lexicon:
        with suppress(NotOffered, OtherLanguage, TilesDoNotFit, TooManyCombined, NoSuchList):
            return await setup_of(replace(options, lexicon=lexicon), request, opens=False), ()
    setup = await setup_of(options, request, opens=False)
    return setup, (other_words_warning(lexicon, setup.lexicon.name, request.texts),) if lexicon else ()
