"""Custom ids: written and read by one codec, whatever was posted, forged or is unknown."""

from __future__ import annotations

import random
from dataclasses import MISSING, dataclass, fields
from typing import Any

import pytest

from bot.front.buttons import REGISTRY
from bot.front.core import custom_ids, posted_before
from bot.front.core.buttons import ACTIONS, Actions, Requested, read
from bot.front.core.custom_ids import LONGEST, Action
from bot.front.core.payloads import (
    Arrow,
    Nothing,
    OfArrow,
    OfDraft,
    OfFaceDown,
    OfGame,
    OfGamePage,
    OfGrant,
    OfLetters,
    OfLevel,
    OfLexicon,
    OfLimit,
    OfMessage,
    OfPage,
    OfPermission,
    OfPostponed,
    OfQuestion,
    OfRack,
    OfSeat,
    OfSetting,
    OfTile,
    OfTurn,
    OfUpload,
    Payload,
    Whose,
)
from bot.limits import Limit, Per
from bot.service.profiles import WhoMay
from bot.service.rights import Permission, Right
from tests.fuzz.making import mutated
from tests.support.payloads import longest

GAME, DRAFT, KEY = "7bgssw6e", "2ky9ff32", "23e5b3313e3e06f6"

POSTED_BEFORE: dict[str, tuple[Action[Any, Any], Payload]] = {
    "tw:accept:7bgssw6e:8": (Actions.ACCEPT, OfTurn(GAME, 8)),
    "tw:add_word:7bgssw6e:7": (Actions.ADD_WORD, OfQuestion(GAME, 7)),
    "tw:asked:7bgssw6e:0": (Actions.ASKED, OfGame(GAME)),
    "tw:cancel:7bgssw6e:1": (Actions.CANCEL, Nothing()),
    "tw:cancel:2ky9ff32:8": (Actions.CANCEL, Nothing()),
    "tw:cancel:23e5b3313e3e06f6:0": (Actions.CANCEL, Nothing()),
    "tw:challenge:7bgssw6e:8": (Actions.CHALLENGE, OfTurn(GAME, 8)),
    "tw:challenge_words:7bgssw6e:8": (Actions.CHALLENGE_WORDS, OfTurn(GAME, 8)),
    "tw:challenge_yes:7bgssw6e:8": (Actions.CHALLENGE_YES, OfTurn(GAME, 8)),
    "tw:change:2ky9ff32:1": (Actions.CHANGE, OfDraft(DRAFT)),
    "tw:chat_accept:7bgssw6e:0": (Actions.CHAT_ACCEPT, OfGame(GAME)),
    "tw:chat_refuse:7bgssw6e:0": (Actions.CHAT_REFUSE, OfGame(GAME)),
    "tw:compose:7bgssw6e:0": (Actions.COMPOSE, OfGame(GAME)),
    "tw:compose_away:2ky9ff32:1": (Actions.PUT_AWAY, OfDraft(DRAFT)),
    "tw:compose_back:2ky9ff32:1": (Actions.BACK, OfDraft(DRAFT)),
    "tw:compose_clear:2ky9ff32:1": (Actions.CLEAR, OfDraft(DRAFT)),
    "tw:compose_column:2ky9ff32:1": (Actions.COLUMN, OfDraft(DRAFT)),
    "tw:compose_keep:2ky9ff32:1": (Actions.KEEP_TRY, OfDraft(DRAFT)),
    "tw:compose_letter:2ky9ff32:1": (Actions.LETTER, OfLetters(DRAFT, 1)),
    "tw:compose_on:2ky9ff32:1": (Actions.COMPOSE_ON, OfDraft(DRAFT)),
    "tw:compose_row:2ky9ff32:1": (Actions.ROW, OfDraft(DRAFT)),
    "tw:compose_step:2ky9ff32:0": (Actions.STEP, OfArrow(DRAFT, Arrow.LEFT)),
    "tw:compose_step:2ky9ff32:1": (Actions.STEP, OfArrow(DRAFT, Arrow.UP)),
    "tw:compose_step:2ky9ff32:2": (Actions.STEP, OfArrow(DRAFT, Arrow.DOWN)),
    "tw:compose_step:2ky9ff32:3": (Actions.STEP, OfArrow(DRAFT, Arrow.RIGHT)),
    "tw:compose_tile:2ky9ff32:2": (Actions.TILE, OfTile(DRAFT, 2)),
    "tw:compose_turn:2ky9ff32:1": (Actions.TURN, OfDraft(DRAFT)),
    "tw:compose_zoom:2ky9ff32:1": (Actions.ZOOM, OfDraft(DRAFT)),
    "tw:computer:7bgssw6e:0": (Actions.ADD_COMPUTER, OfGame(GAME)),
    "tw:confirm:2ky9ff32:1": (Actions.CONFIRM, OfDraft(DRAFT)),
    "tw:draw:7bgssw6e:0": (Actions.DRAW, OfGame(GAME)),
    "tw:end:7bgssw6e:0": (Actions.END, OfGame(GAME)),
    "tw:end_yes:7bgssw6e:0": (Actions.END_YES, OfGame(GAME)),
    "tw:exchange:7bgssw6e:8": (Actions.EXCHANGE, OfTurn(GAME, 8)),
    "tw:exchange_abc:7bgssw6e:8": (Actions.EXCHANGE_LETTERS, OfTurn(GAME, 8)),
    "tw:exchange_all:7bgssw6e:8": (Actions.EXCHANGE_ALL, OfTurn(GAME, 8)),
    "tw:four:7bgssw6e:8": (Actions.FOUR, OfTurn(GAME, 8)),
    "tw:hint:7bgssw6e:8": (Actions.HINT, OfTurn(GAME, 8)),
    "tw:hint_best:7bgssw6e:8": (Actions.BEST, OfTurn(GAME, 8)),
    "tw:hint_nudge:7bgssw6e:8": (Actions.NUDGE, OfTurn(GAME, 8)),
    "tw:hint_random:7bgssw6e:8": (Actions.RANDOM, OfTurn(GAME, 8)),
    "tw:join:7bgssw6e:0": (Actions.JOIN, OfGame(GAME)),
    "tw:keep:7bgssw6e:0": (Actions.KEEP, OfGame(GAME)),
    "tw:leaders:-:1": (Actions.LEADERS, OfPage(1)),
    "tw:leave:7bgssw6e:0": (Actions.LEAVE, OfGame(GAME)),
    "tw:leave_yes:7bgssw6e:0": (Actions.LEAVE_YES, OfGame(GAME)),
    "tw:level:7bgssw6e:8": (Actions.LEVEL, OfLevel(GAME, 8)),
    "tw:limit_choose:-:0": (Actions.CHOOSE_LIMIT, Nothing()),
    "tw:limit_set:demonstrations:0": (Actions.SET_LIMIT, OfLimit(Limit.DEMONSTRATIONS, Per.PERSON)),
    "tw:limit_set:demonstrations:1": (Actions.SET_LIMIT, OfLimit(Limit.DEMONSTRATIONS, Per.CHANNEL)),
    "tw:limit_set:demonstrations:2": (Actions.SET_LIMIT, OfLimit(Limit.DEMONSTRATIONS, Per.SERVER)),
    "tw:may_allow:opens:0": (Actions.ALLOW, OfGrant(Permission.OPEN, WhoMay.EVERYBODY)),
    "tw:may_allow:sets:1": (Actions.ALLOW, OfGrant(Permission.CHANNELS, WhoMay.MODERATORS)),
    "tw:may_back:-:0": (Actions.PERMISSIONS_BACK, Nothing()),
    "tw:may_choose:-:0": (Actions.CHOOSE_PERMISSION, Nothing()),
    "tw:may_role:opens:0": (Actions.ALLOW_ROLE, OfPermission(Permission.OPEN)),
    "tw:more:7bgssw6e:0": (Actions.MORE, OfGame(GAME)),
    "tw:now:7bgssw6e:8": (Actions.PLAY_NOW, OfTurn(GAME, 8)),
    "tw:pass:7bgssw6e:8": (Actions.PASS, OfTurn(GAME, 8)),
    "tw:pass_yes:7bgssw6e:8": (Actions.PASS_YES, OfTurn(GAME, 8)),
    "tw:pause_yes:7bgssw6e:0": (Actions.PAUSE_YES, OfGame(GAME)),
    "tw:pick:7bgssw6e:103": (Actions.PICK, OfFaceDown(GAME, 1, 3)),
    "tw:pick:7bgssw6e:0": (Actions.PICK, OfFaceDown(GAME, 0)),
    "tw:pick_all:7bgssw6e:100": (Actions.PICK_ALL, OfFaceDown(GAME, 1)),
    "tw:place:7bgssw6e:8": (Actions.PLACE, OfTurn(GAME, 8)),
    "tw:place_try:7bgssw6e:0": (Actions.PLACE_TRY, OfGame(GAME)),
    "tw:play:7bgssw6e:8": (Actions.PLAY, OfTurn(GAME, 8)),
    "tw:rack:7bgssw6e:0": (Actions.RACK, OfRack(GAME)),
    "tw:rack:7bgssw6e:2": (Actions.RACK, OfRack(GAME, 1)),
    "tw:rack_shuffle:7bgssw6e:0": (Actions.SHUFFLE, OfRack(GAME)),
    "tw:rack_shuffle:7bgssw6e:2": (Actions.SHUFFLE, OfRack(GAME, 1)),
    "tw:rack_sort:7bgssw6e:0": (Actions.SORT, OfRack(GAME)),
    "tw:rack_sort:7bgssw6e:2": (Actions.SORT, OfRack(GAME, 1)),
    "tw:rack_vowels:7bgssw6e:0": (Actions.VOWELS, OfRack(GAME)),
    "tw:rack_vowels:7bgssw6e:2": (Actions.VOWELS, OfRack(GAME, 1)),
    "tw:refuse_word:7bgssw6e:7": (Actions.REFUSE_WORD, OfQuestion(GAME, 7)),
    "tw:reject:7bgssw6e:8": (Actions.REJECT, OfTurn(GAME, 8)),
    "tw:rematch:7bgssw6e:0": (Actions.REMATCH, OfGame(GAME)),
    "tw:rematch_others:7bgssw6e:0": (Actions.REMATCH_OTHERS, OfGame(GAME)),
    "tw:remind:7bgssw6e:0": (Actions.REMIND, OfGame(GAME)),
    "tw:remove_yes:7bgssw6e:1": (Actions.REMOVE_YES, OfSeat(GAME, 1)),
    "tw:resign:7bgssw6e:0": (Actions.RESIGN, OfGame(GAME)),
    "tw:resign_yes:7bgssw6e:0": (Actions.RESIGN_YES, OfGame(GAME)),
    "tw:resume:7bgssw6e:0": (Actions.RESUME, OfGame(GAME)),
    "tw:rules:7bgssw6e:0": (Actions.RULES, OfGamePage(GAME)),
    "tw:rules:7bgssw6e:2": (Actions.RULES, OfGamePage(GAME, 2)),
    "tw:scores:7bgssw6e:0": (Actions.SCORES, OfGame(GAME)),
    "tw:seat_back:7bgssw6e:0": (Actions.TAKE_BACK, OfGame(GAME)),
    "tw:seat_give:7bgssw6e:7": (Actions.GIVE_SEAT, OfQuestion(GAME, 7)),
    "tw:set_channel:quiet:1": (Actions.SET_CHANNEL, OfSetting("quiet", on=True)),
    "tw:set_mine:theme:0": (Actions.SET_MINE, OfSetting("theme", on=False)),
    "tw:set_mine:text-board:1": (Actions.SET_MINE, OfSetting("text-board", on=True)),
    "tw:set_server:lexicon:0": (Actions.SET_SERVER, OfSetting("lexicon", on=False)),
    "tw:start:7bgssw6e:0": (Actions.START, OfGame(GAME)),
    "tw:start_yes:7bgssw6e:0": (Actions.START_YES, OfGame(GAME)),
    "tw:stop:7bgssw6e:0": (Actions.STOP, OfGame(GAME)),
    "tw:stop_waiting:7bgssw6e:0": (Actions.STOP_WAITING, OfGame(GAME)),
    "tw:swap:7bgssw6e:8": (Actions.SWAP, OfTurn(GAME, 8)),
    "tw:swap_yes:7bgssw6e:8": (Actions.SWAP_YES, OfTurn(GAME, 8)),
    "tw:text:7bgssw6e:0": (Actions.TEXT_BOARD, OfGame(GAME)),
    "tw:topic:-:0": (Actions.TOPIC, Nothing()),
    "tw:tries:7bgssw6e:0": (Actions.TRIES, OfGame(GAME)),
    "tw:type_tiles:7bgssw6e:1": (Actions.TYPE, OfSeat(GAME, 1)),
    "tw:undo:7bgssw6e:8": (Actions.UNDO, OfTurn(GAME, 8)),
    "tw:unseen:7bgssw6e:0": (Actions.UNSEEN, OfGame(GAME)),
    "tw:which:7bgssw6e:1573982158152794112": (Actions.WHICH_TYPED, OfMessage(GAME, 1573982158152794112)),
    "tw:which_one:23e5b3313e3e06f6:0": (Actions.WHICH_GAME, OfPostponed(KEY)),
    "tw:why:7bgssw6e:1573982158152794112": (Actions.WHY, OfMessage(GAME, 1573982158152794112)),
    "tw:words:7bgssw6e:0": (Actions.WORDS, OfGamePage(GAME)),
    "tw:words:7bgssw6e:2": (Actions.WORDS, OfGamePage(GAME, 2)),
    "tw:words_merge:23e5b3313e3e06f6:0": (Actions.MERGE_WORDS, OfUpload(KEY, Whose.SERVER)),
    "tw:words_merge:23e5b3313e3e06f6:1": (Actions.MERGE_WORDS, OfUpload(KEY, Whose.MINE)),
    "tw:words_replace:23e5b3313e3e06f6:0": (Actions.REPLACE_WORDS, OfUpload(KEY, Whose.SERVER)),
    "tw:words_replace:23e5b3313e3e06f6:1": (Actions.REPLACE_WORDS, OfUpload(KEY, Whose.MINE)),
    "tw:words_reset:english:0": (Actions.RESET_WORDS, OfLexicon("english", Whose.SERVER)),
    "tw:words_reset:english:1": (Actions.RESET_WORDS, OfLexicon("english", Whose.MINE)),
    "tw:words_reset_ask:english:0": (Actions.ASK_RESET_WORDS, OfLexicon("english", Whose.SERVER)),
    "tw:words_reset_ask:english:1": (Actions.ASK_RESET_WORDS, OfLexicon("english", Whose.MINE)),
    "tw:play:7bgssw6e:5:cfc6621d29a7": (Actions.PLAY, OfTurn(GAME, 5)),
    "tw:exchange:7bgssw6e:8:cfc6621d29a7": (Actions.EXCHANGE, OfTurn(GAME, 8)),
    "tw:change:2ky9ff32:1:cfc6621d29a7": (Actions.CHANGE, OfDraft(DRAFT)),
    "tw:type_tiles:7bgssw6e:0:cfc6621d29a7": (Actions.TYPE, OfSeat(GAME, 0)),
}
"""Custom ids as the version before has posted them, for every action, and what they still request."""

