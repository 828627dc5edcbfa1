"""Photographs the bot in every state: `python -m tests.tools.states FOLDER [NAME...]`.

Each story plays a game in the playground with stacked draws and photographs the page in Chromium at desktop and phone
width. `FOLDER/index.html` shows all pictures side by side. A story that fails is named there and in the exit code; the
others go on. NAME limits it to the stories whose names begin so.
"""

from __future__ import annotations

import asyncio
import contextlib
import html
import re
import shutil
import sys
import tempfile
import threading
import traceback
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, Page, async_playwright

from bot.model.errors import UnknownBoard
from bot.model.puzzles import DAY
from engine.review.values import Bingo, Mistake, MorePoints, PhonyEffect, PlaysOn
from tests.bot.page.browsing import ARGUMENTS
from tests.support.playground import DM, Person
from tests.support.puzzles import latest_given, right, wrong
from tests.support.readable import buttons_of, pictures_of, text_of
from tests.support.reviews import Coach, Grader, Lesson
from tests.support.running import EPHEMERAL, Scene, board, scene
from tests.support.sentences import said

Json = dict[str, Any]

WIDTHS = {"desktop": (1280, 900), "phone": (390, 844)}
PATIENCE_MS = 60_000
WORDS = ("HORN", "FARM", "FARMS", "PASTE", "MOB", "NOT", "BE", "PASTED", "CAT", "CATS", "AT", "DOG", "SO", "OS", "ATS")
EVENING = ("A", "C", "HORNAEI", "FAMXQJV", "PSTE", "MOB", "INGDL", "EU")
"""Draws: Ada begins with HORN, Bruno plays FARM, Ada PASTE, Bruno MOB."""
SMALL = {"letters": "CATSODEEE", "rack_size": 3}
FEW = ("A", "C", "CAT", "SOD")
THEME = b'name = "seaside"\nabout = "Sand and sea."\nbased_on = "classic"\n[background]\nframe = "#0b3c49"\n'


@dataclass
class Studio:
    """A scene with its people and the browser; `shot` photographs what one of them sees."""

    stage: Scene
    browser: Browser
    folder: Path
    story: str
    pages: AsyncExitStack
    people: dict[str, Person] = field(default_factory=dict)
    taken: list[str] = field(default_factory=list)
    _open: dict[tuple[str, str], Page] = field(default_factory=dict)

    async def person(self, name: str) -> Person:
        """A person at their page, opened when first asked for."""
        if name not in self.people:
            self.people[name] = await self.pages.enter_async_context(Person.at(self.stage.playground, name))
        return self.people[name]

    async def shot(self, name: str, person: str = "Ada", message: Json | None = None, channel: str = "general") -> None:
        """Photograph a person's page with the newest messages of a channel, or with a message in view."""
        for width, size in WIDTHS.items():
            page = await self._page(person, width, size, channel)
            await _settled(page)
            if message is not None:
                await page.locator(f"article[data-id='{message['id']}']").first.scroll_into_view_if_needed()
            file = f"{self.story}-{name}-{width}.png"
            await page.screenshot(path=self.folder / file)
            if width == "desktop":
                self.taken.append(f"{self.story}-{name}")

    async def opening(self, name: str, kind: str, label: str, person: str = "Ada") -> None:
        """Photograph what the newest button or menu (`kind` is its class) with a label opens, and close it again."""
        for width, size in WIDTHS.items():
            page = await self._page(person, width, size, "general")
            await _settled(page)
            await page.locator(f".{kind}", has_text=re.compile(f"^{re.escape(label)}")).last.click()
            await _settled(page)
            await page.screenshot(path=self.folder / f"{self.story}-{name}-{width}.png")
            await page.keyboard.press("Escape")
        self.taken.append(f"{self.story}-{name}")

    async def _page(self, person: str, width: str, size: tuple[int, int], channel: str) -> Page:
        if (person, width) not in self._open:
            context = await self.browser.new_context(
                viewport={"width": size[0], "height": size[1]}, color_scheme="dark", reduced_motion="reduce"
            )
            page = self._open[person, width] = await context.new_page()
            page.set_default_timeout(PATIENCE_MS)
            await page.goto(f"{self.stage.playground.address}/?people={person}")
        page = self._open[person, width]
        label = "Tilewright" if channel == DM else channel
        # On a phone the list of channels is behind a button; a click by script needs no place on the screen.
        await page.locator(".sidebar button", has_text=label).last.evaluate("button => button.click()")
        return page


async def _settled(page: Page) -> None:
    """Wait until the page is connected and all its pictures have come."""
    await page.wait_for_selector(".text-input")
    await page.wait_for_timeout(400)
    loaded = "() => [...document.images].filter(one => one.getClientRects().length).every(one => one.complete)"
    with contextlib.suppress(Exception):
        await page.wait_for_function(loaded, timeout=5000)
    await page.wait_for_timeout(200)


# --- what people do ---


async def told(person: Person, text: str = "", *, private: bool | None = None, after: Json | None = None) -> Json:
    """The newest message with a text: private, public or either."""

    def fits(message: Json) -> bool:
        kind = private is None or bool(message["flags"] & EPHEMERAL) == private
        return kind and text in text_of(message)

    return await person.wait_message(fits, after=after)


