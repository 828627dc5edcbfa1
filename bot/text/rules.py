"""The rules of a game in words: each rule, each of its values, and a summary for the lobby."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from bot.text.clocks import length_text
from bot.text.texts import Texts
from engine.game.decisions.lobby import PRESET
from engine.model.durations import SECOND, Times
from engine.model.levels import NUMBERS
from engine.model.rules import PRESETS, TIMES, ChallengeRule, Rules, allowed_values, preset_rules, rule_names
from engine.sentences import N_, NP_

_TITLES: Mapping[str, tuple[str, str]] = {
    PRESET: NP_("rule", "All rules"),
    "players": NP_("rule", "Players"),
    "start": NP_("rule", "Start"),
    "first_player": NP_("rule", "First player"),
    "draw_tiles": NP_("rule", "Drawing tiles"),
    "challenge": NP_("rule", "Unknown words"),
    "exchange_min_pool": NP_("rule", "Exchanges"),
    "undo": NP_("rule", "Undo"),
    "scoreless_end": NP_("rule", "Scoreless turns"),
    "end_adjustment": NP_("rule", "Tiles left at the end"),
    "on_leave": NP_("rule", "Players who leave"),
    "hints": NP_("rule", "Hints"),
    "hint_cost": NP_("rule", "Cost of a hint"),
    "show_thinking": NP_("rule", "Computers think aloud"),
    "rated": NP_("rule", "Rated"),
    "demo_pace": NP_("rule", "Pace of demonstrations"),
    "overtime_penalty": NP_("rule", "Overtime penalty"),
    "turn_clock": NP_("rule", "Turn clock"),
    "time_bank": NP_("rule", "Time bank"),
    "game_clock": NP_("rule", "Game clock"),
    "increment": NP_("rule", "Increment"),
    "overtime_limit": NP_("rule", "Overtime limit"),
    "clock_grace": NP_("rule", "Grace after the turn clock"),
    "undo_window": NP_("rule", "Time to undo"),
    "challenge_window": NP_("rule", "Time to challenge a computer"),
    "answer_time": NP_("rule", "Time to answer"),
    "claim_after": NP_("rule", "Silent players"),
    "tournament": NP_("rule", "Tournament"),
    "computer_level": NP_("rule", "Level of stand-ins"),
    "show_racks": NP_("rule", "Open racks"),
    "trade_blanks": NP_("rule", "Trading blanks"),
    "tabletop": NP_("rule", "Real board"),
    "exchange_four": NP_("rule", "Four of a kind"),
}

_RULES: Mapping[str, str] = {
    "players": N_("How many players there can be"),
    "start": N_("When the game starts"),
    "first_player": N_("Who goes first"),
    "draw_tiles": N_("Who draws your tiles"),
    "challenge": N_("What happens to words that are not in the dictionary"),
    "exchange_min_pool": N_("When tiles can be exchanged"),
    "undo": N_("Whether you can undo a move for a moment"),
    "scoreless_end": N_("How many scoreless turns in a row end the game"),
    "end_adjustment": N_("How tiles left on the racks count at the end"),
    "on_leave": N_("What happens when a player leaves a running game"),
    "hints": N_("How many hints each player can have"),
    "hint_cost": N_("How many points a hint costs"),
    "show_thinking": N_("Whether everyone sees the moves a computer player considers"),
    "rated": N_("Whether it counts for ratings"),
    "demo_pace": N_("How many seconds pass before each move when only computers play"),
    "overtime_penalty": N_("How many points each minute or part of a minute over the game clock costs"),
    "turn_clock": N_("How long a turn can take before it is lost or uses the bank"),
    "time_bank": N_("How much extra time each player has for turns that run over the turn clock"),
    "game_clock": N_("How much time each player has for the whole game"),
    "increment": N_("How much each finished turn adds to the game clock or time bank"),
    "overtime_limit": N_("How far over the game clock a player can go before losing the game"),
    "clock_grace": N_("How long a move that was previewed in time can be played late"),
    "undo_window": N_("How long after a move you can undo it"),
    "challenge_window": N_("How long a computer player waits for a challenge before it moves"),
    "answer_time": N_("How long I wait for answers when there is no turn clock"),
    "claim_after": N_("How long you wait for a silent player; 5 minutes with a clock under an hour"),
    "tournament": N_("Whether tournament rules apply: no optional rules, and an invalid play costs the turn"),
    "computer_level": N_("How strong a computer player that takes over is, from {lowest} to {highest}"),
    "show_racks": N_("Whose tiles everyone sees"),
    "trade_blanks": N_("Whether you can trade the real tile for a blank on the board"),
    "tabletop": N_("Whether you play with a real board and real tiles, and I keep the score"),
    "exchange_four": N_("Whether four tiles of a letter let you exchange the rack and keep the turn"),
}

_VALUES: Mapping[tuple[str, str], tuple[str, str]] = {
    ("start", "press"): NP_("value of a rule", "when someone presses Start"),
    ("start", "full"): NP_("value of a rule", "by itself once all seats are taken, or sooner if someone presses Start"),
    ("first_player", "draw"): NP_(
        "value of a rule", "everyone draws a tile; the one nearest A goes first, and a blank beats A"
    ),
    ("first_player", "random"): NP_("value of a rule", "a random player"),
    ("first_player", "host"): NP_(
        "value of a rule", "the host; in a rematch, the player after the one who went first last time"
    ),
    ("draw_tiles", "auto"): NP_("value of a rule", "I draw them"),
    ("draw_tiles", "manual"): NP_(
        "value of a rule",
        "you pick them face down; after a minute, or when your turn comes, I draw the rest",
    ),
    ("challenge", "void"): NP_("value of a rule", "they are refused at once and cost nothing"),
    ("challenge", "strict"): NP_("value of a rule", "they cost the turn"),
    ("challenge", "five_point"): NP_(
        "value of a rule",
        "they stay unless challenged off; a wrong challenge gives their player 5 points a word",
    ),
    ("challenge", "ten_point"): NP_(
        "value of a rule",
        "they stay unless challenged off; a wrong challenge gives their player 10 points a word",
    ),
    ("challenge", "triple"): NP_(
        "value of a rule", "a challenge decides the game, and the player who is wrong loses; for two players"
    ),
    ("challenge", "house"): NP_(
        "value of a rule",
        "the other people accept or reject them, and a rejected play loses the turn; against computers, you decide",
    ),
    ("challenge", "ask_host"): NP_(
        "value of a rule", "I ask the host whether they count; until then, you can play something else"
    ),
    ("challenge", "single"): NP_("value of a rule", "they stay unless challenged off; a wrong challenge costs nothing"),
    ("challenge", "double"): NP_(
        "value of a rule",
        "they stay unless challenged off; a wrong challenge costs the challenger's next turn",
    ),
    ("exchange_min_pool", "0"): NP_(
        "value of a rule", "as long as the pool has at least as many tiles as you exchange"
    ),
    ("exchange_min_pool", "rack"): NP_("value of a rule", "only while the pool has at least a full rack"),
    ("undo", "on"): NP_("value of a rule", "yes, until the next player moves or a few seconds have passed"),
    ("undo_window", "auto"): NP_(
        "value of a rule",
        "10 seconds, or 3 against computers only; three times as long for players who use text only",
    ),
    ("undo", "off"): NP_("value of a rule", "no"),
    ("scoreless_end", "auto"): NP_("value of a rule", "three for each player"),
    ("scoreless_end", "off"): NP_("value of a rule", "no limit, but ten turns each without a play end the game"),
    ("end_adjustment", "standard"): NP_(
        "value of a rule", "you lose the value of your tiles; the player who went out gains what the others lose"
    ),
    ("end_adjustment", "american"): NP_(
        "value of a rule",
        "the player who went out gains twice the value of the others' tiles, and they lose nothing; if nobody "
        "went out, you lose the value of your tiles",
    ),
    ("end_adjustment", "none"): NP_("value of a rule", "nothing"),
    ("tournament", "on"): NP_("value of a rule", "yes, and optional rules cannot be turned on"),
    ("tournament", "off"): NP_("value of a rule", "no"),
    ("on_leave", "stop"): NP_("value of a rule", "the game ends and the scores stand"),
    ("hints", "off"): NP_("value of a rule", "none"),
    ("hints", "unlimited"): NP_("value of a rule", "as many as you like"),
    ("show_thinking", "on"): NP_(
        "value of a rule", "yes, its best moves with their points, which gives away some of its tiles"
    ),
    ("rated", "on"): NP_("value of a rule", "yes, if two or more people play"),
    ("rated", "off"): NP_("value of a rule", "no"),
    ("show_thinking", "off"): NP_("value of a rule", "no"),
    ("on_leave", "skip"): NP_(
        "value of a rule", "the others play on, and the tiles of the player who left stay out of play"
    ),
    ("turn_clock", "none"): NP_("value of a rule", "no limit"),
    ("time_bank", "none"): NP_("value of a rule", "nothing"),
    ("game_clock", "none"): NP_("value of a rule", "no limit"),
    ("increment", "none"): NP_("value of a rule", "nothing"),
    ("overtime_limit", "none"): NP_("value of a rule", "no limit"),
    ("clock_grace", "0s"): NP_("value of a rule", "not at all"),
    ("on_leave", "computer"): NP_("value of a rule", "a computer player takes over until the player comes back"),
    ("show_racks", "off"): NP_("value of a rule", "nobody's"),
    ("show_racks", "mover"): NP_("value of a rule", "those of the player to move"),
    ("show_racks", "all"): NP_("value of a rule", "everyone's"),
    ("trade_blanks", "on"): NP_("value of a rule", "yes, on your turn, before you play, as often as you can"),
    ("trade_blanks", "off"): NP_("value of a rule", "no"),
    ("exchange_four", "on"): NP_("value of a rule", "yes, as often as it happens, while the pool has a full rack"),
    ("exchange_four", "off"): NP_("value of a rule", "no"),
    ("tabletop", "on"): NP_(
        "value of a rule", "yes; I never see your tiles, and you type in those of the computer players"
    ),
    ("tabletop", "off"): NP_("value of a rule", "no"),
}

_BARE = {one for one in _VALUES if one[1] in ("off", "none", "0s")} - {("scoreless_end", "off")}
"""Values that say only that there is nothing of the kind, so that what the rule is about has to follow."""

RULE_GROUPS: Mapping[str, tuple[str, ...]] = {
    "people": ("players", "start", "first_player", "on_leave", "computer_level", "tabletop", "rated"),
    "words": ("challenge", "challenge_window", "tournament"),
    "tiles": ("draw_tiles", "exchange_min_pool", "exchange_four", "trade_blanks", "show_racks"),
    "help": ("undo", "undo_window", "hints", "hint_cost", "show_thinking", "demo_pace"),
    "clocks": (
        *("turn_clock", "time_bank", "clock_grace", "game_clock", "increment"),
        *("overtime_penalty", "overtime_limit", "answer_time", "claim_after"),
    ),
    "end": ("scoreless_end", "end_adjustment"),
}
"""Every rule by subject, in the order in which they are shown."""

_GROUPS: Mapping[str, tuple[str, str]] = {
    "people": NP_("subject of rules", "Players and start"),
    "words": NP_("subject of rules", "Words and challenges"),
    "tiles": NP_("subject of rules", "Tiles and exchanges"),
    "help": NP_("subject of rules", "Undo, hints and computers"),
    "clocks": NP_("subject of rules", "Clocks"),
    "end": NP_("subject of rules", "End of the game"),
}

_COSTS: Mapping[ChallengeRule, str] = {
    ChallengeRule.SINGLE: N_("A wrong challenge costs nothing."),
    ChallengeRule.DOUBLE: N_("If the words are in the dictionary, you lose your next turn."),
    ChallengeRule.FIVE_POINT: N_("If the words are in the dictionary, the player gains 5 points for each of them."),
    ChallengeRule.TEN_POINT: N_("If the words are in the dictionary, the player gains 10 points for each of them."),
    ChallengeRule.TRIPLE: N_("This decides the game: if the words are in the dictionary, you lose; if not, you win."),
}

_PRESETS: Mapping[str, str] = {
    "friendly": N_("Friendly: unknown words are refused at no cost, and you can undo a move."),
    "classic": N_("Classic: you can play any word, and anyone can challenge it before the next move."),
    "blitz": N_("Blitz: 3 minutes each for the whole game, at most 1 over; unknown words are refused at no cost."),
    "rapid": N_(
        "Rapid: 15 minutes each, at most 1 over, and 10 seconds for each turn; unknown words are refused at no cost."
    ),
    "correspondence": N_(
        "Correspondence: 6 hours a turn and 72 more for the whole game, with reminders; unknown words are refused at "
        "no cost."
    ),
    "club": N_(
        "Club: 25 minutes each, at most 10 over; you can play any word, and a wrong challenge gives the challenged "
        "player 5 points a word."
    ),
    "tournament": N_(
        "Tournament: 25 minutes each, at most 10 over; any invalid play costs the turn, and there are no optional "
        "rules."
    ),
}

_CONTRADICTIONS: Mapping[frozenset[str], str] = {
    frozenset({"undo", "challenge"}): N_("Where words can be challenged, undo would make every move a free try."),
    frozenset({"tabletop", "start"}): N_(
        "With a real board, someone has to type in who goes first, so the game cannot start by itself."
    ),
    frozenset({"challenge", "tournament"}): N_(
        "In a tournament, an invalid play costs the turn or can be challenged; it is never refused at no cost."
    ),
    frozenset({"time_bank", "turn_clock"}): N_(
        "A time bank is for turns that take longer than the turn clock, so there has to be a turn clock."
    ),
    frozenset({"time_bank", "game_clock"}): N_(
        "A player's time for the whole game is on the game clock or in the time bank, not in both."
    ),
    frozenset({"increment", "game_clock"}): N_(
        "An increment is added to a game clock or a time bank, so there has to be one of them."
    ),
    frozenset({"players", "challenge"}): N_("A challenge that decides the game needs two players."),
}
_IN_TOURNAMENTS = N_("A tournament has no optional rules.")


def contradiction_text(rule: str, other: str, texts: Texts) -> str:
    """The reason why two rules contradict each other; empty if there is no more to say."""
    known = _CONTRADICTIONS.get(frozenset({rule, other}))
    if other == "tournament" and known is None:
        return texts.gettext(_IN_TOURNAMENTS)
    return texts.gettext(known) if known else ""


def rule_title(rule: str, texts: Texts) -> str:
    """A rule's name for players; an unknown rule keeps its id."""
    known = _TITLES.get(rule)
    return texts.pgettext(*known) if known else rule


