"""Boards, scores, words, rules, tiles and help as text."""

from dataclasses import replace

import pytest

from bot import features
from bot.text import cast_of, texts_for
from bot.text.boards import board_text, premium_label, premium_text
from bot.text.rules import (
    RULE_GROUPS,
    challenge_cost,
    differing_rules,
    group_title,
    nearest_preset,
    preset_text,
    rule_text,
    rule_title,
    summary,
    value_lines,
    value_text,
)
from bot.text.scores import highlights, score_table, standings, word_list
from bot.text.variants import distribution_text, rack_alt, unseen_text, values_text
from engine.game import commands as cmd
from engine.game.history import best_play, bingo_counts, history
from engine.game.state import HintKind
from engine.game.views import seat_view, table_view
from engine.model.board import BLOCKED, Layout, Orientation, Square, StartCondition
from engine.model.rules import PRESETS, ChallengeRule, Rules, allowed_values, preset_rules, rule_names
from tests.support.games import CLASSIC, STANDARD, Table, rack, tiles, variant_of, word_set
from tests.support.sentences import said

TOPICS = features.topics()

ENGLISH = texts_for("en")
TURNED = Orientation(digits_for_columns=True, columns_from_right=True, rows_upward=True)


def played(rules: Rules | None = None) -> Table:
    """A game with HELLo across and HE down on the standard board."""
    table = Table(rules or Rules(undo=False)).start("HELL?XY", "EAZJVKQ")
    table.play("8D HELLo")
    table.play("D8 HE")
    return table


def test_M11_the_board_as_text_has_coordinates_premiums_and_a_legend() -> None:
    """Every row and column has a label, a blank is in lower case, and symbols are explained."""
    lines = board_text(table_view(played().game), ENGLISH).split("\n")
    assert lines[0] == "   A B C D E F G H I J K L M N O"
    assert lines[8] == " 8 = . . H E L L o . . . ' . . ="
    assert lines[9] == " 9 . . ' E . . ' . ' . . . ' . ."
    assert "= 3W: word times 3" in lines
    assert lines[-1] == said("boards.capital_letter")
    plain = board_text(table_view(played().game), ENGLISH, premiums=False)
    assert "3W" not in plain
    assert " 1 . . . . ." in plain


def test_K11_the_board_as_text_is_labelled_as_the_game_names_its_squares() -> None:
    """The board stays the same; only the labels change."""
    view = table_view(played().game)
    view = replace(view, setup=replace(view.setup, orientation=TURNED))
    lines = board_text(view, ENGLISH).split("\n")
    assert lines[0].split() == [str(number) for number in range(15, 0, -1)]
    assert lines[1].startswith("O =")


def test_unusual_squares_get_symbols_of_their_own() -> None:
    """Blocked squares, points, and several attributes on one square all have symbols."""
    squares = (Square(letter=2, word=3, points=5), BLOCKED, Square(points=-4), Square(letter=8)) + (Square(),) * 5
    variant = replace(STANDARD, layout=Layout(3, 3, squares, StartCondition()))
    text = board_text(table_view(Table(variant=variant).start().game), ENGLISH)
    assert text.split("\n")[:3] == ["  A B C", "1 * # +", "2 % . ."]
    assert "2L 3W +5: letter times 2, word times 3 and +5 points" in text
    assert "# blocked" in text
    assert "-4: −4 points" in text
    assert premium_text(Square(), ENGLISH) == "plain square"


def test_N12_word_list_marks() -> None:
    """Cross words have +, the bingo ++ and 50, a pass - with 0; the total follows each turn."""
    table = Table().start("HELLOXY", "EAZJVKQ")
    table.play("8D HELLOXY")
    table.play("9D EA")
    table.pass_()
    view = table_view(table.game)
    lines = word_list(history(table.events), cast_of(view, str), ENGLISH).split("\n")
    assert [line.split() for line in lines] == [
        ["1.", "Ada", "8D", "HELLOXY", str(table.scores[0] - 50)],
        ["++", "bonus", "50", str(table.scores[0])],
        ["2.", "Bruno", "9D", "EA", "2"],
        ["+", "HE", "5"],
        ["+", "EA", "2", str(table.scores[1])],
        ["3.", "Ada", "-", "pass", "0", str(table.scores[0])],
    ]


