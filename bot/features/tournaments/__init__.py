"""Tournaments: rounds of games in threads, paired and counted by the bot."""

from __future__ import annotations

from bot.features.tournaments.elsewhere import Elsewhere
from bot.features.tournaments.refusals import WORDINGS
from bot.features.tournaments.store import TournamentStore
from bot.features.tournaments.text import TOPIC, format_title, ties_title
from bot.front.feature import BotProcess, ByClass, Feature


def _services(bot: BotProcess) -> ByClass:
    from bot.features.tournaments.posting import DiscordVenue
    from bot.features.tournaments.rounds import Rounds
    from bot.front.lobby.arranged import Arranger

    store = TournamentStore(bot.store.database)
    arranger = Arranger(bot.games, bot.mailbox, bot.store.people, bot.clock)
    venue = DiscordVenue(bot.games, arranger, bot.poster, bot.clock, bot.ratings)
    rounds = Rounds(store, venue, bot.games, bot.clock, bot.peers.owner, bot.occasions.changed)
    bot.games.on_hold.append(rounds.may_hold)
    return {TournamentStore: store, Rounds: rounds}


def _elsewhere(bot: BotProcess) -> Elsewhere:
    return Elsewhere(bot.service(TournamentStore))


ROOM = Feature(
    wordings=WORDINGS,
    services=_services,
    occasions=lambda bot: _elsewhere(bot).coming_up,
    digest=lambda bot: _elsewhere(bot).paragraph,
    titles={"format": format_title, "ties": ties_title},
    topics={"tournaments": TOPIC},
)
