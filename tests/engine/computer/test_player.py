"""What a computer player does on its turn, what it considers, and which words it knows, whatever its level."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from engine.computer.player import analyse, chance_to_see, choose, knows
from engine.computer.selfplay import RULES
from engine.computer.tools import Candidate, Luck, Vocabulary
from engine.computer.weighing import MOST_AT_END, weigh
from engine.formats import cgp
from engine.formats.cgp import view_of
from engine.game.commands import Challenge, Exchange, Pass, Play
from engine.game.phases import FinalPass, Over
from engine.game.state import LexiconRef
from engine.game.views import SeatView, seat_view
from engine.model.levels import FADE, LEVELS, NUMBERS, level
from engine.model.rules import ExchangeRule
from engine.model.tiles import HiddenRack
from engine.play.generator.generator import ScoredPlay as Found
from engine.play.placement import Placement, score
from tests.engine.computer.test_endgame import ending
from tests.support.engines import after, play_out, table, tools
from tests.support.engines import view_of as view_in_game
from tests.support.games import CLASSIC, NO_UNDO, STANDARD, rack, tiles
from tests.support.later import later
from tests.support.records import OPEN

CARE = "\n" * 7 + ".......CARE"


def placement(command: object) -> Placement:
    assert isinstance(command, Play) and isinstance(command.move, Placement)
    return command.move


def words(view: SeatView, command: object) -> list[str]:
    sheet = score(view.table.board, placement(command), view.table.variant)
    return ["".join(word.word) for word in sheet.words]


@pytest.mark.parametrize("level", [NUMBERS[0], NUMBERS[-1], *later(NUMBERS[1:-1])])
def test_every_level_finishes_a_game_by_the_rules(level: int) -> None:
    """Every command is accepted, no tile is lost, and the game ends."""
    over = play_out(table().start(), (level, level)).game
    assert isinstance(over.phase, Over)


@pytest.mark.parametrize("names", [("ada",), ("ada", "bruno", "carla"), ("ada", "bruno", "carla", "dora")])
def test_any_number_of_seats(names: tuple[str, ...]) -> None:
    """Computers play alone and in games of three and four, with the classic challenge rules."""
    over = play_out(table(CLASSIC, names).start(), (7, 1, 4, 6)[: len(names)]).game
    assert isinstance(over.phase, Over)


@pytest.mark.parametrize("level", NUMBERS)
def test_same_view_gives_same_move(level: int) -> None:
    """Nothing but the view decides the move."""
    view = view_in_game(CARE, "AEINRST")
    assert choose(view, tools(), after(3), strength=level) == choose(view, tools(), after(3), strength=level)


@pytest.mark.parametrize("level", NUMBERS)
def test_hidden_tiles_do_not_change_the_move(level: int) -> None:
    """Two games that differ only in the pool and the other rack give the same view, and so the same move."""
    one, other = (table().start("AEINRST", hidden) for hidden in ("QZXJKVW", "AEIOULL"))
    first, second = (seat_view(each.game, 0) for each in (one, other))
    assert first == second
    assert one.game != other.game
    assert choose(first, tools(), after(3), strength=level) == choose(second, tools(), after(3), strength=level)


def test_other_games_bring_other_moves() -> None:
    """A weak player does not play every game the same way."""
    moves = {repr(choose(view_in_game(CARE, "AEINRST", opened=n), tools(), strength=1)) for n in range(20)}
    assert len(moves) > 3


def test_commands_carry_the_turn() -> None:
    """Each command carries the turn's number, so that a move for a turn that is over is refused as stale."""
    command = choose(view_in_game(CARE, "AEINRST", turn=9), tools(), strength=7)
    assert isinstance(command, Play) and command.turn == 9


@pytest.mark.parametrize("level", [5, 6, 7, 8])
def test_strong_levels_find_the_obvious_bingo(level: int) -> None:
    """RETINAS and its anagrams are worth far more than anything else."""
    view = view_in_game("", "AEINRST")
    assert len(placement(choose(view, tools(), after(3), strength=level)).tiles) == 7


@pytest.mark.parametrize("level", NUMBERS)
def test_no_pass_or_exchange_when_an_obvious_play_exists(level: int) -> None:
    """Even the weakest level finds one of the many everyday words, in every game."""
    for opened in range(12):
        view = view_in_game(CARE, "ADEHNST", opened=opened)
        assert isinstance(choose(view, tools(), after(3), strength=level), Play)


