"""Nobody gets help in a game that they play, by whatever door, and phonies stay secret."""

from __future__ import annotations

import hashlib
import json
import random
import re
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from bot.features.review import ReviewServices
from bot.features.review.messages import CONSENT, PAGE, REVIEW, SHARE, TURNS
from bot.model.errors import GameWaits, LettersClosed, RunningPosition, WordsAreSecret
from bot.text import texts_for
from bot.text.questions import verdict
from bot.text.refusals import refusal
from engine.game.views import seat_view
from tests.fuzz.test_forged import Forger
from tests.support.crashing import Mover
from tests.support.engines import told_at_once
from tests.support.finished import Grader
from tests.support.later import at_gate, later
from tests.support.pictures import buttons_of, pictures_of, text_of
from tests.support.playground import DM, Person
from tests.support.running import DRAWS, LETTERS, Scene, answer, ask, board, gathered, resigned, started
from tests.support.sentences import said

ALL_VALID = tuple("".join(word) for size in (2, 3) for word in permutations("CATSODE", size))
NONE_VALID = ("ZZZ",)
ASKED = (
    "/try move:8G CAT",
    "/try move:8G TAC",
    "/try move:8H AT",
    "/try move:act",
    "/try move:tca",
    "/try",
    "/word check word:cat",
    "/word check word:cat, qqq tac",
    "/word hooks word:cat",
    "/word hooks word:tca",
    "/word check word:qqq",
    "/word anagram letters:cat",
    "/word define word:cat",
    "/word study",
    "/word study drill:two",
    "/word study word:cat",
    "/review analysis",
    "/rack",
    "/game board",
    "/game board style:text",
    "/game board square:H8",
    "/game scores",
    "/word played",
    "/game tiles which:unseen",
    "/game status",
    "/game rules",
)
_IDS = re.compile(r"tw:([a-z_]+)[a-z0-9:~-]*")
_SNOWFLAKE = re.compile(r"\b\d{17,20}\b")
_OWN = ("content", "label", "custom_id", "disabled", "style", "placeholder", "options", "description", "accent_color")


async def seen(person: Person, message: dict[str, Any]) -> str:
    """Everything that a message shows, without the numbers that differ between runs."""
    parts = [text_of(message), str(buttons_of(message, disabled=True)), json.dumps(_shape(message["components"]))]
    pictures = [await person.download(picture["url"]) for picture in pictures_of(message)]
    hashes = [hashlib.sha256(data).hexdigest() for data in pictures]
    return "\n".join([_SNOWFLAKE.sub("#", "\n".join(parts)), *hashes])


def _shape(component: Any) -> Any:
    match component:
        case list():
            return [_shape(one) for one in component]
        case dict():
            kept = {key: _shape(value) for key, value in component.items() if key in _OWN}
            inside = _shape(component.get("components", []))
            return {"type": component.get("type"), **kept, "inside": inside}
        case str():
            return _IDS.sub(r"\1", component)
        case _:
            return component


async def told(folder: Path, challenge: str, words: tuple[str, ...]) -> list[str]:
    """Everything shown to two players before the first play."""
    async with gathered(folder, *DRAWS, letters=LETTERS, rack_size=3, words=words) as (_, ada, bruno):
        await ask(ada, "/game new variant:tiny preset:classic name:Words")
        await ask(ada, f"/game rules rule:challenge value:{challenge}", "is now")
        await ask(bruno, "/join")
        await ask(ada, "/game start")
        first = await board(ada)
        shown = [await seen(ada, first)]
        for line in ASKED:
            shown.append(await seen(ada, await ask(ada, line)))
            shown.append(await seen(bruno, await ask(bruno, line)))
        shown += await composed(ada)
        shown.append(await seen(ada, await ada.wait_message("Your tiles", channel=DM)))
        await ada.command("/play move:8G TAC")
        shown.append(await seen(bruno, await board(bruno, "TAC", after=first)))
        return shown


async def composed(ada: Person) -> list[str]:
    """The content of the composing message, tile by tile."""
    rack = await ask(ada, "/rack")
    await ada.click(rack, "Compose")
    message = await answer(ada, said("composing.next_tile"))
    states = [await seen(ada, message)]
    for tile in ("A 1", "C 3"):
        before = ada.now(message)
        await ada.click(message, tile)
        await ada.wait(lambda before=before: ada.now(message) != before, tile)  # type: ignore[misc]
        states.append(await seen(ada, ada.now(message) or {}))
    return states


