"""Word study: drills in private, with questions that come again before they are forgotten."""
