"""The rights that every command, button, menu, modal and typed message needs, all in one list.

What is missing from it is not answered (`bot.front.core.gate`). An option that needs more than its command has a row of
its own, `command option`; then the person needs the rights of both. A row `command option:value` replaces that of the
command. The table in bot/README.md says the same of the commands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from bot.front.core.buttons import WHOSE, Action, Target, Whose
from bot.front.core.errors import UnknownAction
from bot.service.rights import Right

Rights = tuple[Right, ...]
Row = Right | Rights | Callable[[Target], Right]
"""What is needed: one right, several at once, or what follows from the target of a button."""

COMMANDS: Mapping[str, Right | Rights] = {
    "game new": Right.OPEN,
    "game new computer": Right.COMPUTERS,
    "game demo": (Right.OPEN, Right.COMPUTERS),
    "game join": Right.BRING,
    "game leave": Right.PLAYER,
    "game start": Right.ARRANGER,
    "game computer": (Right.ARRANGER, Right.COMPUTERS),
    "game rules": Right.ANYONE,
    "game rules value": Right.DIRECTOR,
    "game status": Right.ANYONE,
    "game list": Right.ANYONE,
    "game watch": Right.ANYONE,
    "game watch code": Right.SHOW,
    "game chat": Right.ANYONE,
    "game chat switch": Right.PLACE,
    "game chat mute": Right.PLACE,
    "game chat unmute": Right.PLACE,
    "game undo": Right.PLAYER,
    "game swap": Right.ON_TURN,
    "game rematch": Right.PLAYED,
    "game rematch players:others": Right.OPEN,
    "game end": Right.DIRECTOR,
    "game pause": Right.TABLE,
    "game resume": Right.TABLE,
    "game save": Right.TABLE,
    "game load": Right.OPEN,
    "game export": Right.ANYONE,
    "game nudge": Right.PLAYER,
    "game guest": Right.PLAYER,
    "game remove": Right.DIRECTOR,
    "game seat": Right.DIRECTOR,
    "game resign": Right.PLAYER,
    "play": Right.ON_TURN,
    "try": Right.PLAYER,
    "pass": Right.PLAYER,
    "exchange": Right.ON_TURN,
    "trade": Right.ON_TURN,
    "challenge": Right.PLAYER,
    "hint": Right.PLAYER,
    "draw": Right.PLAYER,
    "tabletop start": Right.ARRANGER,
    "tabletop rack": Right.PLAYER,
    "tabletop left": Right.PLAYER,
    "rack": Right.PLAYER,
    "board": Right.ANYONE,
    "scores": Right.ANYONE,
    "words": Right.ANYONE,
    "tiles values": Right.ANYONE,
    "tiles distribution": Right.ANYONE,
    "tiles unseen": Right.ANYONE,
    "tiles all": Right.ANYONE,
    "check": Right.ANYONE,
    "define": Right.ANYONE,
    "anagram": Right.ANYONE,
    "dictionary add": Right.ANYONE,
    "dictionary add list:server": Right.WORDS,
    "dictionary remove": Right.ANYONE,
    "dictionary remove list:server": Right.WORDS,
    "dictionary import": Right.ANYONE,
    "dictionary import list:server": Right.WORDS,
    "dictionary export": Right.ANYONE,
    "dictionary list": Right.ANYONE,
    "variant list": Right.ANYONE,
    "variant show": Right.ANYONE,
    "variant load": Right.VARIANTS,
    "variant remove": Right.VARIANTS,
    "settings mine": Right.ANYONE,
    "settings channel": Right.ANYONE,
    "settings channel coordinates": Right.CHANNELS,
    "settings server": Right.ANYONE,
    "stats": Right.ANYONE,
    "leaderboard": Right.ANYONE,
    "help": Right.ANYONE,
    "Board as text": Right.ANYONE,
    "Games in figures": Right.ANYONE,
}


def _of_list(target: Target) -> Right:
    """A button about a word list; whose list it is replaces the turn."""
    if target.turn >= len(WHOSE):
        raise UnknownAction
    return Right.WORDS if WHOSE[target.turn] is Whose.SERVER else Right.ANYONE


SETTINGS: Mapping[str, Right] = {
    Action.SET_MINE: Right.ANYONE,
    Action.SET_CHANNEL: Right.CHANNELS,
    Action.SET_SERVER: Right.MODERATOR,
}
"""The right needed to change a setting in each panel."""

ACTIONS: Mapping[str, Row] = {
    # under a board
    Action.RACK: Right.PLAYER,
    Action.PASS: Right.PLAYER,
    Action.PASS_YES: Right.PLAYER,
    Action.CHALLENGE: Right.PLAYER,
    Action.CHALLENGE_WORDS: Right.PLAYER,
    Action.CHALLENGE_YES: Right.PLAYER,
    Action.ACCEPT: Right.PLAYER,
    Action.REJECT: Right.PLAYER,
    Action.ASKED: Right.PLAYER,
    Action.ADD_WORD: Right.HOST,
    Action.REFUSE_WORD: Right.HOST,
    Action.UNDO: Right.PLAYER,
    Action.PLAY_NOW: Right.PLAYER,
    Action.STOP: Right.DIRECTOR,
    Action.MORE: Right.ANYONE,
    Action.SCORES: Right.ANYONE,
    Action.WORDS: Right.ANYONE,
    Action.UNSEEN: Right.ANYONE,
    Action.TEXT_BOARD: Right.ANYONE,
    Action.RESIGN: Right.PLAYER,
    Action.RESIGN_YES: Right.PLAYER,
    Action.REMATCH: Right.PLAYED,
    Action.REMATCH_OTHERS: Right.OPEN,
    Action.TAKE_BACK: Right.LEAVER,
    Action.GIVE_SEAT: Right.PLAYER,
    Action.HINT: Right.PLAYER,
    Action.NUDGE: Right.PLAYER,
    Action.RANDOM: Right.PLAYER,
    Action.BEST: Right.PLAYER,
    Action.SWAP: Right.ON_TURN,
    Action.SWAP_YES: Right.ON_TURN,
    # in the lobby
    Action.JOIN: Right.BRING,
    Action.LEAVE: Right.PLAYER,
    Action.LEAVE_YES: Right.PLAYER,
    Action.ADD_COMPUTER: (Right.ARRANGER, Right.COMPUTERS),
    Action.LEVEL: (Right.ARRANGER, Right.COMPUTERS),
    Action.RULES: Right.ANYONE,
    Action.START: Right.ARRANGER,
    Action.START_YES: Right.ARRANGER,
    Action.STOP_WAITING: Right.DIRECTOR,
    # resting and ending
    Action.RESUME: Right.TABLE,
    Action.PAUSE_YES: Right.TABLE,
    Action.REMIND: Right.PLAYER,
    Action.KEEP: Right.PLAYER,
    Action.END: Right.DIRECTOR,
    Action.END_YES: Right.DIRECTOR,
    Action.REMOVE_YES: Right.DIRECTOR,
    # under a rack
    Action.SHUFFLE: Right.PLAYER,
    Action.SORT: Right.PLAYER,
    Action.VOWELS: Right.PLAYER,
    Action.DRAW: Right.PLAYER,
    Action.PICK: Right.PLAYER,
    Action.PICK_ALL: Right.PLAYER,
    Action.FOUR: Right.ON_TURN,
    Action.EXCHANGE_ALL: Right.ON_TURN,
    Action.EXCHANGE_LETTERS: Right.ON_TURN,
    # moves that are tried or put together
    Action.PLACE: Right.PLAYER,
    Action.PLACE_TRY: Right.PLAYER,
    Action.CONFIRM: Right.AUTHOR,
    Action.COMPOSE: Right.PLAYER,
    Action.TRIES: Right.PLAYER,
    Action.COMPOSE_ON: Right.AUTHOR,
    Action.TILE: Right.AUTHOR,
    Action.LETTER: Right.AUTHOR,
    Action.ROW: Right.AUTHOR,
    Action.COLUMN: Right.AUTHOR,
    Action.STEP: Right.AUTHOR,
    Action.TURN: Right.AUTHOR,
    Action.BACK: Right.AUTHOR,
    Action.CLEAR: Right.AUTHOR,
    Action.ZOOM: Right.AUTHOR,
    Action.KEEP_TRY: Right.AUTHOR,
    Action.PUT_AWAY: Right.AUTHOR,
    Action.WHY: Right.PLAYER,
    Action.WHICH_TYPED: Right.PLAYER,
    # the players' chat
    Action.CHAT_ACCEPT: Right.PLACE,
    Action.CHAT_REFUSE: Right.PLACE,
    # a server's words, settings and permissions
    Action.REPLACE_WORDS: _of_list,
    Action.MERGE_WORDS: _of_list,
    Action.ASK_RESET_WORDS: _of_list,
    Action.RESET_WORDS: _of_list,
    **SETTINGS,
    Action.CHOOSE_PERMISSION: Right.MODERATOR,
    Action.PERMISSIONS_BACK: Right.MODERATOR,
    Action.ALLOW: Right.MODERATOR,
    Action.ALLOW_ROLE: Right.MODERATOR,
    Action.CHOOSE_LIMIT: Right.MODERATOR,
    Action.SET_LIMIT: Right.MODERATOR,
    # what is private anyway
    Action.CANCEL: Right.ANYONE,
    Action.TOPIC: Right.ANYONE,
    Action.LEADERS: Right.ANYONE,
    # what follows the question which game is meant is checked when it is carried out
    Action.WHICH_GAME: Right.ANYONE,
}

MODALS: Mapping[str, Row] = {
    Action.PLAY: Right.PLAYER,
    Action.CHANGE: Right.AUTHOR,
    Action.EXCHANGE: Right.PLAYER,
    Action.TYPE: Right.PLAYER,
}
"""What submitting a form needs. Opening it reveals and changes nothing."""

TYPED = Right.PLAYER
"""What a move typed as a message needs."""


def of_command(name: str, options: Mapping[str, object]) -> Rights:
    """The rights that a command with certain options needs. Raises `UnknownAction` if it is not declared."""
    if name not in COMMANDS:
        raise UnknownAction
    return tuple(right for key in _keys(name, options) for right in _each(COMMANDS.get(key, ())))


def _keys(name: str, options: Mapping[str, object]) -> Iterator[str]:
    instead = [key for option, value in options.items() if (key := f"{name} {option}:{value}") in COMMANDS]
    yield from instead or [name]
    yield from (f"{name} {option}" for option in options)


def of_button(target: Target) -> Rights:
    """The rights that a button or menu needs. Raises `UnknownAction` if it is not declared."""
    return _of(ACTIONS, target)


def of_modal(target: Target) -> Rights:
    """The rights that a submitted form needs. Raises `UnknownAction` if it is not declared."""
    return _of(MODALS, target)


def _of(rows: Mapping[str, Row], target: Target) -> Rights:
    row = rows.get(target.action)
    if row is None:
        raise UnknownAction
    return _each(row if isinstance(row, Right | tuple) else row(target))


def _each(row: Right | Rights) -> Rights:
    return row if isinstance(row, tuple) else (row,)
