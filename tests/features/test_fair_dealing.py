"""What one player cannot do to another, and limits on threads, games and requests."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import pytest

from bot.competitions.results import BOTH_LOSE, BYE, PairedResult
from bot.competitions.results import result_of as paired_result
from bot.features.leagues.values import sides_of
from bot.features.milestones.milestones import candidates
from bot.model.games import GamePhase, Place
from bot.playground.limits import walk
from bot.service.known import result_of
from bot.text import cast_of, texts_for
from bot.text.receipts import receipt
from bot.text.scores import final_places, reason_text
from engine import errors as err
from engine.game import commands as cmd
from engine.game import events as ev
from engine.game.codec import decode, encode
from engine.game.history import history
from engine.game.phases import EndReason, Over, Paused
from engine.game.state import Departed, GameState, Person
from engine.game.views import table_view
from engine.model.rules import PRESETS, Rules
from tests.support.games import NO_UNDO, Table, check_invariants
from tests.support.pictures import pictures_of, text_of
from tests.support.playground import DM
from tests.support.playground import Person as PlaygroundPerson
from tests.support.running import EPHEMERAL, Scene, answer, ask, board, gathered, started
from tests.support.sentences import said
from tests.support.service import StillClock, passes

ENGLISH = texts_for("en")
ADA, BRUNO, DENIZ = (Person(name, name.title()) for name in ("ada", "bruno", "deniz"))
COMPUTER = NO_UNDO.with_value("on_leave", "computer")
TIMED = NO_UNDO.with_value("turn_clock", "1m")


def table(rules: Rules = NO_UNDO, names: tuple[str, ...] = ("ada", "bruno")) -> Table:
    """A game that has begun, Ada on turn and host."""
    return Table(rules, names=names).start(*("AEINRST", "CATSDOG", "HORNFAR")[: len(names)])


def moved() -> Table:
    """The same after both have moved, so that it counts."""
    made = table()
    made.pass_()
    made.pass_()
    return made


def three(rules: Rules = NO_UNDO) -> Table:
    """The same for three."""
    return table(rules, ("ada", "bruno", "chloe"))


def shared() -> Table:
    """Ada (101) with her guests Ben and Cleo, and Ada on turn."""
    made = Table(NO_UNDO, names=("101",))
    for name in ("Ben", "Cleo"):
        made.do(cmd.AddGuest("101", name))
    return made.start("AEINRST", "CATSDOG", "HORNFAR")


def is_rated(one: Table) -> bool:
    """Whether the finished game counts for ratings."""
    result = result_of("g", Place(1, 2), one.game, one.events)
    assert result is not None
    return result.rated


def over(state: GameState) -> Over:
    """How it ended."""
    assert isinstance(state.phase, Over)
    return state.phase


# --- seats ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", [NO_UNDO, COMPUTER])
def test_a_guests_or_an_empty_seat_is_offered_too(rules: Rules) -> None:
    """A host's own guest, and a seat that was left, whoever keeps it."""
    one = Table(rules, names=("101", "102"))
    one.do(cmd.AddGuest("101", "Eve"))
    one.start("AEINRST", "CATSDOG", "HORNFAR")
    one.do(cmd.Leave("102"))
    for seat in (1, 2):
        one.do(cmd.OfferSeat(DENIZ, seat, "101"))
        assert one.game.seat_of("deniz") is None


def test_an_offer_ends_with_its_host() -> None:
    """Whoever was removed seats nobody any more."""
    one = three()
    one.do(cmd.OfferSeat(DENIZ, 1, "ada", new_tiles=True))
    number = one.game.sequence
    one.do(cmd.RemoveSeat("mia", 0, moderator=True))
    with pytest.raises(err.NoSuchOffer):
        one.do(cmd.AgreeToOffer("deniz", number))


def test_an_offer_of_the_previous_version_is_read() -> None:
    """It asked only the player of the seat."""
    old = {"type": "SeatOffered", "v": 1, "at": 1, "seat": 1, "player": {"id": "deniz", "name": "Deniz"}, "by": "ada"}
    event = decode(old)
    assert event == ev.SeatOffered(1, 1, DENIZ, "ada") and decode(encode(event)) == event


