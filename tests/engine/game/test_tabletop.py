"""Playing with a real board and real tiles, by the rules (ledger M4)."""

from __future__ import annotations

import pytest

from engine import errors as err
from engine.computer.player import choose
from engine.formats.journal import record
from engine.game import commands as cmd
from engine.game import events as ev
from engine.game.clock import Due, next_deadline
from engine.game.history import history
from engine.game.phases import AwaitTiles, EndReason, Over
from engine.game.state import HintKind
from engine.game.views import seat_view, table_view
from engine.loading import load_variant
from engine.model.board import Cell
from engine.model.rules import FirstPlayer, Rules
from engine.model.tiles import HiddenRack
from tests.support.engines import after, tools
from tests.support.games import Table, check_invariants, tiles, variant_of

TABLETOP = Rules(tabletop=True, undo=False, first_player=FirstPlayer.HOST)


def table(rules: Rules = TABLETOP, people: tuple[str, ...] = ("ada",), letters: str = "", robot: bool = True) -> Table:
    """A started game of people with real racks and perhaps a computer player; Ada is on turn."""
    opened_ = Table(rules, variant_of(letters), people) if letters else Table(rules, names=people)
    if robot:
        opened_.do(cmd.AddComputer("ada", 5))
    opened_.do(cmd.Start("ada"))
    return opened_


def test_M4_racks_of_people_are_unknown_and_those_of_computers_are_typed_and_shown() -> None:
    """The program draws nothing; its pool counts the tiles in the real one."""
    opened_ = table()
    assert opened_.game.seats[0].rack == HiddenRack(7) and opened_.game.seats[1].due == 7
    assert not any(isinstance(event, ev.TilesDrawn) for event in opened_.events)
    opened_.do(cmd.TypeRack("ada", 1, "aeinrs?"))
    view = table_view(opened_.game)
    assert view.seats[1].shown == tiles("AEINRS?") and view.seats[0].shown is None and view.pool == 86
    check_invariants(opened_)


@pytest.mark.parametrize(
    ("typed", "error"),
    [
        ("AEINRS", err.WrongNumberOfTiles),
        ("AEINRSTT", err.WrongNumberOfTiles),
        ("ZZZEINR", err.TilesNotUnseen),
        ("AEIN3RS", err.UnknownLetter),
    ],
)
def test_M4_typed_tiles_are_checked(typed: str, error: type[Exception]) -> None:
    """There must be as many as were drawn, and only tiles that can still be unseen."""
    opened_ = table()
    with pytest.raises(error):
        opened_.do(cmd.TypeRack("ada", 1, typed))
    check_invariants(opened_)


def test_M4_a_computer_player_waits_for_its_tiles() -> None:
    """On turn without tiles it has no deadline; with them it thinks and plays."""
    opened_ = table()
    opened_.do(cmd.Play("ada", "8H CAT"))
    assert next_deadline(opened_.game) is None
    opened_.do(cmd.TypeRack("ada", 1, "AEINRST"))
    due = next_deadline(opened_.game)
    assert due is not None and due.due is Due.COMPUTER
    opened_.do(choose(seat_view(opened_.game, 1), tools(), after(3)))
    assert opened_.on_turn == "ada" and opened_.game.seats[1].due == 7 - len(opened_.game.seats[1].rack)
    with pytest.raises(err.NoTilesAwaited):
        opened_.do(cmd.TypeRack("ada", 0, "AEINRST"))
    check_invariants(opened_)


def test_M4_plays_of_people_are_checked_against_what_is_unseen() -> None:
    """A Z on the board cannot be on a rack too; a blank is marked; the rack stays full while the pool lasts."""
    opened_ = table(robot=False, people=("ada", "bruno"))
    opened_.do(cmd.Play("ada", "8H ZA"))
    assert opened_.scores[0] == 22 and opened_.game.seats[0].rack == HiddenRack(7)
    with pytest.raises(err.TilesNotUnseen):
        opened_.do(cmd.Play("bruno", "7H Z(10)O"))
    opened_.do(cmd.Play("bruno", "7H ZO"))
    placed = opened_.game.board[Cell(6, 7)]
    assert placed and placed.is_blank
    check_invariants(opened_)


