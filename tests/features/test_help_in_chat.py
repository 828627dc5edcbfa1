"""Hints and swapping racks with the computer, by ledger code: by the rules, and in the bot."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import cache
from pathlib import Path
from threading import Semaphore
from typing import Any

import pytest

from bot.engines.works import FindHint, Means
from bot.front.board.scenes import hint_scene
from bot.playground.errors import Json
from bot.render import Span
from bot.service.sending import fanout
from bot.text import texts_for
from bot.text.hints import hint_text
from engine.computer.tools import ComputerTools, ignore
from engine.errors import (
    NoHintLeft,
    NothingToChallenge,
    NothingToSwap,
    NothingToUndo,
    NotYourTurn,
    RackIsHidden,
    RuleIsOff,
    StaleTurn,
)
from engine.formats.journal import record
from engine.game import commands as cmd
from engine.game import events as ev
from engine.game.codec import decode, encode
from engine.game.evolve import replay
from engine.game.history import TurnKind, history
from engine.game.state import HintKind
from engine.game.views import seat_view, table_view
from engine.loading.computers import load_tools
from engine.model.board import Cell, Direction
from engine.model.rules import PRESETS, Rules
from engine.model.tiles import HiddenRack, Tiles
from engine.play.generator.generator import ScoredPlay
from engine.play.notation import read_move
from engine.play.placement import resolve, score
from engine.review.hints import Hint, LookAlong, LookForLength, PassHint, PlayHint, hint
from engine.words.lexicon import Lexicon
from tests.support.engines import table as english_table
from tests.support.engines import tools
from tests.support.games import CLASSIC, NO_UNDO, Table, check_invariants, variant_of
from tests.support.pictures import buttons_of, pictures_of, text_of
from tests.support.playground import DM
from tests.support.playground import Person as User
from tests.support.ruled import begun
from tests.support.running import (
    DRAWS,
    EPHEMERAL,
    LETTERS,
    WORDS,
    Scene,
    answer,
    ask,
    board,
    gathered,
    shows,
    started,
    text_only,
)
from tests.support.sentences import said
from tests.support.service import passes
from tests.support.words import ENGLISH, list_of

NUDGE, RANDOM, BEST = HintKind


def limited(hints: str = "3", cost: str = "0") -> Rules:
    """Rules with this many hints at this price."""
    return NO_UNDO.with_value("hints", hints).with_value("hint_cost", cost)


# --- hints, by the rules ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", HintKind)
def test_N19_C14_a_hint_is_counted_and_costs_what_the_rules_say(kind: HintKind) -> None:
    """The event holds only the kind and cost; the count, the score and the word list show it.

    The record has it as a penalty, so that the totals are right.
    """
    table = Table(limited(cost="5")).start("HELLOXY", "QUAZJVK")
    (event,) = table.do(cmd.TakeHint("ada", kind))
    assert event == ev.HintGiven(table.now, 0, kind, 5)
    assert decode(encode(event)) == event
    view = table_view(table.game)
    assert (view.seats[0].score, view.seats[0].hints, view.hints_left(0), view.hints_left(1)) == (-5, 1, 2, 3)
    assert view.on_turn == 0
    (entry,) = history(table.events)
    assert (entry.kind, entry.points, entry.total) == (TurnKind.HINT, -5, -5)
    table.play("8D HELLO")
    lines = [(event.score, event.total) for event in record(table.events, open_racks=True).events]
    assert lines == [(-5, -5), (24, 19)]
    check_invariants(table)


def test_N19_hints_are_given_where_the_rules_have_them() -> None:
    """Friendly gives three a player, classic none; `unlimited` has no end."""
    assert (PRESETS["friendly"].hints, PRESETS["classic"].hints) == (3, 0)
    table = Table(limited("2")).start("AEINRST", "QUAZJVK")
    for _ in range(2):
        table.do(cmd.TakeHint("ada", RANDOM))
    with pytest.raises(NoHintLeft):
        table.do(cmd.TakeHint("ada", RANDOM))
    table.pass_()
    table.do(cmd.TakeHint("bruno", RANDOM))
    with pytest.raises(RuleIsOff):
        Table(CLASSIC).start().do(cmd.TakeHint("ada", RANDOM))
    endless = Table(limited("unlimited")).start("AEINRST", "QUAZJVK")
    for _ in range(20):
        endless.do(cmd.TakeHint("ada", RANDOM))
    assert table_view(endless.game).hints_left(0) is None


def test_N19_a_hint_is_for_the_player_on_turn() -> None:
    """Not for others, not after the board has changed, not for unknown tiles."""
    table = Table(limited()).start("AEINRST", "QUAZJVK")
    with pytest.raises(NotYourTurn):
        table.do(cmd.TakeHint("bruno", RANDOM))
    with pytest.raises(StaleTurn):
        table.do(cmd.TakeHint("ada", RANDOM, table.game.turn + 1))
    hidden = replace(table.game.seats[0], rack=HiddenRack(7))
    table.state = replace(table.game, seats=(hidden, table.game.seats[1]))
    with pytest.raises(RackIsHidden):
        table.do(cmd.TakeHint("ada", RANDOM))


def test_N19_who_moved_before_cannot_take_back_what_a_hint_was_about() -> None:
    """A hint ends the time to undo the previous play, whose player then draws."""
    table = Table(Rules()).start("HELLOXY", "QUAZJVK")
    table.play("8D HELLO")
    events = table.do(cmd.TakeHint("bruno", BEST))
    assert [type(event) for event in events] == [ev.TilesDrawn, ev.HintGiven]
    with pytest.raises(NothingToUndo):
        table.do(cmd.Undo("ada"))
    check_invariants(table)


def test_N19_own_play_after_a_hint_can_be_taken_back_and_the_hint_stays_paid() -> None:
    """The word list loses the play, not the hint."""
    table = Table(Rules().with_value("hint_cost", "10")).start("HELLOXY", "QUAZJVK")
    table.do(cmd.TakeHint("ada", BEST))
    table.play("8D HELLO")
    table.do(cmd.Undo("ada"))
    assert [entry.kind for entry in history(table.events)] == [TurnKind.HINT]
    assert table.scores == [-10, 0]
    assert table_view(table.game).seats[0].hints == 1


def test_M6_kinds_of_hints_in_words() -> None:
    """A nudge names a line, then a length and the part of the board, but no word; a word has its place and points."""
    texts = texts_for("en")
    view = seat_view(english_table(Rules()).start("AEINRST", "QUAZJVK").game, 0)
    nudges = [hint(view, tools(), NUDGE, number) for number in (0, 1)]
    assert {type(one) for one in nudges} == {LookAlong, LookForLength}
    for one in nudges:
        told = hint_text(view, one, texts)
        assert told.startswith(("Look along row **8**.", said("hints.look_in_row", 7, line=8, part="on the left")))
    assert hint_text(view, hint(view, tools(), RANDOM), texts).startswith("You could play **8")
    best = hint_text(view, hint(view, tools(), BEST), texts)
    assert best.startswith(said("hints.best_move_find_points", play="8B ANESTRI")) and "points" in best
    assert said("hints.cannot_find_play_you") in hint_text(view, None, texts)
    assert hint_text(view, PassHint(), texts) == said("hints.best_move_pass")


def test_M12_a_word_is_ringed_where_it_would_lie() -> None:
    """As if it were played; the ring includes letters already on the board."""
    table = english_table(Rules()).start("CATINGS", "QUAZJVK")
    table.play("8F CAT")
    view = seat_view(table.game, 1)
    board, variant = view.table.board, view.table.variant
    placement = resolve(read_move("H8 TAV", variant, view.table.setup.orientation), board, view.rack, variant)
    sheet = score(board, placement, variant)
    one = PlayHint(ScoredPlay(placement, sheet.total, sheet.total, Tiles()), sheet, best=True)
    scene = hint_scene(view, one, texts_for("en"))
    assert scene is not None and scene.ring == Span(7, 7, 1, 3)
    assert {(one.column, one.row): one.tile.letter for one in scene.tiles if one.is_new} == {(7, 8): "A", (7, 9): "V"}


def test_M12_a_line_is_ringed_and_a_length_has_no_place() -> None:
    """A nudge shows no tile that is not on the board."""
    view = seat_view(english_table(Rules()).start("AEINRST", "QUAZJVK").game, 0)
    across, down = (hint_scene(view, LookAlong(Cell(7, 3), way), texts_for("en")) for way in Direction)
    assert across is not None and across.ring == Span(0, 7, 15, 1)
    assert down is not None and down.ring == Span(3, 0, 1, 15)
    assert not across.tiles and not down.tiles
    assert hint_scene(view, LookForLength(7, 7, Cell(7, 3), Direction.ACROSS), texts_for("en")) is None


# --- hints, in the bot ------------------------------------------------------------------------------------------------


@cache
def few_words() -> ComputerTools:
    """The tools for the words and tiles of these games."""
    return load_tools(variant_of(LETTERS, 3), Lexicon.of("english", ENGLISH, list_of(*WORDS)))


def finds(work: FindHint) -> tuple[Hint | None, bool]:
    """Find a hint at sight, in the test's own process."""
    return work.do(Means(few_words(), lambda: True, map, ignore))


