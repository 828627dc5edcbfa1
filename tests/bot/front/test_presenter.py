"""Messages of the presenter: what they show, which buttons they carry, and Discord's limits."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest

from bot import features
from bot.front.board.answers import (
    grid_message,
    in_characters,
    more_message,
    pages,
    preview_message,
    scores_message,
    square_message,
    text_board_message,
    unseen_message,
    words_message,
)
from bot.front.board.endings import end_message
from bot.front.board.messages import (
    board_message,
    channel_lost_message,
    newest_that_fit,
    notice_message,
    unreachable_message,
)
from bot.front.board.racks import RackOrder, arrange_rack, rack_message
from bot.front.board.scenes import BOARD_FILE
from bot.front.components.layout import layout
from bot.front.components.message import (
    MOST_ALT,
    MOST_COMPONENTS,
    MOST_IN_ROW,
    MOST_LABEL,
    MOST_TEXT,
    Button,
    Image,
    Link,
    Message,
    Row,
    Text,
)
from bot.front.help.messages import help_message
from bot.front.lobby.messages import (
    gathering,
    lobby_message,
    presets_message,
    rule_message,
    rules_message,
    subject_message,
)
from bot.front.posting.composers import CardNote
from bot.front.variants import all_tiles_message, distribution_message, values_message, variant_message
from bot.playground import limits
from bot.playground.errors import Form
from bot.render import BoardScene, LobbyScene, Portrait, PosterScene, SeatFace, portraits_of
from bot.text import texts_for
from bot.text.rules import RULE_GROUPS
from bot.text.variants import setup_for
from bot.wiring.bot import ROOMS
from engine.game import commands as cmd
from engine.game import events as ev
from engine.game.phases import Over
from engine.game.views import seat_view, table_view
from engine.loading import list_variants, load_variant
from engine.model.board import Cell, Layout, Orientation, PlacedTile, Square, StartCondition
from engine.model.rules import PRESETS, Rules, rule_names
from engine.model.tiles import Tile
from engine.play.notation import read_move
from engine.play.placement import resolve, score
from tests.support.games import CLASSIC, STANDARD, Table, rack, tiles, variant_of
from tests.support.sentences import said

TOPICS = features.topics()

ENGLISH = texts_for("en")
FRIENDLY = PRESETS["friendly"]
GAME = "k7m2p9qa"
NASTY = "**@everyone** <@1> `[x](u)`"


def labels(message: Message) -> list[str]:
    """The labels of all buttons."""
    return [button.label for button in message.buttons]


def ids(message: Message) -> list[str]:
    """The custom ids of all buttons."""
    return [button.custom_id for button in message.buttons if isinstance(button, Button)]


def check(message: Message) -> Message:
    """Fails if Discord would refuse the message, by our own limits or the stand-in's checks."""
    form = Form()
    components = layout(message).to_components()
    limits.check_message(form, components, True, frozenset(image.filename for image in message.images))
    form.check()
    assert sum(1 for _ in limits.walk(components)) <= MOST_COMPONENTS
    assert sum(len(block.content) for block in message.blocks if isinstance(block, Text)) <= MOST_TEXT
    assert all(0 < len(image.alt) <= MOST_ALT for image in message.images)
    assert all(0 < len(block.buttons) <= MOST_IN_ROW for block in message.blocks if isinstance(block, Row))
    assert all(0 < len(button.label) <= MOST_LABEL for button in message.buttons)
    assert len(set(ids(message))) == len(ids(message))
    assert all(len(one) <= 100 for one in ids(message))
    return message


def board(table: Table, since: Iterable[ev.Event] = ()) -> Message:
    """The board message of a table as it is."""
    return check(board_message(GAME, table_view(table.game), since, ENGLISH))


def lobby(table: Table) -> Message:
    """The lobby message of a table as it is."""
    return check(lobby_message(GAME, table_view(table.game), ENGLISH))


