"""`/rack`, `/game board` and more to look at, and the buttons under a board, under a rack and under More."""

from __future__ import annotations

from functools import partial

from discord.app_commands import Choice
from discord.app_commands import locale_str as _

from bot.front.board.racks import RackOrder
from bot.front.components.buttons import Actions
from bot.front.components.message import Message
from bot.front.interaction import choices
from bot.front.interaction.dispatch import which_game
from bot.front.interaction.hooks import Front
from bot.front.interaction.playables import shown_elsewhere
from bot.front.interaction.pressing import answers, edits
from bot.front.interaction.request import Request
from bot.front.interaction.slash import UNDER_GAME, UNDER_WORD, CommandOption, menu_entry, slash
from bot.front.look import actions
from bot.model.errors import NotOffered
from bot.service.rights import Right

_STYLES = [
    Choice(name=_("picture"), value="picture"),
    Choice(name=_("text"), value="text"),
    Choice(name=_("grid"), value="grid"),
    Choice(name=_("whole board"), value="whole"),
]
_PREMIUMS = [
    Choice(name=_("yes"), value="yes"),
    Choice(name=_("no"), value="no"),
    Choice(name=_("free"), value="free"),
]
_ORDERS = [Choice(name=_("by player"), value="player"), Choice(name=_("in order of play"), value="play")]
_TILES_SHOWN = [
    Choice(name=_("all"), value="all"),
    Choice(name=_("unseen"), value="unseen"),
    Choice(name=_("values"), value="values"),
    Choice(name=_("distribution"), value="distribution"),
]


async def _tiles(request: Request, which: str = "all") -> Message:
    """Tiles: their points, their numbers, what is left."""
    match which:
        case "all":
            return await actions.all_tiles(request)
        case "unseen":
            return await actions.unseen(request, await which_game(request))
        case "values":
            return await actions.values(request)
        case "distribution":
            return await actions.distribution(request)
    raise NotOffered("which", which, tuple(one.value for one in _TILES_SHOWN))


FRONT = Front(
    commands=(
        slash(
            actions.rack,
            _("See your tiles"),
            Right.PLAYER,
            options={
                "order": CommandOption(
                    _("Their order from now on; you can also type your letters in the order you like"),
                    choices.rack_orders,
                )
            },
        ),
        UNDER_GAME(
            slash(actions.status, _("See whose turn it is"), Right.ANYONE),
            slash(actions.games, _("See your games, and those of this server"), Right.ANYONE, name="list"),
            slash(
                actions.board,
                _("See the board"),
                Right.ANYONE,
                instead=partial(shown_elsewhere, command="game board"),
                options={
                    "style": CommandOption(
                        _("As a picture, all of a large board, in sentences, or as a grid of characters"),
                        choices=_STYLES,
                    ),
                    "premiums": CommandOption(
                        _("All premium squares, or only the free ones and the words that can be made longer"),
                        choices=_PREMIUMS,
                    ),
                    "square": _("Everything about a square such as H8, a row such as 8, or a column such as H"),
                },
            ),
            slash(
                actions.scores,
                _("See the scores"),
                Right.ANYONE,
                instead=partial(shown_elsewhere, command="game scores"),
            ),
            slash(
                _tiles,
                _("See the tiles: their points, how many there are, and which are unseen"),
                Right.ANYONE,
                name="tiles",
                options={"which": CommandOption(_("What to show"), choices=_TILES_SHOWN)},
            ),
            slash(
                actions.watch,
                _("Follow a game by direct message, or show a game from elsewhere here"),
                Right.ANYONE,
                options={
                    "code": CommandOption(_("The code of a game in another channel or server"), needs=Right.SHOW),
                    "stop": CommandOption(_("Stop showing it"), choices=choices.YES),
                },
            ),
        ),
        UNDER_WORD(
            slash(
                actions.words_played,
                _("See all the words played so far"),
                Right.ANYONE,
                name="played",
                options={"order": CommandOption(_("Player by player, or in the order of play"), choices=_ORDERS)},
            )
        ),
        menu_entry(actions.board_as_text, _("Board as text"), Right.ANYONE),
    ),
    buttons=(
        answers(Actions.RACK, actions.rack),
        answers(Actions.DRAW, actions.rack),
        edits(Actions.SHUFFLE, partial(actions.rack, order=RackOrder.SHUFFLE)),
        edits(Actions.SORT, partial(actions.rack, order=RackOrder.SORT)),
        edits(Actions.VOWELS, partial(actions.rack, order=RackOrder.VOWELS)),
        answers(Actions.MORE, actions.more),
        answers(Actions.SCORES, actions.scores),
        answers(Actions.PLAYER_WORDS, actions.player_words),
        edits(Actions.WORDS_IN_ORDER, actions.words),
        edits(Actions.WORDS_BY_PLAYER, actions.player_words),
        answers(Actions.UNSEEN, actions.unseen),
        answers(Actions.TEXT_BOARD, partial(actions.board, style="text")),
    ),
)