# --- removed, resigned, and the host ----------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", [NO_UNDO, COMPUTER])
@pytest.mark.parametrize("command", [cmd.Resign("ada"), cmd.Leave("ada"), cmd.RemoveSeat("mia", 0, moderator=True)])
def test_the_hosts_rights_pass_on(rules: Rules, command: cmd.Command) -> None:
    """To the next person in play; who was host can no longer pause, end or remove."""
    one = three(rules)
    one.do(command)
    assert one.game.host == "bruno"
    for refused in (cmd.End("ada"), cmd.RemoveSeat("ada", 1), cmd.OfferSeat(DENIZ, 1, "ada")):
        with pytest.raises(err.OnlyHost):
            one.do(refused)
    one.do(cmd.RemoveSeat("bruno", 2))


def test_a_host_keeps_the_rights_while_a_guest_plays_on() -> None:
    """And who comes back is a player like any other."""
    one = Table(NO_UNDO, names=("101", "102"))
    one.do(cmd.AddGuest("101", "Eve"))
    one.start()
    one.do(cmd.Resign("101", seat=0))
    assert one.game.host == "101"
    one.do(cmd.Leave("101", seat=2))
    assert one.game.host == "102" or isinstance(one.game.phase, Over)


# --- ending and pausing -----------------------------------------------------------------------------------------------


def test_a_player_ends_a_game_against_people_only_by_resigning() -> None:
    """The opponent wins, and the game is rated; a moderator who does not play still ends it for nothing."""
    one, other = moved(), table()
    with pytest.raises(err.EndingResigns):
        one.do(cmd.End("ada"))
    one.do(cmd.End("ada", resigns=True))
    assert over(one.game).winners == (1,) and is_rated(one)
    other.do(cmd.End("mia", moderator=True))
    assert over(other.game).reason is EndReason.ENDED
    with pytest.raises(err.EndingResigns):
        table().do(cmd.End("bruno", moderator=True))


def test_a_pause_is_no_way_around_it() -> None:
    """Of two, the other wins; of three, the others find the game paused as before."""
    one, more = moved(), three()
    for each in (one, more):
        each.do(cmd.Pause("ada", "tea"))
        each.do(cmd.End("ada", resigns=True), after=60_000)
        check_invariants(each)
    assert over(one.game).winners == (1,)
    assert isinstance(more.game.phase, Paused) and more.game.in_play == (1, 2) and more.game.host == "bruno"


def test_a_game_against_computers_or_guests_ends_as_before() -> None:
    """Nobody else loses anything."""
    alone = Table(NO_UNDO, names=("ada",))
    alone.do(cmd.AddComputer("ada", 1))
    alone.start()
    for one in (alone, shared()):
        one.do(cmd.End(one.game.host))
        assert over(one.game).reason is EndReason.ENDED


@pytest.mark.parametrize("clock", ["turn_clock", "game_clock"])
def test_nobody_stops_a_clock_against_people_alone(clock: str) -> None:
    """A host who plays needs the others; a moderator who watches, and a game without clocks, do not."""
    one = table(NO_UNDO.with_value(clock, "5m"))
    one.do(cmd.Pause("ada", "tea"))
    assert not isinstance(one.game.phase, Paused)
    with pytest.raises(err.AgreedAlready):
        one.do(cmd.Pause("ada"))
    one.do(cmd.Pause("bruno"))
    assert isinstance(one.game.phase, Paused)
    watched, untimed = table(TIMED), table()
    watched.do(cmd.Pause("mia", "tea", moderator=True))
    untimed.do(cmd.Pause("ada", "tea"))
    assert isinstance(watched.game.phase, Paused) and isinstance(untimed.game.phase, Paused)