async def use(person: Person, line: str, **files: Any) -> Json:
    """Use a command and wait for its private answer."""
    last = person.last() if person.visible() else None
    await person.command(line, **files)
    return await told(person, private=True, after=last)


async def press(person: Person, message: Json, button: str) -> Json:
    """Press a button and wait for a private answer or a change of the message."""
    last, before = person.last(), person.now(message)
    await person.click(message, button)

    def answer() -> Json | None:
        new = [one for one in person.visible() if int(one["id"]) > int(last["id"]) and one["flags"] & EPHEMERAL]
        ready = [one for one in new if not one["flags"] & 128]
        if ready:
            return ready[-1]
        now = person.now(message)
        return now if now is not None and now != before else None

    found: Json = await person.wait(answer, button)
    return found


async def choose(person: Person, message: Json, *values: str, which: str | None = None) -> Json:
    """Choose in a menu and wait until its message has changed."""
    before = person.now(message)
    await person.select(message, *values, which=which)
    found: Json = await person.wait(lambda: (now := person.now(message)) != before and now, "a change")
    return found


async def opened(ada: Person, bruno: Person, options: str = "") -> Json:
    """A lobby of the two."""
    await ada.command(f"/game new {options}".strip())
    lobby = await bruno.wait_message("seats taken")
    await bruno.click(lobby, "Join")
    await ada.wait_message(lambda one: "seats taken" in text_of(one) and "**Bruno**" in text_of(one))
    return lobby


async def begun(ada: Person, bruno: Person, options: str = "") -> Json:
    """A game of the two, with Ada on turn; the first board."""
    lobby = await opened(ada, bruno, options)
    await ada.click(lobby, "Start")
    return await board(ada, after=lobby)


async def played(person: Person, move: str, after: Json) -> Json:
    """Play and wait for the board."""
    await use(person, f"/play move:{move}")
    return await board(person, move.split()[1].upper(), after=after)


# --- the stories ---

Story = Callable[[Studio], Awaitable[None]]
STORIES: dict[str, tuple[Story, tuple[str, ...], dict[str, Any]]] = {}
"""Each story with its draws and the options of its scene."""


def story(*draws: str, **options: Any) -> Callable[[Story], Story]:
    """Adds a story under its function's name."""

    def add(tell: Story) -> Story:
        STORIES[tell.__name__] = (tell, draws, options)
        return tell

    return add


@story("A", "C", "D", "CAT", "SOD", "EEE", **SMALL)
async def lobby(studio: Studio) -> None:
    """From the empty channel to the first move of two people."""
    await studio.shot("empty-channel")
    ada, bruno = await studio.person("Ada"), await studio.person("Bruno")
    await ada.command(
        "/game new variant:tiny players:4" if _takes(ada, "game new", "players") else "/game new variant:tiny"
    )
    shown = await bruno.wait_message("seats taken")
    await studio.shot("1-person", message=shown)
    await bruno.click(shown, "Join")
    await ada.wait_message(lambda one: "seats taken" in text_of(one) and "**Bruno**" in text_of(one))
    await studio.shot("2-people", message=shown)
    await studio.shot("2-people-guest", "Bruno", message=shown)
    level = await press(ada, shown, "Add computer")
    await studio.shot("which-level")
    await ada.click(level, next(label for label in buttons_of(level) if label.startswith("3")))
    await ada.wait_message(lambda one: "seats taken" in text_of(one) and "(computer" in text_of(one))
    await studio.shot("with-computer", message=shown)
    await press(ada, shown, "Start")
    await board(ada, after=shown)
    await studio.shot("first-move-answer")


@story(letters="CATSODEEENETDCA", rack_size=3)
async def full(studio: Studio) -> None:
    """A lobby with all of four seats taken."""
    ada = await studio.person("Ada")
    await ada.command("/game new variant:tiny")
    shown = await ada.wait_message("seats taken")
    for name in ("Bruno", "Chloe"):
        other = await studio.person(name)
        await other.click(await other.wait_message("seats taken"), "Join")
        await ada.wait_message(lambda one, name=name: f"**{name}**" in text_of(one) and "seats taken" in text_of(one))
    await studio.shot("3-people", message=shown)
    await use(ada, "/seat computer level:4")
    await studio.shot("4-seats", message=shown)


@story(*FEW, **SMALL)
async def rules(studio: Studio) -> None:
    """The rules and the menus that change them."""
    ada = await studio.person("Ada")
    await ada.command("/game new variant:tiny preset:classic")
    shown = await press(ada, await ada.wait_message("seats taken"), "Rules")
    await studio.shot("different", message=shown)
    await choose(ada, shown, "help")
    await studio.shot("subject", message=shown)
    await choose(ada, shown, "undo")
    await studio.shot("one-rule", message=shown)
    await ada.select(shown, "on")
    await ada.wait_message("free try")
    await studio.shot("refused-value")
    every = await use(ada, "/game rules")
    await press(ada, every, "All rules")
    await studio.shot("all", message=every)
    presets = await use(ada, "/game rules")
    await choose(ada, presets, said("offers.all_rules"))
    await studio.shot("presets", message=presets)


