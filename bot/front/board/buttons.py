"""Which buttons a message carries: what the rules and the phase allow, never more.

Buttons that act on the game carry the turn they were made for, so that a stale press is recognised; buttons that only
look or ask carry the game alone and never go stale.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.front.core.buttons import Actions
from bot.front.core.message import MOST_IN_ROW, MOST_LABEL, Button, Link, Row, Tone
from bot.text import Texts, display_names
from bot.text.moves import play_text, word_text
from bot.text.status import alone_with_computers, max_seats
from engine.game.phases import AwaitAnswer, AwaitTiles, FinalPass, Lobby, Over, Paused, Turn
from engine.game.state import AskedWord, Computer, Person
from engine.game.views import SeatView, TableView
from engine.model.rules import ChallengeRule

FACE_DOWN = "■"
MOST_FACE_DOWN = 14
"""How many face-down tiles are shown at a time."""
MOST_RACKS = 8
"""How many racks of one board have a button of their own."""


def board_buttons(game: str, view: TableView, texts: Texts) -> tuple[Button, ...]:
    """The buttons under a board, most important first; none once the game is over."""
    if view.is_demonstration and not isinstance(view.phase, Lobby | Over):
        stop = _button(Actions.STOP.id(game), texts.gettext("Stop"), Tone.DANGER)
        return (stop, _button(Actions.MORE.id(game), texts.gettext("More")))
    match view.phase:
        case Turn(seat=seat):
            on_turn = _turn_buttons(game, view, seat, texts)
        case AwaitAnswer():
            on_turn = (*_rack_buttons(game, view, texts), *answer_buttons(game, view, texts))
        case FinalPass() | AwaitTiles():
            on_turn = _rack_buttons(game, view, texts)
        case Paused():
            return (_button(Actions.RESUME.id(game), texts.gettext("Resume"), Tone.PRIMARY),)
        case _:
            return ()
    more = _button(Actions.MORE.id(game), texts.gettext("More"))
    special = (*_type_buttons(game, view, texts), *_kept_seat_buttons(game, view, texts))
    return (*on_turn, *latest_buttons(game, view, texts), *special, more)


def _type_buttons(game: str, view: TableView, texts: Texts) -> tuple[Button, ...]:
    """A button for every real rack whose tiles someone must type in."""
    if not view.rules.tabletop:
        return ()
    waiting = view.phase.waiting if isinstance(view.phase, AwaitTiles) else ()
    names = display_names(seat.player.name for seat in view.seats)
    wanted = [number for number, seat in enumerate(view.seats) if seat.due or number in waiting]
    return tuple(
        _button(Actions.TYPE.id(game, number), texts.gettext("Tiles of {name}", name=names[number]), Tone.PRIMARY)
        for number in wanted[:MOST_RACKS]
    )


def _kept_seat_buttons(game: str, view: TableView, texts: Texts) -> tuple[Button, ...]:
    """Buttons to draw tiles by hand, and to take back a seat that a computer plays for its owner."""
    kept = any(seat.owner and not seat.barred and seat.in_play for seat in view.seats)
    back = (_button(Actions.TAKE_BACK.id(game), texts.gettext("Take my seat back")),) if kept else ()
    picks = any(seat.due for seat in view.seats) and not view.rules.tabletop
    return (*((_button(Actions.DRAW.id(game), texts.gettext("Draw"), Tone.PRIMARY),) if picks else ()), *back)


def face_down_buttons(game: str, view: SeatView, texts: Texts) -> tuple[Button, ...]:
    """Tiles to pick, face down; it does not matter which one is pressed."""
    due = view.table.seats[view.seat].due
    if not due or view.table.rules.tabletop:
        return ()
    shown = min(view.table.pool, MOST_FACE_DOWN)
    tiles = (_button(Actions.PICK.id(game, view.seat, number), FACE_DOWN) for number in range(shown))
    label = texts.ngettext("Draw the last tile", "Draw all {count}", due)
    return (*tiles, _button(Actions.PICK_ALL.id(game, view.seat), label, Tone.PRIMARY))


def _turn_buttons(game: str, view: TableView, seat: int, texts: Texts) -> tuple[Button, ...]:
    racks = _rack_buttons(game, view, texts)
    if isinstance(view.seats[seat].player, Computer):
        return (
            racks
            if view.seats[seat].due
            else (*racks, _button(Actions.PLAY_NOW.id(game, view.turn), texts.gettext("Play now")))
        )
    return (
        *racks,
        _button(Actions.PLAY.id(game, view.turn), texts.gettext("Play"), Tone.PRIMARY),
        _button(Actions.PASS.id(game, view.turn), texts.gettext("Pass")),
        _button(Actions.EXCHANGE.id(game, view.turn), texts.gettext("Exchange")),
        *([_button(Actions.HINT.id(game, view.turn), texts.gettext("Hint"))] if _may_hint(view, seat) else ()),
    )


def shares_screen(view: TableView, seat: int) -> bool:
    """Whether the player of a seat has guests, or is one; if so, buttons about the seat's rack must name it."""
    player = view.seats[seat].player
    return isinstance(player, Person) and len(view.seats_of(player.member)) > 1


