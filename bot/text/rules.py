"""The rules of a game in words: each rule, each of its values, and a summary for the lobby."""

from __future__ import annotations

from collections.abc import Mapping

from bot.text.clocks import length_text
from bot.text.texts import N_, NP_, Texts
from engine.model.durations import Times, write_duration
from engine.model.rules import PRESETS, TIMES, ChallengeRule, Rules, allowed_values, preset_rules, rule_names

_RULES: Mapping[str, str] = {
    "players": N_("How many can play at most"),
    "start": N_("When the game starts"),
    "first_player": N_("Who begins"),
    "draw_tiles": N_("Who draws your tiles"),
    "challenge": N_("What happens to words that are not in the dictionary"),
    "exchange_min_pool": N_("When tiles can be exchanged"),
    "undo": N_("Whether a move can be taken back for a moment"),
    "scoreless_end": N_("How many turns in a row without points end the game"),
    "end_adjustment": N_("What the tiles left on the racks count at the end"),
    "on_leave": N_("What happens when a player leaves a running game"),
    "hints": N_("How many hints each player can have"),
    "hint_cost": N_("How many points a hint costs"),
    "show_thinking": N_("Whether everybody sees what a computer player considers"),
    "demo_pace": N_("How many seconds pass before each move when only computers play"),
    "overtime_penalty": N_("How many points each minute begun over the game clock costs"),
    "turn_clock": N_("How long a turn may take before it is lost"),
    "game_clock": N_("How much time each player has for all turns together"),
    "overtime_limit": N_("How far over the game clock a player may go before the game is lost"),
    "clock_grace": N_("How long after the turn clock a move may be played that was previewed in time"),
    "undo_window": N_("How long a move can be taken back"),
    "challenge_window": N_("How long a computer player waits for a challenge before it moves"),
    "answer_time": N_("How long players who are not on turn are waited for, where there is no turn clock"),
    "tournament": N_("Whether the optional rules stay as they are in tournaments, and an invalid play costs the turn"),
    "computer_level": N_("How strong the computer player is that takes over, from 1 to 8"),
    "show_racks": N_("Whose tiles everybody sees"),
    "trade_blanks": N_("Whether a blank on the board can be traded for the real tile"),
    "tabletop": N_("Whether you play with a real board and real tiles, and I keep the score"),
    "exchange_four": N_("Whether four tiles of one letter let you exchange your rack and stay on turn"),
}

