"""Events under the special rules, in words: for everyone, and for the person who asked."""

from __future__ import annotations

from typing import assert_never

from bot.text.moves import alphabetical, letters_text
from bot.text.names import SeatNames, bold, escape
from bot.text.texts import Texts
from engine.game import events as ev
from engine.game.state import Person
from engine.game.views import TableView

SpecialEvent = (
    ev.BlankTraded
    | ev.FourExchanged
    | ev.TakenOver
    | ev.SeatTaken
    | ev.SeatOffered
    | ev.DrawOpened
    | ev.HiddenDrawn
    | ev.TilesAwaited
    | ev.RackDeclared
)


def special_line(event: SpecialEvent, cast: SeatNames, texts: Texts) -> str:
    """An event in words, for everyone at the table."""
    match event:
        case ev.BlankTraded(cell=cell):
            return texts.gettext(
                "{name} traded the blank on {square} for the tile {tile}.",
                name=cast.name(event.seat),
                square=cast.square(cell.row, cell.column),
                tile=event.tile.letter,
            )
        case ev.FourExchanged():
            return texts.ngettext(
                "{name} exchanged {count} tile for four of a kind and is still to move.",
                "{name} exchanged {count} tiles for four of a kind and is still to move.",
                len(event.returned),
                name=cast.name(event.seat),
            )
        case ev.TakenOver():
            return _taken_over(event, texts)
        case ev.SeatTaken():
            return _seat_taken(event, texts)
        case ev.SeatOffered(player=player):
            return offer_line(event, cast, texts, bold(player.name))
        case ev.TilesAwaited():
            return texts.gettext("That was the last move. Now count the tiles left on the racks.")
        case ev.RackDeclared(seat=seat, tiles=tiles):
            letters = escape(letters_text(alphabetical(tiles, cast.setup.variant), cast.setup.variant))
            return texts.gettext("{name} has {tiles} left.", name=cast.name(seat), tiles=letters)
        case ev.DrawOpened() | ev.HiddenDrawn():
            return ""
        case _:
            assert_never(event)


def offer_line(event: ev.SeatOffered, cast: SeatNames, texts: Texts, heir: str) -> str:
    """The question whether a seat may change hands; `heir` is what the person who is to follow is called."""
    facts = {"name": cast.name(event.seat), "player": heir}
    if event.to_heir:
        return texts.gettext("{player}, would you like to play on in the seat of {name}?", **facts)
    return texts.gettext(
        "{name}, may {player} take over your seat and your tiles? If you agree, you give up this game.", **facts
    )


def _taken_over(event: ev.TakenOver, texts: Texts) -> str:
    facts = {"name": bold(event.person.name), "computer": bold(event.computer.name)}
    match event.how:
        case ev.Departure.LEFT:
            return texts.gettext("{name} left. {computer} plays until {name} comes back.", **facts)
        case ev.Departure.SILENT:
            return texts.gettext(
                "{name} has not moved for a long time. {computer} plays until {name} comes back.", **facts
            )
        case ev.Departure.REMOVED:
            return texts.gettext("{name} was removed from the game. {computer} plays on.", **facts)
        case ev.Departure.OVERTIME:
            return texts.gettext("{name} went too far over time. {computer} plays on.", **facts)
        case ev.Departure.RESIGNED:
            return texts.gettext("{name} resigned. {computer} plays on.", **facts)


def _seat_taken(event: ev.SeatTaken, texts: Texts) -> str:
    name = bold(event.player.name)
    if event.player.id == event.before.id:
        return texts.gettext("{name} is back.", name=name)
    facts = {"name": name, "before": bold(event.before.name)}
    if event.returned:
        return texts.gettext(
            "{name} takes over from {before} with new tiles. The old ones are back in the pool.", **facts
        )
    return texts.gettext("{name} takes over from {before}.", **facts)


def special_receipt(event: SpecialEvent, own: tuple[int, ...], player: str, cast: SeatNames, texts: Texts) -> str:
    """The effect of the player's own request; `own` are the player's seats."""
    match event:
        case ev.BlankTraded() if event.seat in own:
            return texts.gettext(
                "You put {tile} on {square} and took the blank. It is still your turn.",
                tile=escape(event.tile.letter),
                square=cast.square(event.cell.row, event.cell.column),
            )
        case ev.FourExchanged() if event.seat in own and not event.drawn:
            return texts.gettext(
                "You put your rack back. Draw your new tiles: press **Draw** or use `/move draw`. "
                "It is still your turn."
            )
        case ev.FourExchanged() if event.seat in own and len(own) == 1:
            return texts.gettext(
                "You exchanged your rack and drew {drawn}. It is still your turn.",
                drawn=escape(letters_text(alphabetical(event.drawn, cast.setup.variant), cast.setup.variant)),
            )
        case ev.TakenOver() if event.person.id == player and event.how is ev.Departure.LEFT:
            return texts.gettext(
                "{computer} plays for you now. To come back, press **More** and **Take my seat back**, or use "
                "`/join`. Once {computer} has moved, you have given up the game, even if you come back.",
                computer=bold(event.computer.name),
            )
        case ev.SeatTaken() if event.player.id == player:
            return texts.gettext("The seat is yours. Press **Rack** to see your tiles.")
        case ev.SeatOffered(player=heir, to_heir=True):
            return texts.gettext(
                "I have asked {player}. Nothing changes until {player} agrees.", player=bold(heir.name)
            )
        case ev.SeatOffered(player=heir):
            return texts.gettext(
                "I have asked {name}. To offer {player} the seat without waiting for {name}, use "
                "`/game seat give` with "
                "`tiles: new`: the tiles go back to the pool, and {player} draws new ones.",
                name=cast.name(event.seat),
                player=bold(heir.name),
            )
        case _:
            return special_line(event, cast, texts)


def racks_text(view: TableView, cast: SeatNames, texts: Texts) -> str:
    """The racks that the rules show to everyone, one line a seat; empty if there are none."""
    shown = ((number, seat.shown) for number, seat in enumerate(view.seats) if seat.shown)
    return "\n".join(
        texts.gettext(
            "{name} holds {tiles}.",
            name=cast.name(number),
            tiles=escape(letters_text(alphabetical(tiles, view.variant), view.variant)),
        )
        for number, tiles in shown
    )


def owner_text(owner: Person | None, texts: Texts) -> str:
    """The person a computer plays for; empty if there is none."""
    return texts.gettext("playing for {name}", name=owner.name) if owner else ""
