"""Being away in words, and what going away can refuse."""

from __future__ import annotations

from bot.features.away.store import Absence, Away
from bot.model.errors import BotError
from bot.text.clocks import date_and_time
from bot.text.help import HelpContext, HelpTopic
from bot.text.refusals.facts import Wordings, counts, says
from bot.text.texts import Texts


def away_told(away: Away, texts: Texts) -> str:
    """Whether someone is away or will be, and how many days are left."""
    told = [_absence(away.absence, texts, has_begun=away.has_begun), _effect(texts)] if away.absence else [_how(texts)]
    return "\n".join((*told, _left(away.left, texts)))


def title_text(texts: Texts) -> str:
    """What being away is called."""
    return texts.pgettext("help topic", "Being away")


def about_text(texts: Texts) -> str:
    """What it is for."""
    return texts.gettext("In games with long turns, your clocks are stopped.")


def state_text(away: Away, texts: Texts) -> str:
    """Until when someone is away or will be; empty if they are not."""
    return texts.gettext("until {date}", date=date_and_time(away.absence.ends)) if away.absence else ""


def _absence(absence: Absence, texts: Texts, *, has_begun: bool) -> str:
    until = date_and_time(absence.ends)
    if has_begun:
        return texts.gettext("You are away until {date}.", date=until)
    return texts.gettext("You are away from {start} until {date}.", start=date_and_time(absence.starts), date=until)


def _effect(texts: Texts) -> str:
    return texts.gettext(
        "Until then, your clocks are stopped in games where a turn can take an hour or more, and the other "
        "players see that you are away. As soon as you move in one of these games, you are back."
    )


def _how(texts: Texts) -> str:
    return texts.gettext(
        "You are not away. `/settings away days:` stops your clocks in games where a turn can take an hour or more."
    )


def _left(left: int, texts: Texts) -> str:
    return texts.ngettext(
        "You have {count} day away left in this server. Part of a day counts as a day.",
        "You have {count} days away left in this server. Part of a day counts as a day.",
        left,
    )


def _help(helped: HelpContext) -> str:
    texts = helped.texts
    lines = (
        texts.gettext(
            "`/settings away days:` stops your clocks for some days in games where a turn can take an hour or more, "
            "including games that start while you are away. `/settings away starting:` sets how many days from now "
            "you leave."
        ),
        texts.gettext("In games without a clock, nobody can claim the game while you are away."),
        texts.gettext("The other players see that you are away, and until when."),
        texts.gettext(
            "As soon as you move in one of these games, you are back in all of them. You can also "
            "use `/settings away` and "
            "press **I am back**."
        ),
        texts.gettext("Each server decides how many days a year you can be away. Part of a day counts as a day."),
    )
    return "\n".join(f"- {line}" for line in lines)


TOPIC = HelpTopic(title_text, _help, commands=("away",))


class AwayAlready(BotError):
    """The person is away or will be, until an instant."""

    until: int


class TooManyDays(BotError):
    """The person may be away for fewer days than that within a year."""

    left: int


class NeverAway(BotError):
    """The person is not away, and will not be."""


class NoDays(BotError):
    """Somebody says when they go away, but not for how long."""


WORDINGS: Wordings = {
    AwayAlready: says(
        "You are already away until {date}. To change it, press **I am back** under `/settings away`.",
        date=lambda error, _: date_and_time(error.until),
    ),
    TooManyDays: counts(
        "You have {count} day away left in this server.",
        "You have {count} days away left in this server.",
        lambda error, _: error.left,
    ),
    NoDays: says("How many days will you be away? Type `/settings away days:`."),
    NeverAway: says("You are not away."),
}
