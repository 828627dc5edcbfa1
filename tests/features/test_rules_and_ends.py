"""Rule sets, bingos, exchanges, ends, and tournament games, by ledger code: through the game itself."""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from bot.model.errors import WordsAreSecret
from bot.model.profiles import WhoMay
from engine import errors
from engine.formats import gcg
from engine.formats.journal import record
from engine.game import commands as cmd
from engine.game import events as ev
from engine.game.codec import decode, encode
from engine.game.evolve import replay
from engine.game.history import TurnKind, history
from engine.loading import list_languages
from engine.model.board import Cell, Direction, PlacedTile
from engine.model.rules import ChallengeRule, EndAdjustment, ExchangeRule, Rules, preset_rules
from engine.model.tiles import Tile
from engine.play.placement import Placement
from tests.support.games import Table, check_invariants, word_set
from tests.support.pictures import buttons_of, text_of
from tests.support.playground import DM, Person
from tests.support.ruled import begun
from tests.support.running import DRAWS, LETTERS, Scene, answer, ask, board, gathered, press_more, resigned, started
from tests.support.sentences import said

RULES_LETTERS = "CATSODEEEEEE"


@pytest.mark.soak
async def test_N13_in_the_bot_a_bingo_is_told(tmp_path: Path) -> None:
    """The message mentions its fifty points."""
    async with gathered(tmp_path, *DRAWS, letters=RULES_LETTERS, rack_size=3) as (_, ada, bruno):
        first = await started(ada, bruno)
        await ask(ada, "/play move:8H CAT", "bingo 50")
        await board(bruno, "A bingo", after=first)


async def test_C18_N7_N14_in_the_bot_the_end_is_announced_and_played_again(tmp_path: Path) -> None:
    """The pool is empty and all pass: the winner, the cost of tiles left, and Rematch."""
    async with gathered(tmp_path, *DRAWS, letters="CATSOD", rack_size=3) as (_, ada, bruno):
        first = await started(ada, bruno)
        await ask(ada, "/move pass", "You passed")
        await board(bruno, "Ada** passed", after=first)
        await ask(bruno, "/move pass", "You passed")
        end = await board(ada, said("scores.pool_empty_everyone"), after=first)
        told = text_of(end)
        assert "wins with" in told or "tie with" in told
        assert "left" in told
        assert "Rematch" in buttons_of(end)
        await ada.click(end, "Rematch")
        await bruno.wait_message("seats taken", after=end)


def test_N16_the_tournament_preset() -> None:
    """Strict, full pool for exchanges, no options, its clock; the American end in English, else the standard end."""
    for language in list_languages():
        rules = preset_rules("tournament", language)
        adjustment = EndAdjustment.AMERICAN if language == "en" else EndAdjustment.STANDARD
        rules.check()
        assert rules.end_adjustment is adjustment
        assert rules.exchange_min_pool is ExchangeRule.RACK
        assert (rules.undo, rules.hints, rules.scoreless_end) == (False, 0, None)
        assert (rules.game_clock, rules.overtime_penalty, rules.overtime_limit) == (25 * 60_000, 10, 10 * 60_000)
        for rule, value in (("undo", "on"), ("hints", "3"), ("turn_clock", "1m"), ("show_thinking", "on")):
            with pytest.raises(errors.RulesContradict) as refused:
                rules.with_value(rule, value)
            assert (refused.value.rule, refused.value.other) == (rule, "tournament")
        assert rules.with_value("tournament", "off").with_value("undo", "on").undo


def test_N16_each_part_is_a_rule_of_its_own() -> None:
    """Tournament rules can be switched on in any game, which switches off the optional rules."""
    rules = Rules().with_value("tournament", "on")
    assert (rules.undo, rules.hints, rules.challenge) == (False, 0, ChallengeRule.STRICT)
    assert Rules().with_value("challenge", "strict").undo
    table = Table(Rules(players=3), names=("ada", "bruno"))
    table.do(cmd.SetRule("ada", "preset", "tournament"))
    assert table.game.rules == replace(preset_rules("tournament", "en"), players=3)
    with pytest.raises(errors.RuleValueRefused):
        table.do(cmd.SetRule("ada", "preset", "nonsense"))


