"""The answer to More: what else the person who pressed it can do or look at now, and nothing that would be refused."""

from __future__ import annotations

from collections.abc import Iterator

from bot.front.board.buttons import accept_button, asked_button, board_buttons, crowded_out, rows, screen_racks
from bot.front.board.scenes import BOARD_ACCENT, game_title
from bot.front.components.buttons import Actions
from bot.front.components.message import Block, Button, Message, Text, Tone
from bot.text import Texts, bold
from bot.text.games import more_heading
from engine.game.clock import claimable_from, gift
from engine.game.decisions.claims import settlements
from engine.game.phases import Turn
from engine.game.state import Person
from engine.game.views import TableView


def more_message(
    game: str,
    view: TableView,
    member: str,
    now: int,
    texts: Texts,
    *,
    has_words: bool = False,
    has_meanings: bool = False,
    has_asked: bool = False,
) -> Message:
    """What else a member can do now, what anyone can look at, and, apart from these, how to hurry or leave the game.

    `has_words` says that words have been played, `has_meanings` that this person may read what they mean, and
    `has_asked` that the host was asked about words this person may know of.
    """
    heading = more_heading(bold(game_title(view, texts)), texts)
    doing = _doing(game, view, member, texts) if view.is_running else ()
    asked = (asked_button(game, texts),) if has_asked else ()
    played = tuple(_played(game, texts, has_words=has_words, has_meanings=has_meanings))
    leaving = tuple(_leaving(game, view, member, now, texts)) if view.is_running else ()
    rules = Button(Actions.RULES.id(game), texts.gettext("Rules"))
    blocks: list[Block] = [Text(heading)]
    # Each part fits in one line on a phone.
    for part in ((*doing, *asked), played, _looking(game, texts), (rules, *leaving)):
        blocks += rows(part)
    return Message(tuple(blocks), accent=BOARD_ACCENT)


def can_exchange(view: TableView) -> bool:
    """Whether the pool has enough tiles to exchange one."""
    return view.exchangeable >= view.rules.needed_in_pool(1, view.variant.rack_size)


def _doing(game: str, view: TableView, member: str, texts: Texts) -> tuple[Button, ...]:
    own = [seat for seat in view.seats_of(member) if view.seats[seat].in_play]
    shown = board_buttons(game, view, texts)
    racks = () if view.rules.tabletop else screen_racks(game, view, texts, *own)
    known = {button.custom_id for button in (*shown, *screen_racks(game, view, texts, *range(len(view.seats))))}
    rest = [button for button in crowded_out(game, view, texts) if own and button.custom_id not in known]
    return (
        *(_moves(game, view, texts) if view.on_turn in own else ()),
        *rest,
        *(button for button in _accept(game, view, own, texts) if button not in (*shown, *rest)),
        *(button for button in racks if button not in shown),
        *_take_back(game, view, member, texts),
    )


def _moves(game: str, view: TableView, texts: Texts) -> Iterator[Button]:
    """What the person on turn can do instead of typing a move."""
    seat, turn = view.on_turn, view.turn
    assert seat is not None
    yield Button(Actions.PASS.id(game, turn), texts.gettext("Pass"))
    if not view.seats[seat].due:
        if can_exchange(view):
            yield Button(Actions.EXCHANGE.id(game, turn), texts.gettext("Exchange"))
        if not view.rules.tabletop:
            yield Button(Actions.COMPOSE.id(game), texts.gettext("Compose"))


def _accept(game: str, view: TableView, own: list[int], texts: Texts) -> Iterator[Button]:
    play = view.challengeable
    if play is not None and set(own) - {play.seat, *play.accepted}:
        yield accept_button(game, play, texts)


def _take_back(game: str, view: TableView, member: str, texts: Texts) -> Iterator[Button]:
    """Takes back a seat that a computer plays for this person."""
    kept = (seat for seat in view.seats if seat.owner and not seat.barred and seat.in_play)
    if any(seat.owner and seat.owner.member == member for seat in kept):
        yield Button(Actions.TAKE_BACK.id(game), texts.gettext("Take my seat back"), Tone.PRIMARY)


def _played(game: str, texts: Texts, *, has_words: bool, has_meanings: bool) -> Iterator[Button]:
    """What has been played."""
    yield Button(Actions.SCORES.id(game), texts.gettext("Scores"))
    if has_words:
        yield Button(Actions.PLAYER_WORDS.id(game), texts.gettext("Words so far"))
    if has_meanings:
        yield Button(Actions.MEANING.id(game), texts.gettext("Meaning"))


def _looking(game: str, texts: Texts) -> tuple[Button, ...]:
    return (
        Button(Actions.UNSEEN.id(game), texts.gettext("Unseen tiles")),
        Button(Actions.TEXT_BOARD.id(game), texts.gettext("Board as text")),
    )


def _leaving(game: str, view: TableView, member: str, now: int, texts: Texts) -> Iterator[Button]:
    own = [seat for seat in view.seats_of(member) if view.seats[seat].in_play]
    waits = view.on_turn is not None and view.on_turn not in own
    if own and waits and isinstance(view.seats[view.on_turn or 0].player, Person):
        if view.seats[view.on_turn or 0].away is None:
            yield Button(Actions.REMIND.id(game), texts.gettext("Send a reminder"))
        at = claimable_from(view)
        if at is not None and at <= now and settlements(view, member):
            yield Button(Actions.CLAIM.id(game, view.turn), texts.gettext("Claim the game"))
        if gift(view.rules) and not set(own) & set(_givers(view)):
            yield Button(Actions.MORE_TIME.id(game, view.turn), texts.gettext("More time"))
    if view.on_turn in own and view.can_swap(view.on_turn or 0):
        yield Button(Actions.SWAP.id(game, view.turn), texts.gettext("Swap places"))
    if own:
        yield _resign(game, view, own, texts)


def _givers(view: TableView) -> tuple[int, ...]:
    """The seats that have given the player on turn more time."""
    return view.phase.givers if isinstance(view.phase, Turn) else ()


def _resign(game: str, view: TableView, own: list[int], texts: Texts) -> Button:
    """Resigns; where several people share a screen, for the one whose turn it is now."""
    meant = next((seat for seat in own if seat == view.on_turn), own[0])
    about = (view.turn, meant) if len(own) > 1 else (None, None)
    return Button(Actions.RESIGN.id(game, *about), texts.gettext("Resign"), Tone.DANGER)
