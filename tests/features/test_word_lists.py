"""Word lists of servers and hosts, and looking words up, by ledger code."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.front.components.payloads import Whose
from bot.front.words.lists import ListToChange, no_word
from bot.model.errors import LettersClosed, WordsAreSecret
from bot.text import texts_for
from bot.text.refusals import refusal
from engine.game import commands as cmd
from engine.game.views import seat_view
from engine.loading import load_lexicon, load_variant, parse_word_list
from engine.words.lexicon import Lexicon
from engine.words.textlist import BadWord, read_words, write_words
from tests.support.games import STANDARD
from tests.support.pictures import buttons_of, text_of
from tests.support.playground import Person, Refused
from tests.support.ruled import begun
from tests.support.running import Scene, answer, ask, board, file_of, gathered, shows, started
from tests.support.sentences import said
from tests.support.words import ENGLISH, SPANISH
from tests.tools.wordlists.english import collect


async def _plays(world: Scene, ada: Person, bruno: Person, word: str, options: str = "variant:tiny") -> str:
    """The bot's answer when Ada, with C A T S D O G on the rack, previews a word in a new game hosted by Ada."""
    world.luck.draws[:] = ["C", "A", "CATSDOG", "HORNFAR"]
    await started(ada, bruno, options)
    told = text_of(await ask(ada, f"/try move:8F {word}"))
    await ada.click(await ask(ada, "/game end"), "End for good")
    await ada.wait_message(said("status.won"))
    return told


def counts(told: str) -> bool:
    """Whether all words in a preview are valid: a preview shows points for any word."""
    return "points" in told and said("scores.not_dictionary") not in told


def plain(message: dict[str, Any]) -> str:
    """What a message says, as Discord shows it."""
    return text_of(message).replace("\\", "")


async def lobby_line(host: Person, options: str = "") -> str:
    """What the lobby of a new game says about its dictionary; the lobby is closed again."""
    before = host.last() if host.visible() else None
    await ask(host, f"/game new {options}")
    lobby = await host.wait_message("seats taken", after=before)
    await host.click(await ask(host, "/game end"), "End the game")
    await shows(host, lobby, said("board.game_closed_before"))
    return next(line for line in plain(lobby).splitlines() if line.startswith("Dictionary:"))


async def test_N21_K1_moderators_change_the_words_of_a_server(tmp_path: Path) -> None:
    """New games in the server use added words and not removed ones; other people are refused."""
    async with gathered(tmp_path) as (world, ada, bruno):
        assert "dictionary" in await _plays(world, ada, bruno, "TAC")
        await ask(ada, "/word add words:tac, tacs", "these words count: **TAC** and **TACS**")
        await ask(ada, "/word remove words:CAT", "do not count: **CAT**")
        assert counts(await _plays(world, ada, bruno, "TAC"))
        assert said("verdicts.would_be_refused", 1) in await _plays(world, ada, bruno, "CAT")
        await ask(bruno, "/word add words:ZZZ list:this server's", "Only moderators")
        shown = text_of(await ask(ada, "/word changes", "TAC TACS"))
        assert "1 word removed" in shown and "CAT" in shown


async def test_N21_words_that_were_in_already_are_no_changes(tmp_path: Path) -> None:
    """Nor are removed ones that were in nowhere; what made a difference is counted, and undone alone."""
    async with gathered(tmp_path) as (_, ada, _bruno):
        await ask(ada, "/word add words:cat, tac")
        await ask(ada, "/word remove words:zzz")
        shown = await ask(ada, "/word changes", "1 word added")
        assert "TAC" in text_of(shown) and "CAT" not in text_of(shown) and "ZZZ" not in text_of(shown)