# --- one screen, swaps and rules --------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [cmd.Resign, cmd.Leave])
def test_only_the_guest_who_was_meant_goes(kind: type[cmd.Resign | cmd.Leave]) -> None:
    """The turn may have changed since the question; the answer says who it was."""
    one = shared()
    one.do(cmd.Pass("101"))
    asked = one.game.turn
    one.do(cmd.Pass("101"))
    with pytest.raises(err.StaleTurn):
        one.do(kind("101", seat=1, turn=asked))
    events = one.do(kind("101", seat=1, turn=one.game.turn))
    assert one.game.in_play == (0, 2)
    assert "**Ben**" in receipt(events, table_view(one.game), "101", ENGLISH)
    with pytest.raises((err.StaleTurn, err.HasLeft)):
        one.do(kind("101", seat=1))


def test_nobody_swaps_racks_in_a_tournament() -> None:
    """It would show a rack."""
    one = Table(PRESETS["tournament"], names=("ada",))
    one.do(cmd.AddComputer("ada", 1))
    one.start("AEINRST", "CATSDOG")
    assert not table_view(one.game).can_swap(0)
    with pytest.raises(err.RuleIsOff):
        one.do(cmd.Swap("ada"))


def test_a_tournament_never_refuses_words_at_no_cost() -> None:
    """Switching it on chooses the challenge rule of tournaments; setting the other one is a contradiction."""
    assert Rules().with_value("tournament", "on").challenge is PRESETS["tournament"].challenge
    with pytest.raises(err.RulesContradict) as refused:
        PRESETS["tournament"].with_value("challenge", "void")
    assert (refused.value.rule, refused.value.other) == ("challenge", "tournament")


# --- in the bot -------------------------------------------------------------------------------------------------------


def test_removing_or_giving_seats_away_wins_no_rated_game() -> None:
    """The texts say what happened; a computer player that plays on changes nothing, coming back does not matter."""
    one = moved()
    one.do(cmd.RemoveSeat("mia", 1, moderator=True))
    view = table_view(one.game)
    assert over(one.game).reason is EndReason.LEFT and not is_rated(one)
    assert reason_text(view, cast_of(view), ENGLISH) == said("scores.removed_game", 1, names="**Bruno**")
    assert any("removed" in notes for _, _, notes in final_places(view, cast_of(view), ENGLISH))
    given = three()
    given.pass_()
    given.pass_()
    given.give(DENIZ, 1, "ada")
    for name in ("deniz", "chloe"):
        given.do(cmd.Resign(name))
    assert not is_rated(given)
    played_on = three(COMPUTER)
    played_on.do(cmd.RemoveSeat("ada", 1))
    played_on.do(cmd.Resign("chloe"))
    assert played_on.game.meddled
    back = three(COMPUTER)
    back.do(cmd.Leave("bruno"))
    back.do(cmd.TakeSeat(BRUNO, 1, "bruno"))
    assert not back.game.meddled


@pytest.mark.parametrize("way", ["removed", "taken over", "given to another"])
def test_who_sends_the_only_opponent_away_gives_up_the_game(way: str) -> None:
    """A host could win it so, or not lose it, also in a tournament; who removes a player that never moved does not."""
    rules = COMPUTER if way == "taken over" else NO_UNDO
    one = Table(rules)
    if way == "taken over":
        one.do(cmd.AddComputer("ada", 1))
    one.start()
    one.pass_()
    early = Table(rules).start()
    early.do(cmd.RemoveSeat("ada", 1))
    one.pass_()
    if way == "given to another":
        one.give(DENIZ, 1, "ada")
        one.do(cmd.Resign("deniz"))
    else:
        one.do(cmd.RemoveSeat("ada", 1))
    if way == "taken over":
        one.do(cmd.Resign("ada"))
    assert isinstance(one.game.phase, Over) and one.game.seats[0].departed
    result = result_of("g", Place(1, 2), one.game, one.events)
    assert result is not None
    places = {each.player: each.place for each in result.players if each.level is None}
    assert result.rated and places["ada"] >= places["bruno"]
    if way == "removed":
        assert paired_result(one.game) == PairedResult((0, BYE), forfeit=True, played=True) and places == {
            "bruno": 1,
            "ada": 2,
        }
    assert not early.game.seats[0].departed


