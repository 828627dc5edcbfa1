"""Tournaments: rounds of games in threads, paired and counted by the bot."""

from __future__ import annotations

from bot.features.tournaments.receipts import WORDINGS
from bot.features.tournaments.store import TOURNAMENTS, TournamentStore
from bot.features.tournaments.text import TOPIC, counted_text, directed_text, onward_text
from bot.front.feature import BotProcess, Feature, Hooks
from bot.service.listeners import Listeners
from bot.store.repositories import StoreHooks


def _hooks(bot: BotProcess) -> Hooks:
    from bot.competitions.venue import GameOpener, ResultNotes
    from bot.features.tournaments.rounds import Rounds, TournamentNotes
    from bot.features.tournaments.venue import DiscordTournamentVenue

    store = TournamentStore(bot.store.database)
    arranger = GameOpener(bot.games, bot.mailbox, bot.store.people, bot.clock)
    venue = DiscordTournamentVenue(bot.games, arranger, bot.poster, bot.clock, bot.ratings)
    rounds = Rounds(store, venue, bot.games, bot.clock, bot.peers.owner, bot.occasions.changed)
    elsewhere = TournamentNotes(store)
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
        occasions=(elsewhere.coming_up,),
        paragraphs=(elsewhere.paragraph,),
    )


FEATURE = Feature(
    bot=_hooks,
    store=StoreHooks(leased=((TOURNAMENTS, TOURNAMENTS.c.at),)),
    wordings=WORDINGS,
    topics={"tournaments": TOPIC},
)
