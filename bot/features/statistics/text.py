"""Ratings and leaderboards in words, also in games, in the digest of a week and in the help."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from bot.features.statistics.figures import SERIES_PAUSE
from bot.front.feature import BotProcess
from bot.front.occasions import Paragraph, Week
from bot.model.games import GameOutcome, GameResult
from bot.model.ratings import BASE, OPPONENTS, RECENTLY, SETTLED, Ladder, RatedPerson, Rung, Unrated
from bot.text.games import language_title
from bot.text.help import HelpContext, HelpTopic
from bot.text.names import bold, code, in_code
from bot.text.tables import table
from bot.text.texts import Texts
from engine.model.durations import HOUR, MINUTE
from engine.model.tempo import BLITZ_UP_TO, RAPID_UP_TO, TURNS, Tempo
from engine.sentences import NP_


def form_title(texts: Texts) -> str:
    """What the latest games are called."""
    return texts.pgettext("column", "Form")


_OUTCOMES = {
    GameOutcome.WON: NP_("outcome", "won"),
    GameOutcome.TIED: NP_("outcome", "tied"),
    GameOutcome.LOST: NP_("outcome", "lost"),
}


def form_text(form: Sequence[GameOutcome], texts: Texts) -> str:
    """How the latest games came out, the oldest first."""
    return ", ".join(texts.pgettext(*_OUTCOMES[one]) for one in form)


def notes(people: Sequence[RatedPerson], tempos: Collection[str], texts: Texts) -> tuple[str, ...]:
    """What ratings leave unexplained: a question mark, and the tempos of games."""
    few = [few_games_text(texts)] if any(one.is_provisional for one in people) else []
    tempo = [tempo_text(texts)] if people and set(tempos) - {Tempo.DUPLICATE.value} else []
    return tuple(f"-# {line}" for line in (*few, *tempo))


_TEMPOS = {
    Tempo.BLITZ: NP_("tempo", "blitz"),
    Tempo.RAPID: NP_("tempo", "rapid"),
    Tempo.CORRESPONDENCE: NP_("tempo", "slow"),
    Tempo.DUPLICATE: NP_("tempo", "duplicate"),
}


def tempo_title(ladder: Ladder, texts: Texts) -> str:
    """How fast the games of a ladder are."""
    return texts.pgettext(*_TEMPOS[Tempo(ladder.tempo)])


def ladder_title(ladder: Ladder, texts: Texts) -> str:
    """Which games count in a ladder: their language and tempo."""
    tempo = tempo_title(ladder, texts)
    return texts.gettext("{language}, {tempo}", language=language_title(ladder.language, texts), tempo=tempo)


def rung_title(rung: Rung, texts: Texts) -> str:
    """A ladder with how many people are in it."""
    people = texts.ngettext("{count} person", "{count} people", rung.people)
    return texts.titled(ladder_title(rung.ladder, texts), people)


def rating_text(one: RatedPerson, texts: Texts) -> str:
    """A rating, with a question mark if it is provisional."""
    return f"{texts.number(one.rating)}{'?' if one.is_provisional else ''}"


def few_games_text(texts: Texts) -> str:
    """What a question mark after a rating means."""
    return texts.gettext(
        "A rating with a question mark is provisional: it is not yet based on {count} games against {people} people, "
        "or against everyone rated here if there are fewer.",
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
    return _ratings(ladder, told, texts)


def after_text(ladder: Ladder, result: GameResult, people: Mapping[str, RatedPerson], texts: Texts) -> str:
    """What a game has done to the ratings of its players, who are all in `people`; empty for an unrated one."""
    told = [
        f"{bold(one.name)} {texts.number(one.rating)}{mark} ({texts.signed(one.rating - one.rating_before)})"
        for one in result.players
        if one.rating is not None and one.rating_before is not None
        for mark in ("?" if people[one.player].is_provisional else "",)
    ]
    return _ratings(ladder, told, texts)


def rated_text(texts: Texts) -> str:
    """That a game counts for ratings, where these are not shown."""
    return "-# " + texts.gettext("This game is rated: `/stats` shows your ratings.")


def unrated_text(why: Unrated, texts: Texts) -> str:
    """That a game counts for no rating, and why."""
    match why:
        case Unrated.CHOSEN:
            told = texts.gettext("This game is not rated, as chosen before it began.")
        case Unrated.VOID:
            told = texts.gettext("This game is not rated: it was not played to its end.")
        case Unrated.ALONE:
            told = texts.gettext("This game is not rated: fewer than two people played.")
        case Unrated.GUESTS:
            told = texts.gettext("This game is not rated: guests took part.")
        case Unrated.SEATS:
            told = texts.gettext("This game is not rated: someone was removed, or a seat changed hands.")
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


def _ratings(ladder: Ladder, told: Sequence[str], texts: Texts) -> str:
    if not told:
        return ""
    return texts.gettext("Ratings ({ladder}): {ratings}", ladder=ladder_title(ladder, texts), ratings=", ".join(told))


# --- the leaderboard --------------------------------------------------------------------------------------------------


def no_leaderboard(texts: Texts, *, in_server: bool, chosen: bool) -> str:
    """Why there is no leaderboard, and how to get one; `chosen` says that a language or tempo was asked for."""
    if not in_server:
        return texts.gettext("Each server has a leaderboard of its own. Use this command in a server.")
    if chosen:
        return texts.gettext(
            "Nobody here has a rating in such games. Use `/leaderboard` without options to see the ratings there are."
        )
    return texts.gettext(
        "Nobody is rated here yet. The first ratings come from a game that at least two people finish."
    )


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
    return f"### {leaderboard_title(ladder, texts)}\n{code(table([head, *rows], right=(0, 2, 3, 4), names=1))}"


def leaderboard_title(ladder: Ladder, texts: Texts) -> str:
    """What a leaderboard is called."""
    return texts.titled(texts.gettext("Leaderboard"), ladder_title(ladder, texts))


def leaderboard_heads(texts: Texts) -> tuple[str, str, str]:
    """What stands above ratings, games and form."""
    return texts.pgettext("column", "Rating"), texts.pgettext("column", "Games"), form_title(texts)


def place_said(place: int, one: RatedPerson, form: Sequence[GameOutcome], texts: Texts) -> str:
    """A place of a leaderboard without markdown."""
    games = texts.ngettext("{count} game", "{count} games", one.games)
    facts = (rating_text(one, texts), games, form_text(form, texts))
    return texts.titled(f"{place}. {one.name}", ", ".join(filter(None, facts)))


def leaders_text(ladder: Ladder, people: Sequence[RatedPerson], texts: Texts) -> str:
    """Who leads a ladder; empty if nobody is rated there."""
    told = [f"{place}\\. {bold(one.name)} {rating_text(one, texts)}" for place, one in enumerate(people, 1)]
    return _ratings(ladder, told, texts)


# --- help -------------------------------------------------------------------------------------------------------------


def _help(helped: HelpContext) -> str:
    texts = helped.texts
    lines = (
        texts.gettext(
            "Each server rates its players by language and tempo, from games that at least two people finish. "
            "Everyone starts at {base}, and your rating does not change while you do not play.",
            base=texts.number(BASE),
        ),
        tempo_text(texts),
        texts.gettext(
            "Duplicate is rated by the totals of those who answer at least half of its rounds, once it is over."
        ),
        few_games_text(texts),
        texts.gettext(
            "Leaderboards list provisional ratings below all others. For the rating limits of open games and "
            "tournaments, they count as {base}. For seeding, they do not count.",
            base=texts.number(BASE),
        ),
        texts.gettext(
            "The second game against the same person within {hours} hours counts half as much, the third a third, and "
            "so on. Giving up early changes a rating as much as losing.",
            hours=RECENTLY // HOUR,
        ),
        texts.gettext(
            "Games that end before both players have moved are not rated. Nor are games with guests, or games from "
            "which a moderator removes a player."
        ),
        texts.gettext(
            "Only your own moves count for you. Once a computer player or someone else has moved in your seat, that "
            "counts as giving up, even if you come back and win. Removing your only opponent counts as giving up, "
            "too."
        ),
        texts.gettext("People who leave the server are off its leaderboards until they come back."),
        texts.gettext(
            "`/stats` shows your own ratings, including those across all servers, and `/leaderboard` those of this "
            "server. Your rating across all servers is shown only to you, and in servers where you are rated."
        ),
        texts.gettext(
            "A profile shows the latest results: a disc is a win, a dash a tie, a ring a loss. The latest is on the "
            "right."
        ),
        texts.gettext("`/stats versus:` shows how two people have done against each other in this server."),
        texts.gettext(
            "Rematches show the score of the series: games between the same players in this server, each ending "
            "within {hours} hours of the one before.",
            hours=SERIES_PAUSE // HOUR,
        ),
        texts.gettext(
            "Lobbies and results show ratings in games with clocks. **Ratings** in `/settings server` changes that."
        ),
    )
    return "\n".join(f"- {line}" for line in lines)


TOPIC = HelpTopic(lambda texts: texts.pgettext("help topic", "Ratings"), _help, commands=("stats", "leaderboard"))


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
