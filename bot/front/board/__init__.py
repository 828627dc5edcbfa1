"""What a game shows: boards, racks, scores, words and squares as messages, and the scenes of their pictures."""
