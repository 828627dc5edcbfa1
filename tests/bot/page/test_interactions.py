"""Buttons, menus, modals and private answers between the page and a bot, and what a newcomer can press."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from bot.playground.interactions import ANSWER_SECONDS
from bot.playground.server import Playground
from tests.bot.page.browsing import Open, pane
from tests.bot.page.scripted_bot import DEFERRED, DEFERRED_UPDATE, EPHEMERAL, MESSAGE, MODAL, UPDATE, Json, ScriptedBot
from tests.support.sentences import said

pytestmark = [pytest.mark.page, pytest.mark.asyncio(loop_scope="session")]

GENERAL = "1190000000000000300"


def row(*components: Json) -> Json:
    """An action row."""
    return {"type": 1, "components": list(components)}


def button(label: str, **more: Json | str | bool) -> Json:
    """A button whose custom_id is its label."""
    return {"type": 2, "style": 1, "label": label, "custom_id": label, **more}


@pytest.mark.gate
async def test_a_button_reaches_the_bot_and_its_update_everybody(opened: Open, bot: ScriptedBot) -> None:
    """A click sends the custom_id; both panes show the changed message, and the focus stays on the button."""
    page = await opened("Ada,Bruno")
    message = await bot.send(
        GENERAL, {"content": "Lobby", "components": [row(button("Join"), button("Off", disabled=True))]}
    )
    bot.handlers["Join"] = bot.answering(UPDATE, {"content": "Lobby: Ada"})
    ada = pane(page, "Ada")
    await expect(ada.get_by_role("button", name="Off")).to_be_disabled()
    await ada.get_by_role("button", name="Join").focus()
    await page.keyboard.press("Enter")
    for name in ("Ada", "Bruno"):
        await expect(pane(page, name).locator(".message-text")).to_contain_text("Lobby: Ada")
    heard = bot.last(3)
    assert (heard["data"]["custom_id"], heard["message"]["id"]) == ("Join", message["id"])
    await expect(ada.get_by_role("button", name="Join")).to_be_focused()


async def test_a_button_that_nobody_answers(opened: Open, bot: ScriptedBot, playground: Playground) -> None:
    """The button shows that it is waiting; if nobody answers, a notice says so and it can be pressed again."""
    playground.people.interactions.answer_seconds = ANSWER_SECONDS
    page = await opened("Ada")
    await bot.send(GENERAL, {"content": "x", "components": [row(button("Dead"))]})
    dead = pane(page, "Ada").get_by_role("button", name="Dead")
    await dead.click()
    await expect(dead).to_have_attribute("aria-busy", "true")
    await expect(pane(page, "Ada").get_by_role("alert")).to_contain_text(said("playground.no_answer"))
    await expect(dead).not_to_have_attribute("aria-busy", "true")


@pytest.mark.gate
async def test_select_menus_by_keyboard(opened: Open, bot: ScriptedBot) -> None:
    """A single choice is sent at once; several are sent together when the list closes."""
    options = [{"label": word, "value": word.lower()} for word in ("Alphabet", "Vowels", "Shuffle")]
    one = {"type": 3, "custom_id": "one", "placeholder": "Order", "options": options}
    players = [{"label": name, "value": name.lower()} for name in ("Ada", "Bruno", "Deniz")]
    many = {"type": 3, "custom_id": "many", "placeholder": "Players", "max_values": 3, "options": players}
    bot.handlers |= {name: bot.answering(DEFERRED_UPDATE) for name in ("one", "many")}
    page = await opened("Ada")
    await bot.send(GENERAL, {"content": "x", "components": [row(one), row(many)]})
    order = pane(page, "Ada").get_by_role("combobox", name="Order")
    await order.focus()
    for key in ("ArrowDown", "End"):
        await page.keyboard.press(key)
    await expect(page.locator(".entry.active")).to_have_text("Shuffle")
    await page.keyboard.press("Home")
    await expect(page.locator(".entry.active")).to_have_text("Alphabet")
    for key in ("v", "Enter"):
        await page.keyboard.press(key)
    assert (await bot.wait_for(3))[-1]["data"]["values"] == ["vowels"]
    await expect(order).to_have_text("Vowels")
    bot.heard.clear()
    await pane(page, "Ada").get_by_role("combobox", name="Players").click()
    for name in ("Bruno", "Deniz"):
        await page.get_by_role("option", name=name).click()
    await page.keyboard.press("Escape")
    assert (await bot.wait_for(3))[-1]["data"]["values"] == ["bruno", "deniz"]


@pytest.mark.parametrize("way", ["Done", "outside", "Escape"])
async def test_a_menu_of_several_values_closes_by_one_tap(opened: Open, bot: ScriptedBot, way: str) -> None:
    """By its button, beside it, or by Escape; what is ticked is sent then."""
    options = [{"label": letter, "value": letter} for letter in "AEHOUZ"]
    menu = {
        "type": 3,
        "custom_id": "tiles",
        "placeholder": "Tiles",
        "min_values": 0,
        "max_values": 6,
        "options": options,
    }
    bot.handlers["tiles"] = bot.answering(UPDATE, {"content": "You exchange O U"})
    page = await opened("Ada", width=390, height=844, touch=True)
    await bot.send(GENERAL, {"content": "Which?", "components": [row(menu)]})
    await pane(page, "Ada").get_by_role("combobox", name="Tiles").tap()
    for letter in "OU":
        await page.get_by_role("option", name=letter).tap()
    done = page.get_by_role("button", name="Done")
    await expect(done).to_be_in_viewport(ratio=1)
    assert bot.heard == []
    if way == "Done":
        await done.tap()
    elif way == "outside":
        await page.touchscreen.tap(200, 300)
    else:
        await page.keyboard.press("Escape")
    await expect(done).to_have_count(0)
    assert (await bot.wait_for(3))[-1]["data"]["values"] == ["O", "U"]
    await expect(pane(page, "Ada").get_by_text("You exchange O U")).to_be_visible()


WATCH_THE_MENU = """() => {
  window.entries = [...document.querySelectorAll(".entry")];
  window.changes = [];
  const see = record => window.changes.push(record.type === "childList"
    ? ["entries", record.addedNodes.length, record.removedNodes.length]
    : [record.target.textContent, record.attributeName, record.target.getAttribute(record.attributeName)]);
  const observer = new MutationObserver(all => all.forEach(see));
  observer.observe(document.querySelector(".floating .listbox"), {
    childList: true, subtree: true, attributes: true, attributeFilter: ["aria-selected"],
  });
  observer.observe(document.querySelector("button.select"), {attributes: true, attributeFilter: ["aria-description"]});
}"""
"""What changes in an open menu and would be said; which entry keys mean is left out."""


async def test_a_tick_in_a_menu_of_several_is_the_only_news(opened: Open, bot: ScriptedBot) -> None:
    """A screen reader would say new entries, a changed description and a changed value: all of them after each tick."""
    options = [{"label": letter, "value": letter} for letter in "AEHOUZ"]
    menu = {"type": 3, "custom_id": "tiles", "placeholder": "Tiles", "max_values": 6, "options": options}
    bot.handlers["tiles"] = bot.answering(DEFERRED_UPDATE)
    page = await opened("Ada")
    await bot.send(GENERAL, {"content": "Which?", "components": [row(menu)]})
    tiles = pane(page, "Ada").get_by_role("combobox", name="Tiles")
    await tiles.focus()
    await page.keyboard.press("ArrowDown")
    await page.evaluate(WATCH_THE_MENU)
    for key in ("o", "Enter", "u", " ", "o", "Enter"):
        await page.keyboard.press(key)
    changes = await page.evaluate("() => window.changes")
    assert changes == [["O", "aria-selected", "true"], ["U", "aria-selected", "true"], ["O", "aria-selected", "false"]]
    assert await page.locator(".entry").evaluate_all("all => all.every((entry, at) => entry === window.entries[at])")
    await expect(page.locator(".entry.active")).to_have_text("O")
    await expect(tiles).to_have_text("U")
    entry = page.get_by_role("option", name="H")
    for _ in range(2):  # what keys mean moves to the entry clicked
        await entry.dispatch_event("click")
        await expect(tiles).to_have_attribute("aria-activedescendant", await entry.get_attribute("id") or "")
    values = tiles.locator(".select-values")
    await expect(values).to_have_attribute("aria-hidden", "true")
    await page.keyboard.press("Escape")
    await expect(values).not_to_have_attribute("aria-hidden", "true")
    await expect(tiles).to_have_accessible_description("U")
    assert (await bot.wait_for(3))[-1]["data"]["values"] == ["U"]


@pytest.mark.gate
async def test_private_answers_are_seen_in_one_pane_only(opened: Open, bot: ScriptedBot) -> None:
    """An ephemeral answer is marked, stays out of the other pane, survives a reload and goes when dismissed."""
    bot.handlers["rack"] = bot.answering(MESSAGE, {"content": "AEIRST?", "flags": EPHEMERAL})
    page = await opened("Ada,Bruno")
    await pane(page, "Ada").locator(".text-input").fill("/rack ")
    await page.keyboard.press("Enter")
    private = pane(page, "Ada").locator(".message.private")
    await expect(private).to_contain_text("AEIRST?")
    await expect(private).to_contain_text(said("playground.only_you"))
    await bot.send(GENERAL, {"content": "for all"})
    await expect(pane(page, "Bruno").get_by_text("for all")).to_be_visible()
    await expect(pane(page, "Bruno").get_by_text("AEIRST?")).to_have_count(0)
    await page.reload()
    await private.get_by_role("button", name="Dismiss message").click()
    await expect(private).to_have_count(0)
    await page.reload()
    await expect(pane(page, "Ada").get_by_text("for all")).to_be_visible()
    await expect(private).to_have_count(0)


@pytest.mark.gate
async def test_a_deferral_thinks_until_it_is_answered(opened: Open, bot: ScriptedBot) -> None:
    """A deferred answer shows that the bot is thinking, and then becomes the answer."""
    bot.handlers["rack"] = bot.answering(DEFERRED)
    page = await opened("Ada,Bruno")
    await pane(page, "Ada").locator(".text-input").fill("/rack ")
    await page.keyboard.press("Enter")
    for name in ("Ada", "Bruno"):
        await expect(pane(page, name).locator(".message .thinking")).to_have_text("Tilewright is thinking…")
    await bot.follow(bot.last(2), {"content": "thought"})
    for name in ("Ada", "Bruno"):
        await expect(pane(page, name).locator(".message-text")).to_have_text("thought")
        await expect(pane(page, name).locator(".thinking")).to_have_count(0)


def play_modal() -> Json:
    """A modal with text and two labels, each with a text input."""
    move = {"type": 4, "custom_id": "move", "style": 1, "min_length": 2, "max_length": 20, "placeholder": "8H HELLO"}
    note = {"type": 4, "custom_id": "note", "style": 2, "required": False, "value": "hm"}
    parts = [
        {"type": 10, "content": "Your rack: **AEIRST?**"},
        {"type": 18, "label": "Move", "description": "Where and what", "component": move},
        {"type": 18, "label": "Note", "component": note},
    ]
    return {"custom_id": "play:1", "title": "Play a word", "components": parts}


@pytest.mark.gate
async def test_a_modal_from_opening_to_submission(opened: Open, bot: ScriptedBot) -> None:
    """The modal covers only its own pane, checks required fields, and sends every field in Discord's shape."""
    bot.handlers |= {
        "Play": bot.answering(MODAL, play_modal()),
        "play:1": bot.answering(MESSAGE, {"content": "played"}),
    }
    page = await opened("Ada,Bruno")
    await bot.send(GENERAL, {"content": "turn", "components": [row(button("Play"))]})
    ada = pane(page, "Ada")
    await ada.get_by_role("button", name="Play", exact=True).click()
    modal = ada.get_by_role("dialog", name="Play a word")
    await expect(modal.get_by_label("Move")).to_be_focused()
    await expect(modal.get_by_label("Move")).to_have_accessible_description("Where and what")
    await expect(modal.locator("strong")).to_have_text("AEIRST?")
    await expect(pane(page, "Bruno").get_by_role("dialog")).to_have_count(0)
    await page.keyboard.press("Enter")
    await expect(modal.get_by_label("Move")).to_have_accessible_description(
        f"Where and what {said('playground.field_required')}"
    )
    await page.keyboard.type("8H HELLO")
    await page.keyboard.press("Tab")
    await page.keyboard.type("m")
    await modal.get_by_role("button", name="Submit").click()
    await expect(modal).to_have_count(0)
    await expect(pane(page, "Bruno").get_by_text("played")).to_be_visible()
    _, move, note = bot.last(5)["data"]["components"]
    assert move["component"]["value"] == "8H HELLO"
    assert note["component"]["value"] == "hmm"


