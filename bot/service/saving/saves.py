"""Unfinished games as sealed files, and games loaded from such files.

A file contains the whole journal of a paused game, including hidden tiles, so it is sealed. It is named after the game
and the pause. A game in this database's journal continues there; a game from another database with the same key is
copied in under an id derived from the file, so that one file never makes two games.
"""

from __future__ import annotations

import asyncio

from bot.engines.reading import Reading
from bot.model.errors import NotSaveable, SaveWentOn, UnknownGame
from bot.model.games import Cause, Place
from bot.model.words import Edition
from bot.service.games import Games
from bot.service.listeners import Applied
from bot.service.opening import restore_game
from bot.service.rights import Member, moderates
from bot.service.saving.pauses import end_rewound, free_name, id_of
from bot.service.saving.savefile import Save, content_of, take_over
from bot.service.saving.seals import Sealer
from bot.service.words.dictionaries import Dictionaries
from engine.game import events as ev
from engine.game.commands import Load
from engine.game.phases import Over, Paused

FILE_ENDING = ".tilewright"


class Saves:
    """Gives out games as sealed files and takes them back. `installation` is this database's own."""

    def __init__(
        self, games: Games, dictionaries: Dictionaries, sealer: Sealer, installation: str, reading: Reading
    ) -> None:
        self._games = games
        self._dictionaries = dictionaries
        self._sealer = sealer
        self._installation = installation
        self._reading = reading

    async def save(self, game: str) -> bytes:
        """The sealed file of a paused game. Raises `NotSaveable`, `UnknownGame` and `KeyUnusable`."""
        state, events = await self._games.load(game), await self._games.events(game)
        if not isinstance(state.phase, Paused):
            raise NotSaveable(isinstance(state.phase, Over))
        edition = await self._dictionaries.edition(state.setup.lexicon)
        return await asyncio.to_thread(self._sealed, game, _up_to_pause(events), edition)

    async def load(self, data: bytes, member: Member, place: Place, cause: Cause, *, again: bool = False) -> Applied:
        """Load a game from its file; it waits in a place until all its players agree.

        A game that continued after it was saved is loaded only if `again` asks for it: as a separate game, with a mark
        that says so, beside the one that continued, which ends once everyone agrees to go back. Its moderators are
        those of the server where the game lives, so a file from another bot has none. Raises as `Sealer.open`,
        `SaveDamaged`, `SaveWentOn`, and as `Sandbox.run`, `Games.submit` and `restore_game`.
        """
        save = await self._opened(data)
        if save.edition:
            await self._dictionaries.keep_edition(save.state.setup.lexicon, save.edition)
        game = save.game if save.installation == self._installation else id_of(save.name, self._installation)
        rests = await self._rests(game, save)
        if rests is False and not again:
            raise SaveWentOn(save.state.setup.name)
        if rests is False:
            game = id_of(save.name, cause.id)
        name = await free_name(self._games, place, save.state.setup.name, game)
        moderator = await self._moderates(member, save)
        command = Load(member.person, save.name, name, rewinds=rests is False, moderator=moderator)
        if rests:
            applied = await self._games.submit(game, command, cause, place)
        else:
            applied = await restore_game(self._games, game, place, save.events, command, cause)
        await end_rewound(self._games, applied, cause)
        return applied

    async def _moderates(self, member: Member, save: Save) -> bool:
        """Whether a person is a moderator of the server where the game in a file lives."""
        if save.installation != self._installation:
            return False
        try:
            return moderates(member, (await self._games.summary(save.game)).place.guild_id)
        except UnknownGame:
            return False

    async def get_ready(self) -> None:
        """Prepare to read a file that is on its way."""
        await self._reading.sent.warm()

    async def _rests(self, game: str, save: Save) -> bool | None:
        """Whether a game is still paused as it was saved; None if this database does not have it."""
        try:
            events = await self._games.events(game)
        except UnknownGame:
            return None
        saved, later = events[: len(save.events)], events[len(save.events) :]
        return saved == save.events and all(
            isinstance(event, ev.PauseAgreed | ev.Loaded | ev.SeatTaken | ev.SeatOffered) for event in later
        )

    def _sealed(self, game: str, events: tuple[ev.Event, ...], edition: Edition | None) -> bytes:
        return self._sealer.seal(content_of(self._installation, game, events, edition))

    async def _opened(self, data: bytes) -> Save:
        """The content of a file. The key stays here; the opened content is read elsewhere."""
        content = await asyncio.to_thread(self._sealer.open, data)
        return await asyncio.to_thread(take_over, await self._reading.sent.run("save", content))


def _up_to_pause(events: tuple[ev.Event, ...]) -> tuple[ev.Event, ...]:
    """The events up to the latest pause, so that every file of one pause is the same save."""
    latest = max(number for number, event in enumerate(events, 1) if isinstance(event, ev.GamePaused))
    return events[:latest]
