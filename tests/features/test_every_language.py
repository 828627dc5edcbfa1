"""A person's game against a computer player in each of these languages, through the bot."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from engine.game.state import GameState
from engine.loading import load_variant
from engine.model.tiles import KnownRack
from engine.model.variant import Variant
from tests.support.later import at_gate, later
from tests.support.playground import Person
from tests.support.running import Scene, ask, gathered
from tests.support.service import eventually

WORDS = {
    "ca": ("NYAPA", "QUENC", "K"),
    "de": ("STÜCK", "ZÄHNE", "Ø"),
    "en": ("WATER", "PHONY", "Ж"),
    "es": ("PERRO", "CHILE", "K"),
    "fr": ("VAGUE", "HIVER", "Ж"),
    "nl": ("WOORD", "ZEKER", "Ж"),
    "no": ("BÅTEN", "MØRKE", "Ж"),
    "pl": ("GŁOWA", "WĘŻEM", "V"),
    "ru": ("СЛОВО", "ВРЕМЯ", "W"),
    "sv": ("SKÖNT", "VÅGAR", "Ж"),
}
"""For each language a word that its dictionary has here, one that it lacks, and what is no letter there."""


def rack_of(word: str, variant: Variant) -> tuple[str, ...]:
    """Seven tiles: those of a word, and the first letter of the alphabet for the rest."""
    letters = variant.alphabet.split(word)
    return (*letters, *variant.alphabet.letters[:1] * (7 - len(letters)))


async def held(stage: Scene, person: Person, count: int) -> str:
    """So many tiles of a person's rack that have letters, typed."""
    state = await stage.state(person.channel_id())
    rack = state.seats[0].rack
    assert isinstance(rack, KnownRack)
    return "".join([f"[{tile.letter}]" for tile in rack.tiles if tile.letter][:count])


async def reached(stage: Scene, person: Person, fact: Callable[[GameState], bool]) -> GameState:
    """The state of the game once something is true of it."""

    async def holds() -> bool:
        return fact(await stage.state(person.channel_id()))

    await eventually(holds)
    return await stage.state(person.channel_id())


QUICK = ("ca", "ru")
"""One with tiles of several letters and one in another script, at the gate; the long tests play all the others."""


@pytest.mark.parametrize("code", [*at_gate(QUICK), *later(one for one in WORDS if one not in QUICK)])
async def test_N11_a_person_plays_a_computer_in_every_language(tmp_path: Path, code: str) -> None:
    """What is no letter is named; a word scores; tiles are exchanged; the computer takes an unknown word off."""
    known, unknown, foreign = WORDS[code]
    variant = load_variant("standard", code)
    draws = (*((one,) for one in variant.alphabet.letters[:2]), rack_of(known, variant), rack_of(unknown, variant))
    async with gathered(tmp_path, *draws, people=("Ada",), words=(known,)) as (stage, ada):
        await ada.command(f"/game new language:{code} preset:classic computer:6")
        await ada.wait_message("Robot1")
        await ask(ada, "/game rules rule:challenge value:single")
        await ada.command("/game start")
        first = await reached(stage, ada, lambda state: state.on_turn == 0)
        assert (first.variant.language, len(first.seats)) == (code, 2)
        await ask(ada, f"/try move:8H {foreign}A", foreign)
        assert await stage.state(ada.channel_id()) == first
        await ask(ada, f"/play move:8H {known}")
        second = await reached(stage, ada, lambda state: state.turn > first.turn + 1 and state.on_turn == 0)
        assert second.seats[0].score > 0
        await ask(ada, f"/exchange tiles:{await held(stage, ada, 1)}")
        third = await reached(stage, ada, lambda state: state.turn > second.turn + 1 and state.on_turn == 0)
        assert third.seats[0].score == second.seats[0].score
        assert len([*third.board.tiles()]) == len(variant.alphabet.split(known))
        await ask(ada, f"/play move:9H {await held(stage, ada, 7)}")  # seven tiles as they come, with words across them
        fourth = await reached(stage, ada, lambda state: state.turn > third.turn + 1 and state.on_turn == 0)
        assert (fourth.seats[0].score, fourth.board) == (third.seats[0].score, third.board)
