"""Statistics and leaderboards in words, also in the digest of a week."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.features.statistics.figures import Against, Figures, HeadToHead, Meeting, MeetingSide
from bot.front.feature import BotProcess
from bot.front.occasions import Paragraph, Week
from bot.model.games import GameResult
from bot.model.honours import Honour
from bot.model.ratings import ALL_SERVERS, BASE, OPPONENTS, RECENTLY, SETTLED, Ladder, RatedPerson, Rung, Unrated
from bot.text.clocks import date_and_time
from bot.text.games import language_title
from bot.text.help import HelpContext, HelpTopic
from bot.text.honours import honours_lines
from bot.text.names import bold, code, escape, in_code
from bot.text.tables import table
from bot.text.texts import Texts
from engine.model.durations import HOUR, MINUTE
from engine.model.tempo import BLITZ_UP_TO, RAPID_UP_TO, TURNS, Tempo
from engine.sentences import N_, NP_

LATEST_SCORES = 10
"""Number of games whose points are listed one by one."""


Standing = tuple[Ladder, RatedPerson, int]
"""Where someone stands: the ladder, the rating and the place there, 0 if that is not told."""


def statistics_lines(
    name: str, found: Figures, standings: Sequence[Standing], texts: Texts, won: Sequence[Honour] = ()
) -> tuple[str, ...]:
    """A person's statistics, with where they stand and what they have won."""
    if not (found.games or standings or won):
        return (texts.gettext("{name} has not finished a game yet.", name=escape(name)),)
    title, honours = "### " + whose_text(escape(name), texts), honours_lines(won, texts)
    if not found.games:
        return (title, *honours, *standing_lines(standings, texts))
    lines = [title, _record(found, texts), *honours]
    if found.scores:
        mean, best = texts.number(round(found.mean)), texts.number(max(found.scores))
        lines.append(texts.gettext("Average score: {mean}. Best score: {best}.", mean=mean, best=best))
    if found.best_word:
        points, word = found.best_points, escape(found.best_word)
        lines.append(
            texts.ngettext(
                "Best play: {word} for {count} point.",
                "Best play: {word} for {count} points.",
                points,
                word=word,
            )
        )
    lines.append(texts.ngettext("{count} bingo so far.", "{count} bingos so far.", found.bingos))
    return (*lines, *_opponents(found, texts), *standing_lines(standings, texts))


def _record(found: Figures, texts: Texts) -> str:
    games = texts.ngettext("{count} game", "{count} games", found.games)
    wins = texts.ngettext("{count} win", "{count} wins", found.wins)
    if not found.ties:
        return texts.gettext("{games}, {wins}.", games=games, wins=wins)
    ties = texts.ngettext("{count} tie", "{count} ties", found.ties)
    return texts.gettext("{games}, {wins}, {ties}.", games=games, wins=wins, ties=ties)


def share_texts(found: Figures, texts: Texts) -> tuple[tuple[str, int], ...]:
    """Games won, tied and lost: a label and a number for each."""
    return (
        (texts.ngettext("{count} won", "{count} won", found.wins), found.wins),
        (texts.ngettext("{count} tied", "{count} tied", found.ties), found.ties),
        (texts.ngettext("{count} lost", "{count} lost", found.losses), found.losses),
    )


def mean_text(found: Figures, texts: Texts) -> str:
    """The mean score."""
    return texts.gettext("average {points}", points=texts.number(round(found.mean)))


def latest_text(found: Figures, texts: Texts) -> str:
    """The points of the latest games, oldest first."""
    shown = ", ".join(map(texts.number, found.scores[-LATEST_SCORES:]))
    if found.games <= LATEST_SCORES:
        return texts.gettext("scores game by game: {points}", points=shown)
    return texts.gettext("scores in the latest {count} games: {points}", count=LATEST_SCORES, points=shown)


def path_text(one: RatedPerson, texts: Texts) -> str:
    """The history of a rating."""
    return texts.gettext(
        "rating from {first} to {last}, between {least} and {most}",
        first=texts.number(one.path[0]),
        last=rating_text(one, texts),
        least=texts.number(min(one.path)),
        most=texts.number(max(one.path)),
    )


def _opponents(found: Figures, texts: Texts) -> tuple[str, ...]:
    lines = []
    if found.people.games:
        lines.append(_against(texts.gettext("Against people"), found.people, texts))
    for level, against in found.levels.items():
        if level:
            lines.append(_against(texts.gettext("Against computers of level {level}", level=level), against, texts))
    return tuple(lines)


