"""Statistics and ratings from finished games, and `/stats` and `/leaderboard` over the playground."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import pytest

from bot.features.duplicate.store import DuplicateResults
from bot.features.duplicate.values import DuplicateResult
from bot.features.milestones.store import Milestone, MilestoneKind, MilestoneStore
from bot.features.puzzles.puzzles import Puzzles, SolverStanding
from bot.features.puzzles.text import LEAST_STREAK
from bot.features.statistics.commands import share_stats
from bot.features.statistics.figures import (
    SERIES_PAUSE,
    Against,
    PlayInGame,
    Series,
    figures,
    forms,
    head_to_head,
    series,
)
from bot.features.statistics.profiletext import series_text
from bot.features.statistics.text import weekly
from bot.front.occasions import WEEK, Week
from bot.front.sharing import SHARED_AGAIN
from bot.model.errors import UnknownAction
from bot.model.games import GameOutcome
from bot.model.honours import HonourKind
from bot.model.ratings import Ladder
from bot.playground.cast import GUILD_ID
from bot.service.ratings import Ratings
from bot.store.honours import crown
from bot.store.repositories import Store
from bot.text import texts_for
from engine.game import commands as cmd
from engine.model.tempo import Tempo
from tests.support.finished import SERVER, finish, played
from tests.support.pictures import buttons_of, pictures_of, text_of
from tests.support.playground import DM, Person
from tests.support.running import EPHEMERAL, Scene, answer, ask, board, gathered, resigned, shows, started
from tests.support.sentences import said
from tests.support.service import ADA, BRUNO, HOME, StillClock, process


def test_figures_add_up() -> None:
    """Games with computers are grouped by the highest level at the table."""
    results = (
        played(3, ("computer-2", 1), ("computer-5", 2), ("ada", 3)),
        played(2, ("ada", 1), ("computer-2", 2)),
        played(1, ("ada", 1), ("bruno", 2)),
    )
    found = figures("ada", results)
    assert (found.games, found.wins, found.scores, found.bingos) == (3, 2, (299, 299, 297), 3)
    assert (found.people, found.levels[5], found.levels[2]) == (Against(1, 1), Against(1, 0), Against(1, 1))
    assert found.mean == pytest.approx(298.33, abs=0.01)
    assert figures("carla", ()).games == 0


def test_a_game_in_which_nobody_played_a_word_does_not_lower_the_mean() -> None:
    """It is won or lost all the same."""
    left = played(4, ("bruno", 1), ("ada", 2))
    empty = replace(left, players=tuple(replace(one, score=0, best_points=0, best_word="") for one in left.players))
    found = figures("ada", (empty, played(3, ("ada", 1), ("bruno", 2))))
    assert (found.games, found.wins, found.losses, found.scores, found.mean) == (2, 1, 1, (299,), 299)


def test_form_is_how_the_latest_ten_games_came_out() -> None:
    """The oldest first; a first place that somebody shares is a tie."""
    ways = [(1, 2)] * 8 + [(1, 1), (2, 1), (1, 2), (2, 1)]
    results = [played(number, ("ada", own), ("bruno", other)) for number, (own, other) in enumerate(ways)][::-1]
    won, tied, lost = GameOutcome.WON, GameOutcome.TIED, GameOutcome.LOST
    assert figures("ada", results).form == (*[won] * 6, tied, lost, won, lost)
    assert forms(results, ("ada", "bruno", "chloe"), 2) == {"ada": (won, lost), "bruno": (lost, won), "chloe": ()}


def test_a_series_is_of_the_same_players_with_short_pauses() -> None:
    """Whoever else plays in between breaks nothing; half a day without a game ends it, and later games do not count."""
    pair, hour = (("ada", None), ("bruno", None)), SERIES_PAUSE // 12
    ends = [("ab", 0), ("ab", 13), ("==", 20), ("ba", 26), ("ab", 30), ("ab", 40)]
    places = {"ab": (1, 2), "ba": (2, 1), "==": (1, 1)}
    results = [
        played(number, ("ada", places[way][0]), ("bruno", places[way][1]), ended=at * hour)
        for number, (way, at) in enumerate(ends)
    ]
    results += [played(9, ("ada", 1), ("bruno", 2), ("chloe", 3), ended=27 * hour)]
    newest = sorted(results, key=lambda one: -one.ended)
    assert series(newest, pair, 30 * hour) == Series(4, (("Ada", 2), ("Bruno", 1)), 1)
    assert series(newest, pair, 41 * hour) == Series(5, (("Ada", 3), ("Bruno", 1)), 1)
    assert series(newest, pair, 40 * hour + SERIES_PAUSE + 1) is None
    three = series(newest, (*pair, ("chloe", None)), 30 * hour)
    assert three == Series(1, (("Ada", 1), ("Bruno", 0), ("Chloe", 0)), 0)
    assert series(newest, (("ada", None), ("dora", None)), 30 * hour) is None


def test_a_series_says_how_it_stands() -> None:
    """Two players by a colon, more in a row, with ties if there are any."""
    texts, title = texts_for("en"), said("statistics.series_so_far")
    assert series_text(Series(3, (("Ada", 2), ("Bruno", 1)), 0), texts) == f"{title}: **Ada** 2 : 1 **Bruno**"
    several = Series(3, (("Ada", 1), ("Bruno", 1), ("Chloe", 0)), 1)
    assert series_text(several, texts) == f"{title}: **Ada** 1, **Bruno** 1, **Chloe** 0, 1 tie"


async def test_the_form_in_a_leaderboard_is_of_its_language_tempo_and_server(store: Store) -> None:
    """Of each person the latest games, however many others have played since."""
    await finish(store, [played(number, ("ada", 1), ("bruno", 2)) for number in range(3)])
    lost = ("ada", 2), ("bruno", 1)
    await finish(store, [played(3, *lost, tempo="blitz"), played(4, *lost, server=8), played(5, *lost, rated=False)])
    await finish(store, [played(number, ("chloe", 1), ("deniz", 2)) for number in range(6, 12)])
    ladder = Ladder(SERVER, "en", "rapid")
    assert [one.game for one in await store.results.latest_in(ladder, ("ada",), 2)] == ["g2", "g1"]
    both = await store.results.latest_in(ladder, ("ada", "chloe"), 1)
    assert [one.game for one in both] == ["g11", "g2"]


async def test_a_finished_game_is_written_once_and_survives_a_restart(tmp_path: Path) -> None:
    """The result is part of the commit that ends the game; a void game and an abandoned one leave none."""
    clock = StillClock()
    async with process(tmp_path, clock) as one:
        game = await one.new_game()
        assert await one.store.results.of_person(ADA.id, 10) == ()
        await one.all_pass(game)
        await one.do(game, cmd.Resign(ADA.id))
    async with process(tmp_path, clock) as two:
        (result,) = await two.store.results.of_person(ADA.id, 10)
        assert (result.game, result.server, result.rated, result.ended) == (game, HOME.guild_id, True, clock.now())
        assert [(seat.player, seat.place) for seat in result.players] == [(ADA.id, 2), (BRUNO.id, 1)]
        assert (result.language, result.tempo) == ("en", Tempo.CORRESPONDENCE)
        assert await two.store.results.of_game(game) == result
        void = await two.new_game()
        await two.do(void, cmd.Resign(ADA.id))
        broken = await two.new_game()
        await two.all_pass(broken)
        await two.do(broken, cmd.End("999", moderator=True))
        assert len(await two.store.results.of_person(ADA.id, 10)) == 1


def test_games_against_ones_own_guests_do_not_count() -> None:
    """A win against a guest at one's own screen is no win; with anyone else at the table, the game counts."""
    alone, mixed = played(1, ("ada", 1), ("ada#2", 2)), played(2, ("ada", 1), ("ada#2", 2), ("bruno", 3))
    assert figures("ada", (alone,)).games == 0
    assert figures("ada", (mixed, alone)).people == Against(1, 1)
    assert figures("ada", (played(3, ("ada", 1), ("computer-3", 2)),)).games == 1


