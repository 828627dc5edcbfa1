"""Tests name the bot's sentences by their keys instead of quoting them, and every key has a message of today."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.catalogues import template
from tests.support.sentences import Message, filled, said, sentences
from tests.tools.sentences import TESTS, likeliest, places, refresh, rooms, used_keys

QUOTES = 20
"""So many strings in the tests may hold four words in a row of a message; more would creep back one by one."""
NO_QUOTES = re.compile(r'^ *""".*?"""$|\bdef \w+', re.MULTILINE | re.DOTALL)
"""Docstrings, and names of functions, which have words in a row."""
AGAIN = "run `python -m tests.tools.catalogues`, then `python -m tests.tools.sentences`"


def test_every_sentence_that_tests_name_is_said_today():
    today, used = places(template()), used_keys()
    named = {f"{room}.{name}": one for room in rooms() for name, one in sentences(room).items()}
    assert not {key: one for key, one in named.items() if one not in today}, AGAIN
    assert not named.keys() - used, AGAIN
    assert len(set(named.values())) == len(named), "two keys have the same message"


def test_tests_quote_hardly_any_sentence():
    fours = {four for message in places(template()) for form in message.forms for four in _fours(form)}
    quotes = [
        f"{file.relative_to(TESTS)}:{line} {text!r}"
        for file in sorted(TESTS.rglob("*.py"))
        if not fours.isdisjoint(_fours(NO_QUOTES.sub("", file.read_text("utf-8"))))  # few need be parsed, which is slow
        for line, text in _strings(file)
        if not text.startswith("/") and not fours.isdisjoint(_fours(text))  # what people type is no quote
    ]
    assert len(quotes) <= QUOTES, "\n".join(["name them with said() of tests/support/sentences.py:", *quotes])


def _fours(text: str) -> Iterator[tuple[str, ...]]:
    """Each four words in a row that no name in braces interrupts."""
    for part in re.split(r"\{[^}\n]*\}", text):
        words = re.findall(r"[a-z']+", part.lower())
        yield from zip(words, words[1:], words[2:], words[3:], strict=False)


def _strings(file: Path) -> Iterator[tuple[int, str]]:
    """The strings in a file but its docstrings."""
    found = list(ast.walk(ast.parse(file.read_text("utf-8"))))
    alone = {id(one.value) for one in found if isinstance(one, ast.Expr)}
    for one in found:
        if isinstance(one, ast.Constant) and isinstance(one.value, str) and id(one) not in alone:
            yield one.lineno, one.value


GREETING = Message(("{name} greets you from {place}. How kind that is!",))
TILES = Message(("{name} drew {count} tile.", "{name} drew {count} tiles."))


@pytest.mark.parametrize(
    ("message", "count", "facts", "expected"),
    [
        (GREETING, None, {"name": "Ada", "place": "Rome"}, "Ada greets you from Rome. How kind that is!"),
        (GREETING, None, {"name": "Ada"}, "Ada greets you from"),
        (GREETING, None, {}, "How kind that is!"),
        (TILES, 1, {"name": "Ada"}, "Ada drew 1 tile."),
        (TILES, 2, {}, "drew 2 tiles"),
        (TILES, None, {"name": "Ada"}, "Ada drew"),
    ],
)
def test_a_sentence_is_filled_or_is_its_longest_part_with_the_facts_given(message, count, facts, expected):
    assert filled(message, count, facts) == expected


@pytest.mark.parametrize("facts", [{"player": "Ada"}, {"name": "Ada", "points": 3}])
def test_an_unknown_fact_is_refused(facts):
    with pytest.raises(LookupError, match="it has no fact"):
        filled(GREETING, None, facts)


def test_facts_with_another_between_them_are_refused():
    with pytest.raises(LookupError, match="no part of it has a, c"):
        filled(Message(("{a} and {b} and {c}",)), None, {"a": "1", "c": "3"})


def test_an_unknown_key_is_refused():
    with pytest.raises(LookupError, match=r"moves\.toml"):
        said("moves." + "none")


def test_a_reworded_message_is_found_in_its_own_file_first():
    near, nearer = Message(("Be greeted, {name}.",)), Message(("Greetings to all of you, {name}!",))
    new = {near: {"status.py"}, nearer: {"puzzles.py"}, Message(("Farewell.",)): {"status.py"}}
    old = Message(("Greetings to all of you, {name}.",))
    assert likeliest(old, new, {"status.py"}) == near
    assert likeliest(old, new, {"board.py"}) == nearer
    assert likeliest(Message(("Nothing like any of them",)), new, {"board.py"}) is None


def test_a_reworded_sentence_keeps_its_key(tmp_path):
    room, (name, old) = next((room, one) for room in rooms() for one in sentences(room).items() if not one[1].forms[1:])
    before, now = template(), template()
    now.delete(old.forms[0], old.context)
    now.add(f"{old.forms[0]} Indeed.", locations=before.get(old.forms[0], old.context).locations, context=old.context)
    assert f"reworded {room}.{name}: " in "\n".join(refresh(now, before, tmp_path))
    assert "Indeed" in (tmp_path / f"{room}.toml").read_text("utf-8")
