"""What people have won besides games, in words."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from bot.model.honours import Honour, HonourKind, Trophy, TrophyMark
from bot.text.names import bold, escape, fitting
from bot.text.texts import Texts

MOST_TITLES = 200
"""Characters of the names of what somebody has won."""


_MARKS = {
    HonourKind.TOURNAMENT: TrophyMark.CUP,
    HonourKind.SEASON: TrophyMark.SHIELD,
    HonourKind.DUPLICATE: TrophyMark.CROWN,
}


def honours_lines(won: Sequence[Honour], texts: Texts) -> list[str]:
    """What somebody has won, a line for each kind, with the names of what has one."""
    return ["🏆 " + escape(one.said) for one in honours_trophies(won, texts)]


def honours_trophies(won: Sequence[Honour], texts: Texts) -> list[Trophy]:
    """What somebody has won, a trophy for each kind; what was won once is shown by its name, if it has one."""
    found = []
    for contest in HonourKind:
        own = [one for one in won if one.contest is contest]
        count, titles = _count(contest, len(own), texts), sorted({one.title for one in own if one.title})
        if own:
            said = texts.titled(count, fitting(titles, ", ", MOST_TITLES)) if titles else count
            found.append(Trophy(_MARKS[contest], own[0].title if len(own) == 1 and own[0].title else count, said))
    return found


def _count(contest: HonourKind, count: int, texts: Texts) -> str:
    match contest:
        case HonourKind.TOURNAMENT:
            return texts.ngettext("{count} tournament won", "{count} tournaments won", count)
        case HonourKind.SEASON:
            return texts.ngettext("{count} league season won", "{count} league seasons won", count)
        case HonourKind.DUPLICATE:
            return texts.ngettext("{count} duplicate won", "{count} duplicates won", count)


def champions_text(won: Sequence[Honour], texts: Texts) -> str:
    """Who has won what in a week, a line for each; empty for nothing."""
    lines = [_champions(each, texts) for each in by_contest(won)]
    return fitting(lines, "\n", 1_500)


def _champions(won: Sequence[Honour], texts: Texts) -> str:
    first = won[0]
    title = bold(first.title) if first.title else honour_title(first, texts)
    return "🏆 " + texts.titled(title, texts.join(escape(one.name) for one in won))


def by_contest(won: Sequence[Honour]) -> list[list[Honour]]:
    """What has been won, each with all who share it."""
    return [list(each) for _, each in groupby(won, key=lambda one: (one.at, one.key))]


def honour_title(one: Honour, texts: Texts) -> str:
    """What has been won, by its name, or by its kind if it has none."""
    if one.title:
        return one.title
    match one.contest:
        case HonourKind.TOURNAMENT:
            return texts.gettext("Tournament")
        case HonourKind.SEASON:
            return texts.gettext("League")
        case HonourKind.DUPLICATE:
            return texts.pgettext("what was won", "Duplicate")
