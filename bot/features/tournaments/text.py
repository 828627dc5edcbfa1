"""Tournaments in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from bot.competitions.progress import WIN, PairedResult
from bot.competitions.text import (
    MOST_NAMED,
    both_lose_text,
    director_text,
    leaders_text,
    lines_text,
    people_text,
    settled_lost_text,
    settled_text,
    settled_void_text,
    sides_facts,
)
from bot.features.tournaments.bracket import (
    Replacement,
    bracket,
    contenders,
    is_tie_break,
    open_ties,
    replacement,
)
from bot.features.tournaments.pairing import TournamentStanding, winners
from bot.features.tournaments.values import (
    Entrant,
    Format,
    Pairing,
    Ruling,
    State,
    Ties,
    Tournament,
    TournamentPlan,
)
from bot.text.clocks import date_and_time, length_text, moment
from bot.text.games import game_name
from bot.text.help import HelpContext, HelpTopic
from bot.text.lobby import brief_terms, range_text, terms
from bot.text.names import bold, escape, fitting, shortened
from bot.text.texts import Texts

InLanguage = Callable[[Texts], str]
"""Something to say, in the words of any language."""
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


def brief_text(one: Tournament, texts: Texts) -> str:
    """The format and the games in a line, who directs it, and when it starts in further ones."""
    facts = [format_name(one.plan, texts), *brief_terms(one.setup, texts)]
    if one.plan.rounds:
        facts.append(texts.ngettext("{count} round", "{count} rounds", one.plan.rounds))
    facts += range_text(one.plan.low, one.plan.high, texts)
    return "\n".join((" · ".join(facts), director_text(one.director or one.maker, texts), *_start_lines(one, texts)))


def _start_lines(one: Tournament, texts: Texts) -> list[str]:
    if one.state is not State.GATHERING or one.plan.starts is None:
        return []
    when = {"date": date_and_time(one.plan.starts), "moment": moment(one.plan.starts)}
    told = [texts.gettext("It starts on {date} ({moment}).", **when)]
    if one.plan.checks_in_from is not None and not one.called:
        told.append(texts.gettext("Check-in opens {moment}.", moment=moment(one.plan.checks_in_from)))
    return told


def about_text(one: Tournament, texts: Texts) -> str:
    """The format and the games in full."""
    facts = [format_title(one.plan.format.value, texts)]
    if one.plan.rounds:
        rounds = one.plan.rounds
        facts.append(texts.ngettext("The tournament has {count} round.", "The tournament has {count} rounds.", rounds))
    if one.plan.format is Format.KNOCKOUT:
        facts.append(ties_text(one.plan.ties, texts))
    facts.append(_byes_text(one.plan, texts))
    facts.append(terms(one.setup, texts))
    facts.append(
        texts.gettext("Players can agree to pause a game, and can be away.")
        if one.plan.absences
        else texts.gettext("Only moderators can pause a game, and your clocks keep running while you are away.")
    )
    if one.plan.grace is not None:
        length = length_text(one.plan.grace, texts)
        facts.append(
            texts.gettext(
                "You have {length} for your first move in each game. If you do not make it in time, you "
                "lose by 50 points.",
                length=length,
            )
        )
        facts += _clock_text(one, texts)
    facts += range_text(one.plan.low, one.plan.high, texts)
    return "\n".join((*facts, *_start_lines(one, texts)))


def _byes_text(plan: TournamentPlan, texts: Texts) -> str:
    """What happens to whoever has no opponent."""
    if plan.format is Format.KNOCKOUT:
        return texts.gettext("If there are byes in the first round, the players with the best ratings get them.")
    if plan.plays_byes:
        return texts.gettext("If the number of players is odd, one of them plays a computer player in each round.")
    return texts.gettext(
        "If the number of players is odd, one of them has a bye in each round, which counts as a win by 50 points."
    )


def state_text(one: Tournament, texts: Texts) -> str:
    """What to do, or how far it is."""
    match one.state:
        case State.GATHERING:
            told = texts.gettext("Press **Join** to play.")
            if one.called:
                told = texts.gettext(
                    "Check-in is open: press **Check in** if you have joined, or **Join** if you have not."
                )
            if one.plan.starts is not None:
                return told
            return told + " " + texts.gettext("The director presses **Start** once everyone has joined.")
        case State.PLAYING:
            if not one.begun:
                return texts.gettext("The first round has not begun yet.")
            return round_text(one, one.begun, texts)
        case State.OVER:
            return _over_text(one, texts)


def kept_text(one: Tournament, texts: Texts) -> str:
    """For directors: until when a tournament that is over is kept; empty for any other."""
    if one.forgotten_at is None:
        return ""
    return texts.gettext("You can export it until {date}.", date=date_and_time(one.forgotten_at))


def _over_text(one: Tournament, texts: Texts) -> str:
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
        return texts.titled(name, _over_text(one, texts))
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


def onward_text(one: Tournament, game: str, result: PairedResult, texts: Texts) -> str:
    """For the players of a knockout's game that is over: who goes through, and against whom; empty if nobody does.

    The game need not have been counted.
    """
    board = next((board for board in one.boards if board.game == game), None)
    if board is None or one.plan.format is not Format.KNOCKOUT or not board.round < one.plan.rounds:
        return ""
    over = replace(board, points=result.points) if board.points is None else board
    one = replace(one, boards=tuple(over if each is board else each for each in one.boards))
    found, ties = bracket(one.entrants, one.counted), open_ties(one)
    number, at = found.slot(over)
    winner = found.winner((number, at))
    if winner is None or over.ruling is not None or result.both_lose or over in ties or one.entrant(winner).dropped:
        return ""
    facts = {
        "name": bold(one.entrant(winner).name),
        "round": game_round_name(number + 1, one.plan.rounds, texts),
    }
    others = found.pair((number, at ^ 1))
    rival = None if any(each in ties for each in others) else found.winner((number, at ^ 1))
    known = list(others[-1].players if others and rival is None else [found.holder(rival)] if rival else [])
    left = [bold(one.entrant(each).name) for each in known if not one.entrant(each).dropped]
    if len(left) == 1:
        return texts.gettext("{name} goes through and plays {opponent} next ({round}).", opponent=left[0], **facts)
    if len(left) == 2 and others[-1].ruling is None:
        return texts.gettext(
            "{name} goes through and plays {first} or {second} next ({round}).", first=left[0], second=left[1], **facts
        )
    return texts.gettext("{name} goes through ({round}).", **facts)


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


def part_label(number: int, texts: Texts) -> str:
    """The button that shows a part of a bracket."""
    return texts.gettext("Part {number}", number=number)


def players_text(one: Tournament, texts: Texts) -> str:
    """Who plays, and who has left since it began."""
    checks = one.called and one.state is State.GATHERING
    there = {number for board in one.counted for number in board.players}
    known = [entrant for entrant in one.entrants if entrant.number in there or not entrant.dropped]
    return people_text([_player_text(entrant, checks=checks) for entrant in known], texts)


def _player_text(entrant: Entrant, *, checks: bool) -> str:
    name = escape(entrant.name)
    return f"~~{name}~~" if entrant.dropped else name + (" ✓" if checks and entrant.here else "")


# --- rounds -------------------------------------------------------------------------------------------------------


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


def check_in_text(one: Tournament, people: Sequence[str], texts: Texts) -> str:
    """Asks the players to say that they are there."""
    assert one.plan.starts is not None
    asked = texts.gettext(
        "The tournament starts {moment}. To play, press **Check in** before that.",
        moment=moment(one.plan.starts),
    )
    return "\n".join([asked, mentions(people)]) if people else asked


def postponed_text(people: Sequence[str], texts: Texts) -> str:
    """For whoever directs: that it does not start by itself."""
    told = texts.gettext(
        "Too few players have checked in. The director can still start it: **Manage**, then **Start**."
    )
    return f"{mentions(people)} {told}"


def mentions(people: Sequence[str]) -> str:
    """People by their ids, as Discord mentions them."""
    return " ".join(f"<@{one}>" for one in people)


def called_text(one: Tournament, board: Pairing, texts: Texts) -> str:
    """Call both players to their game."""
    first, *others = (f"<@{one.entrant(number).person}>" for number in board.players)
    names = {"first": first, "second": others[0] if others else texts.gettext("a computer player")}
    told = texts.gettext(
        "{first} and {second}, here is your game of round {number}. {first} goes first.", **names, number=board.round
    )
    if one.plan.format is Format.KNOCKOUT:
        round_ = game_round_name(board.round, one.plan.rounds, texts)
        told = texts.gettext(
            "{first} and {second}, here is your game ({round}). {first} goes first.", **names, round=round_
        )
    if is_tie_break(one, board):
        told = texts.gettext("{first} and {second}, here is your tie-break game. {first} goes first.", **names)
    if one.plan.grace is None:
        return told
    length = length_text(one.plan.grace, texts)
    late = texts.gettext(
        "You have {length} for your first move. If you do not make it in time, you lose by 50 points.", length=length
    )
    return " ".join([told, late, *_clock_text(one, texts)])


def _clock_text(one: Tournament, texts: Texts) -> list[str]:
    """That the time for the first move is taken from the clock, if there is one."""
    told = texts.gettext("The clock runs from the moment the game opens, including this time.")
    return [told] if one.setup.rules.is_timed else []


def entry_text(one: Tournament, name: str, texts: Texts) -> str:
    """Asks whoever directs whether somebody may still play."""
    asked = texts.gettext("{name} wants to play from the next round.", name=bold(name))
    return f"<@{one.director or one.maker}> {asked}"


def waiting_text(one: Tournament, boards: Sequence[Pairing], texts: Texts) -> str:
    """Tells the director for which games a round waits, and what can be done."""
    told = texts.ngettext(
        "Round {number} is waiting for {count} game. To set its result, press **Manage**.",
        "Round {number} is waiting for {count} games. To set their results, press **Manage**.",
        len(boards),
        number=one.begun,
    )
    lines = [" – ".join(map(bold, sides(one, board, texts))) for board in boards]
    return "\n".join((told, lines_text(lines)))


def sides(one: Tournament, board: Pairing, texts: Texts) -> tuple[str, str]:
    """The names of those who play on a board, also that of a computer player."""
    second = texts.gettext("a computer player") if board.second is None else one.entrant(board.second).name
    return one.entrant(board.first).name, second


def stalled_text(one: Tournament, texts: Texts) -> str:
    """Tells the director that a knockout waits for them, and what they can do."""
    left = [bold(one.entrant(number).name) for number in contenders(one)]
    told = (
        texts.gettext("{name} has no opponent left.", name=left[0])
        if len(left) == 1
        else texts.gettext("Nobody has won this knockout.")
    )
    return f"{told} " + texts.gettext(
        "Press **Manage** to correct a result, to let someone take the place of a player who has left, or to end the "
        "tournament."
    )


def gone_away_text(name: str, texts: Texts) -> str:
    """Tells the director who has left a tournament that is played."""
    return texts.gettext("{name} has left the tournament and loses any open game in it.", name=bold(name))


def walkover_text(name: str, texts: Texts) -> str:
    """Tells the opponent of somebody who no longer plays, whom it mentions."""
    return texts.gettext("{name} no longer plays in the tournament.", name=bold(name))


def let_in_text(person: str, texts: Texts) -> str:
    """Tells somebody who is late, whom it mentions, that they play."""
    return texts.gettext(
        "{player}, you play from the next round. The rounds before it count as neither won nor lost.",
        player=f"<@{person}>",
    )


def asked_text(texts: Texts) -> str:
    """For whoever wants to enter a tournament that is played."""
    return texts.gettext(
        "The tournament has started, but the director can let you in for its next round. I have asked the director."
    )


def tie_text(one: Tournament, board: Pairing, texts: Texts) -> str:
    """Asks whoever directs who plays on after a tie."""
    first, second = (bold(one.entrant(number).name) for number in board.players)
    asked = texts.gettext("{first} and {second} have tied. Who goes through?", first=first, second=second)
    return f"<@{one.director or one.maker}> {asked}"


def directed_text(one: Tournament, board: Pairing, texts: Texts) -> str:
    """Which result a director has set of a board; empty if none."""
    return "" if board.points is None or board.forfeit else settled_game_text(one, board, texts)


def settled_game_text(one: Tournament, board: Pairing, texts: Texts) -> str:
    """For the players of a game whose result a director has set; if somebody else plays in its place, who."""
    match board.ruling:
        case Ruling.BOTH_LOSE:
            return settled_lost_text(texts)
        case Ruling.VOID:
            instead = replacement(one, board)
            return "\n".join([settled_void_text(texts), *([passing_text(one, instead, texts)] if instead else [])])
    assert board.points is not None
    return settled_text(sides(one, board, texts), board.points, texts)


def counted_text(names: tuple[str, str], result: PairedResult, texts: Texts) -> str:
    """How a game counts that was given up or never begun."""
    if result.both_lose:
        return both_lose_text(names, texts)
    assert result.points is not None
    return texts.gettext(
        "In the tournament, this game counts as {first} {points}, {second} {against}.",
        **sides_facts(names, result.points, texts),
    )


# --- standings ----------------------------------------------------------------------------------------------------


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


def next_text(one: Tournament, texts: Texts) -> str:
    """When it goes on."""
    if one.plan.pause is not None:
        length = length_text(one.plan.pause, texts)
        return texts.gettext(
            "Time until the next round: {length}. The director can begin it sooner with **Next round**.", length=length
        )
    return texts.gettext("The next round begins when the director presses **Next round**.")


# --- elsewhere ----------------------------------------------------------------------------------------------------


def round_title(one: Tournament, number: int, texts: Texts) -> str:
    """The name of a tournament and of a round."""
    return texts.titled(name_text(one.name, texts), round_text(one, number, texts))


def tournament_leaders(one: Tournament, rows: Sequence[TournamentStanding], texts: Texts) -> str:
    """Who leads a tournament, or has won it."""
    title = f"{bold(name_text(one.name, texts))} · {standings_title(one, texts)}"
    return leaders_text(title, [(row.place, row.entrant.name, score_text(row, texts)) for row in rows], texts)


# --- answers ------------------------------------------------------------------------------------------------------


def place_label(one: Tournament, out: int, texts: Texts) -> str:
    """The menu of people of whom one is to take the place of somebody who has left."""
    return texts.gettext("Who takes the place of {name}?", name=one.entrant(out).name)


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


def ending(one: Tournament, texts: Texts) -> tuple[str, str]:
    """Asks whether a tournament should end now, and what says yes."""
    question = texts.gettext(
        "End {name} now? Games under way go on but no longer count.", name=bold(name_text(one.name, texts))
    )
    return question, texts.gettext("End it")


def _help(helped: HelpContext) -> str:
    texts = helped.texts
    return "\n".join(
        (
            texts.gettext(
                "`/tournament new` sets up a tournament in a channel, and {start} begins its first round. Moderators "
                "can use it, and people they choose with `/manage tournament allow`. The director is the person who "
                "sets it up, or the one whom `director:` names.",
                start=bold(helped.aloud.gettext("Start")),
            ),
            texts.gettext("The formats:"),
            *(f"- {format_title(one.value, texts)}" for one in Format),
            texts.gettext(
                "Each game is opened in a thread of its own. The player who has gone first less often goes first. When "
                "all games of a round are over, the standings are posted."
            ),
            texts.gettext(
                "With an odd number of players, one has a bye, which counts as a win by 50 points, or plays a "
                "computer player (`computer:`). After a tie in a knockout, a tie-break game decides, unless `ties:` "
                "says otherwise."
            ),
            texts.gettext("With `starts:`, a tournament starts by itself, with the players who have checked in."),
            texts.gettext(
                "If you are late, press **Join**, and the director can let you in. A knockout or a round robin takes "
                "nobody new once it has begun, but in a knockout, the director can let someone take the place of a "
                "player who has left."
            ),
            texts.gettext(
                "If you leave the tournament or the server, you are left out of the pairings, lose any open game, and "
                "cannot win."
            ),
            texts.gettext(
                "Directors press {manage} to enter players or take them out, to draw or clear pairings (and, in "
                "Swiss tournaments, to change them), to set and correct results, and to get files for other "
                "programs. Moderators can also use `/manage tournament`.",
                manage=bold(helped.aloud.gettext("Manage")),
            ),
            texts.gettext(
                "A duplicate tournament is a single game for everyone. `/together new` opens it, and it has "
                "standings and files of its own."
            ),
        )
    )


TOPIC = HelpTopic(lambda texts: texts.pgettext("help topic", "Tournaments"), _help, commands=("tournament",))
