"""What one player cannot do to another: seats, the host's rights, endings, pauses, swaps and guests at one screen."""

from __future__ import annotations

import pytest

from bot.model.games import Place
from bot.service.summaries import result_of
from bot.text import cast_of, texts_for
from bot.text.receipts import receipt
from bot.text.scores import final_places, reason_text
from engine import errors as err
from engine.game import commands as cmd
from engine.game import events as ev
from engine.game.codec import decode, encode
from engine.game.phases import EndReason, Over, Paused
from engine.game.state import GameState, Person
from engine.game.views import table_view
from engine.model.rules import PRESETS, Rules
from tests.support.games import NO_UNDO, Table, check_invariants
from tests.support.sentences import said

ENGLISH = texts_for("en")
BRUNO, DENIZ = (Person(name, name.title()) for name in ("bruno", "deniz"))
COMPUTER = NO_UNDO.with_value("on_leave", "computer")
TIMED = NO_UNDO.with_value("turn_clock", "1m")


def table(rules: Rules = NO_UNDO, names: tuple[str, ...] = ("ada", "bruno")) -> Table:
    """A game that has begun, Ada on turn and host."""
    return Table(rules, names=names).start(*("AEINRST", "CATSDOG", "HORNFAR")[: len(names)])


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
    one, other = table(), table()
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
    one, more = table(), three()
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
    one = table()
    one.do(cmd.RemoveSeat("ada", 1))
    view = table_view(one.game)
    assert over(one.game).reason is EndReason.LEFT and not is_rated(one)
    assert reason_text(view, cast_of(view), ENGLISH) == said("scores.removed_game", 1, names="**Bruno**")
    assert any("removed" in notes for _, _, notes in final_places(view, cast_of(view), ENGLISH))
    given = table()
    given.give(DENIZ, 1, "ada")
    given.do(cmd.Resign("deniz"))
    assert not is_rated(given)
    played_on = three(COMPUTER)
    played_on.do(cmd.RemoveSeat("ada", 1))
    played_on.do(cmd.Resign("chloe"))
    assert played_on.game.meddled
    back = three(COMPUTER)
    back.do(cmd.Leave("bruno"))
    back.do(cmd.TakeSeat(BRUNO, 1, "bruno"))
    assert not back.game.meddled
