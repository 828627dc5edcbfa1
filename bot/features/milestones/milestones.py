"""Which milestones people have reached in a game that is over.

They are looked for whenever its end is told, and noted first: whoever tells it again, perhaps after a crash, finds the
same ones, and no other game can tell them.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from bot.features.milestones.finding import candidates
from bot.features.milestones.store import MilestoneStore
from bot.features.milestones.values import GAMES, Milestone, MilestoneKind
from bot.model.errors import LexiconUnavailable, WordsAreSecret
from bot.service.games import Games
from bot.service.ports import Judge
from bot.service.secrecy import check_words
from bot.service.words.dictionaries import Dictionaries
from bot.store.results import Results
from engine.game.events import Event
from engine.game.history import history
from engine.game.state import GameState, Person


class Milestones:
    """What people reach in their games, each thing once in a server."""

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
