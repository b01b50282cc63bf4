"""Link previews: titles, texts and pictures that messengers show for the links of this server.

A messenger asks for the address without its fragment, and as a stranger. So the path names only
what strangers may know; codes and tokens stay in the fragment, which no server receives.
"""

from __future__ import annotations

import asyncio
import tomllib
from dataclasses import dataclass
from functools import cache
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from century.core.words import ENGLISH, languages
from century.position import games
from century.server.errors import TableNotOver, UnknownTable
from century.server.notifications.texts import title as game_title
from century.server.table.table import Table
from century.server.web.dependencies import Service, TableId, site_address
from century.server.web.page import STATIC, page_folder

if TYPE_CHECKING:
    from century.server.web.result_picture import Standing

__all__ = ["router"]

router = APIRouter()
NO_CACHE = {"cache-control": "no-cache"}
PICTURE = "/static/share/front.jpg"


@dataclass(frozen=True)
class Preview:
    """What a messenger shows for a link."""

    title: str
    text: str
    picture: str  # a path on this server


@router.get("/", include_in_schema=False)
async def front(request: Request) -> Response:
    """Send the page with the preview of the whole site."""
    words = _words(request)
    return _page(request, Preview(words["site"], words["site-text"], PICTURE))


@router.get("/invite/{name}", include_in_schema=False)
async def invitation(request: Request, name: str) -> Response:
    """Send the page behind an invitation; the code of the table is in the fragment."""
    words = _words(request)
    if name not in games():
        return await front(request)
    title = words["invite"].format(game=game_title(_language(request), name))
    return _page(request, Preview(title, words["invite-text"], _picture_of(name)))


@router.get("/table/{table}", include_in_schema=False)
async def shared_table(request: Request, table: str, service: Service) -> Response:
    """Send the page of a table: strangers see its game, and the result if it may be shared."""
    words = _words(request)
    try:
        found = await service.get(table)
    except UnknownTable:
        return await front(request)
    name = found.options["game"]
    title = game_title(_language(request), name)
    if not _may_share(found):
        return _page(request, Preview(title, words["table-text"], _picture_of(name)))
    standings = _standings(found)
    won = words["result"].format(name=standings[0].name, game=title, points=standings[0].points)
    text = " · ".join(f"{one.name} {one.points}" for one in standings)
    return _page(request, Preview(won, text, f"/table/{found.id}/result.png"))


@router.get("/table/{table}/result.png", include_in_schema=False)
async def result_picture(table: TableId, request: Request, service: Service) -> Response:
    """Draw the result of a finished game that people may watch."""
    found = await service.get(table)
    if found.status != "over":
        raise TableNotOver("the result is available when the game is over")
    if not _may_share(found):
        raise UnknownTable("there is no such table")
    name = found.options["game"]
    title = game_title(ENGLISH, name)  # a picture is the same for everybody
    site = site_address(request).partition("://")[2]
    from century.server.web.result_picture import draw_result  # with Pillow, which few servers need

    drawn = await asyncio.to_thread(draw_result, title, _standings(found), site, _scene_of(name))
    return Response(drawn, media_type="image/png", headers={"cache-control": "max-age=3600"})


def _may_share(table: Table) -> bool:
    """Whether everybody with the address of a table may see its result."""
    return table.status == "over" and table.options["watch"] != "nobody"


def _standings(table: Table) -> list[Standing]:
    """Return name and points of every seat, the winner first."""
    from century.server.web.result_picture import Standing

    assert table.position is not None
    points = table.position.scores()
    return [
        Standing(seat, table.seats[seat].name or "—", points[seat])
        for seat in table.final_ranking(table.position)
    ]


def _picture_of(name: str) -> str:
    """Return the path of the picture of a game, or of the site if the game has none."""
    folder = page_folder(name)
    has_picture = folder is not None and (folder / "share.jpg").is_file()
    return f"/static/games/{name}/share.jpg" if has_picture else PICTURE


def _scene_of(name: str) -> Path | None:
    """Return the game's own picture behind its results."""
    folder = page_folder(name)
    own = folder and folder / "scene.jpg"
    return own if own and own.is_file() else None


def _words(request: Request) -> dict[str, str]:
    """Return the texts of previews in the language that the request asks for."""
    return _texts(_language(request))


def _language(request: Request) -> str:
    accepted = request.headers.get("accept-language", "").split(",")
    asked = [one.strip()[:2].lower() for one in accepted]
    return next((one for one in asked if one in languages()), ENGLISH)


@cache
def _texts(language: str) -> dict[str, str]:
    path = files("century.locales") / language / "previews.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def _page(request: Request, preview: Preview) -> Response:
    """Return the page with the tags of a preview in its head."""
    picture = site_address(request) + preview.picture
    tags = {
        "og:type": "website",
        "og:site_name": "Century",
        "og:title": preview.title,
        "og:description": preview.text,
        "og:image": picture,
        "og:image:width": "1200",
        "og:image:height": "630",
    }
    head = "".join(
        f'  <meta property="{name}" content="{escape(text)}">\n' for name, text in tags.items()
    )
    head += '  <meta name="twitter:card" content="summary_large_image">\n'
    before, _, after = _index().partition("</head>")
    return HTMLResponse(f"{before}{head}</head>{after}", headers=NO_CACHE)


@cache
def _index() -> str:
    return (STATIC / "index.html").read_text(encoding="utf-8")
