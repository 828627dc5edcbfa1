"""Commands by keyboard: the picker, options, choices, autocomplete, files, and what the bot receives."""

from __future__ import annotations

import pytest
from playwright.async_api import Locator, Page, expect

from tests.bot.page.browsing import Open, choose, pane
from tests.bot.page.scripted_bot import CHOICES, EPHEMERAL, MESSAGE, Json, ScriptedBot, option
from tests.support.sentences import said

pytestmark = [pytest.mark.page, pytest.mark.asyncio(loop_scope="session")]

GENERAL = "1190000000000000300"


async def typing(page: Page, name: str, text: str) -> Locator:
    """Type into a person's composer; the panel above it."""
    await pane(page, name).locator(".text-input").click()
    await page.keyboard.type(text)
    return pane(page, name).locator(".picker")


async def test_the_picker_lists_what_the_bot_registered(opened: Open, bot: ScriptedBot) -> None:
    """One entry of each command first, then the other subcommands, found by any word; arrow keys wrap around.

    Those for pages stop at the ends.
    """
    page = await opened("Ada")
    picker = await typing(page, "Ada", "/")
    entries = picker.get_by_role("option")
    names = ["/game new", "/play", "/rack", "/try", "/load", "/game remove"]
    await expect(entries.locator(".entry-label")).to_have_text(names)
    await expect(entries.first).to_contain_text("Open a lobby")
    await page.keyboard.press("ArrowUp")
    await expect(picker.locator(".entry.active")).to_contain_text("/game remove")
    field = pane(page, "Ada").locator(".text-input")
    active = await picker.locator(".entry.active").get_attribute("id")
    assert await field.get_attribute("aria-activedescendant") == active
    for _ in range(6):
        await page.keyboard.press("PageUp")
    await expect(picker.locator(".entry.active")).to_contain_text("/game new")
    await page.keyboard.type("rem")
    await expect(entries.locator(".entry-label")).to_have_text(["/game remove"])
    await page.keyboard.press("Escape")
    await expect(picker).to_be_hidden()


async def test_a_command_is_filled_in_by_keyboard_alone(opened: Open, bot: ScriptedBot) -> None:
    """Pick, add options, choose, type a number, send: the bot gets the registered types."""
    bot.handlers["game"] = bot.answering(MESSAGE, {"content": "A lobby"})
    page = await opened("Ada,Bruno")
    await typing(page, "Ada", "/ne")
    await page.keyboard.press("Tab")
    for keys in ("p Tab s u p ArrowDown Enter", "c Tab 5 Tab", "t Enter y Tab", "Enter"):
        for key in keys.split():
            await page.keyboard.press(key)
    data = (await bot.wait_for(2))[0]["data"]
    assert data["name"] == "game"
    values = {item["name"]: item["value"] for item in data["options"][0]["options"]}
    assert values == {"preset": "super", "computer": 5, "thread": "yes"}
    answer = pane(page, "Bruno").locator(".message", has_text="A lobby")
    await expect(answer.locator(".reference")).to_contain_text("Ada used /game")
    await expect(pane(page, "Ada").locator(".text-input")).to_be_focused()


async def test_autocomplete_asks_the_bot_and_takes_its_choice(opened: Open, bot: ScriptedBot) -> None:
    """The typed text goes to the bot as the focused option; its choices are listed; free text may be sent as well."""

    async def suggest(interaction: Json) -> None:
        if interaction["type"] == 4:
            typed = interaction["data"]["options"][0]["value"]
            choices = [{"name": f"8H {typed.upper()}O", "value": "8h-hello"}, {"name": "Other", "value": "other"}]
            await bot.answer(interaction, CHOICES, {"choices": choices})
        else:
            await bot.answer(interaction, MESSAGE, {"content": "played", "flags": EPHEMERAL})

    bot.handlers["play"] = suggest
    page = await opened("Ada")
    picker = await typing(page, "Ada", "/play hell")
    await expect(picker.get_by_role("option")).to_have_text(["8H HELLO", "Other"])
    asked = bot.last(4)["data"]["options"]
    assert asked == [{"name": "move", "type": 3, "value": "hell", "focused": True}]
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await expect(pane(page, "Ada").locator("[data-option=move]")).to_have_value("8H HELLO")
    await page.keyboard.press("Enter")
    await typing(page, "Ada", "/play free text")
    await page.keyboard.press("Enter")
    sent = [item["data"]["options"][0]["value"] for item in await bot.wait_for(2, 2)]
    assert sent == ["8h-hello", "free text"]


