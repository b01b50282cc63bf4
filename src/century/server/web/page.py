"""The web page and its static files, those of the games included."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from fastapi.responses import FileResponse, Response
from starlette.middleware.gzip import GZipMiddleware
from starlette.staticfiles import StaticFiles

from century.position import game, games

__all__ = ["STATIC", "add_page", "page_folder", "the_page", "wants_page"]

STATIC = Path(__file__).parents[2] / "page"


class _Files(StaticFiles):
    """Static files that browsers may cache but have to revalidate."""

    def file_response(self, *given: Any, **named: Any) -> Response:
        """Answer with a file, or with 304 if the browser's copy is current."""
        answer = super().file_response(*given, **named)
        answer.headers["cache-control"] = "no-cache"
        for needless in ("last-modified", "accept-ranges"):  # the ETag suffices; 120 files add up
            if needless in answer.headers:
                del answer.headers[needless]
        return answer


def page_folder(name: str) -> Path | None:
    """Return the folder of a game's own page files, or None if the game has no page."""
    folder = Path(str(files(game(name).package).joinpath("page")))
    return folder if (folder / "game.js").is_file() else None


def add_page(app: FastAPI) -> None:
    """Serve the static files of the page and of every game."""
    for name in games():
        if folder := page_folder(name):
            _mount(app, f"/static/games/{name}", folder)
    _mount(app, "/static", STATIC)


def _mount(app: FastAPI, path: str, folder: Path) -> None:
    # Only static files are compressed: compressing answers with secrets could leak these.
    app.mount(path, GZipMiddleware(_Files(directory=folder), minimum_size=500))


def the_page(status: int = 200) -> Response:
    """Send the page; for an unknown address it says itself that nothing was found."""
    return FileResponse(STATIC / "index.html", status, headers={"cache-control": "no-cache"})


def wants_page(request: Request) -> bool:
    """Tell whether a browser asks for a page, rather than a program for data."""
    looks = request.method == "GET" and not request.url.path.startswith("/api/")
    return looks and "text/html" in request.headers.get("accept", "")