@story(*EVENING, words=WORDS)
async def game(studio: Studio) -> None:
    """The first moves of an evening, the own rack, More, hints, compose, exchange, words, tiles, look-ups."""
    ada, bruno = await studio.person("Ada"), await studio.person("Bruno")
    first = await begun(ada, bruno, "name:Evening")
    await studio.shot("first-board")
    await studio.shot("first-board-waits", "Bruno")
    await studio.shot("watcher", "Chloe")
    second = await played(ada, "8F HORN", first)
    await studio.shot("undo-window")
    third = await played(bruno, "H6 FARM", second)
    fourth = await played(ada, "10F PASTE", third)
    fifth = await played(bruno, "9H MOB", fourth)
    await studio.shot("mid-game")
    await press(ada, fifth, "Rack")
    await studio.shot("own-rack")
    await press(ada, fifth, "More")
    await studio.shot("more")
    await press(await studio.person("Chloe"), fifth, "More")
    await studio.shot("more-of-a-watcher", "Chloe")
    for line, name in (
        ("/board", "board-answer"),
        ("/board square:H8", "square"),
        ("/board premiums:free", "free-premiums"),
        ("/board style:grid", "grid"),
        ("/scores", "scores"),
        ("/words", "words"),
        ("/words order:played", "words-in-order"),
        ("/tiles unseen", "tiles-unseen"),
        ("/tiles values", "tiles-values"),
        ("/try move:8E SHORN", "try-refused"),
        ("/try move:NOT", "try-places"),
        ("/check word:HORN", "check-for-a-player"),
        ("/game status", "status"),
        ("/game list", "list"),
    ):
        with contextlib.suppress(AssertionError):
            await use(ada, line)
            await studio.shot(name)
    chloe = await studio.person("Chloe")
    for line, name in (("/check word:HORN", "check"), ("/hooks word:NOT", "hooks"), ("/define word:HORN", "define")):
        await use(chloe, line)
        await studio.shot(name, "Chloe")
    await studio.shot("direct-messages", channel=DM)


@story(*EVENING, words=WORDS)
async def compose(studio: Studio) -> None:
    """Composing a move step by step."""
    ada, bruno = await studio.person("Ada"), await studio.person("Bruno")
    first = await begun(ada, bruno)
    rack = await press(ada, first, "Rack")
    message = await press(ada, rack, "Compose")
    await studio.shot("begin", message=message)
    await _tap(ada, message, "H 4", "O 1")
    await studio.shot("two-tiles", message=message)
    await _tap(ada, message, "R 1", "N 1")
    await studio.shot("a-word", message=message)
    await _tap(ada, message, "Whole board")
    await studio.shot("whole-board", message=message)
    await _tap(ada, message, "Remove tile")
    await studio.shot("tile-removed", message=message)
    await _tap(ada, message, "N 1")
    await ada.click(message, "Play")
    after = await board(ada, "HORN", after=first)
    message = await press(bruno, await press(bruno, after, "Rack"), "Compose")
    await studio.shot("where", "Bruno", message=message)
    await choose(bruno, message, "Column H, down from H7", which=said("composing.where"))
    await studio.shot("square-chosen", "Bruno", message=message)


@story("A", "C", "CA?", "SOD", letters="CA?SODEEET", rack_size=3)
async def blank(studio: Studio) -> None:
    """Composing with a blank, and the board with it."""
    ada, bruno = await studio.person("Ada"), await studio.person("Bruno")
    first = await begun(ada, bruno, "variant:tiny")
    message = await press(ada, await press(ada, first, "Rack"), "Compose")
    await _tap(ada, message, "C 3", "A 1", "Blank")
    await studio.shot("which-letter", message=message)
    await choose(ada, message, "T", which="N to Z")
    await studio.shot("chosen", message=message)
    await ada.click(message, "Play")
    await board(ada, "CAt", after=first)
    await studio.shot("played")


@story("A", "C", "CATSODE", "ATNETOR", letters="CATSODEATNETORHORNFARMEEE")
async def exchange(studio: Studio) -> None:
    """Exchanging tiles with the menu, passing, and the questions before it."""
    ada, bruno = await studio.person("Ada"), await studio.person("Bruno")
    first = await begun(ada, bruno, "variant:tiny")
    menu = await use(ada, "/exchange")
    await studio.shot("menu", message=menu)
    await choose(ada, menu, *[one["value"] for one in _options(menu)[:2]])
    await studio.shot("two-chosen", message=menu)
    more = await press(bruno, first, "More")
    await studio.shot("more-out-of-turn", "Bruno", message=more)
    await use(ada, "/pass")
    await studio.shot("passed")


@story(*FEW, **SMALL)
async def challenge(studio: Studio) -> None:
    """A play that can be challenged, a challenge that fails and one that succeeds, and the final pass."""
    ada, bruno = await studio.person("Ada"), await studio.person("Bruno")
    first = await begun(ada, bruno, "variant:tiny preset:classic")
    second = await played(ada, "8H CAT", first)
    await studio.shot("open", "Bruno")
    await press(bruno, second, "Challenge")
    await studio.shot("failed", "Bruno")
    shown = await board(bruno, after=second)
    third = await played(bruno, "8H CATDO", shown)
    await press(ada, third, "Challenge")
    await studio.shot("succeeded")


