"""The command line speaks the language of its terminal; answers for programs stay in English."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.cli import language
from bot.cli.language import chosen_language
from bot.text import languages
from tests.bot.cli.conftest import Cli, Put

SPOKEN = sorted(set(languages()) - {"en"})


@pytest.mark.parametrize(
    ("environment", "spoken"),
    [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de_AT@euro"}, "de"),
        ({"LANG": "pt_PT.UTF-8"}, "en"),
        ({"LANG": "xx_YY"}, "en"),
        ({"LANG": "../../etc"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LC_MESSAGES": "de_DE.UTF-8"}, "de"),
        ({"LC_ALL": "C.UTF-8", "LANG": "de_DE.UTF-8"}, "en"),
        ({"LC_ALL": "C", "LANGUAGE": "de"}, "en"),
        ({"LC_ALL": "en_US.UTF-8", "LC_MESSAGES": "de_DE"}, "en"),
        ({"LANG": "fi_FI.UTF-8", "LANGUAGE": "fi:de:en"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "en:de"}, "en"),
        ({"LANG": "de_DE.UTF-8", "TILEWRIGHT_LANGUAGE": "en"}, "en"),
        ({"LC_ALL": "C", "TILEWRIGHT_LANGUAGE": "de-CH"}, "de"),
        ({"LANG": "de_DE.UTF-8", "TILEWRIGHT_LANGUAGE": "klingon"}, "en"),
    ],
)
def test_N11_the_locale_chooses_the_language(environment: dict[str, str], spoken: str) -> None:
    """The nearest that has a catalogue, in the order of other programs; what nobody knows is English."""
    assert chosen_language(environment) == spoken


@pytest.fixture
def called_in(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., str]]:
    """What the command says on standard error in a language, as in a process of its own."""

    def call(one: str, *arguments: str) -> str:
        monkeypatch.setenv("TILEWRIGHT_LANGUAGE", one)
        monkeypatch.setattr(sys, "argv", ["tilewright", *arguments])
        language.texts.cache_clear()
        return cli(*arguments).stderr

    yield call
    language.texts.cache_clear()


@pytest.mark.parametrize("other", SPOKEN)
def test_N11_the_command_answers_in_the_language_but_not_to_a_program(
    other: str, put: Put, called_in: Callable[..., str]
) -> None:
    """`--json` gives the same answer in every locale."""
    words = str(put("words.txt", "CAT\nC4T\n"))
    assert called_in("en", "lexicon", "check", words) != called_in(other, "lexicon", "check", words)
    told = [called_in(one, "moves", "15/15 AB/ 0/0 0", "--json") for one in ("en", other)]
    assert told[0] and told[0] == told[1]


def test_help_loads_neither_texts_nor_the_engine() -> None:
    """It must answer at once."""
    code = (
        "import sys, typer, bot.cli as c; typer.main.get_command(c.build()); slow = 'babel', 'bot.text', 'discord', "
        "'sqlalchemy', 'numpy', 'numba'; print([name for name in slow if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=240, check=True)
    assert done.stdout == "[]\n"


def test_no_sentence_of_the_command_line_is_outside_the_catalogue() -> None:
    """What is echoed or refused comes from a catalogue, or is made of facts alone."""
    assert _bare(Path(language.__file__).parent) == []


def _bare(folder: Path) -> list[str]:
    import ast
    import re

    return [
        f"{path.name}:{node.lineno}: {part}"
        for path in sorted(folder.glob("*.py"))
        for node in ast.walk(ast.parse(path.read_bytes()))
        if isinstance(node, ast.Call) and _called(node) in SHOWING
        for given in node.args[:1]
        for part in _literals(given)
        if re.search(r"[a-z]{2,} [a-z]{2,}", part)
    ]


SHOWING = {"echo", "fail", "waiting", "compiling", "add_task", "confirm"}


def _called(node: Any) -> str:
    return getattr(node.func, "attr", getattr(node.func, "id", ""))


def _literals(node: Any) -> list[str]:
    """The literal texts in an expression, apart from those that a catalogue is asked for."""
    import ast

    if isinstance(node, ast.Call) and _called(node) in {"gettext", "ngettext", "pgettext"}:
        return []
    if isinstance(node, ast.Constant):
        return [node.value] if isinstance(node.value, str) else []
    return [text for child in ast.iter_child_nodes(node) for text in _literals(child)]
