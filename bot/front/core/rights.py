"""The rights that every command and typed message needs, all in one list.

Those of buttons, menus and forms are in `bot.front.core.buttons`. What neither lists is not answered
(`bot.front.core.gate`). An option that needs more than its command has a row of its own, `command option`; then the
person needs the rights of both. A row `command option:value` replaces that of the command. The table in bot/README.md
says the same of the commands.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bot.front.core.custom_ids import Rights
from bot.front.core.errors import UnknownAction
from bot.service.rights import Right

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
    "Game statistics": Right.ANYONE,
}

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


def _each(row: Right | Rights) -> Rights:
    return row if isinstance(row, tuple) else (row,)
