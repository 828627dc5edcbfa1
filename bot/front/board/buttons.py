"""Which buttons a message carries: what the rules and the phase allow, never more.

Buttons that act on the game carry the turn they were made for, so that a stale press is recognised; buttons that only
look or ask carry the game alone and never go stale.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from bot.front.components.buttons import Action, Actions, packed, split_id
from bot.front.components.message import MOST_IN_ROW, MOST_LABEL, Button, Link, Row, Tone
from bot.front.interaction.hooks import AtEnd
from bot.text import Texts
from bot.text.moves import word_text
from bot.text.names import seat_names, shortened
from bot.text.status import alone_with_computers, max_seats
from engine.game.clock import challenges_until
from engine.game.phases import AwaitAnswer, AwaitTiles, FinalPass, Lobby, Over, Paused
from engine.game.state import AskedWord, Computer, LatestPlay, Person
from engine.game.views import SeatView, TableView

FACE_DOWN = "■"
MOST_FACE_DOWN = 14
"""How many face-down tiles are shown at a time."""
MOST_RACKS = 8
"""How many racks of one board have a button of their own."""


def board_buttons(game: str, view: TableView, texts: Texts, member: str | None = None) -> tuple[Button, ...]:
    """The row under a board, with More as its last button, and perhaps Undo below it; none once the game is over.

    Undo is for the player who has just moved, and takes no room from the one who is to move.

    `member` leaves out what the only reader of a private message could not do; it is empty for someone who watches.
    """
    seated = member is None or bool(view.seats_of(member))
    if view.is_demonstration and not isinstance(view.phase, Lobby | Over):
        stop = _button(Actions.STOP.id(game), texts.gettext("Stop"), Tone.DANGER)
        return (stop, _more_button(game, texts))
    if isinstance(view.phase, Paused):
        resume = _button(Actions.RESUME.id(game), texts.gettext("Resume"), Tone.PRIMARY)
        return (*_free_seats(game, view, texts), *((resume,) if seated and _may_resume(view) else ()))
    if not view.is_running:
        return ()
    wanted = _wanted(game, view, texts, member)
    return (*_shown(wanted), _more_button(game, texts), *_below(wanted))


def _free_seats(game: str, view: TableView, texts: Texts) -> tuple[Button, ...]:
    """A button for each seat of a record that nobody has taken."""
    names = seat_names(view)
    free = [n for n, seat in enumerate(view.seats) if isinstance(seat.player, Person) and seat.player.is_nobody]
    return tuple(
        _button(Actions.TAKE.id(game, seat), texts.gettext("Play as {name}", name=names[seat]), Tone.PRIMARY)
        for seat in free[: MOST_IN_ROW - 1]
    )


def _may_resume(view: TableView) -> bool:
    """Whether somebody seated has yet to agree to go on, or nobody has to."""
    assert isinstance(view.phase, Paused)
    people = [n for n, seat in enumerate(view.seats) if isinstance(seat.player, Person) and not seat.player.is_nobody]
    return not view.phase.all_agree or bool(set(people) - set(view.agreed))


def crowded_out(game: str, view: TableView, texts: Texts) -> tuple[Button, ...]:
    """What the phase calls for but the row under the board has no room for."""
    if view.is_demonstration or not view.is_running:
        return ()
    wanted = _wanted(game, view, texts)
    return tuple(button for button in wanted if button not in (*_shown(wanted), *_below(wanted)))


def _more_button(game: str, texts: Texts) -> Button:
    return _button(Actions.MORE.id(game), texts.gettext("More"))


def _shown(wanted: Sequence[Button]) -> tuple[Button, ...]:
    """As many buttons as fit beside More; Hint gives way first, then Compose, then racks from the last one on."""
    room = MOST_IN_ROW - 1
    giving_way = [
        button
        for action in (Actions.HINT, Actions.COMPOSE, Actions.RACK)
        for button in reversed(wanted)
        if _does(button, action)
    ]
    left = [button for button in wanted if button not in _below(wanted)]
    for button in giving_way:
        if len(left) > room:
            left.remove(button)
    return tuple(left[:room])


def _below(wanted: Sequence[Button]) -> tuple[Button, ...]:
    """Undo, where it has no room beside the others."""
    return tuple(one for one in wanted if _does(one, Actions.UNDO)) if len(wanted) >= MOST_IN_ROW else ()


def _does(button: Button, action: Action[Any, Any]) -> bool:
    name, _ = split_id(button.custom_id) or ("", ())
    return name == action.name


def _wanted(game: str, view: TableView, texts: Texts, member: str | None = None) -> tuple[Button, ...]:
    """What the phase calls for, in the order of the row."""
    own = tuple(range(len(view.seats))) if member is None else view.seats_of(member)
    if not own:
        return ()
    asked = answer_buttons(game, view, texts)
    if not set(own) & set(_acting(view)):
        asked = ()
    typed = (*_type_buttons(game, view, texts), *_draw_button(game, view, texts, own))
    seat = view.on_turn
    acts = seat is not None and (seat in own or isinstance(view.seats[seat].player, Computer))
    on_turn = _turn_buttons(game, view, seat, texts) if seat is not None and acts else ()
    latest = () if isinstance(view.phase, AwaitAnswer) else latest_buttons(game, view, texts, member)
    return (*_rack_buttons(game, view, texts), *typed, *on_turn, *asked, *latest)


def _type_buttons(game: str, view: TableView, texts: Texts) -> tuple[Button, ...]:
    """A button for every real rack whose tiles someone must type in."""
    if not view.rules.tabletop:
        return ()
    waiting = view.phase.waiting if isinstance(view.phase, AwaitTiles) else ()
    names = seat_names(view)
    wanted = [number for number, seat in enumerate(view.seats) if seat.due or number in waiting]
    return tuple(
        _button(Actions.TYPE.id(game, number), texts.gettext("Tiles of {name}", name=names[number]), Tone.PRIMARY)
        for number in wanted[:MOST_RACKS]
    )


def _draw_button(game: str, view: TableView, texts: Texts, own: Sequence[int]) -> tuple[Button, ...]:
    """Draws tiles by hand, if anyone of the seats `own` has to."""
    picks = any(view.seats[seat].due for seat in own) and not view.rules.tabletop
    return (_button(Actions.DRAW.id(game), texts.gettext("Draw"), Tone.PRIMARY),) if picks else ()


def face_down_buttons(game: str, view: SeatView, texts: Texts) -> tuple[Button, ...]:
    """Tiles to pick, face down; it does not matter which one is pressed."""
    due = view.table.seats[view.seat].due
    if not due or view.table.rules.tabletop:
        return ()
    shown = min(view.table.pool, MOST_FACE_DOWN)
    tiles = (_button(Actions.PICK.id(game, view.seat, number), FACE_DOWN) for number in range(shown))
    every = Actions.PICK_ALL.id(game, view.seat)
    return (*tiles, _button(every, texts.ngettext("Draw the last tile", "Draw all {count}", due), Tone.PRIMARY))


def _turn_buttons(game: str, view: TableView, seat: int, texts: Texts) -> tuple[Button, ...]:
    """Play, Compose and Hint, or Play now for a computer player; none before the seat has its tiles."""
    if view.seats[seat].due:
        return ()
    if isinstance(view.seats[seat].player, Computer):
        return (_button(Actions.PLAY_NOW.id(game, view.turn), texts.gettext("Play now")),)
    hint = (_button(Actions.HINT.id(game, view.turn), texts.gettext("Hint")),) if _may_hint(view, seat) else ()
    play = _button(Actions.PLAY.id(game, view.turn), texts.gettext("Play"), Tone.PRIMARY)
    return (play, *(() if view.rules.tabletop else (_compose_button(game, texts),)), *hint)


def _compose_button(game: str, texts: Texts) -> Button:
    return _button(Actions.COMPOSE.id(game), texts.gettext("Compose"), Tone.PRIMARY)


def shares_screen(view: TableView, seat: int) -> bool:
    """Whether the player of a seat has guests, or is one; if so, buttons about the seat's rack must name it."""
    player = view.seats[seat].player
    return isinstance(player, Person) and len(view.seats_of(player.member)) > 1


