"""Games as they are now, the latest kept in memory, and the summaries and results stored beside a journal."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from bot.model.changes import EventData
from bot.model.errors import ChannelBusy, UnknownGame
from bot.model.games import GamePhase, GameResult, GameSummary, Place, PlayerResult, SummarySeat
from bot.model.ratings import Unrated
from bot.store.journal import Journal
from engine.game.clock import time_matters
from engine.game.codec import decode
from engine.game.events import Event
from engine.game.evolve import evolve, replay
from engine.game.history import Entry, SeatResult, best_play, bingo_counts, history, results
from engine.game.phases import NO_RESULT, AwaitAnswer, AwaitTiles, FinalPass, Lobby, Over, Paused, Phase, Turn
from engine.game.state import Computer, GameState, Person, Player, Seat, has_played
from engine.model.tempo import tempo_of


def summarise(game: str, place: Place, state: GameState, changed: int) -> GameSummary:
    """The summary of a state; `changed` is the instant of the latest event."""
    on_turn = state.on_turn
    return GameSummary(
        game,
        place,
        state.setup.name,
        state.host,
        _phase(state.phase),
        state.turn,
        None if on_turn is None else _who_acts(state.seats[on_turn].player),
        state.sequence,
        state.opened,
        changed,
        tuple(_seat(seat) for seat in state.seats),
        _is_timed(state),
        state.is_demonstration,
    )


def _who_acts(player: Player) -> str:
    return player.member if isinstance(player, Person) else player.id


def _seat(seat: Seat) -> SummarySeat:
    owner = seat.owner.member if seat.owner and not seat.barred else None
    return SummarySeat(seat.player.id, seat.player.name, seat.is_human, seat.score, seat.in_play, owner)


def _is_timed(state: GameState) -> bool:
    if isinstance(state.phase, Lobby):
        return state.phase.asked is not None
    return isinstance(state.phase, FinalPass | AwaitAnswer) or (isinstance(state.phase, Turn) and time_matters(state))


def _phase(phase: Phase) -> GamePhase:
    match phase:
        case Lobby():
            return GamePhase.LOBBY
        case Turn():
            return GamePhase.TURN
        case AwaitAnswer():
            return GamePhase.ANSWER
        case FinalPass():
            return GamePhase.FINAL_PASS
        case Paused():
            return GamePhase.PAUSED
        case AwaitTiles():
            return GamePhase.AWAIT_TILES
        case Over():
            return GamePhase.OVER
        case _:
            assert_never(phase)


def result_of(game: str, place: Place, state: GameState, events: Iterable[Event]) -> GameResult | None:
    """The result of a game; None while it is running, or if it was broken off.

    A player who has given up a seat (`Seat.given_up`) is placed last, with the points until then.
    """
    if not isinstance(state.phase, Over):
        return None
    entries = history(events)
    if not (found := results(state, entries)):
        return None
    stayed = [one.place for one in found if not state.seats[one.seat].given_up]
    players = tuple(_result_at(state, one, stayed, entries) for one in _each_once(state, found))
    language, tempo = state.variant.language, tempo_of(state.rules)
    return GameResult(game, place.guild_id, state.phase.at, why_unrated(state) is None, players, language, tempo)


def _each_once(state: GameState, found: Iterable[SeatResult]) -> list[SeatResult]:
    """The results without those of people who have given up one seat and then taken another."""
    kept: dict[str, SeatResult] = {}
    for one in sorted(found, key=lambda one: state.seats[one.seat].given_up is None):
        kept.setdefault(state.seats[one.seat].credited.id, one)
    return sorted(kept.values(), key=lambda one: one.seat)


def _result_at(state: GameState, one: SeatResult, stayed: Sequence[int], entries: Sequence[Entry]) -> PlayerResult:
    """What came of a seat for its player; `stayed` are the places of those who have not given theirs up."""
    if (left := state.seats[one.seat].given_up) is None:
        return _player_result(state.seats[one.seat].player, replace(one, place=1 + sum(p < one.place for p in stayed)))
    until = [entry for entry in entries if entry.seat == one.seat and entry.at <= left.at]
    bingos = bingo_counts(until, state.variant).get(one.seat, 0)
    return _player_result(left.player, SeatResult(one.seat, left.score, len(stayed) + 1, bingos, best_play(until)))


def _player_result(player: Player, result: SeatResult) -> PlayerResult:
    best = result.best
    return PlayerResult(
        player.id,
        player.name,
        player.level if isinstance(player, Computer) else None,
        result.place,
        result.score,
        result.bingos,
        best.points if best else 0,
        "".join(best.lines[0].word) if best else "",
    )


def why_unrated(state: GameState) -> Unrated | None:
    """Why a game that is over counts for no rating; None if it counts."""
    people = [seat.credited for seat in state.seats if isinstance(seat.credited, Person)]
    if not state.rules.rated:
        return Unrated.CHOSEN
    if isinstance(state.phase, Over) and state.phase.reason in NO_RESULT:
        return Unrated.VOID
    if state.meddled:
        return Unrated.SEATS
    if any(person.is_guest for person in people):
        return Unrated.GUESTS
    played = {seat.credited.id for seat in state.seats if isinstance(seat.credited, Person) and has_played(seat)}
    return Unrated.ALONE if len(played) < 2 else None


CACHED = 1024
"""How many games are kept in memory, with up to 100 KB each: reading one back takes 15 ms of processor."""
FINISHED = 64
"""How many of them may be over: hardly anybody looks at those again."""
BEFORE = 8
"""How many earlier states of a game in memory are kept: a move's messages tell of several, one after another."""


