"""The content of boards and cards, in pictures and in text: ledger N23, N24, K17, C18, M10."""

from __future__ import annotations

from pathlib import Path

from bot.front.board.end_messages import end_message, end_scene
from bot.text import texts_for
from engine.game import commands as cmd
from engine.game.state import HintKind
from engine.game.views import table_view
from engine.model.rules import Rules
from tests.support.games import Table, variant_of
from tests.support.readable import pictures_of, text_of
from tests.support.running import DRAWS, ask, board, gathered, started
from tests.support.sentences import said

ENGLISH = texts_for("en")


async def test_N23_N24_in_the_bot_the_board_says_who_is_to_do_what_and_how_many_tiles_there_are(tmp_path: Path) -> None:
    """In the first board, and after a play, a pass and an exchange: in the picture and in its alt text."""
    async with gathered(tmp_path, *DRAWS, "EE", letters="CATSODEEERST", rack_size=3) as (_, ada, bruno):
        shown = await started(ada, bruno, "variant:tiny preset:classic")
        first_move = said("status.first_word_cover", start="the centre square H8")
        for line, happened, told, pool in (
            ("", "plays first", first_move, 6),
            ("/play move:8H AT", "played 8H AT", said("status.your_turn", name=f"<@{bruno.id}>"), 4),
            ("/exchange tiles:all", "exchanged 3 tiles", said("status.your_turn", name=f"<@{ada.id}>"), 4),
            ("/pass", "passed", said("status.your_turn", name=f"<@{bruno.id}>"), 4),
        ):
            mover = ada if line in ("/play move:8H AT", "/pass") else bruno
            if line:
                await ask(mover, line)
                shown = await board(ada, happened, after=shown)
            assert happened in text_of(shown) and told in text_of(shown)
            assert "-#" not in text_of(shown)
            told = pictures_of(shown)[-1]["description"]
            assert told.startswith(f"Board of 15 by 15. {said('status.tiles_pool', pool)}")
            assert told.count("points, 3 tiles") == 2
        assert said("status.your_turn") in text_of(await ask(bruno, "/game status"))


def test_K17_C18_the_card_at_the_end_tells_the_whole_game() -> None:
    """Standings with the adjustment for tiles left, the best play, and each seat's points turn by turn."""
    table = Table(variant=variant_of("HELLOABCDEFGHI")).start("HELLOAB", "CDEFGHI")
    table.play("8D HELLO")
    table.pass_()
    last = table.play("D7 AHB")
    scene_ = end_scene(table_view(table.game), table.events, ENGLISH)
    assert [(one.place, one.name, one.score, one.totals) for one in scene_.standings] == [
        ("1", "Ada", "49", (0, 24, 32, 49)),
        ("2", "Bruno", "−17", (0, 0, -17)),
    ]
    assert scene_.standings[0].is_winner
    assert scene_.standings[1].note == "−17 for C D E F G H I left"
    assert ("Best play", "8D HELLO, 24 points · Ada") in scene_.remarks
    message = end_message("g", table_view(table.game), table.events, ENGLISH, last)
    assert message.images[-1].scene == scene_
    assert message.images[-1].alt.endswith("Ada: 24, 32; Bruno: 0.")


def test_M10_the_chart_counts_turns_and_no_hints() -> None:
    """The cost of a hint shows at the turn before it."""
    table = Table(Rules(hint_cost=5)).start("HELLOAB", "CDEFGHI")
    table.do(cmd.TakeHint("ada", HintKind.BEST))
    table.play("8D HELLO")
    table.do(cmd.TakeHint("bruno", HintKind.BEST))
    table.pass_()
    table.do(cmd.End("999", moderator=True))
    standings = end_scene(table_view(table.game), table.events, ENGLISH).standings
    assert [one.totals for one in standings] == [(-5, 19), (-5, -5)]


def test_C18_a_play_challenged_off_is_no_longest_word() -> None:
    """It stays in the word list and scores nothing."""
    from tests.support.games import CLASSIC, word_set

    table = Table(CLASSIC, words=word_set("AH")).start("HELLOAB", "CDEFGHI")
    table.play("8D HELLO")
    table.do(cmd.Challenge("bruno"))
    table.do(cmd.End("999", moderator=True))
    scene_ = end_scene(table_view(table.game), table.events, ENGLISH)
    assert scene_.remarks == ()