def _rack_buttons(game: str, view: TableView, texts: Texts) -> tuple[Button, ...]:
    """Rack, or one button for each player who shares the screen; none if the racks are on a real table."""
    if view.rules.tabletop:
        return ()
    names = display_names(seat.player.name for seat in view.seats)
    shared = [seat for seat in range(len(view.seats)) if shares_screen(view, seat) and view.seats[seat].in_play]
    own = _button(Actions.RACK.id(game), texts.gettext("Rack"))
    people = [one.player.member for one in view.seats if isinstance(one.player, Person)]
    alone = any(people.count(member) == 1 for member in people) or not shared
    each = tuple(
        _button(Actions.RACK.id(game, seat), texts.gettext("Rack: {name}", name=names[seat]))
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
            _button(Actions.CHALLENGE.id(game, play.turn), label, Tone.DANGER),
            _button(Actions.ACCEPT.id(game, play.turn), texts.gettext("Accept")),
        )
    latest = view.latest
    if not view.undoable or latest is None or view.turn != latest.turn + 1:
        return ()
    if isinstance(view.seats[latest.seat].player, Computer):
        return ()
    return (_button(Actions.UNDO.id(game, latest.turn), texts.gettext("Undo")),)


def answer_buttons(game: str, view: TableView, texts: Texts) -> tuple[Button, ...]:
    """Accept and Reject, for the players asked about a play; none if no play awaits an answer."""
    if not isinstance(view.phase, AwaitAnswer):
        return ()
    own = view.phase.waiting == (view.phase.seat,)
    yes, no = texts.gettext("Keep it"), texts.gettext("Give it up")
    if not own:
        yes, no = texts.gettext("Accept"), texts.gettext("Reject")
    return (
        _button(Actions.ACCEPT.id(game, view.turn), yes, Tone.SUCCESS),
        _button(Actions.REJECT.id(game, view.turn), no, Tone.DANGER),
    )


