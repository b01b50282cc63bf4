"""Mistakes of an operator: `century serve` prints one line without a password or a traceback."""

from __future__ import annotations

import errno
import os
import socket
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import text

from century.cli.serve import is_address, require_driver
from century.errors import MissingExtra
from century.server.errors import BadDatabase, PortTaken
from century.server.log.store import Store
from century.server.run import bind
from tests.server.command import one_line, refusal
from tests.server.postgres import Cluster

Refused = Callable[..., str]
SECRET = "hunter2"


@pytest.fixture
def refused(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Refused:
    def serve(*options: str) -> str:
        return refusal(monkeypatch, capsys, "serve", "--no-browser", "--port", "0", *options)

    return serve


# Databases


@pytest.mark.parametrize(
    "url",
    [
        f"postgresql+psycopg:/ada:{SECRET}@host/tables",
        f"postgresql+psycopg//ada:{SECRET}@host/tables",
        f"postgresql+psycopg:ada:{SECRET}@host/tables",
        f"postgresql+psycopg:ada:{SECRET}:host/tables",
        f"ada:{SECRET}@host/tables",
        f"postgresql+psycopg://ada:{SECRET}@host:54x2/tables",
        f"postgresql+psycopg://ada:p@{SECRET}@host/tables",
        f"postgresql+psycopg://ada:p@{SECRET}/@host/tables",
        f"postgresql+psycopg://ada:{SECRET}/tables",
        f"postgresql+psycopg://ada:{SECRET}@127.0.0.1:1/tables",
        f"postgresql+psycopg://ada@127.0.0.1:1/tables?password={SECRET}",
        f"postgresql+psycopg://ada:{SECRET}@127.0.0.1:1/tables?sslmode={SECRET}",
        f"postgresql+psycopg://ada:{SECRET}@127.0.0.1:1/tables?nonsense=1",
        f"postgresql+nothing://ada:{SECRET}@host/tables",
        f"nonsense://ada:{SECRET}@host/tables",
        f"sqlite://ada:{SECRET}@host/tables.db",
    ],
)
def test_a_mistyped_url_is_refused_without_its_password(refused: Refused, url: str) -> None:
    assert SECRET not in one_line(refused("--db", url))


def test_a_refused_password_is_not_printed(refused: Refused, postgres: Cluster) -> None:
    url = postgres.url("missing").replace("@", f":{SECRET}@")
    message = one_line(refused("--db", url))
    assert 'database "missing" does not exist' in message
    assert SECRET not in message


def test_an_unknown_kind_of_database_is_named(refused: Refused) -> None:
    assert "nonsense" in one_line(refused("--db", "nonsense://host/tables"))
    message = one_line(refused("--db", "mysql+pymysql://host/tables"))
    assert "mysql is not supported: a database is SQLite or PostgreSQL" in message


def make_newer(url: str) -> None:
    store = Store(url)
    with store.engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    store.close()


def test_a_database_of_a_newer_version_is_refused(
    refused: Refused, tmp_path: Path, postgres_url: str
) -> None:
    for location in (str(tmp_path / "tables.db"), postgres_url):
        make_newer(location)
        assert "made by a newer version of century" in one_line(refused("--db", location))


def test_a_file_that_is_no_database_is_refused_and_unchanged(
    refused: Refused, tmp_path: Path
) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("Buy pepper.\n" * 1000)
    assert "file is not a database" in one_line(refused("--db", str(path)))
    assert path.read_text() == "Buy pepper.\n" * 1000
    assert list(tmp_path.iterdir()) == [path]


def test_a_damaged_database_is_refused(refused: Refused, tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    Store(path).close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
    damaged = bytearray(path.read_bytes())
    damaged[100:4000] = os.urandom(3900)  # the list of tables
    path.write_bytes(damaged)
    assert "malformed" in one_line(refused("--db", str(path)))


def test_a_folder_is_not_a_database(refused: Refused, tmp_path: Path) -> None:
    assert "is a folder" in one_line(refused("--db", str(tmp_path)))


def test_a_missing_folder_is_named(refused: Refused, tmp_path: Path) -> None:
    message = one_line(refused("--db", str(tmp_path / "missing" / "tables.db")))
    assert f"the folder {tmp_path / 'missing'} does not exist" in message


def test_several_processes_need_postgresql(refused: Refused, tmp_path: Path) -> None:
    message = one_line(refused("--processes", "2", "--db", str(tmp_path / "tables.db")))
    assert "several processes need a PostgreSQL database" in message


def test_the_environment_can_name_the_database(
    refused: Refused, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CENTURY_DB", f"postgresql+psycopg://ada:{SECRET}@127.0.0.1:1/tables")
    message = one_line(refused())
    assert "postgresql+psycopg://ada:***@127.0.0.1:1/tables" in message
    assert SECRET not in message


@pytest.mark.parametrize("location", ["nonsense://x", "postgresql+nothing://x/y"])
def test_an_error_of_the_api_is_typed(location: str) -> None:
    with pytest.raises(BadDatabase):
        Store(location)


# Addresses


@pytest.mark.parametrize(
    ("port", "reason"),
    [
        ("99999", "less than or equal to 65535"),
        ("-1", "greater than or equal to 0"),
        ("eighty", "unable to parse string as an integer"),
    ],
)
def test_an_impossible_port_is_refused_with_the_reason(
    refused: Refused, port: str, reason: str
) -> None:
    message = refused("--port", port)
    assert reason in " ".join(message.replace("│", "").split())


@pytest.mark.parametrize(
    "host", ["no-such-name.invalid", "192.0.2.1", "300.1.1.1", "2001:db8::1", ":::", "x" * 80]
)
def test_an_impossible_host_is_refused(refused: Refused, tmp_path: Path, host: str) -> None:
    message = one_line(refused("--host", host, "--db", str(tmp_path / "tables.db")))
    assert "cannot listen" in message


def test_a_port_without_permission_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def bind_fails(*_: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    class Socket(socket.socket):
        bind = bind_fails

    monkeypatch.setattr("socket.socket", Socket)
    with pytest.raises(PortTaken, match="port 80: Permission denied"):
        bind("127.0.0.1", 80)


@pytest.mark.parametrize("port", [0, 65535])
def test_the_hint_for_a_taken_port_names_a_port_that_exists(port: int) -> None:
    taken = bind("127.0.0.1", port)
    with closing(taken), pytest.raises(PortTaken, match="--port 0 is any free port"):
        bind("127.0.0.1", taken.getsockname()[1])


# Texts


@pytest.mark.parametrize("option", ["--host", "--db", "--public", "--proxy", "--log"])
def test_an_option_that_is_not_utf8_is_refused(refused: Refused, option: str) -> None:
    assert f"{option} is not valid UTF-8" in one_line(refused(option, os.fsdecode(b"caf\xe9")))


def test_a_variable_that_is_not_utf8_is_refused(
    refused: Refused, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CENTURY_DB", os.fsdecode(b"caf\xe9.db"))
    assert "--db is not valid UTF-8" in one_line(refused())


def test_a_home_folder_that_is_not_utf8_does_not_stop_the_server(
    refused: Refused, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / os.fsdecode(b"caf\xe9")))
    assert "cannot listen" in one_line(refused("--host", "192.0.2.1"))


def test_an_unknown_log_level_is_refused(refused: Refused) -> None:
    assert "--log is one of debug, info, warning, error" in one_line(refused("--log", "loud"))


@pytest.mark.parametrize("proxy", ["localhost", "127.0.0.1,nginx", "10.0.0.0/33", "127.0.0.1;::1"])
def test_a_proxy_that_is_no_address_is_refused(refused: Refused, proxy: str) -> None:
    assert "--proxy is a list of addresses and networks" in one_line(refused("--proxy", proxy))


@pytest.mark.parametrize("sender", ["me", "@example.org", "me@", "a b@example.org"])
def test_a_sender_that_is_no_address_is_refused(refused: Refused, sender: str) -> None:
    options = ("--smtp-host", "localhost", "--smtp-from", sender, "--public", "https://a.example/")
    assert "--smtp-from is an address" in one_line(refused(*options))


def test_a_name_before_the_address_of_a_sender_is_allowed() -> None:
    assert is_address("Games <games@example.org>")
    assert is_address("games@example.org")


@pytest.mark.parametrize("scheme", ["postgresql", "postgresql+psycopg"])
def test_a_missing_driver_names_the_extra(monkeypatch: pytest.MonkeyPatch, scheme: str) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)  # as if it were not installed
    with pytest.raises(MissingExtra, match="postgresql"):
        require_driver(f"{scheme}://u@h/tables")