@story(*FEW, **SMALL)
async def hint(studio: Studio) -> None:
    """Hints of each kind; the last one is ringed on the board."""
    ada, bruno = await studio.person("Ada"), await studio.person("Bruno")
    first = await begun(ada, bruno, "variant:tiny")
    asked = await press(ada, first, "Hint")
    await studio.shot("which", message=asked)
    for kind, name in (("Where to look", "nudge"), ("A word", "word"), ("The best move", "best")):
        await press(ada, asked, kind)
        await studio.shot(name, message=asked)


@story(*FEW, **SMALL)
async def pause(studio: Studio) -> None:
    """A game that is paused, resumed, saved, left and ended."""
    ada, bruno = await studio.person("Ada"), await studio.person("Bruno")
    first = await begun(ada, bruno, "variant:tiny name:Evening")
    await use(ada, "/game pause name:evening")
    await studio.shot("paused")
    await use(ada, "/game resume name:evening")
    await studio.shot("resumed")
    asked = await use(ada, "/game end")
    await studio.shot("end-question", message=asked)
    await use(bruno, "/game resign")
    await studio.shot("resign-question", "Bruno")
    await press(ada, asked, "End for good")
    await board(ada, "resigned", after=first)
    await studio.shot("ended-early")


@story(*FEW, **SMALL)
async def overtime(studio: Studio) -> None:
    """Clocks on the board, a player in overtime, a lost turn."""
    ada, bruno = await studio.person("Ada"), await studio.person("Bruno")
    first = await begun(ada, bruno, "variant:tiny preset:blitz")
    await studio.shot("clocks")
    studio.stage.clock.push(200)
    await played(ada, "8H CAT", first)
    await studio.shot("after-200-seconds", "Bruno")


@story(*FEW, **SMALL)
async def draw(studio: Studio) -> None:
    """Tiles drawn by hand."""
    ada, bruno = await studio.person("Ada"), await studio.person("Bruno")
    lobby = await opened(ada, bruno, "variant:tiny")
    await use(ada, "/game rules rule:undo value:off")
    await use(ada, "/game rules rule:draw_tiles value:manual")
    await ada.click(lobby, "Start")
    board = await ada.wait_message(lambda one: "Draw" in buttons_of(one))
    await studio.shot("board")
    await press(ada, board, "Draw")
    await studio.shot("face-down")


@story("A", "C", "CAT", **SMALL)
async def tabletop(studio: Studio) -> None:
    """A game on a real board with a computer player."""
    ada = await studio.person("Ada")
    await ada.command("/game new variant:tiny computer:3")
    shown = await ada.wait_message("seats taken")
    await use(ada, "/game rules rule:tabletop value:on")
    await studio.shot("lobby", message=shown)
    await use(ada, "/tabletop start player:Ada")
    await ada.wait_message(lambda one: not one["flags"] & EPHEMERAL and bool(pictures_of(one)))
    await studio.shot("first-board")


@story(letters="CATSDOGHORNFARMNETTOE")
async def demonstration(studio: Studio) -> None:
    """Computers play each other."""
    ada = await studio.person("Ada")
    await use(ada, "/game demo level:7 level2:5 pace:60 variant:tiny")
    first = await board(ada, "choosing a move")
    await studio.shot("board")
    await press(ada, first, "More")
    await studio.shot("more")
    await ada.click(first, "Stop")
    await board(ada, "ended early", after=first)
    await studio.shot("end")


async def _ended(studio: Studio, seats: int) -> Json:
    """A game of one to four seats that Ada ends after her first move; its end card."""
    ada = await studio.person("Ada")
    await ada.command("/game new variant:tiny")
    shown = await ada.wait_message("seats taken")
    others: list[Person] = []
    for name in ("Bruno", "Chloe")[: seats - 1]:
        other = await studio.person(name)
        others.append(other)
        await other.click(await other.wait_message("seats taken"), "Join")
        await ada.wait_message(lambda one, name=name: f"**{name}**" in text_of(one) and "seats taken" in text_of(one))
    if seats > 3:
        await use(ada, "/seat guest name:Dora")
    await press(ada, shown, "Start")
    first = await board(ada, after=shown)
    await played(ada, "8H CAT", first)
    await press(ada, await use(ada, "/game end"), "End for good")
    for other in others[1:]:
        await press(other, await use(other, "/game resign"), "Resign")
    return await board(ada, "resigned" if others else "ended early", after=first)


def _end_card(seats: int) -> None:
    async def end(studio: Studio) -> None:
        card = await _ended(studio, seats)
        await studio.shot("card", message=card)
        if seats == 2:
            await press(await studio.person("Ada"), card, "All words")
            await studio.shot("all-words")
            await press(await studio.person("Ada"), card, "Rematch")
            await studio.shot("rematch")
            await studio.shot("rematch-invited", "Bruno")
            await studio.shot("invitation", "Bruno", channel=DM)

    end.__name__ = f"end_{seats}"
    first = "ACDE"[:seats] if seats > 1 else ""
    racks = ("CAT", "SOD", "EEE", "NET")[:seats]
    story(*first, *racks, letters="CATSODEEENETDCA", rack_size=3)(end)