def _against(who: str, against: Against, texts: Texts) -> str:
    return texts.gettext(
        "{who}: {wins} of {games} won.",
        who=who,
        wins=texts.number(against.wins),
        games=texts.number(against.games),
    )


MOST_STANDINGS = 6
"""How many ratings of one person are told, here and over all servers."""


def standing_lines(standings: Sequence[Standing], texts: Texts) -> tuple[str, ...]:
    """A person's ratings in this server, and over all servers, each below a heading; with what is to be explained."""
    lines: list[str] = []
    for everywhere, heading in ((False, texts.gettext("Ratings in this server")),
                                (True, texts.gettext("Ratings over all servers"))):  # fmt: skip
        some = [one for one in standings if (one[0].server == ALL_SERVERS) is everywhere][:MOST_STANDINGS]
        lines += [bold(heading)] if some else []
        lines += [f"- {_standing(one, texts)}" for one in some]
    return (*lines, *notes([rated for _, rated, _ in standings], texts))


def _standing(standing: Standing, texts: Texts) -> str:
    ladder, rated, place = standing
    games = texts.ngettext("{count} rated game", "{count} rated games", rated.games)
    facts = {"ladder": ladder_title(ladder, texts), "rating": rating_text(rated, texts), "games": games}
    if not place:
        return texts.gettext("{ladder}: {rating} ({games})", **facts)
    return texts.gettext("{ladder}: {rating}, place {place} ({games})", place=texts.number(place), **facts)


def notes(people: Sequence[RatedPerson], texts: Texts) -> tuple[str, ...]:
    """What ratings leave unexplained: a question mark, and the tempos."""
    few = (few_games_text(texts),) if any(one.is_provisional for one in people) else ()
    return (*(f"-# {line}" for line in few), f"-# {tempo_text(texts)}") if people else ()


_TEMPOS = {
    Tempo.BLITZ: NP_("tempo", "blitz"),
    Tempo.RAPID: NP_("tempo", "rapid"),
    Tempo.CORRESPONDENCE: NP_("tempo", "slow"),
    Tempo.DUPLICATE: NP_("tempo", "duplicate"),
}


def ladder_title(ladder: Ladder, texts: Texts) -> str:
    """Which games count in a ladder: their language and tempo."""
    tempo = texts.pgettext(*_TEMPOS[Tempo(ladder.tempo)])
    return texts.gettext("{language}, {tempo}", language=language_title(ladder.language, texts), tempo=tempo)


def rung_title(rung: Rung, texts: Texts) -> str:
    """A ladder with how many people are in it."""
    people = texts.ngettext("{count} person", "{count} people", rung.people)
    return texts.titled(ladder_title(rung.ladder, texts), people)


def rating_text(one: RatedPerson, texts: Texts) -> str:
    """A rating, with a question mark if it is provisional."""
    return f"{texts.number(one.rating)}{'?' if one.is_provisional else ''}"


def marked_name(one: RatedPerson) -> str:
    """A person's name in a chart of ratings, with a question mark if theirs is provisional."""
    return f"{one.name} ?" if one.is_provisional else one.name


def few_games_text(texts: Texts) -> str:
    """What a question mark after a rating means."""
    return texts.gettext(
        "A rating with a question mark is provisional until it is based on {count} games against {people} people, or "
        "against all who are rated here if they are fewer.",
        count=SETTLED,
        people=OPPONENTS,
    )


def tempo_text(texts: Texts) -> str:
    """Which games have which tempo."""
    return texts.gettext(
        "Tempo is the time that a player has for {turns} turns: blitz up to {blitz} minutes, rapid up to {rapid} "
        "hours. Longer games and games without clocks are slow.",
        turns=TURNS,
        blitz=BLITZ_UP_TO // MINUTE,
        rapid=RAPID_UP_TO // HOUR,
    )


# --- in a game --------------------------------------------------------------------------------------------------------


def before_text(ladder: Ladder, people: Sequence[tuple[str, RatedPerson]], texts: Texts) -> str:
    """The ratings of the players of a game that begins, with the names they have there; empty if nobody is rated."""
    told = [f"{bold(name)} {rating_text(rated, texts)}" for name, rated in people]
    return _ratings(ladder, told, [rated for _, rated in people], texts)


