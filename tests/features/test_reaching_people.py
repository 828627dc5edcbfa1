"""What the bot says reaches the people it is for, whatever Discord refuses, and in as few posts as can be."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.front.board.messages import move_message
from bot.front.components.message import Text
from bot.playground.errors import ApiError, refused, unknown
from bot.playground.faults import Refuse
from bot.playground.world import GatewayEvent
from bot.text import texts_for
from engine.game.views import table_view
from engine.model.rules import Rules
from tests.support.games import Table
from tests.support.later import later
from tests.support.logged import faults
from tests.support.pictures import buttons_of, pictures_of, text_of
from tests.support.playground import DM, Person
from tests.support.running import (
    DRAWS,
    EPHEMERAL,
    LETTERS,
    Scene,
    answer,
    ask,
    board,
    dealt,
    gathered,
    shows,
    shows_board,
    started,
)
from tests.support.sentences import said
from tests.support.service import eventually


@pytest.mark.gate
async def test_direct_messages_refused_for_good_are_told_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """They are tried once, and no turn leaves an error in the log; all codes are in `test_discord_errors.py`."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        path = f"/channels/{ada.known.dm_id}/messages"
        stage.playground.faults.plan(Refuse(ApiError(403, 987654, "No")), "POST", path, count=99)
        first = await started(ada, bruno)
        told = await bruno.wait_message(said("board.cannot_send_direct"))
        await ask(ada, "/play move:8H AT", "You played")
        await ask(bruno, "/move pass", "You passed")
        await board(bruno, "**Bruno** passed", after=first)
        assert [m for m in bruno.visible() if said("board.cannot_send_direct") in text_of(m)] == [told]
        assert len(stage.playground.recorder.matching("POST", path)) == 1
    assert not faults(caplog)


async def test_the_reason_for_a_typed_move_goes_to_the_channel_where_direct_messages_are_refused(
    tmp_path: Path,
) -> None:
    """The refusal is remembered: the next reason is not tried in private."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        await dealt(stage, ada, bruno)
        await ada.wait_message("Your tiles", channel=DM)
        path = f"/channels/{ada.known.dm_id}/messages"
        stage.playground.faults.plan(Refuse(ApiError(403, 50278, "No")), "POST", path, count=99)
        stage.playground.recorder.clear()
        for _ in range(2):
            said_now = await ada.say("8H CTA")
            await ada.wait_message(lambda m: "Why?" in buttons_of(m), after=said_now)
        assert len(stage.playground.recorder.matching("POST", path)) == 1


UNKNOWN = {"message_reference": {"_errors": [{"code": "MESSAGE_REFERENCE_UNKNOWN_MESSAGE", "message": "?"}]}}


GONE = (ApiError(400, 50035, "Invalid Form Body", UNKNOWN), unknown("message"), ApiError(400, 160002, "No history"))
"""What Discord says of a message that nobody can reply to."""


@pytest.mark.gate
async def test_a_reply_to_a_message_that_is_gone_stands_below(tmp_path: Path) -> None:
    """Moderation bots and proxies delete a typed message at once; the reason still reaches the player."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        why = await started(ada, bruno)
        ada.settings(dms_closed=True)
        for refusal in GONE:
            stage.playground.faults.plan(Refuse(refusal), "POST", f"/channels/{ada.channel_id()}/messages")
            await ada.say("8H CTA")
            why = await ada.wait_message(lambda m: "Why?" in buttons_of(m), after=why)
            assert not why.get("message_reference")
            stage.playground.faults.plan(Refuse(refusal), "POST", f"/channels/{ada.channel_id()}/messages")
            await ada.say("exchange all")
            why = await ada.wait_message(said("play.exchange_in_public"), after=why)


@pytest.mark.gate
async def test_an_answer_to_a_button_of_a_message_that_is_gone_is_a_message_of_its_own(tmp_path: Path) -> None:
    """Whoever dismisses a private message while the bot works still gets the answer."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        await started(ada, bruno)
        shown = await ask(ada, "/settings mine")
        stage.playground.faults.plan(Refuse(unknown("message")), "PATCH", "/messages/@original")
        await ada.click(shown, next(label for label in buttons_of(shown) if label.startswith("Text only")))
        await ada.wait_message(lambda m: m["flags"] & EPHEMERAL and "Text only: on" in text_of(m), after=shown)


NOTE = said("board.cannot_attach_files")


def deny(stage: Scene, person: Person, *names: str) -> None:
    """Deny the bot permissions in a person's channel; without names, restore all."""
    world = stage.playground.world
    world.deny_bot(world.channel(person.channel_id()), *names)


