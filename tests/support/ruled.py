"""Games between several people in the bot with their own rules."""

from __future__ import annotations

from typing import Any

from tests.support.playground import Person
from tests.support.running import ask, board
from tests.support.sentences import said


async def opened(people: tuple[Person, ...], *rules: str, options: str = "variant:tiny") -> dict[str, Any]:
    """The first person's lobby with rules such as `trade_blanks on`, in which all are seated; the host plays first."""
    host, *others = people
    await host.command(f"/game new {options}")
    lobby = await host.wait_message("seats taken")
    for rule in ("first_player host", *rules):
        name, value = rule.split()
        await ask(host, f"/game rules rule:{name} value:{value}", "is now")
    for person in others:
        await person.click(await person.wait_message("seats taken"), "Join")
        await host.wait_message(f". {person.name}")
    return lobby


async def begun(people: tuple[Person, ...], *rules: str, options: str = "variant:tiny") -> dict[str, Any]:
    """The same, started; returns the first board."""
    lobby = await opened(people, *rules, options=options)
    await ask(people[0], "/game start")
    return await board(people[0], said("happenings.goes_first"), after=lobby)
