"""Rounds, pairings and standings in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.competitions.results import WIN
from bot.competitions.text import MOST_NAMED, leaders_text, lines_text
from bot.pairing.bracket import Replacement, bracket, contenders, is_tie_break, open_ties
from bot.pairing.standings import TournamentStanding, winners
from bot.pairing.values import Format, Pairing, Ruling, Ties, Tournament, TournamentPlan
from bot.text.clocks import date_and_time
from bot.text.games import game_name
from bot.text.names import bold, escape, fitting, shortened
from bot.text.texts import Texts

MOST_SHARING = 5
"""How many of those who share first place are named."""
LONGEST_TITLE = 100
"""Characters of a game's title, which its thread can have in Discord."""


def format_title(value: str, texts: Texts) -> str:
    """A format and how it makes pairs."""
    match Format(value):
        case Format.SWISS:
            return texts.gettext("Swiss: you play people with as many wins as you, and nobody twice if possible")
        case Format.ROUND_ROBIN:
            return texts.gettext("Round robin: everyone plays everyone")
        case Format.KNOCKOUT:
            return texts.gettext("Knockout: if you lose, you are out")
        case Format.HILL:
            return texts.gettext("King of the Hill: first plays second, third plays fourth, and so on")


def format_name(plan: TournamentPlan, texts: Texts) -> str:
    """A format by its name alone."""
    match plan.format:
        case Format.SWISS:
            return texts.pgettext("format of a tournament", "Swiss")
        case Format.ROUND_ROBIN:
            return texts.pgettext("format of a tournament", "Round robin")
        case Format.KNOCKOUT:
            return texts.pgettext("format of a tournament", "Knockout")
        case Format.HILL:
            return texts.pgettext("format of a tournament", "King of the Hill")


def ties_title(value: str, texts: Texts) -> str:
    """What decides a tie in a knockout, as an option names it."""
    match Ties(value):
        case Ties.GAME:
            return texts.pgettext("tie", "A tie-break game")
        case Ties.SEED:
            return texts.pgettext("tie", "The better seed")
        case Ties.DIRECTOR:
            return texts.pgettext("tie", "The director")


def ties_text(ties: Ties, texts: Texts) -> str:
    """What happens after a tie in a knockout."""
    match ties:
        case Ties.GAME:
            return texts.gettext(
                "After a tie, both play a short tie-break game. If that is tied too, the player with the better "
                "rating at the start goes through."
            )
        case Ties.SEED:
            return texts.gettext("After a tie, the player with the better rating at the start goes through.")
        case Ties.DIRECTOR:
            return texts.gettext("After a tie, the director decides who goes through.")


def name_text(name: str, texts: Texts) -> str:
    """A tournament's name, also if it has none."""
    return name or texts.gettext("Tournament")


def heading(one: Tournament, texts: Texts) -> str:
    """The heading of a tournament's messages."""
    return "### " + escape(name_text(one.name, texts))


def kept_text(one: Tournament, texts: Texts) -> str:
    """For directors: until when a tournament that is over is kept; empty for any other."""
    if one.forgotten_at is None:
        return ""
    return texts.gettext("You can export it until {date}.", date=date_and_time(one.forgotten_at))


def over_text(one: Tournament, texts: Texts) -> str:
    """That it is over, and who has won it if anybody has."""
    over, won = texts.gettext("This tournament is over."), [bold(row.entrant.name) for row in winners(one)]
    if not one.begun:
        return texts.gettext("This tournament was called off before its first round.")
    return f"{over} {_won_text(won, texts)}" if won else texts.gettext("This tournament is over. Nobody has won it.")


def _won_text(won: Sequence[str], texts: Texts) -> str:
    if len(won) == 1:
        return texts.gettext("{name} has won.", name=won[0])
    named = [*won[:MOST_SHARING], *(["…"] if len(won) > MOST_SHARING else [])]
    return texts.gettext("{names} share first place.", names=texts.join(named))


def cup_text(one: Tournament, texts: Texts) -> str:
    """For everyone: who has won a tournament that is over, whom this mentions."""
    name, won = bold(name_text(one.name, texts)), [f"<@{row.entrant.person}>" for row in winners(one)]
    if not won:
        return texts.titled(name, over_text(one, texts))
    return "🏆 " + texts.titled(name, _won_text(won, texts))


def cup_about(one: Tournament, texts: Texts) -> str:
    """The format of a tournament that is over, and how many have played how many rounds."""
    players = len({number for board in one.counted for number in board.players})
    return " · ".join(
        (
            format_name(one.plan, texts),
            texts.ngettext("{count} player", "{count} players", players),
            texts.ngettext("{count} round", "{count} rounds", one.begun),
        )
    )


