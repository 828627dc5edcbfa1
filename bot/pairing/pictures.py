"""The pictures of tournaments: standings, brackets of knockouts in parts that a phone can show, and the cup."""

from __future__ import annotations

from bot.front.components.message import MOST_ALT, Image
from bot.pairing.bracket import Bracket, Slot, bracket, open_ties
from bot.pairing.standings import table as table_of
from bot.pairing.standings import winners
from bot.pairing.text import (
    cup_about,
    heading,
    left_note,
    name_text,
    round_name,
    score_text,
    spread_note,
    standings_title,
    standings_words,
)
from bot.pairing.values import Entrant, Format, Pairing, Tournament
from bot.render import (
    MOST_ROUNDS_DRAWN,
    BracketPair,
    BracketScene,
    BracketSide,
    CupLine,
    CupScene,
    EndScene,
    Portrait,
    StandingLine,
)
from bot.text import Texts
from bot.text.names import escape, shortened

DRAWN_PLACES = 24
"""Places that the picture of standings shows; the files show all."""


def standings_image(one: Tournament, texts: Texts) -> Image:
    """The standings, with the words for those who want these."""
    rows = table_of(one)
    outcome = standings_title(one, texts)
    places = tuple(
        StandingLine(
            f"{row.place}",
            row.entrant.name,
            score_text(row, texts),
            spread_note(row, texts),
            seat=seat,
            portrait=portrait(row.entrant),
        )
        for seat, row in enumerate(rows[:DRAWN_PLACES])
    )
    name = name_text(one.name, texts)
    alt = texts.series([name, outcome, *(f"{row.place} {row.name} {row.score} ({row.note})" for row in places)])
    words = f"{heading(one, texts)}\n**{outcome}**\n{standings_words(rows, texts)}"
    scene = EndScene(name, outcome, places)
    return Image(scene, "standings.png", shortened(alt, MOST_ALT), words=words)


def cup_image(one: Tournament, texts: Texts) -> Image:
    """Who has won, the final of a knockout, and the table."""
    rows, won = table_of(one), winners(one)
    first, is_knockout = {row.entrant.number for row in won}, one.plan.format is Format.KNOCKOUT
    lines = tuple(
        CupLine(
            f"{row.place}",
            portrait(row.entrant),
            score_text(row, texts),
            " · ".join(left_note(row, texts)) if is_knockout else spread_note(row, texts),
            is_winner=row.entrant.number in first,
        )
        for row in rows[:DRAWN_PLACES]
    )
    final = _final(one, texts)
    scene = CupScene(
        name_text(one.name, texts),
        cup_about(one, texts),
        tuple(portrait(row.entrant) for row in won),
        final,
        lines,
    )
    told = [texts.titled(final[0], _pair_words(final[1]))] if final else []
    alt = [*told, *(line.words for line in lines)]
    words = "\n".join((*told, standings_words(rows, texts)))
    return Image(scene, "cup.png", shortened(texts.series(alt), MOST_ALT), words=words)


def portrait(entrant: Entrant) -> Portrait:
    """A player's portrait."""
    return Portrait(entrant.name, entrant.person)


# --- brackets -----------------------------------------------------------------------------------------------------


def parts(one: Tournament, number: int) -> int:
    """How many pictures it takes to show the bracket from a round on: one for up to 16 players."""
    found = bracket(one.entrants, one.counted)
    return 1 << max(0, found.rounds - _first(found, number) + 1 - MOST_ROUNDS_DRAWN)


def part_of(one: Tournament, number: int, person: str) -> int:
    """The part of the bracket in which somebody is or was, counted from 0; the first one for anybody else."""
    found, entrant = bracket(one.entrants, one.counted), one.of(person)
    line = found.line(entrant.number) if entrant else None
    return 0 if line is None else line >> (_first(found, number) - 1 + MOST_ROUNDS_DRAWN)


