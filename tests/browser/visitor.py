"""A person with a browser: what they see, and how they play."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import takewhile
from typing import Any, Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, expect

from century.bots import Bot, ask
from century.position import read_position

SIZES = {"laptop": (1280, 720), "desktop": (1920, 1080), "phone": (390, 844)}
LOST_CONNECTION = (  # what the browser logs about lost connections
    "WebSocket connection to",
    "ERR_CONNECTION_REFUSED",
    "ERR_INTERNET_DISCONNECTED",
)
# The rules of axe whose result depends on the size of the window, colours excepted.
LAYOUT_RULES = (
    "aria-hidden-focus",
    "button-name",
    "heading-order",
    "landmark-unique",
    "link-name",
    "region",
    "scrollable-region-focusable",
    "target-size",
)
Theme = Literal["light", "dark"]
TIMEOUT = 60_000  # milliseconds: bots think, and machines are busy

expect.set_options(timeout=TIMEOUT)

# `expect` looks again after up to a second. The page itself can look in every frame.
CHANGED = """([name, before]) => {
  const table = document.querySelector(".table");
  return table && table.dataset[name] !== before;
}"""
FOCUSED = "(selector) => document.activeElement?.matches(selector)"
OFFERED = """(token) => [...document.querySelectorAll(".choice.legal, .repetition")]
  .some((one) => one.dataset.token === token && one.checkVisibility())"""
CHOICES = """([letter, letters]) => [...new Set(
  [...document.querySelectorAll(".choice.legal[data-token], .repetition[data-token]")]
    .filter((one) => one.checkVisibility()).map((one) => one.dataset.token))]
  .filter((token) => letters[token.split(/[ ,]/)[0]] === letter)"""
MAX_TABS = 200  # until the focus must have been everywhere
VISIBLE = "(selector) => document.querySelector(selector)?.checkVisibility()"


def _stored(address: str, settings: dict[str, Any]) -> Any:
    """Return a browser's stored data: the settings that the person has chosen before."""
    settings = {"pace": "at-once", **settings}  # or the tests would wait for the bots
    kept = [{"name": "century-settings", "value": json.dumps(settings)}]
    return {"cookies": [], "origins": [{"origin": address, "localStorage": kept}]}


