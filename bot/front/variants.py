"""`/settings variants`: boards and tile sets, and those that a server adds."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

import discord
from discord.app_commands import locale_str as _

from bot.front.board.scenes import BOARD_ACCENT, BOARD_FILE, empty_scene
from bot.front.components.buttons import Action
from bot.front.components.message import (
    MOST_ALT,
    MOST_TEXT,
    Button,
    FileAttachment,
    Image,
    Message,
    Row,
    Text,
    Tone,
    say,
)
from bot.front.components.payloads import Payload
from bot.front.interaction import choices
from bot.front.interaction.choices import fetch
from bot.front.interaction.hooks import Front
from bot.front.interaction.pressing import answers, edits
from bot.front.interaction.request import Request
from bot.front.interaction.slash import UNDER_SETTINGS, CommandOption, slash
from bot.limits import Limit
from bot.model.errors import NotOffered
from bot.model.profiles import Permission
from bot.service.rights import Right
from bot.service.words.definitions import DEFAULT_LANGUAGE, DEFAULT_VARIANT
from bot.text import SeatNames, Texts, escape
from bot.text.names import shortened
from bot.text.settings import named_by
from bot.text.spoken import premiums_said
from bot.text.variants import (
    all_tiles_answer,
    distribution_answer,
    empty_board_alt,
    premium_lines,
    premiums_listed,
    premiums_text,
    setup_for,
    values_answer,
    variant_about,
    variant_handed,
    variant_lines,
    variant_loaded,
    variant_removed,
    variant_title,
    variants_text,
)
from engine.formats.varianttoml import VariantFile
from engine.game.state import Setup
from engine.game.views import SeatView, TableView, unseen
from engine.limits import CHAT
from engine.loading import list_variants, variant_text
from engine.model.board import Board
from engine.model.variant import Variant
from engine.reading import decoded


@dataclass(frozen=True, slots=True)
class OfVariant(Payload):
    """A variant of the server, by its name."""

    variant: str


EXPORT: Final = Action("variant_export", OfVariant, Right.ANYONE)
REMOVE: Final = Action("variant_remove", OfVariant, Right.VARIANTS)


def variants_message(shipped: Mapping[str, Variant], own: Iterable[VariantFile], texts: Texts) -> Message:
    """The variants that can be played here: those of the program, and the server's own."""
    return _answer(variants_text(shipped, own, texts))


def variant_message(variant: Variant, about: str, texts: Texts) -> Message:
    """Everything about a variant: facts, squares, tiles, and the picture of its board."""
    name = variant_title(variant.name, texts)
    title = [f"### {escape(name)}", *([escape(about)] if about else [])]
    facts = "\n".join([*title, *variant_lines(variant, texts), *premium_lines(variant.layout, texts)])
    setup = setup_for(variant)
    image = Image(empty_scene(setup, name, texts), BOARD_FILE, _alt(setup, texts))
    return Message((Text(facts), image, Text(distribution_answer(variant, texts, counted=False))), accent=BOARD_ACCENT)


def _alt(setup: Setup, texts: Texts) -> str:
    """What only the picture of an empty board shows: where its premium squares are."""
    return shortened(empty_board_alt(setup.variant, _premium_squares(setup, texts), texts), MOST_ALT)


def _premium_squares(setup: Setup, texts: Texts) -> tuple[str, ...]:
    layout = setup.variant.layout
    return premiums_said(Board.empty(layout), tuple(layout.cells()), SeatNames(setup, ()), texts)


def premiums_message(setup: Setup, title: str, texts: Texts, *, by_ear: bool = False) -> Message:
    """The premium squares of a game's board, including those under tiles: their kinds, and a picture of them.

    The picture's description says where they are; `by_ear`, a list does that instead of kinds and picture.
    """
    squares = _premium_squares(setup, texts)
    if by_ear and squares:
        return _answer(shortened(premiums_listed(squares, texts), MOST_TEXT))
    image = Image(empty_scene(setup, title, texts), BOARD_FILE, _alt(setup, texts))
    return Message((Text(premiums_text(setup.variant.layout, texts)), image), accent=BOARD_ACCENT)


def values_message(variant: Variant, texts: Texts) -> Message:
    """The points of the letters."""
    return _answer(values_answer(variant, texts))


def distribution_message(variant: Variant, texts: Texts) -> Message:
    """How many tiles of each kind there are."""
    return _answer(distribution_answer(variant, texts, counted=True))


def all_tiles_message(view: TableView | SeatView | None, variant: Variant, texts: Texts) -> Message:
    """Every tile of the set, and how many of each the asker has not seen."""
    left = view.unseen if isinstance(view, SeatView) else unseen(view) if view else None
    return _answer(all_tiles_answer(variant, left, texts))


def _answer(told: str) -> Message:
    return Message((Text(told),), accent=BOARD_ACCENT)


async def variant_meant(request: Request, name: str = "", language: str = "", *, needs_words: bool = True) -> Variant:
    """The variant with a name, including the server's own, in a language; the defaults if they are empty.

    A variant without tiles for the default language uses its own first language. Unless it needs words, the language
    needs no lexicon. Raises `NotOffered` and `NoDictionary`.
    """
    library, (wanted, own) = request.services.words.library, await _find(request, name or DEFAULT_VARIANT)
    language = await _spoken(request, language, own)
    if own is None:
        if wanted not in library.variants():
            raise NotOffered("variant", name, await names(request))
        return await library.variant(wanted, language or DEFAULT_LANGUAGE, needs_words=needs_words)
    spoken = [one for one in own.languages if not needs_words or one in library.languages()]
    meant = language or (DEFAULT_LANGUAGE if DEFAULT_LANGUAGE in spoken else next(iter(spoken), ""))
    if meant not in spoken:
        raise NotOffered("language", meant or ", ".join(own.languages), tuple(spoken or library.languages()))
    return own.variant(meant)


