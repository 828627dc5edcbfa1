"""The acts of an evening: each is a game or a visit, and together they use everything."""

from __future__ import annotations

from bot.playground.limits import walk
from tests.support.evening import (
    Evening,
    Json,
    choose,
    fill,
    lobby_of,
    press,
    sent,
    shared,
    tap,
    two_begin,
)
from tests.support.evening_contests import (
    CONTESTS,
    how_much,
    lists_with_names,
    pages,
    public,
    themes,
    time_zone,
    who_may_what,
    words_and_boards,
)
from tests.support.finished import latest_given, right
from tests.support.pictures import buttons_of, text_of
from tests.support.playground import DM, Person
from tests.support.running import answer, ask, board, code_of, file_of, shows, text_only
from tests.support.sentences import said

LETTERS = "CATSODEEENNNRRRTTTOOGG"


async def table_for_five(one: Evening) -> tuple[Json, str]:
    """Two people, two computer players, and Chloe from another server by code; every button of the lobby.

    Returns the first board, and the code.
    """
    one.serve(LETTERS + "?", "C?T", "RRR", "SOD", "EEE", "NNN")
    ada, bruno = one.ada, one.bruno
    await ada.autocomplete("/game new preset:cl")
    lobby = await lobby_of(ada, "variant:tiny name:Evening computer:2", "players 6")
    code = await code_of(ada)
    await press(bruno, lobby, "Join", "joined")
    await press(bruno, lobby, "Leave")
    await ask(bruno, "/join", "joined")
    await ask(one.chloe, f"/join code:{code}", "joined")
    await press(ada, await press(ada, lobby, "Add computer", "How strong"), "4 · casual", "joined")
    await ask(ada, "/game seat computer level:3", "joined")
    await press(ada, await ask(ada, "/game seat remove player:Robot3", "Robot3"), "Remove")
    await press(ada, lobby, "Rules")
    shown = await ask(ada, "/game rules")
    await tap(ada, shown, "All rules", said("lobby.only_different"))
    for choice, expected in (("help", said("rules.cost_hint")), ("demo_pace", "You can choose"), ("5", "is now")):
        await choose(ada, shown, choice, expected=expected)
    await ask(ada, "/game start")
    await board(one.chloe)
    return await board(ada, after=lobby), code


async def looking(one: Evening, shown: Json) -> None:
    """Everything that players and spectators can look at during a game."""
    ada, deniz = one.ada, one.deniz
    for line in (
        "/rack",
        "/game board",
        "/game board style:text",
        "/game board square:H8",
        "/game scores",
        "/word played",
        "/game tiles which:unseen",
    ):
        await ask(ada, line)
    for line in (
        "/game tiles which:values",
        "/game tiles which:distribution",
        "/game tiles which:all",
        "/game status",
        "/game list",
        "/help",
    ):
        await ask(deniz, line)
    told = await ask(deniz, "/help topic:moves")
    await deniz.select(told, "scoring", which="Topic")
    await deniz.wait(lambda: said("help.word_scores_points") in text_of(deniz.now(told) or {}), "another topic")
    await ask(deniz, "/word define word:cat")
    await ask(deniz, "/word check word:cat")
    await ask(deniz, "/word hooks word:cat", "fits in")
    await ask(deniz, "/word anagram letters:CAT")
    more = await press(ada, shown, "More", "More about")
    for label in ("Scores", "Unseen tiles", "Board as text", "Rules"):
        await press(ada, more, label)
    await ada.menu("Board as text", shown)
    await ada.menu("Game statistics", {"id": one.bruno.id})
    await ask(deniz, "/game watch", "every board")
    await deniz.wait(deniz.dm, "a board")
    await ask(deniz, "/game watch stop:yes", "no longer")


async def talking(one: Evening, code: str) -> None:
    """Chat between the two servers, and a third place that watches the game by its code."""
    await ask(one.ada, "/game chat switch:on", "I have asked 1 other place")
    question = await one.chloe.wait_message(said("chat.asked_from_server"))
    await one.deniz.click(question, "Accept")
    await answer(one.deniz, said("rights.moderator_only"))
    await press(one.chloe, question, "Accept", said("chat.own_place_joined"))
    await one.ada.wait_message(said("chat.place_joined"))
    await one.ada.say("good evening")
    await one.chloe.wait_message("good evening")
    await ask(one.chloe, "/game chat mute:Ada")
    await ask(one.chloe, "/game chat unmute:Ada")
    await one.chloe.say("good luck")
    await one.ada.wait_message("good luck")
    await ask(one.ada, "/game chat switch:off")
    one.chloe.place = "lighthouse"
    await ask(one.chloe, f"/game watch code:{code}", "from now on")
    await press(
        one.chloe,
        await one.chloe.wait_message(said("chat.asked_from_server")),
        "Decline",
        said("chat.own_place_declined"),
    )
    one.chloe.place = "quay"