_VALUES: Mapping[tuple[str, str], tuple[str, str]] = {
    ("start", "press"): NP_("value of a rule", "when somebody presses Start"),
    ("start", "full"): NP_(
        "value of a rule", "by itself once all seats are taken, or sooner if somebody presses Start"
    ),
    ("first_player", "draw"): NP_(
        "value of a rule", "everybody draws a tile; the one nearest to A begins, and a blank comes before A"
    ),
    ("first_player", "random"): NP_("value of a rule", "chance decides"),
    ("first_player", "host"): NP_(
        "value of a rule", "the host begins; in a rematch, the seat behind the one that began before"
    ),
    ("draw_tiles", "auto"): NP_("value of a rule", "I draw them"),
    ("draw_tiles", "manual"): NP_(
        "value of a rule",
        "you pick them from the face-down ones; after a minute, or when your turn comes, I draw the rest",
    ),
    ("challenge", "void"): NP_("value of a rule", "they are refused at once and cost nothing"),
    ("challenge", "strict"): NP_("value of a rule", "they cost the turn"),
    ("challenge", "five_point"): NP_(
        "value of a rule",
        "they stay unless a challenge takes them off the board; a wrong challenge gives the player 5 points a word",
    ),
    ("challenge", "ten_point"): NP_(
        "value of a rule",
        "they stay unless a challenge takes them off the board; a wrong challenge gives the player 10 points a word",
    ),
    ("challenge", "triple"): NP_(
        "value of a rule", "a challenge decides the game: who is wrong loses; for two players"
    ),
    ("challenge", "house"): NP_(
        "value of a rule",
        "the other people accept or reject them, and who is rejected loses the turn; against computers you decide",
    ),
    ("challenge", "ask_host"): NP_(
        "value of a rule", "the host is asked whether to add them, and you may play something else meanwhile"
    ),
    ("challenge", "single"): NP_(
        "value of a rule", "they stay unless a challenge takes them off the board; a wrong challenge costs nothing"
    ),
    ("challenge", "double"): NP_(
        "value of a rule",
        "they stay unless a challenge takes them off the board; a wrong challenge costs the next turn",
    ),
    ("exchange_min_pool", "0"): NP_("value of a rule", "as long as the pool holds as many tiles as you exchange"),
    ("exchange_min_pool", "rack"): NP_("value of a rule", "only while the pool holds a full rack or more"),
    ("undo", "on"): NP_("value of a rule", "yes, until the next player moves or a few seconds have passed"),
    ("undo", "off"): NP_("value of a rule", "no"),
    ("scoreless_end", "auto"): NP_("value of a rule", "three for each player"),
    ("scoreless_end", "off"): NP_("value of a rule", "none; only ten for each player without a move end it"),
    ("end_adjustment", "standard"): NP_(
        "value of a rule", "you lose the points you still hold; who went out gets the points of all others"
    ),
    ("end_adjustment", "american"): NP_(
        "value of a rule",
        "who went out gets twice the points of all others, who lose nothing; if nobody went out, you lose what you "
        "hold",
    ),
    ("end_adjustment", "none"): NP_("value of a rule", "nothing"),
    ("tournament", "on"): NP_("value of a rule", "yes, no rule of that kind can be switched on"),
    ("tournament", "off"): NP_("value of a rule", "no"),
    ("on_leave", "stop"): NP_("value of a rule", "the game ends and the scores stand"),
    ("hints", "off"): NP_("value of a rule", "none"),
    ("hints", "unlimited"): NP_("value of a rule", "as many as they like"),
    ("show_thinking", "on"): NP_("value of a rule", "yes, its best moves with their points, which tells of its tiles"),
    ("show_thinking", "off"): NP_("value of a rule", "no"),
    ("on_leave", "skip"): NP_("value of a rule", "the others play on, and the tiles of who left stay out of play"),
    ("turn_clock", "none"): NP_("value of a rule", "as long as it likes"),
    ("game_clock", "none"): NP_("value of a rule", "as much as they like"),
    ("overtime_limit", "none"): NP_("value of a rule", "as far as it likes"),
    ("clock_grace", "0s"): NP_("value of a rule", "not at all"),
    ("on_leave", "computer"): NP_("value of a rule", "a computer player takes the seat until its owner comes back"),
    ("show_racks", "off"): NP_("value of a rule", "nobody's"),
    ("show_racks", "mover"): NP_("value of a rule", "those of the player on turn"),
    ("show_racks", "all"): NP_("value of a rule", "those of all players"),
    ("trade_blanks", "on"): NP_("value of a rule", "yes, on your turn, before you play, as often as you can"),
    ("trade_blanks", "off"): NP_("value of a rule", "no"),
    ("exchange_four", "on"): NP_("value of a rule", "yes, while the pool holds a full rack, as often as it happens"),
    ("exchange_four", "off"): NP_("value of a rule", "no"),
    ("tabletop", "on"): NP_(
        "value of a rule", "yes; I never see your tiles, and you type in those of the computer players"
    ),
    ("tabletop", "off"): NP_("value of a rule", "no"),
}

_COSTS: Mapping[ChallengeRule, str] = {
    ChallengeRule.SINGLE: N_("A wrong challenge costs nothing."),
    ChallengeRule.DOUBLE: N_("If the words are in the dictionary, you lose your next turn."),
    ChallengeRule.FIVE_POINT: N_("If the words are in the dictionary, the player gains 5 points for each of them."),
    ChallengeRule.TEN_POINT: N_("If the words are in the dictionary, the player gains 10 points for each of them."),
    ChallengeRule.TRIPLE: N_("This decides the game: if the words are in the dictionary, you lose; if not, you win."),
}

_PRESETS: Mapping[str, str] = {
    "friendly": N_("Friendly: unknown words are refused and cost nothing, and a move can be taken back."),
    "classic": N_("Classic: any word can be played, and anybody can challenge it before the next move."),
    "blitz": N_("Blitz: three minutes each for the whole game, and unknown words are refused at no cost."),
    "correspondence": N_("Correspondence: three days for each turn, with reminders; unknown words are refused."),
    "club": N_("Club: any word can be played; a wrong challenge gives the player 5 points for each word."),
    "tournament": N_("Tournament: any invalid play costs the turn, and there is no optional rule."),
}

