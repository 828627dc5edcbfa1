"""Trading blanks and exchanging four of a kind, by ledger code."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.text import cast_of, texts_for
from bot.text.scores import word_list
from engine import errors as err
from engine.computer.player import choose
from engine.game import commands as cmd
from engine.game.decide import decide
from engine.game.history import TurnKind, history
from engine.game.views import seat_view, table_view
from engine.model.coordinates import Cell
from engine.model.rules import Rules
from engine.model.tiles import Tile
from tests.support.computers import after, tools
from tests.support.games import CLASSIC, Table, check_invariants, variant_of
from tests.support.readable import buttons_of, pictures_of, text_of
from tests.support.ruled import begun
from tests.support.running import answer, ask, board, gathered
from tests.support.sentences import said

TRADES = Rules(trade_blanks=True)
FOURS = Rules(exchange_four=True)


def traded(rules: Rules = TRADES) -> Table:
    """Ada has played CAT with a blank A; Bruno, on turn, holds two real As."""
    table = Table(rules).start("C?TEEEE", "AASTERN")
    table.play("8G C?AT")
    return table


def test_N15_blank_is_traded_for_the_real_tile_and_the_turn_goes_on() -> None:
    """The real tile is on the board, the blank on the rack, the scores stand, and Bruno is still on turn.

    Any number may be traded in one turn, whose time is charged once, when it ends.
    """
    table = traded(TRADES.with_value("game_clock", "5m"))
    scores = table.scores
    table.do(cmd.TradeBlank("bruno", "H8"), after=20_000)
    placed = table.game.board[Cell(7, 7)]
    assert placed is not None and placed.tile == Tile("A", 1) and not placed.is_blank
    assert table.letters(1) == "?AENRST" and table.scores == scores and table.on_turn == "bruno"
    table.do(cmd.Play("bruno", "9G ?oAR"), after=10_000)
    assert table.game.seats[1].used == 30_000
    check_invariants(table)
    two = Table(TRADES).start("??TEEEE", "CASTERN")
    two.play("8G ?C?AT")
    two.do(cmd.TradeBlank("bruno", "H8"))
    two.do(cmd.TradeBlank("bruno", "8G"))
    assert two.letters(1).startswith("??") and two.on_turn == "bruno"
    check_invariants(two)


@pytest.mark.parametrize(
    ("square", "by", "error"),
    [
        ("G8", "bruno", err.NoBlankThere),
        ("A1", "bruno", err.NoBlankThere),
        ("Z99", "bruno", err.MalformedCoordinate),
        ("blank", "bruno", err.MalformedCoordinate),
        ("H8", "ada", err.NotYourTurn),
    ],
)
def test_N15_what_cannot_be_traded_is_refused(square: str, by: str, error: type[Exception]) -> None:
    """Only blanks can be traded, for the real tile, on the player's own turn, under the rule."""
    table = traded()
    with pytest.raises(error):
        table.do(cmd.TradeBlank(by, square))
    check_invariants(table)
    lacking = Table(TRADES).start("C?TEEEE", "SSTERNO")
    lacking.play("8G C?AT")
    with pytest.raises(err.LetterNotOnRack):
        lacking.do(cmd.TradeBlank("bruno", "H8"))
    with pytest.raises(err.RuleIsOff):
        traded(Rules()).do(cmd.TradeBlank("bruno", "H8"))


def test_N15_a_traded_play_can_neither_be_undone_nor_challenged() -> None:
    """The tiles of the play would not be those that were placed; the trade is a move of the next seat."""
    table = traded()
    table.do(cmd.TradeBlank("bruno", "H8"))
    with pytest.raises(err.NothingToUndo):
        table.do(cmd.Undo("ada"))
    challenged = traded(CLASSIC.with_value("trade_blanks", "on"))
    challenged.words = frozenset()
    challenged.do(cmd.TradeBlank("bruno", "H8"))
    with pytest.raises(err.NothingToChallenge):
        challenged.do(cmd.Challenge("bruno"))


def test_N15_undo_after_a_trade_takes_back_the_play_only() -> None:
    """The blank stays with the player who traded for it."""
    table = traded()
    table.do(cmd.TradeBlank("bruno", "H8"))
    table.play("9G ?oAR")
    table.do(cmd.Undo("bruno"))
    assert table.letters(1) == "?AENRST"
    assert [entry.kind for entry in history(table.events)] == [TurnKind.PLAY, TurnKind.TRADE]
    check_invariants(table)


def test_N12_N15_trades_and_four_of_a_kind_are_listed_beside_the_turns() -> None:
    """The traded tile and the number of exchanged tiles; neither counts as a turn."""
    table = traded()
    table.do(cmd.TradeBlank("bruno", "H8"))
    table.do(cmd.Pass("bruno"))
    lines = word_list(history(table.events), cast_of(table_view(table.game), str), texts_for("en")).split("\n")
    assert [line.split() for line in lines[-2:]] == [
        ["Bruno", "-", "A", "for", "a", "blank", "0", "0"],
        ["2.", "Bruno", "-", "pass", "0", "0"],
    ]
    fours = Table(FOURS).start("EEEEAAB", "CASTERN")
    fours.do(cmd.ExchangeFour("ada"))
    told = word_list(history(fours.events), cast_of(table_view(fours.game), str), texts_for("en"))
    assert told.split() == ["Ada", "-", "four", "of", "a", "kind:", "7", "0", "0"]