# --- what is posted now -----------------------------------------------------------------------------------------------


def test_ids_are_short_and_say_what_they_are_about() -> None:
    """Fields that have their default are left out."""
    assert Actions.MORE.id(GAME) == "tw2:more:7bgssw6e"
    assert Actions.RACK.id(GAME) == "tw2:rack:7bgssw6e"
    assert Actions.RACK.id(GAME, seat=0) == "tw2:rack:7bgssw6e:0"
    assert Actions.SET_MINE.id("text-board", on=False) == "tw2:set_mine:text-board:0"
    assert Actions.SET_LIMIT.id(Limit.GAMES, Per.SERVER) == "tw2:limit_set:games:server"
    assert Actions.CANCEL.id() == "tw2:cancel"
    assert read("tw2:rack:7bgssw6e") == Requested(Actions.RACK, OfRack(GAME, None))


@pytest.mark.parametrize("action", ACTIONS.values(), ids=ACTIONS)
def test_every_payload_comes_back_from_an_id_that_discord_takes(action: Action[Any, Any]) -> None:
    """Also the longest one; where it opens a form, that has an id too, even if the button was forged."""
    payload = longest(action)
    made = custom_ids.write(action.name, payload)
    form = custom_ids.write_form(action.name, payload) if REGISTRY[action.name].form else made
    assert len(made) <= len(form) <= LONGEST
    assert read(made) == read(form) == Requested(action, payload)


