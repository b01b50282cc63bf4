"""Web Push: messages to a browser through the push service of its maker."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from century.extras import provided_by
from century.server.notifications.mail import NotSent

__all__ = ["is_accepted", "is_installed", "new_private_key", "public_key", "send"]

SECONDS = 10.0  # to wait for a push service
LIFETIME = 86_400  # seconds that a push service keeps a message for a browser that is off
GONE = (404, 410)  # the browser has withdrawn its subscription

# Parsers disagree about everything else: some of them end a host at a backslash.
_PLAIN_URL = re.compile(r"https?://[A-Za-z0-9][A-Za-z0-9.-]*(:[0-9]+)?(/[!-\[\]-~]*)?")


def is_installed() -> bool:
    """Whether the extra `push` is installed."""
    try:
        import pywebpush  # noqa: F401
    except ModuleNotFoundError:
        return False
    return True


def is_accepted(endpoint: str, services: Sequence[str]) -> bool:
    """Whether an endpoint belongs to a known push service.

    The endpoint comes from the browser. Without this check anyone could make the server send
    requests to any address in its network.
    """
    if not _PLAIN_URL.fullmatch(endpoint):
        return False
    try:
        url = urlsplit(endpoint)
        port = url.port
    except ValueError:
        return False
    for service in services:
        known = urlsplit(service)
        host, wanted = url.hostname or "", known.hostname or ""
        same = host.endswith(wanted[1:]) if wanted.startswith("*.") else host == wanted
        if same and (url.scheme, port) == (known.scheme, known.port):
            return True
    return False


def new_private_key() -> str:
    """Return a new VAPID key, as base64url of its DER form."""
    with provided_by("push"):
        from py_vapid import Vapid02

    vapid = Vapid02()
    vapid.generate_keys()
    from cryptography.hazmat.primitives import serialization

    der = vapid.private_key.private_bytes(
        serialization.Encoding.DER,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    return _encode(der)


def public_key(private_key: str) -> str:
    """Return the public part of a VAPID key, as browsers expect it."""
    with provided_by("push"):
        from cryptography.hazmat.primitives import serialization
        from py_vapid import Vapid02

    vapid = Vapid02.from_string(private_key)
    point = vapid.public_key.public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )
    return _encode(point)


def send(subscription: str, data: dict[str, Any], private_key: str, sender: str) -> None:
    """Send a message to a browser, or raise NotSent; `sender` is a URL or mailto: address."""
    with provided_by("push"):
        from py_vapid import VapidException
        from pywebpush import WebPushException, webpush
        from requests import RequestException, Session

    session = Session()
    session.max_redirects = 0  # the answer of a service must not lead to another server
    try:
        webpush(
            json.loads(subscription),
            json.dumps(data),
            vapid_private_key=private_key,
            vapid_claims={"sub": sender},
            ttl=LIFETIME,
            timeout=SECONDS,
            requests_session=session,
        )
    except WebPushException as error:
        status = getattr(error.response, "status_code", None)
        raise NotSent(f"the push service answered {status}", final=status in GONE) from None
    except (ValueError, VapidException):
        raise NotSent("the subscription of the browser is not valid", final=True) from None
    except RequestException as error:
        raise NotSent(f"the push service is not available: {type(error).__name__}") from None
    finally:
        session.close()


def _encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