def public(person: User) -> str:
    """Everything public that a person sees in the channel."""
    return "\n".join(text_of(message) for message in person.visible() if not message["flags"] & EPHEMERAL)


async def seats(stage: Scene, person: User) -> tuple[Any, ...]:
    """The seats of the game in a person's channel."""
    return (await stage.state(person.channel_id())).seats


async def test_N19_C14_hint_in_the_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Private, counted, paid for, and played by a button; the next board says that a hint was used."""
    monkeypatch.setattr(fanout, "HINTS_TOGETHER", 600_000)  # so that the present board never tells the first hint alone
    async with gathered(tmp_path, "CAT", "SOD", letters=LETTERS, rack_size=3, hinter=finds) as (stage, ada, bruno):
        first = await begun((ada, bruno), "hint_cost 2")
        assert "Hint" in buttons_of(first)
        await ask(ada, "/hint", said("hints.kind_hint_you_like"))
        assert [seat.hints for seat in await seats(stage, ada)] == [0, 0]
        told = await ask(ada, "/hint kind:best", "8F CAT")
        assert "You have 2 hints left. Each costs 2 points." in text_of(told)
        assert [(seat.hints, seat.score) for seat in await seats(stage, ada)] == [(1, -2), (0, 0)]
        assert text_of(await ask(ada, "/hint kind:best", "8F CAT")) == text_of(told)
        assert [(seat.hints, seat.score) for seat in await seats(stage, ada)] == [(1, -2), (0, 0)]
        await ask(ada, "/hint kind:nudge", "You have 1 hint left")
        assert "CAT" not in public(bruno)
        await ask(bruno, "/hint", said("moves.not_your_turn"))
        await ada.click(told, "Play it")
        second = await board(bruno, "8F CAT", after=first)
        assert "**Ada** took 2 hints. (−4 points)" in text_of(second)
        assert [seat.score for seat in await seats(stage, ada)] == [56, 0]


async def test_M12_the_ringed_board_is_private(tmp_path: Path) -> None:
    """Nobody else sees it; players who prefer text get a text board instead."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3, hinter=finds) as (_, ada, bruno):
        await started(ada, bruno)
        told = await ask(ada, "/hint kind:best", "8F CAT")
        assert ringed(told) and told["flags"] & EPHEMERAL
        await text_only(ada)
        assert not pictures_of(await ask(ada, "/hint kind:random", "You could play"))
        await ask(bruno, "/game board", "")
        seen = [message for channel in bruno.messages.values() for message in channel.values()]
        assert seen and not any(map(ringed, seen))


