"""The server's words in every language."""

from __future__ import annotations

import pytest

import century
from century.core.words import languages
from century.position import games
from tests.server.house import House, good, refused

POSITION = "/api/positions"


@pytest.mark.parametrize("language", languages())
def test_a_language_comes_at_once(here: House, language: str) -> None:
    said = good(here.ask("GET", f"/api/languages/{language}"))
    assert said["language"] == language
    assert said["page"]["app"]["title"] == "Century"
    assert set(said["games"]) == set(games())
    for name, told in said["games"].items():
        assert told == good(here.ask("GET", f"/api/games/{name}/rules?language={language}"))
        assert told["title"] == century.game(name).words(language).title
        rules = {
            key: text for section in told["sections"] for key, text in section["rules"].items()
        }
        assert rules == century.game(name).words(language).rules
    assert {"stale-move", "not-your-turn", "seat-taken", "too-many"} <= set(said["errors"])


def test_words_that_a_browser_has_are_not_sent_again(here: House) -> None:
    first = here.ask("GET", "/api/languages/it")
    assert first.headers["cache-control"] == "no-cache"
    tag = first.headers["etag"]
    again = here.ask("GET", "/api/languages/it", headers={"if-none-match": tag})
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
    weak = here.ask("GET", "/api/languages/it", headers={"if-none-match": f'"x", W/{tag}'})
    assert weak.status_code == 304
    other = here.ask("GET", "/api/languages/ja", headers={"if-none-match": tag})
    assert (other.status_code, other.json()["language"]) == (200, "ja")


def test_the_server_says_why_not_in_a_language(here: House) -> None:
    host, _ = here.pair()
    english, italian = good(host.ask("why")), good(host.ask("why?language=it"))
    assert english["rest"] == "No card was played that could be taken back (SR12)."
    assert italian["rest"] == "Non hai carte giocate da riprendere (SR12)."
    assert list(italian) == list(english)
    assert good(host.ask("why?language=en")) == english


def test_a_position_to_try_says_why_not_in_a_language(here: House) -> None:
    host, _ = here.pair()
    wanted = {"position": good(host.ask("position"))["position"], "tokens": ["play up2"]}
    english = good(here.ask("POST", POSITION, json=wanted))
    japanese = good(here.ask("POST", POSITION, json={**wanted, "language": "ja"}))
    assert english["why"]["rest"].startswith("An upgrade card is being played: ")
    assert japanese["why"]["rest"].startswith("アップグレードカードをプレイしているところです")
    assert {**japanese, "why": english["why"]} == english


def test_an_unknown_language_is_refused(here: House) -> None:
    host, _ = here.pair()
    wanted = {"position": good(host.ask("position"))["position"], "language": "tlh"}
    refused(here.ask("GET", "/api/languages/tlh"), 404, "unknown-language")
    refused(host.ask("why?language=tlh"), 404, "unknown-language")
    refused(here.ask("POST", POSITION, json=wanted), 404, "unknown-language")