for _seats in range(1, 5):
    _end_card(_seats)


GRADING = threading.Event()
"""Set once a review may go on, so that its progress can be photographed."""
LEARNT = ("RAIN", "RETINAS", "RETINA", "FAX", "STOLEN", "NOTED", "ALIVE", "THUGS", "TUNGS", "LIMO", "AT", "CAT")
NEWCOMERS = ("CAT", "CATS", "SOD", "NED", "NEAT", "TED", "SODE")
LEARNING = ("A", "C", "RETINAS", "FAMXQJV", "OLDP", "EI", "UGHN", "TRO", "BWIE")
LESSONS = {
    1: Lesson((("8D RETINAS", 71.2), ("8B RETINAS", 70.4), ("8C RETINA", 58.3)), 52.4, Mistake.LARGE, reason=Bingo(50)),
    2: Lesson((("H7 FAX", 51.0), ("9G MAX", 47.5), ("I7 AIM", 45.2)), 51.0),
    3: Lesson((("J3 STOLEN", 55.1), ("J8 NOTED", 48.7)), 58.3, phony=PhonyEffect(stood=True, win=0.032, points=5.1)),
    4: Lesson((("10I ALIVE", 44.1), ("10J LIMA", 43.0)), 35.8, Mistake.MEDIUM, reason=PlaysOn(24)),
    5: Lesson((("6J THUGS", 66.6), ("6J TUNGS", 64.9)), 64.9, Mistake.SMALL, reason=MorePoints(3)),
    6: Lesson((("10J LIMO", 40.2),), 22.5, phony=PhonyEffect(stood=False, win=-0.177, points=-28.3)),
}


async def _learnt(studio: Studio) -> Json:
    """A finished game of Ada and Bruno with a missed bingo, mistakes and two phonies; its end card."""
    ada, bruno = await studio.person("Ada"), await studio.person("Bruno")
    last = await begun(ada, bruno, "variant:standard preset:classic name:Evening")
    last = await played(ada, "8G RAIN", last)
    last = await played(bruno, "H7 FAX", last)
    last = await played(ada, "J6 TONEL", last)
    await use(bruno, "/exchange tiles:QJV")
    last = await board(ada, after=last)
    last = await played(ada, "6J TUNGS", last)
    last = await played(bruno, "10J LAMETO", last)
    await use(ada, "/challenge")
    last = await board(ada, after=last)
    await press(ada, await use(ada, "/game end"), "End for good")
    return await board(ada, "resigned", after=last)


@story(*LEARNING, words=LEARNT, grader=Coach(LESSONS, GRADING.wait))
async def review(studio: Studio) -> None:
    """A review: its progress, the overview, turns, the menu, what is shared, and playing on from a turn."""
    GRADING.clear()
    card = await _learnt(studio)
    ada, bruno = await studio.person("Ada"), await studio.person("Bruno")
    shown = await press(ada, card, "Review")
    await studio.shot("progress", message=shown)
    GRADING.set()
    await ada.wait(lambda: "mistake index" in text_of(ada.now(shown) or shown), "the overview")
    await studio.shot("overview", message=shown)
    await press(ada, shown, "First turn")
    await studio.shot("turn-1-missed-bingo", message=shown)
    for number, name in ((2, "best"), (3, "phony"), (4, "exchange"), (5, "small"), (6, "withdrawn")):
        await press(ada, shown, "Next")
        await studio.shot(f"turn-{number}-{name}", message=shown)
    await studio.opening("menu", "select", "6. ")
    await choose(ada, shown, "1")
    await press(ada, shown, "Post it here")
    await studio.shot("share-answer")
    await bruno.wait_message(lambda one: not one["flags"] & EPHEMERAL and "Turn 1 of 6" in text_of(one))
    await studio.shot("shared-turn", "Bruno")
    await press(ada, shown, "Overview")
    await press(ada, shown, "Post it here")
    await bruno.wait_message(lambda one: not one["flags"] & EPHEMERAL and "mistake index" in text_of(one))
    await studio.shot("shared-overview", "Bruno")
    own = await press(bruno, card, "Review")
    await press(bruno, await press(bruno, own, "First turn"), "Post it here")
    await studio.shot("share-refused", "Bruno")
    await press(bruno, await press(bruno, own, "Overview"), said("review.let_everyone_open"))
    await studio.shot("open-to-all", "Bruno", message=own)
    await press(await studio.person("Chloe"), card, "Review")
    await studio.shot("refused", "Chloe")
    await choose(ada, shown, "4")
    board = await press(ada, shown, "Analyse from here")
    await studio.shot("from-here", message=board)


