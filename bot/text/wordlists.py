"""Words as answers: whether they count, what they mean, what makes them longer, and the lists of a server or person."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from bot.model.words import SentWords, WordSample
from bot.service.words.definitions import Definition, PartOfSpeech
from bot.text.games import lexicon_title
from bot.text.moves import place_text, word_text
from bot.text.names import bold, escape
from bot.text.names import shortened as shortened_name
from bot.text.texts import Texts
from engine.game.state import Setup
from engine.model.board import Direction
from engine.model.tiles import Word
from engine.play.placement import Placement, ScoreSheet
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


MOST_HOOK_PLACES = 25
"""How many places are listed."""


def ends_text(word: str, front: Sequence[str], back: Sequence[str], texts: Texts) -> str:
    """The letters that make another word in front of a word and at its end, a line each."""
    facts = {"word": f"**{escape(word)}**", "front": _letters(front), "back": _letters(back)}
    lines = (
        texts.gettext("In front of {word}: {front}", **facts)
        if front
        else texts.gettext("No letter goes in front of {word}.", **facts),
        texts.gettext("At the end of {word}: {back}", **facts)
        if back
        else texts.gettext("No letter goes at the end of {word}.", **facts),
    )
    return "\n".join(lines)


def _letters(letters: Sequence[str]) -> str:
    return f"**{escape(' '.join(letters))}**"


def hooks_text(word: str, fits: Sequence[tuple[Placement, ScoreSheet]], setup: Setup, texts: Texts) -> str:
    """The places of a word, each with its direction, the tiles it takes, the cross words and the score."""
    lines = [
        texts.ngettext(
            "With any tiles, {word} fits in {count} place:",
            "With any tiles, {word} fits in {count} places:",
            len(fits),
            word=f"**{escape(word)}**",
        ),
        *fit_lines(fits[:MOST_HOOK_PLACES], setup, texts),
    ]
    if len(fits) > MOST_HOOK_PLACES:
        lines.append(
            texts.ngettext("… and {count} more place.", "… and {count} more places.", len(fits) - MOST_HOOK_PLACES)
        )
    return "\n".join(lines)


def fit_lines(fits: Sequence[tuple[Placement, ScoreSheet]], setup: Setup, texts: Texts) -> tuple[str, ...]:
    """A line for each place of a word: its direction, the tiles it takes, the cross words and the score."""
    return tuple(f"- {_line(placement, sheet, setup, texts)}" for placement, sheet in fits)


def _line(placement: Placement, sheet: ScoreSheet, setup: Setup, texts: Texts) -> str:
    square = place_text(placement, setup)
    across = placement.direction is Direction.ACROSS
    facts = {
        "place": texts.gettext("{square} across", square=square)
        if across
        else texts.gettext("{square} down", square=square),
        "tiles": escape(", ".join(placed.letter for _, placed in placement.tiles)),
        "words": escape(texts.join(word_text(one.word) for one in sheet.words[1:])),
    }
    if len(sheet.words) > 1:
        return texts.ngettext(
            "{place}: {count} point with {tiles}; it also makes {words}",
            "{place}: {count} points with {tiles}; it also makes {words}",
            sheet.total,
            **facts,
        )
    return texts.ngettext(
        "{place}: {count} point with {tiles}", "{place}: {count} points with {tiles}", sheet.total, **facts
    )


def fits_text(word: str, count: int, texts: Texts, *, more: bool) -> str:
    """In how many places a word fits with the player's tiles; whether there are more than can be offered."""
    shown = bold(word)
    if not count:
        return texts.gettext("{word} does not fit anywhere on the board with your tiles.", word=shown)
    told = texts.ngettext("{word} fits in {count} place.", "{word} fits in {count} places.", count, word=shown)
    if more:
        told += " " + texts.gettext("Here are the first few. To choose another, type its square.")
    return told


def fit_label(move: str, points: int, texts: Texts) -> str:
    """A place of a word among those offered."""
    return texts.ngettext("{move}: {count} point", "{move}: {count} points", points, move=move)


def fits_nowhere(word: str, texts: Texts) -> str:
    """That a word fits nowhere with any tiles."""
    return texts.gettext("{word} does not fit anywhere on the board.", word=bold(word))


MOST_LIST_TEXT = 3_600
"""The most characters of a list in an answer."""


def anagram_text(letters: str, found: Sequence[Word], texts: Texts, *, some_left_out: bool = False) -> str:
    """The words that letters make, longest first; that some may be left out is said whether or not any are."""
    note = texts.gettext(
        "Until the round is over, I leave out words with five or more tiles of a duplicate that you can join."
    )
    lines = [note] if some_left_out else []
    if not found:
        lines.append(texts.gettext("No words can be made from {letters}.", letters=f"**{escape(letters)}**"))
        return "\n".join(lines)
    lines += [
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
