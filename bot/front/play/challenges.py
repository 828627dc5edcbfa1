"""The latest play judged by the others: challenged, accepted or rejected, and words about which the host decides."""

from __future__ import annotations

from collections.abc import Sequence

from bot.front.board.buttons import answer_buttons, asked_button, question_row
from bot.front.board.scenes import BOARD_ACCENT, game_title
from bot.front.components.buttons import Actions
from bot.front.components.message import (
    MOST_LABEL,
    MOST_OPTIONS,
    Block,
    Button,
    Link,
    Menu,
    Message,
    Option,
    Row,
    Text,
    Tone,
    say,
)
from bot.front.interaction.dispatch import do, submit
from bot.front.interaction.request import Request
from bot.model.errors import BotError
from bot.text import Texts, cast_of
from bot.text.moves import word_text
from bot.text.names import shortened
from bot.text.questions import answered_text, asked_heading, call_text, challenge_question, open_line, settled_text
from bot.text.typed import elsewhere_text
from engine.errors import NotSeated
from engine.game import commands as cmd
from engine.game.decisions.challenges import question_of
from engine.game.state import AskedWord, LatestPlay, Verdict
from engine.game.views import SeatView, TableView, seat_view, table_view
from engine.model.rules import FailedChallenge
from engine.reading import pasted

MOST_QUESTIONS = 8
"""Questions to the host in one message; the rest follow when these are answered."""


def challenge_message(game: str, view: TableView, play: LatestPlay, texts: Texts) -> Message:
    """Asks which words of a play to challenge, and says what a failed challenge costs."""
    words = tuple(dict.fromkeys(scored.word for scored in play.sheet.words))
    blocks: list[Block] = [Text(challenge_question(play, view, texts))]
    several = len(words) > 1
    if several:
        options = tuple(
            Option(shortened(word_text(word), MOST_LABEL), str(number))
            for number, word in enumerate(words[:MOST_OPTIONS])
        )
        custom_id = Actions.CHALLENGE_WORDS.id(game, play.turn)
        blocks.append(Menu(custom_id, texts.gettext("Or only some of its words"), options, most=len(options)))
    buttons = (
        Button(
            Actions.CHALLENGE_YES.id(game, play.turn),
            texts.gettext("Challenge all words") if several else texts.gettext("Challenge"),
            Tone.DANGER,
        ),
        Button(Actions.CANCEL.id(), texts.gettext("Cancel")),
    )
    blocks.insert(1, Row(buttons))
    return Message(tuple(blocks), accent=BOARD_ACCENT)


def sure_message(game: str, view: TableView, text: str, texts: Texts) -> Message:
    """A receipt that asks whether a player is sure of their own play."""
    return Message((Text(text), Row(answer_buttons(game, view, texts))), accent=BOARD_ACCENT)


def questions_message(
    game: str, view: SeatView, texts: Texts, *, place: str = "", board_url: str | None = None
) -> Message:
    """The words that the host was asked about: with buttons for the host, with the answers for the askers."""
    cast = cast_of(view.table)
    own = view.table.seats[view.seat].player.id == view.table.host
    heading = asked_heading(game_title(view.table, texts), texts)
    blocks: list[Block] = [Text(f"{heading} {place}".strip())]
    waiting = [one for one in view.asked if one.verdict is Verdict.OPEN] if own else []
    for one in waiting[:MOST_QUESTIONS]:
        blocks += [Text(open_line(one, cast, texts)), question_row(game, one, texts)]
    settled = [one for one in view.asked if one not in waiting and one.verdict is not Verdict.LAPSED]
    if told := settled_text(_latest(settled), texts, alone=not waiting):
        blocks.append(Text(told))
    return Message((*blocks, *_link(board_url, texts)), accent=BOARD_ACCENT)


def _latest(settled: Sequence[AskedWord]) -> list[AskedWord]:
    """The newest answer about each word, at most twenty."""
    return list({one.word: one for one in settled}.values())[-20:]


def answered_message(
    view: SeatView, question: AskedWord, texts: Texts, *, place: str = "", board_url: str | None = None
) -> Message:
    """Tells the people who asked about a word what the host has decided."""
    on_turn = view.table.on_turn == view.seat
    told = answered_text(question, game_title(view.table, texts), place, texts, on_turn=on_turn)
    return Message((Text(told), *_link(board_url, texts)), accent=BOARD_ACCENT)