async def composing(one: Evening, shown: Json) -> None:
    """A move is composed in every way, then tried, compared, changed and played."""
    ada = one.ada
    rack = await press(ada, shown, "Rack", "Your tiles")
    for order in ("Shuffle", "Alphabetical", "Vowels first"):
        rack = await press(ada, rack, order, "Your tiles")
    message = await press(ada, rack, "Compose", "The next tile")
    await tap(ada, message, "C 3", "Blank")
    await choose(ada, message, "A", which="A to M")
    await tap(ada, message, "T 1", "Save", "Remove tile", "Compare", "Compose", "Clear")
    await fill(ada, message, "Type the word", {"move": "TC"}, "points")
    await tap(ada, message, "←", "↑", "↓", "→", "Direction: across", "Whole board")
    await ada.click(message, "Cancel")
    await ada.wait_gone(message)
    tried = await ask(ada, "/try move:8H C?AT", "You keep")
    tried = await fill(ada, tried, "Change", {"move": "8G C?AT"}, "8G")
    compared = await press(ada, tried, "Compare", "Your tries")
    await ada.click(compared, "Close")
    await ada.wait_gone(compared)
    choice = await press(ada, shown, "Hint", "")
    for kind in ("Where to look", "A word", "The best move"):
        choice = await press(ada, choice, kind)
    await ask(ada, "/hint kind:nudge", "hints")
    await press(ada, tried, "Play", "You played")


async def a_round(one: Evening, first: Json) -> None:
    """Undoing, Play now, passing, exchanging, leaving and coming back."""
    ada, bruno, chloe = one.ada, one.bruno, one.chloe
    second = await board(ada, "CaT", after=first)
    await press(ada, second, "Undo")
    await shows(ada, second, said("happenings.undid_last_move"))
    await ask(ada, "/play move:8F C?AT", "You played")
    third = await board(ada, "8F", after=second)
    await ask(ada, "/move undo")
    fourth = await shows(ada, third, said("happenings.undid_last_move"))
    await fill(ada, fourth, "Play", {"move": "8G C?AT"}, "You played")
    waits = await board(ada, said("status.moves_after_undo"), after=fourth)
    await press(ada, waits, "Play now")
    mine = await board(bruno, said("status.your_turn", name=f"<@{bruno.id}>"), after=waits)
    rack = await press(bruno, mine, "Rack", "Your tiles")
    message = await press(bruno, rack, "Compose", said("composing.no_tiles_placed"))
    line = next(one["label"] for one in walk(message["components"]) if ":compose_at:" in one.get("custom_id", ""))
    await tap(bruno, message, line)
    first = next(one["label"] for one in walk(message["components"]) if ":compose_tile:" in one.get("custom_id", ""))
    await tap(bruno, message, first, "Another place")
    await bruno.click(message, "Cancel")
    await bruno.wait_gone(message)
    await places_in_words(bruno, rack)
    more = await press(bruno, mine, "More", "More about")
    await press(bruno, more, "Words so far")
    await press(bruno, more, "Meaning", "###")
    await press(bruno, await press(bruno, more, "Pass", "Do you want"), "Pass", "passed")
    there = await chloe.wait_message(said("status.your_turn", name=f"<@{chloe.id}>"))
    menu = await press(chloe, await press(chloe, there, "More", "More about"), "Exchange", "Tick the tiles")
    await tap(chloe, menu, "Tick all")
    await choose(chloe, menu, "0", expected="and keep")
    await press(chloe, menu, "Exchange 1 tile", "You exchanged")
    await ask(bruno, "/game nudge")


