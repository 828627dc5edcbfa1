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
    """Each form becomes the equivalent element; headings, subtext, lists, quotes and code are found line by line."""
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
    body = {"flags": COMPONENTS_V2, "components": [container], "attachments": [attachment]}
    sent = await bot.send(GENERAL, body, plain_png(8, (0, 0, 0)))
    box = pane(page, "Ada").locator(".container")
    await expect(box).to_have_css("border-left-color", "rgb(63, 143, 107)")
    await expect(box.get_by_role("separator")).to_have_count(1)
    await expect(box.get_by_role("button", name="Rules")).to_be_enabled()
    await expect(box.get_by_role("img", name="Small board")).to_be_visible()
    await expect(box.get_by_role("link", name="board.png")).to_have_attribute("download", "board.png")
    assert (await box.inner_text()).split()[:2] == ["Lobby", "Rules"]
    other = {"type": 17, "accent_color": 0xC8553D, "components": inside[:2]}
    edit = {"flags": COMPONENTS_V2, "components": [other], "attachments": []}
    await bot.rest("PATCH", f"/channels/{GENERAL}/messages/{sent['id']}", json=edit)
    await expect(box).to_have_css("border-left-color", "rgb(200, 85, 61)")


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
    mark = bruno.locator(".message", has_text="Your turn now").locator(".edited")
    await expect(mark).to_be_visible()
    await expect(mark).to_have_attribute("aria-hidden", "true")  # the change itself is read aloud
    await ada.locator(".message", has_text="on it").hover()
    await ada.locator(".message", has_text="on it").get_by_role("button", name="More").click()
    await page.get_by_role("menuitem", name="Edit message").click()
    await page.get_by_role("dialog").get_by_role("textbox").fill("on it now")
    await page.get_by_role("dialog").get_by_role("button", name="Save").click()
    await expect(bruno.locator(".message", has_text="on it now").locator(".edited")).to_be_visible()
    await bruno.locator(".message", has_text="on it now").hover()
    await bruno.locator(".message", has_text="on it now").get_by_role("button", name="More").click()
    await expect(page.get_by_role("menuitem", name="Edit message")).to_have_count(0)
    await page.keyboard.press("Escape")
    await ada.locator(".message", has_text="on it now").hover()
    await ada.locator(".message", has_text="on it now").get_by_role("button", name="More").click()
    await page.get_by_role("menuitem", name="Delete message").click()
    await expect(bruno.locator(".message", has_text="on it")).to_have_count(0)


async def test_links_to_messages_stay_in_the_pane(opened: Open, bot: ScriptedBot, playground: Playground) -> None:
    """In words or on a button: it opens the message's channel in the same pane and marks the message."""
    page = await opened("Ada")
    target = await bot.send("1190000000000000301", {"content": "the board"})
    link = f"https://discord.com/channels/1190000000000000001/{target['channel_id']}/{target['id']}"
    button = {"type": 2, "style": 5, "label": "Board", "url": link}
    await bot.send(GENERAL, {"content": f"[In words]({link})", "components": [{"type": 1, "components": [button]}]})
    for name in ("Board", "In words"):
        await pane(page, "Ada").locator(".channel", has_text="general").click()
        await pane(page, "Ada").get_by_role("link", name=name).click()
        await expect(pane(page, "Ada").locator(".message.marked")).to_contain_text("the board")
    assert page.url.startswith(playground.address)


HEARD = """message => {
  window.heard = [];
  new MutationObserver(all => {
    for (const node of all.flatMap(one => [...one.addedNodes]))
      if (!node.parentElement?.closest("[aria-hidden]") && !node.matches?.("[aria-hidden]"))
        window.heard.push(node.textContent || node.alt || "?");
  }).observe(message, { childList: true, subtree: true });
}"""
"""Keeps what is added to a message: the log announces that and nothing else."""


async def test_X16_only_what_is_new_in_an_edited_message_is_heard(opened: Open, bot: ScriptedBot) -> None:
    """Texts, pictures and menus beside it are left alone, also when what is above them goes."""
    page = await opened("Ada")
    attachment = {"id": 0, "filename": "board.png"}
    gallery = {"type": 12, "items": [{"media": {"url": "attachment://board.png"}, "description": "The board"}]}
    menu = {"type": 3, "custom_id": "menu", "placeholder": "Size", "options": [{"label": "100%", "value": "100"}]}
    off = {"type": 2, "style": 1, "label": "Off", "custom_id": "off"}
    played, tiles, thinks = ({"type": 10, "content": one} for one in ("Ada played", "10 tiles", "Bruno is thinking"))
    gone = {"type": 1, "components": [off]}
    rows = {"type": 1, "components": [menu]}

    def body(*parts: object) -> dict[str, object]:
        return {"flags": COMPONENTS_V2, "components": list(parts), "attachments": [attachment]}

    message = await bot.send(GENERAL, body(played, gallery, gone, tiles, rows), plain_png(8, (0, 0, 0)))
    box = pane(page, "Ada").locator(".message", has_text="Ada played")
    await expect(box.get_by_role("button", name="Off")).to_be_visible()
    await box.evaluate(HEARD)
    attachment["id"] = message["components"][1]["items"][0]["media"]["attachment_id"]
    path = f"/channels/{GENERAL}/messages/{message['id']}"
    await bot.rest("PATCH", path, json=body(played, thinks, gallery, tiles, rows))
    await expect(box.get_by_role("button", name="Off")).to_have_count(0)
    assert await box.locator(".text-display").all_inner_texts() == ["Ada played", "Bruno is thinking", "10 tiles"]
    assert await page.evaluate("() => window.heard") == ["Bruno is thinking"]


