"""What `/help` says about analysis boards."""

from __future__ import annotations

from bot.features.analysis.values import KEPT, MOST_BOARDS
from bot.limits import DAY
from bot.text.help import Helped, HelpTopic


def _text(helped: Helped) -> str:
    texts = helped.texts
    lines = (
        texts.gettext(
            "`/analyze` opens a board of your own, in private: set a rack, place moves, step back, and see the best "
            "moves. To begin at a turn of a review, press **Analyse from here**."
        ),
        texts.gettext(
            "**Simulate** plays on many times with random tiles. Once the pool is empty, I search the rest of the game."
        ),
        texts.gettext(
            "I keep up to {count} analysis boards of yours, each for {days} days after you last used it.",
            count=MOST_BOARDS,
            days=KEPT // DAY,
        ),
    )
    return "\n".join(f"- {line}" for line in lines)


TOPIC = HelpTopic(lambda texts: texts.gettext("Analysis boards"), _text)
