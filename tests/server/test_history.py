"""The log, the result, reasons for illegal actions, and the files of the page."""

from __future__ import annotations

import re

import century
from tests.server.in_process import GAME, InProcessServer, expect_error, expect_ok, play_random


def test_the_log_has_details_of_decisions(server: InProcessServer) -> None:
    host, _ = server.pair()
    row = host.state()["view"]["merchant_row"]
    expect_ok(host.move("acquire 2", "pay Y"))
    (entry,) = expect_ok(host.ask("log"))
    assert entry["tokens"] == ["acquire 2", "pay Y"]
    assert entry["about"] == [{"card": row[1]["card"], "cubes": ""}, {}]
    assert entry["before"] == 0


def test_the_log_can_be_read_from_a_decision_on(server: InProcessServer) -> None:
    host, guest = server.pair()
    play_random({0: host, 1: guest}, 30)
    whole = expect_ok(host.ask("log"))
    middle = whole[10]["before"]
    assert expect_ok(host.ask(f"log?after={middle}")) == whole[10:]
    assert expect_ok(host.ask("log?after=30")) == []


def test_the_result_is_available_when_the_game_is_over(server: InProcessServer) -> None:
    host, guest = server.pair()
    expect_error(host.ask("result"), 409, "table-not-over")
    play_random({0: host, 1: guest}, 10_000)
    state, result = host.state(), expect_ok(guest.ask("result"))
    assert [sum(sheet.values()) for sheet in result["sheets"]] == state["view"]["scores"]
    assert result["rounds"][-1]["scores"] == state["view"]["scores"]
    assert result["rounds"][-1]["cubes"] == [seat["cubes"] for seat in state["view"]["seats"]]
    for entry in result["rounds"]:
        weights = [[" YRGB".index(cube) for cube in held] for held in entry["cubes"]]
        assert entry["worth"] == [sum(held) for held in weights]
    assert [entry["round"] for entry in result["rounds"]] == list(
        range(1, state["view"]["round"] + 1)
    )
    best = max(range(2), key=lambda seat: (state["view"]["scores"][seat], seat))
    assert result["ranking"] == [best, 1 - best]


def test_reasons_after_decisions_that_are_only_tried(server: InProcessServer) -> None:
    host, _ = server.pair()
    position = century.game(GAME).start(2, seed=1).act("acquire 3")
    current = expect_ok(host.ask("why"))
    tried = expect_ok(host.ask("why?tokens=acquire 3"))
    assert current["pay Y"] == "No merchant card is being acquired (SR10)."
    assert tried["rest"] == position.whys()["rest"]
    assert expect_ok(host.ask("why?tokens=play YY")) == {}, "the turn is over after that decision"
    expect_error(host.ask("why?tokens=dance"), 422, "unknown-token")
    assert expect_ok(host.ask("why?language=it")) != current


def test_the_page_and_its_files_are_served_compressed(server: InProcessServer) -> None:
    page = server.ask("GET", "/")
    assert page.status_code == 200
    assert "default-src 'self'" in page.headers["content-security-policy"]
    loaded = re.findall(r'(?:href|src)="(/static/[^"]+)"', page.text)
    assert "/static/main.js" in loaded
    for path in loaded:
        answer = server.ask("GET", path)
        assert answer.status_code == 200, path
        assert answer.headers["cache-control"] == "no-cache"
        assert not {"last-modified", "accept-ranges"} & set(answer.headers), "needless bytes"
    script = server.ask("GET", "/static/table/client.js")
    assert script.headers["content-encoding"] == "gzip"
    again = server.ask(
        "GET", "/static/table/client.js", headers={"if-none-match": script.headers["etag"]}
    )
    assert again.status_code == 304
    assert server.ask("GET", "/static/../app.py").status_code == 404


def test_games_say_whether_they_have_a_page_and_serve_it(server: InProcessServer) -> None:
    for game in expect_ok(server.ask("GET", "/api/games"))["games"]:
        script = server.ask("GET", f"/static/games/{game['name']}/game.js")
        assert (script.status_code == 200) == game["page"]
        assert server.ask("GET", f"/static/games/{game['name']}/../view.py").status_code == 404


def test_an_unknown_address_gives_browsers_the_page_and_programs_an_error(
    server: InProcessServer,
) -> None:
    browser = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
    page = server.ask("GET", "/nothing", headers=browser)
    assert page.status_code == 404
    # The front page has link previews besides.
    assert set(page.text.splitlines()) < set(server.ask("GET", "/").text.splitlines())
    assert "default-src 'self'" in page.headers["content-security-policy"]
    expect_error(server.ask("GET", "/nothing"), 404, "not-found")
    expect_error(server.ask("GET", "/api/nothing", headers=browser), 404, "not-found")
    expect_error(server.ask("POST", "/nothing", headers=browser), 404, "not-found")
