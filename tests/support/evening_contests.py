"""The acts of an evening around games and the server: duplicate, challenges, tournaments, words, variants."""

from __future__ import annotations

from dataclasses import replace

from bot.competitions.text import LEGEND_LABEL
from bot.playground.cast import REGULAR_ROLE
from bot.playground.limits import SELECTS, walk
from tests.bot.render.test_theme import SEASIDE
from tests.support.evening import Evening, Json, choose, fill, fill_chosen, press, sent, shared, two_begin
from tests.support.pictures import buttons_of, text_of
from tests.support.playground import DM, Person
from tests.support.pseudo import OVERSEAS
from tests.support.running import EPHEMERAL, answer, ask, board, file_of, shows
from tests.support.sentences import said

MINUTE, HOUR, DAY = 60, 3600, 86_400
SLOW = "variant:tiny preset:correspondence"


async def public(person: Person, text: str, *buttons: str, after: Json | None = None) -> Json:
    """The newest message for everyone with a text and some buttons."""

    def fits(message: Json) -> bool:
        there = buttons_of(message)
        return not message["flags"] & EPHEMERAL and text in text_of(message) and all(one in there for one in buttons)

    return await person.wait_message(fits, after=after)


async def duplicate(one: Evening) -> None:
    """Two people play two rounds of duplicate, one of which Bruno answers in a form; then Ada ends it."""
    ada, bruno = one.ada, one.bruno
    one.serve("CATSDOEGHORNFARMNETTOE", "CATSDOE", rack_size=7)
    await ada.autocomplete("/together new time:", "time")
    await ask(ada, "/together new variant:tiny")
    lobby = await public(ada, said("duplicate.same_tiles"), "Join")
    await press(bruno, lobby, "Join", said("duplicate.joined"))
    await press(bruno, lobby, "Leave")
    await ask(bruno, "/join", said("duplicate.joined"))
    await ask(bruno, "/leave")
    await press(bruno, lobby, "Join", said("duplicate.joined"))
    await press(ada, lobby, "Start")
    first = await public(ada, said("duplicate.the_round", number=1), "Answer", after=lobby)
    await fill(bruno, first, "Answer", {"move": "8G CAT"}, "**8G CAT**")
    await ask(ada, "/together answer move:8E CATS", "**8E CATS**")
    second = await public(ada, said("duplicate.the_round", number=2), "Answer", after=first)
    composed = await press(bruno, second, "Compose", said("composing.no_tiles_placed"))
    await bruno.click(composed, "Cancel")
    await press(bruno, second, "Standings")
    await press(bruno, second, "My rounds", "**8G CAT**")
    for looked_at in ("standings", "review", "export"):
        await ask(bruno, f"/together {looked_at}")
    await press(ada, await ask(ada, "/together stop"), "End the duplicate")
    end = await public(bruno, said("duplicate.the_end"), "Standings", after=second)
    await press(bruno, end, "Standings")


async def duplicate_every_day(one: Evening) -> None:
    """A moderator has a round a day in the channel, which Bruno answers, until it is switched off."""
    ada, bruno = one.ada, one.bruno
    ada.place = bruno.place = "games"
    await ask(ada, "/manage together switch:on")
    first = await public(ada, said("duplicate.daily_round", number=1), "Answer")
    await fill(bruno, first, "Answer", {"move": "8H CAT"})
    await ask(bruno, "/together daily")
    page = await press(ada, await ask(ada, "/manage together"), "Switch off")
    await press(ada, page, "Switch off", said("duplicate.daily_ended"))
    await public(ada, said("duplicate.the_end"), after=first)


async def seeking(one: Evening) -> None:
    """Ada withdraws two challenges in the two ways; Bruno accepts the third, and they play in a thread."""
    ada, bruno = one.ada, one.bruno
    one.serve("CATSODEEE", channel="lounge")
    seek, stands = "/open new variant:tiny", said("seeks.stands_channel")
    told = await ask(ada, seek, stands)
    await press(ada, told, "Withdraw", said("seeks.is_withdrawn"))
    await ask(ada, seek, stands)
    await ask(ada, "/open withdraw", said("seeks.is_withdrawn"))
    await ask(ada, "/manage offers switch:on", said("seeks.everywhere_on"))
    third = "/open new variant:tiny lowest:100 highest:3000 where:everywhere"
    await ask(ada, third, said("seeks.stands_everywhere"))
    await ask(bruno, "/open list", "Ada")
    listed = await public(bruno, "3000", "Accept")
    threads = threads_of(bruno)
    await bruno.click(listed, "Accept")
    await resigned_in(ada, await new_thread(ada, threads))
    ada.place = bruno.place = "general"
    await ask(ada, "/manage offers switch:off", said("seeks.everywhere_off"))


