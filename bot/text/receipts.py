"""Private answers: what the bot understood and did, for the person who asked, and previews of moves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import assert_never

from bot.text.clocks import length_text, time_of_day
from bot.text.events import happened
from bot.text.moves import (
    alphabetical,
    blanks_text,
    letters_text,
    main_word,
    play_text,
    word_text,
    words_text,
)
from bot.text.names import SeatNames, bold, cast_of, escape, with_level
from bot.text.questions import verdict
from bot.text.reminders import claim_receipt
from bot.text.rules import preset_text, rule_title, value_text
from bot.text.special_events import special_receipt
from bot.text.texts import Texts
from engine.game import events as ev
from engine.game.clock import last_time, undo_window
from engine.game.decisions.lobby import PRESET
from engine.game.history import is_bingo
from engine.game.phases import EndReason
from engine.game.state import Person
from engine.game.views import SeatView, TableView
from engine.model.durations import SECOND
from engine.model.rules import FailedChallenge
from engine.model.tiles import KnownRack, Tiles, Word
from engine.play.placement import Placement, ScoreSheet


def receipt(events: Iterable[ev.Event], view: TableView, player: str, texts: Texts) -> str:
    """The effect of a player's own command, for that player only; `view` is the table afterwards.

    Other seats' events appear in their public form or not at all.
    """
    cast, own = cast_of(view), view.seats_of(player)
    effects = _without_repetition(tuple(events))
    # If players rule on their own play, the outcome says enough.
    decided = any(isinstance(event, ev.Played | ev.TurnLost) and event.seat in own for event in effects)
    told = (event for event in effects if not (decided and isinstance(event, ev.HouseAnswered)))
    lines = [_own(event, own, player, view, cast, texts) for event in told]
    sentences = [line for line in lines if line]
    return "\n".join(sentences) if sentences else done(texts)


def _without_repetition(events: tuple[ev.Event, ...]) -> tuple[ev.Event, ...]:
    """The events without implied ones: loading agrees to a pause, the last one to agree brings it about,
    resuming implies loading, a rematch implies joins.
    """
    if events and isinstance(events[0], ev.Opened) and events[0].table:
        return tuple(event for event in events if not isinstance(event, ev.Joined))
    ends = any(isinstance(event, ev.GameResumed | ev.GamePaused) for event in events)
    loads = any(isinstance(event, ev.Loaded) for event in events)
    idle: tuple[type, ...] = (ev.PauseAgreed,) if ends or loads else ()
    if any(isinstance(event, ev.GameResumed) for event in events):
        idle += (ev.Loaded,)
    return tuple(event for event in events if not isinstance(event, idle))


def _own(event: ev.Event, own: tuple[int, ...], player: str, view: TableView, cast: SeatNames, texts: Texts) -> str:
    """The effect of an event of a player's own command: the public line, unless the event is named here."""
    match event:
        case ev.Played() | ev.Passed() | ev.Exchanged() | ev.Undone() | ev.HintGiven() | ev.Swapped():
            return _own_move(event, own, view, cast, texts) if event.seat in own else ""
        case ev.Challenged(by=by, valid=valid) if by in own:
            if not valid:
                return texts.gettext("Your challenge succeeded.")
            if view.rules.failed_challenge == FailedChallenge():
                return texts.gettext("Your challenge failed. It has cost you nothing.")
            return texts.gettext("Your challenge failed.")
        case ev.TurnForfeited(seat=seat):
            return texts.gettext("You will miss your next turn.") if seat in own else ""
        case ev.Accepted(seat=seat):
            return texts.gettext("You accepted the play.") if seat in own else ""
        case ev.TurnLost() | ev.HouseAsked() | ev.HouseAnswered() | ev.HostAsked() | ev.HostAnswered():
            return _doubted(event, own, cast, texts)
        case ev.HouseExpired():
            return ""
        case ev.SeatLeft(seat=seat):
            return _left(event, own, cast, texts) if seat in own else happened((event,), cast, texts)[0]
        case ev.BlankTraded() | ev.FourExchanged() | ev.TakenOver() | ev.SeatTaken() | ev.SeatOffered():
            return special_receipt(event, own, player, cast, texts)
        case ev.Ended(reason=EndReason.VOID, by=str()):
            return texts.gettext("You cancelled the game. Nobody wins or loses.")
        case ev.Ended():
            return texts.gettext("The game is over.")
        case ev.Opened() | ev.Joined() | ev.SeatFreed() | ev.RulesChanged() | ev.Started() | ev.InvitationsEnded():
            return _lobby(event, player, texts)
        case ev.TurnExpired() | ev.PauseAgreed() | ev.GamePaused() | ev.GameResumed() | ev.Reminded() | ev.KeptOpen():
            return _time(event, view, cast, texts)
        case ev.Claimed(at=at, seat=seat):
            return claim_receipt(cast.name(seat), at + last_time(view.rules), texts)
        case ev.TimeGiven(seat=seat, time=time):
            return texts.gettext("You gave {name} {time} more.", name=cast.name(seat), time=length_text(time, texts))
        case ev.CameBack(seat=seat) if seat in own:
            return texts.gettext("You are no longer away.")
        case ev.Loaded():
            return texts.gettext("The game is loaded. It stays paused until every player agrees to resume.")
        case ev.TimeLost() | ev.StartDrawn() | ev.TurnSkipped():
            return ""
        case _:
            return "\n".join(happened((event,), cast, texts))


