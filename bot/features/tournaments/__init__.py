"""Tournaments: rounds of games in threads, paired and counted by the bot."""

from __future__ import annotations

from bot.features.tournaments.refusals import WORDINGS
from bot.features.tournaments.store import TournamentStore
from bot.features.tournaments.text import TOPIC, format_title
from bot.front.feature import BotProcess, ByClass, Feature


def _services(bot: BotProcess) -> ByClass:
    from bot.features.tournaments.posting import DiscordVenue
    from bot.features.tournaments.rounds import Rounds
    from bot.service.ratings import Ratings

    store, people = TournamentStore(bot.store.database), bot.store.people
    venue = DiscordVenue(bot.games, bot.mailbox, people, bot.poster, bot.clock, Ratings(bot.store.results))
    return {TournamentStore: store, Rounds: Rounds(store, venue, bot.games, bot.clock, bot.peers.owner)}


ROOM = Feature(wordings=WORDINGS, services=_services, titles={"format": format_title}, topics={"tournaments": TOPIC})
