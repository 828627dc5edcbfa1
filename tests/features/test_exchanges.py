"""Exchanging by ticking tiles (ledger D3), and `all` with A, L and L on the rack."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.front.board.answers import can_exchange
from bot.front.components.message import Button, Menu, Message
from bot.front.play import turns
from bot.front.play.exchanges import count_message, exchange_message, most_exchanged, read_ticks, write_ticks
from bot.playground.limits import walk
from bot.text import texts_for
from bot.text.typed import TypedMeaning, typed_words
from engine.errors import PoolTooSmall
from engine.game import commands as cmd
from engine.game.views import SeatView, seat_view
from engine.model.rules import ExchangeRule, FirstPlayer, Rules
from engine.model.tiles import Tiles
from tests.support.games import Table
from tests.support.later import at_gate, later
from tests.support.pictures import buttons_of, text_of
from tests.support.playground import Person
from tests.support.running import Scene, answer, ask, board, dealt, gathered, press_more, shows
from tests.support.sentences import said

ENGLISH = texts_for("en")
DRAWS = ("A", "C", "EEA?", "SODT")
LETTERS = "ACSODTEEEEETTT?"

Json = dict[str, Any]


def menu_of(message: Json) -> Json:
    """The only menu of a message."""
    (found,) = [one for one in walk(message["components"]) if one["type"] == 3]
    return found


@pytest.mark.parametrize("way", ["button", *at_gate(["command"])])
async def test_D3_tiles_are_ticked_and_exchanged_with_one_press(tmp_path: Path, way: str) -> None:
    """Equal tiles can be told apart, blanks have a name, and nobody else sees the menu, which opens on your turn only.

    All tiles are ticked at once; that changes nothing in the game.
    """
    async with gathered(tmp_path, *DRAWS, "TT", letters=LETTERS, rack_size=4) as (stage, ada, bruno):
        first = await dealt(stage, ada, bruno)
        refused = await ask(bruno, "/move exchange", said("moves.not_your_turn"))
        assert not [one for one in walk(refused["components"]) if one["type"] == 3]
        public = len(bruno.visible())
        if way == "button":
            await press_more(ada, first, "Exchange")
            message = await answer(ada, "Tick the tiles")
        else:
            message = await ask(ada, "/move exchange", "Tick the tiles")
        menu = menu_of(message)
        assert [one["label"] for one in menu["options"]] == ["A 1", "E 1 (1 of 2)", "E 1 (2 of 2)", "Blank"]
        assert (menu["min_values"], menu["max_values"]) == (1, 4)
        assert "Exchange" not in buttons_of(message)
        await ada.click(message, "Tick all")
        await ada.wait(lambda: "Exchange 4 tiles" in buttons_of(ada.now(message) or {}), "all ticked")
        assert "Tick all" not in buttons_of(ada.now(message) or {})
        await ada.select(message, "E 1 (2 of 2)", "Blank")
        shown = await shows(ada, message, "You exchange **E ?**")
        assert "keep **A E**" in text_of(shown)
        assert [one["label"] for one in menu_of(shown)["options"] if one.get("default")] == ["E 1 (2 of 2)", "Blank"]
        assert len(bruno.visible()) == public
        await ada.click(message, "Exchange 2 tiles")
        await answer(ada, "You exchanged E ?")
        await board(bruno, "2 tiles", after=first)
        assert sorted(await stage.rack(ada, ada.channel_id())) == ["A", "E", "T", "T"]


@pytest.mark.gate
async def test_D3_ticks_made_on_another_rack_exchange_nothing(tmp_path: Path) -> None:
    """After another move, an old menu shows the tiles as they are now; when it is not your turn, it says so."""
    async with gathered(tmp_path, *DRAWS, "T", "T", letters=LETTERS, rack_size=4) as (stage, ada, bruno):
        first = await dealt(stage, ada, bruno)
        old = await ask(ada, "/move exchange", "Tick the tiles")
        await ada.select(old, "A 1")
        await shows(ada, old, "You exchange **A**")
        await ask(ada, "/move exchange tiles:?", "You exchanged")
        after = await board(bruno, after=first)
        rack = await stage.rack(ada, ada.channel_id())
        await ada.click(old, "Exchange 1 tile")
        await answer(ada, said("moves.not_your_turn"))
        await ask(bruno, "/move exchange tiles:S", "You exchanged")
        await board(ada, after=after)
        await ada.click(old, "Exchange 1 tile")
        shown = await answer(ada, said("play.tiles_changed"))
        assert menu_of(shown)["options"][0]["label"] == "A 1"
        assert await stage.rack(ada, ada.channel_id()) == rack


# --- without a playground ---------------------------------------------------------------------------------------------


def holding(letters: str, rules: Rules | None = None, pool: int | None = None) -> SeatView:
    """The view of a seat with these tiles, and a pool of that many."""
    table = Table(rules or Rules()).start(letters, "QUXZJVK")
    view = seat_view(table.game, 0)
    return view if pool is None else replace(view, table=replace(view.table, pool=pool))


def parts(message: Message) -> tuple[Menu, tuple[Button, ...]]:
    """The menu and the buttons."""
    (menu,) = [block for block in message.blocks if isinstance(block, Menu)]
    return menu, tuple(one for one in message.buttons if isinstance(one, Button))


@pytest.mark.parametrize(
    ("pool", "rule", "most"),
    [(50, "0", 7), (3, "0", 3), (0, "0", 0), (7, "rack", 7), (6, "rack", 0)],
)
def test_D3_no_more_tiles_can_be_ticked_than_the_rules_allow(pool: int, rule: str, most: int) -> None:
    """As many as the pool has, or none unless it has a full rack."""
    view = holding("AEEEOT?", Rules(exchange_min_pool=ExchangeRule(rule)), pool)
    assert most_exchanged(view) == most
    if most:
        menu, buttons = parts(exchange_message("abcd2345", view, ENGLISH))
        assert menu.most == most
        assert ("Tick all" in [one.label for one in buttons]) == (most == 7)


def test_D3_the_tiles_are_told_before_the_menu_is_opened() -> None:
    """On a phone, a menu shows nothing before it is pressed."""
    view = holding("AEEEOT?", Rules(), 50)
    assert said("composing.own_tiles", tiles="**A E E E O T ?**") in exchange_message("abcd2345", view, ENGLISH).text


def test_D3_more_ticks_than_the_pool_allows_are_never_shown() -> None:
    """Whatever an earlier menu or a forged press asks for, and however often it names a tile."""
    view = holding("AEEEOT?", Rules(), 3)
    menu, buttons = parts(exchange_message("abcd2345", view, ENGLISH, places=(6, 5, 5, 4, 3, 2, 1, 0)))
    assert sum(one.chosen for one in menu.options) == menu.most == 3
    assert buttons[0].label == "Exchange 3 tiles"


def test_D3_the_ids_of_the_menu_differ_and_tell_no_tiles() -> None:
    """Discord refuses equal ids and values."""
    view = holding("AEEEOT?")
    menu, buttons = parts(exchange_message("abcd2345", view, ENGLISH, places=range(7)))
    ids = [menu.custom_id, *(one.custom_id for one in buttons)]
    assert len(set(ids)) == len(ids)
    assert len({one.value for one in menu.options}) == len(menu.options) == 7
    assert len({one.label for one in menu.options}) == 7
    assert not {"A", "E", "O", "T"} & set("".join(ids))


@pytest.mark.parametrize("places", [(), (0,), (3, 1), tuple(range(7))])
def test_D3_ticks_are_understood_only_on_their_rack(places: tuple[int, ...]) -> None:
    """Every place comes back once, in order; on another rack, none does."""
    ticks = write_ticks(holding("AEEEOT?"), places)
    assert read_ticks(holding("AEEEOT?"), ticks) == tuple(sorted(places))
    assert read_ticks(holding("AEEEOTT"), ticks) is None


def test_D3_real_tiles_are_exchanged_by_their_number() -> None:
    """The bot does not know what they are."""
    table = Table(Rules(tabletop=True, undo=False, first_player=FirstPlayer.HOST)).start()
    message = count_message("abcd2345", seat_view(table.game, table.game.on_turn or 0), ENGLISH)
    (menu,) = [block for block in message.blocks if isinstance(block, Menu)]
    assert [one.value for one in menu.options] == [str(count) for count in range(1, 8)]


@pytest.mark.parametrize("rule", ["0", "rack"])
@pytest.mark.parametrize("pool", [0, 4, 5, 6, 11, 12, 50])
@pytest.mark.parametrize("is_undoable", [True, False])
def test_D3_as_many_tiles_can_be_ticked_as_the_engine_exchanges(pool: int, rule: str, is_undoable: bool) -> None:
    """While a play can be undone, its tiles are in the pool, but any move draws them first: those cannot be had."""
    table = Table(Rules(exchange_min_pool=ExchangeRule(rule))).start("HELLOXJ", "AEEEOT?")
    table.play("8H HELLO")
    if not is_undoable:
        table.do(cmd.CloseWindows(table.game.turn - 1), after=20_000)
    table.state = replace(table.game, pool=Tiles.of(table.game.pool.items[:pool]))
    view = seat_view(table.game, 1)
    assert view.table.undoable is is_undoable
    most = most_exchanged(view)
    assert can_exchange(view.table) == bool(most)
    for count in range(7, most, -1):
        with pytest.raises(PoolTooSmall):
            table.do(cmd.Exchange("bruno", " ".join("AEEEOT?"[:count])))
    if most:
        table.do(cmd.Exchange("bruno", " ".join("AEEEOT?"[:most])))
        assert table.game.on_turn == 0


async def rack(stage: Scene, person: Person, channel: str) -> list[str]:
    """A person's letters."""
    return sorted(await stage.rack(person, channel))


