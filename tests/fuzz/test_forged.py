"""Client input that this bot never offered: forged buttons, menus and modals, and any text.

Each gets an answer, none changes other people's games, and none causes an unexpected failure, which would be an error
in the log.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.front.components.buttons import read_id, write_id
from bot.front.components.payloads import Long, Signed
from bot.front.interaction import request
from bot.limits import LARGEST_BOUND, LIMITS
from bot.playground.interactions import COMMAND, COMPONENT, MODAL, PageInteraction
from bot.playground.limits import walk
from bot.playground.world import GatewayEvent
from bot.wiring.bot import ROOMS
from tests.fuzz.making import mutated
from tests.fuzz.surfaces import SURFACES, shown
from tests.support.logged import faults
from tests.support.payloads import filled, kinds
from tests.support.pictures import displays_of, text_of
from tests.support.playground import Person
from tests.support.running import Scene, answer, gathered, started
from tests.support.sentences import said

SLICE = 60
PER_INPUT = 25
"""One in this many inputs of the long tests is forged here, because each goes through a whole bot."""
AT_ONCE = 10
SLOWEST = 60.0
"""Seconds in which all that is in flight is answered."""
COMMANDS = (
    "/play move:{}", "/try move:{}", "/move exchange tiles:{}", "/game board square:{}",
    "/word check word:{}", "/word anagram letters:{}",
    "/join code:{}", "/game rules rule:{} value:{}", "/help topic:{}", "/word add words:{} list:mine",
    "/settings mine coordinates:{}", "/game chat switch:{}", "/move challenge words:{}", "/game pause name:{}x",
)  # fmt: skip
MOVES, IDS, CHAT = (next(one for one in SURFACES if one.name == name) for name in ("moves", "custom_ids", "chat"))
LIFTED = ", ".join(f"{name}={LARGEST_BOUND}" for name in LIMITS)
"""No limit hides what a forged input would do."""
HARMFUL = {"end_yes", "leave_yes", "resign_yes", "remove_yes"}
"""Actions with which players end their own game; afterwards nothing would be left to forge."""
FITTING: dict[Any, tuple[int, ...]] = {
    int: (0, 1, 2, 3, 99, 2**31 - 1),
    Long: (0, 1, 2, 3, 99, 2**31, 2**63 - 1),
    Signed: (0, 1, -1, 99, 2**31 - 1, 1 - 2**31),
}
EXTREMES = (2**31 - 1, 2**31, 2**32, 2**63 - 1, 2**63, 2**64, 10**19, 10**20)
NUMBERS = (0, 1, 2, 3, 99, *EXTREMES, 10**30)


@pytest.fixture(autouse=True)
def without_turning_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many requests of one person are in flight, each is carried out."""
    monkeypatch.setattr(request, "MOST_ANSWERING", LARGEST_BOUND)


def fitting(action: str, texts: Sequence[str], luck: random.Random) -> str:
    """An id that an action can read, with any values."""

    def value(wanted: Any) -> Any:
        if wanted is str:
            return luck.choice(texts)
        if wanted in FITTING:
            return luck.choice(FITTING[wanted])
        return luck.choice((False, True) if wanted is bool else tuple(wanted))

    return write_id(action, filled(ROOMS.registry[action].action, value))


def with_number(action: str, text: str, number: int) -> str:
    """An id with the same text and number in all fields that take them, as if any number fitted."""
    return ":".join(
        ("tw", action, *(str(number) if kind in FITTING else text for kind in kinds(ROOMS.registry[action].action)))
    )


