"""What moderators of a server do to games and people, and where they find it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.front import pause
from bot.playground.cast import GUILD_ID, REGULAR_ROLE
from bot.text.refusals import WORDINGS
from engine import errors as err
from tests.features.test_duplicate import begun, submit
from tests.features.test_permissions import Four, four
from tests.support.duplicates import topper
from tests.support.evening import press
from tests.support.pictures import buttons_of, text_of
from tests.support.playground import DM
from tests.support.running import DRAWS, LETTERS, answer, ask, board, dealt, file_of, gathered, shows, started
from tests.support.sentences import said


async def test_a_question_mark_in_an_answer_says_how_a_blank_is_typed(tmp_path: Path) -> None:
    """In a duplicate and in a game; nobody waits for an answer that never comes."""
    async with gathered(tmp_path, "CATSDOE", letters="CATSDOEGHORNFARMNETTOE", topper=topper()) as (_, ada, bruno):
        round_ = await begun(ada, bruno)
        told = await submit(bruno, round_, "8H CAT?")
        assert said("moves.blank_without_letter", text="CAT?") in text_of(told)


async def test_a_refusal_that_cannot_be_worded_is_told_as_a_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bug in the reason leaves nobody waiting either."""

    def fails(*_: object) -> str:
        raise IndexError

    async with gathered(tmp_path, "A", "C", letters="CATSODEEE", rack_size=3) as (world, ada, bruno):
        await dealt(world, ada, bruno)
        monkeypatch.setitem(WORDINGS, err.NotYourTurn, fails)  # type: ignore[arg-type]
        await ask(bruno, "/move pass", said("refusals.failure"))


async def test_a_lobby_that_is_closed_says_so_itself(tmp_path: Path) -> None:
    """There is no second message, and nothing is left that asks people to join."""
    async with gathered(tmp_path, letters="CATSODEEE", rack_size=3) as (_, ada, bruno):
        await ask(ada, "/game new variant:tiny name:Friday")
        lobby = await bruno.wait_message("seats taken")
        last = await ask(ada, "/game end")
        await ada.click(last, "End the game")
        closed = await shows(bruno, lobby, said("board.game_closed_before"))
        assert "Friday" in text_of(closed)
        assert not buttons_of(closed)
        assert bruno.last() == closed