@pytest.mark.gate
async def test_N21_K6_refused_words_change_nothing(tmp_path: Path) -> None:
    """Punctuation, digits, too short: the word or its line is named, and none of the others is added."""
    async with gathered(tmp_path, people=("Ada",)) as (_, ada):
        for bad in ("X", "O'NEIL", "42", r"A\-B"):
            typed = bad.replace("\\", "")
            await ask(ada, f"/word add words:TAC {typed}", f"**{bad}**")
        for text, line in (("TAC\nT4C\n", "line 2"), ("T\n", "line 1")):
            assert buttons_of(await ask(ada, "/word import", line, file=("words.txt", text))) == []
        await ask(ada, "/word changes", said("wordlists.nothing_added_removed"))
        told = text_of(await ask(ada, "/word add words:don't list:mine"))
        assert said("core.letter_unknown", word="**don't**", letter="**'**", lexicon="English") in told
        assert "`variant:`" in told, "a variant allows words in its letters"
        assert "I cannot use" not in told, "the refusal is about the word, not the dictionary"
        await ask(ada, "/word add words:a list:mine", said("core.word_length", 1, word="**a**", most=31))
        meant = said("core.letter_meant", word="**über**", letter="**ü**", lexicon="English")
        await ask(ada, "/word import list:mine", f"line 2: {meant}", file=("words.txt", "CAT\nüber\n"))


@pytest.mark.parametrize(
    ("word", "named"),
    [
        ("TAC 5", "a space"),
        ("TAC\t5", "a tab"),
        ("TA\x01C", "U+0001"),
        ("TQ\u0308C", "**Q\u0308**"),
        ("TA[XY]C", "**\\[XY\\]**"),
        ("T\u200bÄ\ufe0fC", "**Ä**"),
    ],
)
def test_N21_the_character_that_is_wrong_is_named(word: str, named: str) -> None:
    """As people see it, or by what it is where there is nothing to see."""
    with pytest.raises(BadWord) as fault:
        parse_word_list(f"TAC\n{word}\n".encode(), ENGLISH, "words.txt")
    refused = no_word(fault.value, ListToChange(Whose.SERVER, "1", "english", ENGLISH, "English"), "words.txt")
    told = refusal(refused, texts_for("en"))
    facts = {"letter": named, "lexicon": "English"}
    assert said("core.letter_unknown", **facts) in told or said("core.letter_meant", **facts) in told


async def test_N21_import_asks_replaces_and_merges(tmp_path: Path) -> None:
    """A file replaces the list after a question, or is merged; the export returns it in character order."""
    async with gathered(tmp_path, people=("Ada",)) as (world, ada):
        asked = await ask(ada, "/word import", file=("words.txt", "tac\nAAS\nbee\n"))
        assert "has 17 words" in text_of(asked) and "3 words" in text_of(asked)
        assert buttons_of(asked) == ["Replace", "Add", "Cancel"]
        await ask(ada, "/word changes", said("wordlists.nothing_added_removed"))
        await ada.click(asked, "Replace")
        await ada.wait_message(said("words.list_size", 3))
        told = await ask(ada, "/word export", "3 words")
        assert await file_of(ada, told) == b"AAS\nBEE\nTAC\n"
        merged = await ask(ada, "/word import how:add", file=("words.txt", "CAB"))
        assert "has 4 words" in text_of(merged)
        shown = await ask(ada, "/word changes", said("wordlists.whole_list_replaced", 4))
        await ada.click(shown, "Undo all changes")
        await ada.click(await answer(ada, said("words.undo_all_changes")), "Undo all changes")
        await ada.wait_message("has been undone")
        exported = await file_of(ada, await ask(ada, "/word export", "one per line"))
        assert len(exported) == len("".join(world.words)) + 17


@pytest.mark.gate
async def test_N21_a_running_game_keeps_its_words_through_edits_and_restarts(tmp_path: Path) -> None:
    """Later additions, removals and imports change nothing; a game that starts after them uses them."""
    async with gathered(tmp_path, "C", "A", "CATSDOG", "HORNFAR") as (world, ada, bruno):
        await ask(ada, "/word add words:TAC", "TAC")
        await ada.command("/game new variant:tiny")
        lobby = await bruno.wait_message("seats taken")
        await ask(ada, "/word add words:CATO", "CATO")  # before the start: it counts
        await bruno.click(lobby, "Join")
        await ada.wait_message(". Bruno")
        await ada.click(lobby, "Start")
        await ada.wait_message(said("status.your_turn"))
        pinned = (await world.state(ada.channel_id())).setup.lexicon
        asked = await ask(ada, "/word import", file=("words.txt", "HORN"))
        await ada.click(asked, "Replace")
        await ada.wait_message(said("words.list_size", 1))
        await world.restart()
        for good in ("TAC", "CATO", "DOGS"):
            assert counts(text_of(await ask(ada, f"/try move:8F {good}")))
        assert (await world.state(ada.channel_id())).setup.lexicon == pinned