def test_forms_are_told_apart() -> None:
    """Two forms of one button have different ids and mean the same."""
    first, second = (custom_ids.write_form("play", OfTurn(GAME, 3)) for _ in range(2))
    assert first != second
    assert read(first) == read(second) == Requested(Actions.PLAY, OfTurn(GAME, 3))


@pytest.mark.parametrize("payload", [OfGame(""), OfGame("z" * 41), OfGame("a:b"), OfGame("A"), OfTurn(GAME, -1)])
def test_what_no_id_can_carry_is_a_fault_of_the_program(payload: Payload) -> None:
    """It never reaches a message."""
    with pytest.raises(ValueError, match="cannot carry"):
        custom_ids.write("more", payload)


def test_an_id_that_is_too_long_is_a_fault_of_the_program() -> None:
    """Discord would refuse the whole message."""
    with pytest.raises(ValueError, match="more than 100"):
        custom_ids.write("x" * 60, OfGame("z" * 40))


@dataclass(frozen=True, slots=True)
class _OfPlaces(Payload):
    places: tuple[int, ...]


def test_a_field_of_another_type_is_a_fault_of_the_program() -> None:
    """A payload declares only what an id can carry."""
    with pytest.raises(TypeError, match=r"_OfPlaces\.places"):
        Action("places", _OfPlaces, Right.ANYONE)


