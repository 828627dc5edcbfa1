"""Commands that show something: rack, board, scores, words, check, rules, status, help; and their completions."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.model.errors import WordsAreSecret
from engine.model.rules import ChallengeRule
from tests.support.readable import pictures_of, text_of
from tests.support.running import DRAWS, LETTERS, ask, board, gathered, started
from tests.support.sentences import said


async def test_looking_commands_answer_privately(tmp_path: Path) -> None:
    """Each shows its content only to the person who asks."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (_, ada, bruno):
        first = await started(ada, bruno)
        await ada.command("/play move:8H AT")
        await board(bruno, "AT", after=first)
        public = [m["id"] for m in bruno.visible() if not m["flags"] & 64]
        for line, expected in (
            ("/rack order:vowels", "Your tiles"),
            ("/board", "Board of 15"),
            ("/board style:text", "8H AT"),
            ("/board style:text premiums:no", "8H AT"),
            ("/board square:H8", "Square **H8**"),
            ("/scores", "Bruno"),
            ("/words", "AT"),
            ("/game status", said("status.your_turn")),
            ("/game rules", said("lobby.no_rule_changed")),
            ("/game rules rule:challenge", said("rules.refused_once_cost")),
            ("/check word:cat", "Yes, **CAT**"),
            ("/check word:qqq", "No, **QQQ**"),
            ("/hooks word:cats", "**CATS** fits in 3 places:\n- I6 down: 58 points with C, A, S"),
            ("/help", "/game new"),
            ("/help topic:commands", "/exchange"),
            ("/help topic:scoring", "word"),
        ):
            await ask(bruno, line, expected)
        await ask(ada, "/game status", said("status.to_move", name="**Bruno**"))
        assert [m["id"] for m in bruno.visible() if not m["flags"] & 64] == public


async def test_board_as_picture_has_no_buttons_and_K21_a_square_is_told_in_words(tmp_path: Path) -> None:
    """`/board` shows the picture privately; `square` describes a square in full."""
    async with gathered(tmp_path, letters=LETTERS, rack_size=3, people=("Ada",)) as (_, ada):
        await ask(ada, "/game new variant:tiny")
        await ask(ada, "/game start")
        await board(ada)
        assert pictures_of(await ask(ada, "/board", "Board of 15"))
        assert "word" in text_of(await ask(ada, "/board square:A1", "A1"))


async def test_check_is_refused_while_phonies_may_stand(tmp_path: Path) -> None:
    """A player in a running game with challenges learns nothing about words, in any channel."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3, people=("Ada", "Bruno", "Chloe")) as (
        stage,
        ada,
        bruno,
        chloe,
    ):
        await started(ada, bruno, "variant:tiny preset:classic")
        refused = await stage.naming(WordsAreSecret, ada.channel_id())
        ada.place = "games"
        assert {text_of(await ask(ada, f"/check word:{word}")) for word in ("cat", "tac")} == {refused}
        chloe.place = "games"
        await ask(chloe, "/check word:cat", "Yes")


@pytest.mark.gate
async def test_check_takes_several_words(tmp_path: Path) -> None:
    """Each has its own verdict; one has the sentence alone, and too many are refused before any is looked up."""
    async with gathered(tmp_path, people=("Ada",)) as (_, ada):
        told = text_of(await ask(ada, "/check word:cat, qqq at", "QQQ"))
        assert told.split("\n") == [
            "- Yes, **CAT** is in the English dictionary.",
            f"- {said('words.word_invalid', word='QQQ', lexicon='English')}",
            "- Yes, **AT** is in the English dictionary.",
        ]
        assert text_of(await ask(ada, "/check word: cat ", "CAT")) == "Yes, **CAT** is in the English dictionary."
        await ask(ada, "/check word:" + "cat " * 11, said("core.too_many_words", 10))
        await ask(ada, "/check word:,", "letter")


async def test_autocomplete_offers_values_and_never_words_of_a_rack(tmp_path: Path) -> None:
    """Options offer existing values; the options for moves offer nothing at all."""
    async with gathered(tmp_path, people=("Ada",)) as (_, ada):
        offered = await ada.autocomplete("/game new preset:cl")
        assert [choice["value"] for choice in offered] == ["classic", "club"]
        assert "standard" in [c["value"] for c in await ada.autocomplete("/game new variant:")]
        assert "english" in [c["value"] for c in await ada.autocomplete("/game new lexicon:")]
        assert "en" in [c["value"] for c in await ada.autocomplete("/game new language:")]
        rules = await ada.autocomplete("/game rules rule:ch")
        assert "challenge" in [c["value"] for c in rules]
        values = await ada.autocomplete("/game rules rule:challenge value:")
        assert [c["value"] for c in values] == [rule.value for rule in ChallengeRule]
        assert not await ada.autocomplete("/game rules rule:nonsense value:")
        assert "moves" in [c["value"] for c in await ada.autocomplete("/help topic:mo")]
        named = {c["name"]: c for c in ada.commands}
        for name in ("play", "try", "exchange", "check"):
            assert not any(option.get("autocomplete") for option in named[name]["options"])


async def test_commands_have_the_names_and_options_of_the_design(tmp_path: Path) -> None:
    """The registered commands by name; they work in servers and in direct messages."""
    async with gathered(tmp_path, people=("Ada",)) as (_, ada):
        named = {c["name"]: c for c in ada.commands}
        assert set(named) >= {
            "game",
            "play",
            "try",
            "pass",
            "exchange",
            "challenge",
            "rack",
            "board",
            "scores",
            "words",
        }
        assert set(named) >= {"check", "help", "undo", "seat"}
        subs = {option["name"]: option for option in named["game"]["options"]}
        wanted = {"new", "join", "leave", "start", "rules", "status", "end", "resign"}
        assert set(subs) >= wanted
        options = [option["name"] for option in subs["new"]["options"]]
        assert options == ["preset", "language", "variant", "lexicon", "computer", "thread", "name"]
        in_servers = {name for name, command in named.items() if command["contexts"] == [0]}
        assert in_servers == {"calendar", "digest", "league", "seek", "tournament"}
        assert all(sorted(c["contexts"]) == [0, 1] for name, c in named.items() if name not in in_servers)


@pytest.mark.gate
async def test_game_in_a_thread_of_its_own(tmp_path: Path) -> None:
    """`thread: yes` makes a thread and opens the lobby there; the channel stays free for another game."""
    async with gathered(tmp_path, letters=LETTERS, rack_size=3, people=("Ada",)) as (_, ada):
        await ask(ada, "/game new variant:tiny thread:yes name:Round one")
        thread = await ada.wait(
            lambda: next((c for c in ada.channels.values() if c.get("name") == "Round one"), None), "the thread"
        )
        await ada.wait_message("seats taken", channel=thread["id"])
        await ada.command("/game new variant:tiny")
        await ada.wait_message("seats taken")
