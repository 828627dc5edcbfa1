"""Moves shown in private before they are played, where a word without a coordinate fits, and which words count."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace

from bot.front.board.answers import preview_message
from bot.front.components.buttons import Actions
from bot.front.components.message import MOST_ABOUT, MOST_LABEL, MOST_OPTIONS, Block, Menu, Message, Option, Text
from bot.front.interaction.request import Request
from bot.front.play.turns import acting_view, words_for
from bot.model.games import Draft
from bot.service.ports import Judge
from bot.service.secrecy import judges_previews
from bot.text import Texts
from bot.text.clocks import late_text
from bot.text.moves import place_text
from bot.text.names import shortened
from bot.text.typed import TypedWords
from bot.text.wordlists import fit_about, fit_label, fit_lines, fits_text, nowhere_text
from engine.errors import EngineError
from engine.game.clock import turn_ends
from engine.game.commands import OpenDraft
from engine.game.decisions.challenges import words_added
from engine.game.phases import Turn
from engine.game.state import GameState
from engine.game.views import SeatView
from engine.model.tiles import Word
from engine.play.notation import parts_of, read_move, read_word
from engine.play.placement import Placement, ScoreSheet, lacking, places, resolve, score


async def _judge(request: Request, state: GameState) -> Judge:
    """The judge of a game's words: its dictionary, and the words its host has added."""
    judge, added = await request.services.words.dictionaries.judge(state.setup), words_added(state)

    def counts(words: tuple[Word, ...]) -> tuple[bool, ...]:
        return tuple(known or word in added for word, known in zip(words, judge(words), strict=True))

    return counts


async def known_judge(request: Request, game: str, state: GameState) -> Judge | None:
    """The judge of a game's words; None if a preview must not reveal which words count."""
    reveals = await judges_previews(request.services.games, request.person.id, game, state)
    return await _judge(request, state) if reveals else None


async def unknown_words(request: Request, game: str, sheet: ScoreSheet) -> tuple[Word, ...] | None:
    """The words that are neither in the dictionary nor added by the host; None if a preview must not reveal them."""
    state = await request.state(game)
    judge = await known_judge(request, game, state)
    if judge is None:
        return None
    words = tuple(dict.fromkeys(scored.word for scored in sheet.words))
    return tuple(word for word, known in zip(words, judge(words), strict=True) if not known)


Fit = tuple[Placement, ScoreSheet]


def word_alone(move: str, words: TypedWords) -> str | None:
    """The word of a move that has no coordinate, one word of letters; None for another move."""
    parts = words.move_of(parts_of(move))
    return parts[0] if len(parts) == 1 and not any(map(str.isdecimal, parts[0])) else None


@dataclass(frozen=True, slots=True)
class Fits:
    """Where a word without a coordinate fits, the most points first, for the seat of `view`.

    `judged` says that the words made there are in the dictionary. Where it fits nowhere, `lacking` are the tiles that
    the rack is short of, and `is_phony` says that the dictionary lacks the word itself.
    """

    view: SeatView
    word: str
    found: list[Fit]
    judged: bool = False
    lacking: tuple[str, ...] = ()
    is_phony: bool = False

    @property
    def only(self) -> str | None:
        """The move, if the word fits in one place alone."""
        return self.move_of(self.found[0]) if len(self.found) == 1 else None

    @property
    def shown(self) -> str:
        """The word in capitals, unless its case tells blanks apart."""
        return (self.view.table.variant.alphabet.upper(self.word) if self.word.islower() else self.word)[:40]

    def move_of(self, fit: Fit) -> str:
        """The word at one of its places, as a move."""
        return f"{place_text(fit[0], self.view.table.setup)} {self.word}"


async def find_places(request: Request, game: str, word: str) -> Fits:
    """The places where a word fits. Raises the engine's refusal of what is no word, and `NotSeated`."""
    state = await request.state(game)
    return await fits_for(acting_view(state, request), word, await known_judge(request, game, state))


async def fits_for(view: SeatView, word: str, judge: Judge | None) -> Fits:
    """The places where a word fits; if phonies are not allowed, only where it makes valid words.

    `judge` is None for someone who may not learn which words these are.

    Raises `MalformedText`.
    """
    letters = read_word(word, view.table.variant)
    board, variant = view.table.board, view.table.variant
    found = await asyncio.to_thread(places, letters, board, view.playable, variant)
    fits = [(placement, score(board, placement, variant)) for placement in found]
    fits.sort(key=lambda fit: -fit[1].total)
    if not fits:
        missing = await asyncio.to_thread(lacking, letters, board, view.playable, variant)
        return Fits(view, word, [], lacking=missing)
    # Without a judge all are shown, so that the menu reveals nothing about words; also where people decide about them.
    if judge is None or view.table.rules.asks_about_words:
        return Fits(view, word, fits)
    valid = [fit for fit in fits if all(judge(tuple(word.word for word in fit[1].words)))]
    is_phony = not any(all(judge((fit[1].words[0].word,))) for fit in fits)
    return Fits(view, word, valid, judged=True, is_phony=is_phony)


