"""What people are not told while they play: two rules, asked for by every room, and decided here alone.

1. While words are secret in a running game of theirs, nothing tells them about words or analyses anything, wherever
   they ask. Their other games give no hint and judge no word before a play, a phony costs the turn there, and those in
   which nobody else plays wait: a word refused or challenged there, or the move of a computer player, would be an
   answer that costs nothing.
2. The position of a running game of theirs gets no hint and no analysis anywhere else; nor does one that is open to
   everybody outside games (`Games.on_position`). One who has a move found for it is asked when it is looked for, since
   a position can be led up to.

Both are about the person, and never about languages, dictionaries, letters or boards. Where people have made the
letters or the words of either position, any letter can stand for any other: what lies where is compared then, and how
many tiles there are (`AskedPosition`, `may_be_renamed`). Someone who has left a seat and
can come back to it still plays, and so do the people of a paused game.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import replace

from bot.model.errors import BotError, GameWaits, LettersClosed, RunningPosition, WordsAreSecret
from bot.model.games import GamePhase, GameSummary
from bot.service.games import Games
from bot.service.listeners import Applied, AskedLetters, AskedPosition, LeavesOut
from engine.analysis.likeness import TELLING_RACK, Arrangement, plain
from engine.errors import BadData, NotInLexicon
from engine.game import commands as cmd
from engine.game.events import Event, RackRecorded
from engine.game.hotseat import acting_seat
from engine.game.phases import Lobby, Over
from engine.game.state import GameState, Setup, member_seats
from engine.game.views import table_view
from engine.loading import load_variant
from engine.loading.bundled import language_of_alphabet
from engine.model.tiles import HiddenRack, KnownRack, Rack, Tiles
from engine.model.variant import Variant
from engine.review.turns import moments

RunningGame = tuple[GameSummary, GameState]
"""A game that a person plays."""

TELLING = 5
"""So many tiles tell whose rack they are, on whatever board."""
VARIED, PLENTY = 2, 6
"""So many kinds of tiles, and tiles, in a set for each place on a rack: hardly one rack in twenty can be foreseen."""
GOES_ON = (cmd.Start, cmd.Play, cmd.Pass, cmd.Exchange, cmd.ExchangeFour, cmd.Swap, cmd.TypeRack, cmd.Challenge)
"""What starts a game, leads to the next turn or settles a word."""


async def check_words(games: Games, person: str, but: str = "") -> None:
    """Raise `WordsAreSecret` for someone in whose running games words are secret; `but` is a game left aside."""
    if secret := await _secret(games, person, but):
        raise WordsAreSecret(_summaries(secret))


async def check_letters(games: Games, asked: AskedLetters) -> tuple[LeavesOut, ...]:
    """Raise `LettersClosed`, before words are found for letters, for someone with any running game.

    It raises besides what `Games.on_letters` refuses, and returns which words these leave out.
    """
    if running := await _running(games, asked.person):
        raise LettersClosed(_summaries(running))
    told = [await check(asked) for check in games.on_letters]
    return tuple(filter(None, told))


async def check_words_of(games: Games, person: str, state: GameState) -> None:
    """Raise as `check_words`, and `WordsAreSecret` for a game whose words are secret while it runs.

    Watchers learn nothing about its words either, as they could tell the players.
    """
    await check_words(games, person)
    if not isinstance(state.phase, Over | Lobby) and state.rules.words_are_secret:
        raise WordsAreSecret


async def tells_meanings(games: Games, person: str, state: GameState) -> bool:
    """Whether `check_words_of` lets someone read what the words of a game mean."""
    try:
        await check_words_of(games, person, state)
    except WordsAreSecret:
        return False
    return True


async def judges_previews(games: Games, person: str, game: str, state: GameState) -> bool:
    """Whether someone may learn before a play in a game whether its words count."""
    return not state.rules.words_are_secret and not await _secret(games, person, but=game)


async def check_hint(games: Games, person: str, game: str, state: GameState) -> None:
    """Raise `WordsAreSecret` and `RunningPosition` where a hint in a game would help someone in another one."""
    seat = acting_seat(state, person)
    rack = None if seat is None else state.seats[seat].rack
    await check_analysis(games, person, AskedPosition.of(state.setup, state.board, rack), but=game)


async def check_analysis(games: Games, person: str, asked: AskedPosition, but: str = "") -> None:
    """Raise `WordsAreSecret`, and as `check_position`."""
    await check_words(games, person, but)
    await check_position(games, person, asked, but)


async def check_position(games: Games, person: str, asked: AskedPosition, but: str = "") -> None:
    """Raise `RunningPosition` for the position of a running game of someone's; `but` is a game left aside, its own.

    It raises besides what `Games.on_position` refuses. Which boards are the same, `Arrangement` says; on an empty one,
    which many games share, the tiles have to be the person's too, or all but one. All of these are theirs on any board.
    """
    running = await _running(games, person, but)
    if running or games.on_position:
        dealt = bool(but) and not await _has_chosen_tiles(games, but, await games.load(but))
        await _check(games, running, person, (asked,), dealt=dealt)


async def check_record(games: Games, person: str, positions: Iterable[AskedPosition]) -> None:
    """Raise as `check_analysis`, for all positions of a record that may be made up."""
    await check_words(games, person)
    await _check(games, await _running(games, person), person, tuple(positions), whole=True)


async def check_continued(games: Games, person: str, told: GameState) -> None:
    """Raise as `check_position` for a game that someone has written down and go on with, for all its racks.

    A board on the way to that of a running game counts too: its moves could be repeated, and a computer player who has
    taken a seat would find the next one.
    """
    running, placed = await _running(games, person), Arrangement.of(told.board)
    positions = tuple(AskedPosition.of(told.setup, told.board, seat.rack) for seat in told.seats)
    await _check(games, running, person, positions)
    found = [one for one in running if not placed.is_open and placed.is_part_of(Arrangement.of(one[1].board))]
    if found:
        raise RunningPosition(_summaries(found))


async def check_computer(games: Games, game: str, state: GameState, seat: int) -> None:
    """Raise as `check_position` where a computer player would find the move for a position of its company elsewhere.

    Tiles that are dealt by chance lead to none: only those that people have typed in or brought along, and those of
    tile sets that people have made.
    """
    rack = state.seats[seat].rack
    if not isinstance(rack, KnownRack) or not await _has_chosen_tiles(games, game, state):
        return
    left = {seat.owner.member for seat in state.seats if seat.owner}
    for person in {state.host, *member_seats(state), *left}:
        asked = AskedPosition(state.setup, state.board, rack.tiles)
        await _check(games, await _running(games, person, but=game), person, (asked,))


async def check_review(games: Games, game: str, state: GameState, people: Iterable[str]) -> None:
    """Raise as `check_position` for a finished game that may have been led to a position of people's running games.

    Tiles that are dealt by chance lead to none, as for `check_computer`.
    """
    if not await _has_chosen_tiles(games, game, state):
        return
    positions = await asyncio.to_thread(_positions, await games.events(game))
    for person in people:
        await _check(games, await _running(games, person), person, positions, whole=True)


def _positions(events: Sequence[Event]) -> tuple[AskedPosition, ...]:
    views = [moment.view for moment in moments(tuple(events))]
    return tuple(AskedPosition.of(one.table.setup, one.table.board, one.rack) for one in views)


async def check_games_of(games: Games, people: Iterable[str], asked: AskedPosition) -> None:
    """Raise `RunningPosition` for the position of a running game of any of some people."""
    for person in people:
        await _check_games(games, await _running(games, person), person, await _marked(games, (asked,)))


async def is_dealt_by_chance(variant: Variant) -> bool:
    """Whether nobody can have chosen the racks of a variant: a set that people have made may hold one and no more."""
    tiles, racks = variant.tile_set, variant.rack_size
    if len(tiles.kinds) >= VARIED * racks and len(tiles) >= PLENTY * racks:
        return True
    try:
        own = await asyncio.to_thread(load_variant, variant.name, variant.language)
    except BadData:
        return False
    return own.tile_set == tiles


async def _has_chosen_tiles(games: Games, game: str, state: GameState) -> bool:
    if state.rules.tabletop or not await is_dealt_by_chance(state.variant):
        return True
    return any(isinstance(one, RackRecorded) for one in await games.events_until(game, state.sequence))


async def may_be_renamed(games: Games, setup: Setup) -> bool:
    """Whether people have made the letters or the words of a setup, so that any letter can stand for any other."""
    return await asyncio.to_thread(_has_own_letters, setup.variant) or await games.lexicons.is_of_people(setup.lexicon)


def _has_own_letters(variant: Variant) -> bool:
    if language_of_alphabet(variant.alphabet):
        return False
    try:
        return load_variant(variant.name, variant.language).alphabet != variant.alphabet
    except BadData:
        return True


async def _check(
    games: Games,
    running: Sequence[RunningGame],
    person: str,
    positions: Sequence[AskedPosition],
    *,
    dealt: bool = False,
    whole: bool = False,
) -> None:
    """Raise as `check_position`; `dealt` are tiles that came by chance, so that nobody can have put others for them.

    A `whole` game begins on an empty board: that is not refused for racks alone that could be anyone's.
    """
    asked = positions if dealt else await _marked(games, positions)
    for check in games.on_position:
        await check(person, asked)
    await _check_games(games, running, person, asked, dealt=dealt, whole=whole)


async def _marked(games: Games, positions: Sequence[AskedPosition]) -> tuple[AskedPosition, ...]:
    made = {setup: await may_be_renamed(games, setup) for setup in {one.setup for one in positions}}
    return tuple(replace(one, made=made[one.setup]) for one in positions)


async def _check_games(
    games: Games,
    running: Sequence[RunningGame],
    person: str,
    positions: Sequence[AskedPosition],
    *,
    dealt: bool = False,
    whole: bool = False,
) -> None:
    told = [(one, Arrangement.of(one.board)) for one in positions]
    found = list[RunningGame]()
    for one in running:
        state, made = one[1], not dealt and await may_be_renamed(games, one[1].setup)
        near = [(placed, asked.rack) for asked, placed in told if made or asked.made]
        is_known = any(_is_position(placed, asked.rack, state, person) for asked, placed in told)
        if is_known or (near and await asyncio.to_thread(_may_be_any, near, state, person, whole=whole)):
            found.append(one)
    if found:
        raise RunningPosition(_summaries(found))


def _may_be_any(near: Iterable[tuple[Arrangement, Tiles]], state: GameState, person: str, *, whole: bool) -> bool:
    """As `_may_be_position` for any of some positions: where tiles lie takes a while to compare."""
    return any(_may_be_position(placed, rack, state, person, whole=whole) for placed, rack in near)


async def check_company(games: Games, person: str, game: str, state: GameState, command: cmd.Command) -> None:
    """Raise `GameWaits` for a command that would let a game go on in which nobody but the person plays.

    If words are secret in it too, it waits only for games with other people: nobody is deceived in two games alone,
    and they would wait for each other.
    """
    if not isinstance(command, GOES_ON) or _has_company(state, person):
        return
    secret = await _secret(games, person, but=game)
    waits_for = [one for one in secret if _has_company(one[1], person) or not state.rules.words_are_secret]
    if waits_for:
        raise GameWaits(_summaries(waits_for))


async def at_cost(
    games: Games,
    person: str,
    game: str,
    state: GameState,
    command: cmd.Command,
    submit: Callable[[cmd.Command], Awaitable[Applied]],
) -> Applied:
    """What a command does; to someone to whom words are secret elsewhere, a phony costs the turn, as it could there.

    A play that is refused and costs nothing would be a question about its words. Raises as `submit`.
    """
    if not isinstance(command, cmd.Play):
        return await submit(command)
    costly = replace(command, words_cost=True)
    if state.rules.asks_about_words and await _secret(games, person, but=game):
        return await submit(costly)
    try:
        return await submit(command)
    except NotInLexicon:
        if not await _secret(games, person, but=game):
            raise
    return await submit(costly)


async def shows_candidates(games: Games, game: str, state: GameState) -> bool:
    """Whether a game may show what its computer players consider: not if a hint would be refused to its people."""
    try:
        for person in member_seats(state):
            await check_hint(games, person, game, state)
    except BotError:
        return False
    return True


async def _running(games: Games, person: str, but: str = "") -> list[RunningGame]:
    """The games that a person plays now or can come back to, apart from those that have not started."""
    found = [one for one in await games.open_to(person) if one.phase is not GamePhase.LOBBY and one.game != but]
    return [(one, await games.load(one.game, one)) for one in found]


async def _secret(games: Games, person: str, but: str) -> list[RunningGame]:
    return [one for one in await _running(games, person, but) if one[1].rules.words_are_secret]


def _summaries(running: Iterable[RunningGame]) -> tuple[GameSummary, ...]:
    return tuple(one for one, _ in running)


def _has_company(state: GameState, person: str) -> bool:
    """Whether anyone but a person and their guests plays in a game, or can come back to it."""
    away = {seat.owner.member for seat in state.seats if seat.owner and not seat.barred}
    return bool((away | member_seats(state).keys()) - {person})


def _is_position(told: Arrangement, rack: Tiles, state: GameState, person: str) -> bool:
    racks, own = _racks(state, person), _boards(state)
    if told.is_open and own[0].is_open:
        return any(_may_be(rack, one) for one in racks)
    if len(rack) >= TELLING and _letters(rack) in [_letters(one.tiles) for one in racks if isinstance(one, KnownRack)]:
        return True
    played = [one for one in own if not one.is_open]
    if any(one.is_like(told) for one in played):
        return True
    # whole words more or less are another position, but hardly with the same tiles
    near = bool(rack) and any(isinstance(one, KnownRack) and _may_be(rack, one) for one in racks)
    return near and not told.is_open and any(one.is_part_of(told) or told.is_part_of(one) for one in played)


def _may_be_position(told: Arrangement, rack: Tiles, state: GameState, person: str, *, whole: bool) -> bool:
    """Whether a position tells of a person's, if any letter stands for any other.

    On an empty board every rack does, and before the first play on any board: words are all that matters there.
    """
    own = _boards(state)
    if own[0].is_open or (told.is_open and not whole):
        few = any(isinstance(one, KnownRack) and len(rack) >= len(one.tiles) - 1 for one in _racks(state, person))
        return bool(rack) and (few or len(rack) >= TELLING_RACK)
    return any(one.has_outline_of(told, len(rack)) for one in own if not one.is_open)


def _boards(state: GameState) -> list[Arrangement]:
    """The board of a game, and the one that is shown while a play waits to be accepted."""
    return [Arrangement.of(one) for one in (state.board, table_view(state).shown)]


def _may_be(rack: Tiles, own: Rack) -> bool:
    """Whether tiles are those on a rack, as far as that is known, or all but one are; enough of them may be a part."""
    if isinstance(own, HiddenRack) or not rack:
        return isinstance(own, HiddenRack)
    strays = int(len(own.tiles) >= TELLING)
    held, asked = _letters(own.tiles), _letters(rack)
    foreign = asked - held
    blanks = foreign.pop("", 0)  # they stand for any letter
    missing = 0 if len(rack) >= TELLING else (held - asked).total() - blanks
    return missing <= strays and foreign.total() <= strays


def _letters(rack: Tiles) -> Counter[str]:
    return Counter(plain(tile.letter) for tile in rack)


def _racks(state: GameState, person: str) -> list[Rack]:
    """The racks that a person has, or can come back to."""
    kept = state.seat_kept_for(person)
    seats = [*state.seats_of(person), *(() if kept is None else (kept,))]
    return [state.seats[seat].rack for seat in seats]
