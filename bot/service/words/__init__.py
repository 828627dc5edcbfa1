"""Words that count: dictionaries, what servers and people change about them, and what words mean."""