def renamed(table: Table, *names: str) -> Table:
    """The table with other names in its seats, in order."""
    seats = tuple(
        replace(seat, player=replace(seat.player, name=name))
        for seat, name in zip(table.game.seats, names, strict=True)
    )
    table.state = replace(table.game, seats=seats)
    return table


# --- boards -----------------------------------------------------------------------------------------------------------


def test_N23_a_board_tells_what_happened_and_who_is_to_do_what() -> None:
    """Lines since the last board, then the status with a mention, then picture and buttons."""
    table = Table(names=("101", "102")).start("HELLOXY", "QUAZJVK")
    events = table.play("8D HELLO")
    message = board(table, events)
    happened, line, image, *_ = message.blocks
    assert happened == Text("**101** played 8D HELLO for 24 points.")
    assert line == Text(
        f"{said('status.your_turn', name='<@102>')} {said('status.type_move_like', example='8H WORD')}", now=True
    )
    assert isinstance(image, Image)
    assert image.filename == "board.png"
    assert message.mentions == ("102",)
    assert labels(message) == ["Rack", "Play", "Compose", "Hint", "More"]
    assert ids(message) == [
        f"tw:rack:{GAME}", f"tw:play:{GAME}:2", f"tw:compose:{GAME}", f"tw:hint:{GAME}:2", f"tw:more:{GAME}",
    ]  # fmt: skip


def test_a_player_without_a_discord_id_is_named_and_not_mentioned() -> None:
    """Guests and computers have no account to notify."""
    message = board(Table(names=("ada", "102")).start("HELLOXY", "QUAZJVK"))
    assert message.mentions == ()
    assert message.text.startswith(said("status.your_turn", name="**Ada**"))


def test_the_last_play_can_be_challenged_or_accepted() -> None:
    """The awaited players are mentioned."""
    table = Table(CLASSIC, variant=variant_of("HELLOABCDEFGHI"), names=("101", "102")).start("HELLOAB", "CDEFGHI")
    table.play("8D HELLO")
    table.pass_()
    message = board(table, table.play("D7 AHB"))
    assert labels(message) == ["Rack", "Challenge", "Accept", "More"]
    assert message.mentions == ("102",)


# --- lobby and end ----------------------------------------------------------------------------------------------------


def test_D1_the_lobby_shows_seats_rules_and_what_is_missing() -> None:
    """Host and computers are marked; a full table cannot be joined. Only a private one says how to join."""
    table = Table(Rules(players=2, undo=False), names=("ada",))
    message = lobby(table)
    assert "1\\. **Ada** (host)" in message.in_words().text and "Ada (host)" in message.images[0].alt
    assert "Press **Join**" in message.text
    assert GAME not in message.text
    assert f"/join code:{GAME}" in lobby_message(GAME, table_view(table.game), ENGLISH, private=True).text
    assert labels(message) == ["Join", "Leave", "Add computer", "Rules", "Start"]
    table.do(cmd.AddComputer("ada", 4))
    full = lobby(table)
    assert labels(full) == ["Play now", "Leave", "Rules"]
    assert said("status.press_play_now_begin") in full.text
    assert "2\\. **Robot1** (computer, level 4, casual)" in full.in_words().text


def test_a_lobby_shows_faces_of_who_sits_there_and_free_seats() -> None:
    """Up to as many as fit in a row, however many may join; the text does not name them again."""
    table = Table(Rules(players=3), names=("ada",))
    table.do(cmd.AddComputer("ada", 4))
    message = lobby(table)
    (image,) = message.images
    assert isinstance(image.scene, LobbyScene)
    assert [(seat.name, seat.note) for seat in image.scene.seats] == [
        ("Ada", "host"),
        ("Robot1", "level 4, casual"),
        ("free", ""),
    ]
    assert [face.level for face in portraits_of(image.scene)] == [0, 4]
    assert "host" not in message.text and "**Ada**" not in message.text
    many = lobby(Table(Rules(players=9), names=("ada",))).images[0].scene
    assert isinstance(many, LobbyScene) and [seat.name for seat in many.seats] == ["Ada", *["free"] * 3]