async def test_a_lobby_whose_game_has_begun_asks_nobody_to_join(tmp_path: Path) -> None:
    """Without a thread, it stays above the board, without its buttons and what they are for."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (_, ada, bruno):
        await ask(ada, "/game new variant:tiny")
        lobby = await bruno.wait_message("seats taken")
        asks = "can press **Start**"
        await bruno.click(lobby, "Join")
        assert asks in text_of(await shows(ada, lobby, "Bruno"))
        await ada.click(lobby, "Start")
        await ada.wait(lambda: not buttons_of(ada.now(lobby) or lobby), "no buttons")
        assert asks not in text_of(ada.now(lobby) or lobby)


async def test_a_page_of_the_settings_keeps_its_way_back(tmp_path: Path) -> None:
    """Also when what is pressed there makes the page anew."""
    async with gathered(tmp_path, letters="CATSODEEE") as (_, ada, _bruno):
        for command in ("/settings server", "/settings mine"):
            panel = await ask(ada, command)
            await ada.select(panel, "milestones", which=said("settings.more_pages"))
            page = await shows(
                ada,
                panel,
                "Milestones in" if "server" in command else said("milestones.announce_on", title="First win"),
            )
            assert "Back" in buttons_of(page)
            page = await press(
                ada,
                page,
                said("milestones.announce_on", title="First win"),
                said("milestones.announce_off", title="First win"),
            )
            assert buttons_of(page).count("Back") == 1
            await press(ada, page, "Back", said("settings.who_may") if "server" in command else "Your settings")


# --- moderators -------------------------------------------------------------------------------------------------------


@asynccontextmanager
async def four_with_game(folder: Path) -> AsyncIterator[Four]:
    """Ada moderates; Chloe and Deniz play, and both have passed."""
    async with four(folder) as one:
        await started(one.chloe, one.deniz)
        for person, other in ((one.chloe, one.deniz), (one.deniz, one.chloe)):
            await ask(person, "/move pass")
            await board(other, said("happenings.passed", name=f"**{person.name}**"))
        yield one


async def test_moderators_end_a_game_and_remove_a_player_from_a_list(tmp_path: Path) -> None:
    """The questions name the game and what comes of it, and whoever is removed is told."""
    async with four_with_game(tmp_path) as one:
        listed = await ask(one.ada, "/manage games")
        await one.ada.select(listed, "Chloe v Deniz")
        page = await shows(one.ada, listed, "**Chloe v Deniz**")
        question = await press(one.ada, page, "End the game", said("pause.nobody_wins"))
        assert "**Chloe v Deniz**" in text_of(question)
        whom = await press(one.ada, page, "Remove a player")
        await one.ada.select(whom, "Deniz")
        question = await shows(one.ada, whom, said("seats.remove_from", name="**Deniz**", game="**Chloe v Deniz**"))
        assert said("seats.winner_then", winner="**Chloe**") in text_of(question)
        assert said("seats.counts_no_more") in text_of(question)
        await one.ada.click(question, "Remove")
        told = await one.deniz.wait_message(said("seats.removed_by_moderator"), channel=DM)
        assert "Chloe v Deniz" in text_of(told)
        assert said("status.won", name="**Chloe**") in text_of(
            await one.chloe.wait_message(said("status.won", name="**Chloe**"))
        )


async def test_a_question_about_a_player_removes_nobody_else(tmp_path: Path) -> None:
    """Also if someone has taken the seat over in the meantime."""
    async with four_with_game(tmp_path) as one:
        question = await ask(one.ada, "/game seat remove player:Deniz", said("seats.remove_from", name="**Deniz**"))
        await ask(one.ada, "/game seat give player:Deniz person:Bruno tiles:new", "I have asked **Bruno**")
        await one.bruno.click(
            await one.bruno.wait_message(said("specials.you_like_play_seat", name="**Deniz**")), "I agree"
        )
        await one.chloe.wait_message(said("specials.takes_over_new_tiles", name="**Bruno**", before="**Deniz**"))
        await press(one.ada, question, "Remove", said("seats.that_player_left"))
        await ask(one.bruno, "/rack")


async def test_a_list_of_more_games_than_a_menu_holds_has_pages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It counts all of them, begins with those of the channel, and leads back to the page it was on."""
    monkeypatch.setattr(pause, "MOST_OPTIONS", 1)
    async with four_with_game(tmp_path) as one:
        one.ada.place = "games"
        await ask(one.ada, "/game new variant:tiny name:Friday")
        listed = await ask(one.ada, "/manage games", "2 games are open")
        assert "More" in buttons_of(listed) and "Back" not in buttons_of(listed)
        second = await press(one.ada, listed, "More", "2 games are open")
        assert "Back" in buttons_of(second) and "More" not in buttons_of(second)
        await one.ada.select(second, "Chloe v Deniz")
        page = await shows(one.ada, second, "**Chloe v Deniz**")
        again = await press(one.ada, page, "Back", "2 games are open")
        first = await press(one.ada, again, "Back", "2 games are open")
        await one.ada.select(first, "Friday")
        await shows(one.ada, first, "**Friday**")


async def test_a_role_may_moderate_games_but_never_everyone(tmp_path: Path) -> None:
    """Bruno, who plays in no game, ends that of others as soon as his role may; More has the same for him."""
    async with four_with_game(tmp_path) as one:
        await ask(one.bruno, "/game end", "Only the host")
        panel = await ask(one.ada, "/settings server", said("settings.who_may"))
        await one.ada.select(panel, "Moderating games", which=said("settings.change"))
        page = await shows(one.ada, panel, "### Moderating games")
        assert "Everyone" not in buttons_of(page)
        await one.ada.select(panel, GUILD_ID, which=said("settings.also_members_role"))
        await shows(one.ada, panel, "Now: moderators only")
        await one.ada.select(panel, REGULAR_ROLE, which=said("settings.also_members_role"))
        await shows(one.ada, panel, f"<@&{REGULAR_ROLE}> and moderators")
        more = await press(one.bruno, await board(one.bruno, "**Deniz** passed"), "More")
        assert buttons_of(more)[-2:] == ["End the game", "Remove a player"]
        question = await press(one.bruno, more, "End the game", said("pause.nobody_wins"))
        await one.bruno.click(question, "End for good")
        await one.chloe.wait_message("Nobody won")


