"""Each person's language in the playground, and the page under a made-up language."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, Locator, Page, expect

from bot.playground.server import Playground
from tests.bot.page.browsing import PATIENCE_MS, Open, choose, pane
from tests.bot.page.scripted_bot import MESSAGE, ScriptedBot
from tests.support.playground import Person
from tests.support.pseudo import GERMAN, lengthened, lengthened_folder, outside
from tests.support.running import gathered

__all__ = ["lengthened", "lengthened_folder"]

pytestmark = [pytest.mark.page, pytest.mark.asyncio(loop_scope="session")]

BRUNO = "1190000000000000201"


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


ALLOWED = {
    "Tilewright", "Ada", "Bruno", "Chloe", "Deniz", "Playground", "Harbour", "general", "games", "lounge", "quay",
    "lighthouse", *"TILEWRIGHTABCD", "H", "HELLO", "und",
}  # fmt: skip
"""Names, letters of tiles, a move as an example, and the word that `Intl` puts into lists: in no catalogue."""

SEEN = r"""
() => {
  const shown = (element) => element.checkVisibility({ visibilityProperty: true });
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const seen = new Set();
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (!/\p{L}/u.test(node.nodeValue) || !shown(node.parentElement)) continue;
    if (node.parentElement.closest("time, code, pre, script, noscript, .tile, optgroup option")) continue;
    let block = node.parentElement;
    // A sentence may have bold words and names in it: the block around them is judged.
    while (getComputedStyle(block).display.startsWith("inline") && block.parentElement) block = block.parentElement;
    if (seen.has(block)) continue;
    seen.add(block);
    const copy = block.cloneNode(true);
    for (const one of copy.querySelectorAll("time, code, pre, .tile, svg, option")) one.remove();
    found.push(copy.textContent);
  }
  for (const attribute of ["aria-label", "title", "placeholder", "alt", "aria-description", "label"])
    for (const element of document.querySelectorAll(`[${attribute}]`))
      if (shown(element) && !element.closest("time, .edited")) found.push(element.getAttribute(attribute));
  // Of a command in a sentence, the first word is one of the names that are allowed.
  for (const code of document.querySelectorAll("code"))
    if (/^\/\p{L}/u.test(code.textContent) && shown(code)) found.push(code.textContent.split(" ")[0]);
  found.push(document.title);
  return found;
}
"""
"""All that is seen or read aloud, block by block, without times and code."""

OVERFLOWING = r"""
() => {
  // What ends in an ellipsis is shortened on purpose: a name, or a message that is quoted.
  const wide = (element) =>
    element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).textOverflow !== "ellipsis";
  const cut = (field) => {
    const canvas = document.createElement("canvas").getContext("2d");
    canvas.font = getComputedStyle(field).font;
    return canvas.measureText(field.placeholder).width > field.clientWidth;
  };
  const controls = "button, .button, .menu, .modal, .picker, .settings, select, .composer, .bar > *";
  const broken = [...document.querySelectorAll(controls)]
    .filter((element) => element.checkVisibility() && element.clientWidth && !element.closest(".sidebar"))
    .filter((element) => wide(element) || out(element))
    .map((element) => element.outerHTML.slice(0, 200));
  for (const field of document.querySelectorAll("input[placeholder]"))
    if (field.checkVisibility() && cut(field)) broken.push(field.placeholder);
  function out(element) {
    const box = element.getBoundingClientRect();
    const frame = (element.closest(".pane") ?? document.body).getBoundingClientRect();
    return box.left < frame.left - 1 || box.right > frame.right + 1;
  }
  return broken;
}
"""
"""Controls whose words do not fit in them, or that do not fit in their pane."""


def letters(text: str) -> str:
    """The letters that stand outside brackets."""
    return re.sub(r"[\W\d_]+", " ", outside(text, GERMAN)).strip()


def names_in(commands: Iterable[dict[str, Any]]) -> set[str]:
    """The names of commands, of their options and so on, as the made-up language writes them."""
    found: set[str] = set()
    for one in commands:
        own = letters((one["name_localizations"] or {}).get("de", ""))
        found |= {*own.split(), *names_in(one.get("options") or ())}
    return found


@dataclass(frozen=True, slots=True)
class Look:
    """The page of two people, which is checked step by step."""

    page: Page
    names: set[str]
    """What may stand without brackets."""

    @property
    def ada(self) -> Locator:
        """Ada's pane."""
        return pane(self.page, "Ada")

    async def at(self, what: str) -> None:
        """Check what the page shows now."""
        found = {letters(text) for text in await self.page.evaluate(SEEN)}
        assert not {text for text in found if set(text.split()) - self.names}, what
        assert not await self.page.evaluate(OVERFLOWING), what

    async def escape(self) -> None:
        """Close what is open."""
        await self.page.keyboard.press("Escape")


