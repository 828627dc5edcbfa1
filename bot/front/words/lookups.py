"""Looking up words: whether one is valid, what it means, what letters make. Closed to anyone who could gain by it."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain, islice, product
from typing import Final

from bot.front.board.scenes import BOARD_ACCENT
from bot.front.components.buttons import Action, Actions
from bot.front.components.message import (
    MOST_LABEL,
    MOST_OPTIONS,
    Block,
    Button,
    Menu,
    Message,
    Option,
    Row,
    Text,
    Tone,
    say,
)
from bot.front.components.payloads import Nothing, OfLexicon, OfList, OfUpload, Whose
from bot.front.interaction.dispatch import game_if_any
from bot.front.interaction.pressing import InputForm
from bot.front.interaction.request import Request
from bot.front.lobby.opening import usual_words
from bot.model.errors import NoDefinitions, TooManyLetters, TooManyLookups
from bot.service.listeners import AskedLetters
from bot.service.rights import Right
from bot.service.secrecy import check_letters, check_words, check_words_of
from bot.service.words.definitions import has_definitions
from bot.text import Texts, escape
from bot.text.moves import word_text
from bot.text.names import shortened
from bot.text.scores import no_words
from bot.text.wordlists import (
    anagram_text,
    check_line,
    check_text,
    definition_text,
    ends_text,
    fits_nowhere,
    hooks_text,
)
from engine.game.decisions.challenges import words_added
from engine.game.events import Started
from engine.game.history import history, played_words
from engine.game.phases import Over
from engine.game.state import GameState, LexiconRef
from engine.game.views import TableView, seat_view, table_view
from engine.model.rules import ChallengeRule
from engine.model.tiles import BLANK, HiddenRack, Word
from engine.play.notation import MOST_READINGS, TypedLetter, read_word
from engine.play.placement import Placement, ScoreSheet, places, score
from engine.reading import pasted, unwrapped
from engine.words.lexicon import Lexicon

NEW_LIST: Final = Action("list_new", Nothing, Right.WORDS)
CHOOSE_LIST: Final = Action("list_choose", Nothing, Right.WORDS)
RENAME_LIST: Final = Action("list_rename", OfList, Right.WORDS)
ASK_DELETE_LIST: Final = Action("list_delete_ask", OfList, Right.WORDS)

NAME = "name"
"""The name of the forms' field."""


def _changer(about: OfUpload | OfLexicon) -> Right:
    return Right.WORDS if about.whose is Whose.SERVER else Right.ANYONE


REPLACE_WORDS: Final = Action("words_replace", OfUpload, _changer)
MERGE_WORDS: Final = Action("words_merge", OfUpload, _changer)
ASK_RESET_WORDS: Final = Action("words_reset_ask", OfLexicon, _changer)
RESET_WORDS: Final = Action("words_reset", OfLexicon, _changer)


def lists_page(told: str, own: Mapping[str, str], texts: Texts) -> Message:
    """The dictionaries of a server, by the id of each, for people who may change them."""
    options = tuple(Option(shortened(name, MOST_LABEL), key) for key, name in list(own.items())[:MOST_OPTIONS])
    menu = (Menu(CHOOSE_LIST.id(), texts.gettext("Rename or delete a dictionary"), options),) if options else ()
    new = Button(NEW_LIST.id(), texts.gettext("New dictionary"))
    return Message((Text(told), *menu, Row((new,))), accent=BOARD_ACCENT)


def list_page(key: str, name: str, texts: Texts) -> Message:
    """A dictionary of a server, to be renamed or deleted."""
    buttons = (
        Button(RENAME_LIST.id(key), texts.gettext("Rename")),
        Button(ASK_DELETE_LIST.id(key), texts.gettext("Delete"), Tone.DANGER),
    )
    return Message((Text(f"### {escape(name)}"), Row(buttons)), accent=BOARD_ACCENT)


def new_form(texts: Texts) -> InputForm:
    """Asks for the name of a new dictionary."""
    return InputForm(texts.gettext("New dictionary"), texts.gettext("Its name"), texts.gettext("Animals"), NAME)


