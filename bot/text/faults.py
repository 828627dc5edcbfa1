"""Faults in a variant or theme, in words: the templates that the readers of these files use, and their values."""

from __future__ import annotations

from bot.text.texts import N_, Texts
from engine.errors import Fault

FORMS = (
    N_("{key} must be text in quotation marks, not {value}"),
    N_("{key} is missing"),
    N_("{key} must be a whole number, not {value}"),
    N_("{key} must be {low} to {high}, not {value}"),
    N_("the table {table} is missing"),
    N_("{key} must be a table, not {value}"),
    N_("{key} is not known here; did you mean {meant}?"),
    N_("{key} is not known here; use {known}"),
    N_("no two-letter word fits on the start"),
    N_("blocked must be true or false, not {value}"),
    N_("the board is {width} x {height}; each side must be 1 to {most} squares"),
    N_("the start {value} is not a square like 8H, a row like 8 or a column like H"),
    N_("the start {value} is outside the board"),
    N_("the board {reason}"),
    N_("each sign in the key must be one character, not {value}"),
    N_("a blocked square takes no tile, so it cannot have factors or points"),
    N_("row {row} has {count} squares, but the first row has {width}"),
    N_("a square must be written {{ letter = 2 }}, not {value}"),
    N_("{value} in row {row}, column {column} is not in the key"),
    N_("a name must be at most 32 of a-z, 0-9, - and _, not {value}"),
    N_("about must be one line of at most {most} characters"),
    N_("the language is missing"),
    N_("{value} does not have the form ß/SS: a sign, a slash, letters"),
    N_("the alphabet has a fault: {reason}"),
    N_("drops_accents must be true or false, not {value}"),
    N_("{key} must be for 1 to {most} tiles, not {value}"),
    N_("a colour must be written #rrggbb, not {value}"),
    N_("a language must be a code such as en, not {value}"),
    N_("the variant {reason}"),
    N_("is not valid TOML: {reason}"),
    N_("is not valid TOML: it has a value that nothing here uses"),
    N_("an alphabet must have 1 to {most} letters, not {count}"),
    N_("a letter must have at most {most} forms; {value} has more"),
    N_("a form of a letter is missing in {value}"),
    N_("{form} cannot stand for a letter: {signs} has a meaning in moves"),
    N_("{value} does not have the form A9/1: letter, number of tiles, slash, points"),
    N_("{letter} in {value} is not in the alphabet"),
    N_("{value}: there must be 1 to {most} tiles of a kind, not {count}"),
    N_("{form} stands for two letters"),
    N_("{form} cannot stand for a letter: use at most {most} printed characters"),
    N_("{value}: points must be {low} to {high}, not {points}"),
    N_("with {value} there are more than {most} tiles"),
    N_("a theme cannot be based on {value}; use {known}"),
    N_("{ink} {ink_colour} on {ground} {ground_colour} has a contrast of {ratio}:1; it needs {least}:1"),
    N_("{ground} {ground_colour} looks like plain {plain_colour}; premium squares must stand out"),
)
"""Templates of faults, with names in braces for the values."""

SIZES = (
    N_("has more than {limit} bytes"),
    N_("has more than {limit} characters"),
    N_("needs more than {limit} bytes of memory to unpack"),
    N_("has a line of more than {limit} characters"),
    N_("has more than {limit} accents on one letter"),
    N_("has more than {limit} words"),
    N_("has more than {limit} events"),
    N_("has more than {limit} tiles"),
    N_("has more than {limit} squares"),
    N_("has more than {limit} languages"),
    N_("has more than {limit} players"),
    N_("has a name of more than {limit} characters"),
    N_("is nested more than {limit} levels deep"),
    N_("has a number of more than {limit} digits"),
    N_("has a key or number of more than {limit} characters"),
    N_("has a key of more than {limit} parts"),
)
"""Messages for the `engine.errors.Size` of files that are too large."""

_WHOLE = (
    N_("the board has no free square that the first word could start on"),
    N_("the variant has too few tiles for one rack"),
    N_("the variant has points and factors that make scores too large to compute"),
)
"""Faults whose templates quote a reason from elsewhere, as complete sentences."""


def fault_text(fault: Fault, texts: Texts) -> str:
    """A fault in the language of `texts`; in English without a template, or if the reason is another program's."""
    if fault.reason in _WHOLE:
        return texts.gettext(fault.reason)
    if fault.form in SIZES:
        return texts.gettext(fault.form, limit=texts.number(int(str(dict(fault.facts)["limit"]))))
    return texts.gettext(fault.form, **dict(fault.facts)) if fault.form else fault.reason
