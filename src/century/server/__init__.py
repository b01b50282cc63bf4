"""Tables over the network: a game server that never loses a move."""
