"""`/puzzle`, and the buttons under puzzles: solving them, and the puzzle of the day of a server."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from discord.app_commands import Choice
from discord.app_commands import locale_str as _

from bot.features.puzzles import PuzzleServices, messages
from bot.features.puzzles.messages import (
    PLACE,
    answer_message,
    day_offer_message,
    key_of,
    puzzle_message,
    solvers_message,
    subject_of,
    view_to_solve,
    without_day,
)
from bot.features.puzzles.puzzles import TriedPuzzle, over, read
from bot.features.puzzles.refusals import PuzzleDone, PuzzlePhony, UnknownPuzzle
from bot.features.puzzles.store import Daily, Vote
from bot.features.puzzles.text import (
    about_day_text,
    answer_label,
    day_title,
    figures_lines,
    line_text,
    switched_text,
    title_text,
    unused_text,
)
from bot.front.components.message import Message, Text, say
from bot.front.interaction.choices import SWITCH, matching, switched
from bot.front.interaction.hooks import Front, SettingPage
from bot.front.interaction.playables import Composable
from bot.front.interaction.pressing import InputForm, Press, answers, edits, opens, with_press
from bot.front.interaction.request import Interaction, Request, services_of, texts_of
from bot.front.interaction.slash import UNDER_MANAGE, CommandOption, group, slash
from bot.front.play import compose
from bot.front.play.previews import Fits, fits_for, places_blocks, word_alone
from bot.front.settings.actions import switch_of
from bot.front.sharing import Sharing, share, sharing
from bot.model.errors import LexiconUnavailable, NotOffered, WordsAreSecret
from bot.model.games import Draft
from bot.service.rights import Right, moderates
from bot.service.secrecy import check_words
from bot.text import Texts
from bot.text.settings import named_by, offered_title
from bot.text.status import example_word
from bot.text.typed import typed_words
from bot.text.variants import rack_label
from engine.game.views import SeatView
from engine.model.tiles import Word
from engine.play.placement import Placement, ScoreSheet, score
from engine.puzzles.values import Puzzle
from engine.words.lexicon import Lexicon


async def solve(request: Request, move: str = "", language: str = "") -> Message:
    """The puzzle that the person is at, or a new one; with a move, an answer to it."""
    puzzles = request.services.of(PuzzleServices).puzzles
    chosen = _language(request, language)
    tried = await puzzles.give(request.person.id, request.person.name, chosen, request.place.guild_id)
    if move.strip():
        return await take_answer(request, move, tried.keyed.key)
    return await _shown(request, tried)


async def take_answer(request: Request, move: str, key: str) -> Message:
    """Try a move at a puzzle, or ask where a word alone goes."""
    puzzles, person = request.services.of(PuzzleServices).puzzles, request.person
    tried = await puzzles.tried(person.id, key)
    request.known.table = lambda: view_to_solve(tried.puzzle, request.texts).table
    words = typed_words(request.texts, tried.puzzle.variant.language)
    lexicon = await _lexicon(request, tried.puzzle)
    if word := word_alone(move, words):
        places = await _places(request, tried, word, lexicon)
        if not places.only:
            asked = places_blocks(PLACE.id(key), places, request.texts, listed=person.by_ear)
            if not places.found:
                asked = (*asked, Text(unused_text(request.texts)))
            return puzzle_message(tried, request.texts, asked)
        move = places.only
    typed = words.in_english(move)
    if phonies := _phonies(tried.puzzle, read(tried.puzzle, typed), lexicon):
        raise PuzzlePhony(phonies)
    answered = await puzzles.answer(person.id, person.name, key, typed)
    if answered.day and answered.attempt.solved:
        request.services.of(PuzzleServices).counts.wake()
    return await _shown(request, answered)


async def take_place(request: Request, pressed: Press, key: str) -> Message:
    """Try a word where it was chosen to go."""
    return await take_answer(request, pressed.value, key)


async def _places(request: Request, tried: TriedPuzzle, word: str, lexicon: Lexicon | None) -> Fits:
    """Where a word fits and makes words that count. Raises `MalformedText`, and `PuzzleDone` if no try is left."""
    if not tried.attempt.is_open:
        raise PuzzleDone
    fits = await fits_for(view_to_solve(tried.puzzle, request.texts), word, None)
    if not fits.found or lexicon is None:
        return fits
    valid = [fit for fit in fits.found if not _phonies(tried.puzzle, fit[0], lexicon)]
    return replace(fits, found=valid, judged=True, is_phony=not lexicon.contains(fits.found[0][1].words[0].word))


async def _lexicon(request: Request, puzzle: Puzzle) -> Lexicon | None:
    """The dictionary of a puzzle; None if it is unavailable, or for players whose game keeps words secret."""
    with suppress(WordsAreSecret, LexiconUnavailable):
        await check_words(request.services.games, request.person.id)
        return await request.services.words.dictionaries.current(puzzle.lexicon, puzzle.variant.alphabet)
    return None


def _phonies(puzzle: Puzzle, placement: Placement, lexicon: Lexicon | None) -> tuple[Word, ...]:
    """The words of a move that a dictionary lacks; none of moves that the puzzle knows."""
    if lexicon is None or puzzle.is_answer(placement) or puzzle.known(placement):
        return ()
    words = [one.word for one in score(puzzle.board, placement, puzzle.variant).words]
    return tuple(word for word in words if not lexicon.contains(word))


async def compose_answer(request: Request, key: str) -> Message:
    """Compose an answer tile by tile. Raises as `ComposablePuzzle.view`."""
    return await compose.begin(request, subject_of(key))


class ComposablePuzzle(Composable):
    """A puzzle that the person has been given. Where the tiles fit is a part of it."""

    async def view(self, request: Request, subject: str) -> SeatView:
        """The position. Raises `UnknownPuzzle`, and `PuzzleDone` if no try is left."""
        tried = await _tried(request, subject)
        if not tried.attempt.is_open:
            raise PuzzleDone
        view = view_to_solve(tried.puzzle, request.texts)
        request.known.table = lambda: view.table
        return view

    async def unknown(
        self,
        request: Request,
        subject: str,
        view: SeatView,  # noqa: ARG002
        placement: Placement,
        sheet: ScoreSheet,  # noqa: ARG002
    ) -> tuple[Word, ...] | None:
        """The words that an answer would be refused for; None for players whose game keeps words secret."""
        puzzle = (await _tried(request, subject)).puzzle
        lexicon = await _lexicon(request, puzzle)
        return None if lexicon is None else _phonies(puzzle, placement, lexicon)

    async def play(self, request: Request, draft: Draft) -> Message:
        """Answer the puzzle."""
        return await take_answer(request, draft.text, key_of(draft.subject))

    async def label(self, request: Request, subject: str) -> str:
        """The tiles of the puzzle."""
        puzzle = (await _tried(request, subject)).puzzle
        return rack_label(puzzle.rack, puzzle.variant, request.texts)

    def title(self, view: SeatView, texts: Texts) -> str:  # noqa: ARG002
        """A puzzle."""
        return title_text(texts, daily=False)

    def play_label(self, texts: Texts) -> str:
        """**Answer**."""
        return answer_label(texts)

    def moved_on(self, texts: Texts) -> str:  # noqa: ARG002
        """Never, as a puzzle stays as it is."""
        return ""


async def _tried(request: Request, subject: str) -> TriedPuzzle:
    return await request.services.of(PuzzleServices).puzzles.tried(request.person.id, key_of(subject))


async def ask_to_give_up(request: Request, key: str) -> Message:
    """Ask whether the answer is to be shown, unless it already is. Raises `UnknownPuzzle`."""
    tried = await request.services.of(PuzzleServices).puzzles.tried(request.person.id, key)
    if not tried.attempt.is_open:
        return await _shown(request, tried)
    return puzzle_message(tried, request.texts, gives_up=True)


async def go_on(request: Request, key: str) -> Message:
    """The puzzle as it stands. Raises `UnknownPuzzle`."""
    return await _shown(request, await request.services.of(PuzzleServices).puzzles.tried(request.person.id, key))


async def give_up(request: Request, key: str) -> Message:
    """Show the answer."""
    person = request.person
    return await _shown(request, await request.services.of(PuzzleServices).puzzles.give_up(person.id, person.name, key))


async def figures(request: Request, key: str) -> Message:
    """The figures of an answer. Raises `UnknownPuzzle`, also while the puzzle is open."""
    tried = await request.services.of(PuzzleServices).puzzles.tried(request.person.id, key)
    if tried.attempt.is_open:
        raise UnknownPuzzle
    return say("\n".join(figures_lines(tried, request.texts)))


async def _label(request: Request, key: str) -> str:
    """The tiles of the puzzle, above the field for an answer."""
    return await ComposablePuzzle().label(request, subject_of(key))


async def share_day(request: Request, number: int) -> Message:
    """Post how the person did at a puzzle of the day, without the answer, and show the puzzle without the button.

    Raises as `Puzzles.to_share` and `share`.
    """
    puzzles, person = request.services.of(PuzzleServices).puzzles, request.person
    tried = await puzzles.to_share(person.id, request.server(), number)
    assert tried.day
    streaks, aloud = await puzzles.streaks(tried.day), await request.aloud(tried.day.language)
    line = line_text(tried.attempt, tried.day, streaks.get(person.id, 0), aloud)
    await share(request, _shared(request, tried.day), over(tried.day), line)
    return await _shown(request, tried)


def _shared(request: Request, day: Daily) -> str:
    """What names a person's result of a puzzle of the day among all lines."""
    return f"puzzle/{day.number}/{request.person.id}"


