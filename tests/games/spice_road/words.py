"""Facts that choose among the sentences of a reason, and their values."""

from __future__ import annotations

VALUES = {"verb": {"pay", "upgrade", "trade", "done", "discard"}}