class Visitor:
    """One person with one browser."""

    def __init__(
        self,
        browser: Browser,
        address: str,
        size: str = "laptop",
        language: str = "en",
        theme: Theme = "light",
        motion: bool = False,
        settings: dict[str, Any] | None = None,
        by_keyboard: bool = False,
        refused: tuple[str, ...] = (),
        may_lose_connection: bool = False,
    ) -> None:
        """Open the page. `refused` are parts of addresses to which the server may answer 4xx."""
        self.by_keyboard, self.by_touch = by_keyboard, size == "phone"
        self.refused, self.may_lose_connection = refused, may_lose_connection
        self._letters: dict[str, str] = {}
        self.theme: Theme = theme
        width, height = SIZES[size]
        self.context = browser.new_context(
            viewport={"width": width, "height": height},
            locale=language,
            color_scheme=theme,
            has_touch=size == "phone",
            reduced_motion="no-preference" if motion else "reduce",
            base_url=address,
            storage_state=_stored(address, settings or {}),
        )
        self.page = self.context.new_page()
        self.page.set_default_timeout(TIMEOUT)
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", self._log_error)
        self.page.goto("/")

    def _log_error(self, message: Any) -> None:
        if message.type != "error":
            return
        address = str(message.location.get("url", ""))
        refused = "status of 4" in message.text and any(part in address for part in self.refused)
        lost = self.may_lose_connection and any(part in message.text for part in LOST_CONNECTION)
        if not refused and not lost:
            self.errors.append(f"{message.text} {address}")

    def leave(self) -> None:
        """Close the browser; its scripts must not have raised errors."""
        self.context.close()
        assert self.errors == []

    # What they see

    def find(self, selector: str, **how: Any) -> Locator:
        return self.page.locator(selector, **how)

    def see(self, selector: str) -> None:
        self.find(selector).first.wait_for(state="visible")

    def accessible(self, rules: tuple[str, ...] = ()) -> None:
        """Check the page with axe, by all its rules or only by some."""
        chosen = {"runOnly": list(rules)} if rules else {}
        found = Axe().run(self.page, options={"resultTypes": ["violations"], **chosen})
        assert found.violations_count == 0, found.generate_report()

    def accessible_in_both_themes(self) -> None:
        """Check the page with axe. A theme changes colours alone, so only these are checked again.

        Afterwards the page has its first theme again.
        """
        self.accessible()
        other: Theme = "light" if self.theme == "dark" else "dark"
        was = self._ink()
        self.page.emulate_media(color_scheme=other)
        assert self._ink() != was, "the page did not change its theme"
        self.accessible(("color-contrast",))
        self.page.emulate_media(color_scheme=self.theme)

    def _ink(self) -> str:
        return str(self.page.evaluate("getComputedStyle(document.body).color"))

    def fits(self) -> None:
        """Check that the page does not scroll."""
        inner = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
        width, height = self.page.evaluate(inner)
        size = self.page.viewport_size
        assert size is not None
        assert width <= size["width"]
        assert height <= size["height"]

    # How they play

    def play_now(self, game: str, opponents: int = 1) -> None:
        """Start a game against bots from the lobby."""
        if opponents > 1:
            self.find(f"section.game.{game} select").first.select_option(str(opponents))
        start = self.find(f"section.game.{game} .primary")
        self.press(start) if self.by_keyboard else start.click()
        self.page.wait_for_url(re.compile("#table="))  # the front page has a board of its own
        self.see(".table[data-decisions]")

    @property
    def table(self) -> str:
        """The id of the table."""
        return self.page.url.rpartition("table=")[2].partition("&")[0]

    def ask(self, what: str = "") -> Any:
        """Ask the server about the table with this person's rights.

        The state comes without the time of the server, so that two states can be compared.
        """
        path = f"/api/tables/{self.table}/{what}".rstrip("/")
        answer = self.page.evaluate(f"fetch('{path}').then((answer) => answer.json())")
        if not what:
            answer.pop("now", None)
        return answer

    def turns(self) -> list[list[str]]:
        """The turns of this person in the server's log, as tokens."""
        mine = self.ask()["you"]["seats"]
        return [entry["tokens"] for entry in self.ask("log") if entry["seat"] in mine]

    def see_my_turns(self, turns: list[list[str]]) -> None:
        """Wait until the server's log has exactly these turns of this person."""
        last = time.monotonic() + TIMEOUT / 1000
        while self.turns() != turns and time.monotonic() < last:
            self.page.wait_for_timeout(50)
        assert self.turns() == turns

    def wait_for_my_turn(self) -> bool:
        """Wait until this person has to decide; return False if the game is over instead."""
        self.page.wait_for_function(VISIBLE, arg=".bar.yours, dialog .result")
        return not self.find("dialog .result").is_visible()

    def good_turn(self, advisor: Bot) -> list[str]:
        """Return the turn that a bot would play here, as tokens."""
        answer = self.ask("position")
        position = read_position(answer["position"])
        turn, tokens = position.turn, []
        while not position.over and position.turn == turn:
            action = ask(advisor, position, position.seat, 1.0, seed=None)
            tokens.append(position.tokens[action])
            position = position.apply(action)
        return tokens

    def stage_turn(self, tokens: list[str]) -> None:
        """Choose the decisions of a turn one after the other."""
        done: list[str] = []
        while len(done) < len(tokens):
            rest = tokens[len(done) :]
            # The number of repetitions of a trade is a single choice.
            whole = ",".join(takewhile(("trade", "done").__contains__, rest))
            repetition = self.find(f'.repetition[data-token="{whole}"]')
            if whole and self.find(".repetitions").count():  # its buttons arrive a moment later
                expect(repetition).to_be_visible()
            token = whole if whole and repetition.is_visible() else rest[0]
            self.stage(token)
            done += token.split(",")

    def take_turn(self, tokens: list[str]) -> None:
        """Choose the decisions of a turn, then confirm it."""
        self.stage_turn(tokens)
        self.confirm()

    def play_turns(self, advisor: Bot, count: int) -> bool:
        """Play turns as a bot would; return False if the game ended before."""
        for _ in range(count):
            if not self.wait_for_my_turn():
                return False
            self.take_turn(self.good_turn(advisor))
        return True

    def play_until_over(self, advisor: Bot, most: int = 200) -> None:
        """Play a whole game as a bot would."""
        assert not self.play_turns(advisor, most), "the game did not end"

    def confirm(self) -> None:
        """Confirm the turn, and wait until the server has executed it."""
        with self.change_of("decisions"):
            if self.by_keyboard:  # the focus has moved to the button by itself
                self.page.wait_for_function(FOCUSED, arg=".confirm:enabled")
                self.page.keyboard.press("Enter")
            else:
                self.press(self.find(".confirm"))

    def stage(self, token: str) -> None:
        """Choose a decision, and wait until the board shows its preview."""
        with self.change_of("staged"):
            if self.by_keyboard:
                self._stage_by_letter(token)
            else:
                self.press(self.find(f'[data-token="{token}"]:visible').first)

    def _stage_by_letter(self, token: str) -> None:
        """Press the letter of the action until the choice has the focus, then Enter."""
        self._letters = self._letters or self._read_letters()
        letter = self._letters[re.split("[ ,]", token)[0]]
        self.page.wait_for_function(OFFERED, arg=token)
        choices = self.page.evaluate(CHOICES, [letter, self._letters])
        if choices == [token]:  # a single choice is made at once
            self.page.keyboard.press(letter)
            return
        for _ in range(len(choices) + 1):
            self.page.keyboard.press(letter)
            if self.page.evaluate("document.activeElement.dataset.token") == token:
                self.page.keyboard.press("Enter")
                return
        raise AssertionError(f"the letter {letter} does not reach {token} among {choices}")

    def _read_letters(self) -> dict[str, str]:
        """Return the letter of each action from the list that the question mark opens."""
        self.page.keyboard.press("?")
        self.see(".key-list")
        rows = self.find(".key-list tr[data-verb]").all()
        letters = {
            str(row.get_attribute("data-verb")): row.locator("kbd").inner_text() for row in rows
        }
        self.page.keyboard.press("Escape")
        self.page.wait_for_function("() => !document.querySelector('dialog[open]')")
        return letters

    def take_back_all(self) -> None:
        """Take back every choice of the staged turn."""
        while self.find(".table").get_attribute("data-staged") != "0":
            with self.change_of("staged"):
                if self.by_keyboard:
                    self.page.keyboard.press("Escape")
                else:
                    self.press(self.page.get_by_role("button", name="Take back"))

    @contextmanager
    def change_of(self, name: str) -> Iterator[None]:
        """Wait until what happens inside has changed a `data-` attribute of the table."""
        before = self.find(".table").get_attribute(f"data-{name}")
        yield
        self.page.wait_for_function(CHANGED, arg=[name, before])

    def press(self, what: Locator) -> None:
        """Press a button by mouse, keyboard or touch."""
        if self.by_keyboard:
            self._tab_to(what)
            self.page.keyboard.press("Enter")
        elif self.by_touch:
            what.tap()
        else:
            what.click()

    def _tab_to(self, what: Locator) -> None:
        """Press Tab until something has the focus."""
        what.wait_for(state="visible")
        for _ in range(MAX_TABS):
            if what.evaluate("(element) => element === document.activeElement"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"the tab key does not reach {what}")