async def _find(request: Request, typed: str) -> tuple[str, VariantFile | None]:
    """The name of the variant meant by a typed name or title, and the variant if it is the server's own."""
    server, name = request.place.guild_id, typed.strip().lower()
    own = await request.services.files.variants.find(server, name)
    if own or name in request.services.words.library.variants():
        return name, own
    meant = named_by("variant", typed, await names(request), request.texts).lower()
    return meant, await request.services.files.variants.find(server, meant)


async def _spoken(request: Request, language: str, own: VariantFile | None) -> str:
    """The code of the language meant by a typed code or title."""
    if not language:
        return ""
    tongues = await asyncio.to_thread(request.services.words.library.tongues)
    known = dict.fromkeys((*tongues, *(own.languages if own else ())))
    return named_by("language", language, known, request.texts).lower()


async def names(request: Request) -> tuple[str, ...]:
    """The names of all variants that can be played here."""
    return (
        *request.services.words.library.variants(),
        *await request.services.files.variants.names(request.place.guild_id),
    )


async def variants(request: Request, name: str = "", file: discord.Attachment | None = None) -> Message:
    """All variants that can be played here, one of them, or a new one for the server from a file."""
    if file is not None:
        return await load(request, file)
    return await (show(request, name) if name else show_list(request))


async def show_list(request: Request) -> Message:
    """All variants that can be played here."""
    library = request.services.words.library
    shipped = {name: await library.variant(name) for name in library.variants()}
    return variants_message(shipped, await request.services.files.variants.all(request.place.guild_id), request.texts)


def _export_button(name: str, texts: Texts) -> Button:
    return Button(EXPORT.id(name), texts.gettext("Get the file"))


async def show(request: Request, name: str) -> Message:
    """Everything about a variant."""
    wanted, own = await _find(request, name)
    get = _export_button(wanted, request.texts)
    if own:
        shown = variant_message(own.any, own.about, request.texts)
        shown = replace(shown, blocks=(*shown.blocks, Row((get,))))
        may = request.services.permissions.may
        if request.place.guild_id is None or not await may(request.member, Permission.VARIANTS, request.place.guild_id):
            return shown
        return replace(shown, blocks=(*shown.blocks, Row((_remove_button(own.name, request.texts),))))
    about = variant_about(wanted, request.texts)
    shown = variant_message(await variant_meant(request, wanted), about[:1].upper() + about[1:], request.texts)
    return replace(shown, blocks=(*shown.blocks, Row((get,))))


async def export(request: Request, variant: str) -> Message:
    """The file of a variant, to begin another one from. Raises `NotOffered` and `TooOften`."""
    text = await request.services.files.variants.text(request.place.guild_id, variant)
    if text is None and variant in list_variants():
        text = await asyncio.to_thread(variant_text, variant)
    if text is None:
        raise NotOffered("variant", variant, await names(request))
    await request.services.fair_use.spend(Limit.FILES, request.person.id, request.place.guild_id)
    file = FileAttachment(f"{variant}.toml", text.encode("utf-8", "surrogatepass"))
    return Message((Text(variant_handed(variant, request.texts)), file))


def _remove_button(name: str, texts: Texts) -> Button:
    return Button(REMOVE.id(name), texts.gettext("Remove"), Tone.DANGER)


async def load(request: Request, file: discord.Attachment) -> Message:
    """Check an uploaded file and store its variant for the server; a file with faults is not stored."""
    server = await _server(request)
    await request.services.fair_use.spend(Limit.IMPORTS, request.person.id, server)
    async with request.services.files.uploads.turn(request.person.id, server):
        text = await _read(request, file)
        kept = await request.services.files.variants.load(
            server, text, file.filename, request.person.id, request.cause.at
        )
    spoken = not set(request.services.words.library.languages()).isdisjoint(kept.languages)
    told = variant_loaded(kept.name, request.texts, spoken=spoken)
    shown = variant_message(kept.any, kept.about, request.texts)
    return Message((Text(told), *shown.blocks), accent=shown.accent)


async def _read(request: Request, file: discord.Attachment) -> str:
    data, _ = await asyncio.gather(fetch(file, CHAT.variant_characters), request.services.files.variants.get_ready())
    return decoded(data, file.filename)


async def remove(request: Request, variant: str) -> Message:
    """Remove a variant from the server; games that use it continue. Raises `NoSuchVariant`."""
    await request.services.files.variants.remove(await _server(request), variant)
    return say(variant_removed(variant, request.texts))


async def _server(request: Request) -> int:
    """The server whose variants the asker may change. Raises `OnlyInServers` and `NotAllowed`."""
    await request.services.permissions.check(request.member, Permission.VARIANTS, request.server())
    return request.server()


_VARIANTS = UNDER_SETTINGS(
    slash(
        variants,
        _("See the boards and tile sets, or add your own to this server"),
        Right.ANYONE,
        options={
            "name": CommandOption(_("The variant to show"), choices.variants),
            "file": CommandOption(_("A TOML file that describes a variant, for this server"), needs=Right.VARIANTS),
        },
    ),
)

FRONT = Front(commands=(_VARIANTS,), buttons=(answers(EXPORT, export), edits(REMOVE, remove)))
