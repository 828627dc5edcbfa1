"""What `/help` says about analysis boards."""

from __future__ import annotations

from bot.features.analysis.values import KEPT, MOST_BOARDS
from bot.limits import DAY
from bot.text.help import Helped, Topic


def _text(helped: Helped) -> str:
    texts = helped.texts
    lines = (
        texts.gettext(
            "`/review` grades every turn of a finished game, and says which moves were better and why. Only its "
            "players can see the review until all of them press **Let everyone open it**."
        ),
        texts.gettext("In the mistake index, a large mistake counts 1, a medium one 0.5 and a small one 0.2."),
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


TOPIC = Topic(lambda texts: texts.gettext("Reviews and analysis"), _text)
