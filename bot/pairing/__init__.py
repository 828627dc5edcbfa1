"""What a pairing program knows: who plays whom in a tournament, who stands where, and all of it in words and in files.

It knows no Discord and no database, and changes nothing: whoever calls it writes down what follows.
"""