async def places_in_words(bruno: Person, rack: Json) -> None:
    """Bruno, who has pictures told in words for a while, chooses a place for his word in a menu."""
    await text_only(bruno)
    message = await press(bruno, rack, "Compose", said("composing.no_tiles_placed"))
    menu = next(one for one in walk(message["components"]) if ":compose_begin:" in one.get("custom_id", ""))
    await choose(bruno, message, menu["options"][0]["value"], which=menu["placeholder"])
    await bruno.click(message, "Cancel")
    await bruno.wait_gone(message)
    await text_only(bruno)


async def evening_game(one: Evening) -> None:
    """The first game, from its lobby to its end."""
    first, code = await table_for_five(one)
    await looking(one, first)
    await talking(one, code)
    await composing(one, first)
    await a_round(one, first)
    await one.resigned_and_over()


async def challenges(one: Evening) -> None:
    """Bruno challenges a phony, then one word of a play; Ada challenges plays too; the record is downloaded."""
    ada, bruno = one.ada, one.bruno
    one.serve("CATSODEEE", "CAT", "SOD")
    first = await two_begin(one, "challenge five_point", options="variant:tiny preset:classic")
    await ask(ada, "/play move:8H TAC", "You played")
    second = await board(bruno, "TAC", after=first)
    await press(bruno, second, "Challenge")
    third = await board(bruno, said("status.your_turn", name=f"<@{bruno.id}>"), after=second)
    await ask(bruno, "/play move:8H SO", "You played")
    await board(ada, "SO", after=third)
    await ask(ada, "/move challenge")
    await ask(ada, "/play move:9H AT", "You played")
    fourth = await board(bruno, "9H AT", after=third)
    question = await press(bruno, fourth, "Challenge", "Do you want")
    await choose(bruno, question, "1")
    await board(bruno, said("status.your_turn", name=f"<@{bruno.id}>"), after=fourth)
    await ask(bruno, "/play move:9H DE", "You played")
    sixth = await board(ada, "9H DE", after=fourth)
    await press(ada, await press(ada, sixth, "Challenge", "Do you want"), "Challenge all words")
    question = await ask(ada, "/game resign", "resign")
    await press(ada, question, "Resign")
    card = await board(bruno, said("status.won"), after=sixth)
    await file_of(ada, await ask(ada, "/game export", "record"))
    turned = await press(ada, await press(ada, card, "All words"), said("board.order_play"))
    await press(ada, turned, "Player by player")
    await shared(ada, await ask(ada, "/stats"))
    page = await ask(bruno, "/leaderboard", "Leaderboard")
    await shared(bruno, page)
    await press(bruno, page, "Lower places")
    panel = await press(ada, await ask(ada, "/stats"), "Milestones", "Your milestones")
    await press(ada, panel, "First win: on", "First win: off")
    await press(ada, panel, "First win: off", "First win: on")
    await rematches(one, card)


async def rematches(one: Evening, card: Json) -> None:
    """Bruno asks for a rematch and Ada declines, so nobody is awaited; finally a lobby for others is opened."""
    ada, bruno = one.ada, one.bruno
    await press(bruno, card, "Rematch", "I have asked")
    lobby = await ada.wait_message(lambda m: "Stop waiting" in buttons_of(m), after=card)
    await press(ada, lobby, "Leave", "declined")
    await press(bruno, await ask(bruno, "/game end"), "End the game")
    await shows(ada, lobby, said("board.game_closed_before"))
    await press(ada, card, "Rematch", "I have asked")
    lobby = await ada.wait_message(lambda m: "Stop waiting" in buttons_of(m), after=lobby)
    question = await press(ada, lobby, "Start", said("lobby.not_answered_yet", 1))
    await press(ada, lobby, "Stop waiting", said("receipts.seats_open_again"))
    await press(ada, question, "Start now", "begins")
    begun = await board(bruno, said("status.your_turn", name=f"<@{ada.id}>"), after=lobby)
    await one.over()
    await board(bruno, said("status.won"), after=begun)
    await press(bruno, card, "Rematch, other players", "is open")
    await ask(bruno, "/leave")


