"""Trading blanks, exchanging four of a kind, drawing by hand, and playing with a real board."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.model.deliveries import DeliveryKind
from bot.service.sending.fanout import fan_out
from bot.text import cast_of, texts_for
from bot.text.scores import word_list
from engine import errors as err
from engine.computer.player import choose
from engine.game import commands as cmd
from engine.game.decide import decide
from engine.game.history import TurnKind, history
from engine.game.views import seat_view, table_view
from engine.model.board import Cell
from engine.model.rules import DrawTiles, Rules
from engine.model.tiles import Tile
from tests.support.engines import after, tools
from tests.support.games import CLASSIC, Table, check_invariants, variant_of
from tests.support.pictures import buttons_of, pictures_of, text_of
from tests.support.playground import DM
from tests.support.ruled import begun, opened
from tests.support.running import answer, ask, board, gathered
from tests.support.sentences import said
from tests.support.service import eventually, passes

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
    """`/move trade`: the board shows the real tile, a public message says so, and the player stays on turn."""
    async with gathered(tmp_path, "C?T", "ASO", letters="CAT?SODGEERN", rack_size=3) as (stage, ada, bruno):
        await begun((ada, bruno), "trade_blanks on")
        await ask(ada, "/play move:8G C?AT", "The A is a blank")
        await board(bruno, "**Ada** played")
        assert "no blank" in text_of(await ask(bruno, "/move trade square:G8"))
        await ask(bruno, "/move trade square:H8", said("specials.you_put_square_took", tile="A", square="H8"))
        shown = await board(ada, said("specials.traded_blank_square", name="**Bruno**", square="H8", tile="A"))
        assert said("status.your_turn") in text_of(shown) and "?" in await stage.rack(bruno, shown["channel_id"])
        await ask(bruno, "/game board square:H8", "The tile A is here, worth 1.")


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
        await ask(ada, "/move exchange four:yes", said("tiles.need_four_tiles"))
        assert pictures_of(first)


def test_N6_a_rack_is_sent_to_pick_and_when_it_is_full() -> None:
    """Not for every tile."""
    table = Table(Rules(draw_tiles=DrawTiles.MANUAL, undo=False), names=("101", "102"))
    before = table.game
    sent = [fan_out(before, table.do(cmd.Start("101")), table.game)]
    for _ in range(7):
        before = table.game
        sent.append(fan_out(before, table.do(cmd.Draw("101")), table.game))
    racks = [sum(one.kind is DeliveryKind.RACK for one in step) for step in sent]
    assert racks == [2, 0, 0, 0, 0, 0, 0, 1]


async def test_N6_picking_face_down_tiles_in_the_bot(tmp_path: Path) -> None:
    """Ada presses tiles in a direct message, Bruno uses the command; the game continues, and an exchange is alike.

    The receipt says which tiles went back and where to draw; what nobody picks is drawn after a minute.
    """
    async with gathered(tmp_path, letters="CATSODEEERNTA", rack_size=3) as (stage, ada, bruno):
        first = await begun((ada, bruno), "draw_tiles manual", "undo off")
        assert said("happenings.goes_first", name="**Ada**") in text_of(first) and said(
            "status.draw_your_tiles"
        ) in text_of(first)
        await ask(ada, "/play move:8H CAT", said("tiles.draw_tiles_first"))
        told = await ada.wait_message("You have 3 tiles to draw", DM)
        assert "Draw all 3" in buttons_of(told)
        await ada.click(told, "■")
        told = await ada.wait_message("You have 2 tiles to draw", DM)
        assert len(await stage.rack(ada, first["channel_id"])) == 1
        await ada.click(told, "Draw all 2")
        full = await ada.wait_message("Shuffle", DM)
        assert "■" not in buttons_of(full)
        shown = await ask(bruno, "/move draw", "You have 3 tiles to draw")
        await ask(bruno, "/move draw count:2", "You have 1 tile to draw")
        await ask(bruno, "/move draw count:5", "You can draw 1 tile")
        await bruno.click(shown, "■")
        await bruno.wait_message("Shuffle", DM)
        await ask(bruno, "/move draw", "Your tiles")
        assert len(await stage.rack(bruno, first["channel_id"])) == 3
        rack = await stage.rack(ada, first["channel_id"])
        told = await ask(ada, f"/move exchange tiles:{rack[:2]}", "You put back")
        assert said("receipts.put_back") in text_of(told)
        shown = await board(bruno, "Still drawing tiles")
        assert "Ada" in text_of(shown) and "Draw" in buttons_of(shown)
        await ada.click(shown, "Draw")
        await answer(ada, "You have 2 tiles to draw")
        stage.clock.push(61)

        async def is_full() -> bool:
            return len(await stage.rack(ada, first["channel_id"])) == 3

        await eventually(is_full)


@pytest.mark.soak
async def test_N3_the_draw_for_the_start_is_public_in_the_bot(tmp_path: Path) -> None:
    """Everyone reads each player's draw, including a tie and the second round, and who plays first."""
    draws, people = (*"AAEC", "CAT", "SOD"), ("Ada", "Bruno", "Chloe")
    async with gathered(tmp_path, *draws, letters="CATSODAEEERN", rack_size=3, people=people) as (_, ada, bruno, chloe):
        lobby = await opened((ada, bruno), "first_player draw")
        await bruno.click(lobby, "Start")
        told = text_of(await board(chloe, said("happenings.goes_first")))
        assert said("happenings.drawn_for_first", drawn="**Ada** A and **Bruno** A") in told
        assert (
            said("happenings.tied_drew_again", drawn="**Ada** E and **Bruno** C") in told
            and said("happenings.goes_first", name="**Bruno**") in told
        )


