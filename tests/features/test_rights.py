"""Rights in a game: those of its own server's moderators, its host and its players, and nobody else's (ledger K1)."""

from __future__ import annotations

from pathlib import Path

from bot.features.chat import ChatServices
from tests.support.playground import DM
from tests.support.readable import buttons_of, text_of
from tests.support.ruled import begun, opened
from tests.support.running import answer, ask, board, gathered
from tests.support.sentences import said
from tests.support.service import passes

FOREIGN = {
    "/game pause": "no seat",
    "/game save": "no seat",
    "/game end": "Only the host",
    "/seat remove player:2": "Only the host",
    "/seat give player:2 person:Deniz": "Only the host",
    "/seat give player:2 person:Deniz tiles:new": "Only the host",
    "/game rules rule:hints value:off": "Only the host",
    "/seat computer level:3": "no seat",
    "/game start": "no seat",
    "/undo": "no seat",
    "/swap": "no seat",
    "/nudge": "no seat",
    "/seat guest name:Eve": "no seat",
    "/game leave": "no seat",
    "/game resign": "no seat",
    "/play move:8G CAT": "no seat",
    "/try move:8G CAT": "no seat",
    "/pass": "no seat",
    "/exchange tiles:all": "no seat",
    "/challenge": "no seat",
    "/hint": "no seat",
    "/rack": "no seat",
    "/draw": "no seat",
}
"""The answers to a moderator of a server that only shows the game."""


async def test_X2_a_moderator_of_another_server_has_no_say_in_a_game_shown_there(tmp_path: Path) -> None:
    """Chloe owns the other server and brings the game there by its public code, but may only watch."""
    places = {"Ada": "general", "Bruno": "general", "Chloe": "quay"}
    async with gathered(tmp_path, rack_size=3, thinker=passes, people=places) as (stage, ada, bruno, chloe):
        first = await begun((ada, bruno))
        assert stage.app and stage.app.core
        code = await stage.app.core.games.in_channel(int(first["channel_id"])) or ""
        await ask(chloe, f"/game watch code:{code}", said("look.every_board_game_shown"))
        there = await board(chloe)
        before = await stage.state(first["channel_id"])
        for line, refusal in FOREIGN.items():
            await ask(chloe, line, refusal)
        for button in set(buttons_of(there)) & {"Rack", "Hint", "Challenge", "Undo"}:
            last = chloe.last()
            await chloe.click(there, button)
            await answer(chloe, "no seat", after=last)
        assert await stage.state(first["channel_id"]) == before
        assert not any("Your tiles" in text_of(message) for message in [*chloe.dm(), *chloe.visible()])
        await ask(chloe, f"/game watch code:{code} stop:yes", "no longer shown")
        await ask(bruno, "/game end", "Only the host")


async def test_X2_a_seat_is_handed_over_by_consent_or_with_new_tiles(tmp_path: Path) -> None:
    """Ada moderates: Deniz agrees, so that Chloe gets the same tiles; without consent the tiles are new."""
    people = ("Ada", "Bruno", "Chloe", "Deniz")
    async with gathered(tmp_path, rack_size=3, thinker=passes, people=people) as (stage, ada, bruno, chloe, deniz):
        first = await begun((bruno, deniz))
        tiles = await stage.rack(deniz, first["channel_id"])
        await ask(chloe, "/seat give player:Deniz person:Chloe", "Only the host")
        await ask(ada, "/seat give player:Deniz person:Chloe", "I have asked **Deniz**")
        question = await chloe.wait_message(said("specials.take_over_seat"))
        await stage.restart()
        for wrong in (chloe, ada, bruno):
            last = wrong.last()
            await wrong.click(question, "I agree")
            await answer(wrong, said("seats.nobody_asking_you"), after=last)
        assert await stage.rack(deniz, first["channel_id"]) == tiles
        await deniz.click(question, "I agree")
        question = await chloe.wait_message("**Deniz**?", after=question)
        await chloe.click(question, "I agree")
        await bruno.wait_message("**Chloe** takes over from **Deniz**.")
        assert await stage.rack(chloe, first["channel_id"]) == tiles
        await ask(ada, "/seat give player:Chloe person:Ada tiles:new", said("specials.seat_is_yours"))
        await bruno.wait_message(said("specials.takes_over_new_tiles", name="**Ada**", before="**Chloe**"))
        assert await stage.rack(ada, first["channel_id"]) != tiles
        await ask(chloe, "/rack", "no seat")


async def test_X2_only_players_take_part_in_the_chat_by_direct_message(tmp_path: Path) -> None:
    """A player who has left a game shown in their direct messages no longer reads its players' chat."""
    people = {"Ada": "general", "Bruno": "general", "Deniz": DM}
    async with gathered(tmp_path, rack_size=3, thinker=passes, people=people) as (stage, ada, bruno, deniz):
        lobby = await opened((ada, bruno))
        assert stage.app and stage.app.core
        code = await stage.app.core.games.in_channel(int(lobby["channel_id"])) or ""
        await deniz.open_dm()
        await ask(deniz, f"/game join code:{code}")
        await ask(deniz, "/game leave")
        await ask(deniz, "/game chat switch:on", "no seat")
        assert not await stage.app.core.services.of(ChatServices).chat.links_of(code)