async def house_rules(one: Evening) -> None:
    """Players decide about words: one play is accepted, one rejected; both sides press buttons."""
    ada, bruno = one.ada, one.bruno
    one.serve("CATSODEEERN", "CAT", "SOD", channel="games")
    first = await two_begin(one, "challenge house")
    await ask(ada, "/play move:8H TAC", said("receipts.others_judge"))
    asked = await board(bruno, said("status.judge_word", 1, words="TAC"), after=first)
    await press(bruno, asked, "Reject")
    lost = await board(bruno, said("happenings.rejected_takes_tiles"), after=asked)
    await ask(bruno, "/play move:8H DOS")
    again = await board(ada, said("status.judge_word", 1, words="DOS"), after=lost)
    await press(ada, again, "Accept")
    shown = await board(bruno, "accepted the play", after=again)
    more = await press(bruno, shown, "More", "More about")
    one.stage.clock.push(120)
    await press(bruno, more, "Send a reminder", "reminded")
    await press(bruno, await press(bruno, more, "Resign", "Do you want"), "Resign")
    await board(ada, said("status.won"), after=shown)
    await ask(ada, "/game rematch")
    await press(ada, await ask(ada, "/game end", "Do you want"), "End the game")


async def asking_the_host(one: Evening) -> None:
    """The host is asked about words: one is added, one refused."""
    ada, bruno = one.ada, one.bruno
    one.serve("CATSODEEERN", "CAT", "SOD", channel="lounge")
    first = await two_begin(one, "challenge ask_host", "undo off")
    own = await ask(ada, "/play move:8H TAC", said("questions.like_play"))
    await press(ada, own, "Refuse TAC", "does not count")
    await ask(ada, "/move pass", "passed")
    shown = await board(bruno, after=first)
    await ask(bruno, "/play move:8H DOS", said("receipts.host_judges", 1))
    more = await press(ada, shown, "More", "More about")
    questions = await press(ada, more, "Words in question", "DOS")
    await press(ada, questions, "Add DOS")
    await bruno.wait_message(said("questions.counts_game"), channel=DM)
    places = await ask(bruno, "/play move:dos", "fits")
    seen = await choose(bruno, places, first_option(places), expected="You keep")
    await press(bruno, seen, "Play", "You played")
    await board(ada, said("status.your_turn", name=f"<@{ada.id}>"), after=shown)
    tried = await ask(ada, "/try move:cat", "fits")
    await choose(ada, tried, first_option(tried), expected="You keep")
    await one.over()


def first_option(message: Json) -> str:
    """The value of the first option of a message's menu."""
    [menu] = [c for container in message["components"] for c in container["components"] if c["type"] == 1]
    return str(menu["components"][0]["options"][0]["value"])


async def typed_words(one: Evening) -> None:
    """Move typed as messages: a private refusal, and a direct message that could mean either of two games."""
    ada, bruno = one.ada, one.bruno
    for channel, name in (("general", "One"), ("games", "Two")):
        one.serve("CATSODEEE", "CAT", "SOD", channel=channel)
        await two_begin(one, options=f"variant:tiny name:{name}")
    ada.settings(dms_closed=True)
    mine = await ada.say("8H TAC")
    reply = await ada.wait_message(lambda m: "Why?" in buttons_of(m), after=mine)
    await press(ada, reply, "Why?", said("scores.not_dictionary"))
    ada.settings(dms_closed=False)
    ada.place = DM
    await choose(ada, await ask(ada, "/game scores", "Which game"), "Two", expected="Ada")
    ada.place = "games"
    before = ada.last(DM)
    await ada.say("8H CAT", channel=DM)
    question = await ada.wait_message("Which game", channel=DM, after=before)
    await press(ada, question, "Two", "You played")
    ada.place = bruno.place = "general"


async def resting(one: Evening) -> None:
    """The two games are paused, saved, loaded and kept, and Bruno leaves one."""
    ada, bruno, clock = one.ada, one.bruno, one.stage.clock
    saved = await file_of(ada, await ask(ada, "/game save", said("pause.saved_game")))
    await sent(ada, "/game load again:yes", "game.tilewright", saved)
    waiting = await bruno.wait_message(said("status.resumes_once_everyone"))
    await press(bruno, waiting, "Resume")
    await board(ada, after=waiting)
    await ask(ada, "/game pause name:Friday", "paused")
    await ask(ada, "/game resume name:Friday")
    await press(ada, await ask(ada, "/game end"), "Keep for later")
    await ask(ada, "/game resume")
    clock.push(3 * 86400 + 1)
    question = await bruno.wait_message(said("reminders.nothing_happened_game"))
    await press(bruno, question, "Keep playing", "stays open")
    await press(ada, question, "End the game")
    await press(bruno, await ask(bruno, "/leave", said("lobby.want_to_leave")), "Leave")
    await ada.wait_message(said("status.won"), after=question)
    ada.place = bruno.place = "games"
    await one.over()


