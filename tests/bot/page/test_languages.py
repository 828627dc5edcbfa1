"""Each person's language in the playground: the browser's, then what they choose; commands in it; two side by side."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from bot.playground.server import Playground
from tests.bot.page.browsing import Open, choose, pane
from tests.bot.page.scripted_bot import MESSAGE, ScriptedBot
from tests.support.pseudo import GERMAN, lengthened, lengthened_folder

__all__ = ["lengthened", "lengthened_folder"]

pytestmark = [pytest.mark.page, pytest.mark.asyncio(loop_scope="session")]

BRUNO = "1190000000000000201"


@pytest.mark.gate
async def test_two_people_of_different_languages_side_by_side(
    lengthened: None, opened: Open, bot: ScriptedBot, playground: Playground
) -> None:
    """One pane changes its language at once and stays so after a reload; the other and the bar keep theirs."""
    page = await opened("Ada,Bruno")
    ada, bruno = pane(page, "Ada"), pane(page, "Bruno")
    await choose(page, "Bruno", "de")
    for _ in range(2):
        await expect(bruno.get_by_role("button", name=GERMAN.say("Start a game"))).to_be_visible()
        await expect(ada.get_by_role("button", name="Start a game", exact=True)).to_be_visible()
        await expect(bruno).to_have_attribute("lang", "de")
        await expect(ada).to_have_attribute("lang", "en-US")
        await expect(page.locator("html")).to_have_attribute("lang", "en-US")
        await expect(page.locator("#add-person")).to_have_text("Add person")
        await page.reload()
    assert playground.world.people[BRUNO].locale == "de"


@pytest.mark.parametrize("line", ["/spiel neu rechner:5", "/game new computer:5", "/spiel neu computer:5"])
async def test_commands_are_typed_by_either_name(opened: Open, bot: ScriptedBot, line: str) -> None:
    """The bot hears the registered names."""
    bot.handlers["game"] = bot.answering(MESSAGE, {"content": "ok"})
    page = await opened("Ada")
    await choose(page, "Ada", "de")
    await pane(page, "Ada").locator(".text-input").fill("/")
    await expect(pane(page, "Ada").locator(".entry-label").first).to_have_text("/spiel neu")
    await pane(page, "Ada").locator(".text-input").fill(line)
    await expect(pane(page, "Ada").locator(".option-name")).to_have_text("rechner")
    await pane(page, "Ada").locator(".option-tail").focus()
    await page.keyboard.press("Enter")
    (new,) = (await bot.wait_for(2))[0]["data"]["options"]
    assert [(item["name"], item["value"]) for item in new["options"]] == [("computer", 5)]
    await expect(pane(page, "Ada").locator(".reference-command")).to_have_text("/spiel neu")


async def test_plural_forms_are_those_of_the_language(opened: Open) -> None:
    """By CLDR's categories, with numbers in the language's format; English needs no catalogue."""
    page = await opened("Ada")
    said = await page.evaluate(
        """async () => {
          const { Texts } = await import("/static/texts.js");
          const forms = { one: "{count} a", few: "{count} b", many: "{count} c" };
          const russian = new Texts("ru", { "{count} tile": forms });
          const counts = [1, 2, 5, 21, 12345];
          const say = (texts) => counts.map((count) => texts.ngettext("{count} tile", "{count} tiles", count));
          return [...say(russian), ...say(new Texts("en-US"))];
        }"""
    )
    assert said == [
        "1 a", "2 b", "5 c", "21 a", "12\u00a0345 c", "1 tile", "2 tiles", "5 tiles", "21 tiles", "12,345 tiles",
    ]  # fmt: skip