def test_N12_hints_are_listed_beside_the_turns_and_not_numbered() -> None:
    """The pass after two hints is still the first turn."""
    table = Table(Rules().with_value("hints", "3").with_value("hint_cost", "5")).start("HELLOXY", "EAZJVKQ")
    table.do(cmd.TakeHint("ada", HintKind.BEST))
    table.pass_()
    lines = word_list(history(table.events), cast_of(table_view(table.game), str), ENGLISH).split("\n")
    assert [line.split() for line in lines] == [
        ["Ada", "-", "hint", "−5", "−5"],
        ["1.", "Ada", "-", "pass", "0", "−5"],
    ]


def test_N12_a_play_that_was_challenged_off_stays_in_the_list() -> None:
    """It scores 0, and the exchange is counted."""
    table = Table(CLASSIC, words=word_set("HE")).start("XELLOHE", "QUAZJVK")
    table.play("8D XELLO")
    table.do(cmd.Challenge("bruno"))
    table.do(cmd.Exchange("bruno", "QU"))
    view = table_view(table.game)
    text = word_list(history(table.events), cast_of(view, str), ENGLISH)
    assert [line.split() for line in text.split("\n")] == [
        ["1.", "Ada", "-", "8D", "XELLO", "(challenged", "off)", "0", "0"],
        ["2.", "Bruno", "-", "exchange", "of", "2", "0", "0"],
    ]


def test_K17_the_score_board_has_turn_points_last_round_and_tiles() -> None:
    """Who is a computer player is said below."""
    table = Table(names=("ada",))
    table.do(cmd.AddComputer("ada", 5))
    table.start("HELLOXY", "EAZJVKQ")
    table.play("8D HELLO")
    view = table_view(table.game)
    lines = score_table(view, history(table.events), cast_of(view, str), ENGLISH).split("\n")
    assert lines[0].split() == ["Player", "Points", "Last", "Tiles"]
    assert lines[1].split() == ["Ada", "24", "24", "7"]
    assert lines[2].split() == [">", "Robot1", "0", "7"]


def test_N14_the_end_card_tells_places_and_adjustments() -> None:
    """The card names the winner, what the remaining tiles changed, and the player who resigned."""
    table = Table(variant=variant_of("HELLOABCDEFGHI")).start("HELLOAB", "CDEFGHI")
    table.play("8D HELLO")
    table.pass_()
    table.play("D7 AHB")
    view = table_view(table.game)
    assert standings(view, cast_of(view, str), ENGLISH) == (
        f"1\\. Ada: 49 points ({said('scores.others_tiles', points='+17')})",
        "2\\. Bruno: −17 points (−17 for C D E F G H I left)",
    )
    entries = history(table.events)
    assert highlights(entries, cast_of(view, str), ENGLISH) == ("Best play: Ada with 8D HELLO for 24 points.",)
    assert bingo_counts(entries, view.variant) == {}
    best = best_play(entries)
    assert best is not None
    assert best.points == 24


def test_bingos_are_counted_by_seat() -> None:
    """A play with the whole rack and its bonus counts, but not one that was challenged off."""
    table = Table().start("HELLOXY", "EAZJVKQ")
    table.play("8D HELLOXY")
    view = table_view(table.game)
    assert bingo_counts(history(table.events), view.variant) == {0: 1}
    assert "Bingos: Ada 1." in highlights(history(table.events), cast_of(view, str), ENGLISH)


def test_every_rule_and_value_is_explained() -> None:
    """Adding a rule or value without words fails here; numbers need none."""
    for rule in rule_names():
        assert rule_text(rule, ENGLISH)
        assert rule_title(rule, ENGLISH) != rule
        for value in allowed_values(rule):
            assert value.isdigit() or value_text(rule, value, ENGLISH) != value, (rule, value)
        assert value_lines(rule, ENGLISH)
    for preset in PRESETS:
        assert preset_text(preset, ENGLISH) != preset
        for language in ("en", "de"):
            rules = preset_rules(preset, language)
            assert nearest_preset(rules, language) == (preset, ())
            assert nearest_preset(rules.with_value("players", "2"), language) == (preset, ())
            assert differing_rules(rules, language) == (preset, ())
            assert differing_rules(rules.with_value("players", "2"), language) == (preset, ("players",))


def test_every_rule_is_in_one_group() -> None:
    """A rule that somebody adds without a subject fails here."""
    assert sorted(rule for group in RULE_GROUPS.values() for rule in group) == sorted(rule_names())
    assert len({group_title(group, ENGLISH) for group in RULE_GROUPS}) == len(RULE_GROUPS)


