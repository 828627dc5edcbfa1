"""Word study: lists of questions, phonies among them, what is due when, and sessions that wait for their person."""
