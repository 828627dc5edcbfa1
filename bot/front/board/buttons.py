"""Which buttons a message carries: what the rules and the phase allow, never more.

A custom id is `tw:<action>:<game>:<turn>` (`bot.front.core.buttons`). Buttons that act on the game carry the turn they
were made for, so that a stale press is recognised; buttons that only look or ask carry 0 and never go stale.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.front.core.buttons import Action, button_id
from bot.front.core.message import MOST_IN_ROW, MOST_LABEL, Button, Link, Row, Tone
from bot.text import Texts, display_names
from bot.text.moves import play_text, word_text
from bot.text.status import max_seats
from engine.game.phases import AwaitAnswer, AwaitTiles, FinalPass, Lobby, Over, Paused, Turn
from engine.game.state import AskedWord, Computer, Person
from engine.game.views import SeatView, TableView
from engine.model.rules import ChallengeRule

FACE_DOWN = "■"
MOST_FACE_DOWN = 14
"""How many face-down tiles are shown at a time."""
PER_SEAT = 100
"""In place of the turn, a button to pick a tile carries this times its seat's number, plus a number of its own."""
MOST_RACKS = 8
"""How many racks of one board have a button of their own."""


def board_buttons(game: str, view: TableView, texts: Texts) -> tuple[Button, ...]:
    """The buttons under a board, most important first; none once the game is over."""
    if view.is_demonstration and not isinstance(view.phase, Lobby | Over):
        stop = _button(Action.STOP, game, 0, texts.gettext("Stop"), Tone.DANGER)
        return (stop, _button(Action.MORE, game, 0, texts.gettext("More")))
    match view.phase:
        case Turn(seat=seat):
            on_turn = _turn_buttons(game, view, seat, texts)
        case AwaitAnswer():
            on_turn = (*_rack_buttons(game, view, texts), *answer_buttons(game, view, texts))
        case FinalPass() | AwaitTiles():
            on_turn = _rack_buttons(game, view, texts)
        case Paused():
            return (_button(Action.RESUME, game, 0, texts.gettext("Resume"), Tone.PRIMARY),)
        case _:
            return ()
    more = _button(Action.MORE, game, 0, texts.gettext("More"))
    special = (*_type_buttons(game, view, texts), *_kept_seat_buttons(game, view, texts))
    return (*on_turn, *latest_buttons(game, view, texts), *special, more)


def _type_buttons(game: str, view: TableView, texts: Texts) -> tuple[Button, ...]:
    """A button for every real rack whose tiles someone must type in; it carries the seat's number."""
    if not view.rules.tabletop:
        return ()
    waiting = view.phase.waiting if isinstance(view.phase, AwaitTiles) else ()
    names = display_names(seat.player.name for seat in view.seats)
    wanted = [number for number, seat in enumerate(view.seats) if seat.due or number in waiting]
    return tuple(
        _button(Action.TYPE, game, number, texts.gettext("Tiles of {name}", name=names[number]), Tone.PRIMARY)
        for number in wanted[:MOST_RACKS]
    )


def _kept_seat_buttons(game: str, view: TableView, texts: Texts) -> tuple[Button, ...]:
    """Buttons to take back a seat that a computer plays for its owner."""
    kept = any(seat.owner and not seat.barred and seat.in_play for seat in view.seats)
    back = (_button(Action.TAKE_BACK, game, 0, texts.gettext("Take my seat back")),) if kept else ()
    picks = any(seat.due for seat in view.seats) and not view.rules.tabletop
    return (*((_button(Action.DRAW, game, 0, texts.gettext("Draw"), Tone.PRIMARY),) if picks else ()), *back)


def face_down_buttons(game: str, view: SeatView, texts: Texts) -> tuple[Button, ...]:
    """Tiles to pick, face down; it does not matter which one is pressed."""
    due = view.table.seats[view.seat].due
    if not due or view.table.rules.tabletop:
        return ()
    first = view.seat * PER_SEAT
    shown = min(view.table.pool, MOST_FACE_DOWN)
    tiles = (_button(Action.PICK, game, first + number, FACE_DOWN) for number in range(shown))
    label = texts.ngettext("Draw the last one", "Draw all {count}", due)
    return (*tiles, _button(Action.PICK_ALL, game, first, label, Tone.PRIMARY))


def _turn_buttons(game: str, view: TableView, seat: int, texts: Texts) -> tuple[Button, ...]:
    racks = _rack_buttons(game, view, texts)
    if isinstance(view.seats[seat].player, Computer):
        return (
            racks
            if view.seats[seat].due
            else (*racks, _button(Action.PLAY_NOW, game, view.turn, texts.gettext("Play now")))
        )
    return (
        *racks,
        _button(Action.PLAY, game, view.turn, texts.gettext("Play"), Tone.PRIMARY),
        _button(Action.PASS, game, view.turn, texts.gettext("Pass")),
        _button(Action.EXCHANGE, game, view.turn, texts.gettext("Exchange")),
        *([_button(Action.HINT, game, view.turn, texts.gettext("Hint"))] if _may_hint(view, seat) else ()),
    )


