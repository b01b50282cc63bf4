"""The texts of the server in every language."""

from __future__ import annotations

import pytest

from century.core.words import languages
from century.position import game, games
from tests.server.in_process import InProcessServer, expect_error, expect_ok

POSITION = "/api/positions"


@pytest.mark.parametrize("language", languages())
def test_all_texts_of_a_language_come_in_one_response(
    server: InProcessServer, language: str
) -> None:
    texts = expect_ok(server.ask("GET", f"/api/languages/{language}"))
    assert texts["language"] == language
    assert texts["page"]["app"]["title"] == "Century"
    assert set(texts["games"]) == set(games())
    for name, rules_texts in texts["games"].items():
        assert rules_texts == expect_ok(
            server.ask("GET", f"/api/games/{name}/rules?language={language}")
        )
        assert rules_texts["title"] == game(name).words(language).title
        rules = {
            key: text
            for section in rules_texts["sections"]
            for key, text in section["rules"].items()
        }
        assert rules == game(name).words(language).rules
    assert {"stale-move", "not-your-turn", "seat-taken", "too-many"} <= set(texts["errors"])


def test_texts_in_the_browser_cache_are_not_sent_again(server: InProcessServer) -> None:
    first = server.ask("GET", "/api/languages/it")
    assert first.headers["cache-control"] == "no-cache"
    tag = first.headers["etag"]
    again = server.ask("GET", "/api/languages/it", headers={"if-none-match": tag})
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
    weak = server.ask("GET", "/api/languages/it", headers={"if-none-match": f'"x", W/{tag}'})
    assert weak.status_code == 304
    other = server.ask("GET", "/api/languages/ja", headers={"if-none-match": tag})
    assert (other.status_code, other.json()["language"]) == (200, "ja")


def test_reasons_are_translated(server: InProcessServer) -> None:
    host, _ = server.pair()
    english, italian = expect_ok(host.ask("why")), expect_ok(host.ask("why?language=it"))
    assert english["rest"] == "No card was played that could be taken back (SR12)."
    assert italian["rest"] == "Non hai carte giocate da riprendere (SR12)."
    assert list(italian) == list(english)
    assert expect_ok(host.ask("why?language=en")) == english


def test_reasons_in_a_tried_position_are_translated(server: InProcessServer) -> None:
    host, _ = server.pair()
    body = {"position": expect_ok(host.ask("position"))["position"], "tokens": ["play up2"]}
    english = expect_ok(server.ask("POST", POSITION, json=body))
    japanese = expect_ok(server.ask("POST", POSITION, json={**body, "language": "ja"}))
    assert english["why"]["rest"].startswith("An upgrade card is being played: ")
    assert japanese["why"]["rest"].startswith("アップグレードカードをプレイしているところです")
    assert {**japanese, "why": english["why"]} == english


def test_an_unknown_language_is_refused(server: InProcessServer) -> None:
    host, _ = server.pair()
    body = {"position": expect_ok(host.ask("position"))["position"], "language": "tlh"}
    expect_error(server.ask("GET", "/api/languages/tlh"), 404, "unknown-language")
    expect_error(host.ask("why?language=tlh"), 404, "unknown-language")
    expect_error(server.ask("POST", POSITION, json=body), 404, "unknown-language")
