"""`python -m tests.tools.commands`: the commands as Discord lists them for members and for moderators."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from typing import Any

from tests.tools.catalogues.commands import SUBCOMMANDS, bodies_in, told_in

Body = dict[str, Any]
MANAGE_SERVER = 1 << 5
"""Discord's permission Manage Server (its API reference, "Permissions")."""


def shown(bodies: list[Body], *, moderator: bool) -> list[Body]:
    """The slash commands that Discord shows to a member, or to a moderator."""
    held = MANAGE_SERVER if moderator else 0
    needed = [int(one.get("default_member_permissions") or 0) for one in bodies]
    return [one for one, need in zip(bodies, needed, strict=True) if one.get("type", 1) == 1 and need & held == need]


def leaves(body: Body, above: str = "") -> Iterator[tuple[str, str]]:
    """Everything that can be typed of a command: full names with descriptions."""
    name = f"{above} {body['name']}".strip()
    below = [one for one in body.get("options", ()) if one["type"] in SUBCOMMANDS]
    if not below:
        yield name, body["description"]
    for one in below:
        yield from leaves(one, name)


def lines(language: str = "en", *, moderator: bool) -> Iterator[str]:
    """The list, a line for each command and, below it, each subcommand."""
    bodies = shown(told_in(bodies_in(None), language), moderator=moderator)
    every = [list(leaves(body)) for body in bodies]
    yield f"{'Moderators' if moderator else 'Members'}: {len(bodies)} commands, {sum(map(len, every))} with subcommands"
    for body, found in zip(bodies, every, strict=True):
        yield f"/{body['name']}  {body['description']}"
        yield from (f"    /{name}  {about}" for name, about in found if name != body["name"])


def main(given: Sequence[str] | None = None) -> None:
    """Print both lists."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.commands", description=__doc__)
    parser.add_argument("language", nargs="?", default="en", help="a language such as de")
    asked = parser.parse_args(given)
    print(*lines(asked.language, moderator=False), "", *lines(asked.language, moderator=True), sep="\n")


if __name__ == "__main__":
    main()