def threads_of(person: Person) -> set[str]:
    """The public threads that somebody sees."""
    return {key for key, one in person.channels.items() if one["type"] == 11}


async def new_thread(person: Person, before: set[str]) -> str:
    """A thread that was not there before."""
    return str(min(await person.wait(lambda: threads_of(person) - before, "a thread"), key=int))


async def resigned_in(person: Person, place: str) -> None:
    """Somebody goes to the game of a thread and resigns."""
    person.place = place
    await board(person)
    await press(person, await ask(person, "/game resign", said("lobby.want_to_resign")), "Resign")
    await person.wait_message(said("status.won"))


async def tournament(one: Evening) -> None:
    """Ada directs a tournament and plays in it; its second round stands in the calendar; nobody has to wait for it."""
    ada, bruno = one.ada, one.bruno
    one.serve("CATSODEEE", "CAT", "SOD", "CAT", "SOD")
    await ask(ada, "/manage calendar switch:on", said("calendar.is_on"))
    await ask(ada, "/tournament new name:Cup variant:tiny preset:rapid rounds:2 pause:30", said("tournaments.made"))
    shown = await gathering(one)
    await ask(ada, "/manage tournament start wait:yes", "Bruno")
    await ask(ada, "/manage tournament undo-round")
    drawn = await ask(ada, "/manage tournament pair first:@Ada second:@Bruno", "Bruno")
    panel = await press(ada, drawn, "Manage")
    await press(ada, panel, said("tournaments.clear_pairings"))
    await press(ada, panel, "Next pairings")
    drawn = await choose(ada, panel, ada.id, bruno.id, which=said("tournaments.pair_two"), expected="Bruno")
    await next_round(ada, drawn, said("tournaments.begin_first"))
    standings = await public(ada, said("tournaments.standings_after"), "Next round", after=shown)
    await press(bruno, standings, LEGEND_LABEL)
    await one.bruno.wait(lambda: one.stage.playground.world.scheduled, "an event")
    await press(bruno, await ask(bruno, "/game list"), "Coming up", said("tournaments.round", number=2, rounds=2))
    await ask(bruno, "/tournament standings", "Bruno 1")
    await ask(ada, "/manage tournament result number:1 first:@Bruno points:310 second:@Ada against:300")
    panel = await press(ada, shown, "Manage")
    await fill_chosen(ada, panel, "1-1", {"scores": "320 310"}, which=said("tournaments.game_result"), expected="320")
    await press(ada, panel, "Export")
    await next_round(ada, standings)
    await shows(ada, shown, said("tournaments.over"))
    await ask(ada, "/manage tournament export format:csv")
    await ask(ada, "/manage tournament end")
    await ask(ada, "/manage calendar switch:off", said("calendar.is_off"))


async def gathering(one: Evening) -> Json:
    """Bruno and Ada enter the tournament in every way; its message."""
    ada, bruno = one.ada, one.bruno
    shown = await public(ada, "Cup", "Join")
    await press(bruno, shown, "Rules")
    await press(bruno, shown, "Join", said("tournaments.joined"))
    await press(bruno, shown, "Leave")
    await ask(bruno, "/join", said("tournaments.joined"))
    await ask(bruno, "/leave")
    await ask(bruno, "/join", said("tournaments.joined"))
    await ask(ada, "/manage tournament add player:@Ada", said("tournaments.is_in", name="**Ada**"))
    await ask(ada, "/manage tournament drop player:@Ada", said("tournaments.no_longer_in", name="**Ada**"))
    panel = await press(ada, shown, "Manage")
    await choose(ada, panel, ada.id, which="Enter a player")
    await choose(ada, panel, ada.id, which=said("tournaments.take_out"))
    await choose(ada, panel, ada.id, which="Enter a player")
    return shown