@pytest.mark.parametrize(("people", "drawn", "more"), [(1, 1, ""), (10, 10, ""), (11, 9, "+2"), (200, 9, "+191")])
def test_a_crowd_shows_ten_places_and_how_many_there_are_besides(people: int, drawn: int, more: str) -> None:
    """Two rows, so that a phone shows the buttons below; the description names everyone that it has room for."""
    seats = [SeatFace(Portrait(f"P{number}", f"{number}"), f"P{number}") for number in range(people)]
    (image,) = gathering(seats, ENGLISH)
    assert isinstance(image.scene, LobbyScene)
    assert (len(image.scene.seats), image.scene.more) == (drawn, more)
    assert image.alt.startswith("P0") and (people > 99 or image.alt.endswith(seats[-1].name))
    assert not gathering((), ENGLISH)


def test_C18_the_end_card_has_everything() -> None:
    """Winner and reason in one line, the last board, then the card, whose words are standings and highlights."""
    table = Table(variant=variant_of("HELLOABCDEFGHI")).start("HELLOAB", "CDEFGHI")
    table.play("8D HELLO")
    table.pass_()
    last = table.play("D7 AHB")
    message = check(
        end_message(GAME, table_view(table.game), table.events, ENGLISH, last, offered=ROOMS.hooks.front.at_end)
    )
    assert "**Ada** played D7 AHB" in message.text
    result = said("status.won_with_points", 49, name="**Ada**"), said("scores.all_tiles_played")
    story = said("endcard.all_the_way", name="**Ada**")
    assert message.text.split("\n")[1:] == [" ".join((*result, story))]
    told = (
        "2\\. **Bruno**: minus 17 points (minus 17 for C D E F G H I left)",
        "Best play: **Ada** with 8D HELLO for 24 points.",
    )
    assert all(line not in message.text and line in message.in_words().text for line in told)
    assert all(line in in_characters(message, table_view(table.game), ENGLISH).text for line in told)
    board, card = message.images
    assert isinstance(board.scene, BoardScene) and isinstance(card.scene, PosterScene)
    assert message.blocks[-2] == card
    assert board.scene.status == ""
    assert [(seat.tiles, seat.extra) for seat in board.scene.seats] == [
        ("", said("scores.others_tiles", points="+17")),
        ("", "−17 for 7 tiles left"),
    ]
    assert labels(message) == ["Rematch", "Rematch, other players", "All words", "Review", "Meaning"]


def test_the_card_says_what_features_add_and_there_is_none_if_nobody_has_played() -> None:
    """In the picture, for those who hear it, and in words where there is no picture; without a card in the message."""
    note = CardNote("Ada: First win", "Ada has won.", "**Ada** has won.")
    table = Table(variant=variant_of("HELLOABCDEFGHI")).start("HELLOAB", "CDEFGHI")
    table.play("8D HELLO")
    quiet = Table(variant=variant_of("HELLOABCDEFGHI")).start("HELLOAB", "CDEFGHI")
    quiet.pass_()
    quiet.do(cmd.End("999", moderator=True))
    table.do(cmd.End("999", moderator=True))
    played = end_message(GAME, table_view(table.game), table.events, ENGLISH, notes=(note,))
    card = played.images[-1]
    assert isinstance(card.scene, PosterScene) and card.scene.milestones == (note.shown,)
    assert note.said in card.alt.split("\n") and note.words in card.words.split("\n")
    assert note.words not in played.text
    empty = end_message(GAME, table_view(quiet.game), quiet.events, ENGLISH, notes=(note,))
    assert [image.filename for image in empty.images] == [BOARD_FILE]
    assert note.words in empty.text