def passed_text(one: Tournament, texts: Texts) -> str:
    """Who plays on in a knockout after the round that has been played, whom this mentions."""
    title = f"**{round_name(one.begun, one.plan.rounds, texts)}**"
    names = fitting([f"<@{one.entrant(number).person}>" for number in contenders(one)], ", ", MOST_NAMED)
    on = texts.titled(texts.gettext("Through to the next round"), names)
    return f"{title}\n{on}" if names else title


def round_text(one: Tournament, number: int, texts: Texts) -> str:
    """A round, and how many there are; one of a knockout by its name."""
    if one.plan.format is Format.KNOCKOUT:
        return round_name(number, one.plan.rounds, texts)
    return texts.gettext("Round {number} of {rounds}", number=number, rounds=one.plan.rounds)


def round_name(number: int, rounds: int, texts: Texts) -> str:
    """What a round of a knockout is called."""
    match rounds - number:
        case 0:
            return texts.pgettext("round of a knockout", "Final")
        case 1:
            return texts.pgettext("round of a knockout", "Semi-finals")
        case 2:
            return texts.pgettext("round of a knockout", "Quarter-finals")
        case _:
            return texts.gettext("Round {number}", number=number)


def game_round_name(number: int, rounds: int, texts: Texts) -> str:
    """What a single game of a round of a knockout is called."""
    match rounds - number:
        case 1:
            return texts.pgettext("game of a knockout", "Semi-final")
        case 2:
            return texts.pgettext("game of a knockout", "Quarter-final")
        case _:
            return round_name(number, rounds, texts)


def pairs_text(one: Tournament, number: int, texts: Texts, places: Mapping[int, int]) -> str:
    """The pairs of a round, with their results so far.

    `places` are the threads of boards: while a game is played, its thread stands for the pair, whom it is named after.
    """
    title = "### " + round_text(one, number, texts)
    boards = one.round(number)
    lines = [_pair_text(one, board, texts, places.get(board.board)) for board in boards]
    told = [title, lines_text(lines), texts.gettext("The player named first goes first.")]
    if any(board.second is None for board in boards) and not one.plan.plays_byes:
        told.append(texts.gettext("A bye is a round without an opponent, which counts as a win by 50 points."))
    return "\n".join(told)


def _pair_text(one: Tournament, board: Pairing, texts: Texts, place: int | None) -> str:
    first = bold(one.entrant(board.first).name)
    if board.second is None and not one.plan.plays_byes:
        bye = texts.gettext("{name} has a bye.", name=first)
        return f"{board.board}. " + (f"~~{bye}~~" if board.ruling is Ruling.VOID else bye)
    other = texts.gettext("a computer player") if board.second is None else bold(one.entrant(board.second).name)
    if place and board.points is None and not board.stuck:
        return f"{board.board}. <#{place}>" + _tie_break(one, board, texts)
    if board.points is not None:
        first, other = (_unless_lost(one, board, number, texts) for number in (board.first, board.second))
    line = f"{board.board}. {first} – {other}"
    return line + _result_text(board, texts) + _tie_break(one, board, texts) + _passed_text(one, board, texts)


def _unless_lost(one: Tournament, board: Pairing, number: int | None, texts: Texts) -> str:
    """A player of a game that is over, in bold letters if they have won it."""
    name = texts.gettext("a computer player") if number is None else one.entrant(number).name
    has_won = board.points is not None and not board.is_tied and board.ruling is None
    has_won = has_won and (board.winner == number)
    return bold(name) if has_won else escape(name)


def _result_text(board: Pairing, texts: Texts) -> str:
    if board.ruling is not None:
        return " · " + ruling_title(board.ruling, texts)
    if board.points is not None:
        return f" · {board.points[0]}:{board.points[1]}"
    return " · " + texts.gettext("no result: the director sets it with **Manage**") if board.stuck else ""


def _tie_break(one: Tournament, board: Pairing, texts: Texts) -> str:
    return " · " + texts.gettext("tie-break game") if is_tie_break(one, board) else ""


def _passed_text(one: Tournament, board: Pairing, texts: Texts) -> str:
    """Who plays on after a tie that no further game breaks."""
    if one.plan.format is not Format.KNOCKOUT or not board.is_tied or board in open_ties(one):
        return ""
    found = bracket(one.entrants, one.counted)
    winner, last = found.winner(found.slot(board)), found.pair(found.slot(board))[-1]
    if winner is None or last.board != board.board:
        return ""
    return " · " + texts.gettext("{name} goes through", name=bold(one.entrant(winner).name))