@pytest.mark.gate
async def test_K6_a_lexicon_is_the_base_with_the_servers_and_then_the_hosts_changes(tmp_path: Path) -> None:
    """Base + the server's additions - the server's removals + the host's own words, each where it applies."""
    async with gathered(tmp_path) as (world, ada, bruno):
        await ask(ada, "/word add words:TAC", "these words count")
        await ask(ada, "/word remove words:CAT, DOG", "do not count")
        await ask(bruno, "/word add words:CAT, GOD, COD", said("words.words_for_own_games"))
        await ask(bruno, "/word remove words:COD", said("words.words_removed"))
        for host, other, good in ((ada, bruno, ("TAC", "CATS")), (bruno, ada, ("TAC", "CATS", "CAT", "GOD"))):
            world.luck.draws[:] = ["C", "A", "CATSDOG", "HORNFAR"]
            await started(host, other)
            for word in ("TAC", "CATS", "CAT", "GOD", "DOG"):
                assert counts(text_of(await ask(host, f"/try move:8F {word}"))) == (word in good), (host, word)
            await host.click(await ask(host, "/game end"), "End for good")
            await host.wait_message(said("status.won"))


@pytest.mark.soak
async def test_K6_a_game_starts_with_an_empty_list_and_grows_it(tmp_path: Path) -> None:
    """Only added words count; a computer player passes or exchanges."""
    async with gathered(tmp_path) as (world, ada, bruno):
        offered = [one["value"] for one in await ada.autocomplete("/game new lexicon:")]
        assert offered[0] == "english" and offered[-1] == "empty"
        assert said("verdicts.would_be_refused", 1) in await _plays(
            world, ada, bruno, "CAT", "variant:tiny lexicon:empty"
        )
        await ask(ada, "/word add words:CAT lexicon:empty", "with the empty dictionary")
        assert counts(await _plays(world, ada, bruno, "CAT", "variant:tiny lexicon:empty"))


@pytest.mark.parametrize(("letters", "does"), [("", cmd.Exchange), ("QUAZJVKEEEEEEE", cmd.Pass)])
@pytest.mark.parametrize("level", [1, 4, 6, 8])
def test_K6_computers_that_know_no_word_exchange_or_pass(level: int, letters: str, does: type[cmd.Command]) -> None:
    """Level by level, with the real thinking: they exchange while the pool has tiles, and pass when it has none."""
    from engine.computer.player import choose
    from engine.loading.computers import load_tools
    from tests.support.games import NO_UNDO, Table, variant_of

    variant = variant_of(letters) if letters else STANDARD
    table = Table(NO_UNDO, variant, names=("ada",), words=frozenset())
    table.do(cmd.AddComputer("ada", level))
    table.start()
    if table.game.on_turn == 0:
        table.pass_()
    tools = load_tools(variant, load_lexicon("empty", variant.alphabet))
    command = choose(seat_view(table.game, 1), tools, lambda: False)
    assert isinstance(command, does)
    table.do(command)