def places_blocks(custom_id: str, places: Fits, texts: Texts, *, listed: bool) -> tuple[Block, ...]:
    """The places of a word as a menu, with the move as the value of each; `listed` tells them in the text too."""
    view, found = places.view, places.found
    if not found:
        return (
            Text(nowhere_text(places.shown, places.lacking, texts, is_phony=places.is_phony, judged=places.judged)),
        )
    told = fits_text(places.shown, len(found), texts, more=len(found) > MOST_OPTIONS)
    shown = found[:MOST_OPTIONS]
    if listed:
        told = "\n".join((told, *fit_lines(shown, view.table.setup, texts)))
    setup = view.table.setup
    options = tuple(
        Option(
            shortened(fit_label(*fit, setup, texts), MOST_LABEL),
            places.move_of(fit),
            shortened(fit_about(fit[1], texts), MOST_ABOUT),
        )
        for fit in shown
    )
    return Text(told), Menu(custom_id, texts.gettext("Where?"), options)


def held_name(draft: Draft) -> str:
    """The name by which the game knows a preview: another move in the same draft has another name."""
    return f"{draft.id}/{draft.opened}"


async def hold(request: Request, draft: Draft, view: SeatView) -> str:
    """Record that a preview of a move was opened in time; returns a sentence on what that permits, or an empty text."""
    if view.table.rules.turn_clock is None or view.table.on_turn != view.seat or not draft.text:
        return ""
    # The same interaction may already have changed the game, as a hint does, so this change needs its own id.
    cause = replace(request.cause, id=f"{request.cause.id}/draft")
    command = OpenDraft(request.person.id, draft.turn, held_name(draft))
    try:
        state = (await request.services.games.submit(draft.subject, command, cause)).state
    except EngineError:
        return ""
    end = turn_ends(state)
    if end is None or not isinstance(state.phase, Turn) or state.phase.draft != command.draft:
        return ""
    return late_text(end, state.rules.clock_grace, request.texts)


async def try_move(request: Request, game: str, move: str) -> Message:
    """Show privately what a move would score, and keep it so that a button can play it."""
    words = await words_for(request, game)
    if word := word_alone(move, words):
        return await offer(request, game, await find_places(request, game, word), tries=True)
    state = await request.state(game)
    typed, move = move.strip(), words.in_english(move)
    view = acting_view(state, request)
    placement, sheet = _understood(view, move)
    draft = await request.services.play.drafts.save(game, request.person.id, state.turn, move, request.cause.arrived)
    unknown = await unknown_words(request, game, sheet)
    several = len(await tried_moves(request, game, view)) > 1
    compared = game if several else ""
    shown = preview_message(
        draft.id,
        view,
        placement,
        sheet,
        request.texts,
        unknown=unknown,
        game=compared,
        typed=typed,
        offers=request.services.hooks.front.at_preview,
    )
    held = await hold(request, draft, view)
    return replace(shown, blocks=(shown.blocks[0], Text(held), *shown.blocks[1:])) if held else shown


async def change(request: Request, draft_id: str, move: str) -> Message:
    """Show another move in place of a preview."""
    draft = await request.services.play.drafts.load(draft_id, request.person.id)
    return await try_move(request, draft.subject, move)


async def offer(request: Request, game: str, places: Fits, *, tries: bool = False) -> Message:
    """A menu of the places where a word fits; a preview if there is just one.

    A place whose words might be phonies is shown first, before it is played.
    """
    if places.only:
        return await try_move(request, game, places.only)
    custom_id = (
        Actions.PLACE_TRY.id(game) if tries or not places.judged else Actions.PLACE.id(game, places.view.table.turn)
    )
    return Message(places_blocks(custom_id, places, request.texts, listed=request.person.by_ear))


async def tried_moves(request: Request, subject: str, view: SeatView) -> dict[Placement, str]:
    """The moves that the person has tried for this turn and that still fit, latest first, with their drafts' ids."""
    found: dict[Placement, str] = {}
    for draft in await request.services.play.drafts.tries(subject, request.person.id, view.table.turn):
        try:
            placement, _ = _understood(view, draft.text)
        except EngineError:
            continue
        found.setdefault(placement, draft.id)
    return found


def _understood(view: SeatView, move: str) -> tuple[Placement, ScoreSheet]:
    setup = view.table.setup
    intent = read_move(move, setup.variant, setup.orientation)
    placement = resolve(intent, view.table.board, view.playable, setup.variant)
    return placement, score(view.table.board, placement, setup.variant)
