"""The line that says whose turn it is and what to do, how turns are passed and hurried, and the counts of tiles."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import assert_never

from bot.text.clocks import moment
from bot.text.moves import play_text, words_text
from bot.text.names import SeatNames, bold, escape
from bot.text.texts import Texts
from engine.game.clock import challenges_until, undo_until
from engine.game.phases import AwaitAnswer, AwaitTiles, EndReason, FinalPass, Lobby, Over, Paused, Turn
from engine.game.state import Computer, LatestPlay, Person
from engine.game.views import TableView
from engine.model.board import Cell, Direction, Layout, StartCondition
from engine.model.rules import DrawTiles, StartRule

BOARDS = 64
"""For how many boards it is kept where the first word may start: help and alt texts name it."""


def status(
    view: TableView, cast: SeatNames, texts: Texts, *, brief: bool = False, explained: bool = True, reader: str = ""
) -> str:
    """Whose turn it is and what each player has to do, in one or two sentences.

    `brief`, for pictures, leaves out other options and all markup; only what is `explained` says how to make a move.
    Where one person reads it alone, the `reader`, it speaks to nobody else who is on turn.
    """
    match view.phase:
        case Lobby():
            return _lobby(view, texts)
        case Turn(seat=seat):
            speaks_to = not reader or seat in view.seats_of(reader)
            main = _turn(view, seat, cast, texts, explained=explained and not brief, speaks_to=speaks_to)
            return main if brief else " ".join(filter(None, (main, also(view, cast, texts))))
        case AwaitAnswer():
            return _await_answer(view, view.phase, cast, texts)
        case FinalPass(waiting=waiting):
            return _final_pass(view, waiting, cast, texts)
        case Paused():
            return _paused(view, cast, texts, brief)
        case AwaitTiles(waiting=waiting) if brief:
            return texts.gettext("The tiles left on the racks are counted.")
        case AwaitTiles(waiting=waiting):
            return texts.gettext(
                "The last move has been played. Type in the tiles left on the racks of {names} "
                "with `/game tabletop left`.",
                names=texts.join(cast.list(waiting)),
            )
        case Over():
            return outcome(view, cast, texts)
    assert_never(view.phase)


def alone_with_computers(view: TableView) -> bool:
    """Whether one person sits with computer players only and nobody is awaited."""
    people = sum(isinstance(seat.player, Person) for seat in view.seats)
    return not view.awaited and people == 1 < len(view.seats)


def _lobby(view: TableView, texts: Texts) -> str:
    free, waits = max_seats(view) - len(view.seats), view.rules.start is StartRule.PRESS
    if view.awaited:
        asked = [bold(one.name) for one in view.awaited if not one.is_guest]
        return texts.ngettext(
            "A seat is kept for {names}. Press **Join** to play again, or **Leave** to decline. Then any player can "
            "press **Start**.",
            "Seats are kept for {names}. Press **Join** to play again, or **Leave** to decline. Once everyone is here, "
            "any player can press **Start**.",
            len(asked),
            names=texts.join(asked),
        )
    if alone_with_computers(view):
        if free <= 0:
            return texts.gettext("Press **Play now** to begin.")
        return texts.gettext("Press **Play now** to begin, or wait until someone joins.")
    if free <= 0:
        return texts.gettext("Any player can press **Start**.")
    if not waits:
        return texts.ngettext(
            "{count} more player can join, and then the game starts by itself. To start sooner, any player can press "
            "**Start**.",
            "{count} more players can join, and then the game starts by itself. To start sooner, any player can "
            "press **Start**.",
            free,
        )
    if len(view.seats) == 1:
        return texts.gettext(
            "Press **Join** to take a seat, or add a computer player. Once everyone is here, any player can press "
            "**Start**. You can also play alone."
        )
    return texts.ngettext(
        "{count} more player can join. Once everyone is here, any player can press **Start**.",
        "{count} more players can join. Once everyone is here, any player can press **Start**.",
        free,
    )


def counts_down(view: TableView) -> bool:
    """Whether a computer player waits until the latest move can no longer be undone or challenged; see `until`."""
    return _undo_of_computer(view) is not None or challenges_until(view) is not None


def _undo_of_computer(view: TableView) -> int | None:
    match view.phase:
        case Turn(seat=seat) if isinstance(view.seats[seat].player, Computer):
            return undo_until(view)
        case _:
            return None


def also(view: TableView, cast: SeatNames, texts: Texts) -> str:
    """What else there is to know in a turn: a play that can be challenged, tiles to be drawn, an end that is near."""
    return " ".join(filter(None, (_doubt(view, texts), *due_lines(view, cast, texts), _last_chance(view, cast, texts))))


def _last_chance(view: TableView, cast: SeatNames, texts: Texts) -> str:
    """A warning that the game ends with this turn unless the player scores; empty if it does not."""
    if view.on_turn is None or not (view.ends_without_score or view.ends_with_pass):
        return ""
    name = cast.name(view.on_turn)
    if view.ends_without_score:
        return texts.gettext("The game ends if {name} scores nothing now.", name=name)
    return texts.gettext("The game ends if {name} passes too.", name=name)


def how_to_move(view: TableView, cast: SeatNames, texts: Texts) -> str:
    """How to make a move, for someone who is new to it."""
    how = texts.gettext(
        "Type a word, and I find where it fits, or type a move like `{example}`. Or press **Play**.",
        example=example(cast, texts),
    )
    if not view.board.is_empty:
        return how
    start = start_text(view.setup.variant.layout.start, cast, texts)
    first = texts.gettext("The first word must cover {start}.", start=start)
    return f"{first} {how}"


def _turn(view: TableView, seat: int, cast: SeatNames, texts: Texts, *, explained: bool, speaks_to: bool) -> str:
    player, name = view.seats[seat].player, cast.name(seat)
    if view.seats[seat].due and speaks_to and not isinstance(player, Computer):
        return texts.gettext("{name}, draw your tiles: press Draw. Then it is your turn.", name=name)
    if view.seats[seat].due:
        return texts.gettext("{name} is to move and needs tiles first.", name=name)
    if isinstance(player, Computer) and challenges_until(view) is not None:
        return texts.gettext("{name} is waiting in case of a challenge.", name=name)
    if isinstance(player, Computer):
        return texts.gettext("{name} is choosing a move.", name=name)
    if not speaks_to:
        return texts.gettext("{name} is to move.", name=name)
    told = texts.gettext("{name}, it is your turn.", name=name)
    return f"{told} {how_to_move(view, cast, texts)}" if explained else told


def turn_heading(game: str, name: str, texts: Texts) -> str:
    """Whose turn it is in which game; the reader's if `name` is empty."""
    if not name:
        return texts.gettext("It is your turn in {game}.", game=game)
    return texts.gettext("{name} is to move in {game}.", name=name, game=game)


