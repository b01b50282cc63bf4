"""The documentation site builds without a warning and works offline."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.pages import ROOT

LIMIT = 300


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        timeout=LIMIT,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def test_the_front_page_is_the_readme_with_its_pictures(site: Path) -> None:
    page = (site / "index.html").read_text(encoding="utf-8")
    pictures = re.findall(r'src="(images/[^"]+)"', page)
    assert len(pictures) == len(list(ROOT.glob("docs/images/*.png")))
    for picture in pictures:
        assert (site / picture).is_file(), picture


def test_links_to_sources_lead_to_copies_of_them(site: Path) -> None:
    page = (site / "engine/index.html").read_text(encoding="utf-8")
    sources = re.findall(r'href="\.\./(src/century/[^"]+)"', page)
    assert sources
    for source in sources:
        assert (site / source).read_bytes() == (ROOT / source).read_bytes()


def test_the_reference_documents_every_public_module(site: Path) -> None:
    ids = {
        name
        for page in site.glob("reference/*/index.html")
        for name in re.findall(r'id="(century\.[\w.]+)"', page.read_text(encoding="utf-8"))
    }
    for name in ("Position.act", "Game.start", "game", "perft"):
        assert f"century.position.{name}" in ids
    for name in ("record.Record", "bots.bot", "arena.Tournament", "env.batch.Batch"):
        assert f"century.{name}" in ids
    assert {"century.client.Client", "century.errors.IllegalMove"} <= ids


def test_nothing_is_loaded_from_another_server(site: Path) -> None:
    loads = re.compile(r'<(?:script|link|img|iframe)\b[^>]*\b(?:src|href)="(?:https?:)?//')
    for page in site.rglob("*.html"):
        assert not loads.search(page.read_text(encoding="utf-8")), page
    for style in site.rglob("*.css"):
        assert not re.search(r"url\([\"']?(?:https?:)?//", style.read_text(encoding="utf-8")), style


def test_the_front_page_lists_all_pages() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    pages = [f"docs/{page.name}" for page in ROOT.glob("docs/*.md")]
    assert [page for page in pages if f"({page})" not in readme] == []
    assert "`century check-game NAME`" in readme
