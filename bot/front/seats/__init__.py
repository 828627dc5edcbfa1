"""Who sits where: joining, coming back, guests, seats handed over."""
