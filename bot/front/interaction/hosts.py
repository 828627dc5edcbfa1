"""Who of a game's people is gone for good, and what follows: nobody else waits for a host who is.

Discord does not tell the bot who has left a server, so it finds out when somebody needs them.
"""

from __future__ import annotations

from dataclasses import replace

from bot.front.interaction.request import Request
from engine.errors import EngineError
from engine.game import commands as cmd
from engine.game.clock import is_asked_on
from engine.game.hotseat import member_seats


async def gone_from(request: Request, game: str) -> frozenset[str]:
    """The other people of a game who no longer see it: they have left every server that shows it."""
    state = await request.state(game)
    people = {*member_seats(state), state.host} - {request.person.id}
    there = [
        one for one in people if not one.isdecimal() or await request.services.posting.links.is_reached(game, int(one))
    ]
    return frozenset(people.difference(there))


async def pass_host(request: Request, game: str, *, judges: bool = False) -> bool:
    """Pass the host's rights on if the host is gone or silent for long; returns whether they were.

    They go to the person who needs them; if they decide about that person's words, to another player if there is one.
    """
    state = await request.state(game)
    if request.person.id == state.host or request.person.id not in member_seats(state):
        return False
    gone = await gone_from(request, game)
    if state.host not in gone and not is_asked_on(state):
        return False
    cause = replace(request.cause, id=f"{request.cause.id}/host")
    try:
        await request.services.games.submit(game, cmd.PassHost(request.person.id, gone, judges), cause)
    except EngineError:
        return False
    return True