def _rack_buttons(game: str, view: TableView, texts: Texts) -> tuple[Button, ...]:
    """Rack, and the named one of the player to act if players share a screen; none if the racks are on a real table."""
    if view.rules.tabletop:
        return ()
    people = [seat.player.member for seat in view.seats if isinstance(seat.player, Person)]
    if any(people.count(member) == 1 for member in people):
        return (_button(Actions.RACK.id(game), texts.gettext("Rack")), *screen_racks(game, view, texts, *_acting(view)))
    return screen_racks(game, view, texts, *_acting(view)) or screen_racks(game, view, texts, *range(len(view.seats)))


def _acting(view: TableView) -> tuple[int, ...]:
    """The seats that the game waits for."""
    if isinstance(view.phase, AwaitAnswer | FinalPass | AwaitTiles):
        return view.phase.waiting
    return () if view.on_turn is None else (view.on_turn,)


def screen_racks(game: str, view: TableView, texts: Texts, *seats: int) -> tuple[Button, ...]:
    """The racks of these seats, named, if their players share a screen."""
    names = seat_names(view)
    shared = [seat for seat in seats if shares_screen(view, seat) and view.seats[seat].in_play]
    return tuple(
        _button(Actions.RACK.id(game, seat), texts.gettext("Rack: {name}", name=names[seat]))
        for seat in shared[:MOST_RACKS]
    )


