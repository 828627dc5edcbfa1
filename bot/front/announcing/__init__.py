"""What a game tells everyone: who hears what, and how it is sent."""