def test_a_moderator_who_claims_the_game_of_who_was_sent_away_loses_nothing() -> None:
    """Nobody knows whether they were; the game counts for no rating."""
    one = moved()
    one.do(cmd.Settle("bruno", cmd.Settlement.WIN, one.game.turn, frozenset({"ada"}), moderator=True))
    assert over(one.game).winners == (1,) and not is_rated(one) and not one.game.seats[1].departed


@pytest.mark.parametrize("how", [cmd.Leave, cmd.Resign])
def test_nobody_saves_a_rating_by_leaving_the_seat_to_a_computer_player(how: type[cmd.Leave | cmd.Resign]) -> None:
    """Whoever does is placed last, with the points so far, however well the computer plays; not who comes back."""
    one = three(COMPUTER)
    one.pass_()
    one.pass_()
    one.play("8G HORN")
    points = one.game.seats[2].score
    one.do(how("chloe"))
    while not isinstance(one.game.phase, Over):
        one.pass_()
    result = result_of("g", Place(1, 2), one.game, one.events)
    assert result is not None and result.rated
    assert {each.player: each.place for each in result.players} == {"ada": 1, "bruno": 2, "chloe": 3}
    assert [each.score for each in result.players if each.player == "chloe"] == [points]
    back = table(COMPUTER)
    for _ in range(4):
        back.pass_()
    back.do(cmd.Leave("bruno"))
    back.do(cmd.TakeSeat(BRUNO, 1, "bruno"))
    back.do(cmd.Resign("ada"))
    result = result_of("g", Place(1, 2), back.game, back.events)
    assert result is not None and result.rated
    assert {each.player: each.place for each in result.players} == {"bruno": 1, "ada": 2}


def _after(*commands: cmd.Command, rules: Rules = COMPUTER, names: tuple[str, ...] = ("ada", "bruno")) -> Table:
    """A game in which Ada has played 8G HORN and everyone else passed, and then what is given happened."""
    made = Table(rules, names=names).start(*("HORNFAR", "CATSDOG", "AEINRST")[: len(names)])
    made.play("8G HORN")
    for _ in names[1:]:
        made.pass_()
    for command in commands:
        made.do(command)
    return made


AWAY_AND_BACK = (cmd.Leave("ada"), cmd.Pass("computer-1"), cmd.TakeSeat(ADA, 0, "ada"))
"""A computer player moves for Ada, who then comes back."""


@pytest.mark.parametrize("way", ["leaves", "falls silent", "leaves before the first move", "leaves twice"])
def test_what_a_computer_player_has_done_counts_for_nobody_who_comes_back(way: str) -> None:
    """It might have made the move that decides the game: who comes back has given it up, also by winning it."""
    if way == "leaves before the first move":
        one = Table(COMPUTER).start("HORNFAR", "CATSDOG")
        one.do(cmd.Leave("ada"))
        one.do(cmd.Play("computer-1", "8G HORN"))
        one.do(cmd.TakeSeat(ADA, 0, "ada"))
        one.do(cmd.Pass("bruno"))
    elif way == "falls silent":
        one = _after(rules=NO_UNDO)
        one.do(cmd.Settle("bruno", cmd.Settlement.COMPUTER, one.game.turn, frozenset({"ada"})))
        for command in AWAY_AND_BACK[1:]:
            one.do(command)
        one.do(cmd.Pass("bruno"))
    else:
        one = _after(*AWAY_AND_BACK, cmd.Pass("bruno"))
    if way == "leaves twice":
        for command in (cmd.Leave("ada"), cmd.TakeSeat(ADA, 0, "ada")):
            one.do(command)
    points = 0 if way == "leaves before the first move" else one.game.seats[0].score
    one.do(cmd.Resign("bruno"))
    assert over(one.game).winners == (0,)
    result = result_of("g", Place(1, 2), one.game, one.events)
    assert result is not None and result.rated
    assert {each.player: (each.place, each.score) for each in result.players} == {"ada": (2, points), "bruno": (1, 0)}
    assert paired_result(one.game) == PairedResult((0, BYE), forfeit=True, played=True)
    assert not [each for each in candidates("g", one.game, history(one.events), None) if each.person == "ada"]


