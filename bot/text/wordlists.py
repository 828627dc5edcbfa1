"""Word lists as answers: words made from letters, and the changes of a server or person."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from bot.model.words import SentWords, Shown
from bot.text.names import escape
from bot.text.names import shortened as shortened_name
from bot.text.texts import Texts
from engine.model.alphabet import Word

MOST = 3_600
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


def changes_text(added: Shown, removed: Shown, whole: bool, texts: Texts) -> str:
    """The added and removed words, in order, with their numbers; a whole list has a sentence that says so."""
    if not (added.count or removed.count or whole):
        return texts.gettext("Nothing was added or removed.")
    lines: list[str] = []
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
        lines.append(_words(added, MOST // 2))
    if removed.count:
        lines.append(texts.ngettext("{count} word removed:", "{count} words removed:", removed.count))
        lines.append(_words(removed, MOST // 2))
    return "\n".join(lines)


def _words(words: Shown, most: int) -> str:
    shown = " ".join(map(escape, words.first))
    return shown if len(shown) <= most else shown[:most].rpartition(" ")[0] + " …"


def shortened(text: str, texts: Texts) -> str:
    """A text cut between words to fit an answer."""
    if len(text) <= MOST:
        return text
    return text[:MOST].rpartition(" ")[0] + " … " + texts.gettext("(and more)")
