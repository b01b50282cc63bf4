"""A tournament in the terminal: a progress bar while it runs, then the table of its standings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from contextlib import closing, nullcontext
from pathlib import Path

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.progress import Task as BarTask
from rich.table import Table
from rich.text import Text

from century.arena import (
    Executor,
    Line,
    Records,
    Result,
    Results,
    Sprt,
    Standings,
    Tournament,
    run,
)
from century.arena.executors import Games
from century.arena.rating import elo
from century.position import game
from century.terminal.prepare import prepare


def run_tournament(
    console: Console,
    tournament: Tournament,
    executor: Executor,
    deals: int | None,
    out: Path | None,
    sprt: Sprt | None,
    folder: Path | None = None,
) -> bool:
    """Play a tournament and print its table; return False if it was interrupted."""
    standings = Standings(tournament.names, sprt)
    prepare(console, game(tournament.game), tournament.names)
    finished = False
    records = Records(folder) if folder else None
    with Results(out, tournament.header()) if out else nullcontext() as results:
        try:
            games = run(tournament, standings, executor, deals, results, records)
            _follow(console, tournament, standings, games, deals, results)
            finished = True
        except KeyboardInterrupt:
            console.print("Stopped.")
    report(console, tournament, standings)
    return finished


def _follow(
    console: Console,
    tournament: Tournament,
    standings: Standings,
    games: Games,
    deals: int | None,
    results: Results | None,
) -> None:
    """Show the progress of a tournament until it ends."""
    total = None if deals is None else deals * tournament.games_a_deal
    played = 0
    failed: set[str] = set()
    with closing(games), _bar(console) as bar:
        task = bar.add_task("", total=total, score="getting ready")
        for result in games:
            if played == 0:  # now the games of an earlier run have been read
                before = len(results.done) - 1 if results else 0
                bar.reset(task, total=total, completed=before, score="")
            played += 1
            if result.fault is not None and result.fault.entrant not in failed:
                failed.add(result.fault.entrant)
                console.print(_fault(result), markup=False, highlight=False, soft_wrap=True)
            bar.update(task, completed=before + played, score=_score(tournament, standings))
    if results and (note := _earlier(results, played, deals, tournament.games_a_deal)):
        console.print(note, markup=False, highlight=False, soft_wrap=True)


def _fault(result: Result) -> str:
    """Say which bot failed, on which seat, and how."""
    fault = result.fault
    assert fault is not None
    return (
        f"game {result.number}: {fault.entrant} on seat {fault.seat} lost by rule: {fault.message}"
    )


def _earlier(results: Results, played: int, deals: int | None, games_a_deal: int) -> str:
    """Say how many games are from an earlier run, and how that compares with the deals."""
    before = len(results.done) - played
    if not before:
        return ""
    said = f"{before:,} of {len(results.done):,} games were in {results.path} already"
    if deals is not None and len(results.done) > deals * games_a_deal:
        return f"{said}: more than the {deals:,} deals asked for; all of them count."
    if not played and deals is not None:
        return f"{said}: nothing was left to play; --deals asks for more than {deals:,}."
    return f"{said}."


def _bar(console: Console) -> Progress:
    return Progress(
        BarColumn(20),
        MofNCompleteColumn(),
        TextColumn("games"),
        _Rate(""),
        TimeRemainingColumn(compact=True),
        TextColumn("{task.fields[score]}", markup=False),
        console=console,
        transient=True,
    )


class _Rate(TextColumn):
    """Games per second, or per minute if they are long."""

    def render(self, task: BarTask) -> Text:
        speed = task.finished_speed or task.speed or 0.0
        return Text(f"{speed:.1f}/s" if speed >= 1 else f"{60 * speed:.1f}/min")


def _score(tournament: Tournament, standings: Standings) -> str:
    if standings.sprt is not None:
        low, high = standings.sprt.bounds
        return f"LLR {standings.sprt.llr:+.2f} of {low:.2f} .. {high:.2f}"
    lines = standings.lines()
    if tournament.is_duel:
        lines.sort(key=lambda line: tournament.names.index(line.name))
    called = table_names(lines)
    return ", ".join(f"{called[line.name]} {line.share.mean:.0%}" for line in lines[:4])


def report(console: Console, tournament: Tournament, standings: Standings) -> None:
    """Print the table, and below it limits, faults and the verdict of a test."""
    console.print(_table(tournament, standings))
    if len(tournament.names) == 1:
        console.print(
            "One bot took every seat, so its share of wins is the same whatever its strength: see "
            "the wins by seat. Each game had other cards."
        )
    if standings.cut_short:
        console.print(
            f"{standings.cut_short:,} of {standings.games:,} games ended by the limit of "
            f"{tournament.rounds} rounds, with the points as they stood."
        )
    for line in standings.lines():
        if line.first_fault is not None:
            number, fault = line.first_fault
            kinds = ", ".join(f"{kind} × {times}" for kind, times in sorted(line.faults.items()))
            said = f"{line.name} lost by rule ({kinds}), first in game {number}: {fault.message}"
            console.print(said, style="red", markup=False, highlight=False, soft_wrap=True)
    if standings.sprt is not None:
        said = verdict(tournament, standings.sprt)
        console.print(said, markup=False, highlight=False, soft_wrap=True)


def verdict(tournament: Tournament, sprt: Sprt) -> str:
    """Return the verdict of a test, its error rate and its figures as a sentence."""
    first, second = tournament.names
    h0, h1 = f"H0 (Elo {sprt.elo0:+g})", f"H1 (Elo {sprt.elo1:+g})"
    stronger = f"{first} is stronger than {second}: {h1} accepted against {h0}"
    not_stronger = f"{first} is not shown to be stronger than {second}: {h0} accepted against {h1}"
    found = {
        "H1": f"{stronger}, wrongly in about {sprt.alpha:.1%} of such tests",
        "H0": f"{not_stronger}, wrongly in about {sprt.beta:.1%} of such tests",
        None: f"undecided between {h0} and {h1}",
    }[sprt.accepted]
    low, high = sprt.bounds
    lost, split, won = sprt.counts
    deals = f"deals won {won}, split {split}, lost {lost}"
    return f"SPRT: {found}. LLR {sprt.llr:+.2f}, bounds {low:+.2f} and {high:+.2f}; {deals}."


def _table(tournament: Tournament, standings: Standings) -> Table:
    title = f"{game(tournament.game).title}: {standings.games:,} games of {tournament.players}"
    table = Table(title=escape(title), box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    table.add_column("entrant", overflow="fold", min_width=len("entrant"))
    rating = "Elo\n(95 %)" if tournament.is_duel else "rating\n(mu±sigma)"
    headings = ["games", "wins % (95 %)\nby seat", "points", rating, "rounds", "ms/turn\n(most)"]
    # Faults are rare, and without their column the names have more space.
    if any(line.faults for line in standings.lines()):
        headings.append("faults")
    for heading in headings:
        table.add_column(heading, justify="right", no_wrap=True)
    called = table_names(standings.lines())
    for line in standings.lines():
        cells = _cells(tournament, standings, line) if line.share.games else ["–"] * len(headings)
        table.add_row(Text(called[line.name]), *cells[: len(headings)])
    return table


def table_names(lines: Iterable[Line]) -> dict[str, str]:
    """Return what entrants are called in a table: by a program's own name, or the short name.

    If several programs have the same name, each is followed by its short name.
    """
    lines = list(lines)
    short = short_names(line.name for line in lines)
    own = Counter(line.own_name for line in lines)
    return {
        line.name: short[line.name]
        if not line.own_name
        else line.own_name
        if own[line.own_name] == 1 and line.own_name not in short.values()
        else f"{line.own_name} ({short[line.name]})"
        for line in lines
    }


def short_names(names: Iterable[str]) -> dict[str, str]:
    """Return short names of entrants: files by their stem, unless two would be the same.

    >>> short_names(["easy", "bots/mine.py", "./other --fast"])
    {'easy': 'easy', 'bots/mine.py': 'mine', './other --fast': 'other --fast'}
    """
    stems = {name: _stem(name) for name in names}
    alike = Counter(stems.values())
    return {name: stem if alike[stem] == 1 else name for name, stem in stems.items()}


def _stem(name: str) -> str:
    where, ending, more = name.partition(".py")
    if not ending:  # a program, with its arguments
        where, gap, more = name.partition(" ")
        more = gap + more
    return where.rpartition("/")[2] + more


def _cells(tournament: Tournament, standings: Standings, line: Line) -> list[str]:
    """Return a row; details are on its second line, so that it fits into 80 characters."""
    share = line.share
    low, high = share.interval
    by_seat = "/".join(_percent(line.seat_rate(seat)) for seat in range(tournament.players))
    mean_time = line.seconds / max(line.turns, 1)
    return [
        f"{share.games:,}",
        f"{100 * share.mean:.1f} ({100 * low:.0f}–{100 * high:.0f})\n{by_seat}",
        f"{line.points / share.games:.1f}",
        _rating(tournament, standings, line),
        f"{line.rounds / share.games:.0f}",
        f"{1000 * mean_time:.1f}\n({1000 * line.longest:,.0f})",
        str(line.faults.total()),
    ]


def _percent(rate: float | None) -> str:
    return "–" if rate is None else f"{100 * rate:.0f}"


def _rating(tournament: Tournament, standings: Standings, line: Line) -> str:
    if tournament.is_duel:
        low, high = map(elo, line.share.interval)
        return f"{_signed(elo(line.share.mean))}\n({_signed(low)}, {_signed(high)})"
    if len(tournament.names) < 2:
        return "–"
    skill = standings.skills[line.name]
    return f"{skill.ordinal:.1f}\n({skill.mu:.1f}±{skill.sigma:.1f})"


def _signed(difference: float) -> str:
    return f"{difference:+.0f}".replace("inf", "∞")
