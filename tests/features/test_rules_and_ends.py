"""Word lists, exact errors, rule sets and ends, by ledger code: through the game's rules and through the bot."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine import errors
from engine.game import commands as cmd
from engine.game.history import history
from engine.game.phases import EndReason, Over
from engine.game.state import Person
from engine.model.layout import Square
from engine.model.rules import ChallengeRule, EndAdjustment, ExchangeRule, Rules, preset_rules
from tests.support.games import CLASSIC, NO_UNDO, STANDARD, Table, check_invariants, variant_of, word_set
from tests.support.playground import Person as Player
from tests.support.readable import buttons_of, text_of
from tests.support.running import DRAWS, ask, board, scene, started
from tests.support.sentences import said

LETTERS = "CATSODEEEEEE"


def lines(table: Table, turn: int) -> list[tuple[str, str, int]]:
    """The lines of a turn in the word list: mark, word, points."""
    return [(line.mark.value, "".join(line.word), line.points) for line in history(table.events)[turn].lines]


def test_N12_word_list_marks_cross_words_bingos_passes_and_tournament_errors() -> None:
    """Plain, `+`, `++` with 50, `-` with 0; a play refused in a tournament is a `-` without the word."""
    table = Table(preset_rules("tournament", "en"), words=word_set("HELLOXY", "QI", "XI"))
    table.start("HELLOXY", "QUIZJVK")
    table.play("H8 HELLOXY")
    table.play("G13 QI")
    assert lines(table, 0)[0][:2] == ("", "HELLOXY")
    assert lines(table, 0)[-1] == ("++", "", 50)
    assert lines(table, 1) == [("-", "", 0)]
    table.pass_()
    assert lines(table, 2) == [("-", "", 0)]
    assert [entry.total for entry in history(table.events)] == [table.scores[0], 0, table.scores[0]]


async def test_N12_D5_in_the_bot_the_word_list_has_its_marks(tmp_path: Path) -> None:
    """`/words`: every word with its points, the bonus, a pass, an error."""
    async with (
        scene(tmp_path, *DRAWS, "EEE", letters=LETTERS, rack_size=3) as stage,
        Player.at(stage.playground, "Ada") as ada,
        Player.at(stage.playground, "Bruno") as bruno,
    ):
        first = await started(ada, bruno, "variant:tiny preset:tournament")
        await ask(ada, "/play move:8H CAT", "You played")
        second = await board(bruno, "CAT", after=first)
        await ask(bruno, "/play move:9H DO", said("receipts.invalid_play", 3))
        await board(ada, "lost the turn", after=second)
        await ask(ada, "/pass", "You passed")
        shown = text_of(await ask(bruno, "/words"))
        assert "8H CAT" in shown
        assert "++ bonus" in shown
        assert f"- {said('scores.not_dictionary')}" in shown
        assert "- pass" in shown
        assert "DO" not in shown.replace("DOG", "")


def test_N13_fifty_points_for_a_full_rack_only() -> None:
    """Playing all tiles of a rack that was not full earns no bonus."""
    table = Table(NO_UNDO, variant_of("HELLOXYQUAZJVK"), words=None).start("HELLOXY", "QUAZJVK")
    table.play("8D HELLOXY")
    assert lines(table, 0)[-1] == ("++", "", 50)
    table = Table(NO_UNDO, variant_of("HELLOXQUAZJVKA"), words=None).start("HELLOX", "QUAZJVK")
    table.play("8D HELLOX")
    assert "++" not in [mark for mark, _, _ in lines(table, 0)]


async def test_N13_in_the_bot_a_bingo_is_told(tmp_path: Path) -> None:
    """The message mentions its fifty points."""
    async with (
        scene(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as stage,
        Player.at(stage.playground, "Ada") as ada,
        Player.at(stage.playground, "Bruno") as bruno,
    ):
        first = await started(ada, bruno)
        await ask(ada, "/play move:8H CAT", "bingo 50")
        await board(bruno, "A bingo", after=first)


def test_N7_the_game_ends_when_somebody_is_out_or_all_pass() -> None:
    """Each with the pool empty; before that, passes do not end it so soon."""
    table = Table(NO_UNDO, variant_of("HELLOXYQUAZJVK"), words=None).start("HELLOXY", "QUAZJVK")
    table.pass_()
    table.pass_()
    over = table.game.phase
    assert isinstance(over, Over)
    assert over.reason is EndReason.ALL_PASSED
    table = Table(NO_UNDO, words=None).start("HELLOXY", "QUAZJVK")
    table.pass_()
    table.pass_()
    assert not isinstance(table.game.phase, Over)


def test_N14_who_went_out_gains_what_the_others_lose_and_ties_go_to_the_higher_score() -> None:
    """Standard: everyone loses the points of their rack; the adjustment does not break ties."""
    table = Table(NO_UNDO, variant_of("HELLOXYQUAZJVK"), words=None).start("HELLOXY", "QUAZJVK")
    table.play("8D HELLOXY")
    over = table.game.phase
    assert isinstance(over, Over)
    assert [one.points for one in over.adjustments] == [39, -39]
    check_invariants(table)


async def test_C18_N7_N14_in_the_bot_the_end_is_announced_and_played_again(tmp_path: Path) -> None:
    """The pool is empty and all pass: the winner, the cost of tiles left, and Rematch."""
    async with (
        scene(tmp_path, *DRAWS, letters="CATSOD", rack_size=3) as stage,
        Player.at(stage.playground, "Ada") as ada,
        Player.at(stage.playground, "Bruno") as bruno,
    ):
        first = await started(ada, bruno)
        await ask(ada, "/pass", "You passed")
        await board(bruno, "Ada** passed", after=first)
        await ask(bruno, "/pass", "You passed")
        end = await board(ada, said("scores.pool_empty_everyone"), after=first)
        told = text_of(end)
        assert "wins with" in told or "tie with" in told
        assert "left" in told
        assert "Rematch" in buttons_of(end)
        await ada.click(end, "Rematch")
        await bruno.wait_message("seats taken", after=end)


def test_N16_the_tournament_preset() -> None:
    """Strict, full pool for exchanges, no options, its clock; the American end in English, else the standard end."""
    for language, adjustment in (("en", EndAdjustment.AMERICAN), ("fr", EndAdjustment.STANDARD)):
        rules = preset_rules("tournament", language)
        rules.check()
        assert rules.end_adjustment is adjustment
        assert rules.exchange_min_pool is ExchangeRule.RACK
        assert (rules.undo, rules.hints, rules.scoreless_end) == (False, 0, None)
        assert (rules.game_clock, rules.overtime_penalty, rules.overtime_limit) == (25 * 60_000, 10, None)
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


def test_N16_over_when_all_score_nothing_three_turns_running() -> None:
    """Six scoreless turns by two players, including refused words."""
    table = Table(preset_rules("tournament", "en"), words=word_set("HELLO")).start("HELLOXY", "QUAZJVK")
    for tiles in ("Q", "Z"):
        table.play("8D XELLO")
        table.do(cmd.Exchange("bruno", tiles))
    table.pass_()
    assert not isinstance(table.game.phase, Over)
    table.pass_()
    over = table.game.phase
    assert isinstance(over, Over)
    assert over.reason is EndReason.SCORELESS


async def test_N16_in_the_bot_optional_rules_are_refused_with_the_reason(tmp_path: Path) -> None:
    """`/game new preset:tournament`, and the rules that the host cannot change; every rule has its line."""
    async with scene(tmp_path) as stage, Player.at(stage.playground, "Ada") as ada:
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


async def test_triple_in_the_bot_is_refused_for_other_numbers_of_players(tmp_path: Path) -> None:
    """Start names the rule and the reason; with three players seated, setting the rule is refused already."""
    async with (
        scene(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as stage,
        Player.at(stage.playground, "Ada") as ada,
    ):
        await ada.command("/game new variant:tiny preset:classic")
        await ada.wait_message("seats taken")
        await ask(ada, "/game rules rule:challenge value:triple", "is now")
        await ask(ada, "/game start", said("seats.rule_as_it_is", 1, needed=2))
        await ask(ada, "/seat computer level:1")
        await ask(ada, "/seat computer level:1", "All 2 seats")
        await ask(ada, "/game rules rule:challenge value:single", "is now")
        await ask(ada, "/seat computer level:1")
        await ask(ada, "/game rules rule:challenge value:triple", "and there are 3")


CLASSIC_ERRORS = (
    ("8H TAC", said("moves.not_dictionary", 1, words="TAC")),
    ("1A CAT", said("moves.first_word_cover", start="the centre square H8")),
    ("8H C", said("moves.first_word_needs")),
)


async def test_N25_in_the_bot_each_error_has_its_own_words(tmp_path: Path) -> None:
    """Not in the dictionary, not on the centre, not connected, a single letter, no tiles played, and not in a line."""
    async with (
        scene(tmp_path, "A", "C", "CATS", "ODEE", letters=LETTERS, rack_size=4) as stage,
        Player.at(stage.playground, "Ada") as ada,
        Player.at(stage.playground, "Bruno") as bruno,
    ):
        first = await started(ada, bruno)
        for move, told in CLASSIC_ERRORS:
            await ask(ada, f"/play move:{move}", told)
        await ask(ada, "/play move:8H CATS", "You played")
        await board(bruno, "CATS", after=first)
        for move, told in (
            ("1A DO", said("moves.tiles_not_connected")),
            ("8H CATS", said("moves.plays_no_tiles")),
            ("8H DO", "H8 already has C, not D."),
            ("8H CATSQ", said("moves.tiles_not_on_rack", 1)),
        ):
            await ask(bruno, f"/play move:{move}", told)
        state = await stage.state(ada.channel_id())
        assert (state.on_turn, state.scoreless) == (1, 0)


def test_N25_tiles_in_two_lines_and_gaps_are_told_apart() -> None:
    """Only a placement composed square by square can have these errors."""
    from engine.model.board import PlacedTile
    from engine.model.coordinates import Cell, Direction
    from engine.model.tiles import Tile
    from engine.play.placement import Placement

    def placement(*cells: tuple[int, int]) -> Placement:
        tiles = tuple((Cell(*cell), PlacedTile(Tile("E", 1), "E")) for cell in cells)
        return Placement(Cell(*cells[0]), Direction.ACROSS, tiles)

    for cells, refusal in ((((7, 7), (8, 8)), errors.TilesNotInLine), (((7, 7), (7, 9)), errors.GapBetweenTiles)):
        table = Table(NO_UNDO).start("EEEEEEE", "QUAZJVK")
        with pytest.raises(refusal):
            table.do(cmd.Play("ada", placement(*cells)))


@pytest.mark.parametrize("count", range(1, 8))
def test_C12_N5_one_to_seven_tiles_are_changed(count: int) -> None:
    """They go back, as many are drawn, and the turn ends."""
    table = Table(CLASSIC).start("HELLOXY", "QUAZJVK")
    kept = sorted("HELLOXY"[count:])
    table.do(cmd.Exchange("ada", "HELLOXY"[:count]))
    assert len(table.letters(0)) == 7
    left = list(table.letters(0))
    for letter in kept:
        left.remove(letter)
    assert (len(left), table.game.on_turn, table.scores[0]) == (count, 1, 0)
    check_invariants(table)


def test_N5_only_while_the_pool_has_enough() -> None:
    """As many as are exchanged, or a full rack if the rule says so."""
    small = variant_of("HELLOXYQUAZJVKAEI")
    table = Table(NO_UNDO, small).start("HELLOXY", "QUAZJVK")
    with pytest.raises(errors.PoolTooSmall):
        table.do(cmd.Exchange("ada", "HELL"))
    table.do(cmd.Exchange("ada", "HEL"))
    table = Table(CLASSIC, small).start("HELLOXY", "QUAZJVK")
    with pytest.raises(errors.PoolTooSmall):
        table.do(cmd.Exchange("ada", "H"))


async def test_D3_C12_N5_in_the_bot_tiles_or_the_hand_are_changed(tmp_path: Path) -> None:
    """By letters or `all`; the public board gives their number but no letters."""
    async with (
        scene(tmp_path, *DRAWS, "EE", "EEE", letters=LETTERS, rack_size=3) as stage,
        Player.at(stage.playground, "Ada") as ada,
        Player.at(stage.playground, "Bruno") as bruno,
    ):
        first = await started(ada, bruno)
        await ask(ada, "/exchange tiles:CT", "You exchanged C T and drew E E.")
        second = await board(bruno, "exchanged 2 tiles", after=first)
        await ask(bruno, "/exchange tiles:all", "drew E E E")
        await board(ada, "exchanged 3 tiles", after=second)
        assert sorted(await stage.rack(bruno, ada.channel_id())) == ["E", "E", "E"]


def test_K18_cell_points_letter_and_word_factors() -> None:
    """New tiles times their square's letter factor, plus old tiles, times every newly covered word factor."""
    layout = STANDARD.layout
    squares = list(layout.squares)
    squares[7 * 15 + 6] = Square(letter=3, word=2, points=4)
    variant = replace(STANDARD, layout=replace(layout, squares=tuple(squares)))
    table = Table(NO_UNDO, variant, words=None).start("HEAIOUT", "QUAZJVK")
    table.play("8G HE")
    plain = (4 * 3 + 1) * 2 * layout.squares[7 * 15 + 7].word
    assert table.scores[0] == plain + 4
    table.play("8G HEJ")
    assert table.scores[1] == 4 + 1 + 8


HORN_TO_MOB = (("8F HORN", 14), ("H6 FARM", 9), ("10F PASTE", 25), ("9H MOB", 16))


async def test_C19_in_the_bot_the_manual_s_four_scores(tmp_path: Path) -> None:
    """HORN with its R on the centre, FARM through the R, PASTE with FARMS, MOB with NOT and BE."""
    async with (
        scene(tmp_path, "HORNFAM", "PASE", "TOB", "IIIII") as stage,
        Player.at(stage.playground, "Ada") as ada,
    ):
        await ada.command("/game new preset:classic")
        await ada.wait_message("seats taken")
        await ada.command("/game start")
        await board(ada)
        for move, points in HORN_TO_MOB:
            await ask(ada, f"/play move:{move}", f"for {points} points")


def test_a_third_player_finds_no_seat_in_a_game_that_a_challenge_decides() -> None:
    """The rule triple is for two players."""
    table = Table(CLASSIC.with_value("challenge", "triple"))
    with pytest.raises(errors.NoSeatFree):
        table.do(cmd.Join(Person("chloe", "Chloe")))