def turn_elsewhere(game: str, texts: Texts) -> str:
    """After a move, in which other game it is the reader's turn."""
    return texts.gettext("It is also your turn in {game}.", game=game)


def due_lines(view: TableView, cast: SeatNames, texts: Texts) -> tuple[str, ...]:
    """The seats that still have to draw: computer players whose tiles someone types in, and players picking tiles."""
    drawing = {n: seat.due for n, seat in enumerate(view.seats) if seat.due}
    if not view.rules.tabletop:
        names = texts.join(cast.list(n for n in drawing if n != view.on_turn))
        return (texts.gettext("Still drawing tiles: {names}.", names=names),) if names else ()
    return tuple(
        texts.ngettext(
            "Draw {count} tile for {name} and type it in with `/game tabletop rack`.",
            "Draw {count} tiles for {name} and type them in with `/game tabletop rack`.",
            due,
            name=cast.name(seat),
        )
        for seat, due in drawing.items()
    )


def _doubt(view: TableView, texts: Texts) -> str:
    """A sentence that the latest play can still be challenged; empty if the rules do not allow it."""
    latest = view.challengeable
    if latest is None:
        return ""
    play = play_text(latest.placement, latest.sheet, view.setup)
    return texts.gettext("{play} can be challenged until the next move.", play=play)