def _may_hint(view: TableView, seat: int) -> bool:
    return view.hints_left(seat) != 0 and not view.rules.tabletop


def latest_buttons(game: str, view: TableView, texts: Texts, member: str | None = None) -> tuple[Button, ...]:
    """What can still be done about the latest move: challenge it, let it stand where something waits, or undo it.

    `member` leaves out what this person could not do.
    """
    own = tuple(range(len(view.seats))) if member is None else view.seats_of(member)
    play = view.challengeable
    if play is not None:
        if not set(own) - {play.seat}:
            return ()
        awaited = isinstance(view.phase, FinalPass) or challenges_until(view) is not None
        accept = (accept_button(game, play, texts),) if awaited and set(own) - {play.seat, *play.accepted} else ()
        return (_button(Actions.CHALLENGE.id(game, play.turn), texts.gettext("Challenge"), Tone.DANGER), *accept)
    latest = view.latest
    if not view.undoable or latest is None or view.turn != latest.turn + 1 or latest.seat not in own:
        return ()
    if isinstance(view.seats[latest.seat].player, Computer):
        return ()
    return (_button(Actions.UNDO.id(game, latest.turn), texts.gettext("Undo")),)


def accept_button(game: str, play: LatestPlay, texts: Texts) -> Button:
    """Lets a play stand that could be challenged."""
    return _button(Actions.ACCEPT.id(game, play.turn), texts.gettext("Accept"))


def answer_buttons(game: str, view: TableView, texts: Texts) -> tuple[Button, ...]:
    """Accept and Reject, for the players asked about a play; none if no play awaits an answer."""
    if not isinstance(view.phase, AwaitAnswer):
        return ()
    own = view.phase.waiting == (view.phase.seat,)
    yes, no = Actions.ACCEPT.id(game, view.turn), Actions.REJECT.id(game, view.turn)
    return (
        _button(yes, texts.gettext("Keep it") if own else texts.gettext("Accept"), Tone.SUCCESS),
        _button(no, texts.gettext("Give it up") if own else texts.gettext("Reject"), Tone.DANGER),
    )


def lobby_buttons(game: str, view: TableView, texts: Texts) -> tuple[Button, ...]:
    """Join, Leave, Add computer, Rules and Start; Join and Add computer only while there is a seat for them.

    Someone alone with computer players need not wait, so Start comes first and is called Play now. Seats that are kept
    for someone count as taken for everyone else.
    """
    assert isinstance(view.phase, Lobby)
    full = len(view.seats) >= max_seats(view)
    kept = len(view.seats) + len(view.awaited) >= max_seats(view)
    stop = _button(Actions.STOP_WAITING.id(game), texts.gettext("Stop waiting"))
    alone = alone_with_computers(view)
    start = _button(
        Actions.START.id(game), texts.gettext("Play now") if alone else texts.gettext("Start"), Tone.SUCCESS
    )
    return (
        *((start,) if alone else ()),
        *(() if full else (_button(Actions.JOIN.id(game), texts.gettext("Join"), Tone.PRIMARY),)),
        _button(Actions.LEAVE.id(game), texts.gettext("Leave")),
        *(() if kept else (_button(Actions.ADD_COMPUTER.id(game), texts.gettext("Add computer")),)),
        _button(Actions.RULES.id(game), texts.gettext("Rules")),
        *(() if alone else (start,)),
        *((stop,) if view.awaited else ()),
    )


def rack_buttons(game: str, view: SeatView, texts: Texts) -> tuple[Button, ...]:
    """The orders in which a rack can be shown, and what its owner can do with its tiles now."""
    turn, shared = view.table.turn, shares_screen(view.table, view.seat)
    seat = view.seat if shared else None
    four = view.can_exchange_four
    orders = (
        _button(Actions.SHUFFLE.id(game, seat), texts.gettext("Shuffle")),
        _button(Actions.SORT.id(game, seat), texts.gettext("Alphabetical")),
        _button(Actions.VOWELS.id(game, seat), texts.gettext("Vowels first")),
    )
    return (
        *((_button(Actions.FOUR.id(game, turn), texts.gettext("Exchange four of a kind")),) if four else ()),
        *(orders if len(view.rack) > 1 else ()),
        *((_button(Actions.CANCEL.id(), texts.gettext("Hide")),) if shared else ()),
        *((_compose_button(game, texts),) if len(view.rack) and view.table.on_turn is not None else ()),
    )


