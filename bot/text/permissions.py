"""Permissions in a server, in words."""

from __future__ import annotations

from bot.model.profiles import Permission, WhoMay
from bot.service.rights import role_of
from bot.text.texts import N_, Texts

_TITLES = {
    Permission.OPEN: N_("Opening games"),
    Permission.COMPUTERS: N_("Computer players"),
    Permission.WORDS: N_("Words of the server"),
    Permission.VARIANTS: N_("Variants of the server"),
    Permission.CHANNELS: N_("Settings of channels"),
}

_ABOUT = {
    Permission.OPEN: N_(
        "New games, demonstrations, games from files, playing again, games of another place shown here"
    ),
    Permission.COMPUTERS: N_("Seating computer players, and letting them take over from who leaves"),
    Permission.WORDS: N_("Adding, removing and importing words that count in all new games here"),
    Permission.VARIANTS: N_("Loading and removing boards and tile sets of this server's own"),
    Permission.CHANNELS: N_("Changing /settings channel: rules, coordinates and looks of games there"),
}

_REFUSED = {
    Permission.OPEN: N_(
        "Only {who} may open games here. You can take a seat in theirs, or play with me by direct message."
    ),
    Permission.COMPUTERS: N_(
        "Only {who} may seat computer players here. Play with other people, or against me by direct message."
    ),
    Permission.WORDS: N_(
        "Only {who} may change the words of this server. Your own list, which counts in games that you host, is "
        "changed with `list: mine`."
    ),
    Permission.VARIANTS: N_("Only {who} may load and remove variants here. Send them your file, and they can load it."),
    Permission.CHANNELS: N_("Only {who} may change the settings of channels here. `/settings mine` changes your own."),
}


def action_title(action: Permission, texts: Texts) -> str:
    """The title of an action."""
    return texts.gettext(_TITLES[action])


def about_action(action: Permission, texts: Texts) -> str:
    """What an action includes."""
    return texts.gettext(_ABOUT[action])


def rule_text(rule: str, texts: Texts) -> str:
    """Who a rule allows, for a table; roles are mentioned."""
    if rule == WhoMay.EVERYBODY:
        return texts.pgettext("who may", "everybody")
    role = role_of(rule)
    if role is None:
        return texts.gettext("moderators only")
    return texts.gettext("{role} and moderators", role=f"<@&{role}>")


def keepers_text(rule: str, texts: Texts, *, here: bool = True) -> str:
    """Who a rule allows, for use in a sentence. Elsewhere (not `here`) a role has no name."""
    role = role_of(rule)
    if role is None:
        return texts.gettext("moderators (people with the right Manage Server)")
    if not here:
        return texts.gettext("moderators and members with a certain role")
    return texts.gettext("moderators and members with the role {role}", role=f"<@&{role}>")


def not_allowed(action: Permission, rule: str, here: bool, texts: Texts) -> str:
    """An action is not allowed: who may do it, and what to do instead."""
    if not here:
        return texts.gettext(
            "The server where this game lives lets only {who} do that.", who=keepers_text(rule, texts, here=False)
        )
    return texts.gettext(_REFUSED[action], who=keepers_text(rule, texts))