def lobby_buttons(game: str, view: TableView, texts: Texts) -> tuple[Button, ...]:
    """Join, Leave, Add computer, Rules and Start; a button for something full is disabled.

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
        _button(Actions.JOIN.id(game), texts.gettext("Join"), Tone.PRIMARY, disabled=full),
        _button(Actions.LEAVE.id(game), texts.gettext("Leave")),
        _button(Actions.ADD_COMPUTER.id(game), texts.gettext("Add computer"), disabled=kept),
        _button(Actions.RULES.id(game), texts.gettext("Rules")),
        *(() if alone else (start,)),
        *((stop,) if view.awaited else ()),
    )


def rack_buttons(game: str, view: SeatView, texts: Texts) -> tuple[Button, ...]:
    """The orders in which a rack can be shown, and what its owner can do with its tiles now."""
    turn, shared = view.table.turn, shares_screen(view.table, view.seat)
    seat = view.seat if shared else None
    four = view.can_exchange_four
    return (
        *((_button(Actions.FOUR.id(game, turn), texts.gettext("Exchange four of a kind")),) if four else ()),
        _button(Actions.SHUFFLE.id(game, seat), texts.gettext("Shuffle")),
        _button(Actions.SORT.id(game, seat), texts.gettext("Alphabetical")),
        _button(Actions.VOWELS.id(game, seat), texts.gettext("Vowels first")),
        *((_button(Actions.CANCEL.id(), texts.gettext("Hide")),) if shared else ()),
        _button(Actions.COMPOSE.id(game), texts.gettext("Compose"), Tone.PRIMARY),
    )


def preview_buttons(draft: str, texts: Texts, game: str = "") -> tuple[Button, ...]:
    """Play, Change and Cancel, under a preview.

    With the game's id, there is also a button that compares all moves tried this turn.
    """
    tries = (_button(Actions.TRIES.id(game), texts.gettext("Compare")),) if game else ()
    return (
        _button(Actions.CONFIRM.id(draft), texts.gettext("Play"), Tone.SUCCESS),
        _button(Actions.CHANGE.id(draft), texts.gettext("Change")),
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


def more_buttons(game: str, view: TableView, texts: Texts) -> tuple[Button, ...]:
    """The buttons of the answer to More."""
    asks_host = view.is_running and view.rules.challenge is ChallengeRule.ASK_HOST
    request = (asked_button(game, texts),) if asks_host else ()
    looking = (
        *request,
        _button(Actions.SCORES.id(game), texts.gettext("Scores")),
        _button(Actions.PLAYER_WORDS.id(game), texts.gettext("Words so far")),
        _button(Actions.UNSEEN.id(game), texts.gettext("Unseen tiles")),
        _button(Actions.TEXT_BOARD.id(game), texts.gettext("Board as text")),
        _button(Actions.RULES.id(game), texts.gettext("Rules")),
    )
    if view.is_demonstration:
        return looking
    remind = _button(Actions.REMIND.id(game), texts.gettext("Send a reminder"))
    swap = _button(Actions.SWAP.id(game, view.turn), texts.gettext("Swap places"))
    resign = _button(Actions.RESIGN.id(game), texts.gettext("Resign"), Tone.DANGER)
    seat = view.on_turn
    if seat is not None and isinstance(view.seats[seat].player, Person) and view.can_swap(seat):
        return (*looking, remind, swap, resign)
    return (*looking, remind, resign)


def idle_buttons(game: str, texts: Texts) -> tuple[Button, ...]:
    """The answers to the question whether to continue a quiet game."""
    return (
        _button(Actions.KEEP.id(game), texts.gettext("Keep playing"), Tone.PRIMARY),
        _button(Actions.END.id(game), texts.gettext("End the game")),
    )


def asked_button(game: str, texts: Texts) -> Button:
    """Shows the words the host was asked about to those who may see them."""
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


def end_buttons(game: str, view: TableView, texts: Texts) -> tuple[Button, ...]:
    """Rematch with the same players or with others, and the words of the finished game."""
    others = _button(Actions.REMATCH_OTHERS.id(game), texts.gettext("Rematch, other players"))
    return (
        _button(Actions.REMATCH.id(game), texts.gettext("Rematch"), Tone.PRIMARY),
        *(() if view.is_demonstration else (others,)),
        _button(Actions.PLAYER_WORDS.id(game), texts.gettext("All words")),
    )


def rows(buttons: Sequence[Button | Link]) -> tuple[Row, ...]:
    """The buttons in rows of five."""
    return tuple(Row(tuple(buttons[start : start + MOST_IN_ROW])) for start in range(0, len(buttons), MOST_IN_ROW))


def _button(custom_id: str, label: str, tone: Tone = Tone.SECONDARY, *, disabled: bool = False) -> Button:
    short = label if len(label) <= MOST_LABEL else label[: MOST_LABEL - 1] + "…"
    return Button(custom_id, short, tone, disabled)