_CONTRADICTIONS: Mapping[frozenset[str], str] = {
    frozenset({"undo", "challenge"}): N_(
        "Where words are challenged, a move that could be taken back would be a free try. Undo goes with the other "
        "challenge rules."
    ),
    frozenset({"tabletop", "start"}): N_(
        "Around a real board, the game starts when somebody has typed in who begins, so it cannot start by itself."
    ),
    frozenset({"players", "challenge"}): N_("A challenge that decides the game needs two players."),
}
_IN_TOURNAMENTS = N_("A tournament has no optional rules.")


def contradiction_text(rule: str, other: str, texts: Texts) -> str:
    """Why two rules contradict each other; empty if there is nothing more to say."""
    if other == "tournament":
        return texts.gettext(_IN_TOURNAMENTS)
    known = _CONTRADICTIONS.get(frozenset({rule, other}))
    return texts.gettext(known) if known else ""


def rule_text(rule: str, texts: Texts) -> str:
    """The purpose of a rule, in one line. Raises `KeyError` for an unknown rule."""
    return texts.gettext(_RULES[rule])


def value_text(rule: str, value: str, texts: Texts) -> str:
    """The meaning of a rule's value, in one line; a plain number is returned as it is."""
    known = _VALUES.get((rule, value))
    if known is None and rule in TIMES:
        return length_text(TIMES[rule].read(value) or 0, texts)
    return texts.pgettext(*known) if known else value


def challenge_cost(rules: Rules, texts: Texts) -> str:
    """The cost of a wrong challenge under the rules; empty if there are no challenges."""
    known = _COSTS.get(rules.challenge)
    return texts.gettext(known) if known else ""


def rule_lines(rules: Rules, texts: Texts) -> tuple[str, ...]:
    """A line for every rule in Discord's markdown: its name, its current value, and their meaning."""
    return tuple(_rule_line(rule, rules.value_text(rule), texts) for rule in rule_names())


def _rule_line(rule: str, value: str, texts: Texts) -> str:
    meaning = value_text(rule, value, texts)
    about = rule_text(rule, texts)
    return f"**{rule}** = `{value}` · {about}" + ("" if meaning == value else f": {meaning}")


def value_lines(rule: str, texts: Texts) -> tuple[str, ...]:
    """Every value a rule accepts and its meaning; a run of numbers is one line. Raises `NoSuchRule`."""
    values = allowed_values(rule)
    worded = [value for value in values if (rule, value) in _VALUES]
    lines = [f"`{value}`: {value_text(rule, value, texts)}" for value in worded]
    if rule in TIMES:
        return (*lines, _times_line(TIMES[rule], texts))
    numbers = sorted({int(value) for value in values if value not in worded})
    if numbers:
        lines.append(texts.gettext("or a number from {lowest} to {highest}", lowest=numbers[0], highest=numbers[-1]))
    return tuple(lines)


def _times_line(times: Times, texts: Texts) -> str:
    return texts.gettext(
        "or any time from `{lowest}` to `{highest}`, such as {examples}",
        lowest=write_duration(times.low),
        highest=write_duration(times.high),
        examples=texts.either(f"`{value}`" for value, time in times.offered.items() if time),
    )


def nearest_preset(rules: Rules, language: str) -> tuple[str, tuple[str, ...]]:
    """The most similar preset, and the rules that differ from it, ignoring the number of players.

    `language` is the game's; presets may depend on it.
    """
    differing = {name: _differing(rules, preset_rules(name, language)) for name in PRESETS}
    return min(differing.items(), key=lambda pair: len(pair[1]))


def _differing(rules: Rules, preset: Rules) -> tuple[str, ...]:
    names = (rule for rule in rule_names() if rule != "players")
    return tuple(rule for rule in names if rules.value_text(rule) != preset.value_text(rule))


def preset_text(name: str, texts: Texts) -> str:
    """A preset in one line; a preset without a description is given by name."""
    known = _PRESETS.get(name)
    return texts.gettext(known) if known else name


def _meaning(rule: str, rules: Rules, texts: Texts) -> str:
    """The meaning of a rule's current value; for a number, what it counts."""
    value = rules.value_text(rule)
    meaning = value_text(rule, value, texts)
    return rule_text(rule, texts) if meaning == value else meaning


def summary(rules: Rules, language: str, texts: Texts) -> tuple[str, ...]:
    """The rules in a few lines: the most similar preset, and the differences from it.

    `language` is the game's.
    """
    preset, changed = nearest_preset(rules, language)
    if not changed:
        return (preset_text(preset, texts),)
    return (
        preset_text(preset, texts) + " " + texts.gettext("But:"),
        *(f"{rule} = {rules.value_text(rule)}: {_meaning(rule, rules, texts)}" for rule in changed),
    )
