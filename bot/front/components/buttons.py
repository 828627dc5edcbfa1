"""The actions that buttons, menus and forms can request, the rights they need, and the custom ids that carry them."""

from __future__ import annotations

import base64
import binascii
import re
import secrets
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, dataclass, fields
from enum import StrEnum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Final, Generic, ParamSpec, Protocol, TypeVar, cast, get_args, get_type_hints

from bot.front.components.payloads import (
    Long,
    Nothing,
    OfArrow,
    OfChange,
    OfDraft,
    OfFaceDown,
    OfGame,
    OfGamePage,
    OfLetters,
    OfMeant,
    OfMenu,
    OfMessage,
    OfPostponed,
    OfQuestion,
    OfRack,
    OfSeat,
    OfTile,
    OfTurn,
    Payload,
    Signed,
)
from bot.service.rights import Right

LONGEST_ID = 100
"""Characters of a custom id (Discord's documentation of message components)."""
_PREFIX = "tw:"

_TEXT = re.compile(r"[a-z0-9_-]{1,40}")
_NUMBER = re.compile(r"-?[0-9]{1,19}")
_BITS: dict[Any, int] = {int: 31, Long: 63, Signed: 31}
"""The bits of the largest number of each type, so that a forged id names none that a database cannot compare."""
_FORM = re.compile(r"~[0-9a-f]{1,12}\Z")
_SWITCHES = {"0": False, "1": True}

Rights = tuple[Right, ...]
P = ParamSpec("P")
T = TypeVar("T", bound=Payload)


@dataclass(frozen=True, slots=True)
class Action(Generic[P, T]):
    """Something that a button, menu or form can request: its name in custom ids, its payload and the rights it needs.

    For a form, `needs` is checked when it is submitted: opening one reveals and changes nothing. `needs` is a function
    if the rights depend on the payload. Raises TypeError for a payload that no custom id can carry.
    """

    name: str
    payload: Callable[P, T]
    needs: Right | Rights | Callable[[T], Right]

    def __post_init__(self) -> None:
        field_types(self.payload_type)

    @property
    def payload_type(self) -> type[T]:
        """The class of its payloads."""
        return cast("type[T]", self.payload)

    def id(self, *args: P.args, **kwargs: P.kwargs) -> str:
        """The custom id of a button or menu with this payload. Raises ValueError for values that no id can carry."""
        return write_id(self.name, self.payload(*args, **kwargs))

    def rights(self, payload: T) -> Rights:
        """The rights that are needed with a payload."""
        needs = self.needs if isinstance(self.needs, Right | tuple) else self.needs(payload)
        return needs if isinstance(needs, tuple) else (needs,)


def write_id(name: str, payload: Payload) -> str:
    """The custom id of an action with its payload. Raises ValueError for values that no id can carry."""
    made = ":".join((f"{_PREFIX}{name}", *_written_fields(payload)))
    if len(made) > LONGEST_ID:
        raise ValueError(f"The custom id {made!r} has more than {LONGEST_ID} characters: shorten its payload.")
    return made


def _written_fields(payload: Payload) -> tuple[str, ...]:
    """The fields of a payload as written, without trailing ones that have their default. Raises ValueError."""
    kept, types = list(_fields(type(payload))), field_types(type(payload))
    while kept and getattr(payload, kept[-1].name) == kept[-1].default:
        kept.pop()
    return tuple(_written(types[one.name], getattr(payload, one.name)) for one in kept)


def packed(text: str) -> str:
    """A short text of any letters as a custom id can carry it; empty if it is longer than 25 bytes."""
    made = base64.b32encode(text.encode()).decode().rstrip("=").lower()
    return made if _TEXT.fullmatch(made) else ""


def unpacked(field: str) -> str:
    """The text that `packed` wrote; empty if it has written no such field."""
    try:
        return base64.b32decode(field.upper() + "=" * (-len(field) % 8)).decode()
    except (binascii.Error, UnicodeDecodeError):
        return ""


def write_form_id(name: str, payload: Payload) -> str:
    """A custom id for a form, with a random part that tells it apart from all others. Raises as `write_id`."""
    return f"{write_id(name, payload)}~{secrets.token_hex(3)}"