def _final_pass(view: TableView, waiting: tuple[int, ...], cast: SeatNames, texts: Texts) -> str:
    names = texts.join(cast.list(waiting))
    latest = view.latest
    if isinstance(latest, LatestPlay):
        return texts.gettext(
            "{names}: challenge {play}, or press Accept to let it stand and end the game.",
            names=names,
            play=play_text(latest.placement, latest.sheet, view.setup),
        )
    return texts.gettext("{names}: press Accept to end the game.", names=names)


def _paused(view: TableView, cast: SeatNames, texts: Texts, brief: bool) -> str:
    name = bold(view.setup.name)
    if brief:
        return texts.pgettext("state of a game", "Paused")
    assert isinstance(view.phase, Paused)
    if view.phase.all_agree:
        return "\n".join(_waits_for_agreement(view, cast, texts))
    return texts.gettext(
        "The game is paused as {name}. To continue, press **Resume**, or use `/game resume` in any channel without a "
        "game.",
        name=name,
    )


def _waits_for_agreement(view: TableView, cast: SeatNames, texts: Texts) -> Iterator[str]:
    """Which seats of a record are free, and who has yet to agree that a game from a file resumes."""
    people = {number: seat.player for number, seat in enumerate(view.seats) if seat.in_play}
    free = [number for number, player in people.items() if isinstance(player, Person) and player.is_nobody]
    asked = [number for number, player in people.items() if isinstance(player, Person) and number not in view.agreed]
    if free:
        yield texts.ngettext(
            "This seat is free: {names}. The game resumes once it is taken.",
            "These seats are free: {names}. The game resumes once all are taken.",
            len(free),
            names=texts.join(cast.list(tuple(free))),
        )
    if waiting := tuple(number for number in asked if number not in free):
        yield texts.gettext(
            "It resumes once everyone agrees: {names}, press **Resume**.", names=texts.join(cast.list(waiting))
        )


def _await_answer(view: TableView, play: AwaitAnswer, cast: SeatNames, texts: Texts) -> str:
    facts = {
        "words": words_text(play.words, texts),
        "name": cast.name(play.seat),
        "names": texts.join(cast.list(play.waiting)),
        "play": play_text(play.placement, play.sheet, view.setup),
    }
    if play.waiting == (play.seat,):
        return texts.ngettext(
            "{name}, {words} is not in the dictionary. Are you sure? Keep {play}, or give it up and lose the turn.",
            "{name}, {words} are not in the dictionary. Are you sure? Keep {play}, or give it up and lose the turn.",
            len(play.words),
            **facts,
        )
    return texts.ngettext(
        "{names}: {words} is not in the dictionary. Accept {play}, or reject it so that {name} loses the turn.",
        "{names}: {words} are not in the dictionary. Accept {play}, or reject it so that {name} loses the turn.",
        len(play.words),
        **facts,
    )


def until(view: TableView, cast: SeatNames, texts: Texts) -> str:
    """The deadline of a wait that is no clock, in Discord's markdown; empty if there is none."""
    match view.phase:
        case AwaitAnswer(deadline=deadline):
            return texts.gettext("If nobody answers, the play stands {moment}.", moment=moment(deadline))
        case Turn(seat=seat) if end := _undo_of_computer(view):
            return texts.gettext(
                "{name} moves next. Last chance for **Undo**: {moment}.", name=cast.name(seat), moment=moment(end)
            )
        case Turn(seat=seat) if end := challenges_until(view):
            return texts.gettext(
                "{name} moves next, at once if everyone presses **Accept**. Last chance to challenge: {moment}.",
                name=cast.name(seat),
                moment=moment(end),
            )
        case _:
            return ""


def outcome(view: TableView, cast: SeatNames, texts: Texts) -> str:
    """The outcome of a finished game: its winners and their score."""
    assert isinstance(view.phase, Over)
    winners = view.phase.winners
    if view.is_void:
        return _void(view, texts)
    if not winners and view.phase.by == "":  # the result may be set elsewhere, by its director
        return texts.gettext("The game is over.")
    if not winners:
        return texts.gettext("The game is over. Nobody won.")
    score = view.seats[winners[0]].score
    if len(winners) == 1 and view.phase.reason in (EndReason.LEFT, EndReason.TIME):
        # The points did not decide it: the others may have had more.
        return texts.gettext("The game is over: {name} wins.", name=cast.name(winners[0]))
    if len(winners) > 1:
        return texts.ngettext(
            "The game is over: {names} tie with {count} point each.",
            "The game is over: {names} tie with {count} points each.",
            score,
            names=texts.join(cast.list(winners)),
        )
    return texts.ngettext(
        "The game is over: {name} wins with {count} point.",
        "The game is over: {name} wins with {count} points.",
        score,
        name=cast.name(winners[0]),
    )


