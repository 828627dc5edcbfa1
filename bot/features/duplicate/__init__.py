"""Duplicate for a whole channel: the same rack for everyone, secret answers, and the best one goes on the board."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from bot.features.duplicate.duplicates import DealtRacks, Duplicates, OpenRounds
from bot.features.duplicate.receipts import WORDINGS
from bot.features.duplicate.store import DUPLICATES, DuplicateResults, DuplicateStore
from bot.features.duplicate.text import TOPIC, record_trophy
from bot.front.feature import AnyProcess, BotProcess, Feature, Hooks
from bot.model.honours import Trophy
from bot.service.listeners import Listeners
from bot.store.repositories import StoreHooks
from bot.text.texts import Texts


def _computing(process: AnyProcess) -> Hooks:
    open_rounds = OpenRounds(DuplicateStore(process.store.database))
    return Hooks(listeners=Listeners(positions=(open_rounds.check_positions,), letters=(open_rounds.check_letters,)))


def _bot(bot: BotProcess) -> Hooks:
    from bot.features.duplicate.conducting import Conductor, Tally
    from bot.features.duplicate.messages import AnswerCounter, ChannelPoster, NextRounds

    store, results = DuplicateStore(bot.store.database), DuplicateResults(bot.store.database)
    poster = ChannelPoster(bot.poster)
    tally = Tally(AnswerCounter(store, poster).show, bot.clock)
    conductor = Conductor(
        store,
        poster,
        bot.engines,
        bot.fair_use,
        bot.clock,
        bot.luck,
        bot.peers.owner,
        bot.signals.poll,
        tally.note,
        bot.ratings.rate,
        bot.store.people.zone,
        DealtRacks(bot.games, OpenRounds(store)).check,
        results.note,
    )

    def changed(number: int) -> None:
        tally.note(number)
        conductor.wake()

    duplicates = Duplicates(store, bot.dictionaries, bot.clock, bot.fair_use, changed, bot.poster.strip)
    return Hooks(
        services=(duplicates,),
        loops=(conductor, tally),
        listeners=Listeners(occupants=(duplicates,)),
        occasions=(NextRounds(store).coming_up,),
        trophies=(partial(_trophies, results),),
    )


async def _trophies(results: DuplicateResults, server: int, person: str, texts: Texts) -> Sequence[Trophy]:
    """How many duplicates a person has played in a server, and how well at best."""
    found = await results.of_person(server, person)
    return (record_trophy(found, texts),) if found else ()


FEATURE = Feature(
    computing=_computing,
    bot=_bot,
    store=StoreHooks(leased=((DUPLICATES, DUPLICATES.c.at),)),
    wordings=WORDINGS,
    topics={"duplicate": TOPIC},
)