@pytest.mark.parametrize("pasted", [False, True])
async def test_text_behind_a_command_goes_into_its_first_option_for_text(
    opened: Open, bot: ScriptedBot, pasted: bool
) -> None:
    """Also where that option may be left out, and behind one that is named; never away."""
    bot.handlers["try"] = bot.answering(MESSAGE, {"content": "tried", "flags": EPHEMERAL})
    page = await opened("Ada")
    if pasted:
        await pane(page, "Ada").locator(".text-input").fill("/try k7 berry")
        await page.keyboard.press("Enter")
    else:
        await typing(page, "Ada", "/try k7 berry")
    await page.keyboard.press("Enter")
    (sent,) = await bot.wait_for(2)
    assert sent["data"]["options"] == [{"name": "move", "type": 3, "value": "k7 berry"}]
    await expect(pane(page, "Ada").locator(".command-form")).to_have_count(0)
    await typing(page, "Ada", "/try move:8h hat")
    await pane(page, "Ada").locator(".option-tail").click()
    await page.keyboard.type("hatters")
    await page.keyboard.press("Enter")
    _, sent = await bot.wait_for(2, 2)
    assert [item["value"] for item in sent["data"]["options"]] == ["8h hat", "hatters"]


@pytest.mark.parametrize(
    ("command", "text", "key"),
    [
        ("/rack", "please", "playground.no_place_at_all"),
        ("/load", "file:words.txt", "playground.no_place_at_all"),
        ("/game new", "12x", "playground.no_place"),
    ],
)
async def test_text_that_no_option_takes_is_not_sent_and_stays(
    opened: Open, bot: ScriptedBot, command: str, text: str, key: str
) -> None:
    """The panel says so, the text stays, and it may be given to an option or deleted."""
    bot.handlers["rack"] = bot.answering(MESSAGE, {"content": "AEI", "flags": EPHEMERAL})
    page = await opened("Ada")
    ada = pane(page, "Ada")
    if command == "/load":
        await ada.locator(".text-input").fill(f"{command} {text}")
    else:
        await typing(page, "Ada", f"{command} {text}")
    tail = ada.locator(".option-tail")
    await expect(tail).to_have_value(text)
    await page.keyboard.press("Enter")
    await expect(ada.locator(".picker")).to_contain_text(said(key, command=command, text=text))
    await expect(tail).to_have_value(text)
    await expect(tail).to_have_attribute("aria-invalid", "true")
    await expect(tail).to_be_focused()
    assert bot.heard == []
    if command == "/game new":
        await ada.locator(".picker").get_by_role("option", name="computer").click()
        await expect(ada.locator("[data-option=computer]")).to_have_value(text)
        await expect(tail).to_have_value("")
    if command == "/rack":
        await tail.fill("")
        await page.keyboard.press("Enter")
        await expect(ada.get_by_text("AEI")).to_be_visible()


