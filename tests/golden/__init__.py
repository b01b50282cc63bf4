"""Whole games written out with everything that can be observed."""
