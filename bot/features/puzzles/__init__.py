"""Puzzles, the puzzle of the day, and puzzles from the games of a server."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from bot.features.puzzles.gamestore import PUZZLE_GAMES, GamePuzzleStore, withdraw_puzzles
from bot.features.puzzles.puzzles import Puzzles
from bot.features.puzzles.refusals import WORDINGS
from bot.features.puzzles.search import PuzzleCollection, PuzzleSearch
from bot.features.puzzles.store import PUZZLE_CHANNELS, PUZZLE_POSTS, DailyPostStore, PuzzleStore
from bot.features.puzzles.text import LEAST_STREAK, TOPIC, solved_trophy, streak_trophy, week_text
from bot.front.feature import AnyProcess, BotProcess, Feature, Hooks
from bot.front.occasions import Week
from bot.model.honours import Trophy
from bot.service.listeners import Listeners
from bot.store.repositories import StoreHooks
from bot.text.texts import Texts

if TYPE_CHECKING:
    from bot.features.puzzles.messages import DailyPuzzles, SolvedCounts


@dataclass(frozen=True, slots=True)
class PuzzleServices:
    """What the actions of puzzles use."""

    puzzles: Puzzles
    daily: DailyPuzzles
    counts: SolvedCounts


def _computing(process: AnyProcess) -> Hooks:
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
    return Hooks(loops=(search,), listeners=Listeners(changed=(search.changed,)))


def _bot(bot: BotProcess) -> Hooks:
    from bot.features.puzzles.messages import DailyPuzzles, SolvedCounts

    store = PuzzleStore(bot.store.database)
    collection = PuzzleCollection(GamePuzzleStore(bot.store.database), bot.store.people)
    posts = DailyPostStore(bot.store.database)
    puzzles = Puzzles(store, collection, bot.clock, bot.luck, bot.fair_use)
    counts = SolvedCounts(puzzles, store, posts, bot.poster, bot.clock, bot.peers.owner, bot.streaks)
    daily = DailyPuzzles(puzzles, store, bot.poster, bot.clock, bot.peers.owner, bot.store.people.zone)
    return Hooks(
        services=(PuzzleServices(puzzles, daily, counts),),
        loops=(daily, counts),
        listeners=Listeners(occupants=(store,)),
        paragraphs=(partial(_weekly, puzzles),),
        trophies=(partial(_trophies, puzzles),),
    )


async def _weekly(puzzles: Puzzles, week: Week, texts: Texts) -> str:
    return week_text(await puzzles.solved_within(week.server, week.since, week.until), texts)


async def _trophies(puzzles: Puzzles, server: int, person: str, texts: Texts) -> Sequence[Trophy]:
    """The puzzles that a person has solved, and the streaks with a server's puzzles of the day."""
    solved, standing = await puzzles.solved_by(person), await puzzles.standing(person, server)
    streaks = (streak_trophy(standing.streak, standing.longest, texts),) if standing else ()
    is_streak = standing is not None and standing.longest >= LEAST_STREAK
    return (*((solved_trophy(solved, texts),) if solved else ()), *(streaks if is_streak else ()))


FEATURE = Feature(
    computing=_computing,
    bot=_bot,
    store=StoreHooks(
        leased=(
            (PUZZLE_CHANNELS, PUZZLE_CHANNELS.c.at),
            (PUZZLE_GAMES, PUZZLE_GAMES.c.at),
            (PUZZLE_POSTS, PUZZLE_POSTS.c.edited),
        ),
        followers=(withdraw_puzzles,),
    ),
    wordings=WORDINGS,
    topics={"puzzles": TOPIC},
)
