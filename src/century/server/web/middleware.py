"""What every request has to pass, by its size, origin and address; and what answers carry."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, MutableMapping
from time import monotonic, perf_counter
from typing import Any

import structlog

from century.errors import BadOrigin, CenturyError, TooLarge, TooMany
from century.server.metrics import Metrics
from century.server.settings import Settings
from century.server.web.error_responses import fault_body, status_of

__all__ = ["Bucket", "Buckets", "Guard"]

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

SAFE = ("GET", "HEAD", "OPTIONS")
PAGE = "/static/"  # so many files, and so cheap, that to open the page with friends is no flood
MOST_ADDRESSES = 10_000  # remembered at once

_OF_ALL = [(b"x-content-type-options", b"nosniff")]
# The page takes everything from its own server and from nowhere else.
_OF_DOCUMENTS = [
    (
        b"content-security-policy",
        b"default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; "
        b"form-action 'self'",
    ),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
]
# What is never a document, and comes in so many files that those headers would be a tenth of all.
_PARTS = (b"text/javascript", b"text/css")

_log = structlog.get_logger("century.requests")


class Bucket:
    """Lets so many through a second, and some more at once after a pause."""

    __slots__ = ("_at", "_burst", "_left", "_rate")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst, self._left = rate, burst, float(burst)
        self._at = monotonic()

    def wait(self) -> float:
        """Take one; return how many seconds it comes too early."""
        now = monotonic()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate) - 1
        self._at = now
        return max(0.0, -self._left / self._rate)

    def give_back(self) -> None:
        """Let the last one not count."""
        self._left += 1


class Buckets:
    """A bucket for each address."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._buckets: dict[str, Bucket] = {}

    def take(self, address: str) -> None:
        """Take one, or raise TooMany."""
        if address not in self._buckets and len(self._buckets) >= MOST_ADDRESSES:
            del self._buckets[next(iter(self._buckets))]  # the one that came first
        bucket = self._buckets.setdefault(address, Bucket(self._rate, self._burst))
        seconds = bucket.wait()
        if seconds > 0:
            bucket.give_back()
            raise TooMany(f"too many requests; come back in {seconds:.1f} s")


class Guard:
    """Stands before the application."""

    def __init__(self, app: App, settings: Settings, metrics: Metrics) -> None:
        self._app = app
        self._settings = settings
        self._metrics = metrics
        self._requests = Buckets(settings.requests, settings.burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request pass, or answer it."""
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket" and not self._from_here(scope):
            await receive()
            await send({"type": "websocket.close", "code": 4403})
        else:
            await self._app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = perf_counter()
        status = 500

        async def answer(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                more = [*_protecting(message["headers"]), *_keep(scope["path"])]
                message["headers"] = [*message["headers"], *more]
            await send(message)

        try:
            if not scope["path"].startswith(PAGE):
                self._requests.take(address(scope))
            if scope["method"] not in SAFE and not self._from_here(scope):
                raise BadOrigin("this request comes from a page of another site")
            body = await self._body(receive)
        except CenturyError as error:
            self._metrics.faults.labels(error.code).inc()
            await _refuse(error, answer)
        else:
            await self._app(scope, _again(body, receive), answer)
        route = scope.get("route")
        _log.info(
            "request",
            method=scope["method"],
            route=getattr(route, "path", None),  # as declared: without ids, codes or queries
            status=status,
            milliseconds=round(1000 * (perf_counter() - begun), 1),
        )

    def _from_here(self, scope: Scope) -> bool:
        """Tell whether a request comes from our own page, or from no page at all."""
        headers = dict(scope["headers"])
        origin = headers.get(b"origin")
        if origin is None:
            return True
        given = origin.decode("latin-1")
        host = headers.get(b"host", b"").decode("latin-1")
        return given in (f"http://{host}", f"https://{host}", *self._settings.origins)

    async def _body(self, receive: Receive) -> bytes:
        parts, size, more = [], 0, True
        while more:
            message = await receive()
            if message["type"] != "http.request":
                break
            parts.append(message.get("body", b""))
            size += len(parts[-1])
            if size > self._settings.largest:
                raise TooLarge(f"a message has at most {self._settings.largest} bytes")
            more = message.get("more_body", False)
        return b"".join(parts)


def address(scope: Scope) -> str:
    """Return where a request comes from."""
    client = scope.get("client")
    return client[0] if client else "nowhere"


def _again(body: bytes, receive: Receive) -> Receive:
    """Return a way to receive a body that was read already."""
    unread: list[bytes] = [body]

    async def replay() -> Message:
        if unread:
            return {"type": "http.request", "body": unread.pop(), "more_body": False}
        return await receive()

    return replay


def _protecting(headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """Return what a browser is told to heed, by the kind of an answer."""
    kind = dict(headers).get(b"content-type", b"")
    return _OF_ALL if kind.startswith(_PARTS) else _OF_ALL + _OF_DOCUMENTS


def _keep(path: str) -> list[tuple[bytes, bytes]]:
    """Let nobody keep what is meant for one viewer; words may be kept, and asked after."""
    if path.startswith("/api/languages/"):
        return [(b"cache-control", b"no-cache")]
    return [(b"cache-control", b"no-store")] if path.startswith("/api/") else []


async def _refuse(error: CenturyError, send: Send) -> None:
    body = json.dumps(fault_body(error)).encode()
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        *([(b"retry-after", b"1")] if isinstance(error, TooMany) else []),
    ]
    status = status_of(error)
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
