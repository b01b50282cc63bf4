"""Rewrite the recorded games: `python -m tests.golden.write`."""

from __future__ import annotations

from tests.games import OWN_TABLES
from tests.golden.playthrough import golden_file, playthrough


def main() -> None:
    for name, players in OWN_TABLES:
        text = playthrough(name, players)
        file = golden_file(name, players)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        print(f"{name}, {players} players: {len(text) // 1000} kB")


if __name__ == "__main__":
    main()
