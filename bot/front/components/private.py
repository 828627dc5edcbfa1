"""The buttons of private answers: previews, racks, questions to be confirmed. They change the message they are on."""

from __future__ import annotations

from bot.front import deciding, drawing, exchanging, hosting, looking, moving, seating
from bot.front.asking import Asked
from bot.front.components.pressing import Pressed, pressed
from bot.front.presenter import Action, Message, RackOrder
from bot.front.presenter.buttons import PER_SEAT, seat_of_button


@pressed(Action.CONFIRM, in_place=True)
async def confirm(asked: Asked, press: Pressed) -> Message:
    """Plays what the preview shows; the draft's id stands in the place of the game."""
    return await moving.confirm(asked, press.target.game)


@pressed(Action.CANCEL, in_place=True)
async def cancel(asked: Asked, press: Pressed) -> None:
    """Takes the message away."""


@pressed(Action.SHUFFLE, in_place=True)
async def shuffle(asked: Asked, press: Pressed) -> Message:
    """Shows the tiles in an order by chance."""
    return await looking.rack(asked, press.target.game, RackOrder.SHUFFLE, seat_of_button(press.target.turn))


@pressed(Action.SORT, in_place=True)
async def sort(asked: Asked, press: Pressed) -> Message:
    """Shows the tiles in the order of the alphabet."""
    return await looking.rack(asked, press.target.game, RackOrder.SORT, seat_of_button(press.target.turn))


@pressed(Action.VOWELS, in_place=True)
async def vowels(asked: Asked, press: Pressed) -> Message:
    """Shows the vowels first."""
    return await looking.rack(asked, press.target.game, RackOrder.VOWELS, seat_of_button(press.target.turn))


@pressed("challenge_yes", in_place=True)
async def challenge(asked: Asked, press: Pressed) -> Message:
    """Challenges all words of a play."""
    return await moving.challenge(asked, press.target.game, turn=press.target.turn)


@pressed(Action.CHALLENGE_WORDS, in_place=True)
async def challenge_words(asked: Asked, press: Pressed) -> Message:
    """Challenges the words chosen."""
    return await deciding.challenge_words(asked, press.target.game, press.target.turn, press.values)


@pressed(Action.ADD_WORD, in_place=True)
async def add_word(asked: Asked, press: Pressed) -> Message:
    """Lets a word count that the host was asked about; its number stands in the place of the turn."""
    return await deciding.answer_word(asked, press.target.game, press.target.turn, add=True)


@pressed(Action.REFUSE_WORD, in_place=True)
async def refuse_word(asked: Asked, press: Pressed) -> Message:
    """Refuses a word that the host was asked about."""
    return await deciding.answer_word(asked, press.target.game, press.target.turn, add=False)


@pressed("pass_yes", in_place=True)
async def pass_turn(asked: Asked, press: Pressed) -> Message:
    """Gives the turn up."""
    return await moving.pass_turn(asked, press.target.game, press.target.turn)


@pressed("leave_yes", in_place=True)
async def leave(asked: Asked, press: Pressed) -> Message:
    """Leaves a running game."""
    return await hosting.leave(asked, press.target.game)


@pressed("resign_yes", in_place=True)
async def resign(asked: Asked, press: Pressed) -> Message:
    """Leaves for good."""
    return await hosting.resign(asked, press.target.game)


@pressed("end_yes", in_place=True)
async def end(asked: Asked, press: Pressed) -> Message:
    """Ends the game for everybody."""
    return await hosting.end(asked, press.target.game)


@pressed("place", in_place=True)
async def place(asked: Asked, press: Pressed) -> Message:
    """Plays the word where it was chosen."""
    return await moving.play(asked, press.target.game, press.values[0], press.target.turn)


@pressed("place_try", in_place=True)
async def place_try(asked: Asked, press: Pressed) -> Message:
    """Shows what the word would score where it was chosen."""
    return await moving.try_move(asked, press.target.game, press.values[0])


@pressed("remove_yes", in_place=True)
async def remove(asked: Asked, press: Pressed) -> Message:
    """Takes somebody out of the game; the seat's number stands in the place of the turn."""
    return await seating.remove(asked, press.target.game, press.target.turn)


@pressed(Action.PICK, in_place=True)
async def pick(asked: Asked, press: Pressed) -> Message:
    """Draws a tile, whichever was pressed."""
    return await drawing.pick(asked, press.target.game, 1, press.target.turn // PER_SEAT)


@pressed(Action.PICK_ALL, in_place=True)
async def pick_all(asked: Asked, press: Pressed) -> Message:
    """Draws all tiles that are due."""
    return await drawing.pick(asked, press.target.game, None, press.target.turn // PER_SEAT)


@pressed(exchanging.EXCHANGE_ALL, in_place=True)
async def exchange_all(asked: Asked, press: Pressed) -> Message:
    """Exchanges the whole rack."""
    return await exchanging.exchange_all(asked, press.target.game, press.target.turn)


@pressed(exchanging.EXCHANGE_LETTERS, in_place=True)
async def exchange_letters(asked: Asked, press: Pressed) -> Message:
    """Exchanges only the letters of the word `all`."""
    return await exchanging.exchange_letters(asked, press.target.game, press.target.turn)


@pressed(Action.FOUR)
async def exchange_four(asked: Asked, press: Pressed) -> Message:
    """Exchanges the rack for its four of a kind."""
    return await moving.exchange_four(asked, press.target.game, press.target.turn)
