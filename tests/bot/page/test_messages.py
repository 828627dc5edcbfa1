"""The look of messages, whose content is never more than text."""

from __future__ import annotations

import json
import time

import aiohttp
import pytest
from playwright.async_api import expect

from bot.playground.media import plain_png
from bot.playground.server import Playground
from tests.bot.page.browsing import Open, pane
from tests.bot.page.scripted_bot import COMPONENTS_V2, DEFERRED, Json, ScriptedBot
from tests.support.sentences import said

pytestmark = [pytest.mark.page, pytest.mark.asyncio(loop_scope="session")]

GENERAL = "1190000000000000300"
BRUNO = "1190000000000000201"

ATTACKS = [
    "<img src=x onerror=\"window.hacked='img'\">",
    "<script>window.hacked='script'</script>",
    "[press](javascript:window.hacked='link')",
    "<svg/onload=window.hacked='svg'>",
    "`<b onclick=window.hacked=1>`",
    "```html\n<iframe srcdoc='<script>parent.hacked=1</script>'></iframe>\n```",
    "> <a href=javascript:window.hacked=1>quote</a>",
    "**<i>**bold</i>",
    "[a](https://example.org/\"onmouseover=window.hacked='attribute')",
    "<t:99999999999999:R> <@1><img/src=x onerror=window.hacked=2>",
    "||<style>*{display:none}</style>||",
]


@pytest.mark.smoke
async def test_nothing_in_a_message_is_ever_html(opened: Open, bot: ScriptedBot) -> None:
    """Markup shows as plain characters and creates no element or script."""
    page = await opened("Ada")
    log = pane(page, "Ada").get_by_role("log")
    await bot.send(GENERAL, {"content": "\n".join(ATTACKS)})
    await bot.send(
        GENERAL, {"flags": COMPONENTS_V2, "components": [{"type": 10, "content": attack} for attack in ATTACKS]}
    )
    label = "<img src=x onerror=window.hacked=3>"
    button = {"type": 2, "style": 1, "label": label, "custom_id": label}
    await bot.send(GENERAL, {"content": "end", "components": [{"type": 1, "components": [button]}]})
    await expect(log.get_by_role("button", name=label)).to_be_visible()
    assert await page.evaluate("window.hacked") is None
    assert await log.locator("img, script, iframe, svg:not(.icon), style, b, i, [onclick], [onerror]").count() == 0
    assert await log.locator("a[href^='javascript']").count() == 0
    for shown in (ATTACKS[0], ATTACKS[1], "<iframe srcdoc=", "[press](javascript:window.hacked='link')"):
        await expect(log.get_by_text(shown).first).to_be_attached()


async def test_markdown_takes_discords_forms(opened: Open, bot: ScriptedBot) -> None:
    """Each form of Discord's Markdown becomes the equivalent element."""
    forms = {
        "**bold _both_ bold**": "<strong>bold <em>both</em> bold</strong>",
        "*one* __two__ ~~three~~": "<em>one</em> <u>two</u> <s>three</s>",
        "***x***": "<strong><em>x</em></strong>",
        r"\*plain\* snake_case_name 2*3*4": "*plain* snake_case_name 2<em>3</em>4",
        "`a **b**`": '<code class="md-code">a **b**</code>',
    }
    page = await opened("Ada")
    await bot.send(GENERAL, {"flags": COMPONENTS_V2, "components": [{"type": 10, "content": form} for form in forms]})
    texts = pane(page, "Ada").locator(".text-display .md-text")
    await expect(texts).to_have_count(len(forms))
    assert await texts.evaluate_all("all => all.map(one => one.innerHTML)") == list(forms.values())


async def test_blocks_of_markdown(opened: Open, bot: ScriptedBot) -> None:
    """Headings, subtext, lists, quotes and code blocks are found line by line."""
    page = await opened("Ada")
    text = "# Top\n-# small\n- one\n  - inner\n- two\n1. first\n> quoted\n> more\n```py\nx = 1\n  y\n```\nafter"
    await bot.send(GENERAL, {"content": text})
    body = pane(page, "Ada").locator(".message-text")
    await expect(body.get_by_role("heading")).to_have_text("Top")
    await expect(body.locator(".md-small")).to_have_text("small")
    await expect(body.locator("ul > li > ul > li")).to_have_text("inner")
    await expect(body.locator("ol > li")).to_have_text("first")
    assert await body.locator("blockquote").inner_text() == "quoted\nmore"
    assert await body.locator("pre code").inner_text() == "x = 1\n  y"
    await expect(body.locator(".md-text").last).to_have_text("after")