@pytest.mark.soak
async def test_N16_in_the_bot_optional_rules_are_refused_with_the_reason(tmp_path: Path) -> None:
    """`/game new preset:tournament`, and the rules that the host cannot change; every rule has its line."""
    async with gathered(tmp_path, people=("Ada",)) as (stage, ada):
        await ada.command("/game new preset:tournament")
        await ada.wait_message("Tournament:")
        await ask(ada, "/game rules rule:undo value:on", said("rules.tournament_no_optional"))
        await ask(ada, "/game rules rule:hints value:3", said("rules.tournament_no_optional"))
        answer = await ask(ada, "/game rules", said("rules.tournament_minutes"))
        await ada.click(answer, "All rules")
        await ada.wait(lambda: "**Clocks**" in text_of(ada.now(answer) or {}), "all rules")
        shown = text_of(ada.now(answer) or {})
        assert said("rules.player_went_gains") in shown
        assert said("rules.cost_turn") in shown
        await ask(ada, "/game rules rule:preset value:club", "Club: ")
        assert (await stage.state(ada.channel_id())).rules == preset_rules("club", "en")
        await ask(ada, "/game rules rule:challenge value:triple", "is now")
        await ask(ada, "/game start", said("seats.rule_as_it_is", 1, needed=2))


async def test_D3_C12_N5_in_the_bot_tiles_or_the_hand_are_changed(tmp_path: Path) -> None:
    """By letters or `all`; the public board gives their number but no letters."""
    async with gathered(tmp_path, *DRAWS, "EE", "EEE", letters=RULES_LETTERS, rack_size=3) as (stage, ada, bruno):
        first = await started(ada, bruno)
        await ask(ada, "/move exchange tiles:CT", "You exchanged C T and drew E E.")
        second = await board(bruno, "exchanged 2 tiles", after=first)
        await ask(bruno, "/move exchange tiles:all", "drew E E E")
        await board(ada, "exchanged 3 tiles", after=second)
        assert sorted(await stage.rack(bruno, ada.channel_id())) == ["E", "E", "E"]


AGAIN = ["Play again", "New game"]
THREE = ("Ada", "Bruno", "Chloe")
LINES = [
    "/play move:8H CAT",
    "/play move:CAT",
    "/try move:8H CAT",
    "/move pass",
    "/move exchange tiles:A",
    "/rack",
    "/hint",
    "/move draw",
    "/game start",
    "/game resign",
    "/game end",
    "/game pause",
    "/game nudge",
    "/game seat guest name:Bob",
    "/game seat remove player:Ada",
    "/game rules rule:undo value:on",
]


@pytest.mark.soak
async def test_everyone_is_told_that_the_game_is_over_and_may_play_again(tmp_path: Path) -> None:
    """Whoever has played it asks the same people again; a button of the finished game answers likewise."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3, people=THREE) as (_, ada, bruno, chloe):
        first = await started(ada, bruno)
        question = await ask(bruno, "/game resign", said("lobby.want_to_resign"))
        await resigned(ada, bruno, first)
        for line, one in zip(LINES, itertools.cycle((chloe, ada, bruno))):
            assert buttons_of(await ask(one, line, said("games.over"))) == AGAIN, (line, one)
        await bruno.click(question, "Resign")
        told = await answer(bruno, said("games.over"))
        await bruno.click(told, "Play again")
        await answer(bruno, said("receipts.rematch_opened", names="**Ada**"))


@pytest.mark.gate
async def test_someone_who_has_not_played_plays_again_with_anyone(tmp_path: Path) -> None:
    """A lobby with the same rules, in which nobody is awaited."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3, people=THREE) as (_, ada, bruno, chloe):
        await resigned(ada, bruno, await started(ada, bruno))
        told = await ask(chloe, "/rack", said("games.over"))
        await chloe.click(told, "Play again")
        lobby = await ada.wait_message("seats taken", after=told)
        assert "Chloe" in text_of(lobby) and "Ada" not in text_of(lobby)