@pytest.mark.parametrize(
    "challenge",
    ["double", *later(("single", "five_point", "ten_point", "triple"))],
)
async def test_nothing_before_a_play_tells_which_words_there_are(tmp_path: Path, challenge: str) -> None:
    """Every answer is the same with all words and with none."""
    good = await told(tmp_path / "all", challenge, ALL_VALID)
    bad = await told(tmp_path / "none", challenge, NONE_VALID)
    assert len(good) == len(bad) > 40
    for number, (one, other) in enumerate(zip(good, bad, strict=True)):
        assert one == other, number


@pytest.mark.gate
async def test_the_comparison_sees_what_void_rules_tell(tmp_path: Path) -> None:
    """If unknown words are refused at once, the same requests do differ, so the comparison works."""
    shown = []
    for name, words in (("all", ALL_VALID), ("none", NONE_VALID)):
        async with gathered(tmp_path / name, "CAT", letters=LETTERS, rack_size=3, words=words, people=("Ada",)) as (
            _,
            ada,
        ):
            await ask(ada, "/game new variant:tiny")
            await ask(ada, "/game start")
            await board(ada)
            shown.append(await seen(ada, await ask(ada, "/try move:8G TAC")))
    assert shown[0] != shown[1]


OPTIONS: dict[str, Any] = {"letters": "CATSODEEE" * 4, "rack_size": 3, "hinter": told_at_once}
TWO = ("A", "C", "CAT", "SOD")
"""The draws for the start, and the racks of two players."""
CLOSED = (
    "/word check word:cat",
    "/word define word:cat",
    "/word hooks word:cat",
    "/word changes",
    "/word export",
    "/word study",
    "/word study drill:two",
    "/word study word:cat",
    "/review analysis",
    "/review analysis position:15/15/15/15/15/15/15/6CAT6/15/15/15/15/15/15/15 ODE/ 0/0 0",
    "/hint",
    "/hint kind:best",
)
"""What tells of words, or helps in another game."""
DEMONSTRATION = "/game demo"


def channel(person: Person, name: str) -> str:
    return str(next(one["id"] for one in person.channels.values() if one["name"] == name))


async def asked(person: Person, line: str, where: str) -> str:
    """The private answer to a command in a channel."""
    return text_of(await ask(person, line, channel=where))


async def together(ada: Person, bruno: Person, options: str, where: str = "general") -> str:
    """A game of the two, with Ada on turn; returns its channel."""
    place = channel(ada, where)
    await ask(ada, f"/game new variant:tiny {options}", channel=place)
    await ask(bruno, "/join", channel=place)
    await ask(ada, "/game start", channel=place)
    return place


async def alone(person: Person, *rules: str) -> str:
    """A lobby of one person in another channel."""
    place = channel(person, "lounge")
    await ask(person, "/game new variant:tiny", channel=place)
    for rule in rules:
        await ask(person, f"/game rules {rule}", channel=place)
    return place


@pytest.mark.parametrize("preset", ["classic", *at_gate(["friendly"])])
async def test_every_door_is_closed_to_players_where_words_are_secret(tmp_path: Path, preset: str) -> None:
    """And open to those of other games. The other game here is in another language, whose words are other ones."""
    async with gathered(tmp_path, *TWO, "A", "C", "SOD", "CAT", **OPTIONS) as (stage, ada, bruno):
        stage.library.speak("fr")
        other = await together(ada, bruno, "", "games")
        stage.library.speak("en")
        here = await together(ada, bruno, f"preset:{preset} name:Hush")
        closed, is_secret = await stage.naming(WordsAreSecret, here), preset == "classic"
        assert await asked(ada, "/word anagram letters:sod", other) == await stage.naming(LettersClosed, here, other)
        for line in CLOSED:
            assert (await asked(ada, line, other) == closed) is is_secret, line
        if is_secret:
            assert await asked(ada, DEMONSTRATION, channel(ada, "lounge")) == closed
        for line in ("/try move:8G {}", "/try move:{}", "/play move:{}"):
            told = [(await asked(ada, line.format(word), other)).replace(word, "") for word in ("TAC", "CAT", "TCA")]
            assert (told[1] == told[2]) is is_secret, told
        rack = await ask(ada, "/rack", channel=other)
        last = ada.last(other)
        await ada.click(rack, "Compose")
        message = await ada.wait_message(lambda one: "A 1" in buttons_of(one), channel=other, after=last)
        for tile in ("A 1", "C 3"):
            before = ada.now(message)
            await ada.click(message, tile)
            shown = await ada.wait(lambda before=before: (now := ada.now(message)) != before and now, tile)
        view = seat_view(await stage.state(other), 0)
        assert (verdict(view, [("A", "C")], texts_for("en")) in text_of(shown)) is not is_secret


