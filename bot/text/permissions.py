"""What people may do and how much, in words: permissions in a server, and fair use."""

from __future__ import annotations

from collections.abc import Mapping

from bot.limits import Limit, Per
from bot.model.errors import TooManyGames, TooOften
from bot.model.profiles import Permission, WhoMay
from bot.service.rights import role_of
from bot.text.clocks import length_text
from bot.text.texts import Texts
from engine.model.durations import MINUTE, SECOND
from engine.sentences import N_

_TITLES = {
    Permission.OPEN: N_("Opening games"),
    Permission.COMPUTERS: N_("Computer players"),
    Permission.WORDS: N_("The server's words"),
    Permission.VARIANTS: N_("The server's variants"),
    Permission.CHANNELS: N_("Channel settings"),
    Permission.MODERATE: N_("Moderating games"),
}

_ABOUT = {
    Permission.OPEN: N_(
        "New games, demonstrations, games loaded from files, rematches, and showing games from elsewhere here"
    ),
    Permission.COMPUTERS: N_("Adding computer players, and letting them take over from players who leave"),
    Permission.WORDS: N_("Adding, removing and importing words that count in all new games here"),
    Permission.VARIANTS: N_("Loading and removing this server's own boards and tile sets"),
    Permission.CHANNELS: N_("Changing /settings channel: the rules, coordinates and look of games there"),
    Permission.MODERATE: N_("Ending games and duplicates of others, removing players, and giving their seats away"),
}

_REFUSED = {
    Permission.OPEN: N_("Only {who} can open games here. You can join theirs, or play with me by direct message."),
    Permission.COMPUTERS: N_(
        "Only {who} can add computer players here. Play with other people, or against me by direct message."
    ),
    Permission.WORDS: N_(
        "Only {who} can change this server's words. To change your own list, which counts in games that you "
        "host, use `list: mine`."
    ),
    Permission.VARIANTS: N_("Only {who} can load and remove variants here. Send them your file, and they can load it."),
    Permission.CHANNELS: N_("Only {who} can change channel settings here. Use `/settings mine` to change your own."),
    Permission.MODERATE: N_("Only {who} can moderate games here. Ask one of them to end a game or remove a player."),
}


def action_title(action: Permission, texts: Texts) -> str:
    """The title of an action."""
    return texts.gettext(_TITLES[action])


def about_action(action: Permission, texts: Texts) -> str:
    """What an action includes."""
    return texts.gettext(_ABOUT[action])


def rule_text(rule: str, texts: Texts) -> str:
    """The people whom a rule allows, for a table; roles are mentioned."""
    if rule == WhoMay.EVERYBODY:
        return texts.pgettext("who may", "everyone")
    role = role_of(rule)
    if role is None:
        return texts.gettext("moderators only")
    return texts.gettext("{role} and moderators", role=f"<@&{role}>")


def keepers_text(rule: str, texts: Texts, *, here: bool = True) -> str:
    """The people whom a rule allows, for use in a sentence. Outside its server (not `here`), a role has no name."""
    role = role_of(rule)
    if role is None:
        return texts.gettext("moderators (people with the Manage Server permission)")
    if not here:
        return texts.gettext("moderators and members with a certain role")
    return texts.gettext("moderators and members with the role {role}", role=f"<@&{role}>")


def not_allowed(action: Permission, rule: str, here: bool, texts: Texts) -> str:
    """The refusal of an action: who may do it, and what to do instead."""
    if not here:
        return texts.gettext(
            "Only {who} can do that in the server where this game is played.", who=keepers_text(rule, texts, here=False)
        )
    return texts.gettext(_REFUSED[action], who=keepers_text(rule, texts))


def rules_text(rules: Mapping[Permission, str], texts: Texts) -> str:
    """Whom a server allows what, a line for each action."""
    lines = ["- " + texts.titled(action_title(one, texts), rule_text(rule, texts)) for one, rule in rules.items()]
    return "\n".join((texts.gettext("**Who may do what**"), *lines))


def about_rule(action: Permission, rule: str, texts: Texts) -> str:
    """An action, what it includes, and whom its rule allows."""
    now = texts.gettext("Now: {who}.", who=rule_text(rule, texts))
    return f"### {action_title(action, texts)}\n{about_action(action, texts)}\n{now}"


