"""Open challenges in words."""

from __future__ import annotations

from bot.features.seeks.values import Seek
from bot.text.clocks import moment
from bot.text.help import Helped, HelpTopic
from bot.text.lobby import range_text
from bot.text.names import bold, escape
from bot.text.option_titles import offered_title
from bot.text.texts import Texts


def heading(texts: Texts) -> str:
    """The heading of a list of challenges."""
    return "### " + texts.gettext("Open challenges")


def seek_line(seek: Seek, texts: Texts) -> str:
    """Who seeks which game, and for how long."""
    wanted, ends = seek.wanted, texts.gettext("offer ends {moment}", moment=moment(seek.expires))
    named = (("language", wanted.language), ("variant", wanted.variant))
    facts = [offered_title(option, value, texts) for option, value in named if value]
    facts += [texts.gettext("clock: {clock}", clock=escape(wanted.clock))] if wanted.clock else []
    line = texts.titled(bold(seek.name), " · ".join((*facts, *range_text(wanted.low, wanted.high, texts), ends)))
    rules = offered_title("preset", wanted.preset, texts)
    return f"{line}\n-# {rules}" if wanted.preset else line


def posted_text(expires: int, texts: Texts) -> str:
    """For whoever has posted a challenge."""
    return texts.gettext(
        "Your challenge is open in this channel. It ends {moment}. As soon as someone accepts it, your game begins in "
        "a thread.",
        moment=moment(expires),
    )


def accepted_text(person: str, opponent: str, texts: Texts) -> str:
    """Calls somebody whose challenge was accepted."""
    return texts.gettext(
        "{mention}, {name} has accepted your challenge. Your game is here.", mention=f"<@{person}>", name=bold(opponent)
    )


def withdrawn_text(texts: Texts) -> str:
    """For whoever has ended their challenge."""
    return texts.gettext("Your challenge is withdrawn.")


def nothing_open_text(texts: Texts) -> str:
    """For whoever looks for challenges where there is none."""
    return texts.gettext("Nobody is looking for a game here. Post a challenge with `/seek post`.")


def _help(helped: Helped) -> str:
    texts = helped.texts
    return "\n".join(
        (
            texts.gettext("`/seek post` puts up a challenge that anyone in this channel can accept."),
            texts.gettext(
                "Whoever presses **Accept** first plays you, in a new thread. Until then, you can end your challenge "
                "with `/seek withdraw`."
            ),
            texts.gettext(
                "A challenge stays open for an hour, or for two days if a turn can take an hour or more. You can say "
                "which ratings your opponent should have."
            ),
        )
    )


TOPIC = HelpTopic(lambda texts: texts.pgettext("help topic", "Challenges to anyone"), _help)
