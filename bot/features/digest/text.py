"""The digest in words, and what it can refuse."""

from __future__ import annotations

from collections.abc import Iterator

from bot.features.digest.store import BusiestPair, Digest, Highlights
from bot.model.errors import BotError
from bot.model.games import PlayerResult
from bot.text.clocks import moment
from bot.text.help import HelpContext, HelpTopic
from bot.text.names import bold, escape
from bot.text.refusals.facts import Wordings, says
from bot.text.texts import Texts


def title_text(texts: Texts) -> str:
    """What a digest is called."""
    return texts.gettext("The week in this server")


def setting_title(texts: Texts) -> str:
    """What it is called among the settings."""
    return texts.pgettext("help topic", "Digest of the week")


def about_text(texts: Texts) -> str:
    """What its switch does."""
    return texts.gettext(
        "What has happened in this server, posted once a week, on the weekday on which it was switched on."
    )


def latest_label(texts: Texts) -> str:
    """The label of the button that shows the latest days."""
    return texts.gettext("This week")


def heading(texts: Texts) -> str:
    """The heading of a digest."""
    return "### " + title_text(texts)


def games_text(games: int, texts: Texts) -> str:
    """How many games ended."""
    return texts.ngettext("{count} game", "{count} games", games)


def play_titles(play: PlayerResult, texts: Texts) -> tuple[str, str]:
    """What stands above the tiles of the best play, and who made it for how much."""
    points = texts.ngettext("{count} point", "{count} points", play.best_points)
    return texts.gettext("Play of the week"), f"{play.name} · {points}"


def pair_titles(pair: BusiestPair, texts: Texts) -> tuple[str, str]:
    """What is said of those who have played each other most, and how many games each has won."""
    first, second = map(texts.number, pair.won)
    return texts.gettext("Most frequent pairing"), f"{first} : {second}"


def score_titles(found: Highlights, texts: Texts) -> Iterator[tuple[str, str]]:
    """Who has played most, and whose score was the best, each with its title."""
    (name, games), *_ = found.active
    yield texts.gettext("Most games"), f"{name} ({texts.number(games)})"
    if found.game:
        yield texts.gettext("Best score"), f"{found.game.name} ({texts.number(found.game.score)})"


def highlight_lines(found: Highlights, texts: Texts) -> list[str]:
    """What stands out, a line for each fact."""
    lines = [
        texts.ngettext("**{count} game** ended.", "**{count} games** ended.", found.games),
        texts.titled(texts.gettext("Most games"), texts.series([_active(*one, texts) for one in found.active])),
    ]
    if found.pair:
        (_, first), (_, second) = found.pair.people
        pair = texts.ngettext(
            "Most frequent pairing: {first} {own} : {other} {second}, in {count} game.",
            "Most frequent pairing: {first} {own} : {other} {second}, in {count} games.",
            found.pair.games,
            first=bold(first),
            own=texts.number(found.pair.won[0]),
            other=texts.number(found.pair.won[1]),
            second=bold(second),
        )
        lines.append(pair)
    if found.play:
        best = texts.ngettext(
            "Best play: {name} with {word} for {count} point.",
            "Best play: {name} with {word} for {count} points.",
            found.play.best_points,
            name=bold(found.play.name),
            word=escape(found.play.best_word),
        )
        lines.append(best)
    if found.game:
        best = texts.ngettext(
            "Best score: {name} with {count} point in one game.",
            "Best score: {name} with {count} points in one game.",
            found.game.score,
            name=bold(found.game.name),
        )
        lines.append(best)
    return lines


def _active(name: str, games: int, texts: Texts) -> str:
    return f"{bold(name)} ({texts.number(games)})"


def nothing_text(texts: Texts) -> str:
    """Nothing has happened."""
    return texts.gettext("Nothing has happened here in the last 7 days.")


def where_text(digest: Digest | None, texts: Texts) -> str:
    """Where the digest is posted, or how to have it posted."""
    if digest is None:
        return texts.gettext(
            "If a moderator uses `/manage digest switch:on` in a channel, I will post this there once a week."
        )
    channel, when = f"<#{digest.channel}>", moment(digest.ends)
    return texts.gettext("I post this in {channel} once a week, next {when}.", channel=channel, when=when)


def on_text(digest: Digest, texts: Texts) -> str:
    """It is posted here from now on."""
    return texts.gettext(
        "From now on, I will post a digest of this server in this channel once a week, starting {when}. I skip weeks "
        "in which nothing happens.",
        when=moment(digest.ends),
    )


def off_text(texts: Texts) -> str:
    """It is posted no more."""
    return texts.gettext("I no longer post a digest here.")


def _help(helped: HelpContext) -> str:
    texts = helped.texts
    lines = (
        texts.gettext(
            "{button} below `/game list` and `/leaderboard` shows the last 7 days in this server: games, the best "
            "play, standings and more.",
            button=bold(latest_label(texts)),
        ),
        texts.gettext(
            "If a moderator uses `/manage digest switch:on` in a channel, I will post this there once a week, in the "
            "language that they choose."
        ),
    )
    return "\n".join(f"- {line}" for line in lines)


TOPIC = HelpTopic(setting_title, _help)


class NoWordHere(BotError):
    """The bot may not write in the channel where a digest is wanted."""


WORDINGS: Wordings = {
    NoWordHere: says(
        "I cannot post in this channel. Please give me the Send Messages permission, or use this command in another "
        "channel."
    ),
}
