"""Messages of the previous version still work; to be deleted together with `bot.front.core.posted_before`."""

from __future__ import annotations

from dataclasses import fields
from enum import StrEnum
from pathlib import Path
from typing import Any

import pytest

from bot.front.chat.messages import CHAT_ACCEPT, CHAT_REFUSE
from bot.front.core import custom_ids, posted_before, pressing
from bot.front.core.buttons import ACTIONS, Actions, Requested, read_id
from bot.front.core.custom_ids import Action
from bot.front.core.payloads import (
    Arrow,
    Nothing,
    OfArrow,
    OfChange,
    OfDraft,
    OfFaceDown,
    OfGame,
    OfGamePage,
    OfGrant,
    OfLetters,
    OfLevel,
    OfLexicon,
    OfLimit,
    OfMeant,
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
from bot.front.help.messages import TOPIC
from bot.front.hints.actions import SWAP_YES
from bot.front.lobby.actions import LEAVE_YES, LEVEL, RESIGN_YES, START_YES
from bot.front.pause.actions import PAUSE_YES
from bot.front.seats.actions import REMOVE_YES
from bot.front.settings.messages import (
    ALLOW,
    ALLOW_ROLE,
    CHOOSE_LIMIT,
    CHOOSE_PERMISSION,
    PERMISSIONS_BACK,
    SET_CHANNEL,
    SET_LIMIT,
    SET_MINE,
    SET_SERVER,
)
from bot.front.statistics.actions import LEADERS
from bot.front.words.lists import ASK_RESET_WORDS, MERGE_WORDS, REPLACE_WORDS, RESET_WORDS
from bot.limits import Limit, Per
from bot.model.profiles import Permission, WhoMay
from tests.bot.test_evening import NOT_USED, told_at_once
from tests.support import evening_acts as acts
from tests.support.evening import evening, registered
from tests.support.playground import Person
from tests.support.readable import text_of
from tests.support.running import answer, board, press_more, scene, started

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
    "tw:change:2ky9ff32:1": (Actions.CHANGE, OfChange(DRAFT)),
    "tw:chat_accept:7bgssw6e:0": (CHAT_ACCEPT, OfGame(GAME)),
    "tw:chat_refuse:7bgssw6e:0": (CHAT_REFUSE, OfGame(GAME)),
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
    "tw:leaders:-:1": (LEADERS, OfPage(1)),
    "tw:leave:7bgssw6e:0": (Actions.LEAVE, OfGame(GAME)),
    "tw:leave_yes:7bgssw6e:0": (LEAVE_YES, OfMeant(GAME)),
    "tw:level:7bgssw6e:8": (LEVEL, OfLevel(GAME, 8)),
    "tw:limit_choose:-:0": (CHOOSE_LIMIT, Nothing()),
    "tw:limit_set:demonstrations:0": (SET_LIMIT, OfLimit(Limit.DEMONSTRATIONS, Per.PERSON)),
    "tw:limit_set:demonstrations:1": (SET_LIMIT, OfLimit(Limit.DEMONSTRATIONS, Per.CHANNEL)),
    "tw:limit_set:demonstrations:2": (SET_LIMIT, OfLimit(Limit.DEMONSTRATIONS, Per.SERVER)),
    "tw:may_allow:opens:0": (ALLOW, OfGrant(Permission.OPEN, WhoMay.EVERYBODY)),
    "tw:may_allow:sets:1": (ALLOW, OfGrant(Permission.CHANNELS, WhoMay.MODERATORS)),
    "tw:may_back:-:0": (PERMISSIONS_BACK, Nothing()),
    "tw:may_choose:-:0": (CHOOSE_PERMISSION, Nothing()),
    "tw:may_role:opens:0": (ALLOW_ROLE, OfPermission(Permission.OPEN)),
    "tw:more:7bgssw6e:0": (Actions.MORE, OfGame(GAME)),
    "tw:now:7bgssw6e:8": (Actions.PLAY_NOW, OfTurn(GAME, 8)),
    "tw:pass:7bgssw6e:8": (Actions.PASS, OfTurn(GAME, 8)),
    "tw:pass_yes:7bgssw6e:8": (Actions.PASS_YES, OfTurn(GAME, 8)),
    "tw:pause_yes:7bgssw6e:0": (PAUSE_YES, OfGame(GAME)),
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
    "tw:remove_yes:7bgssw6e:1": (REMOVE_YES, OfSeat(GAME, 1)),
    "tw:resign:7bgssw6e:0": (Actions.RESIGN, OfMeant(GAME)),
    "tw:resign_yes:7bgssw6e:0": (RESIGN_YES, OfMeant(GAME)),
    "tw:resume:7bgssw6e:0": (Actions.RESUME, OfGame(GAME)),
    "tw:rules:7bgssw6e:0": (Actions.RULES, OfGamePage(GAME)),
    "tw:rules:7bgssw6e:2": (Actions.RULES, OfGamePage(GAME, 2)),
    "tw:scores:7bgssw6e:0": (Actions.SCORES, OfGame(GAME)),
    "tw:seat_back:7bgssw6e:0": (Actions.TAKE_BACK, OfGame(GAME)),
    "tw:seat_give:7bgssw6e:7": (Actions.GIVE_SEAT, OfQuestion(GAME, 7)),
    "tw:set_channel:quiet:1": (SET_CHANNEL, OfSetting("quiet", on=True)),
    "tw:set_mine:theme:0": (SET_MINE, OfSetting("theme", on=False)),
    "tw:set_mine:text-board:1": (SET_MINE, OfSetting("text-board", on=True)),
    "tw:set_server:lexicon:0": (SET_SERVER, OfSetting("lexicon", on=False)),
    "tw:start:7bgssw6e:0": (Actions.START, OfGame(GAME)),
    "tw:start_yes:7bgssw6e:0": (START_YES, OfGame(GAME)),
    "tw:stop:7bgssw6e:0": (Actions.STOP, OfGame(GAME)),
    "tw:stop_waiting:7bgssw6e:0": (Actions.STOP_WAITING, OfGame(GAME)),
    "tw:swap:7bgssw6e:8": (Actions.SWAP, OfTurn(GAME, 8)),
    "tw:swap_yes:7bgssw6e:8": (SWAP_YES, OfTurn(GAME, 8)),
    "tw:text:7bgssw6e:0": (Actions.TEXT_BOARD, OfGame(GAME)),
    "tw:topic:-:0": (TOPIC, Nothing()),
    "tw:tries:7bgssw6e:0": (Actions.TRIES, OfGame(GAME)),
    "tw:type_tiles:7bgssw6e:1": (Actions.TYPE, OfSeat(GAME, 1)),
    "tw:undo:7bgssw6e:8": (Actions.UNDO, OfTurn(GAME, 8)),
    "tw:unseen:7bgssw6e:0": (Actions.UNSEEN, OfGame(GAME)),
    "tw:which:7bgssw6e:1573982158152794112": (Actions.WHICH_TYPED, OfMessage(GAME, 1573982158152794112)),
    "tw:which_one:23e5b3313e3e06f6:0": (Actions.WHICH_GAME, OfPostponed(KEY)),
    "tw:why:7bgssw6e:1573982158152794112": (Actions.WHY, OfMessage(GAME, 1573982158152794112)),
    "tw:words:7bgssw6e:0": (Actions.WORDS, OfGamePage(GAME)),
    "tw:words:7bgssw6e:2": (Actions.WORDS, OfGamePage(GAME, 2)),
    "tw:words_merge:23e5b3313e3e06f6:0": (MERGE_WORDS, OfUpload(KEY, Whose.SERVER)),
    "tw:words_merge:23e5b3313e3e06f6:1": (MERGE_WORDS, OfUpload(KEY, Whose.MINE)),
    "tw:words_replace:23e5b3313e3e06f6:0": (REPLACE_WORDS, OfUpload(KEY, Whose.SERVER)),
    "tw:words_replace:23e5b3313e3e06f6:1": (REPLACE_WORDS, OfUpload(KEY, Whose.MINE)),
    "tw:words_reset:english:0": (RESET_WORDS, OfLexicon("english", Whose.SERVER)),
    "tw:words_reset:english:1": (RESET_WORDS, OfLexicon("english", Whose.MINE)),
    "tw:words_reset_ask:english:0": (ASK_RESET_WORDS, OfLexicon("english", Whose.SERVER)),
    "tw:words_reset_ask:english:1": (ASK_RESET_WORDS, OfLexicon("english", Whose.MINE)),
    "tw:play:7bgssw6e:5:cfc6621d29a7": (Actions.PLAY, OfTurn(GAME, 5)),
    "tw:exchange:7bgssw6e:8:cfc6621d29a7": (Actions.EXCHANGE, OfTurn(GAME, 8)),
    "tw:change:2ky9ff32:1:cfc6621d29a7": (Actions.CHANGE, OfChange(DRAFT)),
    "tw:type_tiles:7bgssw6e:0:cfc6621d29a7": (Actions.TYPE, OfSeat(GAME, 0)),
}
"""Custom ids as the previous version posted them, for every action, and what they still request."""


