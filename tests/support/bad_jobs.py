"""Jobs that exceed their limits, for the reading process to run."""

from __future__ import annotations

import json
import os
import re
import signal
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bot.engines.children import Frame, pack
from bot.engines.reading import Output
from engine.errors import BadData, BadFile, Fault
from engine.sentences import Sentence
from engine.words.textlist import BadWord
from tests.support.sentences import said


def echo(data: bytes, options: Mapping[str, Any]) -> Output:
    return Output({**options, "pid": os.getpid()}, data)


def environment(_: bytes, __: Mapping[str, Any]) -> Output:
    return Output({"names": sorted(os.environ), "arguments": sys.argv})


def spin(_: bytes, __: Mapping[str, Any]) -> Output:
    while True:
        pass


def spin_without_end_in_c(_: bytes, __: Mapping[str, Any]) -> Output:
    re.match(r"(a+)+\Z", "a" * 64 + "b")
    return Output()


def sleep(_: bytes, __: Mapping[str, Any]) -> Output:
    time.sleep(600)
    return Output()


def allocate(_: bytes, __: Mapping[str, Any]) -> Output:
    kept = []
    while True:
        kept.append(b"\1" * (8 * 1024 * 1024))


def allocate_small(_: bytes, __: Mapping[str, Any]) -> Output:
    return Output({"most": len([str(number) for number in range(10**9)])})


def answer_too_much(_: bytes, options: Mapping[str, Any]) -> Output:
    return Output({}, bytes(options["size"]))


def tell_too_much(_: bytes, __: Mapping[str, Any]) -> Output:
    return Output({"text": "x" * 1_000_000})


def promise_too_much(_: bytes, __: Mapping[str, Any]) -> Output:
    """An attacker who has taken over the process could do this: write to the bot's pipe."""
    for number in range(3, 32):
        try:
            os.write(number, b"\x7f\xff\xff\xff\x7f\xff\xff\xff" + b"x" * 1000)
        except OSError:
            continue
    time.sleep(600)
    return Output()


def answer_nonsense(_: bytes, __: Mapping[str, Any]) -> Output:
    frame = pack(Frame({}))
    for number in range(3, 32):
        try:
            os.write(number, frame[:8] + b"[]")
        except OSError:
            continue
    time.sleep(600)
    return Output()


def chatter(data: bytes, __: Mapping[str, Any]) -> Output:
    print("x" * 1_000_000, flush=True)
    os.write(1, b"y" * 1_000_000)
    return Output({}, data)


def die(_: bytes, __: Mapping[str, Any]) -> Output:
    os.kill(os.getpid(), signal.SIGKILL)
    return Output()


def leave(_: bytes, __: Mapping[str, Any]) -> Output:
    os._exit(0)


def fail(data: bytes, __: Mapping[str, Any]) -> Output:
    raise LookupError(data.decode())


def not_json(_: bytes, __: Mapping[str, Any]) -> Output:
    return Output({"what": object()})


def recurse(_: bytes, __: Mapping[str, Any]) -> Output:
    return Output({"deep": json.loads("[" * 100_000)})


def refuse(_: bytes, options: Mapping[str, Any]) -> Output:
    match options["how"]:
        case "data":
            raise BadData("words.txt", Sentence("is damaged"), 7)
        case "word":
            raise BadWord("words.txt", Sentence(said("words.line_is_empty")), 2, "x" * 100_000)
        case _:
            raise BadFile.of(Fault("mine.toml", line, Sentence("{key} is missing", key="name")) for line in range(1, 9))


def write(_: bytes, options: Mapping[str, Any]) -> Output:
    Path(options["path"]).write_bytes(b"something")
    return Output()


JOBS = {
    job.__name__: job
    for job in (
        *(echo, environment, spin, spin_without_end_in_c, sleep, allocate, allocate_small, answer_too_much),
        *(tell_too_much, promise_too_much, answer_nonsense, chatter, die, leave, fail, not_json, recurse, refuse),
        write,
    )
}
