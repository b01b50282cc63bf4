"""Playing and looking on in a terminal."""
