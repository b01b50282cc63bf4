"""Every command line of the documentation works."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.commands import Shell, prepare
from tests.docs.pages import PAGES, name_of, shell_lines
from tests.terminal.command import Command

WITH_COMMANDS = [page for page in PAGES if any(shell_lines(page.read_text(encoding="utf-8")))]


@pytest.mark.parametrize("page", WITH_COMMANDS, ids=name_of)
def test_the_commands_of_a_page_work(
    page: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    prepare(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    shell = Shell(tmp_path, Command(monkeypatch, capsys))
    for line, command in shell_lines(page.read_text(encoding="utf-8")):
        try:
            shell.run(command)
        except Exception as error:
            error.add_note(f"{name_of(page)}, line {line}: {command}")
            raise


def test_the_front_page_has_commands() -> None:
    """If the parser found none, nothing would be tested."""
    assert "README.md" in map(name_of, WITH_COMMANDS)


def test_commands_are_found_in_fenced_and_indented_blocks() -> None:
    page = """
    century play  # indented

Text about century.

```sh
# a comment
$ century simulate \\
    -n 1
```

```python
    century = 1
```

  * In a list:

        NUMBA_DISABLE_JIT=1 .venv/bin/python script.py
        some other text
"""
    found = [" ".join(command.split()) for _, command in shell_lines(page)]
    assert found == [
        "century simulate -n 1",
        "century play # indented",
        "NUMBA_DISABLE_JIT=1 .venv/bin/python script.py",
    ]


def test_an_unknown_program_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shell = Shell(tmp_path, Command(monkeypatch, capsys))
    with pytest.raises(AssertionError, match="does not know how to run nonsense"):
        shell.run("nonsense --really")
