"""Training of neural networks by self-play."""
