"""Playing with a real board and real tiles (ledger M4), through the bot."""

from __future__ import annotations

from pathlib import Path

from tests.support.readable import buttons_of, text_of
from tests.support.ruled import opened
from tests.support.running import answer, ask, board, gathered
from tests.support.sentences import said
from tests.support.service import passes


async def test_M4_a_game_at_a_real_table_in_the_bot(tmp_path: Path) -> None:
    """From the typed draw for the start to the typed tiles left; nobody is asked for a rack."""
    async with gathered(tmp_path, letters="CATSODEEERNTUU", rack_size=3, thinker=passes, words=("CAT", "CATS")) as (
        _,
        ada,
        bruno,
    ):
        lobby = await opened((ada, bruno), "first_player draw", "tabletop on", "undo off")
        await ask(ada, "/seat computer level:3", "joined")
        await ask(ada, "/game rules rule:draw_tiles value:manual", said("games.rules_contradict"))
        await ada.click(lobby, "Start")
        await ada.wait_message(said("tiles.everyone_draw_real"))
        await ask(ada, "/tabletop start tiles:C A S", "begins")
        first = await board(bruno, "**Bruno** plays first")
        assert "**Ada** C, **Bruno** A and **Robot1** S" in text_of(first)
        assert said("status.draw_tiles_type", 3, name="**Robot1**") in text_of(first)
        await ask(bruno, "/rack", said("tiles.your_tiles_your_own"))
        await ask(bruno, "/play move:8H CAT", "You played 8H CAT")
        await ask(ada, "/tabletop rack player:Robot1 tiles:CEE", "cannot be right")
        await ask(ada, "/tabletop rack player:Robot1 tiles:EEE", "**Robot1** holds E E E.")
        shown = await board(bruno, "**Robot1** holds E E E.")
        assert "Ada" in text_of(shown)
        await bruno.wait_message("**Robot1** passed")
        await ask(ada, "/pass", "You passed")
        counts = await ask(bruno, "/exchange", said("play.how_many_your_tiles"))
        await bruno.select(counts, "2 tiles")
        await answer(bruno, said("receipts.you_exchanged_tiles", 2))
        later = await bruno.wait_message("**Bruno** exchanged 2 tiles.")
        for _ in range(2):
            await ada.wait(lambda: said("status.your_turn", name=f"<@{ada.id}>") in text_of(ada.last()), "the turn")
            await ask(ada, "/pass", "You passed")
            await ask(bruno, "/pass", "You passed")
            later = await bruno.wait_message("**Bruno** passed", after=later)
        over = await board(ada, said("status.last_move_played"))
        assert {"Tiles of Ada", "Tiles of Bruno"} <= set(buttons_of(over))
        await bruno.click(over, "Tiles of Ada")
        await bruno.submit({"Tiles": "SOD"})
        await board(ada, "**Ada** has D O S left.")
        await ask(ada, "/tabletop left player:Bruno tiles:RNTE", said("tiles.typed_too_few", 3, typed=4))
        await ask(ada, "/tabletop left player:Bruno tiles:RNT", "**Bruno** has N R T left.")
        await bruno.wait_message(said("status.won_with_points"))
        assert not [message for message in ada.dm() if "Your tiles" in text_of(message)]
