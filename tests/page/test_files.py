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


def loaded_at_once() -> set[str]:
    """Return the shared scripts that main.js imports, without those that are loaded on demand."""
    found, waiting = set(), ["main.js"]
    while waiting:
        source = waiting.pop()
        found.add(source)
        for imported in re.findall(r'(?:from|import) "([^"]+)"', _script(source)):
            path = posixpath.normpath(posixpath.join(posixpath.dirname(source), imported))
            if path not in found:
                waiting.append(path)
    return found


def _script(name: str) -> str:
    return (STATIC / name).read_text(encoding="utf-8")


def test_the_page_is_small() -> None:
    """The page may have 300 kB, compressed, with the typefaces and the texts of one language.

    A visit to the lobby and to a table loads these files, and those of all games. The texts have
    about 30 kB.
    """
    at_once = {STATIC / name for name in loaded_at_once()}
    assert STATIC / "pages" / "table.js" in at_once
    assert STATIC / "pages" / "rules.js" not in at_once
    own = [path for path in FILES if path.is_relative_to(STATIC) and path.suffix == ".js"]
    loaded = set(FILES) - (set(own) - at_once)
    typefaces = sum(path.stat().st_size for path in (STATIC / "fonts").glob("*.woff2"))
    size = typefaces + sum(len(gzip.compress(path.read_bytes(), 9)) for path in loaded)
    assert size < 270_000


def test_every_typeface_has_its_licence() -> None:
    licences = (STATIC / "fonts" / "LICENSE.txt").read_text(encoding="utf-8").split("-" * 72)
    for path in (STATIC / "fonts").glob("*.woff2"):
        (licence,) = [text for text in licences if f"({path.name})" in text]
        assert "SIL Open Font License" in licence
