"""The move generator: all legal plays of a position in a defined order, the best ones, and exchanges.

`Generator` is the door; its kernels are compiled when `engine.play.generator.generator` is imported, so importers that
must answer early import it late (see `engine.jit`).
"""
