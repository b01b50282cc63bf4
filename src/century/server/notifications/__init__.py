"""Notifications by e-mail and Web Push: "it is your turn" in games with days for each turn."""
