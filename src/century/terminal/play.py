"""A game at the terminal between people and bots; the record is saved after every turn."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from century.bots import Bot, ask
from century.core.words import Words
from century.drawing.console import cubes
from century.errors import CenturyError
from century.position import Position
from century.record import Record
from century.terminal.display import GameDisplay, prepare_display, print_result
from century.terminal.seating import Seating

BUDGET = 1.0  # seconds a bot may think about a decision

HELP = """\
Answer with a number of the menu, or with the action itself. You may type a whole turn at once, \
such as [b]{example}[/b]. {notes}

  [b]?[/b]            this help
  [b]? ACTION[/b]     why an action is not possible now, or what it does
  [b]? RULE[/b]       a rule by its id, such as [b]? {rule}[/b]
  [b]undo[/b]         take back the last decision of this turn
  [b]log[/b]          the game so far
  [b]quit[/b]         leave; the game is saved and can be resumed
"""


class Quit(Exception):
    """A person leaves the table."""


class TerminalTable:
    """A game in progress, shown on a console and kept in a file."""

    def __init__(self, console: Console, record: Record, seating: Seating, path: Path) -> None:
        self.console = console
        self.record = record
        self.seating = seating
        self.path = path
        self.position = record.end
        bots = [value for key, value in record.tags if key.startswith("Bot")]
        self.display: GameDisplay = prepare_display(console, record.start.game, bots)
        self.words: Words = record.start.game.words()
        self._undo: list[tuple[Position, Record]] = []

    def play(self) -> None:
        """Play until the game is over, or raise Quit."""
        self.save()
        try:
            while not self.position.over:
                bot = self.seating.bots[self.position.seat]
                if bot is None:
                    self._ask_person()
                else:
                    self._ask_bot(bot)
        finally:
            self.seating.close()
        self._show_result()

    # Decisions

    def decide(self, token: str) -> None:
        """Carry out a decision and save when a turn is over."""
        before = self.position
        after = before.act(token)
        self._undo.append((before, self.record))
        self.position = after
        self.record = replace(self.record, tokens=(*self.record.tokens, token))
        if after.over or after.turn != before.turn:
            self._undo.clear()
            self.save()

    def _ask_bot(self, bot: Bot) -> None:
        seat, turn, first = self.position.seat, self.position.turn, len(self.record.tokens)
        seating = self.seating
        while self.position.turn == turn and not self.position.over:
            action = ask(
                bot,
                self.position,
                seat,
                BUDGET,
                seed=seating.seeds[seat],
                name=seating.kinds[seat],
            )
            self.decide(self.position.tokens[action])
        said = ", ".join(self.record.tokens[first:])
        self.console.print(f"[b]{escape(self.seating.names[seat])}[/b]: {escape(said)}")

    def _ask_person(self) -> None:
        seat, turn = self.position.seat, self.position.turn
        self.console.print()
        self.console.print(self.display.table(self.position.view(seat), self.seating.names))
        while self.position.turn == turn and not self.position.over:
            options = self.position.legal()
            self.console.print(self._menu(options))
            self._answer(self._read(seat), options)

    def _menu(self, options: list[str]) -> Table:
        menu = Table.grid(padding=(0, 2))
        seat = self.position.seat
        view = self.position.view(seat)
        for number, token in enumerate(options, start=1):
            after = self.position.act(token).view(seat)["seats"][seat].get("cubes", "")
            changed = after != view["seats"][seat].get("cubes", "")
            then = Text.assemble(("then ", "dim"), cubes(after) if after else "none")
            menu.add_row(
                Text(f"{number:>3}", "dim"),
                Text(token, "bold"),
                self.display.hint(view, token),
                then if changed else "",
            )
        return menu

    def _read(self, seat: int) -> str:
        try:
            return self.console.input(f"[b]{escape(self.seating.names[seat])}[/b]> ").strip()
        except (EOFError, RuntimeError):  # RuntimeError: the process was started without an input
            raise Quit from None

    def _answer(self, said: str, options: list[str]) -> None:
        lowered = said.lower()
        if lowered in ("quit", "q", "exit"):
            raise Quit
        if lowered in ("?", "help"):
            self._help()
        elif said.startswith("?"):
            self._explain(said[1:].strip())
        elif lowered in ("undo", "u"):
            self._take_back()
        elif lowered == "log":
            self.console.print(self.record.to_text(), markup=False, highlight=False)
        elif said:
            self._carry_out(said, options)

    def _carry_out(self, said: str, options: list[str]) -> None:
        if said.isdecimal():
            numbered = {str(number): token for number, token in enumerate(options, start=1)}
            if said in numbered:
                self.decide(numbered[said])
            else:
                self.console.print(f"The menu goes from 1 to {len(options)}.", style="red")
            return
        saved = self.position, self.record, list(self._undo)
        turn = self.position.turn
        try:
            for part in said.split(","):
                if self.position.turn != turn:
                    raise CenturyError(f"the turn was over before {part.strip()!r}")
                self.decide(self._meant(part))
        except (
            CenturyError
        ) as error:  # a turn typed as a whole is carried out as a whole or not at all
            self.position, self.record, self._undo = saved
            self.save()
            self.console.print(f"{error}. Type ? for help.", style="red", markup=False)

    def _spelt(self, said: str) -> str:
        """Return the token that an input means, ignoring case and spaces, or else the input."""
        wanted = "".join(said.split()).lower()
        for token in self.position.tokens:
            if token.replace(" ", "").lower() == wanted:
                return token
        return " ".join(said.split())

    def _meant(self, said: str) -> str:
        """Return the token that an input means, or raise an error that lists the choices."""
        token = self._spelt(said)
        if token.lower() in self.words.actions and token not in self.position.tokens:
            possible = [legal for legal in self.position.legal() if legal.startswith(token.lower())]
            raise CenturyError(f"{token} what? {', '.join(possible) or 'Not possible now'}")
        return token

    def _take_back(self) -> None:
        if not self._undo:
            self.console.print("Nothing to take back in this turn.", style="red")
            return
        self.position, self.record = self._undo.pop()
        seat = self.position.seat
        self.console.print(self.display.table(self.position.view(seat), self.seating.names))

    # Saying

    def _help(self) -> None:
        words = self.words
        *_, rule = words.rules
        self.console.print(HELP.format(example=words.example, notes=words.notes, rule=rule))
        for verb, meaning in words.actions.items():
            self.console.print(f"  [b]{verb:8}[/b] {escape(meaning)}", highlight=False)

    def _explain(self, said: str) -> None:
        if said.upper() in self.words.rules:
            self.console.print(f"{said.upper()}: {self.words.rule(said.upper())}", markup=False)
            return
        token = self._spelt(said)
        meaning = self.words.actions.get(token.split()[0].lower() if token else "", "")
        if token.lower() in self.words.actions and token not in self.position.tokens:
            self.console.print(meaning, markup=False)
            return
        try:
            why = self.position.why(token)
        except CenturyError as error:
            self.console.print(f"{error}. Type ? for help.", style="red", markup=False)
            return
        answer = f"not now: {why}" if why else "is possible"
        self.console.print(f"{token} {answer}. {token.split()[0]}: {meaning}", markup=False)

    def _show_result(self) -> None:
        self.console.print(self.display.table(self.position.view(None), self.seating.names))
        print_result(self.console, self.position, self.seating.names)

    def save(self) -> None:
        """Write the record; a crash loses no more than the current turn."""
        part = self.path.with_name(self.path.name + ".part")
        try:
            part.write_text(self.record.to_text(), encoding="utf-8")
            part.replace(self.path)
        except OSError:  # such as a full disk: the record keeps the turns saved before
            part.unlink(missing_ok=True)
            raise