def test_a_lobby_that_was_closed_has_no_end_card() -> None:
    """Nothing was played, so there is nothing to show."""
    table = Table()
    table.do(cmd.End("999", moderator=True))
    message = check(end_message(GAME, table_view(table.game), table.events, ENGLISH))
    assert message.text == said("board.game_closed_before")
    assert message.buttons == ()


def test_notices_and_messages_about_messages() -> None:
    """An event with a line is a notice; an unreachable player is mentioned, an outsider never."""
    table = Table(names=("101", "102", "103")).start()
    view = table_view(table.game)
    [left, *_] = table.do(cmd.Leave("101"))
    notice = notice_message(view, left, ENGLISH)
    assert notice
    assert check(notice).text == "**101** left the game."
    assert notice_message(view, ev.WindowsClosed(0), ENGLISH) is None
    assert check(unreachable_message(view, "102", ENGLISH)).mentions == ("102",)
    assert f"/game watch code:{GAME}" in check(channel_lost_message(GAME, view, ENGLISH)).text


# --- racks ------------------------------------------------------------------------------------------------------------


def test_a_rack_names_its_game_and_leads_to_the_board() -> None:
    """Picture with alt text, the letters, whose turn it is, and the orders."""
    table = Table().start("HELL?XY", "QUAZJVK")
    view = seat_view(table.game, 0)
    message = check(rack_message(GAME, view, ENGLISH, place="<#123>", board_url="https://discord.com/channels/1/2/3"))
    assert message.text.startswith("Your tiles in **Ada v Bruno**, <#123>")
    assert "`E H L L X Y ?`" in message.text
    assert "Your turn" not in message.text
    assert message.images[0].alt == (
        f"Your rack: E 1, H 4, L 1, L 1, X 8, Y 4, a blank 0. Your turn · {said('status.tiles_pool', 86)}."
    )
    assert labels(message) == ["Shuffle", "Alphabetical", "Vowels first", "Compose", said("front.go_board")]
    assert isinstance(message.buttons[-1], Link)
    assert ids(message)[0] == f"tw:rack_shuffle:{GAME}"


def test_D2_the_last_tile_can_be_composed() -> None:
    """Though there is nothing to arrange."""
    table = Table().start("HELLOXY", "QUAZJVK")
    view = replace(seat_view(table.game, 0), rack=rack("E"))
    assert labels(check(rack_message(GAME, view, ENGLISH))) == ["Compose"]


def test_an_empty_rack_has_no_order() -> None:
    """After the last tile there is nothing to shuffle."""
    table = Table().start("HELLOXY", "QUAZJVK")
    view = replace(seat_view(table.game, 0), rack=rack(""))
    message = check(rack_message(GAME, view, ENGLISH))
    assert said("board.rack_empty") in message.text
    assert message.in_words().text.count("empty") == 1
    assert message.buttons == ()


def test_C13_racks_in_every_order() -> None:
    """Alphabetical, vowels first with the blank at the end, and shuffled, never losing a tile."""
    held = tiles("HELL?OA")

    def shown(order: RackOrder) -> str:
        laid = arrange_rack(held, order, STANDARD, lambda n: 0)
        assert sorted(laid) == sorted(held)
        return "".join(tile.letter or "?" for tile in laid)

    assert shown(RackOrder.SORT) == "AEHLLO?"
    assert shown(RackOrder.VOWELS) == "AEOHLL?"
    assert shown(RackOrder.SHUFFLE) == "EHLLO?A"


# --- answers ----------------------------------------------------------------------------------------------------------


