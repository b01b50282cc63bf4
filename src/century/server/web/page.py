"""The page: files that every browser may keep, as long as they have not changed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from fastapi.responses import FileResponse, Response
from starlette.middleware.gzip import GZipMiddleware
from starlette.staticfiles import StaticFiles

__all__ = ["STATIC", "add_page", "the_page", "wants_page"]

STATIC = Path(__file__).parents[2] / "page"


class _Files(StaticFiles):
    """Files of which a browser asks each time whether its own copy is still good."""

    def file_response(self, *given: Any, **named: Any) -> Response:
        """Answer with a file, or that the browser has it already."""
        answer = super().file_response(*given, **named)
        answer.headers["cache-control"] = "no-cache"
        return answer


def add_page(app: FastAPI) -> None:
    """Serve the page and what it is made of."""
    # Only these files are packed: packing answers with secrets in them could give those away.
    app.mount("/static", GZipMiddleware(_Files(directory=STATIC), minimum_size=500))

    @app.get("/", include_in_schema=False)
    async def front() -> Response:
        """Send the page."""
        return the_page()


def the_page(status: int = 200) -> Response:
    """Send the page; at an address where nothing is, it says so itself."""
    return FileResponse(STATIC / "index.html", status, headers={"cache-control": "no-cache"})


def wants_page(request: Request) -> bool:
    """Tell whether a person's browser asks, and not a program."""
    looks = request.method == "GET" and not request.url.path.startswith("/api/")
    return looks and "text/html" in request.headers.get("accept", "")