async def test_the_digest_names_the_leaders_after_a_week_with_a_rated_game(store: Store) -> None:
    """What always stands is no news."""
    await finish(store, [played(WEEK, ("ada", 1), ("bruno", 2))])
    told = weekly(SimpleNamespace(ratings=Ratings(store.ratings), store=store))  # type: ignore[arg-type]
    texts = texts_for("en")
    assert "1\\. **Ada** 1" in await told(Week(SERVER, WEEK + 1), texts)
    assert await told(Week(SERVER, 2 * WEEK + 1), texts) == ""
    assert await told(Week(SERVER + 1, WEEK + 1), texts) == ""


async def test_X13_two_people_have_a_record_against_each_other(store: Store) -> None:
    """In one server, whoever else was at the table; a run is of games in which one came out ahead."""
    ways = ["ab", "ab", "ba", "ab", "ab", "ab", "==", "ba"]
    places = {"ab": (1, 2), "ba": (3, 1), "==": (2, 2)}
    for number, way in enumerate(ways):
        ada, bruno = places[way]
        await finish(store, [played(number, ("ada", ada), ("bruno", bruno), ("computer-3", 2))])
    await finish(store, [played(20, ("ada", 1), ("bruno", 2), server=8), played(21, ("ada", 1), ("chloe", 2))])
    found = head_to_head(await store.results.between(SERVER, "ada", "bruno", 99), "ada", "bruno")
    assert (found.games, found.ties) == (8, 1)
    first, second = found.sides
    assert (first.wins, first.streak, sum(first.scores), first.bingos) == (5, 3, 8 * 300 - 13, 8)
    assert (second.wins, second.streak, sum(second.scores)) == (2, 1, 8 * 300 - 14)
    assert second.best == PlayInGame("g7", "X", 50)
    assert [one.winner for one in found.latest] == [1, None, 0, 0, 0]
    assert [one.ended for one in found.latest] == [7, 6, 5, 4, 3]
    assert head_to_head(await store.results.between(None, "ada", "bruno", 99), "ada", "bruno").games == 0
    assert len(await store.results.between(SERVER, "bruno", "ada", 2)) == 2