class Forger:
    """Forges one person's input."""

    def __init__(self, person: Person, game: str, luck: random.Random, harmless: bool = True) -> None:
        """`harmless` leaves out the actions that would end the person's own game."""
        self._person, self._game, self._luck = person, game, luck
        self._world = person.playground.world
        self._actions = sorted(ROOMS.registry.keys() - (HARMFUL if harmless else set()))
        self._texts = (game, game, "abcdefgh", "1", "english", "0" * 40, "-")
        self._channel = self._world.channel(person.channel_id())

    def send(self) -> PageInteraction | None:
        """Send one input; returns the interaction if it must be answered."""
        return self._luck.choice((self._press, self._press, self._submit, self._command, self._tell))()

    def _text(self, most: int = 100) -> str:
        surface = self._luck.choice((MOVES, CHAT))
        return shown(surface.input(self._luck.getrandbits(30), 0))[:most] or "x"

    def _id(self) -> str:
        if self._luck.random() < 0.2:
            return shown(mutated(self._luck, self._luck.choice(IDS.seeds), IDS.seeds))[:100] or "x"
        action, luck = self._luck.choice(self._actions), self._luck.random()
        if luck < 0.2:
            return f"tw:{action}:{self._luck.choice(self._texts)}:{self._luck.choice(NUMBERS)}"[:100]
        if luck < 0.4:
            fields = self._luck.choices((*self._texts, *map(str, NUMBERS)), k=self._luck.choice((0, 1, 2, 2, 3)))
            return ":".join(("tw", action, *fields))[:100]
        return fitting(action, self._texts, self._luck)

    def _start(self, kind: int, data: dict[str, Any], **more: Any) -> PageInteraction:
        people = self._person.playground.people
        person = self._world.people[self._person.id]
        began = people.interactions.start(kind, person, self._channel, data, **more)
        began.metadata["forged"] = data
        return began

    def _press(self) -> PageInteraction:
        """Press a button or choose in a menu that appears to be on one of the bot's messages."""
        custom_id, kind = self._id(), self._luck.choice((2, 3))
        values = [self._text() for _ in range(self._luck.choice((0, 1, 1, 3)))]
        return self.press(custom_id, kind, values)

    def press(self, custom_id: str, kind: int, values: list[str]) -> PageInteraction:
        """Press the button or use the menu with this id, on any message of the bot."""
        data: dict[str, Any] = {"custom_id": custom_id, "component_type": kind}
        button = {"type": 2, "id": 2, "style": 2, "label": "x", "custom_id": custom_id, "disabled": False}
        if kind == 3:
            data["values"] = values
            button = {"type": 3, "id": 2, "custom_id": custom_id, "options": [{"label": "x", "value": "x"}]}
        posts = [post for post in self._world.posts[self._channel["id"]].values() if post.viewer is None]
        post = self._luck.choice(posts)
        body = {**post.body, "components": [{"type": 1, "id": 1, "components": [button]}]}
        return self._start(COMPONENT, data, source=replace(post, body=body))

    def _submit(self) -> PageInteraction:
        return self.submit(f"{self._id()[:80]}{self._luck.choice(('~0a', ':0a', '~zz', ''))}")

    def submit(self, custom_id: str) -> PageInteraction:
        """Submit a modal with this id, with or without a field."""
        field = {"type": 4, "custom_id": self._luck.choice(("typed", "move", "x")), "value": self._text(4000)}
        parts = self._luck.choice(
            ([{"type": 1, "components": [field]}], [{"type": 18, "component": field, "id": 1}], [])
        )
        return self._start(MODAL, {"custom_id": custom_id, "components": parts})

    def _command(self) -> PageInteraction | None:
        line = self._luck.choice(COMMANDS)
        try:
            data = self._person.parse(line.replace("{}", "{x}"))
        except (KeyError, ValueError, AssertionError):
            return None
        return self._start(COMMAND, self._filled(data))

    def _filled(self, data: Any) -> Any:
        if isinstance(data, dict):
            return {key: self._filled(value) for key, value in data.items()}
        if isinstance(data, list):
            return [self._filled(value) for value in data]
        return self._text(1000) if data == "{x}" else data

    def _tell(self) -> None:
        """Send a message in the channel, or delete one that never existed."""
        if self._luck.random() < 0.1:
            gone = {"id": str(self._luck.getrandbits(62)), "channel_id": self._channel["id"]}
            self._world.emit(GatewayEvent("MESSAGE_DELETE", gone, self._channel["id"]))
            return
        posts = self._world.posts[self._channel["id"]]
        post = next(iter(posts.values()))
        body = dict(post.body)
        body |= {"id": self._world.snowflakes.next(), "content": self._text(2000), "components": [], "type": 0}
        body["author"] = self._world.people[self._person.id].user
        news = self._world.news_of(replace(post, body=body, viewer=None))
        self._world.emit(GatewayEvent("MESSAGE_CREATE", news, self._channel["id"]))


async def _forge(folder: Path, seed: int, count: int, caplog: pytest.LogCaptureFixture) -> None:
    """Send `count` forged inputs, some at once; a failure names the seed."""
    luck = random.Random(f"forged/{seed}")
    async with gathered(
        folder, "A", "C", letters="CATSODEEENNNNNNNNNNNN", rack_size=7, limits=LIFTED, people=("Ada", "Bruno", "Chloe")
    ) as (stage, ada, bruno, chloe):
        stage.playground.people.interactions.answer_seconds = 60.0
        await started(ada, bruno)
        assert stage.app and stage.app.core
        game = await stage.app.core.games.in_channel(int(ada.channel_id()))
        assert game
        forgers = [Forger(one, game, luck) for one in (ada, bruno, chloe)]
        for number in range(0, count, AT_ONCE):
            sent = [one for one in (luck.choice(forgers).send() for _ in range(min(AT_ONCE, count - number))) if one]
            await _answered(sent, f"seed {seed}, inputs from {number}", stage)
            found = faults(caplog)
            assert not found, f"seed {seed}, inputs from {number} of {count}: {found}"