def ringed(message: Json) -> bool:
    """Whether a message shows the picture of a hint."""
    return any("ringed" in str(picture["description"]) for picture in pictures_of(message))


@pytest.mark.soak
async def test_M6_hint_button_offers_the_kinds(tmp_path: Path) -> None:
    """Where to look, a word, the best move; each press uses a hint, in the same message, until none is left.

    Of two simultaneous requests, one pays, and the other hears the same hint for nothing.
    """
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3, hinter=finds) as (stage, ada, bruno):
        first = await started(ada, bruno)
        await bruno.click(first, "Hint")
        await answer(bruno, said("moves.not_your_turn"))
        await ada.click(first, "Hint")
        choice = await answer(ada, said("hints.kind_hint_you_like"))
        assert buttons_of(choice) == ["Where to look", "A word", "The best move"]
        assert (await seats(stage, ada))[0].hints == 0
        for label, words in (("Where to look", "row **8**"), ("A word", "You could play")):
            await ada.click(choice, label)
            await shows(ada, choice, words)
        told = await asyncio.gather(*(ask(ada, "/hint kind:best", "8F CAT") for _ in range(2)))
        assert text_of(told[0]) == text_of(told[1])
        assert (await seats(stage, ada))[0].hints == 3
        await ada.click(choice, "The best move")
        spent = await shows(ada, choice, "last hint")
        assert "8F CAT" in text_of(spent)
        assert buttons_of(spent) == ["Play it"]
        await ask(ada, "/hint", "all 3 of your hints")


@pytest.mark.gate
async def test_C14_the_bot_says_that_it_is_thinking(tmp_path: Path) -> None:
    """In place of the question, until there is the hint; after a failure, which costs nothing, the question is back."""
    goes_on, fails = Semaphore(0), [True, False]

    def slowly(_: FindHint) -> tuple[Hint | None, bool]:
        goes_on.acquire()
        if fails.pop(0):
            raise MemoryError
        return LookAlong(Cell(7, 3), Direction.ACROSS), False

    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3, hinter=slowly) as (stage, ada, bruno):
        await ada.click(await started(ada, bruno), "Hint")
        choice = await answer(ada, said("hints.kind_hint_you_like"))
        for then in (said("hints.kind_hint_you_like"), said("hints.look_along_row", row=8)):
            await ada.click(choice, "The best move")
            waiting = await shows(ada, choice, said("hints.thinking_about_best_move"))
            assert buttons_of(waiting) == buttons_of(choice)
            goes_on.release()
            await shows(ada, choice, then)
        assert (await seats(stage, ada))[0].hints == 1


