"""Word study in words: lists, questions, what came of an answer, how far someone is, and what is refused."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from bot.features.study.sessions import AnswerResult, Grade
from bot.features.study.store import Backlog, Drill, Item, QuestionKind, Session
from bot.model.errors import BotError
from bot.service.words.definitions import Definition
from bot.text.clocks import moment
from bot.text.games import lexicon_title
from bot.text.help import HelpContext, HelpTopic
from bot.text.names import escape, shortened
from bot.text.refusals.facts import Wordings, quote, says
from bot.text.texts import Texts
from bot.text.wordlists import part_text
from engine.model.tiles import Word

MOST_EXPLAINED = 3
"""Words of one answer that are explained."""
_LONGEST_SENSE = 160
_LONGEST_LIST = 1_000
_BANDS = (1_000, 3_000, 10_000, 30_000)
"""How many of the most common words a word is said to be among."""


@dataclass(frozen=True, slots=True)
class WordFacts:
    """What is known of a word: its meanings, and how many words are more common (None: it is rare).

    `counted` says whether anyone has counted how common the words of the language are.
    """

    word: Word
    meanings: tuple[Definition, ...]
    rank: int | None
    counted: bool


def deck_title(deck: str, texts: Texts) -> str:
    """The name of a list."""
    titles = {
        Drill.TWO: texts.pgettext("word study", "Two-letter words"),
        Drill.THREE: texts.pgettext("word study", "Three-letter words"),
        Drill.DEAR: texts.pgettext("word study", "Power tiles"),
        Drill.VOWELS: texts.pgettext("word study", "Vowel-heavy words"),
        Drill.SEVENS: texts.pgettext("word study", "High-probability sevens"),
        Drill.EIGHTS: texts.pgettext("word study", "High-probability eights"),
        Drill.ANAGRAMS: texts.pgettext("word study", "Five-letter anagrams"),
        Drill.HOOKS: texts.pgettext("word study", "Hooks"),
        Drill.MISSED: texts.pgettext("word study", "Words you missed"),
        Drill.DUE: texts.pgettext("word study", "Everything due"),
    }
    return titles[Drill(deck)]


def home_text(lexicon: str, backlog: Backlog, streak: int, texts: Texts) -> str:
    """How far someone is in a dictionary."""
    title = texts.gettext("### Word study: the {lexicon} dictionary", lexicon=escape(lexicon_title(lexicon, texts)))
    known = texts.ngettext(
        "You have studied {count} question so far.", "You have studied {count} questions so far.", backlog.known
    )
    if not backlog.known:
        known = texts.gettext(
            "I ask you about words, and ask again later about those that you did not know. Only you see this. To "
            "begin, choose a drill."
        )
    return "\n".join((title, known, *backlog_lines(backlog, streak, texts)))


def backlog_lines(backlog: Backlog, streak: int, texts: Texts) -> tuple[str, ...]:
    """What is due now, or when the next question will be, and for how many days someone has studied."""
    lines: list[str] = []
    if backlog.total:
        lines.append(texts.ngettext("{count} question is due.", "{count} questions are due.", backlog.total))
    elif backlog.next_due is not None:
        lines.append(texts.gettext("Next question due: {moment}", moment=moment(backlog.next_due)))
    if streak:
        lines.append(texts.gettext("Days of study in a row: {count}", count=texts.number(streak)))
    return tuple(lines)


def due_text(count: int, texts: Texts) -> str:
    """How many questions of a list are due, below its name; empty for none."""
    return texts.ngettext("{count} due", "{count} due", count) if count else ""


def question_text(item: Item, solutions: int, texts: Texts) -> str:
    """A question; `solutions` is how many words answer it."""
    letters = shown_letters(item)
    match item.kind:
        case QuestionKind.WORD:
            return texts.gettext("### Is **{word}** a word?", word=letters)
        case QuestionKind.ANAGRAM:
            return texts.ngettext(
                "### Which word do these letters make?\n**{letters}**",
                "### Which {count} words do these letters make?\n**{letters}**",
                solutions,
                letters=letters,
            )
        case QuestionKind.FRONT:
            return texts.gettext("### Which letters can go in front of **{word}** to make a word?", word=letters)
        case QuestionKind.BACK:
            return texts.gettext("### Which letters can go at the end of **{word}** to make a word?", word=letters)


def shown_letters(item: Item) -> str:
    """The letters of a question; those to be put in another order stand apart."""
    return escape((" " if item.kind is QuestionKind.ANAGRAM else "").join(item.letters))


def result_text(answered: AnswerResult, explained: Sequence[WordFacts], texts: Texts) -> str:
    """What came of an answer, with the words that answer the question and what they mean."""
    lines = [_verdict(answered, texts), *_lists(answered, texts)]
    return "\n".join((*lines, *(_explanation(one, texts) for one in explained[:MOST_EXPLAINED])))


def _verdict(answered: AnswerResult, texts: Texts) -> str:
    if answered.item.kind is QuestionKind.WORD:
        return _verdict_on_word(answered, texts)
    if answered.grade is Grade.RIGHT:
        return texts.gettext("**Right.**")
    if not answered.solutions:
        return texts.gettext("There is none.") if answered.gave_up else texts.gettext("**Wrong.** There is none.")
    if answered.gave_up:
        return texts.gettext("Here is the answer.")
    if not answered.found:
        return texts.gettext("**Wrong.** Here is the answer.")
    return texts.gettext(
        "**Not quite.** You found {found} of {count}.",
        found=texts.number(len(answered.found)),
        count=texts.number(len(answered.solutions)),
    )


def _verdict_on_word(answered: AnswerResult, texts: Texts) -> str:
    word = shown_letters(answered.item)
    if answered.grade is Grade.RIGHT:
        if answered.solutions:
            return texts.gettext("**Right.** {word} is a word.", word=word)
        return texts.gettext("**Right.** {word} is not a word.", word=word)
    if answered.solutions:
        return texts.gettext("**Wrong.** {word} is a word.", word=word)
    return texts.gettext("**Wrong.** {word} is not a word.", word=word)


def _lists(answered: AnswerResult, texts: Texts) -> Iterable[str]:
    """The words that were found, missed and wrong."""
    if answered.item.kind is QuestionKind.WORD:
        return
    missed = [word for word in answered.solutions if word not in answered.found]
    if answered.found:
        yield texts.gettext("Found: {words}", words=_words(word for word in answered.solutions if word not in missed))
    if missed:
        yield texts.gettext("Missed: {words}", words=_words(missed))
    if answered.wrong and answered.solutions:
        wrong = escape(shortened(", ".join(answered.wrong), _LONGEST_SENSE))
        yield texts.gettext("Not valid: {words}", words=wrong)


def _words(words: Iterable[Word]) -> str:
    return shortened(", ".join(f"**{escape(''.join(word))}**" for word in words), _LONGEST_LIST)


def _explanation(one: WordFacts, texts: Texts) -> str:
    """One line on a word."""
    parts: list[str] = []
    if one.meanings:
        meaning = one.meanings[0]
        sense = escape(shortened(meaning.senses[0], _LONGEST_SENSE))
        parts.append(f"*{part_text(meaning.part, texts)}*, {sense}")
    if one.counted:
        parts.append(commonness_text(one.rank, texts))
    return "-# " + texts.titled(escape("".join(one.word)), texts.series(parts)) if parts else ""


def commonness_text(rank: int | None, texts: Texts) -> str:
    """How common a word is; `rank` counts the words that are more common."""
    band = next((band for band in _BANDS if rank is not None and rank < band), None)
    if band is None:
        return texts.gettext("rarely used")
    return texts.gettext("among the {count} most common words", count=texts.number(band))


def summary_text(session: Session, backlog: Backlog, streak: int, texts: Texts) -> str:
    """What a session came to, and what is next."""
    title = texts.gettext("### End of this session")
    right = texts.gettext(
        "{right} of {asked} right.", right=texts.number(session.right), asked=texts.number(session.asked)
    )
    return "\n".join((title, *([right] if session.asked else []), *backlog_lines(backlog, streak, texts)))


def nothing_text(deck: Drill, backlog: Backlog, streak: int, texts: Texts) -> str:
    """That a drill has no question now, and what is next."""
    told = texts.gettext("There is nothing to study in this drill now.")
    if deck is Drill.MISSED:
        told = texts.gettext(
            "I find these words when I review your games. Press **Review** under a game that is over, "
            "and then come back."
        )
    return "\n".join((f"### {deck_title(deck, texts)}", told, *backlog_lines(backlog, streak, texts)))


def progress_text(session: Session, most: int, texts: Texts) -> str:
    """Which list this is, and which question of the session."""
    facts: Mapping[str, str] = {
        "list": deck_title(session.deck, texts),
        "number": texts.number(session.asked + 1),
        "most": texts.number(most),
    }
    return "-# " + texts.gettext("{list}, question {number} of {most}", **facts)


def forgetting(texts: Texts) -> tuple[str, str]:
    """Asks whether to delete everything that is kept about someone's study; and the label of yes."""
    question = texts.gettext(
        "Do you want me to forget everything that you have studied, in all dictionaries? This cannot be undone."
    )
    return question, texts.gettext("Forget everything")