def test_N12_long_word_lists_are_paged() -> None:
    """The newest page first, with buttons to the others; every line is on exactly one page."""
    table = Table(Rules(undo=False, scoreless_end=0)).start()
    while not isinstance(table.game.phase, Over) and len(table.events) < 160:
        table.do(cmd.Exchange(table.on_turn, "all")) if table.game.pool else table.pass_()
        table.events += [ev.Passed(0, n % 2) for n in range(60)]
    view = table_view(table.game)
    first = check(words_message(GAME, view, table.events, ENGLISH))
    assert labels(first) == ["Earlier", "Player by player"]
    older = check(words_message(GAME, view, table.events, ENGLISH, 1))
    assert "Later" in labels(older)
    assert first.text != older.text
    far = words_message(GAME, view, table.events, ENGLISH, 99)
    assert labels(far) == ["Later", "Player by player"]
    assert "1." in far.text
    assert "\n".join(pages(["a" * 30] * 10, 65)).split("\n") == ["a" * 30] * 10
    assert all(len(page) <= 65 for page in pages(["a" * 30] * 10, 65))


def test_an_empty_word_list_says_so() -> None:
    """Instead of an empty code block, which Discord shows as backticks."""
    table = Table().start()
    assert check(words_message(GAME, table_view(table.game), table.events, ENGLISH)).text.startswith("No word")


def test_K21_everything_about_a_square() -> None:
    """With the game's label, outlined in the picture, with its tile."""
    table = Table().start("HELL?XY", "QUAZJVK")
    table.play("8D HELLo")
    view = table_view(table.game)
    blank = check(square_message(view, Cell(7, 7), ENGLISH))
    assert blank.text.splitlines() == [
        "Square **H8**",
        said("board.blank_letter", letter="O", points=0),
        "Part of 8D HELLO.",
        said("board.part_latest_play"),
        "Premium square: double word (2W), used.",
        "Above\\: H7 is free.",
        "Below\\: H9 is free.",
        "Left\\: G8 L, part of 8D HELLO, the O is a blank.",
        "Right\\: I8 is free.",
    ]
    scene = blank.images[0].scene
    assert isinstance(scene, BoardScene)
    assert scene.column_labels == tuple("EFGHIJK")
    assert scene.row_labels == ("5", "6", "7", "8", "9", "10", "11")
    assert scene.cursor == (3, 3)
    corner = check(square_message(view, Cell(0, 0), ENGLISH))
    assert corner.text.startswith("Square **A1**\nFree.\nPremium square: triple word (3W).\n")


def test_answers_fit_into_messages() -> None:
    """Scores, text board, rules, tiles, unseen tiles, help and More."""
    table = Table().start("HELLOXY", "QUAZJVK")
    table.play("8D HELLO")
    view = table_view(table.game)
    check(scores_message(view, table.events, ENGLISH))
    for page in range(3):
        check(rules_message("abcd2345", view, ENGLISH, page, may_change=True))
    for rule in rule_names():
        check(rule_message("abcd2345", view.rules, rule, ENGLISH, may_change=True))
    for group in RULE_GROUPS:
        check(subject_message("abcd2345", view.rules, group, ENGLISH))
    check(presets_message("abcd2345", view, ENGLISH))
    check(distribution_message(STANDARD, ENGLISH))
    check(values_message(STANDARD, ENGLISH))
    for name in list_variants():
        check(variant_message(load_variant(name), "", ENGLISH))
        check(all_tiles_message(None, load_variant(name), ENGLISH))
    check(unseen_message(seat_view(table.game, 0), ENGLISH))
    check(more_message(GAME, view, "ada", 0, ENGLISH, has_words=True, has_meanings=True, has_asked=True))
    check(
        help_message("commands", TOPICS, ENGLISH, setup_for(STANDARD), [(f"command{n}", "x" * 100) for n in range(60)])
    )
    assert "8D HELLO" in check(text_board_message(view, ENGLISH)).text
    assert "8D HELLO" in check(grid_message(view, ENGLISH)).text


