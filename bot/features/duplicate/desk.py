"""Moves composed for a round: on its board, with its tiles, and sent as an answer."""

from __future__ import annotations

from bot.features.duplicate import actions
from bot.features.duplicate.duplicates import Duplicates, OpenRound, check_count
from bot.features.duplicate.messages import KIND, round_of, view_to_answer
from bot.features.duplicate.text import new_round_text, round_title
from bot.front.components.message import Message
from bot.front.interaction.desks import Desk
from bot.front.interaction.request import Request
from bot.model.games import Draft
from bot.text import Texts
from bot.text.tiles import rack_label
from engine.game.views import SeatView
from engine.model.alphabet import Word
from engine.play.placement import Placement
from engine.play.scoring import ScoreSheet


class RoundDesk(Desk):
    """The open round of a duplicate, whose number is in the subject; the number of the round is the turn."""

    async def view(self, request: Request, subject: str) -> SeatView:
        """What everyone who may answer sees. Raises as `actions.open_round`."""
        return view_to_answer(await _open(request, subject))

    async def unknown(
        self,
        request: Request,
        subject: str,  # noqa: ARG002
        view: SeatView,
        placement: Placement,
        sheet: ScoreSheet,
    ) -> tuple[Word, ...] | None:
        """The words that an answer would be refused for. Raises `TooManyPlayed`."""
        setup = view.table.setup
        check_count(placement, setup.variant)
        if await actions.secret(request):
            return None
        return await request.services.feature(Duplicates).phonies(setup, sheet)

    async def play(self, request: Request, draft: Draft) -> Message:
        """Answer the round for which it was composed."""
        return await actions.answer_composed(request, draft.text, *round_of(draft))

    async def label(self, request: Request, subject: str) -> str:
        """The tiles of the round."""
        open_ = await _open(request, subject)
        return rack_label(open_.round.rack, open_.duplicate.setup.variant, request.texts)

    def title(self, view: SeatView, texts: Texts) -> str:
        """The round."""
        return round_title(view.table.turn, texts)

    def play_label(self, texts: Texts) -> str:
        """**Answer**."""
        return texts.gettext("Answer")

    def moved_on(self, texts: Texts) -> str:
        """That the round is over and the next one has other tiles."""
        return new_round_text(texts)


async def _open(request: Request, subject: str) -> OpenRound:
    return await actions.open_round(request, int(subject.removeprefix(f"{KIND}:")))