def called_message(game: str, person: str, texts: Texts) -> Message:
    """Mentions someone in the channel whom direct messages about words do not reach; names no word."""
    known = person.isdecimal()
    text = call_text(f"<@{person}>" if known else "", texts)
    return Message((Text(text), Row((asked_button(game, texts),))), (person,) if known else (), BOARD_ACCENT)


def _link(board_url: str | None, texts: Texts) -> tuple[Block, ...]:
    return (Row((Link(board_url, texts.gettext("Go to the board")),)),) if board_url else ()


def elsewhere_message(game: str, turn: int, texts: Texts, *, passes: bool) -> Message:
    """What to do instead of typing where everyone can read it, or where it may be chat."""
    told = elsewhere_text(texts, passes=passes)
    if not passes:
        return say(told)
    return Message((Text(told), Row((Button(Actions.PASS_YES.id(game, turn), texts.gettext("Pass"), Tone.DANGER),))))


async def challenge(request: Request, game: str, words: str = "", turn: int | None = None) -> Message:
    """Challenge the latest play, or some of its words."""
    named = tuple(pasted(words).replace(",", " ").split())
    return await do(request, game, cmd.Challenge(request.person.id, turn, named))


async def ask_challenge(request: Request, game: str, turn: int) -> Message:
    """Challenge a play; ask first if failing decides the game, or costs something and the play made several words."""
    state = await request.state(game)
    view = table_view(state)
    play, seats = view.challengeable, state.seats_of(request.person.id)
    everything = cmd.Challenge(request.person.id, turn)
    if play is None or play.turn != turn or seats in ((), (play.seat,)):
        return await do(request, game, everything)
    failed = state.rules.failed_challenge
    if failed.decides or (len(play.sheet.words) > 1 and failed != FailedChallenge()):
        return challenge_message(game, view, play, request.texts)
    return await do(request, game, everything)


async def challenge_words(request: Request, game: str, turn: int, chosen: tuple[str, ...]) -> Message:
    """Challenge the words of a play that were chosen from a menu, by their numbers."""
    play = table_view(await request.state(game)).challengeable
    if play is None or play.turn != turn:
        return await do(request, game, cmd.Challenge(request.person.id, turn))
    words = tuple(dict.fromkeys(scored.word for scored in play.sheet.words))
    named = tuple("".join(words[int(number)]) for number in chosen if number.isdecimal() and int(number) < len(words))
    return await do(request, game, cmd.Challenge(request.person.id, turn, named))


async def accept(request: Request, game: str, turn: int | None = None) -> Message:
    """Accept the latest play."""
    return await do(request, game, cmd.Accept(request.person.id, turn))


async def reject(request: Request, game: str, turn: int) -> Message:
    """Reject a play that awaits the person's answer, or withdraw their own."""
    return await do(request, game, cmd.Reject(request.person.id, turn))


async def show_questions(request: Request, game: str) -> Message:
    """The words that the host was asked about, if the person may see them."""
    state = await request.state(game)
    seat = state.seat_of(request.person.id)
    if seat is None:
        raise NotSeated
    if request.place.guild_id is not None:
        return questions_message(game, seat_view(state, seat), request.texts)
    where = await request.link(game)
    return questions_message(game, seat_view(state, seat), request.texts, **where)


async def answer_word(request: Request, game: str, number: int, *, add: bool) -> Message:
    """Decide as the host whether a word is valid.

    A valid one goes to the host's own list before anyone is told, so that none is missing there. In the game it counts
    even if the list is full, which the host hears then.
    """
    command, refusal = cmd.AnswerWord(request.person.id, number, add), None
    if add:
        state = await request.state(game)
        word = question_of(state, command).word
        server = (await request.summary(game)).place.guild_id
        try:
            await request.services.words.dictionaries.add_personal_word(
                request.person.id, state.setup, word, request.cause.arrived, server
            )
        except BotError as error:
            refusal = error
    await submit(request, game, command)
    if refusal:
        raise refusal
    return await show_questions(request, game)
