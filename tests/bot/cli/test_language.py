"""The command line speaks the language of its terminal; answers for programs stay in English."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog

from bot import cli as command_line
from bot.catalogues import written
from bot.cli import language_of, wording
from bot.cli.usage import LIBRARY, help_texts, translate_help
from bot.cli.wording import CONTEXT, Words, chosen_language, speak, texts
from bot.text import languages
from tests.support.later import later

SPOKEN = sorted(set(languages()) - {"en"})


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Catalogues of German and Brazilian Portuguese, a cache of its own, and English again afterwards."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("LANGUAGE", "")
    for language in ("de", "pt_BR"):
        catalogue = Catalog(locale=language)
        catalogue.add("There is no legal play.", "Kein Zug ist möglich.")
        catalogue.add(("{count} word", "{count} words"), ("ein Wort", "{count} Wörter"))
        catalogue.add("Options", "Optionen")
        catalogue.add("Show the best moves of a position.", "Die besten Züge zeigen.", context=CONTEXT)
        catalogue.add("Show this message and exit.", "Diese Hilfe zeigen.", context=CONTEXT)
        place = tmp_path / "locale" / language / "LC_MESSAGES" / "tilewright.po"
        place.parent.mkdir(parents=True)
        place.write_bytes(written(catalogue))
    yield tmp_path / "locale"
    speak("en")


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de_AT@euro"}, "de"),
        ({"LANG": "pt_BR.UTF-8"}, "pt_BR"),
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
def test_N11_the_locale_chooses_the_language(folder: Path, environment: dict[str, str], language: str) -> None:
    """The nearest that has a catalogue, in the order of other programs; what nobody knows is English."""
    assert chosen_language(environment, folder) == language


def test_N11_answers_for_programs_are_in_english() -> None:
    """`--json` gives the same answer in every locale."""
    assert language_of(["moves", "--json"], {"LANG": "de_DE.UTF-8"}) == "en"


def test_N11_sentences_numbers_and_help_are_in_the_language(folder: Path) -> None:
    """Sentences, plural forms, numbers, help, and what typer says by gettext."""
    import gettext

    speak("de", folder)
    assert texts().gettext("There is no legal play.") == "Kein Zug ist möglich."
    assert texts().ngettext("{count} word", "{count} words", 12345) == "12.345 Wörter"
    assert texts().ngettext("{count} word", "{count} words", 1) == "ein Wort"
    assert (texts().number(1.5, 1), texts().percent(0.1234, 2)) == ("1,5", "12,34\xa0%")
    assert texts().gettext("All well.") == "All well."
    assert gettext.gettext("Options") == "Optionen"
    told = dict.fromkeys(text for _, text in help_texts(translate_help(command_line.in_english())))
    assert {"Die besten Züge zeigen.", "Diese Hilfe zeigen."} <= set(told)
    speak("en", folder)
    assert texts().gettext("There is no legal play.") == "There is no legal play."


def test_N11_an_unusable_catalogue_leaves_english(folder: Path) -> None:
    """A damaged file, or a cache that cannot be written to, stops nobody."""
    (folder / "de" / "LC_MESSAGES" / "tilewright.po").write_bytes(b"\xff\xfe not a catalogue")
    speak("de", folder)
    assert texts().gettext("All well.") == "All well."
    speak("it", folder)
    assert texts().language == "en"


def test_english_numbers_are_as_always() -> None:
    assert (Words().number(1234567), Words().percent(0.5, 2), Words().size(2_500_000)) == (
        "1,234,567",
        "50.00%",
        "2.5 MB",
    )


def test_a_changed_catalogue_is_compiled_anew(folder: Path, tmp_path: Path) -> None:
    """The cache keeps one compiled catalogue of each language."""
    speak("de", folder)
    place = folder / "de" / "LC_MESSAGES" / "tilewright.po"
    place.write_text(place.read_text(encoding="utf-8").replace("Kein Zug", "Kein einziger Zug"), encoding="utf-8")
    speak("de", folder)
    assert texts().gettext("There is no legal play.") == "Kein einziger Zug ist möglich."
    assert len(list((tmp_path / "cache").rglob("*.mo"))) == 1


def test_typer_says_what_the_catalogue_translates() -> None:
    """A message that typer no longer has would be translated in vain."""
    import typer

    source = "".join(path.read_text(encoding="utf-8") for path in Path(typer.__file__).parent.rglob("*.py"))
    assert [one for one in LIBRARY if one not in source] == []


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """The command in a process with these variables and no other that chooses a language."""
    kept = {key: value for key, value in os.environ.items() if key not in ("LANG", "LANGUAGE", "LC_ALL", "LC_MESSAGES")}
    code = "from bot.cli import main; main()"
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        env=kept | environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )


@pytest.mark.parametrize("language", [SPOKEN[0], *later(SPOKEN[1:])])
def test_N11_the_real_command_answers_in_each_language(language: str, tmp_path: Path) -> None:
    """Help has no error in any language, and a program gets English."""
    help_ = run("--help", TILEWRIGHT_LANGUAGE=language, XDG_CACHE_HOME=str(tmp_path), PYTHONIOENCODING="utf-8")
    assert help_.returncode == 0, help_.stderr
    assert "selfplay" in help_.stdout


def test_help_in_english_loads_no_catalogue() -> None:
    """Nor Babel, so that help answers as quickly as without languages."""
    code = (
        "import sys, bot.cli as c; c.speak(c.language_of([], {'LANG': 'en_GB.UTF-8'})); "
        "c.translate_help(c.in_english()); "
        "print([name for name in ('babel', 'bot.text', 'numpy') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=240, check=True)
    assert done.stdout == "[]\n"


def test_no_sentence_of_the_command_line_is_outside_the_catalogue() -> None:
    """What is echoed or refused comes from a catalogue, or is made of facts alone."""
    assert _bare(Path(wording.__file__).parent) == []


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