def rename_form(texts: Texts) -> InputForm:
    """Asks for another name of a dictionary."""
    return InputForm(
        texts.gettext("Rename the dictionary"), texts.gettext("Its new name"), texts.gettext("Animals"), NAME
    )


def sent_message(upload: str, whose: Whose, question: str, texts: Texts) -> Message:
    """Asks what to do with the words of a file."""
    buttons = (
        Button(REPLACE_WORDS.id(upload, whose), texts.gettext("Replace"), Tone.DANGER),
        Button(MERGE_WORDS.id(upload, whose), texts.gettext("Add"), Tone.PRIMARY),
        Button(Actions.CANCEL.id(), texts.gettext("Cancel")),
    )
    return Message((Text(question), Row(buttons)))


def changes_message(lexicon: str, whose: Whose, told: str, texts: Texts) -> Message:
    """The changes of a list, with a button that undoes them."""
    reset = Button(ASK_RESET_WORDS.id(lexicon, whose), texts.gettext("Undo all changes"), Tone.DANGER)
    return Message((Text(told), Row((reset,))))


def meaning_message(game: str, told: str, words: Mapping[str, Word], chosen: str, texts: Texts) -> Message:
    """What a word played in a game means, with a menu of the others."""
    options = tuple(
        Option(shortened(word_text(word), MOST_LABEL), key, chosen=key == chosen)
        for key, word in list(words.items())[:MOST_OPTIONS]
    )
    blocks: list[Block] = [Text(told)]
    if len(options) > 1:
        blocks.append(Menu(Actions.MEANING_OF.id(game), texts.gettext("Another word"), options))
    return Message(tuple(blocks), accent=BOARD_ACCENT)


MOST_LETTERS = 21
MOST_BLANKS = 2
MOST_SIFTED = 20_000
"""How many words are looked at where some are left out; seven letters and two blanks make fewer."""
SHORTEST = 2
MOST_WORDS = 10
"""How many words can be looked up at once."""
_BETWEEN = re.compile(r"[\s,;]+")


@dataclass(frozen=True, slots=True)
class LookupLexicon:
    """The lexicon that a question here is about, and the game it belongs to, if any.

    `added` are the words that the host has added to that game and the asker may know of.
    """

    lexicon: Lexicon
    language: str
    view: TableView | None
    added: frozenset[Word] = frozenset()

    def counts(self, word: Word) -> bool:
        """Whether a word is valid in the game here."""
        return word in self.added or self.lexicon.contains(word)

    def allows(self, sheet: ScoreSheet) -> bool:
        """Whether all words that a play makes are valid."""
        return all(self.counts(one.word) for one in sheet.words)

    @property
    def whole(self) -> Lexicon:
        """The lexicon with the words that the host has added."""
        return self.lexicon.with_words(self.added)


async def check(request: Request, word: str) -> Message:
    """Whether a word, or each of several, is in the lexicon of the game here, else of that of new games here.

    Spaces and commas divide words. Raises `WordsAreSecret` and `TooManyLookups`.
    """
    await check_words(request.services.games, request.person.id)
    typed = [unwrapped(one) for one in _BETWEEN.split(pasted(word)) if one] or [word]
    if len(typed) > MOST_WORDS:
        raise TooManyLookups(MOST_WORDS)
    shelf = await _shelf(request)
    meant = [(one, word_meant(one, shelf)) for one in typed]
    lines = [_verdict(request, shelf, one, letters) for one, letters in meant]
    decides = _host_decides(shelf) and not all(shelf.counts(letters) for _, letters in meant)
    return say(check_text(lines, request.texts, host_decides=decides))


def _verdict(request: Request, shelf: LookupLexicon, word: str, letters: Word) -> str:
    known, added = shelf.lexicon.contains(letters), letters in shelf.added
    return check_line(_shown(shelf, word), shelf.lexicon.name, request.texts, known=known, added=added)


def _host_decides(shelf: LookupLexicon) -> bool:
    return bool(shelf.view and shelf.view.is_running and shelf.view.rules.challenge is ChallengeRule.ASK_HOST)


def _shown(shelf: LookupLexicon, word: str) -> str:
    return shortened(shelf.lexicon.alphabet.upper(pasted(word)), 60)


