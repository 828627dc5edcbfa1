"""Several people on one page, direct messages, lost connections, and narrow screens."""

from __future__ import annotations

import io
from typing import Literal

import pytest
from PIL import Image
from playwright.async_api import Page, expect

from bot.playground import cast, threads
from bot.playground.clock import timestamp
from bot.playground.server import Playground
from tests.bot.page.browsing import Open, pane
from tests.bot.page.scripted_bot import EPHEMERAL, MESSAGE, Json, ScriptedBot
from tests.support.sentences import said

pytestmark = [pytest.mark.page, pytest.mark.asyncio(loop_scope="session")]

GENERAL = "1190000000000000300"
GAMES = "1190000000000000301"
ADA = "1190000000000000200"


async def say(page: Page, name: str, text: str) -> None:
    """Type a message and send it."""
    await pane(page, name).locator(".text-input").fill(text)
    await page.keyboard.press("Enter")


async def test_the_page_knows_the_servers_people(opened: Open, playground: Playground) -> None:
    """The menu of people opens each person by the server's id."""
    page = await opened("")
    await expect(page.locator(".choice")).to_have_text([f"{name[0]}{name}" for name in cast.NAMES])
    ids = await page.evaluate("import('/static/people.js').then(module => module.PEOPLE.map(person => person.id))")
    assert ids == list(playground.world.people)
    await page.get_by_role("link", name="Chloe", exact=True).click()
    await expect(page.locator(".pane")).to_have_attribute("data-person", "Chloe")


async def test_two_people_side_by_side(opened: Open, bot: ScriptedBot) -> None:
    """Messages appear in both panes; a third pane can be added and removed; the address names the people shown."""
    page = await opened("Ada,Bruno")
    await say(page, "Ada", "hello **there**")
    await expect(pane(page, "Bruno").locator(".message-text")).to_have_text("hello there")
    await page.get_by_role("button", name="Add person").click()
    await page.get_by_role("menuitem", name="Deniz").click()
    await expect(pane(page, "Deniz").locator(".message-text")).to_have_text("hello there")
    assert page.url.endswith("/?people=Ada,Bruno,Deniz")
    await pane(page, "Bruno").get_by_role("button", name="Close Bruno").click()
    await expect(page.locator(".pane")).to_have_count(2)
    assert page.url.endswith("/?people=Ada,Deniz")


async def test_unread_channels_are_marked(opened: Open, bot: ScriptedBot) -> None:
    """News elsewhere is a dot, a mention a number; deleting and reading remove both."""
    page = await opened("Ada")
    games = pane(page, "Ada").locator(".channel", has_text="games")
    await bot.send(GAMES, {"content": "news"})
    await expect(games.locator(".dot")).to_have_count(1)
    turn = await bot.send(GAMES, {"content": f"<@{ADA}> your turn"})
    await expect(games.locator(".badge")).to_have_text("1")
    await expect(games.locator(".badge")).to_have_attribute("aria-label", "2 unread messages")
    assert (await page.title()).startswith("(1) ")
    await bot.rest("DELETE", f"/channels/{GAMES}/messages/{turn['id']}")
    await expect(games.locator(".dot")).to_have_count(1)
    assert not (await page.title()).startswith("(")
    await games.click()
    await expect(games.locator(".badge, .dot")).to_have_count(0)
    await expect(pane(page, "Ada").locator(".message-text")).to_have_count(1)


async def test_direct_messages_are_between_two(opened: Open, bot: ScriptedBot) -> None:
    """A DM arrives in its person's pane only, marked unread, and can be answered there."""
    page = await opened("Ada,Bruno")
    ada = pane(page, "Ada")
    await ada.get_by_role("button", name="Tilewright").click()
    await expect(ada.locator(".text-input")).to_have_attribute("placeholder", "Message @Tilewright")
    await say(page, "Ada", "8H HELLO")
    await expect(ada.locator(".message-text")).to_have_text("8H HELLO")
    await ada.locator(".channel", has_text="general").click()
    channel = await bot.rest("POST", "/users/@me/channels", json={"recipient_id": ADA})
    await bot.send(channel["id"], {"content": "Your rack: AEIRST?"})
    entry = ada.locator(".channel", has_text="Tilewright")
    await expect(entry.locator(".badge")).to_have_text("1")
    await entry.click()
    await expect(ada.locator(".message-text").last).to_have_text("Your rack: AEIRST?")
    await expect(pane(page, "Bruno").get_by_text("Your rack")).to_have_count(0)


