"""Neural networks that play: weights, forward pass and search, without PyTorch."""
