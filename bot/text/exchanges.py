"""Exchanges in words: the tiles to tick, what that would do, and what to ask first."""

from __future__ import annotations

from bot.text.moves import alphabetical, letters_text
from bot.text.names import bold, escape
from bot.text.texts import Texts
from engine.model.tiles import Tiles
from engine.model.variant import Variant


def exchange_label(count: int, texts: Texts) -> str:
    """The label of the button that exchanges the ticked tiles."""
    if not count:
        return texts.gettext("Exchange")
    return texts.ngettext("Exchange {count} tile", "Exchange {count} tiles", count)


def equal_label(tile: str, number: int, count: int, texts: Texts) -> str:
    """The label of one of several equal tiles."""
    return texts.gettext("{tile} ({number} of {count})", tile=tile, number=number, count=count)


def ticked_text(gone: Tiles, rack: Tiles, most: int, variant: Variant, texts: Texts) -> str:
    """What exchanging the ticked tiles would do; before anything is ticked, what to do first."""
    if not gone:
        text = texts.gettext("Tick the tiles that you want to exchange. Exchanging ends your turn.")
        if most < len(rack):
            limit = texts.ngettext(
                "You can exchange only {count} tile: the pool has no more.",
                "You can exchange at most {count} tiles: the pool has no more.",
                most,
            )
            return f"{text} {limit}"
        return text
    kept = rack - gone
    if not kept:
        return texts.gettext("You exchange all your tiles.")
    return texts.gettext(
        "You exchange {tiles} and keep {kept}.", tiles=_letters(gone, variant), kept=_letters(kept, variant)
    )


def _letters(tiles: Tiles, variant: Variant) -> str:
    return bold(letters_text(alphabetical(tiles, variant), variant))


def ticks_lost(texts: Texts) -> str:
    """Why the ticked tiles were not exchanged."""
    return texts.gettext("Your tiles have changed, so nothing has been exchanged.")


def count_question(texts: Texts) -> str:
    """Asks for a number of real tiles."""
    return texts.gettext("How many of your tiles are you exchanging at the table?")


def all_or_only(letters: str, texts: Texts) -> tuple[str, str]:
    """Asks whether the word for all tiles means them, or its own letters; and the label of the latter."""
    question = texts.gettext("Do you want to exchange all your tiles, or only {letters}?", letters=escape(letters))
    return question, texts.gettext("Only {letters}", letters=letters)
