"""When a lobby becomes a game, and defaults that people set for new games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from bot.front.board.scenes import rack_scene
from bot.render import Style, draw_board
from bot.service.words import namedlists
from bot.service.words.definitions import Library
from bot.text import texts_for
from bot.text.variants import rack_note
from engine import errors as err
from engine.computer.tools import Report, ignore
from engine.game import commands as cmd
from engine.game.codec import decode, encode
from engine.game.evolve import replay
from engine.game.phases import Lobby, Turn
from engine.game.state import Person as PlayerPerson
from engine.game.views import SeatView, seat_view
from engine.model.rules import PRESETS, Rules, StartRule
from engine.model.tiles import KnownRack
from engine.model.variant import Variant
from engine.play.notation import read_word
from engine.play.placement import places
from tests.features.test_variants_in_bot import MINE, load
from tests.support.evening import press
from tests.support.games import Table, check_invariants, tiles
from tests.support.later import at_gate
from tests.support.pictures import buttons_of, pictures_of, text_of
from tests.support.playground import DM, Person
from tests.support.ruled import opened
from tests.support.running import DRAWS, EPHEMERAL, LETTERS, Scene, answer, ask, board, choose, gathered, started
from tests.support.sentences import said
from tests.support.service import eventually

FULL = Rules(players=3, start=StartRule.FULL)
CHLOE = PlayerPerson("chloe", "Chloe")
ENGLISH = texts_for("en")


def starts(*commands: cmd.Command, rules: Rules = FULL) -> Table:
    """A lobby of two after these commands."""
    table = Table(rules)
    for command in commands:
        table.do(command)
    return table


@pytest.mark.parametrize("last", [cmd.Join(CHLOE), cmd.AddComputer("bruno", 4), cmd.AddGuest("ada", "Eve")])
def test_K24_the_last_seat_starts_the_game(last: cmd.Command) -> None:
    """Whichever player takes it: with the draw for the start and full racks, in one step."""
    table = starts(last)
    assert isinstance(table.game.phase, Turn) and [len(seat.rack) for seat in table.game.seats] == [7, 7, 7]
    assert replay(table.events) == table.game
    check_invariants(table)


def test_K24_a_lobby_waits_for_start_otherwise() -> None:
    """Under the rule `press`, the default in every preset; Start also works before all seats are taken."""
    assert all(preset.start is StartRule.PRESS for preset in PRESETS.values())
    assert isinstance(starts(cmd.Join(CHLOE), rules=Rules(players=3)).game.phase, Lobby)
    assert isinstance(starts().game.phase, Lobby)
    assert isinstance(starts(cmd.Start("bruno")).game.phase, Turn)


def test_K24_a_rule_can_make_a_lobby_full() -> None:
    """Lowering the seats to those taken, or setting the rule itself; other rules and presets change neither."""
    assert isinstance(starts(cmd.SetRule("ada", "players", "2")).game.phase, Turn)
    pressed = Rules(players=2)
    assert isinstance(starts(cmd.SetRule("ada", "start", "full"), rules=pressed).game.phase, Turn)
    changed = starts(cmd.SetRule("ada", "preset", "classic")).game
    assert isinstance(changed.phase, Lobby) and changed.rules.start is StartRule.FULL and changed.rules.players == 3


def test_K24_seats_that_are_kept_for_a_rematch_are_waited_for() -> None:
    """They are not free, and the game starts with the last of the invited players."""
    before = starts(cmd.Join(CHLOE)).game
    table = Table(FULL)
    table.events, table.state = [], None
    table.do(cmd.Open(PlayerPerson("ada", "Ada"), before.setup, table=tuple(seat.player for seat in before.seats)))
    table.do(cmd.Join(PlayerPerson("bruno", "Bruno")))
    assert isinstance(table.game.phase, Lobby)
    table.do(cmd.Join(CHLOE))
    assert isinstance(table.game.phase, Turn)


def test_K24_a_seat_is_taken_even_where_the_rules_do_not_suit_the_players() -> None:
    """A host without a seat cannot be asked about words: nothing starts, but the player is seated."""
    table = Table(Rules(players=1, start=StartRule.FULL).with_value("challenge", "ask_host"), names=("ada",))
    table.events, setup, table.state = [], table.game.setup, None
    table.do(cmd.Open(PlayerPerson("ada", "Ada"), setup, False))
    table.do(cmd.Join(PlayerPerson("bruno", "Bruno")))
    assert isinstance(table.game.phase, Lobby) and len(table.game.seats) == 1
    with pytest.raises(err.RulesContradict):
        Rules(start=StartRule.FULL).with_value("tabletop", "on")


def test_K24_lobbies_of_earlier_journals_wait_for_start() -> None:
    """Their rules do not say when the game starts."""
    table = Table(Rules(players=2))
    stored = [encode(event) for event in table.events]
    del stored[0]["setup"]["rules"]["start"]
    state = replay(decode(data) for data in stored)
    assert state.rules.start is StartRule.PRESS and isinstance(state.phase, Lobby)


@pytest.mark.gate
async def test_K24_in_the_bot_a_full_lobby_starts_by_itself(tmp_path: Path) -> None:
    """The lobby says so beforehand, and the board follows Bruno's Join; words added while it waited count."""
    async with gathered(tmp_path, "ZZZ", "ABC", letters="ZZZABCEEE", rack_size=3) as (_, ada, bruno):
        lobby = await opened((ada,), "start full", "players 2", "first_player host")
        told = text_of(await ada.wait_message(said("status.more_players_join", 1)))
        assert said("rules.itself_once_seats") in told
        await ask(ada, "/word add words:ZZZ", "ZZZ")
        await bruno.click(lobby, "Join")
        first = await board(ada, said("happenings.goes_first"))
        assert said("status.your_turn") in text_of(first)
        await ask(bruno, "/rack", "Your tiles")
        await ask(ada, "/play move:8H ZZZ", "You played")


