"""The beginning of a game in words: lobbies, and why one was closed."""

from __future__ import annotations

from bot.service.words.dictionaries import Changers
from bot.text.clocks import moment
from bot.text.games import UNCHANGED, dictionary_line, language_title, lexicon_title
from bot.text.names import SeatNames, bold, cast_of, escape, level_text
from bot.text.rules import preset_title, rated_line, summary
from bot.text.status import max_seats
from bot.text.texts import Texts
from bot.text.variants import variant_brief, variant_title
from engine.game.state import Computer, Player, Setup
from engine.game.views import TableView
from engine.model.levels import NUMBERS
from engine.model.variant import Variant


def lobby_lines(view: TableView, title: str, texts: Texts) -> tuple[str, ...]:
    """The title, how many seats are taken, and for whom a seat is kept, with a mention if possible."""
    seats = texts.ngettext(
        "{taken} of {count} seat taken", "{taken} of {count} seats taken", max_seats(view), taken=len(view.seats)
    )
    kept = (f"<@{one.id}>" if one.id.isdecimal() else bold(one.name) for one in view.awaited)
    return (
        f"## {escape(title)}",
        *(("-# " + texts.pgettext("kind of game", "Rematch"),) if view.is_rematch else ()),
        seats,
        *(texts.gettext("· waiting for {name}", name=name) for name in kept),
    )


def seat_lines(view: TableView, cast: SeatNames, texts: Texts) -> tuple[str, ...]:
    """Who is seated, a line for each with its number."""
    return tuple(_seat_line(view, number, seat.player, cast, texts) for number, seat in enumerate(view.seats))


def _seat_line(view: TableView, number: int, player: Player, cast: SeatNames, texts: Texts) -> str:
    line = f"{number + 1}. {cast.name(number)}"
    if isinstance(player, Computer):
        return line + " " + texts.gettext("(computer, {level})", level=level_text(player.level, texts))
    if player.id == view.host:
        return line + " " + texts.gettext("(host)")
    if player.is_guest:
        member = view.seats_of(player.member)[0]
        return line + " " + texts.gettext("(at {name}'s screen)", name=cast.name(member))
    return line


def seat_note(view: TableView, number: int, texts: Texts) -> str:
    """What the picture of a lobby says below a player's name, in a word or two; empty for most."""
    player = view.seats[number].player
    if isinstance(player, Computer):
        return level_text(player.level, texts)
    if player.id == view.host:
        return texts.pgettext("seat", "host")
    if player.is_guest:
        member = view.seats_of(player.member)[0]
        return texts.gettext("at {name}'s screen", name=cast_of(view, str).name(member))
    return ""


def free_text(texts: Texts) -> str:
    """What the picture of a lobby says of a seat that is free."""
    return texts.pgettext("seat", "free")


def terms(setup: Setup, texts: Texts, changers: Changers = UNCHANGED) -> str:
    """The rules, whether the game is rated, the dictionary and who has changed it, and the board."""
    dictionary = escape(lexicon_title(setup.lexicon.name, texts))
    return "\n".join(
        (
            *summary(setup.rules, setup.variant.language, texts),
            *((rated_line(setup.rules, texts),) if setup.rules.rated else ()),  # else it is among the changes
            dictionary_line(dictionary, texts, changers),
            board_line(setup.variant, texts),
        )
    )


def brief_terms(setup: Setup, texts: Texts) -> tuple[str, ...]:
    """The rules and the language in a few words, for where a button tells the terms."""
    language = setup.variant.language
    return preset_title(setup.rules, language, texts), language_title(language, texts)


def board_line(variant: Variant, texts: Texts) -> str:
    """The board by its title, and its size."""
    name, facts = variant_title(variant.name, texts), variant_brief(variant, texts)
    return texts.gettext("Board: {name}, {facts}", name=escape(name), facts=facts)


def code_line(code: str, texts: Texts) -> str:
    """How to join from elsewhere, in small print."""
    return "-# " + texts.gettext("To join from elsewhere: `/join code:{code}`", code=code)


def invitation(host: str, game: str, server: str, texts: Texts) -> str:
    """Asks someone in private to play again; `server` may be empty."""
    if server:
        return texts.gettext(
            "{name} would like a rematch of {game} with you in {server}. I have kept you a seat.",
            name=host,
            game=game,
            server=escape(server),
        )
    return texts.gettext(
        "{name} would like a rematch of {game} with you. I have kept you a seat.", name=host, game=game
    )


def quiet_question(host: str, game: str, due: int, texts: Texts) -> str:
    """Asks whether to keep an untouched lobby open, which closes at the instant `due`."""
    return texts.gettext(
        "{name}, nothing has happened in the lobby of {game} for a while. Keep it open? If nobody answers, "
        "it closes {moment}.",
        name=host,
        game=game,
        moment=moment(due),
    )


def language_note(language: str, texts: Texts) -> str:
    """Before the first game of a server: which language was taken, and how to change it."""
    return texts.gettext(
        "This game is in {language}. For another language, use `/game new language:`. To change it for all new games "
        "here, use `/settings server`.",
        language=bold(language_title(language, texts)),
    )


def way_to(channel: int, texts: Texts) -> str:
    """Where a game is that was opened elsewhere."""
    return texts.gettext("The game is in {place}.", place=f"<#{channel}>")


def level_question(texts: Texts) -> str:
    """Asks for the level of a computer player."""
    return texts.gettext(
        "How strong should the computer player be? {lowest} is the weakest, {highest} the strongest.",
        lowest=NUMBERS[0],
        highest=NUMBERS[-1],
    )


def combining(texts: Texts) -> str:
    """What takes so long before a game opens."""
    return texts.gettext("Combining the dictionaries …")


def demonstration_name(texts: Texts) -> str:
    """What a game is called that computer players play alone."""
    return texts.gettext("Demonstration")


def range_text(low: int | None, high: int | None, texts: Texts) -> list[str]:
    """Which ratings are asked for; nothing if all are welcome."""
    match low, high:
        case None, None:
            return []
        case None, int() as high:
            return [texts.gettext("rated at most {high}", high=texts.number(high))]
        case int() as low, None:
            return [texts.gettext("rated at least {low}", low=texts.number(low))]
        case low, high:
            return [texts.gettext("rated {low} to {high}", low=texts.number(low or 0), high=texts.number(high or 0))]


def left_lobby(texts: Texts, *, closed: bool) -> str:
    """That a player has left a lobby, which is `closed` if nobody is left in it."""
    left = texts.gettext("You left the game.")
    return f"{left}\n{closed_text('', texts)}" if closed else left


def closed_text(game: str, texts: Texts) -> str:
    """That a lobby was closed before the game began; `game` names one that nobody kept open, which can open again."""
    if not game:
        return texts.gettext("The game was closed before it started.")
    return texts.gettext(
        "{game} has not started and nobody kept it open, so it is closed. You can open it again with the same rules.",
        game=game,
    )