async def test_X16_a_changed_sentence_is_heard_whole_and_the_others_not_again(opened: Open, bot: ScriptedBot) -> None:
    """Neither a countdown that goes on, nor a picture that is drawn anew with the same words, which takes its place."""
    page = await opened("Ada")
    first = f"Robot moves <t:{int(time.time()) + 50}:R>."
    gallery = {"type": 12, "items": [{"media": {"url": "attachment://board.png"}, "description": "The board"}]}
    attachments = [{"id": 0, "filename": "board.png"}]

    def body(note: str, hint: str) -> dict[str, object]:
        texts = [{"type": 10, "content": one} for one in (f"{first}\n-# {note}", hint)]
        return {"flags": COMPONENTS_V2, "components": [*texts, gallery], "attachments": attachments}

    sent = body("You can undo.", "You could play **8H HAT** for 12 points.")
    message = await bot.send(GENERAL, sent, plain_png(8, (0, 0, 0)))
    box = pane(page, "Ada").locator(".message", has_text="Robot moves")
    picture = box.get_by_role("img", name="The board")
    before = await picture.get_attribute("src")
    await box.evaluate(HEARD)
    shown = await box.locator("time[data-instant]").inner_text()
    await expect(box.locator("time[data-instant]")).not_to_have_text(shown)
    assert await page.evaluate("() => window.heard") == []
    edited = json.dumps(body("No more hints.", "You could play **H8 OAT** for 14 points."))
    form = aiohttp.FormData()
    form.add_field("payload_json", edited, content_type="application/json")
    form.add_field("files[0]", plain_png(8, (9, 9, 9)), filename="board.png", content_type="image/png")
    await bot.rest("PATCH", f"/channels/{GENERAL}/messages/{message['id']}", data=form)
    await expect(box).to_contain_text("No more hints.")
    await expect(picture).not_to_have_attribute("src", before or "")
    said = await page.evaluate("() => window.heard")
    assert {"You could play H8 OAT for 14 points.", "No more hints."} <= set(said)
    assert [words for words in said if "Robot" in words or "board" in words] == []


async def test_X16_the_focus_returns_to_where_one_types(opened: Open, bot: ScriptedBot) -> None:
    """If an edit removes the pressed button, or its message disappears; otherwise it stays on what is in its place."""
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
    switched = {"type": 1, "components": [play, {**keep, "label": "Kept", "custom_id": "kept"}]}
    await bot.rest("PATCH", path, json={"content": "still", "components": [switched]})
    await expect(ada.get_by_role("button", name="Kept")).to_be_focused()
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


async def test_the_newest_post_is_seen_where_its_news_is(opened: Open, bot: ScriptedBot) -> None:
    """The last of several pictures, as at the end of a game; a high card without its head; an edit's mark below it."""
    page = await opened("Ada")
    ada, log = pane(page, "Ada"), pane(page, "Ada").locator(".log")
    attachment = {"id": 0, "filename": "board.png"}
    gallery = {"type": 12, "items": [{"media": {"url": "attachment://board.png"}, "description": "The board"}]}
    row = {"type": 1, "components": [{"type": 2, "style": 1, "label": "Rematch", "custom_id": "rematch"}]}

    async def post(*parts: Json) -> Json:
        card = {"type": 17, "components": list(parts)}
        body = {"flags": COMPONENTS_V2, "components": [card], "attachments": [attachment]}
        return await bot.send(GENERAL, body, plain_png(600, (0, 0, 0)))

    await post(gallery, {**gallery, "items": gallery["items"]}, row)
    await expect(ada.get_by_role("button", name="Rematch")).to_be_in_viewport(ratio=1)
    high = await post(*[{"type": 10, "content": f"Line {number}"} for number in range(36)])
    await expect(ada.get_by_text("Line 0", exact=True)).to_be_in_viewport(ratio=1)
    await expect(ada.locator(".message").last.locator(".message-header")).not_to_be_in_viewport()
    words = [{"type": 10, "content": "Edited"}]
    changed = {"flags": COMPONENTS_V2, "components": [{"type": 17, "components": words}], "attachments": []}
    await bot.rest("PATCH", f"/channels/{GENERAL}/messages/{high['id']}", json=changed)
    card, mark = ada.locator(".container", has_text="Edited"), ada.locator(".message").last.locator(".edited")
    await expect(mark).to_be_in_viewport()
    above, below = await card.bounding_box(), await mark.bounding_box()
    assert above and below and below["y"] >= above["y"] + above["height"]
    assert await log.count() == 1
