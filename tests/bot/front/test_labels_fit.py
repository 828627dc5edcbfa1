"""What Discord limits to a few characters fits in every language: buttons, options, hints of menus, and forms."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from babel.messages.catalog import Catalog

from bot import features
from bot.features.study.messages import home
from bot.features.study.store import Backlog, Drill
from bot.front.board import buttons
from bot.front.board.answers import more_message
from bot.front.components.message import Button, LabelTooLong, Link, Menu, Option, RoleMenu, ask
from bot.front.help.messages import help_message
from bot.front.interaction.dispatch import which_message
from bot.front.interaction.pressing import InputForm
from bot.front.lobby import messages
from bot.front.play.compose_messages import compose_message
from bot.front.settings import messages as settings
from bot.front.settings.preferences import Scope, mine, of_channel, of_server
from bot.limits import LIMITS, Limit
from bot.model.games import GamePhase, GameSummary, Place, SummarySeat
from bot.model.profiles import ChannelProfile, Permission, PersonProfile, ServerProfile
from bot.render import Style
from bot.service.composing import opening
from bot.service.rights import numbers_of
from bot.text import Texts, languages, texts_for
from bot.text.rules import RULE_GROUPS
from bot.text.variants import setup_for
from bot.wiring.bot import ROOMS
from engine.game.state import AskedWord
from engine.game.views import seat_view, table_view
from engine.limits import MAX_SIDE
from engine.model.board import Board, Cell, Layout, PlacedTile, Square, StartCondition
from engine.model.rules import PRESETS
from engine.model.tiles import Tile
from tests.support.catalogues import spoken_from, write
from tests.support.games import STANDARD, Table

TOPICS = features.topics()

GAME = "k7m2p9qa"
MAKERS: tuple[tuple[Callable[[str], object], int], ...] = (
    (lambda text: Button("a", text), 80),
    (lambda text: Link("https://example.org", text), 80),
    (lambda text: Option(text, "a"), 100),
    (lambda text: Option("a", "a", text), 100),
    (lambda text: Menu("a", text, ()), 150),
    (lambda text: RoleMenu("a", text), 150),
    (lambda text: InputForm(text, "a", "a", "a"), 45),
    (lambda text: InputForm("a", text, "a", "a"), 45),
    (lambda text: InputForm("a", "a", text, "a"), 100),
    (lambda text: InputForm("a", "a", "a", "a", text), 100),
)


@pytest.mark.parametrize(("make", "most"), MAKERS)
def test_a_label_is_as_long_as_discord_allows(make: Callable[[str], object], most: int) -> None:
    """Whoever makes a longer one is told at once, before anyone presses anything."""
    make("x" * most)
    with pytest.raises(LabelTooLong):
        make("x" * (most + 1))


def make_all(texts: Texts) -> None:
    """Make what most of the labels are on; the rest is made in a whole evening (`tests/bot/test_evening.py`)."""
    forms = [one.form(texts) for one in ROOMS.registry.values() if one.form]
    assert len(forms) >= 5
    for make in (_settings, _rules, _games):
        assert list(make(texts))


def _settings(texts: Texts) -> Iterator[object]:
    people, places, server = PersonProfile("ada"), ChannelProfile("c"), ServerProfile("s")
    spoken, variants = languages(), ("standard", "super")
    yield settings.settings_message(Scope.MINE, mine(spoken), people, texts, Style())
    here = of_channel(spoken, variants, spoken, {})
    yield settings.settings_message(Scope.CHANNEL, here, places, texts, Style())
    yield settings.settings_message(Scope.SERVER, of_server(spoken, variants, spoken, {}), server, texts, Style())
    yield from (settings.permission_message(one, server, texts) for one in Permission)
    numbers = numbers_of(server, LIMITS)
    yield from (settings.limit_message(one, numbers, LIMITS, texts) for one in Limit)


def _rules(texts: Texts) -> Iterator[object]:
    view = table_view(Table().start().game)
    yield messages.rules_message(GAME, view, texts, may_change=True)
    yield messages.presets_message(GAME, view, texts)
    for rules in PRESETS.values():
        yield from (messages.subject_message(GAME, rules, group, texts) for group in RULE_GROUPS)
        yield from (
            messages.rule_message(GAME, rules, rule, texts, may_change=True)
            for group in RULE_GROUPS.values()
            for rule in group
        )


def _games(texts: Texts) -> Iterator[object]:
    game = Table().start("HELLOXY", "QUAZJVK").game
    table, seat = table_view(game), seat_view(game, 0)
    yield buttons.lobby_buttons(GAME, table_view(Table().game), texts)
    yield buttons.board_buttons(GAME, table, texts)
    yield buttons.rack_buttons(GAME, seat, texts)
    yield buttons.preview_buttons("d1", texts, GAME)
    yield buttons.hint_buttons(GAME, table, texts)
    yield buttons.idle_buttons(GAME, texts)
    yield buttons.end_buttons(GAME, table, texts, has_meanings=True)
    yield buttons.question_row(GAME, AskedWord(0, 0, ("C", "A", "T")), texts)
    yield more_message(GAME, table, "ada", 0, texts, has_words=True, has_meanings=True, has_asked=True)
    yield home("english", "English", tuple(Drill), Backlog(known=1), 1, texts, waiting=True)
    yield help_message(TOPICS.names()[0], TOPICS, texts, setup_for(STANDARD), [], pictures=False)
    yield ask("?", texts.gettext("End the game"), "a", texts)


@pytest.mark.parametrize("language", languages())
def test_N11_labels_fit_in_every_language(language: str) -> None:
    """An over-long translation fails here, with the text and its limit."""
    make_all(texts_for(language))


@pytest.mark.parametrize(
    ("english", "count"),
    [("Cancel", 81), ("A preset, such as classic or blitz", 101), ("Topic", 151), ("Play a word", 46)],
)
def test_an_over_long_translation_is_found(
    english: str, count: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That of a button, a line below an option, the hint of a menu and the title of a form."""
    for length, folder in ((count - 1, tmp_path / "fits"), (count, tmp_path / "long")):
        catalogue = Catalog(locale="de")
        catalogue.add(english, "x" * length)
        write(folder, "de", catalogue)
        with spoken_from(folder, monkeypatch):
            texts = texts_for("de")
        if length < count:
            make_all(texts)
            continue
        with pytest.raises(LabelTooLong) as raised:
            make_all(texts)
        assert raised.value.text == "x" * count