async def test_finished_games_show_in_figures_and_in_the_leaderboard(tmp_path: Path) -> None:
    """Nobody is listed before a game is over; afterwards the winner is first."""
    async with gathered(tmp_path, "A", "C", "CAT", "SOD", letters="CATSODEEE", rack_size=3) as (_, ada, bruno):
        await ask(ada, "/stats", said("statistics.not_finished_game_yet"))
        await ask(ada, "/leaderboard", said("statistics.nobody_rated_yet"))
        first = await started(ada, bruno)
        await ada.wait_message(said("rules.rated_if_two_play"))
        await resigned(ada, bruno, first)
        await ada.wait_message(said("statistics.game_is_rated"))
        told = text_of(await ask(ada, "/leaderboard", "Ada"))
        assert told.index("Ada") < told.index("Bruno")
        assert "?" in told
        figures = text_of(await ask(ada, "/stats", "'s statistics"))
        assert "1 game, 1 win" in figures
        assert "CAT" in figures
        assert "place 1" in figures
        await ask(ada, f"/stats player:{bruno.id}", "1 game, 0 wins")


@pytest.mark.gate
async def test_menus_of_messages_and_people(tmp_path: Path) -> None:
    """A board's menu shows it as text; a person's menu shows figures; without a game there is no board."""
    async with gathered(tmp_path, "A", "C", "CAT", "SOD", letters="CATSODEEE", rack_size=3) as (_, ada, bruno):
        first = await started(ada, bruno)
        await ada.menu("Board as text", first)
        await answer(ada, said("spoken.board_is_empty"))
        chat = await bruno.say("hello", channel="games")
        await ada.menu("Board as text", chat, channel="games")
        await ada.wait_message(said("games.no_game"), channel="games")
        await ada.menu("Game statistics", {"id": bruno.id})
        await answer(ada, said("statistics.not_finished_game_yet"))


