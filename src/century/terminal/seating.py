"""The seating of a terminal table, new or resumed."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from century.bots import Bot, bot, check_name
from century.bots.ask import check_plays, close_bot
from century.bots.levels import default_opponent
from century.errors import BadPlayers, CenturyError
from century.position import Game
from century.record import Record


@dataclass(frozen=True)
class Seating:
    """Who decides for each seat: a bot, or a person if there is no bot."""

    names: list[str]
    bots: list[Bot | None]
    kinds: list[str]  # the name, path or command of each bot; empty for a person
    seeds: list[int]  # of each bot, and of the hidden cards that it sees

    def close(self) -> None:
        """Close all bots; those that are programs end."""
        for machine, kind in zip(self.bots, self.kinds, strict=True):
            if machine is not None:
                close_bot(machine, kind)


def new_table(
    game: Game,
    players: int | None,
    people: list[str],
    opponent: str | None,
    seed: int,
    in_order: bool,
    options: Mapping[str, object] = MappingProxyType({}),
) -> tuple[Record, Seating]:
    """Deal a game and seat people and bots, at random (SR5) unless in order.

    Without an `opponent`, the default of the game plays in the seats that no person takes.
    """
    opponent = default_opponent(game) if opponent is None else opponent
    check_name(opponent)
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
    """Return the seating that a record's tags describe."""
    tags = dict(record.tags)
    seats = range(record.start.players)
    kinds = [tags.get(f"Bot{seat}", "") for seat in seats]
    # A resumed bot must not use the same random numbers again, and no bot may get the seed of the
    # deal, from which it could compute the hidden decks.
    used = len(record.tokens)
    seeds = [random.Random(f"{record.seed} {seat} {used}").getrandbits(64) for seat in seats]
    bots = [bot(kind, seed) if kind else None for kind, seed in zip(kinds, seeds, strict=True)]
    seating = Seating([record.name(seat) for seat in seats], bots, kinds, seeds)
    try:
        for machine, kind in zip(bots, kinds, strict=True):
            if machine is not None:
                check_plays(machine, record.start.game, kind)
    except CenturyError:
        seating.close()
        raise
    return seating
