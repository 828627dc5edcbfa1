"""Questions: what to challenge, and whether words that are not in the dictionary count."""

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
from bot.text import Texts, cast_of
from bot.text.moves import word_text
from bot.text.names import shortened
from bot.text.questions import (
    answered_text,
    asked_heading,
    call_text,
    challenge_question,
    open_line,
    settled_text,
)
from bot.text.typed_answers import elsewhere_text
from engine.game.state import AskedWord, LatestPlay, Verdict
from engine.game.views import SeatView, TableView

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
