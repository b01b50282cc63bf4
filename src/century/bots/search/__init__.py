"""Search as compiled code: whole turns, beams of plans, and trees of decisions."""