@pytest.mark.parametrize("back", [True, False])
def test_a_computer_player_wins_no_game_of_a_competition_for_who_has_left(back: bool) -> None:
    """Not even for who left before the first move; if both have, both lose."""
    one = Table(COMPUTER).start("HORNFAR", "CATSDOG")
    one.do(cmd.Leave("ada"))
    one.do(cmd.Play("computer-1", "8G HORN"))
    if back:
        one.do(cmd.TakeSeat(ADA, 0, "ada"))
    one.do(cmd.Pass("bruno"))
    one.do(cmd.Leave("bruno"))
    assert not isinstance(one.game.phase, Over) if back else over(one.game).winners == (0,)
    if back:
        one.do(cmd.Pass("ada"))
        one.do(cmd.Pass(one.on_turn))
        one.do(cmd.Leave("ada"))
    assert paired_result(one.game) == (BOTH_LOSE if back else PairedResult((0, BYE), forfeit=True, played=True))


def test_the_end_of_a_season_counts_no_points_that_others_have_made() -> None:
    """It decides open games by the board, on which a computer player may lead for who has left."""
    one = _after(*AWAY_AND_BACK, cmd.Pass("bruno"), cmd.End("", moderator=True))
    sides = sides_of(one.game, one.events, at_end=True)
    assert sides and [side.absent for side in sides] == [True, False]
    kept = sides_of(_after(cmd.End("", moderator=True)).game, (), at_end=True)
    assert kept and [side.absent for side in kept] == [False, False]


def test_nobody_takes_over_the_points_of_who_has_left() -> None:
    """A strong player could play on in the seat of a weak one, or the other way round: the first one is placed last."""
    one = _after(cmd.Leave("ada"), cmd.TakeSeat(DENIZ, 0, "deniz"), rules=NO_UNDO, names=("ada", "bruno", "chloe"))
    assert one.game.seats[0].player == DENIZ
    for command in (cmd.Leave("deniz"), cmd.TakeSeat(ADA, 0, "ada")):
        one.do(command)
    for name in ("bruno", "chloe"):
        one.do(cmd.Resign(name))
    result = result_of("g", Place(1, 2), one.game, one.events)
    assert result is not None and result.rated
    assert [each.player for each in result.players] == ["ada", "bruno", "chloe"]
    assert result.players[0].place == 3 and result.players[0].score == one.game.seats[0].score > 0


def test_who_gives_the_own_seat_away_saves_no_rating() -> None:
    """A host who is about to lose could; whoever follows is not in the result."""
    one = _after()
    one.do(cmd.OfferSeat(DENIZ, 0, "ada"))
    one.do(cmd.AgreeToOffer("deniz", one.game.sequence))
    one.do(cmd.Resign("deniz"))
    result = result_of("g", Place(1, 2), one.game, one.events)
    assert result is not None and result.rated
    assert {each.player: each.place for each in result.players} == {"ada": 2, "bruno": 1}


def test_who_has_given_up_one_seat_and_taken_another_is_in_the_result_once() -> None:
    """As who has given up."""
    one = _after(rules=NO_UNDO, names=("ada", "bruno", "chloe"))
    one.do(cmd.OfferSeat(DENIZ, 0, "ada"))
    one.do(cmd.AgreeToOffer("deniz", one.game.sequence))
    for command in (cmd.Leave("chloe"), cmd.TakeSeat(ADA, 2, "ada"), cmd.Resign("bruno"), cmd.Resign("deniz")):
        one.do(command)
    result = result_of("g", Place(1, 2), one.game, one.events)
    assert result is not None and sorted(each.player for each in result.players) == ["ada", "bruno", "chloe"]


