"""Commands by keyboard: the picker, options, choices, autocomplete, files, and what the bot receives."""

from __future__ import annotations

import pytest
from playwright.async_api import Locator, Page, expect

from bot.playground.interactions import ANSWER_SECONDS
from bot.playground.server import Playground
from tests.bot.page.browsing import Open, choose, pane
from tests.bot.page.scripted_bot import CHOICES, EPHEMERAL, MESSAGE, Json, ScriptedBot, option
from tests.support.sentences import said
from tests.support.service import eventually

pytestmark = [pytest.mark.page, pytest.mark.asyncio(loop_scope="session")]

GENERAL = "1190000000000000300"


async def typing(page: Page, name: str, text: str) -> Locator:
    """Type into a person's composer; the panel above it."""
    await pane(page, name).locator(".text-input").click()
    await page.keyboard.type(text)
    return pane(page, name).locator(".picker")


@pytest.mark.smoke
async def test_the_picker_lists_what_the_bot_registered(opened: Open, bot: ScriptedBot) -> None:
    """One entry of each command first, then the other subcommands, found by any word; arrow keys wrap around."""
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
    await page.keyboard.type("rem")
    await expect(entries.locator(".entry-label")).to_have_text(["/game remove"])
    await page.keyboard.press("Escape")
    await expect(picker).to_be_hidden()


@pytest.mark.smoke
async def test_a_command_is_filled_in_by_keyboard_alone(opened: Open, bot: ScriptedBot) -> None:
    """Pick, add options, choose, type a number, send: the bot gets the registered types."""
    bot.handlers["game"] = bot.answering(MESSAGE, {"content": "A lobby"})
    page = await opened("Ada,Bruno")
    await typing(page, "Ada", "/ne")
    await page.keyboard.press("Tab")
    for keys in (["p", "Tab", "s", "u", "p", "Enter"], ["c", "Tab", "5", "Tab"], ["t", "Enter", "y", "Tab"], ["Enter"]):
        for key in keys:
            await page.keyboard.press(key)
    data = (await bot.wait_for(2))[0]["data"]
    assert data["name"] == "game"
    values = {item["name"]: item["value"] for item in data["options"][0]["options"]}
    assert values == {"preset": "super", "computer": 5, "thread": "yes"}
    answer = pane(page, "Bruno").locator(".message", has_text="A lobby")
    await expect(answer.locator(".reference")).to_contain_text("Ada used /game")
    await expect(pane(page, "Ada").locator(".text-input")).to_be_focused()


@pytest.mark.smoke
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


KEYS_AT_ONCE = """text => {
    const field = document.activeElement;
    for (const key of text) {
        field.value += key;
        field.dispatchEvent(new Event("input", {bubbles: true}));
    }
}"""
"""Keys with no time between them, which a busy machine could not promise of a keyboard."""


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


@pytest.mark.parametrize("pasted", [False, True])
async def test_text_that_no_option_takes_is_not_sent_and_stays(opened: Open, bot: ScriptedBot, pasted: bool) -> None:
    """The panel says so, the text stays, and what deletes it lets the command go."""
    bot.handlers["rack"] = bot.answering(MESSAGE, {"content": "AEI", "flags": EPHEMERAL})
    page = await opened("Ada")
    if pasted:
        await pane(page, "Ada").locator(".text-input").fill("/rack please")
        await page.keyboard.press("Enter")
    else:
        await typing(page, "Ada", "/rack please")
    await page.keyboard.press("Enter")
    tail = pane(page, "Ada").locator(".option-tail")
    await expect(pane(page, "Ada").locator(".picker")).to_contain_text(
        said("playground.no_place", command="/rack", text="please")
    )
    await expect(tail).to_have_value("please")
    await expect(tail).to_have_attribute("aria-invalid", "true")
    await expect(tail).to_be_focused()
    assert bot.heard == []
    await tail.fill("")
    await page.keyboard.press("Enter")
    await expect(pane(page, "Ada").get_by_text("AEI")).to_be_visible()


async def test_text_that_no_option_takes_can_be_given_to_one(opened: Open, bot: ScriptedBot) -> None:
    """By choosing it from the list under the refusal."""
    page = await opened("Ada")
    picker = await typing(page, "Ada", "/game new 12x")
    await page.keyboard.press("Enter")
    await expect(picker).to_contain_text(said("playground.no_place"))
    await picker.get_by_role("option", name="computer").click()
    await expect(pane(page, "Ada").locator("[data-option=computer]")).to_have_value("12x")
    await expect(pane(page, "Ada").locator(".option-tail")).to_have_value("")


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


