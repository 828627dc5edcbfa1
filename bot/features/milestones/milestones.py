"""Which milestones people have reached in a game that is over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace

from bot.features.milestones.store import (
    BEHIND,
    GAMES,
    POINTS,
    STREAKS,
    Milestone,
    MilestoneKind,
    MilestoneStore,
)
from bot.front.occasions import Streak
from bot.model.errors import LexiconUnavailable, WordsAreSecret
from bot.service.games import Games
from bot.service.ports import Judge
from bot.service.secrecy import check_words
from bot.service.words.dictionaries import Dictionaries
from bot.store.ratings import Results
from engine.game.events import Event
from engine.game.history import Entry, history, is_bingo
from engine.game.history import TurnKind as Turn
from engine.game.phases import Over
from engine.game.state import GameState, Person


def candidates(game: str, state: GameState, entries: Sequence[Entry], judge: Judge | None) -> Iterator[Milestone]:
    """What people did in a game that is a milestone unless they have done it before.

    Nothing is one without an opponent who is no guest at the same screen, where a moderator sent somebody away, or for
    who has given up the game before (`Seat.given_up`).
    Without a `judge` of words, no phony is found.
    """
    for number, seat in enumerate(state.seats):
        player = seat.player
        if not isinstance(player, Person) or player.is_guest or seat.given_up or not _is_opposed(state, player):
            continue
        own = [entry for entry in entries if entry.seat == number]
        yield from _of_seat(game, state, number, player, own)
        if _is_comeback(state, number, entries):
            yield Milestone(player.id, player.name, MilestoneKind.COMEBACK, game, amount=_most_behind(number, entries))
        if judge and (phony := _best_phony(own, judge)):
            yield Milestone(player.id, player.name, MilestoneKind.PHONY, game, *phony)


def _of_seat(game: str, state: GameState, number: int, player: Person, own: Sequence[Entry]) -> Iterator[Milestone]:
    assert isinstance(state.phase, Over)
    score = state.seats[number].score
    if state.phase.winners == (number,):
        yield Milestone(player.id, player.name, MilestoneKind.WIN, game)
    bingos = [one for one in own if one.placement and not one.withdrawn and is_bingo(one.placement, state.variant)]
    if bingos:
        word = "".join(bingos[0].lines[0].word)
        yield Milestone(player.id, player.name, MilestoneKind.BINGO, game, word, bingos[0].points)
    if score >= POINTS:
        yield Milestone(player.id, player.name, MilestoneKind.POINTS, game, amount=score)
    yield Milestone(player.id, player.name, MilestoneKind.GAMES, game)


def _is_opposed(state: GameState, player: Person) -> bool:
    others = [seat.player for seat in state.seats if seat.player.id != player.id]
    own = [one for one in others if isinstance(one, Person) and one.member == player.member]
    return len(others) > len(own) and not state.meddled


def _is_comeback(state: GameState, number: int, entries: Sequence[Entry]) -> bool:
    assert isinstance(state.phase, Over)
    return state.phase.winners == (number,) and _most_behind(number, entries) >= BEHIND


def _most_behind(number: int, entries: Sequence[Entry]) -> int:
    """By how many points a seat was behind the leader after a turn of its own, at most."""
    totals: dict[int, int] = {}
    most = 0
    for entry in entries:
        totals[entry.seat] = entry.total
        if entry.seat == number and entry.is_turn:
            most = max(most, max(totals.values()) - entry.total)
    return most


def _best_phony(own: Sequence[Entry], judge: Judge) -> tuple[str, int] | None:
    """The phony of the play with most points that stayed on the board, and these points."""
    stood = [one for one in own if one.kind is Turn.PLAY and not one.withdrawn]
    for entry in sorted(stood, key=lambda one: -one.points):
        words = tuple(line.word for line in entry.lines if line.word)
        if wrong := [word for word, counts in zip(words, judge(words), strict=True) if not counts]:
            return "".join(wrong[0]), entry.points
    return None


class Milestones:
    """What people reach in their games and with the puzzle of the day, each thing once in a server."""

    def __init__(self, store: MilestoneStore, results: Results, games: Games, dictionaries: Dictionaries) -> None:
        self.store = store
        self._results = results
        self._games = games
        self._dictionaries = dictionaries

    async def of_game(self, game: str, server: int, state: GameState, events: Sequence[Event]) -> tuple[Milestone, ...]:
        """What people have reached in a game that is over, and that is to be told."""
        if not await self._results.of_game(game):
            return ()
        people = [seat.player.id for seat in state.seats if isinstance(seat.player, Person)]
        off = await self.store.switched_off((*people, str(server)))
        reached = await self.store.reached(server, people)
        judge = await self._judge(state, people)
        open_ = [
            one
            for one in candidates(game, state, history(events), judge)
            if (one.person, one.kind) not in reached | off and (str(server), one.kind) not in off
        ]
        if found := [one for each in open_ if (one := await self._unless_before(server, each))]:
            await self.store.keep(server, found)
        return await self.store.of_game(game)

    async def of_streaks(self, server: int, found: Iterable[Streak]) -> tuple[Milestone, ...]:
        """What people have reached with the puzzle of the day, and that is to be told and was not."""
        days = {length: kind for kind, length in STREAKS.items()}
        new = [Milestone(one.person, one.name, days[one.days], "", "", one.days) for one in found if one.days in days]
        people = [one.person for one in new]
        off = await self.store.switched_off((*people, str(server)))
        reached = await self.store.reached(server, people)
        return tuple(
            one for one in new if (one.person, one.kind) not in reached | off and (str(server), one.kind) not in off
        )

    async def _judge(self, state: GameState, people: Sequence[str]) -> Judge | None:
        """Who knows the phonies of a game; None where there can be none, or words are secret to a player elsewhere."""
        if not state.rules.phonies_stand:
            return None
        with suppress(WordsAreSecret, LexiconUnavailable):
            for person in people:
                await check_words(self._games, person)
            lexicon = await self._dictionaries.lexicon(state.setup)
            return lambda words: tuple(map(lexicon.contains, words))
        return None

    async def _unless_before(self, server: int, one: Milestone) -> Milestone | None:
        """The milestone, unless earlier games, perhaps from before there were any, have made it none."""
        if one.kind in (MilestoneKind.PHONY, MilestoneKind.COMEBACK):
            return one
        before = await self.store.before(server, one.person, one.game)
        if one.kind is MilestoneKind.GAMES:
            return replace(one, amount=GAMES) if before.games == GAMES - 1 else None
        done = {MilestoneKind.WIN: before.won, MilestoneKind.BINGO: before.bingo, MilestoneKind.POINTS: before.points}
        return None if done[one.kind] else one