async def in_characters(person: Person, text: str, after: dict[str, Any]) -> dict[str, Any]:
    """The next text board that contains a text."""
    return await person.wait_message(
        lambda m: text in text_of(m) and "```" in text_of(m) and "Rack" in buttons_of(m) and not pictures_of(m),
        after=after,
    )


async def link(person: Person, led: bool, to: dict[str, Any]) -> dict[str, Any]:
    """The answer to `/game status` once it links to a message, or no longer does."""
    for _ in range(100):
        told = await ask(person, "/game status")
        if (to["id"] in text_of(told)) is led:
            return told
    raise AssertionError(text_of(told))


async def test_M11_without_attach_files_the_game_goes_on_in_characters(tmp_path: Path) -> None:
    """The missing permission is named once; once granted, pictures return. The end is shown too."""
    async with gathered(tmp_path, "A", "C", "CAT", "SOD", letters="CATSODEEENNNNNN", rack_size=3) as (
        stage,
        ada,
        bruno,
    ):
        first = await started(ada, bruno)
        deny(stage, ada, "attach_files")
        await ada.command("/play move:8G CAT")
        second = await in_characters(ada, "8G CAT", first)
        assert NOTE in text_of(second)
        await ask(bruno, "/move pass")
        third = await in_characters(ada, "**Bruno** passed", second)
        assert NOTE not in text_of(third)
        deny(stage, ada)
        await ask(ada, "/move pass")
        fourth = await board(ada, "**Ada** passed", after=third)
        deny(stage, ada, "attach_files")
        await ask(bruno, "/move pass")
        fifth = await in_characters(ada, "**Bruno** passed", fourth)
        assert NOTE in text_of(fifth)
        await ada.click(await ask(ada, "/game end"), "End for good")
        card = await ada.wait_message(
            lambda m: "**Ada v Bruno**" in text_of(m) and not m["flags"] & EPHEMERAL, after=fifth
        )
        assert "```" in text_of(card)
        assert not pictures_of(card)


@pytest.mark.gate
async def test_M11_a_refusal_that_names_no_permission_is_met_with_characters(tmp_path: Path) -> None:
    """Discord may know more than the bot about the bot's permissions."""
    async with gathered(tmp_path, "A", "C", "CAT", "SOD", letters="CATSODEEE", rack_size=3) as (stage, ada, bruno):
        first = await started(ada, bruno)
        path = f"/channels/{ada.channel_id()}/messages$"
        stage.playground.faults.plan(Refuse(refused(50013)), "POST", path)
        await ada.command("/play move:8G CAT")
        assert NOTE in text_of(await in_characters(ada, "8G CAT", first))


@pytest.mark.gate
async def test_boards_come_without_other_permissions(tmp_path: Path) -> None:
    """They have their pictures; typed moves are answered too."""
    async with gathered(tmp_path, "A", "C", "CAT", "SOD", letters="CATSODEEE", rack_size=3) as (stage, ada, bruno):
        first = await started(ada, bruno)
        deny(stage, ada, "embed_links", "read_message_history", "send_messages_in_threads")
        await ada.say("exchange all")
        await ada.wait_message(said("play.exchange_in_public"), after=first)
        await ada.command("/play move:8G CAT")
        second = await board(ada, "8G CAT", after=first)
        await ask(bruno, "/move pass")
        await board(ada, "**Bruno** passed", after=second)