@dataclass(frozen=True, slots=True)
class _OfTurnLater(OfTurn):
    """What a later version could make of `OfTurn`."""

    side: int = 0


def test_a_later_version_may_add_fields_with_defaults() -> None:
    """Ids that are posted now stay readable."""
    _, texts = custom_ids.split(Actions.PLAY.id(GAME, 3)) or ("", ())
    assert custom_ids.read(_OfTurnLater, texts) == _OfTurnLater(GAME, 3, 0)


@pytest.mark.parametrize(
    "custom_id",
    [
        "", "tw2:", "tw2", "tw2:more", "tw2:more:", "tw2:more:A", "tw2:later:7bgssw6e", "tw2:more:7bgssw6e:1",
        "tw2:play:7bgssw6e", "tw2:play:7bgssw6e:", "tw2:play:7bgssw6e:-1", "tw2:play:7bgssw6e:٣", "tw2:cancel:",
        "tw2:play:7bgssw6e:" + "1" * 21, "tw2:set_mine:theme:2", "tw2:words_reset:english:nobody", "tw3:more:7bgssw6e",
        "tw2:more:7bgssw6e\n", "tw2:compose_step:2ky9ff32:back", "tw2:limit_set:games:planet", "tw2:more:" + "z" * 200,
        "tw:later:7bgssw6e:0", "tw:more:7bgssw6e", "tw:words_replace:23e5b3313e3e06f6:99", "tw:may_allow:nothing:0",
        "tw:compose_step:2ky9ff32:4", "tw:limit_set:games:3", "tw:limit_set:nothing:0", "tw:more:7bgssw6e:٣",
        "tw:words_reset:english:99999999999999999999", "somebody else's",
    ],
)  # fmt: skip
def test_what_this_version_does_not_know_is_nothing(custom_id: str) -> None:
    """Neither an action of a later version nor a payload that does not fit."""
    assert read(custom_id) is None