def seat_number(view: TableView, seat: int) -> int:
    """What a button about one seat's rack carries in place of the turn: 0, or with guests the seat counted from 1."""
    player = view.seats[seat].player
    shared = isinstance(player, Person) and len(view.seats_of(player.member)) > 1
    return seat + 1 if shared else 0


def seat_of_button(number: int) -> int | None:
    """The seat that a rack button is about; None for the presser's own."""
    return number - 1 if number else None


def _rack_buttons(game: str, view: TableView, texts: Texts) -> tuple[Button, ...]:
    """Rack, or one button for each player who shares the screen; none if racks lie on a real table."""
    if view.rules.tabletop:
        return ()
    names = display_names(seat.player.name for seat in view.seats)
    shared = [seat for seat in range(len(view.seats)) if seat_number(view, seat) and view.seats[seat].in_play]
    own = _button(Action.RACK, game, 0, texts.gettext("Rack"))
    people = [one.player.member for one in view.seats if isinstance(one.player, Person)]
    alone = any(people.count(member) == 1 for member in people) or not shared
    each = tuple(
        _button(Action.RACK, game, seat + 1, texts.gettext("Rack: {name}", name=names[seat]))
        for seat in shared[:MOST_RACKS]
    )
    return ((own,) if alone else ()) + each


def _may_hint(view: TableView, seat: int) -> bool:
    return view.hints_left(seat) != 0 and not view.rules.tabletop


def latest_buttons(game: str, view: TableView, texts: Texts) -> tuple[Button, ...]:
    """What can still be done about the latest move: challenge it, accept it, or undo it."""
    play = view.challengeable
    if play is not None:
        label = texts.gettext("Challenge {play}", play=play_text(play.placement, play.sheet, view.setup))
        return (
            _button(Action.CHALLENGE, game, play.turn, label, Tone.DANGER),
            _button(Action.ACCEPT, game, play.turn, texts.gettext("Accept")),
        )
    latest = view.latest
    if not view.undoable or latest is None or view.turn != latest.turn + 1:
        return ()
    if isinstance(view.seats[latest.seat].player, Computer):
        return ()
    return (_button(Action.UNDO, game, latest.turn, texts.gettext("Undo")),)


def answer_buttons(game: str, view: TableView, texts: Texts) -> tuple[Button, ...]:
    """Accept and Reject, for the players asked about a play; none when no play waits."""
    if not isinstance(view.phase, AwaitAnswer):
        return ()
    own = view.phase.waiting == (view.phase.seat,)
    yes, no = texts.gettext("Keep it"), texts.gettext("Give it up")
    if not own:
        yes, no = texts.gettext("Accept"), texts.gettext("Reject")
    return (
        _button(Action.ACCEPT, game, view.turn, yes, Tone.SUCCESS),
        _button(Action.REJECT, game, view.turn, no, Tone.DANGER),
    )


def lobby_buttons(game: str, view: TableView, texts: Texts) -> tuple[Button, ...]:
    """Join, Leave, Add computer, Rules and Start; a button for something full is disabled.

    While seats are kept for someone, everybody else finds them taken.
    """
    assert isinstance(view.phase, Lobby)
    full = len(view.seats) >= max_seats(view)
    kept = len(view.seats) + len(view.awaited) >= max_seats(view)
    stop = _button(Action.STOP_WAITING, game, 0, texts.gettext("Stop waiting"))
    return (
        _button(Action.JOIN, game, 0, texts.gettext("Join"), Tone.PRIMARY, disabled=full),
        _button(Action.LEAVE, game, 0, texts.gettext("Leave")),
        _button(Action.ADD_COMPUTER, game, 0, texts.gettext("Add computer"), disabled=kept),
        _button(Action.RULES, game, 0, texts.gettext("Rules")),
        _button(Action.START, game, 0, texts.gettext("Start"), Tone.SUCCESS),
        *((stop,) if view.awaited else ()),
    )


def rack_buttons(game: str, view: SeatView, texts: Texts) -> tuple[Button, ...]:
    """The orders that a rack can be shown in, and what its tiles let its owner do now."""
    turn, seat = view.table.turn, seat_number(view.table, view.seat)
    four = view.can_exchange_four
    return (
        *((_button(Action.FOUR, game, turn, texts.gettext("Exchange four of a kind")),) if four else ()),
        _button(Action.SHUFFLE, game, seat, texts.gettext("Shuffle")),
        _button(Action.SORT, game, seat, texts.gettext("Alphabetical")),
        _button(Action.VOWELS, game, seat, texts.gettext("Vowels first")),
        *((_button(Action.CANCEL, game, 0, texts.gettext("Hide")),) if seat else ()),
        _button(Action.COMPOSE, game, 0, texts.gettext("Compose"), Tone.PRIMARY),
    )


