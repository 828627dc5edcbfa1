"""Leagues: seasons in divisions, in which everybody meets everybody, with promotion and relegation."""

from __future__ import annotations

from bot.features.leagues.refusals import WORDINGS
from bot.features.leagues.store import LeagueStore
from bot.features.leagues.text import TOPIC
from bot.front.feature import BotProcess, ByClass, Feature


def _services(bot: BotProcess) -> ByClass:
    from bot.features.leagues.posting import DiscordVenue
    from bot.features.leagues.seasons import Seasons
    from bot.front.lobby.arranged import Arranger

    store = LeagueStore(bot.store.database)
    arranger = Arranger(bot.games, bot.mailbox, bot.store.people, bot.clock)
    venue = DiscordVenue(bot.games, arranger, bot.poster, bot.clock)
    return {LeagueStore: store, Seasons: Seasons(store, venue, bot.games, bot.clock, bot.peers.owner)}


ROOM = Feature(wordings=WORDINGS, services=_services, topics={"leagues": TOPIC})