async def test_mentions_times_and_spoilers(opened: Open, bot: ScriptedBot) -> None:
    """A mention shows a name, a relative time updates itself, and the keyboard opens a spoiler."""
    page = await opened("Ada,Bruno")
    soon = int(time.time()) + 3600
    content = f"<@{BRUNO}> in <#1190000000000000301> </game new:1> <t:{soon}:R> ||secret||"
    await bot.send(GENERAL, {"content": content})
    ada = pane(page, "Ada").locator(".message-text")
    await expect(ada).to_contain_text("@Bruno in #games /game new in 59 minutes")
    await expect(pane(page, "Bruno").locator(".message.mentions-me")).to_have_count(1)
    await expect(pane(page, "Ada").locator(".message.mentions-me")).to_have_count(0)
    secret = ada.get_by_text("secret")
    await expect(secret).to_be_hidden()
    await ada.get_by_role("button", name="Spoiler").focus()
    await page.keyboard.press("Enter")
    await expect(secret).to_be_visible()
    await ada.get_by_role("button", name="#games").click()
    await expect(pane(page, "Ada").locator(".channel-title")).to_have_text("games")


async def test_a_time_has_no_room_around_it(opened: Open, bot: ScriptedBot) -> None:
    """In a box, where its ground is not seen, that would be a space before the full stop."""
    page = await opened("Ada")
    text = {"type": 10, "content": f"Oscar moves <t:{int(time.time()) + 50}:R>. There it ends."}
    await bot.send(GENERAL, {"flags": COMPONENTS_V2, "components": [{"type": 17, "components": [text]}]})
    shown = pane(page, "Ada").locator(".container time")
    await expect(shown).to_be_visible()
    gap = await shown.evaluate(
        """time => {
          const range = document.createRange();
          const box = (node, from, to) => {
            range.setStart(node, from);
            range.setEnd(node, to);
            return range.getBoundingClientRect();
          };
          const before = time.previousSibling;
          const words = box(time.firstChild, 0, time.textContent.length);
          return [words.left - box(before, 0, before.length).right, box(time.nextSibling, 0, 1).left - words.right];
        }"""
    )
    assert [abs(width) < 1 for width in gap] == [True, True], gap


DIGITS = r"/\d+/g"


async def test_a_code_is_seen_in_a_box(opened: Open, bot: ScriptedBot) -> None:
    """Its ground is another one than that of the box, in the light too; else it would only look spaced."""
    page = await opened("Ada")
    text = {"type": 10, "content": "Use `/exchange`, or whatever you like."}
    await bot.send(GENERAL, {"flags": COMPONENTS_V2, "components": [{"type": 17, "components": [text]}]})
    for scheme in ("dark", "light"):
        await page.emulate_media(color_scheme=scheme)
        colours = [pane(page, "Ada").locator(place) for place in (".container", ".container code")]
        grounds = [
            await one.evaluate(f"one => getComputedStyle(one).backgroundColor.match({DIGITS})") for one in colours
        ]
        assert sum(abs(int(one) - int(other)) for one, other in zip(*grounds, strict=True)) > 20


async def test_a_message_to_a_person_stays_marked_after_an_edit(opened: Open, bot: ScriptedBot) -> None:
    """Though an edit notifies nobody: as long as its words mention them, also after a reload."""
    page = await opened("Ada,Bruno")
    ada = "1190000000000000200"
    body = {"type": 17, "components": [{"type": 10, "content": said("status.your_turn", name=f"<@{ada}>")}]}
    message = await bot.send(
        GENERAL, {"flags": COMPONENTS_V2, "components": [body], "allowed_mentions": {"users": [ada]}}
    )
    marked = pane(page, "Ada").locator(".message.mentions-me")
    await expect(marked).to_have_count(1)
    path = f"/channels/{GENERAL}/messages/{message['id']}"
    body["components"] = [*body["components"], {"type": 10, "content": "No more undo."}]  # type: ignore[misc]
    edit = {"flags": COMPONENTS_V2, "components": [body], "allowed_mentions": {"parse": []}}
    await bot.rest("PATCH", path, json=edit)
    await expect(pane(page, "Ada").get_by_text("No more undo.")).to_be_visible()
    await expect(marked).to_have_count(1)
    await expect(pane(page, "Bruno").locator(".message.mentions-me")).to_have_count(0)
    await page.reload()
    await expect(marked).to_have_count(1)
    body["components"] = [{"type": 10, "content": "**Ada** played."}]
    await bot.rest("PATCH", path, json=edit)
    await expect(pane(page, "Ada").get_by_text("Ada played.")).to_be_visible()
    await expect(marked).to_have_count(0)


