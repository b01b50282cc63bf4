"""Secret tokens and the commitment to a seed: the server stores and compares hashes only."""

from __future__ import annotations

import hashlib
import hmac

__all__ = ["hash_token", "same_hash", "seed_commitment", "spectator_token"]


def hash_token(token: str) -> str:
    """Return the hash to store; a token has 128 random bits, so salt would add nothing."""
    return hashlib.sha256(token.encode()).hexdigest()


def same_hash(one: str | None, other: str | None) -> bool:
    """Compare two hashes in constant time."""
    return one is not None and other is not None and hmac.compare_digest(one, other)


def spectator_token(host_token: str) -> str:
    """Derive the token for spectators from the host's token, so that neither must be stored."""
    return hmac.new(host_token.encode(), b"watch", hashlib.sha256).hexdigest()[:32]


def seed_commitment(seed: int, salt: str) -> str:
    """Return the hash shown at the start; at the end anyone can check it against the seed."""
    return hashlib.sha256(f"{seed}:{salt}".encode()).hexdigest()
