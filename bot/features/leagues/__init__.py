"""Leagues: seasons in divisions, in which everybody meets everybody, with promotion and relegation."""

from __future__ import annotations

from bot.features.leagues.receipts import WORDINGS
from bot.features.leagues.store import LEAGUES, LeagueStore
from bot.features.leagues.text import TOPIC, counted_text
from bot.front.feature import BotProcess, Feature, Hooks
from bot.service.listeners import Listeners
from bot.store.repositories import StoreHooks


def _hooks(bot: BotProcess) -> Hooks:
    from bot.competitions.venue import ResultNotes
    from bot.features.leagues.messages import DiscordLeagueVenue
    from bot.features.leagues.seasons import Seasons

    store = LeagueStore(bot.store.database)
    venue = DiscordLeagueVenue(bot.games, bot.mailbox, bot.store.people, bot.poster, bot.clock)
    seasons = Seasons(store, venue, bot.games, bot.clock, bot.peers.owner, bot.occasions.changed)
    return Hooks(
        services=(seasons,),
        loops=(seasons,),
        listeners=Listeners(
            changed=(seasons.changed,), lost=(seasons.lost,), contests=(seasons.has,), occupants=(seasons,)
        ),
        notes=(ResultNotes(seasons.of_game, counted_text).note,),
        occasions=(seasons.coming_up,),
        paragraphs=(seasons.paragraph,),
    )


FEATURE = Feature(
    bot=_hooks, store=StoreHooks(leased=((LEAGUES, LEAGUES.c.at),)), wordings=WORDINGS, topics={"leagues": TOPIC}
)