def preview_buttons(draft: str, texts: Texts, game: str = "", typed: str = "") -> tuple[Button, ...]:
    """Play, Change and Cancel, under a preview; Change opens a form with the move as `typed`, unless it is long.

    With the game's id, there is also a button that compares all moves tried this turn.
    """
    tries = (_button(Actions.TRIES.id(game), texts.gettext("Compare")),) if game else ()
    return (
        _button(Actions.CONFIRM.id(draft), texts.gettext("Play"), Tone.SUCCESS),
        _button(Actions.CHANGE.id(draft, packed(typed)), texts.gettext("Change")),
        *tries,
        _button(Actions.CANCEL.id(), texts.gettext("Cancel")),
    )


def hint_buttons(game: str, view: TableView, texts: Texts) -> tuple[Button, ...]:
    """The kinds of hints, the least revealing first."""
    return (
        _button(Actions.NUDGE.id(game, view.turn), texts.gettext("Where to look")),
        _button(Actions.RANDOM.id(game, view.turn), texts.gettext("A word")),
        _button(Actions.BEST.id(game, view.turn), texts.gettext("The best move")),
    )


def idle_buttons(game: str, texts: Texts) -> tuple[Button, ...]:
    """The answers to the question whether to continue a quiet game."""
    return (
        _button(Actions.KEEP.id(game), texts.gettext("Keep playing"), Tone.PRIMARY),
        _button(Actions.END.id(game), texts.gettext("End the game")),
    )


def claimed_buttons(game: str, texts: Texts) -> tuple[Button, ...]:
    """What a player who is asked for a move at once can answer besides making one."""
    return (_button(Actions.KEEP.id(game), texts.gettext("I am still here"), Tone.PRIMARY),)


def asked_button(game: str, texts: Texts) -> Button:
    """Show the words the host was asked about to those who may see them."""
    return _button(Actions.ASKED.id(game), texts.gettext("Words in question"))


def question_row(game: str, question: AskedWord, texts: Texts) -> Row:
    """Add and Refuse, for the host."""
    word, number = word_text(question.word), question.number
    return Row(
        (
            _button(Actions.ADD_WORD.id(game, number), texts.gettext("Add {word}", word=word), Tone.SUCCESS),
            _button(Actions.REFUSE_WORD.id(game, number), texts.gettext("Refuse {word}", word=word), Tone.DANGER),
        )
    )


def end_buttons(
    game: str, view: TableView, texts: Texts, offered: Iterable[AtEnd] = (), *, has_meanings: bool = False
) -> tuple[Button, ...]:
    """Rematch with the same players or with others; unless the game is void, its words, with their meanings.

    `offered` are further buttons.
    """
    others = _button(Actions.REMATCH_OTHERS.id(game), texts.gettext("Rematch, other players"))
    meaning = (_button(Actions.MEANING.id(game), texts.gettext("Meaning")),) if has_meanings else ()
    again = (
        _button(Actions.REMATCH.id(game), texts.gettext("Rematch"), Tone.PRIMARY),
        *(() if view.is_demonstration else (others,)),
    )
    if view.is_void:
        return again
    return (
        *again,
        _button(Actions.PLAYER_WORDS.id(game), texts.gettext("All words")),
        *(make(game, texts) for make in offered),
        *meaning,
    )


def cancel_button(game: str, texts: Texts) -> Button:
    """Calls off a game that does not count yet."""
    return Button(Actions.CANCEL_GAME.id(game), texts.gettext("Cancel the game"), Tone.DANGER)


def moderating_row(game: str, texts: Texts) -> Row:
    """What moderators can do to a game of others."""
    end = Button(Actions.END.id(game), texts.gettext("End the game"), Tone.DANGER)
    return Row((end, Button(Actions.REMOVE.id(game), texts.gettext("Remove a player"), Tone.DANGER)))


def rows(buttons: Sequence[Button | Link]) -> tuple[Row, ...]:
    """The buttons in rows of five."""
    return tuple(Row(tuple(buttons[start : start + MOST_IN_ROW])) for start in range(0, len(buttons), MOST_IN_ROW))


def _button(custom_id: str, label: str, tone: Tone = Tone.SECONDARY) -> Button:
    return Button(custom_id, shortened(label, MOST_LABEL), tone)