def test_a_seat_in_which_nobody_has_moved_is_whose_takes_it() -> None:
    """Nothing was done there that could help; and who comes back before anyone else has moved has lost nothing."""
    one = Table(NO_UNDO, names=("ada", "bruno", "chloe")).start("HORNFAR", "CATSDOG", "AEINRST")
    one.do(cmd.Leave("bruno"))
    one.do(cmd.TakeSeat(DENIZ, 1, "deniz"))
    back = _after(cmd.Leave("ada"), cmd.TakeSeat(ADA, 0, "ada"))
    assert not one.game.seats[1].given_up and not back.game.seats[0].departed
    back.pass_()
    back.do(cmd.Leave("ada"))
    assert back.game.seats[0].departed == Departed(ADA, back.now, back.scores[0], 2)


Json = dict[str, Any]
LETTERS = "CATSODEEECATSODEEE"
PUBLIC_THREAD = 11
TOO_MANY_AT_ONCE = said("fair_use.too_much_at_once")
TOO_MANY_LISTS = said("limits.many_lists")


def three_people(folder: Path, limits: str = "", **more: Any) -> AbstractAsyncContextManager[tuple[Any, ...]]:
    """The bot with these limits; Ada, who moderates, Bruno and Chloe, in one channel."""
    options = {"letters": LETTERS, "rack_size": 3, "thinker": passes, **more}
    return gathered(folder, people=("Ada", "Bruno", "Chloe"), limits=limits, **options)


def threads(stage: Scene) -> list[Json]:
    """The open threads."""
    found = stage.playground.world.channels.values()
    return [one for one in found if one["type"] == PUBLIC_THREAD and not one["thread_metadata"]["archived"]]


def answers(person: PlaygroundPerson) -> list[str]:
    """The private answers that a person has received here."""
    return [text_of(one) for one in person.visible() if one["flags"] & EPHEMERAL and not one["flags"] & 128]


# --- threads ----------------------------------------------------------------------------------------------------------


async def test_X1_threads_are_made_for_those_who_may_make_them(tmp_path: Path) -> None:
    """By permission in the channel or of one member; the bot needs its own; others get no thread."""
    async with three_people(tmp_path) as (stage, ada, bruno, chloe):
        world = stage.playground.world
        bruno.place = "lounge"
        for line in ("/game new thread:yes", "/game demo thread:yes"):
            await ask(bruno, line, said("core.thread_right_needed"))
        world.deny(world.channel(chloe.channel_id()), chloe.id, "create_public_threads")
        await ask(chloe, "/game new variant:tiny thread:yes", "Create Public Threads")
        assert not threads(stage)
        ada.place = "lounge"
        await ask(ada, "/game new variant:tiny thread:yes", said("receipts.opened"))
        assert len(threads(stage)) == 1
        for lacking in ("create_public_threads", "send_messages_in_threads"):
            world.deny_bot(world.channel_named("games"), lacking)
            await ask_in(bruno, "games", "/game new thread:yes", said("core.cannot_create_thread"))
        await ask_in(bruno, "games", "/game new variant:tiny", said("receipts.opened"))
        assert len(threads(stage)) == 1


async def ask_in(person: PlaygroundPerson, place: str, line: str, expected: str) -> Json:
    """Use a command in another channel, and stay there."""
    person.place = place
    return await ask(person, line, expected)


@pytest.mark.gate
async def test_X1_thirty_demonstrations_in_threads_at_once_come_to_two(tmp_path: Path) -> None:
    """The person is told what to end, no empty thread is left, and everyone else opens games as usual."""
    async with three_people(tmp_path) as (stage, _, bruno, chloe):
        for _ in range(30):
            await bruno.command("/game demo level:8 level2:8 pace:60 variant:tiny thread:yes", wait=False)
        await ask(chloe, "/game new variant:tiny thread:yes", said("receipts.opened"))
        await bruno.wait(lambda: len(answers(bruno)) == 30, "thirty answers")
        refused = [text for text in answers(bruno) if "You have 2 demonstrations here" in text]
        hurried = [text for text in answers(bruno) if TOO_MANY_AT_ONCE in text]
        assert refused and len(refused) + len(hurried) == 28
        assert all(text.count("https://discord.com/channels/") == 2 for text in refused)
        assert len(threads(stage)) == 3
        assert stage.app and stage.app.core
        games = stage.app.core.games
        phases = [(await games.summary(await games.in_channel(int(one["id"])) or "")).phase for one in threads(stage)]
        assert sorted(phase.value for phase in phases) == ["lobby", "turn", "turn"]
        await ask_in(bruno, "games", "/game demo variant:tiny", "You have 2 demonstrations here")