async def test_nobody_plays_alone_with_real_tiles_either(tmp_path: Path) -> None:
    """They can be any, so each play would be a question about a word."""
    async with gathered(tmp_path, *TWO, **OPTIONS) as (stage, ada, bruno):
        lobby = await alone(ada, "rule:tabletop value:on")
        here = await together(ada, bruno, "preset:classic")
        waits = await stage.naming(GameWaits, here)
        assert await asked(ada, "/game start", lobby) == waits


@pytest.mark.gate
async def test_a_game_alone_waits_when_words_become_secret(tmp_path: Path) -> None:
    """No play is judged until the other game is over; then it goes on. Games with other people go on anyway."""
    async with gathered(tmp_path, "CAT", *TWO, **OPTIONS) as (stage, ada, bruno):
        lonely = await alone(ada)
        await asked(ada, "/game start", lonely)
        here = await together(ada, bruno, "preset:classic")
        waits = await stage.naming(GameWaits, here)
        for line in ("/play move:8G CAT", "/play move:8G TAC", "/move pass", "/move exchange tiles:C"):
            assert await asked(ada, line, lonely) == waits, line
        assert await asked(ada, "/play move:8G CAT", here) != waits
        await ada.click(await ask(ada, "/game resign", channel=here), "Resign")
        await ada.wait_message("resigned", channel=here)
        assert await asked(ada, "/play move:8G CAT", lonely) != waits
        assert not (await stage.state(lonely)).board.is_empty


async def test_no_best_move_is_found_by_the_same_position_in_another_game(tmp_path: Path) -> None:
    """A board and a rack that were prepared with the tiles of the real game."""
    async with gathered(tmp_path, "CAT", "SOD", *TWO, **OPTIONS) as (stage, ada, bruno):
        copy = await alone(bruno, "rule:undo value:off")
        await asked(bruno, "/game start", copy)
        await asked(bruno, "/play move:8G CAT", copy)
        here = await together(ada, bruno, "")
        await asked(bruno, "/hint kind:best", copy)
        await asked(ada, "/play move:8G CAT", here)
        refused = await stage.naming(RunningPosition, here)
        for line in ("/hint kind:best", "/hint kind:nudge"):
            assert await asked(bruno, line, copy) == refused
        assert await asked(bruno, "/hint kind:best", here) != refused


async def test_no_move_is_found_for_a_real_board_that_is_the_one_of_another_game(tmp_path: Path) -> None:
    async with gathered(tmp_path, *TWO, **OPTIONS) as (stage, ada, bruno):
        here = await together(ada, bruno, "")
        place = await alone(ada, "rule:tabletop value:on")
        await ask(ada, "/game seat computer level:8", channel=place)
        await asked(ada, "/game start", place)
        refused = await stage.naming(RunningPosition, here)
        assert await asked(ada, "/game tabletop rack player:2 tiles:CAT", place) == refused


TURNED = "/review analysis position:15/15/15/15/15/15/7C7/7A7/7T7/15/15/15/15/15/15 DOS/ 0/0 0 variant:tiny"
"""What 8G CAT leads to, with rows and columns exchanged."""


@pytest.mark.gate
async def test_no_move_is_found_for_a_running_game_whose_board_is_written_otherwise(tmp_path: Path) -> None:
    """The first line would be the very move, mirrored. Who does not play it may look, and later everyone."""
    async with gathered(tmp_path, *TWO, people=("Ada", "Bruno", "Chloe"), **OPTIONS) as (stage, ada, bruno, chloe):
        here = await together(ada, bruno, "")
        await asked(ada, "/play move:8G CAT", here)
        refused = await stage.naming(RunningPosition, here)
        there = channel(bruno, "games")
        stray = TURNED.replace("position:15/", "position:14E/")
        for line in (TURNED, stray, TURNED.replace("7C7/7A7", "10C4/10A4").replace("7T7", "10T4")):
            assert await asked(bruno, line, there) == refused, line
            assert await asked(chloe, line, there) != refused, line
        await bruno.click(await ask(bruno, "/game resign", channel=here), "Resign")
        await bruno.wait_message("resigned", channel=here)
        assert await asked(bruno, TURNED, there) != refused


