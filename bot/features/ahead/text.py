"""Planned moves in words. Whether their words count is never said."""

from __future__ import annotations

from collections.abc import Sequence

from bot.features.ahead.store import MOST_AHEAD, PASS, AheadMove, exchanged
from bot.text.help import HelpContext, HelpTopic
from bot.text.names import bold
from bot.text.texts import Texts
from bot.text.typed import TypedMeaning, typed_word
from engine.sentences import NP_


def move_text(move: str, texts: Texts) -> str:
    """A move as people type it, with its first word in their language if it is no play."""
    if move == PASS:
        return typed_word(TypedMeaning.PASS, texts)
    tiles = exchanged(move)
    if tiles is None:
        return move
    named = typed_word(TypedMeaning.ALL, texts) if tiles == TypedMeaning.ALL.value else tiles
    return f"{typed_word(TypedMeaning.EXCHANGE, texts)} {named}"


def _shown(move: str, texts: Texts) -> str:
    return bold(move_text(move, texts))


def kept_text(move: str, answers: str, texts: Texts) -> str:
    """What is made as soon as it is the person's turn."""
    if answers:
        return texts.gettext(
            "Planned for your next turn, if the player before you plays {answered}: {move}.",
            answered=bold(answers),
            move=_shown(move, texts),
        )
    return texts.gettext("Planned for your next turn: {move}.", move=_shown(move, texts))


def replaced_text(move: str, texts: Texts) -> str:
    """That a move takes the place of one said before."""
    return texts.gettext("It replaces the move you had planned, {move}.", move=_shown(move, texts))


def unchecked_text(texts: Texts) -> str:
    """When a planned move is checked."""
    return "-# " + texts.gettext(
        "I will make the move once the one before it can no longer be undone, and check it only then. If it "
        "does not fit, I will tell you and do nothing."
    )


def listed_text(moves: Sequence[AheadMove], texts: Texts) -> str:
    """All planned moves of a person in a game; empty if there are none."""
    return "\n".join("- " + kept_text(one.move, one.answers, texts) for one in moves)


def none_text(texts: Texts) -> str:
    """How to say a planned move."""
    return texts.gettext("You have planned no moves in this game. Plan one with `/move plan move:`.")


def played_text(move: str, texts: Texts) -> str:
    """That a move was made."""
    return texts.gettext("I have made your planned move: {move}.", move=_shown(move, texts))


def lost_text(move: str, texts: Texts) -> str:
    """That a move was refused and cost the turn."""
    return texts.gettext("Your planned move, {move}, was refused, and you lost your turn.", move=bold(move))


def dropped_text(dropped: Sequence[AheadMove], texts: Texts) -> str:
    """That no move fits any more."""
    moves = tuple(dict.fromkeys(one.move for one in dropped))
    return texts.ngettext(
        "Your planned move, {moves}, no longer fits, so I have not made it. It is your turn.",
        "Your planned moves, {moves}, no longer fit, so I have made none of them. It is your turn.",
        len(moves),
        moves=texts.join(_shown(move, texts) for move in moves),
    )


def unanswered_text(texts: Texts) -> str:
    """That no move was meant as an answer to the play that was made."""
    return texts.gettext("You had planned no answer to the move that was played.")


def words_text(move: str, texts: Texts) -> str:
    """That a move makes a word that does not count."""
    return texts.gettext("{move} makes a word that is not in the dictionary.", move=bold(move))


def refused_text(move: str, texts: Texts) -> str:
    """How to find out why a move is refused."""
    return texts.gettext("To see why {move} is refused, play it with `/play`.", move=bold(move))


def _help(helped: HelpContext) -> str:
    texts = helped.texts
    lines = (
        texts.gettext(
            "In games with an hour or more per turn, `/move plan move:` plans your next move. I will make it once "
            "the move before it can no longer be undone. The button under `/try` does the same."
        ),
        texts.gettext(
            "With `after:`, I will make it only if the player before you plays a certain move, or one that starts on "
            "a certain square."
        ),
        texts.gettext(
            "You can plan a pass or an exchange too: `/move plan move:{passing}`, `/move plan move:{exchange} ABC`.",
            passing=typed_word(TypedMeaning.PASS, texts),
            exchange=typed_word(TypedMeaning.EXCHANGE, texts),
        ),
        texts.gettext("A planned move does not end your time away (`/settings away`)."),
        texts.gettext(
            "Nobody else can see your planned moves. `/rack` shows them to you, and `/move plan` removes them."
        ),
        texts.ngettext(
            "You can plan up to {count} move in a game.", "You can plan up to {count} moves in a game.", MOST_AHEAD
        ),
    )
    return "\n".join(f"- {line}" for line in lines)


TOPIC = HelpTopic(
    lambda texts: texts.pgettext("help topic", "Planned moves"),
    _help,
    commands=("plan",),
    former=(NP_("former command", "ahead"),),
)
