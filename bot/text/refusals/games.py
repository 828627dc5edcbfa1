"""Refusals about games, seats, time, places, rights and requests."""

from __future__ import annotations

from bot.model import errors as bot
from bot.text.clocks import length_text, moment
from bot.text.names import as_typed, bold, escape, shortened
from bot.text.permissions import not_allowed, too_many_games, too_often
from bot.text.refusals.facts import (
    MOST_QUOTED,
    RefusalContext,
    Wordings,
    counts,
    fact,
    named,
    number,
    quote,
    quoted,
    rule,
    says,
    seat,
)
from bot.text.rules import contradiction_text, preset_text, rule_title, value_text
from bot.text.settings import name_of, offered_title, option_name
from engine import errors as err
from engine.game.decisions.lobby import PRESET
from engine.model.levels import NUMBERS
from engine.model.rules import allowed_values


def _shortened(values: tuple[str, ...]) -> tuple[str, ...]:
    """The values, with a long run of numbers replaced by its ends."""
    numbers = [value for value in values if value.isdigit()]
    if len(numbers) < 6:
        return values
    others = tuple(value for value in values if not value.isdigit())
    low, high = min(numbers, key=int), max(numbers, key=int)
    if low == "0":
        others, low = (*others, "0"), min((n for n in numbers if n != "0"), key=int)
    return (*others, f"{low}–{high}")


def _allowed(error: err.RuleValueRefused, asked: RefusalContext) -> str:
    return asked.texts.either(escape(_value(error.rule, one, asked)) for one in _shortened(error.allowed))


def _value(rule: str, value: str, asked: RefusalContext) -> str:
    """A value as the option shows it; a run of numbers as it is."""
    if rule == PRESET:
        return name_of(preset_text(value, asked.texts))
    return f"“{value_text(rule, value, asked.texts)}”" if value in allowed_values(rule) else value


def _rules_contradict(error: err.RulesContradict, asked: RefusalContext) -> str:
    told = asked.texts.gettext(
        "The rules {rule} and {other} do not go together like that. Change {other} first.",
        rule=bold(rule_title(error.rule, asked.texts)),
        other=bold(rule_title(error.other, asked.texts)),
    )
    return f"{told} {contradiction_text(error.rule, error.other, asked.texts)}".strip()


def _unknown_game(error: bot.UnknownGame, asked: RefusalContext) -> str:
    if error.game:
        return asked.texts.gettext("There is no game with the code {code}. Please check it.", code=quoted(error.game))
    return asked.texts.gettext("There is no game here. Open one with `/game new`.")


GAMES: Wordings = {
    err.EngineError: says("That is not possible."),
    err.RuleViolation: says("The rules of this game do not allow that."),
    bot.BotError: says("That did not work. Nothing has changed; please try again."),
    bot.UnknownGame: _unknown_game,
    bot.BadScores: says(
        "{text} is not a result. Type the points of both players, such as 410 380.",
        text=lambda error, _: quoted(error.typed),
    ),
    bot.NothingToLeave: says("There is nothing here for you to leave."),
    bot.ChannelBusy: says(
        "There is already a game in this channel. Finish it first, or open yours in a thread or another channel."
    ),
    bot.NotOfThatGame: says(
        "Only the players of that game can ask for a rematch. Press **Rematch, other players** to open a "
        "game of your own with these rules."
    ),
    bot.RematchBegan: says("The rematch has already started. Use `/game list` to find it."),
    bot.NothingFinished: says("I do not know of a game that you have finished. Play one to the end, then ask again."),
    bot.NotOver: says(
        "A record shows every rack, so you can have it only when the game is over. To keep an unfinished game, "
        "use `/game save`."
    ),
    bot.GcgForTwo: says("GCG is for games with two players. Use `format: json`, which works for any game."),
    err.AlreadyStarted: says("That is possible only before the game starts."),
    err.TooLateToJoin: says(
        "This game has begun, so you cannot join it. You can watch it here, or open one of your own with `/game new`."
    ),
    err.NotStarted: says("The game has not started yet. Any player can start it with `/game start`."),
    err.GameIsOver: says("This game is over. Open another one with `/game new`."),
    err.NoSuchLevel: says(
        "Computer players have levels {lowest} to {highest}, not {level}.",
        lowest=lambda *_: NUMBERS[0],
        highest=lambda *_: NUMBERS[-1],
        level=fact("level"),
    ),
    err.NoSuchRule: says("There is no rule called {rule}. Use `/game rules` to see them all.", rule=quote("rule")),
    err.RuleValueRefused: says(
        "The rule {rule} cannot be {value}. It can be {allowed}.",
        rule=rule("rule"),
        value=quote("value"),
        allowed=_allowed,
    ),
    err.RulesContradict: _rules_contradict,
    err.RuleIsOff: says(
        "The rule {rule} does not allow that in this game. The host can change it with `/game rules` before a game "
        "starts.",
        rule=rule("rule"),
    ),
    err.HostIsComputer: says(
        "In this game the host decides which words count, so the host must be a person. Choose another challenge rule."
    ),
}