@pytest.mark.gate
async def test_X13_ratings_of_a_language_and_tempo_are_shown_where_a_server_wants_them(tmp_path: Path) -> None:
    """In games with clocks, by default: before them, and what they have done to the ratings."""
    draws = ("A", "C", "CAT", "SOD")
    async with gathered(tmp_path, *draws, letters="CATSODEEE", rack_size=3) as (stage, ada, bruno):
        await resigned(ada, bruno, await started(ada, bruno))
        assert said("statistics.ratings") not in text_of(await board(ada, "**Bruno** resigned."))
        await ask(ada, "/leaderboard tempo:rapid", said("statistics.none_of_these"))
        stage.luck.draws[:] = draws
        first = await started(ada, bruno, "variant:tiny preset:rapid")
        assert said("statistics.ratings") not in text_of(first)
        await resigned(ada, bruno, first)
        ratings = said("statistics.ratings", ladder="English, rapid", ratings="**Ada** 1")
        over = text_of(await ada.wait_message(ratings))
        assert "? (+" in over and "**Bruno** " in over and "**Bruno** resigned." in over
        stage.luck.draws[:] = draws
        assert ratings in text_of(await started(ada, bruno, "variant:tiny preset:rapid"))
        await ada.wait_message(lambda message: ratings in text_of(message) and "seats taken" in text_of(message))
        table = await ask(bruno, "/leaderboard language:English", "English, ")
        assert "English, slow: 2 people" in text_of(table) and "English, rapid: 2 people" in text_of(table)
        await bruno.select(table, "en-rapid")
        shown = await bruno.wait_message("Leaderboard: English, rapid")
        await bruno.select(shown, "en-correspondence")
        await bruno.wait_message("Leaderboard: English, slow")
        own = text_of(await ask(ada, "/stats", "'s statistics"))
        assert said("statistics.over_all_servers") not in own and "English, rapid: 1" in own
        await played_elsewhere(stage, ada, bruno)
        own = text_of(await ask(ada, "/stats", said("statistics.over_all_servers")))
        assert "English, rapid: 1" in own and "(2 rated games)" in own
        await ask(bruno, f"/stats player:{ada.id}", said("statistics.over_all_servers"))


async def played_elsewhere(stage: Scene, ada: Person, bruno: Person) -> None:
    """Let the two have finished a rapid game in another server."""
    assert stage.app and stage.app.core
    await finish(stage.app.core.store, [played(1, (str(ada.id), 1), (str(bruno.id), 2), server=8)])


@pytest.mark.soak
async def test_X13_two_people_have_a_record(tmp_path: Path) -> None:
    """Once they have finished a game together."""
    async with gathered(tmp_path, "A", "C", "CAT", "SOD", letters="CATSODEEE", rack_size=3) as (_, ada, bruno):
        never = said("statistics.never_met", first="**Ada**", second="**Bruno**")
        await ask(ada, f"/stats versus:{bruno.id}", never)
        await resigned(ada, bruno, await started(ada, bruno))
        told = text_of(await ask(ada, f"/stats versus:{bruno.id}", said("statistics.met", first="Ada", second="Bruno")))
        assert "1 game\nAda: 1 win, average 60, best score 60, best play CAT for 60 points, 1 bingo\n" in told
        assert "\nBruno: 0 wins, average 0, best score 0\n" in told and "Ada 60, Bruno 0" in told
        await ask(bruno, f"/stats player:{ada.id} versus:{ada.id}", "'s statistics")


