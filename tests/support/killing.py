"""People who keep playing while the bot is killed: they look, and repeat any action that had no effect."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.playground.server import Playground
from tests.support.connect import running
from tests.support.crashing import Job, SharedClock
from tests.support.keeping import Keeper, Kill, Nursery
from tests.support.pictures import buttons_of, text_of
from tests.support.playground import Person, Refused, Unanswered
from tests.support.sentences import said

EPHEMERAL = 64
STEP_SECONDS = 180.0
ANSWER_SECONDS = 10.0
"""How long a person waits for an answer that may never come because the game has changed meanwhile."""
NEWS_SECONDS = 6.0
"""How long a person watches the channel after an answer before trying again."""
GLANCE_SECONDS = 0.6
"""How long a person watches the channel after the bot is back."""

Json = dict[str, Any]


@dataclass
class Stage:
    """A playground with two people, and the bot that is killed.

    If `faulty`, Discord loses answers; `unanswered` counts interactions that a live bot did not answer because of that.
    """

    playground: Playground
    keeper: Keeper
    ada: Person
    bruno: Person
    modals: dict[str, Json] = field(default_factory=dict)
    faulty: bool = False
    unanswered: int = 0

    @property
    def channel(self) -> str:
        """The id of the channel of the game."""
        return self.ada.channel_id()

    def public(self) -> list[Json]:
        """The bot's public messages in the channel, oldest first."""
        bot = self.playground.world.bot["id"]
        return [m for m in self.ada.visible() if m["author"]["id"] == bot and not m["flags"] & EPHEMERAL]

    def sees(self, sign: str) -> bool:
        """Whether a text is in the channel."""
        return any(sign in text_of(message) for message in self.public())

    def with_button(self, label: str) -> Json | None:
        """The newest public message that has this button."""
        return next((m for m in reversed(self.public()) if label in buttons_of(m)), None)


Act = Callable[[Stage, Person], Awaitable[None]]


@dataclass(frozen=True)
class Step:
    """A person's action. The `sign`, a text in the channel, shows that it is done."""

    who: str
    act: Act
    sign: str


async def play_through(stage: Stage, steps: Sequence[Step]) -> None:
    """Do the steps in order; a person who sees no sign of a step looks again and repeats it."""
    for step in steps:
        person = stage.ada if step.who == "Ada" else stage.bruno
        try:
            async with asyncio.timeout(STEP_SECONDS):
                await insist(stage, person, step)
        except TimeoutError:
            seen = [text_of(m)[:300] for m in [*stage.public(), *person.private()][-6:]]
            log = stage.keeper.log[-3000:]
            raise AssertionError(f"{step.who} waited for {step.sign} in vain: {seen}; {log}") from None


async def insist(stage: Stage, person: Person, step: Step) -> None:
    """Repeat a step until its sign appears."""
    while True:
        await stage.keeper.ready.wait()
        if await look(stage, step.sign, stage.keeper.born + GLANCE_SECONDS - time.monotonic()):
            return
        if not stage.keeper.ready.is_set():
            continue
        if await attempt(stage, step.act(stage, person), step.sign) and await look(stage, step.sign, NEWS_SECONDS):
            return


async def look(stage: Stage, sign: str, seconds: float) -> bool:
    """Whether a sign is there, or appears within `seconds` while the bot is alive."""
    died = stage.keeper.died
    with suppress(AssertionError):
        await stage.ada.wait(lambda: stage.sees(sign) or died.is_set(), "a sign", max(seconds, 0.01))
    return stage.sees(sign)


async def attempt(stage: Stage, doing: Awaitable[None], sign: str) -> bool:
    """Act until the bot dies or has answered; True if it was done or an earlier attempt shows its sign."""
    died = asyncio.create_task(stage.keeper.died.wait())
    seen = asyncio.create_task(look(stage, sign, STEP_SECONDS))
    task = asyncio.ensure_future(doing)
    await asyncio.wait({died, seen, task}, return_when=asyncio.FIRST_COMPLETED)
    # If an earlier attempt shows its sign, whoever acts next must not overtake this one: it would be a move of its own.
    await asyncio.wait({died, task}, timeout=ANSWER_SECONDS, return_when=asyncio.FIRST_COMPLETED)
    lived = not (died.done() or stage.keeper.died.is_set())
    died.cancel()
    seen.cancel()
    if not task.done():
        task.cancel()
    try:
        await task
    except asyncio.CancelledError:
        return lived
    except Unanswered:
        # Discord had no bot to send it to, or the bot that received it died.
        assert stage.faulty or not lived, "a living bot did not answer"
        stage.unanswered += lived
    except (Refused, AssertionError):
        return False
    return lived