def kept_text(rule: str, texts: Texts) -> str:
    """Who can change the settings of a channel."""
    return texts.gettext("Only {who} can change these.", who=keepers_text(rule, texts))


def moderated_games(count: int, texts: Texts) -> tuple[str, str]:
    """How many games of a server are not over, and what moderators can do; and the hint of their menu."""
    if not count:
        told = texts.gettext("No game is open in this server.")
    else:
        told = texts.ngettext(
            "{count} game is open in this server. Choose it to end it, or to remove a player.",
            "{count} games are open in this server. Choose one to end it, or to remove a player.",
            count,
        )
    more = texts.gettext(
        "In a game, **More** offers the same. `/together stop` ends the duplicate of a channel, and `/help` has a "
        "topic for moderators."
    )
    return f"{told}\n{more}", texts.gettext("Choose a game")


def moderated_game(name: str, state: str, place: str, texts: Texts) -> str:
    """A game of a server, how it stands, and where it is."""
    return texts.gettext("{game} ({state}), in {place}", game=name, state=state, place=place)


_LIMITS = {
    Limit.LOBBIES: N_("Open lobbies"),
    Limit.GAMES: N_("Running games"),
    Limit.DEMONSTRATIONS: N_("Demonstrations"),
    Limit.PAUSED: N_("Paused games"),
    Limit.OPENINGS: N_("Games opened per hour"),
    Limit.THINKING: N_("Seconds of thinking per hour"),
    Limit.HINTS: N_("Hints per hour"),
    Limit.IMPORTS: N_("Word lists and variants sent per hour"),
    Limit.FILES: N_("Files requested per hour"),
    Limit.PICTURES: N_("Private pictures per minute"),
    Limit.REVIEWS: N_("Reviews per day"),
    Limit.PUZZLES: N_("Puzzles per hour"),
    Limit.AWAY: N_("Days away per year"),
    Limit.MENTIONS: N_("Mentions of me answered per minute"),
    Limit.REQUESTS: N_("Requests per minute"),
}

_ABOUT_LIMITS = {
    Limit.LOBBIES: N_("Games that have not started."),
    Limit.GAMES: N_("Games with at least one person playing. They count towards their host's limit."),
    Limit.DEMONSTRATIONS: N_(
        "Games between computer players. They count towards the limit of the person who started them."
    ),
    Limit.PAUSED: N_("Games kept for later. They count towards their host's limit."),
    Limit.OPENINGS: N_("New games of every kind, including rematches and demonstrations, and the threads for them."),
    Limit.THINKING: N_(
        "For computer players, hints and analysis boards. When it is used up, computer players move at once; "
        "demonstrations get half."
    ),
    Limit.HINTS: N_("All kinds of hints, and what I work out on analysis boards."),
    Limit.IMPORTS: N_("/word import and /settings variants file:."),
    Limit.FILES: N_(
        "/game save, /game load, /game export, /word export, and records for /review game and /review analysis."
    ),
    Limit.PICTURES: N_("Answers with a picture that only one person sees: boards, racks, statistics, help."),
    Limit.REVIEWS: N_("Finished games that people ask me to review."),
    Limit.PUZZLES: N_("New puzzles. Your tries at a puzzle do not count, nor does the puzzle of the day."),
    Limit.AWAY: N_("Days with clocks stopped in games with long turns (/settings away)."),
    Limit.MENTIONS: N_("Mentions and direct messages that are not moves. Beyond this limit, I ignore them."),
    Limit.REQUESTS: N_("Commands, buttons and typed moves."),
}

_SCOPES = {
    Per.PERSON: N_("Each person"),
    Per.CHANNEL: N_("Each channel and its threads"),
    Per.SERVER: N_("The whole server"),
}

