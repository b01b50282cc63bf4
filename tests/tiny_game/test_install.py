"""The tiny game as an installable package."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.tiny_game.packages import EXAMPLE, LIMIT, succeed

LIST = "import century, json; print(json.dumps([century.games(), century.game('{}').title]))"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build a wheel with the backend that pyproject.toml names, and unpack it as pip does."""
    folder = tmp_path_factory.mktemp("installed")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder / "dist")]
    done = subprocess.run(
        build, cwd=EXAMPLE, capture_output=True, text=True, timeout=LIMIT, check=False
    )
    assert done.returncode == 0, done.stderr
    (wheel,) = (folder / "dist").glob("*.whl")
    ZipFile(wheel).extractall(folder / "site")
    return folder / "site"


def test_an_installed_package_adds_its_game(installed: Path) -> None:
    games, title = json.loads(succeed(["-c", LIST.format("tiny-ladder")], (installed,)))
    assert "tiny-ladder" in games
    assert len(games) > 1
    assert title == "Tiny Ladder"


def test_the_package_has_all_files_of_the_game(installed: Path) -> None:
    def files(folder: Path) -> set[str]:
        found = (path for path in folder.rglob("*") if path.is_file())
        return {str(path.relative_to(folder)) for path in found if "__pycache__" not in str(path)}

    assert files(installed / "tiny_ladder") == files(EXAMPLE / "tiny_ladder")
    assert "page/game.js" in files(installed / "tiny_ladder")


def test_the_tiny_game_is_tiny() -> None:
    sources = [path.read_text(encoding="utf-8") for path in EXAMPLE.rglob("*.py")]
    assert sum(len(source.splitlines()) for source in sources) <= 200
