"""Custom ids, whether posted, forged or old, and every mistyped request."""

from __future__ import annotations

import random
from dataclasses import MISSING, dataclass, fields, replace
from pathlib import Path
from typing import Any

import pytest

from bot.front.components import buttons, payloads
from bot.front.components.buttons import LONGEST_ID, Action, Actions, RequestedAction
from bot.front.components.payloads import Long, OfChange, OfGame, OfMessage, OfRack, OfTurn, Payload
from bot.front.settings.messages import SET_LIMIT, SET_MINE
from bot.limits import Limit, Per
from bot.service.rights import Right
from bot.wiring.bot import ROOMS
from tests.fuzz.making import mutated
from tests.support.later import at_gate
from tests.support.payloads import filled, kinds, longest
from tests.support.pictures import text_of
from tests.support.playground import DM
from tests.support.running import DRAWS, LETTERS, answer, ask, board, gathered, started
from tests.support.sentences import said

GAME = "7bgssw6e"
ACTIONS = {name: binding.action for name, binding in ROOMS.registry.items()}


def read_id(custom_id: str) -> RequestedAction | None:
    """What an id requests of a bot with all features."""
    return buttons.read_id(custom_id, ROOMS.registry)


# --- what is posted now -----------------------------------------------------------------------------------------------


def test_ids_are_short_and_say_what_they_are_about() -> None:
    """Fields with their default value are left out."""
    assert Actions.MORE.id(GAME) == "tw:more:7bgssw6e"
    assert Actions.RACK.id(GAME) == "tw:rack:7bgssw6e"
    assert Actions.RACK.id(GAME, seat=0) == "tw:rack:7bgssw6e:0"
    assert SET_MINE.id("text-board", on=False) == "tw:set_mine:text-board:0"
    assert SET_LIMIT.id(Limit.GAMES, Per.SERVER) == "tw:limit_set:games:server"
    assert Actions.CANCEL.id() == "tw:cancel"
    assert read_id("tw:rack:7bgssw6e") == RequestedAction(Actions.RACK, OfRack(GAME, None))


def test_every_payload_comes_back_from_an_id_that_discord_takes() -> None:
    """This includes the longest payload; if it opens a form, the form has an id too, even for a forged button."""
    for name, action in ACTIONS.items():
        payload = longest(action)
        made = buttons.write_id(name, payload)
        form = buttons.write_form_id(name, payload) if ROOMS.registry[name].form else made
        assert len(made) <= len(form) <= LONGEST_ID
        assert read_id(made) == read_id(form) == RequestedAction(action, payload)


def test_any_values_that_fit_the_fields_of_a_payload_come_back() -> None:
    """Numbers below 0 only where they are declared, as points of a game are: others are never written or read."""
    luck = random.Random(1)

    def value(wanted: Any) -> Any:
        match wanted:
            case payloads.Signed:
                return payloads.Signed(luck.choice((-1, -50, -9999, 1 - 2**31, luck.randrange(2**31))))
            case payloads.Long:
                return Long(luck.choice((0, luck.randrange(2**63))))
        known = {int: luck.randrange(luck.choice((2, 2**31))), bool: luck.random() < 0.5, str: "z-9"}
        return known[wanted] if wanted in known else luck.choice(list(wanted))

    for name, action in ACTIONS.items():
        for _ in range(20):
            payload = filled(action, value)
            assert read_id(buttons.write_id(name, payload)) == RequestedAction(action, payload)
        for at, wanted in enumerate(kinds(action)):
            below = replace(payload, **{fields(payload)[at].name: -1}) if wanted in (int, Long) else payload  # type: ignore[call-overload, arg-type, type-var]
            if below != payload:
                with pytest.raises(ValueError, match="-1"):
                    buttons.write_id(name, below)


def test_forms_are_told_apart() -> None:
    """Two forms of one button have different ids and mean the same."""
    first, second = (buttons.write_form_id("play", OfTurn(GAME, 3)) for _ in range(2))
    assert first != second
    assert read_id(first) == read_id(second) == RequestedAction(Actions.PLAY, OfTurn(GAME, 3))


@pytest.mark.parametrize(
    "payload",
    [
        OfGame(""), OfGame("z" * 41), OfGame("a:b"), OfGame("A"), OfTurn(GAME, -1), OfTurn(GAME, 2**31),
        OfMessage(GAME, Long(2**63)),
    ],
)  # fmt: skip
def test_what_no_id_can_carry_is_a_fault_of_the_program(payload: Payload) -> None:
    """It never reaches a message."""
    with pytest.raises(ValueError, match="cannot carry"):
        buttons.write_id("more", payload)


def test_an_id_that_is_too_long_is_a_fault_of_the_program() -> None:
    """Discord would refuse the whole message."""
    with pytest.raises(ValueError, match="more than 100"):
        buttons.write_id("x" * 60, OfGame("z" * 40))


@dataclass(frozen=True, slots=True)
class _OfPlaces(Payload):
    places: tuple[int, ...]