async def test_a_modal_keeps_the_focus_and_escape_closes_it(opened: Open, bot: ScriptedBot) -> None:
    """Keys stay inside the modal; Escape closes it, sends nothing and returns the focus to the button."""
    bot.handlers["Play"] = bot.answering(MODAL, play_modal())
    page = await opened("Ada,Bruno")
    await bot.send(GENERAL, {"content": "turn", "components": [row(button("Play"))]})
    await pane(page, "Ada").get_by_role("button", name="Play", exact=True).click()
    modal = pane(page, "Ada").get_by_role("dialog")
    await expect(modal.get_by_label("Move")).to_be_focused()
    for _ in range(9):
        await page.keyboard.press("Tab")
        assert await modal.evaluate("modal => modal.contains(document.activeElement)")
    await modal.get_by_role("button", name="Cancel").focus()
    await page.keyboard.press("x")
    await expect(modal.get_by_role("button", name="Cancel")).to_be_focused()
    await expect(pane(page, "Ada").locator(".text-input")).to_have_value("")
    await page.keyboard.press("Escape")
    await expect(modal).to_have_count(0)
    await expect(pane(page, "Ada").get_by_role("button", name="Play", exact=True)).to_be_focused()
    assert all(item["type"] != 5 for item in bot.heard)


async def test_a_modal_that_fails_keeps_what_was_typed(opened: Open, bot: ScriptedBot, playground: Playground) -> None:
    """If nobody answers the submission, the modal stays with its text and says so."""
    playground.people.interactions.answer_seconds = ANSWER_SECONDS
    bot.handlers["Play"] = bot.answering(MODAL, play_modal())
    page = await opened("Ada")
    await bot.send(GENERAL, {"content": "turn", "components": [row(button("Play"))]})
    await pane(page, "Ada").get_by_role("button", name="Play", exact=True).click()
    modal = pane(page, "Ada").get_by_role("dialog")
    await modal.get_by_label("Move").fill("8H HELLO")
    await page.keyboard.press("Enter")
    await expect(modal.get_by_role("alert")).to_have_text(said("playground.something_went_wrong"))
    await expect(modal.get_by_label("Move")).to_have_value("8H HELLO")
    await expect(modal.get_by_role("button", name="Submit")).to_be_enabled()


