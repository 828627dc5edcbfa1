"""Makes the pictures of the README: `python -m tests.tools.screenshots [FOLDER]`.

Boards in every theme, the end card, help, a profile and a leaderboard are drawn directly; the playground's page is
captured in Chromium while two people play, at desktop and phone width, and left out if Chromium is missing.
"""

from __future__ import annotations

import asyncio
import io
import shutil
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

from PIL import Image
from playwright.async_api import Browser, async_playwright

from bot.front.components.layout import draw
from bot.front.help.messages import lesson_images
from bot.playground.faces import avatar_hash, face
from bot.render import (
    AVATAR,
    THEMES,
    Style,
    draw_animation,
    draw_board,
    draw_ladder,
    draw_poster,
    draw_profile,
)
from bot.render.portraits import read_avatar
from bot.text import texts_for
from bot.text.variants import setup_for
from engine.loading import load_variant, resource_folder
from tests.bot.page.browsing import ARGUMENTS
from tests.bot.render import test_people as people
from tests.support import scenes
from tests.support.pictures import buttons_of
from tests.support.playground import DM, Person
from tests.support.running import Scene, answer, ask, board, scene, started
from tests.support.sentences import said

WORDS = ("HORN", "FARM", "FARMS", "PASTE", "MOB", "NOT", "BE", "PASTED")
DRAWS = ("A", "C", "HORNAEI", "FAMXQJV", "PSTE", "MOB", "INGDL", "EU")
MOVES = (("Ada", "8F HORN"), ("Bruno", "H6 FARM"), ("Ada", "10F PASTE"), ("Bruno", "9H MOB"))
GAP = 16
SETTLED = 2.0
"""Seconds that the page gets to load its pictures."""


def drawn() -> dict[str, bytes]:
    """The pictures that do not need the page, by file name."""
    boards = [draw_board(scenes.with_faces(scenes.late(4), likeness), Style(theme, zoom=60)).data for theme in THEMES]
    ends = [
        draw_poster(scenes.poster(players, likeness), Style(theme, zoom=60)).data
        for players, theme in ((2, "classic"), (3, "paper"))
    ]
    return {
        "themes.png": _sheet(
            [_sheet(boards[at : at + 5], is_row=True) for at in range(0, len(boards), 5)], is_row=False
        ),
        "end.png": _sheet(ends, is_row=True),
        "help.png": _sheet([_sheet(pictures, is_row=False) for pictures in (explained(), profiles())], is_row=True),
        "move.gif": draw_animation(scenes.opening(), Style(zoom=60), 3).data,
    }


def likeness(number: int) -> bytes:
    """The pixels of a made-up face."""
    return read_avatar(face(avatar_hash(str(number), "likeness"), AVATAR))


def explained() -> list[bytes]:
    """Help pictures."""
    setup, texts = setup_for(load_variant("standard")), texts_for("en")
    images = [lesson_images(topic, setup, texts)[number] for topic, number in (("moves", 0), ("scoring", 1))]
    return [draw(image, Style("dark", zoom=60)).data for image in images]


def profiles() -> list[bytes]:
    """A profile, and a leaderboard, of made-up people."""
    scene = people.full()
    shown = replace(scene, who=scene.who._replace(pixels=likeness(1)), ratings=scene.ratings[:2])
    page = people.ladder()
    rows = [replace(row, portrait=row.portrait._replace(pixels=likeness(place) if place % 3 else b""))
            for place, row in enumerate(page.rows[:6])]  # fmt: skip
    return [
        draw_profile(shown, Style("dark", zoom=60)).data,
        draw_ladder(replace(page, rows=tuple(rows)), Style("dark", zoom=60)).data,
    ]


def _sheet(pictures: list[bytes], *, is_row: bool) -> bytes:
    """Pictures beside or above each other."""
    images = [Image.open(io.BytesIO(data)).convert("RGB") for data in pictures]
    along, across = (0, 1) if is_row else (1, 0)
    size = [0, 0]
    size[along] = sum(image.size[along] for image in images) + GAP * (len(images) - 1)
    size[across] = max(image.size[across] for image in images)
    sheet, place = Image.new("RGB", (size[0], size[1]), "white"), 0
    for image in images:
        sheet.paste(image, (place, 0) if is_row else (0, place))
        place += image.size[along] + GAP
    stream = io.BytesIO()
    sheet.quantize(256).save(stream, "PNG", optimize=True)
    return stream.getvalue()


async def photographed(chromium: str) -> dict[str, bytes]:
    """The page during a game, by file name."""
    folder = Path(tempfile.mkdtemp())
    try:
        async with (
            scene(folder, *DRAWS, words=WORDS) as stage,
            Person.at(stage.playground, "Ada") as ada,
            Person.at(stage.playground, "Bruno") as bruno,
            async_playwright() as playwright,
        ):
            browser = await playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
            await _play(ada, bruno)
            found = {"page.png": await _photo(stage, browser, "Ada,Bruno", (1500, 1150))}
            await _compose(ada)
            found["compose.png"] = await _photo(stage, browser, "Ada", (1000, 1150))
            found["phone.png"] = await _photo(stage, browser, "Ada", (400, 860))
            await ask(ada, "/settings mine", "Your settings")
            found["settings.png"] = await _photo(stage, browser, "Ada", (1000, 1150))
            await browser.close()
            return found
    finally:
        shutil.rmtree(folder)


async def _play(ada: Person, bruno: Person) -> None:
    latest = await started(ada, bruno, "name:Evening")
    people = {"Ada": ada, "Bruno": bruno}
    for name, move in MOVES:
        await ask(people[name], f"/play move:{move}", "You played")
        latest = await board(ada, move.split()[1], after=latest)
    await ada.wait_message("Your tiles", channel=DM)
    await ask(bruno, "/rack", "Your tiles")


async def _compose(ada: Person) -> None:
    await ask(ada, "/rack", "Your tiles")
    await ada.click(await answer(ada, "Your tiles"), "Compose")
    message = await answer(ada, said("composing.no_tiles_placed"))
    if "Direction: down" in buttons_of(message):
        await _changed(ada, message, ada.click(message, "Direction: down"))
    for button in ("10", "K10", "D 2"):
        await _changed(ada, message, ada.click(message, button))


async def _changed(person: Person, message: dict[str, object], doing: object) -> None:
    before = person.now(message)
    await doing  # type: ignore[misc]
    await person.wait(lambda: person.now(message) != before, "a change")


async def _photo(stage: Scene, browser: Browser, people: str, size: tuple[int, int]) -> bytes:
    page = await browser.new_page(viewport={"width": size[0], "height": size[1]}, color_scheme="dark")
    await page.goto(f"{stage.playground.address}/?people={people}")
    await page.wait_for_selector(".pane img")
    await asyncio.sleep(SETTLED)
    data = await page.screenshot()
    await page.close()
    return data


def main() -> None:
    """Write everything into a folder, that of the README by default."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else resource_folder("assets") / "screenshots"
    folder.mkdir(parents=True, exist_ok=True)
    found = drawn()
    chromium = shutil.which("chromium")
    if chromium:
        found |= asyncio.run(photographed(chromium))
    else:
        print("No Chromium: the page is left out.")
    for name, data in found.items():
        (folder / name).write_bytes(data)
        print(f"{name}: {len(data) // 1000} kB")


if __name__ == "__main__":
    main()
