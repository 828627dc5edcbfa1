"""What moves are composed for: a turn of a game, or what a feature has open under a name of its own."""

from __future__ import annotations

from abc import ABC, abstractmethod

from bot.front.components.message import Message
from bot.front.interaction.request import Request
from bot.model.errors import Forgotten
from bot.model.games import Draft, kind_of
from bot.text import Texts
from engine.game.views import SeatView
from engine.model.alphabet import Word
from engine.model.tiles import Tile
from engine.play.placement import Placement
from engine.play.scoring import ScoreSheet


class Composable(ABC):
    """A kind of subject: on which board and with which tiles a move is composed, and what **Play** does with it."""

    @abstractmethod
    async def view(self, request: Request, subject: str) -> SeatView:
        """The board and the tiles as the person may see them; the turn is that of new drafts.

        Raises the refusal for someone who may not compose a move there.
        """

    @abstractmethod
    async def unknown(
        self, request: Request, subject: str, view: SeatView, placement: Placement, sheet: ScoreSheet
    ) -> tuple[Word, ...] | None:
        """The words of a move that do not count; None if that is secret before the move is played.

        Raises the refusal of a move that fits the board but may not be played, whatever its words are.
        """

    @abstractmethod
    async def play(self, request: Request, draft: Draft) -> Message:
        """Play the move of a draft."""

    @abstractmethod
    async def label(self, request: Request, subject: str) -> str:
        """The person's tiles, for above a field for words; empty if they are not to be shown."""

    @abstractmethod
    def title(self, view: SeatView, texts: Texts) -> str:
        """What the subject is called, without markdown."""

    @abstractmethod
    def play_label(self, texts: Texts) -> str:
        """The label of the button that plays the move."""

    @abstractmethod
    def moved_on(self, texts: Texts) -> str:
        """That the turn of the draft is over, above what is left of the composition."""

    async def order(self, request: Request, subject: str, view: SeatView) -> tuple[Tile, ...]:  # noqa: ARG002
        """The tiles in the order in which the person keeps them."""
        return ()

    async def hold(self, request: Request, draft: Draft, view: SeatView) -> str:  # noqa: ARG002
        """Note that a move was composed in time; returns a sentence on what that permits, or an empty text."""
        return ""


class Activity(Composable):
    """Something other than a game. People find its subjects by where they are; games of theirs there come first."""

    @abstractmethod
    async def open(self, request: Request) -> tuple[str, ...]:
        """What waits for moves in the place of a request: in direct messages, all that the person takes part in."""

    @abstractmethod
    async def take(self, request: Request, subject: str, move: str) -> Message:
        """Take a move as somebody has typed it."""

    @abstractmethod
    async def shown(self, request: Request, subject: str, command: str) -> Message:
        """What a command of games shows instead, by its name; an empty name stands for a move that everyone can read.

        At least it says in a sentence how to make moves.
        """


def others(request: Request) -> tuple[Activity, ...]:
    """What moves are composed for beside games."""
    playables = request.services.hooks.front.playables
    return tuple(playable for playable in playables.values() if isinstance(playable, Activity))


def other_playable(request: Request, subject: str) -> Activity:
    """What a subject that is no game offers. Raises `Forgotten` if there is none."""
    playable = request.services.hooks.front.playables.get(kind_of(subject))
    if not isinstance(playable, Activity):
        raise Forgotten
    return playable


def playable_of(request: Request, subject: str) -> Composable:
    """What a subject offers to those who compose moves for it."""
    return request.services.hooks.front.playables[kind_of(subject)]
