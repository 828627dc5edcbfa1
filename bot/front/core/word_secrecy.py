"""Who may learn which words exist: nobody who plays a game in which that is secret before a play.

Someone who has left a seat and can come back to it still plays.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from bot.front.core.dispatch import summary_title
from bot.front.core.errors import AnagramsClosed, LooksClosed, NoDefinitions, StudyClosed, TableClosed
from bot.front.core.request import Request
from bot.model.games import GamePhase, GameSummary
from bot.service.definitions import has_definitions
from engine.game.phases import Over
from engine.game.state import GameState
from engine.model.tiles import KnownRack, Tiles

Running = tuple[GameSummary, GameState]
"""A game that a person plays."""


async def refuse_players(request: Request) -> None:
    """Raises `LooksClosed`, which names the games, for a player in running games in which words are secret.

    Everything that reveals which words exist begins with this check.
    """
    _refuse(request, await running(request))


async def refuse_study(request: Request) -> None:
    """Like `refuse_players`, for word study: raises `StudyClosed`."""
    try:
        await refuse_players(request)
    except LooksClosed as error:
        raise StudyClosed(error.challenged, error.games) from error


async def refuse_anagrams(request: Request) -> None:
    """Raises `AnagramsClosed`, which names the games, for a player in any running game."""
    if games := await running(request):
        raise AnagramsClosed(_titles(request, games))


async def refuse_meanings(request: Request, state: GameState) -> None:
    """Raises `LooksClosed` where the meaning of a played word could decide a challenge, and `NoDefinitions`.

    While words of the game can be challenged, watchers learn nothing here either, as they could tell the players.
    """
    await refuse_players(request)
    if not isinstance(state.phase, Over) and state.rules.words_are_secret:
        raise LooksClosed(state.rules.phonies_stand)
    if not has_definitions(state.variant.language):
        raise NoDefinitions


async def may_read_meanings(request: Request, state: GameState) -> bool:
    """Whether a person may read what the words played in a game mean."""
    try:
        await refuse_meanings(request, state)
    except (LooksClosed, NoDefinitions):
        return False
    return True


async def may_judge(request: Request, game: str) -> bool:
    """Whether a person may learn before a play in a game whether its words count.

    Nobody may who plays another game of that language in which words are secret: every game would be a dictionary.
    """
    state = await request.state(game)
    return not state.rules.words_are_secret and not await _secret_elsewhere(request, game, state)


async def refuse_lone_table(request: Request, game: str) -> None:
    """Raises `TableClosed` for plays with real tiles by someone who plays alone there, and elsewhere with secret words.

    Real tiles can be any, so with nobody else at the table each play would be a question about a word.
    """
    state = await request.state(game)
    people = {seat.player for seat in state.seats if seat.in_play and seat.is_human}
    alone = len(people) == len([seat for seat in state.seats_of(request.person.id) if state.seats[seat].in_play])
    if not state.rules.tabletop or not alone or state.rules.words_are_secret:
        return
    if secret := await _secret_elsewhere(request, game, state):
        raise TableClosed(_titles(request, secret))


async def running(request: Request) -> list[Running]:
    """The games that a person plays now or can come back to, apart from those that have not started."""
    games = await request.services.games.open_to(request.person.id)
    return [(one, await request.state(one.game)) for one in games if one.phase is not GamePhase.LOBBY]


async def holding(request: Request, tiles: Tiles, but: str = "") -> GameSummary | None:
    """A running game in which a person has these tiles, or a full rack of them; `but` is a game that does not count.

    Their points do not matter: they differ among boards.
    """
    asked = Counter(tile.letter for tile in tiles)
    for one, state in await running(request):
        for rack in _racks(state, request.person.id) if one.game != but else ():
            own = Counter(tile.letter for tile in rack)
            if own == asked or (own < asked and len(rack) >= state.variant.rack_size):
                return one
    return None


def _racks(state: GameState, person: str) -> list[Tiles]:
    """What is on the racks that a person has, or can come back to."""
    kept = state.seat_kept_for(person)
    seats = [*state.seats_of(person), *(() if kept is None else (kept,))]
    racks = (state.seats[seat].rack for seat in seats)
    return [rack.tiles for rack in racks if isinstance(rack, KnownRack) and rack.tiles]


async def _secret_elsewhere(request: Request, game: str, state: GameState) -> list[Running]:
    language = state.variant.language
    return [
        (one, other)
        for one, other in await running(request)
        if one.game != game and other.rules.words_are_secret and other.variant.language == language
    ]


def _refuse(request: Request, games: Sequence[Running]) -> None:
    secret = [(one, state) for one, state in games if state.rules.words_are_secret]
    if secret:
        challenged = any(state.rules.phonies_stand for _, state in secret)
        raise LooksClosed(challenged, _titles(request, secret))


def _titles(request: Request, games: Sequence[Running]) -> tuple[str, ...]:
    return tuple(summary_title(one, request) for one, _ in games)