@pytest.mark.gate
async def test_without_the_right_to_open_games_there_is_nothing_to_press(tmp_path: Path) -> None:
    """The game is over all the same."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3, people=THREE) as (stage, ada, bruno, chloe):
        first = await started(ada, bruno)
        await resigned(ada, bruno, first)
        server = int(stage.playground.world.channel(ada.channel_id())["guild_id"])
        people = stage.app.core.services.people
        await people.change_server(server, lambda profile: replace(profile, opens=WhoMay.MODERATORS.value))
        assert buttons_of(await ask(chloe, "/move pass", said("games.over"))) == []


WARNING = "scores nothing now."


@pytest.mark.soak
async def test_C18_the_last_turn_without_a_score_is_announced(tmp_path: Path) -> None:
    """On the board of the turn that would end the game, and on no earlier one."""
    async with gathered(tmp_path, "A", "B", "RETAINS", "QVVWXYZ", words=("AT",)) as (_, ada, bruno):
        await ask(ada, "/game new")
        await ask(bruno, "/join")
        await ada.command("/game start")
        shown = await board(ada)
        for person, name in ((ada, "Ada"), (bruno, "Bruno")) * 2 + ((ada, "Ada"),):
            assert "The game ends" not in text_of(shown)
            await ask(person, "/move pass")
            shown = await board(ada, f"**{name}** passed", after=shown)
        assert WARNING in text_of(shown)
        await ask(bruno, "/move pass")
        await board(ada, said("status.won_with_points"), after=shown)


TOURNAMENT = preset_rules("tournament", "en")


def placed(*cells: Cell) -> Placement:
    """An A and an S on these squares."""
    tiles = [PlacedTile(Tile(letter, 1), letter) for letter in "AS"]
    return Placement(cells[0], Direction.ACROSS, tuple(zip(cells, tiles, strict=True)))


def table(*played: str) -> Table:
    """A tournament of two with good racks, after these plays."""
    made = Table(TOURNAMENT, words=word_set("CAT", "CATS", "DOG", "SEA")).start("CATSDOG", "SEAINRT")
    for move in played:
        made.play(move)
    return made


@pytest.mark.parametrize(
    ("before", "move", "fault"),
    [
        ((), "1A CAT", errors.StartNotCovered),
        ((), "8H A", errors.PlayTooShort),
        ((), "8H ZOO", errors.TilesNotOnRack),
        ((), "8N CATS", errors.OffTheBoard),
        ((), "8H C.T", errors.SquareEmpty),
        ((), placed(Cell(7, 7), Cell(8, 8)), errors.TilesNotInLine),
        ((), placed(Cell(7, 7), Cell(7, 9)), errors.GapBetweenTiles),
        (("8H CAT",), "1A SEA", errors.NotConnected),
        (("8H CAT",), "8H SEA", errors.SquareTaken),
        (("8H CAT",), "8H CAT", errors.NoTilesPlayed),
    ],
)
def test_N16_every_invalid_play_costs_the_turn(
    before: tuple[str, ...], move: str | Placement, fault: type[Exception]
) -> None:
    """The rack stays, nothing is scored, and the turn passes; without the rule, the refusal costs nothing."""
    game = table(*before)
    mover, rack = game.game.on_turn, game.letters(len(before))
    events = game.do(cmd.Play(game.on_turn, move))
    lost = next(event for event in events if isinstance(event, ev.TurnLost))
    assert (lost.seat, lost.words, lost.placement) == (mover, (), None)
    assert game.game.on_turn != mover and game.letters(len(before)) == rack and game.scores[len(before)] == 0
    assert replay(game.events) == game.game
    check_invariants(game)
    free = Table(replace(TOURNAMENT, tournament=False), words=word_set("CAT")).start("CATSDOG", "SEAINRT")
    for one in before:
        free.play(one)
    with pytest.raises(fault):
        free.do(cmd.Play(free.on_turn, move))


@pytest.mark.parametrize("text", ["8H", "CAT", "H88 CAT", "8H C4T", "99Z CAT", "hello there everybody"])
def test_N16_a_text_that_is_no_move_costs_nothing(text: str) -> None:
    """Nobody loses a turn by mistyping a square."""
    game = table()
    with pytest.raises((errors.MalformedText, errors.OffTheBoard)):
        game.play(text)
    assert game.on_turn == "ada"


def test_N16_a_play_out_of_turn_costs_nothing() -> None:
    """Neither before the player's turn nor for a turn that is over."""
    game = table()
    with pytest.raises(errors.NotYourTurn):
        game.do(cmd.Play("bruno", "1A ZZZ"))
    with pytest.raises(errors.StaleTurn):
        game.do(cmd.Play("ada", "1A ZZZ", game.game.turn + 1))
    assert game.on_turn == "ada"


def test_N16_with_real_tiles_a_slip_in_typing_costs_nothing() -> None:
    """On a real board the play has already been made; the typed move only records it."""
    rules = replace(TOURNAMENT, tabletop=True)
    game = Table(rules, words=word_set("CAT"))
    game.do(cmd.Start("ada", first=0))
    with pytest.raises(errors.StartNotCovered):
        game.play("1A CAT")
    assert game.on_turn == "ada"


