"""`all` with A, L and L on the rack: players are asked what they mean."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bot.front.play import turns
from bot.text import texts_for
from bot.text.typed import TypedMeaning, typed_words
from tests.support.later import at_gate, later
from tests.support.playground import Person
from tests.support.readable import buttons_of
from tests.support.running import Scene, ask, board, gathered, started
from tests.support.sentences import said


async def rack(stage: Scene, person: Person, channel: str) -> list[str]:
    """A person's letters."""
    return sorted(await stage.rack(person, channel))


ANSWERS = (("All my tiles", 4, "A"), ("Only A, L, L", 3, "C"))


@pytest.mark.parametrize(
    ("typed", "button", "count", "kept"),
    [
        ("ALL", *ANSWERS[0]),
        *at_gate([("ALL", *ANSWERS[1])]),
        *later((typed, *one) for typed in ("all", " All ") for one in ANSWERS),
    ],
)
async def test_D3_exchange_all_asks_where_it_could_mean_letters(
    tmp_path: Path, typed: str, button: str, count: int, kept: str
) -> None:
    """Nothing is exchanged before the answer; both answers do what they say."""
    async with gathered(tmp_path, "A", "C", "ALLC", "ATSE", letters="AALLLLCATSEE", rack_size=4) as (stage, ada, bruno):
        first = await started(ada, bruno)
        channel = ada.channel_id()
        assert await rack(stage, ada, channel) == ["A", "C", "L", "L"]
        asked = await ask(ada, f"/exchange tiles:{typed}", said("play.exchange_all", letters="A, L, L"))
        assert buttons_of(asked) == ["All my tiles", "Only A, L, L", "Cancel"]
        assert (await stage.state(channel)).on_turn == (await stage.state(channel)).seat_of(ada.id)
        await ada.click(asked, button)
        await board(bruno, f"{count} tiles", after=first)
        left = await rack(stage, ada, channel)
        assert len(left) == 4
        assert kept in left


@pytest.mark.gate
async def test_D3_exchange_all_is_not_asked_about_where_it_is_plain(tmp_path: Path) -> None:
    """Not if the rack lacks the letters, nor if they are the whole rack, nor for single letters."""
    async with gathered(tmp_path, "A", "C", "ALL", "ATS", letters="AALLLLCATSEETT", rack_size=3) as (_, ada, bruno):
        await started(ada, bruno)
        await ask(ada, "/exchange tiles:all", "You exchanged")
        await ask(bruno, "/exchange tiles:ALL", "You exchanged")
        await ask(ada, "/exchange tiles:A", "")


@pytest.mark.gate
async def test_N11_the_word_of_another_language_is_asked_about_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The person's word means the whole rack, unless the rack spells it; the answer then means those letters."""
    words = typed_words(texts_for("en"), "en")
    meanings = {**words.meanings, "cat": frozenset({TypedMeaning.ALL})}
    monkeypatch.setattr(turns, "typed_words", lambda *_: replace(words, meanings=meanings))
    async with gathered(tmp_path, "A", "C", "CATS", "ATSE", letters="CATSATSEEELLL", rack_size=4) as (_, ada, bruno):
        first = await started(ada, bruno)
        asked = await ask(ada, "/exchange tiles:Cat", said("play.exchange_all"))
        [only] = [label for label in buttons_of(asked) if label.startswith("Only")]
        assert sorted(only.removeprefix("Only ").split(", ")) == ["A", "C", "T"]
        await ada.click(asked, only)
        await board(bruno, "3 tiles", after=first)
