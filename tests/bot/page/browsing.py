"""Helpers for the tests of the page: opening it, and finding parts of it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from playwright.async_api import Locator, Page

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
PATIENCE_MS = 60_000

Open = Callable[..., Awaitable[Page]]
"""``await opened("Ada,Bruno")``: a page that shows these people, connected."""


def pane(page: Page, name: str) -> Locator:
    """The pane of a person."""
    return page.locator(f".pane[data-person={name}]")