@pytest.mark.parametrize("rule", ChallengeRule)
def test_the_cost_of_a_wrong_challenge_is_told_wherever_there_are_challenges(rule: ChallengeRule) -> None:
    """The question before a challenge gives it, so without it people would challenge blindly."""
    rules = Rules(undo=False, challenge=rule)
    assert bool(challenge_cost(rules, ENGLISH)) == rules.phonies_stand


def test_the_summary_names_what_differs_from_a_preset() -> None:
    """A preset is one line; otherwise the nearest preset is named with every difference."""
    double = CLASSIC.with_value("challenge", "double")
    assert summary(double, "en", ENGLISH)[0].startswith(preset_text("classic", ENGLISH))
    assert len(summary(double, "en", ENGLISH)) == 2
    assert summary(CLASSIC, "en", ENGLISH) == (preset_text("classic", ENGLISH),)
    told = summary(Rules().with_value("on_leave", "stop"), "en", ENGLISH)
    assert told[0].endswith("With these changes:")
    assert told[1] == f"Players who leave: {said('rules.game_ends_scores_stand')}"


def test_C11_values_distribution_and_unseen_tiles() -> None:
    """The letters by points, the number of each, and the unseen tiles."""
    assert "10: Q Z" in values_text(STANDARD, ENGLISH)
    assert "E 12×1" in distribution_text(STANDARD)
    assert "? 2×0" in distribution_text(STANDARD)
    table = Table().start("HELLOXY", "QUAZJVK")
    text = unseen_text(seat_view(table.game, 0).unseen, STANDARD)
    assert "X" not in text
    assert "E 11" in text


def test_racks_are_told_letter_by_letter() -> None:
    """The text gives points, and describes a blank in words."""
    assert rack_alt(rack("EQ?"), tiles("EQ?"), ENGLISH) == "Your rack: a blank 0, E 1, Q 10."
    assert rack_alt(rack(""), (), ENGLISH) == "An empty rack."


@pytest.mark.parametrize("topic", TOPICS.names())
def test_D6_every_topic_of_help_has_a_title_and_a_text(topic: str) -> None:
    """Each topic fits one message, with the facts of the game."""
    text = TOPICS.text(topic, ENGLISH, STANDARD, [("play", "Plays *a* word"), ("stats", "Shows your statistics")])
    assert TOPICS.title(topic, ENGLISH)
    assert 20 < len(text) < 3_200
    assert "{" not in text


@pytest.mark.parametrize("topic", TOPICS.names())
def test_D6_a_title_names_what_its_topic_is_about(topic: str) -> None:
    """It has no speaker, like every heading."""
    assert "I" not in TOPICS.title(topic, ENGLISH).split()


def test_D8_help_tells_which_words_count() -> None:
    """The text covers parts of speech and origins, and says what is not a word."""
    text = TOPICS.text("words", ENGLISH, STANDARD)
    assert all(word in text for word in ("slang", "rare", "abbreviations", "hyphen", "apostrophe", "capital"))


def test_help_speaks_of_the_game_at_hand() -> None:
    """Rack size, bonus, tiles and coordinates come from the variant and the orientation."""
    small = variant_of("AABBCC", rack_size=3)
    assert "all 3 tiles" in TOPICS.text("scoring", ENGLISH, small)
    assert "6 tiles in all" in TOPICS.text("tiles", ENGLISH, small)
    assert said("help.row_first", square="H8") in TOPICS.text("moves", ENGLISH, STANDARD, orientation=TURNED)
    assert "`/play` Plays \\*a\\* word" in TOPICS.text("commands", ENGLISH, STANDARD, [("play", "Plays *a* word")])


@pytest.mark.parametrize(
    ("language", "labels"),
    [
        ("en", ("2L", "3W", "4L 5W +10")),
        ("fr", ("LD", "MT", "L×4 M×5 +10")),
        ("de", ("2B", "3W", "4B 5W +10")),
        ("ru", ("2Б", "3С", "4Б 5С +10")),
        ("sv", ("DB", "TO", "B×4 O×5 +10")),
        ("pt", ("2L", "3W", "4L 5W +10")),
    ],
)
def test_N11_premium_squares_bear_the_marks_of_the_language(language: str, labels: tuple[str, str, str]) -> None:
    """Each language's players write them in their own way; one without a catalogue has the English marks."""
    texts, squares = texts_for(language), (Square(letter=2), Square(word=3), Square(4, 5, 10))
    assert tuple(premium_label(square, texts) for square in squares) == labels
    assert premium_label(Square(), texts) == ""
