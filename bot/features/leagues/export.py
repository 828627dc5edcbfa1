"""The standings of a season as a file."""

from __future__ import annotations

from bot.features.leagues.standings import standings
from bot.features.leagues.values import League
from bot.text.spreadsheets import spreadsheet

COLUMNS = (
    "place", "points", "spread", "games", "wins", "ties", "losses", "scored", "against", "bingos", "best_turn",
    "best_game", "missed", "best", "worst",
)  # fmt: skip


def table(one: League) -> bytes:
    """The standings of all divisions, a player a row."""
    rows = (
        (number, one.name_of(row.person), *(getattr(row, name) for name in COLUMNS))
        for number in one.divisions
        for row in standings(*one.division(number), settled=not one.playing)
    )
    return spreadsheet([("division", "name", *COLUMNS), *rows]).encode()
