"""Duplicates in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from bot.features.duplicate.values import (
    MOST_PLAYERS,
    SILENT_ROUNDS,
    Duplicate,
    DuplicatePhase,
    DuplicatePlayer,
    DuplicateProgress,
    DuplicateRecord,
    Ending,
    Round,
    RoundResult,
)
from bot.model.honours import Trophy, TrophyMark
from bot.text.clocks import length_text, moment
from bot.text.games import dictionary_line, lexicon_title
from bot.text.help import HelpContext, HelpTopic
from bot.text.lobby import board_line
from bot.text.moves import alphabetical, play_text
from bot.text.names import bold, escape, with_level
from bot.text.texts import Texts
from bot.text.variants import rack_letters
from engine.duplicate.rounds import CROWD, SOLO, DuplicateStanding
from engine.game.state import Computer, Person
from engine.model.board import Board
from engine.model.tiles import Tiles
from engine.play.placement import Placement, score
from engine.sentences import NP_

SHOWN_PLACES = 5
"""The best answers of a round, and the first places, that its result names."""
NAMED = 12
"""The people that a lobby, or the finders of a top, name."""


def title_text(texts: Texts) -> str:
    """What this form of play is called."""
    return texts.pgettext("form of play", "Duplicate")


def round_title(number: int, texts: Texts) -> str:
    """What a round is called, without markdown."""
    return texts.gettext("Duplicate, round {number}", number=texts.number(number))


def player_name(player: DuplicatePlayer, texts: Texts) -> str:
    """The plain name of a player; a computer player's with its level."""
    shown = Computer(player.id, player.name, player.level) if player.level else Person(player.id, player.name)
    return with_level(player.name, shown, texts)


def _names(players: Sequence[DuplicatePlayer], texts: Texts, *, mentioned: bool = False) -> str:
    named = [
        f"<@{one.id}>" if mentioned and one.level is None else bold(player_name(one, texts)) for one in players[:NAMED]
    ]
    more = len(players) - len(named)
    return texts.join([*named, *([texts.ngettext("{count} more", "{count} more", more)] if more else [])])


def move_text(placement: Placement, board: Board, duplicate: Duplicate) -> str:
    """A play as people type it, bold."""
    sheet = score(board, placement, duplicate.setup.variant)
    return bold(play_text(placement, sheet, duplicate.setup))


def _points(count: int, texts: Texts) -> str:
    return texts.ngettext("{count} point", "{count} points", count)


def rack_text(tiles: Tiles, duplicate: Duplicate) -> str:
    """The tiles of a rack, bold and with spaces between them."""
    variant = duplicate.setup.variant
    return f"**{escape(rack_letters(alphabetical(tiles, variant), variant))}**"


# --- the lobby --------------------------------------------------------------------------------------------------------


def lobby_text(course: DuplicateProgress, texts: Texts) -> str:
    """The form of play in three sentences, who opened it, and how it is played."""
    duplicate = course.duplicate
    host = course.players.get(duplicate.host)
    lines = [
        f"### {title_text(texts)}",
        texts.gettext(
            "Everyone plays the same tiles on the same board. In each round you send me your best move in secret, and "
            "you score its points. Then the best move of all goes on the board, and the next round begins."
        ),
        texts.gettext(
            "Up to {most} people can play, and anyone can join or leave in any round. Press **Start** when you are "
            "ready.",
            most=MOST_PLAYERS,
        ),
        "\n".join(f"- {line}" for line in _facts(duplicate, len(present(course)), texts)),
    ]
    if host:
        lines.insert(1, texts.gettext("{name} opens a duplicate for this channel.", name=bold(host.name)))
    return "\n".join(lines)


def _facts(duplicate: Duplicate, players: int, texts: Texts) -> Iterator[str]:
    """How a duplicate is played."""
    style, variant = duplicate.style, duplicate.setup.variant
    yield texts.gettext("Time for each round: {time}", time=length_text(duplicate.time, texts))
    yield dictionary_line(escape(lexicon_title(duplicate.lexicon, texts)), texts)
    yield board_line(variant, texts)
    if duplicate.levels:
        yield texts.ngettext(
            "{count} computer player of level {level}",
            "{count} computer players of level {level}",
            len(duplicate.levels),
            level=duplicate.levels[0],
        )
    if style.rounds:
        yield texts.ngettext("{count} round at most", "{count} rounds at most", style.rounds)
    if style.joker:
        yield texts.gettext("Joker: every rack holds a blank")
    if style.spare:
        yield texts.ngettext(
            "{count} tile on the rack, of which you can play {most}",
            "{count} tiles on the rack, of which you can play {most}",
            style.rack_size(variant),
            most=variant.rack_size,
        )
    if style.solo and players >= CROWD:
        yield texts.gettext(
            "Solo: if {players} or more play, the only one to find the best move gets {points} extra points",
            points=SOLO,
            players=CROWD,
        )


