"""Variants in words: board, tiles, and the points that moves score besides their words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from bot.text.boards import premium_label, premium_text
from bot.text.cast import SeatNames
from bot.text.names import bold, escape
from bot.text.status import start_text
from bot.text.texts import Texts
from engine.formats.varianttoml import VariantFile
from engine.game.state import LexiconRef, Setup
from engine.model.layout import Layout
from engine.model.rules import Rules
from engine.model.variant import Variant
from engine.sentences import NP_

_TITLES = {
    "standard": NP_("board", "standard"),
    "super": NP_("board", "super"),
    "quick": NP_("board", "quick"),
    "wild": NP_("board", "wild"),
}


def variant_title(name: str, texts: Texts) -> str:
    """What players call a variant of the program; any other has the name that its file gives it."""
    known = _TITLES.get(name)
    return texts.pgettext(*known) if known else name


def letters_title(letters: str, texts: Texts) -> str:
    """Whose letters a dictionary has, given as the variant's name and the code of its language: `standard (de)`.

    They are told as players know them: `standard (German)`.
    """
    name, bracket, language = letters.removesuffix(")").rpartition(" (")
    return f"{variant_title(name, texts)} ({texts.locale.languages.get(language, language)})" if bracket else letters


def setup_for(variant: Variant) -> Setup:
    """A setup for showing a variant without a game: the usual rules and coordinates, no lexicon."""
    return Setup(variant, Rules(), LexiconRef("", ""))


def variant_brief(variant: Variant, texts: Texts) -> str:
    """A variant in a line: `21 × 21 squares, 200 tiles, racks of 7`."""
    return texts.gettext(
        "{width} × {height} squares, {tiles} tiles, racks of {rack}",
        width=variant.layout.width,
        height=variant.layout.height,
        tiles=texts.number(len(variant.tile_set)),
        rack=variant.rack_size,
    )


def variant_lines(variant: Variant, texts: Texts) -> Iterator[str]:
    """Facts about a variant other than its tiles and squares, one sentence per line."""
    cast = SeatNames(setup_for(variant), ())
    yield variant_brief(variant, texts)
    yield texts.ngettext("For up to {count} player.", "For up to {count} players.", variant.max_seats)
    yield texts.gettext("The first word must cover {start}.", start=start_text(variant.layout.start, cast, texts))
    yield from score_lines(variant, texts)


def score_lines(variant: Variant, texts: Texts) -> Iterator[str]:
    """The points for playing or exchanging a number of tiles, and for passing."""
    if any(variant.bonuses):
        yield texts.gettext("Bonus by number of tiles played: {points}.", points=_by_number(variant.bonuses, texts))
    if any(variant.exchange_points):
        points = _by_number(variant.exchange_points, texts)
        yield texts.gettext("Points by number of tiles exchanged: {points}.", points=points)
    if variant.pass_points:
        yield texts.ngettext(
            "A pass scores {points} point.",
            "A pass scores {points} points.",
            variant.pass_points,
            points=texts.signed(variant.pass_points),
        )


def _by_number(points: tuple[int, ...], texts: Texts) -> str:
    return ", ".join(texts.titled(number, texts.signed(one)) for number, one in enumerate(points) if one)


def premium_lines(layout: Layout, texts: Texts) -> Iterator[str]:
    """Each kind of premium square with its effect and how many there are."""
    kinds = Counter(square for square in layout.squares if square.is_premium and not square.blocked)
    for square, count in sorted(kinds.items(), key=lambda one: (one[0].word, one[0].letter, one[0].points)):
        does = premium_text(square, texts)
        yield texts.ngettext(
            "{label}: {does} ({count} square)",
            "{label}: {does} ({count} squares)",
            count,
            label=premium_label(square, texts),
            does=does,
        )
    blocked = sum(square.blocked for square in layout.squares)
    if blocked:
        yield texts.ngettext("{count} square is blocked.", "{count} squares are blocked.", blocked)


def variants_text(shipped: Mapping[str, Variant], own: Iterable[VariantFile], texts: Texts) -> str:
    """The variants to choose from, a line each: those of the program by name, and a server's own."""
    briefs = [(variant_title(name, texts), variant_brief(one, texts)) for name, one in shipped.items()]
    for file in own:
        about = f" ({escape(file.about)})" if file.about else ""
        briefs.append((file.name, f"{variant_brief(file.any, texts)}{about}"))
    lines = ("- " + texts.titled(bold(title), brief) for title, brief in briefs)
    return "\n".join((texts.gettext("Boards and tiles to choose from:"), *lines))


def premiums_text(layout: Layout, texts: Texts) -> str:
    """The kinds of premium squares, a line each."""
    return "\n".join(premium_lines(layout, texts)) or texts.gettext("This board has no premium squares.")


def premiums_listed(squares: Iterable[str], texts: Texts) -> str:
    """Where the premium squares of each kind are, a line each."""
    return "\n".join((texts.gettext("Premium squares:"), *(f"- {escape(kind)}" for kind in squares)))


def empty_board_alt(variant: Variant, squares: Iterable[str], texts: Texts) -> str:
    """What only the picture of an empty board shows: where its premium squares are."""
    return texts.gettext("The empty board: {facts}", facts=texts.series(squares) or variant_brief(variant, texts))


def variant_loaded(name: str, texts: Texts, *, spoken: bool) -> str:
    """That a variant can be played now, and how if there is no dictionary for any of its languages."""
    told = texts.gettext(
        "The variant {name} is loaded. Play it with `/game new variant:{variant}`.", name=bold(name), variant=name
    )
    if spoken:
        return told
    lacks = texts.gettext(
        "I have no dictionary for its language, so you can play it only with the empty one, to which you add words."
    )
    return f"{told} {lacks}"


def variant_removed(name: str, texts: Texts) -> str:
    """That a variant is gone."""
    return texts.gettext("I have removed the variant {name}. Games already using it continue.", name=bold(name))
