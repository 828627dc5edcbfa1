"""Events in words: one public line for each event, for everyone at the table.

Nothing here reveals hidden facts: drawn and returned tiles are counted, never named.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from bot.text.clocks import away_text, length_text
from bot.text.moves import blanks_text, main_word, play_text, tile_text, words_text
from bot.text.names import SeatNames, bold
from bot.text.special_events import special_line
from bot.text.texts import Texts
from engine.game import events as ev
from engine.game.history import is_bingo
from engine.game.state import Person


def happened(events: Iterable[ev.Event], cast: SeatNames, texts: Texts) -> tuple[str, ...]:
    """The lines for a series of events, in order; an event without a visible effect has none."""
    told = tuple(events)
    lines: list[str] = []
    draws = 0
    for number, event in enumerate(told):
        if isinstance(event, ev.TurnForfeited) and _is_skipped(event.seat, told[number + 1 :]):
            continue
        if isinstance(event, ev.HouseAnswered) and _is_own(event.seat, told[number + 1 :]):
            continue
        if isinstance(event, ev.HintGiven):
            lines += _hints(event, told[:number], told[number + 1 :], cast, texts)
        elif isinstance(event, ev.StartDrawn):
            draws += 1
            lines.append(_start_drawn(event, draws, cast, texts))
        else:
            line = _line(event, cast, texts)
            lines += [line] if line else []
    return tuple(lines)


def _is_skipped(seat: int, later: tuple[ev.Event, ...]) -> bool:
    """Whether a later event reports the forfeited turn as missed, so that no other line is needed."""
    return any(isinstance(event, ev.TurnSkipped) and event.seat == seat for event in later)


def _hints(
    hint: ev.HintGiven, earlier: tuple[ev.Event, ...], later: tuple[ev.Event, ...], cast: SeatNames, texts: Texts
) -> tuple[str, ...]:
    """One line for all hints that a seat took in a turn, where the first was taken."""
    if _hints_of_turn(hint.seat, tuple(reversed(earlier))):
        return ()
    taken = (hint, *_hints_of_turn(hint.seat, later))
    line = texts.ngettext("{name} took a hint.", "{name} took {count} hints.", len(taken), name=cast.name(hint.seat))
    return (_with_points(line, -sum(one.cost for one in taken), texts),)


def _hints_of_turn(seat: int, events: tuple[ev.Event, ...]) -> tuple[ev.HintGiven, ...]:
    """The hints that a seat took among these events, up to its next move."""
    found: list[ev.HintGiven] = []
    for event in events:
        if isinstance(event, ev.HintGiven) and event.seat == seat:
            found.append(event)
        elif isinstance(event, _MOVES) and event.seat == seat:
            break
    return tuple(found)


_MOVES = (ev.Played, ev.Passed, ev.Exchanged, ev.TurnSkipped, ev.TurnExpired, ev.TurnLost)


def _is_own(seat: int, later: tuple[ev.Event, ...]) -> bool:
    """Whether a seat ruled on its own play; the play then follows, so that no other line is needed."""
    return bool(later) and isinstance(later[0], ev.Played) and later[0].seat == seat


def _line(event: ev.Event, cast: SeatNames, texts: Texts) -> str:
    match event:
        case ev.Started():
            return texts.gettext("{name} goes first.", name=cast.name(event.first))
        case ev.Played() | ev.Passed() | ev.Exchanged() | ev.TurnSkipped() | ev.Undone():
            return _move(event, cast, texts)
        case ev.Challenged() | ev.TurnForfeited() | ev.Accepted() | ev.FinalPassOpened():
            return _answer(event, cast, texts)
        case ev.Swapped():
            return texts.gettext(
                "{name} and {other} swapped racks and scores. {name} is still to move.",
                name=cast.name(event.seat),
                other=cast.name(event.other),
            )
        case ev.TurnExpired() | ev.TimeLost() | ev.PauseAgreed() | ev.GamePaused() | ev.Loaded() | ev.GameResumed():
            return _time(event, cast, texts)
        case ev.TimeGiven(seat=seat, giver=giver, time=time):
            facts = {"name": cast.name(giver), "other": cast.name(seat), "time": length_text(time, texts)}
            return texts.gettext("{name} gave {other} {time} more.", **facts)
        case ev.WentAway(seat=seat, until=until):
            return away_text(cast.name(seat), until, texts)
        case ev.CameBack(seat=seat):
            return texts.gettext("{name} is back.", name=cast.name(seat))
        case ev.ChallengeBonus(seat=seat, points=points):
            return texts.ngettext(
                "{name} gains {count} point.",
                "{name} gains {count} points.",
                points,
                name=cast.name(seat),
            )
        case ev.TurnLost() | ev.HouseAsked() | ev.HouseAnswered() | ev.HouseExpired():
            return _doubted(event, cast, texts)
        case ev.SeatLeft():
            if event.by_time:
                return texts.gettext("{name} ran out of time and is out of the game.", name=cast.name(event.seat))
            if event.resigned:
                return texts.gettext("{name} resigned.", name=cast.name(event.seat))
            if event.by is not None:
                return texts.gettext("{name} was removed from the game.", name=cast.name(event.seat))
            return texts.gettext("{name} left the game.", name=cast.name(event.seat))
        case ev.DrawOpened() | ev.HiddenDrawn() | ev.TilesAwaited() | ev.RackDeclared():
            return special_line(event, cast, texts)
        case ev.BlankTraded() | ev.FourExchanged() | ev.TakenOver() | ev.SeatTaken() | ev.SeatOffered():
            return special_line(event, cast, texts)
        case ev.MemoryLacked(seat=seat, level=level):
            name = cast.name(seat)
            if level is None:
                return texts.gettext("{name} cannot move: the machine that I run on is out of memory.", name=name)
            return texts.gettext(
                "The machine that I run on is short of memory, so {name} plays on at level {level}.",
                name=name,
                level=level,
            )
        case (
            ev.RackRecorded()
            | ev.Opened()
            | ev.Joined()
            | ev.SeatFreed()
            | ev.RulesChanged()
            | ev.StartDrawn()
            | ev.HintGiven()
        ):
            return ""
        case ev.TilesDrawn() | ev.WindowsClosed() | ev.Withdrawn() | ev.Ended():
            return ""
        case ev.DraftOpened() | ev.Reminded() | ev.KeptOpen() | ev.InvitationsEnded() | ev.LobbyQuiet() | ev.Renamed():
            return ""
        case ev.Claimed() | ev.ClaimDue() | ev.OvertimeCounted():
            return ""
        case ev.HostAsked(seat=seat, words=words):
            # Words not yet played would reveal the player's rack.
            return texts.ngettext(
                "I have asked the host whether a word that {name} wants to play counts.",
                "I have asked the host whether {count} words that {name} wants to play count.",
                len(words),
                name=cast.name(seat),
            )
        case ev.HostAnswered():
            return ""
        case ev.HostPassed(host=host):
            return texts.gettext("{name} is now the host.", name=bold(host.name))
    assert_never(event)


def _time(
    event: ev.TurnExpired | ev.TimeLost | ev.PauseAgreed | ev.GamePaused | ev.Loaded | ev.GameResumed,
    cast: SeatNames,
    texts: Texts,
) -> str:
    match event:
        case ev.TurnExpired():
            return texts.gettext("{name} ran out of time and lost the turn.", name=cast.name(event.seat))
        case ev.TimeLost():
            if not cast.setup.rules.is_timed:
                return ""  # only time windows have changed, which does not matter to players
            time = length_text(event.end - event.start, texts)
            return texts.gettext("I was offline for {time}. All clocks were stopped.", time=time)
        case ev.PauseAgreed(resumes=True):
            return texts.gettext(
                "{name} is ready to resume. The game resumes once everyone has used `/game resume`.",
                name=cast.name(event.seat),
            )
        case ev.PauseAgreed():
            return texts.gettext(
                "{name} would like to pause the game. It pauses once everyone has used `/game pause`.",
                name=cast.name(event.seat),
            )
        case ev.GamePaused(by=""):
            return texts.gettext("Nobody has moved for a long time, so I have put the game aside.")
        case ev.GamePaused():
            return ""
        case ev.Loaded(rewinds=True):
            return texts.gettext("The game was loaded from an older file. Everything played after that was undone.")
        case ev.Loaded():
            return texts.gettext("The game was loaded from a file.")
        case ev.GameResumed():
            return texts.gettext("The game resumes.")
    assert_never(event)


def _start_drawn(event: ev.StartDrawn, round_: int, cast: SeatNames, texts: Texts) -> str:
    drawn = texts.join(
        texts.gettext("{name} {tile}", name=cast.name(seat), tile=tile_text(tile, texts)) for seat, tile in event.drawn
    )
    if round_ == 1:
        return texts.gettext("Drawn to see who goes first: {drawn}.", drawn=drawn)
    return texts.gettext("Those who tied drew again: {drawn}.", drawn=drawn)


def _move(
    event: ev.Played | ev.Passed | ev.Exchanged | ev.TurnSkipped | ev.Undone, cast: SeatNames, texts: Texts
) -> str:
    name = cast.name(event.seat)
    match event:
        case ev.Played():
            return _played(event, cast, texts)
        case ev.Passed():
            return _with_points(texts.gettext("{name} passed.", name=name), event.points, texts)
        case ev.Exchanged():
            line = texts.ngettext(
                "{name} exchanged {count} tile.", "{name} exchanged {count} tiles.", event.count, name=name
            )
            return _with_points(line, event.points, texts)
        case ev.TurnSkipped():
            return texts.gettext("{name} missed this turn after a failed challenge.", name=name)
        case ev.Undone():
            return texts.gettext("{name} undid the last move.", name=name)
    assert_never(event)


def _with_points(line: str, points: int, texts: Texts) -> str:
    """A line, plus the points that the variant gives for the event."""
    if not points:
        return line
    return line + " " + texts.ngettext("({count} point)", "({count} points)", points)


def _played(event: ev.Played, cast: SeatNames, texts: Texts) -> str:
    facts = {
        "name": cast.name(event.seat),
        "play": play_text(event.placement, event.sheet, cast.setup),
        "words": words_text((word.word for word in event.sheet.words[1:]), texts),
    }
    if len(event.sheet.words) > 1:
        line = texts.ngettext(
            "{name} played {play} for {count} point, also {words}.",
            "{name} played {play} for {count} points, also {words}.",
            event.sheet.total,
            **facts,
        )
    else:
        line = texts.ngettext(
            "{name} played {play} for {count} point.",
            "{name} played {play} for {count} points.",
            event.sheet.total,
            **facts,
        )
    sentences = [line, blanks_text(event.placement, event.sheet, texts)]
    if is_bingo(event.placement, cast.setup.variant):
        bonus = texts.number(event.sheet.bonus)
        sentences.append(texts.gettext("A bingo, for a bonus of {bonus}.", bonus=bonus))
    return " ".join(filter(None, sentences))


def _answer(
    event: ev.Challenged | ev.TurnForfeited | ev.Accepted | ev.FinalPassOpened, cast: SeatNames, texts: Texts
) -> str:
    match event:
        case ev.Challenged():
            return challenge_line(event, cast, texts)
        case ev.TurnForfeited():
            return texts.gettext("{name} will miss the next turn.", name=cast.name(event.seat))
        case ev.Accepted():
            return texts.gettext("{name} accepted the play.", name=cast.name(event.seat))
        case ev.FinalPassOpened():
            return texts.gettext("That was the last tile. If the play stands, the game ends.")
    assert_never(event)


def _doubted(
    event: ev.TurnLost | ev.HouseAsked | ev.HouseAnswered | ev.HouseExpired, cast: SeatNames, texts: Texts
) -> str:
    """What happened to a play with words that are not in the dictionary."""
    match event:
        case ev.HouseAsked():
            return texts.ngettext(
                "{name} would like to play {play} for {count} point.",
                "{name} would like to play {play} for {count} points.",
                event.sheet.total,
                name=cast.name(event.seat),
                play=play_text(event.placement, event.sheet, cast.setup),
            )
        case ev.HouseAnswered():
            return texts.gettext("{name} accepted the play.", name=cast.name(event.seat)) if event.accepts else ""
        case ev.HouseExpired():
            return texts.gettext("Nobody rejected the play in time, so it stands.")
        case ev.TurnLost():
            return _turn_lost(event, cast, texts)
    assert_never(event)


def _turn_lost(event: ev.TurnLost, cast: SeatNames, texts: Texts) -> str:
    name = cast.name(event.seat)
    if not event.words:
        return texts.gettext("{name} made an invalid play and lost the turn.", name=name)
    if event.placement is None or event.sheet is None or event.by is None:
        # The word itself would reveal the rack.
        return texts.gettext("{name} tried a word that is not in the dictionary and lost the turn.", name=name)
    play = play_text(event.placement, event.sheet, cast.setup)
    if event.by == event.seat:
        return texts.gettext("{name} gave up {play} and lost the turn.", name=name, play=play)
    return texts.ngettext(
        "{judge} rejected {play}, as {words} is not in the dictionary. {name} takes the tiles back and loses the turn.",
        "{judge} rejected {play}, as {words} are not in the dictionary. {name} takes the tiles back and loses the "
        "turn.",
        len(event.words),
        judge=cast.name(event.by),
        play=play,
        words=words_text(event.words, texts),
        name=name,
    )


def challenge_line(event: ev.Challenged, cast: SeatNames, texts: Texts) -> str:
    """The challenger, the words and the outcome; with several words, it does not reveal which one is a phony."""
    facts = {
        "challenger": cast.name(event.by),
        "words": words_text(event.words, texts),
        "name": cast.name(event.seat),
    }
    if event.valid:
        return texts.ngettext(
            "{challenger} challenged {words}. It is in the dictionary, so the play stands.",
            "{challenger} challenged {words}. They are all in the dictionary, so the play stands.",
            len(event.words),
            **facts,
        )
    return texts.ngettext(
        "{challenger} challenged {words}. It is not in the dictionary, so {name} takes the tiles back and "
        "scores nothing.",
        "{challenger} challenged {words}. They are not all in the dictionary, so {name} takes the tiles back "
        "and scores nothing.",
        len(event.words),
        **facts,
    )


def host_line(host: Person, texts: Texts) -> str:
    """Who has become the host by an event."""
    return texts.gettext("{name} is now the host.", name=bold(host.name))


def latest_moves(events: Iterable[ev.Event], cast: SeatNames, texts: Texts) -> dict[int, str]:
    """The latest move of each seat, in a word or two, for pictures. `cast` contains plain names."""
    moves: dict[int, str] = {}
    for event in events:
        match event:
            case ev.Played():
                word = main_word(event.placement, event.sheet, cast.setup.variant)
                moves[event.seat] = f"{word} {texts.signed(event.sheet.total)}"
            case ev.Passed():
                moves[event.seat] = texts.pgettext("player", "passed")
            case ev.Exchanged():
                moves[event.seat] = texts.ngettext("exchanged {count}", "exchanged {count}", event.count)
            case ev.TurnSkipped():
                moves[event.seat] = texts.gettext("missed a turn")
            case ev.TurnExpired():
                moves[event.seat] = texts.gettext("ran out of time")
            case ev.TurnLost():
                moves[event.seat] = texts.gettext("lost the turn")
            case ev.Undone():
                moves.pop(event.seat, None)
            case ev.Withdrawn():
                moves[event.seat] = texts.pgettext("player", "challenged off")
            case _:
                pass
    return moves
