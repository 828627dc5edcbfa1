"""Duplicate for a whole channel: the same rack for everyone, secret answers, and the best one goes on the board."""

from __future__ import annotations

from bot.features.duplicate.refusals import WORDINGS
from bot.features.duplicate.text import TOPIC
from bot.front.feature import BotProcess, ByClass, Feature
from bot.front.occasions import ComingUp


def _services(bot: BotProcess) -> ByClass:
    from bot.features.duplicate.conducting import Conductor, Tally
    from bot.features.duplicate.duplicates import Duplicates
    from bot.features.duplicate.posting import ChannelPoster, Counts
    from bot.features.duplicate.store import DuplicateStore

    store = DuplicateStore(bot.store.database)
    poster = ChannelPoster(bot.poster)
    tally = Tally(Counts(store, poster).show, bot.clock)
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
    )

    def changed(number: int) -> None:
        tally.note(number)
        conductor.wake()

    duplicates = Duplicates(store, bot.dictionaries, bot.clock, bot.fair_use, changed)
    bot.games.tenants.append(duplicates)
    bot.games.on_position.append(duplicates.check_positions)
    bot.games.on_letters.append(duplicates.check_letters)
    return {Duplicates: duplicates, Conductor: conductor, Tally: tally}


def _occasions(bot: BotProcess) -> ComingUp:
    from bot.features.duplicate.coming import NextRounds
    from bot.features.duplicate.store import DuplicateStore

    return NextRounds(DuplicateStore(bot.store.database)).coming_up


ROOM = Feature(wordings=WORDINGS, services=_services, occasions=_occasions, topics={"duplicate": TOPIC})