async def test_N23_whoever_starts_a_game_sees_their_tiles_at_once(tmp_path: Path) -> None:
    """With the answer to Start, also between two people, and to Rematch against a computer player."""
    async with gathered(tmp_path, *DRAWS, *DRAWS, letters=LETTERS, rack_size=3, thinker=spells) as (_, ada, bruno):
        first = await started(ada, bruno)
        await answer(ada, "Your tiles")
        assert not any("Your tiles" in text_of(one) for one in bruno.private())
        await ask(ada, "/game end")
        await ada.click(await answer(ada, said("pause.keep_or_end")), "End for good")
        end = await board(ada, said("status.over_void"), after=first)
        await ada.wait(lambda: not any(buttons_of(one) for one in ada.dm()), "the racks without buttons")
        await ask(ada, "/game new variant:tiny computer:1")
        lobby = await ada.wait_message("Press **Play now**", after=end)
        await ada.click(lobby, "Play now")
        await board(ada, after=lobby)
        await ask(ada, "/game end")
        await ada.click(await answer(ada, said("pause.keep_or_end")), "End for good")
        end = await board(ada, "ended early", after=lobby)
        await ada.click(end, "Rematch")
        await answer(ada, "Your tiles")


def spells(
    view: SeatView, should_stop: Callable[[], bool], report: Report = ignore, family: bool = True
) -> cmd.Command:
    """A computer player that plays its rack as one word if it opens the game, and passes later."""
    table, rack = view.table, view.rack
    assert isinstance(rack, KnownRack)
    word = read_word("SOD", table.variant)
    found = places(word, table.board, rack, table.variant) if table.board.is_empty else ()
    player = table.seats[view.seat].player.id
    return cmd.Play(player, found[0], table.turn) if found else cmd.Pass(player, table.turn)


@pytest.mark.parametrize("level", [1, *at_gate([8])])
async def test_D2_the_first_rack_is_below_the_play_of_a_computer_that_begins(tmp_path: Path, level: int) -> None:
    """In the answer to Start and in the direct message; nobody else sees a picture with tiles."""
    options = {"letters": LETTERS, "rack_size": 3, "words": ["SOD"], "thinker": spells}
    async with gathered(tmp_path, "C", "A", "CAT", "SOD", people=("Ada",), **options) as (stage, ada):
        await ask(ada, f"/game new variant:tiny computer:{level}")
        lobby = await ada.wait_message("Press **Play now**")
        await ada.click(lobby, "Play now")
        await board(ada, "SOD", after=lobby)
        state = await stage.state(ada.channel_id())
        view = seat_view(state, 0)
        expected = {
            draw_board(rack_scene(view, ENGLISH, tuple(tiles("ACT")), note), Style()).data
            for note in ("", rack_note(view, ENGLISH))
        }

        async def is_shown(channel: str | None) -> bool:
            shown = [one for one in ada.visible(channel) if "Your tiles in" in text_of(one)]
            pictures = [picture for one in shown[-1:] for picture in pictures_of(one)]
            return bool(pictures) and await ada.download(pictures[0]["url"]) in expected

        await eventually(lambda: is_shown(None))
        await eventually(lambda: is_shown(DM))
        for message in (one for one in ada.visible() if not one["flags"] & EPHEMERAL):
            for picture in pictures_of(message):
                assert await ada.download(picture["url"]) not in expected