def preview_buttons(draft: str, turn: int, texts: Texts, game: str = "") -> tuple[Button, ...]:
    """Play, Change and Cancel, under a preview; their ids carry the draft's id in place of the game's.

    With the game's id, there is also a button that compares all moves tried this turn.
    """
    tries = (_button(Action.TRIES, game, 0, texts.gettext("Compare")),) if game else ()
    return (
        _button(Action.CONFIRM, draft, turn, texts.gettext("Play"), Tone.SUCCESS),
        _button(Action.CHANGE, draft, turn, texts.gettext("Change")),
        *tries,
        _button(Action.CANCEL, draft, turn, texts.gettext("Cancel")),
    )


def hint_buttons(game: str, view: TableView, texts: Texts) -> tuple[Button, ...]:
    """The kinds of hints, the least revealing first."""
    return (
        _button(Action.NUDGE, game, view.turn, texts.gettext("Where to look")),
        _button(Action.RANDOM, game, view.turn, texts.gettext("A word")),
        _button(Action.BEST, game, view.turn, texts.gettext("The best move")),
    )


def more_buttons(game: str, view: TableView, texts: Texts) -> tuple[Button, ...]:
    """What the answer to More offers."""
    asks_host = view.is_running and view.rules.challenge is ChallengeRule.ASK_HOST
    request = (asked_button(game, texts),) if asks_host else ()
    looking = (
        *request,
        _button(Action.SCORES, game, 0, texts.gettext("Scores")),
        _button(Action.WORDS, game, 0, texts.gettext("Words so far")),
        _button(Action.UNSEEN, game, 0, texts.gettext("Unseen tiles")),
        _button(Action.TEXT_BOARD, game, 0, texts.gettext("Board as text")),
        _button(Action.RULES, game, 0, texts.gettext("Rules")),
    )
    if view.is_demonstration:
        return looking
    remind = _button(Action.REMIND, game, 0, texts.gettext("Remind the player"))
    swap = _button(Action.SWAP, game, view.turn, texts.gettext("Swap places"))
    resign = _button(Action.RESIGN, game, 0, texts.gettext("Resign"), Tone.DANGER)
    seat = view.on_turn
    if seat is not None and isinstance(view.seats[seat].player, Person) and view.can_swap(seat):
        return (*looking, remind, swap, resign)
    return (*looking, remind, resign)


def idle_buttons(game: str, texts: Texts) -> tuple[Button, ...]:
    """The answers to the question whether a quiet game goes on."""
    return (
        _button(Action.KEEP, game, 0, texts.gettext("Keep playing"), Tone.PRIMARY),
        _button(Action.END, game, 0, texts.gettext("End the game")),
    )


def asked_button(game: str, texts: Texts) -> Button:
    """Shows the words the host was asked about to those who may see them."""
    return _button(Action.ASKED, game, 0, texts.gettext("Words asked about"))


def question_row(game: str, question: AskedWord, texts: Texts) -> Row:
    """Add and Refuse, for the host."""
    word = word_text(question.word)
    return Row(
        (
            _button(Action.ADD_WORD, game, question.number, texts.gettext("Add {word}", word=word), Tone.SUCCESS),
            _button(Action.REFUSE_WORD, game, question.number, texts.gettext("Refuse {word}", word=word), Tone.DANGER),
        )
    )


def end_buttons(game: str, view: TableView, texts: Texts) -> tuple[Button, ...]:
    """Rematch with the same players or with others, and the words of the finished game."""
    others = _button(Action.REMATCH_OTHERS, game, 0, texts.gettext("Rematch, other players"))
    return (
        _button(Action.REMATCH, game, 0, texts.gettext("Rematch"), Tone.PRIMARY),
        *(() if view.is_demonstration else (others,)),
        _button(Action.WORDS, game, 0, texts.gettext("All words")),
    )


def rows(buttons: Sequence[Button | Link]) -> tuple[Row, ...]:
    """The buttons in rows of five."""
    return tuple(Row(tuple(buttons[start : start + MOST_IN_ROW])) for start in range(0, len(buttons), MOST_IN_ROW))


def _button(
    action: Action, game: str, turn: int, label: str, tone: Tone = Tone.SECONDARY, *, disabled: bool = False
) -> Button:
    short = label if len(label) <= MOST_LABEL else label[: MOST_LABEL - 1] + "…"
    return Button(button_id(action.value, game, turn), short, tone, disabled)