ANSWERS = (("All my tiles", 4, "A"), ("Only A, L, L", 3, "C"))


@pytest.mark.parametrize(
    ("typed", "button", "count", "kept"),
    [
        ("ALL", *ANSWERS[0]),
        *at_gate([("ALL", *ANSWERS[1])]),
        *later((typed, *one) for typed in ("all", " All ") for one in ANSWERS),
    ],
)
async def test_D3_exchange_all_asks_where_it_could_mean_letters(
    tmp_path: Path, typed: str, button: str, count: int, kept: str
) -> None:
    """Nothing is exchanged before the answer; both answers do what they say."""
    async with gathered(tmp_path, "A", "C", "ALLC", "ATSE", letters="AALLLLCATSEE", rack_size=4) as (stage, ada, bruno):
        first = await dealt(stage, ada, bruno)
        channel = ada.channel_id()
        assert await rack(stage, ada, channel) == ["A", "C", "L", "L"]
        asked = await ask(ada, f"/move exchange tiles:{typed}", said("play.exchange_all", letters="A, L, L"))
        assert buttons_of(asked) == ["All my tiles", "Only A, L, L", "Cancel"]
        assert (await stage.state(channel)).on_turn == (await stage.state(channel)).seat_of(ada.id)
        await ada.click(asked, button)
        await board(bruno, f"{count} tiles", after=first)
        left = await rack(stage, ada, channel)
        assert len(left) == 4
        assert kept in left