GERMAN = """
[languages.de]
alphabet = "A B C D E F G H I J K L M N O P Q R S T U V W X Y Z Ä"
tiles = "A4/1 B4/1 Ä4/1"
"""


async def opened_lobby(stage: Scene, person: Person, line: str = "/game new") -> Variant:
    """The variant of the game that a command opens; it is closed again."""
    await ask(person, line, said("receipts.opened"))
    variant = (await stage.state(person.channel_id())).variant
    await person.command("/leave")
    await person.wait_message("closed")
    return variant


async def test_K23_a_server_s_default_board_is_used_unless_another_is_named(tmp_path: Path) -> None:
    """The channel's default precedes the server's; a default board that no longer exists is ignored."""
    which = said("settings.board_tiles_new_games")
    async with gathered(tmp_path, people=("Ada",)) as (stage, ada):
        await load(ada, MINE)
        await choose(ada, await ask(ada, "/settings server", "Server settings"), "mine", which)
        channel = await ask(ada, "/settings channel", "Channel settings")
        await choose(ada, channel, "super", which)
        assert (await opened_lobby(stage, ada)).name == "super"
        assert (await opened_lobby(stage, ada, "/game new variant:quick")).name == "quick"
        await choose(ada, channel, "default", which)
        assert (await opened_lobby(stage, ada)).name == "mine"
        await press(ada, await ask(ada, "/settings variants name:mine"), "Remove", "I have removed")
        assert (await opened_lobby(stage, ada)).name == "standard"


@pytest.fixture
def with_german(monkeypatch: pytest.MonkeyPatch) -> None:
    """A dictionary of a second language."""
    english = Library().lexicons()
    infos = (*english, replace(english[0], name="deutsch", title="Deutsch", language="de"))
    monkeypatch.setattr(Library, "lexicons", lambda self: infos)
    monkeypatch.setattr(namedlists, "list_lexicons", lambda: infos)


@pytest.mark.soak
@pytest.mark.usefixtures("with_german")
async def test_K23_a_channel_s_language_is_used_where_the_board_has_it(tmp_path: Path) -> None:
    """A named board uses the channel's language too; a board without tiles for it uses its own."""
    async with gathered(tmp_path, people=("Ada",)) as (stage, ada):
        await load(ada, MINE.replace("mine", "zwei") + GERMAN)
        await load(ada, MINE)
        channel = await ask(ada, "/settings channel", "Channel settings")
        await choose(ada, channel, "de", said("settings.language_new_games"))
        await choose(ada, channel, "en", "Language of messages")
        for options, expected in (("variant:zwei", "de"), ("variant:zwei language:en", "en"), ("variant:mine", "en")):
            assert (await opened_lobby(stage, ada, f"/game new {options}")).language == expected, options
        assert said("receipts.opened") not in text_of(await ask(ada, "/game new variant:mine language:de"))


@pytest.mark.soak
@pytest.mark.usefixtures("with_german")
async def test_K23_a_channel_s_dictionary_is_nearer_than_the_language_of_the_server(tmp_path: Path) -> None:
    """A game gets the language of the dictionary that its channel wants, whatever the server speaks."""
    async with gathered(tmp_path, people=("Ada",)) as (stage, ada):
        assert stage.app and stage.app.core
        await load(ada, MINE + GERMAN)
        people, channel = stage.app.core.services.people, ada.channel_id()
        server = int(stage.playground.world.channel(channel)["guild_id"])
        await people.change_server(server, lambda profile: replace(profile, locale="en", variant="mine"))
        for lexicon, language in (("deutsch", "de"), (None, "en")):
            await people.change_channel(int(channel), lambda profile, word=lexicon: replace(profile, lexicon=word))
            assert (await opened_lobby(stage, ada, "/game new variant:mine")).language == language
