"""What a game tells: queued with its events, sent once, within Discord's limits, and tidied up afterwards."""
