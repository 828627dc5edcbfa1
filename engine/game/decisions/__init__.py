"""The events that commands lead to: `engine.game.decide` dispatches to one module for each subject."""
