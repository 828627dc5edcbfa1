"""Names of computer players."""

from __future__ import annotations

from bot.text.texts import Texts
from engine.sentences import NP_

# Translators: Put about 30 short first names that are common in your language here, with commas between them.
_NAMES = NP_(
    "names of computer players",
    "Arlo, Basil, Bea, Cosmo, Dora, Felix, Fern, Gus, Hazel, Hugo, Iris, Ivy, Jasper, Juno, Lotte, Mabel, Milo, "
    "Monty, Nell, Nora, Olive, Oscar, Otto, Pearl, Percy, Rufus, Sid, Tilda, Wanda, Willa",
)


def computer_names(texts: Texts) -> tuple[str, ...]:
    """What computer players can be called in a language: short names, no two of them alike."""
    names = (" ".join(name.split()) for name in texts.pgettext(*_NAMES).split(","))
    return tuple({name.casefold(): name for name in names if name}.values())
