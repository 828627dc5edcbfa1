"""Everything that a button, menu or form can request, with what its custom id carries and the rights it needs.

What is missing here is not answered. What an action does is declared in the `commands.py` of its room; the rights of
commands are declared beside them (`bot.front.core.commands`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from bot.front.core import custom_ids, posted_before
from bot.front.core.custom_ids import Action, Rights
from bot.front.core.payloads import (
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
from bot.service.rights import Right


def _of_list(about: OfUpload | OfLexicon) -> Right:
    return Right.WORDS if about.whose is Whose.SERVER else Right.ANYONE


class Actions:
    """The actions; the name of each stays for as long as messages with its buttons may exist."""

    # on a board; those of a turn are stale once the game has moved on
    RACK: Final = Action("rack", OfRack, Right.PLAYER)
    PLAY: Final = Action("play", OfTurn, Right.PLAYER)
    PASS: Final = Action("pass", OfTurn, Right.PLAYER)
    EXCHANGE: Final = Action("exchange", OfTurn, Right.PLAYER)
    CHALLENGE: Final = Action("challenge", OfTurn, Right.PLAYER)
    ACCEPT: Final = Action("accept", OfTurn, Right.PLAYER)
    REJECT: Final = Action("reject", OfTurn, Right.PLAYER)
    UNDO: Final = Action("undo", OfTurn, Right.PLAYER)
    PLAY_NOW: Final = Action("now", OfTurn, Right.PLAYER)
    HINT: Final = Action("hint", OfTurn, Right.PLAYER)
    STOP: Final = Action("stop", OfGame, Right.DIRECTOR)
    MORE: Final = Action("more", OfGame, Right.ANYONE)
    TAKE_BACK: Final = Action("seat_back", OfGame, Right.LEAVER)
    TYPE: Final = Action("type_tiles", OfSeat, Right.PLAYER)
    # about words that the host decides on
    ASKED: Final = Action("asked", OfGame, Right.PLAYER)
    ADD_WORD: Final = Action("add_word", OfQuestion, Right.HOST)
    REFUSE_WORD: Final = Action("refuse_word", OfQuestion, Right.HOST)
    # under the question whether someone else may play on in a seat
    GIVE_SEAT: Final = Action("seat_give", OfQuestion, Right.PLAYER)
    # under More, and on the card at the end
    WORDS: Final = Action("words", OfGamePage, Right.ANYONE)
    PLAYER_WORDS: Final = Action("words_of", OfGamePage, Right.ANYONE)
    SCORES: Final = Action("scores", OfGame, Right.ANYONE)
    UNSEEN: Final = Action("unseen", OfGame, Right.ANYONE)
    TEXT_BOARD: Final = Action("text", OfGame, Right.ANYONE)
    RULES: Final = Action("rules", OfGamePage, Right.ANYONE)
    SWAP: Final = Action("swap", OfTurn, Right.ON_TURN)
    REMIND: Final = Action("remind", OfGame, Right.PLAYER)
    RESIGN: Final = Action("resign", OfGame, Right.PLAYER)
    REMATCH: Final = Action("rematch", OfGame, Right.PLAYED)
    REMATCH_OTHERS: Final = Action("rematch_others", OfGame, Right.OPEN)
    # on a paused game, and under the question whether a quiet one goes on
    RESUME: Final = Action("resume", OfGame, Right.TABLE)
    KEEP: Final = Action("keep", OfGame, Right.PLAYER)
    END: Final = Action("end", OfGame, Right.DIRECTOR)
    # under the question whether a place takes part in the players' chat
    CHAT_ACCEPT: Final = Action("chat_accept", OfGame, Right.PLACE)
    CHAT_REFUSE: Final = Action("chat_refuse", OfGame, Right.PLACE)
    # in the lobby
    JOIN: Final = Action("join", OfGame, Right.BRING)
    LEAVE: Final = Action("leave", OfGame, Right.PLAYER)
    ADD_COMPUTER: Final = Action("computer", OfGame, (Right.ARRANGER, Right.COMPUTERS))
    LEVEL: Final = Action("level", OfLevel, (Right.ARRANGER, Right.COMPUTERS))
    START: Final = Action("start", OfGame, Right.ARRANGER)
    STOP_WAITING: Final = Action("stop_waiting", OfGame, Right.DIRECTOR)
    # under a rack
    SHUFFLE: Final = Action("rack_shuffle", OfRack, Right.PLAYER)
    SORT: Final = Action("rack_sort", OfRack, Right.PLAYER)
    VOWELS: Final = Action("rack_vowels", OfRack, Right.PLAYER)
    FOUR: Final = Action("four", OfTurn, Right.ON_TURN)
    DRAW: Final = Action("draw", OfGame, Right.PLAYER)
    PICK: Final = Action("pick", OfFaceDown, Right.PLAYER)
    PICK_ALL: Final = Action("pick_all", OfFaceDown, Right.PLAYER)
    # under a preview
    CONFIRM: Final = Action("confirm", OfDraft, Right.AUTHOR)
    CHANGE: Final = Action("change", OfDraft, Right.AUTHOR)
    CANCEL: Final = Action("cancel", Nothing, Right.ANYONE)
    # under the choice of hints and under a hint
    NUDGE: Final = Action("hint_nudge", OfTurn, Right.PLAYER)
    RANDOM: Final = Action("hint_random", OfTurn, Right.PLAYER)
    BEST: Final = Action("hint_best", OfTurn, Right.PLAYER)
    # composing a move tile by tile
    COMPOSE: Final = Action("compose", OfGame, Right.PLAYER)
    TRIES: Final = Action("tries", OfGame, Right.PLAYER)
    COMPOSE_ON: Final = Action("compose_on", OfDraft, Right.AUTHOR)
    TILE: Final = Action("compose_tile", OfTile, Right.AUTHOR)
    ROW: Final = Action("compose_row", OfDraft, Right.AUTHOR)
    COLUMN: Final = Action("compose_column", OfDraft, Right.AUTHOR)
    LETTER: Final = Action("compose_letter", OfLetters, Right.AUTHOR)
    STEP: Final = Action("compose_step", OfArrow, Right.AUTHOR)
    TURN: Final = Action("compose_turn", OfDraft, Right.AUTHOR)
    BACK: Final = Action("compose_back", OfDraft, Right.AUTHOR)
    CLEAR: Final = Action("compose_clear", OfDraft, Right.AUTHOR)
    ZOOM: Final = Action("compose_zoom", OfDraft, Right.AUTHOR)
    KEEP_TRY: Final = Action("compose_keep", OfDraft, Right.AUTHOR)
    PUT_AWAY: Final = Action("compose_away", OfDraft, Right.AUTHOR)
    # under an answer that keeps its reason private
    WHY: Final = Action("why", OfMessage, Right.PLAYER)
    # under questions, and in menus of places
    CHALLENGE_WORDS: Final = Action("challenge_words", OfTurn, Right.PLAYER)
    CHALLENGE_YES: Final = Action("challenge_yes", OfTurn, Right.PLAYER)
    PASS_YES: Final = Action("pass_yes", OfTurn, Right.PLAYER)
    RESIGN_YES: Final = Action("resign_yes", OfGame, Right.PLAYER)
    LEAVE_YES: Final = Action("leave_yes", OfGame, Right.PLAYER)
    END_YES: Final = Action("end_yes", OfGame, Right.DIRECTOR)
    PAUSE_YES: Final = Action("pause_yes", OfGame, Right.TABLE)
    REMOVE_YES: Final = Action("remove_yes", OfSeat, Right.DIRECTOR)
    START_YES: Final = Action("start_yes", OfGame, Right.ARRANGER)
    SWAP_YES: Final = Action("swap_yes", OfTurn, Right.ON_TURN)
    EXCHANGE_ALL: Final = Action("exchange_all", OfTurn, Right.ON_TURN)
    EXCHANGE_LETTERS: Final = Action("exchange_abc", OfTurn, Right.ON_TURN)
    PLACE: Final = Action("place", OfTurn, Right.PLAYER)
    PLACE_TRY: Final = Action("place_try", OfGame, Right.PLAYER)
    # which of several games is meant: by a command, whose rights are checked when it is carried out; by a message
    WHICH_GAME: Final = Action("which_one", OfPostponed, Right.ANYONE)
    WHICH_TYPED: Final = Action("which", OfMessage, Right.PLAYER)
    # word lists
    REPLACE_WORDS: Final = Action("words_replace", OfUpload, _of_list)
    MERGE_WORDS: Final = Action("words_merge", OfUpload, _of_list)
    ASK_RESET_WORDS: Final = Action("words_reset_ask", OfLexicon, _of_list)
    RESET_WORDS: Final = Action("words_reset", OfLexicon, _of_list)
    # the settings panels
    SET_MINE: Final = Action("set_mine", OfSetting, Right.ANYONE)
    SET_CHANNEL: Final = Action("set_channel", OfSetting, Right.CHANNELS)
    SET_SERVER: Final = Action("set_server", OfSetting, Right.MODERATOR)
    CHOOSE_PERMISSION: Final = Action("may_choose", Nothing, Right.MODERATOR)
    PERMISSIONS_BACK: Final = Action("may_back", Nothing, Right.MODERATOR)
    ALLOW: Final = Action("may_allow", OfGrant, Right.MODERATOR)
    ALLOW_ROLE: Final = Action("may_role", OfPermission, Right.MODERATOR)
    CHOOSE_LIMIT: Final = Action("limit_choose", Nothing, Right.MODERATOR)
    SET_LIMIT: Final = Action("limit_set", OfLimit, Right.MODERATOR)
    # pages and topics
    LEADERS: Final = Action("leaders", OfPage, Right.ANYONE)
    TOPIC: Final = Action("topic", Nothing, Right.ANYONE)


ACTIONS: Mapping[str, Action[Any, Any]] = {one.name: one for one in vars(Actions).values() if isinstance(one, Action)}
"""All of them by name."""


@dataclass(frozen=True, slots=True)
class Requested:
    """What a custom id requests: an action, with its payload."""

    action: Action[Any, Any]
    payload: Payload

    @property
    def rights(self) -> Rights:
        """The rights that this needs."""
        return self.action.rights(self.payload)


def read_id(custom_id: str) -> Requested | None:
    """What a button, menu or form requests; None if this version does not know it."""
    return _read_new(custom_id) or _read_old(custom_id)


def _read_new(custom_id: str) -> Requested | None:
    name, texts = custom_ids.split_id(custom_id) or ("", ())
    return _requested(name, lambda payload: custom_ids.read_payload(payload, texts))


def _read_old(custom_id: str) -> Requested | None:
    name, values = posted_before.split_old_id(custom_id) or ("", ("", 0))
    return _requested(name, lambda payload: posted_before.read_old_payload(payload, values))


def _requested(name: str, read: Callable[[type[Payload]], Payload | None]) -> Requested | None:
    action = ACTIONS.get(name)
    payload = read(action.payload_type) if action else None
    return Requested(action, payload) if action and payload else None