@pytest.mark.soak
async def test_D8_in_the_bot_what_the_build_leaves_out_is_no_word(tmp_path: Path) -> None:
    """A list built from its source has only lower-case words without hyphens or apostrophes, accents removed."""
    source = tmp_path / "scowl"
    source.mkdir()
    (source / "english-words.10").write_text("cat\ncafé\nLondon\nx-ray\ndon't\nBBC\n-ness\n", encoding="utf-8")
    (source / "english-abbreviations.10").write_text("qty\n", encoding="utf-8")
    built = sorted(word.upper() for word in collect(source))
    async with gathered(tmp_path, words=built, people=("Ada",)) as (_, ada):
        for word in ("CAT", "CAFE"):
            await ask(ada, f"/word check word:{word}", f"Yes, **{word}**")
        for word in ("LONDON", "XRAY", "DONT", "BBC", "NESS", "QTY"):
            assert "Yes" not in text_of(await ask(ada, f"/word check word:{word}", word))


async def test_N21_words_are_not_told_to_who_plays_where_phonies_may_stand(tmp_path: Path) -> None:
    """Neither in the channel nor in a direct message; adding says the same whatever the list contains."""
    async with gathered(tmp_path) as (stage, ada, bruno):
        await started(ada, bruno, "variant:tiny preset:classic")
        refused = await stage.naming(WordsAreSecret, ada.channel_id())
        await ada.open_dm()
        await ada.command("/word check word:CAT", channel="@me")
        await ada.wait_message(refused, channel="@me")
        assert text_of(await ask(ada, "/word import", file=("words.txt", "CAT"))) == refused
        one = text_of(await ask(ada, "/word add words:CAT"))
        other = text_of(await ask(ada, "/word add words:QXZ"))
        assert one.replace("CAT", "QXZ") == other
        await bruno.click(await ask(bruno, "/game resign"), "Resign")
        await bruno.wait_message(said("status.won"))
        await ask(ada, "/word check word:CAT", "Yes, **CAT**")


@pytest.mark.soak
async def test_N21_define_and_anagram_for_who_does_not_play(tmp_path: Path) -> None:
    """Meanings by part of speech with the base word; anagrams, the longest first."""
    async with gathered(tmp_path, people=("Ada",)) as (_, ada):
        told = text_of(await ask(ada, "/word define word:cats"))
        assert (
            "CATS" in told
            and "a form of **cat**" in told
            and "*noun*" in told
            and "is in the English dictionary" in told
        )
        assert "No definition found" in text_of(await ask(ada, "/word define word:qqqq"))
        made = text_of(await ask(ada, "/word anagram letters:STAC", "4 words"))
        assert "**4 letters**: CATS\n**3 letters**: CAT\n**2 letters**: AT TA" in made
        await ask(ada, "/word anagram letters:???????", "Type 2 to")
        await ask(ada, "/word anagram letters:C4T", "4")


async def test_K6_a_player_of_a_void_game_may_look_up_but_not_solve(tmp_path: Path) -> None:
    """If phonies are refused at once, looking words up is no advantage; solving the rack would be."""
    async with gathered(tmp_path) as (stage, ada, bruno):
        await started(ada, bruno)
        await ask(ada, "/word check word:CAT", "Yes")
        await ask(ada, "/word anagram letters:CAT", await stage.naming(LettersClosed, ada.channel_id()))


def test_N21_the_order_of_the_text() -> None:
    """By characters: tiles of two letters before all others, accented letters after Z; reading it gives the same."""
    words = read_words("ÑU\nLLAMA\nCHAL\nAL\nLAMA\nUÑA\nUNA", SPANISH)
    text = "".join(write_words(words, SPANISH))
    assert [line.replace("[", "").replace("]", "") for line in text.split()] == [
        "CHAL", "LLAMA", "AL", "LAMA", "UNA", "UÑA", "ÑU",
    ]  # fmt: skip
    assert list(read_words(text, SPANISH)) == list(words)


def test_N21_words_reach_from_side_to_side_of_the_largest_board() -> None:
    """A list can contain a word of 21 letters, and the word counts."""
    word = "E" * 21
    lexicon = Lexicon.of("long", ENGLISH, read_words(word, ENGLISH))
    assert load_variant("super", "en").layout.width == len(word)
    assert lexicon.contains(tuple(word)) and not lexicon.contains(tuple(word[1:]))


