"""The letters that make a word longer, and the places where it could go, in words."""

from __future__ import annotations

from collections.abc import Sequence

from bot.text.moves import place_text, word_text
from bot.text.names import bold, escape
from bot.text.texts import Texts
from engine.game.state import Setup
from engine.model.coordinates import Direction
from engine.play.placement import Placement
from engine.play.scoring import ScoreSheet

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
