"""The compiled loops of the move generator, over flat integer arrays.

`layout` explains the arrays that they share. A kernel takes only arrays and integers, so that other kernels (self-play,
simulation) can call it without the interpreter.
"""
