"""What `/help` says about word study."""

from __future__ import annotations

from bot.text.help import Helped, HelpTopic


def _text(helped: Helped) -> str:
    texts = helped.texts
    lines = (
        texts.gettext(
            "`/study` asks you about words, in private. Choose a drill: short words, power tiles, vowel-heavy words, "
            "high-probability words, anagrams or hooks. `/study word:{word}` asks for the hooks of one word.",
            word=helped.examples.base,
        ),
        texts.gettext(
            "Questions that you answer correctly come back after days or weeks, and the others after a few minutes. "
            "**Everything due** asks about what you would soon forget."
        ),
        texts.gettext("You can stop at any time. `/study` continues where you stopped, in direct messages too."),
        texts.gettext(
            "**Words you missed** asks about better words in your reviewed games, and about phonies that you played."
        ),
        texts.gettext("Some words are phonies that look real."),
    )
    return "\n".join(f"- {line}" for line in lines)


TOPIC = HelpTopic(lambda texts: texts.gettext("Learning words"), _text)