def present(course: DuplicateProgress) -> list[DuplicatePlayer]:
    """Those who have not left."""
    return [one for one in course.players.values() if not one.has_left]


def joined_note(course: DuplicateProgress, texts: Texts) -> str:
    """Who is in, for the lobby."""
    players = present(course)
    if not players:
        return texts.gettext("Nobody has joined yet.")
    return texts.ngettext("{count} player: {names}.", "{count} players: {names}.", len(players),
                          names=_names(players, texts))  # fmt: skip


# --- a round ----------------------------------------------------------------------------------------------------------


def round_text(course: DuplicateProgress, open_: Round, texts: Texts) -> str:
    """The heading of a round, the result of the one before, and the table."""
    limit = course.duplicate.style.rounds
    heading = round_title(open_.number, texts)
    if course.duplicate.daily:
        heading = texts.gettext("Daily duplicate, round {number}", number=texts.number(open_.number))
    if limit:
        heading = texts.gettext("{title} of {count}", title=heading, count=texts.number(limit))
    return "\n".join((f"### {heading}", *result_lines(course, texts)))


def task_text(course: DuplicateProgress, open_: Round, texts: Texts) -> str:
    """The tiles to play, what to do, and until when; a daily one has no lobby that tells what it is."""
    task = task_line(open_, course.duplicate, texts)
    if not course.duplicate.daily:
        return task
    about = texts.gettext("Anyone can answer in secret until then. Then the best move goes on the board.")
    return f"{task}\n-# {about}"


def task_line(open_: Round, duplicate: Duplicate, texts: Texts) -> str:
    """The tiles of a round, and until when it is open: as short as it can be, above the buttons on a phone."""
    tiles, end = rack_text(open_.rack, duplicate), moment(open_.ends)
    return texts.gettext("The tiles: {tiles}. End of this round: {moment}", tiles=tiles, moment=end)


def answered_note(answered: int, people: int, texts: Texts) -> str:
    """How many have answered."""
    return texts.ngettext(
        "{answered} of {count} player has answered.", "{answered} of {count} players have answered.", people,
        answered=texts.number(answered),
    )  # fmt: skip


def result_lines(course: DuplicateProgress, texts: Texts) -> Iterator[str]:
    """The result of the round that is over: its top, who found it, the best answers and the first places."""
    latest = course.latest
    if latest is None:
        return
    board = course.positions[len(course.closed) - 1].board
    yield texts.ngettext(
        "Round {number}: the best move was {move} for {count} point.",
        "Round {number}: the best move was {move} for {count} points.",
        latest.points,
        number=texts.number(latest.number),
        move=move_text(latest.top, board, course.duplicate),
    )
    yield _found_text(course, latest, texts)
    best = _best(course, latest, texts)
    if best:
        yield texts.gettext("Best of the round: {list}", list=best)
    table = _table(course, texts)
    if table:
        if course.duplicate.phase is DuplicatePhase.OVER:
            yield texts.gettext("Final standings: {list}", list=table)
        else:
            yield texts.gettext("Leading: {list}", list=table)


def _found_text(course: DuplicateProgress, round_: Round, texts: Texts) -> str:
    finders = course.finders(round_)
    if not course.answers.get(round_.number):
        return texts.gettext("Nobody answered.")
    if not finders:
        return texts.gettext("Nobody found it.")
    if bonus := course.solo(round_):
        return texts.gettext(
            "Only {name} found it: a solo, worth {bonus} extra points.", name=_names(finders, texts), bonus=bonus
        )
    return texts.gettext("Found by {names}.", names=_names(finders, texts))