def rule_text(rule: str, texts: Texts) -> str:
    """The purpose of a rule, in one line. Raises `KeyError` for an unknown rule."""
    return texts.gettext(_RULES[rule], lowest=NUMBERS[0], highest=NUMBERS[-1])


_SECONDS = frozenset({"demo_pace"})
"""The rules whose values are numbers of seconds."""


def value_text(rule: str, value: str, texts: Texts) -> str:
    """The meaning of a rule's value, in one line; a plain number is returned as it is."""
    known = _VALUES.get((rule, value))
    if rule in _SECONDS:
        return length_text(int(value) * SECOND, texts)
    if known is None and rule in TIMES:
        return length_text(TIMES[rule].read(value) or 0, texts)
    return texts.pgettext(*known) if known else value


def challenge_cost(rules: Rules, texts: Texts) -> str:
    """The cost of a wrong challenge under the rules; empty if there are no challenges."""
    known = _COSTS.get(rules.challenge)
    return texts.gettext(known) if known else ""


def group_title(group: str, texts: Texts) -> str:
    """The heading of a subject of `RULE_GROUPS`. Raises `KeyError` for an unknown one."""
    return texts.pgettext(*_GROUPS[group])


def rule_line(rule: str, rules: Rules, texts: Texts) -> str:
    """A rule in Discord's markdown: its title and the meaning of its current value. Raises `NoSuchRule`."""
    value = rules.value_text(rule)
    facts = {"rule": rule_title(rule, texts), "value": value_text(rule, value, texts)}
    if (rule, value) in _VALUES and (rule, value) not in _BARE:
        return texts.gettext("**{rule}**: {value}", **facts)
    return texts.gettext("**{rule}**: {value} · {about}", about=rule_text(rule, texts), **facts)


