"""The actions that buttons, menus and forms can request, with what their custom ids carry and the rights they need.

An action is made in a room if only that room shows its button, or in `Actions` if a board, the play room or several
rooms show it. The room's `commands.py` binds each action to its handler, and what is not bound is not answered; the
rights of commands are declared beside them (`bot.front.interaction.commands`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Protocol

from bot.front.components import custom_ids
from bot.front.components.custom_ids import Action, Rights
from bot.front.components.payloads import (
    Nothing,
    OfArrow,
    OfChange,
    OfDraft,
    OfFaceDown,
    OfGame,
    OfGamePage,
    OfLetters,
    OfMeant,
    OfMessage,
    OfPostponed,
    OfQuestion,
    OfRack,
    OfSeat,
    OfTile,
    OfTurn,
    Payload,
)
from bot.service.rights import Right


class Actions:
    """The actions of boards and moves, and those that several rooms share.

    An action keeps its name for as long as messages with its buttons may exist.
    """

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
    # under the questions whether someone else may take over a seat, and whether that person wants it
    GIVE_SEAT: Final = Action("seat_give", OfQuestion, Right.ASKED)
    # under More, and on the card at the end
    PLAYER_WORDS: Final = Action("words_of", OfGamePage, Right.ANYONE)
    # under a list of words, which they turn over
    WORDS_IN_ORDER: Final = Action("words_in_order", OfGamePage, Right.ANYONE)
    WORDS_BY_PLAYER: Final = Action("words_by_player", OfGamePage, Right.ANYONE)
    MEANING: Final = Action("meaning", OfGame, Right.ANYONE)
    MEANING_OF: Final = Action("meaning_of", OfGame, Right.ANYONE)
    SCORES: Final = Action("scores", OfGame, Right.ANYONE)
    UNSEEN: Final = Action("unseen", OfGame, Right.ANYONE)
    TEXT_BOARD: Final = Action("text", OfGame, Right.ANYONE)
    RULES: Final = Action("rules", OfGamePage, Right.ANYONE)
    SWAP: Final = Action("swap", OfTurn, Right.ON_TURN)
    REMIND: Final = Action("remind", OfGame, Right.PLAYER)
    CLAIM: Final = Action("claim", OfTurn, Right.PLAYER)
    SETTLE_COMPUTER: Final = Action("settle_computer", OfTurn, Right.PLAYER)
    SETTLE_WIN: Final = Action("settle_win", OfTurn, Right.PLAYER)
    SETTLE_END: Final = Action("settle_end", OfTurn, Right.PLAYER)
    MORE_TIME: Final = Action("more_time", OfTurn, Right.PLAYER)
    RESIGN: Final = Action("resign", OfMeant, Right.PLAYER)
    REMATCH: Final = Action("rematch", OfGame, Right.PLAYED)
    REMATCH_OTHERS: Final = Action("rematch_others", OfGame, Right.OPEN)
    # on a paused game, and under the question whether to continue a quiet one
    RESUME: Final = Action("resume", OfGame, Right.TABLE)
    KEEP: Final = Action("keep", OfGame, Right.PLAYER)
    END: Final = Action("end", OfGame, Right.DIRECTOR)
    # where there is no game
    OPEN: Final = Action("open", Nothing, Right.OPEN)
    PLAY_COMPUTER: Final = Action("open_computer", Nothing, (Right.OPEN, Right.COMPUTERS))
    # in the lobby
    JOIN: Final = Action("join", OfGame, Right.BRING)
    LEAVE: Final = Action("leave", OfGame, Right.PLAYER)
    ADD_COMPUTER: Final = Action("computer", OfGame, (Right.ARRANGER, Right.COMPUTERS))
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
    CHANGE: Final = Action("change", OfChange, Right.AUTHOR)
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
    TILES: Final = Action("compose_tiles", OfDraft, Right.AUTHOR)
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
    END_YES: Final = Action("end_yes", OfGame, Right.DIRECTOR)
    END_RESIGNING: Final = Action("end_resigning", OfGame, Right.DIRECTOR)
    EXCHANGE_ALL: Final = Action("exchange_all", OfTurn, Right.ON_TURN)
    PLACE: Final = Action("place", OfTurn, Right.PLAYER)
    PLACE_TRY: Final = Action("place_try", OfGame, Right.PLAYER)
    # which of several games is meant: by a command, whose rights are checked when it is carried out; by a message
    WHICH_GAME: Final = Action("which_one", OfPostponed, Right.ANYONE)
    WHICH_TYPED: Final = Action("which", OfMessage, Right.PLAYER)


@dataclass(frozen=True, slots=True)
class RequestedAction:
    """What a custom id requests: an action, with its payload."""

    action: Action[Any, Any]
    payload: Payload

    @property
    def rights(self) -> Rights:
        """The rights that this needs."""
        return self.action.rights(self.payload)


class BoundAction(Protocol):
    """What has been tied to an action."""

    @property
    def action(self) -> Action[Any, Any]:
        """The action."""


def read_id(custom_id: str, bound: Mapping[str, BoundAction]) -> RequestedAction | None:
    """What a button, menu or form requests, among the actions of a bot; None if it does not know it."""
    name, texts = custom_ids.split_id(custom_id) or ("", ())
    action = bound[name].action if name in bound else None
    payload = custom_ids.read_payload(action.payload_type, texts) if action else None
    return RequestedAction(action, payload) if action and payload else None