async def changing_seats(one: Evening) -> None:
    """A computer player fills in for a seat and returns it; another seat is handed over; a guest shares a screen."""
    ada, bruno = one.ada, one.bruno
    one.serve(LETTERS, channel="games")
    lobby = await lobby_of(ada, "variant:tiny", "on_leave computer")
    await press(bruno, lobby, "Join", "joined")
    await ask(ada, "/game seat guest name:Ben", "Ben joined")
    await press(ada, lobby, "Start")
    first = await board(ada, after=lobby)
    rack = await press(ada, await press(ada, first, "More", "More about"), "Rack: Ben", "Ben")
    await ada.click(rack, "Hide")
    await press(bruno, await ask(bruno, "/leave", said("lobby.want_to_leave")), "Leave")
    await ask(ada, "/move pass", "passed")
    later = await bruno.wait_message(lambda m: "More" in buttons_of(m), after=first)
    more = await press(bruno, later, "More", "More about")
    await press(bruno, more, said("board.take_seat_back"), said("specials.seat_is_yours"))
    await press(ada, await ask(ada, "/game seat remove player:Bruno"), "Remove")
    await ask(ada, "/game seat give player:2 person:Bruno")
    question = await bruno.wait_message(said("specials.you_like_play_seat"), after=later)
    await press(bruno, question, "I agree", said("specials.seat_is_yours"))
    await one.resigned_and_over()


async def moderating(one: Evening) -> None:
    """Bruno plays a word without a square; Ada, who does not play, finds the game in a list and removes Chloe."""
    ada, bruno, chloe = one.ada, one.bruno, one.chloe
    one.serve("CATSODEEE", "CAT", "SOD", channel="lounge")
    chloe.place = "lounge"
    lobby = await lobby_of(bruno, "variant:tiny name:Harbour")
    await press(chloe, lobby, "Join", "joined")
    await press(bruno, lobby, "Start")
    await board(bruno, after=lobby)
    places = await ask(bruno, "/play move:cat", "fits")
    await choose(bruno, places, first_option(places), expected="You played")
    await board(chloe, said("status.your_turn", name=f"<@{chloe.id}>"), after=lobby)
    await ask(chloe, "/move pass", "passed")
    listed = await ask(ada, "/manage games")
    await press(ada, await choose(ada, listed, "Harbour", expected="**Harbour**"), "Back")
    page = await choose(ada, listed, "Harbour", expected="**Harbour**")
    whom = await press(ada, page, "Remove a player")
    removed = said("seats.remove_from", name="**Chloe**", game="**Harbour**")
    await press(ada, await choose(ada, whom, "Chloe", expected=removed), "Remove")
    await bruno.wait_message(said("status.won", name="**Bruno**"), after=lobby)
    chloe.place = "quay"


async def handing_a_seat_over(one: Evening) -> None:
    """Ada moderates and asks for Chloe to take over from Bruno, who agrees."""
    ada, bruno, chloe = one.ada, one.bruno, one.chloe
    one.serve("CATSODEEE", "CAT", "SOD", channel="games")
    first = await two_begin(one)
    await ask(ada, "/game seat give player:Bruno person:Chloe", "I have asked **Bruno**")
    question = await bruno.wait_message(said("specials.take_over_seat"), after=first)
    await press(bruno, question, "I agree")
    question = await chloe.wait_message(said("specials.you_like_play_seat"), channel="games", after=question)
    await press(chloe, question, "I agree")
    await ada.wait_message("**Chloe** takes over from **Bruno**.", after=question)
    chloe.place = "games"
    await ask(chloe, "/rack", "Your tiles")
    chloe.place = "quay"
    await one.over()


async def exchanging_all(one: Evening) -> None:
    """Both hold A, L and L, and type `all`: Ada means the letters, Bruno the whole rack."""
    ada, bruno = one.ada, one.bruno
    one.serve("AALLLLCSTTEE", "ALLC", "ALLS", rack_size=4, channel="games")
    first = await two_begin(one)
    await press(ada, await ask(ada, "/move exchange tiles:ALL", "or only A, L, L?"), "Only A, L, L", "You exchanged")
    second = await board(bruno, "exchanged 3 tiles", after=first)
    await press(
        bruno, await ask(bruno, "/move exchange tiles:ALL", "or only A, L, L?"), "All my tiles", "You exchanged"
    )
    await board(ada, "exchanged 4 tiles", after=second)
    await one.over()


