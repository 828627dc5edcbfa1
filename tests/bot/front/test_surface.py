"""The commands that people see: few, under the names that they look for, with the rights that each action ever had."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from bot.front.components.buttons import Rights
from bot.playground.commands import SIZE_LIMIT, size
from bot.service.rights import Right
from bot.text import texts_for
from bot.text.texts import languages
from bot.wiring.bot import ROOMS
from tests.bot.front.test_registry import all_commands, command_rows
from tests.tools.catalogues.commands import bodies_in
from tests.tools.commands import Body, lines, shown

GOLDEN = Path(__file__).parents[2] / "golden"
SEEN = {
    *("play", "rack", "try", "hint", "move", "game", "join", "leave", "puzzle", "together", "open", "help"),
    *("tournament", "league", "review", "stats", "leaderboard", "word", "settings"),
}
FORMER = {
    "seek": "seeks",
    "duplicate": "duplicate",
    "analyze": "analysis",
    "ahead": "ahead",
    "away": "away",
    "words": "words",
    "dictionary": "words",
    "check": "words",
    "variant": "rules",
    "study": "study",
    "exchange": "moves",
    "scores": "scoring",
    "board": "listening",
    "milestones": "milestones",
    "calendar": "calendar",
    "digest": "digest",
}
"""What people may still type after `/help`, with the topic that it is about."""


@cache
def bodies() -> list[Body]:
    """The commands as they are registered, in every language."""
    return bodies_in(None)


def names(*, moderator: bool) -> set[str]:
    """The commands in the list of a member, or of a moderator."""
    return {one["name"] for one in shown(bodies(), moderator=moderator)}


def test_members_see_few_commands_and_moderators_one_more() -> None:
    """`/manage` is for those who may manage the server, and for servers alone."""
    assert names(moderator=False) == SEEN
    assert names(moderator=True) == SEEN | {"manage"}
    (manage,) = (one for one in bodies() if one["name"] == "manage")
    assert manage["contexts"] == [0]


def test_discord_takes_every_command() -> None:
    """At most 25 below a command or a group, and 8000 characters, each text in its longest language."""

    def crowded(body: Body) -> Iterator[str]:
        below = body.get("options", [])
        if len(below) > 25:
            yield body["name"]
        for one in below:
            yield from crowded(one)

    assert [name for body in bodies() for name in crowded(body)] == []
    assert [one["name"] for one in bodies() if size(one) > SIZE_LIMIT] == []


@pytest.mark.parametrize("language", languages())
def test_the_list_can_be_printed_in_each_language(language: str) -> None:
    """`python -m tests.tools.commands` prints what people of a language see."""
    printed = list(lines(language, moderator=True))
    assert len(printed) > len(all_commands())
    assert len([line for line in printed if line.startswith("/")]) == len(SEEN) + 1


def actions() -> list[tuple[set[str], str, str]]:
    """Each action with the rights that it needs, and by the name that it had in 0.1.0 and the one that it has now."""
    rows = (GOLDEN / "rights.txt").read_text(encoding="utf-8").splitlines()
    split = (row.split(" | ") for row in rows)
    return [({one for one in rights.split("+") if one != "ANYONE"}, old, new) for rights, old, new in split]


def rights_now(name: str) -> Rights:
    """The rights of a command, an option or a button."""
    kind, _, action = name.partition(" ")
    if kind != "button":
        return command_rows()[name]
    needs = ROOMS.registry[action].action.needs
    assert isinstance(needs, Right | tuple), action
    return needs if isinstance(needs, tuple) else (needs,)


@pytest.mark.parametrize(("rights", "old", "new"), actions(), ids=lambda one: one if isinstance(one, str) else "")
def test_whoever_could_do_something_still_can_and_nobody_else(rights: set[str], old: str, new: str) -> None:
    """Wherever an action has moved to, it needs the same rights."""
    assert {one.name for one in rights_now(new)} - {"ANYONE"} == rights, old


def test_every_command_has_its_row_in_the_table_of_rights() -> None:
    """What is new has one too."""
    known = {new for _, _, new in actions()}
    missing = {name for name in all_commands() if name not in known}
    assert missing == {"join", "leave", "manage together", "manage puzzle", "manage games"} - known


@pytest.mark.parametrize(("former", "topic"), FORMER.items())
def test_help_finds_a_topic_by_the_names_of_its_commands(former: str, topic: str) -> None:
    """Those that they have, and those that they had."""
    assert ROOMS.hooks.topics.about(f"/{former}", texts_for("en")) == topic or former in ROOMS.hooks.topics.names()


@pytest.mark.parametrize(
    ("language", "former", "topic"),
    [("de", "suchen", "seeks"), ("sv", "ord", "words"), ("ru", "вызов", "seeks"), ("fr", "ensemble", "duplicate")],
)
def test_help_knows_earlier_names_in_each_language(language: str, former: str, topic: str) -> None:
    """As people of that language have typed them."""
    assert ROOMS.hooks.topics.about(former, texts_for(language)) == topic


def test_the_table_of_the_changes_names_what_there_is() -> None:
    """CHANGELOG.md says for each command that has moved what it is called now."""
    page = (GOLDEN.parents[1] / "CHANGELOG.md").read_text(encoding="utf-8")
    table = page.partition("| until now | from now on |")[2].partition("\n\n")[0]
    told = {name for row in table.splitlines()[2:] for name in re.findall(r"`/([^`:]+)", row.split("|")[1])}
    moved = {old for _, old, new in actions() if old != new}
    assert {old for old in moved if not any(old.startswith(one) for one in told)} == set()