def value_lines(rule: str, texts: Texts) -> tuple[str, ...]:
    """The meaning of every value a rule accepts; a run of numbers is one line. Raises `NoSuchRule`."""
    values = allowed_values(rule)
    worded = [value for value in values if (rule, value) in _VALUES]
    lines = [value_text(rule, value, texts) for value in worded]
    if rule in TIMES:
        return (*lines, _times_line(TIMES[rule], texts))
    numbers = sorted({int(value) for value in values if value not in worded})
    if numbers:
        lines.append(texts.gettext("or a number from {lowest} to {highest}", lowest=numbers[0], highest=numbers[-1]))
    return tuple(lines)


def _times_line(times: Times, texts: Texts) -> str:
    return texts.gettext(
        "or any time from `{lowest}` to `{highest}`, such as {examples}",
        lowest=length_text(times.low, texts),
        highest=length_text(times.high, texts),
        examples=texts.either(f"`{length_text(time, texts)}`" for time in times.offered.values() if time),
    )


def nearest_preset(rules: Rules, language: str) -> tuple[str, tuple[str, ...]]:
    """The most similar preset, and the rules that differ from it, ignoring the number of players.

    `language` is the game's; presets may depend on it.
    """
    differing = {name: _differing(rules, preset_rules(name, language)) for name in PRESETS}
    return min(differing.items(), key=lambda pair: len(pair[1]))


