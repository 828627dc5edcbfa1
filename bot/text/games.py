"""What games are called."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime

from babel.dates import format_date

from bot.model.games import GameResult
from bot.text.names import clean, display_names, shortened
from bot.text.texts import Texts

MOST_NAMED = 4
"""How many players the name of a game lists; of more players, it lists one fewer and counts the others."""
MOST_OF_NAME = 20
"""The most characters of a player's name in the name of a game."""


def game_name(own: str, players: Iterable[str], texts: Texts) -> str:
    """A game's own name, else its players as opponents, `Ada v Bruno`; `Ada's game` until someone joins."""
    if own:
        return own
    names = [shortened(name, MOST_OF_NAME) for name in display_names(players, texts)]
    if not names:
        return texts.gettext("Word game")
    if len(names) == 1:
        return texts.gettext("{name}'s game", name=names[0])
    listed = names if len(names) <= MOST_NAMED else names[: MOST_NAMED - 1]
    told = listed[0]
    for name in listed[1:]:
        # Translators: Two opponents; more names are added one by one, as in "Ada v Bruno v Chloe".
        told = texts.gettext("{name} v {opponent}", name=told, opponent=name)
    rest = len(names) - len(listed)
    if not rest:
        return told
    return texts.ngettext("{names} and {count} other", "{names} and {count} others", rest, names=told)


def finished_title(result: GameResult, texts: Texts) -> str:
    """A finished game in a list: its players with their points, and the day it ended."""
    players = ", ".join(f"{clean(one.name)} {texts.number(one.score)}" for one in result.players)
    ended = datetime.fromtimestamp(result.ended / 1000, UTC)
    return f"{players} · {format_date(ended, 'medium', locale=texts.locale)}"


def game_in(title: str, place: str, texts: Texts) -> str:
    """A game and its channel, both in Discord's markdown; the place may be empty."""
    return texts.gettext("{game}, {place}", game=title, place=place) if place else title


def more_heading(game: str, texts: Texts) -> str:
    """The heading of what else there is to do in a game, which is named in Discord's markdown."""
    return texts.gettext("More about {game}", game=game)


def board_link(url: str, texts: Texts) -> str:
    """A link to a game's board in Discord's markdown."""
    label = texts.gettext("Go to the board")
    return f"[{label}]({url})"