# --- games ------------------------------------------------------------------------------------------------------------


@pytest.mark.gate
async def test_X1_games_are_limited_by_every_way_in(tmp_path: Path) -> None:
    """A new game, Start, Rematch, a resumed game; the refusal links to the games in the way."""
    limits = "lobbies_per_person=1, games_per_person=1"
    async with three_people(tmp_path, limits) as (stage, ada, bruno, chloe):
        first = await started(ada, bruno)
        link = f"https://discord.com/channels/{first.get('guild_id', '')}"
        await ask_in(ada, "games", "/game new variant:tiny computer:1", said("receipts.opened"))
        lobby = await ada.wait_message("seats taken")
        await ada.click(lobby, "Play now")
        told = text_of(await answer(ada, said("limits.too_many_games", games="1 running game")))
        assert link in told and first["channel_id"] in told
        assert (await phase_in(stage, ada.channel_id())) is GamePhase.LOBBY
        told = text_of(
            await ask_in(ada, "lounge", "/game new variant:tiny", f"You have {said('limits.lobbies_waiting', 1)}")
        )
        assert lobby["channel_id"] in told
        await ask_in(chloe, "lounge", "/game new variant:tiny", said("receipts.opened"))
        await chloe.click(await ask(chloe, "/game end"), "End the game")
        await answer(chloe, said("receipts.over"))
        # A paused game makes room for another, and then cannot be resumed.
        await ask_in(ada, "general", "/game pause name:Friday", "paused")
        await ask_in(ada, "games", "/game start", "The game begins")
        await ask_in(ada, "general", "/game resume name:Friday", "You have 1 running game here")
        assert (await phase_in(stage, first["channel_id"])) is GamePhase.PAUSED
        # A rematch counts for the person who asks.
        await ada.click(await ask_in(ada, "games", "/game end", said("pause.keep_or_end")), "End for good")
        over = await board(ada, said("receipts.over"))
        await ask_in(ada, "lounge", "/game new variant:tiny", said("receipts.opened"))
        ada.place = "general"
        await ask(ada, "/game resume name:Friday", "The game resumes")
        ada.place = "games"
        await ada.click(over, "Rematch")
        await answer(ada, said("limits.too_many_games"))


async def phase_in(stage: Scene, channel: str) -> GamePhase:
    """The phase of the game in a channel."""
    assert stage.app and stage.app.core
    games = stage.app.core.games
    return (await games.summary(await games.in_channel(int(channel)) or "")).phase


@pytest.mark.gate
async def test_X1_direct_messages_bring_no_more_than_the_most(tmp_path: Path) -> None:
    """Games in all places are counted together; other people are not affected."""
    async with three_people(tmp_path, "lobbies_per_person=1") as (_, __, bruno, chloe):
        await ask(bruno, "/game new variant:tiny", said("receipts.opened"))
        dm = await bruno.open_dm()
        await bruno.command("/game new variant:tiny", channel=dm)
        await bruno.wait_message(f"You have {said('limits.lobbies_waiting', 1)} across all servers", channel=dm)
        dm = await chloe.open_dm()
        await chloe.command("/game new variant:tiny", channel=dm)
        await chloe.wait_message("seats taken", channel=DM)