async def vote(request: Request, key: str, vote: Vote) -> Message:
    """Count what the person thinks of a puzzle."""
    person = request.person
    return await _shown(
        request, await request.services.of(PuzzleServices).puzzles.vote(person.id, person.name, key, vote)
    )


async def another(request: Request, language: str) -> Message:
    """The next puzzle in a language."""
    return await solve(request, language=language)


async def open_day(request: Request, number: int) -> Message:
    """A puzzle of the day, for one person alone. Raises `OnlyInServers`."""
    puzzles = request.services.of(PuzzleServices).puzzles
    return await _shown(request, await puzzles.open_day(request.person.id, request.server(), number))


async def daily(request: Request, switch: str = "", language: str = "") -> Message:
    """Where the puzzle of the day is, to be switched; or switch it on here or off if that was asked for.

    Raises `OnlyInServers`, and `NotOffered` for an unknown switch.
    """
    match switched(switch):
        case None:
            return await switch_of(request, "puzzle")
        case True:
            return await post_here(request, language)
        case False:
            return await stop(request)


async def _where(request: Request) -> str:
    found = await request.services.of(PuzzleServices).puzzles.channel(request.server())
    return f"<#{found.channel}>" if found else ""


async def _turn(request: Request, pressed: Press, on: bool) -> Message:  # noqa: ARG001 - settings are alike
    return await (daily_here(request) if on else stop(request))