async def test_what_is_typed_stays_when_something_is_put_beside_it(opened: Open, bot: ScriptedBot) -> None:
    """A mention from a person's menu, the slash, and Backspace in an empty option."""
    page = await opened("Ada")
    await bot.send(GENERAL, {"content": "hello"})
    text = pane(page, "Ada").locator(".text-input")
    await text.fill("thanks")
    await pane(page, "Ada").get_by_role("button", name="Tilewright").last.click()
    await page.get_by_role("menuitem", name="Mention").click()
    await expect(text).to_have_value("thanks @Tilewright ")
    await pane(page, "Ada").get_by_role("button", name="Commands", exact=True).click()
    await expect(text).to_have_value("/thanks @Tilewright ")
    await text.fill("")
    await typing(page, "Ada", "/play ")
    await pane(page, "Ada").locator(".option-tail").fill("8h hat")
    await pane(page, "Ada").locator("[data-option=move]").press("Backspace")
    await expect(pane(page, "Ada").locator(".option-tail")).to_have_value("8h hat")


async def test_required_and_limits_are_checked_before_sending(opened: Open, bot: ScriptedBot) -> None:
    """Nothing is sent while an option is missing or outside its limits; the field says why and has the focus."""
    page = await opened("Ada")
    picker = await typing(page, "Ada", "/play ")
    await page.keyboard.press("Enter")
    await expect(picker).to_contain_text(said("playground.option_required"))
    await page.keyboard.press("Escape")
    await typing_again(page)
    await page.keyboard.press("Enter")
    await expect(picker).to_contain_text("At most 8, please.")
    await expect(pane(page, "Ada").locator("[data-option=computer]")).to_be_focused()
    await expect(pane(page, "Ada").locator("[data-option=computer]")).to_have_attribute("aria-invalid", "true")
    assert all(item["type"] == 4 for item in bot.heard)


async def typing_again(page: Page) -> None:
    """Leave the form and fill in another command, pasted whole."""
    await page.keyboard.press("Escape")
    await typing(page, "Ada", "/game new computer:12")


async def test_escape_and_backspace_lead_out(opened: Open, bot: ScriptedBot) -> None:
    """Backspace removes an empty option, then turns the command into text again; Escape discards it."""
    page = await opened("Ada")
    await typing(page, "Ada", "/game new computer:1")
    form, text = pane(page, "Ada").locator(".command-form"), pane(page, "Ada").locator(".text-input")
    for _ in range(2):
        await page.keyboard.press("Backspace")
    await expect(form.locator(".option")).to_have_count(0)
    await page.keyboard.press("Backspace")
    await expect(text).to_have_value("/game new")
    await page.keyboard.press("Enter")
    await expect(form).to_be_visible()
    await page.keyboard.press("Escape")
    await page.keyboard.press("Escape")
    await expect(form).to_have_count(0)
    await expect(text).to_have_value("")
    await expect(text).to_be_focused()


async def test_people_and_files_as_options(opened: Open, bot: ScriptedBot) -> None:
    """A user option sends the id of the person named, a file option the id of the file that was uploaded."""
    bot.handlers |= {name: bot.answering(MESSAGE, {"content": "done"}) for name in ("game", "load")}
    page = await opened("Ada")
    await typing(page, "Ada", "/game remove den")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    await typing(page, "Ada", "/load ")
    file = {"name": "words.txt", "mimeType": "text/plain", "buffer": b"AA\nAB\n"}
    await pane(page, "Ada").locator("[data-option=file]").set_input_files(file)  # type: ignore[arg-type]
    await pane(page, "Ada").get_by_role("button", name="Send").click()
    removal, load = (item["data"] for item in await bot.wait_for(2, 2))
    assert removal["options"][0]["options"][0]["value"] == "1190000000000000203"
    (attachment,) = load["resolved"]["attachments"].values()
    assert (attachment["filename"], attachment["size"]) == ("words.txt", 6)


async def test_commands_on_messages(opened: Open, bot: ScriptedBot) -> None:
    """A message command names its target. It is in the message's menu, which the other mouse button opens too."""
    page = await opened("Ada")
    target = await bot.send(GENERAL, {"content": "HELLO"})
    message = pane(page, "Ada").locator(".message", has_text="HELLO")
    await message.hover()
    await message.get_by_role("button", name="More").click()
    await page.get_by_role("menuitem", name="Look up").click()
    assert (await bot.wait_for(2))[0]["data"]["target_id"] == target["id"]
    await message.click(button="right")
    await expect(page.get_by_role("menuitem", name="Reply")).to_be_focused()
    await page.keyboard.press("Escape")
    await expect(message).to_be_focused()


