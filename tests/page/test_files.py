"""The files of the page: imports resolve, no other server is asked, and all of it is small."""

from __future__ import annotations

import gzip
import posixpath
import re
from pathlib import Path

import pytest

from tests.page.page_files import FOLDERS, STATIC, scripts

SOURCES = scripts()
FILES = [
    path
    for root in (STATIC, *FOLDERS.values())
    for path in root.rglob("*")
    if path.suffix in {".js", ".css", ".html", ".svg"}
]


@pytest.mark.parametrize("source", SOURCES)
def test_every_imported_script_exists(source: str) -> None:
    imports = re.findall(r'(?:from |import\()"([^"]+)"', SOURCES[source])
    for imported in imports:
        address = posixpath.normpath(posixpath.join("/static", posixpath.dirname(source), imported))
        path = address.removeprefix("/static/")
        assert path in SOURCES or (STATIC / path).is_file(), f"{source} imports {imported}"


def test_games_import_the_shared_scripts_by_their_address() -> None:
    """Relative paths out of a game's folder would depend on where the server mounts it."""
    for source, text in SOURCES.items():
        if source.startswith("games/"):
            assert re.findall(r'from "\.\./[^"]+"', text) == [], source


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_the_page_loads_nothing_from_other_servers(path: Path) -> None:
    if "vendor" not in path.parts:
        addresses = set(re.findall(r"https?://[^\s\"'`)]+", path.read_text(encoding="utf-8")))
        assert addresses <= {"http://www.w3.org/2000/svg"}


def test_the_page_is_small() -> None:
    """The page may have 150 kB, compressed, including the texts of one language.

    A visit to the lobby and to a table loads these files; other pages are loaded on demand.
    """
    on_demand = re.findall(r'import\("\./(pages/[^"]+)"', SOURCES["main.js"])
    first = [path for path in FILES if path not in {STATIC / name for name in on_demand}]
    assert len(first) == len(FILES) - len(on_demand) < len(FILES)
    assert sum(len(gzip.compress(path.read_bytes(), 9)) for path in first) < 120_000
