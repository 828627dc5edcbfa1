"""Tournaments in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from bot.competitions.progress import WIN, PairedResult
from bot.competitions.text import (
    MOST_NAMED,
    both_lose_text,
    leaders_text,
    lines_text,
    people_text,
    settled_lost_text,
    settled_text,
    settled_void_text,
    sides_facts,
)
from bot.features.tournaments.bracket import (
    Passing,
    Replacement,
    bracket,
    contenders,
    is_tie_break,
    open_ties,
    replacement,
)
from bot.features.tournaments.pairing import TournamentStanding, winners
from bot.features.tournaments.values import Format, Pairing, Ruling, State, Ties, Tournament, TournamentPlan
from bot.text.clocks import date_and_time, length_text, moment
from bot.text.games import thread_name
from bot.text.help import HelpContext, HelpTopic
from bot.text.lobby import brief_terms, range_text, terms
from bot.text.names import bold, escape, fitting
from bot.text.texts import Texts

InLanguage = Callable[[Texts], str]
"""Something to say, in the words of any language."""
MOST_SHARING = 5
"""How many of those who share first place are named."""


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
    """The format and the games in a line, and when it starts in another one."""
    facts = [format_name(one.plan, texts), *brief_terms(one.setup, texts)]
    if one.plan.rounds:
        facts.append(texts.ngettext("{count} round", "{count} rounds", one.plan.rounds))
    facts += range_text(one.plan.low, one.plan.high, texts)
    return "\n".join((" · ".join(facts), *_start_lines(one, texts)))


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
    facts.append(terms(one.setup, texts))
    facts.append(
        texts.gettext("Players can pause games together, and be away.")
        if one.plan.absences
        else texts.gettext("Only moderators can pause a game, and your clocks keep running while you are away.")
    )
    if one.plan.grace is not None:
        length = length_text(one.plan.grace, texts)
        facts.append(
            texts.gettext("Make your first move within {length}, or you lose the game by 50 points.", length=length)
        )
        facts += _clock_text(one, texts)
    facts += range_text(one.plan.low, one.plan.high, texts)
    return "\n".join((*facts, *_start_lines(one, texts)))


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
            return _round_text(one.begun, one.plan.rounds, texts)
        case State.OVER:
            over = _over_text(one, texts)
            if one.forgotten_at is None:
                return over
            kept = texts.gettext(
                "Directors can export it until {date}: press **Manage**.",
                date=date_and_time(one.forgotten_at),
            )
            return f"{over} {kept}"


def _over_text(one: Tournament, texts: Texts) -> str:
    """That it is over, and who has won it if anybody has."""
    over, won = texts.gettext("This tournament is over."), [bold(row.entrant.name) for row in winners(one)]
    return f"{over} {_won_text(won, texts)}" if won else over


def _won_text(won: Sequence[str], texts: Texts) -> str:
    if len(won) == 1:
        return texts.gettext("{name} has won.", name=won[0])
    named = [*won[:MOST_SHARING], *(["…"] if len(won) > MOST_SHARING else [])]
    return texts.gettext("{names} share first place.", names=texts.join(named))


def cup_text(one: Tournament, texts: Texts) -> str:
    """For everyone: who has won a tournament that is over, whom this mentions."""
    name, won = bold(name_text(one.name, texts)), [f"<@{row.entrant.person}>" for row in winners(one)]
    if not won:
        return texts.titled(name, texts.gettext("This tournament is over."))
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
    """Who plays on in a knockout after the round that has been played."""
    title = f"**{round_name(one.begun, one.plan.rounds, texts)}**"
    names = fitting([escape(one.entrant(number).name) for number in contenders(one)], ", ", MOST_NAMED)
    on = texts.titled(texts.gettext("Through to the next round"), names)
    return f"{title}\n{on}" if names else title


def _round_text(number: int, rounds: int, texts: Texts) -> str:
    return texts.gettext("Round {number} of {rounds}", number=number, rounds=rounds)


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


def part_label(number: int, texts: Texts) -> str:
    """The button that shows a part of a bracket."""
    return texts.gettext("Part {number}", number=number)


def players_text(one: Tournament, texts: Texts) -> str:
    """Who plays."""
    checks = one.called and one.state is State.GATHERING
    names = [escape(entrant.name) + (" ✓" if checks and entrant.here else "") for entrant in one.active]
    return people_text(names, texts)


# --- rounds -------------------------------------------------------------------------------------------------------


def pairs_text(one: Tournament, number: int, texts: Texts, places: Mapping[int, int]) -> str:
    """The pairs of a round, with their results so far.

    `places` are the threads of boards: while a game is played, its thread stands for the pair, whom it is named after.
    """
    title = "### " + _round_text(number, one.plan.rounds, texts)
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
        return (
            f"{board.board}. <#{place}>"
            + (f" – {other}" if board.second is None else "")
            + _tie_break(one, board, texts)
        )
    line = f"{board.board}. {first} – {other}"
    return line + _result_text(board, texts) + _tie_break(one, board, texts) + _passed_text(one, board, texts)


def _result_text(board: Pairing, texts: Texts) -> str:
    if board.ruling is not None:
        return " · " + ruling_title(board.ruling, texts)
    if board.points is not None:
        return f" **{board.points[0]}:{board.points[1]}**"
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
    """What a board's game is called, and its thread: by the round, and who plays."""
    players = thread_name("", (one.entrant(number).name for number in board.players))
    # Translators: A game of a round, in as few letters as can be: R stands for the word for "round".
    return texts.gettext("R{round} · {players}", round=board.round, players=players)


