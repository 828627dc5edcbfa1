"""A small discord.py bot and people at the page, over real sockets: everything that the real bot uses."""

from __future__ import annotations

import asyncio
import io
import re
from collections.abc import AsyncIterator
from typing import Any, Self

import discord
import pytest
from discord import app_commands, ui

from bot.playground.interactions import ANSWER_SECONDS
from bot.playground.media import plain_png
from bot.playground.server import Playground
from tests.support import discord_api
from tests.support.playground import (
    DM,
    Person,
    Refused,
    Unanswered,
    buttons_of,
    connected,
    displays_of,
    pictures_of,
    text_of,
)

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")
PNG = plain_png(40, (10, 120, 40))


class Join(ui.DynamicItem[ui.Button[Any]], template=r"join:(?P<game>\d+):(?P<turn>\d+)"):
    """A button that outlives restarts."""

    def __init__(self, game: int, turn: int) -> None:
        super().__init__(ui.Button(label="Join", custom_id=f"join:{game}:{turn}"))
        self.game, self.turn = game, turn

    @classmethod
    async def from_custom_id(cls, _: Any, item: Any, match: re.Match[str]) -> Self:
        return cls(int(match["game"]), int(match["turn"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await interaction.followup.send(
            f"{interaction.user.display_name} joined {self.game}/{self.turn}", ephemeral=True
        )


class Ask(ui.Modal, title="Your move"):
    """A modal with a text."""

    move: ui.Label[Any] = ui.Label(text="Move", component=ui.TextInput(custom_id="move", max_length=20))

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        move = self.move.component
        assert isinstance(move, ui.TextInput)
        await interaction.response.send_message(f"played {move.value}", ephemeral=True)


class Board(ui.LayoutView):
    """A V2 message with a picture, a text, a button and a menu."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        gallery: ui.MediaGallery[Any] = ui.MediaGallery(
            discord.MediaGalleryItem("attachment://board.png", description="An empty board")
        )
        play: ui.Button[Any] = ui.Button(label="Play", custom_id="play")
        play.callback = self.play  # type: ignore[method-assign]
        menu: ui.Select[Any] = ui.Select(
            custom_id="order", options=[discord.SelectOption(label="By letter", value="abc")]
        )
        menu.callback = self.order  # type: ignore[method-assign]
        self.menu = menu
        self.add_item(
            ui.Container(ui.TextDisplay("**Game 7**"), gallery, ui.Separator(), ui.ActionRow(play), ui.ActionRow(menu))
        )

    async def play(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_modal(Ask())

    async def order(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.edit_message(view=Told(self.menu.values[0]))


class Told(ui.LayoutView):
    """The board after its edit."""

    def __init__(self, order: str) -> None:
        super().__init__()
        self.add_item(ui.TextDisplay(f"Ordered {order}"))


class SmallBot(discord.Client):
    """Commands, components, messages, direct messages and threads in a few lines each."""

    def __init__(self) -> None:
        intents = discord.Intents.default()
        intents.message_content = True
        super().__init__(intents=intents, guild_ready_timeout=0.01, allowed_mentions=discord.AllowedMentions.none())
        self.tree = app_commands.CommandTree(self)
        self.heard: list[discord.Message] = []
        self.seen: list[discord.Interaction[Any]] = []

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Join)
        self._game()
        self._others()
        await self.tree.sync()

    def _game(self) -> None:
        group = app_commands.Group(name="game", description="Games")

        @group.command(name="new", description="Opens a game")
        @app_commands.choices(preset=[app_commands.Choice(name="Classic", value="classic")])
        async def new(
            interaction: discord.Interaction[Any],
            preset: str,
            level: app_commands.Range[int, 1, 8] = 1,
            rival: discord.Member | None = None,
        ) -> None:
            self.seen.append(interaction)
            view = ui.View(timeout=None)
            view.add_item(Join(7, level))
            name = rival.display_name if rival else "nobody"
            await interaction.response.send_message(f"{preset} {level} against {name}", view=view)

        self.tree.add_command(group)

        @self.tree.command(name="play", description="Plays")
        async def play(interaction: discord.Interaction[Any], move: str) -> None:
            await interaction.response.defer(ephemeral=True, thinking=True)
            await interaction.edit_original_response(content=f"played {move}")

        @play.autocomplete("move")
        async def moves(_: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
            return [app_commands.Choice(name=f"{typed}!", value=typed)]

    def _others(self) -> None:
        @self.tree.command(name="board", description="Shows the board")
        async def board(interaction: discord.Interaction[Any]) -> None:
            await interaction.response.defer()
            assert isinstance(interaction.channel, discord.TextChannel)
            await interaction.channel.send(view=Board(), file=discord.File(io.BytesIO(PNG), "board.png"))
            await interaction.delete_original_response()

        @self.tree.command(name="load", description="Loads")
        async def load(interaction: discord.Interaction[Any], file: discord.Attachment) -> None:
            content = await file.read()
            await interaction.response.send_message(f"{file.filename}: {content.decode()}")

        @self.tree.command(name="rack", description="By direct message")
        async def rack(interaction: discord.Interaction[Any]) -> None:
            try:
                await interaction.user.send("AEINRST")
            except discord.Forbidden as error:
                await interaction.response.send_message(f"closed: {error.code}", ephemeral=True)
            else:
                await interaction.response.send_message("sent", ephemeral=True)

        @self.tree.command(name="thread", description="Opens a thread")
        async def thread(interaction: discord.Interaction[Any]) -> None:
            assert isinstance(interaction.channel, discord.TextChannel)
            made = await interaction.channel.create_thread(name="Game 7", type=discord.ChannelType.public_thread)
            await made.send("welcome")
            await interaction.response.send_message(made.mention, ephemeral=True)

        @self.tree.command(name="silent", description="Never answers")
        async def silent(_: discord.Interaction[Any]) -> None: ...

        @self.tree.context_menu(name="Quote")
        async def quote(interaction: discord.Interaction[Any], message: discord.Message) -> None:
            await interaction.response.send_message(f"> {message.content}", ephemeral=True)

    async def on_message(self, message: discord.Message) -> None:
        if message.author.bot:
            return
        self.heard.append(message)
        await message.reply(f"heard {message.content}", mention_author=False)


@pytest.fixture
async def bot(playground: Playground) -> AsyncIterator[SmallBot]:
    client = SmallBot()
    async with connected(playground, client):
        yield client
    assert discord_api.errors_of(playground.recorder.requests) == []


@pytest.fixture
async def ada(playground: Playground, bot: SmallBot) -> AsyncIterator[Person]:
    async with Person.at(playground, "Ada") as person:
        yield person


@pytest.fixture
async def bruno(playground: Playground, bot: SmallBot) -> AsyncIterator[Person]:
    async with Person.at(playground, "Bruno") as person:
        yield person


async def test_slash_command_with_options_shows_its_answer_to_all(ada: Person, bruno: Person, bot: SmallBot) -> None:
    ada.settings(locale="de")
    await ada.command("/game new preset:classic level:3 rival:Bruno")
    message = await bruno.wait_message("classic 3 against Bruno")
    assert message["interaction_metadata"]["user"]["id"] == ada.id
    assert buttons_of(message) == ["Join"]
    assert bot.seen[0].locale is discord.Locale.german
    assert bot.seen[0].permissions.administrator, "Ada owns the server"


async def test_values_that_the_registration_rules_out_never_reach_the_bot(ada: Person) -> None:
    for line in ("/game new", "/game new preset:modern", "/game new preset:classic level:9"):
        with pytest.raises(Refused):
            await ada.command(line)
    assert ada.visible() == []


async def test_dynamic_button_defers_and_answers_privately(ada: Person, bruno: Person) -> None:
    await ada.command("/game new preset:classic")
    board = await bruno.wait_message("classic 1")
    await bruno.click(board, "Join")
    message = await bruno.wait_message("Bruno joined 7/1")
    assert message["flags"] & 64
    assert "Bruno joined" not in "".join(map(str, ada.frames)), "a private answer reached another person's page"


async def test_deferred_command_is_edited_and_autocomplete_offers_choices(ada: Person) -> None:
    assert await ada.autocomplete("/play move:8H HEL") == [{"name": "8H HEL!", "value": "8H HEL"}]
    await ada.command("/play move:8H HELLO")
    message = await ada.wait_message("played 8H HELLO")
    assert message["flags"] == 64
    assert any(f.get("t") == "MESSAGE_CREATE" and f["d"]["flags"] == 192 for f in ada.frames), "no “thinking” was shown"


async def test_v2_message_with_picture_opens_a_modal(ada: Person) -> None:
    await ada.command("/board")
    board = await ada.wait_message("Game 7")
    assert displays_of(board) == ["**Game 7**"]
    assert board["attachments"] == [], "a component shows the file"
    [picture] = pictures_of(board)
    assert (picture["width"], picture["height"], picture["description"]) == (40, 40, "An empty board")
    assert await ada.download(picture["url"]) == PNG
    assert [m["id"] for m in ada.visible()] == [board["id"]], "the deferral was deleted"
    await ada.click(board, "Play")
    assert ada.modal["title"] == "Your move"
    await ada.submit({"Move": "8H HELLO"})
    assert text_of(await ada.wait_message("8H HELLO")) == "played 8H HELLO"


async def test_select_updates_the_message(ada: Person) -> None:
    await ada.command("/board")
    board = await ada.wait_message("Game 7")
    await ada.select(board, "By letter")
    changed = await ada.wait_message("Ordered abc")
    assert changed["id"] == board["id"]
    assert changed["edited_timestamp"] is not None


async def test_typed_message_is_heard_and_answered(ada: Person, bot: SmallBot) -> None:
    mine = await ada.say("8H HELLO")
    answer = await ada.wait_message("heard 8H HELLO")
    assert answer["message_reference"]["message_id"] == mine["id"]
    assert answer["mentions"] == []
    assert isinstance(bot.heard[0].author, discord.Member)


async def test_direct_messages_are_private_and_can_be_closed(ada: Person, bruno: Person) -> None:
    await ada.command("/rack")
    assert text_of(await ada.wait_message("AEINRST", DM)) == "AEINRST"
    assert "AEINRST" not in str(bruno.frames)
    await ada.say("pass", DM)
    await ada.wait_message("heard pass", DM)
    bruno.settings(dms_closed=True)
    await bruno.command("/rack")
    await bruno.wait_message("closed: 50007")


async def test_thread_is_made_and_written_to(ada: Person, bruno: Person) -> None:
    await ada.command("/thread")
    await ada.wait_message("<#")
    await bruno.wait_message("welcome", "Game 7")
    await bruno.say("hello", "Game 7")
    await ada.wait_message("heard hello", "Game 7")


async def test_file_option_is_read_by_the_bot(ada: Person) -> None:
    await ada.command("/load", files={"file": ("save.txt", b"state")})
    await ada.wait_message("save.txt: state")


async def test_context_menu_on_a_message(ada: Person, bruno: Person) -> None:
    message = await bruno.say("quote me")
    await ada.wait_message("quote me")
    await ada.menu("Quote", message)
    await ada.wait_message("> quote me")


async def test_unanswered_interaction_fails_at_the_page(ada: Person, playground: Playground) -> None:
    playground.people.interactions.answer_seconds = ANSWER_SECONDS
    sent = await ada.command("/silent", wait=False)
    await ada.wait(lambda: ada._of(sent["nonce"]), "thinking")
    playground.clock.shift(3)
    await ada.wait(lambda: ada._of(sent["nonce"])[-1]["state"] == "failed", "failure")
    waiting = asyncio.create_task(ada.command("/silent"))
    await ada.wait(lambda: ada.frames[-1].get("state") == "thinking", "thinking")
    playground.clock.shift(3)
    with pytest.raises(Unanswered):
        await waiting


async def test_new_bot_process_finds_messages_and_buttons(playground: Playground) -> None:
    async with Person.at(playground, "Ada") as ada:
        async with connected(playground, SmallBot()):
            await ada.wait(lambda: ada.commands, "commands")
            await ada.command("/game new preset:classic level:5")
            board = await ada.wait_message("classic 5")
        await ada.wait(lambda: not ada.connected, "the bot's end")
        async with connected(playground, SmallBot()) as second:
            channel = second.get_channel(int(board["channel_id"]))
            assert isinstance(channel, discord.TextChannel)
            assert [m.id async for m in channel.history()] == [int(board["id"])]
            await ada.click(board, "Join")
            await ada.wait_message("joined 7/5")


async def test_client_resumes_after_the_connection_is_dropped(
    ada: Person, bot: SmallBot, playground: Playground
) -> None:
    playground.gateway.drop()
    await ada.wait(lambda: not ada.connected, "the drop")
    await ada.say("while away")
    await ada.wait_message("heard while away")
    assert len(playground.gateway.sessions) == 1


async def test_client_identifies_anew_after_its_session_is_invalid(
    ada: Person, bot: SmallBot, playground: Playground
) -> None:
    [before] = playground.gateway.sessions
    playground.gateway.invalidate()
    await ada.wait(lambda: ada.connected and before not in playground.gateway.sessions, "a new session")
    await ada.wait(lambda: len(playground.gateway.sessions) == 1, "a new session")
    await ada.say("again")
    await ada.wait_message("heard again")
