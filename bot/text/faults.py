"""Faults in a variant file, in words: the templates that the reader of such files uses, and their values."""

from __future__ import annotations

from bot.text.texts import N_, Texts
from engine.errors import Fault

FORMS = (
    N_("{key} is a text in quotation marks, not {value}"),
    N_("{key} is missing"),
    N_("{key} is a whole number, not {value}"),
    N_("{key} is {low} to {high}, not {value}"),
    N_("the table {table} is missing"),
    N_("{key} is a table, not {value}"),
    N_("{key} is not known here; is {meant} meant?"),
    N_("{key} is not known here; there are {known}"),
    N_("no word of two letters fits on the start"),
    N_("blocked is true or false, not {value}"),
    N_("the board is {width} x {height}; sides are 1 to {most} squares"),
    N_("the start {value} is no cell like 8H, no row like 8 and no column like H"),
    N_("the start {value} lies outside the board"),
    N_("the board {reason}"),
    N_("a sign of the key is one character, not {value}"),
    N_("a blocked square takes no tile, so that it has no factors and no points"),
    N_("row {row} has {count} squares, the first row {width}"),
    N_("a square is written {{ letter = 2 }}, not {value}"),
    N_("{value} in row {row}, column {column} is not in the key"),
    N_("a name is up to 32 of a-z, 0-9, - and _, not {value}"),
    N_("about is one line of up to {most} characters"),
    N_("there is no language"),
    N_("{key} are for 1 to {most} tiles, not {value}"),
    N_("a colour is written #rrggbb, not {value}"),
    N_("a language is a code such as en, not {value}"),
    N_("the variant {reason}"),
    N_("is not TOML: {reason}"),
    N_("is not TOML: it holds a value that no variant has"),
    N_("an alphabet has 1 to {most} letters, not {count}"),
    N_("a letter has up to {most} forms, not as many as in {value}"),
    N_("a form of a letter is missing in {value}"),
    N_("{form} cannot stand for a letter: {signs} means something in moves"),
    N_("{value} is not of the form A9/1: letter, number of tiles, slash, points"),
    N_("{letter} in {value} is no letter of the alphabet"),
    N_("{value}: there are 1 to {most} tiles of a kind, not {count}"),
    N_("{form} stands for two letters"),
    N_("{form} cannot stand for a letter: it has up to {most} printed characters"),
    N_("{value}: points are {low} to {high}, not {points}"),
    N_("with {value} there are more than {most} tiles"),
)
"""Templates of faults, with names in braces for the values."""

SIZES = (
    N_("has more than {limit} bytes"),
    N_("has more than {limit} characters"),
    N_("needs more than {limit} bytes of memory to be unpacked"),
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
    """A fault in a language; in English if it has no template, or if its reason comes from another program."""
    if fault.reason in _WHOLE:
        return texts.gettext(fault.reason)
    if fault.form in SIZES:
        return texts.gettext(fault.form, limit=texts.number(int(str(dict(fault.facts)["limit"]))))
    return texts.gettext(fault.form, **dict(fault.facts)) if fault.form else fault.reason
