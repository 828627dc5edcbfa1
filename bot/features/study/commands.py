"""`/word study`, and the buttons, menus and form of its questions. All of it is private."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from discord.app_commands import Choice
from discord.app_commands import locale_str as _

from bot.features.study import messages
from bot.features.study.decks import StudyWords
from bot.features.study.sessions import AnswerResult, Grade, Study, gave_up, named, said, streak_now
from bot.features.study.store import Drill, Item, QuestionKind, Session, StudyDictionary
from bot.features.study.text import (
    MOST_EXPLAINED,
    StudyNothing,
    StudyNoWord,
    WordFacts,
    deck_title,
    forgetting,
    forgotten_text,
    result_text,
)
from bot.front.components.message import Message, ask, say
from bot.front.interaction.choices import matching, single_lexicons
from bot.front.interaction.hooks import Front
from bot.front.interaction.pressing import Press, answers, edits, opens, with_press
from bot.front.interaction.request import Interaction, Request, services_of, texts_of
from bot.front.interaction.slash import UNDER_WORD, CommandOption, slash
from bot.front.lobby.opening import find_lists, usual_words
from bot.front.variants import variant_meant
from bot.model.errors import NoSuchList, NotOffered
from bot.service.rights import Right
from bot.service.secrecy import check_words
from bot.service.words.definitions import has_definitions
from bot.text.moves import word_text
from bot.text.settings import named_by
from engine.model.tiles import Word
from engine.model.variant import Variant
from engine.reading import pasted

Answering = Callable[[StudyWords, Item], AnswerResult]
"""Grades an answer to a question; takes a moment."""


@dataclass(frozen=True, slots=True)
class OpenCourse:
    """A dictionary that someone studies, ready for questions; `title` is its name for people."""

    course: StudyDictionary
    book: StudyWords
    title: str


async def study(request: Request, drill: str = "", word: str = "", lexicon: str = "") -> Message:
    """Begin with a list, or with the hooks of a word; without either, what waits, and the lists.

    Raises `WordsAreSecret`, `NotOffered`, `StudyNoWord` and what reading the word raises.
    """
    await check_words(request.services.games, request.person.id)
    opened = await _opened(request, lexicon)
    if word.strip():
        return await _begin(request, opened, Drill.HOOKS, _word(opened, word.strip()))
    if drill.strip():
        return await _begin(request, opened, _deck(request, drill))
    return await _home(request, opened)


async def lists(request: Request, lexicon: str) -> Message:
    """What waits in a dictionary, and its lists."""
    await check_words(request.services.games, request.person.id)
    return await _home(request, await _opened(request, lexicon))


async def chosen(request: Request, press: Press, lexicon: str) -> Message:
    """Begin with the list chosen from the menu."""
    await check_words(request.services.games, request.person.id)
    return await _begin(request, await _opened(request, lexicon), _deck(request, press.value))


async def go_on(request: Request) -> Message:
    """The open question again, however long it has waited; else a new session. Raises `StudyNothing`."""
    await check_words(request.services.games, request.person.id)
    session = await _session(request)
    opened = await _opened_again(request, session.course)
    item = session.item
    if item is None or (not session.base and await asyncio.to_thread(opened.book.shows_unwanted, item)):
        return await _begin(request, opened, session.deck, session.base)
    return await _question(request, opened, session, item)


async def again(request: Request) -> Message:
    """Another session with the same list; the hooks of one word are followed by those of others."""
    await check_words(request.services.games, request.person.id)
    session = await _session(request)
    if session.item is not None:
        return await go_on(request)
    return await _begin(request, await _opened_again(request, session.course), session.deck)


async def answer_word(request: Request, number: int, *, is_word: bool) -> Message:
    """Answer whether something is a word."""
    return await _answer(request, number, lambda book, item: said(book, item, is_word), (QuestionKind.WORD,))


async def answer_text(request: Request, text: str, number: int) -> Message:
    """Answer with words or letters. Raises `UnknownLetter`; then the question stays open."""
    kinds = (QuestionKind.ANAGRAM, QuestionKind.FRONT, QuestionKind.BACK)
    return await _answer(request, number, lambda book, item: named(book, item, text), kinds)


async def show(request: Request, number: int) -> Message:
    """Give up, and see the answer."""
    return await _answer(request, number, gave_up, tuple(QuestionKind))


async def stop(request: Request, number: int) -> Message:
    """End the session."""
    await check_words(request.services.games, request.person.id)
    session = await _session(request)
    opened = await _opened_again(request, session.course)
    if session.number == number:
        session = await request.services.of(Study).end(session)
    return await _shown(request, opened, session)


async def ask_forget(request: Request) -> Message:
    """Ask whether to delete everything that is kept about someone's study."""
    return ask(*forgetting(request.texts), messages.STUDY_FORGET_YES.id(), request.texts)