@pytest.mark.soak
async def test_the_leaderboard_leaves_out_who_has_left_the_server(tmp_path: Path) -> None:
    """At once, however often it is looked at; the next ones move up."""
    async with gathered(tmp_path, people=("Ada", "Bruno")) as (stage, ada, bruno):
        await finish(stage.app.core.store, [played(1, (bruno.id, 1), (ada.id, 2), server=GUILD_ID)])
        await ask(ada, "/leaderboard", bruno.id)
        world = stage.playground.world
        del world.guild(GUILD_ID).members[bruno.id]
        told = text_of(await ask(ada, "/leaderboard", ada.id))
        assert bruno.id not in told and "1." in told


async def over_again(ada: Person, bruno: Person, stage: Scene, first: dict[str, Any], loser: Person) -> dict[str, Any]:
    """Let both pass and one of them resign; returns the end."""
    state = await stage.state(ada.channel_id())
    order = [ada, bruno] if state.seats[state.on_turn].player.name == "Ada" else [bruno, ada]
    for one in order:
        await ask(one, "/move pass")
        await board(ada, said("happenings.passed", name=f"**{one.name}**"), after=first)
    await loser.click(await ask(loser, "/game resign", said("lobby.want_to_resign")), "Resign")
    return await board(ada, f"**{loser.name}** resigned.", after=first)


async def test_M10_a_rematch_shows_how_the_series_stands(tmp_path: Path) -> None:
    """Not after the first game, but in the lobby of the rematch, and from the second game on at the end."""
    async with gathered(tmp_path, letters="CATSODEEE", rack_size=3) as (stage, ada, bruno):
        title = said("statistics.series_so_far")
        end = await over_again(ada, bruno, stage, await started(ada, bruno), bruno)
        assert title not in text_of(end)
        for loser, before, after in ((ada, "1 : 0 **Bruno**", "1 : 1"), (bruno, "1 : 1", "2 : 1 **Bruno**")):
            await ada.click(end, "Rematch")
            lobby = await bruno.wait_message("seats taken", after=end)
            assert title in text_of(lobby) and f" {before}" in text_of(lobby)
            await bruno.click(lobby, "Join")
            await shows(ada, lobby, ". Bruno")
            await ada.click(lobby, "Start")
            end = await over_again(
                ada, bruno, stage, await board(ada, said("happenings.goes_first"), after=lobby), loser
            )
            assert title in text_of(end) and f" {after}" in text_of(end)


