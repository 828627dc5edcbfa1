"""Analysis boards in words: who is to move, what has been tried, the best moves, and what is refused."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.features.analysis.store import BOARD_KEPT_FOR, MOST_BOARDS, FoundMove
from bot.limits import DAY
from bot.model.errors import BotError
from bot.text.help import HelpContext, HelpTopic
from bot.text.moves import alphabetical, figures_text, letters_text, move_text, play_text, tile_name, tiles_text
from bot.text.names import bold, code, escape, shortened
from bot.text.refusals.facts import Wordings, fact, quoted, says
from bot.text.texts import Texts
from engine.game.views import TableView
from engine.model.tiles import Tiles
from engine.play.generator.generator import ScoredExchange, ScoredPlay
from engine.play.placement import score
from engine.review.values import MoveFigures, ReviewedMove
from engine.sentences import NP_, Sentence


def seat_name(seat: int, names: Sequence[str], texts: Texts) -> str:
    """The plain name of a seat."""
    return names[seat] if seat < len(names) else texts.gettext("Player {number}", number=seat + 1)


def title_text(texts: Texts) -> str:
    """The title of a board."""
    return "### " + texts.gettext("Analysis board")


def place_text(number: int, count: int, texts: Texts) -> str:
    """Which of a board's positions is shown."""
    return "-# " + texts.gettext("Position {number} of {all}", number=number, all=count)


def to_move_text(name: str, rack: Tiles, view: TableView, texts: Texts) -> str:
    """Who is to move, and with which tiles."""
    if not len(rack):
        return texts.gettext("**{name}** is to move. The rack is not known.", name=escape(name))
    letters = letters_text(alphabetical(rack, view.variant), view.variant)
    tiles = f"**{letters if texts.is_heard else tiles_text(rack, view.variant)}**"
    return texts.gettext("**{name}** is to move. Rack: {tiles}", name=escape(name), tiles=tiles)


def made_text(
    name: str, move: ReviewedMove, points: int, phonies: Sequence[str], before: TableView, texts: Texts
) -> str:
    """The move that led to a position."""
    scored = texts.ngettext("{count} point", "{count} points", points)
    told = texts.titled(f"**{escape(name)}**", f"{move_text(move, before, texts)} · {scored}")
    if not phonies:
        return told
    words = texts.join(f"**{escape(word)}**" for word in phonies)
    unknown = texts.gettext("Not in the dictionary: {words}", words=words)
    return f"{told}\n{unknown}"


def plain_move(move: ReviewedMove, view: TableView, texts: Texts) -> str:
    """A move in the position before it, without marks, for a menu."""
    match move:
        case ScoredPlay(placement=placement):
            return play_text(placement, score(view.board, placement, view.variant), view.setup)
        case ScoredExchange(tiles=tiles) if len(tiles):
            letters = "".join(tile_name(tile, view.variant) for tile in alphabetical(tiles, view.variant))
            return texts.gettext("exchange {tiles}", tiles=letters)
        case _:
            return texts.pgettext("move", "pass")


def over_text(scores: Sequence[tuple[str, int]], texts: Texts) -> str:
    """The end of the game, with the final scores as far as they are known."""
    told = ", ".join(texts.titled(f"**{escape(name)}**", texts.number(score)) for name, score in scores)
    return texts.gettext("The game ends here: {scores}.", scores=told)


def found_lines(moves: Sequence[MoveFigures], leaves: Sequence[Tiles], view: TableView, texts: Texts) -> Iterator[str]:
    """The best moves with their figures and the tiles that they keep, below a heading."""
    yield "**" + texts.gettext("Best moves") + "**"
    for place, (one, leave) in enumerate(zip(moves, leaves, strict=True), 1):
        told = f"{place}. {figures_text(one, view, texts)}"
        if len(leave):
            told += " · " + texts.gettext("keeps {tiles}", tiles=tiles_text(leave, view.variant))
        yield told


def means_text(found: Sequence[FoundMove], *, is_known: bool, texts: Texts) -> str:
    """What the figures of the best moves come from. `is_known` says that nothing is hidden."""
    if any(one.proven for one in found[:1]):
        return texts.gettext("Proven: I know the best play to the end of the game.")
    if is_known:
        return texts.gettext("Not proven: I could not search to the end of the game.")
    deals = sum(one.deals for one in found)
    if deals:
        told = texts.ngettext(
            "From {count} random deal.", "From {count} random deals.", max(one.deals for one in found)
        )
        return f"{told} {_opinion_text(texts)}"
    return texts.gettext("Equity: the points plus the value of the tiles kept. **Simulate** looks further ahead.")


