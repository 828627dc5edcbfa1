"""What `/help` says about puzzles."""

from __future__ import annotations

from bot.text.help import Helped, HelpTopic


def _text(helped: Helped) -> str:
    texts = helped.texts
    return "\n".join(
        (
            texts.gettext("`/puzzle solve` gives you a position near your rating. Only you see it."),
            texts.gettext("Press **Answer** and type a move. A move that is not possible costs no try."),
            texts.gettext("One move is clearly best: I have simulated it many times, and I tell you why."),
            texts.gettext("If you solve a puzzle on the first try, your rating rises. No puzzle comes twice."),
            texts.gettext(
                "A moderator can have me post a puzzle every day: `/puzzle daily switch:on`. Others see how you did "
                "once they have answered."
            ),
            texts.gettext("If many people press **Dull puzzle**, nobody gets that puzzle any more."),
            texts.gettext(
                "If everyone who played switches on **Puzzles from my games** in `/settings mine`, a finished game can "
                "become puzzles for the others in its server."
            ),
        )
    )


TOPIC = HelpTopic(lambda texts: texts.pgettext("help topic", "Puzzles"), _text)