@story(
    "A", "C", "CAT", "SOD", "NET", "DEC", "EA", letters="CATSODEEENETDCA", rack_size=3, words=NEWCOMERS, grader=Grader()
)
async def whole_game(studio: Studio) -> None:
    """A short game of two newcomers who type their moves, to its end, and what they are offered then."""
    ada, bruno = await studio.person("Ada"), await studio.person("Bruno")
    last = await begun(ada, bruno, "variant:tiny")
    moves = (
        (ada, "8H CAT"),
        (bruno, "K8 SOD"),
        (ada, "10I NED"),
        (bruno, "pass"),
        (ada, "I10 NEAT"),
        (bruno, "13I TED"),
    )
    for number, (person, move) in enumerate(moves, 1):
        await person.say(move)
        if move == "pass":
            question = await ada.wait_message(said("play.how_to_pass"), after=last)
            await studio.shot("pass", "Bruno", message=question)
            await person.click(question, "Pass")
        last = await board(ada, after=last)
        await studio.shot(f"move-{number}", message=last)
    await ada.say("K8 SODE")
    card = await board(ada, said("status.won"), after=last)
    await studio.shot("end", message=card)
    review = await press(ada, card, "Review")
    await ada.wait(lambda: "mistake index" in text_of(ada.now(review) or review), "the overview")
    await studio.shot("review", message=review)
    await press(bruno, card, "All words")
    await studio.shot("all-words", "Bruno")


@story()
async def puzzle(studio: Studio) -> None:
    """Puzzles: the position, wrong tries, the answer, votes, and the puzzle of the day with its results."""
    ada, bruno = await studio.person("Ada"), await studio.person("Bruno")
    shown = await use(ada, "/puzzle solve")
    await studio.shot("position", message=shown)
    moves = wrong(await latest_given(studio.stage, ada.id))
    await studio.opening("form", "button", "Answer")
    await _try(ada, shown, moves[0])
    await studio.shot("wrong-try", message=shown)
    await _try(ada, shown, moves[1])
    await _try(ada, shown, moves[2])
    await studio.shot("not-solved", message=shown)
    await press(ada, shown, "Good puzzle")
    await studio.shot("voted", message=shown)
    other = await press(ada, shown, "Next puzzle")
    await _try(ada, other, right(await latest_given(studio.stage, ada.id)))
    await studio.shot("solved", message=other)
    await use(ada, "/puzzle daily")
    await studio.shot("no-daily")
    await use(ada, "/puzzle leaderboard")
    await studio.shot("no-solvers")
    post = await _daily(ada)
    await studio.shot("daily-post", "Bruno")
    own = await press(bruno, post, "Solve")
    await studio.shot("daily-open", "Bruno", message=own)
    await _try(bruno, own, wrong(await latest_given(studio.stage, bruno.id))[0])
    await _try(bruno, own, right(await latest_given(studio.stage, bruno.id)))
    await studio.shot("daily-solved", "Bruno", message=own)
    grid = text_of(bruno.now(own) or own).partition("```")[2].partition("```")[0].strip()
    await bruno.say(grid)
    given = await press(ada, post, "Solve")
    await press(ada, given, "Show the answer")
    await studio.shot("daily-given-up", message=given)
    studio.stage.clock.push(DAY / 1000)
    second = await board(ada, f"{said('puzzles.puzzle_day')} 2")
    for one in (ada, bruno):
        own = await press(one, second, "Solve")
        await _try(one, own, right(await latest_given(studio.stage, one.id)))
    await studio.shot("second-day", "Bruno", message=own)
    await use(ada, "/puzzle leaderboard")
    await studio.shot("solvers")


async def _daily(ada: Person) -> Json:
    await use(ada, "/puzzle daily switch:on")
    return await board(ada, f"{said('puzzles.puzzle_day')} 1")


async def _try(person: Person, message: Json, move: str) -> None:
    before = person.now(message)
    await person.click(message, "Answer")
    await person.submit({"move": move})
    await person.wait(lambda: person.now(message) != before, "what came of the try")


STUDIED = (*WORDS, "HAT", "OAT", "SAT", "FAT", "QI", "ZA", "EN", "ON", "NO", "TEN", "NET", "HE", "HA", "AH", "EH", "OH")


@story(words=STUDIED)
async def study(studio: Studio) -> None:
    """Word study: what waits, right and wrong answers, hooks, anagrams, and the end of a session."""
    ada = await studio.person("Ada")
    home = await use(ada, "/study")
    await studio.shot("home")
    await studio.opening("drills", "select", "Choose a drill")
    await choose(ada, home, "two")
    await studio.shot("question", message=home)
    await press(ada, home, _answer_to(ada, home))
    await studio.shot("right", message=home)
    while _answer_to(ada, home) == "No":
        await press(ada, home, "No")
    await press(ada, home, "No")
    await studio.shot("wrong", message=home)
    await press(ada, home, "Stop")
    await studio.shot("summary", message=home)
    hooks = await use(ada, "/study word:at")
    await studio.shot("hooks")
    await studio.opening("form", "button", "Answer")
    await ada.click(hooks, "Answer")
    await ada.submit({"answer": "c h r"})
    await ada.wait(lambda: "Found" in text_of(ada.now(hooks) or hooks), "what was found")
    await studio.shot("found")
    await press(ada, hooks, "Show the answer")
    await studio.shot("hooks-ended")
    await use(ada, "/study word:zzzz")
    await studio.shot("no-such-word")
    await use(ada, "/study drill:anagrams")
    await studio.shot("anagram")
    await use(ada, "/study drill:missed")
    await studio.shot("nothing-missed")
    later = await use(ada, "/study")
    await studio.shot("later")
    await press(ada, later, "Forget everything")
    await studio.shot("forget")