def _not_in_range(error: bot.NotInRange, asked: RefusalContext) -> str:
    rating = asked.texts.number(error.rating)
    if error.provisional:
        return asked.texts.gettext(
            "You have no rating yet, or a provisional one. It counts as {rating} here, which is outside the range.",
            rating=rating,
        )
    return asked.texts.gettext("Your rating is {rating}, which is outside the range for this.", rating=rating)


def _not_agreed(error: err.NotAgreed, asked: RefusalContext) -> str:
    if error.of_file:
        return asked.texts.gettext(
            "In a game loaded from a file, a seat changes hands only if its player agrees, and {name} has not.",
            name=asked.name(error.seat),
        )
    return asked.texts.gettext(
        "{name} has not agreed to that, and the pool has too few tiles for a new rack.", name=asked.name(error.seat)
    )


SEATS: Wordings = {
    bot.NoSeatForBots: says(
        "{name} is a bot and cannot take a seat. To add a computer player, use `/game seat computer`.",
        name=named("name"),
    ),
    bot.NoSuchPlayer: says(
        "Nobody called {name} is playing here. Type {names}, or the number of the seat.",
        name=quote("name"),
        names=lambda error, asked: asked.texts.either(map(escape, error.names)),
    ),
    err.NotSeated: says("You have no seat in this game. You can join a game before it starts, or watch it."),
    err.AlreadySeated: says("You are already in this game."),
    err.SeatIsKept: says("A seat is kept for you. Press **Join** first."),
    err.NobodySeated: says("Nobody has joined yet. Press **Join** first."),
    err.NoSeatFree: counts(
        "The game has {count} seat, and it is taken.", "All {count} seats of this game are taken.", fact("seats")
    ),
    err.SentAway: says(
        "You were removed from this game, so you cannot join it. Please ask the host, or open a game with `/game new`."
    ),
    err.SeatsKept: says(
        "The free seats are kept for {names}. The host can open them with **Stop waiting**.",
        names=lambda error, asked: asked.texts.join(map(escape, error.names)),
    ),
    err.NoSuchSeat: says("There is no seat {number} in this game.", number=lambda error, _: error.seat + 1),
    err.HasLeft: says("That player has left the game."),
    err.SeatKept: says(
        "{name} is playing for you. Press **More** and **Take my seat back**, or use `/join`.", name=seat("seat")
    ),
    err.EndingResigns: says(
        "You are playing, and so are others: to end the game for good, resign with `/game resign`, or keep it for "
        "later with `/game pause`."
    ),
    err.NotCancellable: says(
        "You can cancel a two-player game only until both have moved. To give this one up, use `/game resign`."
    ),
    err.NotAgreed: _not_agreed,
    err.NoSuchOffer: says("Nobody is asking you about a seat now."),
    err.SeatNotFree: says(
        "You cannot take over the seat of {name}: someone else has it, or its player resigned.", name=seat("seat")
    ),
    err.WrongNumberOfSeats: counts(
        "The rule {rule}, as it is set, needs exactly {needed} players, and there is {count}. Change the rule or the "
        "players.",
        "The rule {rule}, as it is set, needs exactly {needed} players, and there are {count}. Change the rule or the "
        "players.",
        fact("seats"),
        rule=rule("rule"),
        needed=number("needed"),
    ),
    err.TooManySeated: counts(
        "{count} seat is taken or kept, so there cannot be only {players} players. Free a seat first.",
        "{count} seats are taken or kept, so there cannot be only {players} players. Free a seat first.",
        fact("seats"),
        players=number("players"),
    ),
}