# --- what is posted already -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("custom_id", "wanted"), POSTED_BEFORE.items(), ids=POSTED_BEFORE)
def test_what_the_version_before_has_posted_still_works(
    custom_id: str, wanted: tuple[Action[Any, Any], Payload]
) -> None:
    """Its buttons, menus and open forms request the same as ever."""
    assert read(custom_id) == Requested(*wanted)


def test_the_table_knows_every_action_and_every_payload() -> None:
    """All that the version before could post is held above."""
    assert {action.name for action, _ in POSTED_BEFORE.values()} == set(ACTIONS)
    assert {action.payload_type for action in ACTIONS.values()} == set(posted_before._FORMS)


# --- what nobody posted -----------------------------------------------------------------------------------------------


def test_mutated_ids_are_read_or_refused_but_never_raise() -> None:
    """What is read fits its action, and is written to an id that means the same."""
    luck = random.Random(11)
    now = [custom_ids.write(action.name, payload) for action, payload in POSTED_BEFORE.values()]
    seeds = [one.encode() for one in (*POSTED_BEFORE, *now)]
    understood = 0
    for _ in range(4000):
        text = mutated(luck, luck.choice(seeds), seeds).decode(errors="replace")
        if found := read(text):
            understood += 1
            assert isinstance(found.payload, found.action.payload_type)
            assert all(isinstance(right, Right) for right in found.rights)
            assert read(custom_ids.write(found.action.name, found.payload)) == found
    assert understood > 100


def test_fields_with_defaults_come_last() -> None:
    """So that an id can leave them out."""
    for action in ACTIONS.values():
        defaults = [one.default is not MISSING for one in fields(action.payload_type)]
        assert defaults == sorted(defaults)
