"""Commands that show something: rack, board, scores, words, check, rules, and the preview of `/try`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.model.errors import WordsAreSecret
from bot.playground.limits import walk
from engine.model.rules import ChallengeRule
from tests.support.pictures import buttons_of, pictures_of, text_of
from tests.support.playground import DM
from tests.support.running import DRAWS, LETTERS, answer, ask, board, gathered, started
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
            ("/game board", "Board of 15"),
            ("/game board style:text", "8H AT"),
            ("/game board style:text premiums:no", "8H AT"),
            ("/game board square:H8", "Square **H8**"),
            ("/game scores", "Bruno"),
            ("/word played", "AT"),
            ("/game status", said("status.your_turn")),
            ("/game rules", said("lobby.no_rule_changed")),
            ("/game rules rule:challenge", said("rules.refused_once_cost")),
            ("/word check word:cat", "Yes, **CAT**"),
            ("/word check word:qqq", "No, **QQQ**"),
            ("/word hooks word:cats", "**CATS** fits in 3 places:\n- I6 down: 58 points with C, A, S"),
            ("/help", "/game new"),
            ("/help topic:commands", "`exchange` Exchange tiles"),
            ("/help topic:scoring", "word"),
        ):
            await ask(bruno, line, expected)
        await ask(ada, "/game status", said("status.to_move", name="**Bruno**"))
        assert [m["id"] for m in bruno.visible() if not m["flags"] & 64] == public


async def test_board_as_picture_has_no_buttons_and_K21_a_square_is_told_in_words(tmp_path: Path) -> None:
    """`/game board` shows the picture privately; `square` describes a square in full."""
    async with gathered(tmp_path, letters=LETTERS, rack_size=3, people=("Ada",)) as (_, ada):
        await ask(ada, "/game new variant:tiny")
        await ask(ada, "/game start")
        await board(ada)
        assert pictures_of(await ask(ada, "/game board", "Board of 15"))
        assert "word" in text_of(await ask(ada, "/game board square:A1", "A1"))


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
        assert {text_of(await ask(ada, f"/word check word:{word}")) for word in ("cat", "tac")} == {refused}
        chloe.place = "games"
        await ask(chloe, "/word check word:cat", "Yes")


@pytest.mark.gate
async def test_check_takes_several_words(tmp_path: Path) -> None:
    """Each has its own verdict; one has the sentence alone, and too many are refused before any is looked up."""
    async with gathered(tmp_path, people=("Ada",)) as (_, ada):
        told = text_of(await ask(ada, "/word check word:cat, qqq at", "QQQ"))
        assert told.split("\n") == [
            "- Yes, **CAT** is in the English dictionary.",
            f"- {said('words.word_invalid', word='QQQ', lexicon='English')}",
            "- Yes, **AT** is in the English dictionary.",
        ]
        assert text_of(await ask(ada, "/word check word: cat ", "CAT")) == "Yes, **CAT** is in the English dictionary."
        await ask(ada, "/word check word:" + "cat " * 11, said("core.too_many_words", 10))
        await ask(ada, "/word check word:,", "letter")


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
        below = {one["name"]: one for name in ("move", "word") for one in named[name]["options"]}
        for one in (named["play"], named["try"], below["exchange"], below["check"]):
            assert not any(option.get("autocomplete") for option in one["options"])


async def test_commands_have_the_names_and_options_of_the_design(tmp_path: Path) -> None:
    """The registered commands by name; they work in servers and in direct messages."""
    async with gathered(tmp_path, people=("Ada",)) as (_, ada):
        named = {c["name"]: c for c in ada.commands}
        assert set(named) >= {"game", "play", "try", "move", "rack", "word", "help", "join", "leave"}
        assert {option["name"] for option in named["move"]["options"]} >= {"pass", "exchange", "challenge", "undo"}
        subs = {option["name"]: option for option in named["game"]["options"]}
        wanted = {"new", "start", "board", "scores", "seat", "rules", "status", "end", "resign"}
        assert set(subs) >= wanted
        options = [option["name"] for option in subs["new"]["options"]]
        assert options == ["preset", "language", "variant", "lexicon", "computer", "thread", "name"]
        in_servers = {name for name, command in named.items() if command["contexts"] == [0]}
        assert in_servers == {"league", "manage", "open", "tournament"}
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


async def test_N4_preview_shows_score_words_and_leave_and_can_be_changed_and_played(tmp_path: Path) -> None:
    """Nothing is public until Play; Change shows another move in the same private message."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (_, ada, bruno):
        first = await started(ada, bruno)
        await ada.command("/try move:8H AT")
        preview = await answer(ada, "8H AT")
        assert "4 points" in text_of(preview)
        assert "You keep C" in text_of(preview)
        await ada.click(preview, "Change")
        assert next(c["value"] for c in walk(ada.modal["components"]) if c.get("custom_id") == "move") == "8H AT"
        await ada.submit({"move": "8H CAT"})
        await ada.wait(lambda: "8H CAT" in text_of(ada.now(preview) or {}), "the changed preview")
        assert not any("AT" in text_of(m) and said("status.your_turn") not in text_of(m) for m in bruno.visible())
        await ada.click(preview, "Play")
        await board(bruno, "CAT", after=first)
        await answer(ada, "You played 8H CAT")
        assert len(ada.private()) == len({m["id"] for m in ada.private()})