def ruling_title(ruling: Ruling, texts: Texts) -> str:
    """What a director says where there is no result."""
    return texts.gettext("both lose") if ruling is Ruling.BOTH_LOSE else texts.gettext("does not count")


def game_title(one: Tournament, board: Pairing, texts: Texts) -> str:
    """What a board's game is called, and its thread: by the tournament, the round, and who plays.

    If that is too long for Discord, the tournament's name is cut.
    """
    players = game_name("", sides(one, board, texts), texts)
    named = texts.gettext("Round {number}", number=board.round)
    if one.plan.format is Format.KNOCKOUT:
        named = game_round_name(board.round, one.plan.rounds, texts)
    title = f"{named} · {players}"
    room = LONGEST_TITLE - len(title) - len(" · ")
    return f"{shortened(one.name, room)} · {title}" if one.name else title


def sides(one: Tournament, board: Pairing, texts: Texts) -> tuple[str, str]:
    """The names of those who play on a board, also that of a computer player."""
    second = texts.gettext("a computer player") if board.second is None else one.entrant(board.second).name
    return one.entrant(board.first).name, second


def standings_title(one: Tournament, texts: Texts) -> str:
    """Which standings they are, or that the first round is still being played."""
    if one.begun == 1 and not one.is_played:
        return round_text(one, 1, texts)
    if one.plan.format is Format.KNOCKOUT:
        return round_text(one, one.begun, texts)
    return texts.gettext(
        "Standings after round {number} of {rounds}",
        number=one.begun if one.is_played else one.begun - 1,
        rounds=one.plan.rounds,
    )


def score_text(row: TournamentStanding, texts: Texts) -> str:
    """Wins and losses; a tie is half of each."""
    return f"{_half(row.score, texts)} – {_half(row.lost, texts)}"


def _half(halves: int, texts: Texts) -> str:
    return texts.number(halves // WIN) if halves % WIN == 0 else texts.decimal(halves / WIN)


def standings_words(rows: Sequence[TournamentStanding], texts: Texts) -> str:
    """All standings as lines."""
    lines = [
        f"{row.place}\\. {bold(row.entrant.name)} {score_text(row, texts)} ({spread_note(row, texts)})" for row in rows
    ]
    return lines_text(lines)


def spread_note(row: TournamentStanding, texts: Texts) -> str:
    """Somebody's spread, and that they have left."""
    return " · ".join((texts.signed(row.spread), *left_note(row, texts)))


def left_note(row: TournamentStanding, texts: Texts) -> list[str]:
    """That somebody in a table has left; none for anybody else."""
    return [texts.pgettext("of a player in a table", "left")] if row.entrant.dropped else []


def spread_text(texts: Texts) -> str:
    """What the numbers mean."""
    return texts.gettext(
        "Wins – losses. The other number is the spread: your points minus your opponents', at most 350 a game. "
        "It breaks ties."
    )


def round_title(one: Tournament, number: int, texts: Texts) -> str:
    """The name of a tournament and of a round."""
    return texts.titled(name_text(one.name, texts), round_text(one, number, texts))


def tournament_leaders(one: Tournament, rows: Sequence[TournamentStanding], texts: Texts) -> str:
    """Who leads a tournament, or has won it."""
    title = f"{bold(name_text(one.name, texts))} · {standings_title(one, texts)}"
    return leaders_text(title, [(row.place, row.entrant.name, score_text(row, texts)) for row in rows], texts)


def passing_text(one: Tournament, change: Replacement, texts: Texts) -> str:
    """Who plays in the next round because of a correction."""
    facts = {"number": change.round, "into": entrant_named(one, change.into), "out": entrant_named(one, change.out)}
    if change.into is None:
        return texts.gettext("{out} no longer plays in round {number}.", **facts)
    if change.out is None:
        return texts.gettext("{into} now plays in round {number}.", **facts)
    return texts.gettext("{into} now plays in round {number} instead of {out}.", **facts)


def entrant_named(one: Tournament, number: int | None) -> str:
    """A player's name; empty for none."""
    return "" if number is None else bold(one.entrant(number).name)


def board_title(one: Tournament, board: Pairing, texts: Texts) -> str:
    """A game by its round and its players, with its result if it has one; without markdown."""
    names = " – ".join(sides(one, board, texts))
    is_knockout = one.plan.format is Format.KNOCKOUT
    rounds = one.plan.rounds
    title = game_round_name(board.round, rounds, texts) if is_knockout else round_text(one, board.round, texts)
    title = texts.titled(title, names)
    if board.ruling is not None:
        return f"{title} · {ruling_title(board.ruling, texts)}"
    return title if board.points is None else f"{title} · {board.points[0]}:{board.points[1]}"
