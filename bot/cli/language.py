"""The language of the command line: the terminal's, as for other programs, or that in TILEWRIGHT_LANGUAGE.

Usage and its refusals are typer's, in English. Everything else comes from the catalogues, which are read when the first
sentence is needed.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.text.texts import Texts


@cache
def texts() -> Texts:
    """What the command line says; in English where a program reads the answer."""
    from bot.text.texts import ENGLISH, texts_for

    return texts_for(ENGLISH if "--json" in sys.argv else chosen_language(os.environ))


def chosen_language(environment: Mapping[str, str]) -> str:
    """The language that the environment asks for and that has a catalogue, or English."""
    from bot.text.texts import ENGLISH, nearest

    return next((name for name in map(nearest, _asked(environment)) if name), ENGLISH)


def _asked(environment: Mapping[str, str]) -> list[str]:
    """The languages asked for, the best first. Like other programs, `C` asks for English whatever LANGUAGE lists."""
    if own := environment.get("TILEWRIGHT_LANGUAGE"):
        return [own]
    locale = next((environment[key] for key in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(key)), "")
    if re.split("[.@]", locale)[0] in ("C", "POSIX"):
        return []
    return [re.split("[.@]", one)[0] for one in (*environment.get("LANGUAGE", "").split(":"), locale)]


def size_text(bytes_: int) -> str:
    """A size in megabytes."""
    return texts().gettext("{size} MB", size=texts().decimal(bytes_ / 1e6))
