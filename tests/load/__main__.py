"""`python -m tests.load`: play with many servers and print what it costs."""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from pathlib import Path

from tests.load.run import Plan, run


def main() -> None:
    """Read the options, run, print."""
    parser = argparse.ArgumentParser(prog="python -m tests.load", description=__doc__)
    parser.add_argument("--servers", type=int, default=1000, help="servers, each with one game at a time")
    parser.add_argument("--seconds", type=float, default=120.0, help="how long they play")
    parser.add_argument("--rate", type=float, default=20.0, help="actions a second, of all servers together")
    parser.add_argument("--idle", type=float, default=30.0, help="seconds to measure while nobody acts")
    parser.add_argument("--options", default="variant:tiny", help="options of /game new")
    parser.add_argument("--database", default="", help="the address of an empty database, instead of an SQLite file")
    parser.add_argument("--games", type=int, default=0, help="play on until so many games are over, for the memory")
    parser.add_argument("--one-core", action="store_true", help="keep the bot on the machine's first core")
    given = parser.parse_args()
    plan = Plan(given.servers, given.seconds, given.rate, given.idle, given.options, given.one_core, given.games)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        figures = asyncio.run(run(plan, Path(folder), given.database))
    print("\n".join(figures.lines()))
    for one in (*figures.lost[:10], *figures.errors[:10]):
        print(one)


if __name__ == "__main__":
    main()