async def test_a_lobby_is_called_off_by_the_same_command(tmp_path: Path) -> None:
    """By its host and by moderators; other players are told who can."""
    async with four(tmp_path) as one:
        await ask(one.chloe, "/game new variant:tiny name:Friday")
        lobby = await one.deniz.wait_message("seats taken")
        await one.deniz.click(lobby, "Join")
        await shows(one.chloe, lobby, ". Deniz")
        await ask(one.deniz, "/game cancel", "Only the host")
        await ask(one.chloe, "/game cancel", said("pause.call_off", game="**Friday**"))
        question = await ask(one.ada, "/game cancel", said("pause.call_off", game="**Friday**"))
        await one.ada.click(question, "End the game")
        await shows(one.chloe, lobby, said("board.game_closed_before"))


# --- what the bot does by itself --------------------------------------------------------------------------------------


async def test_commands_of_moderators_show_the_switch_that_they_are_about(tmp_path: Path) -> None:
    """With what has to be known before, and where it is switched on already, nothing to switch on."""
    async with gathered(tmp_path, letters="CATSODEEE", topper=topper()) as (_, ada, _bruno):
        for name in ("puzzle", "together", "digest"):
            page = await ask(ada, f"/manage {name}", said("settings.comes_at_hour", zone="UTC"))
            assert buttons_of(page) == ["Switch on here", "Back"]
        shared = await ask(ada, "/manage offers", said("seeks.what_is_shared"))
        assert "Switch on here" in buttons_of(shared)
        calendar = await ask(ada, "/manage calendar")
        assert buttons_of(calendar) == ["Switch on", "Back"]
        page = await press(ada, await ask(ada, "/manage digest"), "Switch on here", "Now: <#")
        assert buttons_of(page) == ["Switch off", "Back"]
        ada.place = "games"
        assert "Move it here" in buttons_of(await ask(ada, "/manage digest"))


async def test_ending_the_daily_duplicate_asks(tmp_path: Path) -> None:
    """From its page, too, which stays if the answer is Back."""
    async with gathered(tmp_path, letters="CATSDOEGHORNFARMNETTOE", topper=topper()) as (_, ada, bruno):
        await ask(ada, "/manage together switch:on")
        first = await bruno.wait_message(said("duplicate.daily_round", number=1))
        await bruno.click(first, "Leave")
        await answer(bruno, said("duplicate.not_in_daily"))
        page = await press(ada, await ask(ada, "/manage together"), "Switch off")
        assert buttons_of(page) == ["Switch off", "Back"]
        await ask(bruno, "/together daily", "<#")
        await press(ada, page, "Switch off", said("duplicate.daily_ended"))


async def test_the_time_zone_has_a_button(tmp_path: Path) -> None:
    """And says that it is chosen."""
    async with gathered(tmp_path) as (_, ada, _bruno):
        panel = await ask(ada, "/settings server")
        await ada.click(panel, "Time zone")
        await ada.submit({"zone": "Vienna"})
        await shows(ada, panel, said("settings.time_zone_set"))
        assert "Language: default (English)" in str(panel)


async def test_a_variant_hands_out_its_file_to_begin_another_one_from(tmp_path: Path) -> None:
    """That file can be loaded as it is, under another name."""
    async with gathered(tmp_path) as (_, ada, _bruno):
        assert said("boards.wild_about") in text_of(await ask(ada, "/settings variants"))
        shown = await ask(ada, "/settings variants name:wild")
        handed = await press(ada, shown, "Get the file")
        text = (await file_of(ada, handed)).decode().replace('name = "wild"', 'name = "harbour"')
        await ask(ada, "/settings variants", "harbour", file=("harbour.toml", text))
