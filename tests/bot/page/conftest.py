"""A real playground, a scripted bot and a Chromium for the tests of the page. All of them share one event loop."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, async_playwright, expect

from bot.playground.server import Playground
from tests.bot.page.browsing import ARGUMENTS, PATIENCE_MS, Open, pane
from tests.bot.page.scripted_bot import COMMANDS, ScriptedBot
from tests.support.connect import PATIENT_SECONDS


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    """One Chromium for all tests."""
    path = shutil.which("chromium")
    if path is None:
        pytest.skip("no Chromium installed")
    async with async_playwright() as playwright:
        expect.set_options(timeout=PATIENCE_MS)
        browser = await playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        await browser.close()


@pytest_asyncio.fixture(loop_scope="session")
async def playground() -> AsyncIterator[Playground]:
    """A playground on a free port."""
    playground = Playground()
    playground.people.interactions.answer_seconds = PATIENT_SECONDS
    await playground.start()
    yield playground
    await playground.close()


@pytest_asyncio.fixture(loop_scope="session")
async def bot(playground: Playground) -> AsyncIterator[ScriptedBot]:
    """A bot that is logged in, with COMMANDS registered and no handlers yet."""
    bot = ScriptedBot(playground)
    await bot.start(COMMANDS)
    yield bot
    await bot.close()


@pytest_asyncio.fixture(loop_scope="session")
async def opened(browser: Browser, playground: Playground) -> AsyncIterator[Open]:
    """Open the page for some people. Fails at the end if a script failed or contacted anything but the playground."""
    troubles: list[str] = []
    contexts = []

    async def open_page(people: str, width: int = 1400, height: int = 900, touch: bool = False) -> Page:
        context = await browser.new_context(
            viewport={"width": width, "height": height}, has_touch=touch, is_mobile=touch
        )
        contexts.append(context)
        page = await context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.on("pageerror", lambda error: troubles.append(f"error: {error}"))
        page.on("dialog", lambda dialog: troubles.append(f"dialog: {dialog.message}"))
        page.on("request", lambda request: _own(request.url, playground, troubles))
        await page.goto(f"{playground.address}/?people={people}")
        for name in filter(None, people.split(",")):
            await pane(page, name).locator(".start-note").wait_for()
        return page

    yield open_page
    for context in contexts:
        await context.close()
    assert troubles == []


def _own(url: str, playground: Playground, troubles: list[str]) -> None:
    if not url.startswith((playground.address, "data:")):
        troubles.append(f"foreign request: {url}")
