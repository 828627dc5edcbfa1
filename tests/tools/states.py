"""Photographs the bot in every state: `python -m tests.tools.states FOLDER [ACT...]`.

People use everything that there is, act by act (`tests/support/evening_acts.py`). Before each command, press and form
the page of whoever uses it is photographed in Chromium at desktop and phone width. `FOLDER/index.html` shows all
pictures side by side. ACT limits them to the acts whose names begin so; the others are played too, but not shown.
"""

from __future__ import annotations

import asyncio
import contextlib
import html
import shutil
import sys
import tempfile
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path

from playwright.async_api import Browser, Page, async_playwright

from tests.bot.page.browsing import ARGUMENTS
from tests.support.evening import Guest, Json, evening, used_by
from tests.support.evening_acts import ACTS

WIDTHS = {"desktop": (1280, 900), "phone": (390, 844)}
PATIENCE_MS = 60_000


@dataclass
class Studio:
    """Photographs what people see in the act of that name, if it has one."""

    browser: Browser
    folder: Path
    act: str = ""
    taken: dict[str, str] = field(default_factory=dict)
    """What each picture shows someone about to use."""
    _open: dict[tuple[str, str], Page] = field(default_factory=dict)

    async def shot(self, guest: Guest, frame: Json) -> None:
        """Photograph the page of someone who is about to send a frame, with the message that it is about in view."""
        if not self.act:
            return
        name = f"{self.act}-{len(self.taken):03}-{guest.name}"
        for width, size in WIDTHS.items():
            page = await self._page(guest, width, size)
            await _turn_to(page, guest, frame)
            await page.screenshot(path=self.folder / f"{name}-{width}.png")
        self.taken[name] = used_by(frame)

    async def _page(self, guest: Guest, width: str, size: tuple[int, int]) -> Page:
        if (guest.name, width) not in self._open:
            context = await self.browser.new_context(
                viewport={"width": size[0], "height": size[1]}, color_scheme="dark", reduced_motion="reduce"
            )
            page = self._open[guest.name, width] = await context.new_page()
            page.set_default_timeout(PATIENCE_MS)
            await page.goto(f"{guest.playground.address}/?people={guest.name}")
        return self._open[guest.name, width]


async def _turn_to(page: Page, guest: Guest, frame: Json) -> None:
    """Show the channel and the message of a frame, and wait until all pictures have come."""
    channel = guest.channels[frame.get("channel_id") or guest.channel_id()]
    # On a phone the list of channels is behind a button; a click by script needs no place on the screen.
    entry = page.locator(".sidebar button", has_text=channel.get("name") or "Tilewright").last
    await entry.evaluate("button => button.click()")
    await page.wait_for_timeout(400)
    loaded = "() => [...document.images].filter(one => one.getClientRects().length).every(one => one.complete)"
    with contextlib.suppress(Exception):
        await page.wait_for_function(loaded, timeout=5000)
    message = page.locator(f"article[data-id='{frame.get('message_id')}']")
    if await message.count():
        await message.first.scroll_into_view_if_needed()
    await page.wait_for_timeout(200)


def index(folder: Path, taken: dict[str, str]) -> None:
    """Write the page that shows all pictures."""
    rows = []
    for name, used in taken.items():
        pictures = "".join(f'<img src="{name}-{width}.png" alt="{name}, {width}">' for width in WIDTHS)
        rows.append(f"<h3>{name}: {html.escape(used)}</h3><div>{pictures}</div>")
    style = "body{font:16px sans-serif}div{display:flex;gap:12px;align-items:start}img{max-height:900px;max-width:70%}"
    page = f"<!doctype html><meta charset=utf-8><title>States</title><style>{style}</style>{''.join(rows)}"
    (folder / "index.html").write_text(page, encoding="utf-8")


@contextlib.asynccontextmanager
async def _chromium() -> AsyncIterator[Browser]:
    path = shutil.which("chromium")
    if path is None:
        raise SystemExit("Chromium is not installed.")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        await browser.close()


async def photograph(folder: Path, wanted: tuple[str, ...]) -> None:
    """Play the evening, with pictures of the acts whose names begin with one of these, or of all."""
    with tempfile.TemporaryDirectory() as games:
        async with _chromium() as browser, evening(Path(games)) as one:
            studio = Studio(browser, folder)
            one.watched_by(studio.shot)
            try:
                for act in ACTS:
                    studio.act = act.__name__ if not wanted or act.__name__.startswith(wanted) else ""
                    await act(one)
                    print(f"{act.__name__}: {len(studio.taken)} states so far", flush=True)
            finally:
                index(folder, studio.taken)


def main() -> None:
    """Photograph everything into a folder."""
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        raise SystemExit(__doc__)
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    asyncio.run(photograph(folder, tuple(sys.argv[2:])))


if __name__ == "__main__":
    main()
