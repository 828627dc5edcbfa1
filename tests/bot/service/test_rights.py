"""Each right tried by people who have it and people who do not, and who a server's settings let do what."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import pytest

from bot.features.review.reviews import Reviews
from bot.model import errors
from bot.model.deliveries import Target, TargetKind
from bot.model.games import Draft, GamePhase, GameSummary, Place, SummarySeat
from bot.model.profiles import Permission, ServerProfile, WhoMay
from bot.service.drafts import Drafts
from bot.service.permissions import Permissions
from bot.service.rights import OF_A_GAME, Member, Right, allows, role_of, rule_for_role, rule_of
from engine import errors as refusals
from engine.game import commands as cmd
from engine.game.events import Event
from engine.game.state import GameState, Person
from engine.model.rules import Rules
from tests.support.games import Table

HOME, AWAY, ROLE = 7, 8, 55
GAME, DRAFT = "k7m2p9qa", "d3r4f5t6"
CHANNEL, OTHER_CHANNEL = 70, 80

HOST = Member(HOME, person="ada", channel=CHANNEL)
PLAYER = Member(HOME, person="bruno", channel=CHANNEL)
PLAYER_AWAY = replace(PLAYER, server=AWAY, channel=OTHER_CHANNEL)
STRANGER = Member(HOME, roles=frozenset({1}), person="emil", channel=CHANNEL)
WATCHER = Member(AWAY, person="fay", channel=OTHER_CHANNEL)
MODERATOR = Member(HOME, True, person="mia", channel=CHANNEL)
FOREIGN = Member(AWAY, True, frozenset({ROLE}), person="nils", channel=OTHER_CHANNEL)
PRIVATE = Member(None, True, person="mia", channel=99)
REGULAR = Member(HOME, roles=frozenset({ROLE}), person="rosa", channel=CHANNEL)
EVERYBODY = (HOST, PLAYER, STRANGER, WATCHER, MODERATOR, FOREIGN, PRIVATE, REGULAR)

ALLOWED: Mapping[Right, tuple[Member, ...]] = {
    Right.ANYONE: EVERYBODY,
    Right.PLAYER: (HOST, PLAYER, PLAYER_AWAY),
    Right.ON_TURN: (HOST,),
    Right.ARRANGER: (HOST, PLAYER, PLAYER_AWAY),
    Right.HOST: (HOST,),
    Right.DIRECTOR: (HOST, MODERATOR, REGULAR),
    Right.TABLE: (HOST, PLAYER, PLAYER_AWAY, MODERATOR, REGULAR),
    Right.AUTHOR: (PLAYER, PLAYER_AWAY),
    Right.PLACE: (MODERATOR, FOREIGN, PRIVATE),
    Right.MODERATOR: (MODERATOR, FOREIGN),
    Right.BRING: (HOST, PLAYER, STRANGER, MODERATOR, FOREIGN, PRIVATE, REGULAR),
    Right.SHOW: (HOST, PLAYER, MODERATOR, FOREIGN, PRIVATE),
    Right.OPEN: (MODERATOR, FOREIGN, PRIVATE, REGULAR),
    Right.COMPUTERS: (MODERATOR, REGULAR),
    Right.WORDS: (MODERATOR, FOREIGN, PRIVATE, REGULAR),
    Right.VARIANTS: (MODERATOR, FOREIGN, PRIVATE, REGULAR),
    Right.CHANNELS: (MODERATOR, FOREIGN, PRIVATE, REGULAR),
    Right.MODERATE: (MODERATOR, FOREIGN, PRIVATE, REGULAR),
}
"""Who has each right. A server other than the game's asks its own moderators, or members with the role."""

OTHERWISE = {Right.ASKED, Right.LEAVER, Right.PLAYED, Right.REVIEWER}
"""Rights that need a game that has gone on for a while; other tests cover them."""


@dataclass
class OneGame:
    """Stands in for all games: one table's game, in a server, or in direct messages if `server` is None."""

    table: Table
    server: int | None = HOME
    others: tuple[GameSummary, ...] = ()

    @property
    def journal(self) -> OneGame:
        """The journal, which it stands in for too."""
        return self

    async def shown_in(self, _: int) -> tuple[GameSummary, ...]:
        return self.others

    async def load(self, game: str, _: GameSummary | None = None) -> GameState:
        assert game == GAME
        return self.table.game

    def newest(self, summary: GameSummary) -> GameSummary:
        return summary

    async def events(self, _: str) -> tuple[Event, ...]:
        return tuple(self.table.events)

    async def targets(self, _: str) -> tuple[Target, ...]:
        return (Target(TargetKind.CHANNEL, CHANNEL),)

    async def summary(self, _: str) -> Any:
        return replace(_Summary(), place=Place(self.server, CHANNEL))


@dataclass
class _Summary:
    place: Place = Place(HOME, CHANNEL)  # noqa: RUF009  # a frozen value