async def test_preview_tells_what_the_dictionary_lacks_only_under_void_rules(tmp_path: Path) -> None:
    """Void: the word is named and Play is missing. If phonies may stand, the preview says nothing about the words."""
    async with gathered(tmp_path, *DRAWS, *DRAWS, letters=LETTERS, rack_size=3) as (_, ada, bruno):
        await started(ada, bruno)
        await ada.command("/try move:8H TAC")
        told = await answer(ada, "TAC")
        assert said("verdicts.would_be_refused", 1) in text_of(told)
        assert "Play" not in buttons_of(told)
        await ada.command("/game end")
        await ada.click(await answer(ada, said("pause.keep_or_end")), "End for good")
        await board(ada, said("status.over_void"))
        first = await started(ada, bruno, "variant:tiny preset:classic")
        texts = []
        for move in ("8H TAC", "8H CAT"):
            await ada.command(f"/try move:{move}")
            shown = await answer(ada, f"**{move}**", after=first)
            assert "Play" in buttons_of(shown)
            texts.append(text_of(shown).replace(move[3:], "WORD").replace("\nCompare", ""))
        assert texts[0] == texts[1]


@pytest.mark.gate
async def test_cancel_and_bad_changes_keep_the_game_as_it_is(tmp_path: Path) -> None:
    """An impossible change is explained beside the preview, which stays; Cancel removes it."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        await started(ada, bruno)
        before = await stage.state(ada.channel_id())
        await ada.command("/try move:8H AT")
        preview = await answer(ada, "8H AT")
        await ada.click(preview, "Change")
        await ada.submit({"move": "8H 😀"})
        await answer(ada, "😀")
        assert "8H AT" in text_of(ada.now(preview) or {})
        await ada.click(preview, "Cancel")
        await ada.wait_gone(preview)
        assert await stage.state(ada.channel_id()) == before


async def test_preview_of_an_older_turn_is_stale(tmp_path: Path) -> None:
    """Play on a preview made before the board changed is refused."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (_, ada, bruno):
        await started(ada, bruno)
        await ada.command("/try move:8H AT")
        preview = await answer(ada, "8H AT")
        await ask(ada, "/move pass", "You passed")
        await ask(bruno, "/move pass", "You passed")
        await board(ada, "passed")
        await ada.click(preview, "Play")
        await answer(ada, "changed")


