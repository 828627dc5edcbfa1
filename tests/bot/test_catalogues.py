"""The catalogues match the code on every version of Python, and Discord accepts the command names in them."""

from __future__ import annotations

import ast
import re
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

import bot
from bot.front.connection import client
from bot.front.speech import CatalogueTranslator
from bot.wiring.bot import ROOMS
from engine.loading import resource_folder
from tests.support.later import at_gate
from tests.support.running import gathered
from tests.tools.catalogues import create, extract, refresh, template, written
from tests.tools.catalogues.__main__ import main
from tests.tools.catalogues.commands import bodies_in, command_faults
from tests.tools.catalogues.template import LIMITS

GERMAN = Path(__file__).parent / "text" / "locale"
REAL = resource_folder("data") / "locale"
CODE = Path(bot.__file__).parent
ENGINE = CODE.parent / "engine"
MARKERS = {"Sentence", "gettext", "ngettext", "pgettext", "N_", "NP_", "says", "counts", "wrong"}
Written = tuple[str | tuple[str, str], str | None]
"""A message, or its singular and plural; and its context."""


@cache
def said_in_code() -> Catalog:
    """All messages in the code, read once: that takes seconds."""
    return extract()


def kept() -> Catalog:
    """The template of the project."""
    with (REAL / "tilewright.pot").open("rb") as file:
        return read_po(file)


@pytest.fixture
def read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The messages in the code are taken from the template, which has the same."""
    monkeypatch.setattr(template, "extract", kept)


@pytest.mark.gate
def test_the_template_is_up_to_date() -> None:
    """If this fails, a text has changed and `python -m tests.tools.catalogues` must be run."""
    assert _messages(kept()) == _messages(said_in_code())


def _messages(catalogue: Catalog) -> set[object]:
    return {(message.id, message.context) for message in catalogue if message.id}


@pytest.mark.soak
def test_the_template_holds_nothing_that_changes_by_itself() -> None:
    """It has no date and no line numbers: two runs give the same bytes."""
    one = written(said_in_code())
    assert one == written(extract())
    assert b"Date" not in one
    assert b'#, python-brace-format\nmsgid "{name} passed."' in one


def test_new_messages_are_carried_over_into_every_language(tmp_path: Path, read_once: None) -> None:
    """A refresh keeps existing translations and adds new messages without a translation."""
    shutil.copytree(GERMAN, tmp_path, dirs_exist_ok=True)
    assert [path.name for path in refresh(tmp_path)] == ["tilewright.pot", "tilewright.po"]
    german = _read(tmp_path)
    assert german.get("{name} passed.").string == "{name} hat gepasst."
    assert german.get("{name} resigned.").string == ""


def test_a_refresh_keeps_what_is_still_said_and_drops_the_rest(tmp_path: Path, read_once: None) -> None:
    """Another place or a new plural marks nothing as fuzzy; what is gone is not kept as a comment."""
    old = Catalog(locale="de")
    old.add("{name} passed.", "{name} passt.", locations=[("bot/elsewhere.py", 7)], user_comments=["said by all"])
    old.add("{name} has passed!", "{name} hat gepasst!")
    old.add(("{name} resigned.", "{name} all resigned."), ("{name} gibt auf.", "Alle geben auf."))
    _write(tmp_path, old)
    refresh(tmp_path)
    text = (tmp_path / "de" / "LC_MESSAGES" / "tilewright.po").read_text(encoding="utf-8")
    german = _read(tmp_path)
    kept = german.get("{name} passed.")
    assert (kept.string, kept.user_comments) == ("{name} passt.", ["said by all"])
    assert ("bot/elsewhere.py", 7) not in kept.locations
    assert german.get("{name} resigned.").string == ""
    assert "fuzzy" not in text
    assert "#~" not in text
    assert "hat gepasst!" not in text
    refresh(tmp_path)
    assert text == (tmp_path / "de" / "LC_MESSAGES" / "tilewright.po").read_text(encoding="utf-8")


@pytest.mark.parametrize(("language", "forms"), [("pl", 3), *at_gate([("it", 2), ("pt_BR", 2)])])
def test_a_new_catalogue_has_every_message_and_the_plural_forms_of_its_language(
    tmp_path: Path, language: str, forms: int, read_once: None
) -> None:
    """Nobody copies a header by hand."""
    place = create(language, tmp_path)
    assert f"nplurals={forms};" in place.read_text(encoding="utf-8")
    with place.open("rb") as file:
        made = read_po(file, locale=language)
    assert _messages(made) == _messages(kept())
    assert not any(any(one.string) for one in made if one.id)


@pytest.mark.parametrize("language", ["tlh", "xx", "de-DE", "German", "../de", ""])
def test_a_catalogue_is_not_begun_for_an_unknown_language(tmp_path: Path, language: str) -> None:
    """The name is that of the folder, so it must be one that the bot will find."""
    with pytest.raises(ValueError, match="no language"):
        create(language, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_catalogue_is_never_begun_again(tmp_path: Path) -> None:
    """What somebody has translated is not overwritten."""
    shutil.copytree(GERMAN, tmp_path, dirs_exist_ok=True)
    with pytest.raises(ValueError, match=r"python -m tests\.tools\.catalogues"):
        create("de", tmp_path)
    assert _read(tmp_path).get("{name} passed.").string == "{name} hat gepasst."


def test_the_command_says_what_is_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    """It fails for a language that it does not know, without a trace."""
    assert main(["new", "xx"]) == 1
    assert "'xx' is no language" in capsys.readouterr().out
    assert main(["check", "xx"]) == 1
    assert "There is no catalogue for 'xx'" in capsys.readouterr().out


def _read(folder: Path) -> Catalog:
    with (folder / "de" / "LC_MESSAGES" / "tilewright.po").open("rb") as file:
        return read_po(file, locale="de")


def _write(folder: Path, catalogue: Catalog) -> None:
    place = folder / "de" / "LC_MESSAGES" / "tilewright.po"
    place.parent.mkdir(parents=True)
    place.write_bytes(written(catalogue))


# --- calls in the code ------------------------------------------------------------------------------------------------


def calls(tree: ast.AST) -> Iterator[ast.Call]:
    """The calls in a syntax tree that name a message."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if name in MARKERS:
                yield node