def test_a_field_of_another_type_is_a_fault_of_the_program() -> None:
    """A payload declares only fields that an id can carry."""
    with pytest.raises(TypeError, match=r"_OfPlaces\.places"):
        Action("places", _OfPlaces, Right.ANYONE)


@dataclass(frozen=True, slots=True)
class _OfTurnLater(OfTurn):
    """`OfTurn` as a later version could extend it."""

    side: int = 0


def test_a_later_version_may_add_fields_with_defaults() -> None:
    """Ids posted now stay readable."""
    _, texts = buttons.split_id(Actions.PLAY.id(GAME, 3)) or ("", ())
    assert buttons.read_payload(_OfTurnLater, texts) == _OfTurnLater(GAME, 3, 0)


@pytest.mark.parametrize(
    "custom_id",
    [
        "", "tw:", "tw", "tw:more", "tw:more:", "tw:more:A", "tw:later:7bgssw6e", "tw:more:7bgssw6e:1",
        "tw:play:7bgssw6e", "tw:play:7bgssw6e:", "tw:play:7bgssw6e:-1", "tw:play:7bgssw6e:٣", "tw:cancel:",
        "tw:play:7bgssw6e:" + "1" * 21, "tw:play:7bgssw6e:2147483648",
        "tw:why:7bgssw6e:9223372036854775808",
        "tw:set_mine:theme:2", "tw:words_reset:english:nobody", "tw2:more:7bgssw6e",
        "tw:more:7bgssw6e\n", "tw:compose_step:2ky9ff32:back", "tw:limit_set:games:planet", "tw:more:" + "z" * 200,
        "somebody else's",
    ],
)  # fmt: skip
def test_what_this_version_does_not_know_is_nothing(custom_id: str) -> None:
    """Neither an action of a later version nor a payload that does not match."""
    assert read_id(custom_id) is None


@pytest.mark.parametrize("text", ["8H HELLO", "H8 C?AT", "8H СЛОВО", "", "8H " + "X" * 22])
def test_a_short_text_of_any_letters_can_be_carried(text: str) -> None:
    """Such as a move as it was typed."""
    field = buttons.packed(text)
    custom_id = Actions.CHANGE.id("2ky9ff32", field)
    found = read_id(buttons.write_form_id("change", OfChange("2ky9ff32", field)))
    assert read_id(custom_id) == found
    assert found and buttons.unpacked(found.payload.typed) == text


def test_a_long_text_is_left_out() -> None:
    """An id has no room for it; what was never written so is no text."""
    assert buttons.packed("8H " + "X" * 23) == ""
    for forged in ("1", "a", "0o", "777", "_-"):
        assert buttons.unpacked(forged) == ""


# --- what nobody posted -----------------------------------------------------------------------------------------------


def test_mutated_ids_are_read_or_refused_but_never_raise() -> None:
    """A payload that can be read fits its action, and is written as an id with the same meaning."""
    luck = random.Random(11)
    now = [buttons.write_id(name, longest(action)) for name, action in ACTIONS.items()]
    seeds = [
        one.encode() for one in (*now, "tw:play:7bgssw6e:3~0a1b2c3d", "tw:play:7bgssw6e:3", "tw:may_allow:opens:1")
    ]
    understood = 0
    for _ in range(4000):
        text = mutated(luck, luck.choice(seeds), seeds).decode(errors="replace")
        if found := read_id(text):
            understood += 1
            assert isinstance(found.payload, found.action.payload_type)
            assert all(isinstance(right, Right) for right in found.rights)
            assert read_id(buttons.write_id(found.action.name, found.payload)) == found
    assert understood > 100


def test_fields_with_defaults_come_last() -> None:
    """An id can then leave them out."""
    for action in ACTIONS.values():
        defaults = [one.default is not MISSING for one in fields(action.payload_type)]
        assert defaults == sorted(defaults)


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


@pytest.mark.parametrize("moves", [("8H DO", "8H C😀T"), *at_gate([(tuple(BAD),)])], ids=len)
async def test_every_bad_move_is_answered_and_changes_nothing(tmp_path: Path, moves: tuple[str, ...]) -> None:
    """Unknown text, tiles not on the rack, off the board, emoji, and a move of 4,000 characters."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        await started(ada, bruno)
        before = await stage.state(ada.channel_id())
        shown = len([m for m in bruno.visible() if not m["flags"] & 64])
        told = ada.last()
        for move in moves:
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
    ("Ada", "/play move:8H DOG", "d, g and o"),
    ("Ada", "/move exchange tiles:ZZ", "Z"),
    ("Ada", "/move exchange tiles:", "exchange"),
    ("Ada", "/move challenge", "challenge"),
    ("Ada", "/move undo", "Nothing to undo"),
    ("Ada", "/game seat computer level:3", "start"),
    ("Chloe", "/join", said("seats.too_late")),
    ("Ada", "/game new", "already a game"),
    ("Ada", "/join code:nonsense", said("games.no_such_code")),
    ("Ada", "/game rules rule:gravity", "rule"),
    ("Ada", "/game rules rule:undo value:maybe", "start"),
    ("Ada", "/game board square:Z99", "Z99"),
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
        await bruno.command("/move pass")
        await board(ada, after=first)