@pytest.mark.gate
async def test_M4_a_game_at_a_real_table_in_the_bot(tmp_path: Path) -> None:
    """From the typed draw for the start to the typed tiles left; nobody is asked for a rack."""
    async with gathered(tmp_path, letters="CATSODEEERNTUU", rack_size=3, thinker=passes, words=("CAT", "CATS")) as (
        _,
        ada,
        bruno,
    ):
        lobby = await opened((ada, bruno), "first_player draw", "tabletop on", "undo off")
        await ask(ada, "/game seat computer level:3", "joined")
        await ask(ada, "/game rules rule:draw_tiles value:manual", said("games.rules_contradict"))
        await ada.click(lobby, "Start")
        await ada.wait_message(said("tiles.everyone_draw_real"))
        await ask(ada, "/game tabletop start tiles:C A S", "begins")
        first = await board(bruno, said("happenings.goes_first", name="**Bruno**"))
        assert "**Ada** C, **Bruno** A and **Robot1** S" in text_of(first)
        assert said("status.draw_tiles_type", 3, name="**Robot1**") in text_of(first)
        await ask(bruno, "/rack", said("tiles.your_tiles_your_own"))
        await ask(bruno, "/play move:8H CAT", "You played 8H CAT")
        await ask(ada, "/game tabletop rack player:Robot1 tiles:CEE", "cannot be right")
        await ask(ada, "/game tabletop rack player:Robot1 tiles:EEE", "**Robot1** holds E E E.")
        shown = await board(bruno, "**Robot1** holds E E E.")
        assert "Ada" in text_of(shown)
        await bruno.wait_message("**Robot1** passed")
        await ask(ada, "/move pass", "You passed")
        counts = await ask(bruno, "/move exchange", said("play.how_many_your_tiles"))
        await bruno.select(counts, "2 tiles")
        await answer(bruno, said("receipts.you_exchanged_tiles", 2))
        later = await bruno.wait_message("**Bruno** exchanged 2 tiles.")
        for _ in range(2):
            await ada.wait(lambda: said("status.your_turn", name=f"<@{ada.id}>") in text_of(ada.last()), "the turn")
            await ask(ada, "/move pass", "You passed")
            await ask(bruno, "/move pass", "You passed")
            later = await bruno.wait_message("**Bruno** passed", after=later)
        over = await board(ada, said("status.last_move_played"))
        assert {"Tiles of Ada", "Tiles of Bruno"} <= set(buttons_of(over))
        await bruno.click(over, "Tiles of Ada")
        await bruno.submit({"Tiles": "SOD"})
        await board(ada, "**Ada** has D O S left.")
        await ask(ada, "/game tabletop left player:Bruno tiles:RNTE", said("tiles.typed_too_few", 3, typed=4))
        await ask(ada, "/game tabletop left player:Bruno tiles:RNT", "**Bruno** has N R T left.")
        await bruno.wait_message(said("status.won_with_points"))
        assert not [message for message in ada.dm() if "Your tiles" in text_of(message)]
