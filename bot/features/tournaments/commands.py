"""`/tournament`, and the buttons of its messages."""

from __future__ import annotations

from discord.app_commands import Choice
from discord.app_commands import locale_str as _

from bot.features.tournaments import actions, messages
from bot.features.tournaments.files import FORMATS
from bot.features.tournaments.values import GRACE, PAUSE
from bot.front.interaction import choices
from bot.front.interaction.gate import only_in_servers
from bot.front.interaction.hooks import Front
from bot.front.interaction.pressing import answers, edits, with_press
from bot.front.interaction.slash import CommandOption, group, slash
from bot.front.lobby.opening import GAME_OPTIONS
from bot.service.rights import Right

_NEW = slash(
    actions.new,
    _("Set up a tournament in this channel; people join with a button"),
    Right.ANYONE,
    options={
        **GAME_OPTIONS,
        "name": _("The tournament's name"),
        "format": CommandOption(_("How the pairings of a round are made; without it, Swiss"), actions.formats),
        "rounds": _("The number of rounds; without it, as many as fit the number of players"),
        "director": _("Someone who may direct it besides the moderators"),
        "grace": CommandOption(
            _("Time for the first move, after which the game is lost; 0 for no limit"), choices.lengths(GRACE)
        ),
        "pause": CommandOption(
            _("Time between rounds; without it, the director begins each round"), choices.lengths(PAUSE)
        ),
        "computer": _(
            f"Level of the computer player that fills in when someone has no opponent, {choices.LEVEL_BOUNDS}"
        ),
        "starts": _("When it starts: in 2 hours, tomorrow 18:00, or a date and time in the server's time zone"),
        "checkin": CommandOption(
            _("How long before the start players check in, 30 minutes by default; 0 for no check-in"),
            choices.lengths(GRACE),
        ),
        "lowest": _("The lowest rating that players can have"),
        "highest": _("The highest rating that players can have"),
        "ties": CommandOption(_("What decides a tie in a knockout; without it, a tie-break game"), actions.tie_rules),
        "absences": CommandOption(
            _("Players can pause games together, and be away; without it, only moderators pause"), choices=choices.YES
        ),
        "king_of_the_hill": _("Last rounds in which the first plays the second, the third the fourth, and so on"),
    },
)
_ALLOW = slash(
    actions.allow,
    _("Choose who can set up tournaments besides the moderators"),
    Right.MODERATOR,
    options={
        "player": _("The person"),
        "switch": CommandOption(_("Whether this person can set up tournaments"), choices=choices.SWITCH),
    },
)
_START = slash(
    actions.start,
    _("Start the tournament with its first round"),
    Right.ANYONE,
    options={"wait": CommandOption(_("Look at the pairings of the first round before it begins"), choices=choices.YES)},
)
_PAIR = slash(
    actions.pair,
    _("Draw the pairings of the next round, or pair two players in it by hand"),
    Right.ANYONE,
    options={"first": _("A player"), "second": _("The opponent")},
)
_RESULT = slash(
    actions.result,
    _("Set or correct the result of a game"),
    Right.ANYONE,
    options={
        "number": _("The number of the round"),
        "first": _("A player"),
        "points": _("The points of this player"),
        "second": _("The opponent"),
        "against": _("The points of the opponent"),
    },
)
_ADD = slash(actions.add, _("Enter a player into the tournament"), Right.ANYONE, options={"player": _("The player")})
_DROP = slash(
    actions.drop,
    _("Take a player out of the tournament; a game under way is lost"),
    Right.ANYONE,
    options={"player": _("The player")},
)
_EXPORT = slash(
    actions.export,
    _("Get the tournament as a file"),
    Right.ANYONE,
    options={
        "format": CommandOption(
            _("The file format: tsh, csv or json"), choices=[Choice(name=one, value=one) for one in FORMATS]
        )
    },
)

_TOURNAMENT = group(
    "tournament",
    _("Tournaments in this channel"),
    _NEW,
    _ALLOW,
    slash(actions.join_here, _("Join the tournament of this channel"), Right.ANYONE, name="join"),
    slash(
        actions.leave_here,
        _("Leave the tournament of this channel; a game under way goes on"),
        Right.ANYONE,
        name="leave",
    ),
    _START,
    _PAIR,
    _RESULT,
    _ADD,
    _DROP,
    slash(actions.undo, _("Clear the pairings of a round that has not begun"), Right.ANYONE, name="undo-round"),
    slash(actions.standings, _("See the standings of this channel's tournament"), Right.ANYONE),
    _EXPORT,
    slash(actions.end, _("End the tournament; games under way go on"), Right.ANYONE),
)

FRONT = Front(
    commands=(only_in_servers(_TOURNAMENT),),
    buttons=(
        answers(messages.JOIN, actions.join),
        answers(messages.CHECK_IN, actions.check_in),
        answers(messages.LEAVE, actions.leave),
        answers(messages.RULES, actions.rules),
        answers(messages.LEGEND, actions.legend),
        answers(messages.START, actions.start_pressed),
        answers(messages.NEXT, actions.begin),
        answers(messages.BRACKET, actions.show_bracket),
        edits(messages.PART, actions.show_part),
        edits(messages.RESULT, actions.settle),
        with_press(messages.LET_IN, actions.let_in, in_place=False),
        with_press(messages.TIE, actions.break_tie, in_place=False),
    ),
    plays_here=(actions.setup_here,),
)