async def forget(request: Request) -> Message:
    """Delete everything that is kept about someone's study."""
    await request.services.of(Study).forget(request.person.id)
    return say(forgotten_text(request.texts))


# --- questions ---


async def _begin(request: Request, opened: OpenCourse, deck: Drill, base: Word = ()) -> Message:
    study, now = request.services.of(Study), request.services.clock.now()
    session = await study.begin(request.person.id, opened.course, opened.book, deck, base, now)
    if session.item is not None:
        return await _question(request, opened, session, session.item)
    backlog = await study.backlog(request.person.id, opened.course, opened.book, now)
    return messages.nothing(session, backlog, streak_now(session, now), request.texts)


async def _answer(request: Request, number: int, work: Answering, kinds: tuple[QuestionKind, ...]) -> Message:
    """Grade an answer and ask the next question; the question asked now, if it was not about that one."""
    await check_words(request.services.games, request.person.id)
    session = await _session(request)
    opened = await _opened_again(request, session.course)
    item = session.item
    if session.number != number or item is None or item.kind not in kinds:
        return await _pressed_again(request, opened, session, number)
    answered = await asyncio.to_thread(work, opened.book, item)
    after = await request.services.of(Study).answer(session, opened.book, answered, request.services.clock.now())
    if after is None:
        return await _pressed_again(request, opened, await _session(request), number)
    return await _told(request, opened, after, answered)


async def _pressed_again(request: Request, opened: OpenCourse, session: Session, number: int) -> Message:
    """The question asked now; still below what came of the last answer if that button was pressed twice."""
    answered = request.services.of(Study).latest(request.person.id, number)
    if answered is None or session.number != number + 1:
        return await _shown(request, opened, session)
    return await _told(request, opened, session, answered)


async def _told(request: Request, opened: OpenCourse, session: Session, answered: AnswerResult) -> Message:
    explained = await _explained(request, opened.book, answered)
    result = result_text(answered, explained, request.texts)
    return await _shown(request, opened, session, result, is_right=answered.grade is Grade.RIGHT)


async def _shown(
    request: Request, opened: OpenCourse, session: Session, result: str = "", *, is_right: bool = True
) -> Message:
    if session.item is not None:
        return await _question(request, opened, session, session.item, result, is_right=is_right)
    now = request.services.clock.now()
    backlog = await request.services.of(Study).backlog(request.person.id, opened.course, opened.book, now)
    return messages.summary(session, backlog, streak_now(session, now), request.texts, result, is_right=is_right)


async def _question(
    request: Request, opened: OpenCourse, session: Session, item: Item, result: str = "", *, is_right: bool = True
) -> Message:
    solutions = await asyncio.to_thread(opened.book.solutions, item)
    return messages.question(session, item, len(solutions), request.texts, result, is_right=is_right)


async def _home(request: Request, opened: OpenCourse) -> Message:
    study, now = request.services.of(Study), request.services.clock.now()
    session = await study.session(request.person.id)
    backlog = await study.backlog(request.person.id, opened.course, opened.book, now)
    waiting = session is not None and session.item is not None
    return messages.home(
        opened.course.lexicon,
        opened.title,
        study.decks,
        backlog,
        streak_now(session, now),
        request.texts,
        waiting=waiting,
    )


async def _explained(request: Request, book: StudyWords, answered: AnswerResult) -> list[WordFacts]:
    """What the first words of an answer mean and how common they are, those that were missed first."""
    missed = [word for word in answered.solutions if word not in answered.found]
    words = [*missed, *(word for word in answered.solutions if word in answered.found)][:MOST_EXPLAINED]
    ranks = await asyncio.to_thread(lambda: [book.rank(word) for word in words])
    language, definitions = book.variant.language, request.services.words.definitions
    known = has_definitions(language)
    meanings = [await definitions.define("".join(word), language) if known else () for word in words]
    counted = book.vocabulary is not None
    return [WordFacts(*facts, counted) for facts in zip(words, meanings, ranks, strict=True)]


# --- dictionaries ---


