"""Tokens in the links of e-mails. They work without a cookie, and the server stores none."""

from __future__ import annotations

import hmac
from hashlib import sha256

__all__ = ["ID_LENGTH", "make_token", "read_token"]

ID_LENGTH = 32
MAC_LENGTH = 32  # hexadecimal digits: 128 bits


def make_token(key: str, purpose: str, contact: str) -> str:
    """Return a token for a contact that is valid for one purpose."""
    mac = hmac.new(key.encode(), f"{purpose}:{contact}".encode(), sha256)
    return contact + mac.hexdigest()[:MAC_LENGTH]


def read_token(key: str, purpose: str, token: str) -> str | None:
    """Return the contact of a token, or None if it is not valid."""
    contact = token[:ID_LENGTH]
    expected = make_token(key, purpose, contact)
    return contact if hmac.compare_digest(expected.encode(), token.encode()) else None
