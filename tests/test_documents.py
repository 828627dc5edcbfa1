"""The documents name only things that exist: paths, modules, names in the code, commands, options and settings."""

from __future__ import annotations

import importlib
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import discord
import pytest
import typer
from babel.messages.pofile import read_po
from discord import app_commands

from bot import cli, monitoring
from bot.front.connection.client import CommandTree
from bot.settings import KEYS
from bot.wiring.bot import ROOMS
from tests.tools.wordlists import __main__ as wordlists

ROOT = Path(__file__).parents[1]
PAGES = (
    "README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "bot/README.md",
    "bot/OPERATING.md",
    "bot/playground/README.md",
    "engine/README.md",
    "data/README.md",
    "tests/README.md",
    "tests/features/README.md",
    *sorted(path.relative_to(ROOT).as_posix() for path in ROOT.glob("bot/features/*/README.md")),
)
FOLDERS = ("engine", "bot", "data", "tests", "assets", ".ci")
OF_OTHERS = frozenset(
    {
        "--build",
        "--check",
        "--checkpoint",
        "--dbname",
        "--plan",
        "--variant",
        "--file",
        "--list",
        "--hypothesis-profile",
        "--format",
        "--idle",
        "--fuzz-inputs",
        "--fuzz-seed",
        "--late",
        "--load-seconds",
        "--load-servers",
        "--fleet-games",
        "--fleet-seconds",
        "--no-owner",
        "--one-core",
        "--now",
        "--pgdata",
        "--rate",
        "--seconds",
        "--servers",
    }
)
"""Options of PostgreSQL, ruff, pytest, docker, systemctl and the tests' own tools."""
WEB_PATHS = frozenset(monitoring.PATHS)
SKIPPED_ROOMS = frozenset({"__pycache__", "page", "_packaged"})

WIDEST_CELL = 200
"""The most characters in a cell of a table: more is read nowhere, and belongs into the page of its subject."""

on_each_page = pytest.mark.parametrize("page", PAGES)


def read(page: str) -> str:
    """A page as text."""
    return (ROOT / page).read_text(encoding="utf-8")


def code(page: str) -> list[str]:
    """The code in a page: between backticks, and each line of its blocks."""
    text = read(page)
    blocks = [line for block in re.findall(r"```\w*\n(.*?)```", text, re.DOTALL) for line in block.splitlines()]
    return [*re.findall(r"`([^`]+)`", re.sub(r"```.*?```", "", text, flags=re.DOTALL)), *blocks]


@cache
def source() -> str:
    """The whole code of the program and of its tests' settings."""
    files = [*ROOT.glob("engine/**/*.py"), *ROOT.glob("bot/**/*.py"), *ROOT.glob("tests/**/*.py")]
    return "\n".join(path.read_text(encoding="utf-8") for path in files if path != Path(__file__))


@pytest.mark.parametrize("page", [page for page in PAGES if page.startswith("bot/")])
def test_cells_are_short(page: str) -> None:
    """Nobody finds a command in a cell of a thousand characters."""
    rows = [line for line in read(page).splitlines() if line.startswith("|")]
    assert not [cell for row in rows for cell in row.split(" | ") if len(cell.strip("| ")) > WIDEST_CELL]


def test_each_feature_with_a_page_is_linked() -> None:
    """Whoever looks up a command finds what its feature does."""
    for page in ROOT.glob("bot/features/*/README.md"):
        assert f"]({page.relative_to(ROOT / 'bot').as_posix()})" in read("bot/README.md")


# --- paths, modules, names --------------------------------------------------------------------------------------------


def heading_anchors(path: Path) -> set[str]:
    """The anchors of a page's headings."""
    headings = re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@on_each_page
def test_links_lead_somewhere(page: str) -> None:
    """Each leads to a file of the repository, and to a heading in it."""
    for link in re.findall(r"\]\(([^)\s]+)\)", read(page)):
        if not link.startswith(("http://", "https://")):
            name, _, anchor = link.partition("#")
            target = (ROOT / page).parent / name if name else ROOT / page
            assert target.exists(), link
            assert not anchor or anchor in heading_anchors(target), link


def paths(page: str) -> Iterator[str]:
    """Every path of the repository that a page names."""
    for text in code(page):
        for word in re.split(r"[\s,;'\"]+", text):
            if word.split("/")[0] in FOLDERS and re.fullmatch(r"[\w./*-]+", word):
                yield word.rstrip("/").partition("::")[0]


@on_each_page
def test_paths_exist(page: str) -> None:
    """Folders, files and patterns of files; a file named alone exists somewhere."""
    for path in paths(page):
        assert list(ROOT.glob(path)), path
    for name in {text for text in code(page) if re.fullmatch(r"\w+\.(py|md)|pyproject\.toml", text)}:
        found = [path for folder in ("engine", "bot", "tests") for path in (ROOT / folder).rglob(name)]
        assert found or (ROOT / name).exists(), name


