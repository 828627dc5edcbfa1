"""The bot's own games as records: they replay without a difference."""

from __future__ import annotations

import random

import pytest

from engine.errors import BadData, RuleViolation
from engine.formats import gcg, journal
from engine.formats.replay import replay
from engine.game import commands as cmd
from engine.game.codec import CLASSES, decode
from engine.game.phases import Over
from tests.support.games import CLASSIC, NO_UNDO, Table, variant_of, word_set

LETTERS = "AAEEIIOOTTRRSSNNLLDDZ?"


def test_a_running_game_with_a_phony_challenged_off() -> None:
    table = Table(CLASSIC, variant_of("AAEEETTRRSZO?N"), words=word_set("STARE")).start("AERSTEZ", "AETRO?N")
    table.play("8D STARE")
    table.play("F7 rAT")
    table.do(cmd.Challenge("ada"))
    table.pass_()
    lines = gcg.write(journal.record(table.events, open_racks=True)).decode().splitlines()
    assert lines == [
        "#player1 Ada Ada",
        "#player2 Bruno Bruno",
        "#lexicon test",
        ">Ada: AEERSTZ 8D STARE +12 12",
        ">Bruno: AENORT? F7 r.T +2 2",
        ">Bruno: AENORT? -- -2 0",
        ">Ada: EZ - +0 12",
        "#rack1 EZ",
        "#rack2 AENORT?",
        "#incomplete",
    ]


def test_without_open_racks_only_placed_tiles_are_told() -> None:
    table = Table(NO_UNDO, variant_of(LETTERS)).start("AERSTLZ", "EIONLD?")
    table.play("8D STARE")
    table.do(cmd.Exchange("bruno", "EI"))
    text = gcg.write(journal.record(table.events, open_racks=False)).decode()
    assert ">Ada: AERST 8D STARE +12 12" in text
    assert ">Bruno:  -2 +0 0" in text
    assert "Z" not in text
    assert "#rack" not in text


def test_undone_moves_are_not_in_the_record() -> None:
    table = Table(NO_UNDO.with_value("undo", "on"), variant_of(LETTERS)).start("AERSTLZ", "EIONLD?")
    table.play("8D STARE")
    table.do(cmd.Undo("ada"))
    assert journal.record(table.events, open_racks=True).events == ()


def test_names_become_short_names_of_one_word() -> None:
    table = Table(NO_UNDO, names=("ana maría", "ana  maría", "b")).start()
    record = journal.record(table.events, open_racks=True)
    assert [player.nick for player in record.players] == ["Ana_María", "Ana_María_2", "B"]


@pytest.mark.parametrize("end", ["standard", "american"])
@pytest.mark.parametrize("seed", range(4))
def test_random_games_replay_without_a_difference(seed: int, end: str) -> None:
    rules = NO_UNDO.with_value("end_adjustment", end)
    table = Table(rules, variant_of("AAEEIIOOTTRRSSNN?", 5), seed=seed).start()
    play_to_the_end(table, random.Random(seed))
    record = journal.record(table.events, open_racks=True)
    assert gcg.read(gcg.write(record)) == record
    replayed = replay(record, table.game.variant)
    assert replayed.differences == 0
    assert [turn.remarks for turn in replayed.turns if turn.remarks] == []
    assert replayed.board == table.game.board
    assert list(replayed.totals) == table.scores


def play_to_the_end(table: Table, luck: random.Random) -> None:
    """Plays anything anywhere, since every word is good, and passes when a hundred tries find nothing."""
    while not isinstance(table.game.phase, Over):
        for _ in range(100):
            seat = table.game.on_turn
            assert seat is not None
            letters = [letter.replace("?", "?E") for letter in table.letters(seat)]
            word = "".join(luck.sample(letters, luck.randint(1, min(3, len(letters)))))
            place = luck.choice(
                ["8G", "G8", f"{luck.randint(1, 15)}{luck.choice('EFGHIJK')}", f"H{luck.randint(3, 12)}"]
            )
            try:
                table.play(f"{place} {word}")
                break
            except RuleViolation:
                continue
        else:
            table.pass_()


@pytest.mark.parametrize("version", [0, -1, -(10**30)])
def test_a_version_that_there_never_was_is_refused(version: int) -> None:
    """Versions begin at 1."""
    with pytest.raises(BadData, match="version"):
        decode({"type": next(iter(CLASSES)), "v": version})
