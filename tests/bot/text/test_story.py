"""The story of a game in words."""

from __future__ import annotations

import pytest

from bot.text import cast_of, texts_for
from bot.text.endcard import story_in, story_text
from engine.game import commands as cmd
from engine.game.history import Entry, Mark, TurnKind, WordLine, history
from engine.game.story import Plot, Story
from engine.game.views import table_view
from tests.support.games import Table, word_set
from tests.support.sentences import said

PLAY = Entry(0, 0, TurnKind.PLAY, (WordLine(Mark.WORD, tuple("BEGALLS"), 69),), 69, 0)
FACTS = {"turn": 4, "behind": 41, "lowest": 3, "changes": 5}


@pytest.mark.parametrize(
    ("story", "told"),
    [
        (None, ""),
        (Story(Plot.LEVEL, 0), said("endcard.level", score="0")),
        (Story(Plot.TILES_LEFT, 0), said("endcard.tiles_left", name="**Ada**")),
        (Story(Plot.ALL_THE_WAY, 0), said("endcard.all_the_way", name="**Ada**")),
        (Story(Plot.AHEAD, 0, **FACTS), said("endcard.to_the_end", name="**Ada**", turn="4")),
        (Story(Plot.COMEBACK, 0, **FACTS), said("endcard.still_won", name="**Ada**", behind="41", turn="3")),
        (
            Story(Plot.COMEBACK, 0, **FACTS, play=PLAY),
            said("endcard.comeback", name="**Ada**", behind="41", turn="3", word="BEGALLS", points="69"),
        ),
        (Story(Plot.CAUGHT, 0, 4, play=PLAY), said("endcard.caught", name="**Ada**", word="BEGALLS", turn="4")),
        (Story(Plot.LATE, 0, **FACTS, play=PLAY), said("endcard.late", turn="4", word="BEGALLS", points="69")),
        (Story(Plot.CHANGES, 0, **FACTS, play=PLAY), said("endcard.changes", 5, word="BEGALLS", points="69")),
        (
            Story(Plot.AHEAD, 0, **FACTS, play=PLAY),
            said("endcard.ahead", name="**Ada**", turn="4", word="BEGALLS", points="69"),
        ),
    ],
)
def test_each_plot_has_its_sentence(story: Story | None, told: str) -> None:
    """With its play, or without one."""
    view = table_view(Table().start().game)
    assert story_text(view, story, cast_of(view), texts_for("en")) == told


def test_a_game_that_was_given_up_has_its_story() -> None:
    """Once a few words have been played."""
    table = Table(words=word_set("HELL", "CH", "LO", "DE", "CD")).start("HELLOAB", "CDEFGHI")
    for move in ("8E HELL", "E7 C", "G9 O", "F7 D"):
        assert story_in(table_view(table.game), history(table.events)) is None
        table.play(move)
    table.do(cmd.Resign("bruno"))
    assert story_in(table_view(table.game), history(table.events)) is not None
