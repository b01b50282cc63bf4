"""Every Python snippet of the documentation runs; JSON and TOML can be read."""

from __future__ import annotations

import asyncio
import json
import shutil
import threading
import tomllib
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import Queue
from typing import Any

import pytest
from sybil import Example, Sybil
from sybil.parsers.markdown import CodeBlockParser

from century.bots import bot
from century.client import Client
from tests.docs.pages import PAGES, ROOT, SHELL, blocks, name_of
from tests.docs.snippets import evaluate
from tests.server.process import running

# What a block may be. Blocks of these languages are tested here or in test_commands.py, but for
# text and C: the C example is compiled from its file. Blocks of py and js are excerpts of the tiny
# game, which tests/tiny_game/test_docs.py compares with its files.
LANGUAGES = {"python", "json", "toml", *SHELL, "text", "c", "py", "js"}
# A snippet that speaks to a server gets the one of these tests, and a bot that needs no second.
SERVER, CODE, SLOW_BOT, QUICK_BOT = "http://localhost:8000", "ABC234", '"hard"', '"greedy"'
LIMIT = 300


def languages(page: Path) -> set[str]:
    return {block.language for block in blocks(page.read_text(encoding="utf-8"))}


WITH_SNIPPETS = [page for page in PAGES if "python" in languages(page)]


@pytest.fixture
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    """Yield the address of a server and the code of a table whose host waits for a guest."""
    codes: Queue[str] = Queue()

    async def host(address: str) -> None:
        async with Client(address) as client:
            seat = await client.create(seats=[{"kind": "me"}, {"kind": "open"}], name="Ada")
            codes.put(str(seat.state["code"]))
            async with seat:
                await seat.until(lambda: seat.version == 2)
                await seat.do("start")
                await seat.play(bot("greedy", seed=1))

    with running(tmp_path_factory.mktemp("server")) as server, hosting(host(server.address)):
        yield server.address, codes.get(timeout=LIMIT)


@contextmanager
def hosting(host: Coroutine[Any, Any, None]) -> Iterator[None]:
    """Run a host in a thread of its own; stop it, whether its game is over or not."""
    loop = asyncio.new_event_loop()
    task = loop.create_task(host)

    def run_host() -> None:
        with suppress(asyncio.CancelledError):
            loop.run_until_complete(task)

    thread = threading.Thread(target=run_host)
    thread.start()
    try:
        yield
    finally:
        loop.call_soon_threadsafe(task.cancel)
        thread.join(LIMIT)
        loop.close()


@pytest.mark.parametrize("page", WITH_SNIPPETS, ids=name_of)
def test_the_snippets_of_a_page_run(
    page: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    text = page.read_text(encoding="utf-8")
    if SERVER in "".join(block.text for block in blocks(text) if block.language == "python"):
        address, code = request.getfixturevalue("table")
        text = text.replace(SERVER, address).replace(CODE, code).replace(SLOW_BOT, QUICK_BOT)
    copy = tmp_path / page.name
    copy.write_text(text, encoding="utf-8")
    examples = list(Sybil([CodeBlockParser("python", evaluate)]).parse(copy).examples())
    assert len(examples) == sum(block.language == "python" for block in blocks(text))
    for example in examples:
        run(example, name_of(page))


def run(example: Example, name: str) -> None:
    try:
        example.evaluate()
    except Exception as error:
        error.add_note(f"in {name}, at the snippet of line {example.line}")
        raise


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_block_is_of_a_language_that_is_tested(page: Path) -> None:
    for language, line, text in blocks(page.read_text(encoding="utf-8")):
        assert language in LANGUAGES, f"line {line}"
        if language == "json":
            json.loads(text)
        elif language == "toml":
            tomllib.loads(text)


def test_the_front_page_has_snippets() -> None:
    """If the parser found none, nothing would be tested."""
    assert "README.md" in map(name_of, WITH_SNIPPETS)


@pytest.mark.parametrize(
    ("snippet", "message"),
    [("1 + 1  # 3", "2 is not 3"), ("for x in (1,):\n    x  # 'a'", "1 is not 'a'")],
)
def test_a_literal_in_a_comment_is_compared(tmp_path: Path, snippet: str, message: str) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"```python\n{snippet}\n```\n", encoding="utf-8")
    (example,) = Sybil([CodeBlockParser("python", evaluate)]).parse(page).examples()
    with pytest.raises(AssertionError, match=message):
        example.evaluate()
    page.write_text("```python\n1 + 1  # a sum\n1 + 1  # 2\n```\n", encoding="utf-8")
    (example,) = Sybil([CodeBlockParser("python", evaluate)]).parse(page).examples()
    example.evaluate()
