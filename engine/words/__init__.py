"""Words: plain lists, the graph that the move generator walks, and lexicons made of a base and changes."""