@pytest.mark.parametrize(("custom_id", "wanted"), POSTED_BEFORE.items(), ids=POSTED_BEFORE)
def test_what_the_version_before_has_posted_still_works(
    custom_id: str, wanted: tuple[Action[Any, Any], Payload]
) -> None:
    """Its buttons, menus and open forms request the same as before."""
    assert read_id(custom_id) == Requested(*wanted)


def test_every_action_of_the_version_before_is_held_above() -> None:
    """It had 98; later actions were never posted in the old form."""
    posted = {custom_id.split(":")[1] for custom_id in POSTED_BEFORE}
    assert len(posted) == 98
    assert posted <= ACTIONS.keys()
    assert {ACTIONS[name].payload_type for name in posted} == set(posted_before._FORMS)


@pytest.mark.parametrize("custom_id", ["tw:rules_set:7bgssw6e:1", "tw:theme_export:dark:0", "tw:ticks:7bgssw6e:8"])
def test_an_old_id_of_a_newer_action_means_nothing(custom_id: str) -> None:
    """The version before never wrote it, so that it is answered like any other unknown button."""
    assert read_id(custom_id) is None


def as_before(name: str, payload: Payload) -> str:
    """The custom id that the previous version would have written."""
    match payload:
        case Nothing():
            text, number = "-", 0
        case OfPage(page):
            text, number = "-", page
        case OfRack(game, seat):
            text, number = game, 0 if seat is None else seat + 1
        case OfFaceDown(game, seat, tile):
            text, number = game, 100 * seat + tile
        case OfSetting(setting, on):
            text, number = setting, int(bool(on))
        case OfChange(draft):
            text, number = draft, 0
        case OfMeant(game=text):
            number = 0
        case _:
            text, *rest = (getattr(payload, one.name) for one in fields(payload))  # type: ignore[arg-type]
            number = next((_number(one) for one in rest), 0)
    return f"tw:{name}:{text}:{number}"


