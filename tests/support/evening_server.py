"""The acts of an evening that concern the server: its words, variants and settings."""

from __future__ import annotations

from bot.playground.cast import REGULAR_ROLE
from tests.bot.test_themefile import SEASIDE
from tests.support.evening import Evening, choose, press, sent
from tests.support.running import answer, ask, file_of
from tests.support.sentences import said

MINE = """
about = "Our own board"
rack_size = 3
[layout]
start = "2"
rows = '''
..#..
.....
.....
'''
[languages.en]
alphabet = "A B C D E F G H I J K L M N O P Q R S T U V W X Y Z"
tiles = "A1/1 A1/4 C2/3 T2/1 S2/1 O2/1 D2/2 ?1/0"
"""


async def words_and_boards(one: Evening) -> None:
    """Word lists and variants of the server, and the three panels of settings."""
    ada = one.ada
    ada.place = "general"
    await ask(ada, "/dictionary add words:tac", "TAC")
    await ask(ada, "/dictionary remove words:cat", "CAT")
    question = await sent(ada, "/dictionary import", "list.txt", b"AAS\nBEE\n", "Your file")
    await press(ada, question, "Replace", "Done")
    question = await sent(ada, "/dictionary import", "list.txt", b"CAB\n", "Your file")
    await press(ada, question, "Add")
    await ada.command("/dictionary export")
    await file_of(ada, await answer(ada, "one per line"))
    listed = await ask(ada, "/dictionary list")
    await press(
        ada,
        await press(ada, listed, "Undo all changes", said("words.undo_all_changes")),
        "Undo all changes",
        "has been undone",
    )
    await ask(ada, "/variant list")
    await sent(ada, "/variant load", "mine.toml", MINE.encode(), "mine")
    await ask(ada, "/variant show name:mine")
    await ask(ada, "/variant remove name:mine")
    for scope, menu, value in (
        ("mine", "Board colours", "paper"),
        ("channel", "Board colours", "dark"),
        ("server", "Rules", "classic"),
    ):
        await choose(ada, await ask(ada, f"/settings {scope}"), value, which=menu)


async def lists_with_names(one: Evening) -> None:
    """A dictionary of the server: made, filled, renamed, listed and deleted."""
    ada = one.ada
    await ask(ada, "/dictionary new name:Birds variant:tiny", "is ready")
    await ask(ada, "/dictionary add words:tac lexicon:birds", "TAC")
    await ask(ada, "/dictionary rename name:birds new:Animals", "is now called")
    await ask(ada, "/dictionary names", "Animals")
    await press(
        ada, await ask(ada, "/dictionary delete name:animals", "Delete the dictionary"), "Delete it", "I have deleted"
    )


async def themes(one: Evening) -> None:
    """A theme of the server: sent, chosen in the list of all themes, exported and deleted."""
    ada = one.ada
    await sent(ada, "/settings themes", "seaside.toml", SEASIDE.encode(), "is loaded")
    shown = await choose(ada, await ask(ada, "/settings themes"), "seaside", which="Show a theme", expected="seaside")
    await file_of(ada, await press(ada, shown, "Export", "as a file"))
    listed = await press(ada, shown, "All themes", "Colours for pictures")
    shown = await choose(ada, listed, "seaside", which="Show a theme", expected="seaside")
    await file_of(ada, await press(ada, shown, "Delete", "I have deleted"))


async def who_may_what(one: Evening) -> None:
    """A moderator lets only regulars open games, then everyone again."""
    ada = one.ada
    panel = await ask(ada, "/settings server")
    await choose(ada, panel, "Opening games", which=said("settings.change"), expected="Now: everyone")
    await choose(ada, panel, REGULAR_ROLE, which=said("settings.also_members_role"), expected=REGULAR_ROLE)
    await press(ada, panel, "Everyone", "Now: everyone")
    await press(ada, panel, "Back", said("settings.who_may"))


async def how_much(one: Evening) -> None:
    """A moderator allows each person three demonstrations here, and views the limits again."""
    ada = one.ada
    panel = await ask(ada, "/settings server")
    await choose(ada, panel, "Demonstrations", which="Change the limits", expected="### Demonstrations")
    await choose(ada, panel, "3", which="Each person", expected="### Demonstrations")
    await press(ada, panel, "Back", said("settings.who_may"))
