"""A person who makes many requests at once waits for them, and nobody else does."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest

from bot.fairness import beneficiary, on_behalf_of
from bot.front.components import pictures as pictures_module
from bot.front.components.message import Image, Message
from bot.front.components.pictures import WAITING, Pictures, drawing_threads
from bot.front.interaction.in_flight import MOST_ANSWERING, InFlight
from bot.model.errors import TooManyAtOnce
from bot.render import Picture, Style
from tests.support.readable import pictures_of, text_of
from tests.support.running import ask, gathered, started
from tests.support.scenes import rack
from tests.support.sentences import said
from tests.support.service import passes


async def test_a_person_has_so_many_requests_under_way() -> None:
    """One more is refused at once and counts for nobody else; the work is done on behalf of the person."""
    busy, end, keys = InFlight(), asyncio.Event(), set[str]()

    async def ask(person: str) -> None:
        with busy.answering(person) as earlier:
            await earlier()
            keys.add(beneficiary())
            await end.wait()

    waiting = [asyncio.create_task(ask("ada")) for _ in range(MOST_ANSWERING)]
    await asyncio.sleep(0)
    with pytest.raises(TooManyAtOnce):
        await ask("ada")
    other = asyncio.create_task(ask("bruno"))
    await asyncio.sleep(0)
    assert keys == {"person/ada", "person/bruno"}
    end.set()
    await asyncio.gather(*waiting, other)
    await ask("ada")


async def test_pictures_of_one_person_do_not_hold_up_anothers(monkeypatch: pytest.MonkeyPatch) -> None:
    """People take turns; a person may have a limited number waiting; nobody waits for ever."""
    begun, go_on, drawn = threading.Event(), threading.Event(), list[str]()

    def draw(image: Image, style: Style) -> Picture:
        begun.set()
        go_on.wait()
        drawn.append(image.filename)
        return Picture(b"", "image/png", 1, 1)

    monkeypatch.setattr(pictures_module, "draw", draw)
    monkeypatch.setattr(pictures_module, "THREADS", 1)
    pool = drawing_threads()
    pictures = Pictures(pool)

    def draws(person: str, number: int) -> asyncio.Task[object]:
        with on_behalf_of(person):
            message = Message((Image(rack(), f"{person}{number}", ""),))
            return asyncio.create_task(pictures.files(message, Style()))

    first = draws("a", 0)
    await asyncio.to_thread(begun.wait)
    many = [draws("a", number) for number in range(1, WAITING + 1)]
    await asyncio.sleep(0)
    quiet = draws("b", 0)
    with pytest.raises(TooManyAtOnce):
        await draws("a", 99)
    go_on.set()
    await asyncio.gather(first, *many, quiet)
    assert drawn.index("b0") <= 2
    begun.clear()
    go_on.clear()
    monkeypatch.setattr(pictures_module, "PATIENCE", 0.01)
    with pytest.raises(TooManyAtOnce):
        await draws("a", 100)
    go_on.set()
    pool.shutdown()


async def test_an_answer_without_time_for_its_picture_comes_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The request is answered, not refused."""

    async def refuse(drawn: list[asyncio.Future[Picture]]) -> list[Picture]:
        if drawn:
            raise TooManyAtOnce
        return []

    async with gathered(tmp_path, thinker=passes) as (_, ada, bruno):
        await started(ada, bruno)
        monkeypatch.setattr(pictures_module, "_all", refuse)
        told = await ask(ada, "/board style:picture")
        assert not pictures_of(told)
        assert said("status.tiles_pool", 7) in text_of(told)
