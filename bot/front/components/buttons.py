"""The actions that buttons, menus and forms can request, with what their custom ids carry and the rights they need.

`declare` makes an action: in a room if only that room shows its button, or in `Actions` if a board, the play room or
several rooms show it. An undeclared action is not answered. The room's `commands.py` binds each action to its handler;
the rights of commands are declared beside them (`bot.front.interaction.commands`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from bot.front.components import custom_ids
from bot.front.components.custom_ids import Action, P, Rights, T
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

ACTIONS: Final[dict[str, Action[Any, Any]]] = {}
"""Every action that has been declared, by its name; `bot.front.rooms` imports all of them."""


def declare(name: str, payload: Callable[P, T], needs: Right | Rights | Callable[[T], Right]) -> Action[P, T]:
    """A new action, known by its name in custom ids. Raises ValueError for a name that is taken."""
    if name in ACTIONS:
        raise ValueError(f"The action {name!r} is declared twice: give one of them another name.")
    made = Action(name, payload, needs)
    ACTIONS[name] = made
    return made


class Actions:
    """The actions of boards and moves, and those that several rooms share.

    An action keeps its name for as long as messages with its buttons may exist.
    """

    # on a board; those of a turn are stale once the game has moved on
    RACK: Final = declare("rack", OfRack, Right.PLAYER)
    PLAY: Final = declare("play", OfTurn, Right.PLAYER)
    PASS: Final = declare("pass", OfTurn, Right.PLAYER)
    EXCHANGE: Final = declare("exchange", OfTurn, Right.PLAYER)
    CHALLENGE: Final = declare("challenge", OfTurn, Right.PLAYER)
    ACCEPT: Final = declare("accept", OfTurn, Right.PLAYER)
    REJECT: Final = declare("reject", OfTurn, Right.PLAYER)
    UNDO: Final = declare("undo", OfTurn, Right.PLAYER)
    PLAY_NOW: Final = declare("now", OfTurn, Right.PLAYER)
    HINT: Final = declare("hint", OfTurn, Right.PLAYER)
    STOP: Final = declare("stop", OfGame, Right.DIRECTOR)
    MORE: Final = declare("more", OfGame, Right.ANYONE)
    TAKE_BACK: Final = declare("seat_back", OfGame, Right.LEAVER)
    TYPE: Final = declare("type_tiles", OfSeat, Right.PLAYER)
    # about words that the host decides on
    ASKED: Final = declare("asked", OfGame, Right.PLAYER)
    ADD_WORD: Final = declare("add_word", OfQuestion, Right.HOST)
    REFUSE_WORD: Final = declare("refuse_word", OfQuestion, Right.HOST)
    # under the questions whether someone else may take over a seat, and whether that person wants it
    GIVE_SEAT: Final = declare("seat_give", OfQuestion, Right.ASKED)
    # under More, and on the card at the end
    PLAYER_WORDS: Final = declare("words_of", OfGamePage, Right.ANYONE)
    # under a list of words, which they turn over
    WORDS_IN_ORDER: Final = declare("words_in_order", OfGamePage, Right.ANYONE)
    WORDS_BY_PLAYER: Final = declare("words_by_player", OfGamePage, Right.ANYONE)
    MEANING: Final = declare("meaning", OfGame, Right.ANYONE)
    MEANING_OF: Final = declare("meaning_of", OfGame, Right.ANYONE)
    SCORES: Final = declare("scores", OfGame, Right.ANYONE)
    UNSEEN: Final = declare("unseen", OfGame, Right.ANYONE)
    TEXT_BOARD: Final = declare("text", OfGame, Right.ANYONE)
    RULES: Final = declare("rules", OfGamePage, Right.ANYONE)
    SWAP: Final = declare("swap", OfTurn, Right.ON_TURN)
    REMIND: Final = declare("remind", OfGame, Right.PLAYER)
    CLAIM: Final = declare("claim", OfTurn, Right.PLAYER)
    SETTLE_COMPUTER: Final = declare("settle_computer", OfTurn, Right.PLAYER)
    SETTLE_WIN: Final = declare("settle_win", OfTurn, Right.PLAYER)
    SETTLE_END: Final = declare("settle_end", OfTurn, Right.PLAYER)
    MORE_TIME: Final = declare("more_time", OfTurn, Right.PLAYER)
    RESIGN: Final = declare("resign", OfMeant, Right.PLAYER)
    REMATCH: Final = declare("rematch", OfGame, Right.PLAYED)
    REMATCH_OTHERS: Final = declare("rematch_others", OfGame, Right.OPEN)
    # on a paused game, and under the question whether to continue a quiet one
    RESUME: Final = declare("resume", OfGame, Right.TABLE)
    KEEP: Final = declare("keep", OfGame, Right.PLAYER)
    END: Final = declare("end", OfGame, Right.DIRECTOR)
    # where there is no game
    OPEN: Final = declare("open", Nothing, Right.OPEN)
    PLAY_COMPUTER: Final = declare("open_computer", Nothing, (Right.OPEN, Right.COMPUTERS))
    # in the lobby
    JOIN: Final = declare("join", OfGame, Right.BRING)
    LEAVE: Final = declare("leave", OfGame, Right.PLAYER)
    ADD_COMPUTER: Final = declare("computer", OfGame, (Right.ARRANGER, Right.COMPUTERS))
    START: Final = declare("start", OfGame, Right.ARRANGER)
    STOP_WAITING: Final = declare("stop_waiting", OfGame, Right.DIRECTOR)
    # under a rack
    SHUFFLE: Final = declare("rack_shuffle", OfRack, Right.PLAYER)
    SORT: Final = declare("rack_sort", OfRack, Right.PLAYER)
    VOWELS: Final = declare("rack_vowels", OfRack, Right.PLAYER)
    FOUR: Final = declare("four", OfTurn, Right.ON_TURN)
    DRAW: Final = declare("draw", OfGame, Right.PLAYER)
    PICK: Final = declare("pick", OfFaceDown, Right.PLAYER)
    PICK_ALL: Final = declare("pick_all", OfFaceDown, Right.PLAYER)
    # under a preview
    CONFIRM: Final = declare("confirm", OfDraft, Right.AUTHOR)
    CHANGE: Final = declare("change", OfChange, Right.AUTHOR)
    CANCEL: Final = declare("cancel", Nothing, Right.ANYONE)
    # under the choice of hints and under a hint
    NUDGE: Final = declare("hint_nudge", OfTurn, Right.PLAYER)
    RANDOM: Final = declare("hint_random", OfTurn, Right.PLAYER)
    BEST: Final = declare("hint_best", OfTurn, Right.PLAYER)
    # composing a move tile by tile
    COMPOSE: Final = declare("compose", OfGame, Right.PLAYER)
    TRIES: Final = declare("tries", OfGame, Right.PLAYER)
    COMPOSE_ON: Final = declare("compose_on", OfDraft, Right.AUTHOR)
    TILE: Final = declare("compose_tile", OfTile, Right.AUTHOR)
    TILES: Final = declare("compose_tiles", OfDraft, Right.AUTHOR)
    LETTER: Final = declare("compose_letter", OfLetters, Right.AUTHOR)
    STEP: Final = declare("compose_step", OfArrow, Right.AUTHOR)
    TURN: Final = declare("compose_turn", OfDraft, Right.AUTHOR)
    BACK: Final = declare("compose_back", OfDraft, Right.AUTHOR)
    CLEAR: Final = declare("compose_clear", OfDraft, Right.AUTHOR)
    ZOOM: Final = declare("compose_zoom", OfDraft, Right.AUTHOR)
    KEEP_TRY: Final = declare("compose_keep", OfDraft, Right.AUTHOR)
    PUT_AWAY: Final = declare("compose_away", OfDraft, Right.AUTHOR)
    # under an answer that keeps its reason private
    WHY: Final = declare("why", OfMessage, Right.PLAYER)
    # under questions, and in menus of places
    CHALLENGE_WORDS: Final = declare("challenge_words", OfTurn, Right.PLAYER)
    CHALLENGE_YES: Final = declare("challenge_yes", OfTurn, Right.PLAYER)
    PASS_YES: Final = declare("pass_yes", OfTurn, Right.PLAYER)
    END_YES: Final = declare("end_yes", OfGame, Right.DIRECTOR)
    END_RESIGNING: Final = declare("end_resigning", OfGame, Right.DIRECTOR)
    EXCHANGE_ALL: Final = declare("exchange_all", OfTurn, Right.ON_TURN)
    PLACE: Final = declare("place", OfTurn, Right.PLAYER)
    PLACE_TRY: Final = declare("place_try", OfGame, Right.PLAYER)
    # which of several games is meant: by a command, whose rights are checked when it is carried out; by a message
    WHICH_GAME: Final = declare("which_one", OfPostponed, Right.ANYONE)
    WHICH_TYPED: Final = declare("which", OfMessage, Right.PLAYER)


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
    name, texts = custom_ids.split_id(custom_id) or ("", ())
    action = ACTIONS.get(name)
    payload = custom_ids.read_payload(action.payload_type, texts) if action else None
    return Requested(action, payload) if action and payload else None
