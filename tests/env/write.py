"""Rewrite the recorded observations: `python -m tests.env.write`."""

from __future__ import annotations

from tests.env.observed import observed, observed_file
from tests.games import OWN_TABLES


def main() -> None:
    for name, players in OWN_TABLES:
        observed_file(name, players).parent.mkdir(parents=True, exist_ok=True)
        observed_file(name, players).write_text(observed(name, players), encoding="utf-8")


if __name__ == "__main__":
    main()
