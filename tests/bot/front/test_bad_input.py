"""Every mistyped request gets a clear answer and changes nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.playground import DM
from tests.support.readable import text_of
from tests.support.running import DRAWS, LETTERS, answer, ask, board, gathered, started
from tests.support.sentences import said

BAD = {
    "8H": "8H",
    "hello there you": "hello there you",
    "99Z CAT": "board",
    "8H CAZ": said("moves.not_dictionary", 1),
    "8H DO": "tiles",
    "1A CAT": "H8",
    "8H C😀T": "😀",
    "8H " + "A" * 3997: "move",
    "8H @everyone": "everyone",
}


async def test_every_bad_move_is_answered_and_changes_nothing(tmp_path: Path) -> None:
    """Unknown text, tiles not on the rack, off the board, emoji, and a move of 4,000 characters."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        await started(ada, bruno)
        before = await stage.state(ada.channel_id())
        shown = len([m for m in bruno.visible() if not m["flags"] & 64])
        told = ada.last()
        for move in BAD:
            await ada.command(f"/play move:{move}")
            told = await ada.wait_message(lambda m: bool(m["flags"] & 64), after=told)
            assert "went wrong" not in text_of(told), move
            assert len(text_of(told)) < 1000
        assert await stage.state(ada.channel_id()) == before
        assert len([m for m in bruno.visible() if not m["flags"] & 64]) == shown


REFUSED = (
    ("Bruno", "/play move:8H SO", "turn"),
    ("Chloe", "/play move:8H AT", "seat"),
    ("Ada", "/play move:8H TAC", "TAC"),
    ("Ada", "/play move:8H DOG", "tiles"),
    ("Ada", "/exchange tiles:ZZ", "Z"),
    ("Ada", "/exchange tiles:", "exchange"),
    ("Ada", "/challenge", "challenge"),
    ("Ada", "/undo", "Nothing to undo"),
    ("Ada", "/seat computer level:3", "start"),
    ("Chloe", "/game join", "start"),
    ("Ada", "/game new", "already a game"),
    ("Ada", "/game join code:nonsense", said("games.no_such_code")),
    ("Ada", "/game rules rule:gravity", "rule"),
    ("Ada", "/game rules rule:undo value:maybe", "start"),
    ("Ada", "/board square:Z99", "Z99"),
    ("Ada", "/help topic:cooking", "cooking"),
    ("Chloe", "/rack", "seat"),
)
"""People, what they ask for, and a part of the answer."""


async def test_requests_that_are_refused(tmp_path: Path) -> None:
    """Another's turn, not seated, unknown words, a second game in the channel: each is answered and changes nothing."""
    async with gathered(tmp_path, *DRAWS, people=("Ada", "Bruno", "Chloe"), letters=LETTERS, rack_size=3) as (
        stage,
        *people,
    ):
        asking = {person.name: person for person in people}
        await started(asking["Ada"], asking["Bruno"])
        before = await stage.state(asking["Ada"].channel_id())
        for name, line, expected in REFUSED:
            person = asking[name]
            last = person.last()
            await person.command(line)
            told = text_of(await person.wait_message(lambda m: bool(m["flags"] & 64), after=last))
            assert expected.lower() in told.lower(), line
            assert "went wrong" not in told, line
        assert await stage.state(asking["Ada"].channel_id()) == before


async def test_options_that_are_not_offered(tmp_path: Path) -> None:
    """An option's free text is checked, and a request without a game is told so."""
    async with gathered(tmp_path, people=("Ada",)) as (_, ada):
        for line, expected in (
            ("/game new preset:wild", "Friendly"),
            ("/game new variant:moon", "standard"),
            ("/game new language:xx", "English"),
            ("/game new lexicon:/etc/passwd", "English"),
            ("/play move:8H CAT", said("games.no_game")),
            ("/rack", said("games.no_game")),
            ("/game end", said("games.no_game")),
        ):
            assert "went wrong" not in text_of(await ask(ada, line, expected))
        assert not [m for m in ada.visible() if not m["flags"] & 64]


async def test_game_in_a_deleted_channel_hurts_nobody(tmp_path: Path) -> None:
    """The game's channel is deleted: its players can play elsewhere, and the bot keeps working."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        await started(ada, bruno)
        state = await stage.state(ada.channel_id())
        stage.playground.world.remove_channel(ada.channel_id())
        await ada.open_dm()
        await ada.command("/play move:8H AT", channel=DM)
        await ada.wait_message("You played", channel=DM)
        await ada.wait_message("no longer post", channel=DM)
        assert stage.app and stage.app.core
        assert (await stage.app.core.games.journal.of_person(ada.id))[0].sequence > state.sequence
        ada.place = "games"
        await ada.command("/game new variant:tiny")
        await ada.wait_message("seats taken")


@pytest.mark.gate
async def test_bot_without_permission_to_write_says_so_in_private(tmp_path: Path) -> None:
    """A move counts although its board cannot be posted; afterwards the host is told."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        first = await started(ada, bruno)
        stage.playground.world.deny_bot(stage.playground.world.channel(ada.channel_id()), "send_messages")
        await ada.command("/play move:8H AT")
        await answer(ada, "You played")
        await ada.wait_message("no longer post", channel=DM)
        stage.playground.world.deny_bot(stage.playground.world.channel(ada.channel_id()))
        await bruno.command("/pass")
        await board(ada, after=first)