@pytest.mark.smoke
async def test_pictures_have_their_alt_text_and_open_large(opened: Open, bot: ScriptedBot) -> None:
    """The description of an attachment is the picture's alt text; a click shows it large, Escape goes back."""
    page = await opened("Ada")
    picture = plain_png(64, (10, 120, 80))
    words = "The board: row 8 reads HELLO"
    attachment = {"id": 0, "filename": "board.png", "description": words}
    await bot.send(GENERAL, {"content": "plain", "attachments": [attachment]}, picture)
    gallery = {"type": 12, "items": [{"media": {"url": "attachment://board.png"}, "description": "In a gallery"}]}
    await bot.send(GENERAL, {"flags": COMPONENTS_V2, "components": [gallery], "attachments": [attachment]}, picture)
    for name in (words, "In a gallery"):
        image = pane(page, "Ada").get_by_role("img", name=name)
        await expect(image).to_be_visible()
        assert await image.evaluate("image => image.decode().then(() => image.naturalWidth)") == 64
        await image.click()
        await expect(page.get_by_role("dialog").get_by_role("img", name=name)).to_be_visible()
        await page.keyboard.press("Escape")
        await expect(page.get_by_role("dialog")).to_have_count(0)
    assert await pane(page, "Ada").get_by_role("log").locator("img").count() == 2


async def test_components_of_the_second_generation(opened: Open, bot: ScriptedBot) -> None:
    """Containers, buttons, pictures, separators and files are all shown, in their order."""
    page = await opened("Ada")
    attachment = {"id": 0, "filename": "board.png"}
    url = {"url": "attachment://board.png"}
    button = {"type": 2, "style": 2, "label": "Rules", "custom_id": "rules"}
    gallery = {"type": 12, "items": [{"media": url, "description": "Small board"}]}
    inside = [
        {"type": 10, "content": "Lobby"},
        {"type": 14, "divider": True},
        {"type": 1, "components": [button]},
        gallery,
        {"type": 13, "file": url},
    ]
    container = {"type": 17, "accent_color": 0x3F8F6B, "components": inside}
    await bot.send(
        GENERAL,
        {"flags": COMPONENTS_V2, "components": [container], "attachments": [attachment]},
        plain_png(8, (0, 0, 0)),
    )
    box = pane(page, "Ada").locator(".container")
    await expect(box).to_have_css("border-left-color", "rgb(63, 143, 107)")
    await expect(box.get_by_role("separator")).to_have_count(1)
    await expect(box.get_by_role("button", name="Rules")).to_be_enabled()
    await expect(box.get_by_role("img", name="Small board")).to_be_visible()
    await expect(box.get_by_role("link", name="board.png")).to_have_attribute("download", "board.png")
    assert (await box.inner_text()).split()[:2] == ["Lobby", "Rules"]


@pytest.mark.smoke
async def test_replies_edits_and_deletions(opened: Open, bot: ScriptedBot) -> None:
    """A reply names the message it answers, an edit is marked, a deleted message disappears."""
    page = await opened("Ada,Bruno")
    ada, bruno = pane(page, "Ada"), pane(page, "Bruno")
    first = await bot.send(GENERAL, {"content": "Your turn"})
    await ada.locator(".message", has_text="Your turn").hover()
    await ada.get_by_role("button", name="Reply").click()
    await page.keyboard.type("on it @Bruno")
    await page.keyboard.press("Escape")
    await page.keyboard.press("Enter")
    answer = bruno.locator(".message", has_text="on it")
    await expect(answer.locator(".reference")).to_contain_text("Tilewright")
    await expect(answer.locator(".mention-me")).to_have_text("@Bruno")
    await bot.rest("PATCH", f"/channels/{GENERAL}/messages/{first['id']}", json={"content": "Your turn now"})
    await expect(bruno.locator(".message", has_text="Your turn now").locator(".edited")).to_be_visible()
    await ada.locator(".message", has_text="on it").hover()
    await ada.locator(".message", has_text="on it").get_by_role("button", name="More").click()
    await page.get_by_role("menuitem", name="Delete message").click()
    await expect(bruno.locator(".message", has_text="on it")).to_have_count(0)


