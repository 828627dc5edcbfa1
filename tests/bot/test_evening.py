"""Whole evenings in which every feature of the bot is used, and those of duplicate, also with a bot that is killed."""

from __future__ import annotations

import asyncio
import logging
import os
import random
import re
from collections.abc import Iterator
from http import HTTPStatus
from itertools import pairwise
from pathlib import Path

import pytest
from babel import Locale

from bot.features.duplicate.values import Ending
from bot.playground.errors import Json
from bot.playground.faults import Recorded
from bot.playground.limits import walk
from engine.duplicate.rounds import after
from engine.loading import list_languages
from tests.support import evening_acts as acts
from tests.support.discord_api import errors_of
from tests.support.duplicate_evening import Evening, evening
from tests.support.evening import Evening as WholeEvening
from tests.support.evening import Guest, choose, registered
from tests.support.evening import evening as whole_evening
from tests.support.keeping import Kill, nursery
from tests.support.killing import Act, Stage, Step, command, play_through, press, stage
from tests.support.logged import errors_in, faults
from tests.support.pictures import buttons_of, text_of
from tests.support.playground import Person
from tests.support.pseudo import AMERICAN, OVERSEAS, english, is_cut, made_up, made_up_languages, outside
from tests.support.running import EPHEMERAL, ask
from tests.support.sentences import said
from tests.support.service import eventually

__all__ = ["made_up", "made_up_languages"]

WORD = re.compile(r"[A-Z]?[a-z]{3,}")
LANGUAGES = "|".join(Locale("en").languages[code] for code in list_languages())
KEPT = re.compile(
    r"https?://\S+|^\d\. [a-z].*|^(?:[\d?A-Za-z]+/){14}.*|good (?:evening|luck)|Sand and sea|Our own board|"
    rf"American English|\b(?:{LANGUAGES}|Bruno|Chloe|Deniz|Robot\d|Evening|Friday|Animals|Birds|Playground|Harbour|"
    r"seaside|cove|tiny|Cup|Liga|cardwords)\b"
)
"""What people, files and CLDR have named or written, definitions, addresses, and CGP: the same in all languages."""
_THEIRS = rf"{OVERSEAS.left}[^{OVERSEAS.right}]*{OVERSEAS.right}"
NAMED = re.compile(rf"\*\*(?:{_THEIRS}|Cup · {_THEIRS} · {_THEIRS})\*\*")
"""A button that everyone sees, or a game that is called as its thread is, as a text for one person names it."""
DMS_CLOSED = 50007
"""Discord's code for a person who accepts no direct messages."""

NOT_USED: dict[str, str] = {
    "compose_tiles": "only racks of more than 12 tiles need a menu: tests/features/test_variants_in_bot.py",
    "meaning_of": "only several words have a menu of them: tests/features/test_word_history.py",
    "which_else": "only who plays a duplicate and a game is asked what a move is for: tests/features/test_duplicate.py",
    "puzzle_place": "only where a word without a square goes is asked: tests/features/test_puzzles.py",
    "duplicate_place": "only where a word without a square goes is asked: tests/features/test_duplicate.py",
    "duplicate_share": "only the day after is there a result to share: tests/features/test_duplicate.py",
    "tour_start": "this director looks at the pairs before they begin: tests/features/test_competitions.py",
    "tour_leave_yes": "nobody leaves a tournament that is played: tests/features/test_competitions.py",
    "tour_drop_yes": "nobody with an open game is taken out: tests/features/test_competitions.py",
    "tour_substitute": "nobody leaves a knockout: tests/features/test_competitions.py",
    "tour_reopen": "no tournament is ended too early: tests/features/test_competitions.py",
    "tour_results_of": "only more than 25 games need a menu of people: tests/features/test_competitions.py",
    "tour_set_result": "its form opens from a menu of games: tests/features/test_competitions.py",
    "league_remove_yes": "nobody with an open game is taken out: tests/features/test_competitions.py",
    "league_season_end": "its only result ends the season: tests/features/test_competitions.py",
    "league_result_of": "only more than 25 games need a menu of people: tests/features/test_competitions.py",
    "league_set_result": "its form opens from a menu of games: tests/features/test_competitions.py",
    "tour_bracket": "only with more than 16 players is a bracket in parts: tests/features/test_competitions.py",
    "tour_part": "only with more than 16 players is a bracket in parts: tests/features/test_competitions.py",
    "exchange_count": "only real tiles are exchanged by their number: tests/features/test_trading.py",
}
"""Actions that nobody uses in this evening, and why."""


