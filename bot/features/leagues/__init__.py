"""Leagues: seasons in divisions, in which everybody meets everybody, with promotion and relegation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.features.leagues.seasons import LeagueNotes
from bot.features.leagues.store import LEAGUES, LeagueStore
from bot.features.leagues.text import TOPIC, WORDINGS, counted_text
from bot.front.feature import BotProcess, Feature, Hooks
from bot.service.listeners import Listeners
from bot.store.repositories import StoreHooks

if TYPE_CHECKING:
    from bot.features.leagues.seasons import Seasons


@dataclass(frozen=True, slots=True)
class LeagueServices:
    """What the actions of leagues use."""

    store: LeagueStore
    seasons: Seasons


def _hooks(bot: BotProcess) -> Hooks:
    from bot.competitions.opening import GameOpener, ResultNotes
    from bot.features.leagues.messages import DiscordLeagueVenue
    from bot.features.leagues.seasons import Seasons

    store = LeagueStore(bot.store.database)
    arranger = GameOpener(bot.games, bot.mailbox, bot.store.people, bot.clock)
    venue = DiscordLeagueVenue(bot.games, arranger, bot.poster, bot.clock)
    seasons = Seasons(store, venue, bot.games, bot.clock, bot.peers.owner, bot.occasions.changed)
    elsewhere = LeagueNotes(store)
    return Hooks(
        services=(LeagueServices(store, seasons),),
        loops=(seasons,),
        listeners=Listeners(
            changed=(seasons.changed,), lost=(seasons.lost,), contests=(seasons.has,), occupants=(seasons,)
        ),
        notes=(ResultNotes(seasons.of_game, counted_text).note,),
        occasions=(elsewhere.coming_up,),
        paragraphs=(elsewhere.paragraph,),
    )


FEATURE = Feature(
    bot=_hooks, store=StoreHooks(leased=((LEAGUES, LEAGUES.c.at),)), wordings=WORDINGS, topics={"leagues": TOPIC}
)