def _left(event: ev.SeatLeft, own: tuple[int, ...], cast: SeatNames, texts: Texts) -> str:
    """That the player gave up a seat; whose it was, if several people share the screen."""
    if len(own) > 1 or event.by_time or event.by is not None:
        return happened((event,), cast, texts)[0]
    return texts.gettext("You resigned.") if event.resigned else texts.gettext("You left the game.")


def _time(
    event: ev.TurnExpired | ev.PauseAgreed | ev.GamePaused | ev.GameResumed | ev.Reminded | ev.KeptOpen,
    view: TableView,
    cast: SeatNames,
    texts: Texts,
) -> str:
    match event:
        case ev.TurnExpired():
            return ""
        case ev.PauseAgreed(resumes=True):
            return texts.gettext("You are ready to resume. The game resumes once everyone is.")
        case ev.PauseAgreed():
            return texts.gettext("You agreed to pause. The game pauses once everyone has.")
        case ev.GamePaused():
            return texts.gettext(
                "The game is paused as {name}. To continue it, use `/game resume` in any channel of this server "
                "without a game.",
                name=bold(view.setup.name),
            )
        case ev.GameResumed():
            return texts.gettext("The game resumes.")
        case ev.Reminded(seat=seat):
            return texts.gettext("I have reminded {name}.", name=cast.name(seat))
        case ev.KeptOpen():
            return texts.gettext("The game stays open.")
    assert_never(event)


def cost_elsewhere(texts: Texts) -> str:
    """Why a phony has cost the turn in a game whose rules would only refuse it."""
    return texts.gettext(
        "Words are secret in another game that you are playing, so a word that is not in the dictionary costs you the "
        "turn here too."
    )


def _doubted(
    event: ev.TurnLost | ev.HouseAsked | ev.HouseAnswered | ev.HostAsked | ev.HostAnswered,
    own: tuple[int, ...],
    cast: SeatNames,
    texts: Texts,
) -> str:
    """What happened to words that are not in the dictionary."""
    match event:
        case ev.TurnLost(seat=seat):
            return _turn_lost(event, texts) if seat in own else ""
        case ev.HouseAsked():
            return _house_asked(event, cast, texts)
        case ev.HouseAnswered(accepts=accepts):
            return texts.gettext("You accepted the play.") if accepts else texts.gettext("You rejected the play.")
        case ev.HostAsked(words=words):
            return texts.ngettext(
                "{words} is not in the dictionary, so I have asked the host whether it counts. It is still "
                "your turn: wait for an answer, or make another move.",
                "{words} are not in the dictionary, so I have asked the host whether they count. It is still "
                "your turn: wait for an answer, or make another move.",
                len(words),
                words=words_text(words, texts),
            )
        case ev.HostAnswered(word=word, added=True):
            return texts.gettext("{word} counts in this game from now on.", word=word_text(word))
        case ev.HostAnswered(word=word):
            return texts.gettext("{word} does not count in this game.", word=word_text(word))
    assert_never(event)


def _turn_lost(event: ev.TurnLost, texts: Texts) -> str:
    if event.by is not None:
        return texts.gettext("You gave up your play. The tiles stay on your rack, and you lose the turn.")
    if not event.words:
        return texts.gettext("In a tournament, an invalid play costs you the turn.")
    return texts.ngettext(
        "{words} is not in the dictionary, so you lose the turn.",
        "{words} are not in the dictionary, so you lose the turn.",
        len(event.words),
        words=words_text(event.words, texts),
    )


def _house_asked(event: ev.HouseAsked, cast: SeatNames, texts: Texts) -> str:
    words = words_text(event.words, texts)
    if event.waiting == (event.seat,):
        return texts.ngettext(
            "{words} is not in the dictionary. Are you sure? If you give it up, you lose the turn.",
            "{words} are not in the dictionary. Are you sure? If you give the play up, you lose the turn.",
            len(event.words),
            words=words,
        )
    return texts.ngettext(
        "{words} is not in the dictionary, so {names} can accept or reject your play.",
        "{words} are not in the dictionary, so {names} can accept or reject your play.",
        len(event.words),
        words=words,
        names=texts.join(cast.list(event.waiting)),
    )


