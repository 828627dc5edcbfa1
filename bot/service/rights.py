"""Who may do what: the rights declared for every command, button and modal, and whether a person has one."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from bot.model.profiles import Permission, ServerProfile, WhoMay
from engine.errors import AlreadySeated, GameIsOver, NoSuchOffer, NotSeated, NotYourTurn, OnlyHost, OnlyHostDecides
from engine.game.decision import seat_of
from engine.game.decisions.seats import is_asked
from engine.game.phases import Over
from engine.game.state import GameState


class Right(Enum):
    """What someone must have or be to do something; the value is its text in the documentation.

    "The game's server" is the one where a game lives, wherever else it is shown; "this server" is the one where the
    request is made. Players include those for whom a seat is kept in the lobby.
    """

    ANYONE = "anyone"
    # in a game
    PLAYER = "players of the game"
    ON_TURN = "the player whose turn it is"
    ARRANGER = "players of the game and its host"
    HOST = "the host"
    DIRECTOR = "the host and moderators of the game's server"
    TABLE = "players, the host and moderators of the game's server"
    LEAVER = "the player who left the seat"
    ASKED = "the person who is asked to give up a seat or to take it over"
    AUTHOR = "the player who put the move together"
    PLAYED = "people who have played in the game"
    REVIEWER = "people who have played in the finished game; anyone, once all of them let everyone see its review"
    # in a place
    BRING = "anyone; for a game of another server, people allowed to open games in this one"
    SHOW = "moderators of this server; players allowed to open games in it, unless others play in that channel"
    PLACE = "moderators of this server; in direct messages, you"
    MODERATOR = "moderators of this server"
    # as a server decides
    OPEN = "people allowed to open games"
    COMPUTERS = "people allowed to add computer players"
    WORDS = "people allowed to change the server's words"
    VARIANTS = "people allowed to change the server's variants"
    CHANNELS = "people allowed to change channel settings"


OF_A_GAME = frozenset(
    {
        Right.PLAYER,
        Right.ON_TURN,
        Right.ARRANGER,
        Right.HOST,
        Right.DIRECTOR,
        Right.TABLE,
        Right.LEAVER,
        Right.ASKED,
        Right.PLAYED,
        Right.REVIEWER,
        Right.BRING,
        Right.SHOW,
    }
)
"""The rights that depend on a particular game."""

IN_PLAY = frozenset(
    {Right.PLAYER, Right.ON_TURN, Right.ARRANGER, Right.HOST, Right.DIRECTOR, Right.LEAVER, Right.ASKED}
)
"""The rights to change a game or see what only its players may: nobody has them once it is over."""

BY_SERVER = {
    Right.OPEN: Permission.OPEN,
    Right.COMPUTERS: Permission.COMPUTERS,
    Right.WORDS: Permission.WORDS,
    Right.VARIANTS: Permission.VARIANTS,
    Right.CHANNELS: Permission.CHANNELS,
}
"""The rights that a server's moderators can grant."""


@dataclass(frozen=True, slots=True)
class Member:
    """A person who makes a request: in which server (None: in a direct message), and their role there.

    `moderator` says whether they have the Manage Server permission there, `roles` are the ids of their roles. A new
    `Member` is created for every interaction, so that it is never out of date.
    """

    server: int | None
    moderator: bool = False
    roles: frozenset[int] = frozenset()
    person: str = ""
    channel: int = 0


def moderates(member: Member, server: int | None) -> bool:
    """Whether a person acts as a moderator of a server, from within it. Direct messages have no moderators."""
    return server is not None and member.server == server and member.moderator


def check_in_game(state: GameState, right: Right, person: str, *, moderator: bool) -> None:
    """Raises the refusal for a person who lacks a right in a game. `moderator`: of the server where the game lives."""
    if right in IN_PLAY and isinstance(state.phase, Over):
        raise GameIsOver
    match right:
        case Right.PLAYER:
            _check_player(state, person)
        case Right.ON_TURN:
            _check_player(state, person)
            if state.on_turn is not None and state.on_turn not in state.seats_of(person):
                raise NotYourTurn(state.on_turn)
        case Right.ARRANGER if not state.may_arrange(person):
            raise NotSeated
        case Right.HOST if person != state.host:
            raise OnlyHostDecides
        case Right.DIRECTOR if not state.directs(person, moderator=moderator):
            raise OnlyHost
        case Right.TABLE if not state.directs(person, moderator=moderator):
            _check_player(state, person)
        case Right.ASKED if not any(is_asked(seat, person) for seat in state.seats):
            raise NoSuchOffer
        case Right.LEAVER if state.seat_kept_for(person) is None:
            raise AlreadySeated if state.seats_of(person) else NotSeated
        case _:
            pass


def _check_player(state: GameState, person: str) -> None:
    """Raises `NotSeated`, `SeatKept`, `HasLeft` or `GameIsOver` for someone who neither plays nor is awaited."""
    plays = any(state.seats[seat].in_play for seat in state.seats_of(person))
    if plays or any(one.member == person for one in state.awaited):
        return
    if isinstance(state.phase, Over):
        raise GameIsOver
    seat_of(state, person)


def rule_of(profile: ServerProfile, action: Permission) -> str:
    """The rule that says to whom a server permits an action: a value of `WhoMay`, or the decimal id of a role."""
    rule: str = getattr(profile, action.value)
    return rule


def role_of(rule: str) -> int | None:
    """The role that a rule names; None for a value of `WhoMay`."""
    return int(rule) if rule.isdecimal() else None


def rule_for_role(role: int, server: int) -> str:
    """The rule that names a role; the @everyone role has the server's id (Discord's API reference, "Roles")."""
    return WhoMay.EVERYBODY.value if role == server else str(role)


def allows(rule: str, server: int, member: Member) -> bool:
    """Whether a server's rule allows a person. Outside the server, nobody is a moderator or has one of its roles.

    A rule that this version does not know means moderators only.
    """
    if rule == WhoMay.EVERYBODY:
        return True
    return moderates(member, server) or (member.server == server and role_of(rule) in member.roles)
