"""Leagues: seasons in divisions, in which everybody meets everybody, with promotion and relegation."""

from __future__ import annotations

from bot.features.leagues.elsewhere import Elsewhere
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
    seasons = Seasons(store, venue, bot.games, bot.clock, bot.peers.owner, bot.occasions.changed)
    return {LeagueStore: store, Seasons: seasons}


def _elsewhere(bot: BotProcess) -> Elsewhere:
    return Elsewhere(bot.service(LeagueStore))


ROOM = Feature(
    wordings=WORDINGS,
    services=_services,
    occasions=lambda bot: _elsewhere(bot).coming_up,
    digest=lambda bot: _elsewhere(bot).paragraph,
    topics={"leagues": TOPIC},
)