def bracket_image(one: Tournament, number: int, texts: Texts, part: int = 0, *, beside: int | None = None) -> Image:
    """A part of the bracket, counted from 0, as it is after the games of a round.

    The words leave out the round whose pairs are told `beside` the picture.
    """
    one = one.after(number)
    found = bracket(one.entrants, one.counted)
    first, width = _first(found, number), min(found.rounds, MOST_ROUNDS_DRAWN)
    numbers = range(first, first + width)
    titles = tuple(round_name(each, found.rounds, texts) for each in numbers)
    rounds = tuple(_round(one, found, each, part, 2 ** (numbers[-1] - each), texts) for each in numbers)
    told = {each: (title, _words(drawn)) for each, title, drawn in zip(numbers, titles, rounds, strict=True)}
    alt = texts.series(texts.titled(title, ", ".join(lines)) for title, lines in told.values() if lines)
    words = "\n".join(
        "\n".join((f"**{title}**", *(f"- {escape(line)}" for line in lines)))
        for each, (title, lines) in told.items()
        if lines and each != beside
    )
    scene = BracketScene(titles, rounds)
    return Image(scene, "bracket.png", shortened(alt, MOST_ALT), words=words, is_told=not words)


def _round(
    one: Tournament, found: Bracket, number: int, part: int, count: int, texts: Texts
) -> tuple[BracketPair | None, ...]:
    """The `count` pairs of a round that are in a part; None for those that nobody plays."""
    pending = {found.slot(board) for board in open_ties(one)}
    slots = [(number, part * count + at) for at in range(count)]
    return tuple(None if _is_bye(found, slot) else _pair(one, found, slot, pending, texts) for slot in slots)


def _first(found: Bracket, number: int) -> int:
    """The first round that is shown beside a round: the last rounds are shown together."""
    return max(1, min(number, found.rounds - MOST_ROUNDS_DRAWN + 1))


def _pair_words(pair: BracketPair) -> str:
    """A pair with its points, without markdown."""
    return " – ".join(" ".join(filter(None, (side.name, side.earlier, side.score))) or "?" for side in pair)


def _words(pairs: tuple[BracketPair | None, ...]) -> list[str]:
    return [_pair_words(pair) for pair in pairs if pair and any(side.name for side in pair)]


def _is_bye(found: Bracket, slot: Slot) -> bool:
    return slot[0] == 1 and None in found.feeding(slot)


def _final(one: Tournament, texts: Texts) -> tuple[str, BracketPair] | None:
    """The last pair of a knockout with its heading, if it has been played."""
    found = bracket(one.entrants, one.counted)
    slot = (found.rounds, 0)
    played = found.pair(slot)
    if one.plan.format is not Format.KNOCKOUT or not played or played[-1].second is None:
        return None
    return round_name(found.rounds, found.rounds, texts), _pair(one, found, slot, set(), texts)


def _pair(one: Tournament, found: Bracket, slot: Slot, pending: set[Slot], texts: Texts) -> BracketPair:
    """A pair as it was played, or else those who are to meet."""
    played = found.pair(slot)
    if not played or played[-1].second is None:
        known = played[-1].first if played else None
        upper, lower = (_coming(one, found, (slot[0] - 1, 2 * slot[1] + at), pending, texts) for at in (0, 1))
        if known is None:
            return upper, lower
        passed = BracketSide(one.entrant(known).name, portrait(one.entrant(known)), is_winner=True)
        return (passed, BracketSide()) if upper.portrait else (BracketSide(), passed)
    over = found.is_decided(slot) and slot not in pending
    winner = found.winner(slot) if over else None
    upper, lower = (
        BracketSide(
            one.entrant(player).name,
            portrait(one.entrant(player)),
            _points(played[-1], player, texts),
            " ".join(_points(board, player, texts) for board in played[:-1]),
            is_winner=player == winner,
            is_out=over and player != winner,
        )
        for player in found.meeting(slot)
    )
    return upper, lower


def _points(board: Pairing, player: int, texts: Texts) -> str:
    if board.points is None or board.ruling is not None:
        return ""
    return texts.number(board.points[board.players.index(player)])


def _coming(one: Tournament, found: Bracket, before: Slot, pending: set[Slot], texts: Texts) -> BracketSide:
    """Who comes out of a pair: its winner, or else one of those two who play it."""
    number, at = before
    winner = None if number == 0 or before in pending else found.winner(before)
    player = found.slots[at] if number == 0 else winner
    if player is not None:
        comes = one.entrant(found.holder(player))
        return BracketSide(comes.name, portrait(comes))
    meeting = found.meeting(before)
    is_open = len(meeting) == 2 and not (found.is_decided(before) and found.pair(before) and before not in pending)
    return BracketSide(texts.either(one.entrant(each).name for each in meeting) if is_open else "")
