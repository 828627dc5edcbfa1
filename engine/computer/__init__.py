"""Computer players: what they know, and how they choose.

They work from a `SeatView`, which shows what a player in that seat may see, and from `Tools`, loaded from files
beforehand. Nothing here reads a clock or starts a thread: the caller decides how long thinking may last.
"""
