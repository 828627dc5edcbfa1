"""The command line speaks the language of its terminal: help, errors, and answers for programs."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, get_type_hints

import pytest

from bot.cli import inputs
from bot.cli.inputs import chosen_language, texts
from bot.features.analysis.text import NoPosition
from bot.settings import KEYS, Settings, SettingsError
from bot.text import languages
from engine.errors import BadData, Fault
from engine.sentences import Sentence
from tests.bot.cli.conftest import Cli, Put
from tests.support import pseudo
from tests.support.later import later
from tests.support.pseudo import ONE

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
        inputs.texts.cache_clear()
        return cli(*arguments).stderr

    yield call
    inputs.texts.cache_clear()


@pytest.mark.parametrize("other", [SPOKEN[0], *later(SPOKEN[1:])])
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
    assert _bare(Path(inputs.__file__).parent) == []


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


ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def made_up_speech(made_up_languages: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The command line in this process speaks a made-up language."""
    monkeypatch.setenv("TILEWRIGHT_LANGUAGE", ONE.code)
    texts.cache_clear()
    yield
    texts.cache_clear()


BAD_SETTINGS = (
    *(
        (key, value)
        for key in ("DISCORD_TOKEN", "TILEWRIGHT_DATA", "TILEWRIGHT_DATABASE_URL")
        for value in ("a \x07 b",)
    ),
    ("TILEWRIGHT_DATA", "~nobody-here/x"),
    ("TILEWRIGHT_DATABASE_URL", "mysql://x"),
    ("TILEWRIGHT_DATABASE_URL", "sqlite+aiosqlite://"),
    ("TILEWRIGHT_DATABASE_URL", "postgresql+asyncpg://h:zzz/x"),
    ("TILEWRIGHT_DATABASE_URL", "postgresql+asyncpg://h:0/x"),
    ("TILEWRIGHT_DISCORD_API", "ftp://x"),
    ("TILEWRIGHT_PORT", "zzz"),
    ("TILEWRIGHT_LOG", "zzz"),
    ("TILEWRIGHT_METRICS", "zzz"),
    ("TILEWRIGHT_METRICS", "127.0.0.1:zzz"),
    ("TILEWRIGHT_LOBBY_HOURS", "zzz"),
    ("TILEWRIGHT_LIMITS", "zzz"),
    ("TILEWRIGHT_LIMITS", "zzz=1"),
    ("TILEWRIGHT_LIMITS", "lobbies_per_person=9..3"),
    ("TILEWRIGHT_SHARDS", "zzz"),
    ("TILEWRIGHT_THINK", "zzz"),
)
BAD_FILES = ("port = = 1", "a = " + "[" * 5000, "zzz = 1", "port = [1]", f"port = {10**9}")


@pytest.mark.parametrize(
    ("environ", "file"), [({key: value}, "") for key, value in BAD_SETTINGS] + [({}, text) for text in BAD_FILES]
)
def test_N11_unusable_settings_are_told_in_the_language(
    environ: dict[str, str], file: str, made_up_speech: None
) -> None:
    """All but the setting's name comes from the catalogue; the facts in a sentence are as they are."""
    with pytest.raises(SettingsError) as refusal:
        Settings.from_environment(environ, file)
    told = inputs.unusable(refusal.value)
    outside = pseudo.outside(told, ONE).strip()
    assert outside in {*KEYS, *KEYS.values(), "tilewright.toml"}
    assert told != outside


def test_sentences_within_sentences_are_told_in_the_language(made_up_speech: None) -> None:
    """The reason of a database within that of the start; what another program says stays as it is."""
    inner = Sentence("is not there")
    told = texts().told(Sentence("the database {path} cannot be used: {reason}", path="a.db", reason=inner))
    assert pseudo.english(told) == "the database a.db cannot be used: is not there"
    assert told.count(ONE.left) == 2
    assert texts().told("disk I/O error") == "disk I/O error"


def sources() -> Iterator[tuple[Path, str]]:
    """The program's modules."""
    code = Path(inputs.__file__).parents[2]  # the installed program, if that is tested
    paths = (path for folder in ("bot", "engine") for path in sorted((code / folder).rglob("*.py")))
    return ((one.relative_to(code), one.read_text(encoding="utf-8")) for one in paths)


def calls(*names: str) -> Iterator[tuple[Path, ast.Call]]:
    """The calls of these in the program. Few modules have any, and all of them together are slow to parse."""
    any_of = re.compile(rf"\b(?:{'|'.join(names)})\(")
    for path, text in sources():
        for node in ast.walk(ast.parse(text)) if any_of.search(text) else ():
            if isinstance(node, ast.Call) and called(node) in names:
                yield path, node


