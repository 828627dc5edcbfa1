"""What a preview says about words missing from the dictionary, under each challenge rule."""

from __future__ import annotations

from collections.abc import Sequence

from bot.text.moves import words_text
from bot.text.names import escape
from bot.text.texts import Texts
from engine.game.state import Person, Verdict
from engine.game.views import SeatView
from engine.model.alphabet import Word
from engine.model.rules import ChallengeRule


def verdict(view: SeatView, unknown: Sequence[Word] | None, texts: Texts) -> str:
    """What would happen to a play with these unknown words; empty if there are none.

    `unknown` is None if the rules reveal nothing before a challenge, or the player's other games do not.
    """
    if unknown is None and not view.table.rules.words_are_secret:
        return texts.gettext(
            "Words are not checked before you play them, since they are secret in another game that you are playing. "
            "A word that is not in the dictionary costs you the turn here too."
        )
    if unknown is None and view.table.rules.tournament and not view.table.rules.phonies_stand:
        return texts.gettext("Words are not checked before you play them, and an invalid play costs you the turn.")
    if unknown is None:
        return texts.gettext("Words are not checked until someone challenges.")
    if not unknown:
        return ""
    words = escape(words_text(unknown, texts))
    match view.table.rules.challenge:
        case ChallengeRule.STRICT:
            return texts.ngettext(
                "{words} is not in the dictionary, so this move would cost you the turn.",
                "{words} are not in the dictionary, so this move would cost you the turn.",
                len(unknown),
                words=words,
            )
        case ChallengeRule.HOUSE:
            return _house(view, words, len(unknown), texts)
        case ChallengeRule.ASK_HOST:
            return _ask_host(view, unknown, words, texts)
        case _:
            return texts.ngettext(
                "{words} is not in the dictionary, so this move would be refused.",
                "{words} are not in the dictionary, so this move would be refused.",
                len(unknown),
                words=words,
            )


def _house(view: SeatView, words: str, count: int, texts: Texts) -> str:
    seats = view.table.seats
    people = [n for n, seat in enumerate(seats) if n != view.seat and seat.in_play and isinstance(seat.player, Person)]
    if people:
        return texts.ngettext(
            "{words} is not in the dictionary: the others will be asked whether it counts.",
            "{words} are not in the dictionary: the others will be asked whether they count.",
            count,
            words=words,
        )
    return texts.ngettext(
        "{words} is not in the dictionary: you will be asked whether you are sure.",
        "{words} are not in the dictionary: you will be asked whether you are sure.",
        count,
        words=words,
    )


def _ask_host(view: SeatView, unknown: Sequence[Word], words: str, texts: Texts) -> str:
    known = {one.word: one.verdict for one in view.asked}
    refused = [word for word in unknown if known.get(word) is Verdict.REFUSED]
    if refused:
        return texts.gettext("The host has refused {words}.", words=escape(words_text(refused, texts)))
    own = {one.word for one in view.asked if one.seat == view.seat and one.verdict is Verdict.OPEN}
    if own.issuperset(unknown):
        return texts.gettext("The host has been asked about {words} and has not answered yet.", words=words)
    return texts.ngettext(
        "{words} is not in the dictionary: the host will be asked whether it counts.",
        "{words} are not in the dictionary: the host will be asked whether they count.",
        len(unknown),
        words=words,
    )