async def test_trophies_are_what_was_won_and_what_features_add(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each in its server, also without a game; a milestone that somebody does not want told is none.

    Two days in a row are no streak yet.
    """
    async with gathered(tmp_path, people=("Ada",)) as (stage, ada):
        core, person = stage.app.core, str(ada.id)
        async with core.store.database.write() as connection:
            for key, title in (("a", "Harbour Cup"), ("b", "Winter Open")):
                await crown(connection, key, GUILD_ID, HonourKind.TOURNAMENT, {person: "Ada"}, title, 1)
            await crown(connection, "c", GUILD_ID, HonourKind.SEASON, {person: "Ada"}, "Sunday league", 1)
            await crown(connection, "d", 8, HonourKind.DUPLICATE, {person: "Ada"}, "", 1)
        milestones = MilestoneStore(core.store.database)
        found = [Milestone(person, "Ada", kind, "g1") for kind in (MilestoneKind.WIN, MilestoneKind.BINGO)]
        await milestones.keep(GUILD_ID, found)
        told = text_of(await ask(ada, "/stats", "2 tournaments won: Harbour Cup, Winter Open"))
        assert said("statistics.not_finished_game_yet", name="Ada") not in told
        assert "1 league season won: Sunday league" in told and "duplicate" not in told
        assert "2 milestones: First win, First bingo" in told
        await milestones.switch(person, MilestoneKind.BINGO, on=False)
        now = SolverStanding(person, "Ada", 1500, 9, 1, LEAST_STREAK - 1)
        monkeypatch.setattr(Puzzles, "standing", lambda *_: asyncio.sleep(0, now))
        monkeypatch.setattr(Puzzles, "solved_by", lambda *_: asyncio.sleep(0, 21))
        told = text_of(await ask(ada, "/stats", "Harbour Cup"))
        assert "1 milestone: First win" in told and said("puzzles.puzzles_day_solved_row", count=2) not in told
        assert said("puzzles.solved", 21) in told
        now = replace(now, longest=LEAST_STREAK)
        await ask(ada, "/stats", said("puzzles.streaks", streak=1, longest=LEAST_STREAK))
        now = replace(now, streak=LEAST_STREAK)
        await ask(ada, "/stats", said("puzzles.puzzles_day_solved_row", count=LEAST_STREAK))
        results = DuplicateResults(core.store.database)
        await results.note([DuplicateResult(1, person, GUILD_ID, 0.5), DuplicateResult(1, "9", GUILD_ID, 0.9)])
        await results.note([DuplicateResult(2, person, GUILD_ID, 0.753)])
        await results.note([DuplicateResult(3, person, 8, 0.8)])
        shown = await ask(ada, "/stats", said("duplicate.played", 2, percent="75.3%"))
        assert pictures_of(shown)


def are_public(*told: str) -> Callable[[dict[str, Any]], bool]:
    """Whether everyone sees a message that says all this."""
    return lambda message: not message["flags"] & EPHEMERAL and all(one in text_of(message) for one in told)


async def test_X13_nobody_shares_a_card_about_nobody(store: Store) -> None:
    """As no button says."""
    request: Any = MagicMock(place=HOME)
    request.services.standing.results = store.results
    with pytest.raises(UnknownAction):
        await share_stats(request, 0, 0)


async def test_X13_statistics_and_leaderboards_are_shared_as_everyone_may_see_them(tmp_path: Path) -> None:
    """A card names who shares it unless it is about them, and comes once in a while; nobody posts where they cannot."""
    async with gathered(tmp_path, people=("Ada", "Bruno", "Chloe")) as (stage, ada, bruno, chloe):
        assert stage.app and stage.app.core
        assert "Share" not in buttons_of(await ask(chloe, "/stats"))
        store, by_bruno = stage.app.core.store, said("sharing.shared_by", name="**Bruno**")
        await finish(store, [played(1, (ada.id, 1), (chloe.id, 2), server=8)])
        own = await ask(ada, "/stats", said("statistics.over_all_servers"))
        stage.clock.push((SHARED_AGAIN - stage.clock.now() % SHARED_AGAIN) / 1000)
        await ada.click(own, "Share")
        card = await bruno.wait_message(are_public("'s statistics"))
        assert pictures_of(card) and not buttons_of(card)
        assert said("statistics.over_all_servers") not in text_of(card) and said("sharing.shared_by") not in text_of(
            card
        )
        await ada.click(own, "Share")
        await answer(ada, said("sharing.shared_moment_ago"))
        await finish(store, [played(2, (ada.id, 1), (chloe.id, 2), server=GUILD_ID)])
        met = await ask(bruno, f"/stats player:{ada.id} versus:{chloe.id}")
        await bruno.click(met, "Share")
        assert pictures_of(await ada.wait_message(are_public(by_bruno), after=met))
        table = await ask(bruno, "/leaderboard", ada.id)
        await bruno.click(table, "Share")
        shown = await ada.wait_message(are_public(by_bruno), after=table)
        assert pictures_of(shown) and not buttons_of(shown)
        world = stage.playground.world
        world.deny(world.channel(bruno.channel_id()), bruno.id, "send_messages")
        await bruno.click(table, "Share")
        await answer(bruno, said("sharing.not_yours"))
        assert "Share" not in buttons_of(await ask(bruno, "/leaderboard", ada.id))
        await ada.open_dm()
        assert "Share" not in buttons_of(await ask(ada, "/stats", channel=DM))