def test_N4_a_preview_can_be_played_on_ones_turn_only() -> None:
    """Nor if its words would be refused; the ids carry the draft."""
    table = Table().start("HELLOXY", "QUAZJVK")
    own, other = seat_view(table.game, 0), seat_view(table.game, 1)
    placement = resolve(read_move("8D HELLO", STANDARD, Orientation()), table.game.board, own.rack, STANDARD)
    sheet = score(table.game.board, placement, STANDARD)
    message = check(preview_message("d1", own, placement, sheet, ENGLISH, unknown=()))
    assert ids(message) == ["tw:confirm:d1", "tw:change:d1", "tw:cancel"]
    assert labels(preview_message("d1", other, placement, sheet, ENGLISH, unknown=())) == ["Change", "Cancel"]
    refused = preview_message("d1", own, placement, sheet, ENGLISH, unknown=(tuple("HELLO"),))
    assert labels(refused) == ["Change", "Cancel"]


# --- limits and languages ---------------------------------------------------------------------------------------------


def test_a_full_table_with_long_nasty_names_fits_everywhere() -> None:
    """Fourteen seats with names of 32 characters that are all Markdown."""
    table = Table(Rules(players=14, undo=False), names=[str(1000 + n) for n in range(14)])
    renamed(table, *["*`_~|<>[]#" * 3 + f"{n:02d}" for n in range(14)])
    lobby(table)
    table.do(cmd.Start("1000"))
    for _ in range(20):
        table.pass_()
    board(table, [event for event in table.events * 5 if isinstance(event, ev.Passed)])
    view = table_view(table.game)
    check(scores_message(view, table.events, ENGLISH))
    table.do(cmd.End("999", moderator=True))
    check(end_message(GAME, table_view(table.game), table.events, ENGLISH, table.events * 9))


def test_names_can_neither_mention_nor_mark_up() -> None:
    """The message's public text mentions only the person on turn."""
    table = renamed(Table(names=("101", "102")), NASTY, NASTY)
    table.start("HELLOXY", "QUAZJVK")
    renamed(table, NASTY, NASTY)
    message = board(table, table.pass_())
    assert message.text.count("<@") - message.text.count("\\<@") == 1
    assert "@everyone" not in message.text
    assert message.mentions == ("102",)


def test_the_widest_board_fits_as_text() -> None:
    """31 x 31 squares with digits for the columns, which take two characters each."""
    squares = tuple(Square(letter=2) if n % 3 else Square() for n in range(31 * 31))
    variant = replace(STANDARD, layout=Layout(31, 31, squares, StartCondition()))
    table = Table(variant=variant).start("HELLOXY", "QUAZJVK")
    table.play("8D HELLO")
    view = table_view(table.game)
    view = replace(view, setup=replace(view.setup, orientation=Orientation(digits_for_columns=True)))
    assert "31" in check(grid_message(view, ENGLISH)).text
    check(text_board_message(view, ENGLISH))
    board(table)


@pytest.mark.parametrize("many", range(80, 168, 8))
def test_the_board_in_sentences_leaves_room_for_the_clocks(many: int) -> None:
    """More words than fit are cut short, by as much as the clocks of players with long names need."""
    names = tuple(f"{n} with a name of {'very ' * 10}many letters" for n in range(4))
    variant = replace(STANDARD, layout=Layout(31, 31, (Square(),) * 31 * 31, StartCondition()))
    table = Table(Rules(undo=False).with_value("game_clock", "25m"), variant, names).start()
    board = table.game.board
    cells = [cell for cell in board.layout.cells() if cell.row % 2 == 0 and cell.column % 3 < 2]
    blank = PlacedTile(Tile("", 0), "A")
    view = replace(table_view(table.game), board=board.place(dict.fromkeys(cells[: 2 * many], blank)))
    for message in (text_board_message(view, ENGLISH), grid_message(view, ENGLISH)):
        assert "25:00" in check(message).text


def test_the_oldest_lines_give_way() -> None:
    """The newest lines are kept."""
    assert newest_that_fit(["a", "b"], 10) == "a\nb"
    assert newest_that_fit(["a" * 8, "b" * 8], 10) == "…\n" + "b" * 8
