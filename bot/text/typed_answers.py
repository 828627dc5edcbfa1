"""Answers to moves, and to mentions, that people type as messages."""

from __future__ import annotations

from bot.text.cast import SeatNames
from bot.text.names import bold, in_code
from bot.text.status import example
from bot.text.texts import Texts


def guidance_text(cast: SeatNames | None, texts: Texts, *, on_turn: bool = False) -> str:
    """What the bot understands in a running game, of whose table `cast` is, or without one."""
    if cast is None:
        return texts.gettext("Use `/help` to see what I can do.")
    move = f"`{example(cast, texts)}`"
    if on_turn:
        return texts.gettext(
            "It is your turn: press **Play** under the board, or type a move, like {move}. `/help` explains the rest.",
            move=move,
        )
    return texts.gettext("I understand moves, like {move}. `/help` explains the rest.", move=move)


def elsewhere_text(texts: Texts, *, passes: bool) -> str:
    """What to do instead of typing a pass, or else an exchange, where everyone can read it."""
    if passes:
        return texts.gettext("To pass your turn, press the button.")
    return texts.gettext(
        "Everyone can read this channel. To exchange tiles, use `/exchange`, or press **More** under the board."
    )


def confirm_text(texts: Texts) -> str:
    """What someone who confirms moves does where no direct message reaches them."""
    return texts.gettext("Use `/play`, so that you can confirm your move.")


def move_heading(move: str, game: str, texts: Texts) -> str:
    """Names the move and the game that a private answer is about."""
    return texts.gettext("Your move {move} in {game}:", move=f"`{in_code(move)}`", game=bold(game))


def why_label(texts: Texts, *, refused: bool) -> str:
    """The label of the button that tells the author of a move why it failed, or where a word fits."""
    return texts.gettext("Why?") if refused else texts.gettext("Where?")
