"""Game records from elsewhere in words: what they lack, and what is used instead."""

from __future__ import annotations

from collections.abc import Sequence

from bot.text.lexicons import language_title, lexicon_title
from bot.text.names import bold, escape, shortened
from bot.text.texts import Texts

LONGEST_RECORD_TEXT = 60
MOST_DIFFERING = 5
"""Moves whose points differ that are named."""


def other_words_warning(name: str, used: str, texts: Texts) -> str:
    """Which dictionary is used in place of one that is not there."""
    return texts.gettext(
        "I do not have the dictionary {name} for these tiles, so I use {used}.",
        name=bold(shortened(name, LONGEST_RECORD_TEXT)),
        used=bold(lexicon_title(used, texts)),
    )


def other_game_text(name: str, texts: Texts) -> str:
    """That a record is of a game with other rules."""
    return texts.gettext(
        "This record is of another game, {name}, whose rules may differ.",
        name=bold(shortened(name, LONGEST_RECORD_TEXT)),
    )


def no_language_text(language: str, texts: Texts) -> str:
    """Which language is taken for that of a record, and how to choose another one."""
    return texts.gettext(
        "The record does not tell its language, so I read it with tiles for {language}. To choose another language, "
        "send it again with `language:`.",
        language=bold(language_title(language, texts)),
    )


def differing_text(moves: Sequence[tuple[str, int, int]], texts: Texts) -> str:
    """Where the points of a record are not what its rules give: moves, their points there, and by the rules."""
    told = [f"{escape(move)} {recorded} → {counted}" for move, recorded, counted in moves[:MOST_DIFFERING]]
    return texts.ngettext(
        "The points of {count} move in this record are not what the rules give: {moves}. I count by the rules.",
        "The points of {count} moves in this record are not what the rules give: {moves}. I count by the rules.",
        len(moves),
        moves=texts.series([*told, *(["…"] if len(moves) > MOST_DIFFERING else [])]),
    )


def racks_missing_text(missing: int, turns: int, texts: Texts) -> str:
    """How many turns of a record cannot be graded since it does not tell their racks."""
    if missing == turns:
        return texts.gettext(
            "The record does not tell whole racks, so I cannot grade its moves. Write the rack before each move and "
            "send it again."
        )
    return texts.ngettext(
        "The record does not tell the whole rack of {count} turn out of {all}, which I cannot grade. Write the rack "
        "before the move and send it again.",
        "The record does not tell the whole racks of {count} turns out of {all}, which I cannot grade. Write the racks "
        "before the moves and send it again.",
        missing,
        all=turns,
    )
