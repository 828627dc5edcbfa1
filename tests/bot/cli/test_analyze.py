"""`tilewright analyze`."""

from __future__ import annotations

import html.parser
import re
from pathlib import Path
from typing import Any

import pytest

from engine.formats import gamejson, gcg
from engine.game import commands as cmd
from tests.support.computers import table
from tests.support.malformed import HEAD
from tests.support.records import CLUB
from tests.support.sentences import said

NAME = "<b>Ann & Co</b>"
"""A name that would be markup in a page that did not escape it."""

FEW = ">a: AEINRST 8D STAINER +66 66\n>b: BDEEGQU -GQU +0 0\n>a: AABCDEK 9C BACK +33 99\n"


@pytest.fixture
def short(put: Any) -> Path:
    """A record of a few turns."""
    return put("short.gcg", HEAD.replace("Ann", NAME) + FEW)


def test_json_holds_exactly_what_is_promised(cli: Any, short: Path) -> None:
    answer = cli.data("analyze", short, "--seconds", "0.1", "--json")
    assert set(answer) == {"analyser", "meaning", "players", "turns"}
    assert [one["player"] for one in answer["players"]] == ["a", "b"]
    assert [turn["number"] for turn in answer["turns"]] == [1, 2, 3]
    turn = answer["turns"][1]
    assert turn["played"]["move"] == "-GQU"
    assert (turn["rack"], turn["phase"], turn["player"]) == ("BDEEGQU", "open", "b")
    assert turn["cgp"].split(maxsplit=1)[1] == "BDEEGQU/ 0/66 0"
    assert "7STAINER1" not in turn["cgp"] and "3STAINER5" in turn["cgp"]
    assert set(turn["best"][0]) == {"move", "score", "win", "lead", "equity", "deals", "proven"}


def test_the_record_with_notes_is_still_the_record(cli: Any, put: Any) -> None:
    """The events are unchanged, old notes stay in front, and each decision has a note with moves."""
    plain = gcg.read(CLUB.encode())
    lines = CLUB.splitlines()
    game = put("club.gcg", "\n".join(lines[: lines.index(next(one for one in lines if "JEEP" in one)) + 1]) + "\n")
    result = cli("analyze", game, "--seconds", "0.1")
    assert result.exit_code == 0
    told = gcg.read(result.stdout_bytes)
    kept = [one for one, _ in zip(plain.events, told.events, strict=False)]
    for old, new in zip(kept, told.events, strict=True):
        assert gcg.move_text(old) == gcg.move_text(new)
        assert (old.rack, old.score, old.total) == (new.rack, new.score, new.total)
        assert new.note.startswith(old.note)
    decisions = [one for one in told.events if isinstance(one, gcg.GcgPlay | gcg.GcgExchange)]
    assert all(re.search(r"^1\. ", one.note, re.MULTILINE) for one in decisions)
    assert said("reviews.phony_came_off_board") in told.events[1].note
    assert told.opening_note.count("mistake index") == 2


class _Page(html.parser.HTMLParser):
    """What a browser would load and show."""

    def __init__(self) -> None:
        super().__init__()
        self.sources: list[str] = []
        self.tags: list[str] = []
        self.shown = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.sources += [value or "" for name, value in attrs if name in ("src", "href")]

    def handle_data(self, data: str) -> None:
        self.shown += data


def test_the_page_needs_no_other_file_and_escapes_names(cli: Any, short: Path, tmp_path: Path) -> None:
    target = tmp_path / "page.html"
    assert cli("analyze", short, "--seconds", "0.1", "--html", target).exit_code == 0
    page = _Page()
    page.feed(target.read_text(encoding="utf-8"))
    assert NAME in page.shown
    assert "b" not in page.tags
    assert "script" not in page.tags
    assert page.tags.count("img") == 3
    assert all(source.startswith("data:image/png;base64,") for source in page.sources)


def test_files_that_exist_are_left_alone(cli: Any, short: Path, put: Any) -> None:
    target = put("there.gcg", "mine")
    assert "--yes" in cli.refusal("analyze", short, "--gcg", target)
    assert target.read_text() == "mine"
    assert cli("analyze", short, "--seconds", "0.1", "--gcg", target, "--yes").exit_code == 0
    assert target.read_text().startswith("#")


def test_our_own_saved_games_are_read(cli: Any, put: Any) -> None:
    """An undone move has no note, and the note of a move is on the event of that move."""
    game = table(names=("ada", "bruno")).start("BEARDIS", "AEINRST")
    game.play("8D BEARD")
    game.pass_()
    game.do(cmd.End("999", moderator=True))
    saved = put("game.json", gamejson.write(game.events))
    told = gcg.read(cli("analyze", saved, "--lexicon", "english", "--seconds", "0.1").stdout_bytes)
    assert [gcg.move_text(one) for one in told.events[:2]] == ["8D BEARD", "-"]
    assert all("1. " in one.note for one in told.events[:2])


def test_a_running_game_of_ours_is_refused(cli: Any, put: Any) -> None:
    assert "JSON" in cli.refusal("analyze", put("game.json", "{"))
    assert "No such file" in cli.refusal("analyze", Path("nosuch.gcg"))
