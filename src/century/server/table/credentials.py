"""Secrets of people and links, and the commitment to a seed."""

from __future__ import annotations

import hashlib
import hmac

__all__ = ["hash_token", "person_of_hash", "same_hash", "seed_commitment", "sender_of"]


PERSON_LENGTH = 32  # characters of a person's id
SENDER_LENGTH = 16  # characters of it in the key of a command


def hash_token(token: str) -> str:
    """Return the hash to store; a token has 128 random bits, so salt would add nothing."""
    return hashlib.sha256(token.encode()).hexdigest()


def same_hash(one: str | None, other: str | None) -> bool:
    """Compare two hashes in constant time."""
    return one is not None and other is not None and hmac.compare_digest(one, other)


def person_of_hash(token_hash: str) -> str:
    """Return the person whom a migration made from the secret of a seat."""
    return token_hash[:PERSON_LENGTH]


def sender_of(person: str) -> str:
    """Return the part of a person's id that the keys of their commands start with."""
    return person[:SENDER_LENGTH]


def seed_commitment(seed: int, salt: str) -> str:
    """Return the hash shown at the start; at the end anyone can check it against the seed."""
    return hashlib.sha256(f"{seed}:{salt}".encode()).hexdigest()
