"""What commands lead to: one module for each subject, dispatched to by `engine.game.decide`."""
