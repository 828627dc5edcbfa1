"""Refusals about places and people outside a game: servers, channels, threads, chat."""

from __future__ import annotations

from bot.model import errors as bot
from bot.text.refusals.facts import Wordings, named, says

WORDINGS: Wordings = {
    bot.OnlyInServers: says("That works only in a server."),
    bot.BotNotHere: says(
        "I can only answer privately here, because I am not a member of this server. Ask a moderator "
        "to invite me, or play with me in a direct message."
    ),
    bot.ThreadNotYours: says(
        "You need the Create Public Threads permission to open a thread in this channel. Open the game "
        "without `thread`, or in a thread that already exists."
    ),
    bot.NoThread: says(
        "I cannot create a thread here. Open the game without `thread`, or ask a moderator to give me the Create "
        "Public Threads and Send Messages in Threads permissions."
    ),
    bot.NotInRange: says(
        "Your rating is {rating}, which is outside the range for this.",
        rating=lambda error, asked: asked.texts.number(error.rating),
    ),
    bot.RangeUpsideDown: says("The lowest rating cannot be above the highest."),
    bot.NoThreadsHere: says(
        "Discord has no threads in this kind of channel. Open the game without `thread`, or in a text channel."
    ),
    bot.GamesNeedThreads: says(
        "Each game gets a thread of its own, and there can be none in this kind of channel. Please use this command in "
        "a text channel."
    ),
    bot.GamesNeedYourThreads: says(
        "Each game gets a thread of its own, so you need the Create Public Threads permission in this channel."
    ),
    bot.GamesNeedMyThreads: says(
        "Each game gets a thread of its own, and I cannot create any here. Ask a moderator to give me the Create "
        "Public Threads and Send Messages in Threads permissions."
    ),
    bot.HeldByDirector: says("In this tournament, only moderators can pause a game. Please ask the director."),
    bot.TooManyThreads: says(
        "This server has as many active threads as Discord allows. Open the game without `thread`, or close a "
        "thread first."
    ),
    bot.NoThreadNow: says(
        "Discord did not create the thread. Please try again soon, or open the game without `thread`."
    ),
    bot.NobodyReads: says(
        "{name} has left this server, so nobody reads a reminder. To go on without {name}, use `/game claim`.",
        name=named("name"),
    ),
}
