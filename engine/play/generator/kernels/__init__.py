"""The compiled loops of the move generator, over flat integer arrays.

Layouts shared by all of them are explained in `layout`. A kernel takes only arrays and integers, so that other kernels
(self-play, simulation) can call it without the interpreter.
"""