@pytest.mark.gate
async def test_N21_in_the_bot_an_official_list_is_brought_in_one_step(tmp_path: Path) -> None:
    """Further columns and a title do not matter; lines that are no words are shown before anything is replaced."""
    async with gathered(tmp_path, people=("Ada",)) as (_, ada):
        file = ("words.txt", "Our club\r\nTAC\tan act\r\nCAB\ta car\r\nACT\ta deed\r\n")
        sent = await ask(ada, "/word import", said("wordlists.line", line=1), file=file)
        assert said("wordlists.left_out", 1) in text_of(sent)
        assert said("wordlists.line", line=1, text="**Our club**") in text_of(sent)
        await ada.click(sent, "Replace")
        await answer(ada, said("words.list_size", 3))


@pytest.mark.gate
async def test_N21_own_lists_are_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody can fill the database with their own lists."""
    monkeypatch.setattr("bot.front.words.lists.MOST_OWN", 2)
    async with gathered(tmp_path, people=("Bruno",)) as (_, bruno):
        full = said("files.own_list_full", most=2)
        await ask(bruno, "/word import", full, file=("words.txt", "TAC\nTACO\nTACK"))
        await ask(bruno, "/word add words:TAC TACO TACK", full)
        with pytest.raises(Refused):
            await bruno.command("/word import")


@pytest.mark.gate
async def test_K15_check_knows_the_words_that_the_host_has_added_to_this_game(tmp_path: Path) -> None:
    """The player who asked and the host know at once, the others once it is on the board, and then `/word define`."""
    async with gathered(tmp_path, "CAT", "SOD") as (world, ada, bruno):
        world.library.serve("CATSODEEE", 3)
        await begun((ada, bruno), "challenge ask_host", "undo off")
        await ask(bruno, "/word check word:tac", said("words.host_decides"))
        asked = await ask(ada, "/play move:8H TAC", said("questions.like_play"))
        await ada.click(asked, "Add TAC")
        await ada.wait(lambda: said("questions.counts_game") in text_of(ada.now(asked) or asked), "the answer")
        await ask(ada, "/word check word:tac", said("words.word_allowed_by_host"))
        await ask(bruno, "/word check word:tac", said("words.word_invalid", word="TAC", lexicon="English"))
        await ask(ada, "/play move:8H TAC", "You played")
        await board(bruno, "TAC", after=asked)
        await ask(bruno, "/word check word:tac", said("words.word_allowed_by_host"))
        await ask(bruno, "/word check word:cat", "Yes, **CAT** is in the English dictionary")
        await ask(bruno, "/word check word:aac", "No, **AAC**")


@pytest.mark.gate
async def test_K6_the_lobby_says_whose_words_are_in_use(tmp_path: Path) -> None:
    """The server's, the host's, or both; it does not mention an unchanged dictionary."""
    async with gathered(tmp_path) as (_, ada, bruno):
        assert await lobby_line(bruno) == "Dictionary: English"
        await ask(bruno, "/word add words:tac list:mine", "TAC")
        assert await lobby_line(bruno) == said("lobby.dictionary_hosts_own", name="English")
        await ask(ada, "/word remove words:cat", "CAT")
        assert await lobby_line(ada) == said("lobby.dictionary_server", name="English")
        assert await lobby_line(bruno) == said("lobby.dictionary_server_host", name="English")


@pytest.mark.gate
async def test_K6_letters_follow_the_variant_that_is_named_never_a_lobby(tmp_path: Path) -> None:
    """A lobby left in the channel changes nothing for others."""
    async with gathered(tmp_path) as (world, ada, bruno):
        world.library.serve("CASODEEENAAA", 7)
        world.library._tiny = replace(world.library._tiny, alphabet=SPANISH)
        await ask(ada, "/word add words:ñandu lexicon:empty variant:tiny list:mine", "ÑANDU")
        refused = said("core.letter_meant", letter="**ñ**", lexicon="empty")
        await ask(ada, "/word add words:ñandu lexicon:empty list:mine", refused)
        await ask(bruno, "/game new variant:tiny lexicon:empty")
        await ask(ada, "/word add words:ñandu lexicon:empty list:mine", refused)