@pytest.mark.parametrize("text", ["/ spaces", "//", "/nothing like it"])
async def test_text_that_is_no_command_is_sent_as_text(opened: Open, bot: ScriptedBot, text: str) -> None:
    """A slash at the beginning does not swallow a message."""
    page = await opened("Ada,Bruno")
    await typing(page, "Ada", text)
    await page.keyboard.press("Enter")
    await expect(pane(page, "Bruno").locator(".message-text")).to_have_text(text)


@pytest.mark.parametrize("pasted", [False, True])
@pytest.mark.parametrize("text", ["preset:super computer:5", "Computer:5 preset:super", "rechner:5 preset:super"])
async def test_named_options_fill_their_fields(opened: Open, bot: ScriptedBot, text: str, pasted: bool) -> None:
    """Several in a row and in any order, as the help writes them; by their registered names in any language.

    One Enter sends them: a choice that begins with the same letters does not come in between.
    """
    bot.handlers["game"] = bot.answering(MESSAGE, {"content": "A lobby"})
    page = await opened("Ada")
    if text.startswith("rechner"):
        await choose(page, "Ada", "de")
    await typing(page, "Ada", "/game new ")
    tail = pane(page, "Ada").locator(".option-tail")
    await expect(tail).to_be_focused()
    await (tail.fill(text) if pasted else page.keyboard.type(text))
    await page.keyboard.press("Enter")
    (sent,) = await bot.wait_for(2)
    options = {item["name"]: item["value"] for item in sent["data"]["options"][0]["options"]}
    assert options == {"preset": "super", "computer": 5}


@pytest.mark.parametrize("pasted", [False, True])
async def test_a_required_option_may_be_named_in_its_own_field(opened: Open, bot: ScriptedBot, pasted: bool) -> None:
    """Its name goes; within its text the same word stays."""
    bot.handlers["play"] = bot.answering(MESSAGE, {"content": "played"})
    page = await opened("Ada")
    await typing(page, "Ada", "/play ")
    field = pane(page, "Ada").locator("[data-option=move]")
    await expect(field).to_be_focused()
    await (field.fill("move:8H HELLO") if pasted else page.keyboard.type("move:8H HELLO"))
    await expect(field).to_have_value("8H HELLO")
    await page.keyboard.type(" move:")
    await expect(field).to_have_value("8H HELLO move:")


async def test_a_suggestion_stays_when_another_option_is_named_after_it(opened: Open, bot: ScriptedBot) -> None:
    """Its value goes to the bot, not only its words."""

    async def suggest(interaction: Json) -> None:
        if interaction["type"] == 4:
            choices = [{"name": "8H HELLO", "value": "8h-hello"}]
            await bot.answer(interaction, CHOICES, {"choices": choices})
        else:
            await bot.answer(interaction, MESSAGE, {"content": "found", "flags": EPHEMERAL})

    options = [option("move", 3, required=True, autocomplete=True), option("rack", 3)]
    find = {"name": "find", "description": "Find a move", "options": options}
    await bot.rest("PUT", f"/applications/{bot.id}/commands", json=[find])
    bot.handlers["find"] = suggest
    page = await opened("Ada")
    picker = await typing(page, "Ada", "/find hel")
    await picker.get_by_role("option", name="8H HELLO").click()
    move = pane(page, "Ada").locator("[data-option=move]")
    await move.focus()
    await move.press("End")
    await page.keyboard.type(" rack:AB")
    await expect(move).to_have_value("8H HELLO")
    await page.keyboard.press("Enter")
    (sent,) = await bot.wait_for(2)
    assert {item["name"]: item["value"] for item in sent["data"]["options"]} == {"move": "8h-hello", "rack": "AB"}