def _answer_to(person: Person, message: Json) -> str:
    """The right answer to whether something is a word."""
    asked = text_of(person.now(message) or message).partition("### Is **")[2].partition("**")[0]
    return "Yes" if asked in STUDIED else "No"


@story()
async def analysis(studio: Studio) -> None:
    """An analysis board: empty, with a rack, after a move, while a computer player thinks, and what is behind More."""
    ada = await studio.person("Ada")
    await use(ada, "/analyze")
    await studio.shot("empty")
    shown = await use(ada, "/analyze rack:CATSDO?")
    await studio.shot("rack", message=shown)
    await press(ada, await use(ada, "/analyze move:8H CAT"), "More")
    await studio.shot("more")
    shown = await use(ada, "/analyze rack:TACSDOG")
    await _held(studio, ada, shown)
    await use(ada, "/analyze move:8H ZZZ")
    await studio.shot("refused")


async def _held(studio: Studio, ada: Person, shown: Json) -> None:
    """What a board says while a computer player is choosing, and after it could not."""
    going = asyncio.Event()

    async def fail(*_: object) -> None:
        await going.wait()
        raise UnknownBoard

    assert studio.stage.app and studio.stage.app.core
    studio.stage.app.core.services.analyser.run = fail  # type: ignore[method-assign]
    pressing = asyncio.ensure_future(ada.select(shown, "4", which=said("analysis.let_computer_player")))
    await ada.wait(lambda: "choosing" in text_of(ada.now(shown) or shown), "what it says meanwhile")
    await studio.shot("computer-thinks", message=shown)
    going.set()
    await pressing
    await studio.shot("computer-failed")


@story(*FEW, **SMALL)
async def results(studio: Studio) -> None:
    """Statistics and leaderboards, before and after games."""
    ada = await studio.person("Ada")
    await use(ada, "/stats")
    await studio.shot("no-statistics")
    await use(ada, "/leaderboard")
    await studio.shot("no-leaderboard")
    studio.stage.luck.draws = [*FEW]
    bruno = await studio.person("Bruno")
    first = await begun(ada, bruno, "variant:tiny")
    await played(ada, "8H CAT", first)
    await press(bruno, await use(bruno, "/game resign"), "Resign")
    await board(ada, said("status.won"), after=first)
    await use(ada, "/stats")
    await studio.shot("statistics")
    await use(ada, "/leaderboard")
    await studio.shot("leaderboard")


@story(**SMALL)
async def settings(studio: Studio) -> None:
    """The panels of a person, channel and server, and themes."""
    ada = await studio.person("Ada")
    for what in ("mine", "channel", "server"):
        await use(ada, f"/settings {what}")
        await studio.shot(what)
    shown = await use(ada, "/settings server")
    for placeholder in (said("settings.change"), "Change the limits"):
        with contextlib.suppress(AssertionError):
            await choose(ada, shown, _options(shown, placeholder)[0]["value"], which=placeholder)
            await studio.shot(f"server-{placeholder.split()[-1]}", message=shown)
    await use(ada, "/settings themes")
    await studio.shot("themes")
    await use(ada, "/settings themes", files={"file": ("seaside.toml", THEME)})
    await studio.shot("own-theme")
    await use(ada, "/settings themes", files={"file": ("bad.toml", b'name = "bad"\n[board]\nplain = "red"\n')})
    await studio.shot("bad-theme")
    await use(await studio.person("Bruno"), "/settings server")
    await studio.shot("server-for-a-member", "Bruno")


@story(words=WORDS, **SMALL)
async def dictionaries(studio: Studio) -> None:
    """Dictionaries of a server, boards of a server, and look-ups without a game."""
    ada = await studio.person("Ada")
    for line, name in (
        ("/dictionary list", "list"),
        ("/dictionary add words:TILEWRIGHT", "add"),
        ("/dictionary new name:Animals", "new"),
        ("/dictionary names", "names"),
        ("/variant list", "variants"),
        ("/variant show name:super", "variant"),
        ("/check word:HORN", "check"),
        ("/anagram letters:TAC", "anagram"),
        ("/tiles distribution", "tiles"),
    ):
        with contextlib.suppress(AssertionError):
            await use(ada, line)
            await studio.shot(name)


@story(**SMALL)
async def help_topics(studio: Studio) -> None:
    """Every topic of the help."""
    ada = await studio.person("Ada")
    shown = await use(ada, "/help")
    await studio.shot("start", message=shown)
    for option in _options(shown):
        await choose(ada, shown, option["value"])
        await studio.shot(option["value"], message=shown)


