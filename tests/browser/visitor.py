"""Somebody at a browser: what they can see, and how they play."""

from __future__ import annotations

import time
from itertools import takewhile
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, expect

from century.bots import Bot, ask
from century.position import read_position

SIZES = {"laptop": (1280, 720), "desktop": (1920, 1080), "phone": (390, 844)}
HAPPENS = (
    "status of 4",
    "WebSocket connection to",
    "ERR_CONNECTION_REFUSED",
)  # what the browser says of refusals and losses
PATIENCE = 20_000  # milliseconds: bots think, and machines are busy

expect.set_options(timeout=PATIENCE)


class Visitor:
    """One person with one browser."""

    def __init__(
        self,
        browser: Browser,
        address: str,
        size: str = "laptop",
        language: str = "en",
        theme: str = "light",
        motion: bool = False,
        settings: dict[str, Any] | None = None,
        by_keyboard: bool = False,
    ) -> None:
        self.by_keyboard, self.by_touch = by_keyboard, size == "phone"
        width, height = SIZES[size]
        self.context = browser.new_context(
            viewport={"width": width, "height": height},
            locale=language,
            color_scheme=theme,  # type: ignore[arg-type]
            has_touch=size == "phone",
            reduced_motion="no-preference" if motion else "reduce",
            base_url=address,
        )
        self.page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.faults: list[str] = []
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", self._hear)
        self.page.goto("/")
        if settings:
            script = "(chosen) => localStorage.setItem('century-settings', JSON.stringify(chosen))"
            self.page.evaluate(script, settings)
            self.page.reload()

    def _hear(self, message: Any) -> None:
        if message.type == "error" and not any(known in message.text for known in HAPPENS):
            self.faults.append(message.text)

    def leave(self) -> None:
        self.context.close()
        assert self.faults == []

    # Looking

    def find(self, selector: str, **how: Any) -> Locator:
        return self.page.locator(selector, **how)

    def see(self, selector: str) -> None:
        expect(self.find(selector).first).to_be_visible()

    def accessible(self) -> None:
        """Let axe look for everything that keeps people out."""
        found = Axe().run(self.page)
        assert found.violations_count == 0, found.generate_report()

    def fits(self) -> None:
        """Check that nothing has to be scrolled to."""
        inner = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
        width, height = self.page.evaluate(inner)
        size = self.page.viewport_size
        assert size is not None
        assert width <= size["width"]
        assert height <= size["height"]

    # Playing

    def play_now(self, game: str) -> None:
        """Begin a game against a bot by the first page."""
        self.find(f"section.game.{game} .primary").click()
        self.see(".table")

    @property
    def table(self) -> str:
        """The id of the table."""
        return self.page.url.rpartition("table=")[2]

    def ask(self, what: str = "") -> Any:
        """Ask the server about the table, as this person may see it."""
        path = f"/api/tables/{self.table}/{what}".rstrip("/")
        return self.page.evaluate(f"fetch('{path}').then((answer) => answer.json())")

    def turns(self) -> list[list[str]]:
        """The turns this person has taken, as the server knows them, in tokens."""
        mine = self.ask()["you"]["seats"]
        return [entry["tokens"] for entry in self.ask("log") if entry["seat"] in mine]

    def see_my_turns(self, turns: list[list[str]]) -> None:
        """Wait until the server knows of just these turns of this person."""
        last = time.monotonic() + PATIENCE / 1000
        while self.turns() != turns and time.monotonic() < last:
            self.page.wait_for_timeout(50)
        assert self.turns() == turns

    def wait_for_my_turn(self) -> bool:
        """Wait until something may be chosen; tell whether the game goes on."""
        expect(self.find(".bar.yours, dialog .result").first).to_be_visible()
        return not self.find("dialog .result").is_visible()

    def good_turn(self, advisor: Bot) -> list[str]:
        """Return what a bot would do here, in tokens."""
        answer = self.ask("position")
        position = read_position(answer["position"])
        turn, tokens = position.turn, []
        while not position.over and position.turn == turn:
            action = ask(advisor, position, position.seat, 1.0, seed=None)
            tokens.append(position.tokens[action])
            position = position.apply(action)
        return tokens

    def take_turn(self, tokens: list[str]) -> None:
        """Choose the decisions of a turn one after the other, then confirm it."""
        done: list[str] = []
        while len(done) < len(tokens):
            rest = tokens[len(done) :]
            # How many times to trade is one choice.
            whole = ",".join(takewhile(("trade", "done").__contains__, rest))
            rung = self.find(f'.rung[data-token="{whole}"]')
            if whole and self.find(".ladder").is_visible():
                expect(rung).to_be_visible()
            token = whole if whole and rung.is_visible() else rest[0]
            self.stage(token)
            done += token.split(",")
        self.confirm()

    def play_to_the_end(self, advisor: Bot, most: int = 200) -> None:
        """Play a whole game as a bot would, through the page."""
        for _ in range(most):
            if not self.wait_for_my_turn():
                return
            self.take_turn(self.good_turn(advisor))
        raise AssertionError("the game did not end")

    def confirm(self) -> None:
        """Confirm the turn, and wait until the server has it."""
        decisions = self.find(".table").get_attribute("data-decisions")
        self.press(self.find(".confirm"))
        expect(self.find(f'.table:not([data-decisions="{decisions}"])')).to_be_attached()

    def stage(self, token: str) -> None:
        """Choose something, and wait until the board shows what would come of it."""
        staged = self.find(".table").get_attribute("data-staged")
        self.press(self.find(f'[data-token="{token}"]:visible').first)
        expect(self.find(f'.table:not([data-staged="{staged}"])')).to_be_attached()

    def press(self, what: Locator) -> None:
        """Press a button, in this person's way."""
        if self.by_keyboard:
            what.focus()
            self.page.keyboard.press("Enter")
        elif self.by_touch:
            what.tap()
        else:
            what.click()