@pytest.mark.parametrize("level", NUMBERS)
def test_hopeless_rack_is_exchanged_or_passed(level: int) -> None:
    """With no play, the computer exchanges as far as the rules and the pool allow, otherwise it passes."""
    assert isinstance(choose(view_in_game("", "VVWWCCG"), tools(), after(3), strength=level), Exchange)
    assert isinstance(choose(view_in_game("", "VVWWCCG", pool=0), tools(), after(3), strength=level), Pass)
    full = replace(NO_UNDO, exchange_min_pool=ExchangeRule.RACK)
    assert isinstance(choose(view_in_game("", "VVWWCCG", pool=6, rules=full), tools(), after(3), strength=level), Pass)
    few = choose(view_in_game("", "VVWWCCG", pool=3), tools(), after(3), strength=level)
    assert isinstance(few, Exchange) and len(few.tiles) <= 3


def test_strong_players_keep_good_tiles() -> None:
    """With no play, the computer exchanges neither its blank nor its S."""
    command = choose(view_in_game("", "VVWWCCS"), tools(), strength=7)
    assert isinstance(command, Exchange) and "S" not in {tile.letter for tile in command.tiles}


def test_going_out_wins_over_a_few_points_more() -> None:
    """With the pool empty, going out is worth more than a slightly higher score."""
    view = view_in_game(CARE, "S", pool=0)
    assert words(view, choose(view, tools(), strength=7)) == ["CARES"]


def test_unwanted_words_are_never_played() -> None:
    """Computers do not play a word on the list of unwanted words, although it is valid."""
    view = view_in_game("", "AAEINST")
    best = choose(view, tools(), strength=7)
    key = tools().lexicon.key(tuple(words(view, best)[0]))
    bothered = replace(tools(), unwanted=frozenset({key}))
    assert words(view, choose(view, bothered, strength=7)) != words(view, best)


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_weak_players_play_no_coarse_word(level: int) -> None:
    """Whatever they would play else; strong ones play it, unless the server is for families."""
    view = view_in_game("", "AAEINST")
    known = choose(view, tools(), strength=level)
    coarse = frozenset(tools().lexicon.key(tuple(word)) for word in words(view, known))
    assert words(view, choose(view, replace(tools(), coarse=coarse), strength=level)) != words(view, known)


def test_strong_players_play_coarse_words_unless_they_are_mild() -> None:
    """The dictionary is the same for both."""
    view = view_in_game("", "AAEINST")
    best = words(view, choose(view, tools(), strength=7))
    rude = replace(tools(), coarse=frozenset({tools().lexicon.key(tuple(best[0]))}))
    assert words(view, choose(view, rude, strength=7)) == best
    assert words(view, choose(view, rude.mild(), strength=7)) != best
    assert rude.mild().lexicon.contains(tuple(best[0]))


def test_candidates_are_reported() -> None:
    """Spectators see the moves that the computer is considering."""
    seen: list[Candidate] = []
    command = choose(view_in_game(CARE, "AEINRST"), tools(), report=seen.extend, strength=7)
    assert isinstance(seen[-1].move, Found) and seen[-1].move.placement == placement(command)


def test_nothing_to_do_is_an_error() -> None:
    """Asked out of turn or about a hidden rack."""
    view = view_in_game(CARE, "AEINRST")
    with pytest.raises(ValueError, match="not the turn"):
        choose(replace(view, seat=1, rack=rack("ABCDEFG")), tools())
    with pytest.raises(ValueError, match="hidden"):
        choose(replace(view, rack=HiddenRack(7)), tools())


def test_last_play_is_let_stand_or_challenged() -> None:
    """After an out-play, the strongest level passes on a good play and challenges a phony."""
    for last, expected in (("8L S", Pass), ("8L Q", Challenge)):
        opened = table(CLASSIC)
        opened.start("AEINRST", "ABCDEFG")
        state = opened.game
        board = view_in_game(CARE, "A").table.board
        tiles = rack(last[-1])
        opened.state = replace(
            state, board=board, pool=type(state.pool)(), seats=(replace(state.seats[0], rack=tiles), state.seats[1])
        )
        opened.play(last)
        assert isinstance(opened.game.phase, FinalPass)
        command = choose(seat_view(opened.game, 1), tools(), strength=8)
        assert isinstance(command, expected)
        opened.do(command)