async def today(request: Request) -> Message:
    """The server's puzzle of today, or any where it has none. Raises `OnlyInServers`."""
    request.server()
    return await today_or_any(request)


async def today_or_any(request: Request) -> Message:
    """The server's puzzle of today; without one, the puzzle that the person is at, or a new one.

    A person who may have one posted is asked first what they want.
    """
    server = request.place.guild_id
    latest = await request.services.of(PuzzleServices).puzzles.today(server) if server else None
    if latest:
        return await open_day(request, latest.number)
    in_server = server is not None and request.in_server
    if in_server and moderates(request.member, server):
        return day_offer_message(_language(request, ""), request.texts)
    puzzle = await solve(request)
    return without_day(puzzle, request.texts) if in_server else puzzle


async def daily_here(request: Request) -> Message:
    """Has the puzzle of the day posted here, in the person's language."""
    return await post_here(request, "")


async def post_here(request: Request, language: str) -> Message:
    """Has the puzzle of the day posted where the request was made, in a language. Raises `OnlyInServers`."""
    server, channel = request.server(), request.place.channel_id
    await request.services.of(PuzzleServices).puzzles.post_in(server, channel, _language(request, language))
    request.services.of(PuzzleServices).daily.wake()
    return say(switched_text(request.texts, on=True))


