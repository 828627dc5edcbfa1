"""Words: plain lists, the graph that the move generator walks, and lexicons made of a base list and changes."""
