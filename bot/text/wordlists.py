"""Word lists as answers: words made from letters, and the changes and files of a server or person."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from bot.model.words import SentWords, WordSample
from bot.text.lexicons import lexicon_title
from bot.text.names import bold, escape
from bot.text.names import shortened as shortened_name
from bot.text.texts import Texts
from engine.model.alphabet import Word

MOST_LIST_TEXT = 3_600
"""The most characters of a list in an answer."""


def anagram_text(letters: str, found: Sequence[Word], texts: Texts) -> str:
    """The words that letters make, longest first."""
    if not found:
        return texts.gettext("No words can be made from {letters}.", letters=f"**{escape(letters)}**")
    lines = [
        texts.ngettext(
            "{count} word can be made from {letters}.",
            "{count} words can be made from {letters}.",
            len(found),
            letters=f"**{escape(letters)}**",
        )
    ]
    ordered = sorted(found, key=lambda word: (-len(word), word))
    for length, group in groupby(ordered, key=len):
        heading = texts.ngettext("{count} letter", "{count} letters", length)
        lines.append(f"**{heading}**: {' '.join(escape(''.join(word)) for word in group)}")
    return shortened("\n".join(lines), texts)


def unfit_text(sent: SentWords, texts: Texts) -> str:
    """The lines of a file that are left out, of which the first are shown; empty if there are none."""
    if not sent.unfit:
        return ""
    told = texts.ngettext(
        "I left out {count} line that is not a word:", "I left out {count} lines that are not words:", sent.unfit
    )
    shown = [
        texts.gettext("line {line}: {text}", line=line, text=f"**{escape(shortened_name(text, 40))}**")
        for line, text in sent.first
    ]
    return "\n".join((told, *(f"- {one}" for one in shown), *(["- …"] if sent.unfit > len(shown) else [])))


def changes_text(
    lexicon: str, added: WordSample, removed: WordSample, whole: bool, texts: Texts, *, is_server: bool
) -> str:
    """The added and removed words, in order, with their numbers; a whole list has a sentence that says so."""
    title = escape(lexicon_title(lexicon, texts))
    if is_server:
        lines = [texts.gettext("### This server's {lexicon} dictionary", lexicon=title)]
    else:
        lines = [texts.gettext("### Your own words for {lexicon}", lexicon=title)]
    if not (added.count or removed.count or whole):
        lines.append(texts.gettext("Nothing was added or removed."))
    if whole:
        lines.append(
            texts.ngettext(
                "The whole list was replaced. It now has {count} word.",
                "The whole list was replaced. It now has {count} words.",
                added.count,
            )
        )
    elif added.count:
        lines.append(texts.ngettext("{count} word added:", "{count} words added:", added.count))
    if added.count:
        lines.append(_words(added, MOST_LIST_TEXT // 2))
    if removed.count:
        lines.append(texts.ngettext("{count} word removed:", "{count} words removed:", removed.count))
        lines.append(_words(removed, MOST_LIST_TEXT // 2))
    return "\n".join(lines)


def _words(words: WordSample, most: int) -> str:
    shown = " ".join(map(escape, words.first))
    return shown if len(shown) <= most else shown[:most].rpartition(" ")[0] + " …"


def shortened(text: str, texts: Texts) -> str:
    """A text cut between words to fit an answer."""
    if len(text) <= MOST_LIST_TEXT:
        return text
    return text[:MOST_LIST_TEXT].rpartition(" ")[0] + " … " + texts.gettext("(and more)")


def reading_text(file: str, texts: Texts) -> str:
    """That a file is being read."""
    return texts.gettext("Reading {name} …", name=escape(shortened_name(file, 60)))


def comparing_text(count: int, texts: Texts) -> str:
    """That a file has been read, and how many words it has."""
    return texts.ngettext("{count} word read; comparing …", "{count} words read; comparing …", count)


def writing_text(count: int, texts: Texts) -> str:
    """That a file is being written."""
    return texts.ngettext("Writing {count} word …", "Writing {count} words …", count)


def written_text(count: int, texts: Texts) -> str:
    """What a file has, or that there is none."""
    if not count:
        return texts.gettext("This list is empty.")
    return texts.ngettext("{count} word, one per line.", "{count} words, one per line.", count)


def sent_question(held: int, sent: int, lexicon: str, texts: Texts, *, is_server: bool) -> str:
    """How many words a server or person has, and whether those of a file should replace them."""
    title = escape(lexicon_title(lexicon, texts))
    if is_server:
        has = texts.ngettext(
            "This server's {lexicon} dictionary has {count} word.",
            "This server's {lexicon} dictionary has {count} words.",
            held,
            lexicon=title,
        )
    else:
        has = texts.ngettext(
            "Your own {lexicon} list has {count} word.",
            "Your own {lexicon} list has {count} words.",
            held,
            lexicon=title,
        )
    asks = texts.ngettext(
        "Your file has {count} word. Should it replace the list or be added to it?",
        "Your file has {count} words. Should they replace the list or be added to it?",
        sent,
    )
    return f"{has}\n{asks}"


def imported_text(held: int, texts: Texts) -> str:
    """How many words a list has now."""
    return texts.ngettext(
        "Done. The list now has {count} word. It counts in new games.",
        "Done. The list now has {count} words. They count in new games.",
        held,
    )


def edited_text(words: Sequence[str], lexicon: str, texts: Texts, *, is_server: bool, added: bool) -> str:
    """What was done, worded alike whether or not the list already had the words, so as not to reveal which exist."""
    facts = {"words": texts.join(map(bold, words[:50])), "lexicon": escape(lexicon_title(lexicon, texts))}
    match is_server, added:
        case True, True:
            return texts.gettext(
                "In new games in this server with the {lexicon} dictionary, these words count: {words}.", **facts
            )
        case True, False:
            return texts.gettext(
                "In new games in this server with the {lexicon} dictionary, these words do not count: {words}.", **facts
            )
        case _, True:
            return texts.gettext(
                "In new games that you host with the {lexicon} dictionary, these words count: {words}.", **facts
            )
        case _:
            return texts.gettext("Your own {lexicon} list no longer has these words: {words}.", **facts)


def resetting(texts: Texts) -> tuple[str, str]:
    """Asks whether to undo all changes; and the label of yes."""
    question = texts.gettext("Do you want to undo everything that was added and removed?")
    return question, texts.gettext("Undo all changes")


def reset_text(texts: Texts) -> str:
    """That all changes have been undone."""
    return texts.gettext("Done. Everything that was added and removed has been undone.")
