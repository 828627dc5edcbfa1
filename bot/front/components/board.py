"""The buttons under a board and behind More."""

from __future__ import annotations

from bot.front import deciding, hosting, looking, moving, seating, tiles
from bot.front.asking import Asked
from bot.front.components.pressing import Pressed, pressed
from bot.front.presenter import Action, Message
from bot.front.presenter.buttons import seat_of_button


@pressed(Action.RACK)
async def rack(asked: Asked, press: Pressed) -> Message:
    """Shows the own rack, or that of the seat whose number stands in the place of the turn."""
    return await looking.rack(asked, press.target.game, seat=seat_of_button(press.target.turn))


@pressed(Action.PASS)
async def pass_turn(asked: Asked, press: Pressed) -> Message:
    """Asks before the turn is given up."""
    return await moving.ask_pass(asked, press.target.game, press.target.turn)


@pressed(Action.CHALLENGE)
async def challenge(asked: Asked, press: Pressed) -> Message:
    """Asks which words of the play that the button names are challenged."""
    return await deciding.ask_challenge(asked, press.target.game, press.target.turn)


@pressed(Action.ACCEPT)
async def accept(asked: Asked, press: Pressed) -> Message:
    """Lets the play that the button names stand."""
    return await moving.accept(asked, press.target.game, press.target.turn)


@pressed(Action.REJECT)
async def reject(asked: Asked, press: Pressed) -> Message:
    """Rejects the play that waits for answers."""
    return await deciding.reject(asked, press.target.game, press.target.turn)


@pressed(Action.ASKED)
async def questions(asked: Asked, press: Pressed) -> Message:
    """Shows the words that the host was asked about."""
    return await deciding.questions(asked, press.target.game)


@pressed(Action.UNDO)
async def undo(asked: Asked, press: Pressed) -> Message:
    """Takes the move that the button names back."""
    return await moving.undo(asked, press.target.game, press.target.turn)


@pressed(Action.PLAY_NOW)
async def play_now(asked: Asked, press: Pressed) -> Message:
    """Lets a computer player move at once."""
    return await moving.play_now(asked, press.target.game, press.target.turn)


@pressed(Action.STOP)
async def stop(asked: Asked, press: Pressed) -> Message:
    """Ends a demonstration."""
    return await hosting.end(asked, press.target.game)


@pressed(Action.MORE)
async def more(asked: Asked, press: Pressed) -> Message:
    """Shows what else there is."""
    return await looking.more(asked, press.target.game)


@pressed(Action.SCORES)
async def scores(asked: Asked, press: Pressed) -> Message:
    """Shows the score board."""
    return await looking.scores(asked, press.target.game)


@pressed(Action.WORDS)
async def words(asked: Asked, press: Pressed) -> Message:
    """Shows a page of the word list; its number stands in the place of the turn."""
    return await looking.words(asked, press.target.game, press.target.turn)


@pressed(Action.UNSEEN)
async def unseen(asked: Asked, press: Pressed) -> Message:
    """Shows the tiles that can still come."""
    return await tiles.unseen(asked, press.target.game)


@pressed(Action.TEXT_BOARD)
async def text_board(asked: Asked, press: Pressed) -> Message:
    """Shows the board as text."""
    return await looking.board(asked, press.target.game, "text")


@pressed(Action.RESIGN)
async def resign(asked: Asked, press: Pressed) -> Message:
    """Asks before the player resigns."""
    return await hosting.ask_resign(asked, press.target.game)


@pressed(Action.REMATCH)
async def rematch(asked: Asked, press: Pressed) -> Message:
    """Asks those who played to play again."""
    return await hosting.rematch(asked, press.target.game)


@pressed(Action.REMATCH_OTHERS)
async def rematch_others(asked: Asked, press: Pressed) -> Message:
    """Opens a lobby like that of the game, for anybody."""
    return await hosting.rematch_others(asked, press.target.game)


@pressed(Action.DRAW)
async def draw(asked: Asked, press: Pressed) -> Message:
    """Shows the tiles that are to be picked."""
    return await looking.rack(asked, press.target.game)


@pressed(Action.TAKE_BACK)
async def take_back(asked: Asked, press: Pressed) -> Message:
    """Gives the seat back to who left it to a computer player."""
    return await seating.take_back(asked, press.target.game)


@pressed(Action.GIVE_SEAT)
async def give_seat(asked: Asked, press: Pressed) -> Message:
    """Lets somebody else play on in the own seat; the number of the question stands in the place of the turn."""
    return await seating.give_seat(asked, press.target.game, press.target.turn)