def split_id(custom_id: str) -> tuple[str, tuple[str, ...]] | None:
    """The action's name and the written fields of a custom id; None if it does not have this form."""
    if not custom_id.startswith(_PREFIX) or len(custom_id) > LONGEST_ID:
        return None
    name, *texts = _FORM.sub("", custom_id.removeprefix(_PREFIX)).split(":")
    return name, tuple(texts)


def read_payload(payload: type[T], texts: tuple[str, ...]) -> T | None:
    """The payload with these written fields; None if they do not fit it."""
    declared, types = _fields(payload), field_types(payload)
    needed = sum(one.default is MISSING for one in declared)
    if not needed <= len(texts) <= len(declared):
        return None
    try:
        values = [_value(types[one.name], text) for one, text in zip(declared, texts, strict=False)]
    except ValueError:
        return None
    return payload(*values)


def _written(wanted: Any, value: object) -> str:
    match value:
        case None:
            return ""
        case bool():
            return str(int(value))
        case int() if _fits(_plain(wanted), value):
            return str(value)
        case str() if _TEXT.fullmatch(value):
            return str(value)
    raise ValueError(f"A custom id cannot carry {value!r}: use a number from 0, or small letters, digits, - and _.")


def _value(wanted: Any, text: str) -> object:
    """The value of the wanted type that a text denotes. Raises ValueError if it denotes none."""
    if isinstance(wanted, UnionType):
        return _value(_plain(wanted), text) if text else None
    if wanted is bool:
        return _switch(text)
    if wanted in _BITS:
        return _number(text, wanted)
    if not _TEXT.fullmatch(text):
        raise ValueError(text)
    return wanted(text)


def _number(text: str, wanted: Any) -> int:
    if not _NUMBER.fullmatch(text) or not _fits(wanted, number := int(text)):
        raise ValueError(text)
    return number


def _fits(wanted: Any, number: int) -> bool:
    """Whether a number is one of a type."""
    return (number >= 0 or wanted is Signed) and abs(number) < 1 << _BITS[wanted]


def _switch(text: str) -> bool:
    if text not in _SWITCHES:
        raise ValueError(text)
    return _SWITCHES[text]


def _fields(payload: type[Payload]) -> tuple[Field[Any], ...]:
    return fields(cast("Any", payload))


def field_types(payload: type[Payload]) -> Mapping[str, Any]:
    """The type of each field. Raises TypeError for a type that no custom id can carry."""
    return _field_types(cast("Any", payload))


@cache
def _field_types(payload: type[Payload]) -> Mapping[str, Any]:
    found = get_type_hints(payload)
    for name, wanted in found.items():
        plain = _plain(wanted)
        if plain not in (str, bool, *_BITS) and not (isinstance(plain, type) and issubclass(plain, StrEnum)):
            raise TypeError(f"{payload.__name__}.{name} is declared as {wanted}, which no custom id can carry.")
    return found


def _plain(wanted: Any) -> Any:
    """The type of a field without `| None`."""
    return next(one for one in get_args(wanted) if one is not NoneType) if isinstance(wanted, UnionType) else wanted


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
    TAKE: Final = Action("seat_take", OfSeat, Right.BRING)
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
    CANCEL_GAME: Final = Action("cancel_game", OfGame, Right.PLAYER)
    REMATCH: Final = Action("rematch", OfGame, Right.PLAYED)
    REMATCH_OTHERS: Final = Action("rematch_others", OfGame, Right.OPEN)
    # on a paused game, and under the question whether to continue a quiet one
    RESUME: Final = Action("resume", OfGame, Right.TABLE)
    KEEP: Final = Action("keep", OfGame, Right.PLAYER)
    END: Final = Action("end", OfGame, Right.DIRECTOR)
    # where there is no game
    OPEN: Final = Action("open", Nothing, Right.OPEN)
    PLAY_COMPUTER: Final = Action("open_computer", Nothing, (Right.OPEN, Right.COMPUTERS))
    TOPIC: Final = Action("topic", OfMenu, Right.ANYONE)
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
    REMOVE: Final = Action("remove_whom", OfGame, Right.DIRECTOR)
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
    name, texts = split_id(custom_id) or ("", ())
    action = bound[name].action if name in bound else None
    payload = read_payload(action.payload_type, texts) if action else None
    return RequestedAction(action, payload) if action and payload else None
