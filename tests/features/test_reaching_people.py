"""What the bot says reaches the people it is for, whatever Discord refuses."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from bot.playground.errors import ApiError, unknown
from bot.playground.faults import Refuse
from tests.support.playground import DM
from tests.support.readable import buttons_of, text_of
from tests.support.running import DRAWS, EPHEMERAL, LETTERS, ask, board, gathered, started
from tests.support.sentences import said


async def test_direct_messages_refused_for_good_are_told_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """They are tried once, and no turn leaves an error in the log; all codes are in `test_discord_errors.py`."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        path = f"/channels/{ada.known.dm_id}/messages"
        stage.playground.faults.plan(Refuse(ApiError(403, 987654, "No")), "POST", path, count=99)
        first = await started(ada, bruno)
        told = await bruno.wait_message(said("board.cannot_send_direct"))
        await ask(ada, "/play move:8H AT", "You played")
        await ask(bruno, "/pass", "You passed")
        await board(bruno, "**Bruno** passed", after=first)
        assert [m for m in bruno.visible() if said("board.cannot_send_direct") in text_of(m)] == [told]
        assert len(stage.playground.recorder.matching("POST", path)) == 1
    assert not [one.message for one in caplog.records if one.levelno >= logging.ERROR]


async def test_the_reason_for_a_typed_move_goes_to_the_channel_where_direct_messages_are_refused(
    tmp_path: Path,
) -> None:
    """The refusal is remembered: the next reason is not tried in private."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        await started(ada, bruno)
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
