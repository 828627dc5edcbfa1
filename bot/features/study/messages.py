"""Messages of word study: what waits, a question with what came of the last one, and the end of a session."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.features.study.sessions import QUESTIONS
from bot.features.study.store import Backlog, Drill, Item, QuestionKind, Session
from bot.features.study.text import (
    deck_title,
    due_text,
    home_text,
    nothing_text,
    progress_text,
    question_text,
    summary_text,
)
from bot.front.components.buttons import Action
from bot.front.components.message import Block, Button, Menu, Message, Option, Row, Rule, Text, Tone
from bot.front.components.payloads import Nothing, Payload
from bot.front.interaction.pressing import InputForm
from bot.service.rights import Right
from bot.text import Texts


@dataclass(frozen=True, slots=True)
class OfAsked(Payload):
    """A question of word study, by its number among its person's."""

    number: int


@dataclass(frozen=True, slots=True)
class OfStudied(Payload):
    """A dictionary to study, by its name or id."""

    lexicon: str


STUDY_YES: Final = Action("study_yes", OfAsked, Right.ANYONE)
STUDY_NO: Final = Action("study_no", OfAsked, Right.ANYONE)
STUDY_ANSWER: Final = Action("study_answer", OfAsked, Right.ANYONE)
STUDY_SHOW: Final = Action("study_show", OfAsked, Right.ANYONE)
STUDY_STOP: Final = Action("study_stop", OfAsked, Right.ANYONE)
STUDY_ON: Final = Action("study_on", Nothing, Right.ANYONE)
STUDY_AGAIN: Final = Action("study_again", Nothing, Right.ANYONE)
STUDY_LISTS: Final = Action("study_lists", OfStudied, Right.ANYONE)
STUDY_DRILL: Final = Action("study_drill", OfStudied, Right.ANYONE)
STUDY_FORGET: Final = Action("study_forget", Nothing, Right.ANYONE)
STUDY_FORGET_YES: Final = Action("study_forget_yes", Nothing, Right.ANYONE)

RIGHT_ACCENT, WRONG_ACCENT, ACCENT = 0x3BA55D, 0xC8553D, 0x4F6D8F


def home(
    lexicon: str, title: str, decks: tuple[Drill, ...], backlog: Backlog, streak: int, texts: Texts, *, waiting: bool
) -> Message:
    """How far someone is in a dictionary, and the lists to choose from; `waiting` says that a question is open."""
    menu = Menu(STUDY_DRILL.id(lexicon), texts.gettext("Choose a drill"), _options(decks, backlog, texts))
    buttons: list[Button] = []
    if waiting:
        buttons.append(Button(STUDY_ON.id(), texts.gettext("Continue"), Tone.PRIMARY))
    if backlog.known:
        buttons.append(Button(STUDY_FORGET.id(), texts.gettext("Forget everything")))
    rows = (Row(tuple(buttons)),) if buttons else ()
    return Message((Text(home_text(title, backlog, streak, texts)), menu, *rows), accent=ACCENT)


def _options(decks: tuple[Drill, ...], backlog: Backlog, texts: Texts) -> tuple[Option, ...]:
    counts = {**backlog.due, Drill.DUE: backlog.total}
    return tuple(Option(deck_title(deck, texts), deck.value, due_text(counts.get(deck, 0), texts)) for deck in decks)


def question(
    session: Session, item: Item, solutions: int, texts: Texts, result: str = "", is_right: bool = True
) -> Message:
    """The question asked now, below what came of the last answer, if there was one."""
    most = len((QuestionKind.FRONT, QuestionKind.BACK)) if session.base else QUESTIONS
    asked = f"{question_text(item, solutions, texts)}\n{progress_text(session, most, texts)}"
    blocks: tuple[Block, ...] = (Text(asked), _answers(session.number, item, texts))
    return Message(_below(result, blocks), accent=_accent(result, is_right=is_right))


def _answers(number: int, item: Item, texts: Texts) -> Row:
    stop = Button(STUDY_STOP.id(number), texts.gettext("Stop"))
    if item.kind is QuestionKind.WORD:
        yes = Button(STUDY_YES.id(number), texts.pgettext("answer", "Yes"), Tone.SUCCESS)
        return Row((yes, Button(STUDY_NO.id(number), texts.pgettext("answer", "No"), Tone.DANGER), stop))
    answer = Button(STUDY_ANSWER.id(number), texts.pgettext("button", "Answer"), Tone.PRIMARY)
    return Row((answer, Button(STUDY_SHOW.id(number), texts.gettext("Show the answer")), stop))


def summary(
    session: Session, backlog: Backlog, streak: int, texts: Texts, result: str = "", is_right: bool = True
) -> Message:
    """The end of a session, below what came of the last answer."""
    buttons = (Button(STUDY_AGAIN.id(), texts.gettext("Continue"), Tone.PRIMARY), _lists_button(session, texts))
    blocks: tuple[Block, ...] = (Text(summary_text(session, backlog, streak, texts)), Row(buttons))
    return Message(_below(result, blocks), accent=_accent(result, is_right=is_right))


def nothing(session: Session, backlog: Backlog, streak: int, texts: Texts) -> Message:
    """A drill that has no question now; there is nothing to continue."""
    told = Text(nothing_text(session.deck, backlog, streak, texts))
    return Message((told, Row((_lists_button(session, texts),))), accent=ACCENT)


def _lists_button(session: Session, texts: Texts) -> Button:
    return Button(STUDY_LISTS.id(session.course.lexicon), texts.gettext("Choose a drill"))


def _below(result: str, blocks: tuple[Block, ...]) -> tuple[Block, ...]:
    return (Text(result), Rule(), *blocks) if result else blocks


def _accent(result: str, *, is_right: bool) -> int:
    if not result:
        return ACCENT
    return RIGHT_ACCENT if is_right else WRONG_ACCENT


def words_form(texts: Texts) -> InputForm:
    """The form for words or letters."""
    return InputForm(
        texts.gettext("Your answer"),
        texts.gettext("All words, or all letters"),
        texts.gettext("with spaces between them"),
        "answer",
        texts.gettext("Leave this empty if you think that there are none."),
    )
