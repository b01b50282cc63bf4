"""Who sits where at a terminal table, new or resumed."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from century.bots import Bot, bot
from century.errors import BadPlayers
from century.position import Game
from century.record import Record


@dataclass(frozen=True)
class Seating:
    """Who decides for each seat: a bot, or a person where there is none."""

    names: list[str]
    bots: list[Bot | None]

    def close(self) -> None:
        """Let the bots that hold on to something, such as a program, let go of it."""
        for machine in self.bots:
            close = getattr(machine, "close", None)
            if close is not None:
                close()


def new_table(
    game: Game,
    players: int | None,
    people: list[str],
    opponent: str,
    seed: int,
    in_order: bool,
    options: Mapping[str, object] = MappingProxyType({}),
) -> tuple[Record, Seating]:
    """Deal a game and seat the people, and bots on the other seats; the seating is random (SR5)."""
    players = max(game.players[0], len(people)) if players is None else players
    start = game.start(players=players, seed=seed, **options)
    if len(people) > players:
        raise BadPlayers(f"{len(people)} people are too many for {players} seats")
    machines = players - len(people)
    names = [f"{opponent} {i + 1}" if machines > 1 else opponent for i in range(machines)]
    chairs = [(name, "") for name in people] + [(name, opponent) for name in names]
    if not in_order:
        random.Random(seed).shuffle(chairs)
    tags = tuple((f"Bot{seat}", kind) for seat, (_, kind) in enumerate(chairs) if kind)
    record = Record(start, (), tuple(name for name, _ in chairs), seed, tags)
    return record, seated(record)


def seated(record: Record) -> Seating:
    """Seat everyone as a record's tags tell."""
    kinds = dict(record.tags)
    seats = range(record.start.players)
    # A bot that is resumed goes on with other random numbers than those it has used up, and no bot
    # is handed the seed of the deal, which is as good as the hidden decks.
    used = len(record.tokens)
    seeds = [random.Random(f"{record.seed} {seat} {used}").getrandbits(64) for seat in seats]
    return Seating(
        [record.name(seat) for seat in seats],
        [bot(kinds[f"Bot{s}"], seeds[s]) if f"Bot{s}" in kinds else None for s in seats],
    )
