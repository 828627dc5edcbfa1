"""What `/help` says about reviews."""

from __future__ import annotations

from bot.text.help import Helped, HelpTopic


def _text(helped: Helped) -> str:
    texts = helped.texts
    lines = (
        texts.gettext(
            "`/review` grades every turn of a finished game, and says which moves were better and why. Only its "
            "players can see the review until all of them press **Let everyone open it**."
        ),
        texts.gettext("In the mistake index, a large mistake counts 1, a medium one 0.5 and a small one 0.2."),
    )
    return "\n".join(f"- {line}" for line in lines)


TOPIC = HelpTopic(lambda texts: texts.pgettext("help topic", "Reviews"), _text)
