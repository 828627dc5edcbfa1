"""Tournaments as files: TSH's `.t` file, CSV and JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable

from bot.competitions.results import BYE, WIN
from bot.competitions.text import file_name as named
from bot.model.drawn import legible
from bot.pairing.draws import was_played
from bot.pairing.standings import table as table_of
from bot.pairing.values import Entrant, Pairing, Tournament
from bot.text.tables import spreadsheet

FORMATS = ("tsh", "csv", "json")
ENDINGS = {"tsh": "t"}
"""How names of files end that do not end with their format."""


def file_name(one: Tournament, kind: str) -> str:
    """What the file of a tournament is called: as the tournament, if it has a name of letters or digits."""
    return named(one.name, f"tournament-{one.number}", f".{ENDINGS.get(kind, kind)}")


def export(one: Tournament, kind: str) -> bytes:
    """A tournament as a file of a kind in `FORMATS`."""
    make = {"tsh": tsh, "csv": table, "json": data}
    return make[kind](one).encode("utf-8", "replace")


def tsh(one: Tournament) -> str:
    """A line for each player: name, rating, opponents by their lines (0 for a bye), scores; then who began.

    What was not played is a bye, of 50 for whoever has won it, of -50 for whoever has lost it, of 0 for neither. Of
    several boards in a round, as where a game breaks a tie, the file has the last.

    TSH writes a comma behind the surname, and a name of Discord has none.
    """
    lines = {entrant.number: line for line, entrant in enumerate(one.entrants, 1)}
    played = {(board.round, number): board for board in one.counted for number in board.players}
    rounds = range(1, one.begun + 1)
    return "".join(
        _tsh_line(entrant, [played.get((number, entrant.number)) for number in rounds], lines)
        for entrant in one.entrants
    )


def _tsh_line(entrant: Entrant, boards: Iterable[Pairing | None], lines: dict[int, int]) -> str:
    opponents, scores, begins = [], [], []
    for board in boards:
        own = 0 if board is None or board.first == entrant.number else 1
        other = next((n for n in board.players if n != entrant.number), None) if board and was_played(board) else None
        opponents.append(lines.get(other, 0) if other is not None else 0)
        begins.append(0 if other is None else own + 1)
        scores.append(_score(board, own) if board else 0)
    name = f"{_plain(entrant.name)},"
    facts = f"{name:<24} {entrant.rating:>4} {_row(opponents)}; {_row(scores)}; p12 {_row(begins)}"
    return facts + ("; off 0\n" if entrant.dropped else "\n")


def _score(board: Pairing, own: int) -> int:
    if board.points is None:
        return 0
    if board.forfeit:
        return BYE if board.points[own] > board.points[1 - own] else -BYE
    return board.points[own]


def _row(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))


def _plain(name: str) -> str:
    """A name without what separates fields or lines, and without digits, which begin the rating."""
    kept = "".join(" " if one in ";,#" or one.isdigit() or not one.isprintable() else one for one in legible(name))
    return " ".join(kept.split()) or "Player"


def table(one: Tournament) -> str:
    """The standings, a player a row."""
    rows = (
        (row.place, who.name, who.rating, row.score / WIN, row.lost / WIN, row.spread, int(who.dropped))
        for row in table_of(one)
        for who in (row.entrant,)
    )
    return spreadsheet([("place", "name", "rating", "wins", "losses", "spread", "dropped"), *rows])


def data(one: Tournament) -> str:
    """Players and boards, everything that directors know."""
    names = {entrant.number: entrant.name for entrant in one.entrants}
    players = [
        {"name": row.entrant.name, "rating": row.entrant.rating, "place": row.place, "spread": row.spread}
        | {"wins": row.score / WIN, "losses": row.lost / WIN, "dropped": row.entrant.dropped}
        for row in table_of(one)
    ]
    boards = [
        {"round": board.round, "board": board.board, "first": names[board.first], "game": board.game}
        | {"second": names.get(board.second or 0), "points": board.points, "forfeit": board.forfeit}
        | ({"ruling": board.ruling.value} if board.ruling else {})
        for board in one.counted
    ]
    facts = {"name": one.name, "format": one.plan.format.value, "rounds": one.plan.rounds, "state": one.state.value}
    return json.dumps(facts | {"players": players, "boards": boards}, ensure_ascii=False, indent=1) + "\n"