SHIFTED = """
name = "shifted"
about = "Each letter stands for the one before"
rack_size = 3
[layout]
start = "2"
rows = '''
.......
.......
.......
'''
[languages.en]
alphabet = "B C D E F G H I J K L M N O P Q R S T U V W X Y Z A"
tiles = "B1/20 D1/20 U1/20 T1/20"
"""


async def test_no_move_is_found_for_a_rack_in_letters_that_stand_for_others(tmp_path: Path) -> None:
    """People can make tiles and dictionaries for that. Who does not play may ask, and later everyone."""
    async with gathered(tmp_path, *TWO, people=("Ada", "Bruno", "Chloe"), **OPTIONS) as (stage, ada, bruno, chloe):
        there = channel(ada, "games")
        await ask(ada, "/settings variants", "**shifted**", channel=there, file=("shifted.toml", SHIFTED))
        await ask(ada, "/manage dictionary new name:code variant:tiny", channel=there)
        words = ["".join(word) for word in permutations("CATSODE")]
        sent = await ask(ada, "/word import lexicon:code", channel=there, file=("words.txt", "\n".join(words)))
        await ada.click(sent, "Replace")
        await ada.wait_message(said("words.list_size", len(words)), channel=there)
        await ask(ada, "/manage dictionary new name:few copy:english variant:tiny", channel=there)
        await ask(ada, "/word add words:act lexicon:few", channel=there)
        here = await together(ada, bruno, "")
        refused = await stage.naming(RunningPosition, here)
        empty = "/".join(["15"] * 15)
        attacks = (
            "/review analysis variant:shifted rack:DBU",
            f"/review analysis position:{empty} SOD/ 0/0 0 lex code; variant:tiny",
        )
        for line in attacks:
            assert await asked(ada, line, there) == refused, line
            assert await asked(chloe, line, there) != refused, line
        assert await asked(ada, attacks[1].replace("code", "few"), there) != refused
        await bruno.click(await ask(bruno, "/game resign", channel=here), "Resign")
        await bruno.wait_message("resigned", channel=here)
        for line in attacks:
            assert await asked(ada, line, there) != refused, line


async def test_a_computer_player_moves_in_no_position_of_another_game_that_was_led_up_to(tmp_path: Path) -> None:
    """Its tiles were typed while the board was empty."""
    async with gathered(tmp_path, *TWO, thinker=Mover(("8G CATS",)), **OPTIONS) as (stage, ada, bruno):
        place = await alone(bruno, "rule:tabletop value:on", "rule:undo value:off")
        await ask(bruno, "/game seat computer level:8", channel=place)
        await ask(bruno, "/game tabletop start player:Bruno", channel=place)
        await ask(bruno, "/game tabletop rack player:Robot1 tiles:SOD", "holds", channel=place)
        here = await together(ada, bruno, "")
        await asked(ada, "/play move:8G CAT", here)
        await asked(bruno, "/play move:8G CAT", place)
        await bruno.wait_message("**Robot1** passed", channel=place)
        assert (await stage.state(place)).seats[1].score == 0


async def test_a_phony_costs_the_turn_beside_a_game_in_which_words_are_secret(tmp_path: Path) -> None:
    """It would be a question about a word that costs nothing. The answer says why; later, it costs nothing again."""
    async with gathered(tmp_path, *TWO, "A", "C", "SOD", "CAT", **OPTIONS) as (stage, ada, bruno):
        other = await together(ada, bruno, "", "games")
        assert said("moves.not_dictionary", 1) in await asked(ada, "/play move:8G TCA", other)
        assert (await stage.state(other)).on_turn == 0
        here = await together(ada, bruno, "preset:classic")
        warned = await asked(ada, "/try move:8G TCA", other)
        assert said("verdicts.secret_elsewhere") in warned
        lost = await asked(ada, "/play move:8G TCA", other)
        assert said("receipts.costs_elsewhere") in lost
        assert (await stage.state(other)).on_turn == 1
        await ada.click(await ask(ada, "/game resign", channel=here), "Resign")
        await ada.wait_message("resigned", channel=here)
        await asked(bruno, "/play move:8G DSO", other)
        assert (await stage.state(other)).on_turn == 1