def _lobby(
    event: ev.Opened | ev.Joined | ev.SeatFreed | ev.RulesChanged | ev.Started | ev.InvitationsEnded,
    player: str,
    texts: Texts,
) -> str:
    match event:
        case ev.Opened() if event.table:
            return _opened_again(event, texts)
        case ev.InvitationsEnded(players=players) if player in players:
            return texts.gettext("You declined. Your seat is free for someone else.")
        case ev.InvitationsEnded():
            return texts.gettext("All seats are open again.")
        case ev.Opened():
            if not event.seated:
                return texts.gettext("The demonstration begins. You can end it at any time with **Stop**.")
            return texts.gettext("The game is open, and you have the first seat.")
        case ev.Joined(player=joined):
            if joined.id == player:
                return texts.gettext("You joined the game.")
            return texts.gettext("{name} joined.", name=with_level(escape(joined.name), joined, texts))
        case ev.SeatFreed():
            return texts.gettext("The seat is open again.")
        case ev.RulesChanged(rule=rule, value=value) if rule == PRESET:
            return texts.gettext("The rules have changed. {preset}", preset=preset_text(value, texts))
        case ev.RulesChanged(rule=rule, value=value):
            return texts.gettext(
                "The rule {rule} is now: {value}.",
                rule=bold(rule_title(rule, texts)),
                value=value_text(rule, value, texts),
            )
        case ev.Started():
            return texts.gettext("The game begins.")
    assert_never(event)


def _opened_again(event: ev.Opened, texts: Texts) -> str:
    """The people whom the bot has asked for a rematch; empty if it had nobody to ask."""
    people = [one for one in event.table if isinstance(one, Person) and one.member != event.host.id]
    names = texts.join(bold(one.name) for one in people if not one.is_guest)
    if not names:
        return ""
    return texts.gettext("The rematch is open, and you have a seat. I have asked {names}.", names=names)


def _move(
    event: ev.Played | ev.Passed | ev.Exchanged | ev.Undone | ev.HintGiven | ev.Swapped,
    view: TableView,
    cast: SeatNames,
    texts: Texts,
) -> str:
    match event:
        case ev.Played():
            return " ".join(_played(event, view, cast, texts))
        case ev.Passed():
            return texts.gettext("You passed.")
        case ev.Exchanged() if event.hidden:
            return texts.ngettext(
                "You exchanged {count} tile at the table.",
                "You exchanged {count} tiles at the table.",
                event.count,
            )
        case ev.Exchanged() if not event.drawn:
            return texts.gettext(
                "You put back {returned}. Draw your new tiles: press **Draw** or use `/move draw`.",
                returned=_letters(event.returned, cast),
            )
        case ev.Exchanged():
            return texts.gettext(
                "You exchanged {returned} and drew {drawn}.",
                returned=_letters(event.returned, cast),
                drawn=_letters(event.drawn, cast),
            )
        case ev.Undone():
            return texts.gettext("You undid your move.")
        case ev.HintGiven():
            return texts.gettext("You took a hint.")
        case ev.Swapped():
            return texts.gettext(
                "You swapped racks and scores with {name}. It is still your turn. The game no longer counts "
                "for ratings.",
                name=cast.name(event.other),
            )
    assert_never(event)


def _own_move(
    event: ev.Played | ev.Passed | ev.Exchanged | ev.Undone | ev.HintGiven | ev.Swapped,
    own: tuple[int, ...],
    view: TableView,
    cast: SeatNames,
    texts: Texts,
) -> str:
    if len(own) > 1 and isinstance(event, ev.Exchanged):
        # Other players share this screen.
        return "".join(happened((event,), cast, texts))
    return _move(event, view, cast, texts)


def _letters(tiles: Tiles, cast: SeatNames) -> str:
    return escape(letters_text(alphabetical(tiles, cast.setup.variant), cast.setup.variant))


def _played(event: ev.Played, view: TableView, cast: SeatNames, texts: Texts) -> list[str]:
    """The play as the bot understood it, and what can still happen to it."""
    sentences = [
        texts.ngettext(
            "You played {play} for {count} point.",
            "You played {play} for {count} points.",
            event.sheet.total,
            play=escape(play_text(event.placement, event.sheet, cast.setup)),
        )
    ]
    blanks = blanks_text(event.placement, event.sheet, texts)
    parts = sheet_parts(event.placement, event.sheet, cast, texts)
    sentences += [blanks] if blanks else []
    if len(parts) > 1:
        sentences.append(texts.gettext("Score: {parts}.", parts=texts.join(parts)))
    if view.undoable and view.latest and view.latest.seat == event.seat:
        sentences.append(
            texts.ngettext(
                "You can undo it for {count} second, until {time}. Then you draw your new tiles.",
                "You can undo it for {count} seconds, until {time}. Then you draw your new tiles.",
                undo_window(view, event.seat) // SECOND,
                time=time_of_day(view.latest.at + undo_window(view, event.seat)),
            )
        )
    return sentences