def test_lexicon_of_the_game_is_what_counts() -> None:
    """A word that a server removed is not played; a word that it added is."""
    from engine.loading.computers import load_tools

    lexicon = tools().lexicon.without_words([tuple("CARES")]).with_words([tuple("CAREZ")])
    changed = load_tools(tools().generator.variant, lexicon)
    assert changed is load_tools(tools().generator.variant, lexicon)
    last = view_in_game(CARE, "S", pool=0)
    assert "CARES" not in words(last, choose(last, changed, strength=7))
    added = view_in_game(CARE, "Z", pool=0)
    assert words(added, choose(added, changed, strength=7)) == ["CAREZ"]
    assert LexiconRef("x", lexicon.id) != LexiconRef("x", tools().lexicon.id)


CARE_ANALYSED = OPEN.replace("15", "7CARE4", 8).replace("7CARE4", "15", 7)


def view(text: str) -> SeatView:
    """What the player to move of a CGP knows."""
    return view_of(cgp.read(text, STANDARD), STANDARD, RULES, tools().lexicon)


@pytest.mark.parametrize("level", range(1, 9))
@pytest.mark.parametrize("rack", ["AEINRST", "VVWWUUC", "ADEHNOT"])
def test_the_move_that_a_level_chooses_comes_first(level: int, rack: str) -> None:
    seen = view(f"{CARE_ANALYSED} {rack}/ 30/12 0")
    found = analyse(seen, tools(), level, after(2))[0]
    match choose(seen, tools(), after(2), strength=level):
        case Play(_, placement, _):
            assert found
            assert found.move.placement == placement  # type: ignore[union-attr]
        case Exchange(_, given, _):
            assert found
            assert found.move.tiles == given  # type: ignore[union-attr]
        case Pass():
            assert found is None


def test_level_8_tells_chances_leads_and_deals() -> None:
    """The moves listed first were simulated most often; nothing is proven while tiles are hidden."""
    found = analyse(view(f"{CARE_ANALYSED} ADEHNOT/ 30/12 0"), tools(), 8, after(3))
    assert len(found) > 1
    assert all(
        one and one.chance is not None and 0 <= one.chance <= 1 and one.deals and not one.proven for one in found
    )


def test_endings_are_proven() -> None:
    """Only the best move has a proven lead."""
    found = analyse(ending("AT", "Q"), tools(), 8)
    assert found[0]
    assert found[0].proven
    assert found[0].lead is not None
    assert all(one is None or one.lead is None for one in found[1:])
    assert len({repr(one.move) for one in found if one}) == sum(one is not None for one in found)


def test_an_ending_that_time_cuts_short_is_not_proven() -> None:
    found = analyse(ending("AEINRST", "DEILORS"), tools(), 8, after(1))
    assert found[0]
    assert not found[0].proven


def test_a_pass_is_an_answer_too() -> None:
    """A player who can neither play nor exchange passes."""
    assert analyse(ending("V", "V"), tools(), 8) == [None]
    assert analyse(ending("V", "V"), tools(), 7) == [None]


def test_racks_of_a_position_that_are_not_told_are_full() -> None:
    """Racks that a position leaves out are full as far as the tiles suffice; the rest is the pool."""
    opened = view(f"{OPEN} AEINRST/ 0/0 0")
    assert [seat.tiles for seat in opened.table.seats] == [7, 7]
    assert opened.table.pool == 86
    part = view(f"{OPEN} AEINRST/Q 0/0 0")
    assert part.table.seats[1].tiles == 7
    three = view(f"{OPEN} AEI// 5/7/9 2")
    assert [seat.tiles for seat in three.table.seats] == [3, 7, 7]
    assert [seat.score for seat in three.table.seats] == [5, 7, 9]
    assert three.table.scoreless == 2


def test_what_other_racks_hold_is_not_seen() -> None:
    """The view of a position is the same whatever its other racks hold, as long as some tiles are hidden."""
    assert view(f"{CARE_ANALYSED} ADEHNOT/QZXJKVW 30/12 0") == view(f"{CARE_ANALYSED} ADEHNOT/ 30/12 0")


def test_of_a_large_rack_the_best_plays_are_enough_at_the_end() -> None:
    """There can be a million plays to weigh one by one, and nobody goes out with that many tiles anyway."""
    held = tiles("AEINRSTLOUDGM")
    view = view_in_game(CARE, "AEINRSTLOUDGM", pool=0)
    every = tools().generator.all(view.table.board, held)
    plays = weigh(view, held, tools(), level(8), Luck(b"")).plays
    assert len(every) > MOST_AT_END == len(plays)
    assert [plays[i] for i in range(20)] == [every[i] for i in range(20)]


