"""Moves composed for a turn of a game."""

from __future__ import annotations

from bot.front.board.racks import own_order
from bot.front.board.scenes import game_title
from bot.front.components.message import Message
from bot.front.interaction.playables import Composable
from bot.front.interaction.request import Request
from bot.front.look.actions import own_seat
from bot.front.play import moves, previews
from bot.front.play.verdicts import unknown_words
from bot.model.errors import NothingToCompose
from bot.model.games import Draft
from bot.text import Texts
from bot.text.composing import changed_note, play_label
from engine.game.views import SeatView
from engine.model.alphabet import Word
from engine.model.tiles import KnownRack, Tile
from engine.play.placement import Placement
from engine.play.scoring import ScoreSheet


class ComposableTurn(Composable):
    """A game's own board and the person's rack in it."""

    async def view(self, request: Request, subject: str) -> SeatView:
        """What the person's seat may know.

        Raises as `own_seat`, and `NothingToCompose` without known tiles or a turn.
        """
        view = own_seat(await request.state(subject), request)
        if not isinstance(view.rack, KnownRack) or view.table.on_turn is None:
            raise NothingToCompose
        return view

    async def unknown(
        self,
        request: Request,
        subject: str,
        view: SeatView,  # noqa: ARG002
        placement: Placement,  # noqa: ARG002
        sheet: ScoreSheet,
    ) -> tuple[Word, ...] | None:
        """As previews tell it."""
        return await unknown_words(request, subject, sheet)

    async def play(self, request: Request, draft: Draft) -> Message:
        """Play the move in the turn for which it was composed."""
        return await moves.play_draft(request, draft)

    async def label(self, request: Request, subject: str) -> str:
        """The person's tiles, unless others see the screen too."""
        return await moves.tiles_label(request, subject)

    def title(self, view: SeatView, texts: Texts) -> str:
        """The name of the game."""
        return game_title(view.table, texts)

    def play_label(self, texts: Texts) -> str:
        """**Play**."""
        return play_label(texts)

    def moved_on(self, texts: Texts) -> str:
        """That the board has changed."""
        return changed_note(texts)

    async def order(self, request: Request, subject: str, view: SeatView) -> tuple[Tile, ...]:
        """As the player has arranged the rack."""
        return await own_order(request.services.people, subject, view)

    async def hold(self, request: Request, draft: Draft, view: SeatView) -> str:
        """Let the preview be played a little late."""
        return await previews.hold(request, draft, view)