def message_of(call: ast.Call) -> Written | None:
    """The message in a call, with its plural or context; None if the message is not written there."""
    name = getattr(call.func, "attr", getattr(call.func, "id", ""))
    texts = [one.value for one in call.args if isinstance(one, ast.Constant) and isinstance(one.value, str)]
    match name, texts:
        case ("ngettext" | "counts", [one, many]):
            return (one, many), None
        case ("pgettext" | "NP_", [context, message]):
            return message, context
        case ("gettext" | "N_" | "says" | "Sentence" | "wrong", [message]):
            return message, None
    return None


@pytest.mark.soak
def test_no_message_is_in_an_f_string() -> None:
    """Whether Babel finds it would depend on the version of Python."""
    found = []
    for path in CODE.rglob("*.py"):
        strings = [node for node in ast.walk(ast.parse(path.read_bytes())) if isinstance(node, ast.JoinedStr)]
        found += [f"{path.name}:{call.lineno}" for string in strings for call in calls(string)]
    assert not found


@pytest.mark.soak
def test_every_call_is_extracted_by_its_own_kind() -> None:
    """No plural becomes a singular, no message loses its context, and only messages in the code are extracted."""
    trees = [ast.parse(path.read_bytes()) for folder in (CODE, ENGINE) for path in folder.rglob("*.py")]
    said = {message for tree in trees for message in map(message_of, calls(tree)) if message}
    said |= {message for source in page_sources() for message in messages_of_page(source)}
    asked = {*LIMITS}  # discord.py says what it shows
    commands = {(message, context) for message, context in _messages(said_in_code()) if context in asked}
    assert commands
    assert said | commands == _messages(said_in_code())


PAGE_CALL = re.compile(r'\.([np]?gettext)\(\s*((?:"[^"]*"(?:,\s*|\s*(?=\))))*)')
"""A call of the page's texts: its kind, and the strings it begins with."""


def page_sources() -> Iterator[str]:
    """The scripts of the playground's page."""
    yield from (path.read_text(encoding="utf-8") for path in (CODE / "playground" / "page").glob("*.js"))


def messages_of_page(source: str) -> Iterator[Written]:
    """The messages in a script's calls. Raises `ValueError` for a call that names none."""
    for kind, begun in PAGE_CALL.findall(source):
        texts = re.findall(r'"([^"]*)"', begun)
        match kind, texts:
            case "gettext", [message]:
                yield message, None
            case "ngettext", [one, many]:
                yield (one, many), None
            case "pgettext", [context, message]:
                yield message, context
            case _:
                raise ValueError(f"{kind}({begun}")