def forgotten_text(texts: Texts) -> str:
    """That it has been done."""
    return texts.gettext("Done. I have forgotten what you studied.")


def _help(helped: HelpContext) -> str:
    texts = helped.texts
    lines = (
        texts.gettext(
            "`/word study` asks you about words, in private. Choose a drill: short words, power "
            "tiles, vowel-heavy words, "
            "high-probability words, anagrams or hooks. `/word study word:{word}` asks for the hooks of one word.",
            word=helped.examples.base,
        ),
        texts.gettext(
            "Questions that you answer correctly come back after days or weeks, and the others after a few minutes. "
            "**Everything due** asks about what you would soon forget."
        ),
        texts.gettext("You can stop at any time. `/word study` continues where you stopped, in direct messages too."),
        texts.gettext(
            "**Words you missed** asks about better words in your reviewed games, and about phonies that you played."
        ),
        texts.gettext("Some of the words are phonies that look real."),
    )
    return "\n".join(f"- {line}" for line in lines)


TOPIC = HelpTopic(lambda texts: texts.gettext("Learning words"), _help, commands=("study",))


class StudyNothing(BotError):
    """Nobody has begun to study, so there is nothing to answer or continue."""


class StudyNoWord(BotError):
    """Somebody wants to learn the hooks of something that is no word."""

    word: str


WORDINGS: Wordings = {
    StudyNothing: says("You have no question to answer. Start with `/word study`."),
    StudyNoWord: says("**{word}** is not in the dictionary. Please name a word that is in it.", word=quote("word")),
}