def _best(course: DuplicateProgress, round_: Round, texts: Texts) -> str:
    """The best answers with their moves; those of a top are not said again."""
    scores, answers = course.scores(round_), course.answers.get(round_.number, {})
    board = course.positions[len(course.closed) - 1].board

    def told(player: str) -> str:
        name, points = bold(player_name(course.players[player], texts)), texts.number(scores[player])
        move = answers[player].move
        shown = "" if move == round_.top else f" {move_text(move, board, course.duplicate).strip('*')}"
        return f"{name}{shown} {points}"

    return ", ".join(told(one) for one in sorted(scores, key=lambda player: -scores[player])[:SHOWN_PLACES])


def _table(course: DuplicateProgress, texts: Texts) -> str:
    told = (
        f"{place.number}\\. {bold(player_name(course.players[place.key], texts))} {texts.number(place.points)} "
        f"({percent_text(place, texts)})"
        for place in course.places()[:SHOWN_PLACES]
        if place.points
    )
    return ", ".join(told)


def percent_text(place: DuplicateStanding, texts: Texts) -> str:
    """The share of the tops' points."""
    return texts.percent(place.percent / 100, 1)


# --- the end ----------------------------------------------------------------------------------------------------------


def end_text(course: DuplicateProgress, texts: Texts) -> str:
    """The last result, why it is over, and who has won."""
    title = texts.gettext("Duplicate: the result")
    lines = [f"### {title}", *result_lines(course, texts), _reason(course, texts)]
    places = course.places()
    if won := winners(course):
        lines.append(
            "🏆 "
            + texts.gettext(
                "{names} won with {points} of {top} possible points ({percent}).",
                names=_names(won, texts, mentioned=True),
                points=texts.number(places[0].points),
                top=texts.number(course.top_total),
                percent=percent_text(places[0], texts),
            )
        )
    return "\n".join(lines)


def record_trophy(record: DuplicateRecord, texts: Texts) -> Trophy:
    """How many duplicates somebody has played, and how well at best."""
    percent = texts.percent(record.best, 1)
    played = texts.ngettext("{count} duplicate", "{count} duplicates", record.played)
    shown = f"{played} · {texts.percent(record.best)}"
    said = texts.ngettext(
        "{count} duplicate played, at best {percent} of the maximum",
        "{count} duplicates played, at best {percent} of the maximum",
        record.played,
        percent=percent,
    )
    return Trophy(TrophyMark.STAR, shown, said)


def winners(course: DuplicateProgress) -> list[DuplicatePlayer]:
    """Those who share the first place with points."""
    return [course.players[one.key] for one in course.places() if one.number == 1 and one.points]


def end_about(course: DuplicateProgress, texts: Texts) -> str:
    """How many have played how many rounds."""
    players = texts.ngettext("{count} player", "{count} players", len(course.places()))
    return f"{players} · {standing_title(course, texts)[1]}"


def _reason(course: DuplicateProgress, texts: Texts) -> str:
    match course.duplicate.ending:
        case Ending.ROUNDS:
            return texts.gettext("All rounds have been played.")
        case Ending.SILENT:
            return texts.ngettext(
                "It ended after {count} round without an answer.",
                "It ended after {count} rounds in a row without an answer.",
                SILENT_ROUNDS,
            )
        case Ending.STOPPED:
            return texts.gettext("It was ended early. Its open round does not count.")
        case Ending.UNUSED:
            return texts.gettext("It was closed because nobody started it.")
        case Ending.SECRET:
            return texts.gettext("It ends because its next tiles would reveal the best move in another game or round.")
        case _:
            return texts.gettext("The tiles are used up, or no move is left.")


# --- standings --------------------------------------------------------------------------------------------------------


def standing_title(course: DuplicateProgress, texts: Texts) -> tuple[str, str]:
    """The title of the standings, and after which round they are."""
    count = len(course.closed)
    return title_text(texts), texts.ngettext("After {count} round", "After {count} rounds", count)


def standing_note(place: DuplicateStanding, texts: Texts) -> str:
    """The share of the tops, and how far behind them."""
    return f"{percent_text(place, texts)} · {texts.signed(-place.behind)}"


def chart_titles(texts: Texts) -> tuple[str, str]:
    """The heading of the chart of points, and the label of its axis."""
    return texts.pgettext("chart", "Points"), texts.pgettext("chart", "Round")


