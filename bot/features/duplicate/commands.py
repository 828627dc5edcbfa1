"""`/duplicate`, and the buttons of lobbies and rounds."""

from __future__ import annotations

from discord import app_commands
from discord.app_commands import locale_str as _

from bot.features.duplicate import actions, messages
from bot.features.duplicate.actions import Wanted
from bot.features.duplicate.choices import times
from bot.features.duplicate.playable import PlayableRound
from bot.features.duplicate.text import title_text
from bot.features.duplicate.values import LONGEST, MOST_COMPUTERS, MOST_ROUNDS, SECOND, SHORTEST
from bot.front.components.message import Message
from bot.front.interaction import choices
from bot.front.interaction.answering import answer
from bot.front.interaction.commands import needs
from bot.front.interaction.hooks import Front
from bot.front.interaction.pressing import InputForm, answers, opens, with_press
from bot.front.interaction.request import Interaction, Request
from bot.front.lobby.options import chooses_game
from bot.front.lobby.threads import thread_in
from bot.service.rights import Right
from bot.text import Texts
from bot.text.status import example_word

MOVE = "move"
Seconds = app_commands.Range[int, SHORTEST // SECOND, LONGEST // SECOND]
Rounds = app_commands.Range[int, 1, MOST_ROUNDS]
Computers = app_commands.Range[int, 1, MOST_COMPUTERS]


class DuplicateCommands(app_commands.Group):
    """The group `/duplicate`."""

    def __init__(self) -> None:
        super().__init__(name="duplicate", description=_("Play with a whole channel: the same tiles for everyone"))

    @needs(Right.OPEN, options={"computers": Right.COMPUTERS})
    @app_commands.command(description=_("Open a duplicate for this channel"))
    @app_commands.describe(
        time=_("Seconds for each round; 180 by default"),
        rounds=_("How many rounds at most; without it, until the tiles are used up"),
        joker=_("A blank in every rack"),
        seven_of_eight=_("One tile more on the rack than you can play"),
        solo=_("Whether the only one who finds the top gets more points"),
        computers=_("How many computer players take part"),
        level=_(f"How strong the computer players are, {choices.LEVEL_BOUNDS}"),
        thread=_("Play in a new thread of this channel"),
    )
    @app_commands.choices(
        joker=choices.YES,
        seven_of_eight=choices.YES,
        solo=choices.SWITCH,
        thread=choices.YES,
    )
    @app_commands.autocomplete(time=times)
    @chooses_game
    async def new(
        self,
        interaction: Interaction,
        language: str = "",
        lexicon: str = "",
        variant: str = "",
        time: Seconds = 180,
        rounds: Rounds | None = None,
        joker: str = "",
        seven_of_eight: str = "",
        solo: str = choices.ON,
        computers: Computers | None = None,
        level: choices.LevelOption = 5,
        thread: str = "",
    ) -> None:
        """Opens a lobby in the channel, or in a new thread of it."""
        wanted = Wanted(
            language, lexicon, variant, time, rounds, bool(joker), bool(seven_of_eight), solo != choices.OFF,
            computers or 0, level,
        )  # fmt: skip

        async def work(request: Request) -> Message:
            actions.check_channel(request, thread=bool(thread))
            setup = await actions.setup_for(request, wanted)
            if not thread:
                return await actions.open_in(request, request.place, wanted, setup)
            title = title_text(await request.aloud(setup.variant.language))
            async with request.services.play.opening.hold(request.person.id), thread_in(interaction, title) as place:
                return await actions.open_in(request, place, wanted, setup)

        await answer(interaction, work)

    @needs(Right.ANYONE)
    @app_commands.command(description=_("Answer the open round in secret, or see its tiles and your answer"))
    @app_commands.describe(move=_("Your answer, such as 8H HELLO"))
    async def answer(self, interaction: Interaction, move: str = "") -> None:
        """Takes an answer, or shows the latest one."""
        await answer(interaction, lambda request: actions.answer_here(request, move))

    @needs(Right.ANYONE)
    @app_commands.command(description=_("Join the duplicate of this channel"))
    async def join(self, interaction: Interaction) -> None:
        """Lets the person in."""
        await answer(interaction, actions.join_here)

    @needs(Right.ANYONE)
    @app_commands.command(description=_("Leave the duplicate of this channel; your points stay"))
    async def leave(self, interaction: Interaction) -> None:
        """Lets the person leave."""
        await answer(interaction, actions.leave_here)

    @needs(Right.ANYONE)
    @app_commands.command(description=_("See where everyone stands"))
    async def standings(self, interaction: Interaction) -> None:
        """Shows the standings."""
        await answer(interaction, actions.standings_here)

    @needs(Right.ANYONE)
    @app_commands.command(description=_("See your rounds beside the tops"))
    async def review(self, interaction: Interaction) -> None:
        """Shows what the person missed."""
        await answer(interaction, actions.review_here)

    @needs(Right.ANYONE)
    @app_commands.command(description=_("Get the rounds that are over as files"))
    async def export(self, interaction: Interaction) -> None:
        """Sends the files."""
        await answer(interaction, actions.export_here)

    @needs(Right.ANYONE)
    @app_commands.command(description=_("End the duplicate of this channel, as its host or a moderator"))
    async def stop(self, interaction: Interaction) -> None:
        """Ends the duplicate."""
        await answer(interaction, actions.stop_here)

    @needs(Right.ANYONE, options={"switch": Right.MODERATOR})
    @app_commands.command(description=_("See this server's daily duplicate"))
    @app_commands.describe(
        switch=_("Whether there is a round in this channel every day"), language=_("The language of tiles and words")
    )
    @app_commands.choices(switch=choices.SWITCH)
    @app_commands.autocomplete(language=choices.languages)
    async def daily(self, interaction: Interaction, switch: str = "", language: str = "") -> None:
        """Shows where the daily duplicate is, or chooses it."""
        await answer(interaction, lambda request: actions.daily(request, switch, language))


def _form(texts: Texts) -> InputForm:
    """Asks for a move."""
    return InputForm(texts.gettext("Answer"), texts.gettext("Your move"), f"8H {example_word(texts)}", MOVE)


FRONT = Front(
    commands=(DuplicateCommands(),),
    buttons=(
        answers(messages.JOIN, actions.join),
        answers(messages.LEAVE, actions.leave),
        answers(messages.START, actions.start),
        opens(messages.ANSWER, _form, actions.take_answer, labelled=actions.tiles_label),
        with_press(messages.PLACE, actions.take_place),
        answers(messages.COMPOSE, actions.compose_answer),
        answers(messages.STANDINGS, actions.standings),
        answers(messages.REVIEW, actions.review),
    ),
    playables={messages.KIND: PlayableRound()},
    plays_here=(actions.setup_here,),
)
