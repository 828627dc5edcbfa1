"""Titles and what belongs to them, in languages that write colons in other ways."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from bot.text import texts_for
from bot.text.option_titles import name_of

BOT = Path(__file__).parents[3] / "bot"


def joined_by_colon(path: Path) -> Iterator[int]:
    """The lines of a module in which two values are joined by a colon in an f-string."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.JoinedStr):
            for before, part, after in zip(node.values, node.values[1:], node.values[2:], strict=False):
                if isinstance(part, ast.Constant) and part.value == ": " and not isinstance(before, ast.Constant):
                    assert after
                    yield node.lineno


def test_french_puts_a_space_before_a_colon() -> None:
    """A space at which no line breaks; a typed title is still found without its explanation."""
    assert texts_for("en").titled("Rule", "on") == "Rule: on"
    assert texts_for("fr").titled("Règle", "oui") == "Règle\u00a0: oui"
    assert name_of(texts_for("fr").titled("Règle", "oui")) == "Règle"


def test_french_puts_a_space_before_a_semicolon() -> None:
    """Nothing, one part and many can be named."""
    parts = ["H8", "I8", "J8"]
    assert [texts_for("en").series(parts[:count]) for count in (0, 1, 3)] == ["", "H8", "H8; I8; J8"]
    assert texts_for("fr").series(parts) == "H8\u202f; I8\u202f; J8"


def test_no_parts_are_joined_by_an_english_semicolon() -> None:
    """Neither in the texts nor in the rooms of the front."""
    modules = (path for room in ("text", "front") for path in (BOT / room).rglob("*.py"))
    assert [str(path) for path in modules if '"; ".join' in path.read_text(encoding="utf-8")] == []


def test_no_title_is_joined_to_its_value_by_an_english_colon() -> None:
    """`Texts.titled` joins them, so that a translation can write the colon as its language does."""
    found = [
        f"{path.relative_to(BOT)}:{line}"
        for folder in ("text", "front")
        for path in sorted((BOT / folder).rglob("*.py"))
        for line in joined_by_colon(path)
    ]
    assert found == []
