"""Whether words count and what they mean, as answers."""

from __future__ import annotations

from collections.abc import Sequence

from bot.service.words.definitions import Definition, PartOfSpeech
from bot.text.lexicons import lexicon_title
from bot.text.names import escape
from bot.text.texts import Texts
from engine.words.lexicon import Lexicon

MOST_DEFINITION_TEXT = 3_600
"""The most characters of the definitions: Discord's limit, less room for the rest of the answer."""


def definition_text(word: str, found: Sequence[Definition], counts: bool, lexicon: Lexicon, texts: Texts) -> str:
    """The meanings of a word in capitals by part of speech, with its base form if it is inflected, and if it counts."""
    lines = [f"### {escape(word)}"]
    for one in found:
        heading = f"*{part_text(one.part, texts)}*"
        if lexicon.alphabet.upper(one.lemma) != word:
            heading = texts.gettext("{part}, a form of **{word}**", part=heading, word=escape(one.lemma))
        lines += [heading, *(f"{number}. {escape(sense.rstrip(' ;,:'))}" for number, sense in enumerate(one.senses, 1))]
    while len("\n".join(lines)) > MOST_DEFINITION_TEXT:
        lines.pop()
    if not found:
        lines.append(texts.gettext("No definition found."))
    if counts:
        lines.append(
            texts.gettext("-# It is in the {lexicon} dictionary.", lexicon=escape(lexicon_title(lexicon.name, texts)))
        )
    else:
        lines.append(
            texts.gettext(
                "-# It is not in the {lexicon} dictionary.", lexicon=escape(lexicon_title(lexicon.name, texts))
            )
        )
    return "\n".join(lines)


def part_text(part: PartOfSpeech, texts: Texts) -> str:
    """A part of speech."""
    return {
        PartOfSpeech.NOUN: texts.pgettext("part of speech", "noun"),
        PartOfSpeech.VERB: texts.pgettext("part of speech", "verb"),
        PartOfSpeech.ADJECTIVE: texts.pgettext("part of speech", "adjective"),
        PartOfSpeech.ADVERB: texts.pgettext("part of speech", "adverb"),
    }[part]


def check_line(word: str, lexicon: str, texts: Texts, *, known: bool, added: bool = False) -> str:
    """Whether a word is in a dictionary, or counts since the host of the game here has added it."""
    facts = {"word": escape(word), "lexicon": escape(lexicon_title(lexicon, texts))}
    if known:
        return texts.gettext("Yes, **{word}** is in the {lexicon} dictionary.", **facts)
    if added:
        return texts.gettext("Yes, **{word}** counts in this game: the host has added it.", **facts)
    return texts.gettext("No, **{word}** is not in the {lexicon} dictionary.", **facts)


def check_text(lines: Sequence[str], texts: Texts, *, host_decides: bool) -> str:
    """Whether words count, from the line of each; and whether the host here decides on those that do not."""
    several = len(lines) > 1
    told = "\n".join(f"- {line}" for line in lines) if several else lines[0]
    if host_decides:
        decides = texts.gettext("In this game, the host decides on such words when someone plays them.")
        told += f"\n{decides}" if several else f" {decides}"
    return told
