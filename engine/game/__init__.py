"""The whole game: its values (state, events, commands, views), and above them `decide` with a module for each subject.

`decide` turns a command into events, and `evolve` applies an event to the state. A game is its list of events.
"""