@pytest.mark.gate
async def test_D3_exchange_all_is_not_asked_about_where_it_is_plain(tmp_path: Path) -> None:
    """Not if the rack lacks the letters, nor if they are the whole rack, nor for single letters."""
    async with gathered(tmp_path, "A", "C", "ALL", "ATS", letters="AALLLLCATSEETT", rack_size=3) as (stage, ada, bruno):
        await dealt(stage, ada, bruno)
        await ask(ada, "/move exchange tiles:all", "You exchanged")
        await ask(bruno, "/move exchange tiles:ALL", "You exchanged")
        await ask(ada, "/move exchange tiles:A", "")


@pytest.mark.gate
async def test_N11_the_word_of_another_language_is_asked_about_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The person's word means the whole rack, unless the rack spells it; the answer then means those letters."""
    words = typed_words(texts_for("en"), "en")
    meanings = {**words.meanings, "cat": frozenset({TypedMeaning.ALL})}
    monkeypatch.setattr(turns, "typed_words", lambda *_: replace(words, meanings=meanings))
    async with gathered(tmp_path, "A", "C", "CATS", "ATSE", letters="CATSATSEEELLL", rack_size=4) as (
        stage,
        ada,
        bruno,
    ):
        first = await dealt(stage, ada, bruno)
        asked = await ask(ada, "/move exchange tiles:Cat", said("play.exchange_all"))
        [only] = [label for label in buttons_of(asked) if label.startswith("Only")]
        assert sorted(only.removeprefix("Only ").split(", ")) == ["A", "C", "T"]
        await ada.click(asked, only)
        await board(bruno, "3 tiles", after=first)