def test_M4_an_exchange_is_noted_by_its_number() -> None:
    """As a number, as all, or as letters that are not stored; never more than the rack holds."""
    opened_ = table(robot=False, people=("ada", "bruno"))
    for typed, count in (("3", 3), ("all", 7), ("ABC", 3)):
        event = opened_.do(cmd.Exchange(opened_.on_turn, typed))[0]
        assert isinstance(event, ev.Exchanged) and event.count == count and not event.returned and not event.drawn
    assert [entry.tiles for entry in history(opened_.events)] == [3, 7, 3]
    for typed, error in (("8", err.WrongNumberOfTiles), ("0", err.NothingToExchange)):
        with pytest.raises(error):
            opened_.do(cmd.Exchange(opened_.on_turn, typed))
    opened_.do(cmd.Pass(opened_.on_turn))
    check_invariants(opened_)


@pytest.mark.parametrize(
    ("typed", "first"), [("C A", "bruno"), ("? A", "ada"), ("B B, D C", "bruno"), ("a a, ? ?, f e", "bruno")]
)
def test_M4_N3_the_draw_for_the_start_is_typed(typed: str, first: str) -> None:
    """The lowest tile plays first, a blank is lowest, and ties draw again."""
    opened_ = Table(TABLETOP.with_value("first_player", "draw"))
    opened_.do(cmd.Start("ada", drawn=typed))
    assert opened_.on_turn == first
    assert sum(isinstance(event, ev.StartDrawn) for event in opened_.events) == typed.count(",") + 1


@pytest.mark.parametrize(("typed", "first"), [("C H", "ada"), ("CH C", "bruno"), ("[c][h]", "ada")])
def test_N22_the_draw_for_the_start_tells_one_tile_from_two(typed: str, first: str) -> None:
    """Letters with a space between them are two tiles, also where together they could be one."""
    opened_ = Table(TABLETOP.with_value("first_player", "draw"), variant=load_variant("standard", "es"))
    opened_.do(cmd.Start("ada", drawn=typed))
    assert opened_.on_turn == first


@pytest.mark.parametrize(
    ("typed", "error"),
    [
        ("", err.StartNotTyped),
        ("A A", err.StartTied),
        ("A", err.StartTied),
        ("A B, C", err.StartTied),
        ("Z Z", err.TilesNotUnseen),
        ("A 7", err.UnknownLetter),
    ],
)
def test_M4_N3_what_is_no_draw_is_refused(typed: str, error: type[Exception]) -> None:
    """Nothing begins then; naming the first player is always possible; in other games the program draws."""
    opened_ = Table(TABLETOP.with_value("first_player", "draw"))
    with pytest.raises(error):
        opened_.do(cmd.Start("ada", drawn=typed))
    opened_.do(cmd.Start("bruno", first=1))
    assert opened_.on_turn == "bruno"
    with pytest.raises(err.RuleIsOff):
        Table().do(cmd.Start("ada", first=1))


SHORT = "CATSDOGAEINRSTEEO"


def test_M4_at_the_end_the_tiles_left_are_typed_before_they_count() -> None:
    """Bruno goes out; Ada's tiles are all that is unseen, so nobody need type them."""
    opened_ = table(people=("ada", "bruno"), letters=SHORT, robot=False)
    opened_.do(cmd.Play("ada", "8H CATS"))
    opened_.do(cmd.Play("bruno", "9H AEINRST"))
    over = opened_.game.phase
    assert isinstance(over, Over) and over.reason is EndReason.OUT
    assert over.changes[0].left == tiles("DOGEEO") and over.changes[0].points == -8
    check_invariants(opened_)