async def test_watchers_learn_nothing_about_the_words_of_a_game_in_its_channel(tmp_path: Path) -> None:
    """They could tell the players. Elsewhere they may ask, and in its lobby and after its end here too."""
    people = ("Ada", "Bruno", "Chloe")
    async with gathered(tmp_path, *TWO, people=people, **OPTIONS) as (_, ada, bruno, chloe):
        there = channel(chloe, "games")
        lines = [
            f"/word {one}" for one in ("check word:cat", "hooks word:cat", "define word:cat", "anagram letters:cat")
        ]
        secret = refusal(WordsAreSecret(), texts_for("en"))
        await ask(ada, "/game new variant:tiny preset:classic")
        assert await asked(chloe, lines[0], channel(chloe, "general")) != secret
        await ask(bruno, "/join")
        await ask(ada, "/game start")
        here = channel(chloe, "general")
        for line in lines:
            assert await asked(chloe, line, here) == secret, line
            assert await asked(chloe, line, there) != secret, line
        await ada.click(await ask(ada, "/game resign"), "Resign")
        await ada.wait_message("resigned")
        for line in lines:
            assert await asked(chloe, line, here) != secret, line


async def test_a_lobby_that_was_closed_decides_nothing(tmp_path: Path) -> None:
    """The dictionary of a game that never started is not that of the channel."""
    async with gathered(tmp_path, **OPTIONS) as (_, ada, _bruno):
        await ada.command("/game new language:german")
        await ada.wait_message("(Host)")
        await ada.click(await ask(ada, "/game end"), "End the game")
        await ada.wait_message("geschlossen")
        await ask(ada, "/word check word:cat", "in the English dictionary")


ANALYSIS_LETTERS = "CATSODGEEE"
BEFORE = ("A", "C", "CAT", "SOD", "EEE")
"""The draws of a first game, which ends; it is the same in both worlds."""
WORLDS = (("A", "C", "CAT", "SOD"), ("A", "C", "CAT", "GEE"))
ANALYSES = (
    "/review game",
    "/puzzle solve",
    "/puzzle solve move:8H ZZZZ",
    "/puzzle daily",
    "/puzzle leaderboard",
    "/word study",
    "/word study drill:two",
    "/word study word:cat",
)
"""What Ada asks during the second game."""
RUNNING = "/review game game:{game}"
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
    overview = await ask(ada, "/review game")
    await ada.wait(lambda: "mistake index" in text_of(ada.now(overview) or overview), "the overview")


async def running_game(made: Scene, person: Person) -> str:
    """The id of the game that is running in the channel."""
    assert made.app and made.app.core
    game = await made.app.core.games.in_channel(int(person.channel_id()))
    assert game
    return game


async def analyses_told(folder: Path, draws: tuple[str, ...]) -> tuple[list[str], set[str]]:
    """Everything that analyses show to Ada during a game, and the tiles on Bruno's rack."""
    options: dict[str, Any] = {"letters": ANALYSIS_LETTERS, "rack_size": 3, "people": PEOPLE[:2], "grader": Grader()}
    async with gathered(folder, *BEFORE, *draws, **options) as (made, ada, bruno):
        await finish_a_game(ada, bruno)
        await started(ada, bruno)
        game = await running_game(made, ada)
        shown = [await seen(ada, await ask(ada, line)) for line in (*ANALYSES, RUNNING.format(game=game))]
        return [plain(one, game) for one in shown], set(await made.rack(bruno, ada.channel_id()))


async def test_analyses_do_not_depend_on_hidden_tiles(tmp_path: Path) -> None:
    """Reviews, puzzles and study: the answers to a seated person are the same in both worlds."""
    (one, mine), (other, theirs) = [await analyses_told(tmp_path / str(n), draws) for n, draws in enumerate(WORLDS)]
    assert mine != theirs
    assert len(one) == len(ANALYSES) + 1
    for line, first, second in zip((*ANALYSES, RUNNING), one, other, strict=True):
        assert first == second, line


@pytest.mark.gate
async def test_the_comparison_sees_a_rack(tmp_path: Path) -> None:
    """What Bruno sees of his own rack does differ between the worlds, so the comparison works."""
    shown = []
    for number, draws in enumerate(WORLDS):
        options: dict[str, Any] = {"letters": ANALYSIS_LETTERS, "rack_size": 3}
        async with gathered(tmp_path / str(number), *draws, **options) as (made, ada, bruno):
            await started(ada, bruno)
            game = await running_game(made, ada)
            shown.append(plain(await seen(bruno, await ask(bruno, "/rack")), game))
    assert shown[0] != shown[1]


async def test_nobody_reviews_a_running_game(tmp_path: Path) -> None:
    """Players and watchers are refused by the command and by each button, also by one made up for a turn."""
    options: dict[str, Any] = {"letters": ANALYSIS_LETTERS, "rack_size": 3, "people": PEOPLE, "grader": Grader()}
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
        assert await made.app.core.services.of(ReviewServices).reviews.of_game(game) is None