def resolve(name: str) -> object:
    """A module or an object in it, by its dotted name. Raises `ImportError` or `AttributeError`."""
    module, rest = name, []
    while True:
        try:
            found: object = importlib.import_module(module)
        except ModuleNotFoundError:
            module, _, last = module.rpartition(".")
            if not module:
                raise
            rest.insert(0, last)
        else:
            for one in rest:
                found = getattr(found, one)
            return found


@on_each_page
def test_modules_exist(page: str) -> None:
    """Dotted names, and modules that are run; a package needs a `__main__` for that."""
    for text in code(page):
        for name in re.findall(r"(?<![\w./-])((?:engine|bot|tests)(?:\.[A-Za-z_]\w*)+)(?![\w/-])", text):
            if not name.endswith((".py", ".md")):
                assert resolve(name), name
        for name in re.findall(r"python3? -m (bot[\w.]*|tests[\w.]*|engine[\w.]*)", text):
            module: Any = importlib.import_module(name)
            assert not hasattr(module, "__path__") or (Path(module.__path__[0]) / "__main__.py").exists(), name


def test_names_of_the_code_exist() -> None:
    """Classes, constants and decorators, and functions named before their module."""
    classes = set(re.findall(r"^ *class (\w+)", source(), re.MULTILINE))
    functions = set(re.findall(r"\bdef (\w+)\(", source()))
    values = {
        name
        for names in re.findall(r"^ *([A-Z][\w, ]*)\b[^(\n]*=", source(), re.MULTILINE)
        for name in names.split(", ")
    }
    for text in code("ARCHITECTURE.md"):
        if re.fullmatch(r"[A-Z]\w+", text):
            assert text in classes | values, text
        elif match := re.fullmatch(r"([A-Z]\w+)\.(\w+)", text):
            assert match[1] in classes, text
            assert match[2] in functions, text
        elif match := re.fullmatch(r"@(\w+)", text):
            assert match[1] in functions, text
    for name, path in re.findall(r"`(\w+)`\s+in\s+`((?:bot|engine)/[\w/]+\.py)`", read("ARCHITECTURE.md")):
        assert re.search(rf"\b((def|class) {name}\b|{name}\b.*=)", (ROOT / path).read_text(encoding="utf-8")), name


def rooms(heading: str) -> list[str]:
    """The rooms in the table under a heading of the map."""
    chapter = read("ARCHITECTURE.md").partition(f"{heading}\n")[2].partition("\n#")[0]
    return re.findall(r"^\| `([^`]+)` \|", chapter, re.MULTILINE)


def packages(folder: str) -> set[str]:
    """The packages in a folder."""
    found = (path.parent for path in (ROOT / folder).glob("*/__init__.py"))
    return {path.relative_to(ROOT).as_posix() for path in found if path.name not in SKIPPED_ROOMS}


def test_the_map_lists_every_room_once() -> None:
    """The tables of rooms match the folders."""
    assert sorted(rooms("## Rooms")) == sorted({"engine", "bot"} | packages("engine") | packages("bot"))
    assert sorted(rooms("### Rooms of the front")) == sorted(packages("bot/front"))
    assert sorted(rooms("### Rooms of the services")) == sorted(packages("bot/service"))
    assert sorted(rooms("### Features")) == sorted(packages("bot/features"))


# --- commands ---------------------------------------------------------------------------------------------------------


@cache
def slash_commands() -> dict[str, app_commands.Command[Any, ..., Any]]:
    """The bot's slash commands by their full names."""
    tree = CommandTree(discord.Client(intents=discord.Intents.none()))  # type: ignore[arg-type]
    ROOMS.register(tree)
    found = (one for one in tree.walk_commands() if not isinstance(one, app_commands.Group))
    return {one.qualified_name: one for one in found if isinstance(one, app_commands.Command)}


def check_slash(text: str) -> None:
    """A slash command exists, and so do its options."""
    words = text.removeprefix("/").split()
    names = [name for end in (3, 2, 1) if (name := " ".join(words[:end])) in slash_commands()]
    groups = {name.rsplit(" ", end)[0] for name in slash_commands() for end in (1, 2)}
    assert names or (len(words) < 3 and " ".join(words) in groups), text
    if names:
        options = {parameter.name for parameter in slash_commands()[names[0]].parameters}
        asked = {word.partition(":")[0] for word in words if ":" in word}
        assert asked <= options, text


@on_each_page
def test_slash_commands_exist(page: str) -> None:
    """This includes commands that a row abbreviates, such as `join` after `/game new`."""
    for text in code(page):
        if text.startswith("/") and text not in WEB_PATHS:
            check_slash(text)
    for cell in re.findall(r"^\| (`/[^|]+) \|", read(page), re.MULTILINE):
        group = ""
        for text in re.findall(r"`([^`]+)`", cell):
            if text.startswith("/"):
                group = text.rpartition(" ")[0] or text
            else:
                check_slash(f"{group} {text}")