async def alone_with_a_computer(one: Evening) -> None:
    """Ada swaps racks with the only computer player, twice."""
    ada = one.ada
    one.serve("CATSODEEE", "CAT", "SOD", channel="lounge")
    lobby = await lobby_of(ada, "variant:tiny computer:3")
    await press(ada, lobby, "Play now")
    first = await board(ada, after=lobby)
    await press(ada, await ask(ada, "/move swap", said("hints.you_want_swap_places")), "Swap places", "You swapped")
    second = await board(ada, said("happenings.swapped_racks_scores"), after=first)
    more = await press(ada, second, "More", "More about")
    await press(ada, await press(ada, more, "Swap places", "Do you want"), "Swap places")
    await board(ada, said("happenings.swapped_racks_scores"), after=second)
    await one.over()


async def opening_by_a_button(one: Evening) -> None:
    """After a game, a command offers to open another, and so it does where none was; Ada opens them and leaves them."""
    home = one.ada.place
    for place, label in ((home, "New game"), (home, "Play again"), (DM, "Play the computer")):
        one.ada.place = place
        told = await press(one.ada, await ask(one.ada, "/play move:8H CAT"), label)
        if label == "Play the computer":
            await press(one.ada, told, "1 · novice", "begins")
            await press(one.ada, await ask(one.ada, "/game end"), "End for good", "over")
        else:
            await ask(one.ada, "/leave")
    one.ada.place = home


async def demonstration(one: Evening) -> None:
    """Computer players play each other in Chloe's server until she ends the game."""
    chloe = one.chloe
    one.stage.library.serve(LETTERS, 3)
    chloe.place = one.deniz.place = "lighthouse"
    before = one.deniz.last()
    await ask(chloe, "/game demo level:1 level2:2 pace:60 variant:tiny", "begin")
    first = await board(one.deniz, said("status.choosing_a_move"), after=before)
    await press(chloe, first, "Stop")
    await board(chloe, "ended early", after=first)
    chloe.place = one.deniz.place = "quay"


async def drawing(one: Evening) -> None:
    """Tiles are drawn by hand, four of a kind exchanged and a blank traded."""
    ada, bruno = one.ada, one.bruno
    one.serve("CATSODEEERNTA", channel="games")
    first = await two_begin(one, "draw_tiles manual")
    shown = await press(ada, first, "Draw", "You have 3 tiles to draw")
    shown = await press(ada, shown, "■", "You have 2 tiles to draw")
    await press(ada, shown, "Draw all 2")
    await ask(bruno, "/move draw", "You have 3 tiles to draw")
    await ask(bruno, "/move draw count:3")
    await one.over()
    one.serve("EEEEASTRNOIUCLBTSR??GG", "EEEE", "ASTR", "TN?O", rack_size=4, channel="games")
    first = await two_begin(one, "exchange_four on", "trade_blanks on", "undo off")
    rack = await press(ada, first, "Rack", "Your tiles")
    await press(ada, rack, said("board.exchange_four"), "exchanged")
    await ask(ada, "/play move:8H ?AT", "You played")
    await board(bruno, after=rack)
    await ask(bruno, "/move trade square:H8", "You put A on H8")
    await one.over()


async def ahead(one: Evening) -> None:
    """Bruno plans moves, by command and below a preview, and removes one; the other is played."""
    ada, bruno = one.ada, one.bruno
    one.serve("CATSODEEE", "CAT", "SOD", channel="lounge")
    first = await two_begin(one, "turn_clock 1d", "undo off")
    await ask(bruno, "/move plan move:8H ...S after:8H CAT", said("ahead.answer", answered="**8H CAT**"))
    tried = await ask(bruno, "/try move:8H SOD")
    await press(bruno, tried, said("ahead.button"), said("ahead.kept", move="**8H SOD**"))
    listed = await ask(bruno, "/move plan", said("ahead.kept", move="**8H SOD**"))
    await choose(bruno, listed, "8H SOD", expected=said("ahead.answer", answered="**8H CAT**"))
    await ask(ada, "/play move:8H CAT", "You played")
    await board(ada, "8H CATS", after=first)
    await one.over()