def _differing(rules: Rules, preset: Rules) -> tuple[str, ...]:
    names = (rule for rule in rule_names() if rule != "players")
    return tuple(rule for rule in names if getattr(rules, rule) != getattr(preset, rule))


def differing_rules(rules: Rules, language: str) -> tuple[str, tuple[str, ...]]:
    """Like `nearest_preset`, but the number of players also counts as a difference."""
    preset, changed = nearest_preset(rules, language)
    more = rules.players != preset_rules(preset, language).players
    return preset, (*(("players",) if more else ()), *changed)


def preset_text(name: str, texts: Texts) -> str:
    """A preset in one line; a preset without a description is given by name."""
    known = _PRESETS.get(name)
    return texts.gettext(known) if known else name


def preset_title(rules: Rules, language: str, texts: Texts) -> str:
    """The name of the most similar preset, and whether there are differences from it. `language` is the game's."""
    preset, changed = nearest_preset(rules, language)
    name = preset_text(preset, texts).partition(":")[0].strip()
    return texts.gettext("{preset}, with changes", preset=name) if changed else name


def summary(rules: Rules, language: str, texts: Texts) -> tuple[str, ...]:
    """The rules in a few lines: the most similar preset, and the differences from it.

    `language` is the game's.
    """
    preset, changed = nearest_preset(rules, language)
    if not changed:
        return (preset_text(preset, texts),)
    return (
        preset_text(preset, texts) + " " + texts.gettext("With these changes:"),
        *(_short_line(rule, rules.value_text(rule), texts) for rule in changed),
    )