NAMED_COMMAND = re.compile(r"(?<![\w/.<>}])/([a-z]+(?: [a-z-]+(?![\w:])){0,2}(?: [a-z0-9_]+:[\w{}]+)*)")
"""A slash command in a sentence, with its options."""


def test_slash_commands_in_what_the_bot_says_exist() -> None:
    """Every command in a text can be used: a renamed command is also renamed in hints, errors and help."""
    with (ROOT / "data" / "locale" / "tilewright.pot").open("rb") as file:
        told = [form for message in read_po(file) for form in ([message.id] if message.id else [])]
    texts = [text for form in told for text in ((form,) if isinstance(form, str) else form)]
    named = [found for text in texts for found in NAMED_COMMAND.findall(text)]
    assert len(named) > 40
    for found in named:
        check_slash(f"/{found}")


def test_slash_commands_of_the_playground_page_exist() -> None:
    """Hints on the page name no removed subcommand; other paths with slashes are addresses."""
    groups = {name.partition(" ")[0] for name in slash_commands() if " " in name}
    for path in (ROOT / "bot" / "playground").rglob("*"):
        if path.suffix in (".py", ".js", ".html"):
            for found in NAMED_COMMAND.findall(path.read_text(encoding="utf-8")):
                if found.partition(" ")[0] in groups:
                    check_slash(f"/{found}")


def test_every_slash_command_is_explained() -> None:
    """Each is in the table of commands."""
    table = read("bot/README.md").partition("## Commands\n")[2].partition("\n#")[0]
    told = set()
    for cell in re.findall(r"^\| (`/[^|]+) \|", table, re.MULTILINE):
        group = ""
        for text in re.findall(r"`([^`]+)`", cell):
            group = (text.rpartition(" ")[0] or text) if text.startswith("/") else group
            told.add((text if text.startswith("/") else f"{group} {text}").removeprefix("/"))
    assert told == set(slash_commands())


@cache
def program() -> Any:
    """The command `tilewright`."""
    return typer.main.get_command(cli.build())


def check_program(words: list[str]) -> None:
    """A call of `tilewright` names an existing command and options."""
    command = program()
    for place, word in enumerate(words):
        if not hasattr(command, "commands") or word.startswith("-"):
            words = words[place:]
            break
        assert word in command.commands, words
        command = command.commands[word]
    else:
        words = []
    known = {option for parameter in command.params for option in parameter.opts} | {"--help"}
    assert {word for word in words if word.startswith("--")} <= known, words


@on_each_page
def test_commands_of_the_program_exist(page: str) -> None:
    """With their options; this includes abbreviated ones, such as `build` after `tilewright lexicon list`."""
    for text in code(page):
        if match := re.match(r"tilewright ([a-z].*)", text.replace("\n", " ")):
            check_program(match[1].split())
    for cell in re.findall(r"^\| (`tilewright [^|]+) \|", read(page), re.MULTILINE):
        shown = re.findall(r"`([^`]+)`", cell)
        for text in shown:
            if not text.startswith("tilewright"):
                check_program([*shown[0].split()[1:-1], text])


@on_each_page
def test_options_exist(page: str) -> None:
    """Every option in a page belongs to the program, or to a tool that the page names."""
    programs = (program(), typer.main.get_command(wordlists.app))
    calls = [option for made in programs for one in walk(made) for p in one.params for option in p.opts]
    for text in code(page):
        assert set(re.findall(r"(?<!\S)--[a-z][\w-]+", text)) <= {*calls, *OF_OTHERS}, text
    for option in ("--fuzz-inputs", "--fuzz-seed"):
        assert f'"{option}"' in read("tests/conftest.py")


def walk(command: Any) -> Iterator[Any]:
    """A command and all below it."""
    yield command
    for one in getattr(command, "commands", {}).values():
        yield from walk(one)


# --- settings, commands to copy ---------------------------------------------------------------------------------------


@on_each_page
def test_settings_exist(page: str) -> None:
    """Every variable in a page is a setting, or is read by the tests."""
    for name in re.findall(r"TILEWRIGHT_[A-Z_]*[A-Z]", read(page)):
        assert name in KEYS.values() or f'"{name}"' in source(), name


def test_every_setting_is_explained() -> None:
    """Each environment variable is in the table."""
    table = read("bot/README.md").partition("### Settings\n")[2].partition("\n#")[0]
    told = {name for cell in re.findall(r"^\| (`[^|]+) \|", table, re.MULTILINE) for name in re.findall(r"\w+", cell)}
    assert told == set(KEYS.values())


@pytest.mark.parametrize(("mark", "ends"), [("run", ".venv/bin/tilewright"), ("test", ".venv/bin/pytest -n auto")])
def test_the_two_commands_of_the_first_page_can_be_read(mark: str, ends: str) -> None:
    """The check of a fresh clone runs the commands that the page tells people to type."""
    script = ROOT / ".ci" / "readme_command.py"
    told = subprocess.run([sys.executable, str(script), mark], capture_output=True, text=True, check=True).stdout
    assert told.strip().endswith(ends)
