"""`/game join` and `/seat`, with the buttons about seats."""

from __future__ import annotations

from functools import partial

from discord.app_commands import Choice
from discord.app_commands import locale_str as _

from bot.front.components.buttons import Actions
from bot.front.interaction import choices
from bot.front.interaction.hooks import Front
from bot.front.interaction.pressing import answers, edits
from bot.front.interaction.slash import CommandOption, group, slash
from bot.front.lobby import actions as lobby
from bot.front.seats import actions, claims
from bot.service.rights import Right
from engine.game.commands import Settlement

_PLAYER = CommandOption(_("The player's name, or the number of the seat"), choices.seats)
_SEAT = group(
    "seat",
    _("Who plays: computer players, guests, and seats that change hands"),
    slash(
        lobby.add_computer,
        _("Add a computer player"),
        Right.ARRANGER,
        Right.COMPUTERS,
        name="computer",
        options={"level": _(f"How strong it is, from {choices.LEVEL_BOUNDS}")},
    ),
    slash(
        actions.add_guest,
        _("Add a guest who plays at your screen, with a rack of their own"),
        Right.PLAYER,
        name="guest",
        options={"name": _("Their name")},
    ),
    slash(
        actions.hand_over,
        _("Let someone take over a seat; for the host and moderators"),
        Right.DIRECTOR,
        name="give",
        options={
            "player": _PLAYER,
            "person": _("Who should take over"),
            "tiles": CommandOption(
                _("New tiles, without asking the player; by default the player's own, if the player agrees"),
                choices=[Choice(name=_("new"), value=actions.NEW)],
            ),
        },
    ),
    slash(
        actions.ask_remove,
        _("Remove a player from the game; for the host and moderators"),
        Right.DIRECTOR,
        name="remove",
        options={"player": _PLAYER},
    ),
)

FRONT = Front(
    commands=(_SEAT,),
    game=(
        slash(
            actions.join,
            _("Take a seat in the game"),
            Right.BRING,
            options={"code": _("The code of a game in another channel or server")},
        ),
        slash(
            claims.claim,
            _("Stop waiting for a player who has not moved for a long time, or has left"),
            Right.PLAYER,
        ),
    ),
    buttons=(
        answers(Actions.JOIN, actions.join),
        answers(Actions.TAKE_BACK, actions.take_back),
        answers(Actions.GIVE_SEAT, actions.give_seat),
        answers(Actions.CLAIM, claims.claim),
        edits(Actions.SETTLE_COMPUTER, partial(claims.settle, how=Settlement.COMPUTER)),
        edits(Actions.SETTLE_WIN, partial(claims.settle, how=Settlement.WIN)),
        edits(Actions.SETTLE_END, partial(claims.settle, how=Settlement.END)),
        edits(actions.REMOVE_YES, actions.remove),
    ),
)