def _no_such_pause(error: bot.NoSuchPause, asked: RefusalContext) -> str:
    if not error.known:
        return asked.texts.gettext("No game is paused here.")
    known = asked.texts.either(quoted(name) for name in error.known[:10])
    if not error.name:
        return asked.texts.gettext("Several games are paused here. Name the one to resume: {known}.", known=known)
    return asked.texts.gettext(
        "No paused game is called {name}. You can choose {known}.", name=quoted(error.name), known=known
    )


TIME: Wordings = {
    err.TimeIsUp: says("The time for this turn has run out."),
    err.NudgedLately: says(
        "Please wait a little. You can send the next reminder {moment}.", moment=lambda error, _: moment(error.again)
    ),
    err.NobodyToNudge: says("There is nobody to remind: the game is not waiting for anyone else."),
    err.NothingToClaim: says(
        "There is nothing to claim: the game is not waiting for anyone else, or a clock ends the turn."
    ),
    err.ClaimTooEarly: says(
        "You can claim this game {moment}, if nobody has moved by then. To remind the player now, use `/game nudge`.",
        moment=lambda error, _: moment(error.at),
    ),
    err.ClaimPending: says(
        "This game has been claimed. If there is still no move, those who are waiting decide {moment}.",
        moment=lambda error, _: moment(error.at),
    ),
    err.NotClaimed: says("Nobody has claimed this game yet. Use `/game claim`."),
    err.NobodyToGiveTime: says("There is nobody to give time to: the game is not waiting for anyone else."),
    err.NoTimeToGive: says("In this game, players cannot give each other time."),
    err.TimeGivenAlready: says("You have already given more time in this turn. You can do it again in the next one."),
    err.NoLongTurns: says("Clocks stop for players who are away only where a turn can take an hour or more."),
    err.NotAway: says("You are not away in this game."),
    err.GameIsPaused: says("The game is paused as {name}. Use `/game resume` to continue it.", name=quote("name")),
    err.NotPaused: says("This game is not paused."),
    err.AgreedAlready: says("You have already agreed. The others still have to."),
    bot.NoSuchPause: _no_such_pause,
}


PLACES: Wordings = {
    bot.OnlyInServers: says("That works only in a server."),
    bot.BotNotHere: says(
        "I can only answer privately here, because I am not a member of this server. Ask a moderator "
        "to invite me, or play with me in a direct message."
    ),
    bot.NotYoursToWrite: says("You cannot write in this channel, so I cannot post anything here for you."),
    bot.NotMineToWrite: says("I do not have permission to post in this channel. Please ask a moderator."),
    bot.TooLateToShare: says("It is too late to share this result."),
    bot.ThreadNotYours: says(
        "You need the Create Public Threads permission to open a thread in this channel. Open the game "
        "without `thread`, or in a thread that already exists."
    ),
    bot.NoThread: says(
        "I cannot create a thread here. Open the game without `thread`, or ask a moderator to give me the Create "
        "Public Threads and Send Messages in Threads permissions."
    ),
    bot.NotInRange: _not_in_range,
    bot.RangeUpsideDown: says("The lowest rating cannot be above the highest."),
    bot.NoThreadsHere: says(
        "Discord has no threads in this kind of channel. Open the game without `thread`, or in a text channel."
    ),
    bot.GamesNeedThreads: says(
        "Each game gets a thread of its own, and this kind of channel has no threads. Please use this command in a "
        "text channel."
    ),
    bot.GamesNeedYourThreads: says(
        "Each game gets a thread of its own, so you need the Create Public Threads permission in this channel."
    ),
    bot.GamesNeedMyThreads: says(
        "Each game gets a thread of its own, and I cannot create any here. Ask a moderator to give me the Create "
        "Public Threads and Send Messages in Threads permissions."
    ),
    bot.HeldByDirector: says("In this tournament, only moderators can pause a game. Please ask the director."),
    bot.ForfeitsInstead: says(
        "This game belongs to a tournament or a league, so it cannot be cancelled. If you do not want to play it, "
        "use `/game resign`. You lose it there, but until both of you have moved, no rating changes."
    ),
    bot.TooManyThreads: says(
        "This server has as many active threads as Discord allows. Open the game without `thread`, or close a "
        "thread first."
    ),
    bot.NoThreadNow: says(
        "Discord did not create the thread. Please try again shortly, or open the game without `thread`."
    ),
    bot.NobodyReads: says(
        "{name} has left this server, so nobody would read a reminder. To go on without {name}, use `/game claim`.",
        name=named("name"),
    ),
}