def _void(view: TableView, texts: Texts) -> str:
    if len(view.seats) == 2:
        return texts.gettext("The game is over. Nobody wins, because it ended before both players had moved.")
    return texts.gettext("The game is over. Nobody wins, because it ended before enough players had moved.")


def start_text(start: StartCondition, cast: SeatNames, texts: Texts) -> str:
    """What the first word must touch, in words: a square, row or column in the game's naming."""
    row, column = start.row, start.column
    if row is not None and column is not None:
        layout = cast.setup.variant.layout
        square = cast.square(row, column)
        if (row, column) == (layout.height // 2, layout.width // 2) and layout.height % 2 and layout.width % 2:
            return texts.gettext("the centre square {square}", square=square)
        return texts.gettext("square {square}", square=square)
    if row is not None:
        return texts.gettext("row {row}", row=cast.row(row))
    if column is not None:
        return texts.gettext("column {column}", column=cast.column(column))
    return texts.gettext("any square")


def example(cast: SeatNames, texts: Texts) -> str:
    """A move as a player might type it, across from the start."""
    layout = cast.setup.variant.layout
    place = cast.setup.orientation.name(start_cell(layout), Direction.ACROSS, layout.size)
    return place + " " + example_word(texts)


def example_word(texts: Texts) -> str:
    """The word in a move that a player might type."""
    return texts.pgettext("example of a move", "WORD")


@lru_cache(BOARDS)
def start_cell(layout: Layout) -> Cell:
    """A square the first word may cover: the free one nearest to the middle."""
    free = (cell for cell in layout.cells() if layout.start.admits(cell) and not layout[cell].blocked)
    return min(free, key=lambda cell: abs(cell.row - layout.height // 2) + abs(cell.column - layout.width // 2))


def max_seats(view: TableView) -> int:
    """How many may sit down: the rules' limit, but never more than the tile set can deal."""
    return min(view.rules.most_seats, view.variant.max_seats)


def pool_text(view: TableView, texts: Texts) -> str:
    """The number of tiles left to draw, less those due to replace the tiles of a move that can still be undone."""
    pool = view.pool - sum(tiles_held(view, number) - seat.tiles for number, seat in enumerate(view.seats))
    if not pool:
        return texts.gettext("The pool is empty")
    return texts.ngettext("{count} tile in the pool", "{count} tiles in the pool", pool)


def tiles_held(view: TableView, seat: int) -> int:
    """How many tiles a seat holds, plus those that it will draw once its move can no longer be undone.

    Someone who draws by hand holds what has been drawn.
    """
    held, latest = view.seats[seat].tiles, view.latest
    is_open = view.rules.undo and isinstance(latest, LatestPlay) and latest.open and latest.seat == seat
    by_hand = view.rules.tabletop or view.rules.draw_tiles is DrawTiles.MANUAL
    if not is_open or by_hand or isinstance(view.phase, Over) or view.seats[seat].due:
        return held
    return min(view.variant.rack_size, held + view.pool)


def tiles_text(count: int, texts: Texts) -> str:
    """The number of tiles on a rack."""
    return texts.ngettext("{count} tile", "{count} tiles", count)


def passing(texts: Texts) -> tuple[str, str]:
    """Asks whether a player really wants to pass; and the label of yes."""
    return texts.gettext("Do you want to pass this turn?"), texts.gettext("Pass")


def hurried_text(texts: Texts) -> str:
    """That a computer player stops thinking."""
    return texts.gettext("The computer player moves as soon as it can.")


def held_text(name: str, tiles: str, texts: Texts) -> str:
    """The rack that was typed for a computer player."""
    return texts.gettext("{name} holds {tiles}.", name=name, tiles=escape(tiles))