async def next_round(ada: Person, message: Json, label: str = "Next round") -> None:
    """Ada lets a round begin, and resigns her game in it."""
    threads, home = threads_of(ada), ada.place
    await press(ada, message, label)
    await resigned_in(ada, await new_thread(ada, threads))
    ada.place = home


async def tournament_at_a_time(one: Evening) -> None:
    """Bruno may make a tournament, which starts by itself; he checks in as the only one, and ends it."""
    bruno, made = one.bruno, "/tournament new name:Cup variant:tiny preset:rapid starts:2h checkin:60"
    await ask(one.ada, "/manage tournament allow player:@Bruno", one.bruno.id)
    await ask(bruno, made, said("tournaments.made_and_starts"))
    for player in (bruno, one.ada):
        await ask(player, "/join", said("tournaments.joined"))
    one.stage.clock.push(HOUR + MINUTE)
    called = await public(bruno, f"<@{bruno.id}>", "Check in")
    await press(bruno, called, "Check in", said("tournaments.checked_in"))
    panel = await press(bruno, await public(bruno, "Cup", "Manage"), "Manage")
    await press(bruno, await press(bruno, panel, "End the tournament"), "End it")
    await ask(one.ada, "/manage tournament allow player:@Bruno switch:off")


async def knockout(one: Evening) -> None:
    """Ada directs a knockout and plays in it herself; its final is a tie, and she lets Bruno be the one who wins it."""
    ada, bruno = one.ada, one.bruno
    one.serve("CATSODEEE", "CAT", "SOD", channel="games")
    made = "/tournament new name:Cup variant:tiny preset:rapid format:knockout ties:director"
    await ask(ada, made, said("tournaments.made"))
    for player in (bruno, ada):
        await ask(player, "/join", said("tournaments.joined"))
    await ask(ada, "/manage tournament start")
    result = "/manage tournament result number:1 first:@Bruno points:400 second:@Ada against:400"
    await ask(ada, result)
    asked = await public(ada, said("tournaments.who_plays_on"), "Bruno")
    await press(ada, asked, "Bruno", said("tournaments.plays_on", name="**Bruno**"))
    await public(ada, said("tournaments.won", name=f"<@{bruno.id}>"))


async def latecomer(one: Evening) -> None:
    """Deniz comes late to a tournament and is let in; Ada decides that the players of a game have both lost."""
    ada, bruno, deniz = one.ada, one.bruno, one.deniz
    one.serve("CATSODEEE", "CAT", "SOD", channel="games")
    deniz.place = "games"
    await ask(ada, "/tournament new name:Cup variant:tiny preset:rapid rounds:2", said("tournaments.made"))
    shown = await public(ada, "Cup", "Join")
    for player in (bruno, ada):
        await ask(player, "/join", said("tournaments.joined"))
    await ask(ada, "/manage tournament start")
    await press(deniz, shown, "Join", said("tournaments.ask_to_be_let_in"))
    wants = await public(ada, said("tournaments.wants_to_play", name="**Deniz**"), "Let in")
    await press(ada, wants, "Let in", said("tournaments.is_in", name="**Deniz**"))
    result = "/manage tournament result number:1 first:@Bruno points:0 second:@Ada against:0"
    sure = await press(ada, await ask(ada, result, said("competitions.nil")), "Both lose")
    await press(ada, sure, "Both lose")
    await ask(ada, "/manage tournament end")
    deniz.place = "quay"


