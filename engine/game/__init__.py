"""The whole game: values below (state, events, commands, views), `decide` and its subject modules above.

`decide` turns a command into events, and `evolve` applies an event to the state. A game is its list of events.
"""
