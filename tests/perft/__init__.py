"""Counts of decision sequences, as chess engines check their moves."""
