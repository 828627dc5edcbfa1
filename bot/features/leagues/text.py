"""Leagues in words, and what they can refuse."""

from __future__ import annotations

from collections.abc import Sequence

from bot.competitions.results import PairedResult
from bot.competitions.text import (
    director_text,
    leaders_text,
    lines_text,
    people_text,
    settled_lost_text,
    settled_text,
    settled_void_text,
    sides_facts,
)
from bot.features.leagues.standings import LeagueStanding, champions, moves
from bot.features.leagues.values import MOST_GAMES, Fixture, League, Season
from bot.text.clocks import date_and_time, length_text, moment
from bot.text.games import thread_name
from bot.text.help import HelpContext, HelpTopic
from bot.text.lobby import brief_terms, terms
from bot.text.names import bold, escape
from bot.text.texts import Texts


def name_text(one: League, texts: Texts) -> str:
    """A league's name, also if it has none."""
    return one.name or texts.gettext("League")


def heading(one: League, texts: Texts) -> str:
    """The heading of a league's messages."""
    return "### " + escape(name_text(one, texts))


def division_title(one: League, division: int, texts: Texts) -> str:
    """A division of a season."""
    return texts.gettext(
        "Season {season}, division {division}", season=one.season.number if one.season else 1, division=division
    )


def brief_text(one: League, texts: Texts) -> str:
    """The games in a line, and what a season is and who directs the league in further ones."""
    length = length_text(one.terms.length, texts)
    season = texts.gettext(
        "A season lasts {length}: one game against each of the others in your division.", length=length
    )
    facts = " · ".join(brief_terms(one.setup, texts))
    return "\n".join((facts, season, director_text(one.directed_by, texts)))


def about_text(one: League, texts: Texts) -> str:
    """What a league is, and its games, in full."""
    return "\n".join(
        (
            terms(one.setup, texts),
            texts.gettext(
                "A season lasts {length}. You play one game against each of the others in your division, {games} at "
                "most. All games run at the same time, each in a thread of its own.",
                length=length_text(one.terms.length, texts),
                games=MOST_GAMES,
            ),
            texts.gettext(
                "Divisions are groups of about {size} people of similar strength. After each season, the top players "
                "of a division are promoted and the bottom ones relegated. Newcomers start in the lowest division.",
                size=one.terms.size,
            ),
            rules_text(texts),
        )
    )


def rules_text(texts: Texts) -> str:
    """What counts, and what happens to games that are not finished."""
    return texts.gettext(
        "A win is 2 points, a tie 1. If a game is not over when the season ends, the points on the board decide it. "
        "If you make no move in a game, you lose it by 50 points. If neither of you moves, the game does not count."
    )


def members_text(one: League, texts: Texts) -> str:
    """Who is in."""
    return people_text([escape(member.name) for member in one.joined], texts)


def state_text(one: League, texts: Texts) -> str:
    """What to do, and when it goes on."""
    if one.playing:
        told = _ends_text(one.playing, texts)
        return told if one.over else told + " " + texts.gettext("Press **Join** to play from next season.")
    if one.over or one.starts_at is None:
        return texts.gettext("This league is over.")
    if one.season:
        return texts.gettext(
            "Season {season} begins {moment}. Everyone in the league plays again. Press **Join** to play too, or "
            "**Leave** to stop.",
            season=one.season.number + 1,
            moment=moment(one.starts_at),
        )
    return texts.gettext(
        "Press **Join** to play. Season {season} begins {moment}, and you stay in until you press **Leave**.",
        season=1,
        moment=moment(one.starts_at),
    )


def _ends_text(season: Season, texts: Texts) -> str:
    return texts.gettext(
        "Season {season} ends on {date} ({moment}).",
        season=season.number,
        date=date_and_time(season.ends),
        moment=moment(season.ends),
    )


# --- games --------------------------------------------------------------------------------------------------------


def game_title(one: League, fixture: Fixture) -> str:
    """What a game is called, and its thread, in no language: by who plays."""
    return thread_name("", (one.name_of(person) for person in (fixture.first, fixture.second)))