async def test_the_private_answer_to_a_button_comes_into_view(opened: Open, bot: ScriptedBot) -> None:
    """Also if the button's message is so far up that people have to scroll to it; others' messages move nothing."""
    button = {"type": 2, "style": 2, "custom_id": "Rack", "label": "Rack"}
    await bot.send(GENERAL, {"content": "Your turn", "components": [{"type": 1, "components": [button]}]})
    for number in range(3):
        await bot.send(GENERAL, {"content": f"line {number}\n" * 20})
    bot.handlers["Rack"] = bot.answering(MESSAGE, {"content": "Your tiles", "flags": EPHEMERAL})
    page = await opened("Ada")
    ada = pane(page, "Ada")
    await expect(ada.get_by_text("line 2").last).to_be_in_viewport()
    await ada.get_by_role("log").hover()
    await page.mouse.wheel(0, -400)
    await expect(ada.locator(".to-end")).to_be_visible()
    await ada.get_by_role("button", name="Rack").scroll_into_view_if_needed()
    await bot.send(GENERAL, {"content": "someone else's"})
    await expect(ada.locator(".to-end.fresh")).to_be_visible()
    await expect(ada.get_by_role("button", name="Rack")).to_be_in_viewport()
    await ada.get_by_role("button", name="Rack").click()
    await expect(ada.get_by_text("Your tiles")).to_be_in_viewport()


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