def check_in_text(one: Tournament, people: Sequence[str], texts: Texts) -> str:
    """Asks the players to say that they are there."""
    assert one.plan.starts is not None
    asked = texts.gettext(
        "The tournament starts {moment}. To play, press **Check in** before that.",
        moment=moment(one.plan.starts),
    )
    return "\n".join([asked, _mentions(people)]) if people else asked


def postponed_text(people: Sequence[str], texts: Texts) -> str:
    """For whoever directs: that it does not start by itself."""
    told = texts.gettext(
        "Too few players have checked in. The director can still start it: **Manage**, then **Start**."
    )
    return f"{_mentions(people)} {told}"


def _mentions(people: Sequence[str]) -> str:
    return " ".join(f"<@{one}>" for one in people)


def called_text(one: Tournament, board: Pairing, texts: Texts) -> str:
    """Call both players to their game."""
    first, *others = (f"<@{one.entrant(number).person}>" for number in board.players)
    names = {"first": first, "second": others[0] if others else texts.gettext("a computer player")}
    told = texts.gettext(
        "{first} and {second}, here is your game of round {number}. {first} goes first.", **names, number=board.round
    )
    if is_tie_break(one, board):
        told = texts.gettext("{first} and {second}, here is your tie-break game. {first} goes first.", **names)
    if one.plan.grace is None:
        return told
    length = length_text(one.plan.grace, texts)
    late = texts.gettext("If you do not make your first move within {length}, you lose by 50 points.", length=length)
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
    """Tells whoever directs for which games a round waits, and what can be done."""
    told = texts.ngettext(
        "Round {number} is waiting for {count} game. To set its result, press **Manage**.",
        "Round {number} is waiting for {count} games. To set their results, press **Manage**.",
        len(boards),
        number=one.begun,
    )
    lines = [" – ".join(bold(one.entrant(number).name) for number in board.players) for board in boards]
    return "\n".join((f"<@{one.director or one.maker}> {told}", lines_text(lines)))


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
    first, second = (one.entrant(number).name for number in board.players)
    return settled_text((first, second), board.points, texts)


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
        return texts.gettext("Round {number} of {rounds}", number=1, rounds=one.plan.rounds)
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
        f"{row.place}\\. {bold(row.entrant.name)} {score_text(row, texts)} ({texts.signed(row.spread)})" for row in rows
    ]
    return lines_text(lines)


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
            "The next round begins in {length}, or when the director presses **Next round**.", length=length
        )
    return texts.gettext("The next round begins when the director presses **Next round**.")


# --- elsewhere ----------------------------------------------------------------------------------------------------


def round_title(one: Tournament, number: int, texts: Texts) -> str:
    """The name of a tournament and of a round."""
    return texts.titled(name_text(one.name, texts), _round_text(number, one.plan.rounds, texts))


def tournament_leaders(one: Tournament, rows: Sequence[TournamentStanding], texts: Texts) -> str:
    """Who leads a tournament, or has won it."""
    title = f"{bold(name_text(one.name, texts))} · {standings_title(one, texts)}"
    return leaders_text(title, [(row.place, row.entrant.name, score_text(row, texts)) for row in rows], texts)


# --- answers ------------------------------------------------------------------------------------------------------


def made_text(one: Tournament, texts: Texts, aloud: Texts) -> str:
    """For whoever has made a tournament: who directs it, and how it starts by the button of a message for everyone."""
    if one.director not in (None, one.maker):
        return texts.gettext(
            "The tournament is set up. Its message is in this channel. {director} directs it.",
            director=f"<@{one.director}>",
        )
    if one.plan.starts is not None:
        return texts.gettext(
            "The tournament is set up, and you direct it. Its message is in this channel. It will start by itself."
        )
    return texts.gettext(
        "The tournament is set up, and you direct it. Once everyone has joined, press {start} below its "
        "message in this channel.",
        start=bold(aloud.gettext("Start")),
    )


def joined_text(texts: Texts) -> str:
    """For whoever has entered."""
    return texts.gettext("You have joined the tournament. I will mention you in the thread of each of your games.")


def left_text(texts: Texts) -> str:
    """For whoever has left."""
    return texts.gettext("You have left the tournament.")


def here_text(texts: Texts) -> str:
    """For whoever has checked in."""
    return texts.gettext("You have checked in. I will mention you in the thread of your first game.")