def test_N16_a_lost_turn_is_kept_and_exported() -> None:
    """Records show it as a pass."""
    game = table()
    game.play("1A CAT")
    assert [(entry.kind, entry.is_turn) for entry in history(game.events)] == [(TurnKind.INVALID, True)]
    assert [decode(encode(event)) for event in game.events] == game.events
    assert ">Ada: ACDGOST - +0 0" in gcg.write(record(game.events, open_racks=True)).decode()


# --- in the bot ---------------------------------------------------------------------------------------------------


@asynccontextmanager
async def two(tmp_path: Path) -> AsyncIterator[tuple[Scene, Person, Person]]:
    """Ada, who plays first with CAT, and Bruno with SOD, in a tournament."""
    async with gathered(tmp_path, "CAT", "SOD", letters="CATSODEEEEEE", rack_size=3) as (stage, ada, bruno):
        await begun((ada, bruno), options="variant:tiny preset:tournament")
        yield stage, ada, bruno


async def test_N16_in_the_bot_an_invalid_play_costs_the_turn_however_it_is_made(tmp_path: Path) -> None:
    """By command, typed or in the button's modal: everyone learns that it was invalid, only the player why."""
    async with two(tmp_path) as (stage, ada, bruno):
        told = text_of(await ask(ada, "/play move:1A CAT", said("receipts.tournament")))
        assert "centre square H8" in told
        shown = await board(bruno, said("happenings.invalid_play"))
        assert "CAT" not in text_of(shown)
        await ask(bruno, "/word played", "invalid play")
        await bruno.say("8H CAT")
        await bruno.wait_message(said("receipts.tournament"), DM)
        shown = await board(ada, said("happenings.invalid_play", name="**Bruno**"))
        await ada.click(shown, "Play")
        await ada.submit({"move": "8H ZZ"})
        await board(bruno, said("happenings.invalid_play", name="**Ada**"), after=shown)
        assert (await stage.state(ada.channel_id())).on_turn == 1


@pytest.mark.gate
async def test_N16_in_the_bot_nothing_tells_which_words_count(tmp_path: Path) -> None:
    """A valid word and a phony have the same preview, and players cannot look words up."""
    async with two(tmp_path) as (stage, ada, _):
        seen = []
        for word in ("CAT", "TAC"):
            tried = await ask(ada, f"/try move:8H {word}", said("verdicts.unchecked_tournament"))
            assert "Play" in buttons_of(tried)
            offered = await ask(ada, f"/try move:{word}", "fits in")
            seen.append([text_of(one).replace(word, "WORD").replace("\nCompare", "") for one in (tried, offered)])
        assert seen[0] == seen[1]
        refused = await stage.naming(WordsAreSecret, ada.channel_id())
        for line in ("/word check word:CAT", "/word hooks word:CAT", "/word hooks word:TAC"):
            await ask(ada, line, refused)
        await ask(ada, "/play move:8H TAC", said("receipts.invalid_play", 1))
        await ask(ada, "/word played", said("scores.not_dictionary"))
        assert (await stage.state(ada.channel_id())).on_turn == 1


async def test_a_game_that_has_hardly_begun_can_be_called_off(tmp_path: Path) -> None:
    """By either, without resigning, from **More**, by command or when asked about resigning; nobody has won then."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (_, ada, bruno):
        first = await started(ada, bruno)
        question = await ask(bruno, "/game resign", said("questions.cancellable"))
        assert {"Resign", "Cancel the game"} <= set(buttons_of(question))
        await ada.command("/play move:8G CAT")
        played = await board(bruno, "CAT", after=first)
        await press_more(bruno, played, "Cancel the game")
        await answer(bruno, said("receipts.you_cancelled_game"))
        end = await board(ada, said("status.over_void"), after=played)
        assert said("scores.cancelled_game", name="**Bruno**") in text_of(end)
        assert buttons_of(end) == ["Rematch", "Rematch, other players"]
        again = await started(ada, bruno)
        await ask(ada, "/game cancel", said("receipts.you_cancelled_game"))
        await board(bruno, said("status.over_void"), after=again)


@pytest.mark.gate
async def test_a_game_that_counts_is_not_called_off(tmp_path: Path) -> None:
    """Then only resigning is offered."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (_, ada, bruno):
        first = await started(ada, bruno)
        await ask(ada, "/move pass")
        await ask(bruno, "/move pass")
        await board(ada, said("happenings.passed", name="**Bruno**"), after=first)
        await ask(ada, "/game cancel", said("refusals.only_game_of_two_cancelled"))
        assert "Cancel the game" not in buttons_of(await ask(ada, "/game resign", said("lobby.want_to_resign")))