@story(*FEW, **SMALL)
async def errors(studio: Studio) -> None:
    """An error of each kind."""
    ada, bruno = await studio.person("Ada"), await studio.person("Bruno")
    await use(ada, "/play move:8H CAT")
    await studio.shot("no-game")
    await begun(ada, bruno, "variant:tiny")
    for line, name in (
        ("/play move:8H TAC", "not-a-word"),
        ("/play move:8H DOG", "not-on-rack"),
        ("/play move:8A CAT", "start-not-covered"),
        ("/play move:99Z CAT", "no-such-square"),
        ("/play move:hello", "not-a-move"),
        ("/exchange tiles:Z", "exchange"),
        ("/undo", "nothing-to-undo"),
        ("/challenge", "nothing-to-challenge"),
        ("/swap", "swap"),
        ("/game rules rule:hints value:5", "rules-after-the-start"),
        ("/game rules rule:nonsense", "no-such-rule"),
        ("/game new", "already-a-game"),
        ("/settings channel coordinates:nonsense", "no-such-value"),
        ("/game load code:nonsense", "no-such-code"),
    ):
        with contextlib.suppress(AssertionError):
            await use(ada, line)
            await studio.shot(name)
    await use(bruno, "/play move:8H SO")
    await studio.shot("not-your-turn", "Bruno")
    await use(await studio.person("Chloe"), "/rack")
    await studio.shot("not-seated", "Chloe")
    await bruno.say("8H SO")
    await studio.shot("typed-out-of-turn", "Bruno")
    await ada.say("8H TAC")
    await asyncio.sleep(1)
    await studio.shot("typed-not-a-word")


@story(*FEW, **SMALL)
async def text_only(studio: Studio) -> None:
    """A game for someone who wants no pictures."""
    ada, bruno = await studio.person("Ada"), await studio.person("Bruno")
    panel = await use(ada, "/settings mine")
    await ada.click(panel, next(label for label in buttons_of(panel) if label.startswith("Text")))
    await studio.shot("settings", message=panel)
    first = await begun(ada, bruno, "variant:tiny")
    await press(ada, first, "Rack")
    await studio.shot("rack")
    await studio.shot("direct-messages", channel=DM)


def _options(message: Json, placeholder: str | None = None) -> list[Json]:
    """The options of a message's menu: the first one, or that with a placeholder."""
    found: list[Json] = []

    def look(parts: list[Json]) -> None:
        for part in parts:
            if part["type"] == 3 and placeholder in (None, part.get("placeholder")):
                found.append(part)
            look(part.get("components") or [])

    look(message["components"])
    assert found, f"no menu {placeholder or ''}"
    return list(found[0]["options"])


async def _tap(person: Person, message: Json, *buttons: str) -> None:
    for button in buttons:
        before = person.now(message)
        await person.click(message, button)
        await person.wait(lambda before=before: person.now(message) != before, button)


def _takes(person: Person, command: str, option: str) -> bool:
    """Whether the bot has registered an option of a command."""
    parts: list[Json] = person.commands
    for name in command.split():
        parts = next(one for one in parts if one["name"] == name).get("options", [])
    return any(one["name"] == option for one in parts)


# --- all of them ---


async def tell(browser: Browser, folder: Path, name: str) -> tuple[list[str], str]:
    """Tell a story; the pictures taken, and why it broke off, if it did."""
    told_by, draws, options = STORIES[name]
    games = Path(tempfile.mkdtemp())
    taken: list[str] = []
    try:
        async with AsyncExitStack() as stack:
            stage = await stack.enter_async_context(scene(games, *draws, **options))
            pages = await stack.enter_async_context(AsyncExitStack())
            studio = Studio(stage, browser, folder, name.replace("_", "-"), pages)
            taken = studio.taken
            await told_by(studio)
    except Exception:  # a story that breaks off must not stop the others
        return taken, traceback.format_exc(limit=-3)
    finally:
        for context in browser.contexts:
            await context.close()
        shutil.rmtree(games, ignore_errors=True)
    return taken, ""


def index(folder: Path, found: dict[str, tuple[list[str], str]]) -> None:
    """Write the page that shows all pictures."""
    rows = []
    for name, (taken, trouble) in found.items():
        rows.append(f"<h2>{html.escape(name)}</h2><p>{html.escape(STORIES[name][0].__doc__ or '')}</p>")
        if trouble:
            rows.append(f"<pre>{html.escape(trouble)}</pre>")
        for one in taken:
            pictures = "".join(f'<img src="{one}-{width}.png" alt="{one}, {width}">' for width in WIDTHS)
            rows.append(f"<h3>{html.escape(one)}</h3><div>{pictures}</div>")
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


async def photograph(folder: Path, wanted: tuple[str, ...]) -> int:
    """Tell the stories whose names begin with one of these, or all; returns how many broke off."""
    found: dict[str, tuple[list[str], str]] = {}
    async with _chromium() as browser:
        for name in STORIES:
            if not wanted or name.startswith(wanted):
                found[name] = await tell(browser, folder, name)
                print(f"{name}: {len(found[name][0])} states{', broke off' if found[name][1] else ''}", flush=True)
                if found[name][1]:
                    print(found[name][1])
                index(folder, found)
    return sum(bool(trouble) for _, trouble in found.values())


def main() -> None:
    """Photograph everything into a folder."""
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        raise SystemExit(__doc__)
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    raise SystemExit(1 if asyncio.run(photograph(folder, tuple(sys.argv[2:]))) else 0)


if __name__ == "__main__":
    main()