async def hooks(request: Request, word: str) -> Message:
    """The letters that make a word longer, then the places on the board here where it could go, with any tiles.

    Where people decide about words, unknown ones count in places too. Raises `WordsAreSecret`.
    """
    await check_words(request.services.games, request.person.id)
    shelf = await _shelf(request)
    parts = (_ends(request, shelf, word), await _places(request, shelf, word) if shelf.view else "")
    return say("\n".join(filter(None, parts)))


def _ends(request: Request, shelf: LookupLexicon, word: str) -> str:
    """The letters before and after a word; for one that does not count, that it does not; empty if it has no end."""
    if shelf.view and any(one.letter is None for one in _typed(shelf.view, word)):
        return ""
    letters = word_meant(pasted(word).replace(BLANK, ""), shelf)
    if not shelf.counts(letters):
        return check_line(_shown(shelf, word), shelf.lexicon.name, request.texts, known=False)
    front = [one for one in shelf.lexicon.alphabet.letters if shelf.counts((one, *letters))]
    back = [one for one in shelf.lexicon.alphabet.letters if shelf.counts((*letters, one))]
    return ends_text(word_text(letters), front, back, request.texts)


def _typed(view: TableView, word: str) -> tuple[TypedLetter, ...]:
    return read_word(word, view.variant)


async def _places(request: Request, shelf: LookupLexicon, word: str) -> str:
    """The places on the board where a word could go; empty for one of whose end is told that it does not count."""
    assert shelf.view
    fits, possible = await asyncio.to_thread(_fits, shelf, shelf.view, _typed(shelf.view, word))
    if possible:
        return hooks_text(shelf.lexicon.alphabet.upper(pasted(word)), possible, shelf.view.setup, request.texts)
    if fits and not any(shelf.counts(sheet.words[0].word) for _, sheet in fits):
        return ""
    return fits_nowhere(_shown(shelf, word), request.texts)


def _fits(
    shelf: LookupLexicon, view: TableView, letters: tuple[TypedLetter, ...]
) -> tuple[list[tuple[Placement, ScoreSheet]], list[tuple[Placement, ScoreSheet]]]:
    """The placements that make a word with at most a full rack of any tiles, and those that may be played.

    The highest score comes first. Takes a while on a large board.
    """
    rack = HiddenRack(view.variant.rack_size)
    found = [one for one in places(letters, view.board, rack, view.variant) if len(one.tiles) <= len(rack)]
    fits = [(one, score(view.board, one, view.variant)) for one in found]
    fits.sort(key=lambda fit: -fit[1].total)
    return fits, fits if view.rules.asks_about_words else [fit for fit in fits if shelf.allows(fit[1])]


async def define(request: Request, word: str) -> Message:
    """What a word means, and whether it is valid. Raises `WordsAreSecret` and `NoDefinitions`."""
    await check_words(request.services.games, request.person.id)
    shelf = await _shelf(request)
    if not has_definitions(shelf.language):
        raise NoDefinitions
    letters = word_meant(word, shelf)
    found = await request.services.words.definitions.define("".join(letters), shelf.language)
    return say(definition_text("".join(letters), found, shelf.counts(letters), shelf.lexicon, request.texts))


async def anagram(request: Request, letters: str) -> Message:
    """The words that letters make, `?` for any letter, without those that tell of a rack that is secret now.

    Raises `LettersClosed` for a player in a running game.
    """
    shelf = await _any_shelf(request)
    rack = tiles_named(letters, shelf)
    left_out = await check_letters(request.services.games, await _asked(request, shelf, rack))
    await _shelf(request)
    blanks = rack.count(BLANK)
    if not 1 < len(rack) <= MOST_LETTERS or blanks > MOST_BLANKS:
        raise TooManyLetters(MOST_LETTERS, MOST_BLANKS)

    def find() -> list[Word]:
        found = islice(shelf.whole.made_of(rack, SHORTEST), MOST_SIFTED if left_out else None)
        return [word for word in found if not any(leaves_out(word) for leaves_out in left_out)]

    found = await asyncio.to_thread(find)
    return say(anagram_text("".join(rack), found, request.texts, some_left_out=bool(left_out)))


