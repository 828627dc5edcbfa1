"""The order of a rack (ledger C13): each player's own, kept through draws."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest

from bot.front.board.racks import kept_order, own_order
from bot.store.people import PeopleStore
from engine.errors import MalformedText
from engine.game.views import seat_view
from engine.model.tiles import Tile, Tiles
from engine.play.notation import list_tiles
from tests.support.games import STANDARD, Table, rack, tiles
from tests.support.playground import DM
from tests.support.ruled import begun
from tests.support.running import ask, board, gathered


def order(held: str, before: str) -> str:
    """The new order of a rack whose tiles were in the order `before`."""
    laid = kept_order(tiles(held), list_tiles(before, STANDARD, Tiles()), STANDARD)
    return "".join(tile.letter or "?" for tile in laid)


@pytest.mark.parametrize(
    ("held", "before", "after"),
    [
        ("AEINRST", "RETINAS", "RETINAS"),
        ("AEINRST", "", "AEINRST"),
        ("AEIXZST", "RETINAS", "ETIASXZ"),
        ("EEER", "RE", "REEE"),
        ("QZ?", "?", "?QZ"),
        ("AB", "XYZ", "AB"),
    ],
)
def test_C13_tiles_keep_their_places_and_new_ones_come_last(held: str, before: str, after: str) -> None:
    """Played tiles leave no gap; new ones are in alphabetical order, a blank last."""
    assert order(held, before) == after


class Laid:
    """Stores a single order."""

    def __init__(self, order: str) -> None:
        self.order = list_tiles(order, STANDARD, Tiles())

    async def rack_order(self, _game: str, _player: str) -> tuple[Tile, ...]:
        """The stored order."""
        return self.order

    async def keep_rack_order(self, _game: str, _player: str, tiles: tuple[Tile, ...]) -> None:
        """Store another order."""
        self.order = tiles


async def test_C13_new_tiles_come_after_those_of_the_draw_before() -> None:
    """Z was drawn before A and B; tiles of an undone play return to their places."""
    view, laid = seat_view(Table().start().game, 0), Laid("SDOGCAT")
    shown = []
    for held in ("SDOG", "SDOGCAT", "SDOGEXZ", "SDOGZAB"):
        found = await own_order(cast("PeopleStore", laid), "g", replace(view, rack=rack(held)))
        shown.append("".join(tile.letter for tile in found))
    assert shown == ["SDOG", "SDOGCAT", "SDOGEXZ", "SDOGZAB"]


def test_C13_letters_can_be_typed_in_any_order() -> None:
    """With blanks, points and spaces; anything that is not a letter is refused."""
    assert list_tiles("R E ?", STANDARD, Tiles()) == (Tile("R", 1), Tile("E", 1), Tile("", 0))
    with pytest.raises(MalformedText):
        list_tiles("R3", STANDARD, Tiles())


async def test_C13_in_the_bot_tiles_lie_as_they_were_put(tmp_path: Path) -> None:
    """By letters or a button, and in the direct message after the move; sorting discards the order."""
    async with gathered(tmp_path, "TAC", "SOD", "GE", letters="CATSODGENNN", rack_size=3) as (stage, ada, bruno):
        first = await begun((ada, bruno), "undo off")
        await ask(ada, "/rack", "`A C T`")
        await ask(ada, "/rack order:TAC", "`T A C`")
        await ask(ada, "/rack", "`T A C`")
        await ask(ada, "/rack order:c", "`C T A`")
        await ask(ada, "/rack order:CAT", "`C A T`")
        await ask(ada, "/rack order:TX", "X")
        await ask(bruno, "/rack", "`D O S`")
        await ada.command("/play move:8H AT")
        await board(bruno, after=first)
        await ada.wait_message("`C E G`", DM)
        await ask(ada, "/rack order:GC", "`G C E`")
        await stage.restart()
        await ask(ada, "/rack", "`G C E`")
        await ask(ada, "/rack order:sort", "`C E G`")
        assert [one["value"] for one in await ada.autocomplete("/rack order:")] == ["sort", "shuffle", "vowels"]


@pytest.mark.gate
async def test_C13_in_the_bot_a_shuffle_is_remembered(tmp_path: Path) -> None:
    """The rack keeps the button's order the next time it is shown."""
    async with gathered(tmp_path, "CATSDOG", letters="CATSDOGEEEEEEEE", people=("Ada",)) as (_, ada):
        await begun((ada,))
        for _ in range(3):
            shown = await ask(ada, "/rack order:shuffle", "Your tiles")
            letters = next(line for line in str(shown).split("`") if line.count(" ") == 6 and len(line) == 13)
            await ask(ada, "/rack", f"`{letters}`")