async def test_an_edited_message_without_text(opened: Open, bot: ScriptedBot) -> None:
    """Components alone can be edited too: the new ones are shown, with the mark."""
    page = await opened("Ada")
    body = {"flags": COMPONENTS_V2, "components": [{"type": 10, "content": "before"}]}
    message = await bot.send(GENERAL, body)
    body["components"] = [{"type": 10, "content": "after"}]
    await bot.rest("PATCH", f"/channels/{GENERAL}/messages/{message['id']}", json=body)
    await expect(pane(page, "Ada").locator(".text-display")).to_have_text("after")
    await expect(pane(page, "Ada").locator(".edited")).to_be_visible()


async def test_links_to_messages_stay_in_the_pane(opened: Open, bot: ScriptedBot, playground: Playground) -> None:
    """A link to a message of another channel opens that channel in the same pane and marks the message."""
    page = await opened("Ada")
    target = await bot.send("1190000000000000301", {"content": "the board"})
    link = f"https://discord.com/channels/1190000000000000001/{target['channel_id']}/{target['id']}"
    await bot.send(GENERAL, {"content": f"[Board]({link})"})
    await pane(page, "Ada").get_by_role("link", name="Board").click()
    await expect(pane(page, "Ada").locator(".message.marked")).to_contain_text("the board")
    assert page.url.startswith(playground.address)


async def test_link_buttons_to_messages_stay_in_the_pane(
    opened: Open, bot: ScriptedBot, playground: Playground
) -> None:
    """A link button to a message of another channel opens that channel in the same pane and marks the message."""
    page = await opened("Ada")
    target = await bot.send("1190000000000000301", {"content": "the board"})
    link = f"https://discord.com/channels/1190000000000000001/{target['channel_id']}/{target['id']}"
    button = {"type": 2, "style": 5, "label": "Board", "url": link}
    await bot.send(GENERAL, {"content": "Yours", "components": [{"type": 1, "components": [button]}]})
    await pane(page, "Ada").get_by_role("link", name="Board").click()
    await expect(pane(page, "Ada").locator(".message.marked")).to_contain_text("the board")
    assert page.url.startswith(playground.address)


@pytest.mark.smoke
async def test_X16_an_edited_message_is_patched_in_place(opened: Open, bot: ScriptedBot) -> None:
    """Unchanged parts of an edited message keep their elements, so that they are not read aloud again."""
    page = await opened("Ada")
    attachment = {"id": 0, "filename": "board.png"}
    gallery = {"type": 12, "items": [{"media": {"url": "attachment://board.png"}, "description": "The board"}]}
    button = {"type": 2, "style": 1, "label": "Rack", "custom_id": "rack"}
    said = [{"type": 10, "content": "Ada played"}, {"type": 10, "content": "10 tiles"}]

    def body(*parts: object) -> dict[str, object]:
        box = {"type": 17, "components": list(parts)}
        return {"flags": COMPONENTS_V2, "components": [box], "attachments": [attachment]}

    row = {"type": 1, "components": [button]}
    message = await bot.send(GENERAL, body(said[0], gallery, said[1], row), plain_png(8, (0, 0, 0)))
    box = pane(page, "Ada").locator(".message", has_text="Ada played")
    await expect(box.get_by_role("button", name="Rack")).to_be_visible()
    await box.evaluate(
        """message => {
          for (const one of [message, message.querySelector("img"), message.querySelector(".text-display")])
            one.isSame = true;
        }"""
    )
    note = {"type": 10, "content": "Bruno is thinking"}
    attachment["id"] = message["components"][0]["components"][1]["items"][0]["media"]["attachment_id"]
    await bot.rest("PATCH", f"/channels/{GENERAL}/messages/{message['id']}", json=body(said[0], note, gallery, said[1]))
    await expect(box.get_by_text("Bruno is thinking")).to_be_visible()
    await expect(box.get_by_role("button", name="Rack")).to_have_count(0)
    texts = await box.locator(".text-display").all_inner_texts()
    assert texts == ["Ada played", "Bruno is thinking", "10 tiles"]
    assert await box.evaluate("message => message.isSame")
    assert await box.locator("img").evaluate("image => image.isSame")
    assert await box.locator(".text-display").first.evaluate("text => text.isSame")