@pytest.mark.gate
async def test_a_board_that_was_deleted_is_posted_again_when_somebody_asks(tmp_path: Path) -> None:
    """It is posted once; no link leads to the deleted one, and the next board comes as usual.

    Also if the bot was away, and no event reported the deletion.
    """
    async with gathered(tmp_path, "A", "C", "CAT", "SOD", letters="CATSODEEE", rack_size=3) as (stage, ada, bruno):
        first = await started(ada, bruno)
        await link(ada, True, first)
        stage.playground.world.remove_post(ada.channel_id(), first["id"])
        deleted = await link(ada, False, first)
        assert f"/{ada.channel_id()}" in text_of(deleted)
        await ask(bruno, "/game board")
        again = await board(ada, after=deleted)
        await link(ada, True, again)
        told = await ask(bruno, "/game board")
        await ada.command("/play move:8G CAT")
        played = await board(ada, "8G CAT", after=told)
        public = [m["id"] for m in ada.visible() if "Rack" in buttons_of(m) or m["id"] == again["id"]]
        assert public == [again["id"], played["id"]]
        await link(ada, True, played)  # the bot has stored the message it posted
        await stage.stop()
        stage.playground.world.remove_post(ada.channel_id(), played["id"])
        await stage.start()
        await ask(bruno, "/game board")
        await board(ada, after=played)


UNPOSTED_NOTE = said("look.cannot_post_board")


