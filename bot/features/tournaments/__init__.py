"""Tournaments: rounds of games in threads, paired and counted by the bot."""

from __future__ import annotations

from bot.features.tournaments.receipts import WORDINGS
from bot.features.tournaments.store import TOURNAMENTS, TournamentStore
from bot.features.tournaments.text import TOPIC, counted_text, directed_text, onward_text
from bot.front.feature import BotProcess, Feature, Hooks
from bot.service.listeners import Listeners
from bot.store.repositories import StoreHooks


def _hooks(bot: BotProcess) -> Hooks:
    from bot.competitions.venue import ResultNotes
    from bot.features.tournaments.rounds import Rounds
    from bot.features.tournaments.venue import DiscordTournamentVenue

    store = TournamentStore(bot.store.database)
    venue = DiscordTournamentVenue(bot.games, bot.mailbox, bot.store.people, bot.poster, bot.clock, ratings=bot.ratings)
    rounds = Rounds(store, venue, bot.games, bot.clock, bot.peers.owner, bot.occasions.changed)
    return Hooks(
        services=(rounds,),
        loops=(rounds,),
        listeners=Listeners(
            changed=(rounds.changed,),
            lost=(rounds.lost,),
            holds=(rounds.may_hold,),
            contests=(rounds.has,),
            occupants=(rounds,),
        ),
        notes=(ResultNotes(rounds.of_game, counted_text, directed_text, onward_text).note,),
        occasions=(rounds.coming_up,),
        paragraphs=(rounds.paragraph,),
    )


FEATURE = Feature(
    bot=_hooks,
    store=StoreHooks(leased=((TOURNAMENTS, TOURNAMENTS.c.at),)),
    wordings=WORDINGS,
    topics={"tournaments": TOPIC},
)
