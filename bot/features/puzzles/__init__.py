"""Puzzles, the puzzle of the day, and puzzles from the games of a server."""

from __future__ import annotations

from functools import partial

from bot.features.puzzles.collection import PuzzleCollection
from bot.features.puzzles.gamestore import GamePuzzleStore, withdraw_puzzles
from bot.features.puzzles.puzzles import Puzzles
from bot.features.puzzles.refusals import WORDINGS
from bot.features.puzzles.search import PuzzleSearch
from bot.features.puzzles.store import PuzzleStore
from bot.features.puzzles.text import TOPIC, week_text
from bot.front.digests import Paragraph, Week
from bot.front.feature import AnyProcess, BotProcess, ByClass, Feature
from bot.text.texts import Texts


def _parts(process: AnyProcess) -> ByClass:
    search = PuzzleSearch(
        process.games,
        GamePuzzleStore(process.store.database),
        process.store.people,
        process.engines,
        process.dictionaries.lexicon,
        process.clock,
        process.peers.owner,
        process.has_spare_time,
        partial(process.signals.tell, PuzzleSearch.topic),
    )
    return {PuzzleSearch: search}


def _services(bot: BotProcess) -> ByClass:
    from bot.features.puzzles.daily import DailyPuzzles

    people, store = bot.store.people, PuzzleStore(bot.store.database)
    people.followers.append(withdraw_puzzles)
    bot.games.tenants.append(store)
    collection = PuzzleCollection(GamePuzzleStore(bot.store.database), people)
    puzzles = Puzzles(store, collection, bot.clock, bot.luck, bot.fair_use)
    daily = DailyPuzzles(puzzles, store, bot.poster, bot.clock, bot.peers.owner)
    return {PuzzleCollection: collection, Puzzles: puzzles, DailyPuzzles: daily}


def _digest(bot: BotProcess) -> Paragraph:
    async def told(week: Week, texts: Texts) -> str:
        return week_text(await bot.service(Puzzles).solved_within(week.server, week.since, week.until), texts)

    return told


ROOM = Feature(wordings=WORDINGS, parts=_parts, services=_services, digest=_digest, topics={"puzzles": TOPIC})