async def test_closed_direct_messages(opened: Open, bot: ScriptedBot, playground: Playground) -> None:
    """The setting reaches the server and survives a reload."""
    page = await opened("Ada")
    for expected in (True, True):
        await pane(page, "Ada").get_by_role("button", name="Ada’s settings").click()
        box = page.get_by_label("Direct messages closed")
        await box.set_checked(expected)
        await expect(box).to_be_checked()
        await page.reload()
    await pane(page, "Ada").locator(".start-note").wait_for()
    assert playground.world.people[ADA].dms_closed


async def test_threads_and_deleted_channels(opened: Open, bot: ScriptedBot) -> None:
    """A new thread appears under its channel for everyone; viewers of a deleted one are moved elsewhere.

    One that is put away stays for those who view it.
    """
    page = await opened("Ada,Bruno")
    await pane(page, "Ada").get_by_role("button", name="Channel actions").click()
    await page.get_by_role("menuitem", name="New thread").click()
    await page.keyboard.type("evening")
    await page.keyboard.press("Enter")
    for name in ("Ada", "Bruno"):
        await pane(page, name).locator(".channel.thread", has_text="evening").click()
        await expect(pane(page, name).locator(".channel-title")).to_have_text("evening")
    await pane(page, "Bruno").locator(".channel", has_text="games").click()
    threads.update(bot.playground.world, bot.playground.world.channel_named("evening"), {"archived": True})
    await expect(pane(page, "Bruno").locator(".channel.thread")).to_have_count(0)
    await expect(pane(page, "Ada").locator(".channel.thread")).to_have_count(1)
    threads.unarchive(bot.playground.world, bot.playground.world.channel_named("evening"))
    await pane(page, "Bruno").locator(".channel.thread", has_text="evening").click()
    await pane(page, "Ada").get_by_role("button", name="Channel actions").click()
    await page.get_by_role("menuitem", name="Delete thread").click()
    await pane(page, "Ada").get_by_role("button", name="Delete", exact=True).click()
    for name in ("Ada", "Bruno"):
        await expect(pane(page, name).locator(".channel.thread")).to_have_count(0)
        await expect(pane(page, name).locator(".channel-title")).to_have_text("general")


async def test_a_lost_connection_comes_back_with_what_was_missed(
    opened: Open, bot: ScriptedBot, playground: Playground
) -> None:
    """The page says that the connection is lost, reconnects by itself and shows messages sent meanwhile."""
    page = await opened("Ada")
    ada = pane(page, "Ada")
    await ada.locator(".channel", has_text="games").click()
    await page.evaluate("window.same = true")
    await page.context.set_offline(True)
    await playground.people.shut()
    await expect(ada.get_by_role("status")).to_contain_text("Connection lost")
    await bot.send(GAMES, {"content": "missed"})
    await page.context.set_offline(False)
    await expect(ada.locator(".message-text")).to_have_text("missed")
    await expect(ada.locator(".banner")).to_be_hidden()
    await expect(ada.locator(".channel-title")).to_have_text("games")
    await say(page, "Ada", "back")
    await expect(ada.locator(".message-text").last).to_have_text("back")
    assert await page.evaluate("window.same")


async def test_a_server_that_was_started_again_is_joined(opened: Open, playground: Playground) -> None:
    """A new run has a new token: the page reloads itself and reconnects."""
    page = await opened("Ada")
    await page.evaluate("window.same = true")
    await playground.close()
    await expect(pane(page, "Ada").locator(".banner")).to_contain_text("Connection lost")
    again = Playground(port=playground.port)
    await again.start()
    try:
        await expect(pane(page, "Ada").locator(".banner")).to_contain_text(said("playground.not_connected_yet"))
        assert not await page.evaluate("window.same")
        await say(page, "Ada", "new run")
        await expect(pane(page, "Ada").locator(".message-text")).to_have_text("new run")
    finally:
        await again.close()


async def test_two_windows_of_one_person(opened: Open, bot: ScriptedBot) -> None:
    """Private answers are in both windows; a modal opens only where its button was pressed."""
    modal = {"custom_id": "m", "title": "Modal", "components": [
        {"type": 18, "label": "Text", "component": {"type": 4, "custom_id": "t", "style": 1}}]}  # fmt: skip
    bot.handlers |= {
        "play": bot.answering(9, modal),
        "rack": bot.answering(MESSAGE, {"content": "AEI", "flags": EPHEMERAL}),
    }
    one, other = await opened("Ada"), await opened("Ada")
    await pane(one, "Ada").locator(".text-input").fill("/rack ")
    await one.keyboard.press("Enter")
    for page in (one, other):
        await expect(pane(page, "Ada").locator(".message.private")).to_contain_text("AEI")
    await pane(one, "Ada").locator(".text-input").fill("/play x")
    await one.keyboard.press("Enter")
    await expect(one.get_by_role("dialog")).to_have_count(1)
    await expect(other.get_by_role("dialog")).to_have_count(0)


