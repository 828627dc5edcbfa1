"""One way to say: sentences for people are worded in `bot/text` and in the words of features, nowhere else."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from tests.support.catalogues import template

ROOT = Path(__file__).parents[3]
TEXT = ("text.py", "profiletext.py", "receipts.py", "refusals.py")
"""The words of a feature, and what it refuses."""
ROOMS = tuple(ROOT / "bot" / room for room in ("competitions", "features", "front", "pairing"))
LOOKS_UP = "speech.py"
"""Words nothing: it hands to the catalogues what commands declare as their names."""

WORDING = {"gettext", "ngettext", "pgettext", "npgettext", "N_", "NP_"}
FORMS = {"InputForm"}
CONTROLS = FORMS | {"Button", "_button", "Link", "Menu", "Option", "RoleMenu", "PersonMenu"}
"""What has a label, which is easier to read beside it."""


def called(node: ast.AST) -> str:
    """The name of the function that a node calls; empty for anything else."""
    match node:
        case ast.Call(func=ast.Name(id=name)) | ast.Call(func=ast.Attribute(attr=name)):
            return name
    return ""


def labels(node: ast.AST) -> Iterator[ast.AST]:
    """The texts that a control has as its labels; of a label that depends on something, each."""
    for one in ast.iter_child_nodes(node):
        yield from labels(one) if isinstance(one, ast.IfExp) else (one,)


@cache
def modules() -> Mapping[Path, ast.Module]:
    """Those modules that word anything."""
    paths = [path for room in ("bot", "engine") for path in sorted((ROOT / room).rglob("*.py"))]
    assert len(paths) > 100
    texts = {path: path.read_text(encoding="utf-8") for path in paths}
    return {path: ast.parse(text) for path, text in texts.items() if any(f"{one}(" in text for one in WORDING)}


def worded(tree: ast.Module) -> list[int]:
    """The lines of a module that word a sentence: all but labels, or if it acts on a request, those of forms."""
    found, fine = list[ast.Call](), set[ast.AST]()
    for part in tree.body:
        nodes = list(ast.walk(part))
        kinds = FORMS if acts(nodes) else CONTROLS
        calls = [(node, called(node)) for node in nodes if isinstance(node, ast.Call)]
        fine.update(one for node, name in calls if name in kinds for one in labels(node))
        found += [node for node, name in calls if name in WORDING]
    return sorted(node.lineno for node in found if node not in fine)


def acts(nodes: Sequence[ast.AST]) -> bool:
    """Whether a function or class is given a request to act on."""
    given = (node.annotation for node in nodes if isinstance(node, ast.arg) and node.annotation)
    return any(isinstance(one, ast.Name) and one.id == "Request" for one in given)


def test_sentences_are_worded_in_the_text() -> None:
    """Messages only lay out, and actions only act."""
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for path, tree in modules().items()
        if any(path.is_relative_to(room) for room in ROOMS)
        if path.name not in (*TEXT, LOOKS_UP)
        for line in worded(tree)
    ]
    assert found == []


def test_only_labels_stand_beside_their_controls() -> None:
    """Also where one of two is chosen; what acts has only those of its forms."""
    told = lambda source: worded(ast.parse(source))  # noqa: E731
    label = 'Button(id, texts.gettext("Stop") if running else texts.gettext("Start"))\n'
    assert told(label) == []
    assert told(f"def shown(request: Request) -> Button:\n    return {label}") == [2, 2]
    assert told('label = texts.gettext("Stop")\nButton(id, label)') == [1]
    assert told('Button(id, shortened(texts.gettext("Stop")))') == [1]
    form = 'def ask(request: Request) -> InputForm:\n    return InputForm(texts.gettext("Play a word"))\n'
    assert told(form + '_TITLE = N_("Word")') == [3]


def test_no_sentence_hides_in_a_formatted_string() -> None:
    """What extracts sentences for translation does not look there, so it would stay English."""
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path, tree in modules().items()
        for whole in ast.walk(tree)
        if isinstance(whole, ast.JoinedStr)
        for node in ast.walk(whole)
        if called(node) in WORDING
    ]
    assert found == []


NOT_SAID = re.compile(
    r"\b(the tops|of the top|the pairs|moves? ahead|(players|people) are in|(two|three) (players|people) or more"
    r"|(league|tournament) is made|and I mention|I mention the|stand still|I find no words"
    r"|challenges? (of|from|across)|open challenges?|less those of)\b"
)
"""What native readers have stumbled over, with what is said in its place in the table of CONTRIBUTING.md."""


def test_nothing_is_said_that_players_do_not_say() -> None:
    """Clubs have pairings, best moves and planned moves, and what a bot will do is in the future."""
    forms = [form for one in template() for form in ((one.id,) if isinstance(one.id, str) else one.id)]
    assert len(forms) > 3000
    assert not [form for form in forms if NOT_SAID.search(form)]