def after_text(ladder: Ladder, result: GameResult, people: Mapping[str, RatedPerson], texts: Texts) -> str:
    """What a game has done to the ratings of its players, who are all in `people`; empty for an unrated one."""
    told = [
        f"{bold(one.name)} {texts.number(one.rating)}{mark} ({texts.signed(one.rating - one.rating_before)})"
        for one in result.players
        if one.rating is not None and one.rating_before is not None
        for mark in ("?" if people[one.player].is_provisional else "",)
    ]
    return _ratings(ladder, told, list(people.values()), texts)


def rated_text(texts: Texts) -> str:
    """That a game counts for ratings, where these are not shown."""
    return "-# " + texts.gettext("This game is rated: `/stats` shows your ratings.")


def unrated_text(why: Unrated, texts: Texts) -> str:
    """That a game counts for no rating, and why."""
    match why:
        case Unrated.CHOSEN:
            told = texts.gettext("This game is not rated, as was chosen before it began.")
        case Unrated.VOID:
            told = texts.gettext("This game is not rated: it was not played to its end.")
        case Unrated.ALONE:
            told = texts.gettext("This game is not rated: fewer than two people played.")
        case Unrated.GUESTS:
            told = texts.gettext("This game is not rated: guests took part.")
        case Unrated.SEATS:
            told = texts.gettext("This game is not rated: somebody was removed, or a seat was given away.")
    return f"-# {told}"


def given_up_text(players: Sequence[str], texts: Texts) -> str:
    """That some players have given up the game (`Seat.given_up`), though it went on; empty without any."""
    if not players:
        return ""
    told = texts.ngettext(
        "For results and ratings, {names} has given up this game.",
        "For results and ratings, {names} have given up this game.",
        len(players),
        names=texts.join(map(bold, players)),
    )
    return f"-# {told}"


def _ratings(ladder: Ladder, told: Sequence[str], people: Sequence[RatedPerson], texts: Texts) -> str:
    if not told:
        return ""
    line = texts.gettext("Ratings ({ladder}): {ratings}", ladder=ladder_title(ladder, texts), ratings=", ".join(told))
    few = any(one.is_provisional for one in people)
    return f"{line}\n-# {few_games_text(texts)}" if few else line


# --- the leaderboard --------------------------------------------------------------------------------------------------


def no_leaderboard(texts: Texts, *, in_server: bool, chosen: bool) -> str:
    """Why there is no leaderboard, and how to get one; `chosen` says that a language or tempo was asked for."""
    if not in_server:
        return texts.gettext("A leaderboard belongs to a server. Use this command in one.")
    if chosen:
        return texts.gettext("Nobody here is rated in such games. `/leaderboard` without options shows those that are.")
    return texts.gettext("Nobody is rated here yet. Finish a game with two or more people to start.")


def leaderboard(ladder: Ladder, people: Sequence[RatedPerson], first: int, texts: Texts) -> str:
    """Part of a ladder, below a heading; `first` is the place of its first line, from 1."""
    head = (
        "",
        texts.pgettext("column", "Player"),
        texts.pgettext("column", "Rating"),
        texts.pgettext("column", "Games"),
        texts.pgettext("column", "Won"),
    )
    rows = [
        (
            f"{place}.",
            in_code(one.name),
            rating_text(one, texts),
            texts.number(one.games),
            texts.number(one.wins),
        )
        for place, one in enumerate(people, first)
    ]
    title = texts.titled(texts.gettext("Leaderboard"), ladder_title(ladder, texts))
    return f"### {title}\n{code(table([head, *rows], right=(0, 2, 3, 4), names=1))}"


def leaders_text(ladder: Ladder, people: Sequence[RatedPerson], texts: Texts) -> str:
    """Who leads a ladder; empty if nobody is rated there."""
    told = [f"{place}\\. {bold(one.name)} {rating_text(one, texts)}" for place, one in enumerate(people, 1)]
    return _ratings(ladder, told, people, texts)


_CHARTS = {
    "points": N_("Points in each game"),
    "rating": N_("Rating, game by game"),
    "ratings": N_("Ratings, game by game"),
}


def chart_titles(chart: str, texts: Texts) -> tuple[str, str]:
    """The title of a chart, and of its axis."""
    return texts.gettext(_CHARTS[chart]), texts.pgettext("axis", "games")


