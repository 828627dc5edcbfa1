"""The log: its forms, what each line is about, and what it never holds."""

from __future__ import annotations

import asyncio
import io
import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bot.logs import JsonFormatter, SafeFormatter, about, note_game, start_logging
from bot.playground.faults import Cut
from bot.settings import Settings, SettingsError
from tests.support.running import ask, gathered, started
from tests.support.scraping import ANY_PORT, scrape
from tests.support.service import eventually

SECRET = "Zyzzogeton"
"""What a test writes wherever people can write."""
TOKEN = "MTA.secret.token"


@contextmanager
def logged(formatter: logging.Formatter, level: int = logging.DEBUG) -> Iterator[io.StringIO]:
    """Everything logged meanwhile, as a formatter writes it."""
    stream, root = io.StringIO(), logging.getLogger()
    handler, before = logging.StreamHandler(stream), root.level
    handler.setFormatter(formatter)
    root.addHandler(handler)
    root.setLevel(level)
    try:
        yield stream
    finally:
        root.removeHandler(handler)
        root.setLevel(before)


def lines(stream: io.StringIO) -> list[dict[str, str]]:
    """The objects of a log in JSON."""
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_X11_json_lines_name_game_and_cause() -> None:
    """Only while the work is about them; nested work keeps what it does not change."""
    log = logging.getLogger("bot.test")
    with logged(JsonFormatter()) as stream:
        log.warning("before")
        with about(game="abc23456", cause="i1"):
            log.warning("outer")
            with about(cause="i2"):
                log.error("inner %d", 7)
        log.warning("after")
    told = lines(stream)
    assert [one.get("game") for one in told] == [None, "abc23456", "abc23456", None]
    assert [one.get("cause") for one in told] == [None, "i1", "i2", None]
    assert told[2] | {"time": ""} == {
        "time": "",
        "level": "error",
        "logger": "bot.test",
        "message": "inner 7",
        "game": "abc23456",
        "cause": "i2",
    }
    assert all(one["time"].endswith("+00:00") for one in told)


async def test_X11_tasks_and_threads_inherit_the_subject() -> None:
    """What a task notes later does not leak into the others."""
    log = logging.getLogger("bot.test")

    async def work(game: str) -> None:
        note_game(game)
        await asyncio.sleep(0)
        await asyncio.to_thread(log.warning, "at work")

    with logged(SafeFormatter()) as stream, about(cause="c"):
        await asyncio.gather(work("one"), work("two"))
        log.warning("outside")
    told = sorted(line for line in stream.getvalue().splitlines() if "bot.test" in line)
    assert [line.rpartition("[")[2] for line in told] == ["game=one cause=c]", "game=two cause=c]", "cause=c]"]


@pytest.mark.parametrize("formatter", [SafeFormatter(TOKEN), JsonFormatter(TOKEN)])
async def test_X11_exceptions_are_named_and_never_quoted(formatter: logging.Formatter) -> None:
    """Their texts, the states of tasks and addresses with tokens can hold anything; a line stays one line."""
    with logged(formatter) as stream:
        try:
            raise ValueError(SECRET)
        except ValueError:
            logging.getLogger("bot.test").exception("it failed")

        async def fails() -> None:
            raise LookupError(SECRET)

        task = asyncio.create_task(fails(), name="fails")
        await asyncio.wait({task})
        context = {"message": "Task exception was never retrieved", "exception": task.exception(), "future": task}
        asyncio.get_running_loop().call_exception_handler(context)
        logging.getLogger("discord.http").warning("429 for /webhooks/12/%s/messages with %s", SECRET, TOKEN)
    told = stream.getvalue()
    assert SECRET not in told
    assert TOKEN not in told
    assert "ValueError" in told
    assert "LookupError" in told
    assert "/webhooks/12/***" in told
    assert len(told.splitlines()) == 3


async def test_X11_a_hostile_game_leaves_no_secret_in_logs_and_metrics(tmp_path: Path) -> None:
    """Names, chat, moves, racks and tokens of a whole game, at the most detailed level, with faults of the network."""
    racks = ("CAT", "SOD", "ENT")
    start_logging("debug")
    with logged(JsonFormatter()) as stream:
        async with gathered(tmp_path, "A", "C", *racks, letters="ACTSODENTAGEOSRK", rack_size=3, metrics=ANY_PORT) as (
            stage,
            ada,
            bruno,
        ):
            first = await started(ada, bruno, f"variant:tiny name:{SECRET}")
            await ask(ada, f"/check word:{SECRET}")
            await ask(ada, f"/play move:8G {SECRET}")
            await ada.say(f"8G {SECRET}")
            await ada.say(f"{SECRET} is what I think of you")
            await ada.click(first, "Rack")
            await ask(ada, "/try move:8G CAT", "8G CAT")
            await ask(ada, f"/game join code:{SECRET}")
            stage.playground.faults.plan(Cut(after=False), "PATCH", "@original", count=5)
            await bruno.command("/rack")
            await eventually(lambda: any("lost" in one["message"] for one in lines(stream)))
            stage.playground.faults.clear()  # the next answer may take the same way
            await ask(ada, "/play move:8G CAT", "8G CAT")
            await bruno.wait_message("played 8G CAT")
            await eventually(lambda: any(one.get("game") for one in lines(stream)))
            metrics = await scrape(stage.app)
            token = stage.playground.token
    told = lines(stream)
    text = stream.getvalue()
    for secret in (SECRET, SECRET.upper(), token, '"CAT"', " CAT", "SOD", "Ada", "Bruno"):
        assert secret not in text, [one for one in text.splitlines() if secret in one][:3]
        assert secret not in metrics
    lost = [one for one in told if "lost" in one["message"] or "reached" in one["message"]]
    assert lost
    assert all(one["cause"].startswith("i") and one["game"] for one in lost), lost


def test_X11_the_form_of_the_log_is_a_setting() -> None:
    """Text unless told otherwise; anything else is refused by name."""
    assert Settings.from_environment({}).log_format == "text"
    assert Settings.from_environment({"TILEWRIGHT_LOG_FORMAT": "JSON"}).log_format == "json"
    with pytest.raises(SettingsError, match="TILEWRIGHT_LOG_FORMAT"):
        Settings.from_environment({"TILEWRIGHT_LOG_FORMAT": "xml"})