def called_text(one: League, fixture: Fixture, texts: Texts) -> str:
    """Call both players to their game."""
    told = texts.gettext(
        "{first} and {second}, here is your game in division {division}. {first} goes first.",
        first=f"<@{fixture.first}>",
        second=f"<@{fixture.second}>",
        division=fixture.division,
    )
    return f"{told} {_ends_text(one.playing, texts)}" if one.playing else told


def reminder_text(one: League, texts: Texts) -> str:
    """Reminds of the games that are not over."""
    assert one.season is not None
    running = [fixture for fixture in one.fixtures if fixture.sides is None]
    lines = [f"{bold(one.name_of(game.first))} – {bold(one.name_of(game.second))}" for game in running]
    told = texts.gettext(
        "These games are not over yet. Those still unfinished at the end are decided by the points on the board."
    )
    return "\n".join((_ends_text(one.season, texts), told, lines_text(lines)))


# --- standings ----------------------------------------------------------------------------------------------------


def points_text(row: LeagueStanding, texts: Texts) -> str:
    """Points and spread."""
    return f"{row.points} ({texts.signed(row.spread)})"


def note_text(row: LeagueStanding, texts: Texts) -> str:
    """The other numbers of a row, for the picture, without those that nothing has been played for."""
    parts = [f"{row.wins}-{row.ties}-{row.losses}"] if row.games else []
    if row.best_game or row.against:
        parts += [
            f"Ø {texts.number(round(row.scored))}:{texts.number(round(row.against))}",
            texts.ngettext("{count} bingo", "{count} bingos", row.bingos),
            f"↑ {row.best_turn}/{row.best_game}",
        ]
    parts += [f"× {row.missed}"] if row.missed else []
    parts += [f"{row.best}–{row.worst}"] if row.best != row.worst else []
    parts += [texts.pgettext("of a player in a table", "left")] if row.out else []
    return " · ".join(parts)


def record_text(row: LeagueStanding, texts: Texts) -> str:
    """Wins, ties and losses, and the spread, for the cup."""
    told = f"{row.wins}-{row.ties}-{row.losses} · {texts.signed(row.spread)}"
    return " · ".join((told, texts.pgettext("of a player in a table", "left"))) if row.out else told


def cup_about(one: League, texts: Texts) -> str:
    """Which season is over, and how many have played."""
    number = one.season.number if one.season else 1
    alone = texts.gettext("Season {season}", season=number)
    season = division_title(one, 1, texts) if len(one.divisions) > 1 else alone
    players = texts.ngettext("{count} player", "{count} players", len(one.division(1)[0]))
    return f"{season} · {players}"


def row_text(row: LeagueStanding, one: League, texts: Texts) -> str:
    """A row as a line."""
    return f"{row.place}\\. {bold(one.name_of(row.person))} {points_text(row, texts)} · {note_text(row, texts)}"


def standings_words(one: League, rows: Sequence[LeagueStanding], texts: Texts) -> str:
    """All standings as lines."""
    return lines_text(row_text(row, one, texts) for row in rows)


def division_leaders(one: League, division: int, rows: Sequence[LeagueStanding], texts: Texts) -> str:
    """Who leads a division, or has won it."""
    title = f"{bold(name_text(one, texts))} · {division_title(one, division, texts)}"
    return leaders_text(title, [(row.place, one.name_of(row.person), points_text(row, texts)) for row in rows], texts)


def begins_text(one: League, season: int, texts: Texts) -> str:
    """That a season of a league begins."""
    return texts.titled(name_text(one, texts), texts.gettext("season {season} begins", season=season))


def ends_text(one: League, season: int, texts: Texts) -> str:
    """That a season of a league ends."""
    return texts.titled(name_text(one, texts), texts.gettext("season {season} ends", season=season))


def progress_text(fixtures: Sequence[Fixture], texts: Texts) -> str:
    """How many games are over."""
    over, total = sum(fixture.is_settled for fixture in fixtures), len(fixtures)
    return texts.gettext("Games finished: {over} of {total}.", over=over, total=total)


def legend_text(one: League, division: int, size: int, texts: Texts) -> str:
    """What the numbers mean, and who moves."""
    up, down = moves(size, division, len(one.divisions), one.terms)
    told = [
        texts.gettext(
            "Points, and in brackets the spread, which breaks ties: your points in all games minus your opponents'. "
            "Below: wins-ties-losses, mean score for and against (Ø), bingos, best turn and best game (↑), turns "
            "that ran out of time (×), and the best and worst place still possible."
        )
    ]
    told += [texts.ngettext("The first is promoted.", "The first {count} are promoted.", up)] if up else []
    told += [texts.ngettext("The last is relegated.", "The last {count} are relegated.", down)] if down else []
    return "\n".join(told)


