"""Tournaments in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from bot.competitions.results import PairedResult
from bot.competitions.text import (
    both_lose_text,
    director_text,
    lines_text,
    people_text,
    settled_lost_text,
    settled_text,
    settled_void_text,
    sides_facts,
)
from bot.pairing.bracket import bracket, contenders, is_tie_break, open_ties, replacement
from bot.pairing.text import (
    format_name,
    format_title,
    game_round_name,
    name_text,
    over_text,
    passing_text,
    round_text,
    sides,
    ties_text,
)
from bot.pairing.values import Entrant, Format, Pairing, Ruling, State, Tournament, TournamentPlan
from bot.text.clocks import date_and_time, length_text, moment
from bot.text.help import HelpContext, HelpTopic
from bot.text.lobby import brief_terms, range_text, terms
from bot.text.names import bold, escape
from bot.text.texts import Texts

InLanguage = Callable[[Texts], str]
"""Something to say, in the words of any language."""


def brief_text(one: Tournament, texts: Texts) -> str:
    """The format and the games in a line, who directs it, and when it starts in further ones."""
    facts = [format_name(one.plan, texts), *brief_terms(one.setup, texts)]
    if one.plan.rounds:
        facts.append(texts.ngettext("{count} round", "{count} rounds", one.plan.rounds))
    facts += range_text(one.plan.low, one.plan.high, texts)
    return "\n".join((" · ".join(facts), director_text(one.directed_by, texts), *_start_lines(one, texts)))


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
            return over_text(one, texts)


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


def check_in_text(one: Tournament, people: Sequence[str], texts: Texts) -> str:
    """Asks the players to say that they are there."""
    assert one.plan.starts is not None
    asked = texts.gettext(
        "The tournament starts {moment}. To play, press **Check in** before that.",
        moment=moment(one.plan.starts),
    )
    return "\n".join([asked, mentions(people)]) if people else asked


def postponed_text(texts: Texts) -> str:
    """For whoever directs: that it does not start by itself."""
    return texts.gettext(
        "Too few players have checked in. The director can still start it: **Manage**, then **Start**."
    )


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


def entry_text(name: str, texts: Texts) -> str:
    """Asks whoever directs whether somebody may still play."""
    return texts.gettext("{name} wants to play from the next round.", name=bold(name))


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
    return texts.gettext("{first} and {second} have tied. Who goes through?", first=first, second=second)


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


def next_text(one: Tournament, texts: Texts) -> str:
    """When it goes on."""
    if one.plan.pause is not None:
        length = length_text(one.plan.pause, texts)
        return texts.gettext(
            "Time until the next round: {length}. The director can begin it sooner with **Next round**.", length=length
        )
    return texts.gettext("The next round begins when the director presses **Next round**.")


def place_label(one: Tournament, out: int, texts: Texts) -> str:
    """The menu of people of whom one is to take the place of somebody who has left."""
    return texts.gettext("Who takes the place of {name}?", name=one.entrant(out).name)


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
