"""The standings of a season as a file."""

from __future__ import annotations

import csv
import io

from bot.features.leagues.standings import standings
from bot.features.leagues.values import League

COLUMNS = ("place", "points", "spread", "games", "wins", "ties", "losses", "scored", "against", "bingos", "best_turn")
FURTHER = ("best_game", "missed", "best", "worst")


def table(one: League) -> bytes:
    """The standings of all divisions, a player a row."""
    written = io.StringIO()
    rows = csv.writer(written, lineterminator="\n")
    rows.writerow(("division", "name", *COLUMNS, *FURTHER))
    for number in one.divisions:
        for row in standings(*one.division(number), settled=not one.playing):
            facts = [getattr(row, name) for name in (*COLUMNS, *FURTHER)]
            rows.writerow((number, _cell(one.name_of(row.person)), *facts))
    return written.getvalue().encode()


def _cell(name: str) -> str:
    """A name that no spreadsheet takes for a formula."""
    return f"'{name}" if name.lstrip()[:1] in ("=", "+", "-", "@") else name
