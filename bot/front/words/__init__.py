"""The words of servers and people, and looking words up."""
