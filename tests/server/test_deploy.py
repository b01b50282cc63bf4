"""The files in deploy/: proxies in front of servers, systemd units, and the container file."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import ssl
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from functools import partial
from http.client import HTTPSConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.request import urlopen

import pytest

from century.cli.serve import serve
from century.client import Client
from tests.server.postgres import Cluster
from tests.server.process import Process, free_port

DEPLOY = Path(__file__).parents[2] / "deploy"
LIMIT = 30.0  # seconds until a proxy must answer


def require_program(name: str, package: str) -> str:
    """Return the path of a program; skip the test without it, except in CI."""
    found = shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin")
    if found is None:
        message = f"{name} is not installed (Debian's package {package})"
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)
    return found


# Proxies


class Proxy:
    """A proxy with TLS on a port of localhost."""

    def __init__(self, port: int, certificate: Path) -> None:
        self.port = port
        self.certificate = certificate  # of the authority that clients must trust
        self.address = f"https://localhost:{port}"

    def request(
        self, path: str, body: bytes | None = None, headers: dict[str, str] | None = None
    ) -> tuple[int, dict[str, str], bytes]:
        """Send a request; return status, headers and body of the response."""
        context = ssl.create_default_context(cafile=str(self.certificate))
        connection = HTTPSConnection("localhost", self.port, timeout=30, context=context)
        try:
            connection.request("POST" if body else "GET", path, body, headers or {})
            answer = connection.getresponse()
            return answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read()
        finally:
            connection.close()

    def wait_until_ready(self, process: subprocess.Popen[bytes]) -> None:
        end = time.monotonic() + LIMIT
        while True:
            assert process.poll() is None, "the proxy ended"
            try:
                self.request("/healthz")
            except OSError:
                assert time.monotonic() < end, "the proxy does not answer"
                time.sleep(0.05)
            else:
                return


@contextmanager
def started(command: list[str], proxy: Proxy, env: dict[str, str]) -> Iterator[Proxy]:
    process = subprocess.Popen(command, env=env)
    try:
        proxy.wait_until_ready(process)
        yield proxy
    finally:
        process.terminate()
        process.wait(LIMIT)


NGINX = """
daemon off;
pid {folder}/pid;
error_log stderr error;
{user}
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/site.conf;
}}
"""


def replaced(text: str, changes: dict[str, str]) -> str:
    for old, new in changes.items():
        assert old in text, f"{old} is not in the file"
        text = text.replace(old, new)
    return text


@contextmanager
def nginx(folder: Path, servers: list[str]) -> Iterator[Proxy]:
    program = require_program("nginx", "nginx-light")
    openssl = require_program("openssl", "openssl")
    port, key, certificate = free_port(), folder / "key.pem", folder / "certificate.pem"
    command = f"{openssl} req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2"
    command += f" -subj /CN=localhost -addext subjectAltName=DNS:localhost -keyout {key}"
    subprocess.run(
        [*command.split(), "-out", certificate], check=True, capture_output=True, timeout=LIMIT
    )
    text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    text = "".join(line for line in text.splitlines(True) if "listen [::]" not in line)
    line = "    server 127.0.0.1:8000 max_fails=1 fail_timeout=2s;\n"
    lines = [line.replace("127.0.0.1:8000", server) for server in servers]
    changes = {
        "listen 80;": f"listen 127.0.0.1:{free_port()};",
        "listen 443 ssl": f"listen 127.0.0.1:{port} ssl",
        "server_name century.example.org;": "server_name localhost;",
        "/etc/letsencrypt/live/century.example.org/fullchain.pem": str(certificate),
        "/etc/letsencrypt/live/century.example.org/privkey.pem": str(key),
        line: "".join(lines),
    }
    (folder / "site.conf").write_text(replaced(text, changes), encoding="utf-8")
    user = "user root;" if os.getuid() == 0 else ""  # workers could not read the folder
    (folder / "nginx.conf").write_text(NGINX.format(folder=folder, user=user), encoding="utf-8")
    arguments = ["-p", str(folder), "-c", str(folder / "nginx.conf"), "-e", "stderr"]
    with started([program, *arguments], Proxy(port, certificate), dict(os.environ)) as proxy:
        yield proxy


@contextmanager
def caddy(folder: Path, servers: list[str]) -> Iterator[Proxy]:
    program = require_program("caddy", "caddy")
    port = free_port()
    # For localhost, Caddy is its own authority, which it would add to those of this machine.
    own = f"{{\n\tskip_install_trust\n\tadmin off\n\thttp_port {free_port()}\n"
    text = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    (folder / "Caddyfile").write_text(replaced(text, {"\n{\n": f"\n{own}"}), encoding="utf-8")
    env = {
        **os.environ,
        "HOME": str(folder),
        "XDG_DATA_HOME": str(folder / "data"),
        "XDG_CONFIG_HOME": str(folder / "config"),
        "CENTURY_DOMAIN": f"localhost:{port}",
        "CENTURY_SERVERS": " ".join(servers),
    }
    certificate = folder / "data/caddy/pki/authorities/local/root.crt"
    command = [program, "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]
    with started(command, Proxy(port, certificate), env) as proxy:
        yield proxy


PROXIES = [nginx, caddy]
StartProxy = Callable[[Path, list[str]], AbstractContextManager[Proxy]]


@pytest.fixture(scope="module")
def servers(postgres: Cluster, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Process]]:
    """Two servers with one database."""
    folder = tmp_path_factory.mktemp("servers")
    with postgres.database() as url, ExitStack() as stack:
        options = ("--proxy", "127.0.0.1", "--workers", "1")
        found = [Process(folder, url, *options) for _ in range(2)]
        for server in found:
            stack.callback(server.stop)
        for server in found:
            server.wait_until_ready()
        yield found


async def play(client: Client, moves: int) -> int:
    """Play moves at a new table over sockets; return the version of the table."""
    seats = [{"kind": "me"}, {"kind": "open"}]
    host = await client.create(seats=seats, order="seated")
    guest = await client.join(host.state["code"], "Bob")
    async with host, guest:
        await host.until(partial(host.has_version, 2))
        await host.do("start")
        for version in range(3, 3 + moves):
            for seat in (host, guest):
                await seat.until(partial(seat.has_version, version))
            seat = host if host.state["legal"] else guest
            await seat.move(seat.state["legal"][0])
        state = await guest.ask("GET", "")
        await guest.until(partial(guest.has_version, state["version"]))
        assert guest.state["view"] == state["view"]
        return int(state["version"])


async def play_at_three_tables(address: str, moves: int) -> list[int]:
    async with Client(address) as client:
        return [await play(client, moves) for _ in range(3)]


@pytest.mark.parametrize("start_proxy", PROXIES)
def test_games_are_played_through_a_proxy(
    servers: list[Process],
    start_proxy: StartProxy,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with start_proxy(tmp_path, [f"127.0.0.1:{server.port}" for server in servers]) as proxy:
        monkeypatch.setenv("SSL_CERT_FILE", str(proxy.certificate))
        assert asyncio.run(play_at_three_tables(proxy.address, 10)) == [13, 13, 13]
        status, headers, _ = proxy.request("/static/main.js", None, {"accept-encoding": "gzip"})
        assert (status, headers["content-encoding"]) == (200, "gzip")
        status, headers, _ = proxy.request("/api/games", None, {"accept-encoding": "gzip"})
        assert status == 200
        assert "content-encoding" not in headers  # compressed answers could leak secrets
        # A page of the site passes the check of origins.
        origin = {"origin": proxy.address, "content-type": "application/json"}
        assert proxy.request("/api/tables", b"{}", origin)[0] == 201
        assert proxy.request("/api/tables", b"{}", {**origin, "origin": "https://e.vil"})[0] == 403


@pytest.mark.parametrize("start_proxy", PROXIES)
def test_a_proxy_goes_on_with_the_other_server(
    servers: list[Process], start_proxy: StartProxy, tmp_path: Path
) -> None:
    nobody = f"127.0.0.1:{free_port()}"
    with start_proxy(tmp_path, [nobody, f"127.0.0.1:{servers[0].port}"]) as proxy:
        assert [proxy.request("/api/games")[0] for _ in range(20)] == [200] * 20


class Echo(BaseHTTPRequestHandler):
    """Answers with the name of the server and the headers of the request."""

    def do_GET(self) -> None:
        assert isinstance(self.server, ThreadingHTTPServer)
        body = json.dumps({"port": self.server.server_port, **dict(self.headers)}).encode()
        self.send_response(200)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["content-length"]))
        self.do_GET()

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(params=PROXIES)
def echo(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Proxy]:
    """A proxy in front of three servers that echo headers."""
    with ExitStack() as stack:
        names = []
        for _ in range(3):
            server = ThreadingHTTPServer(("127.0.0.1", 0), Echo)
            threading.Thread(target=server.serve_forever, daemon=True).start()
            stack.callback(server.server_close)
            stack.callback(server.shutdown)
            names.append(f"127.0.0.1:{server.server_port}")
        yield stack.enter_context(request.param(tmp_path, names))


def test_a_proxy_replaces_the_forwarded_headers_of_clients(echo: Proxy) -> None:
    sent = {"X-Forwarded-For": "192.0.2.7", "X-Forwarded-Proto": "gopher"}
    status, _, body = echo.request("/", None, sent)
    headers = {key.lower(): value for key, value in json.loads(body).items()}
    assert status == 200
    assert headers["x-forwarded-for"] == "127.0.0.1"
    assert headers["x-forwarded-proto"] == "https"
    assert headers["host"] == f"localhost:{echo.port}"


def test_a_proxy_hides_the_metrics(echo: Proxy) -> None:
    assert echo.request("/metrics")[0] == 404
    assert echo.request("/metrics?x=1")[0] == 404


def test_a_proxy_refuses_large_requests(echo: Proxy) -> None:
    assert echo.request("/", b"x" * 10_000)[0] == 200
    assert echo.request("/", b"x" * 100_000)[0] == 413
    assert echo.request("/", None, {"x-large": "x" * 60_000})[0] in (400, 431)


def test_a_proxy_sends_the_requests_of_a_table_to_one_server(echo: Proxy) -> None:
    used = set()
    for number in range(12):
        table = f"{number:032x}"
        paths = [f"/api/tables/{table}{more}" for more in ("", "/log", "/commands", "/socket")]
        ports = {json.loads(echo.request(path)[2])["port"] for path in paths}
        assert len(ports) == 1
        used |= ports
    assert len(used) > 1  # tables are spread over the servers


# systemd


@pytest.mark.parametrize("name", ["century.service", "century@.service"])
def test_systemd_accepts_the_unit(name: str, tmp_path: Path) -> None:
    program = require_program("systemd-analyze", "systemd")
    command = tmp_path / "century"
    command.touch(mode=0o755)
    text = (DEPLOY / name).read_text(encoding="utf-8")
    (tmp_path / name).write_text(replaced(text, {"/opt/century/bin/century": str(command)}))
    done = subprocess.run(
        [program, "verify", "--man=no", str(tmp_path / name)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("name", ["century.service", "century@.service", "Containerfile"])
def test_the_options_of_a_command_line_exist(name: str) -> None:
    text = (DEPLOY / name).read_text(encoding="utf-8")
    line = next(line for line in text.splitlines() if line.startswith(("ExecStart", "ENTRYPOINT")))
    words = line.replace('"', " ").replace(",", " ").split()
    options = {word.removeprefix("--").replace("-", "_") for word in words if word[:2] == "--"}
    assert options - {"no_browser"} <= set(serve.__annotations__)
    assert "no_browser" in options


# The container

INSTRUCTIONS = {
    *("FROM", "RUN", "WORKDIR", "COPY", "USER", "ENV", "VOLUME", "EXPOSE"),
    *("HEALTHCHECK", "STOPSIGNAL", "ENTRYPOINT"),
}


def container_lines() -> list[tuple[str, str]]:
    """Return the instructions of the container file with their arguments."""
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(line.split()[0], line.partition(" ")[2]) for line in lines]


def test_the_container_file_is_valid() -> None:
    lines = container_lines()
    assert {name for name, _ in lines} <= INSTRUCTIONS
    assert [name for name, _ in lines].count("FROM") == 2
    for name, rest in lines:
        if name == "COPY" and not rest.startswith("--from="):
            *sources, _target = rest.split()
            assert all((DEPLOY.parent / source).exists() for source in sources)
        if name == "ENTRYPOINT":
            assert json.loads(rest)[0] == "/opt/century/bin/century"
        if name == "HEALTHCHECK":
            assert json.loads(rest.partition(" CMD ")[2])[0] == "/opt/century/bin/python"
    last_user = [rest for name, rest in lines if name == "USER"][-1]
    assert int(last_user) > 0


def test_the_health_check_of_the_container_fails_without_a_server(servers: list[Process]) -> None:
    check = next(rest for name, rest in container_lines() if name == "HEALTHCHECK")
    code = json.loads(check.partition(" CMD ")[2])[2]
    with urlopen(f"{servers[0].address}/healthz", timeout=30) as answer:
        assert answer.status == 200
    exec(code.replace(":8000", f":{servers[0].port}"))
    with pytest.raises(OSError, match="refused"):
        exec(code.replace(":8000", f":{free_port()}"))