def test_N15_four_of_a_kind_exchange_the_rack_and_keep_the_turn() -> None:
    """It can be repeated as long as there are four of one letter; two presses of one button exchange once."""
    table = Table(FOURS).start("EEEEEXY", "AASTERN")
    turn = table.game.turn
    table.do(cmd.ExchangeFour("ada", turn))
    with pytest.raises(err.StaleTurn):
        decide(table.game, cmd.ExchangeFour("ada", turn), table.context())
    assert table.on_turn == "ada" and table.letters(0) != "EEEEEXY" and len(table.letters(0)) == 7
    assert not any(entry.is_turn for entry in history(table.events)) and table.game.scoreless == 0
    table.deal("EEEEIII", "AASTERN")
    table.do(cmd.ExchangeFour("ada"))
    assert table.play(f"8H {table.letters(0)[-2:]}")
    check_invariants(table)


def test_N15_four_of_a_kind_need_a_full_rack_in_the_pool() -> None:
    """With fewer tiles in the pool, with blanks among the four, or without the rule, it is refused."""
    few = Table(FOURS, variant_of("EEEEAAASTERNOIU")).start("EEEEAAA", "STERNOI")
    with pytest.raises(err.PoolTooSmall):
        few.do(cmd.ExchangeFour("ada"))
    for rack in ("EEE?ABC", "EEE??AB"):
        with pytest.raises(err.NoFourOfAKind):
            Table(FOURS).start(rack, "AASTERN").do(cmd.ExchangeFour("ada"))
    with pytest.raises(err.RuleIsOff):
        Table().start("EEEEAAA", "STERNOI").do(cmd.ExchangeFour("ada"))


def test_N15_computer_players_trade_and_exchange_too() -> None:
    """Before their move; they do not exchange four of a kind when the pool has little else."""
    rules = Rules(trade_blanks=True, exchange_four=True, undo=False)
    opened = Table(rules, names=("ada",))
    opened.do(cmd.AddComputer("ada", 3))
    opened.start("C?TXYZW", "AEEEEST")
    opened.play("8G C?AT")
    done = [choose(seat_view(opened.game, 1), tools(), after(1))]
    while opened.on_turn != "ada":
        opened.do(done[-1])
        done.append(choose(seat_view(opened.game, 1), tools(), after(1)) if opened.on_turn != "ada" else done[-1])
    assert isinstance(done[0], cmd.TradeBlank) and done[0].square in ("8H", "H8")
    assert isinstance(done[1], cmd.ExchangeFour) and not isinstance(done[-1], cmd.TradeBlank | cmd.ExchangeFour)
    check_invariants(opened)


async def test_N15_blank_is_traded_in_the_bot(tmp_path: Path) -> None:
    """`/trade`: the board shows the real tile, a public message says so, and the player stays on turn."""
    async with gathered(tmp_path, "C?T", "ASO", letters="CAT?SODGEERN", rack_size=3) as (stage, ada, bruno):
        await begun((ada, bruno), "trade_blanks on")
        await ask(ada, "/play move:8G C?AT", "The A is a blank")
        await board(bruno, "**Ada** played")
        assert "no blank" in text_of(await ask(bruno, "/trade square:G8"))
        await ask(bruno, "/trade square:H8", said("specials.you_put_square_took", tile="A", square="H8"))
        shown = await board(ada, said("specials.traded_blank_square", name="**Bruno**", square="H8", tile="A"))
        assert said("status.your_turn") in text_of(shown) and "?" in await stage.rack(bruno, shown["channel_id"])
        await ask(bruno, "/board square:H8", "The tile A is here, worth 1.")


async def test_N15_four_of_a_kind_in_the_bot(tmp_path: Path) -> None:
    """The rack message has the button while the exchange is allowed; the command does the same."""
    letters = "EEEEAAASTERNOIUTTTTSS"
    async with gathered(tmp_path, "EEEE", "ASTR", "NOIU", letters=letters, rack_size=4) as (stage, ada, bruno):
        first = await begun((ada, bruno), "exchange_four on")
        await ada.click(first, "Rack")
        shown = await answer(ada, "Your tiles")
        assert said("board.exchange_four") in buttons_of(shown)
        await ada.click(shown, said("board.exchange_four"))
        told = await answer(ada, said("specials.you_exchanged_your"))
        assert said("specials.you_exchanged_your") in text_of(told)
        await board(bruno, said("specials.exchanged_tiles_four", 4, name="**Ada**"))
        assert sorted(await stage.rack(ada, first["channel_id"])) == sorted("NOIU")
        await ask(ada, "/exchange four:yes", said("tiles.need_four_tiles"))
        assert pictures_of(first)
