"""The table of limits, and the setting with which an operator changes them."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.limits import COUNTED, LIMITS, SPANS, Bound, Limit, Per, limit_name, read_limits, scopes_of
from bot.settings import Settings, SettingsError

CLASS = 30


def test_every_limit_is_in_the_table_for_a_person_and_a_server() -> None:
    """A limit that does not count games is a rate; the default is between the least and the most."""
    assert set(LIMITS) == {limit_name(one, per) for one in Limit for per in scopes_of(one)}
    for limit in Limit:
        together = set() if limit is Limit.AWAY else {Per.SERVER}
        assert {Per.PERSON} | together <= set(scopes_of(limit))
        assert (limit in COUNTED) != (limit in SPANS)
    for name, bound in LIMITS.items():
        assert bound.least <= bound.usual <= bound.most, name


def test_a_class_of_thirty_in_one_channel_has_room() -> None:
    """Each has a lobby, a game, a rematch, some hints a minute and a picture every other second."""
    for name in ("lobbies_per_channel", "lobbies_per_server", "games_per_channel", "games_per_server"):
        assert LIMITS[name].usual >= CLASS
    assert LIMITS["openings_per_server"].usual >= CLASS * 10
    assert LIMITS["hints_per_server"].usual >= CLASS * 60
    assert LIMITS["pictures_per_server"].usual >= CLASS * 30
    assert LIMITS["requests_per_server"].usual >= CLASS * 60
    assert LIMITS["thinking_per_server"].usual >= CLASS * 3 * 60


def test_an_operator_names_numbers_by_the_setting() -> None:
    """A single number is fixed; with two, moderators choose up to the second; limits not named stay as they are."""
    given = {"TILEWRIGHT_LIMITS": " lobbies_per_person=3,games_per_server = 10 .. 50, "}
    limits = Settings.from_environment(given).limits
    assert limits["lobbies_per_person"] == Bound(3, 3)
    assert limits["games_per_server"] == Bound(10, 50)
    assert limits["hints_per_person"] == LIMITS["hints_per_person"]
    assert Settings.from_environment({}).limits == read_limits("") == LIMITS
    assert Settings.from_environment({}, 'limits = "hints_per_person=0"').limits["hints_per_person"].usual == 0


def test_the_documentation_has_the_table() -> None:
    """Each row has the numbers for every person, channel or server counted."""
    lines = (Path(__file__).parents[2] / "bot" / "README.md").read_text(encoding="utf-8").splitlines()
    for limit in Limit:
        row = next(line for line in lines if line.startswith(f"| `{limit.value}`: "))
        cells = [cell.strip() for cell in row.strip("|").split("|")][1:]
        bounds = [LIMITS.get(limit_name(limit, per)) for per in Per]
        assert cells == [f"{bound.usual}, {bound.most}" if bound else "" for bound in bounds], limit


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("lobbies_per_person", "write name=number"),
        ("lobbies_per_person=many", "write name=number"),
        ("lobbies_per_person=-1", "write name=number"),
        ("lobbies_per_person=3 games_per_person=4", "write name=number"),
        ("kittens_per_person=3", "no limit named 'kittens_per_person'; choose from lobbies_per_person, "),
        ("lobbies_per_person=9..3", "must have lobbies_per_person from 1 to 1000000"),
        ("requests_per_person=1", "must have requests_per_person from 30"),
        ("games_per_server=2000000", "must have games_per_server from 1 to 1000000"),
    ],
)
def test_what_cannot_be_used_is_named(text: str, told: str) -> None:
    """The error gives the setting, the entry, and what it should be."""
    with pytest.raises(SettingsError) as refusal:
        Settings.from_environment({"TILEWRIGHT_LIMITS": text})
    assert str(refusal.value).startswith("TILEWRIGHT_LIMITS ")
    assert told in str(refusal.value)