def sheet_parts(placement: Placement, sheet: ScoreSheet, cast: SeatNames, texts: Texts) -> tuple[str, ...]:
    """The score of a play, part by part: each word, the points of squares, the bonus."""
    words = [word_text(word.word) for word in sheet.words]
    if words:
        words[0] = main_word(placement, sheet, cast.setup.variant)
    parts = [f"{escape(text)} {texts.number(word.points)}" for text, word in zip(words, sheet.words, strict=True)]
    if sheet.cell_points:
        parts.append(texts.gettext("squares {points}", points=texts.number(sheet.cell_points)))
    if sheet.bonus:
        bingo = is_bingo(placement, cast.setup.variant)
        points = texts.number(sheet.bonus)
        bonus = texts.gettext("bonus {points}", points=points)
        parts.append(texts.gettext("bingo {points}", points=points) if bingo else bonus)
    return tuple(parts)


def preview(
    view: SeatView,
    placement: Placement,
    sheet: ScoreSheet,
    texts: Texts,
    unknown: Sequence[Word] | None = None,
    *,
    brief: bool = False,
) -> str:
    """A private preview of a move: its score word by word, the leave, and whether its words are valid.

    `unknown` are the words missing from the dictionary; None if the rules forbid revealing them. A `brief` one has no
    list, so that it takes few lines on a phone.
    """
    cast = cast_of(view.table)
    play = escape(play_text(placement, sheet, cast.setup))
    lines = [texts.ngettext("**{play}**: {count} point", "**{play}**: {count} points", sheet.total, play=play)]
    parts = sheet_parts(placement, sheet, cast, texts)
    told = [blanks_text(placement, sheet, texts), _leave(view, placement, cast, texts)]
    if brief:
        score = texts.gettext("Score: {parts}.", parts=texts.join(parts)) if len(parts) > 1 else ""
        lines = [" · ".join(filter(None, (*lines, " ".join(filter(None, (score, *told))))))]
    else:
        lines += [f"- {part}" for part in parts] if len(parts) > 1 else []
        lines += told
    lines.append(verdict(view, unknown, texts))
    return "\n".join(line for line in lines if line)


def _leave(view: SeatView, placement: Placement, cast: SeatNames, texts: Texts) -> str:
    """The leave, in words; empty if the rack is unknown."""
    if not isinstance(view.rack, KnownRack) or not view.rack.tiles.covers(placement.used):
        return ""
    kept = view.rack.tiles - placement.used
    if not kept:
        return texts.gettext("You keep no tiles.")
    return texts.gettext("You keep {tiles}.", tiles=_letters(kept, cast))


def done(texts: Texts) -> str:
    """The effect of something that needs no other words."""
    return texts.gettext("Done.")


def watch_receipt(game: str, texts: Texts, *, stops: bool, changed: bool, alone: bool) -> str:
    """Whether and where a game is shown from now on; `alone` means to the person, and if not `changed`, as before."""
    match stops, changed:
        case True, True:
            return texts.gettext("{game} is no longer shown there.", game=game)
        case True, False:
            return texts.gettext("{game} was not shown there.", game=game)
        case False, False:
            return texts.gettext("{game} is already shown there.", game=game)
    if alone:
        return texts.gettext("You will get every board of {game} by direct message.", game=game)
    return texts.gettext("Every board of {game} will be shown here from now on.", game=game)


def save_receipt(texts: Texts) -> str:
    """What comes with the file of a saved game."""
    return texts.gettext(
        "Here is the game. It is paused until it is resumed here, or until someone loads this file with "
        "`/game load` and everyone agrees. Nobody can read or change the file."
    )


def record_receipt(texts: Texts) -> str:
    """What comes with the record of a finished game."""
    return texts.gettext("Here is the record of the game.")


def removed_text(game: str, texts: Texts, *, by_host: bool) -> str:
    """To someone who was removed from a game, whose name is a link: by whom, and whom to ask."""
    if by_host:
        return texts.gettext(
            "The host has removed you from {game}. If that was wrong, tell a moderator of the server.", game=game
        )
    return texts.gettext("A moderator has removed you from {game}. Ask the moderators of the server why.", game=game)


def shared_by(name: str, texts: Texts) -> str:
    """Who has shared a card that is about others."""
    return texts.gettext("Shared by {name}", name=bold(name))


def shared_again(texts: Texts) -> str:
    """That the same was shared in this channel a moment ago."""
    return texts.gettext("This was shared here a moment ago.")