@pytest.mark.soak
async def test_word_without_a_coordinate_is_offered_where_it_fits(tmp_path: Path) -> None:
    """A menu of places; under void rules only those that make words, and choosing one plays it."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (_, ada, bruno):
        first = await started(ada, bruno)
        tried = await ask(ada, "/try move:at", "fits in 4 places")
        await ada.select(tried, next(line for line in text_of(tried).splitlines() if "points" in line))
        await ada.wait(lambda: "You keep C" in text_of(ada.now(tried) or {}), "the preview")
        menu = await ask(ada, "/play move:cat", "fits in 6 places")
        await ada.select(menu, "8F CAT across: 60 points")
        await board(bruno, "8F CAT", after=first)
        await ask(bruno, "/play move:dodo", said("play.not_fit_anywhere_board"))


@pytest.mark.soak
async def test_a_word_that_fits_in_one_place_is_shown_there(tmp_path: Path) -> None:
    """There is nothing to choose; Play is one press away."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (_, ada, bruno):
        first = await started(ada, bruno)
        await ask(ada, "/play move:8F CAT", "You played")
        await ask(bruno, "/try move:so", "I8 SO")
        only = await ask(bruno, "/play move:so", "You keep D")
        await bruno.click(only, "Play")
        await board(ada, "I8 SO", after=first)


async def test_places_of_a_word_tell_nothing_about_words_where_phonies_may_stand(tmp_path: Path) -> None:
    """A word and a phony of the same letters are offered in the same places."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (_, ada, bruno):
        await started(ada, bruno, "variant:tiny preset:classic")
        await ask(ada, "/play move:8H AT", "You played")
        real = text_of(await ask(bruno, "/play move:SO", "fits")).replace("SO", "XX")
        phony = text_of(await ask(bruno, "/play move:OS", "fits")).replace("OS", "XX")
        assert len(real.splitlines()) == len(phony.splitlines())


async def test_places_of_a_word_tell_its_side_words_and_are_shown_before_a_phony_stands(tmp_path: Path) -> None:
    """The most points first, with the direction; where every word counts, a choice is played at once."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        await started(ada, bruno, "variant:tiny preset:classic")
        await ask(ada, "/play move:8H AT", "You played")
        asked = await ask(bruno, "/play move:so", "fits")
        offered = [option for row in asked["components"] for option in options_in(row)]
        points = [int(option["label"].split(": ")[1].split()[0]) for option in offered]
        assert points == sorted(points, reverse=True) and len(points) > 2
        assert all(" SO across: " in one["label"] or " SO down: " in one["label"] for one in offered)
        assert any(said("hints.also_makes", words="")[:12] in one.get("description", "") for one in offered)
        await bruno.select(asked, offered[0]["label"])
        shown = await bruno.wait(lambda: "You keep D" in text_of(bruno.now(asked) or {}) and bruno.now(asked), "it")
        assert (await stage.state(ada.channel_id())).turn == 2
        assert {"Play", "Change", "Cancel"} <= set(buttons_of(shown))


def options_in(component: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The options of the menus in a component."""
    yield from component.get("options", ())
    for inner in component.get("components", ()):
        yield from options_in(inner)


@pytest.mark.gate
async def test_who_confirms_moves_sees_them_first(tmp_path: Path) -> None:
    """With the setting on, `/play` and typed moves are shown in private and take effect by the button only."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        first = await started(ada, bruno)
        for person in (ada, bruno):
            await person.wait_message("Your tiles", channel=DM)
        assert stage.app and stage.app.core
        people = stage.app.core.services.people
        await people.change_person(ada.id, lambda profile: replace(profile, confirm_moves=True))
        await ask(ada, "/play move:8H AT", "You keep C")
        await ada.say("8G CAT")
        shown = await ada.wait_message("8G CAT", channel=DM)
        assert (await stage.state(ada.channel_id())).turn == 1
        await ada.click(shown, "Play")
        await board(bruno, "CAT", after=first)
