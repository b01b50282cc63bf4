"""The worker processes in which bots choose their moves."""
