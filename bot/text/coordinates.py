"""Board orientations in words."""

from __future__ import annotations

from bot.text.texts import Texts
from engine.model.coordinates import Orientation


def orientation_text(orientation: Orientation, texts: Texts) -> str:
    """The labels of a board's lines: `Columns A B C from the left, rows 1 2 3 from the top`."""
    columns, rows = ("1 2 3", "A B C") if orientation.digits_for_columns else ("A B C", "1 2 3")
    facts = {"columns": columns, "rows": rows}
    if orientation.columns_from_right and orientation.rows_upward:
        return texts.gettext("Columns {columns} from the right, rows {rows} from the bottom", **facts)
    if orientation.columns_from_right:
        return texts.gettext("Columns {columns} from the right, rows {rows} from the top", **facts)
    if orientation.rows_upward:
        return texts.gettext("Columns {columns} from the left, rows {rows} from the bottom", **facts)
    return texts.gettext("Columns {columns} from the left, rows {rows} from the top", **facts)
