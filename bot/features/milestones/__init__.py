"""Milestones: what people reach, told once: in their games at the end, with the puzzle of the day in its channel."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from bot.features.milestones.milestones import Milestones
from bot.features.milestones.store import MilestoneStore
from bot.features.milestones.text import TOPIC, milestones_text, milestones_trophy, streaks_text
from bot.features.milestones.text import milestones_heard as heard
from bot.features.milestones.text import milestones_shown as shown
from bot.front.feature import BotProcess, Feature, Hooks
from bot.front.occasions import Streak
from bot.model.honours import Trophy
from bot.store.lines import ChannelLine
from bot.text.texts import Texts

if TYPE_CHECKING:
    from bot.front.posting.composers import Announcement, CardNote
    from bot.front.posting.poster import ChannelLines, Poster
    from bot.service.ports import Clock


def _hooks(bot: BotProcess) -> Hooks:
    store = MilestoneStore(bot.store.database)
    milestones = Milestones(store, bot.store.results, bot.games, bot.dictionaries)
    return Hooks(
        services=(milestones,),
        card_notes=(partial(_notes, milestones),),
        trophies=(partial(_trophies, store),),
        streaks=(partial(_tell_streaks, milestones, bot.poster, bot.lines, bot.clock),),
    )


async def _tell_streaks(
    milestones: Milestones,
    poster: Poster,
    lines: ChannelLines,
    clock: Clock,
    server: int,
    channel: int,
    found: Sequence[Streak],
) -> None:
    """Have what people reached with the puzzle of the day told in its channel."""
    if new := await milestones.of_streaks(server, found):
        told = streaks_text(new, await poster.texts(channel, server))
        key = f"milestones/{server}/{new[0].person}/{new[0].kind.value}"
        await milestones.store.tell(server, new, ChannelLine(key, server, channel, told, clock.now()))
        lines.wake()


async def _trophies(store: MilestoneStore, server: int, person: str, texts: Texts) -> Sequence[Trophy]:
    """The milestones of a person that they and the server want told."""
    off = await store.switched_off((person, str(server)))
    kinds = {one.kind for one in await store.of_person(server, person)} - {kind for _, kind in off}
    return (milestones_trophy(kinds, texts),) if kinds else ()


async def _notes(milestones: Milestones, told: Announcement) -> Sequence[CardNote]:
    """What the players of a game have reached, for the card at its end."""
    from bot.front.posting.composers import CardNote  # it brings what draws, which other processes do without

    server = told.context.server
    if server is None:
        return ()
    found = await milestones.of_game(told.game, server.id, told.state, told.events)
    people = dict.fromkeys(one.person for one in found)
    own = [[one for one in found if one.person == person] for person in people]
    texts = told.texts
    return [CardNote(shown(one, texts), heard(one, texts), milestones_text(one, texts)) for one in own]


FEATURE = Feature(bot=_hooks, topics={"milestones": TOPIC})