@asynccontextmanager
async def muted(folder: Path, *names: str) -> AsyncIterator[tuple[Scene, Person, Person, dict[str, Any]]]:
    """A game between two people with closed direct messages, in a channel where the bot lacks permissions."""
    async with gathered(folder, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        for one in (ada, bruno):
            one.settings(dms_closed=True)
        first = await dealt(stage, ada, bruno)
        told = said("board.cannot_send_direct")
        await ada.wait(lambda: sum(told in text_of(m) for m in ada.visible()) == 2, "both to be told")
        world = stage.playground.world
        world.deny_bot(world.channel(ada.channel_id()), *names)
        stage.playground.recorder.clear()
        yield stage, ada, bruno, first


async def lost(stage: Scene, person: Person, times: int = 1) -> None:
    """Wait until Discord has refused the board in the person's channel; in characters too, the second time."""
    path = f"/channels/{person.channel_id()}/messages$"

    def is_refused() -> bool:
        return sum(one.status == 403 for one in stage.playground.recorder.matching("POST", path)) >= times

    await eventually(is_refused)


@pytest.mark.parametrize("missing", [("send_messages",), *later([(("send_messages", "view_channel"),)])])
async def test_the_answer_to_a_move_shows_the_board_where_it_cannot_be_posted(
    tmp_path: Path, missing: tuple[str, ...]
) -> None:
    """The receipt, and the status for the others; the board comes with the permission."""
    async with muted(tmp_path, *missing) as (stage, ada, bruno, first):
        told = await ask(ada, "/play move:8H CAT", UNPOSTED_NOTE)
        assert "8H CAT" in str(pictures_of(told)[0]["description"])
        await lost(stage, ada)
        status = await ask(bruno, "/game status", UNPOSTED_NOTE)
        assert pictures_of(status)
        assert len(pictures_of(await ask(bruno, "/game board", UNPOSTED_NOTE))) == 1
        world = stage.playground.world
        world.deny_bot(world.channel(ada.channel_id()))
        posted = await board(ada, "8H CAT", after=first)
        assert not posted["flags"] & 64
        await ask(bruno, "/move pass", "You passed")
        assert UNPOSTED_NOTE not in text_of(await ask(bruno, "/game status"))


@pytest.mark.gate
async def test_a_board_comes_with_the_next_request_if_no_event_told_of_the_permission(tmp_path: Path) -> None:
    """The permission came back while the bot was away; the end of a game is posted likewise."""
    async with muted(tmp_path, "send_messages") as (stage, ada, bruno, first):
        await ada.click(await ask(ada, "/game end"), "End for good")
        await lost(stage, ada)
        await ask(bruno, "/game status", UNPOSTED_NOTE)
        await stage.stop()
        world = stage.playground.world
        world.deny_bot(world.channel(ada.channel_id()))
        await stage.start()
        await ask(bruno, "/game status")
        await board(ada, said("status.over_void"), after=first)


@pytest.mark.gate
async def test_a_board_comes_when_a_role_of_the_bot_may_write_again(tmp_path: Path) -> None:
    """Not in this channel alone, but in the whole server."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        first = await started(ada, bruno)
        world = stage.playground.world
        guild = world.guild(world.channel(ada.channel_id())["guild_id"])
        before = [role["permissions"] for role in guild.roles]
        for role in guild.roles:
            role["permissions"] = str(int(role["permissions"]) & ~(1 << 11))
            world.emit(GatewayEvent("GUILD_ROLE_UPDATE", {"guild_id": guild.id, "role": role}))
        await ask(ada, "/play move:8H CAT", UNPOSTED_NOTE)
        await lost(stage, ada)
        for role, held in zip(guild.roles, before, strict=True):
            role["permissions"] = held
            world.emit(GatewayEvent("GUILD_ROLE_UPDATE", {"guild_id": guild.id, "role": role}))
        await board(ada, "8H CAT", after=first)


def boards(person: Person) -> list[dict[str, Any]]:
    """The boards that everyone sees in the channel."""
    return [one for one in person.visible() if not one["flags"] & 64 and shows_board(one)]


@pytest.mark.gate
async def test_D4_an_undone_move_changes_the_board_that_is_there(tmp_path: Path) -> None:
    """It says both, and offers the next move; that one has a board of its own."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (_, ada, bruno):
        first = await started(ada, bruno)
        await ask(ada, "/play move:8H AT")
        played = await board(bruno, "8H AT", after=first)
        await ask(ada, "/move undo")
        edited = await shows(bruno, played, said("happenings.undid_last_move"))
        assert "played 8H AT" in text_of(edited) and "Undo" not in buttons_of(edited)
        assert len(boards(bruno)) == 2
        await ask(ada, "/play move:8H CAT")
        await board(bruno, "8H CAT", after=played)
        assert len(boards(bruno)) == 3


@pytest.mark.gate
async def test_C17_a_failed_challenge_changes_the_board_that_is_there(tmp_path: Path) -> None:
    """A line tells of it below; a challenge that succeeds brings a new board."""
    async with gathered(tmp_path, *DRAWS, "EEE", letters="CATSODEEEEEE", rack_size=3) as (_, ada, bruno):
        await ada.command("/game new variant:tiny preset:classic")
        lobby = await bruno.wait_message("seats taken")
        await bruno.click(lobby, "Join")
        await answer(bruno, said("receipts.joined"))
        await ask(ada, "/game rules rule:challenge value:five_point", "is now")
        await ask(ada, "/game start")
        first = await board(ada, after=lobby)
        await ask(ada, "/play move:8H CAT", "You played")
        played = await board(bruno, "CAT", after=first)
        await bruno.click(played, "Challenge")
        await shows(bruno, played, "Ada: 65")
        await ask(bruno, "/play move:9H SOD")
        second = await board(ada, "SOD", after=played)
        assert len(boards(ada)) == 3
        await ada.click(second, "Challenge")
        await answer(ada)


@pytest.mark.gate
async def test_N23_a_channel_may_keep_one_board_for_each_game(tmp_path: Path) -> None:
    """It is edited, and a line below tells of each move, calls the next player and leads to the board."""
    async with gathered(tmp_path, *DRAWS, "EEE", letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        panel = await ask(ada, "/settings channel")
        await ada.click(panel, "One board: off")
        await ada.wait(lambda: "One board: on" in buttons_of(ada.now(panel) or {}), "the switch")
        first = await started(ada, bruno)
        for person, move in ((ada, "8H CAT"), (bruno, "J8 TO")):
            await ask(person, f"/play move:{move}")
            line = await bruno.wait_message(
                lambda m, move=move: f"played {move}" in text_of(m) and not m["flags"] & 64 and not pictures_of(m)
            )
            await shows(bruno, first, f"played {move}")
            other = bruno if person is ada else ada
            assert f"<@{other.id}>" in text_of(line) and [one["id"] for one in line["mentions"]] == [other.id]
            assert text_of(line).rstrip().endswith(f"/{first['id']})") and not buttons_of(line)
        assert [one["id"] for one in boards(bruno)] == [first["id"]]
        await stage.restart()
        await bruno.click(await ask(bruno, "/game resign", said("lobby.want_to_resign")), "Resign")
        await board(ada, said("status.won", name="**Ada**"), after=first)


def test_N23_a_line_with_nothing_to_tell_begins_with_whose_turn_it_is() -> None:
    """As after a challenge that has a message of its own."""
    table = Table(Rules())
    table.start("HELLOXY", "QUAZJVK")
    [line] = move_message(table_view(table.game), (), texts_for("en"), "https://example.com").blocks
    assert isinstance(line, Text) and line.content == line.content.strip()
