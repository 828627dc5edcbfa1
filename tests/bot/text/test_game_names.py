"""What games and computer players are called."""

from dataclasses import replace

import pytest

from bot.text import texts_for
from bot.text.games import game_name
from bot.text.levels import with_level
from bot.text.players import computer_names
from bot.text.settings import setting_value
from engine.game import commands as cmd
from engine.game.decision import Context
from engine.game.state import Computer, Person
from engine.model.rules import Rules
from tests.support.games import Table

ENGLISH = texts_for("en")


@pytest.mark.parametrize(
    ("players", "name"),
    [
        ((), "Word game"),
        (("Ada",), "Ada's game"),
        (("Ada", "Bruno"), "Ada v Bruno"),
        (("Ada", "Bruno", "Chloe"), "Ada v Bruno v Chloe"),
        (("Ada", "Bruno", "Chloe", "Deniz"), "Ada v Bruno v Chloe v Deniz"),
        (("Ada", "Bruno", "Chloe", "Deniz", "Eve"), "Ada v Bruno v Chloe and 2 others"),
        (("Ada", "Ada"), "Ada v Ada (2)"),
        (("A" * 32, "B" * 20), "A" * 19 + "… v " + "B" * 20),
    ],
)
def test_a_game_is_called_after_its_players(players: tuple[str, ...], name: str) -> None:
    """Unless it has a name of its own; long names and long lists are bounded."""
    assert game_name("", players, ENGLISH) == name
    assert game_name("Friday", players, ENGLISH) == "Friday"


def test_no_name_of_a_game_is_longer_than_a_menu_shows() -> None:
    """However many players there are, and however long their names."""
    assert len(game_name("", ["x" * 40] * 30, ENGLISH)) <= 100


def test_there_are_thirty_short_names_for_computer_players() -> None:
    """All different, and none of them a person of the playground."""
    names = computer_names(ENGLISH)
    assert len(names) == len({name.casefold() for name in names}) == 30
    assert all(name.isalpha() and 2 < len(name) < 8 for name in names)
    assert not set(names) & {"Ada", "Bruno", "Chloe", "Deniz"}


def test_only_a_computer_player_has_a_level() -> None:
    """It stands after the name."""
    assert with_level("Milo", Computer("computer-1", "Milo", 5), ENGLISH) == "Milo (level 5)"
    assert with_level("Ada", Person("1", "Ada"), ENGLISH) == "Ada"


class _Named(Table):
    """A table with names for its computer players."""

    def context(self) -> Context:
        return replace(super().context(), names=("ADA", "Bruno", "Milo", "Nora"))


def test_K22_a_computer_takes_the_first_name_that_nobody_has() -> None:
    """Not even in other letter case; people keep theirs, and the computer that takes over gets one too."""
    table = _Named(Rules().with_value("on_leave", "computer"))
    table.do(cmd.AddComputer("ada", 3))
    table.start()
    table.do(cmd.Leave("bruno"))
    assert sorted(seat.player.name for seat in table.game.seats) == ["Ada", "Milo", "Nora"]


def test_settings_name_dictionaries_as_players_know_them() -> None:
    """`English`, not `english`; a list that a server has made keeps its name."""
    assert [setting_value("lexicon", name, ENGLISH) for name in ("english", "my words")] == ["English", "my words"]
