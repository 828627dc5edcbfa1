"""Waiting in words: reminders, claims, what the bot says where it cannot reach people or post, and to its operator."""

from __future__ import annotations

from typing import assert_never

from bot.text.clocks import length_text, moment, turn_lines
from bot.text.games import game_in
from bot.text.names import SeatNames, bold, escape
from bot.text.texts import Texts
from engine.game.clock import claimable_from, last_call
from engine.game.decisions.timeouts import settlements
from engine.game.events import Reminded
from engine.game.phases import Reminder
from engine.game.views import TableView
from engine.model.durations import SECOND


def claimable_text(instant: int, now: int, texts: Texts) -> str:
    """From when those who wait need wait no longer."""
    if instant <= now:
        return texts.gettext("If you are waiting, you can stop waiting now: use `/game claim`.")
    return texts.gettext(
        "If you are waiting, you can stop waiting {moment} with `/game claim`.", moment=moment(instant)
    )


def claimed_text(name: str, by: str, game: str, decided: int, texts: Texts) -> str:
    """For the player who has a last time to move, until the instant `decided`."""
    return texts.gettext(
        "{name}, {by} has been waiting for your move in {game} for a long time. If you do not move now, {by} decides "
        "how the game goes on: {moment}.",
        name=name,
        by=by,
        game=game,
        moment=moment(decided),
    )


def claim_receipt(name: str, decided: int, texts: Texts) -> str:
    """For the player who has claimed the game."""
    return texts.gettext(
        "I have told {name}. If {name} does not move, you decide how the game goes on: {moment}.",
        name=name,
        moment=moment(decided),
    )


def how_to_go_on(name: str, game: str, texts: Texts, *, gone: bool) -> str:
    """The question to those who wait, when the last time has passed or the player is gone."""
    if gone:
        return texts.gettext("{name} is no longer here to play {game}. How should it go on?", name=name, game=game)
    return texts.gettext("{name} still has not moved in {game}. How should it go on?", name=name, game=game)


def reminder(event: Reminded, view: TableView, cast: SeatNames, title: str, place: str, texts: Texts) -> str:
    """A reminder for the player on turn, or a question to everyone whether to continue a quiet game.

    `title` and `place` name the game and its channel in Discord's markdown; the place may be empty.
    """
    facts = {"name": cast.name(event.seat), "game": game_in(title, place, texts)}
    until = "".join(f"\n{line}" for line in turn_lines(view, last_call(view), texts))
    match event.reason:
        case Reminder.HALF:
            return texts.gettext("{name}, it is your turn in {game}. Half your time has gone.", **facts) + until
        case Reminder.SOON:
            return texts.gettext("{name}, it is your turn in {game}. Your time is nearly up.", **facts) + until
        case Reminder.NUDGE:
            return (
                texts.gettext("{name}, {by} is waiting for your move in {game}.", by=_by(event, view, cast), **facts)
                + until
            )
        case Reminder.IDLE:
            asked = texts.gettext(
                "Nothing has happened in {game} for a while. It is {name}'s turn. Do you want to keep playing?",
                **facts,
            )
            at = claimable_from(view)
            waits = at is not None and any(settlements(view, seat.player.id) for seat in view.seats)
            return f"{asked}\n{claimable_text(at, event.at, texts)}" if at is not None and waits else asked
        case _:
            assert_never(event.reason)


def _by(event: Reminded, view: TableView, cast: SeatNames) -> str:
    seat = None if event.by is None else view.seat_of(event.by)
    return escape("?") if seat is None else cast.name(seat)


def no_messages(name: str, game: str, texts: Texts) -> str:
    """For a person whom direct messages do not reach; `name` is empty for someone who cannot be mentioned."""
    return texts.gettext(
        "{name}, I cannot send you direct messages. For your tiles in {game}, press **Rack** under the "
        "board, or allow direct messages in this server's privacy settings.",
        name=name or texts.gettext("A player"),
        game=game,
    )


def channel_lost(game: str, code: str, texts: Texts) -> str:
    """For the host and the person on turn of a game whose channel the bot can no longer post in."""
    return texts.gettext(
        "I can no longer post in the channel of {game}. To see the game elsewhere and play on, use "
        "`/game watch code:{code}` here or in another channel.",
        game=game,
        code=code,
    )


def no_files(texts: Texts) -> str:
    """Why there is no picture, and who can change that, in small print."""
    return "-# " + texts.gettext(
        "I cannot attach files here, so the board is text. A moderator can give me the *Attach Files* "
        "permission in this channel."
    )


def no_posts(texts: Texts) -> str:
    """Why the board is in a private answer, and who can change that."""
    return texts.gettext("I cannot post the board here until a moderator lets me see this channel and write in it.")


def clock_told(machine: str, ahead: int, texts: Texts) -> str:
    """For the operator, of a machine whose clock is so many seconds ahead of Discord's."""
    facts = {"machine": bold(machine), "time": length_text(abs(ahead) * SECOND, texts)}
    if ahead > 0:
        return texts.gettext(
            "The clock of {machine}, on which I run, is {time} ahead of Discord's. Please set it. Until then, I go by "
            "Discord's time.",
            **facts,
        )
    return texts.gettext(
        "The clock of {machine}, on which I run, is {time} behind Discord's. Please set it. Until then, I go by "
        "Discord's time.",
        **facts,
    )


def twin_told(texts: Texts) -> str:
    """For the operator, of another bot."""
    return texts.gettext(
        "Another bot is using my token with another database, so each command reaches one of us at random. Please "
        "stop it, or give it a token of its own."
    )
