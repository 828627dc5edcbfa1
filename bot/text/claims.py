"""Claims in words: nobody waits for ever for a player who has fallen silent or is gone."""

from __future__ import annotations

from bot.text.clocks import moment
from bot.text.texts import Texts


def claimable_text(instant: int, now: int, texts: Texts) -> str:
    """From when those who wait need wait no longer."""
    if instant <= now:
        return texts.gettext("If you are waiting, you need not wait any longer: use `/game claim`.")
    return texts.gettext(
        "If you are waiting, you can stop waiting {moment} with `/game claim`.", moment=moment(instant)
    )


def claimed_text(name: str, by: str, game: str, decided: int, texts: Texts) -> str:
    """For the player who has a last time to move, until the instant `decided`."""
    return texts.gettext(
        "{name}, {by} has waited for your move in {game} for a long time. If you do not move now, {by} decides how the "
        "game goes on: {moment}.",
        name=name,
        by=by,
        game=game,
        moment=moment(decided),
    )


def claim_receipt(name: str, decided: int, texts: Texts) -> str:
    """For the player who has claimed the game."""
    return texts.gettext(
        "I have told {name}. If {name} does not move, you decide how the game goes on: {moment}.",
        name=name,
        moment=moment(decided),
    )


def how_to_go_on(name: str, game: str, texts: Texts, *, gone: bool) -> str:
    """The question to those who wait, when the last time has passed or the player is gone."""
    if gone:
        return texts.gettext("{name} is no longer here to play {game}. How should it go on?", name=name, game=game)
    return texts.gettext("{name} still has not moved in {game}. How should it go on?", name=name, game=game)