@pytest.mark.gate
async def test_C14_a_hint_that_finds_nothing_says_so_and_costs_nothing(tmp_path: Path) -> None:
    """If the tiles form no word, no hint is counted."""
    options: dict[str, Any] = {"letters": LETTERS, "rack_size": 3, "people": ("Ada",), "hinter": finds}
    async with gathered(tmp_path, "CSD", **options) as (stage, ada):
        await begun((ada,))
        for kind in HintKind:
            told = await ask(ada, f"/hint kind:{kind.value}", said("hints.cannot_find_play_you"))
            assert buttons_of(told) == []
        assert (await seats(stage, ada))[0].hints == 0


# --- changing places --------------------------------------------------------------------------------------------------


def duel(rules: Rules = NO_UNDO) -> Table:
    """Ada against a computer player that has moved; Ada is on turn."""
    table = Table(rules, names=("ada",))
    table.do(cmd.AddComputer("ada", 3))
    table.start("HELLOXY", "QUAZJVK", first=1)
    table.play("8H QUAZ")
    return table


@pytest.mark.parametrize("rules", [Rules(), NO_UNDO, CLASSIC])
def test_M7_racks_and_scores_change_hands_and_the_turn_goes_on(rules: Rules) -> None:
    """The game is marked; the word list and the record still add up."""
    table = duel(rules)
    (own, other), scores, turn = (table.letters(0), table.letters(1)), table.scores, table.game.turn
    table.do(cmd.Swap("ada", turn))
    assert (table.letters(0), table.letters(1)) == (other, own)
    assert table.scores == scores[::-1]
    assert table.game.on_turn == 0 and table.game.turn == turn + 1
    assert table.game.swapped and table_view(table.game).swapped
    assert replay(table.events) == table.game
    assert {entry.seat: entry.total for entry in history(table.events)} == dict(enumerate(table.scores))
    table.play("H8 QXY" if "X" in table.letters(0) else f"H8 Q{table.letters(0)[0]}{table.letters(0)[1]}")
    totals = {event.player: event.total for event in record(table.events, open_racks=True).events}
    assert [totals[1], totals.get(0, 0)] == table.scores
    check_invariants(table)


def test_M7_only_between_a_person_and_the_computer_opposite() -> None:
    """Not with a person, among three or out of turn; afterwards the previous play cannot be challenged."""
    with pytest.raises(NothingToSwap):
        Table().start().do(cmd.Swap("ada"))
    three = Table(names=("ada", "bruno"))
    three.do(cmd.AddComputer("ada", 1))
    with pytest.raises(NothingToSwap):
        three.start("AAAAAAA", "EEEEEEE", "IIIIIII").do(cmd.Swap("ada"))
    table = duel(CLASSIC)
    table.do(cmd.Swap("ada"))
    with pytest.raises(NothingToChallenge):
        table.do(cmd.Challenge("ada"))
    table.pass_()
    with pytest.raises(NothingToSwap):
        table.do(cmd.Swap("ada"))


async def test_M7_swap_in_the_bot(tmp_path: Path) -> None:
    """By the command, or under More beside Resign, with a question; the new tiles arrive by direct message."""
    people, draws = ("Ada",), ("CAT", "SOD")
    async with gathered(tmp_path, *draws, letters=LETTERS, rack_size=3, thinker=passes, people=people) as (stage, ada):
        first = await begun((ada,), options="variant:tiny computer:3")
        await ada.click(await ask(ada, "/move swap", said("hints.you_want_swap_places")), "Swap places")
        await answer(ada, said("receipts.you_swapped_racks", name="**Robot1**"))
        second = await board(ada, said("happenings.swapped_racks_scores"), after=first)
        assert sorted(await stage.rack(ada, ada.channel_id())) == list("DOS")
        await ada.wait_message("`D O S`", channel=DM)
        await ada.click(second, "More")
        more = await answer(ada, "More about")
        assert buttons_of(more)[-3:] == ["Rules", "Swap places", "Cancel the game"], "Swap is apart from Exchange"
        await ada.click(more, "Swap places")
        await ada.click(await answer(ada, said("hints.you_want_swap_places")), "Swap places")
        await board(ada, said("happenings.swapped_racks_scores"), after=second)
        assert sorted(await stage.rack(ada, ada.channel_id())) == list("ACT")
        assert (await stage.state(ada.channel_id())).swapped