def begun_text(number: int, rounds: int, games: int, texts: Texts) -> str:
    """For a director who has begun a round."""
    told = _round_text(number, rounds, texts)
    count = texts.ngettext(
        "{count} game is opening in a thread of this channel. I will mention its players there.",
        "{count} games are opening in threads of this channel. I will mention their players there.",
        games,
    )
    return texts.titled(told, count)


def entered_text(name: str, texts: Texts) -> str:
    """For a director who has entered somebody."""
    return texts.gettext("{name} has joined the tournament.", name=bold(name))


def broken_text(name: str | None, texts: Texts) -> str:
    """For a director who has decided a tie: who plays on, or that a game decides."""
    if name is None:
        return texts.gettext("A tie-break game decides. It opens in a thread of its own.")
    return texts.gettext("{name} goes through.", name=bold(name))


def passing_text(one: Tournament, change: Replacement, texts: Texts) -> str:
    """Who plays in the next round because of a correction."""
    facts = {"number": change.round, "into": _named(one, change.into), "out": _named(one, change.out)}
    if change.into is None:
        return texts.gettext("{out} no longer plays in round {number}.", **facts)
    if change.out is None:
        return texts.gettext("{into} now plays in round {number}.", **facts)
    return texts.gettext("{into} now plays in round {number} instead of {out}.", **facts)


def passing_question(one: Tournament, change: Passing, texts: Texts) -> str:
    """Asks a director whether a correction is to change a round whose game has begun, or that is over."""
    told = texts.gettext(
        "With this result, {into} would have played in round {number} instead of {out}.",
        number=change.round,
        into=_named(one, change.into) or texts.pgettext("who plays on", "nobody"),
        out=_named(one, change.out) or texts.pgettext("who plays on", "nobody"),
    )
    if change.is_late:
        return told + " " + texts.gettext("Later rounds have been played since, so they stay as they are.")
    return told + " " + texts.gettext("That game has begun. Should it stay as it is, or be replayed?")


def _named(one: Tournament, number: int | None) -> str:
    return "" if number is None else bold(one.entrant(number).name)


def dropped_text(name: str, texts: Texts) -> str:
    """For a director who has taken somebody out."""
    return texts.gettext("{name} is no longer in the tournament.", name=bold(name))


def board_title(one: Tournament, board: Pairing, texts: Texts) -> str:
    """A game by its round and its players, with its result if it has one; without markdown."""
    names = " – ".join(one.entrant(number).name for number in board.players)
    number, rounds = board.round, one.plan.rounds
    is_knockout = one.plan.format is Format.KNOCKOUT
    title = texts.titled((round_name if is_knockout else _round_text)(number, rounds, texts), names)
    return title if board.points is None else f"{title} {board.points[0]}:{board.points[1]}"


def ending(one: Tournament, texts: Texts) -> tuple[str, str]:
    """Asks whether a tournament should end now, and what says yes."""
    question = texts.gettext("End {name} now? Games under way go on.", name=bold(name_text(one.name, texts)))
    return question, texts.gettext("End it")


def undone_text(number: int, texts: Texts) -> str:
    """For a director who has forgotten pairs."""
    return texts.gettext("The pairings of round {number} are cleared.", number=number)


def file_text(texts: Texts) -> str:
    """With a file."""
    return texts.gettext("Here is the tournament as a file.")


def allowed_text(people: Sequence[str], texts: Texts) -> str:
    """For a moderator: who makes tournaments here."""
    if not people:
        return texts.gettext("Only moderators can set up tournaments here.")
    return texts.gettext(
        "Besides moderators, these people can also set up tournaments here: {people}", people=_mentions(people)
    )


def drawn_text(texts: Texts) -> str:
    """For a director who looks at pairs that are not public yet."""
    return texts.gettext(
        "Only you see these pairings. Press **Manage** to pair two players by hand, or to clear the pairings and draw "
        "again."
    )


def _help(helped: HelpContext) -> str:
    texts = helped.texts
    return "\n".join(
        (
            texts.gettext(
                "`/tournament new` sets up a tournament in a channel, and {start} begins its first round.",
                start=bold(helped.aloud.gettext("Start")),
            ),
            texts.gettext(
                "Each game is opened in a thread of its own. The player who has gone first less often goes first. When "
                "all games of a round are over, the standings are posted."
            ),
            texts.gettext("With `starts:`, a tournament starts by itself, with the players who have checked in."),
            texts.gettext(
                "A tournament in duplicate is one game for everyone: `/together new` opens it, with its standings and "
                "files."
            ),
            texts.gettext(
                "If you are late, press **Join**, and the director can let you in. If you leave the server, you are "
                "left out of the pairings and lose any open game."
            ),
            texts.gettext(
                "Directors press {manage} to enter players or take them out, to draw, change or clear pairings, to "
                "correct results, and to get a file for other programs. Moderators can also use `/manage tournament`.",
                manage=bold(helped.aloud.gettext("Manage")),
            ),
        )
    )


TOPIC = HelpTopic(lambda texts: texts.pgettext("help topic", "Tournaments"), _help, commands=("tournament",))
