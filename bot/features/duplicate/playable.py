"""Moves composed for a round: on its board, with its tiles, and sent as an answer."""

from __future__ import annotations

from bot.features.duplicate import actions
from bot.features.duplicate.duplicates import Duplicates, OpenRound, check_count
from bot.features.duplicate.messages import number_of, subject_of, view_to_answer
from bot.features.duplicate.text import answer_label, new_round_text, round_title, running_text, secret_moves_text
from bot.front.components.message import Message, say
from bot.front.interaction.playables import Activity
from bot.front.interaction.request import Request
from bot.model.games import Draft
from bot.text import Texts
from bot.text.tiles import rack_label
from engine.game.views import SeatView
from engine.model.alphabet import Word
from engine.play.placement import Placement
from engine.play.scoring import ScoreSheet


class ComposableRound(Activity):
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
        return await request.services.of(Duplicates).phonies(setup, sheet)

    async def play(self, request: Request, draft: Draft) -> Message:
        """Answer the round for which it was composed."""
        return await actions.answer_composed(request, draft.text, number_of(draft.subject), draft.turn)

    async def label(self, request: Request, subject: str) -> str:
        """The tiles of the round."""
        open_ = await _open(request, subject)
        return rack_label(open_.round.rack, open_.duplicate.setup.variant, request.texts)

    def title(self, view: SeatView, texts: Texts) -> str:
        """The round."""
        return round_title(view.table.turn, texts)

    def play_label(self, texts: Texts) -> str:
        """**Answer**."""
        return answer_label(texts)

    def moved_on(self, texts: Texts) -> str:
        """That the round is over and the next one has other tiles."""
        return new_round_text(texts)

    async def open(self, request: Request) -> tuple[str, ...]:
        """The duplicate that runs in a channel; in direct messages, all in which the person takes part."""
        return tuple(subject_of(one.number) for one in await actions.running(request) if one.round)

    async def take(self, request: Request, subject: str, move: str) -> Message:
        """Keep an answer."""
        return await actions.answer(request, await _open(request, subject), move)

    async def shown(self, request: Request, subject: str, command: str) -> Message:
        """The rack, the board or the scores of the round; else how to answer it."""
        number = number_of(subject)
        match command:
            case "rack" | "board":
                return await actions.round_now(request, number)
            case "scores":
                return await actions.standings(request, number)
            case "":
                return say(secret_moves_text(request.texts))
        return say(running_text(request.texts))


async def _open(request: Request, subject: str) -> OpenRound:
    return await actions.open_round(request, number_of(subject))