async def _answered(sent: list[PageInteraction], where: str, stage: Scene) -> None:
    for _ in range(3000):
        if all(one.answer for one in sent):
            assert stage.app and stage.app.core
            await stage.app.core.services.answering.in_flight.finish(SLOWEST)
            return
        await asyncio.sleep(0.01)
    silent = [one.metadata["forged"] for one in sent if not one.answer]
    raise AssertionError(f"{where}: nobody answered {silent}")


CHOICES = ([], [""], ["x" * 100], ["-1"], ["99"], ["9" * 90], ["page99"], ["page-1"], ["pagex"], ["٣"], ["A", "A"])


def _about(message: dict[str, Any]) -> str:
    """The game or draft of a message's buttons."""
    ids = [one["custom_id"] for one in walk(message["components"]) if "custom_id" in one]
    return next(
        requested.payload.about
        for one in ids
        if (requested := read_id(one, ROOMS.registry)) and requested.payload.about
    )


@pytest.mark.soak
async def test_every_menu_with_choices_that_it_never_had(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """No choice, too many, or numbers beyond the last: all are refused, whatever the action."""
    async with gathered(tmp_path, "A", "C", letters="CATSODEEENNNNNNNNNNNN", rack_size=7, limits=LIFTED) as (
        stage,
        ada,
        bruno,
    ):
        stage.playground.people.interactions.answer_seconds = 60.0
        first = await started(ada, bruno)
        await ada.click(first, "Rack")
        rack = await answer(ada, "Your tiles")
        await ada.click(rack, "Compose")
        composing = await answer(ada, said("composing.next_tile"))
        await ada.click(composing, "A 1")
        abouts = {_about(rack), _about(composing)}
        forger = Forger(ada, "", random.Random(1))
        changing = HARMFUL | {"pause_yes"}
        for action in sorted(name for name in ROOMS.registry.keys() - changing if not ROOMS.registry[name].form):
            ids = {fitting(action, (about,), random.Random(1)) for about in abouts}
            await _answered([forger.press(one, 3, values) for one in ids for values in CHOICES], action, stage)
        left = displays_of(bruno.now(first) or {})  # fewer once an action that no limit refused has changed the game
        assert set(left) <= set(displays_of(first)), "an answer is where everybody sees it"
    assert faults(caplog) == []


@pytest.mark.soak
async def test_every_button_with_numbers_that_no_database_holds(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Columns hold 32 or 64 bits; a forged id can name any number."""
    async with gathered(tmp_path, "A", "C", letters="CATSODEEENNNNNNNNNNNN", rack_size=7, limits=LIFTED) as (
        stage,
        ada,
        bruno,
    ):
        stage.playground.people.interactions.answer_seconds = 60.0
        await started(ada, bruno)
        assert stage.app and stage.app.core
        game = str(await stage.app.core.games.in_channel(int(ada.channel_id())))
        forger = Forger(ada, game, random.Random(1))
        for action in sorted(ROOMS.registry.keys() - HARMFUL):
            if FITTING.keys() & set(kinds(ROOMS.registry[action].action)):
                forged = [with_number(action, game, number) for number in EXTREMES]
                await _answered([forger.press(one, 2, []) for one in forged], action, stage)
    assert faults(caplog) == []


def test_every_action_can_be_forged() -> None:
    """Long tests choose actions at random, so a field of a new kind would fail there by chance."""
    for action in ROOMS.registry:
        assert read_id(fitting(action, ("abcdefgh",), random.Random(1)), ROOMS.registry), action


async def test_unknown_buttons_and_forms_are_answered_with_a_sentence(tmp_path: Path) -> None:
    """This includes an id unrelated to this bot."""
    async with gathered(tmp_path, "A", "C", letters="CATSODEEENNNNNNNNNNNN", rack_size=7, limits=LIFTED) as (
        _,
        ada,
        bruno,
    ):
        await started(ada, bruno)
        forger = Forger(ada, "", random.Random(1))
        for custom_id in ("tw:later:7bgssw6e", "tw:later:-:0", "x", "tw:more"):
            forger.press(custom_id, 2, [])
        forger.submit("tw:later:7bgssw6e~0a")

        def told() -> bool:
            return sum(said("core.button_outdated") in text_of(one) for one in ada.visible()) == 5

        await ada.wait(told, "an answer to each")


async def test_some_forged_inputs(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A few, the same every time."""
    await _forge(tmp_path, 0, SLICE, caplog)


@pytest.mark.soak
async def test_many_forged_inputs(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, request: pytest.FixtureRequest
) -> None:
    """Their number follows from `--fuzz-inputs`; the first seed is `--fuzz-seed`."""
    count = request.config.getoption("--fuzz-inputs") // PER_INPUT
    await _forge(tmp_path, request.config.getoption("--fuzz-seed"), count, caplog)
