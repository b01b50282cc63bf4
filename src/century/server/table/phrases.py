"""The phrases that players can say at a table: a fixed list, so that there is nothing to moderate.

The page has the words and the emote of each phrase in every language.
"""

from __future__ import annotations

__all__ = ["PHRASES"]

PHRASES = (
    *("hello", "good-luck", "well-played", "thanks", "oops", "thinking", "your-turn", "good-game"),
    *("smile", "surprise", "heart", "thumbs-up"),
)