_OWN_RATE = {
    Limit.OPENINGS: N_("You have opened a lot of games recently."),
    Limit.THINKING: N_("You have used up your hourly thinking time for computer players."),
    Limit.HINTS: N_("You have had a lot of hints recently."),
    Limit.IMPORTS: N_("You have sent a lot of word lists and variants recently."),
    Limit.FILES: N_("You have requested a lot of files recently."),
    Limit.PICTURES: N_("You have requested a lot of pictures recently."),
    Limit.REVIEWS: N_("You have requested a lot of reviews today."),
    Limit.PUZZLES: N_("You have had a lot of puzzles recently."),
    Limit.AWAY: N_("You have used up your days away."),
    Limit.MENTIONS: N_("You have mentioned me a lot recently."),
    Limit.REQUESTS: N_("You are sending requests too fast."),
}

_SERVER_RATE = {
    Limit.OPENINGS: N_("This server has opened a lot of games recently."),
    Limit.THINKING: N_("This server has used up its hourly thinking time for computer players."),
    Limit.HINTS: N_("This server has had a lot of hints recently."),
    Limit.IMPORTS: N_("This server has sent a lot of word lists and variants recently."),
    Limit.FILES: N_("This server has requested a lot of files recently."),
    Limit.PICTURES: N_("This server has requested a lot of pictures recently."),
    Limit.REVIEWS: N_("This server has requested a lot of reviews today."),
    Limit.PUZZLES: N_("This server has had a lot of puzzles recently."),
    Limit.MENTIONS: N_("This server has mentioned me a lot recently."),
    Limit.REQUESTS: N_("This server is sending requests too fast."),
}


def limit_title(limit: Limit, texts: Texts) -> str:
    """The title of a limit."""
    return texts.gettext(_LIMITS[limit])


def about_limit(limit: Limit, texts: Texts) -> str:
    """What counts towards a limit."""
    return texts.gettext(_ABOUT_LIMITS[limit])


def scope_text(per: Per, texts: Texts) -> str:
    """Who or what a limit counts for."""
    return texts.gettext(_SCOPES[per])


def too_many_games(error: TooManyGames, texts: Texts) -> str:
    """The refusal of one more game: whose games count, and what to do."""
    games = _games(error.limit, error.most, texts)
    if not error.most:
        return _none(error.limit, texts)
    match error.per:
        case Per.PERSON if not error.own:
            told = texts.gettext(
                "The host of this game has {games}, which is the limit. One of them has to end first.",
                games=games,
            )
        case Per.PERSON if error.everywhere:
            told = texts.gettext(
                "You have {games} across all servers, which is the limit. End one of them first.", games=games
            )
        case Per.PERSON:
            told = texts.gettext("You have {games} here, which is the limit. End one of them first.", games=games)
        case Per.CHANNEL:
            told = texts.gettext(
                "This channel and its threads have {games}, which is the limit. Use another channel, or wait "
                "until one of them ends.",
                games=games,
            )
        case Per.SERVER:
            told = texts.gettext(
                "This server has {games}, which is the limit. Wait until one of them ends, or play with me "
                "by direct message.",
                games=games,
            )
    return told


def _games(limit: Limit, count: int, texts: Texts) -> str:
    match limit:
        case Limit.LOBBIES:
            return texts.ngettext("{count} lobby waiting for players", "{count} lobbies waiting for players", count)
        case Limit.DEMONSTRATIONS:
            return texts.ngettext("{count} demonstration", "{count} demonstrations", count)
        case Limit.PAUSED:
            return texts.ngettext("{count} paused game", "{count} paused games", count)
        case _:
            return texts.ngettext("{count} running game", "{count} running games", count)


def too_often(error: TooOften, texts: Texts) -> str:
    """The refusal of a request that came too often: when it will be possible again."""
    if not error.most:
        return _none(error.limit, texts)
    told = texts.gettext((_OWN_RATE if error.per is Per.PERSON else _SERVER_RATE)[error.limit])
    again = texts.gettext("Try again in {time}.", time=length_text(_rounded(error.wait), texts))
    return f"{told} {again}"


def _none(limit: Limit, texts: Texts) -> str:
    return texts.gettext(
        "{limit}: none are allowed here. A moderator can change that in `/settings server`.",
        limit=limit_title(limit, texts),
    )


def _rounded(wait: int) -> int:
    """A time in milliseconds, rounded up to whole seconds, or to whole minutes from two minutes on."""
    unit = SECOND if wait < 2 * MINUTE else MINUTE
    return -(-wait // unit) * unit
