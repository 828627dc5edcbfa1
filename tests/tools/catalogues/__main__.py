"""`python -m tests.tools.catalogues`: refreshes, checks and begins catalogues."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from tests.tools.catalogues import check, create, refresh, translated


def main(given: Sequence[str] | None = None) -> int:
    """Do what the command line asks; 1 if a check has found faults."""
    asked = _parser().parse_args(given)
    match asked.action:
        case "check":
            return _check(tuple(asked.language))
        case "new":
            return _create(asked.language)
        case _:
            _say(*refresh())
            return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tests.tools.catalogues", description="Refresh the template and catalogues."
    )
    actions = parser.add_subparsers(dest="action")
    checking = actions.add_parser("check", help="list what is wrong in the catalogues")
    checking.add_argument("language", nargs="*", help="languages such as de; all that have a catalogue by default")
    actions.add_parser("new", help="begin a catalogue").add_argument("language", help="a language such as it or pt_BR")
    return parser


def _check(languages: tuple[str, ...]) -> int:
    unknown = sorted(set(languages) - set(translated()))
    if unknown:
        _say(f"There is no catalogue for {', '.join(map(repr, unknown))}; the action `new` begins one.")
        return 1
    found = check(languages)
    _say(*found, f"{len(found)} faults")
    return 1 if found else 0


def _create(language: str) -> int:
    try:
        _say(create(language))
    except ValueError as error:
        _say(error)
        return 1
    return 0


def _say(*lines: object) -> None:
    print(*lines, sep="\n")


if __name__ == "__main__":
    sys.exit(main())
