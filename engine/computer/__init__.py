"""Computer players: what they know, how they choose, and the hints they give.

All of it works on a `SeatView`, what a player in that seat may see, and on `Tools`, what was made of files before.
Nothing here reads a clock or starts a thread: whoever calls decides how long thinking may last.
"""
