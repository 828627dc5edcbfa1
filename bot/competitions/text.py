"""What tournaments and leagues say alike."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from bot.text.names import bold, escape, fitting, shortened
from bot.text.texts import Texts

LEGEND_LABEL = "?"
"""The button below a table that tells what its numbers mean."""
MOST_NAMED, MOST_LISTED = 2_500, 3_000
"""Characters of the names, and of the lines, within a message: beside the names it explains what is played."""
MOST_IN_DIGEST = 3
"""Leaders who are named."""


def file_name(name: str, otherwise: str, rest: str) -> str:
    """What the file of a competition is called: as itself, if it has a name of letters or digits."""
    return ("-".join(re.findall(r"\w+", name)) or otherwise) + rest


def lines_text(lines: Iterable[str]) -> str:
    """As many lines as a message has room for."""
    return fitting(lines, "\n", MOST_LISTED)


def people_text(names: Sequence[str], texts: Texts) -> str:
    """How many take part, and who, by names that are escaped."""
    count = texts.ngettext("{count} player", "{count} players", len(names))
    return texts.titled(f"**{count}**", fitting(names, ", ", MOST_NAMED)) if names else f"**{count}**"


def leaders_text(title: str, leaders: Sequence[tuple[int, str, str]], texts: Texts) -> str:
    """Who leads, by places, names and scores."""
    named = [f"{place}\\. {escape(name)} {score}" for place, name, score in leaders[:MOST_IN_DIGEST]]
    return texts.titled(title, texts.series(named))


def result_text(names: tuple[str, str], points: tuple[int, int], texts: Texts) -> str:
    """For a director who has set a result."""
    return texts.gettext(
        "The result is set: {first} {points}, {second} {against}.", **sides_facts(names, points, texts)
    )


def settled_text(names: tuple[str, str], points: tuple[int, int], texts: Texts) -> str:
    """For the players of a game whose result a director has set."""
    return texts.gettext(
        "The director has set the result: {first} {points}, {second} {against}.", **sides_facts(names, points, texts)
    )


def sides_facts(names: tuple[str, str], points: tuple[int, int], texts: Texts) -> dict[str, str]:
    """Both names and their points, as sentences about a result name them."""
    (first, second), (own, against) = map(bold, names), map(texts.number, points)
    return {"first": first, "second": second, "points": own, "against": against}


def directs_text(name: str, channel: int, texts: Texts) -> str:
    """Tells somebody in a direct message that they direct a competition, and where."""
    return texts.gettext(
        "You direct {name} in {channel}. Press **Manage** below its message there for everything that directors can "
        "do.",
        name=bold(name),
        channel=f"<#{channel}>",
    )


def director_text(director: str, texts: Texts) -> str:
    """Who directs a competition."""
    return texts.gettext("Director: {name}", name=f"<@{director}>")


def cancel_question(names: tuple[str, str], texts: Texts, *, lost: bool) -> str:
    """Asks whether a director is to have both lose a game, or to have it count for neither."""
    first, second = map(bold, names)
    if lost:
        return texts.gettext("Should {first} and {second} both lose this game?", first=first, second=second)
    return texts.gettext("Should the game of {first} and {second} not count?", first=first, second=second)


def scores_label(names: tuple[str, str], texts: Texts) -> str:
    """The label of the field for the points of two players: their names, in the order of the points."""
    first, second = (shortened(name, 15) for name in names)
    # Translators: The label of a field for two numbers, with at most 45 letters.
    return texts.gettext("{first}, then {second}", first=first, second=second)


def ruling_label(texts: Texts, *, lost: bool) -> str:
    """Has both lose a game, or makes it void."""
    return texts.gettext("Both lose") if lost else texts.gettext("The game is void")


def take_out_label(texts: Texts) -> str:
    """Takes somebody out."""
    return texts.gettext("Take out")


def nil_text(texts: Texts) -> str:
    """For a director who sets no points, or 0:0."""
    return texts.gettext(
        "0:0 is not a result. If neither player showed up, both can lose by 50 points. If the game should not count, "
        "it can be void."
    )


def both_lose_text(names: tuple[str, str], texts: Texts) -> str:
    """For a director who has both players lose a game."""
    first, second = map(bold, names)
    return texts.gettext("{first} and {second} both lose this game.", first=first, second=second)


def void_text(names: tuple[str, str], texts: Texts) -> str:
    """For a director who has declared a game void."""
    first, second = map(bold, names)
    return texts.gettext("The game of {first} and {second} does not count.", first=first, second=second)


def settled_lost_text(texts: Texts) -> str:
    """For the players of a game that both have lost."""
    return texts.gettext("The director has decided that both lose this game.")


def settled_void_text(texts: Texts) -> str:
    """For the players of a game that is void."""
    return texts.gettext("This game does not count: the director has called it off.")


def late_text(name: str, texts: Texts) -> str:
    """That somebody has lost a game without having made a move in it."""
    return texts.gettext("{name} did not make a first move in time.", name=bold(name))


def moved_text(people: Sequence[str], texts: Texts) -> str:
    """Call the players of a game whose thread was deleted to its new one."""
    return texts.gettext(
        "{people}, the thread of your game was deleted, so it goes on here.",
        people=texts.join(f"<@{one}>" for one in people),
    )


def gone_text(director: str, names: Sequence[str], texts: Texts) -> str:
    """Tells the director who has left the server."""
    told = texts.ngettext(
        "{names} has left this server and will not be paired again until they rejoin.",
        "{names} have left this server and will not be paired again until they rejoin.",
        len(names),
        names=texts.join(map(bold, names)),
    )
    return f"<@{director}> {told}"