RIGHTS: Wordings = {
    err.OnlyHost: says("Only the host of the game or a moderator can do that."),
    bot.ModeratorsOnly: says("Only a moderator can do that: someone with the Manage Server permission."),
    bot.NotAllowed: lambda error, asked: not_allowed(error.action, error.rule, error.here, asked.texts),
    bot.NotDirector: says("Only the director and moderators can do this."),
    bot.NotForWatchers: says(
        "Only a player of that game or a moderator can show it in this channel. To watch it yourself, send "
        "me `/game watch` in a direct message."
    ),
    bot.StillRunning: says("I review a game only after it has ended, because a review shows racks."),
    bot.NeverAgreed: says(
        "That game came from a file, and it ended before all its players agreed to play on. So its racks stay hidden."
    ),
    bot.KinRuns: says(
        "That game is also being continued from a file, perhaps with the same racks. You can see its racks once "
        "every game that continues it is over."
    ),
}


MOST_OFFERED = 25
"""How many values of an option are listed: as many as Discord lists."""


def _not_offered(error: bot.NotOffered, asked: RefusalContext) -> str:
    """What is offered, a line each where commas would be ambiguous."""
    texts = asked.texts
    names = [bold(name_of(offered_title(error.option, one, texts))) for one in error.offered[:MOST_OFFERED]]
    facts = {"option": option_name(error.option, texts), "value": bold(shortened(error.value, MOST_QUOTED))}
    if any("," in name for name in names):
        told = texts.gettext("`{option}:` cannot be {value}. You can choose:", **facts)
        return "\n".join((told, *(f"- {name}" for name in names)))
    return texts.gettext(
        "`{option}:` cannot be {value}. You can choose {offered}.", offered=texts.either(names), **facts
    )


REQUESTS: Wordings = {
    bot.UnknownAction: says("This button is out of date. Use `/game board` for a new one."),
    bot.Forgotten: says("I no longer know what this is about. Please use the command again, or type your move again."),
    bot.NotYours: says("This button is for the person who wrote the message."),
    bot.NotOffered: _not_offered,
    bot.NoSuchTimeZone: says(
        "I do not know the time zone {typed}. Type a large city in that zone, and choose from the list.",
        typed=lambda error, _: bold(shortened(error.typed, MOST_QUOTED)),
    ),
    bot.NoSuchLength: says(
        "`{option}:` cannot be {value}. Type a length of time, such as {example}. The shortest is {lowest}, the "
        "longest {highest}.",
        option=lambda error, asked: option_name(error.option, asked.texts),
        value=lambda error, _: bold(shortened(error.value, MOST_QUOTED)),
        example=lambda error, asked: as_typed(length_text(error.times.example, asked.texts)),
        lowest=lambda error, asked: length_text(error.times.low, asked.texts),
        highest=lambda error, asked: length_text(error.times.high, asked.texts),
    ),
    bot.NameTaken: says("The name {name} is taken. Please choose another one.", name=quote("name")),
    bot.SeveralGames: says("You are in several games. Do this in the channel of the one you mean."),
    bot.StillPreparing: says("I am still getting ready to think. Please try again in a few minutes."),
    bot.EngineFailed: says("I could not finish thinking about this. Please try again."),
}


FAIR_USE: Wordings = {
    bot.TooManyGames: lambda error, asked: too_many_games(error, asked.texts),
    bot.TooOften: lambda error, asked: too_often(error, asked.texts),
    bot.TooBusy: says("Several people did something at the same moment. Please try again."),
    bot.TooManyAtOnce: says(
        "That is more than I can do at once. Nothing has changed. Please wait for my answers, then try again."
    ),
}