HEARD = """message => {
  window.heard = [];
  new MutationObserver(all => {
    for (const node of all.flatMap(one => [...one.addedNodes]))
      if (!node.parentElement?.closest("[aria-hidden]") && !node.matches?.("[aria-hidden]"))
        window.heard.push(node.textContent || node.alt || "?");
  }).observe(message, { childList: true, subtree: true });
}"""
"""Keeps what is added to a message: the log announces that and nothing else."""


async def test_X16_a_changed_sentence_is_heard_whole(opened: Open, bot: ScriptedBot) -> None:
    """Not only the words that differ: a hint that replaces a question says more than its number."""
    page = await opened("Ada")
    message = await bot.send(GENERAL, {"content": "You could play **8H HAT** for 12 points."})
    box = pane(page, "Ada").locator(".message", has_text="You could play")
    await box.evaluate(HEARD)
    path = f"/channels/{GENERAL}/messages/{message['id']}"
    await bot.rest("PATCH", path, json={"content": "You could play **H8 OAT** for 14 points.\n-# No more hints."})
    await expect(box).to_contain_text("No more hints.")
    said = await page.evaluate("() => window.heard")
    assert "You could play H8 OAT for 14 points." in said
    assert "No more hints." in said


async def test_X16_a_sentence_whose_countdown_goes_on_is_not_heard_again(opened: Open, bot: ScriptedBot) -> None:
    """When another part of its message changes."""
    page = await opened("Ada")
    first = f"Robot moves <t:{int(time.time()) + 50}:R>."
    message = await bot.send(GENERAL, {"content": f"{first}\n-# You can undo."})
    box = pane(page, "Ada").locator(".message", has_text="Robot moves")
    await box.evaluate(HEARD)
    shown = await box.locator("time[data-instant]").inner_text()
    await expect(box.locator("time[data-instant]")).not_to_have_text(shown)
    await bot.rest("PATCH", f"/channels/{GENERAL}/messages/{message['id']}", json={"content": f"{first}\n-# No."})
    await expect(box).to_contain_text("No.")
    assert [words for words in await page.evaluate("() => window.heard") if "Robot" in words] == []


async def test_X16_a_picture_drawn_anew_with_the_same_words_is_not_heard_again(opened: Open, bot: ScriptedBot) -> None:
    """Its description says what it shows; the new one takes its place."""
    page = await opened("Ada")
    gallery = {"type": 12, "items": [{"media": {"url": "attachment://board.png"}, "description": "The board"}]}
    row = {"type": 1, "components": [{"type": 2, "style": 1, "label": "Undo", "custom_id": "undo"}]}
    body = {"flags": COMPONENTS_V2, "attachments": [{"id": 0, "filename": "board.png"}]}
    message = await bot.send(GENERAL, {**body, "components": [gallery, row]}, plain_png(8, (0, 0, 0)))
    picture = pane(page, "Ada").get_by_role("img", name="The board")
    before = await picture.get_attribute("src")
    await pane(page, "Ada").locator(".message").last.evaluate(HEARD)
    path = f"/channels/{GENERAL}/messages/{message['id']}"
    form = aiohttp.FormData()
    form.add_field("payload_json", json.dumps({**body, "components": [gallery]}), content_type="application/json")
    form.add_field("files[0]", plain_png(8, (9, 9, 9)), filename="board.png", content_type="image/png")
    await bot.rest("PATCH", path, data=form)
    await expect(pane(page, "Ada").get_by_role("button", name="Undo")).to_have_count(0)
    assert await picture.get_attribute("src") != before
    assert await page.evaluate("() => window.heard") == []