async def test_a_bot_that_leaves_is_told_of(opened: Open, bot: ScriptedBot) -> None:
    """The bar and the panes say whether the bot is connected."""
    page = await opened("Ada")
    await expect(page.locator("#bot-state")).to_have_text("Bot connected")
    await bot.close()
    await expect(page.locator("#bot-state")).to_have_text("Bot not connected")
    await expect(pane(page, "Ada").get_by_role("status").first).to_contain_text("Tilewright is not connected")
    await bot.start([])


async def test_a_narrow_screen_shows_one_pane_and_a_drawer(opened: Open, bot: ScriptedBot) -> None:
    """At phone width nothing overflows; a tab shows whose pane is in view, and a button opens the channels."""
    page = await opened("Ada,Bruno", width=390, height=800)
    await bot.send(GENERAL, {"content": "a " + "long" * 80 + "\n```\n" + "x" * 200 + "\n```"})
    ada = pane(page, "Ada")
    await expect(ada.locator("pre")).to_be_visible()
    assert await page.evaluate("document.documentElement.scrollWidth") == 390
    assert await ada.locator(".log").evaluate("log => log.scrollWidth <= log.clientWidth")
    tab = page.locator(".tab[aria-current=true]")
    await page.get_by_role("button", name="Show Bruno").click()
    await expect(tab).to_have_attribute("aria-label", "Show Bruno")
    await page.locator("#stage").evaluate("stage => stage.scrollTo(0, 0)")  # as by a swipe
    await expect(tab).to_have_attribute("aria-label", "Show Ada")
    await expect(ada.get_by_role("button", name="games")).to_be_hidden()
    await ada.get_by_role("button", name="Channels").click()
    await ada.get_by_role("button", name="games").click()
    await expect(ada.locator(".channel-title")).to_have_text("games")
    await expect(ada.get_by_role("button", name="lounge")).to_be_hidden()


async def test_the_button_of_hidden_channels_counts_what_is_unread(opened: Open, bot: ScriptedBot) -> None:
    """Direct messages and other channels, in its name too; a tab counts what is for its person."""
    page = await opened("Ada,Bruno", width=390, height=844)
    ada = pane(page, "Ada")
    button = ada.locator(".menu-button")
    await expect(button).to_have_attribute("aria-label", "Channels")
    channel = await bot.rest("POST", "/users/@me/channels", json={"recipient_id": ADA})
    await bot.send(channel["id"], {"content": "C9 already has F."})
    await expect(button).to_have_attribute("aria-label", "Channels, 1 unread message")
    await expect(page.get_by_role("button", name="Show Ada, 1 unread message")).to_be_visible()
    await expect(page.get_by_role("button", name="Show Bruno", exact=True)).to_be_visible()
    await bot.send(GAMES, {"content": "news"})
    await expect(button).to_have_attribute("aria-label", "Channels, 2 unread messages")
    await button.click()
    await ada.locator(".channel", has_text="games").click()
    await expect(button).to_have_attribute("aria-label", "Channels, 1 unread message")


async def test_every_control_has_a_name(opened: Open, bot: ScriptedBot) -> None:
    """Screen readers find a name for every button, field and link, and the log announces new messages."""
    page = await opened("Ada,Bruno")
    await bot.send(GENERAL, {"content": "x", "components": [{"type": 1, "components": [
        {"type": 2, "style": 2, "custom_id": "x", "label": "Press"}]}]})  # fmt: skip
    await pane(page, "Ada").get_by_role("button", name="Press").wait_for()
    nameless = await page.evaluate(
        """[...document.querySelectorAll("button, a[href], input, textarea, select")]
           .filter(item => item.checkVisibility())
           .filter(item => !(item.getAttribute("aria-label") || item.textContent.trim() || item.labels?.length))
           .length"""
    )
    assert nameless == 0
    await expect(pane(page, "Ada").get_by_role("log", name="Messages in general")).to_have_attribute(
        "aria-live", "polite"
    )
    # Where there is no room for the words of controls, screen readers still get them.
    await page.set_viewport_size({"width": 390, "height": 844})
    await expect(page.get_by_role("link", name="Tilewright playground")).to_be_visible()
    await expect(page.get_by_role("button", name="Add person")).to_be_visible()