async def records(one: Evening) -> None:
    """Ada has a record from elsewhere graded, steps through it, and plays on from another with Bruno."""
    ada, bruno = one.ada, one.bruno
    text = "#player1 A Ada\n#player2 D Deniz\n#lexicon english\n>A: ACTEEIO 8H CAT +10 10\n"
    await sent(ada, "/review game", "game.gcg", text.encode())
    shown = await sent(ada, "/review analysis", "game.gcg", text.encode(), "8H CAT")
    await press(ada, shown, "Step back", "ACEEIOT")
    last = ada.last()
    await sent(ada, "/game load", "game.gcg", text.encode(), said("receipts.loaded"))
    waiting = await bruno.wait_message(said("status.free_seats", 1, names="**Deniz**"), after=last)
    await press(bruno, waiting, "Play as Deniz")
    await board(ada, after=waiting)
    await one.over()


async def studying(one: Evening) -> None:
    """Deniz, who plays no game, learns words: yes and no, a form, the answer shown, all of it forgotten."""
    deniz = one.deniz
    home = await ask(deniz, "/word study", "Word study")
    question = await choose(deniz, home, "two", expected="question 1 of")
    question = await press(deniz, question, "Yes", "question 2 of")
    question = await press(deniz, question, "No", "question 3 of")
    ended = await press(deniz, question, "Stop", said("study.end_session"))
    await press(deniz, ended, "Choose a drill", "Word study")
    question = await ask(deniz, "/word study word:at", "in front of")
    question = await fill(deniz, question, "Answer", {"answer": "c"}, "question 2 of")
    ended = await press(deniz, question, "Show the answer", said("study.end_session"))
    await press(deniz, ended, "Continue", "question 1 of")
    await press(deniz, await ask(deniz, "/word study", "Word study"), "Continue", "question 1 of")
    home = await ask(deniz, "/word study", "Word study")
    await press(deniz, await press(deniz, home, "Forget everything", "undone"), "Forget everything", "forgotten")


async def puzzling(one: Evening) -> None:
    """Bruno tries a puzzle and votes on it; Ada posts one a day, solves it and shares that."""
    ada, bruno = one.ada, one.bruno
    told = await ask(bruno, "/puzzle solve", said("puzzles.find_best_move"))
    composed = await press(bruno, told, "Compose", said("composing.no_tiles_placed"))
    await bruno.click(composed, "Cancel")
    await fill(bruno, told, "Answer", {"move": "1A"})
    told = await press(bruno, told, "Show the answer", said("puzzles.sure_to_see"))
    told = await press(bruno, told, "Cancel", said("puzzles.find_best_move"))
    told = await press(bruno, told, "Show the answer", said("puzzles.sure_to_see"))
    told = await press(bruno, told, "Show the answer", "Not solved")
    await press(bruno, told, "Figures", "Tags")
    await press(bruno, told, "Dull puzzle")
    await press(bruno, told, "Next puzzle", said("puzzles.find_best_move"))
    await ask(bruno, "/game cancel")
    await ask(bruno, "/puzzle leaderboard", "Nobody has solved")
    await ask(ada, "/manage puzzle switch:on", "every day")
    post = await public(ada, said("puzzles.puzzle_day"), "Solve")
    daily = await press(ada, post, "Solve", said("puzzles.find_best_move"))
    move = right(await latest_given(one.stage, ada.id))
    solved = await fill(ada, daily, "Answer", {"move": move}, "Solved")
    await press(ada, solved, "Share")
    await bruno.wait_message(f"**Ada** · {said('puzzles.puzzle_day')} 1")
    await ask(bruno, "/puzzle daily", said("puzzles.find_best_move"))
    await ask(ada, "/manage puzzle switch:off", "no longer")


