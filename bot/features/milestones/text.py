"""Milestones in words."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from bot.features.milestones.store import BEHIND, GAMES, POINTS, STREAKS, Milestone, MilestoneKind
from bot.model.honours import Honour, Trophy, TrophyMark
from bot.text.help import HelpContext, HelpTopic
from bot.text.honours import honours_lines
from bot.text.names import bold, escape
from bot.text.texts import Texts
from engine.sentences import NP_

_TITLES = {
    MilestoneKind.WIN: NP_("milestone", "First win"),
    MilestoneKind.BINGO: NP_("milestone", "First bingo"),
    MilestoneKind.POINTS: NP_("milestone", "{points} points"),
    MilestoneKind.PHONY: NP_("milestone", "A phony that stood"),
    MilestoneKind.COMEBACK: NP_("milestone", "A comeback of {behind} points"),
    MilestoneKind.GAMES: NP_("milestone", "{games} games"),
    MilestoneKind.WEEK: NP_("milestone", "Puzzle of the day: {days} days in a row"),
    MilestoneKind.MONTH: NP_("milestone", "Puzzle of the day: {days} days in a row"),
    MilestoneKind.HUNDRED: NP_("milestone", "Puzzle of the day: {days} days in a row"),
}


def kind_title(kind: MilestoneKind, texts: Texts) -> str:
    """What a kind of milestone is called."""
    return texts.pgettext(*_TITLES[kind], points=POINTS, behind=BEHIND, games=GAMES, days=STREAKS.get(kind))


def milestones_text(found: Sequence[Milestone], texts: Texts) -> str:
    """What people have reached, one line each; empty for nothing."""
    return "\n".join(_story(one, bold(one.name), escape(one.word), texts) for one in found)


MOST_TOLD = 20
"""Streaks that one line tells."""


def streaks_text(found: Sequence[Milestone], texts: Texts) -> str:
    """What people have reached on the same day, one line each, and how many more there are."""
    more = len(found) - MOST_TOLD
    told = milestones_text(found[:MOST_TOLD], texts)
    if more <= 0:
        return told
    return told + "\n" + texts.ngettext("And {count} more player.", "And {count} more players.", more)


def milestones_heard(found: Sequence[Milestone], texts: Texts) -> str:
    """The same without markup, for alt texts."""
    return "\n".join(_story(one, one.name, one.word, texts) for one in found)


def milestones_shown(found: Sequence[Milestone], texts: Texts) -> str:
    """What one person has reached in a game, in a few words for a picture."""
    titles = (texts.pgettext(*_TITLES[one.kind], points=POINTS, behind=one.amount, games=one.amount) for one in found)
    return texts.titled(found[0].name, " · ".join(titles))


def _story(one: Milestone, name: str, word: str, texts: Texts) -> str:
    count = one.amount
    match one.kind:
        case MilestoneKind.WIN:
            return texts.gettext("{name} has won their first game in this server.", name=name)
        case MilestoneKind.BINGO:
            return texts.ngettext(
                "{name} has played their first bingo in this server: {word} for {count} point.",
                "{name} has played their first bingo in this server: {word} for {count} points.",
                count,
                name=name,
                word=word,
            )
        case MilestoneKind.POINTS:
            return texts.gettext(
                "{name} has reached {points} points for the first time in this server, with a score of {score}.",
                name=name,
                points=POINTS,
                score=texts.number(count),
            )
        case MilestoneKind.PHONY:
            return texts.ngettext(
                "{name} got away with {word}: it is not in the dictionary, but the play stood, for {count} point.",
                "{name} got away with {word}: it is not in the dictionary, but the play stood, for {count} points.",
                count,
                name=name,
                word=word,
            )
        case MilestoneKind.COMEBACK:
            return texts.gettext("{name} was {count} points behind and won.", name=name, count=texts.number(count))
        case MilestoneKind.GAMES:
            return texts.gettext(
                "{name} has finished {count} games in this server.", name=name, count=texts.number(count)
            )
        case MilestoneKind.WEEK | MilestoneKind.MONTH | MilestoneKind.HUNDRED:
            return texts.gettext(
                "{name} has solved the puzzle of the day {count} days in a row.",
                name=name,
                count=texts.number(count),
            )


def _own_story(one: Milestone, texts: Texts) -> str:
    word, count = escape(one.word), one.amount
    match one.kind:
        case MilestoneKind.WIN:
            return texts.gettext("You have won your first game in this server.")
        case MilestoneKind.BINGO:
            return texts.ngettext(
                "You have played your first bingo in this server: {word} for {count} point.",
                "You have played your first bingo in this server: {word} for {count} points.",
                count,
                word=word,
            )
        case MilestoneKind.POINTS:
            return texts.gettext(
                "You have reached {points} points for the first time in this server, with a score of {score}.",
                points=POINTS,
                score=texts.number(count),
            )
        case MilestoneKind.PHONY:
            return texts.ngettext(
                "You got away with {word}: it is not in the dictionary, but the play stood, for {count} point.",
                "You got away with {word}: it is not in the dictionary, but the play stood, for {count} points.",
                count,
                word=word,
            )
        case MilestoneKind.COMEBACK:
            return texts.gettext("You were {count} points behind and won.", count=texts.number(count))
        case MilestoneKind.GAMES:
            return texts.gettext("You have finished {count} games in this server.", count=texts.number(count))
        case MilestoneKind.WEEK | MilestoneKind.MONTH | MilestoneKind.HUNDRED:
            return texts.gettext(
                "You have solved the puzzle of the day {count} days in a row.", count=texts.number(count)
            )


def title_text(texts: Texts) -> str:
    """What they are called together."""
    return texts.pgettext("help topic", "Milestones")


def about_text(texts: Texts) -> str:
    """What its page of a server is for."""
    return texts.gettext("Which milestones I announce at the end of a game.")


def about_own_text(texts: Texts) -> str:
    """What its page of a person is for."""
    return texts.gettext("Your milestones here, and which of them I announce.")


def announced_text(off: Collection[MilestoneKind], texts: Texts) -> str:
    """How many kinds are announced; empty if none is."""
    on, every = len(MilestoneKind) - len(off), len(MilestoneKind)
    if not on:
        return ""
    return (
        texts.gettext("all announced")
        if on == every
        else texts.gettext("{count} of {all} announced", count=on, all=every)
    )


def milestones_trophy(kinds: Collection[MilestoneKind], texts: Texts) -> Trophy:
    """The kinds of milestones that a person has reached as a trophy."""
    shown = texts.ngettext("{count} milestone", "{count} milestones", len(kinds))
    titles = [kind_title(kind, texts) for kind in MilestoneKind if kind in kinds]
    return Trophy(TrophyMark.STAR, shown, texts.titled(shown, ", ".join(titles)))


def own_text(found: Sequence[Milestone], texts: Texts, *, in_server: bool, won: Sequence[Honour] = ()) -> str:
    """What a person has reached in this server, and what the buttons below do."""
    lines = ["### " + texts.gettext("Your milestones")]
    if in_server:
        nothing = texts.gettext("You have reached none in this server yet.")
        told = [*(_own_story(one, texts) for one in found), *honours_lines(won, texts)]
        lines.append("\n".join(told) or nothing)
    lines.append(texts.gettext("Use the buttons below to choose which of yours I announce, in every server."))
    return "\n".join(lines)


def server_text(texts: Texts) -> str:
    """What the buttons below do for a server."""
    told = texts.gettext(
        "Use the buttons below to choose which ones I announce in this server, for people who want it."
    )
    return "### " + texts.gettext("Milestones in this server") + "\n" + told


def switch_text(kind: MilestoneKind, off: Collection[MilestoneKind], texts: Texts) -> str:
    """The label of a button that switches the announcements of a kind on or off."""
    title = kind_title(kind, texts)
    if kind in off:
        return texts.gettext("Announce “{title}”: off", title=title)
    return texts.gettext("Announce “{title}”: on", title=title)


def _help(helped: HelpContext) -> str:
    texts = helped.texts
    titles = texts.join(kind_title(kind, texts) for kind in MilestoneKind)
    lines = (
        texts.gettext(
            "When a game ends, I announce what its players have reached. Milestones: {titles}.", titles=titles
        ),
        texts.gettext("I announce puzzle streaks in the channel of the puzzle of the day."),
        texts.gettext(
            "I announce each milestone once per person and server. Games against your own guests do not count."
        ),
        texts.gettext(
            "{button} below `/stats` and in `/settings mine` shows yours. There, you can switch off those that I "
            "should not announce.",
            button=bold(title_text(texts)),
        ),
        texts.gettext("In `/settings server`, moderators switch them off for the whole server."),
    )
    return "\n".join(f"- {line}" for line in lines)


TOPIC = HelpTopic(title_text, _help)