class Servers:
    """Every server lets its moderators and one role do everything."""

    async def server(self, server: int) -> ServerProfile:
        return ServerProfile(
            server,
            opens=str(ROLE),
            computers=str(ROLE),
            words=str(ROLE),
            variants=str(ROLE),
            sets=str(ROLE),
            moderates=str(ROLE),
        )


class OneDraft:
    """Bruno's preview."""

    async def load(self, _: str) -> Draft:
        return Draft(DRAFT, GAME, "bruno", 1, "8H CAT", 0)


class NoReviews:
    """Nobody has let others see a review."""

    async def consents(self, _: str) -> frozenset[str]:
        return frozenset()


def rights(table: Table, server: int | None = HOME) -> Permissions:
    """The permissions over one game."""
    games: Any = OneGame(table, server)
    reviews = Reviews(games, NoReviews(), None, None)  # type: ignore[arg-type]
    further = {Right.REVIEWER: reviews.check_reader}
    return Permissions(Servers(), games, Drafts(OneDraft()), further)  # type: ignore[arg-type]


def running(rules: Rules | None = None) -> Table:
    """Ada, who is the host and on turn, plays with Bruno and Chloe."""
    return Table(rules or Rules(), names=("ada", "bruno", "chloe")).start("AEINRST", "CATSDOG", "HORNFAR")


async def holds(permissions: Permissions, member: Member, right: Right) -> bool:
    """Whether a right is granted, rather than refused with a typed error."""
    about = DRAFT if right is Right.AUTHOR else GAME if right in OF_A_GAME or right is Right.COMPUTERS else ""
    try:
        await permissions.require(member, right, about)
    except (errors.BotError, refusals.RuleViolation):
        return False
    return True


def test_every_right_is_tried() -> None:
    """A new right needs a row here."""
    assert set(ALLOWED) | OTHERWISE == set(Right)


@pytest.mark.parametrize("right", ALLOWED, ids=lambda right: right.name)
async def test_a_right_is_given_to_those_alone_who_have_it(right: Right) -> None:
    """Everyone asks for it, in a game of the server `HOME`."""
    table = running()
    before = table.game
    given = {member for member in (*EVERYBODY, PLAYER_AWAY) if await holds(rights(table), member, right)}
    assert given & set(EVERYBODY) == set(ALLOWED[right]) & set(EVERYBODY)
    assert PLAYER_AWAY not in ALLOWED[right] or PLAYER_AWAY in given
    assert table.game == before


@pytest.mark.parametrize("right", [Right.DIRECTOR, Right.TABLE], ids=lambda right: right.name)
async def test_a_game_in_direct_messages_has_no_moderators(right: Right) -> None:
    """The host decides, from anywhere; a moderator of a server is a stranger here."""
    table = running()
    private = rights(table, None)
    assert await holds(private, replace(HOST, server=None), right)
    for member in (MODERATOR, FOREIGN, PRIVATE):
        assert not await holds(private, member, right)


async def test_a_moderator_acts_from_within_the_own_server() -> None:
    """The same person has no right from another server or from direct messages; a role that was removed is void."""
    permissions = rights(running())
    assert await permissions.moderates(MODERATOR, GAME)
    for elsewhere in (replace(MODERATOR, server=AWAY), replace(MODERATOR, server=None)):
        assert not await permissions.moderates(elsewhere, GAME)
    assert not await permissions.moderates(replace(MODERATOR, moderator=False), GAME)


async def test_who_moderates_a_server_hears_in_direct_messages_that_it_must_be_done_there() -> None:
    """To say that only moderators may do it would be no help to them."""
    permissions = rights(running())
    with pytest.raises(errors.OnlyInServers):
        await permissions.require(PRIVATE, Right.MODERATOR)
    with pytest.raises(errors.ModeratorsOnly):
        await permissions.require(STRANGER, Right.MODERATOR)


async def test_who_left_takes_the_seat_back_and_nobody_else() -> None:
    """A computer player keeps the seat until then."""
    table = running(Rules(undo=False).with_value("on_leave", "computer"))
    permissions = rights(table)
    with pytest.raises(refusals.AlreadySeated):
        await permissions.require(PLAYER, Right.LEAVER, GAME)
    table.do(cmd.Leave("bruno"))
    await permissions.require(PLAYER, Right.LEAVER, GAME)
    for member in (STRANGER, MODERATOR, FOREIGN):
        with pytest.raises(refusals.NotSeated):
            await permissions.require(member, Right.LEAVER, GAME)
    with pytest.raises(refusals.SeatKept):
        await permissions.require(PLAYER, Right.PLAYER, GAME)


async def test_those_who_played_ask_each_other_again() -> None:
    """Spectators and moderators may not."""
    table = running()
    table.do(cmd.End("999", moderator=True))
    permissions = rights(table)
    await permissions.require(PLAYER, Right.PLAYED, GAME)
    for member in (STRANGER, MODERATOR, FOREIGN):
        with pytest.raises(errors.NotOfThatGame):
            await permissions.require(member, Right.PLAYED, GAME)