def test_of_any_other_rack_every_play_is_weighed_at_the_end() -> None:
    """The play that goes out need not be among those with the highest scores."""
    held = tiles("AEINRST")
    view = view_in_game(CARE, "AEINRST", pool=0)
    every = tools().generator.all(view.table.board, held)
    assert len(weigh(view, held, tools(), level(8), Luck(b"")).plays) == len(every)


GAMES = [Luck(bytes([n])) for n in range(20)]


def key(word: str) -> bytes:
    return tools().lexicon.key(tuple(word))


def test_common_words_come_first() -> None:
    """The ranking holds everyday words, neither names nor two-letter words that only players know."""
    rank = tools().vocabulary.rank
    assert rank(key("THE")) < rank(key("HOUSE")) < rank(key("KITCHEN")) < rank(key("QUAGMIRE"))
    assert rank(key("HE")) < 100
    assert rank(key("QI")) > 10_000
    assert rank(key("CWM")) == len(tools().vocabulary) == 60_000


def test_C2_levels_1_to_4_know_common_words_only() -> None:
    """Each level knows more words than the one below but no rare one; the higher levels know all words."""
    for number in range(1, 5):
        skill = level(number)
        assert all(knows(key("HOUSE"), skill, tools(), game) for game in GAMES)
        assert not any(knows(key("CWM"), skill, tools(), game) for game in GAMES)
    assert all(knows(key("CWM"), level(number), tools(), GAMES[0]) for number in range(5, 9))
    sizes = [skill.words or 0 for skill in LEVELS[:4]]
    assert all(one < other for one, other in pairwise(sizes))


def test_unknown_word_is_unknown_for_the_whole_game() -> None:
    """About half of the games know a word on the edge, and each game knows it always or never."""
    skill = level(2)
    edge = tools().vocabulary.first(int((skill.words or 0) * 1.1))[-50:]
    known = [[knows(word, skill, tools(), game) for word in edge] for game in GAMES]
    assert known == [[knows(word, skill, tools(), game) for word in edge] for game in GAMES]
    assert 0.3 < sum(map(sum, known)) / (len(edge) * len(GAMES)) < 0.7


def test_everyday_generators_hold_what_may_be_known() -> None:
    """They hold the common words up to the rank where knowledge has faded away, as far as the lexicon has them."""
    for skill, generator in zip(LEVELS, tools().everyday, strict=False):
        assert generator is not tools().generator
        assert len(tools().vocabulary.first(int((skill.words or 0) * FADE))) == int((skill.words or 0) * FADE)


def test_long_and_sideways_plays_are_overlooked_more_often() -> None:
    """A short word without cross words is the easiest to see."""
    skill = level(1)
    short, long, sideways = (("C", "A", "T"),), (tuple("CATTERY"),), (("C", "A", "T"), ("A", "T"))
    assert chance_to_see(short, skill) > chance_to_see(sideways, skill) > 0
    assert chance_to_see(short, skill) > chance_to_see(long, skill) > 0
    assert chance_to_see(long, level(7)) == 1


@pytest.mark.parametrize("tier", ["unwanted", "coarse"])
def test_unwanted_and_coarse_words_are_words_of_the_lexicon(tier: str) -> None:
    """The list is neither empty nor out of date, and its file does not show the words openly."""
    from engine.loading import resource_folder

    hidden = getattr(tools(), tier)
    assert len(hidden) > 150
    assert all(tools().lexicon.contains(tools().lexicon.word(word)) for word in hidden)
    text = (resource_folder("data") / "vocabulary" / f"en.{tier}.txt").read_text(encoding="utf-8")
    lines = {line for line in text.splitlines() if not line.startswith("#")}
    plain = {"".join(tools().lexicon.word(word)) for word in hidden}
    assert len(lines & plain) < 5


def test_ranks_are_those_of_the_list_and_words_come_back_in_its_order() -> None:
    """Whatever the length of a word; a word that is listed twice keeps its first rank."""
    words = [key(word) for word in ("THE", "A", "QUAGMIRE", "A", "AARDVARKS", "ZA", "THEN")]
    ranked = list(dict.fromkeys(words))
    vocabulary = Vocabulary.of(words)
    assert len(vocabulary) == 6
    assert [vocabulary.rank(word) for word in ranked] == list(range(6))
    assert vocabulary.first(2) == tuple(ranked[:2])
    assert vocabulary.first(100) == tuple(ranked)
    assert {vocabulary.rank(key(word)) for word in ("AA", "ZAS", "QUAGMIRES", "ANTIDISESTABLISHMENT")} == {6}
    assert Vocabulary.of(()).rank(key("A")) == 0