async def analysing(one: Evening, page: Json) -> None:
    """Ada tries moves from a turn of a review, steps through them, and lets the engine think about a full board."""
    ada = one.ada
    shown = await press(ada, page, "Analyse from here", "Rack: **ACT**")
    shown = await fill(ada, shown, "Place a move", {"move": "8H CAT"}, said("analysis.rack_unknown"))
    shown = await press(ada, shown, "Draw tiles", "Rack:")
    more = await press(ada, shown, "More", "Rack:")
    shown = await fill(ada, more, "Set rack", {"tiles": "SOD"}, "Rack: **DOS**")
    more = await press(ada, shown, "More", "Rack: **DOS**")
    await press(ada, more, "Copy as text", said("analysis.position_cgp"))
    await press(ada, more, "Back", "Rack: **DOS**")
    await press(ada, shown, "Best moves", "roven")
    await choose(
        ada, ada.now(shown) or shown, "0", which=said("analysis.place_one_best_moves"), expected="Position 3 of 3"
    )
    await press(ada, ada.now(shown) or shown, "Step back", "Position 2 of 3")
    await press(ada, ada.now(shown) or shown, "Step back", "Rack: **ACT**")
    await press(ada, ada.now(shown) or shown, "Simulate", "Best moves\n")
    await press(ada, ada.now(shown) or shown, "Step forward", "Position 2 of 3")
    await press(ada, ada.now(shown) or shown, "Step back", "Position 1 of 3")
    await choose(
        ada, ada.now(shown) or shown, "3", which=said("analysis.let_computer_player"), expected="Position 2 of 2"
    )
    more = await press(ada, ada.now(shown) or shown, "More", "Position 2 of 2")
    await ada.click(more, "Delete board")
    await ada.wait_gone(shown)
    await ask(ada, "/review analysis rack:CAT move:8H CAT", "is to move")


async def reviewing(one: Evening) -> None:
    """Ada reads the review of a finished game, page by page, shares it, and lets everyone see it."""
    ada, bruno = one.ada, one.bruno
    one.serve("CATSODEEE", "CAT", "SOD")
    first = await two_begin(one)
    await ada.command("/play move:8G CAT")
    await board(bruno, "8G CAT", after=first)
    await ask(bruno, "/move pass")
    await press(bruno, await ask(bruno, "/game resign", "Do you want"), "Resign")
    over = await board(ada, "**Bruno** resigned.", after=first)
    overview = await press(ada, over, "Review", "mistake index")
    page = await press(ada, overview, "First turn", "Turn 1 of 2")
    page = await press(ada, page, "Share")
    overview = await press(ada, ada.now(overview) or overview, "Overview", "mistake index")
    await choose(ada, overview, "1", expected="Turn 1 of 2")
    await analysing(one, ada.now(overview) or overview)
    overview = await press(ada, ada.now(overview) or overview, "Overview", "mistake index")
    await press(ada, overview, said("review.let_everyone_open"))
    await ask(bruno, "/review game")


async def real_tiles(one: Evening) -> None:
    """A game with a real board: the draw, the racks and the tiles left are typed."""
    ada, bruno = one.ada, one.bruno
    one.serve("CATSODEEERNTUU", channel="lounge")
    lobby = await lobby_of(ada, "variant:tiny", "first_player draw", "tabletop on", "undo off")
    await press(bruno, lobby, "Join", "joined")
    await ask(ada, "/game seat computer level:3", "joined")
    await ask(ada, "/game tabletop start tiles:C A S", "begins")
    await ask(bruno, "/play move:8H CAT", "You played")
    await ask(ada, "/game tabletop rack player:Robot1 tiles:EEE", "holds E E E")
    await bruno.wait_message("**Robot1** passed")
    await ask(ada, "/move pass", "You passed")
    await ask(bruno, "/move exchange tiles:2", "You exchanged 2 tiles")
    later = await bruno.wait_message("**Bruno** exchanged 2 tiles.")
    for _ in range(2):
        await ada.wait(lambda: said("status.your_turn", name=f"<@{ada.id}>") in text_of(ada.last()), "the turn")
        await ask(ada, "/move pass", "You passed")
        await ask(bruno, "/move pass", "You passed")
        later = await bruno.wait_message("**Bruno** passed", after=later)
    over = await board(ada, said("status.last_move_played"), after=lobby)
    await fill(bruno, over, "Tiles of Ada", {"Tiles": "SOD"})
    await board(ada, "D O S left")
    await ask(ada, "/game tabletop left player:Bruno tiles:RNT", "R T left")
    await bruno.wait_message(said("status.won"), after=later)


ACTS = (
    evening_game,
    challenges,
    house_rules,
    asking_the_host,
    typed_words,
    resting,
    changing_seats,
    moderating,
    handing_a_seat_over,
    exchanging_all,
    alone_with_a_computer,
    opening_by_a_button,
    demonstration,
    drawing,
    real_tiles,
    ahead,
    records,
    studying,
    puzzling,
    reviewing,
    words_and_boards,
    lists_with_names,
    pages,
    themes,
    who_may_what,
    time_zone,
    how_much,
    *CONTESTS,
)
