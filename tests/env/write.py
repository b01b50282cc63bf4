"""Write the observations anew: `python -m tests.env.write`."""

from __future__ import annotations

from tests.env.observed import observed, observed_file
from tests.property.play import TABLES


def main() -> None:
    for name, players in TABLES:
        observed_file(name, players).write_text(observed(name, players), encoding="utf-8")


if __name__ == "__main__":
    main()
