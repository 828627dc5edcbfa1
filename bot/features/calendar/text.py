"""The calendar in words."""

from __future__ import annotations

from collections.abc import Sequence

from bot.features.calendar.store import MOST_SHOWN, PlannedEvent
from bot.text.clocks import date_and_time
from bot.text.help import HelpContext, HelpTopic
from bot.text.names import bold
from bot.text.texts import Texts


def title_text(texts: Texts) -> str:
    """What the calendar is called."""
    return texts.pgettext("help topic", "Calendar")


def about_text(texts: Texts) -> str:
    """What its switch does."""
    return texts.gettext("What is coming up, shown as server events.")


def state_text(texts: Texts) -> str:
    """That it is switched on."""
    return texts.pgettext("state of a setting", "on")


def coming_label(texts: Texts) -> str:
    """The label of the button that shows what is coming up."""
    return texts.gettext("Coming up")


def coming_text(coming: Sequence[PlannedEvent], texts: Texts, *, is_on: bool) -> str:
    """What is coming up in a server, the first to begin first."""
    lines = [_line(one, texts) for one in coming[:MOST_SHOWN]] or [texts.gettext("Nothing is planned here.")]
    if not is_on:
        lines.append(_how_text(texts))
    return "\n".join((texts.gettext("### What is coming up"), *lines))


def _line(one: PlannedEvent, texts: Texts) -> str:
    when, where = date_and_time(one.begins), f"<#{one.channel}>"
    return "- " + texts.gettext("{date}: {name} in {channel}", date=when, name=bold(one.name), channel=where)


def _how_text(texts: Texts) -> str:
    return texts.gettext("Moderators can show this as server events with `/manage calendar switch:on`.")


def on_text(texts: Texts, *, permitted: bool) -> str:
    """The calendar is shown from now on, as far as the bot may."""
    shown = texts.gettext("From now on, I will show what is coming up here as server events.")
    if permitted:
        return shown
    needed = texts.gettext(
        "But I do not have the Create Events permission. Give it to me, then use `/manage calendar switch:on` again."
    )
    return f"{shown}\n{needed}"


def full_text(server: str, texts: Texts) -> str:
    """For the person who has switched a calendar on: Discord allows no more events there."""
    return texts.gettext(
        "{server} has as many events as Discord allows, so I cannot show everything that is coming up. Remove some, "
        "and I will add the rest within a day.",
        server=bold(server),
    )


def off_text(texts: Texts) -> str:
    """The calendar is shown no more."""
    return texts.gettext(
        "I no longer show what is coming up here as server events, and will remove those that have not started."
    )


def _help(helped: HelpContext) -> str:
    texts = helped.texts
    lines = (
        texts.gettext(
            "{button} below `/game list` and `/leaderboard` shows what is coming up in this server.",
            button=bold(coming_label(texts)),
        ),
        texts.gettext(
            "Moderators can show it as server events with `/manage calendar switch:on`. Then you can ask Discord to "
            "remind you. If plans change, the event changes too."
        ),
    )
    return "\n".join(f"- {line}" for line in lines)


TOPIC = HelpTopic(lambda texts: texts.pgettext("help topic", "Calendar"), _help)