CONTRAST = """() => {
  const linear = (c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4);
  const luminance = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const parse = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = (below, above) => below.map((v, i) => v * (1 - above[3]) + above[i] * above[3]);
  const ground = (element) => {
    const layers = [];
    for (let node = element; node; node = node.parentElement) {
      layers.push(parse(getComputedStyle(node).backgroundColor));
      if (layers.at(-1)[3] === 1) break;
    }
    return layers.reverse().reduce(over, [0, 0, 0]);
  };
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    const shown = element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });
    if (!walker.currentNode.data.trim() || !shown || element.closest(":disabled")) continue;
    const below = ground(element);
    const lights = [below, over(below, parse(getComputedStyle(element).color))].map(luminance);
    const ratio = (Math.max(...lights) + 0.05) / (Math.min(...lights) + 0.05);
    if (ratio < 4.5) found.push(`${walker.currentNode.data.trim()}: ${ratio.toFixed(2)}`);
  }
  return found;
}"""
"""Texts whose contrast with their background is below that of WCAG 2.1, level AA."""


@pytest.mark.parametrize("scheme", ["dark", "light"])
async def test_every_text_can_be_read(opened: Open, bot: ScriptedBot, scheme: Literal["dark", "light"]) -> None:
    """Channels, messages, mentions, buttons of every kind, private answers, pickers and menus."""
    page = await opened("Ada,Bruno")
    await page.emulate_media(color_scheme=scheme)
    buttons = [
        {"type": 2, "style": style, "custom_id": f"b{style}", "label": f"Style {style}"} for style in (1, 2, 3, 4)
    ]
    text = "# Head\n-# small\n> quoted `code` **bold** <@1190000000000000200> https://example.org"
    await bot.send(GENERAL, {"content": text, "components": [{"type": 1, "components": buttons}]})
    box = {
        "type": 17,
        "accent_color": 1,
        "components": [{"type": 10, "content": text}, {"type": 1, "components": buttons}],
    }
    await bot.send(GENERAL, {"flags": 32768, "components": [box]})
    await say(page, "Bruno", "words of a person")
    said = pane(page, "Ada").locator(".message", has_text="words of a person")
    await said.hover()
    await said.get_by_role("button", name="More").click()
    await pane(page, "Bruno").locator(".text-input").press_sequentially("/")
    await pane(page, "Bruno").locator(".entry").first.wait_for()
    assert await page.evaluate(CONTRAST) == []


def board(*words: str) -> tuple[Json, bytes]:
    """A message as the bot posts one after a move, and its picture, which is a quarter higher than wide."""
    picture = io.BytesIO()
    Image.new("RGB", (1000, 1250), (10, 120, 80)).save(picture, "png")
    gallery = {"type": 12, "items": [{"media": {"url": "attachment://board.png"}, "description": "The board"}]}
    labels = ("Rack", "Play", "Hint", "More")
    row = {"type": 1, "components": [{"type": 2, "style": 2, "custom_id": one, "label": one} for one in labels]}
    box = {"type": 17, "components": [*({"type": 10, "content": one} for one in words), gallery, row]}
    attachments = [{"id": 0, "filename": "board.png"}]
    return {"flags": 32768, "components": [box], "attachments": attachments}, picture.getvalue()


async def test_the_tools_of_a_message_are_shown_where_it_was_tapped(opened: Open, bot: ScriptedBot) -> None:
    """On a touch screen."""
    page = await opened("Ada", width=390, height=844, touch=True)
    ada = pane(page, "Ada")
    for words in ("first", "second"):
        await bot.send(GENERAL, {"content": words})
    reply = ada.get_by_role("button", name="Reply")
    await expect(ada.get_by_text("second")).to_be_visible()
    await expect(reply).to_have_count(0)
    for words in ("first", "second"):
        await ada.get_by_text(words).tap()
        await expect(ada.locator(".message", has_text=words).get_by_role("button", name="Reply")).to_be_visible()
        await expect(reply).to_have_count(1)
    await reply.tap()
    await expect(ada.locator(".reply-bar")).to_be_visible()


PLAYED = "**Oscar** played H7 EM for 8 points."
TURN = said("status.your_turn", name=f"<@{ADA}>") + " " + said("status.type_move_like", example="8H WORD")