def test_the_pages_calls_are_read_by_their_kind() -> None:
    """The test above recognises each kind of call in a script, and one that names no message."""
    script = 't.gettext("a", { b: "c" }), t.ngettext("a", "b", n), t.pgettext(\n"x",\n"y",\n)'
    assert list(messages_of_page(script)) == [("a", None), (("a", "b"), None), ("y", "x")]
    with pytest.raises(ValueError, match="gettext"):
        list(messages_of_page("t.gettext(words)"))


def test_no_message_of_the_page_is_in_a_template() -> None:
    """Babel does not look for calls between backquotes."""
    assert [line for source in page_sources() for line in re.findall(r"`[^`\n]*gettext[^`\n]*`", source)] == []


def test_the_calls_are_read_by_their_kind() -> None:
    """The test above recognises each kind of call."""
    tree = ast.parse('f(t.ngettext("a", "b", sum(1 for _ in c)), t.pgettext("x", "y"), N_("z"), t.gettext(w))')
    assert [message_of(one) for one in calls(tree)] == [(("a", "b"), None), ("y", "x"), ("z", None), None]


def test_a_word_alone_has_a_context() -> None:
    """The translation of an ordinary word, such as `left`, depends on its use."""
    bare = [message for message, context in _messages(kept()) if context is None and isinstance(message, str)]
    assert [message for message in bare if message.isalpha() and message.islower()] == []


# --- commands ---------------------------------------------------------------------------------------------------------


def catalogue(folder: Path, *translations: tuple[str, str, str]) -> Path:
    """A folder with a German catalogue: context, message, translation."""
    german = Catalog(locale="de")
    for context, message, translation in translations:
        german.add(message, translation, context=context or None)
    _write(folder, german)
    return folder


async def test_N11_a_translated_word_does_not_rename_a_command(tmp_path: Path) -> None:
    """`left` is a command and also says what a player did; each has its own translation."""
    words = [("player", "left", "gegangen"), ("", "left", "links"), ("command name", "left", "übrig")]
    said = str(await ROOMS.described(CatalogueTranslator(catalogue(tmp_path, *words))))
    assert "übrig" in said
    assert "gegangen" not in said
    assert "links" not in said


@pytest.mark.parametrize(
    ("context", "message", "translation", "fault"),
    [
        ("command name", "game", "Spielbrett", "de: spielbrett: Command name is invalid"),
        ("command name", "game", "das brett", "de: das brett: Command name is invalid"),
        ("command name", "board", "b" * 33, "Must be between 1 and 32 in length."),
        ("command name", "game", "rack", "de: rack: Application command names must be unique"),
        ("command name", "new", "demo", "de: game demo: Option name already exists"),
        ("option name", "square", "style", "de: game board style: Option name already exists"),
        ("description", "See the board", "d" * 101, "de: game board: Must be between 1 and 100 in length."),
        ("menu entry", "Board as text", "d" * 33, "Must be between 1 and 32 in length."),
        ("choice", "picture", "c" * 101, "Must be between 1 and 100 in length."),
    ],
)
def test_N11_a_name_that_discord_would_refuse_is_a_fault(
    tmp_path: Path, context: str, message: str, translation: str, fault: str
) -> None:
    """The fault is reported before the bot starts with that name."""
    found = command_faults(bodies_in(catalogue(tmp_path, (context, message, translation))))
    assert any(fault.casefold() in one.casefold() for one in found), found


async def test_N11_the_bot_starts_in_english_when_discord_refuses_a_translated_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A catalogue that nobody has checked does not stop people from playing."""
    folder = catalogue(tmp_path / "locale", ("command name", "game", "Spielbrett"), ("command name", "rack", "bank"))
    monkeypatch.setattr(client, "CatalogueTranslator", lambda: CatalogueTranslator(folder))
    async with gathered(tmp_path, people=("Ada",)) as (_, ada):
        assert {"game", "rack"} <= {one["name"] for one in ada.commands}
        assert not any(one["name_localizations"] for one in ada.commands)
        await ada.command("/help")


def test_no_sentence_says_that_there_is_one_in_a_row() -> None:
    """One of something is no row: such counts are told with a colon, which reads well of any number."""
    counted = [message.id[0] for message in kept() if isinstance(message.id, tuple)]
    assert counted
    assert not [singular for singular in counted if "in a row" in singular]
