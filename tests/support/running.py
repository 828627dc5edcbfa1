"""The whole bot over the playground's sockets: started in the test's own process, with people who type and click."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from uuid import uuid4

from bot.engines.reading import Reading, Sandbox
from bot.features import NAMES
from bot.front.posting.threads import GameThreads
from bot.front.settings.preferences import DEFAULT_PRESET
from bot.limits import read_limits
from bot.model.errors import BotError
from bot.model.games import Cause, GameSummary, Place
from bot.model.processes import Checkpoints, NoCheckpoints
from bot.playground.errors import Json
from bot.playground.limits import FILE, walk
from bot.playground.server import Playground
from bot.service.opening import new_game
from bot.service.words.definitions import Library
from bot.service.words.dictionaries import Dictionaries
from bot.settings import Address, Settings, ShardRange
from bot.store.words import WordStore
from bot.text import texts_for
from bot.text.refusals import refusal
from bot.wiring.app import App, build
from bot.wiring.bot import Parts
from engine.game import state as members
from engine.game.state import GameState, Setup
from engine.loading import EMPTY, load_lexicon
from engine.model.rules import preset_rules
from engine.model.tiles import Alphabet, KnownRack, Tile
from engine.model.variant import Variant
from engine.words.lexicon import Lexicon, WordList
from tests.support.clocks import Steady
from tests.support.connect import running
from tests.support.databases import games_in, keep_in_channels
from tests.support.engines import Finder, Grader, Hinter, StandIns, Thinker, Topper
from tests.support.games import variant_of
from tests.support.pictures import buttons_of, pictures_of, text_of
from tests.support.playground import Person
from tests.support.records import Here
from tests.support.sentences import said
from tests.support.skipping import skipping

WORDS = (
    "CAT",
    "CATS",
    "DOG",
    "DOGS",
    "AT",
    "TA",
    "TO",
    "GO",
    "SO",
    "OS",
    "HORN",
    "FARM",
    "NOT",
    "TEN",
    "NET",
    "RE",
    "ER",
)
"""The words in the dictionary of these games."""

DRAWS, LETTERS = ("A", "C", "CAT", "SOD"), "CATSODEEE"
"""Ada begins with CAT, Bruno has SOD, and three E are left; for racks of three."""

EPHEMERAL = 64
_registered: list[tuple[str, list[Json]]] = []
"""The commands that the first bot of this process has registered, and what its database keeps of them."""


class PushedClock(Steady):
    """The playground's clock, which a test can push."""

    def __init__(self, playground: Playground) -> None:
        self._playground = playground
        self._pushed = asyncio.Event()

    def now(self) -> int:
        """Milliseconds since 1970."""
        return int(self._playground.clock.now() * 1000)

    def push(self, seconds: float) -> None:
        """Skip time."""
        self._playground.clock.shift(seconds)
        self._pushed.set()
        self._pushed = asyncio.Event()

    async def wait(self, wake: asyncio.Event, until: int | None) -> None:
        """Return when the event is set or the instant is reached."""
        while not wake.is_set() and (until is None or self.now() < until):
            seconds = None if until is None else max(0.0, until - self.now()) / 1000
            waits = [asyncio.ensure_future(wake.wait()), asyncio.ensure_future(self._pushed.wait())]
            try:
                await asyncio.wait(waits, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for one in waits:
                    one.cancel()


class StackedLuck(random.Random):
    """Draws that a test names in order, such as `"CAT"`; after them, the first tiles of the pool, or any by a seed."""

    def __init__(self, *draws: Sequence[str], seed: int | None = None) -> None:
        super().__init__(1 if seed is None else seed)
        self.draws, self._is_shuffled = list(draws), seed is not None

    def sample(self, population: Sequence[Any], k: int, *, counts: Any = None) -> list[Any]:
        """The next named draw, if it has the number of tiles requested."""
        if not self.draws:
            return super().sample(population, k) if self._is_shuffled else list(population[:k])
        wanted = self.draws.pop(0)
        assert len(wanted) == k, f"{k} tiles are drawn, but the test names {wanted!r}"
        left = list(population)
        return [left.pop(next(n for n, tile in enumerate(left) if _shows(tile, letter))) for letter in wanted]


def _shows(tile: Tile, letter: str) -> bool:
    return tile.letter == letter.replace("?", "")


class TinyLibrary(Library):
    """The program's own variants, and one named `tiny` with a small tile set."""

    def __init__(self, letters: str, rack_size: int) -> None:
        self._tiny = variant_of(letters, rack_size)

    def variants(self) -> tuple[str, ...]:
        """The names of the variants."""
        return (*super().variants(), "tiny")

    def serve(self, letters: str, rack_size: int) -> None:
        """Give new games of `tiny` these letters; open games keep theirs."""
        self._tiny = variant_of(letters, rack_size)

    def speak(self, language: str) -> None:
        """Give new games of `tiny` another language; its letters stay."""
        self._tiny = replace(self._tiny, language=language)

    def load(self, name: str, language: str) -> Variant:
        """A variant in a language."""
        return self._tiny if name == "tiny" else super().load(name, language)


def dictionary(words: Sequence[str] = WORDS) -> Callable[[WordStore, Reading], Dictionaries]:
    """Dictionaries with these words under any name except `empty`."""

    def load(name: str, alphabet: Alphabet) -> Lexicon:
        if name == EMPTY:
            return load_lexicon(name, alphabet)
        return Lexicon.of(
            name, alphabet, WordList.of(bytes(map(alphabet.index, alphabet.split(word))) for word in words)
        )

    return lambda store, reading: Dictionaries(store, reading, load)


async def play_in_channels(app: App, playground: Playground) -> None:
    """Have the games of a bot stay in the channels in which they begin, where most tests look for them."""
    assert app.core
    await keep_in_channels(app.core.store, playground.world.guilds)


def stay_in_channels() -> None:
    """The same for a whole process, which has nothing but its bot."""

    async def stay(*_: object) -> None:
        return None

    GameThreads.home = stay  # type: ignore[method-assign]


@dataclass
class Scene:
    """A playground with the bot in it. Everything outside the bot survives its restart.

    `database` is the address of the database unless it is a file in the folder, `limits` the operator's limits.
    """

    playground: Playground
    clock: PushedClock
    folder: Path
    luck: StackedLuck
    library: TinyLibrary
    words: Sequence[str]
    thinker: Thinker | None = None
    grader: Grader | None = None
    checkpoints: Checkpoints = field(default_factory=NoCheckpoints)
    app: App | None = None
    database: str = ""
    limits: str = ""
    shards: ShardRange | None = None
    metrics: Address | None = None
    names: Sequence[str] | None = ()
    """The names of computer players: the program's own if None; once they are used up, Robot1, Robot2 and so on."""
    finder: Finder | None = None
    pause: float = 0.0
    hinter: Hinter | None = None
    topper: Topper | None = None
    features: tuple[str, ...] = NAMES
    sandbox: Callable[[str], Sandbox] = Here
    threads: bool = False
    """Whether games that begin in a channel go on in a thread, as they do by default: most tests look in one place."""
    is_new: bool = False
    """Whether the bot has yet to register its commands, which takes as long as a few moves."""

    async def start(self) -> App:
        """Start the bot."""
        known = "" if self.is_new else self._find_commands()
        in_channels = () if self.threads else self.playground.world.guilds
        is_prepared = not self.database and not (self.folder / "games.db").exists()
        settings = Settings(
            self.folder,
            self.database or games_in(self.folder, known, in_channels),
            self.playground.token,
            self.playground.api,
            self.playground.gateway_url,
            self.playground.cdn,
            limits=read_limits(self.limits),
            shards=self.shards,
            metrics=self.metrics,
        )
        parts = Parts(
            clock=self.clock,
            checkpoints=self.checkpoints,
            luck=self.luck,
            engines=StandIns(self.thinker, self.grader, self.finder, self.hinter, self.topper),
            dictionaries=dictionary(self.words),
            sandbox=self.sandbox,
            library=self.library,
            writes=1000,
            requests=1000,
            pause=self.pause,
            features=self.features,
        )
        if self.names is not None:
            names = tuple(self.names)
            parts = replace(parts, names=lambda _: names)
        self.app = build(settings, parts)
        await self.app.start()
        if not self.threads and not is_prepared:
            await play_in_channels(self.app, self.playground)
        if not _registered and (kept := await self.app.client._meta.get("commands")):
            _registered.append((kept, self.playground.world.commands[None]))
        return self.app

    def _find_commands(self) -> str:
        """What the database of a bot keeps that has been here before: it registers its commands only once."""
        if not _registered:
            return ""
        [(kept, commands)] = _registered
        self.playground.world.commands[None] = self.playground.world.commands[None] or commands
        return kept

    async def stop(self) -> None:
        """Stop the bot as a signal would."""
        if self.app:
            await self.app.stop()
            self.app = None

    async def restart(self) -> App:
        """Stop and start the bot."""
        await self.stop()
        return await self.start()

    async def state(self, channel: str) -> GameState:
        """The newest state of the game in a channel."""
        assert self.app and self.app.core
        game = await self.app.core.games.in_channel(int(channel))
        assert game
        return await self.app.core.games.load(game)

    async def naming(self, kind: Callable[[tuple[GameSummary, ...]], BotError], *channels: str) -> str:
        """What a refusal says that names the games in channels."""
        assert self.app and self.app.core
        games = self.app.core.games
        named = [await games.summary(await games.in_channel(int(channel)) or "") for channel in channels]
        return refusal(kind(tuple(named)), texts_for("en"))

    async def rack(self, person: Person, channel: str) -> str:
        """A person's tiles, as letters."""
        state = await self.state(channel)
        seat = state.seat_of(person.id)
        assert seat is not None
        rack = state.seats[seat].rack
        assert isinstance(rack, KnownRack)
        return "".join(tile.letter or "?" for tile in rack.tiles)


@contextlib.asynccontextmanager
async def scene(
    folder: Path,
    *draws: Sequence[str],
    letters: str = "CATSDOGHORNFARMNETTOE",
    rack_size: int = 7,
    words: Sequence[str] = WORDS,
    thinker: Thinker | None = None,
    grader: Grader | None = None,
    checkpoints: Checkpoints | None = None,
    start: bool = True,
    limits: str = "",
    names: Sequence[str] = (),
    metrics: Address | None = None,
    finder: Finder | None = None,
    hinter: Hinter | None = None,
    topper: Topper | None = None,
    features: tuple[str, ...] = NAMES,
    sandbox: Callable[[str], Sandbox] = Here,
    threads: bool = False,
    is_new: bool = False,
    seed: int | None = None,
) -> AsyncIterator[Scene]:
    """A playground and the bot in it, with stacked draws; `/game new variant:tiny` plays with these letters.

    Files are read in a thread unless `sandbox` is the real one.
    """
    async with skipping(), running() as playground:
        made = Scene(
            playground,
            PushedClock(playground),
            folder,
            StackedLuck(*draws, seed=seed),
            TinyLibrary(letters, rack_size),
            words,
            thinker,
            grader,
            checkpoints or NoCheckpoints(),
            limits=limits,
            metrics=metrics,
            names=names,
            finder=finder,
            hinter=hinter,
            topper=topper,
            features=features,
            sandbox=sandbox,
            threads=threads,
            is_new=is_new,
        )
        try:
            if start:
                await made.start()
            yield made
        finally:
            await made.stop()


@contextlib.asynccontextmanager
async def gathered(
    folder: Path, *draws: Sequence[str], people: Sequence[str] | Mapping[str, str] = ("Ada", "Bruno"), **options: Any
) -> AsyncIterator[tuple[Any, ...]]:
    """A scene (`options` are those of `scene`) and its people at their own pages, in the channels that they map to."""
    places = people if isinstance(people, Mapping) else dict.fromkeys(people, "general")
    async with scene(folder, *draws, **options) as made, contextlib.AsyncExitStack() as pages:
        at = [Person.at(made.playground, name, place) for name, place in places.items()]
        yield (made, *[await pages.enter_async_context(page) for page in at])


YOUR_TURN = said("status.your_turn")


async def board(person: Person, text: str = YOUR_TURN, after: dict[str, Any] | None = None) -> dict[str, Any]:
    """The newest public message of the game with a picture of the board and a text, by default that it is a turn."""

    def fits(message: dict[str, Any]) -> bool:
        return not message["flags"] & EPHEMERAL and text in text_of(message) and shows_board(message)

    return await person.wait_message(fits, after=after)


def shows_board(message: dict[str, Any]) -> bool:
    """Whether a message has a picture of a game, and not only of who sits in its lobby."""
    return any("lobby.png" not in one["url"] for one in pictures_of(message))


async def answer(person: Person, text: str = "", after: dict[str, Any] | None = None) -> dict[str, Any]:
    """The newest private answer that contains a text: after a message, else since the person last did anything."""

    def fits(message: dict[str, Any]) -> bool:
        fresh = after is not None or person.is_fresh(message)
        return bool(fresh and message["flags"] & EPHEMERAL and text in text_of(message))

    return await person.wait_message(fits, after=after)


async def press_more(person: Person, message: dict[str, Any], button: str) -> None:
    """Press a button that More shows."""
    last = person.last()
    await person.click(message, "More")
    await person.click(await answer(person, "More about", after=last), button)


async def ask(
    person: Person,
    line: str,
    expected: str = "",
    channel: str | None = None,
    file: tuple[str, str | bytes] | None = None,
) -> dict[str, Any]:
    """Use a command, perhaps with a file (its name and content), and wait for its private answer.

    The answer must contain a text. Answers that only say that a file is being read or written, or that the bot is
    thinking, do not count.
    """
    last = person.last(channel) if person.visible(channel) else None
    sent = await person.command(line, channel, {"file": _encoded(*file)} if file else None)

    def fits(message: dict[str, Any]) -> bool:
        cause = message.get("interaction_metadata") or {}
        waits = text_of(message).endswith(" …") or said("hints.thinking_about_best_move") in text_of(message)
        return bool(message["flags"] & EPHEMERAL and cause.get("id") == sent["id"] and not waits)

    told = await person.wait_message(fits, channel=channel, after=last)
    assert expected in text_of(told), (line, text_of(told))
    return told


def _encoded(name: str, content: str | bytes) -> tuple[str, bytes]:
    return name, content.encode() if isinstance(content, str) else content


async def file_of(person: Person, message: dict[str, Any]) -> bytes:
    """The file attached to a message."""
    [file] = [one["file"] for one in walk(message["components"]) if one["type"] == FILE]
    return await person.download(file["url"])


async def shows(person: Person, message: dict[str, Any], text: str) -> dict[str, Any]:
    """A message, as soon as it contains a text; if it did before, as soon as it has changed since the person acted."""
    before = text in text_of(message)

    def now() -> dict[str, Any] | None:
        found = person.now(message)
        return found if found and text in text_of(found) and (not before or person.is_fresh(found)) else None

    return dict(await person.wait(now, f"{text!r} in the same message"))


async def choose(person: Person, panel: dict[str, Any], value: str, which: str) -> None:
    """Choose a value in a panel and wait until it shows."""
    before = person.now(panel)
    await person.select(panel, value, which=which)
    await person.wait(lambda: person.now(panel) != before, f"{which}: {value}")


async def switch(person: Person, panel: dict[str, Any], name: str) -> None:
    """Press a switch of a panel and wait until it shows."""
    before = person.now(panel)
    label = next(label for label in buttons_of(before or {}) if label.startswith(name))
    await person.click(panel, label)
    await person.wait(lambda: person.now(panel) != before, name)


async def text_only(person: Person) -> None:
    """Choose text only in the person's settings."""
    await switch(person, await ask(person, "/settings mine"), "Text only")


async def started(ada: Person, bruno: Person, options: str = "variant:tiny") -> dict[str, Any]:
    """Start a game between the two; returns the first board."""
    before = ada.visible()[-1] if ada.visible() else None
    await ada.command(f"/game new {options}")
    lobby = await bruno.wait_message("seats taken", after=before)
    await bruno.click(lobby, "Join")
    await ada.wait_message(lambda m: "seats taken" in text_of(m) and f". {bruno.name}" in text_of(m), after=before)
    await ada.click(lobby, "Start")
    first = await board(ada, after=lobby)
    await answered_below(ada, first)
    return first


async def dealt(stage: Scene, ada: Person, bruno: Person, preset: str = DEFAULT_PRESET, *rules: str) -> dict[str, Any]:
    """The first board of a game of `tiny` between the two, as `started` has it, but begun without a lobby, at half the
    cost, as the game of an accepted offer is. `rules` are such as `turn_clock 10m`.
    """
    assert stage.app and stage.app.core
    core, channel, now = stage.app.core, ada.channels[ada.channel_id()], stage.clock.now()
    before = ada.last() if ada.visible() else None
    place, host = Place(int(channel["guild_id"]), int(channel["id"])), members.Person(ada.id, ada.name)
    variant = stage.library.load("tiny", "en")
    lexicon = await core.dictionaries.pin("english", variant.alphabet, place.guild_id, host.id)
    chosen, cause = preset_rules(preset, "en"), Cause(uuid4().hex, now, now)
    for rule in rules:
        chosen = chosen.with_value(*rule.split())
    setup = Setup(variant, chosen, lexicon)
    await new_game(core.games, place, host, setup, cause, opponent=members.Person(bruno.id, bruno.name))
    return await board(ada, after=before)


async def resigned(ada: Person, bruno: Person, first: dict[str, Any]) -> None:
    """Ada plays CAT, the first move, and Bruno passes and resigns."""
    await ada.command("/play move:8G CAT")
    await board(bruno, "CAT", after=first)
    await ask(bruno, "/move pass")
    await board(ada, said("happenings.passed", name="**Bruno**"), after=first)
    await bruno.click(await ask(bruno, "/game resign", said("lobby.want_to_resign")), "Resign")
    await board(ada, "**Bruno** resigned.")


async def code_of(person: Person) -> str:
    """The code of the lobby in the person's channel, with which others join from elsewhere."""
    await person.click(await person.wait_message("seats taken"), "Rules")
    return text_of(await answer(person, "join code:")).split("join code:")[1][:8]


async def answered_below(person: Person, board: dict[str, Any]) -> None:
    """Wait until the answer to Start stands below the board, so that no test takes it for that of a later request.

    Whoever has no rack to show is answered above it.
    """

    def is_there() -> bool:
        answers = [one for one in person.private() if "The game begins" in text_of(one)]
        return any("Your tiles in" in text_of(one) for one in answers if int(one["id"]) > int(board["id"]))

    with contextlib.suppress(AssertionError):
        await person.wait(is_there, "the rack below the board", patience=4)