async def test_keys_are_saved_up_into_few_questions(opened: Open, bot: ScriptedBot) -> None:
    """Fast typing asks the bot once it pauses, not at every key."""
    bot.handlers["play"] = bot.answering(CHOICES, {"choices": [{"name": "x", "value": "x"}]})
    page = await opened("Ada")
    await typing(page, "Ada", "/play ")
    await page.evaluate(KEYS_AT_ONCE, "abcdefghijkl")
    await eventually(lambda: bool(bot.heard) and bot.heard[-1]["data"]["options"][0]["value"] == "abcdefghijkl")
    assert len(bot.heard) < 6


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


@pytest.mark.smoke
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


async def test_an_application_that_does_not_answer(opened: Open, bot: ScriptedBot, playground: Playground) -> None:
    """After three seconds without an answer the page says so, to that person only."""
    playground.people.interactions.answer_seconds = ANSWER_SECONDS
    page = await opened("Ada,Bruno")
    await typing(page, "Ada", "/rack")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    await expect(pane(page, "Ada").locator(".note.waiting")).to_contain_text("Sending /rack")
    await expect(pane(page, "Ada").locator(".note.failed")).to_contain_text(said("playground.no_answer"))
    await expect(pane(page, "Bruno").locator(".note")).to_have_count(0)
    await pane(page, "Ada").locator(".note").get_by_role("button", name="Dismiss").click()
    await expect(pane(page, "Ada").locator(".note")).to_have_count(0)


async def test_commands_in_the_persons_language(opened: Open, bot: ScriptedBot) -> None:
    """With another language the picker shows that language's names, and the bot hears the registered ones."""
    bot.handlers["game"] = bot.answering(MESSAGE, {"content": "ok"})
    page = await opened("Ada,Bruno")
    await choose(page, "Ada", "de")
    picker = await typing(page, "Ada", "/spiel")
    await expect(picker.locator(".entry-label").first).to_have_text("/spiel neu")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    interaction = (await bot.wait_for(2))[0]
    assert (interaction["data"]["name"], interaction["locale"]) == ("game", "de")
    picker = await typing(page, "Bruno", "/game")
    await expect(picker.locator(".entry-label").first).to_have_text("/game new")


async def test_commands_on_messages(opened: Open, bot: ScriptedBot) -> None:
    """A message command is in the message's menu and names its target."""
    page = await opened("Ada")
    target = await bot.send(GENERAL, {"content": "HELLO"})
    message = pane(page, "Ada").locator(".message", has_text="HELLO")
    await message.hover()
    await message.get_by_role("button", name="More").click()
    await page.get_by_role("menuitem", name="Look up").click()
    assert (await bot.wait_for(2))[0]["data"]["target_id"] == target["id"]


async def test_the_other_mouse_button_opens_the_menu_of_a_message(opened: Open, bot: ScriptedBot) -> None:
    """At the pointer, with the focus on its first entry; Escape returns; selected text keeps its own menu."""
    page = await opened("Ada")
    target = await bot.send(GENERAL, {"content": "HELLO there"})
    message = pane(page, "Ada").locator(".message", has_text="HELLO")
    box = await message.bounding_box()
    assert box
    await page.mouse.click(box["x"] + 200, box["y"] + 20, button="right")
    menu = page.get_by_role("menu", name="Message")
    await expect(menu.get_by_role("menuitem", name="Reply")).to_be_focused()
    shown = await menu.bounding_box()
    assert shown and abs(shown["x"] - box["x"] - 200) < 10
    await page.keyboard.press("Escape")
    await expect(menu).to_have_count(0)
    await expect(message).to_be_focused()
    await page.mouse.click(box["x"] + 200, box["y"] + 20, button="right")
    await page.get_by_role("menuitem", name="Look up").click()
    assert (await bot.wait_for(2))[0]["data"]["target_id"] == target["id"]
    await message.locator(".message-text").dblclick()
    await message.locator(".message-text").click(button="right")
    await expect(menu).to_have_count(0)


async def test_page_keys_go_through_a_long_list(opened: Open, bot: ScriptedBot) -> None:
    """By as many entries as are visible, to the end and not beyond."""
    page = await opened("Ada")
    picker = await typing(page, "Ada", "/")
    await page.keyboard.press("PageDown")
    await expect(picker.locator(".entry.active")).not_to_contain_text("/game new")
    for _ in range(5):
        await page.keyboard.press("PageDown")
    await expect(picker.locator(".entry.active")).to_contain_text("/game remove")
    for _ in range(5):
        await page.keyboard.press("PageUp")
    await expect(picker.locator(".entry.active")).to_contain_text("/game new")


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
    """Several in a row and in any order, as the help writes them; by their registered names in any language."""
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