def _word(opened: OpenCourse, typed: str) -> Word:
    """The word whose hooks someone wants to learn. Raises `StudyNoWord` for one that the dictionary lacks."""
    lexicon = opened.book.lexicon
    word = lexicon.alphabet.split(pasted(typed))
    if not lexicon.contains(word):
        raise StudyNoWord(word_text(word))
    return word


def _deck(request: Request, typed: str) -> Drill:
    """The list with a name or title. Raises `NotOffered`."""
    decks = tuple(deck.value for deck in request.services.of(Study).decks)
    name = named_by("drill", typed, decks, request.texts, deck_title)
    if name not in decks:
        raise NotOffered("drill", typed, tuple(deck_title(deck, request.texts) for deck in decks))
    return Drill(name)


async def _session(request: Request) -> Session:
    """The person's session. Raises `StudyNothing`."""
    session = await request.services.of(Study).session(request.person.id)
    if session is None:
        raise StudyNothing
    return session


async def _opened(request: Request, lexicon: str) -> OpenCourse:
    """A dictionary by its name or title; by default the one studied last if it can be used here, else the usual one.

    Raises `NotOffered` and as `find_lists`.
    """
    if lexicon.strip():
        return await _named(request, lexicon)
    session = await request.services.of(Study).session(request.person.id)
    if session is not None:
        with suppress(NotOffered, NoSuchList):
            return await _opened_again(request, session.course)
    variant, name = await usual_words(request)
    return await _named(request, name, variant)


async def _named(request: Request, lexicon: str, variant: Variant | None = None) -> OpenCourse:
    found = await find_lists(request, lexicon)
    if len(found) > 1:
        raise NotOffered("lexicon", lexicon, await request.services.words.dictionaries.names(request.place.guild_id))
    if named_list := found[0].named:
        variant = await variant_meant(request, named_list.variant, named_list.language, needs_words=False)
    language = next(
        (one.language for one in request.services.words.library.lexicons() if one.name == found[0].base), ""
    )
    if variant is None or (not found[0].named and language not in ("", variant.language)):
        variant, _ = await usual_words(request, language=language)
    return await _open(request, StudyDictionary(found[0].key, variant.name, variant.language), variant)


async def _opened_again(request: Request, course: StudyDictionary) -> OpenCourse:
    """The dictionary that someone has studied before, with the tiles of then if there still are such tiles.

    Raises `NoSuchList` for a dictionary that is gone, or of another server.
    """
    try:
        variant = await variant_meant(request, course.variant, course.language, needs_words=False)
    except NotOffered:
        variant = await request.services.words.library.variant(language=course.language, needs_words=False)
    return await _open(request, course, variant)


async def _open(request: Request, course: StudyDictionary, variant: Variant) -> OpenCourse:
    dictionaries, server = request.services.words.dictionaries, request.place.guild_id
    [one] = await dictionaries.lists.find(course.lexicon, server)
    lexicon = await dictionaries.current(course.lexicon, variant.alphabet, server)
    is_family = await request.services.games.is_for_families(request.place)
    book = request.services.of(Study).book(lexicon, variant, is_family=is_family)
    return OpenCourse(course, book, one.named.name if one.named else one.key)


async def drills(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """The lists of word study."""
    texts, decks = await texts_of(interaction), services_of(interaction).of(Study).decks
    return matching(typed, ((deck_title(deck, texts), deck.value) for deck in decks))


FRONT = Front(
    commands=(
        UNDER_WORD(
            slash(
                study,
                _("Learn words, in private, with questions that come back before you forget"),
                Right.ANYONE,
                options={
                    "drill": CommandOption(_("What to learn; by default, you see what is due"), drills),
                    "word": _("A word whose hooks you want to learn"),
                    "lexicon": CommandOption(_("The dictionary"), single_lexicons),
                },
            ),
        ),
    ),
    buttons=(
        edits(messages.STUDY_YES, partial(answer_word, is_word=True)),
        edits(messages.STUDY_NO, partial(answer_word, is_word=False)),
        opens(messages.STUDY_ANSWER, messages.words_form, answer_text, in_place=True),
        edits(messages.STUDY_SHOW, show),
        edits(messages.STUDY_STOP, stop),
        edits(messages.STUDY_ON, go_on),
        edits(messages.STUDY_AGAIN, again),
        edits(messages.STUDY_LISTS, lists),
        with_press(messages.STUDY_DRILL, chosen),
        answers(messages.STUDY_FORGET, ask_forget),
        edits(messages.STUDY_FORGET_YES, forget),
    ),
)