def written_text(position: str, texts: Texts) -> str:
    """A position as CGP, to copy."""
    return texts.gettext("Here is the position as CGP. `/review analysis position:` reads it.") + "\n" + code(position)


def _opinion_text(texts: Texts) -> str:
    """Why a review may call another move the best than an analysis board does."""
    return texts.gettext("A review takes longer and knows open racks, so it may prefer a move that is nearly as good.")


def thinking_text(texts: Texts, *, computer: bool) -> str:
    """What somebody waits for: the move of a computer player, or the best moves."""
    if computer:
        return texts.gettext("The computer player is choosing a move. This can take a few seconds.")
    return texts.gettext("I am looking for the best moves. This can take a few seconds.")


def running_warning(texts: Texts) -> str:
    """What somebody must know who analyses a game that is still running."""
    return texts.gettext(
        "This game is still running. Its players cannot analyse it, so please do not tell them what you find."
    )


def other_game_warning(name: str, texts: Texts) -> str:
    """That a position is from a game with other rules."""
    return texts.gettext(
        "This position is from another game, {name}, whose rules may differ.", name=bold(shortened(name, 60))
    )


def _help(helped: HelpContext) -> str:
    texts = helped.texts
    lines = (
        texts.gettext(
            "`/review analysis` opens a private board of your own: set a rack, place moves, step back, and see the "
            "best moves. To start from a turn in a review, press **Analyse from here**."
        ),
        texts.gettext(
            "`/review analysis file:` steps through a game from anywhere: send its record as GCG, or as JSON from "
            "`/game export`."
        ),
        texts.gettext(
            "**Simulate** plays on many times with random tiles. Once the pool is empty, I search the rest of the game."
        ),
        texts.gettext(
            "I keep up to {count} of your analysis boards, each for {days} days after you last used it.",
            count=MOST_BOARDS,
            days=BOARD_KEPT_FOR // DAY,
        ),
    )
    return "\n".join(f"- {line}" for line in lines)


TOPIC = HelpTopic(
    lambda texts: texts.gettext("Analysis boards"),
    _help,
    commands=("analysis",),
    former=(NP_("former command", "analyze"),),
)


class UnknownBoard(BotError):
    """There is no such analysis board any more, or it belongs to someone else."""


class RackImpossible(BotError):
    """Tiles cannot be on a rack of up to `most`: there are too many, or they are on the board or another rack."""

    most: int


class RackNeeded(BotError):
    """The best moves cannot be found without a rack."""


class TooManySteps(BotError):
    """An analysis board has as many positions as it can have (`most`)."""

    most: int


class PositionIsOver(BotError):
    """The game ends in this position, so that nobody moves."""


class NoPosition(BotError):
    """A text is no position in CGP; `reason` says why, and quotes nothing but the text."""

    reason: Sentence


class NoSuchTurn(BotError):
    """A game has no turn with that number; it has `turns`, none if nobody has moved."""

    number: int
    turns: int


WORDINGS: Wordings = {
    UnknownBoard: says("I no longer have this analysis board. Open another one with `/review analysis`."),
    RackImpossible: says(
        "A rack holds up to {most} tiles, and only tiles that are neither on the board nor on another rack.",
        most=fact("most"),
    ),
    RackNeeded: says("I need to know the rack first. Press **Set rack** or **Draw tiles**."),
    TooManySteps: says(
        "This analysis board has {most} positions, which is the limit. Step back, or open another "
        "one with `/review analysis`.",
        most=fact("most"),
    ),
    PositionIsOver: says("The game ends in this position. Press **Step back** to try something else."),
    NoPosition: says(
        "I cannot read this position with the board and tiles that you chose: {reason}. In CGP format, a position "
        "has the rows of the board, the racks, the scores and the number of scoreless turns.",
        reason=lambda error, asked: quoted(asked.texts.told(error.reason), 200),
    ),
    NoSuchTurn: says("There is no turn {number} in that game.", number=fact("number")),
}
