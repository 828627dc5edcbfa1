"""The empty channel: what a person who has never seen the bot can press there, and the answer to a typed move."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.bot.page.browsing import Open, pane
from tests.bot.page.scripted_bot import MESSAGE, ScriptedBot

pytestmark = [pytest.mark.page, pytest.mark.asyncio(loop_scope="session")]

GENERAL = "1190000000000000300"


@pytest.mark.parametrize(("label", "options"), [("Play the computer", {"computer": 3}), ("Start a game", {})])
async def test_an_empty_channel_opens_a_game_by_one_press(
    opened: Open, bot: ScriptedBot, label: str, options: dict[str, int]
) -> None:
    """The buttons send the commands that they stand for."""
    bot.handlers["game"] = bot.answering(MESSAGE, {"content": "A lobby"})
    page = await opened("Ada")
    await pane(page, "Ada").locator(".start-note").get_by_role("button", name=label).click()
    data = (await bot.wait_for(2))[-1]["data"]
    assert (data["name"], data["options"][0]["name"]) == ("game", "new")
    assert {item["name"]: item["value"] for item in data["options"][0]["options"]} == options
    await expect(pane(page, "Ada").locator(".message", has_text="A lobby")).to_be_visible()


@pytest.mark.gate
async def test_reactions_are_shown_and_taken_away(opened: Open, bot: ScriptedBot) -> None:
    """Under the message, with words for a screen reader; also on a page that is opened later."""
    page = await opened("Ada")
    sent = await bot.send(GENERAL, {"content": "8H HELLO"})
    shown = pane(page, "Ada").locator(f".message[data-id='{sent['id']}']")
    await expect(shown).to_be_visible()
    path = f"/channels/{GENERAL}/messages/{sent['id']}/reactions/%E2%9C%85/@me"
    await bot.rest("PUT", path)
    await expect(shown.locator(".reaction")).to_have_text("✓1")
    await expect(shown.locator(".reaction")).to_have_attribute("aria-label", "✅, 1 reaction")
    again = await opened("Bruno")
    await expect(pane(again, "Bruno").locator(f".message[data-id='{sent['id']}'] .reaction")).to_have_text("✓1")
    await bot.rest("DELETE", path)
    await expect(shown.locator(".reaction")).to_have_count(0)
