"""Permissions in a server, in words."""

from __future__ import annotations

from collections.abc import Mapping

from bot.model.profiles import Permission, WhoMay
from bot.service.rights import role_of
from bot.text.texts import Texts
from engine.sentences import N_

_TITLES = {
    Permission.OPEN: N_("Opening games"),
    Permission.COMPUTERS: N_("Computer players"),
    Permission.WORDS: N_("The server's words"),
    Permission.VARIANTS: N_("The server's variants"),
    Permission.CHANNELS: N_("Channel settings"),
}

_ABOUT = {
    Permission.OPEN: N_(
        "New games, demonstrations, games loaded from files, rematches, and showing games from elsewhere here"
    ),
    Permission.COMPUTERS: N_("Adding computer players, and letting them take over from players who leave"),
    Permission.WORDS: N_("Adding, removing and importing words that count in all new games here"),
    Permission.VARIANTS: N_("Loading and removing this server's own boards and tile sets"),
    Permission.CHANNELS: N_("Changing /settings channel: the rules, coordinates and look of games there"),
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