def command(line: str) -> Act:
    """Use a slash command."""

    async def act(stage: Stage, person: Person) -> None:
        await person.command(line)

    return act


def press(label: str) -> Act:
    """Presses a button of the newest message that has it."""

    async def act(stage: Stage, person: Person) -> None:
        message = stage.with_button(label)
        assert message, f"no message has the button {label}"
        await person.click(message, label)

    return act


async def _more(stage: Stage, person: Person) -> Json:
    """The answer to More under the newest board."""
    message = stage.with_button("More")
    assert message, "no board has the button More"
    last = person.visible()[-1]
    await person.click(message, "More")
    return await private(person, "More about", after=last)


def press_more(label: str) -> Act:
    """Presses a button that is behind More."""

    async def act(stage: Stage, person: Person) -> None:
        await person.click(await _more(stage, person), label)

    return act


def say(text: str) -> Act:
    """Types a message."""

    async def act(stage: Stage, person: Person) -> None:
        await person.say(text)

    return act


def confirmed_pass() -> Act:
    """Presses Pass and answers the question."""

    async def act(stage: Stage, person: Person) -> None:
        more = await _more(stage, person)
        await person.click(more, "Pass")
        question = await private(person, said("play.want_to_pass"), after=more)
        await person.click(question, "Pass")

    return act


def in_modal(move: str, think: float = 0.0) -> Act:
    """Plays through the board's modal, reusing one that is open. The bot may be killed while it is open."""

    async def act(stage: Stage, person: Person) -> None:
        if move not in stage.modals:
            message = stage.with_button("Play")
            assert message, "no board has the button Play"
            opened = len(person.modals)
            await person.click(message, "Play")
            await person.wait(lambda: len(person.modals) > opened, "the modal", ANSWER_SECONDS)
            stage.modals[move] = person.modal
            await asyncio.sleep(think)
        await person.submit({"move": move}, stage.modals[move])
        del stage.modals[move]

    return act


def by_preview(move: str, think: float = 0.0) -> Act:
    """Plays by a preview's button, reusing a preview that is there. The bot may be killed while it is shown."""

    async def act(stage: Stage, person: Person) -> None:
        shown = [m for m in person.private() if move in text_of(m) and "Play" in buttons_of(m)]
        if not shown:
            await person.command(f"/try move:{move}")
            shown = [await private(person, move)]
            await asyncio.sleep(think)
        await person.click(shown[-1], "Play")

    return act


async def private(person: Person, text: str, after: Json | None = None) -> Json:
    """The newest private answer that contains a text."""
    return await person.wait_message(
        lambda m: m["flags"] & EPHEMERAL and text in text_of(m), after=after, patience=ANSWER_SECONDS
    )


# --- putting it together ------------------------------------------------------------------------------------------


@asynccontextmanager
async def stage(
    made_in: Nursery,
    folder: Path,
    order: str,
    words: Sequence[str],
    moves: Sequence[str],
    plan: Sequence[Kill],
    url: str = "",
) -> AsyncIterator[Stage]:
    """A playground, two people, and the bot with its planned deaths; `url` is the database's unless it is a file."""
    playground = Playground()
    async with running(playground), Person.at(playground, "Ada") as ada, Person.at(playground, "Bruno") as bruno:
        job = Job(
            str(folder),
            playground.token,
            playground.api,
            playground.gateway_url,
            playground.cdn,
            order.replace(" ", ""),
            tuple(words),
            tuple(moves),
            url=url,
        )
        keeper = Keeper(made_in, job, playground, SharedClock(job.clock), plan)
        async with kept(keeper):
            yield Stage(playground, keeper, ada, bruno)


@asynccontextmanager
async def kept(keeper: Keeper) -> AsyncIterator[None]:
    """Keep the bot alive meanwhile; raises the keeper's errors."""
    keeping = asyncio.create_task(keeper.keep())
    try:
        yield
    finally:
        keeping.cancel()
        results = await asyncio.gather(keeping, return_exceptions=True)
    for result in results:
        if isinstance(result, AssertionError) and "unasked" not in str(result):
            raise result
