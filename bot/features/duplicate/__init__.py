"""Duplicate for a whole channel: the same rack for everyone, secret answers, and the best one goes on the board."""

from __future__ import annotations

from bot.features.duplicate.duplicates import DealtRacks, Duplicates, OpenRounds
from bot.features.duplicate.store import DUPLICATES, DuplicateStore
from bot.features.duplicate.text import TOPIC
from bot.features.duplicate.values import WORDINGS
from bot.front.feature import AnyProcess, BotProcess, Feature, Hooks
from bot.service.listeners import Listeners
from bot.store.repositories import StoreHooks


def _computing(process: AnyProcess) -> Hooks:
    open_rounds = OpenRounds(DuplicateStore(process.store.database))
    return Hooks(listeners=Listeners(positions=(open_rounds.check_positions,), letters=(open_rounds.check_letters,)))


def _bot(bot: BotProcess) -> Hooks:
    from bot.features.duplicate.course import Conductor, Tally
    from bot.features.duplicate.messages import AnswerCounter, ChannelPoster, NextRounds

    store = DuplicateStore(bot.store.database)
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
    )


FEATURE = Feature(
    computing=_computing,
    bot=_bot,
    store=StoreHooks(leased=((DUPLICATES, DUPLICATES.c.at),)),
    wordings=WORDINGS,
    topics={"duplicate": TOPIC},
)
