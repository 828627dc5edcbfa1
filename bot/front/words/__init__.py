"""The words of servers and persons, and looking words up."""
