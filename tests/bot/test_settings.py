"""Settings from the environment and the file, and the table of limits that an operator changes with one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.limits import COUNTED, LIMITS, SPANS, Bound, Limit, Per, limit_name, read_limits, scopes_of
from bot.settings import PORT, Settings, SettingsError, ShardRange, default_folder
from tests.support.sentences import said


def test_without_anything_there_are_defaults() -> None:
    """There is no token; the folder is the user's data folder, and the addresses are Discord's."""
    settings = Settings.from_environment({})
    assert settings.token is None
    assert settings.folder == default_folder()
    assert settings.database_url == f"sqlite+aiosqlite:///{default_folder() / 'tilewright.db'}"
    assert (settings.api, settings.gateway, settings.cdn, settings.port, settings.log) == (
        None,
        None,
        None,
        PORT,
        "info",
    )


def test_the_environment_comes_before_the_file() -> None:
    """Each setting comes from where it is given; empty ones count as not given."""
    toml = 'token = "from-file"\nport = 1000\nlog = "debug"\ndata = "/var/tw"'
    environ = {"DISCORD_TOKEN": "Bot abc.def", "TILEWRIGHT_PORT": "2000", "TILEWRIGHT_LOG": "", "PATH": "/bin"}
    settings = Settings.from_environment(environ, toml)
    assert (settings.token, settings.port, settings.log) == ("abc.def", 2000, "debug")
    assert settings.folder == Path("/var/tw")
    assert settings.database_url == "sqlite+aiosqlite:////var/tw/tilewright.db"


def test_addresses_are_taken_as_given() -> None:
    """This is for proxies and compatible servers; a slash at the end does not matter."""
    environ = {
        "TILEWRIGHT_DISCORD_API": "http://127.0.0.1:9/api/v10/",
        "TILEWRIGHT_DISCORD_GATEWAY": "ws://127.0.0.1:9",
        "TILEWRIGHT_DISCORD_CDN": "https://cdn.example",
        "TILEWRIGHT_DATABASE_URL": "postgresql+asyncpg://me@db/games",
    }
    settings = Settings.from_environment(environ)
    assert settings.api == "http://127.0.0.1:9/api/v10"
    assert (settings.gateway, settings.cdn) == ("ws://127.0.0.1:9", "https://cdn.example")
    assert settings.database_url == "postgresql+asyncpg://me@db/games"


@pytest.mark.parametrize(
    ("environ", "toml", "name"),
    [
        ({"TILEWRIGHT_PORT": "eighty"}, "", "TILEWRIGHT_PORT"),
        ({"TILEWRIGHT_PORT": "70000"}, "", "TILEWRIGHT_PORT"),
        ({"TILEWRIGHT_PORT": "²"}, "", "TILEWRIGHT_PORT"),
        ({"TILEWRIGHT_LOG": "loud"}, "", "TILEWRIGHT_LOG"),
        ({"TILEWRIGHT_DATABASE_URL": "games.db"}, "", "TILEWRIGHT_DATABASE_URL"),
        ({"TILEWRIGHT_DATABASE_URL": "postgresql://me@db/games"}, "", "TILEWRIGHT_DATABASE_URL"),
        ({"TILEWRIGHT_DATABASE_URL": "mysql+aiomysql://me@db/games"}, "", "TILEWRIGHT_DATABASE_URL"),
        ({"TILEWRIGHT_DATABASE_URL": "sqlite+aiosqlite://"}, "", "TILEWRIGHT_DATABASE_URL"),
        ({"TILEWRIGHT_DATABASE_URL": "sqlite+aiosqlite:///:memory:"}, "", "TILEWRIGHT_DATABASE_URL"),
        ({"TILEWRIGHT_DISCORD_API": "ftp://x"}, "", "TILEWRIGHT_DISCORD_API"),
        ({"TILEWRIGHT_DISCORD_GATEWAY": "http://x"}, "", "TILEWRIGHT_DISCORD_GATEWAY"),
        ({"TILEWRIGHT_DISCORD_API": "http://[a]"}, "", "TILEWRIGHT_DISCORD_API"),
        ({"TILEWRIGHT_DISCORD_API": "http://[::1"}, "", "TILEWRIGHT_DISCORD_API"),
        ({"TILEWRIGHT_DISCORD_CDN": "http://a:b"}, "", "TILEWRIGHT_DISCORD_CDN"),
        ({"TILEWRIGHT_DISCORD_CDN": "http://a:99999"}, "", "TILEWRIGHT_DISCORD_CDN"),
        ({"TILEWRIGHT_DISCORD_CDN": "http://:80"}, "", "TILEWRIGHT_DISCORD_CDN"),
        ({"TILEWRIGHT_DISCORD_CDN": "http://a\nb"}, "", "TILEWRIGHT_DISCORD_CDN"),
        ({"TILEWRIGHT_DISCORD_GATEWAY": "wss://"}, "", "TILEWRIGHT_DISCORD_GATEWAY"),
        ({"TILEWRIGHT_DATABASE_URL": "postgresql+asyncpg://me@[a]/games"}, "", "TILEWRIGHT_DATABASE_URL"),
        ({"TILEWRIGHT_DATABASE_URL": "postgresql+asyncpg://me@db:x/games"}, "", "TILEWRIGHT_DATABASE_URL"),
        ({"TILEWRIGHT_DATABASE_URL": "//[a"}, "", "TILEWRIGHT_DATABASE_URL"),
        ({"TILEWRIGHT_DATA": "~nobody-at-all/games"}, "", "TILEWRIGHT_DATA"),
        ({"TILEWRIGHT_DATA": "a\0b"}, "", "TILEWRIGHT_DATA"),
        ({"TILEWRIGHT_PORT": "9" * 5000}, "", "TILEWRIGHT_PORT"),
        ({"TILEWRIGHT_LOBBY_HOURS": "9" * 5000}, "", "TILEWRIGHT_LOBBY_HOURS"),
        ({"DISCORD_TOKEN": "two words"}, "", "DISCORD_TOKEN"),
        ({}, "port = " + "[" * 5000, "tilewright.toml"),
        ({}, "port = " + "9" * 5000, "tilewright.toml"),
        ({}, "port = 0x" + "9" * 5000, "port"),
        ({}, "token = true", "token"),
        ({}, "port = = 1", "tilewright.toml"),
        ({}, "colour = 1", "tilewright.toml"),
        ({}, "port = [1]", "port"),
        ({}, 'log = "loud"', "log"),
    ],
)
def test_what_cannot_be_used_is_named(environ: dict[str, str], toml: str, name: str) -> None:
    """The error gives the variable or key and what it should be, but never the token itself."""
    with pytest.raises(SettingsError) as refusal:
        Settings.from_environment(environ, toml)
    assert refusal.value.name == name
    assert str(refusal.value).startswith(name)
    assert "two words" not in str(refusal.value)
    assert len(str(refusal.value)) < 300


def test_addresses_of_databases_may_leave_much_out() -> None:
    """A server on this machine by its socket, a folder by a path that starts at home."""
    for url in ("postgresql+asyncpg:///games", "postgresql+asyncpg://me:pa%5Bss@[::1]:5433/games?ssl=require"):
        assert Settings.from_environment({"TILEWRIGHT_DATABASE_URL": url}).database_url == url
    assert Settings.from_environment({"TILEWRIGHT_DATA": "~/games"}).folder == Path.home() / "games"


def test_secrets_do_not_show_in_the_text_form() -> None:
    """Settings logged by mistake show no token and no key."""
    shown = repr(Settings.from_environment({"DISCORD_TOKEN": "s3cret", "TILEWRIGHT_SAVE_KEY": "k3y" * 6}))
    assert "s3cret" not in shown
    assert "k3y" not in shown


def test_X10_shards_are_shared_or_chosen_by_hand() -> None:
    """Without the setting, or with `auto`, the processes share them."""
    read = [Settings.from_environment({"TILEWRIGHT_SHARDS": text}).shards for text in ("", " auto ", "0-3/16", "2/3")]
    assert read == [None, None, ShardRange(0, 3, 16), ShardRange(2, 2, 3)]


@pytest.mark.parametrize("text", ["all", "4", "3-1/16", "0-16/16", "0/0", "-1/3", "0-1/9999999"])
def test_X10_unusable_shards_are_refused(text: str) -> None:
    with pytest.raises(SettingsError, match=re.escape(f"TILEWRIGHT_SHARDS {said('settings.must_be_auto')}")):
        Settings.from_environment({"TILEWRIGHT_SHARDS": text})


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
def test_a_limit_that_cannot_be_used_is_named(text: str, told: str) -> None:
    """The error gives the setting, the entry, and what it should be."""
    with pytest.raises(SettingsError) as refusal:
        Settings.from_environment({"TILEWRIGHT_LIMITS": text})
    assert str(refusal.value).startswith("TILEWRIGHT_LIMITS ")
    assert told in str(refusal.value)
