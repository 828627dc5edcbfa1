"""Questions before something that cannot be undone, each with the label of the button that does it."""

from __future__ import annotations

from collections.abc import Sequence

from bot.text.names import bold
from bot.text.texts import Texts


def leaving(name: str, texts: Texts) -> tuple[str, str]:
    """Before someone leaves a game; `name` says who if several people share a screen, and is else empty."""
    yes = texts.gettext("Leave")
    if name:
        return texts.gettext("Do you want {name} to leave this game?", name=name), yes
    return texts.gettext("Do you want to leave this game?"), yes


def resigning(name: str, texts: Texts) -> tuple[str, str]:
    """Before someone resigns; `name` is as for `leaving`."""
    yes = texts.gettext("Resign")
    if name:
        return texts.gettext("Do you want {name} to resign? {name} cannot come back.", name=name), yes
    return texts.gettext("Do you want to resign? You cannot come back."), yes


def removing(name: str, texts: Texts) -> tuple[str, str]:
    """Before a player is removed."""
    return texts.gettext("Do you want to remove {name} from the game?", name=name), texts.gettext("Remove")


def starting(awaited: Sequence[str], texts: Texts) -> tuple[str, str]:
    """Before a game starts without the people of these names, for whom seats are kept."""
    question = texts.ngettext(
        "{names} has not answered yet. Start anyway?",
        "{names} have not answered yet. Start anyway?",
        len(awaited),
        names=texts.join(map(bold, awaited)),
    )
    return question, texts.gettext("Start now")


def swapping(texts: Texts) -> tuple[str, str]:
    """Before someone swaps places with a computer player."""
    question = texts.gettext(
        "Do you want to swap places? You get the computer player's tiles and score, and it gets yours. The "
        "game will not count for ratings."
    )
    return question, texts.gettext("Swap places")


def ending(texts: Texts, *, resigns: bool) -> tuple[str, str]:
    """Before a game that is not running is ended; `resigns` says that this counts as resigning."""
    question = texts.gettext("Do you want to end this game for everyone? You cannot undo this.")
    if resigns:
        question = texts.gettext(
            "Do you want to end this game? You are playing against others, so that counts as resigning. You cannot "
            "undo this."
        )
    return question, texts.gettext("End the game")


def keep_or_end(texts: Texts, *, resigns: bool) -> str:
    """Before a running game is ended: whether to keep it for later instead."""
    question = texts.gettext(
        "Do you want to keep this game for later, or end it for good? If you keep it, you can resume it at any time "
        "with `/game resume`."
    )
    warning = texts.gettext("You are playing against others, so ending it for good counts as resigning.")
    return f"{question}\n{warning}" if resigns else question
