"""Somebody at a browser: what they can see, and how they play."""

from __future__ import annotations

from random import Random
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, expect

SIZES = {"laptop": (1280, 720), "desktop": (1920, 1080), "phone": (390, 844)}
HAPPENS = ("status of 4", "WebSocket connection to")  # what the browser says of refusals and losses
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
    ) -> None:
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
        assert not self.faults

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
        assert (width, height) <= (size["width"], size["height"])
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

    def state(self) -> Any:
        """Ask the server for the table's state, as this person may see it."""
        return self.page.evaluate(
            f"fetch('/api/tables/{self.table}').then((answer) => answer.json())"
        )

    def choices(self) -> Locator:
        return self.find(".choice.legal:visible, .rung:visible")

    def wait_for_my_turn(self) -> bool:
        """Wait until something may be chosen; tell whether the game goes on."""
        expect(self.find(".bar.yours, dialog .result").first).to_be_visible()
        return not self.find("dialog .result").is_visible()

    def take_a_turn(self, rng: Random) -> None:
        """Choose what may be chosen, by the mouse, until the turn is whole; then confirm."""
        confirm = self.find(".confirm")
        for _ in range(40):
            expect(self.find(".confirm:visible, .choice.legal:visible, .rung:visible").first).to_be_visible()
            if confirm.is_visible():
                break
            self.choose(rng)
        confirm.click()
        expect(confirm).to_be_hidden()

    def choose(self, rng: Random) -> None:
        """Make one choice: claim if one can, else at random."""
        tokens = self.choices().evaluate_all("(all) => all.map((one) => one.dataset.token)")
        claims = [token for token in tokens if token.startswith("claim")]
        token = rng.choice(claims or tokens)
        staged = self.find(".staged li").count()
        self.find(f'[data-token="{token}"]:visible').first.click()
        expect(self.find(f".staged:not(:has(> li:nth-child({staged + 1}):last-child)) , .staged")).to_have_count(1)
