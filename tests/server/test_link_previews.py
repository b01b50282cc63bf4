"""Link previews: strangers learn the game and a shared result, and no address has a secret."""

from __future__ import annotations

import re
import tomllib
from html import unescape
from importlib.resources import files
from io import BytesIO

import pytest
from PIL import Image

import century
from century.core.words import ENGLISH, languages
from century.server.web.page import STATIC, page_folder
from century.server.web.result_picture import SCENE, SEATS, SIZE, Standing, draw_result
from tests.server.in_process import InProcessServer, Player, expect_ok, play_random

SECRETS = re.compile(r"token|join|code|#")


def preview(server: InProcessServer, path: str, language: str = ENGLISH) -> dict[str, str]:
    """Return the tags of the preview at a path, as a stranger sees them."""
    answer = server.ask("GET", path, headers={"accept-language": language})
    assert answer.status_code == 200
    found = re.findall(r'<meta property="og:(\w+)" content="([^"]*)">', answer.text)
    return {name: unescape(text) for name, text in found}


def finished(server: InProcessServer, watch: str = "link") -> Player:
    """Return the host of a table whose game is over."""
    host, guest = server.pair(watch=watch)
    play_random({0: host, 1: guest}, decisions=5_000)
    assert host.state()["status"] == "over"
    return host


def test_every_language_has_the_texts_of_previews() -> None:
    keys = {}
    for language in languages():
        path = files("century.locales") / language / "previews.toml"
        keys[language] = set(tomllib.loads(path.read_text(encoding="utf-8")))
    assert all(found == keys[ENGLISH] for found in keys.values())


def test_the_site_has_a_preview(server: InProcessServer) -> None:
    shown = preview(server, "/")
    assert shown["image"].endswith("/static/share/front.jpg")
    assert server.ask("GET", shown["image"]).status_code == 200


@pytest.mark.parametrize("name", century.games())
def test_an_invitation_names_the_game_in_the_language_of_the_reader(
    server: InProcessServer, name: str
) -> None:
    title = century.game(name).words("it").page["title"]
    assert title in preview(server, f"/invite/{name}", "it-IT,en;q=0.5")["title"]
    picture = preview(server, f"/invite/{name}")["image"]
    assert server.ask("GET", picture).headers["content-type"] == "image/jpeg"


def test_the_links_of_a_table_have_secrets_only_in_the_fragment(server: InProcessServer) -> None:
    host, _ = server.pair(start=False)
    for link in expect_ok(host.ask("links")).values():
        path, _, fragment = link.partition("#")
        assert not SECRETS.search(path.partition("//")[2])
        assert SECRETS.search(f"{fragment}#")
        assert server.ask("GET", path).status_code == 200


def test_a_game_in_play_shows_neither_names_nor_points(server: InProcessServer) -> None:
    host, _ = server.pair()
    text = server.ask("GET", f"/table/{host.table}").text
    assert "Ada" not in text
    assert server.ask("GET", f"/table/{host.table}/result.png").status_code == 409


def test_a_result_is_shared_with_a_picture(server: InProcessServer) -> None:
    host = finished(server)
    shown = preview(server, f"/table/{host.table}")
    result = expect_ok(host.ask("result"))
    best = sum(result["sheets"][result["ranking"][0]].values())
    assert str(best) in shown["title"]
    assert "Ada" in shown["description"]
    picture = server.ask("GET", shown["image"])
    with Image.open(BytesIO(picture.content)) as image:
        assert image.size == SIZE


def test_a_result_is_not_shared_if_nobody_may_watch(server: InProcessServer) -> None:
    host = finished(server, watch="nobody")
    assert "Ada" not in server.ask("GET", f"/table/{host.table}").text
    assert server.ask("GET", f"/table/{host.table}/result.png").status_code == 404


def test_an_unknown_table_shows_the_preview_of_the_site(server: InProcessServer) -> None:
    assert preview(server, f"/table/{'0' * 32}") == preview(server, "/")
    assert preview(server, "/invite/chess") == preview(server, "/")
    assert server.ask("GET", f"/table/{'0' * 32}/result.png").status_code == 404


def test_long_and_foreign_names_fit_into_the_picture() -> None:
    names = ("W" * 40, "香辛料", "Ada", "Bob", "Eve")
    standings = [Standing(seat, name, 100 - seat) for seat, name in enumerate(names)]
    with Image.open(BytesIO(draw_result("Century", standings, "example.org"))) as image:
        assert image.size == SIZE
        below = image.convert("RGB").crop((60, 610, 700, 630)).getcolors(1 << 20)
        assert below is not None
        assert (255, 250, 241) not in {colour for _, colour in below}, "the paper ends above"


def test_every_game_with_an_emblem_has_its_own_pictures() -> None:
    assert SCENE.is_file()
    for name in century.games():
        folder = page_folder(name)
        if folder and (folder / "emblem.js").is_file():
            for picture in ("share.jpg", "scene.jpg"):
                with Image.open(folder / picture) as image:
                    assert image.size == SIZE


def test_the_picture_of_a_result_has_the_scene_and_the_colours_of_the_table() -> None:
    style = (STATIC / "style" / "base.css").read_text(encoding="utf-8")
    assert re.findall(r"--seat-\d: light-dark\((#[0-9a-f]{6})", style) == list(SEATS)
    standings = [Standing(0, "Ada", 80), Standing(1, "Bob", 64)]
    scenes = [folder / "scene.jpg" for name in century.games() if (folder := page_folder(name))]
    drawn = [draw_result("Century", standings, "example.org", scene) for scene in scenes]
    assert len(set(drawn)) == len(scenes)