async def league(one: Evening) -> None:
    """Ada directs a league of two; its only result is set by hand, so the season ends; the league, too."""
    ada, bruno = one.ada, one.bruno
    one.serve("CATSODEEE", "CAT", "SOD", channel="games")
    await ask(ada, "/manage league new name:Liga variant:tiny", said("leagues.made"))
    shown = await public(ada, "Liga", "Join")
    await press(bruno, shown, "Rules")
    await press(bruno, shown, "Join", said("leagues.joined"))
    await press(bruno, shown, "Leave")
    await ask(bruno, "/join", said("leagues.joined"))
    await ask(bruno, "/leave")
    await press(bruno, shown, "Join", said("leagues.joined"))
    await ask(ada, "/join", said("leagues.joined"))
    await ask(ada, "/manage league remove player:@Bruno")
    await ask(ada, "/manage league add player:@Bruno")
    panel = await press(ada, shown, "Manage")
    await choose(ada, panel, bruno.id, which=said("tournaments.take_out"))
    await choose(ada, panel, bruno.id, which="Enter a player")
    threads = threads_of(ada)
    await press(ada, panel, said("leagues.begin_now"))
    await ask(ada, "/manage league start")
    place = await new_thread(ada, threads)
    await ada.wait_message(said("leagues.called"), channel=place)
    await ask(ada, "/manage games", "Bruno")
    standings = await public(ada, said("leagues.games_finished"), after=shown)
    await press(bruno, standings, LEGEND_LABEL)
    panel = await press(ada, shown, "Manage")
    await press(ada, panel, said("leagues.end_season"), "Cancel")
    await press(ada, panel, "Export")
    nil = await ask(ada, "/manage league result first:@Ada points:0 second:@Bruno against:0", said("competitions.nil"))
    await ada.click(await press(ada, nil, "Both lose"), "Cancel")
    await fill_chosen(ada, panel, "1-1", {"scores": "400 380"}, which=said("tournaments.game_result"), expected="400")
    await ask(ada, "/manage league result first:@Ada points:400 second:@Bruno against:380")
    await ask(bruno, "/league standings", said("leagues.games_finished"))
    await ask(ada, "/league export")
    await public(ada, "🏆", after=shown)
    await ask(bruno, "/league seasons", said("leagues.season"))
    panel = await press(ada, shown, "Manage")
    await press(ada, await press(ada, panel, "End the league"), "End it")
    await shows(ada, shown, said("leagues.over"))
    await ask(ada, "/manage league end")
    ada.place = bruno.place = "general"


async def page_of(person: Person, settings: str, title: str) -> Json:
    """A page of somebody's settings, or of the server's."""
    return await choose(person, await ask(person, settings), title, which=said("settings.more_pages"))


async def milestones(one: Evening) -> None:
    """Bruno looks at what he has reached and tells no first win; Ada chooses for the server, and changes her mind."""
    stats = await ask(one.bruno, "/stats")
    panel = await press(one.bruno, stats, "Milestones", said("milestones.own_win"))
    await press(one.bruno, panel, "First win: on", "First win: off")
    panel = await page_of(one.ada, "/settings server", "Milestones")
    await press(one.ada, panel, "First bingo: on", "First bingo: off")
    await press(one.ada, panel, "First bingo: off", "First bingo: on")


async def won(one: Evening, options: str = "variant:tiny") -> None:
    """Ada wins a game that counts: both have passed before Bruno resigns."""
    one.serve("CATSODEEE", "CAT", "SOD")
    first = await two_begin(one, options=options)
    for player in (one.ada, one.bruno):
        await ask(player, "/move pass", "passed")
    await press(one.bruno, await ask(one.bruno, "/game resign"), "Resign")
    await board(one.ada, "**Bruno** resigned.", after=first)


async def cancelled(one: Evening) -> None:
    """Ada calls off a game in which nobody has moved."""
    one.serve("CATSODEEE", "CAT", "SOD")
    await two_begin(one)
    await ask(one.ada, "/game cancel", said("receipts.you_cancelled_game"))


async def ladders(one: Evening) -> None:
    """Ada wins a fast game, after which Bruno looks at the leaderboards of games of other lengths."""
    await won(one, options="variant:tiny preset:blitz")
    page = await ask(one.bruno, "/leaderboard")
    [menu] = [part for part in walk(page["components"]) if part["type"] in SELECTS]
    other = next(option for option in menu["options"] if not option.get("default"))
    await choose(one.bruno, page, other["value"])


async def away(one: Evening) -> None:
    """Bruno gives Ada more time in a game with long turns; she is away for a week, and comes back."""
    ada, bruno = one.ada, one.bruno
    one.serve("CATSODEEE", "CAT", "SOD", channel="lounge")
    first = await two_begin(one, options=SLOW)
    more = await press(bruno, first, "More", "More about")
    await press(bruno, more, "More time")
    told = await ask(ada, "/settings away days:7", said("away.away_until"))
    await shows(bruno, first, said("clocks.away_back", name="**Ada**"))
    await press(ada, told, "I am back", said("away.not_away"))
    await bruno.wait_message(said("clocks.back", name="**Ada**"), channel=first["channel_id"])
    await one.over()


