"""Replays: of a finished table, of a record file, by buttons, keys, slider, log and link."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Route, expect

import century
from century.record import Record
from tests.browser.conftest import Visit
from tests.browser.tables import finished_table
from tests.browser.visitor import Visitor

GAMES = century.games()
DROP = """([text, name]) => {
  const data = new DataTransfer();
  data.items.add(new File([text], name, { type: "text/plain" }));
  for (const kind of ["dragover", "drop"]) {
    document.body.dispatchEvent(
      new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }));
  }
}"""

REVIEW = """(record) => fetch("/api/reviews", {
  method: "POST", headers: { "content-type": "application/json" },
  body: JSON.stringify({ record }),
}).then((answer) => answer.json())"""


def bar(visitor: Visitor, stop: int) -> Locator:
    """Return the replay bar at a stop."""
    return visitor.find(f'.bar.replay[data-stop="{stop}"]')


@pytest.mark.parametrize("game", GAMES)
def test_the_replay_of_a_finished_table(visit: Visit, game: str) -> None:
    ada = visit(motion=True)
    table = finished_table(ada, game)
    turns = ada.page.evaluate(f"fetch('/api/tables/{table}/replay').then((a) => a.json())")
    ada.page.goto(f"/#table={table}")
    ada.page.get_by_role("button", name="Watch the replay").click()
    expect(ada.find(".bar.replay[data-playing=true]")).to_be_visible()
    expect(bar(ada, 1)).to_be_visible()  # it plays by itself
    ada.page.get_by_role("button", name="Pause").click()
    ada.find(".replay").get_by_role("button", name="To the beginning").click()
    expect(bar(ada, 0)).to_contain_text("The beginning of the game")
    ada.page.keyboard.press("ArrowRight")
    ada.page.keyboard.press("ArrowRight")
    expect(bar(ada, 2)).to_be_visible()
    expect(ada.find(".log .entry[aria-current=true]")).to_be_in_viewport()
    expect(ada.find(".claim-marks i")).to_have_count(sum(turn["claimed"] for turn in turns))
    first_claim = next(n for n, turn in enumerate(turns, 1) if turn["claimed"])
    ada.find(".replay input[type=range]").fill(str(first_claim))
    expect(bar(ada, first_claim)).to_contain_text("point")
    ada.find(".log .entry").nth(3).click()
    expect(bar(ada, 4)).to_be_visible()
    ada.find(".replay").get_by_role("button", name="To the end").click()
    expect(bar(ada, len(turns))).to_contain_text("The game is over.")
    ada.accessible_in_both_themes()


@pytest.mark.parametrize("game", GAMES)
def test_a_bot_explains_a_finished_game(visit: Visit, game: str) -> None:
    ada = visit()
    table = finished_table(ada, game)
    ada.page.goto(f"/#table={table}&at=0")
    ada.page.get_by_role("button", name="Explain this game").click()
    expect(ada.find(".explaining, .explain")).to_have_count(0, timeout=120_000)
    record = ada.page.evaluate(f"fetch('/api/tables/{table}/record').then((a) => a.text())")
    first = ada.page.evaluate(REVIEW, record)["reviews"][0]
    ada.page.keyboard.press("ArrowRight")
    agrees = first["loss"] is not None and first["loss"] < 0.5
    expect(bar(ada, 1).locator(".review")).to_contain_text(
        "agrees" if agrees else re.compile(": .")
    )
    ada.accessible_in_both_themes()


def test_a_link_leads_to_a_moment(visit: Visit) -> None:
    ada = visit()
    table = finished_table(ada, GAMES[0])
    ada.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ada.page.goto(f"/#table={table}&at=0")
    expect(bar(ada, 0)).to_be_visible()
    expect(ada.page.get_by_role("dialog")).to_have_count(0)
    for _ in range(5):  # keys count even before the page has read the log
        ada.page.keyboard.press("ArrowRight")
    expect(bar(ada, 5)).to_be_visible()
    ada.page.get_by_role("button", name="Copy a link to this moment").click()
    expect(ada.page.get_by_role("button", name="Copied")).to_be_visible()
    link = ada.page.evaluate("navigator.clipboard.readText()")
    eve = visit()
    eve.page.goto(link)
    expect(bar(eve, 5)).to_be_visible()
    assert "token" not in eve.page.url
    board = ada.find(".board-area").inner_text()
    assert eve.find(".board-area").inner_text() == board


@pytest.mark.parametrize("game", GAMES)
def test_a_replay_on_a_phone_keeps_the_board_in_sight(visit: Visit, game: str) -> None:
    ada = visit(size="phone")
    table = finished_table(ada, game)
    ada.page.goto(f"/#table={table}&at=0")
    expect(bar(ada, 0)).to_be_visible()
    ada.page.get_by_role("button", name="One turn on").tap()
    expect(bar(ada, 1)).to_be_visible()
    for part in (".board-area", ".replay input[type=range]", ".replay .play"):
        expect(ada.find(part)).to_be_in_viewport()
    ada.find(".log-toggle").tap()
    ada.find(".log .entry").nth(2).tap()
    expect(bar(ada, 3)).to_be_visible()
    expect(ada.find(".log")).not_to_be_visible()


def let_me_lead(route: Route) -> None:
    """Let the player of the last turn of a replay claim points with it."""
    answer = route.fetch()
    turns = answer.json()
    for turn in turns:
        turn |= {"claimed": False, "scores": [0 for _ in turn["scores"]]}
    turns[0]["claimed"], turns[0]["scores"][turns[0]["seat"]] = True, 9
    route.fulfill(response=answer, json=turns)


def test_my_games_lead_to_the_replay(visit: Visit) -> None:
    ada = visit(settings={"name": "Ada"})
    ada.play_now(GAMES[0])
    ada.wait_for_my_turn()
    ada.page.get_by_role("button", name="Links and seat").click()
    ada.page.get_by_role("button", name="Resign").click()
    ada.page.get_by_role("button", name="Yes, resign").click()
    expect(ada.find("dialog .result")).to_be_visible(timeout=120_000)
    ada.page.route("**/api/tables/*/replay", let_me_lead)
    ada.page.goto("/#games")
    ada.page.get_by_role("link", name="Replay", exact=True).click()
    expect(bar(ada, 0)).to_be_visible()
    ada.page.keyboard.press("ArrowRight")
    mine = ada.ask()["you"]["seats"] == [ada.ask("replay")[0]["seat"]]
    leader = "You take" if mine else "Asha takes"
    expect(bar(ada, 1)).to_contain_text(f"+9 points in all. {leader} the lead.")


@pytest.mark.parametrize("game", GAMES)
def test_a_record_that_is_dropped_on_the_page_is_replayed(visit: Visit, game: str) -> None:
    ada = visit()
    table = finished_table(ada, game)
    record = ada.page.evaluate(f"fetch('/api/tables/{table}/record').then((a) => a.text())")
    ada.page.evaluate(DROP, [record, "game.txt"])
    expect(bar(ada, 0)).to_be_visible()
    ada.page.keyboard.press("ArrowRight")
    expect(bar(ada, 1).locator(".prompt")).to_contain_text(re.compile("Asha|Marco"))
    ada.page.get_by_role("button", name="Result").click()
    expect(ada.find("dialog .sheet")).to_contain_text("Asha")
    ada.page.keyboard.press("Escape")
    ada.accessible()
    address = ada.page.url  # it contains the record
    eve = visit()
    eve.page.goto(f"{address}&at=9999")
    expect(eve.find(".bar.replay")).to_contain_text("The game is over.")


def test_a_record_from_a_file(visit: Visit, tmp_path: Path) -> None:
    ada = visit()
    start = century.game(GAMES[0]).start(players=2, seed=3)
    file = tmp_path / "record.txt"
    file.write_text(century.Record(start, (start.legal()[0],)).to_text())
    ada.page.goto("/#replay")
    ada.find(".drop-zone input[type=file]").set_input_files(file)
    expect(bar(ada, 0)).to_be_visible()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[Game "no-such-game"]', "damaged"),
        ("\u0000\u0001", "damaged"),
        ("x" * 60_000, "too large"),
        ("x" * 200_000, "too large for a game record"),
    ],
)
def test_a_bad_file_gets_a_clear_message(visit: Visit, text: str, said: str) -> None:
    ada = visit(refused=("/api/records",))
    ada.page.evaluate(DROP, [text, "bad.txt"])
    expect(ada.find(".drop-zone [role=alert]")).to_contain_text(said)
    ada.accessible()


def test_a_damaged_address_of_a_replay_gets_a_message(visit: Visit) -> None:
    ada = visit()
    ada.page.goto("/#replay=AAAA")
    expect(ada.find(".drop-zone [role=alert]")).to_contain_text("damaged")


def test_a_file_with_several_records_lists_them(visit: Visit, tmp_path: Path) -> None:
    ada = visit()
    position = century.game(GAMES[0]).start(players=2, seed=1)
    names = ("Ada", "Bob"), ("Cleo", "Dan")
    records = [Record(position, (position.legal()[0],), players, 1).to_text() for players in names]
    file = tmp_path / "games.txt"
    file.write_text("\n".join(records))
    ada.page.goto("/#replay")
    ada.find(".drop-zone input[type=file]").set_input_files(file)
    expect(ada.find("main li")).to_have_count(2)
    ada.accessible()
    ada.page.get_by_role("button", name="Cleo and Dan").click()
    expect(bar(ada, 0)).to_be_visible()
    expect(ada.find(".board-area")).to_contain_text("Dan")