@dataclass(frozen=True, slots=True)
class LoadedGame:
    """A game in memory: where it lives, its events, the state they add up to, and the last ones `before` that."""

    place: Place
    events: tuple[Event, ...]
    state: GameState
    before: tuple[GameState, ...] = ()

    def then(self, events: tuple[Event, ...]) -> LoadedGame:
        """The game after further events."""
        states = [*self.before, self.state]
        for event in events:
            states.append(evolve(states[-1], event))
        return LoadedGame(self.place, self.events + events, states[-1], tuple(states[-1 - BEFORE : -1]))


class KnownGames:
    """The ways to look at games. Others only read from the `journal`."""

    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        self._cache: OrderedDict[str, LoadedGame] = OrderedDict()
        self._over: OrderedDict[str, None] = OrderedDict()

    async def load(self, game: str, summary: GameSummary | None = None) -> GameState:
        """The newest state of a game, at least as new as a freshly read summary. Raises `UnknownGame`."""
        return (await self._load(game, summary)).state

    async def events(self, game: str) -> tuple[Event, ...]:
        """All events of a game so far. Raises `UnknownGame`."""
        return (await self._load(game)).events

    async def events_until(self, game: str, sequence: int) -> tuple[Event, ...]:
        """The events of a game up to the one of that number. Raises `UnknownGame`."""
        return (await self._load_until(game, sequence)).events[:sequence]

    async def state_at(self, game: str, sequence: int) -> GameState:
        """The state of a game after the event of that number, or the newest if there is none. Raises `UnknownGame`."""
        loaded = await self._load_until(game, sequence)
        states = (*loaded.before, loaded.state)
        if (ago := max(0, loaded.state.sequence - sequence)) < len(states):
            return states[-1 - ago]
        return await asyncio.to_thread(replay, loaded.events[:sequence])

    async def summary(self, game: str) -> GameSummary:
        """The summary of a game: its place, its seats, whose turn it is. Raises `UnknownGame`."""
        if summary := await self.journal.summary(game):
            return summary
        raise UnknownGame(game)

    def newest(self, summary: GameSummary) -> GameSummary:
        """A freshly read summary, or a newer one if this process has changed the game since."""
        known = self._cache.get(summary.game)
        if known is None or known.state.sequence <= summary.sequence:
            return summary
        return summarise(summary.game, known.place, known.state, known.events[-1].at)

    async def in_channel(self, channel_id: int) -> str | None:
        """The channel's running game or lobby, else the newest one that was paused or finished there."""
        summary = await self.journal.in_channel(channel_id)
        return summary.game if summary else None

    async def open_to(self, person: str) -> tuple[GameSummary, ...]:
        """Like `Journal.of_person`, also with the games in which a person has left a seat and can come back to it."""
        return await self.journal.open_to(person)

    async def changed_by(self, cause: str) -> str | None:
        """The game that a cause has changed or opened; None if it has done nothing."""
        outcome = await self.journal.outcome(cause)
        return outcome.game if outcome else None

    async def running_in(self, channel_id: int) -> str | None:
        """The game that runs or gathers in a channel."""
        summary = await self.journal.in_channel(channel_id)
        return summary.game if summary and summary.phase not in (GamePhase.OVER, GamePhase.PAUSED) else None

    async def check_free(self, place: Place) -> None:
        """Raise `ChannelBusy` if a game is running in a channel."""
        if busy := await self.running_in(place.channel_id):
            raise ChannelBusy(busy)

    async def _load_until(self, game: str, sequence: int) -> LoadedGame:
        """The game with at least that many events, if there are that many: past events never change."""
        known = self._cache.get(game)
        return known if known and known.state.sequence >= sequence else await self._load(game)

    async def _load(self, game: str, summary: GameSummary | None = None) -> LoadedGame:
        """The game with every event in the journal now, starting from what is in memory."""
        while True:
            summary = summary or await self.summary(game)
            known = self._cache.get(game)
            if known and known.state.sequence > summary.sequence:
                # The summary is older than the latest commit; memory only holds committed events.
                return known
            if known is None or known.state.sequence < summary.sequence:
                data = await self.journal.read(game, known.state.sequence if known else 0)
                known = await asyncio.to_thread(_rebuild, summary.place, known, data)
            if known.state.sequence <= summary.sequence:
                break
            # Someone committed after the summary was read, and the game may live elsewhere now.
            summary = None
        if known.place != summary.place:
            known = replace(known, place=summary.place)
        self._remember(game, known)
        return known

    def _remember(self, game: str, loaded: LoadedGame) -> None:
        known = self._cache.get(game)
        if known is None or known.state.sequence <= loaded.state.sequence:
            self._cache[game] = loaded
        self._cache.move_to_end(game)
        if isinstance(self._cache[game].state.phase, Over):
            self._over[game] = None
            self._over.move_to_end(game)
        else:
            self._over.pop(game, None)
        if len(self._over) > FINISHED:
            self._forget(next(iter(self._over)))
        if len(self._cache) > CACHED:
            self._forget(next(iter(self._cache)))

    def _forget(self, game: str) -> None:
        self._cache.pop(game, None)
        self._over.pop(game, None)


def _rebuild(place: Place, known: LoadedGame | None, data: tuple[EventData, ...]) -> LoadedGame:
    events = tuple(decode(dict(one)) for one in data)
    return known.then(events) if known else LoadedGame(place, events, replay(events))