@pytest.mark.parametrize(("width", "height", "touch"), [(1280, 800, False), (390, 844, True)])
async def test_a_whole_board_message_fits(opened: Open, bot: ScriptedBot, width: int, height: int, touch: bool) -> None:
    """From its sender and what happened to its buttons, on a narrow screen in its whole width."""
    page = await opened("Ada", width=width, height=height, touch=touch)
    await say(page, "Ada", "earlier\n" * 40)
    sent = await bot.send(GENERAL, *board(PLAYED, TURN))
    message = pane(page, "Ada").locator(f".message[data-id='{sent['id']}']")
    await expect(message).to_be_in_viewport(ratio=1)
    for seen in (
        message.get_by_role("button", name="Tilewright"),
        message.get_by_role("button", name="More", exact=True),
    ):
        await expect(seen).to_be_in_viewport(ratio=1)
    picture = await message.get_by_role("img").bounding_box()
    assert picture and picture["width"] > 300


async def test_letters_typed_on_a_button_are_a_message(opened: Open, bot: ScriptedBot) -> None:
    """They go to where one types in the pane of the button; keys that press it or mean something else do not."""
    bot.handlers["Hint"] = bot.answering(MESSAGE, {"content": "A hint", "flags": EPHEMERAL})
    page = await opened("Ada,Bruno")
    button = {"type": 2, "style": 2, "custom_id": "Hint", "label": "Hint"}
    await bot.send(GENERAL, {"content": "Your turn", "components": [{"type": 1, "components": [button]}]})
    ada = pane(page, "Ada")
    hint = ada.get_by_role("button", name="Hint", exact=True)
    await hint.click()
    await expect(ada.get_by_text("A hint")).to_be_visible()
    for key in ("Control+k", "Alt+k", "F2", "ArrowDown"):
        await page.keyboard.press(key)
    await expect(hint).to_be_focused()
    await page.keyboard.type("8H a word")
    await expect(ada.locator(".text-input")).to_be_focused()
    await expect(ada.locator(".text-input")).to_have_value("8H a word")
    await expect(pane(page, "Bruno").locator(".text-input")).to_have_value("")
    assert len(bot.heard) == 1
    await hint.focus()
    await page.keyboard.press("Space")
    await bot.wait_for(3, 2)


@pytest.mark.parametrize(("width", "touch"), [(1280, False), (390, True)])
async def test_events_are_listed_below_the_channels(opened: Open, bot: ScriptedBot, width: int, touch: bool) -> None:
    """The first to begin first; what they are about opens and stays open, and the place leads to its channel."""
    page = await opened("Ada", width=width, touch=touch)
    ada, root = pane(page, "Ada"), f"/guilds/{cast.GUILD_ID}/scheduled-events"
    for days, name in ((2, "<b>Finals</b>"), (1, "Autumn Open")):
        event = {
            "name": name,
            "description": "Come and play.",
            "privacy_level": 2,
            "entity_type": 3,
            "entity_metadata": {"location": f"https://discord.com/channels/{cast.GUILD_ID}/{GAMES}"},
            "scheduled_start_time": timestamp(bot.playground.clock.now() + days * 86400),
            "scheduled_end_time": timestamp(bot.playground.clock.now() + days * 86400 + 3600),
        }
        made = await bot.rest("POST", root, json=event)
    if touch:
        await ada.locator(".pane-head button").first.click()
    await expect(ada.locator(".event summary")).to_contain_text(["Autumn Open", "<b>Finals</b>"])
    await ada.get_by_text("Autumn Open").click()
    await expect(ada.get_by_text("Come and play.").first).to_be_visible()
    await bot.rest("PATCH", f"{root}/{made['id']}", json={"description": "Bring a friend."})
    await expect(ada.get_by_text("Bring a friend.")).to_be_visible()
    await expect(ada.locator(".event summary").first).to_be_focused()
    await ada.locator(".event").get_by_role("link", name="#games").first.click()
    await expect(ada.locator(".channel-title")).to_have_text("games")
    await bot.rest("DELETE", f"{root}/{made['id']}")
    await expect(ada.locator(".event")).to_have_count(1)


async def test_the_hint_of_the_message_field_stays_on_one_line(opened: Open) -> None:
    """On a phone it is wider than the field in threads with long names, and half of a second line would show."""
    field = pane(await opened("Ada", 390, 844, touch=True), "Ada").locator(".text-input")
    hint = "Message #Winter League 1.1.2: Bruno – Emil"
    heights = "(field, hint) => { field.placeholder = hint; return [field.scrollHeight, field.clientHeight]; }"
    needed, shown = await field.evaluate(heights, hint)
    assert needed <= shown