async def test_a_host_who_was_taken_out_decides_no_more() -> None:
    """A host whom a moderator removed can neither end the game nor take the seat back; another player is host then."""
    table = running(Rules(undo=False).with_value("on_leave", "computer"))
    permissions = rights(table)
    table.do(cmd.RemoveSeat("mia", 0, moderator=True))
    with pytest.raises(refusals.OnlyHost):
        await permissions.require(HOST, Right.DIRECTOR, GAME)
    for command in (cmd.End("ada"), cmd.TakeSeat(Person("ada", "Ada"), 0, "ada")):
        with pytest.raises(refusals.OnlyHost):
            table.do(command)
    await permissions.require(PLAYER, Right.DIRECTOR, GAME)


async def test_only_who_is_asked_agrees_about_a_seat() -> None:
    """Not even the host answers for them."""
    table = running()
    permissions = rights(table)
    table.do(cmd.OfferSeat(Person("emil", "Emil"), 1, "ada", new_tiles=True))
    await permissions.require(STRANGER, Right.ASKED, GAME)
    for member in (HOST, PLAYER, MODERATOR, WATCHER):
        with pytest.raises(refusals.NoSuchOffer):
            await permissions.require(member, Right.ASKED, GAME)


async def test_a_file_gives_moderators_no_say_before_everybody_has_agreed() -> None:
    """A file can be loaded in any server, so a moderator there must not end the game or fill its seats."""
    table = running()
    table.do(cmd.Pause("ada"))
    table.do(cmd.Load("bruno", "x", ""))
    permissions = rights(table, AWAY)
    with pytest.raises(refusals.OnlyHost):
        await permissions.require(FOREIGN, Right.DIRECTOR, GAME)
    with pytest.raises(refusals.OnlyHost):
        table.do(cmd.End("nils", moderator=True))
    for name in ("ada", "chloe"):
        table.do(cmd.Resume(name))
    await permissions.require(FOREIGN, Right.DIRECTOR, GAME)


@pytest.mark.parametrize(
    ("seated", "moderator", "may"), [(True, False, True), (False, True, True), (False, False, False)]
)
async def test_nobody_brings_a_game_where_others_play(seated: bool, moderator: bool, may: bool) -> None:
    """A player may show a game in another server's channel, unless people who did not ask for it play there."""
    people = ("eve", "bruno") if seated else ("eve",)
    seats = tuple(SummarySeat(person, person.title(), True, 0, True) for person in people)
    place = Place(AWAY, OTHER_CHANNEL)
    other = GameSummary("other234", place, "", "eve", GamePhase.TURN, 3, "eve", 9, 0, 0, seats)
    games = OneGame(running(), others=(other,))
    permissions = Permissions(Servers(), games, Drafts(OneDraft()))  # type: ignore[arg-type]
    member = replace(PLAYER_AWAY, moderator=moderator, roles=frozenset({ROLE}))
    if may:
        await permissions.require(member, Right.SHOW, GAME)
    else:
        with pytest.raises(errors.ChannelBusy):
            await permissions.require(member, Right.SHOW, GAME)


SERVER, ELSEWHERE = 7, 8
REGULARS = 55
PLAIN = Member(SERVER)
REGULAR_MEMBER = Member(SERVER, roles=frozenset({REGULARS, 56}))
MODERATING_MEMBER = Member(SERVER, moderator=True)
FOREIGN_MEMBER = Member(ELSEWHERE, moderator=True, roles=frozenset({REGULARS}))
PRIVATE_MEMBER = Member(None, moderator=True)


@pytest.mark.parametrize(
    ("rule", "may"),
    [
        ("everybody", (True, True, True, True, True)),
        ("moderators", (False, False, True, False, False)),
        (str(REGULARS), (False, True, True, False, False)),
        ("99", (False, False, True, False, False)),
        ("of a later version", (False, False, True, False, False)),
    ],
)
def test_who_is_allowed(rule: str, may: tuple[bool, ...]) -> None:
    """A plain member, one with the role, a moderator, a moderator of another server, a person in a direct message."""
    people = (PLAIN, REGULAR_MEMBER, MODERATING_MEMBER, FOREIGN_MEMBER, PRIVATE_MEMBER)
    assert tuple(allows(rule, SERVER, one) for one in people) == may


def test_every_action_has_its_rule_and_the_usual_one() -> None:
    """Playing is for everyone; changes to the server are for its moderators."""
    usual = {action: rule_of(ServerProfile(SERVER), action) for action in Permission}
    free = {action for action, rule in usual.items() if rule == WhoMay.EVERYBODY}
    assert free == {Permission.OPEN, Permission.COMPUTERS}
    assert set(usual.values()) == set(WhoMay)


def test_rules_that_name_a_role() -> None:
    """Discord's @everyone role means everyone."""
    assert rule_for_role(REGULARS, SERVER) == str(REGULARS)
    assert rule_for_role(SERVER, SERVER) == WhoMay.EVERYBODY
    assert (role_of(str(REGULARS)), role_of("moderators")) == (REGULARS, None)