async def silence(one: Evening) -> None:
    """Ada is silent for weeks, and Bruno claims three games, each of which ends in another way.

    Meanwhile the server hears once what has happened in it.
    """
    ada, bruno = one.ada, one.bruno
    await bruno.open_dm()
    ada.place = bruno.place = "general"
    await ask(ada, "/manage digest switch:on", said("digest.is_on"))
    await shared(bruno, await press(bruno, await ask(bruno, "/leaderboard"), "This week"))
    await won(one)
    begun = ada.last()
    for label in (said("board.computer_plays_on"), "The player loses", "Nobody wins"):
        await claimed(one, label, by_command=label == "Nobody wins")
    ada.place = "general"
    await ada.wait_message(is_digest, after=begun)
    await ask(ada, "/manage digest switch:off", said("digest.is_off"))


def is_digest(message: Json) -> bool:
    """Whether a message tells everyone what has happened in the server."""
    return not message["flags"] & EPHEMERAL and "week" in text_of(message)


async def answered_below(one: Evening, first: Json, since: Json) -> None:
    """Wait until Ada's answer has moved below the first board: no answer can be changed once hours are skipped."""

    def moved() -> bool:
        begun = [m for m in one.ada.private() if int(m["id"]) > int(since["id"]) and "The game begins" in text_of(m)]
        return bool(begun) and all(int(m["id"]) > int(first["id"]) for m in begun)

    await one.ada.wait(moved, "the answer below the board")


async def claimed(one: Evening, label: str, *, by_command: bool) -> None:
    """Bruno waits in vain for Ada to begin a game, and chooses what becomes of it."""
    bruno, clock = one.bruno, one.stage.clock
    one.serve("CATSODEEE", "CAT", "SOD", channel="lounge")
    last = one.ada.last()
    first = await two_begin(one)
    await answered_below(one, first, since=last)
    before = (bruno.dm() or [None])[-1]
    clock.push(7 * DAY)
    if by_command:
        await ask(bruno, "/game claim", said("claims.told_and_decide"))
    else:
        more = await press(bruno, first, "More", "Claim the game")
        await press(bruno, more, "Claim the game", said("claims.told_and_decide"))
    clock.push(DAY)
    question = await bruno.wait_message(said("claims.still_not_moved"), channel=DM, after=before)
    await press(bruno, question, label)
    if label == said("board.computer_plays_on"):
        await bruno.wait_message(said("specials.not_moved_long"), after=first)
        await press(bruno, await ask(bruno, "/game end"), "End for good")
    await bruno.wait_message(is_end, after=first)


def is_end(message: Json) -> bool:
    """Whether a message shows how a game has ended."""
    return "Rematch" in buttons_of(message)


async def greeting(one: Evening) -> None:
    """The bot comes into a third server: Bruno asks how it works, and Ada has a puzzle posted there every day.

    The server has chosen its language in days when nobody was greeted.
    """
    ada, bruno, world = one.ada, one.bruno, one.stage.playground.world
    guild = world.add_guild("Den", ("den",), dict.fromkeys(world.people), has_bot=False)
    assert one.stage.app and one.stage.app.core
    people = one.stage.app.core.store.people
    await people.change_server(int(guild.id), lambda chosen: replace(chosen, locale=OVERSEAS.code))
    guild.system_channel = next(key for key, place in world.channels.items() if place.get("name") == "den")
    for person in (ada, bruno):
        await person.wait(lambda person=person: guild.system_channel in person.channels, "the server")
        person.place = guild.system_channel
    world.invite_bot(guild, ada.id)
    greeted = await ada.wait_message(said("greeting.what_i_am"))
    await press(bruno, greeted, said("greeting.where_label"), said("greeting.where"))
    where = await press(ada, greeted, said("greeting.where_label"), said("greeting.where"))
    where = await press(ada, where, "Games in threads: on", "Games in threads: off")
    where = await press(ada, where, "Games in threads: off", "Games in threads: on")
    for language in ("default", OVERSEAS.code):
        await choose(ada, where, language, which="Language", expected=said("greeting.where"))
    offer = await press(ada, greeted, said("puzzles.puzzle_day"), said("puzzles.day_offer"))
    await press(ada, offer, said("puzzles.here_every_day"))
    await public(ada, said("puzzles.puzzle_day"), "Solve", after=greeted)
    await ask(ada, "/manage puzzle switch:off", "no longer")
    ada.place = bruno.place = "general"