def whose_text(name: str, texts: Texts) -> str:
    """Whose statistics follow."""
    return texts.gettext("{name}'s statistics", name=name)


# --- two people -------------------------------------------------------------------------------------------------------


def head_to_head_text(names: tuple[str, str], found: HeadToHead, texts: Texts) -> str:
    """How two people have done against each other in this server."""
    first, second = map(bold, names)
    if not found.games:
        return texts.gettext("{first} and {second} have not finished a game together here.", first=first, second=second)
    games = texts.ngettext("{count} game", "{count} games", found.games)
    ties = texts.ngettext("{count} tie", "{count} ties", found.ties)
    return "\n".join(
        (
            "### " + texts.gettext("{first} and {second}", first=escape(names[0]), second=escape(names[1])),
            texts.gettext("{games}, {ties}.", games=games, ties=ties),
            *(_side(name, side, texts) for name, side in zip((first, second), found.sides, strict=True)),
            texts.gettext("Latest games:"),
            *(f"- {_meeting(one, texts)}" for one in found.latest),
        )
    )


def _side(name: str, side: MeetingSide, texts: Texts) -> str:
    wins = texts.ngettext("{count} win", "{count} wins", side.wins)
    points = texts.ngettext("{count} point", "{count} points", side.points)
    streak = texts.gettext("at most {count} in a row", count=texts.number(side.streak))
    return f"- {texts.titled(name, f'{wins}, {streak}, {points}')}"


def _meeting(meeting: Meeting, texts: Texts) -> str:
    parts = (f"{bold(one.name)} {texts.number(one.score)}" for one in meeting.both)
    return texts.titled(date_and_time(meeting.ended), ", ".join(parts))


# --- help -------------------------------------------------------------------------------------------------------------


def _help(helped: HelpContext) -> str:
    texts = helped.texts
    lines = (
        texts.gettext(
            "Each server rates its players by language and tempo, from games in which two or more people finish. "
            "Everyone starts at {base}, and a rating stays as it is while you do not play.",
            base=texts.number(BASE),
        ),
        tempo_text(texts),
        texts.gettext(
            "Duplicate is rated by the totals of those who answer at least half of its rounds, once it is over."
        ),
        few_games_text(texts),
        texts.gettext(
            "Leaderboards list provisional ratings below all others. For the limits of open games and "
            "tournaments they count as {base}, and for seeds as none.",
            base=texts.number(BASE),
        ),
        texts.gettext(
            "The second game against the same person within {hours} hours counts half as much, the third a third, and "
            "so on. Giving up early changes a rating as much as losing.",
            hours=RECENTLY // HOUR,
        ),
        texts.gettext(
            "A game that ends before both have moved is not rated, nor are games with guests and games in which a "
            "moderator sends a player away."
        ),
        texts.gettext(
            "Only what you do yourself counts for you. Once a computer player or another person has moved in your "
            "seat, you have given up the game, also if you come back and win. So you have if you remove your only "
            "opponent."
        ),
        texts.gettext("Whoever has left the server is not on its leaderboards until they are back."),
        texts.gettext(
            "`/stats` shows your own ratings, also over all servers, and `/leaderboard` those of this server. Your "
            "rating over all servers is shown to you, and in servers where you are rated."
        ),
        texts.gettext("`/stats versus:` shows how two people have done against each other in this server."),
        texts.gettext(
            "Lobbies and results show ratings in games with clocks. **Ratings** in `/settings server` changes that."
        ),
    )
    return "\n".join(f"- {line}" for line in lines)


TOPIC = HelpTopic(lambda texts: texts.pgettext("help topic", "Ratings"), _help)


MOST_LEADERS = 3
"""Leaders who are named."""
RATED_GAMES_LOOKED_AT = 50
"""Games of the week among which a rated one is looked for."""


def weekly(bot: BotProcess) -> Paragraph:
    """Who leads in the language and tempo of the week's last rated game."""

    async def leaders(week: Week, texts: Texts) -> str:
        await bot.ratings.catch_up()
        played = await bot.store.results.ended_in(week.server, week.since, week.until, RATED_GAMES_LOOKED_AT)
        last = next((one for one in played if one.rated and one.language and one.tempo), None)
        if last is None or last.language is None or last.tempo is None:
            return ""
        ladder = Ladder(week.server, last.language, last.tempo)
        return leaders_text(ladder, await bot.ratings.best(ladder, 0, MOST_LEADERS), texts)

    return leaders