def test_scores_of_a_crowd_are_cut_to_fit() -> None:
    """A menu that asks which game is meant shows the scores of each."""
    seats = tuple(SummarySeat(str(n), f"Player {n}", person=True, score=1000 + n, in_play=True) for n in range(60))
    game = GameSummary(GAME, Place(1, 2), "Friday", "1", GamePhase.TURN, 1, None, 9, 0, 0, seats)
    request: Any = SimpleNamespace(
        services=SimpleNamespace(answering=SimpleNamespace(pending=SimpleNamespace(keep=lambda *_: None))),
        person=SimpleNamespace(id="ada"),
        texts=texts_for("en"),
    )
    [menu] = [one for one in which_message(request, (game,), lambda _: None).blocks if isinstance(one, Menu)]
    assert menu.options[0].about.endswith("…")


def test_letters_of_a_wide_board_are_cut_to_fit() -> None:
    """A letter may have several characters, and a row 64 squares."""
    layout = Layout(MAX_SIDE, 1, (Square(),) * MAX_SIDE, StartCondition(0, 0))
    board = Board.empty(layout).place({Cell(0, n): PlacedTile(Tile("L·L", 1), "L·L") for n in range(1, MAX_SIDE)})
    view = seat_view(replace(Table().start("HELLOXY", "QUAZJVK").game, board=board), 0)
    message = compose_message("d1", view, opening(board, 7), texts_for("en"), made=None)
    [menu] = [one for one in message.blocks if isinstance(one, Menu)]
    assert menu.options[0].about.endswith("…")
