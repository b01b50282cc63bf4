"""Middleware: it limits size, origin and rate of requests, adds headers, and logs requests."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, MutableMapping
from time import perf_counter
from typing import Any

import structlog

from century.errors import CenturyError
from century.server.errors import BadOrigin, TooLarge, TooMany
from century.server.metrics import Metrics
from century.server.settings import Settings
from century.server.web.error_responses import error_body, http_status
from century.server.web.limits import Limits

__all__ = [
    "TOO_MANY_CLOSE",
    "App",
    "Receive",
    "Scope",
    "SecurityMiddleware",
    "Send",
    "client_address",
]

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]
Headers = list[tuple[bytes, bytes]]

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
# Static files are not rate limited: opening the page loads many of them, and each is cheap.
UNLIMITED_PATH = "/static/"
BAD_ORIGIN_CLOSE = 4403  # close code of a socket that a page of another site opens
TOO_MANY_CLOSE = 4429  # close code of a socket beyond a limit

_ALL_HEADERS: Headers = [(b"x-content-type-options", b"nosniff")]
_DOCUMENT_HEADERS: Headers = [
    (
        b"content-security-policy",
        b"default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; "
        b"form-action 'self'",
    ),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
]
# Browsers ignore the document headers on these; without them the page loads a tenth less.
_NOT_DOCUMENTS = (b"text/javascript", b"text/css")

_log = structlog.get_logger("century.requests")


class SecurityMiddleware:
    """Checks each request before the application, and completes each response after it."""

    def __init__(self, app: App, settings: Settings, metrics: Metrics, limits: Limits) -> None:
        self._app = app
        self._settings = settings
        self._metrics = metrics
        self._limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request to the application, or refuse it."""
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not self._same_origin(scope):
            await receive()
            await send({"type": "websocket.close", "code": BAD_ORIGIN_CLOSE})
            return
        address = client_address(scope)
        try:
            self._limits.count_handshake(address)
            self._limits.sockets.add(address)
        except TooMany as error:
            self._metrics.errors.labels(error.code).inc()
            await receive()
            # A browser can read the code and the reason only of a socket that was accepted.
            await send({"type": "websocket.accept"})
            await send({"type": "websocket.close", "code": TOO_MANY_CLOSE, "reason": str(error)})
            return
        try:
            await self._app(scope, receive, send)
        finally:
            self._limits.sockets.remove(address)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = perf_counter()
        status = 500

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                more = [*_security_headers(message["headers"]), *_cache_headers(scope["path"])]
                message["headers"] = [*message["headers"], *more]
            await send(message)

        try:
            self._check(scope)
            body = await self._read_body(receive)
        except CenturyError as error:
            self._metrics.errors.labels(error.code).inc()
            await _refuse(error, send_with_headers)
        else:
            await self._app(scope, _replay(body, receive), send_with_headers)
        _log_request(scope, status, perf_counter() - started)

    def _check(self, scope: Scope) -> None:
        """Raise TooMany or BadOrigin for a request that is not accepted."""
        if not scope["path"].startswith(UNLIMITED_PATH):
            self._limits.count_request(client_address(scope))
        if scope["method"] not in SAFE_METHODS and not self._same_origin(scope):
            raise BadOrigin("this request comes from a page of another site")

    def _same_origin(self, scope: Scope) -> bool:
        """Whether a request comes from the server's own page, or from no page at all."""
        headers = dict(scope["headers"])
        header = headers.get(b"origin")
        if header is None:
            return True
        origin = header.decode("latin-1")
        host = headers.get(b"host", b"").decode("latin-1")
        return origin in (f"http://{host}", f"https://{host}", *self._settings.origins)

    async def _read_body(self, receive: Receive) -> bytes:
        parts, size, more = [], 0, True
        limit = self._settings.max_message_bytes
        while more:
            message = await receive()
            if message["type"] != "http.request":
                break
            parts.append(message.get("body", b""))
            size += len(parts[-1])
            if size > limit:
                raise TooLarge(f"a message has at most {limit} bytes")
            more = message.get("more_body", False)
        return b"".join(parts)


def client_address(scope: Scope) -> str:
    """Return the address that a request comes from."""
    client = scope.get("client")
    return client[0] if client else "unknown"


def _replay(body: bytes, receive: Receive) -> Receive:
    """Return a `receive` that delivers a body which was already read."""
    unread: list[bytes] = [body]

    async def replay() -> Message:
        if unread:
            return {"type": "http.request", "body": unread.pop(), "more_body": False}
        return await receive()

    return replay


def _security_headers(headers: Headers) -> Headers:
    kind = dict(headers).get(b"content-type", b"")
    return _ALL_HEADERS if kind.startswith(_NOT_DOCUMENTS) else _ALL_HEADERS + _DOCUMENT_HEADERS


def _cache_headers(path: str) -> Headers:
    """Forbid caching of personal responses; languages may be cached but must be revalidated."""
    if path.startswith("/api/languages/"):
        return [(b"cache-control", b"no-cache")]
    return [(b"cache-control", b"no-store")] if path.startswith("/api/") else []


async def _refuse(error: CenturyError, send: Send) -> None:
    body = json.dumps(error_body(error)).encode()
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        *([(b"retry-after", b"1")] if isinstance(error, TooMany) else []),
        # The rest of a large body is not read.
        *([(b"connection", b"close")] if isinstance(error, TooLarge) else []),
    ]
    status = http_status(error)
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def _log_request(scope: Scope, status: int, seconds: float) -> None:
    _log.info(
        "request",
        method=scope["method"],
        # The declared path: it contains no ids, codes or queries.
        route=getattr(scope.get("route"), "path", None),
        status=status,
        milliseconds=round(1000 * seconds, 1),
    )