@pytest.mark.soak
@pytest.mark.usefixtures("made_up_languages")
async def test_N11_an_evening_uses_everything_there_is_in_two_long_languages(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two people, two computer players, a spectator and a player from another server; no error, no bad request.

    Everyone's Discord has one language and the servers another, both as long as the longest translation.
    """
    heard = listen(monkeypatch)
    with caplog.at_level(logging.ERROR):
        async with whole_evening(tmp_path) as one:
            await speak(one)
            heard.clear()
            for act in acts.ACTS:
                await act(one)
            there_is = registered(one.ada.commands)
            recorded = list(one.stage.playground.recorder.requests)
    used = one.diary
    assert (there_is.commands - used.commands, there_is.menus - used.menus) == (set(), set())
    assert (there_is.actions - used.actions - set(NOT_USED), there_is.modals - used.modals) == (set(), set())
    assert used.commands <= there_is.commands and used.actions <= there_is.actions
    assert not set(NOT_USED) & used.actions
    assert faults(caplog) == []
    assert len(recorded) < 5000, "the recorder has forgotten the first requests"
    assert [f"{one.method} {one.path}: {one.status}" for one in recorded if not _well(one)] == []
    assert errors_of(recorded) == []
    wrong = sorted({line for private, text in heard for line in foreign(text, private=private)})
    assert not wrong, "\n".join(wrong)
    cut = sorted({text for _, text in heard if is_cut(text)})
    assert not cut, "\n".join(cut)


Heard = list[tuple[bool, str]]
"""Texts that people were shown, and whether only they were."""


def listen(monkeypatch: pytest.MonkeyPatch) -> Heard:
    """Keep what everyone is shown from now on, and let people read it in plain English."""
    heard, take = Heard(), Guest._take

    def hear(guest: Guest, frame: Json) -> None:
        heard.extend(texts_in(guest, frame))
        take(guest, english(frame))

    monkeypatch.setattr(Guest, "_take", hear)
    return heard


def texts_in(guest: Guest, frame: Json) -> Iterator[tuple[bool, str]]:
    """The bot's texts in a frame of a person's page."""
    match frame["op"]:
        case "modal":
            yield True, frame["title"]
            for part in walk(frame["components"]):
                yield from ((True, str(part[key])) for key in ("label", "description", "placeholder") if part.get(key))
        case "autocomplete":
            yield from ((True, one["name"]) for one in frame["choices"])
        case "event" if frame["t"] in ("MESSAGE_CREATE", "MESSAGE_UPDATE") and frame["d"]["author"].get("bot"):
            data = frame["d"]
            private = bool(data["flags"] & EPHEMERAL) or data["channel_id"] == guest.known.dm_id
            yield from ((private, line) for line in text_of(data).splitlines())


def foreign(text: str, *, private: bool) -> Iterator[str]:
    """A text, if part of it is in the wrong language or in none."""
    own, other = (AMERICAN, OVERSEAS) if private else (OVERSEAS, AMERICAN)
    told = NAMED.sub("", text) if private else text
    if other.left in told or WORD.search(KEPT.sub("", outside(told, own))):
        yield f"{'private' if private else 'public'}: {text}"


async def speak(one: WholeEvening) -> None:
    """Both servers choose a language for what everyone sees."""
    for moderator in (one.ada, one.chloe):
        panel = await ask(moderator, "/settings server")
        await choose(moderator, panel, OVERSEAS.code, which="Language", expected="Server settings")


def _well(one: Recorded) -> bool:
    """Whether the stand-in accepted a request, or refused it through no fault of the bot.

    Ada closes her direct messages for a while, a message to delete may be gone already, and a person that the bot asks
    about may not be in a server.
    """
    if one.status == HTTPStatus.FORBIDDEN:
        return bool(one.answer and one.answer.get("code") == DMS_CLOSED)
    return one.status < HTTPStatus.BAD_REQUEST or (
        one.status == HTTPStatus.NOT_FOUND and (one.method == "DELETE" or "/members/" in one.path)
    )


ROUNDS, PEOPLE, COMPUTERS = 20, 30, 3
SEED = int(os.environ.get("SEED", "1"))
KILLS = 0.5
"""The share of rounds in which the bot is killed."""


async def _answers(one: Evening, number: int) -> bool:
    """Let the crowd answer a round, some twice and some not at all; False if the duplicate is over."""
    open_ = await one.open_round(number)
    if open_ is None:
        return False
    plays = one.plays(open_)
    absent = one.chance.random() < 0.3
    work = [
        asyncio.create_task(one.answers(open_, person, one.chance.choices(plays, k=one.chance.choice((1, 1, 2)))))
        for person in one.crowd
        if not (absent and person is one.crowd[-1])
    ]
    if one.chance.random() < KILLS:
        await asyncio.sleep(one.chance.random() * 0.6)
        await one.kill()
    await asyncio.gather(*work)
    if absent or one.unsure:
        one.stage.clock.push(182)
    return True


@pytest.mark.soak
async def test_X17_an_evening_with_kills_loses_nothing_and_counts_nothing_twice(tmp_path: Path) -> None:
    async with evening(tmp_path, PEOPLE, SEED) as one:
        await one.begin(ROUNDS, COMPUTERS)
        number = 1
        while await _answers(one, number):
            number += 1
            one.stage.clock.push(2)
        await eventually(one.is_over, 60)
        course = await one.course()
        assert course.duplicate.ending in (Ending.ROUNDS, Ending.PLAYED_OUT)
        numbers = [round_.number for round_ in course.closed]
        assert numbers == list(range(1, len(numbers) + 1)) and len(numbers) == ROUNDS
        own = {person.id for person in one.crowd}
        for round_ in course.closed:
            kept = {key: answer.points for key, answer in course.answers[round_.number].items() if key in own}
            sure = {key for key in own if (round_.number, key) not in one.unsure}
            told = {key: one.given[round_.number, key] for key in sure if (round_.number, key) in one.given}
            assert {key: points for key, points in kept.items() if key in sure} == told
            assert max(course.answers[round_.number].values(), key=lambda a: a.points).points <= round_.points
        for (before, later), round_ in zip(pairwise(course.positions), course.closed, strict=True):
            assert after(before, round_.rack, round_.top, course.duplicate.style) == later
        await one.watcher.wait_message(lambda m: said("duplicate.the_end") in text_of(m))
        heading = re.compile(re.escape(said("duplicate.the_round", number=0)).replace("0", r"(\d+)"))
        public = [text_of(m) for m in one.watcher.visible() if not m["flags"] & EPHEMERAL]
        posted = [int(found[1]) for text in public if (found := heading.search(text.partition("\n")[0]))]
        assert posted == numbers
        assert sum(said("duplicate.the_end") in text for text in public) == 1


KILLS_OF_DUPLICATE, LONGEST = 8, 7.0
"""How often the bot is killed, and the longest that it lives meanwhile, in seconds."""
WORDS = ("CAT", "CATS", "SO", "OS", "DO", "SOD")
ONE_ANSWERED = said("duplicate.answered_of", 2, answered=1)
SIGNS = (
    said("duplicate.same_tiles"),
    said("duplicate.the_round", number=1),
    said("duplicate.the_round", number=2),
    said("duplicate.the_end"),
)


def both(line: str) -> Act:
    """Lets both people use a command."""

    async def act(on: Stage, _: Person) -> None:
        await on.bruno.command(line)
        await on.ada.command(line)

    return act


STEPS = (
    Step("Ada", command("/together new variant:tiny rounds:2 time:86400"), SIGNS[0]),
    Step("Bruno", press("Join"), said("duplicate.players_in", 2)),
    Step("Ada", press("Start"), SIGNS[1]),
    Step("Bruno", command("/together answer move:8G CAT"), ONE_ANSWERED),
    Step("Ada", command("/play move:8H CAT"), SIGNS[2]),
    Step("Ada", both("/play move:8F CATS"), SIGNS[3]),
)


@pytest.mark.soak
async def test_X17_kills_from_outside_lose_no_answer_and_repeat_no_message(tmp_path: Path) -> None:
    chance = random.Random(SEED)
    plan = [
        Kill(after=chance.uniform(0.3, LONGEST), away=chance.choice((0.0, 0.0, 200.0)))
        for _ in range(KILLS_OF_DUPLICATE)
    ]
    with nursery() as made:
        async with stage(made, tmp_path, "CATSODEEE", WORDS, (), plan) as on:
            await play_through(on, STEPS)
            public = [text_of(message) for message in on.public()]
            assert [sum(sign in text.partition("\n- ")[0] for text in public) for sign in SIGNS] == [1, 1, 1, 1]
            await eventually(lambda: [buttons_of(message) for message in on.public()[:-1]] == [[], [], []])
            assert on.sees(said("duplicate.found_by", names="**Ada** and **Bruno**"))
            assert errors_in(on.keeper.log) == []
            assert on.keeper.deaths
