"""Looking at what happened: the log, the result, why not, and the page itself."""

from __future__ import annotations

import re

import century
from tests.server.house import House, good, play_on, refused


def test_the_log_tells_what_decisions_came_to(here: House) -> None:
    host, _ = here.pair()
    row = host.state()["view"]["merchant_row"]
    good(host.move("acquire 2", "pay Y"))
    (entry,) = good(host.ask("log"))
    assert entry["tokens"] == ["acquire 2", "pay Y"]
    assert entry["about"] == [{"card": row[1]["card"], "cubes": ""}, {}]
    assert entry["before"] == 0


def test_the_log_can_be_read_on(here: House) -> None:
    host, guest = here.pair()
    play_on({0: host, 1: guest}, 30)
    whole = good(host.ask("log"))
    middle = whole[10]["before"]
    assert good(host.ask(f"log?after={middle}")) == whole[10:]
    assert good(host.ask("log?after=30")) == []


def test_the_result_is_there_when_the_game_is_over(here: House) -> None:
    host, guest = here.pair()
    refused(host.ask("result"), 409, "table-not-over")
    play_on({0: host, 1: guest}, 10_000)
    state, result = host.state(), good(guest.ask("result"))
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


def test_why_not_after_decisions_that_are_only_tried(here: House) -> None:
    host, _ = here.pair()
    position = century.game("spice-road").start(2, seed=1).act("acquire 3")
    here_and_now = good(host.ask("why"))
    tried = good(host.ask("why?tokens=acquire 3"))
    assert here_and_now["pay Y"] == "No merchant card is being acquired (SR10)."
    assert tried["rest"] == position.whys()["rest"]
    assert good(host.ask("why?tokens=play YY")) == {}, "the turn is over after that"
    refused(host.ask("why?tokens=dance"), 422, "unknown-token")
    assert good(host.ask("why?language=it")) != here_and_now


def test_the_page_is_served_packed_with_all_it_loads(here: House) -> None:
    page = here.ask("GET", "/")
    assert page.status_code == 200
    assert "default-src 'self'" in page.headers["content-security-policy"]
    loaded = re.findall(r'(?:href|src)="(/static/[^"]+)"', page.text)
    assert "/static/main.js" in loaded
    for path in loaded:
        answer = here.ask("GET", path)
        assert answer.status_code == 200, path
        assert answer.headers["cache-control"] == "no-cache"
    script = here.ask("GET", "/static/table/client.js")
    assert script.headers["content-encoding"] == "gzip"
    again = here.ask(
        "GET", "/static/table/client.js", headers={"if-none-match": script.headers["etag"]}
    )
    assert again.status_code == 304
    assert here.ask("GET", "/static/../app.py").status_code == 404


def test_games_say_whether_they_have_a_page_and_serve_it(here: House) -> None:
    for game in good(here.ask("GET", "/api/games"))["games"]:
        script = here.ask("GET", f"/static/games/{game['name']}/game.js")
        assert (script.status_code == 200) == game["page"]
        assert here.ask("GET", f"/static/games/{game['name']}/../view.py").status_code == 404


def test_at_a_wrong_address_a_browser_gets_the_page_and_a_program_an_error(here: House) -> None:
    looking = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
    page = here.ask("GET", "/nothing", headers=looking)
    assert (page.status_code, page.text) == (404, here.ask("GET", "/").text)
    assert "default-src 'self'" in page.headers["content-security-policy"]
    refused(here.ask("GET", "/nothing"), 404, "not-found")
    refused(here.ask("GET", "/api/nothing", headers=looking), 404, "not-found")
    refused(here.ask("POST", "/nothing", headers=looking), 404, "not-found")
