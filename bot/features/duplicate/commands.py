"""`/together`, the buttons of lobbies and rounds, and moves composed for a round."""

from __future__ import annotations

from discord.app_commands import locale_str as _

from bot.features.duplicate import actions, messages
from bot.features.duplicate.duplicates import Duplicates, check_count
from bot.features.duplicate.messages import number_of, subject_of, view_to_answer
from bot.features.duplicate.receipts import answer_label, new_round_text, running_text, secret_moves_text
from bot.features.duplicate.text import about_daily_text, daily_title, round_title
from bot.features.duplicate.values import ROUND_TIME, OpenRound
from bot.front.components.message import Message, say
from bot.front.interaction import choices
from bot.front.interaction.hooks import Front, SettingPage
from bot.front.interaction.playables import Activity
from bot.front.interaction.pressing import InputForm, answers, edits, opens, with_press
from bot.front.interaction.request import Request
from bot.front.interaction.slash import UNDER_MANAGE, CommandOption, group, slash
from bot.front.lobby.opening import GAME_OPTIONS
from bot.model.games import Draft
from bot.service.rights import Right
from bot.text import Texts
from bot.text.status import example_word
from bot.text.variants import rack_label
from engine.game.views import SeatView
from engine.model.tiles import Word
from engine.play.placement import Placement, ScoreSheet


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
            case "rack" | "game board":
                return await actions.round_now(request, number)
            case "game scores":
                return await actions.standings(request, number)
            case "":
                return say(secret_moves_text(request.texts))
        return say(running_text(request.texts))


async def _open(request: Request, subject: str) -> OpenRound:
    return await actions.open_round(request, number_of(subject))


MOVE = "move"

_NEW = slash(
    actions.new,
    _("Open a duplicate for this channel"),
    Right.OPEN,
    options={
        **{name: GAME_OPTIONS[name] for name in ("language", "lexicon", "variant")},
        "time": CommandOption(_("Time for each round, 3 minutes by default"), choices.lengths(ROUND_TIME)),
        "rounds": _("Maximum number of rounds; by default, until the tiles are used up"),
        "joker": CommandOption(_("A blank in every rack"), choices=choices.YES),
        "seven_of_eight": CommandOption(_("One more tile on the rack than you can play"), choices=choices.YES),
        "solo": CommandOption(_("Extra points for the only player to find the best move"), choices=choices.SWITCH),
        "computers": CommandOption(_("How many computer players take part"), needs=Right.COMPUTERS),
        "level": _(f"How strong the computer players are, {choices.LEVEL_BOUNDS}"),
        "thread": CommandOption(_("Play in a new thread of this channel"), choices=choices.YES),
    },
)
_SWITCH = slash(
    actions.daily,
    _("Run a daily duplicate: one round a day, with the same tiles for the whole server"),
    Right.MODERATOR,
    name="together",
    options={
        "switch": CommandOption(_("Whether there is a round in this channel every day"), choices=choices.SWITCH),
        "language": CommandOption(_("The language of tiles and words"), choices.languages),
    },
)
_TOGETHER = group(
    "together",
    _("Duplicate: everyone in a channel looks for the best move with the same tiles"),
    _NEW,
    slash(
        actions.answer_here,
        _("Answer the open round in secret, or see its tiles and your answer"),
        Right.ANYONE,
        name="answer",
        options={"move": _("Your answer, such as 8H HELLO")},
    ),
    slash(actions.standings, _("See where everyone stands"), Right.ANYONE),
    slash(actions.review, _("Compare your rounds with the best moves"), Right.ANYONE),
    slash(actions.export_here, _("Get the finished rounds as files"), Right.ANYONE, name="export"),
    slash(
        actions.ask_stop,
        _("End the duplicate of this channel, as its host or a moderator"),
        Right.ANYONE,
        name="stop",
    ),
    slash(actions.today, _("See this server's daily duplicate"), Right.ANYONE, name="daily"),
)


def _form(texts: Texts) -> InputForm:
    """Asks for a move."""
    return InputForm(texts.gettext("Answer"), texts.gettext("Your move"), f"8H {example_word(texts)}", MOVE)


FRONT = Front(
    commands=(_TOGETHER, UNDER_MANAGE(_SWITCH)),
    buttons=(
        answers(messages.JOIN, actions.join),
        answers(messages.LEAVE, actions.leave),
        answers(messages.START, actions.start),
        opens(messages.ANSWER, _form, actions.take_answer, labelled=actions.tiles_label),
        with_press(messages.PLACE, actions.take_place),
        answers(messages.COMPOSE, actions.compose_answer),
        answers(messages.STANDINGS, actions.standings),
        answers(messages.REVIEW, actions.review),
        edits(messages.SHARE, actions.share_round),
        edits(messages.STOP, actions.stop),
    ),
    playables={messages.KIND: ComposableRound()},
    plays_here=(actions.setup_here,),
    joinables=(actions.joinables,),
    server_pages=(
        SettingPage(
            name="together",
            title=daily_title,
            about=about_daily_text,
            state=actions.where_daily,
            switch=actions.turn_daily,
            keeps_hour=True,
            asks_off=actions.asks_off,
        ),
    ),
)
