"""Being away, in words."""

from __future__ import annotations

from bot.features.away.values import Absence, Away
from bot.text.clocks import date_and_time
from bot.text.help import HelpContext, HelpTopic
from bot.text.texts import Texts


def away_told(away: Away, texts: Texts) -> str:
    """Whether someone is away or will be, and how many days are left."""
    told = [_absence(away.absence, texts, has_begun=away.has_begun), _effect(texts)] if away.absence else [_how(texts)]
    return "\n".join((*told, _left(away.left, texts)))


def _absence(absence: Absence, texts: Texts, *, has_begun: bool) -> str:
    until = date_and_time(absence.ends)
    if has_begun:
        return texts.gettext("You are away until {date}.", date=until)
    return texts.gettext("You are away from {start} until {date}.", start=date_and_time(absence.starts), date=until)


def _effect(texts: Texts) -> str:
    return texts.gettext(
        "Meanwhile, your clocks stand still in games where a turn can take an hour or more, and the other players see "
        "that you are away. As soon as you move in one of these games, you are back."
    )


def _how(texts: Texts) -> str:
    return texts.gettext(
        "You are not away. With `/away days:`, your clocks stand still in games where a turn can take an hour or more."
    )


def _left(left: int, texts: Texts) -> str:
    return texts.ngettext(
        "You can be away for {count} more day within a year here. A day that has begun counts as a whole one.",
        "You can be away for {count} more days within a year here. A day that has begun counts as a whole one.",
        left,
    )


def _help(helped: HelpContext) -> str:
    texts = helped.texts
    lines = (
        texts.gettext(
            "`/away days:` stops your clocks for some days in games where a turn can take an hour or more, also in "
            "games that start meanwhile. `/away starting:` says in how many days this begins."
        ),
        texts.gettext("In games without a clock, nobody can claim the game while you are away."),
        texts.gettext("The other players see that you are away, and until when."),
        texts.gettext(
            "As soon as you move in one of these games, you are back in all of them. You can also use `/away` and "
            "press **I am back**."
        ),
        texts.gettext(
            "Each server decides how many days a year you can be away. A day that has begun counts as a whole one."
        ),
    )
    return "\n".join(f"- {line}" for line in lines)


TOPIC = HelpTopic(lambda texts: texts.pgettext("help topic", "Being away"), _help)
