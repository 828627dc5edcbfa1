"""Questions about words: which to challenge, and whether those missing from the dictionary count."""

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
)
from bot.text import Texts, cast_of, escape
from bot.text.moves import play_text, word_text
from bot.text.names import shortened
from bot.text.questions import open_line, verdict_line
from bot.text.rules import challenge_cost
from engine.game.state import AskedWord, LatestPlay, Verdict
from engine.game.views import SeatView, TableView

MOST_QUESTIONS = 8
"""Questions to the host in one message; the rest follow when these are answered."""


def challenge_message(game: str, view: TableView, play: LatestPlay, texts: Texts) -> Message:
    """Asks which words of a play to challenge, and says what a failed challenge costs."""
    words = tuple(dict.fromkeys(scored.word for scored in play.sheet.words))
    shown = escape(play_text(play.placement, play.sheet, view.setup))
    question = texts.gettext("Do you want to challenge {play}?", play=f"**{shown}**")
    blocks: list[Block] = [Text(f"{question} {challenge_cost(view.rules, texts)}".strip())]
    several = len(words) > 1
    if several:
        options = tuple(
            Option(shortened(word_text(word), MOST_LABEL), str(number))
            for number, word in enumerate(words[:MOST_OPTIONS])
        )
        hint = texts.gettext("Or only some of its words")
        blocks.append(Menu(Actions.CHALLENGE_WORDS.id(game, play.turn), hint, options, most=len(options)))
    label = texts.gettext("Challenge all words") if several else texts.gettext("Challenge")
    buttons = (
        Button(Actions.CHALLENGE_YES.id(game, play.turn), label, Tone.DANGER),
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
    heading = texts.gettext("Words in question in {game}", game=f"**{escape(game_title(view.table, texts))}**")
    blocks: list[Block] = [Text(f"{heading} {place}".strip())]
    waiting = [one for one in view.asked if one.verdict is Verdict.OPEN] if own else []
    for one in waiting[:MOST_QUESTIONS]:
        blocks += [Text(open_line(one, cast, texts)), question_row(game, one, texts)]
    settled = [one for one in view.asked if one not in waiting and one.verdict is not Verdict.LAPSED]
    if settled:
        blocks.append(Text("\n".join(verdict_line(one, texts) for one in _latest(settled))))
    if not waiting and not settled:
        blocks.append(Text(texts.gettext("Nobody has asked about a word.")))
    return Message((*blocks, *_link(board_url, texts)), accent=BOARD_ACCENT)


def _latest(settled: Sequence[AskedWord]) -> list[AskedWord]:
    """The newest answer about each word, at most twenty."""
    return list({one.word: one for one in settled}.values())[-20:]


def answered_message(
    view: SeatView, question: AskedWord, texts: Texts, *, place: str = "", board_url: str | None = None
) -> Message:
    """Tells the people who asked about a word what the host has decided."""
    game = f"**{escape(game_title(view.table, texts))}**"
    heading = texts.gettext("The host has answered in {game}", game=game)
    line = verdict_line(question, texts)
    if question.verdict is Verdict.ADDED and view.table.on_turn == view.seat:
        line += " " + texts.gettext("It is still your turn, so you can play it now.")
    return Message((Text(f"{heading} {place}".strip() + f"\n{line}"), *_link(board_url, texts)), accent=BOARD_ACCENT)


def called_message(game: str, person: str, texts: Texts) -> Message:
    """Mentions someone in the channel whom direct messages about words do not reach; names no word."""
    known = person.isdecimal()
    text = texts.gettext(
        "{name}, I have a question about words for you, but I cannot send you direct messages. "
        "Press **Words in question**.",
        name=f"<@{person}>" if known else texts.gettext("A player"),
    )
    row = Row((asked_button(game, texts),))
    return Message((Text(text), row), (person,) if known else (), BOARD_ACCENT)


def _link(board_url: str | None, texts: Texts) -> tuple[Block, ...]:
    return (Row((Link(board_url, texts.gettext("Go to the board")),)),) if board_url else ()
