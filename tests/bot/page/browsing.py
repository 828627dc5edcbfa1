"""Helpers for the tests of the page: opening it, and finding parts of it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from playwright.async_api import Locator, Page, expect

ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE_MS = 120_000

Open = Callable[..., Awaitable[Page]]
"""``await opened("Ada,Bruno")``: a page that shows these people, connected."""


def pane(page: Page, name: str) -> Locator:
    """The pane of a person."""
    return page.locator(f".pane[data-person={name}]")


async def choose(page: Page, name: str, locale: str) -> None:
    """Choose a person's language in their settings, and wait until their pane speaks it."""
    await pane(page, name).locator(".pane-tools button").first.click()
    await page.locator(".settings select").select_option(locale)
    await expect(pane(page, name)).to_have_attribute("data-locale", locale)
    # The settings stay open in the new language, so that another one can be chosen by keys.
    await expect(page.locator(".settings select")).to_have_value(locale)
    await page.keyboard.press("Escape")
    await expect(page.locator(".settings")).to_have_count(0)