async def test_a_name_that_cannot_be_meant_is_a_word_of_the_text(opened: Open, bot: ScriptedBot) -> None:
    """A field's own name after other words, and an option that was named already; nothing typed is lost."""
    page = await opened("Ada")
    await typing(page, "Ada", "/try move:8H HELLO move: rack:AB rack:C move:9H")
    ada = pane(page, "Ada")
    await expect(ada.locator("[data-option=move]")).to_have_value("8H HELLO move:")
    await expect(ada.locator("[data-option=rack]")).to_have_value("AB rack:C move:9H")
    await page.keyboard.press("Escape")
    await ada.locator(".text-input").fill("/try rack:AB move:8H HELLO rack:C")
    await expect(ada.locator("[data-option=rack]")).to_have_value("AB")
    await expect(ada.locator("[data-option=move]")).to_have_value("8H HELLO rack:C")


@pytest.mark.parametrize("pasted", [False, True])
async def test_one_enter_sends_a_named_choice(opened: Open, bot: ScriptedBot, pasted: bool) -> None:
    """Of a command typed or pasted whole; an entry that begins with the same letters does not come in between."""
    choices = [{"name": name, "value": value} for name, value in (("Super duper", "super2"), ("Super board", "super"))]
    leaf = {"name": "open", "description": "Open a lobby", "options": [option("preset", 3, choices=choices)]}
    await bot.rest("PUT", f"/applications/{bot.id}/commands", json=[leaf])
    page = await opened("Ada")
    if pasted:
        await pane(page, "Ada").locator(".text-input").fill("/open preset:super")
    else:
        await typing(page, "Ada", "/open preset:super")
    await page.keyboard.press("Enter")
    (sent,) = await bot.wait_for(2)
    assert [item["value"] for item in sent["data"]["options"]] == ["super"]


async def test_a_suggestion_stays_when_another_option_is_named_after_it(opened: Open, bot: ScriptedBot) -> None:
    """Its value goes to the bot, not only its words; and the first field may name the others before itself."""

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
    await bot.wait_for(2)
    await typing(page, "Ada", "/find ")
    await expect(move).to_be_focused()
    await move.fill("rack:CD move:9H HAT")
    await expect(move).to_have_value("9H HAT")
    await page.keyboard.press("Enter")
    sent = [{item["name"]: item["value"] for item in each["data"]["options"]} for each in await bot.wait_for(2, 2)]
    assert sent == [{"move": "8h-hello", "rack": "AB"}, {"move": "9H HAT", "rack": "CD"}]


@pytest.mark.parametrize("text", ["file:words.txt", "words.txt"])
async def test_a_file_cannot_be_named_by_text(opened: Open, bot: ScriptedBot, text: str) -> None:
    """The text stays where it is seen, and the page does not fail."""
    page = await opened("Ada")
    await pane(page, "Ada").locator(".text-input").fill(f"/load {text}")
    await expect(pane(page, "Ada").locator(".option-tail")).to_have_value(text)
    await page.keyboard.press("Enter")
    await expect(pane(page, "Ada").locator(".picker")).to_contain_text(
        said("playground.no_place", command="/load", text=text)
    )
    assert bot.heard == []


async def test_an_option_never_offers_the_list_of_another_field(opened: Open, bot: ScriptedBot) -> None:
    """Not even until the bot has answered again, as when the focus comes back from the list of further options."""
    options = [option("move", 3, autocomplete=True), option("rack", 3)]
    find = {"name": "find", "description": "Find a move", "options": options}
    await bot.rest("PUT", f"/applications/{bot.id}/commands", json=[find])
    bot.handlers["find"] = bot.answering(CHOICES, {"choices": [{"name": "8H HELLO", "value": "8h-hello"}]})
    page = await opened("Ada")
    picker = await typing(page, "Ada", "/find move:hell")
    await expect(picker.get_by_role("option")).to_have_text(["8H HELLO"])
    del bot.handlers["find"]
    await pane(page, "Ada").locator(".option-tail").focus()
    await expect(picker.get_by_role("option")).to_contain_text(["rack"])
    await pane(page, "Ada").locator("[data-option=move]").focus()
    await expect(picker).to_contain_text("The move of it")
    await expect(picker.get_by_role("option")).to_have_count(0)