async def stop(request: Request) -> Message:
    """Post no more puzzles of the day. Raises `OnlyInServers`."""
    await request.services.of(PuzzleServices).puzzles.stop(request.server())
    return say(switched_text(request.texts, on=False))


async def leaderboard(request: Request) -> Message:
    """The board of this server's solvers. Raises `OnlyInServers`."""
    return solvers_message(await request.services.of(PuzzleServices).puzzles.board(request.server()), request.texts)


async def _shown(request: Request, tried: TriedPuzzle) -> Message:
    if tried.attempt.is_open:
        return puzzle_message(tried, request.texts)
    puzzles, person = request.services.of(PuzzleServices).puzzles, request.person.id
    rating = await puzzles.rating(person, tried.attempt.language)
    if tried.day is None:
        return answer_message(tried, rating, 0, (), request.texts)
    streak, results = await puzzles.streak(person, tried.day.server), await puzzles.results(tried.day)
    can = await sharing(request, _shared(request, tried.day), over(tried.day))
    can = can if tried.day.server == request.place.guild_id else Sharing.CLOSED
    return answer_message(tried, rating, streak, results, request.texts, can)


def _language(request: Request, chosen: str) -> str:
    """The language of puzzles: the one chosen, else the person's own if it has puzzles, else English or the first.

    Raises `NotOffered`.
    """
    puzzles = request.services.of(PuzzleServices).puzzles
    offered = puzzles.languages()
    named = named_by("language", chosen, offered, request.texts) if chosen else request.texts.locale.language
    if named in offered:
        return named
    if chosen or not offered:
        raise NotOffered("language", chosen, offered)
    return "en" if "en" in offered else offered[0]


async def languages(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """The languages that have puzzles."""
    texts, codes = await texts_of(interaction), services_of(interaction).of(PuzzleServices).puzzles.languages()
    return matching(typed, ((offered_title("language", code, texts), code) for code in codes))


MOVE = "move"
_LANGUAGE = CommandOption(_("The language of the tiles"), languages)


def _form(texts: Texts) -> InputForm:
    """Asks for a move."""
    return InputForm(texts.gettext("Answer"), texts.gettext("Your move"), f"8H {example_word(texts)}", MOVE)


FRONT = Front(
    commands=(
        group(
            "puzzle",
            _("Find the best move in a position"),
            slash(
                solve,
                _("Get a puzzle near your rating, or answer yours"),
                Right.ANYONE,
                options={"move": _("Your answer, such as 8H HELLO"), "language": _LANGUAGE},
            ),
            slash(today, _("Solve this server's puzzle of the day"), Right.ANYONE, name="daily"),
            slash(leaderboard, _("See who solves the puzzle of the day here"), Right.ANYONE),
        ),
        UNDER_MANAGE(
            slash(
                daily,
                _("Post a puzzle every day for the whole server to solve"),
                Right.MODERATOR,
                name="puzzle",
                options={
                    "switch": CommandOption(_("Whether I post a puzzle in this channel every day"), choices=SWITCH),
                    "language": _LANGUAGE,
                },
            )
        ),
    ),
    offers=(messages.today_button,),
    server_pages=(
        SettingPage(name="puzzle", title=day_title, about=about_day_text, state=_where, switch=_turn, keeps_hour=True),
    ),
    buttons=(
        opens(messages.ANSWER, _form, take_answer, in_place=True, labelled=_label),
        with_press(messages.PLACE, take_place),
        answers(messages.COMPOSE, compose_answer),
        edits(messages.GIVE_UP, ask_to_give_up),
        edits(messages.GIVE_UP_SURE, give_up),
        edits(messages.GO_ON, go_on),
        answers(messages.FIGURES, figures),
        answers(messages.NEXT, another),
        edits(messages.VOTE, vote),
        edits(messages.SHARE, share_day),
        answers(messages.DAY, open_day),
        answers(messages.TODAY, today_or_any),
        answers(messages.DAILY_HERE, daily_here),
    ),
    playables={messages.KIND: ComposablePuzzle()},
)
