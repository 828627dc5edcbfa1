"""The worked example of an old manual, with the four scores that it prints."""

from engine.play import scoring
from engine.play.notation import read_move
from engine.play.placement import resolve
from tests.support.games import NO_UNDO, STANDARD, Table, rack


def test_C19_horn_14_farm_9_paste_25_mob_16() -> None:
    """HORN with its R on the centre, FARM down through the R, PASTE with FARMS, MOB with NOT and BE."""
    table = Table(NO_UNDO)
    board = table.game.board
    totals = []
    for move, held in (("8F HORN", "HORNAEI"), ("H6 FARM", "FAMXQJV"), ("10F PASTE", "PASTEII"), ("9H MOB", "OBXZQJV")):
        intent = read_move(move, STANDARD, table.game.setup.orientation)
        placement = resolve(intent, board, rack(held), STANDARD)
        totals.append(scoring.score(board, placement, STANDARD).total)
        board = placement.on(board)
    assert totals == [14, 9, 25, 16]