def _number(value: StrEnum | int) -> int:
    return list(type(value)).index(value) if isinstance(value, StrEnum) else value


def post_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on, messages carry the previous version's ids, apart from payloads that it did not know."""
    today = custom_ids.write_id

    def written(name: str, payload: Payload) -> str:
        return (as_before if type(payload) in posted_before._FORMS else today)(name, payload)

    monkeypatch.setattr(custom_ids, "write_id", written)
    today_of_forms = pressing.write_form_id

    def form_written(name: str, payload: Payload) -> str:
        known = type(payload) in posted_before._FORMS
        return f"{as_before(name, payload)}:cfc6621d29a7" if known else today_of_forms(name, payload)

    monkeypatch.setattr(pressing, "write_form_id", form_written)


def test_the_ids_of_before_are_written_as_they_were() -> None:
    """Numbers and texts that no action reads are left out."""
    for custom_id, (action, payload) in POSTED_BEFORE.items():
        assert read_id(as_before(action.name, payload)) == Requested(action, payload), custom_id
    for custom_id in ("tw:play:7bgssw6e:8", "tw:rack:7bgssw6e:2", "tw:pick:7bgssw6e:103", "tw:may_allow:sets:1"):
        assert as_before(*_of(custom_id)) == custom_id


def _of(custom_id: str) -> tuple[str, Payload]:
    action, payload = POSTED_BEFORE[custom_id]
    return action.name, payload


async def test_boards_previews_and_open_forms_work_in_the_next_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A restart during a turn changes the version; stale buttons are still recognised."""
    async with (
        scene(tmp_path, "A", "C", "CAT", "SOD", letters="CATSODEEE", rack_size=3) as stage,
        Person.at(stage.playground, "Ada") as ada,
        Person.at(stage.playground, "Bruno") as bruno,
    ):
        with monkeypatch.context() as patch:
            post_as_before(patch)
            first = await started(ada, bruno)
            await ada.command("/try move:8H AT")
            preview = await answer(ada, "8H AT")
            await ada.click(preview, "Change")
            form = ada.modal
            assert form["custom_id"].startswith("tw:change:")
            await press_more(ada, first, "Pass")
            question = await answer(ada, "want to pass this turn")
            await stage.restart()
        await ada.click(first, "Rack")
        await answer(ada, "Your tiles")
        await ada.submit({"move": "8H CAT"}, form)
        await ada.wait(lambda: "8H CAT" in text_of(ada.now(preview) or {}), "the changed preview")
        await ada.click(preview, "Play")
        await board(bruno, "CAT", after=first)
        await ada.click(question, "Pass")
        await answer(ada, "The board has changed")


@pytest.mark.soak
async def test_an_evening_with_the_buttons_of_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything that can be pressed has its old id, and works."""
    post_as_before(monkeypatch)
    monkeypatch.setattr("bot.service.thinking.LazyThinker.hint", told_at_once)
    monkeypatch.setattr("bot.front.statistics.actions.PLACES_ON_PAGE", 1)
    async with evening(tmp_path) as one:
        for act in acts.ACTS:
            await act(one)
        there_is = registered(one.ada.commands)
    assert (there_is.actions - one.diary.actions - set(NOT_USED), there_is.modals - one.diary.modals) == (set(), set())