def _short_line(rule: str, value: str, texts: Texts) -> str:
    return texts.titled(rule_title(rule, texts), value_text(rule, value, texts))


def rated_line(rules: Rules, texts: Texts) -> str:
    """Whether a game counts for ratings."""
    return _short_line("rated", rules.value_text("rated"), texts)


def rules_heading(game: str, texts: Texts) -> str:
    """The heading of a game's rules."""
    return texts.gettext("Rules of {game}", game=game)


def differences(rules: Rules, language: str, texts: Texts) -> tuple[str, ...]:
    """The most similar preset, and by subject what differs from it. `language` is the game's."""
    preset, changed = differing_rules(rules, language)
    if not changed:
        return preset_text(preset, texts), texts.gettext("No rule has been changed.")
    heading = texts.gettext("In this game, these rules are different:")
    return (preset_text(preset, texts), heading, *grouped_rules(rules, changed, texts))


def grouped_rules(rules: Rules, shown: Collection[str], texts: Texts) -> list[str]:
    """The rules shown, each in words, by subject; a subject with none of them is left out."""
    lines = []
    for group, members in RULE_GROUPS.items():
        own = [rule for rule in members if rule in shown]
        if own:
            lines += [f"**{group_title(group, texts)}**", *(f"- {rule_line(rule, rules, texts)}" for rule in own)]
    return lines


def rule_lines(rule: str, rules: Rules, texts: Texts, *, others: bool) -> tuple[str, ...]:
    """What a rule is about, its value, and its possible values; how to set those without room in a menu (`others`).

    Raises `NoSuchRule`.
    """
    values = [f"- {line}" for line in value_lines(rule, texts)]
    more = texts.gettext("For a value that is not in the menu, use `/game rules value:`.")
    return (
        rule_text(rule, texts),
        texts.gettext("Now: {value}", value=value_text(rule, rules.value_text(rule), texts)),
        texts.gettext("You can choose:"),
        *values,
        *((more,) if others else ()),
    )
