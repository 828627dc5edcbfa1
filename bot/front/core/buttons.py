"""What a button or modal encodes: its action, its game, and the turn it was made for.

A button is `tw:<action>:<game>:<turn>`; a modal's id ends in a random part, because clients tell modals apart by it.
"""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass
from enum import StrEnum

NO_GAME = "-"
"""Used in an id when no game is meant."""

_BUTTON = r"tw:(?P<action>[a-z_]+):(?P<game>[a-z0-9-]{1,40}):(?P<turn>[0-9]{1,20})"
"""Keeps the id of a modal within Discord's 100 characters, even if the button that opens it was forged."""
_MODAL = re.compile(_BUTTON + r":[0-9a-f]+")


@dataclass(frozen=True, slots=True)
class Target:
    """What a button or modal is about. `turn` is the number it was made with."""

    action: str
    game: str
    turn: int = 0


def button_id(action: str, game: str = NO_GAME, turn: int = 0) -> str:
    """The custom id of a button or select menu."""
    return f"tw:{action}:{game}:{turn}"


def read_button_id(custom_id: str) -> Target | None:
    """What a button or select menu is about; None if it is not ours."""
    match = re.fullmatch(anything(), custom_id)
    return Target(match["action"], match["game"], int(match["turn"])) if match else None


def modal_id(action: str, game: str, turn: int) -> str:
    """A custom id for a modal, different from all others at this moment."""
    return f"tw:{action}:{game}:{turn}:{secrets.token_hex(6)}"


def read_modal_id(custom_id: str) -> Target | None:
    """What a modal is about; None if it is not ours."""
    match = _MODAL.fullmatch(custom_id)
    return Target(match["action"], match["game"], int(match["turn"])) if match else None


def anything() -> str:
    """The regular expression of all buttons and menus, with the groups `action`, `game` and `turn`."""
    return _BUTTON


class Action(StrEnum):
    """Everything that a button, menu or modal can request; the value is the action part of its custom id."""

    # on a board: the turn is the one shown; Challenge, Accept and Undo carry the turn of the play they are about
    RACK = "rack"
    PLAY = "play"
    PASS = "pass"
    EXCHANGE = "exchange"
    CHALLENGE = "challenge"
    ACCEPT = "accept"
    REJECT = "reject"
    UNDO = "undo"
    PLAY_NOW = "now"
    HINT = "hint"
    STOP = "stop"
    MORE = "more"
    # about words that the host decides on; the question's number replaces the turn
    ASKED = "asked"
    ADD_WORD = "add_word"
    REFUSE_WORD = "refuse_word"
    TAKE_BACK = "seat_back"
    # under the question whether someone else may play on in a seat; the question's number replaces the turn
    GIVE_SEAT = "seat_give"
    FOUR = "four"
    DRAW = "draw"
    PICK = "pick"
    PICK_ALL = "pick_all"
    TYPE = "type_tiles"
    # under More, and on the card at the end
    WORDS = "words"
    SCORES = "scores"
    UNSEEN = "unseen"
    TEXT_BOARD = "text"
    RULES = "rules"
    SWAP = "swap"
    REMIND = "remind"
    RESIGN = "resign"
    REMATCH = "rematch"
    REMATCH_OTHERS = "rematch_others"
    # on a paused game, and under the question whether a quiet one goes on
    RESUME = "resume"
    KEEP = "keep"
    END = "end"
    # under the question whether a place takes part in the players' chat
    CHAT_ACCEPT = "chat_accept"
    CHAT_REFUSE = "chat_refuse"
    # in the lobby
    JOIN = "join"
    LEAVE = "leave"
    ADD_COMPUTER = "computer"
    START = "start"
    STOP_WAITING = "stop_waiting"
    # under a rack
    SHUFFLE = "rack_shuffle"
    SORT = "rack_sort"
    VOWELS = "rack_vowels"
    # under a preview
    CONFIRM = "confirm"
    CHANGE = "change"
    CANCEL = "cancel"
    # under the choice of hints and under a hint
    NUDGE = "hint_nudge"
    RANDOM = "hint_random"
    BEST = "hint_best"
    # composing a move tile by tile; the ids of the first two hold a game, those of the others a draft
    COMPOSE = "compose"
    TRIES = "tries"
    COMPOSE_ON = "compose_on"
    TILE = "compose_tile"
    ROW = "compose_row"
    COLUMN = "compose_column"
    LETTER = "compose_letter"
    STEP = "compose_step"
    TURN = "compose_turn"
    BACK = "compose_back"
    CLEAR = "compose_clear"
    ZOOM = "compose_zoom"
    KEEP_TRY = "compose_keep"
    PUT_AWAY = "compose_away"
    # under an answer that keeps its reason private
    WHY = "why"
    # under the question which words to challenge
    CHALLENGE_WORDS = "challenge_words"
    # under questions, and in menus of places
    PASS_YES = "pass_yes"
    CHALLENGE_YES = "challenge_yes"
    RESIGN_YES = "resign_yes"
    LEAVE_YES = "leave_yes"
    END_YES = "end_yes"
    PAUSE_YES = "pause_yes"
    REMOVE_YES = "remove_yes"
    START_YES = "start_yes"
    SWAP_YES = "swap_yes"
    EXCHANGE_ALL = "exchange_all"
    EXCHANGE_LETTERS = "exchange_abc"
    PLACE = "place"
    PLACE_TRY = "place_try"
    LEVEL = "level"
    # which of several games is meant: by a command, by a message
    WHICH_GAME = "which_one"
    WHICH_TYPED = "which"
    # word lists; the index in `WHOSE` replaces the turn
    REPLACE_WORDS = "words_replace"
    MERGE_WORDS = "words_merge"
    ASK_RESET_WORDS = "words_reset_ask"
    RESET_WORDS = "words_reset"
    # the settings panels; the setting's name replaces the game
    SET_MINE = "set_mine"
    SET_CHANNEL = "set_channel"
    SET_SERVER = "set_server"
    CHOOSE_PERMISSION = "may_choose"
    PERMISSIONS_BACK = "may_back"
    ALLOW = "may_allow"
    ALLOW_ROLE = "may_role"
    CHOOSE_LIMIT = "limit_choose"
    SET_LIMIT = "limit_set"
    # pages and topics
    LEADERS = "leaders"
    TOPIC = "topic"


class Whose(StrEnum):
    """Whose words are meant."""

    SERVER = "server"
    MINE = "mine"


WHOSE = tuple(Whose)