CONTESTS = (
    duplicate,
    duplicate_every_day,
    seeking,
    tournament,
    tournament_at_a_time,
    knockout,
    latecomer,
    league,
    milestones,
    cancelled,
    ladders,
    away,
    silence,
    greeting,
)


COVE = """
name = "cove"
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
    await ask(ada, "/word add words:tac", "TAC")
    await ask(ada, "/word remove words:cat", "CAT")
    question = await sent(ada, "/word import", "list.txt", b"AAS\nBEE\n", "Your file")
    await press(ada, question, "Replace", "Done")
    question = await sent(ada, "/word import", "list.txt", b"CAB\n", "Your file")
    await press(ada, question, "Add")
    await ada.command("/word export")
    await file_of(ada, await answer(ada, "one per line"))
    listed = await ask(ada, "/word changes")
    await press(
        ada,
        await press(ada, listed, "Undo all changes", said("words.undo_all_changes")),
        "Undo all changes",
        "has been undone",
    )
    await ask(ada, "/settings variants")
    await sent(ada, "/settings variants", "cove.toml", COVE.encode(), "**cove**")
    shown = await ask(ada, "/settings variants name:cove")
    await file_of(ada, await press(ada, shown, "Get the file"))
    await press(ada, shown, "Remove")
    for scope, menu, value in (
        ("mine", "Board colours", "paper"),
        ("channel", "Board colours", "dark"),
        ("server", "Rules", "classic"),
    ):
        await choose(ada, await ask(ada, f"/settings {scope}"), value, which=menu)


async def lists_with_names(one: Evening) -> None:
    """A dictionary of the server: made, filled, renamed, listed and deleted."""
    ada = one.ada
    await ask(ada, "/manage dictionary new name:Birds variant:tiny", "is ready")
    await ask(ada, "/word add words:tac lexicon:birds", "TAC")
    await ask(ada, "/manage dictionary rename name:birds new:Animals", "is now called")
    await ask(ada, "/word dictionaries", "Animals")
    await press(
        ada,
        await ask(ada, "/manage dictionary delete name:animals", "Delete the dictionary"),
        "Delete it",
        "I have deleted",
    )


async def pages(one: Evening) -> None:
    """What has a page of its own: a dictionary made there, a switch, and the way back."""
    ada = one.ada
    page = await page_of(ada, "/settings server", said("words.own_dictionaries"))
    await fill(ada, page, "New dictionary", {"name": "Birds"}, "Birds")
    own = await choose(ada, await page_of(ada, "/settings server", said("words.own_dictionaries")), "Birds")
    await fill(ada, own, "Rename", {"name": "Animals"}, "Animals")
    await press(ada, await press(ada, own, "Delete"), "Delete it")
    page = await page_of(ada, "/settings server", "Calendar")
    await press(ada, page, "Switch on", said("calendar.is_on"))
    await press(ada, page, "Switch off", said("calendar.is_off"))
    await press(ada, page, "Back", said("settings.who_may"))
    page = await page_of(ada, "/settings mine", "Milestones")
    await press(ada, page, "Back")


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


async def time_zone(one: Evening) -> None:
    """A moderator chooses the server's time zone by a city."""
    panel = await ask(one.ada, "/settings server")
    await fill(one.ada, panel, "Time zone", {"zone": "London"}, said("settings.time_zone_set"))


async def how_much(one: Evening) -> None:
    """A moderator allows each person three demonstrations here, and views the limits again."""
    ada = one.ada
    panel = await ask(ada, "/settings server")
    await choose(ada, panel, "Demonstrations", which="Change the limits", expected="### Demonstrations")
    await choose(ada, panel, "3", which="Each person", expected="### Demonstrations")
    await press(ada, panel, "Back", said("settings.who_may"))