def results_text(one: League, division: int, rows: Sequence[LeagueStanding], texts: Texts) -> str:
    """How a division came out."""
    up, down = moves(len(rows), division, len(one.divisions), one.terms)
    names = [bold(one.name_of(row.person)) for row in rows]
    title, won = f"**{division_title(one, division, texts)}**", [f"<@{row.person}>" for row in champions(rows)]
    told = [texts.titled(title, "🏆 " + texts.join(won)) if won else title]
    told += [texts.titled(texts.gettext("Promoted"), texts.join(names[:up]))] if up else []
    told += [texts.titled(texts.gettext("Relegated"), texts.join(names[len(names) - down :]))] if down else []
    return "\n".join(told)


def vanished_text(names: Sequence[str], texts: Texts) -> str:
    """Who is not in the next season, since they have not made a move in this one."""
    return texts.ngettext(
        "{names} made no move this season and is no longer in the league.",
        "{names} made no move this season and are no longer in the league.",
        len(names),
        names=texts.join(map(bold, names)),
    )


def seasons_text(one: League, won: Sequence[tuple[Season, tuple[str, ...]]], texts: Texts) -> str:
    """The seasons that are over, and who won their divisions."""
    lines = [
        texts.titled(title, texts.series(bold(one.name_of(person)) for person in people)) if people else title
        for season, people in won
        for title in (texts.gettext("Season {season}", season=season.number),)
    ]
    return lines_text(lines) or texts.gettext("No season is over yet.")


def directed_text(one: League, fixture: Fixture, texts: Texts) -> str:
    """Which result a director has set of a game."""
    assert fixture.sides is not None
    if fixture.both_lost:
        return settled_lost_text(texts)
    if not fixture.is_played:
        return settled_void_text(texts)
    names = (one.name_of(fixture.first), one.name_of(fixture.second))
    return settled_text(names, (fixture.sides[0].points, fixture.sides[1].points), texts)


def counted_text(names: tuple[str, str], result: PairedResult, texts: Texts) -> str:
    """How a game counts that was not played to its end; one that neither has begun counts for nobody."""
    if result.both_lose:
        return texts.gettext("In the league, this game does not count.")
    assert result.points is not None
    return texts.gettext(
        "In the league, this game counts as {first} {points}, {second} {against}.",
        **sides_facts(names, result.points, texts),
    )


def fixture_title(one: League, fixture: Fixture) -> str:
    """A game by its players, with its result if it has one."""
    names = " – ".join(escape(one.name_of(person)) for person in (fixture.first, fixture.second))
    points = fixture.sides and ":".join(str(side.points) for side in fixture.sides)
    return f"{names} {points}" if points else names


def _help(helped: HelpContext) -> str:
    texts = helped.texts
    return "\n".join(
        (
            texts.gettext(
                "Moderators set up a league in a channel with `/manage league new`; `director:` names someone who "
                "directs it. A league has seasons of two weeks, in which you play everyone in your division; all "
                "these games run at the same time. With 15 people, that is 14 games of about a move a day each."
            ),
            rules_text(texts),
            texts.gettext(
                "`/league standings` shows the standings, and `/league seasons` who won earlier seasons. Directors "
                "press {manage} to begin or end a season, to set results, to enter players or take them out, and to "
                "get the standings as a file. Moderators can also use `/manage league`.",
                manage=bold(helped.aloud.gettext("Manage")),
            ),
            texts.gettext(
                "Before a season begins, {manage} also moves a player to another division. Once it is under way, "
                "divisions stay as they are.",
                manage=bold(helped.aloud.gettext("Manage")),
            ),
            texts.gettext(
                "A player who is taken out or leaves the server cannot win the season, and their open games are "
                "decided by the points on the board. Only the director can enter a player again who was taken out."
            ),
        )
    )


TOPIC = HelpTopic(lambda texts: texts.pgettext("help topic", "Leagues"), _help, commands=("league",))