def test_M4_the_tiles_left_are_checked_against_the_unseen_ones() -> None:
    """With three players, two racks are typed; the last is the rest of the tiles."""
    opened_ = table(people=("ada", "bruno", "chloe"), letters="CATSDOGAEINRSTEEOUUUU", robot=False)
    for _ in range(9):
        if not isinstance(opened_.game.phase, AwaitTiles):
            opened_.do(cmd.Pass(opened_.on_turn))
    phase = opened_.game.phase
    assert isinstance(phase, AwaitTiles) and phase.waiting == (0, 1, 2) and not table_view(opened_.game).undoable
    for typed, error in (("DDDDDDD", err.TilesNotUnseen), ("CATS", err.WrongNumberOfTiles)):
        with pytest.raises(error):
            opened_.do(cmd.DeclareRack("bruno", 0, typed))
    with pytest.raises(err.OnlyTilesLeft):
        opened_.do(cmd.Pass("ada"))
    opened_.do(cmd.DeclareRack("bruno", 0, "CATSDOG"))
    with pytest.raises(err.NoTilesAwaited):
        opened_.do(cmd.DeclareRack("bruno", 0, "CATSDOG"))
    check_invariants(opened_)
    opened_.do(cmd.DeclareRack("ada", 1, "EEOUUUU"))
    over = opened_.game.phase
    assert isinstance(over, Over) and over.reason is EndReason.ALL_PASSED
    assert [one.left for one in over.changes] == [tiles("CATSDOG"), tiles("EEOUUUU"), tiles("AEINRST")]


def test_M4_nobody_waits_for_ever_for_tiles_to_be_typed() -> None:
    """After a quarter of an hour, unknown tiles count nothing."""
    opened_ = table(people=("ada", "bruno"), robot=False)
    while not isinstance(opened_.game.phase, AwaitTiles):
        opened_.do(cmd.Pass(opened_.on_turn))
    due = next_deadline(opened_.game)
    assert due is not None and due.due is Due.TILES
    with pytest.raises(err.StaleTurn):
        opened_.do(cmd.CloseTiles(due.turn))
    opened_.now = due.at
    opened_.do(cmd.CloseTiles(due.turn))
    assert isinstance(opened_.game.phase, Over) and opened_.scores == [0, 0]


@pytest.mark.parametrize(
    ("rule", "value"),
    [("draw_tiles", "manual"), ("trade_blanks", "on"), ("exchange_four", "on"), ("on_leave", "computer")],
)
def test_M4_what_needs_known_racks_is_refused(rule: str, value: str) -> None:
    """The second of the two rules is refused when it is set, and so are a hint and a swap of racks."""
    with pytest.raises(err.RulesContradict):
        Rules(tabletop=True).with_value(rule, value)
    with pytest.raises(err.RulesContradict):
        Rules().with_value(rule, value).with_value("tabletop", "on")
    opened_ = table()
    with pytest.raises(err.RackIsHidden):
        opened_.do(cmd.Swap("ada"))
    with pytest.raises(err.RackIsHidden):
        opened_.do(cmd.TakeHint("ada", HintKind.BEST))


def test_M4_a_game_record_of_real_tiles_can_be_written() -> None:
    """It names the tiles placed; nothing else is known."""
    opened_ = table(people=("ada", "bruno"), letters=SHORT, robot=False)
    opened_.do(cmd.Exchange("ada", "2"))
    opened_.do(cmd.Play("bruno", "8H CATS"))
    game = record(opened_.events, open_racks=True)
    assert len(game.events) == 2 and game.events[0].count == 2  # type: ignore[union-attr]


def test_M4_undo_and_challenge_give_the_real_tiles_back() -> None:
    """The rack has its previous number of tiles, and the played tiles are unseen again."""
    opened_ = table(Rules(tabletop=True, first_player=FirstPlayer.HOST), ("ada", "bruno"), robot=False)
    before = opened_.game.pool
    opened_.do(cmd.Play("ada", "8H CAT"))
    opened_.do(cmd.Undo("ada"))
    assert opened_.game.seats[0].rack == HiddenRack(7) and opened_.game.pool == before
    check_invariants(opened_)
    challenged = table(TABLETOP.with_value("challenge", "single"), ("ada", "bruno"), robot=False)
    challenged.words = frozenset()
    challenged.do(cmd.Play("ada", "8H XQ"))
    challenged.do(cmd.Challenge("bruno"))
    assert challenged.game.seats[0].rack == HiddenRack(7) and challenged.game.board.is_empty
    assert challenged.game.in_pool == 86
    check_invariants(challenged)
