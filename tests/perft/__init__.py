"""Counts of decision sequences (perft), which chess engines use to check their move generators."""