async def _asked(request: Request, shelf: LookupLexicon, letters: Word) -> AskedLetters:
    person = request.person.id

    async def sees(server: int, channel: int) -> bool:
        return await request.services.posting.whereabouts.sees(server, channel, int(person))

    dictionaries = request.services.words.dictionaries
    language = await dictionaries.language(shelf.lexicon)
    made = await dictionaries.is_of_people(LexiconRef(shelf.lexicon.name, shelf.lexicon.id))

    def has_been_in(server: int) -> bool:
        return request.services.posting.whereabouts.has_been_in(server, int(person))

    return AskedLetters(person, request.place.guild_id, letters, language, sees, has_been_in, made)


def tiles_named(text: str, shelf: LookupLexicon) -> Word:
    """The letters in a text, blanks last; letters with a space or a blank between them are never one tile."""
    text = pasted(text)
    parts = text.replace(BLANK, " ").split()
    return (*chain.from_iterable(_spelt(part, shelf) for part in parts), *(BLANK,) * text.count(BLANK))


async def _shelf(request: Request) -> LookupLexicon:
    """The lexicon that a question here is about. Raises as `check_words_of`."""
    here = await game_if_any(request)
    if here:
        await check_words_of(request.services.games, request.person.id, await request.state(here))
    return await _any_shelf(request)


async def _any_shelf(request: Request) -> LookupLexicon:
    here = await game_if_any(request)
    if here and not await _never_started(request, here):
        return await shelf_of(request, here)
    variant, name = await usual_words(request)
    lexicon = await request.services.words.dictionaries.current(name, variant.alphabet, request.place.guild_id)
    return LookupLexicon(lexicon, variant.language, None)


async def _never_started(request: Request, game: str) -> bool:
    """Whether a game was closed as a lobby, so that nobody here has played with its words."""
    if not isinstance((await request.state(game)).phase, Over):
        return False
    return not any(isinstance(event, Started) for event in await request.services.games.events(game))


async def shelf_of(request: Request, game: str) -> LookupLexicon:
    """The lexicon of a game, with the words added to it."""
    state = await request.state(game)
    lexicon = await request.services.words.dictionaries.lexicon(state.setup)
    return LookupLexicon(lexicon, state.variant.language, table_view(state), await _added(request, game, state))


async def _added(request: Request, game: str, state: GameState) -> frozenset[Word]:
    """The words added by the host that the asker may know of: everyone knows those that were played.

    A word not played yet reveals letters of the rack of the player who asked for it, so only that player and the host
    know.
    """
    words = words_added(state)
    if not words:
        return words
    seat = state.seat_of(request.person.id)
    own = {one.word for one in seat_view(state, seat).asked} if seat is not None else set()
    played = {line.word for entry in history(await request.services.games.events(game)) for line in entry.lines}
    return words & (own | played)


def word_meant(text: str, shelf: LookupLexicon) -> Word:
    """The word that a text spells: of several readings, as with RR or CH, the first that counts, else the first."""
    letters = _spelt(text, shelf)
    if "[" in text:
        return letters
    alphabet = shelf.lexicon.alphabet
    parts = (((letter,), *alphabet.readings(letter)) for letter in letters)
    found = (tuple(chain.from_iterable(word)) for word in islice(product(*parts), MOST_READINGS))
    return next(filter(shelf.counts, found), letters)


def _spelt(text: str, shelf: LookupLexicon) -> Word:
    return shelf.lexicon.alphabet.split(pasted(text))


async def meaning(request: Request, game: str, chosen: str = "") -> Message:
    """What a word played in a game means: the newest unless one is chosen.

    Raises `WordsAreSecret` and `NoDefinitions`.
    """
    state = await request.state(game)
    await check_words_of(request.services.games, request.person.id, state)
    if not has_definitions(state.variant.language):
        raise NoDefinitions
    words = {"".join(word): word for word in played_words(await request.services.games.events(game))}
    if not words:
        return say(no_words(request.texts))
    spelt = chosen if chosen in words else next(iter(words))
    shelf = await shelf_of(request, game)
    found = await request.services.words.definitions.define(spelt, shelf.language)
    text = definition_text(spelt, found, shelf.counts(words[spelt]), shelf.lexicon, request.texts)
    return meaning_message(game, text, words, spelt, request.texts)
