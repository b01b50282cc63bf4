"""Local servers that receive notifications: an SMTP server and a push service."""

from __future__ import annotations

import base64
import json
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import Any

import http_ece
from aiosmtpd.controller import Controller
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from century.server.settings import Smtp
from tests.server.process import free_port


class Mailbox:
    """An SMTP server; `answer` replaces its answer to a message, and `recipient` to an address."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.raw: list[bytes] = []  # the same mails as they arrived
        self.answer: str | None = None
        self.recipient: str | None = None
        self.disconnect = False  # instead of an answer to a message
        self.smtp = Smtp("127.0.0.1", "tables@example.org", starttls=False)

    async def handle_RCPT(  # noqa: N802  the name is aiosmtpd's
        self, _server: Any, _session: Any, envelope: Any, address: str, _options: Any
    ) -> str:
        if self.recipient is not None:
            return self.recipient
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, _session: Any, envelope: Any) -> str:  # noqa: N802
        if self.disconnect:
            server.transport.abort()
            return ""
        if self.answer is not None:
            return self.answer
        message = message_from_bytes(envelope.content, policy=default)
        assert isinstance(message, EmailMessage)
        self.mails.append(message)
        self.raw.append(envelope.content)
        return "250 OK"

    def link(self, purpose: str) -> str:
        """Return the token of a link in the last mail."""
        found = re.search(rf"#{purpose}=([0-9a-f]+)", self.mails[-1].get_content())
        assert found is not None
        return found[1]


@contextmanager
def mailbox(**options: Any) -> Iterator[Mailbox]:
    """Run an SMTP server; `options` are those of aiosmtpd."""
    box = Mailbox()
    port = free_port()
    controller = Controller(box, hostname="127.0.0.1", port=port, **options)
    controller.start()
    try:
        box.smtp = Smtp("127.0.0.1", "tables@example.org", port, starttls=False)
        yield box
    finally:
        controller.stop()


class PushService:
    """A push service and a browser that is subscribed to it, which decrypts the messages."""

    def __init__(self, port: int) -> None:
        self.address = f"http://127.0.0.1:{port}"
        self.status = 201
        self.location: str | None = None  # to which an answer leads
        self.requests = 0
        self.received: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._secret = os.urandom(16)

    @property
    def subscription(self) -> dict[str, Any]:
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {
            "endpoint": f"{self.address}/push/browser",
            "expirationTime": None,
            "keys": {"p256dh": _encode(point), "auth": _encode(self._secret)},
        }

    def receive(self, body: bytes, headers: dict[str, str]) -> int:
        """Decrypt a message; return the status of the answer."""
        self.requests += 1
        if self.status < 300:
            plain = http_ece.decrypt(
                body, private_key=self._key, auth_secret=self._secret, version="aes128gcm"
            )
            self.received.append(json.loads(plain))
            self.headers.append(headers)
        return self.status


@contextmanager
def push_service() -> Iterator[PushService]:
    """Run a push service."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            self.send_response(service.receive(body, headers))
            if service.location is not None:
                self.send_header("location", service.location)
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            """Write nothing to the standard error."""

    server = HTTPServer(("127.0.0.1", 0), Handler)
    service = PushService(server.server_address[1])
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield service
    finally:
        server.shutdown()
        thread.join(10)
        server.server_close()


def _encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
