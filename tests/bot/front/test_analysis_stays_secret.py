"""Non-interference of everything that analyses: what it shows to a seated person does not depend on hidden tiles.

The same requests are made during two games that differ only in the opponent's rack and the pool; all answers must be
the same, letter by letter and pixel by pixel.
"""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

from bot.features.review.messages import CONSENT, PAGE, REVIEW, SHARE, TURNS
from bot.features.review.reviews import Reviews
from tests.bot.front.test_words_stay_secret import seen
from tests.fuzz.test_forged import Forger
from tests.support.playground import Person
from tests.support.readable import text_of
from tests.support.reviews import Grader
from tests.support.running import Scene, answer, ask, board, gathered, resigned, started
from tests.support.sentences import said

LETTERS = "CATSODGEEE"
BEFORE = ("A", "C", "CAT", "SOD", "EEE")
"""The draws of a first game, which ends; it is the same in both worlds."""
WORLDS = (("A", "C", "CAT", "SOD"), ("A", "C", "CAT", "GEE"))
ASKED = (
    "/review",
    "/puzzle solve",
    "/puzzle solve move:8H ZZZZ",
    "/puzzle daily",
    "/puzzle leaderboard",
    "/study",
    "/study drill:two",
    "/study word:cat",
)
"""What Ada asks during the second game."""
RUNNING = "/review game:{game}"
REFUSED = said("rights.review_after_end")
PEOPLE = ("Ada", "Bruno", "Chloe")
_TIME = re.compile(r"<t:\d+(:\w)?>")


def plain(shown: str, game: str) -> str:
    """What was shown without the instants and the game's random id."""
    return _TIME.sub("<t>", shown).replace(game, "GAME")


async def finish_a_game(ada: Person, bruno: Person) -> None:
    """A game in which Ada plays a word, and Bruno resigns."""
    first = await started(ada, bruno)
    await resigned(ada, bruno, first)
    overview = await ask(ada, "/review")
    await ada.wait(lambda: "mistake index" in text_of(ada.now(overview) or overview), "the overview")


async def running_game(made: Scene, person: Person) -> str:
    """The id of the game that is running in the channel."""
    assert made.app and made.app.core
    game = await made.app.core.games.in_channel(int(person.channel_id()))
    assert game
    return game


async def told(folder: Path, draws: tuple[str, ...]) -> tuple[list[str], set[str]]:
    """Everything that analyses show to Ada during a game, and the tiles on Bruno's rack."""
    options: dict[str, Any] = {"letters": LETTERS, "rack_size": 3, "people": PEOPLE[:2], "grader": Grader()}
    async with gathered(folder, *BEFORE, *draws, **options) as (made, ada, bruno):
        await finish_a_game(ada, bruno)
        await started(ada, bruno)
        game = await running_game(made, ada)
        shown = [await seen(ada, await ask(ada, line)) for line in (*ASKED, RUNNING.format(game=game))]
        return [plain(one, game) for one in shown], set(await made.rack(bruno, ada.channel_id()))


async def test_analyses_do_not_depend_on_hidden_tiles(tmp_path: Path) -> None:
    """Reviews, puzzles and study: the answers to a seated person are the same in both worlds."""
    (one, mine), (other, theirs) = [await told(tmp_path / str(n), draws) for n, draws in enumerate(WORLDS)]
    assert mine != theirs
    assert len(one) == len(ASKED) + 1
    for line, first, second in zip((*ASKED, RUNNING), one, other, strict=True):
        assert first == second, line


async def test_the_comparison_sees_a_rack(tmp_path: Path) -> None:
    """What Bruno sees of his own rack does differ between the worlds, so the comparison works."""
    shown = []
    for number, draws in enumerate(WORLDS):
        options: dict[str, Any] = {"letters": LETTERS, "rack_size": 3}
        async with gathered(tmp_path / str(number), *draws, **options) as (made, ada, bruno):
            await started(ada, bruno)
            game = await running_game(made, ada)
            shown.append(plain(await seen(bruno, await ask(bruno, "/rack")), game))
    assert shown[0] != shown[1]


async def test_nobody_reviews_a_running_game(tmp_path: Path) -> None:
    """Players and watchers are refused by the command and by each button, also by one made up for a turn."""
    options: dict[str, Any] = {"letters": LETTERS, "rack_size": 3, "people": PEOPLE, "grader": Grader()}
    async with gathered(tmp_path, *BEFORE, **options) as (made, ada, bruno, chloe):
        first = await started(ada, bruno)
        await ada.command("/play move:8G CAT")
        await board(bruno, "CAT", after=first)
        game = await running_game(made, ada)
        forged = {
            "review": REVIEW.id(game),
            "page": PAGE.id(game, 1),
            "turns": TURNS.id(game),
            "consent": CONSENT.id(game, True),
            "share": SHARE.id(game, 1),
        }
        for person in (ada, bruno, chloe):
            await ask(person, RUNNING.format(game=game), REFUSED)
            forger = Forger(person, game, random.Random(1))
            for button, forged_id in forged.items():
                last = person.last()
                forger.press(forged_id, 3 if button == "turns" else 2, ["1"] if button == "turns" else [])
                assert REFUSED in text_of(await answer(person, after=last))
        assert made.app and made.app.core
        assert await made.app.core.services.feature(Reviews).of_game(game) is None