async def test_X16_menus_are_not_heard_again_when_the_picture_above_them_goes(opened: Open, bot: ScriptedBot) -> None:
    """As when someone chooses to have text only."""
    page = await opened("Ada")
    note = {"type": 10, "content": "Your settings"}
    gone = {"type": 1, "components": [{"type": 2, "style": 1, "label": "Off", "custom_id": "off"}]}
    menu = {"type": 3, "custom_id": "menu", "placeholder": "Size", "options": [{"label": "100%", "value": "100"}]}
    rows = [{"type": 1, "components": [menu]}]
    message = await bot.send(GENERAL, {"flags": COMPONENTS_V2, "components": [note, gone, *rows]})
    box = pane(page, "Ada").locator(".message").last
    await expect(box.get_by_role("button", name="Off")).to_be_visible()
    await box.evaluate(HEARD)
    path = f"/channels/{GENERAL}/messages/{message['id']}"
    await bot.rest("PATCH", path, json={"flags": COMPONENTS_V2, "components": [note, *rows]})
    await expect(box.get_by_role("button", name="Off")).to_have_count(0)
    assert await page.evaluate("() => window.heard") == []


async def test_X16_the_focus_returns_to_where_one_types(opened: Open, bot: ScriptedBot) -> None:
    """If an edit removes the pressed button, or its message disappears; otherwise it stays on the button."""
    page = await opened("Ada")
    ada = pane(page, "Ada")
    keep = {"type": 2, "style": 1, "label": "Keep", "custom_id": "keep"}
    play = {"type": 2, "style": 1, "label": "Play", "custom_id": "play"}
    body = {"content": "8H HELLO", "components": [{"type": 1, "components": [play, keep]}]}
    message = await bot.send(GENERAL, body)
    path = f"/channels/{GENERAL}/messages/{message['id']}"
    await ada.get_by_role("button", name="Keep").focus()
    await bot.rest("PATCH", path, json={"content": "still", "components": body["components"]})
    await expect(ada.get_by_text("still")).to_be_visible()
    await expect(ada.get_by_role("button", name="Keep")).to_be_focused()
    await ada.get_by_role("button", name="Play", exact=True).focus()
    await bot.rest("PATCH", path, json={"content": "played", "components": []})
    await expect(ada.get_by_text("played")).to_be_visible()
    await expect(ada.locator(".text-input")).to_be_focused()
    other = await bot.send(GENERAL, body)
    await ada.get_by_role("button", name="Play", exact=True).focus()
    await bot.rest("DELETE", f"/channels/{GENERAL}/messages/{other['id']}")
    await expect(ada.get_by_role("button", name="Play", exact=True)).to_have_count(0)
    await expect(ada.locator(".text-input")).to_be_focused()


async def test_X16_messages_are_labelled_by_their_first_words(opened: Open, bot: ScriptedBot) -> None:
    """Its author and its beginning, also after an edit."""
    page = await opened("Ada")
    long = "word " * 40
    message = await bot.send(GENERAL, {"content": "**Bruno** played 8H HELLO\nand more"})
    await expect(page.get_by_role("article", name="Tilewright: Bruno played 8H HELLO", exact=True)).to_be_visible()
    await bot.rest("PATCH", f"/channels/{GENERAL}/messages/{message['id']}", json={"content": long})
    name = await page.get_by_role("article").last.get_attribute("aria-label")
    await expect(page.locator("article[aria-label$='word…']")).to_have_count(1)
    await bot.rest("PATCH", f"/channels/{GENERAL}/messages/{message['id']}", json={"content": "### Your game\n1 of 2"})
    await expect(page.get_by_role("article", name="Tilewright: Your game", exact=True)).to_be_visible()
    await bot.rest("PATCH", f"/channels/{GENERAL}/messages/{message['id']}", json={"content": "- 8H HELLO\n- 9H MY"})
    await expect(page.get_by_role("article", name="Tilewright: 8H HELLO", exact=True)).to_be_visible()
    assert name is not None and len(name) < 100


async def test_X16_the_focus_goes_to_the_control_that_takes_the_place_of_the_pressed_one(
    opened: Open, bot: ScriptedBot
) -> None:
    """A switch has another id and label once it is pressed, and may be pressed again."""
    page = await opened("Ada")
    ada = pane(page, "Ada")

    def panel(state: str) -> dict[str, object]:
        switches = [
            {"type": 2, "style": 1, "label": f"{name}: {state}", "custom_id": f"{name}{state}"}
            for name in ("Easy", "Text")
        ]
        return {"content": "Your settings", "components": [{"type": 1, "components": switches}]}

    message = await bot.send(GENERAL, panel("off"))
    await ada.get_by_role("button", name="Text: off").focus()
    await bot.rest("PATCH", f"/channels/{GENERAL}/messages/{message['id']}", json=panel("on"))
    await expect(ada.get_by_role("button", name="Text: on")).to_be_focused()