@pytest.mark.parametrize("width", [1280, 390])
async def test_N11_X16_the_page_in_a_longer_language(
    browser: Browser, lengthened: None, tmp_path: Path, width: int
) -> None:
    """Its menus, forms and errors, and the commands of the bot: nothing without brackets, and nothing too wide."""
    async with gathered(tmp_path) as (one, ada, bruno):
        context = await browser.new_context(viewport={"width": width, "height": 900}, locale="de-DE")
        page = await context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        look = Look(page, ALLOWED | names_in(one.playground.world.commands[None]))
        await page.goto(one.playground.address)
        await page.locator(".chooser").wait_for()
        await look.at("chooser")
        for person in (ada, bruno):
            person.settings(locale="de")
        await page.goto(f"{one.playground.address}/?people=Ada,Bruno")
        await look.ada.locator(".start-note").wait_for()
        await look.at("empty")
        await around(look)
        await typing(look)
        await answering(look, ada)
        await context.close()


async def around(look: Look) -> None:
    """The page's own menus and forms."""
    page, ada = look.page, look.ada
    await page.locator("#add-person").click()
    await look.at("people")
    await look.escape()
    await ada.get_by_role("button", name=GERMAN.say("{name}’s settings").replace("{name}", "Ada")).click()
    await look.at("settings")
    await look.escape()
    for entry in ("New thread", "Delete channel"):
        await ada.get_by_role("button", name=GERMAN.say("Channel actions")).click()
        await look.at("channel")
        await page.get_by_role("menuitem", name=GERMAN.say(entry)).click()
        await look.at(entry)
        if entry == "New thread":
            await page.keyboard.press("Enter")
            await expect(ada.locator(".field-error")).not_to_be_empty()
            await look.at("error")
        await look.escape()
    if await ada.locator(".menu-button").is_visible():
        await ada.locator(".menu-button").click()
        await look.at("drawer")
        await look.escape()


async def typing(look: Look) -> None:
    """Commands in the composer, their options and what is wrong with them."""
    page, ada = look.page, look.ada
    field = ada.locator(".text-input")
    await field.fill("/")
    await look.at("commands")
    await field.fill("/nothing like this")
    await look.at("no-commands")
    await field.fill(f"/{GERMAN.name('game')} {GERMAN.name('new')} ")
    await ada.locator(".option-tail").wait_for()
    await look.at("options")
    await ada.locator(".option-tail").fill(f"{GERMAN.name('computer')}:")
    await page.keyboard.type("many")
    await page.keyboard.press("Enter")
    await expect(ada.locator(".option.wrong")).to_be_visible()
    await look.at("wrong")
    await ada.get_by_role("button", name=GERMAN.say("Cancel the command")).click()


async def answering(look: Look, ada: Person) -> None:
    """A private answer, and a form that its button opens."""
    await ada.command("/review analysis rack:CAT")
    place = look.ada.get_by_role("button", name=GERMAN.say("Place a move"))
    await place.wait_for()
    await look.at("private answer")
    await place.click()
    await look.ada.locator(".modal").wait_for()
    await look.at("form")
    await look.page.keyboard.press("Enter")
    await look.at("required")
