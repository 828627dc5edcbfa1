"""Custom ids of buttons, menus and forms that the previous version posted: `tw:<action>:<game>:<turn>`.

Every action wrote its two values in these two fields, whatever they meant. Such ids are read for one release; after
that, delete this module and its use in `bot.front.core.buttons`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from bot.front.core import payloads as of
from bot.front.core.custom_ids import fits
from bot.front.core.payloads import Arrow, Payload, Whose
from bot.limits import Limit, Per
from bot.model.profiles import Permission, WhoMay

_OLD = re.compile(r"tw:([a-z_]+):([a-z0-9-]{1,40}):([0-9]{1,20})(?::[0-9a-f]+)?")
_TILES_OF_A_SEAT = 100

_FORMS: Mapping[type[Payload], Callable[[str, int], Payload]] = {
    of.Nothing: lambda _, __: of.Nothing(),
    of.OfPage: lambda _, number: of.OfPage(number),
    of.OfGame: lambda text, _: of.OfGame(text),
    of.OfTurn: of.OfTurn,
    of.OfGamePage: of.OfGamePage,
    of.OfSeat: of.OfSeat,
    of.OfMeant: lambda text, _: of.OfMeant(text),
    of.OfRack: lambda text, number: of.OfRack(text, number - 1 if number else None),
    of.OfFaceDown: lambda text, number: of.OfFaceDown(text, *divmod(number, _TILES_OF_A_SEAT)),
    of.OfLevel: of.OfLevel,
    of.OfQuestion: of.OfQuestion,
    of.OfMessage: lambda text, number: of.OfMessage(text, of.Long(number)),
    of.OfDraft: lambda text, _: of.OfDraft(text),
    of.OfChange: lambda text, _: of.OfChange(text),
    of.OfTile: of.OfTile,
    of.OfLetters: of.OfLetters,
    of.OfArrow: lambda text, number: of.OfArrow(text, tuple(Arrow)[number]),
    of.OfUpload: lambda text, number: of.OfUpload(text, tuple(Whose)[number]),
    of.OfLexicon: lambda text, number: of.OfLexicon(text, tuple(Whose)[number]),
    of.OfSetting: lambda text, number: of.OfSetting(text, bool(number)),
    of.OfPermission: lambda text, _: of.OfPermission(Permission(text)),
    of.OfGrant: lambda text, number: of.OfGrant(Permission(text), tuple(WhoMay)[number]),
    of.OfLimit: lambda text, number: of.OfLimit(Limit(text), tuple(Per)[number]),
    of.OfPostponed: lambda text, _: of.OfPostponed(text),
}
"""Makes each payload from its two old values. Raises IndexError or ValueError for values that were never posted."""


def split_old_id(custom_id: str) -> tuple[str, tuple[str, int]] | None:
    """The action's name and the two values of an old custom id; None if it does not have this form."""
    match = _OLD.fullmatch(custom_id)
    return (match[1], (match[2], int(match[3]))) if match else None


def read_old_payload(payload: type[Payload], values: tuple[str, int]) -> Payload | None:
    """The payload that the two values of an old custom id stand for; None if they do not fit it or it is newer."""
    try:
        made = _FORMS[payload](*values)
    except (IndexError, KeyError, ValueError):
        return None
    return made if fits(made) else None
