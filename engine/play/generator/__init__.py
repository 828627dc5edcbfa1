"""The move generator: all legal plays of a position in a defined order, the best plays, and exchanges.

`Generator` is the entry point. Importing `engine.play.generator.generator` compiles its kernels, so code that must
respond quickly at startup imports it late (see `engine.jit`).
"""
