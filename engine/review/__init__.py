"""Reviewing finished games: how good each move was, and which would have been better; hints tell of the same moves."""