@pytest.mark.gate
async def test_X1_moderators_set_the_limits_of_their_server(tmp_path: Path) -> None:
    """In the panel, within the operator's bounds; it applies at once and after a restart, and only to this server."""
    async with three_people(tmp_path, "demonstrations_per_person=1..3") as (stage, ada, bruno, chloe):
        menu = "Change the limits"
        locked = await ask(bruno, "/settings server")
        assert next(one for one in walk(locked["components"]) if one.get("placeholder") == menu)["disabled"]
        panel = await ask(ada, "/settings server", said("settings.who_may"))
        await ada.select(panel, "Demonstrations", which=menu)
        await ada.wait(lambda: "### Demonstrations" in text_of(ada.now(panel) or {}), "the page")
        page = ada.now(panel) or {}
        offered = next(one for one in walk(page["components"]) if one.get("placeholder") == "Each person")
        assert [one["value"] for one in offered["options"]] == ["0", "1", "2", "3"]
        await ada.select(panel, "0", which="Each person")
        await ada.wait(lambda: ada.now(panel) != page, "the change")
        await stage.restart()
        await ask(bruno, "/game demo variant:tiny", said("limits.none_allowed", limit="Demonstrations"))
        chloe.place = "quay"
        await ask(chloe, "/game demo variant:tiny pace:60", "The demonstration begins")


# --- rates ------------------------------------------------------------------------------------------------------------


@pytest.mark.gate
async def test_X1_hints_files_lists_and_pictures_have_their_rates(tmp_path: Path) -> None:
    """Each has its own; the text says when to try again; a picture is left out and the rest is shown."""
    limits = "hints_per_person=0, files_per_person=1, imports_per_person=1, pictures_per_person=5"
    async with three_people(tmp_path, limits) as (stage, ada, bruno, _):
        await started(ada, bruno)
        stand_still(stage)
        await ask(ada, "/hint kind:random", said("limits.none_allowed", limit="Hints per hour"))
        await ask(bruno, "/word export list:mine", said("words.list_empty"))
        for line in ("/word export list:mine", "/game export", "/game save"):
            await ask(bruno, line, f"{said('limits.many_files')} Try again in")
        await ask(bruno, "/word import list:mine", file=("list.txt", b"\xff"))
        await ask(bruno, "/word import list:mine", TOO_MANY_LISTS, file=("file.txt", b"\xff"))
        await ask(ada, "/word import list:mine", file=("list.txt", b"\xff"))
        await ask(ada, "/settings variants", TOO_MANY_LISTS, file=("file.txt", b"\xff"))
        for _ in range(5):
            assert pictures_of(await ask(bruno, "/game board"))
        told = await ask(bruno, "/game board")
        assert f"{said('limits.many_pictures')} Try again in" in text_of(told)
        assert not pictures_of(told)
        await ask(ada, "/word export list:mine", said("words.list_empty"))
        assert pictures_of(await ask(ada, "/game board"))


async def test_X1_whoever_asks_too_much_waits_and_nobody_else(tmp_path: Path) -> None:
    """Commands, buttons, typed moves and autocompletion alike; further typed messages get one answer."""
    async with three_people(tmp_path, "requests_per_person=30") as (stage, ada, bruno, chloe):
        first = await started(ada, bruno)
        clock = stand_still(stage)
        too_much = f"{said('limits.many_requests')} Try again in"
        for _ in range(45):
            await bruno.command("/game status", wait=False)
        await bruno.wait(lambda: sum(too_much in text for text in answers(bruno)) >= 15, "refusals")
        assert len([text for text in answers(bruno) if too_much in text]) in (15, 16)  # joining was a request too
        await bruno.click(first, "More")
        assert too_much in answers(bruno)[-1]
        assert await bruno.autocomplete("/game rules rule:a") == []
        for _ in range(3):
            await bruno.say("pass")
        await chloe.wait_message(lambda one: too_much in text_of(one) and not one["flags"] & EPHEMERAL)
        await ask(ada, "/game status")
        await ask(chloe, "/help", "How it works")
        assert len([one for one in chloe.visible() if too_much in text_of(one)]) == 1
        clock.advance(2_000)
        await ask(bruno, "/game scores")


def stand_still(stage: Scene) -> StillClock:
    """Stop the clock for everything that is counted."""
    assert stage.app and stage.app.core
    clock = stage.app.core.services.fair_use._clock = StillClock(stage.clock.now())
    return clock