async def test_X16_a_screen_reader_hears_nothing_twice(opened: Open, bot: ScriptedBot) -> None:
    """Whether the bot is connected is said when it changes, and an edited message is not marked aloud."""
    page = await opened("Ada")
    await page.evaluate(
        """() => {
          window.said = [];
          const state = document.getElementById("bot-state");
          new MutationObserver(() => window.said.push(state.textContent)).observe(state, {
            childList: true, characterData: true, subtree: true,
          });
        }"""
    )
    message = await bot.send(GENERAL, {"content": "one"})
    await bot.rest("PATCH", f"/channels/{GENERAL}/messages/{message['id']}", json={"content": "two"})
    mark = pane(page, "Ada").locator(".edited")
    await expect(mark).to_have_text(" (edited)")
    await expect(mark).to_have_attribute("aria-hidden", "true")
    assert await page.evaluate("() => window.said") == []


async def test_X16_a_countdown_is_not_read_aloud(opened: Open, bot: ScriptedBot) -> None:
    """It changes the text in place every second: the log announces what is added to it, and nothing is."""
    page = await opened("Ada")
    await bot.send(GENERAL, {"content": f"Robot moves <t:{int(time.time()) + 50}:R>."})
    countdown = pane(page, "Ada").locator("time[data-instant]")
    await countdown.evaluate(
        """element => {
          window.changes = [];
          const watch = { childList: true, characterData: true, subtree: true };
          new MutationObserver(all => window.changes.push(...all.map(one => one.type))).observe(element, watch);
        }"""
    )
    await page.wait_for_function("() => window.changes.length > 1")
    assert set(await page.evaluate("() => window.changes")) == {"characterData"}


async def test_an_edit_changes_the_colour_of_the_edge(opened: Open, bot: ScriptedBot) -> None:
    """The page forbids styles that come as attributes, so a changed one has to be set in another way."""
    page = await opened("Ada")
    inside = [{"type": 10, "content": "A verdict"}]
    body = {"flags": COMPONENTS_V2, "components": [{"type": 17, "accent_color": 0x3BA55D, "components": inside}]}
    sent = await bot.send(GENERAL, body)
    box = pane(page, "Ada").locator(f".message[data-id='{sent['id']}'] .container")
    await expect(box).to_have_css("border-left-color", "rgb(59, 165, 93)")
    body["components"] = [{"type": 17, "accent_color": 0xC8553D, "components": inside}]
    await bot.rest("PATCH", f"/channels/{GENERAL}/messages/{sent['id']}", json=body)
    await expect(box).to_have_css("border-left-color", "rgb(200, 85, 61)")


async def test_X16_a_quick_answer_is_heard_without_thinking_and_tools(opened: Open, bot: ScriptedBot) -> None:
    """A deferral is told only if it lasts, and the tools of a message are no news."""

    async def at_once(interaction: Json) -> None:
        await bot.answer(interaction, DEFERRED)
        await bot.follow(interaction, {"content": "Your tiles"})

    bot.handlers["rack"] = at_once
    page = await opened("Ada")
    await page.evaluate(
        """() => {
          window.said = [];
          const words = node => node.nodeType === Node.TEXT_NODE ? node.nodeValue
            : node.matches?.("[hidden], [aria-hidden=true], [aria-live=off]") ? ""
            : [node.getAttribute("aria-label") ?? "", ...[...node.childNodes].map(words)].join(" ");
          const see = record => window.said.push(...[...record.addedNodes].map(words));
          new MutationObserver(all => all.forEach(see)).observe(document.querySelector("[role=log]"), {
            childList: true, subtree: true,
          });
        }"""
    )
    await pane(page, "Ada").locator(".text-input").fill("/rack ")
    await page.keyboard.press("Enter")
    answer = pane(page, "Ada").locator(".message", has_text="Your tiles")
    await expect(answer).to_be_visible()
    said = " ".join(await page.evaluate("() => window.said"))
    assert "Your tiles" in said
    assert "thinking" not in said
    assert "Reply" not in said
    await answer.hover()
    await expect(answer.locator(".toolbar")).to_have_attribute("aria-live", "off")
    await answer.get_by_role("button", name="Reply").click()
    await expect(pane(page, "Ada").locator(".reply-bar")).to_be_visible()
