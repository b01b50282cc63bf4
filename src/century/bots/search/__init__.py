"""Compiled search: listing whole turns, beam search over turns, tree search over decisions."""