def standings_text(course: DuplicateProgress, person: str, texts: Texts, most: int) -> str:
    """What the picture of the standings does not show: how many more there are, and the person's own place."""
    places = course.places()
    lines = [
        texts.ngettext(
            "Total of the best moves: {count} point", "Total of the best moves: {count} points", course.top_total
        )
    ]
    if len(places) > most:
        lines.append(texts.ngettext("And {count} more player.", "And {count} more players.", len(places) - most))
    own = next((one for one in places if one.key == person), None)
    if own:
        lines.append(
            texts.ngettext(
                "Your place: {place}, with {count} point, {percent} of the maximum.",
                "Your place: {place}, with {count} points, {percent} of the maximum.",
                own.points,
                place=own.number,
                percent=percent_text(own, texts),
            )
        )
    return "\n".join(lines)


def standing_lines(course: DuplicateProgress, texts: Texts, most: int) -> str:
    """The standings in words, without markdown."""
    return texts.series(
        texts.gettext(
            "{place}. {name}, {points}, {percent} of the maximum",
            place=place.number,
            name=player_name(course.players[place.key], texts),
            points=_points(place.points, texts),
            percent=percent_text(place, texts),
        )
        for place in course.places()[:most]
    )


def result_line(result: RoundResult, texts: Texts) -> str:
    """How somebody did in a round of a daily duplicate, without a word of it."""
    return texts.gettext(
        "{round} · place {place} of {count} · {percent} of the maximum",
        round=daily_round_title(result.round.number, texts),
        place=texts.number(result.place),
        count=texts.number(result.players),
        percent=texts.percent(result.share, 1),
    )


def daily_title(texts: Texts) -> str:
    """What the daily duplicate is called."""
    return texts.gettext("Daily duplicate")


def daily_round_title(number: int, texts: Texts) -> str:
    """A round of a daily duplicate."""
    return texts.gettext("Daily duplicate, round {number}", number=texts.number(number))


def about_daily_text(texts: Texts) -> str:
    """What a round of a daily duplicate is."""
    return texts.gettext("Everyone has the same tiles for a day. Then the best move goes on the board.")


def _help(helped: HelpContext) -> str:
    texts = helped.texts
    lines: Iterable[str] = (
        texts.gettext(
            "In a duplicate, everyone plays the same tiles on the same board, so the luck of the draw plays no part. "
            "`/together new` opens one for a whole channel."
        ),
        texts.gettext(
            "In each round you send me one move in secret: with {answer} or {compose}, with `/play` or `/together "
            "answer`, or as a direct message to me. I will tell you its points. Your last answer before the end of "
            "the round counts. An answer with a word that is not in the dictionary costs nothing.",
            answer=bold(helped.aloud.gettext("Answer")),
            compose=bold(helped.aloud.gettext("Compose")),
        ),
        texts.gettext(
            "You score the points of your own moves. Your result is your total as a percentage of the maximum."
        ),
        texts.gettext(
            "The move with the most points goes on the board for everyone. Ties go to the move with fewer blanks, "
            "then to the one that keeps the better balance of vowels and consonants. After that, the place on the "
            "board decides."
        ),
        texts.gettext(
            "A round ends when its time is up or everyone who has joined has answered. You can come and go in "
            "any round; a round without your answer scores 0."
        ),
        texts.gettext(
            "Each rack holds at least 2 vowels and 2 consonants in the first 15 rounds, and 1 of each later or when "
            "too few are left; otherwise, the whole rack is redrawn. The game ends when only vowels or only "
            "consonants are left, or when no move is possible."
        ),
        texts.gettext(
            "With `joker`, every rack holds a blank. On the board, a real tile of the letter that it stands for "
            "takes its place. With `seven_of_eight`, the rack holds one more tile than you can play."
        ),
        texts.gettext(
            "While a round is open, nobody in the duplicate can use `/word anagram`. For those who could still join, "
            "it leaves out words with five or more of the round's tiles."
        ),
        texts.gettext(
            "`/together standings` shows where everyone stands, `/together review` what you missed, and `/together "
            "export` gives you the files. `/together daily` shows the daily duplicate, with a round each day."
        ),
        texts.gettext(
            "Below {rounds}, {share} posts your result of the latest daily round in the channel, without your move.",
            rounds=bold(helped.aloud.gettext("My rounds")),
            share=bold(texts.gettext("Share")),
        ),
    )
    return "\n".join(f"- {line}" for line in lines)


TOPIC = HelpTopic(title_text, _help, commands=("together",), former=(NP_("former command", "duplicate"),))