def about_data() -> set[str]:
    """The names of the errors about data, whichever readers define them."""
    classes = [one for _, text in sources() for one in re.findall(r"^class (\w+)\(([^)]*)\):", text, re.MULTILINE)]
    names = {"BadData"}
    for _ in range(3):  # as often as they derive from each other
        names |= {name for name, bases in classes if names & set(re.split(r"\W+", bases))}
    return names


TOLD = {
    "SettingsError": 1,
    "StartFailed": 0,
    "ShardsRefused": 0,
    "LimitsRefused": 0,
    "DatabaseUnusable": 1,
    "DatabaseNewer": 1,
    "KeyUnusable": 1,
    "NoPosition": 0,
    "Fault": 2,
}
"""The errors that reach people with a reason, and the place of that among their arguments; for those about data, 1."""


def test_every_reason_can_be_translated() -> None:
    """An error that reaches people has a `Sentence` where it is raised, never a bare text."""
    data = about_data()
    assert {"BadWord", "BadGraph", "MalformedCgp", "MalformedGcg", "TooLarge", "LexiconMissing"} <= data
    places = {**TOLD, **dict.fromkeys(data, 1)}
    bare = [
        f"{path}:{node.lineno}"
        for path, node in calls(*places)
        if any(map(is_bare, node.args[places[called(node)] :][:1]))
    ]
    assert bare == []


def is_bare(argument: ast.expr) -> bool:
    return isinstance(argument, ast.Constant | ast.JoinedStr | ast.BoolOp | ast.IfExp)


def test_the_types_of_reasons_are_sentences() -> None:
    """So the type checker refuses a bare text that comes from elsewhere than where the error is raised."""
    for kind in (BadData, Fault, NoPosition):
        assert get_type_hints(kind)["reason"] is Sentence


MADE_FROM_PARTS = ("engine/errors.py", "bot/service/sandbox/reports.py")
"""Where sentences are made of a form that is elsewhere in the code."""


def test_every_sentence_is_written_where_the_catalogues_find_it() -> None:
    """Its form is one literal text, or the argument `form` of a call that they know: no other is ever translated."""
    found = [
        f"{path}:{node.lineno}"
        for path, node in calls("Sentence", "Internal")
        if path.as_posix() not in MADE_FROM_PARTS
        if not (node.args and (isinstance(node.args[0], ast.Constant) or ast.unparse(node.args[0]) == "form"))
    ]
    assert found == []


def called(node: ast.Call) -> str:
    return getattr(node.func, "attr", getattr(node.func, "id", ""))


def broken_files(folder: Path) -> Iterator[tuple[str, ...]]:
    """Call with files, positions and names that cannot be used, one for each kind."""
    files = {
        "zzz.gcg": b"#player1 A A\n#player2 B B\n>A: AB 8H A1B +8 8\n",
        "zzz.json": b'{"format": "tilewright-game", "version": 99}',
        "zzz.toml": b"name = 'zzz'\nrack_size = 99\n",
        "zzz.txt": b"CAT\nC4T\n",
        "zzz.kwg": bytes(7),
        "zzz.xz": b"\xfd7zXZ\0" + b"9" * 80,
    }
    for name, data in files.items():
        (folder / name).write_bytes(data)
    place = {name.rpartition(".")[2]: str(folder / name) for name in files}
    yield ("replay", place["gcg"])
    yield ("replay", place["json"])
    yield ("variant", "check", place["toml"])
    yield ("variant", "import-cardwords", *[place["txt"]] * 4)
    yield from (("lexicon", "check", place[kind]) for kind in ("txt", "kwg", "xz"))
    yield ("lexicon", "check", "ZZZ")
    yield ("moves", "15/15 / 0/0 0")
    yield ("moves", "15/15", "--variant", "ZZZ")
    yield ("selfplay", "--levels", "99")
    yield ("variant", "show", "standard:zz")


def test_N11_broken_files_are_refused_in_the_language(cli: Cli, tmp_path: Path, made_up_speech: None) -> None:
    """Nothing but the names of files stands outside the marks of the made-up language, places and lines included."""
    refused = {call: cli(*call) for call in broken_files(tmp_path)}
    assert {one.exit_code for one in refused.values()} == {2}
    kept = re.compile(r"tilewright|\bzzz\.\w+|ZZZ|standard|--levels")
    told = {call: pseudo.outside(one.output, ONE) for call, one in refused.items()}
    found = {call: left for call, text in told.items() if (left := kept.sub("", text).strip(" :\n"))}
    assert found == {}
